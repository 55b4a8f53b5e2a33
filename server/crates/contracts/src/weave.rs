//! Moves assertions and loop invariants to their places.
//!
//! The harness writes them as functions at the end of the unit, with one call of `__VERIFIER_assert` for each clause.
//! This module moves the calls out of these functions: an assertion becomes a statement before the one that follows it,
//! and an invariant is evaluated before the condition of its loop, `while (assert(I), c)`. Each call gets the place of
//! its clause, as does each check after a call in a harness: a failed check is reported where the user wrote it.

use syntax::Span;
use syntax::ast::{Block, BlockItem, Expr, ExprKind, Function, Item, Stmt, StmtKind, Unit};

use crate::Problem;
use crate::harness::{Check, Harness};

/// Moves checks into the bodies of functions. Returns a problem for each check without a place, with its file.
pub fn weave(unit: &mut Unit, harness: &Harness) -> Vec<(syntax::FileId, Problem)> {
    let mut problems = Vec::new();

    // The calls of a harness that check a clause get the place of that clause.
    for callable in &harness.callable {
        if let Some(f) = function(unit, &callable.harness) {
            for (call, at) in calls(&mut f.body).into_iter().zip(&callable.clauses) {
                call.span = *at;
            }
        }
    }

    // The body of a function that checks something inside another one is taken out of the unit and put there.
    for check in &harness.checks {
        let at = |item: &Item| matches!(item, Item::Function(f) if is_called(f, &check.function));
        let Some(at) = unit.items.iter().position(at) else {
            continue;
        };
        let Item::Function(mut f) = unit.items.remove(at) else {
            continue;
        };
        let written = calls(&mut f.body).into_iter().zip(&check.clauses);
        let exprs: Vec<Expr> = written
            .map(|(call, at)| Expr {
                kind: call.kind.clone(),
                span: *at,
            })
            .collect();

        let body = unit.items.iter_mut().find_map(|item| match item {
            Item::Function(f)
                if f.span.file == check.span.file && f.body.span.encloses(check.span) =>
            {
                Some(&mut f.body)
            }
            _ => None,
        });
        let is_placed = body.is_some_and(|body| in_block(body, check, exprs));
        if !is_placed {
            let message = if check.is_invariant {
                "no loop follows this invariant"
            } else {
                "this assertion stands in no function"
            };
            let at = check.span.start as usize;
            problems.push((
                check.span.file,
                Problem {
                    at,
                    message: message.to_owned(),
                },
            ));
        }
    }
    problems
}

fn is_called(f: &Function, name: &str) -> bool {
    f.declarator.name.as_ref().is_some_and(|n| n.text == name)
}

fn function<'u>(unit: &'u mut Unit, name: &str) -> Option<&'u mut Function> {
    unit.items.iter_mut().find_map(|item| match item {
        Item::Function(f) if is_called(f, name) => Some(f),
        _ => None,
    })
}

/// Calls of the assertion function that are statements of a block.
fn calls(block: &mut Block) -> Vec<&mut Expr> {
    let statements = block.items.iter_mut().filter_map(|item| match item {
        BlockItem::Statement(Stmt {
            kind: StmtKind::Expr(e),
            ..
        }) => Some(e),
        _ => None,
    });
    statements.filter(|e| matches!(&e.kind, ExprKind::Call(f, _) if matches!(&f.kind, ExprKind::Ident(name) if name == "__VERIFIER_assert"))).collect()
}

/// Inserts the calls before the next statement of a block, or into the statement that contains them.
fn in_block(block: &mut Block, check: &Check, exprs: Vec<Expr>) -> bool {
    let end = check.span.end;
    for (at, item) in block.items.iter_mut().enumerate() {
        let span = match item {
            BlockItem::Declaration(d) => d.span,
            BlockItem::Statement(s) => s.span,
        };
        if span.start >= end {
            return match item {
                BlockItem::Statement(s) if check.is_invariant => into_loop(s, exprs),
                _ if check.is_invariant => false,
                _ => {
                    let statements = exprs.into_iter().map(statement);
                    block
                        .items
                        .splice(at..at, statements.map(BlockItem::Statement));
                    true
                }
            };
        }
        if span.encloses(check.span) {
            return match item {
                BlockItem::Statement(s) => in_stmt(s, check, exprs),
                BlockItem::Declaration(_) => false,
            };
        }
    }
    if check.is_invariant {
        return false;
    }
    let statements = exprs.into_iter().map(statement);
    block.items.extend(statements.map(BlockItem::Statement));
    true
}

/// Inserts the calls into a statement that contains them.
fn in_stmt(s: &mut Stmt, check: &Check, exprs: Vec<Expr>) -> bool {
    let parts: Vec<&mut Stmt> = match &mut s.kind {
        StmtKind::Block(block) => return in_block(block, check, exprs),
        StmtKind::If(_, yes, no) => std::iter::once(&mut **yes)
            .chain(no.as_deref_mut())
            .collect(),
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(_, _, body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => vec![body],
        StmtKind::For(parts) => vec![&mut parts.body],
        _ => return false,
    };
    let next = parts
        .into_iter()
        .find(|part| part.span.end > check.span.end);
    match next {
        Some(part) if part.span.encloses(check.span) => in_stmt(part, check, exprs),
        Some(part) if check.is_invariant => into_loop(part, exprs),
        // A single statement outside of a block becomes a block.
        Some(part) => {
            before(part, exprs);
            true
        }
        None => false,
    }
}

/// Evaluates the calls before each evaluation of the condition of a loop.
fn into_loop(s: &mut Stmt, exprs: Vec<Expr>) -> bool {
    match &mut s.kind {
        StmtKind::While(condition, _) => first_then(condition, exprs),
        StmtKind::For(parts) => {
            let before = Span {
                end: s.span.start,
                ..s.span
            };
            let always = Expr::int(1, before);
            first_then(parts.condition.get_or_insert(always), exprs);
        }
        StmtKind::DoWhile(body, _) => before(body, exprs),
        StmtKind::Label(_, inner) => return into_loop(inner, exprs),
        _ => return false,
    }
    true
}

/// Replaces `e` by `calls, e`.
fn first_then(e: &mut Expr, exprs: Vec<Expr>) {
    for call in exprs.into_iter().rev() {
        let span = e.span;
        let last = std::mem::replace(e, Expr::int(0, span));
        *e = Expr {
            kind: ExprKind::Comma(Box::new(call), Box::new(last)),
            span,
        };
    }
}

/// Replaces `s` by `{ calls; s }`.
fn before(s: &mut Stmt, exprs: Vec<Expr>) {
    let span = s.span;
    let last = std::mem::replace(
        s,
        Stmt {
            kind: StmtKind::Empty,
            span,
        },
    );
    let items = exprs
        .into_iter()
        .map(statement)
        .chain(std::iter::once(last));
    s.kind = StmtKind::Block(Block {
        items: items.map(BlockItem::Statement).collect(),
        span,
    });
}

fn statement(e: Expr) -> Stmt {
    Stmt {
        span: e.span,
        kind: StmtKind::Expr(e),
    }
}
