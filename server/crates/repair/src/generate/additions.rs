//! Statements forgotten beside another one: the end of a string, a step of a counter, the next node of a list.
//!
//! In the tree, such a statement and the one beside it form one expression (`a, b`); in the text they are two
//! statements. Assignments of arbitrary values are handled elsewhere ([`crate::missing`]); the statements here need no
//! value, or always the same one.

use syntax::ast::{Expr, ExprKind};
use syntax::{Parse, Span};

use crate::edit::{Edit, Number};
use crate::generate::scope::Scope;
use crate::kind::EditKind;
use crate::limits::MAX_VARIABLES;

/// A statement with its text.
type Statement = (ExprKind, String, EditKind);

/// Statements that may be missing just before or after an expression that is a statement or is returned.
pub(crate) fn additions(e: &Expr, is_statement: bool, scope: &Scope, parse: &Parse) -> Vec<Edit> {
    if parse.macro_use_at(e.span).is_some() {
        return Vec::new();
    }
    let Some(whole) = statement(parse, e.span, is_statement) else {
        return Vec::new();
    };
    let text = parse.sources.text(whole);
    let gap = gap(parse, whole);
    let mut edits = Vec::new();
    for (kind, new, of) in statements(scope, e.span) {
        let added = Expr { kind, span: e.span };
        let mut push = |first: &Expr, second: &Expr, text: String| {
            let kind = ExprKind::Comma(Box::new(first.clone()), Box::new(second.clone()));
            edits.push(Edit {
                tree: Expr { kind, span: e.span },
                span: whole,
                text,
                hole: None,
                kind: of,
            });
        };
        push(&added, e, format!("{new};{gap}{text}"));
        if is_statement {
            push(e, &added, format!("{text};{gap}{new}"));
        }
    }
    edits
}

/// The span of a statement without its semicolon, if it is in a block.
fn statement(parse: &Parse, e: Span, is_statement: bool) -> Option<Span> {
    let text = &parse.sources.file(e.file)?.text;
    let (before, after) = (text.get(..e.start as usize)?, text.get(e.end as usize..)?);
    let mut before = before.trim_end();
    if !is_statement {
        before = before.strip_suffix("return")?;
    }
    let start = if is_statement {
        e.start
    } else {
        before.len() as u32
    };
    let in_block = before.trim_end().ends_with([';', '{', '}']);
    (in_block && after.trim_start().starts_with(';')).then_some(Span { start, ..e })
}

/// The text between two statements: the second one gets its own line if the first has one.
fn gap(parse: &Parse, first: Span) -> String {
    let file = parse.sources.file(first.file);
    let line = file.and_then(|file| {
        let before = file.text.get(..first.start as usize)?;
        let blank = before.rsplit('\n').next()?;
        let is_blank = blank.chars().all(char::is_whitespace);
        is_blank.then(|| format!("{}{blank}", file.line_end(first.start)))
    });
    line.unwrap_or_else(|| " ".to_owned())
}

/// The statements that may be missing, built from the visible variables, last declared first.
fn statements(scope: &Scope, span: Span) -> Vec<Statement> {
    let ident = |name: &str| Expr {
        kind: ExprKind::Ident(name.to_owned()),
        span,
    };
    let zero = || Expr {
        kind: Number::Int(0).zero(),
        span,
    };
    let assign = |to: Expr, from: Expr| ExprKind::Assign(None, Box::new(to), Box::new(from));
    let counters: Vec<&str> = scope.local_integers().take(MAX_VARIABLES).collect();
    let mut found = Vec::new();

    // The statement that ends a text.
    for text in scope.local_texts().take(MAX_VARIABLES) {
        for counter in &counters {
            let element = ExprKind::Index(Box::new(ident(text)), Box::new(ident(counter)));
            let element = Expr {
                kind: element,
                span,
            };
            found.push((
                assign(element, zero()),
                format!("{text}[{counter}] = '\\0'"),
                EditKind::Addition,
            ));
        }
    }

    // The statement that moves on to the next element of a linked list.
    for name in scope.local_pointers().take(MAX_VARIABLES) {
        for link in scope.links(name) {
            let link_name = syntax::ast::Name {
                text: link.to_owned(),
                span,
            };
            let next = ExprKind::Member(Box::new(ident(name)), link_name, true);
            let next = Expr { kind: next, span };
            found.push((
                assign(ident(name), next),
                format!("{name} = {name}->{link}"),
                EditKind::Addition,
            ));
        }
    }

    // The statement that counts.
    for counter in counters {
        for (increment, op) in [(true, "++"), (false, "--")] {
            let step = ExprKind::IncDec {
                target: Box::new(ident(counter)),
                increment,
                prefix: false,
            };
            found.push((step, format!("{counter}{op}"), EditKind::Count));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use syntax::visit::{Walk, each_expr};

    use super::*;
    use crate::generate::deletion::statements;
    use crate::generate::scope::Scope;
    use crate::generate::tests::read;

    /// The texts that additions to the expression with this text yield, without blanks.
    fn added(text: &str, at: &str) -> Vec<String> {
        let parse = read(text);
        let mut unit = parse.unit.clone();
        let is_statement = statements(&mut unit);
        let mut found = Vec::new();
        each_expr(&mut unit, &mut |e| {
            if parse.sources.text(e.span) == at {
                let scope = Scope::at(&parse.unit, e.span);
                for edit in additions(e, is_statement.contains(&e.span), &scope, &parse) {
                    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
                    let new = format!("{}{}{}", &text[..start], edit.text, &text[end..]);
                    assert!(read(&new).problems.is_empty(), "{new}");
                    found.push(edit.text);
                }
            }
            Walk::On
        });
        found
    }

    #[test]
    fn what_is_missing_stands_beside_what_is_there() {
        let text = "struct node { struct node *next; }; int g; \
                    int f(struct node *p, char *to) { int i = 0; while (p) { i = i + 1; } if (g) g = 2; return i + 2; }";
        let beside = added(text, "i = i + 1");
        for new in [
            "i = i + 1; to[i] = '\\0'",
            "to[i] = '\\0'; i = i + 1",
            "i = i + 1; p = p->next",
            "i = i + 1; i++",
        ] {
            assert!(
                beside.contains(&new.to_owned()),
                "{new} is not in {beside:?}"
            );
        }
        let returned = added(text, "i + 2");
        assert!(
            returned.contains(&"to[i] = '\\0'; return i + 2".to_owned()),
            "{returned:?}"
        );
        assert!(!returned.iter().any(|new| new.contains("return i + 2;")));
        let text = "void f(int i) {\n    i = 3;\n}\n";
        let beside = added(text, "i = 3");
        assert!(beside.contains(&"i = 3;\n    i++".to_owned()), "{beside:?}");
        // Without braces, the addition would be outside the `if`.
        let text = "int g; void f(int i) { if (i) g = 2; }";
        assert_eq!(added(text, "g = 2"), Vec::<String>::new());
    }
}
