//! Statements in the mirror: `s->next->prev = s->prev;` beside `s->prev->next = s->next;`. Where a structure has two
//! directions, what is done in one is often forgotten in the other.

use rustc_hash::FxHashSet;
use syntax::Parse;
use syntax::ast::{BlockItem, Expr, ExprKind, Function, Item, Stmt, StmtKind};
use syntax::visit::{Walk, each_inside, each_of_item, each_statement_of};

use super::trees::own_text;
use crate::limits::MAX_MIRRORED;
use crate::macros::is_part_of_name;

/// Statements of a function, alone or under a condition, with two members exchanged, unless the function has them.
/// `members` are those that the file names.
pub(super) fn mirrored(
    function: &Function,
    parse: &Parse,
    members: &[String],
) -> Vec<(String, StmtKind)> {
    let mut changed = function.clone();
    let mut written: Vec<(String, StmtKind)> = Vec::new();
    each_statement_of(&mut changed, &mut |s| written.extend(simple(s, parse)));
    let known: FxHashSet<String> = written.iter().map(|(text, _)| solid(text)).collect();
    let all = members_of_item(Item::Function(changed));
    let mut found: Vec<(String, StmtKind)> = Vec::new();
    for (text, kind) in &written {
        let own = members_of_statement(kind);
        let others = if own.len() > 1 { &own } else { &all };
        for a in &own {
            for b in others.iter().filter(|b| *b != a) {
                let new = exchanged(text, a, b);
                let is_new = !known.contains(&solid(&new)) && found.iter().all(|(t, _)| *t != new);
                if is_new && found.len() < MAX_MIRRORED {
                    let mut kind = kind.clone();
                    each_of(&mut kind, &mut |e| exchange(e, a, b));
                    found.push((new, kind));
                }
            }
        }
    }
    found.extend(doubly_mirrored(&written, members, &known));
    found
}

/// Statements about two members with both exchanged for others: `c->tail = n->prev;` beside `c->head = n->next;`.
fn doubly_mirrored(
    written: &[(String, StmtKind)],
    all: &[String],
    known: &FxHashSet<String>,
) -> Vec<(String, StmtKind)> {
    let mut found: Vec<(String, StmtKind)> = Vec::new();
    for (text, kind) in written {
        let own = members_of_statement(kind);
        let [a, c] = &own[..] else { continue };
        let others = || all.iter().filter(|other| !own.contains(other));
        for b in others() {
            for d in others().filter(|d| *d != b) {
                let new = exchanged(&exchanged(text, a, b), c, d);
                let is_new = !known.contains(&solid(&new)) && found.iter().all(|(t, _)| *t != new);
                if is_new && found.len() < MAX_MIRRORED {
                    let mut kind = kind.clone();
                    each_of(&mut kind, &mut |e| {
                        exchange(e, a, b);
                        exchange(e, c, d);
                    });
                    found.push((new, kind));
                }
            }
        }
    }
    found
}

/// An expression that is a statement, or the only one under a condition, with its text.
fn simple(s: &Stmt, parse: &Parse) -> Option<(String, StmtKind)> {
    match &s.kind {
        StmtKind::Expr(e) if matches!(e.kind, ExprKind::Assign(..) | ExprKind::Call(..)) => {
            Some((format!("{};", own_text(parse, e)?), s.kind.clone()))
        }
        StmtKind::If(condition, then, _) => {
            let then = match &then.kind {
                StmtKind::Block(block) => match &block.items[..] {
                    [BlockItem::Statement(only)] => only,
                    _ => return None,
                },
                _ => then,
            };
            let (text, _) =
                simple(then, parse).filter(|_| matches!(then.kind, StmtKind::Expr(_)))?;
            let kind = StmtKind::If(condition.clone(), Box::new(then.clone()), None);
            Some((format!("if ({}) {text}", own_text(parse, condition)?), kind))
        }
        _ => None,
    }
}

/// Calls `f` on each expression of a simple statement.
fn each_of(kind: &mut StmtKind, f: &mut dyn FnMut(&mut Expr)) {
    let mut each = |e: &mut Expr| {
        each_inside(e, &mut |inner| {
            f(inner);
            Walk::On
        });
    };
    match kind {
        StmtKind::Expr(e) => each(e),
        StmtKind::If(condition, then, _) => {
            each(condition);
            if let StmtKind::Expr(e) = &mut then.kind {
                each(e);
            }
        }
        _ => {}
    }
}

fn members_of_statement(kind: &StmtKind) -> Vec<String> {
    let mut found = Vec::new();
    each_of(&mut kind.clone(), &mut |e| note_member(e, &mut found));
    found
}

fn members_of_item(mut item: Item) -> Vec<String> {
    let mut found = Vec::new();
    each_of_item(&mut item, &mut |e| {
        note_member(e, &mut found);
        Walk::On
    });
    found
}

/// Adds the member that an expression names.
pub(super) fn note_member(e: &Expr, found: &mut Vec<String>) {
    if let ExprKind::Member(_, name, _) = &e.kind
        && !found.contains(&name.text)
    {
        found.push(name.text.clone());
    }
}

fn exchange(e: &mut Expr, a: &str, b: &str) {
    if let ExprKind::Member(_, name, _) = &mut e.kind {
        if name.text == a {
            b.clone_into(&mut name.text);
        } else if name.text == b {
            a.clone_into(&mut name.text);
        }
    }
}

/// A text with the names of two members exchanged.
fn exchanged(text: &str, a: &str, b: &str) -> String {
    let (mut new, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let end = match rest.find(|c| !is_part_of_name(c)) {
            Some(0) | None => first.len_utf8().max(if is_part_of_name(first) {
                rest.len()
            } else {
                0
            }),
            Some(end) => end,
        };
        let (word, behind) = rest.split_at(end);
        let is_member = new.ends_with('.') || new.ends_with("->");
        new.push_str(match word {
            _ if !is_member => word,
            word if word == a => b,
            word if word == b => a,
            word => word,
        });
        rest = behind;
    }
    new
}

/// A text without blanks.
fn solid(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::super::unused::OfFile;
    use super::*;
    use crate::generate::tests::read;

    #[test]
    fn what_is_done_in_one_direction_is_done_in_the_other() {
        let text = "struct n { struct n *prev, *next; int prev_id; };
void cut(struct n *s, int prev) {
  if (s->prev) { s->prev->next = s->next; } else prev = 0;
  s->prev_id = prev;
}";
        let parse = read(text);
        let Some(Item::Function(function)) = parse.unit.items.last() else {
            panic!("no function");
        };
        let all: Vec<String> = mirrored(function, &parse, &[])
            .into_iter()
            .map(|(text, _)| text)
            .collect();
        for new in [
            "if (s->next) s->next->prev = s->prev;",
            "s->next->prev = s->prev;",
        ] {
            assert!(all.contains(&new.to_owned()), "{new} is not in {all:?}");
        }
        assert!(all.contains(&"s->prev = prev;".to_owned()), "{all:?}");
    }

    #[test]
    fn two_directions_may_have_two_ends() {
        let text = "struct n { struct n *prev, *next; }; struct list { struct n *head, *tail; };
struct n *last(struct list *l) { return l->tail; }
void cut(struct list *l, struct n *s) { if (s->prev) s->prev->next = s->next; else l->head = s->next; }";
        let parse = read(text);
        let Some(Item::Function(function)) = parse.unit.items.last() else {
            panic!("no function");
        };
        let all = mirrored(function, &parse, &OfFile::new(&parse).members);
        let is_end = |(text, _): &(String, StmtKind)| text == "l->tail = s->prev;";
        assert!(all.iter().any(is_end), "{all:?}");
    }
}
