//! The wording of outputs: the text printed around the values.
//!
//! A wrong text hides everything behind it. If relaxing `printf` alone makes a test pass by printing the expected
//! output, nothing is learned about the printed values. So the text is corrected first, as far as the tests determine
//! it ([`mod@learn`]): the text between the values is as expected, and the values remain those of the program. If all
//! tests pass then, that is a fix.

mod learn;

use ir::Program;
use lower::{LowerOptions, Relowering, lower};
use syntax::ast::{Expr, ExprKind};
use syntax::visit::{Walk, each_expr};
use syntax::{Parse, Span};

use crate::generate::deletion::{placeholder, statement_of};
use crate::patch::{TextEdit, literal};
use crate::sites::exchange;
use crate::validate::bare;
use learn::learn;

/// An output with another text.
#[derive(Debug, Clone)]
pub struct Rewording {
    /// Position of the replaced expression in the traversal of the unit.
    position: usize,
    tree: Expr,
    /// The edit of the source.
    pub edit: TextEdit,
}

/// The output at `place`, with the format that prints `needed`, one text for each of its executions; `None` if no other
/// format does.
pub fn reword(parse: &Parse, place: Span, needed: &[Vec<u8>]) -> Option<Rewording> {
    // The call, and its position among the expressions of the unit.
    let mut unit = parse.unit.clone();
    let mut call = None;
    let mut position = 0;
    each_expr(&mut unit, &mut |e| {
        if e.span == place && matches!(e.kind, ExprKind::Call(..)) {
            call = Some((position, e.clone()));
            return Walk::Stop;
        }
        position += 1;
        Walk::On
    });
    let (position, call) = call?;

    // Text out of a macro is not changed here: the macro may be used elsewhere.
    if parse.macro_use_at(place).is_some() || needed.is_empty() {
        return None;
    }
    let printed = OutputText::of(&call)?;

    // Nothing is to be printed: the whole statement is deleted.
    if needed.iter().all(Vec::is_empty) {
        return Some(Rewording {
            position,
            tree: placeholder(place),
            edit: TextEdit {
                span: statement_of(parse, place)?,
                text: String::new(),
            },
        });
    }

    // Otherwise the format is replaced by one that prints the texts.
    let (old, text) = printed.text(needed)?;
    let span = old.span;
    if parse.macro_use_at(span).is_some() || old.kind == ExprKind::Str(text.clone()) {
        return None;
    }
    Some(Rewording {
        position: position + printed.inside(&call)?,
        edit: TextEdit {
            span,
            text: literal(&text, parse.sources.file(span.file)?.latin1)?,
        },
        tree: Expr {
            kind: ExprKind::Str(text),
            span,
        },
    })
}

/// The program with outputs reworded. Its components keep their ids, except for those that no longer exist. `None` if
/// it has errors, or warnings of gcc that the original does not have.
pub fn reworded(original: &Parse, rewordings: &[Rewording]) -> Option<(Parse, Program)> {
    let mut parse = original.edited();
    // Last ones first: a replacement may contain fewer expressions than the original.
    let mut rewordings: Vec<&Rewording> = rewordings.iter().collect();
    rewordings.sort_by_key(|r| std::cmp::Reverse(r.position));
    for r in rewordings {
        exchange(&mut parse.unit.items, r.position, &mut r.tree.clone())?;
    }
    let is_accepted = Relowering::new(original, &bare()).accepts(&lower(&parse, &bare()));
    is_accepted.then(|| {
        let program = lower(&parse, &LowerOptions::default()).program;
        (parse, program)
    })
}

/// The text argument of an output call.
enum OutputText<'e> {
    /// A format.
    Format(&'e Expr),
    /// A literal text, and what is printed after it.
    Plain(&'e Expr, &'static [u8]),
}

impl<'e> OutputText<'e> {
    fn of(call: &'e Expr) -> Option<OutputText<'e>> {
        let ExprKind::Call(callee, args) = &call.kind else {
            return None;
        };
        let ExprKind::Ident(name) = &callee.kind else {
            return None;
        };
        let arg = |at: usize| args.get(at).filter(|a| matches!(a.kind, ExprKind::Str(_)));
        match name.as_str() {
            "printf" => arg(0).map(OutputText::Format),
            "fprintf" => arg(1).map(OutputText::Format),
            "puts" => arg(0).map(|text| OutputText::Plain(text, b"\n")),
            "fputs" => arg(0).map(|text| OutputText::Plain(text, b"")),
            _ => None,
        }
    }

    /// The literal, and its intended contents.
    fn text(&self, needed: &[Vec<u8>]) -> Option<(&'e Expr, Vec<u8>)> {
        let (OutputText::Format(literal) | OutputText::Plain(literal, _)) = self;
        let ExprKind::Str(old) = &literal.kind else {
            return None;
        };
        let text = match self {
            OutputText::Format(_) => learn(old, needed)?,
            OutputText::Plain(_, end) => {
                let first = needed.first().filter(|f| needed.iter().all(|n| n == *f))?;
                first.strip_suffix(*end)?.to_vec()
            }
        };
        Some((literal, text))
    }

    /// Position of the literal in a traversal that begins at the call.
    fn inside(&self, call: &Expr) -> Option<usize> {
        let (OutputText::Format(literal) | OutputText::Plain(literal, _)) = self;
        let (mut at, mut found) = (0, None);
        syntax::visit::each_inside(&mut call.clone(), &mut |e| {
            if e == *literal {
                found = Some(at);
                return Walk::Stop;
            }
            at += 1;
            Walk::On
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with the call that begins with `call` reworded.
    fn edited(text: &str, call: &str, needed: &[&str]) -> Option<String> {
        let needed: Vec<Vec<u8>> = needed.iter().map(|t| t.as_bytes().to_vec()).collect();
        edited_in(&syntax::Options::default(), text, call, &needed)
    }

    fn edited_in(
        options: &syntax::Options,
        text: &str,
        call: &str,
        needed: &[Vec<u8>],
    ) -> Option<String> {
        let text = format!("#define HELLO \"hello %d\\n\"\n{text}");
        let parse = syntax::parse("a.c", &text, &syntax::NoIncludes, options);
        let start = text.find(call).unwrap();
        let place = Span {
            file: syntax::FileId(0),
            start: start as u32,
            end: (start + text[start..].find(')').unwrap() + 1) as u32,
        };
        let reworded = reword(&parse, place, needed)?;
        let TextEdit { span, text: new } = &reworded.edit;
        let after = [
            &text[..span.start as usize],
            new,
            &text[span.end as usize..],
        ]
        .concat();
        // The tree matches the text.
        let (changed, _) = super::reworded(&parse, std::slice::from_ref(&reworded))?;
        let again = syntax::parse("a.c", &after, &syntax::NoIncludes, options);
        let literals = |parse: &Parse| {
            let mut found = Vec::new();
            each_expr(&mut parse.unit.clone(), &mut |e| {
                if let ExprKind::Str(bytes) = &e.kind {
                    found.push(bytes.clone());
                }
                Walk::On
            });
            found
        };
        assert_eq!(literals(&changed), literals(&again), "{after}");
        Some(after.split_once('\n').unwrap().1.to_owned())
    }

    #[test]
    fn letters_of_latin1_are_their_bytes() {
        let text = "int main(void) { puts(\"ü\"); }";
        let edited = |needed: &[u8]| {
            let options = syntax::Options {
                latin1: true,
                ..syntax::Options::default()
            };
            edited_in(&options, text, "puts", &[needed.to_vec()])
        };
        assert_eq!(edited(b"\xe4\n"), Some(text.replace('ü', "ä")));
        assert_eq!(edited("ä\n".as_bytes()), Some(text.replace('ü', "Ã¤")));
        assert_eq!(edited(b"\x80\n"), None);
    }

    #[test]
    fn the_literal_is_replaced_or_the_statement_goes() {
        let body = |inside: &str| format!("int main(void) {{\n{inside}\n}}\n");
        let cases: &[(&str, &[&str], &str)] = &[
            (
                "    printf(\"%d\", 3);",
                &["3!\n", "5!\n"],
                "    printf(\"%d!\\n\", 3);",
            ),
            ("puts(\"a\");", &["b\n"], "puts(\"b\");"),
            (
                "printf(\"a\" /* x */ \"b\");",
                &["\"c\\\n"],
                r#"printf("\"c\\\n");"#,
            ),
            (
                "int i;\n    printf(\"a\");\ni = 1;",
                &[""],
                "int i;\ni = 1;",
            ),
            ("int i; printf(\"a\"); i = 1;", &["", ""], "int i;  i = 1;"),
            (
                "if (1) printf(\"a\"); else puts(\"b\");",
                &[""],
                "if (1) ; else puts(\"b\");",
            ),
            ("printf(\"ü\");", &["öß\n"], "printf(\"öß\\n\");"),
        ];
        for (before, needed, after) in cases {
            let call = if before.contains("printf") {
                "printf"
            } else {
                "puts"
            };
            let found = edited(&body(before), call, needed);
            assert_eq!(found, Some(body(after)), "{before}");
        }
    }

    #[test]
    fn what_has_no_literal_of_its_own_stays() {
        let body = |inside: &str| format!("int main(void) {{ {inside} }}");
        for (inside, needed) in [
            ("printf(HELLO, 3);", "hi 3\n"),
            ("const char *s = \"%d\"; printf(s, 3);", "hi 3\n"),
            ("int n = printf(\"a\") + 1;", ""),
            ("puts(\"a\");", "a"),
            ("printf(\"a\");", "a"),
            ("printf(\"a\");", "\u{1}"),
        ] {
            let call = if inside.contains("printf") {
                "printf"
            } else {
                "puts"
            };
            assert_eq!(edited(&body(inside), call, &[needed]), None, "{inside}");
        }
        assert_eq!(edited(&body("printf(\"a\");"), "printf", &[]), None);
    }
}
