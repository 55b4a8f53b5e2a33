//! Fixes that move a statement from the wrong place.
//!
//! `malloc(n)` before `scanf("%d", &n)`, a reset outside the loop that needs it, an output inside one: nothing is
//! missing, and only the order is wrong. So a statement is removed from its place and inserted into the surrounding
//! gaps ([`crate::missing`] finds them), nearest first.

use syntax::ast::{BlockItem, Function, Item, Stmt, StmtKind};
use syntax::visit::each_statement_of;
use syntax::{Parse, Span};

use crate::generate::deletion::statement_of;
use crate::joint::Joint;
use crate::limits::{ENOUGH_MOVED_FIXES, MAX_GAPS, MAX_MOVED_STATEMENTS};
use crate::missing::gaps::{InsertionGap, Slot, gaps};
use crate::missing::{put, with};
use crate::patch::{Fix, TextEdit};
use crate::validate::Fixer;

/// Plausibility of a move.
const PLAUSIBILITY: f64 = 0.65;
/// Fixes that move one of the statements at these places, which are ordered by suspicion.
pub fn moved(fixer: &mut Fixer<'_>, places: &[Span]) -> Vec<Joint> {
    let changes = moves(fixer.original, places);
    let found = accepted(fixer, changes);
    found.into_iter().map(|(_, _, joint)| joint).collect()
}

/// The first of these changes with which all tests pass.
pub(crate) fn accepted(
    fixer: &mut Fixer<'_>,
    changes: impl Iterator<Item = Change>,
) -> Vec<Change> {
    let mut found = Vec::new();
    for (item, function, joint) in changes {
        if fixer.exhausted() || found.len() >= ENOUGH_MOVED_FIXES {
            break;
        }
        let Some(program) = fixer.with_function(item, &function) else {
            continue;
        };
        let joint = fixer.accepted_joint(&program, joint);
        found.extend(joint.map(|joint| (item, function, joint)));
    }
    found
}

/// A changed function, its index among the items of the unit, and the fix that the change makes.
pub(crate) type Change = (usize, Function, Joint);

fn moves<'p>(parse: &'p Parse, places: &'p [Span]) -> impl Iterator<Item = Change> + 'p {
    let statements = places.iter().filter_map(|place| {
        let mut items = parse.unit.items.iter().enumerate();
        items.find_map(|(item, of)| match of {
            Item::Function(f) if f.span.encloses(*place) => {
                Some((item, f, statement_at(f, *place)?))
            }
            _ => None,
        })
    });
    statements
        .take(MAX_MOVED_STATEMENTS)
        .flat_map(move |(item, function, statement)| {
            let all = near(function, &statement, parse).into_iter();
            all.filter_map(move |gap| moved_to(parse, item, function, &statement, &gap))
        })
}

/// The statement of a block that consists of this expression.
fn statement_at(function: &Function, place: Span) -> Option<Stmt> {
    let mut found = None;
    let mut look = |items: &[BlockItem]| {
        for item in items {
            if let BlockItem::Statement(s) = item
                && matches!(&s.kind, StmtKind::Expr(e) if e.span == place)
            {
                found = Some(s.clone());
            }
        }
    };
    look(&function.body.items);
    each_statement_of(&mut function.clone(), &mut |s| {
        if let StmtKind::Block(block) = &s.kind {
            look(&block.items);
        }
    });
    found
}

/// The gaps between other statements, nearest first.
fn near(function: &Function, statement: &Stmt, parse: &Parse) -> Vec<InsertionGap> {
    let own = statement.span;
    let is_beside =
        |place: &InsertionGap| place.point.before == Some(own) || place.point.after == Some(own);
    let mut all: Vec<InsertionGap> = gaps(function, parse)
        .into_iter()
        .filter(|place| matches!(place.slot, Slot::Item(_)) && !is_beside(place))
        .collect();
    all.sort_by_key(|place| place.point.span.start.abs_diff(own.start));
    all.truncate(MAX_GAPS);
    all
}

/// The function with a statement moved to a gap.
fn moved_to(
    parse: &Parse,
    item: usize,
    function: &Function,
    statement: &Stmt,
    gap: &InsertionGap,
) -> Option<Change> {
    let StmtKind::Expr(e) = &statement.kind else {
        return None;
    };
    let gone = statement_of(parse, e.span)?;
    if parse.macro_use_at(e.span).is_some() {
        return None;
    }
    let text = format!("{};", parse.sources.text(e.span));
    let there = put(parse, gap, &text)?.edit;
    if gone.overlaps(there.span) || gone.encloses(there.span) {
        return None;
    }
    // An empty statement keeps the place, so that the positions of the gaps do not shift.
    let mut emptied = function.clone();
    each_statement_of(&mut emptied, &mut |s| {
        if s.span == statement.span {
            s.kind = StmtKind::Empty;
        }
    });
    let new = Stmt {
        kind: statement.kind.clone(),
        span: gap.point.span,
    };
    let changed = with(&emptied, gap, new)?;
    let here = TextEdit {
        span: gone,
        text: String::new(),
    };
    let joint = Joint {
        places: vec![e.span],
        fix: Fix {
            also: vec![here],
            ..Fix::new("moved statement", there, PLAUSIBILITY)
        },
    };
    Some((item, changed, joint))
}
