//! A mistake: what a fix changes, without what is accidental in it.

use serde::{Deserialize, Serialize};
use syntax::ast::{Expr, ExprKind, ForInit, Stmt, StmtKind, Unit};
use syntax::visit::{self, Walk};

use super::limits::LONGEST_CONTEXT;
use crate::model::words::flat;
use crate::model::{Edit, changed};
use crate::test_outline::Outline;

/// A change of the smallest expression or statement around an edit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mistake {
    /// The kind of place, as a noun with its article: ``the condition of a `for` ``.
    pub(crate) place: String,
    /// Text before the change; empty if a statement is missing.
    pub(crate) old: String,
    /// Text after the change.
    pub(crate) new: String,
    /// Both texts as tokens, with the file's own names numbered by their first occurrence in them.
    pub(crate) pattern: [Vec<String>; 2],
}

/// The place of changes that concern whole statements.
pub(crate) const STATEMENT: &str = "a statement";
/// Words with which statements begin.
const BEGIN: [&str; 12] = [
    "if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue",
    "goto",
];

impl Mistake {
    /// The mistake that an edit of a file with this text mends.
    pub(crate) fn of(text: &str, edit: &Edit) -> Mistake {
        let (old, new) = (repair::tokens(&edit.old), repair::tokens(&edit.new));
        let [removed, added] = changed([&old, &new]);
        let mut found = if is_broken(removed) || is_broken(added) {
            Mistake {
                place: STATEMENT.to_owned(),
                old: edit.old.clone(),
                new: edit.new.clone(),
                ..Mistake::default()
            }
        } else if removed.is_empty() {
            // What an insertion belongs to, the text after it tells.
            let (before, after) = text
                .split_at_checked(edit.start as usize)
                .unwrap_or((text, ""));
            let rest = after.get(edit.old.len()..).unwrap_or_default();
            let back = Edit {
                old: edit.new.clone(),
                new: edit.old.clone(),
                ..edit.clone()
            };
            let mut found = Place::of(&[before, &edit.new, rest].concat()).located(change(&back));
            std::mem::swap(&mut found.old, &mut found.new);
            found
        } else {
            Place::of(text).located(change(edit))
        };
        found.pattern = numbered([&found.old, &found.new], text);
        found.old = flat(&found.old);
        found.new = flat(&found.new);
        found
    }
}

/// Bytes of the file, and the text that replaces them.
type Change<'e> = (u32, u32, &'e str);

/// An edit that removes something, without what its texts have in common at both ends.
fn change(edit: &Edit) -> Change<'_> {
    let (old, new) = (repair::tokens(&edit.old), repair::tokens(&edit.new));
    let [removed, added] = changed([&old, &new]);
    let within = |text: &str, tokens: &[&str]| match tokens {
        [] => (0, 0),
        [first, .., last] => (offset(text, first), offset(text, last) + last.len()),
        [only] => (offset(text, only), offset(text, only) + only.len()),
    };
    let at = |offset: usize| edit.start + u32::try_from(offset).unwrap_or(0);
    let (start, end) = within(&edit.old, removed);
    let (first, last) = within(&edit.new, added);
    let new = edit.new.get(first..last).unwrap_or_default();
    (at(start), at(end), new)
}

/// Position of a part in the text that it is taken from.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The text and tree of a file, in which changes are located.
struct Place<'t> {
    text: &'t str,
    unit: Unit,
    outline: Outline<'t>,
}

impl<'t> Place<'t> {
    fn of(text: &'t str) -> Place<'t> {
        let options = syntax::Options::default();
        Place {
            text,
            unit: syntax::parse("", text, &syntax::NoIncludes, &options).unit,
            outline: Outline::of(text),
        }
    }

    fn slice(&self, start: u32, end: u32) -> &'t str {
        self.text
            .get(start as usize..end as usize)
            .unwrap_or_default()
    }

    /// The change of the smallest expression, or of the statement, without a pattern.
    fn located(&mut self, change: Change<'_>) -> Mistake {
        let (start, end, new) = change;
        let old = self.slice(start, end);
        let is_whole = is_statement(old) || is_statement(new);
        let place = if is_whole {
            STATEMENT.to_owned()
        } else {
            self.kind(start, end)
        };
        let around = self.smallest(change).filter(|_| !is_whole);
        let (from, to) = around.unwrap_or((start, end));
        Mistake {
            place,
            old: self.slice(from, to).to_owned(),
            new: [self.slice(from, start), new, self.slice(end, to)].concat(),
            pattern: Default::default(),
        }
    }

    /// Bytes of the smallest expression around a change; if it exchanges names, of the one around that.
    fn smallest(&mut self, change: Change<'_>) -> Option<(u32, u32)> {
        let (start, end, new) = change;
        let has_name = |text: &str| repair::tokens(text).into_iter().any(is_name);
        let of_names = has_name(self.slice(start, end)) && has_name(new);
        let mut around = Vec::new();
        visit::each_expr(&mut self.unit, &mut |e| {
            if e.span.file.0 == 0 && holds(e, start, end) {
                around.push((e.span.start, e.span.end));
            }
            Walk::On
        });
        around.sort_by_key(|(start, end)| end - start);
        around.dedup();
        let wider = around
            .get(1)
            .filter(|(start, end)| of_names && end - start <= LONGEST_CONTEXT);
        wider.or(around.first()).copied()
    }

    /// The kind of place in which bytes are.
    fn kind(&mut self, start: u32, end: u32) -> String {
        let mut kind = "";
        visit::each_statement(&mut self.unit, &mut |s| {
            let span = s.span;
            if span.file.0 == 0 && span.start <= start && end <= span.end {
                kind = part_of(s, start, end);
            }
        });
        let is_condition = kind.starts_with("the ");
        let (mut callee, mut is_value) = (None, false);
        visit::each_expr(&mut self.unit, &mut |e| {
            if e.span.file.0 == 0 && holds(e, start, end) {
                is_value = true;
                if let ExprKind::Call(function, arguments) = &e.kind
                    && arguments.iter().any(|argument| holds(argument, start, end))
                {
                    callee = Some(function.clone());
                }
            }
            Walk::On
        });
        if !is_condition && let Some(callee) = callee {
            return match &callee.kind {
                ExprKind::Ident(name) if !self.outline.defines(name) => {
                    format!("an argument of `{name}`")
                }
                _ => "an argument of a call".to_owned(),
            };
        }
        let kind = match kind {
            "" if is_value => "an initial value",
            "" => "a declaration",
            kind => kind,
        };
        kind.to_owned()
    }
}

fn holds(e: &Expr, start: u32, end: u32) -> bool {
    e.span.start <= start && end <= e.span.end
}

/// The kind of the part of a statement in which bytes are; empty for blocks, whose declarations are no statements.
fn part_of(s: &Stmt, start: u32, end: u32) -> &'static str {
    match &s.kind {
        StmtKind::Block(_) => "",
        StmtKind::If(e, ..) if holds(e, start, end) => "the condition of an `if`",
        StmtKind::While(e, _) if holds(e, start, end) => "the condition of a `while`",
        StmtKind::DoWhile(_, e) if holds(e, start, end) => "the condition of a `do`",
        StmtKind::Switch(e, _) if holds(e, start, end) => "the value of a `switch`",
        StmtKind::For(parts) => {
            let is_in = |part: &Option<Expr>| part.as_ref().is_some_and(|e| holds(e, start, end));
            let is_first = match &parts.init {
                ForInit::None => false,
                ForInit::Declaration(d) => d.span.start <= start && end <= d.span.end,
                ForInit::Expr(e) => holds(e, start, end),
            };
            if is_in(&parts.condition) {
                "the condition of a `for`"
            } else if is_in(&parts.step) {
                "the step of a `for`"
            } else if is_first {
                "the start of a `for`"
            } else {
                STATEMENT
            }
        }
        StmtKind::Case(..) => "a `case`",
        StmtKind::Return(_) => "a `return`",
        StmtKind::Expr(e) => match &e.kind {
            ExprKind::Assign(..) | ExprKind::IncDec { .. } => "an assignment",
            ExprKind::Call(..) => "a call",
            _ => "an expression",
        },
        _ => STATEMENT,
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Whether a text is a statement, several, or the beginning of one.
fn is_statement(text: &str) -> bool {
    let tokens = repair::tokens(text);
    let begins = tokens.first().is_some_and(|first| BEGIN.contains(first));
    begins
        || tokens
            .last()
            .is_some_and(|last| [";", "{", "}"].contains(last))
}

/// Whether tokens are the end of a statement and the beginning of another, such as `1); puts(2`.
fn is_broken(tokens: &[&str]) -> bool {
    let mut open = 0;
    for token in tokens {
        match *token {
            "(" | "[" | "{" => open += 1,
            ")" | "]" | "}" => open -= 1,
            _ => {}
        }
        if open < 0 {
            return true;
        }
    }
    open > 0
}

/// The tokens of two texts, in which variables and the file's own functions are numbered by their first occurrence. What
/// the file does not declare keeps its name: functions of the library, keywords, and constants of headers.
fn numbered(texts: [&str; 2], file: &str) -> [Vec<String>; 2] {
    let outline = Outline::of(file);
    let mut numbers: Vec<&str> = Vec::new();
    texts.map(|text| {
        let tokens = repair::tokens(text);
        let next = tokens.iter().skip(1).map(Some).chain([None]);
        let shown = tokens.iter().zip(next).map(|(&token, next)| {
            let is_called = next == Some(&"(");
            let is_constant = !token.contains(|c: char| c.is_lowercase())
                && !file.contains(&format!("define {token}"));
            let keeps = !is_name(token)
                || BEGIN.contains(&token)
                || KEYWORDS.contains(&token)
                || is_called && !outline.defines(token)
                || token.len() > 1 && is_constant;
            if keeps {
                return token.to_owned();
            }
            let known = numbers.iter().position(|known| *known == token);
            let number = known.unwrap_or_else(|| {
                numbers.push(token);
                numbers.len() - 1
            });
            format!("v{}", number + 1)
        });
        shown.collect()
    })
}

/// Other words of C, and of its library, that are no names of a program.
const KEYWORDS: [&str; 15] = [
    "sizeof", "int", "char", "long", "short", "unsigned", "signed", "float", "double", "void",
    "struct", "const", "static", "stdin", "stdout",
];

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The mistake that the replacement of the first `old` by `new` mends.
    pub(in crate::class) fn mistake(text: &str, old: &str, new: &str) -> Mistake {
        let at = text.find(old).unwrap() as u32;
        let edit = Edit {
            file: "a.c".to_owned(),
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 1,
            start: at,
            end: at + old.len() as u32,
            old: old.to_owned(),
            new: new.to_owned(),
            nth: None,
        };
        Mistake::of(text, &edit)
    }

    const TEXT: &str = "int half(int n) { return n / 2; }\n\
        int main(void) { int i, len = 3, a[9]; scanf(\"%d\", len);\n\
        for (i = 0; i < len - 1; i++) { a[i] = half(i); if (i > 2 && a[i]) puts(\"x\"); }\n\
        len = a[0]; printf(\"%d\", a[len]); return 0; }\n";

    #[test]
    fn a_change_is_narrowed_to_its_expression() {
        for (old, new, place, from, to) in [
            (
                "i < len - 1",
                "i <= len - 1",
                "the condition of a `for`",
                "i < len - 1",
                "i <= len - 1",
            ),
            (
                "i < len - 1",
                "i < len",
                "the condition of a `for`",
                "len - 1",
                "len",
            ),
            (
                "\"%d\", len",
                "\"%d\", &len",
                "an argument of `scanf`",
                "len",
                "&len",
            ),
            ("len)", "&len)", "an argument of `scanf`", "len", "&len"),
            ("i = 0", "i = 1", "the start of a `for`", "0", "1"),
            (
                "&&",
                "||",
                "the condition of an `if`",
                "i > 2 && a[i]",
                "i > 2 || a[i]",
            ),
            ("n / 2", "n / 2 + 1", "a `return`", "n / 2", "n / 2 + 1"),
            (
                "half(i)",
                "half(len)",
                "an argument of a call",
                "half(i)",
                "half(len)",
            ),
            (
                "a[len]",
                "a[len - 1]",
                "an argument of `printf`",
                "len",
                "len - 1",
            ),
            ("len = 3", "len = 4", "an initial value", "3", "4"),
            ("len = a[0];", "len = a[0]; i = 0;", STATEMENT, "", "i = 0;"),
            ("len = a[0];", "", STATEMENT, "len = a[0];", ""),
            (
                "puts(\"x\")",
                "puts(\"\"); if (i) puts(\"x\")",
                STATEMENT,
                "puts(\"x\")",
                "puts(\"\"); if (i) puts(\"x\")",
            ),
            (
                "puts(\"x\")",
                "puts(\"\"); if (i) puts(\"y\")",
                STATEMENT,
                "puts(\"x\")",
                "puts(\"\"); if (i) puts(\"y\")",
            ),
        ] {
            let found = mistake(TEXT, old, new);
            let found = (&*found.place, &*found.old, &*found.new);
            assert_eq!(found, (place, from, to), "{old} -> {new}");
        }
    }

    #[test]
    fn names_of_the_file_are_numbered() {
        let found = mistake(TEXT, "half(i)", "half(len)");
        assert_eq!(found.pattern[0].join(" "), "v1 ( v2 )");
        assert_eq!(found.pattern[1].join(" "), "v1 ( v3 )");
        let found = mistake(
            "int f(char *s) { return strlen(s) == EOF; }",
            "s) ==",
            "s + 1) ==",
        );
        assert_eq!(found.pattern[1].join(" "), "v1 + 1");
    }
}
