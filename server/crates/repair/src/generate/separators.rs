//! Separators after the last value: `1 2 3 ` where `1 2 3` is expected.
//!
//! A loop that prints `"%d "` prints one blank too many, and no other format fixes that: values are separated by
//! something, and the last one is followed by nothing. So the separator becomes a separate output, executed in all
//! iterations of the loop but the last.

use syntax::Parse;
use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind, Item, Stmt, StmtKind, Unit};
use syntax::visit::each_statement_of;

use crate::edit::{Edit, Number};
use crate::generate::print::{binary_precedence, left_operand, right_operand, spelling};
use crate::kind::EditKind;

/// Text of the separators, and their spelling in a string literal.
const SEPARATORS: [(&str, &str); 4] = [(" ", " "), ("\t", "\\t"), (", ", ", "), (",", ",")];

/// Edits of outputs in a loop that omit the trailing separator in the last iteration.
pub(crate) fn separators(e: &Expr, parse: &Parse) -> Vec<Edit> {
    let Some((format, separator)) = trailing(e, parse) else {
        return Vec::new();
    };
    let Some(condition) = condition_around(&parse.unit, e.span) else {
        return Vec::new();
    };
    let Some((in_block, span)) = place(parse, e.span) else {
        return Vec::new();
    };
    let mut edits = Vec::new();
    for (not_last, text) in not_last(&condition, parse) {
        let printing = output(e, separator.0);
        let nothing = expr(Number::Int(0).zero(), e.span);
        let choice = ExprKind::Conditional(
            Box::new(not_last),
            Some(Box::new(printing)),
            Box::new(nothing),
        );
        let choice = expr(choice, e.span);
        let separated = format!("if ({text}) printf(\"{}\")", separator.1);
        let (tree, text) = match &format {
            // Only the separator is printed.
            None => (choice, separated),
            Some((kept, kept_text)) => {
                let both = ExprKind::Comma(Box::new(kept.clone()), Box::new(choice));
                (expr(both, e.span), format!("{kept_text}; {separated}"))
            }
        };
        let text = if in_block {
            text
        } else {
            format!("{{ {text}; }}")
        };
        edits.push(Edit {
            tree,
            span,
            text,
            hole: None,
            kind: EditKind::Format,
            generator: "separators",
        });
    }
    edits
}

fn expr(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

/// An output, with its source text.
type Output = (Expr, String);

/// The output without its trailing separator, if anything remains, and that separator.
fn trailing(
    e: &Expr,
    parse: &Parse,
) -> Option<(Option<Output>, &'static (&'static str, &'static str))> {
    let ExprKind::Call(callee, args) = &e.kind else {
        return None;
    };
    if !matches!(&callee.kind, ExprKind::Ident(name) if name == "printf")
        || parse.macro_use_at(e.span).is_some()
    {
        return None;
    }
    let format = args.first()?;
    let ExprKind::Str(bytes) = &format.kind else {
        return None;
    };
    let written = parse.sources.text(format.span);
    let inner = written.strip_prefix('"')?.strip_suffix('"')?;
    let separator = SEPARATORS
        .iter()
        .find(|(meant, text)| bytes.ends_with(meant.as_bytes()) && inner.ends_with(text))?;
    let kept = &bytes[..bytes.len() - separator.0.len()];
    if kept.is_empty() {
        return Some((None, separator));
    }
    let mut others = args.clone();
    others[0].kind = ExprKind::Str(kept.to_vec());
    let text = parse.sources.text(e.span);
    let start = format.span.start.checked_sub(e.span.start)? as usize;
    let end = format.span.end.checked_sub(e.span.start)? as usize;
    let (before, after) = (text.get(..start)?, text.get(end..)?);
    let inner = inner.strip_suffix(separator.1)?;
    let kept = expr(ExprKind::Call(callee.clone(), others), e.span);
    Some((
        Some((kept, format!("{before}\"{inner}\"{after}"))),
        separator,
    ))
}

fn output(like: &Expr, text: &str) -> Expr {
    let span = like.span;
    let callee = expr(ExprKind::Ident("printf".to_owned()), span);
    let text = expr(ExprKind::Str(text.as_bytes().to_vec()), span);
    expr(ExprKind::Call(Box::new(callee), vec![text]), span)
}

/// The condition of the innermost loop around a place.
fn condition_around(unit: &Unit, place: Span) -> Option<Expr> {
    let function = unit.items.iter().find_map(|item| match item {
        Item::Function(f) if f.span.encloses(place) => Some(f),
        _ => None,
    })?;
    let mut innermost: Option<Expr> = None;
    each_statement_of(&mut function.clone(), &mut |s: &mut Stmt| {
        let found = match &s.kind {
            StmtKind::For(parts) if parts.body.span.encloses(place) => parts.condition.clone(),
            StmtKind::While(condition, body) if body.span.encloses(place) => {
                Some(condition.clone())
            }
            _ => return,
        };
        innermost = found;
    });
    innermost
}

/// Conditions that hold in all iterations but the last, with their texts.
fn not_last(condition: &Expr, parse: &Parse) -> Vec<(Expr, String)> {
    use BinaryOp::{Add, Ge, Gt, Le, Lt, Sub};
    let ExprKind::Binary(op, a, b) = &condition.kind else {
        return Vec::new();
    };
    // Whether the bound itself is the last value, or the value before it.
    let (strict, step) = match op {
        Lt => (Lt, Some(Sub)),
        Le => (Lt, None),
        Gt => (Gt, Some(Add)),
        Ge => (Gt, None),
        _ => return Vec::new(),
    };
    let left = left_operand(parse, a, binary_precedence(strict));
    let with = |bound: Expr, text: &str| {
        let kind = ExprKind::Binary(strict, a.clone(), Box::new(bound));
        let whole = expr(kind, condition.span);
        (whole, format!("{left} {} {text}", spelling(strict)))
    };
    let same = with(
        (**b).clone(),
        &right_operand(parse, b, binary_precedence(strict)),
    );
    let Some(step) = step else {
        return vec![same];
    };
    let one = Number::Int(1);
    let bound = ExprKind::Binary(step, b.clone(), Box::new(expr(one.literal(), b.span)));
    let text = format!(
        "{} {} 1",
        left_operand(parse, b, binary_precedence(step)),
        spelling(step)
    );
    // The counter may have been incremented already.
    vec![with(expr(bound, b.span), &text), same]
}

/// Whether a statement that consists of an expression is in a block (as opposed to being the body of a condition), and
/// the span to replace: in a block, the expression; otherwise, the semicolon as well. `None` if it is not a statement.
fn place(parse: &Parse, e: Span) -> Option<(bool, Span)> {
    let text = &parse.sources.file(e.file)?.text;
    let (before, after) = (text.get(..e.start as usize)?, text.get(e.end as usize..)?);
    let rest = after.trim_start().strip_prefix(';')?;
    if before.trim_end().ends_with([';', '{', '}']) {
        return Some((true, e));
    }
    let with_end = Span {
        end: e.end + u32::try_from(after.len() - rest.len()).ok()?,
        ..e
    };
    Some((false, with_end))
}

#[cfg(test)]
mod tests {
    use syntax::visit::{Walk, each_expr};

    use super::*;
    use crate::generate::tests::read;

    fn separated(text: &str) -> Vec<String> {
        let parse = read(text);
        let mut found = Vec::new();
        each_expr(&mut parse.unit.clone(), &mut |e| {
            for edit in separators(e, &parse) {
                let (start, end) = (edit.span.start as usize, edit.span.end as usize);
                let new = format!("{}{}{}", &text[..start], edit.text, &text[end..]);
                assert!(read(&new).problems.is_empty(), "{new}");
                found.push(edit.text);
            }
            Walk::On
        });
        found
    }

    #[test]
    fn nothing_is_printed_behind_the_last_value() {
        let head = "int printf(const char *, ...); void f(int n, int i) {";
        let text =
            format!("{head} for (i = 0; i < n; i++) if (i) printf(\"%d \", i); else i++; }}");
        let news = separated(&text);
        let new = "{ printf(\"%d\", i); if (i < n - 1) printf(\" \"); }";
        assert!(news.contains(&new.to_owned()), "{news:?}");
        let text = format!(
            "{head} for (i = n; i >= 2 * n; i--) {{ printf(\"%d\", i); printf(\"\\t\"); }} printf(\"a \"); }}"
        );
        assert_eq!(separated(&text), ["if (i > 2 * n) printf(\"\\t\")"]);
    }
}
