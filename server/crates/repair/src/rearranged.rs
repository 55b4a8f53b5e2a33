//! Fixes that arrange what is written in another way, close to where it stands: another order ([`other_order`]), an
//! `else` before a statement after an `if`, a `break` before the next `case`, the second and third part of a `for`
//! exchanged, the head of a loop turned round ([`crate::reversed_loop`]), `while` for `if`, an assignment for a
//! declaration ([`crate::shadowed`]), the body that a semicolon empties ([`crate::emptied`]), braces around a body of
//! several lines ([`crate::braces`]), and `static` for an array that outlives its function ([`crate::lasting`]).
//!
//! There are few such changes, and hardly any of them passes the tests by accident. So all of them are tried.

use syntax::ast::{BlockItem, Expr, ExprKind, Function, Item, Stmt, StmtKind};
use syntax::visit::{Walk, each_block_of, each_inside, each_inside_statement, each_statement_of};
use syntax::{Parse, Span};

use crate::braces::braced;
use crate::emptied::filled;
use crate::joint::Joint;
use crate::lasting::lasting;
use crate::limits::{
    PLAUSIBLE_BREAK, PLAUSIBLE_BREAK_OF_LOST, PLAUSIBLE_ELSE, PLAUSIBLE_LOOP, PLAUSIBLE_ONCE,
    PLAUSIBLE_REVERSAL, PLAUSIBLE_REVERSAL_FOR_ONE,
};
use crate::missing::gaps::{InsertionGap, gaps, never_ends};
use crate::missing::{put, with};
use crate::moved_statement::{Change, accepted};
use crate::other_order::{self, inner, place_of};
use crate::patch::{Fix, TextEdit};
use crate::reversed_loop::reversed;
use crate::shadowed::unhidden;
use crate::validate::{FirstHalf, Fixer, Judges};

/// Plausibility of exchanging parts of a `for`.
const CLAUSES: f64 = 0.95;

/// Fixes that rearrange code in which one of these places is.
pub fn rearranged(fixer: &mut Fixer<'_>, places: &[Span]) -> Vec<Joint> {
    let found = accepted_at(fixer, places).into_iter();
    found.map(|(_, _, joint)| joint).collect()
}

/// [`rearranged`] for the first of several edits, with the places that each changes.
pub fn first_rearranged(fixer: &mut Fixer<'_>, places: &[Span]) -> Vec<(Vec<Span>, FirstHalf)> {
    let parse = fixer.original;
    let found = accepted_at(fixer, places).into_iter();
    let halves = found.filter_map(|(item, function, Joint { places, fix })| {
        let mut parse = parse.edited();
        *parse.unit.items.get_mut(item)? = Item::Function(function);
        Some((places, FirstHalf { fix, parse }))
    });
    halves.collect()
}

fn accepted_at(fixer: &mut Fixer<'_>, places: &[Span]) -> Vec<Change> {
    let (parse, reversal) = (fixer.original, plausible_reversal(fixer.trials.judges));
    let of_statements = breaks(parse).into_iter().chain(pairs(parse));
    let of_statements = of_statements.chain(unhidden(parse));
    // Loops without end take long.
    let of_statements = of_statements
        .chain(repetitions(parse))
        .chain(reversed(parse, reversal))
        .filter(|(_, _, joint)| joint.places.iter().any(|place| places.contains(place)));
    // These are few, and what fails may lie far from them.
    let few = clauses(parse).into_iter().chain(filled(parse));
    let few = few.chain(braced(parse));
    let changes = few.chain(lasting(parse)).chain(of_statements);
    accepted(fixer, changes)
}

/// Plausibility of another direction of a loop: with it, one of many tests often passes by accident.
fn plausible_reversal(judges: Judges<'_>) -> f64 {
    if judges.failing.len() == 1 && !judges.passing.is_empty() {
        PLAUSIBLE_REVERSAL_FOR_ONE
    } else {
        PLAUSIBLE_REVERSAL
    }
}

/// A `break` at the end of each `case` from which the next one is reached.
fn breaks(parse: &Parse) -> Vec<Change> {
    let mut found = Vec::new();
    for (item, definition) in parse.unit.items.iter().enumerate() {
        let Item::Function(function) = definition else {
            continue;
        };
        // The last statement of each case, with the next one.
        let mut ends: Vec<(Stmt, Stmt)> = Vec::new();
        each_block_of(&mut function.clone(), &mut |block| {
            for pair in block.items.windows(2) {
                if let [BlockItem::Statement(one), BlockItem::Statement(other)] = pair
                    && matches!(other.kind, StmtKind::Case(..) | StmtKind::Default(_))
                {
                    ends.push((inner(one).clone(), other.clone()));
                }
            }
        });
        for gap in gaps(function, parse) {
            let mut ends = ends.iter();
            let end = ends.find(|(_, next)| gap.point.after == Some(next.span));
            if let Some((last, next)) = end {
                let plausibility = if overwrites(inner(next), last) {
                    PLAUSIBLE_BREAK_OF_LOST
                } else {
                    PLAUSIBLE_BREAK
                };
                found.extend(
                    with_break(parse, function, &gap, last, plausibility)
                        .map(|(changed, joint)| (item, changed, joint)),
                );
            }
        }
    }
    found
}

/// Whether a statement assigns a new value to what another one assigns to.
fn overwrites(next: &Stmt, last: &Stmt) -> bool {
    let target = |s: &Stmt| match &s.kind {
        StmtKind::Expr(Expr {
            kind: ExprKind::Assign(None, target, _),
            ..
        }) => match &target.kind {
            ExprKind::Ident(name) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    };
    target(last).is_some_and(|last| target(next) == Some(last))
}

/// A `break` in a gap, behind this statement.
fn with_break(
    parse: &Parse,
    function: &Function,
    gap: &InsertionGap,
    last: &Stmt,
    plausibility: f64,
) -> Option<(Function, Joint)> {
    let kind = StmtKind::Break;
    let span = gap.point.span;
    let changed = with(function, gap, Stmt { kind, span })?;
    let fix = Fix {
        plausibility,
        ..put(parse, gap, "break;")?
    };
    let places = place_of(last).into_iter().collect();
    Some((changed, Joint { places, fix }))
}

/// Another order, and an `else` between two statements in a row.
fn pairs(parse: &Parse) -> Vec<Change> {
    let mut found = Vec::new();
    for (item, definition) in parse.unit.items.iter().enumerate() {
        let Item::Function(function) = definition else {
            continue;
        };
        found.extend(other_order::branches(parse, item, function));
        found.extend(other_order::heads(parse, item, function));
        let mut blocks = Vec::new();
        each_block_of(&mut function.clone(), &mut |block| {
            blocks.push(block.clone());
        });
        for pair in blocks.iter().flat_map(|block| block.items.windows(2)) {
            if let [BlockItem::Statement(one), BlockItem::Declaration(other)] = pair {
                found.extend(other_order::declaration(parse, item, function, one, other));
            }
            let [BlockItem::Statement(one), BlockItem::Statement(other)] = pair else {
                continue;
            };
            let spans = [one.span, other.span];
            if spans.iter().any(|span| parse.macro_use_at(*span).is_some()) {
                continue;
            }
            if let Some(joint) = with_else(one, other) {
                let mut changed = function.clone();
                each_block_of(&mut changed, &mut |block| {
                    let is_one = |item: &BlockItem| matches!(item, BlockItem::Statement(s) if s.span == one.span);
                    if let Some(at) = block.items.iter().position(is_one)
                        && let BlockItem::Statement(other) = block.items.remove(at + 1)
                        && let BlockItem::Statement(one) = &mut block.items[at]
                    {
                        add_else(one, other);
                    }
                });
                found.push((item, changed, joint));
            }
            found.extend(other_order::statements(parse, item, function, [one, other]));
        }
    }
    found
}

/// `if (a) x; else y;` for `if (a) x; y;`
fn with_else(one: &Stmt, other: &Stmt) -> Option<Joint> {
    let place = place_of(other).filter(|_| lacks_else(one))?;
    let start = other.span.start;
    let edit = TextEdit {
        span: Span {
            end: start,
            ..other.span
        },
        text: "else ".to_owned(),
    };
    let fix = Fix::new("else", edit, PLAUSIBLE_ELSE);
    let places = vec![place];
    Some(Joint { places, fix })
}

/// Whether an `else` could follow an `if` statement, and would matter.
fn lacks_else(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::If(_, then, None) => !never_ends(then) && !then.ends_in_open_if(),
        StmtKind::If(_, _, Some(els)) => lacks_else(els),
        _ => false,
    }
}

/// Puts a statement into the last missing `else` of a chain.
fn add_else(one: &mut Stmt, other: Stmt) {
    if let StmtKind::If(_, _, els) = &mut one.kind {
        match els {
            Some(els) => add_else(els, other),
            None => *els = Some(Box::new(other)),
        }
    }
}

/// `for (i = 0; i++; i < n)` as `for (i = 0; i < n; i++)`.
fn clauses(parse: &Parse) -> Vec<Change> {
    let mut found = Vec::new();
    for (item, definition) in parse.unit.items.iter().enumerate() {
        let Item::Function(function) = definition else {
            continue;
        };

        // Loops whose condition counts, and whose step does not.
        let mut loops: Vec<(Span, Span)> = Vec::new();
        each_statement_of(&mut function.clone(), &mut |s| {
            if let StmtKind::For(parts) = &s.kind
                && let (Some(condition), Some(step)) = (&parts.condition, &parts.step)
                && steps(condition)
                && !steps(step)
            {
                loops.push((condition.span, step.span));
            }
        });

        // One change for each of them: the two clauses swapped.
        for (condition, step) in loops {
            let mut changed = function.clone();
            each_statement_of(&mut changed, &mut |s| {
                if let StmtKind::For(parts) = &mut s.kind
                    && parts
                        .condition
                        .as_ref()
                        .is_some_and(|c| c.span == condition)
                {
                    std::mem::swap(&mut parts.condition, &mut parts.step);
                }
            });
            let edit = |span: Span, other: Span| TextEdit {
                span,
                text: parse.sources.text(other).to_owned(),
            };
            let joint = Joint {
                places: vec![condition, step],
                fix: Fix {
                    also: vec![edit(step, condition)],
                    ..Fix::new("clauses exchanged", edit(condition, step), CLAUSES)
                },
            };
            found.push((item, changed, joint));
        }
    }
    found
}

/// `while (a) x;` for `if (a) x;` if the body changes what the condition reads, and the reverse.
fn repetitions(parse: &Parse) -> Vec<Change> {
    let mut found = Vec::new();
    for (item, definition) in parse.unit.items.iter().enumerate() {
        let Item::Function(function) = definition else {
            continue;
        };
        let mut all: Vec<Stmt> = Vec::new();
        each_statement_of(&mut function.clone(), &mut |s| all.push(s.clone()));
        for s in all {
            let (condition, kind, [old, new], plausibility) = match &s.kind {
                StmtKind::If(c, then, None) if changes(then, c) => {
                    let kind = StmtKind::While(c.clone(), then.clone());
                    (c.span, kind, ["if", "while"], PLAUSIBLE_LOOP)
                }
                StmtKind::While(c, body) => {
                    let kind = StmtKind::If(c.clone(), body.clone(), None);
                    (c.span, kind, ["while", "if"], PLAUSIBLE_ONCE)
                }
                _ => continue,
            };
            let keyword = Span {
                end: s.span.start + old.len() as u32,
                ..s.span
            };
            if parse.macro_use_at(s.span).is_some() || parse.sources.text(keyword) != old {
                continue;
            }
            let mut changed = function.clone();
            each_statement_of(&mut changed, &mut |other| {
                if other.span == s.span && other.kind == s.kind {
                    other.kind = kind.clone();
                }
            });
            let edit = TextEdit {
                span: keyword,
                text: new.to_owned(),
            };
            let fix = Fix::new("loop keyword", edit, plausibility);
            let places = vec![condition];
            found.push((item, changed, Joint { places, fix }));
        }
    }
    found
}

/// Whether a statement assigns to a variable that a condition reads, or the condition itself has effects.
fn changes(body: &Stmt, condition: &Expr) -> bool {
    let (mut read, mut has_effects) = (Vec::new(), false);
    each_inside(&mut condition.clone(), &mut |e| {
        has_effects |= steps(e) || matches!(e.kind, ExprKind::Call(..));
        if let ExprKind::Ident(name) = &e.kind {
            read.push(name.clone());
        }
        Walk::On
    });
    let mut is_changed = has_effects;
    each_inside_statement(&mut body.clone(), &mut |e| {
        if let ExprKind::Assign(_, target, _) | ExprKind::IncDec { target, .. } = &e.kind {
            each_inside(&mut target.clone(), &mut |e| {
                is_changed |= matches!(&e.kind, ExprKind::Ident(name) if read.contains(name));
                Walk::On
            });
        }
        Walk::On
    });
    is_changed
}

/// Whether an expression is evaluated for its side effect.
fn steps(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::IncDec { .. } | ExprKind::Assign(..))
}
