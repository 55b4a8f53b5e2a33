//! The edit of the text that puts a missing statement where it belongs.

use ir::lower::{Gap, Point};
use syntax::{Parse, Span};

use crate::patch::{Fix, TextEdit};

/// What speaks for a statement that is missing: one that pleases all tests is often found, and seldom the one.
const MISSING: f64 = 0.6;

/// Puts `statement` at the point. `None` where the text at the point is a macro's, or an `else` would belong to another
/// `if`.
pub fn insertion(parse: &Parse, point: &Point, statement: &str) -> Option<Fix> {
    if parse.macro_use_at(point.span).is_some() {
        return None;
    }
    let source = parse.sources.file(point.span.file)?;
    let text: &str = &source.text;
    let at = point.span.start as usize;
    let line = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let lead = text.get(line..at)?;
    let alone = lead.chars().all(char::is_whitespace);
    let (position, inserted) = match point.gap {
        Gap::Before if alone => (at, format!("{statement}\n{lead}")),
        Gap::Before => (at, format!("{statement} ")),
        Gap::End if alone => {
            let indent = indent_before(text.get(..line)?).unwrap_or(lead);
            (line, format!("{indent}{statement}\n"))
        }
        Gap::End => (at, format!("{statement} ")),
        Gap::Else if text.get(at..at + 1)? == "}" => (at + 1, format!(" {statement}")),
        Gap::Else if text.get(at..at + 1)? == ";" => {
            // As far to the right as the `if`, on a line of its own.
            let start = point.around.start as usize;
            let line = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
            let lead = text.get(line..start)?;
            let blank = &lead[..lead.len() - lead.trim_start().len()];
            (at + 1, format!("\n{blank}{statement}"))
        }
        Gap::Else => return None,
    };
    let position = position as u32;
    Some(Fix {
        edit: TextEdit {
            span: Span {
                start: position,
                end: position,
                ..point.span
            },
            text: inserted,
        },
        also: Vec::new(),
        plausibility: MISSING,
    })
}

/// How far the last line with something on it is indented.
fn indent_before(text: &str) -> Option<&str> {
    let mut lines = text.lines().rev();
    let last = lines.find(|line| !line.trim().is_empty())?;
    Some(&last[..last.len() - last.trim_start().len()])
}
