//! Deletion of statements.

use rustc_hash::FxHashSet;
use syntax::ast::{Expr, ExprKind, StmtKind, Unit};
use syntax::visit::each_statement;
use syntax::{Parse, Span};

use crate::edit::{Edit, Number};
use crate::kind::EditKind;

/// The edit that deletes the statement that consists of this expression, if it is one and assigns or calls something.
pub(crate) fn deletion(statements: &FxHashSet<Span>, parse: &Parse, e: &Expr) -> Option<Edit> {
    let acts = matches!(
        e.kind,
        ExprKind::Assign(..) | ExprKind::IncDec { .. } | ExprKind::Call(..)
    );
    if !acts || parse.macro_use_at(e.span).is_some() || !statements.contains(&e.span) {
        return None;
    }
    let kind = if is_written_twice(parse, e.span) {
        EditKind::Repeated
    } else {
        EditKind::Statement
    };
    Some(Edit {
        tree: placeholder(e.span),
        span: statement_of(parse, e.span)?,
        text: String::new(),
        hole: None,
        kind,
        generator: "deletion",
    })
}

/// Whether the same statement stands directly before a statement or behind it.
fn is_written_twice(parse: &Parse, expr: Span) -> bool {
    let own = parse.sources.text(expr);
    let around = parse.sources.file(expr.file).and_then(|file| {
        let before = file.text.get(..expr.start as usize)?;
        Some((before, file.text.get(expr.end as usize..)?))
    });
    let Some((before, after)) = around else {
        return false;
    };
    let ends = |rest: &str| rest.trim_end().ends_with([';', '{', '}']);
    let is_before = before
        .trim_end()
        .strip_suffix(';')
        .and_then(|before| before.trim_end().strip_suffix(own))
        .is_some_and(ends);
    let is_behind = after
        .trim_start()
        .strip_prefix(';')
        .and_then(|after| after.trim_start().strip_prefix(own))
        .is_some_and(|rest| rest.trim_start().starts_with(';'));
    is_before || is_behind && ends(before)
}

/// The expression that replaces a deleted one in the tree.
pub(crate) fn placeholder(span: Span) -> Expr {
    Expr {
        kind: Number::Int(0).zero(),
        span,
    }
}

/// The spans of expressions that are statements.
pub(crate) fn statements(unit: &mut Unit) -> FxHashSet<Span> {
    let mut found = FxHashSet::default();
    each_statement(unit, &mut |s| {
        if let StmtKind::Expr(e) = &s.kind {
            found.insert(e.span);
        }
    });
    found
}

/// The text to delete with an expression that is a statement: the whole statement, including the line if nothing else
/// is on it. Where a statement is required, an empty one remains. `None` if the expression is part of another.
pub(crate) fn statement_of(parse: &Parse, expr: Span) -> Option<Span> {
    let text = &parse.sources.file(expr.file)?.text;
    let (before, after) = (
        text.get(..expr.start as usize)?,
        text.get(expr.end as usize..)?,
    );
    let semicolon = after.len() - after.trim_start().len();
    if !after[semicolon..].starts_with(';') {
        return None;
    }
    if !before.trim_end().ends_with([';', '{', '}']) {
        let alone = before.trim_end().ends_with([')', ':']) || before.trim_end().ends_with("else");
        return alone.then_some(expr);
    }
    let mut span = Span {
        end: expr.end + u32::try_from(semicolon).ok()? + 1,
        ..expr
    };
    let rest = &text[span.end as usize..];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line_end = rest.find('\n').map_or(rest.len(), |at| at + 1);
    if before[line_start..].trim().is_empty() && rest[..line_end].trim().is_empty() {
        span.start = u32::try_from(line_start).ok()?;
        span.end += u32::try_from(line_end).ok()?;
    }
    Some(span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax::{NoIncludes, Options, parse};

    fn deleted(text: &str, part: &str) -> Option<String> {
        let parse = parse("a.c", text, &NoIncludes, &Options::default());
        let statements = statements(&mut parse.unit.clone());
        let start = text.find(part)? as u32;
        let mut found = None;
        syntax::visit::each_expr(&mut parse.unit.clone(), &mut |e| {
            if e.span.start == start && parse.sources.text(e.span) == part {
                found = deletion(&statements, &parse, e);
                return syntax::visit::Walk::Stop;
            }
            syntax::visit::Walk::On
        });
        let span = found?.span;
        let (start, end) = (span.start as usize, span.end as usize);
        Some(format!("{}{}", &text[..start], &text[end..]))
    }

    #[test]
    fn a_statement_goes_with_its_line() {
        let text = "void f(int a) {\n    a = 1;\n    if (a)\n        a++;\n}\n";
        let gone = deleted(text, "a = 1");
        assert_eq!(
            gone.as_deref(),
            Some("void f(int a) {\n    if (a)\n        a++;\n}\n")
        );
        let empty = deleted(text, "a++");
        assert_eq!(
            empty.as_deref(),
            Some("void f(int a) {\n    a = 1;\n    if (a)\n        ;\n}\n")
        );
    }

    #[test]
    fn parts_of_statements_stay() {
        for (text, part) in [
            ("void f(int a) { for (; a = 2; ) ; }", "a = 2"),
            ("void f(int a) { for (a = 3; ; a++) ; }", "a++"),
            ("void f(int a) { int b = a = 4; }", "a = 4"),
            ("void f(int a) { a + 5; }", "a + 5"),
        ] {
            assert_eq!(deleted(text, part), None, "{text}");
        }
    }
}
