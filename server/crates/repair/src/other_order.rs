//! Fixes that put what is written into another order: two statements in a row, two branches of a chain of `if` and
//! `else if`, the heads of two nested loops.
//!
//! `if (y % 100 == 0) return 0;` before `if (y % 400 == 0) return 1;` hides the second one, and the loop over the nodes
//! on the way has to be the outermost one: everything is there, and nothing is at its place.

use syntax::ast::{BlockItem, Declaration, Expr, For, Function, Stmt, StmtKind};
use syntax::visit::{each_block_of, each_statement_of};
use syntax::{Parse, Span};

use crate::joint::Joint;
use crate::limits::{MAX_BRANCHES_IN_ORDER, MAX_NESTED_HEADS};
use crate::moved_statement::Change;
use crate::patch::{Fix, TextEdit};

/// Plausibility of exchanging two statements, or two branches.
const EXCHANGED: f64 = 0.8;
/// Plausibility of exchanging the heads of two loops.
const HEADS: f64 = 0.75;

/// The statements of two neighbours exchanged. Declarations stay where they are.
pub(crate) fn statements(
    parse: &Parse,
    item: usize,
    function: &Function,
    [one, other]: [&Stmt; 2],
) -> Option<Change> {
    let is_moved = |s: &Stmt| {
        use StmtKind::{Block, DoWhile, Expr, For, If, Switch, While};
        matches!(
            s.kind,
            Expr(_) | If(..) | While(..) | DoWhile(..) | For(_) | Switch(..) | Block(_)
        )
    };
    if !is_moved(one) || !is_moved(other) {
        return None;
    }
    let mut changed = function.clone();
    let mut is_done = false;
    each_block_of(&mut changed, &mut |block| {
        let at = |s: &Stmt| {
            let mut items = block.items.iter();
            items.position(|item| matches!(item, BlockItem::Statement(of) if of == s))
        };
        if let (false, Some(a), Some(b)) = (is_done, at(one), at(other)) {
            block.items.swap(a, b);
            is_done = true;
        }
    });
    let places = vec![place_of(one)?, place_of(other)?];
    let fix = swapped(parse, &[[one.span, other.span]], EXCHANGED)?;
    Some((item, changed, Joint { places, fix }))
}

/// A statement and the declaration after it exchanged, where the declaration computes something: what it reads may be
/// what the statement changes.
pub(crate) fn declaration(
    parse: &Parse,
    item: usize,
    function: &Function,
    one: &Stmt,
    other: &Declaration,
) -> Option<Change> {
    let [declared] = &other.declarators[..] else {
        return None;
    };
    if !matches!(one.kind, StmtKind::Expr(_)) || declared.init.is_none() {
        return None;
    }
    let mut changed = function.clone();
    each_block_of(&mut changed, &mut |block| {
        let at = block.items.windows(2).position(|pair| {
            matches!(pair, [BlockItem::Statement(s), BlockItem::Declaration(d)] if s == one && d == other)
        });
        if let Some(at) = at {
            block.items.swap(at, at + 1);
        }
    });
    let places = vec![place_of(one)?, declared.span];
    let fix = swapped(parse, &[[one.span, other.span]], EXCHANGED)?;
    Some((item, changed, Joint { places, fix }))
}

/// Two branches of each chain of `if` and `else if` exchanged.
pub(crate) fn branches(parse: &Parse, item: usize, function: &Function) -> Vec<Change> {
    let mut chains: Vec<Vec<[Span; 2]>> = Vec::new();
    each_statement_of(&mut function.clone(), &mut |s| {
        let chain = chain(s);
        let is_part = chains.iter().any(|known| known.ends_with(&chain));
        if chain.len() > 1 && !is_part {
            chains.push(chain);
        }
    });
    let mut found = Vec::new();
    for chain in chains {
        for (one, other) in pairs(&chain[..chain.len().min(MAX_BRANCHES_IN_ORDER)]) {
            let mut changed = function.clone();
            let of = |span: Span| branch_at(function, span);
            let (Some(a), Some(b)) = (of(one[0]), of(other[0])) else {
                continue;
            };
            each_statement_of(&mut changed, &mut |s| {
                if let StmtKind::If(condition, then, _) = &mut s.kind {
                    let new = match condition.span {
                        span if span == one[0] => &b,
                        span if span == other[0] => &a,
                        _ => return,
                    };
                    (*condition, *then) = new.clone();
                }
            });
            let spans = [[one[0], other[0]], [one[1], other[1]]];
            let places = vec![one[0], other[0]];
            let fix = swapped(parse, &spans, EXCHANGED);
            found.extend(fix.map(|fix| (item, changed, Joint { places, fix })));
        }
    }
    found
}

/// Condition and branch of the `if` with this condition.
fn branch_at(function: &Function, condition: Span) -> Option<(Expr, Box<Stmt>)> {
    let mut found = None;
    each_statement_of(&mut function.clone(), &mut |s| {
        if let StmtKind::If(c, then, _) = &s.kind
            && c.span == condition
        {
            found = Some((c.clone(), then.clone()));
        }
    });
    found
}

/// Conditions and branches of a chain.
fn chain(s: &Stmt) -> Vec<[Span; 2]> {
    let StmtKind::If(condition, then, els) = &s.kind else {
        return Vec::new();
    };
    let mut all = vec![[condition.span, then.span]];
    all.extend(els.iter().flat_map(|els| chain(els)));
    all
}

/// The heads of each two loops exchanged of which one consists of the other.
pub(crate) fn heads(parse: &Parse, item: usize, function: &Function) -> Vec<Change> {
    let mut nests: Vec<Vec<Stmt>> = Vec::new();
    each_statement_of(&mut function.clone(), &mut |s| {
        let nest = nest(s);
        let is_part = nests.iter().flatten().any(|known| known.span == s.span);
        if nest.len() > 1 && !is_part {
            nests.push(nest.into_iter().take(MAX_NESTED_HEADS).cloned().collect());
        }
    });
    let mut found = Vec::new();
    for (outer, inner) in nests.iter().flat_map(|nest| pairs(nest)) {
        let (StmtKind::For(a), StmtKind::For(b)) = (&outer.kind, &inner.kind) else {
            continue;
        };
        let mut changed = function.clone();
        each_statement_of(&mut changed, &mut |s| {
            let new = match s.span {
                span if span == outer.span => b,
                span if span == inner.span => a,
                _ => return,
            };
            if let StmtKind::For(parts) = &mut s.kind {
                let new = For::clone(new);
                (parts.init, parts.condition, parts.step) = (new.init, new.condition, new.step);
            }
        });
        let condition = |parts: &For| parts.condition.as_ref().map(|c| c.span);
        let spans = head(parse, outer, a).zip(head(parse, inner, b));
        let fix = spans.and_then(|(a, b)| swapped(parse, &[[a, b]], HEADS));
        let places = condition(a).zip(condition(b)).map(|(a, b)| vec![a, b]);
        found.extend(
            fix.zip(places)
                .map(|(fix, places)| (item, changed, Joint { places, fix })),
        );
    }
    found
}

/// A loop, the loop that is all of its body, and so on.
fn nest(s: &Stmt) -> Vec<&Stmt> {
    match &s.kind {
        StmtKind::For(parts) => [vec![s], nest(&parts.body)].concat(),
        StmtKind::Block(block) => match &block.items[..] {
            [BlockItem::Statement(only)] => nest(only),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// What stands between the parentheses of a loop, if there is no comment in it.
fn head(parse: &Parse, s: &Stmt, parts: &For) -> Option<Span> {
    let before = Span {
        end: parts.body.span.start,
        ..s.span
    };
    let text = parse.sources.text(before);
    let (open, close) = (text.find('(')?, text.rfind(')')?);
    let has_comment = text.contains("//") || text.contains("/*");
    (!has_comment && open < close).then(|| Span {
        start: s.span.start + open as u32 + 1,
        end: s.span.start + close as u32,
        ..s.span
    })
}

/// Each two of these, the first one first.
fn pairs<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    let firsts = all.iter().enumerate();
    firsts.flat_map(|(at, one)| all[at + 1..].iter().map(move |other| (one, other)))
}

/// The statement behind labels.
pub(crate) fn inner(s: &Stmt) -> &Stmt {
    match &s.kind {
        StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
            inner(body)
        }
        _ => s,
    }
}

/// Place of the first expression that a statement evaluates.
pub(crate) fn place_of(s: &Stmt) -> Option<Span> {
    match &s.kind {
        StmtKind::Expr(e)
        | StmtKind::If(e, ..)
        | StmtKind::While(e, _)
        | StmtKind::Switch(e, _) => Some(e.span),
        StmtKind::For(parts) => parts.condition.as_ref().map(|c| c.span),
        StmtKind::Block(block) => match block.items.first()? {
            BlockItem::Statement(s) => place_of(s),
            BlockItem::Declaration(_) => None,
        },
        _ => None,
    }
}

/// The texts of each two of these places exchanged; `None` if one of them is from a macro, or has the same text.
fn swapped(parse: &Parse, places: &[[Span; 2]], plausibility: f64) -> Option<Fix> {
    let all = places.as_flattened();
    if all.iter().any(|span| parse.macro_use_at(*span).is_some()) {
        return None;
    }
    let text = |span: Span| parse.sources.text(span).to_owned();
    let edit = |span: Span, of: Span| TextEdit {
        span,
        text: text(of),
    };
    let differ = places.iter().filter(|[a, b]| text(*a) != text(*b));
    let edits = differ.flat_map(|&[a, b]| [edit(a, b), edit(b, a)]);
    Fix::of("other order", edits.collect(), plausibility)
}
