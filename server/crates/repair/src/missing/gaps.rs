//! The gaps of a function in which a statement may be missing: between the statements of a block, at its end, after a
//! label, in place of an empty statement, in a missing `else`, and beside a statement that is a branch or the body of a
//! loop without braces.

use ir::FnId;
use lower::{Gap, Point};
use syntax::ast::{Block, BlockItem, Expr, Function, Stmt, StmtKind};
use syntax::{Parse, Span};

use super::belonging::expressions;

/// A point in the text, and the corresponding place in the tree.
#[derive(Debug, Clone)]
pub(crate) struct InsertionGap {
    /// Point in the text. Its function has no meaning here.
    pub(crate) point: Point,
    /// Place in the tree.
    pub(crate) slot: Slot,
    /// The expressions of the statements before and after it.
    pub(super) beside: [Vec<Expr>; 2],
}

/// Kind of a place in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    /// Index among the items of the enclosing block.
    Item(usize),
    /// The missing `else` of the enclosing `if`.
    Else,
    /// In place of an empty statement.
    Empty,
    /// Between a label and the labelled statement.
    Labelled,
    /// Before a statement that is a branch or a body without braces.
    Start,
    /// After such a statement.
    End,
}

impl InsertionGap {
    /// Whether the place is a branch or a body that does nothing.
    pub(crate) fn is_empty_branch(&self) -> bool {
        let point = &self.point;
        let is_alone = point.before.is_none() && point.after.is_none();
        self.slot == Slot::Empty || self.slot == Slot::Item(0) && is_alone
    }

    /// The statement as it is written at this place.
    pub(crate) fn in_place(&self, statement: &str) -> String {
        match self.point.gap {
            Gap::Else => format!("else {statement}"),
            Gap::Before | Gap::End => statement.to_owned(),
        }
    }
}

/// The part of the tree that is changed at a place.
pub(crate) enum At<'a> {
    /// The enclosing block, and the index in it.
    Block(&'a mut Block, usize),
    /// The `if` without `else`, the empty or labelled statement, or the one without braces.
    Statement(&'a mut Stmt),
}

/// All places of a function.
pub(crate) fn gaps(function: &Function, parse: &Parse) -> Vec<InsertionGap> {
    let mut found = Vec::new();
    of_block(&function.body, parse, &mut found);
    found
}

fn of_block(block: &Block, parse: &Parse, found: &mut Vec<InsertionGap>) {
    let place = |item: &BlockItem| match item {
        BlockItem::Statement(s) => s.span,
        BlockItem::Declaration(d) => d.span,
    };
    for index in 0..=block.items.len() {
        let item = block.items.get(index);
        let after = item.map(place);
        let last = index.checked_sub(1).map(|i| &block.items[i]);
        // Code after a jump is not executed, and consecutive declarations form one place.
        let is_dead = matches!(last, Some(BlockItem::Statement(s)) if jumps(&s.kind));
        let is_inside = matches!(
            (last, item),
            (
                Some(BlockItem::Declaration(_)),
                Some(BlockItem::Declaration(_))
            )
        );
        if !is_dead && !is_inside {
            let (gap, span) = match after {
                Some(span) => (Gap::Before, parse.sources.first_word(span)),
                None => (Gap::End, block.span.last_byte()),
            };
            let point = Point {
                span,
                gap,
                function: FnId(0),
                around: block.span,
                before: last.map(place),
                after,
            };
            found.push(InsertionGap {
                point,
                slot: Slot::Item(index),
                beside: [last, item].map(|item| match item {
                    Some(BlockItem::Statement(s)) => expressions(s),
                    _ => Vec::new(),
                }),
            });
        }
        if let Some(BlockItem::Statement(s)) = item {
            of_statement(s, false, parse, found);
        }
    }
}

/// Collects the gaps in a statement. `is_in_if` means that no brace separates it from an `if` without `else`: readers
/// would not know to which of the two an `else` belongs, and gcc warns.
fn of_statement(s: &Stmt, is_in_if: bool, parse: &Parse, found: &mut Vec<InsertionGap>) {
    match &s.kind {
        StmtKind::Block(block) => of_block(block, parse, found),
        StmtKind::If(_, then, els) => {
            of_body(then, els.is_none(), parse, found);
            match els {
                Some(els) => of_body(els, false, parse, found),
                // Behind a jump, what follows the `if` is its `else`.
                None if is_in_if || then.ends_in_open_if() || never_ends(then) => {}
                None => found.push(alone(s, s.span.last_byte(), Slot::Else)),
            }
        }
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::Switch(_, body) => {
            of_body(body, is_in_if, parse, found);
        }
        StmtKind::For(parts) => of_body(&parts.body, is_in_if, parse, found),
        StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
            if !matches!(body.kind, StmtKind::Case(..) | StmtKind::Default(_)) {
                let place = alone(body, parse.sources.first_word(body.span), Slot::Labelled);
                found.push(place);
            }
            of_statement(body, is_in_if, parse, found);
        }
        _ => {}
    }
}

/// Collects the gaps in the body of a condition or loop.
fn of_body(s: &Stmt, is_in_if: bool, parse: &Parse, found: &mut Vec<InsertionGap>) {
    match s.kind {
        StmtKind::Empty => found.push(alone(s, s.span, Slot::Empty)),
        StmtKind::Expr(_) => {
            found.push(alone(s, parse.sources.first_word(s.span), Slot::Start));
            found.push(alone(s, s.span.last_byte(), Slot::End));
        }
        _ if jumps(&s.kind) => found.push(alone(s, parse.sources.first_word(s.span), Slot::Start)),
        _ => of_statement(s, is_in_if, parse, found),
    }
}

/// A place that belongs to a single statement.
fn alone(s: &Stmt, span: Span, slot: Slot) -> InsertionGap {
    let gap = match slot {
        Slot::Else => Gap::Else,
        Slot::End => Gap::End,
        _ => Gap::Before,
    };
    let beside = [Slot::End, Slot::Start].map(|at| {
        if slot == at {
            expressions(s)
        } else {
            Vec::new()
        }
    });
    let point = Point {
        span,
        gap,
        function: FnId(0),
        around: s.span,
        before: (gap == Gap::End).then_some(s.span),
        after: (gap == Gap::Before).then_some(s.span),
    };
    InsertionGap {
        point,
        slot,
        beside,
    }
}

/// Whether a statement is a jump.
pub(crate) fn jumps(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)
            | StmtKind::GotoValue(_)
            | StmtKind::Return(_)
    )
}

/// Whether control does not get behind a statement.
pub(crate) fn never_ends(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Block(block) => {
            matches!(block.items.last(), Some(BlockItem::Statement(s)) if never_ends(s))
        }
        _ => jumps(&s.kind),
    }
}

/// Changes the tree at a place.
pub(crate) fn change(function: &mut Function, place: &InsertionGap, f: &mut dyn FnMut(At<'_>)) {
    if let Slot::Item(index) = place.slot
        && function.body.span == place.point.around
    {
        return f(At::Block(&mut function.body, index));
    }
    for item in &mut function.body.items {
        if let BlockItem::Statement(s) = item {
            change_in(s, place, f);
        }
    }
}

fn change_in(s: &mut Stmt, place: &InsertionGap, f: &mut dyn FnMut(At<'_>)) {
    let around = place.point.around;
    if !s.span.encloses(around) {
        return;
    }

    // A gap at the statement itself.
    let is_place = match place.slot {
        Slot::Item(_) => false,
        Slot::Else => matches!(s.kind, StmtKind::If(..)),
        Slot::Empty => matches!(s.kind, StmtKind::Empty),
        Slot::Labelled => !matches!(
            s.kind,
            StmtKind::Case(..) | StmtKind::Default(_) | StmtKind::Label(..)
        ),
        Slot::Start | Slot::End => true,
    };
    if is_place && s.span == around {
        return f(At::Statement(s));
    }

    // A gap at a position in a block, or inside one of the statements that this one contains.
    match &mut s.kind {
        StmtKind::Block(block) => {
            if let Slot::Item(index) = place.slot
                && block.span == around
            {
                return f(At::Block(block, index));
            }
            for item in &mut block.items {
                if let BlockItem::Statement(s) = item {
                    change_in(s, place, f);
                }
            }
        }
        StmtKind::If(_, then, els) => {
            change_in(then, place, f);
            if let Some(els) = els {
                change_in(els, place, f);
            }
        }
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(_, _, body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => change_in(body, place, f),
        StmtKind::For(parts) => change_in(&mut parts.body, place, f),
        _ => {}
    }
}
