//! Creates the edit that inserts a missing statement into the text.

use lower::{Gap, Point};
use syntax::{Parse, Span};

use crate::patch::{Fix, TextEdit};

/// Plausibility of a missing statement: statements that make all tests pass are often found, but are seldom the
/// correction.
const MISSING: f64 = 0.6;

/// Inserts `statement` at the point. `None` if the text at the point comes from a macro, or if an inserted `else` would
/// belong to another `if`.
pub(crate) fn insertion(parse: &Parse, point: &Point, statement: &str) -> Option<Fix> {
    if parse.macro_use_at(point.span).is_some() {
        return None;
    }
    let source = parse.sources.file(point.span.file)?;
    let text: &str = &source.text;
    let at = point.span.start as usize;
    let line = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let lead = text.get(line..at)?;
    let alone = lead.chars().all(char::is_whitespace);
    let end = source.line_end(point.span.start);
    let (position, inserted) = match point.gap {
        Gap::Before if alone => (at, format!("{statement}{end}{lead}")),
        Gap::Before => (at, format!("{statement} ")),
        Gap::End if alone => {
            let indent = indent_before(text.get(..line)?).unwrap_or(lead);
            (line, format!("{indent}{statement}{end}"))
        }
        Gap::End => (at, format!("{statement} ")),
        Gap::Else if text.get(at..at + 1)? == "}" => (at + 1, format!(" {statement}")),
        Gap::Else if text.get(at..at + 1)? == ";" => {
            // On a line of its own, indented like the `if`.
            let blank = indentation(last_line(text.get(..point.around.start as usize)?));
            (at + 1, format!("{end}{blank}{statement}"))
        }
        Gap::Else => return None,
    };
    let position = position as u32;
    let edit = TextEdit {
        span: Span {
            start: position,
            end: position,
            ..point.span
        },
        text: inserted,
    };
    Some(Fix::new("missing", edit, MISSING))
}

/// Inserts `statement` before or after a branch or body without braces, which get some. `None` as for [`insertion`], or
/// if something else than blanks stands before it.
pub(crate) fn in_braces(parse: &Parse, point: &Point, statement: &str) -> Option<Fix> {
    let body = point.around;
    if parse.macro_use_at(body).is_some() {
        return None;
    }
    let source = parse.sources.file(body.file)?;
    let before = source.text.get(..body.start as usize)?;
    let head = before.trim_end();
    let line = last_line(head);
    let is_head = [")", "else", "do"].iter().any(|end| head.ends_with(end));
    // A comment may end like this, too.
    if !is_head || line.contains("//") {
        return None;
    }
    let own = parse.sources.text(body);
    let gap = &before[head.len()..];
    let (between, last) = match gap.rfind('\n') {
        None => (" ".to_owned(), " ".to_owned()),
        Some(_) => {
            let end = source.line_end(body.start);
            (gap.to_owned(), format!("{end}{}", indentation(line)))
        }
    };
    let (first, second) = match point.gap {
        Gap::End => (own, statement),
        Gap::Before | Gap::Else => (statement, own),
    };
    let edit = TextEdit {
        span: Span {
            start: head.len() as u32,
            ..body
        },
        text: format!(" {{{between}{first}{between}{second}{last}}}"),
    };
    Some(Fix::new("missing", edit, MISSING))
}

/// Indentation of the last line that is not empty.
fn indent_before(text: &str) -> Option<&str> {
    let mut lines = text.lines().rev();
    let last = lines.find(|line| !line.trim().is_empty())?;
    Some(indentation(last))
}

/// The last line of a text.
fn last_line(text: &str) -> &str {
    &text[text.rfind('\n').map_or(0, |end| end + 1)..]
}

/// The blanks at the beginning of a line.
fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inserted_line_ends_like_its_neighbours() {
        let text = "int f(int x) {\n  if (x)\n    x++;\n  return x;\n}\n";
        let points = [
            (Gap::Before, "return", "g();\n  return"),
            (Gap::End, "}", "  g();\n}"),
            (Gap::Else, ";\n  return", ";\n  g();\n  return"),
        ];
        for end in ["\n", "\r\n"] {
            let with_ends = |text: &str| text.replace('\n', end);
            let text = with_ends(text);
            let options = syntax::Options::default();
            let parse = syntax::parse("p.c", &text, &syntax::NoIncludes, &options);
            let span = |of: &str| {
                let start = text.find(&with_ends(of)).unwrap() as u32;
                Span {
                    file: syntax::FileId(0),
                    start,
                    end: start + 1,
                }
            };
            for (gap, at, after) in points {
                let point = Point {
                    span: span(at),
                    gap,
                    function: ir::FnId(0),
                    around: span("if"),
                    before: None,
                    after: None,
                };
                let TextEdit { span, text: new } = insertion(&parse, &point, "g();").unwrap().edit;
                let (start, rest) = text.split_at(span.start as usize);
                let found = [start, &new, rest].concat();
                assert_eq!(found, text.replace(&with_ends(at), &with_ends(after)));
            }
        }
    }
}
