//! Statements that only look like a part of the body above them: `if (a)` with two indented lines, and no braces around
//! them (gcc warns of misleading indentation).

use syntax::ast::{Block, BlockItem, Function, Item, Stmt, StmtKind};
use syntax::visit::{each_block_of, each_statement_of};
use syntax::{Parse, Span};

use crate::joint::Joint;
use crate::limits::{MAX_BODY, PLAUSIBLE_BRACES, PLAUSIBLE_JOINED};
use crate::moved_statement::Change;
use crate::other_order::{inner, place_of};
use crate::patch::{Fix, TextEdit};

/// Each body without braces together with the statements behind it.
pub(crate) fn braced(parse: &Parse) -> impl Iterator<Item = Change> {
    let mut found = Vec::new();
    for (item, definition) in parse.unit.items.iter().enumerate() {
        let Item::Function(function) = definition else {
            continue;
        };
        each_block_of(&mut function.clone(), &mut |block| {
            for at in 0..block.items.len() {
                let (before, behind) = block.items.split_at(at + 1);
                if let Some(BlockItem::Statement(head)) = before.last() {
                    for body in bodies(inner(head)) {
                        let all = longer(parse, body, behind).into_iter();
                        found.extend(
                            all.map(|(moved, joint)| (item, function, body.clone(), moved, joint)),
                        );
                    }
                }
            }
        });
    }
    // Functions are long, and most changes are never tried.
    let changes = found.into_iter();
    changes.map(|(item, function, body, moved, joint)| {
        (item, with_block(function, &body, &moved), joint)
    })
}

/// The bodies without braces with which a statement ends.
fn bodies(s: &Stmt) -> Vec<&Stmt> {
    let body = match &s.kind {
        StmtKind::If(_, _, Some(body)) | StmtKind::If(_, body, None) | StmtKind::While(_, body) => {
            body
        }
        StmtKind::For(parts) => &parts.body,
        _ => return Vec::new(),
    };
    let own = match body.kind {
        StmtKind::Block(_) | StmtKind::Empty => None,
        _ => Some(body),
    };
    own.into_iter().chain(bodies(body)).collect()
}

/// The first statements behind a body, which may be parts of it.
fn longer(parse: &Parse, body: &Stmt, behind: &[BlockItem]) -> Vec<(Vec<Stmt>, Joint)> {
    let mut moved = Vec::new();
    let mut found = Vec::new();
    for next in behind.iter().take(MAX_BODY) {
        let BlockItem::Statement(next) = next else {
            break;
        };
        moved.push(next.clone());
        let joint = joint(parse, body, &moved);
        found.extend(joint.map(|joint| (moved.clone(), joint)));
    }
    found
}

fn joint(parse: &Parse, body: &Stmt, moved: &[Stmt]) -> Option<Joint> {
    let last = moved.last()?;
    let is_written = |s: &Stmt| parse.macro_use_at(s.span).is_none();
    if !is_written(body) || !moved.iter().all(is_written) {
        return None;
    }
    let text = &parse.sources.file(body.span.file)?.text;
    let before = text.get(..body.span.start as usize)?;
    let own_line = indentation(before);
    let is_alike = |s: &Stmt| {
        let before = text.get(..s.span.start as usize);
        own_line.is_some() && before.and_then(indentation) == own_line
    };
    let head = before.trim_end();
    // Something else, such as a comment, may stand there.
    if !head.ends_with(')') && !head.ends_with("else") {
        return None;
    }
    let outer = head.rsplit('\n').next().unwrap_or(head);
    let outer = &outer[..outer.len() - outer.trim_start().len()];
    let (opened, closed) = match own_line {
        Some(_) => (" {".to_owned(), format!("\n{outer}}}")),
        None => (" {".to_owned(), " }".to_owned()),
    };
    let at = |at: u32| Span {
        start: at,
        end: at,
        ..body.span
    };
    let opening = TextEdit {
        span: at(head.len() as u32),
        text: opened,
    };
    let closing = TextEdit {
        span: at(last.span.end),
        text: closed,
    };
    let plausibility = if moved.iter().all(is_alike) {
        PLAUSIBLE_BRACES
    } else {
        PLAUSIBLE_JOINED
    };
    Some(Joint {
        // Behind a loop that does not end, nothing is executed.
        places: moved
            .iter()
            .rev()
            .chain([body])
            .filter_map(place_of)
            .collect(),
        fix: Fix {
            also: vec![closing],
            ..Fix::new("braces", opening, plausibility)
        },
    })
}

/// The blanks before a statement that begins a line.
fn indentation(before: &str) -> Option<&str> {
    let line = before.rsplit('\n').next()?;
    line.trim().is_empty().then_some(line)
}

/// The function with a block of these statements in place of the first one.
fn with_block(function: &Function, body: &Stmt, moved: &[Stmt]) -> Function {
    let mut changed = function.clone();
    each_block_of(&mut changed, &mut |block| {
        let is_moved = |item: &BlockItem| matches!(item, BlockItem::Statement(s) if moved.iter().any(|one| one.span == s.span));
        block.items.retain(|item| !is_moved(item));
    });
    let all = std::iter::once(body).chain(moved);
    let block = Block {
        items: all.cloned().map(BlockItem::Statement).collect(),
        span: body.span,
    };
    let mut is_done = false;
    each_statement_of(&mut changed, &mut |s| {
        if s.span == body.span && s.kind == body.kind && !is_done {
            is_done = true;
            s.kind = StmtKind::Block(block.clone());
        }
    });
    changed
}
