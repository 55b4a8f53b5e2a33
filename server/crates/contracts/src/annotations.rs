//! Comments that are annotations: `/*@ … */` and `//@ …`.

use std::ops::Range;

use syntax::{FileId, Span};

/// A comment with an annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// Range of the comment, in bytes of the text.
    pub span: Range<usize>,
    /// Content of the comment, with each byte at its position in the comment; comment marks are replaced by blanks.
    pub text: String,
}

/// Finds the annotations of a C text, in order. Each line of consecutive `//@ …` lines is an annotation of its own.
pub fn annotations(text: &str) -> Vec<Annotation> {
    // Most texts have none, and need not be read letter by letter.
    if !text.contains("/*@") && !text.contains("//@") {
        return Vec::new();
    }
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let end = if let Some(comment) = rest.strip_prefix("//") {
            let end = line_end(bytes, at);
            if comment.starts_with('@') {
                found.push(annotation(text, at..end, at + 3..end));
            }
            end
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let inside = comment.find("*/");
            let end = inside.map_or(bytes.len(), |inside| at + 2 + inside + 2);
            if let Some(inside) = inside
                && comment.starts_with('@')
                && inside > 1
            {
                found.push(annotation(text, at..end, at + 3..end - 2));
            }
            end
        } else if matches!(bytes[at], b'"' | b'\'') {
            literal_end(bytes, at)
        } else {
            at + 1
        };
        at = end;
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    found
}

/// Converts a range in the text of a file to a span.
pub(crate) fn span(file: FileId, range: &Range<usize>) -> Span {
    Span {
        file,
        start: range.start as u32,
        end: range.end as u32,
    }
}

/// Position of the end of a line, which may be continued by `\`.
fn line_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && (bytes[at] != b'\n' || bytes[at - 1] == b'\\') {
        at += 1;
    }
    at
}

/// Position of the end of a string or character literal; an unclosed literal ends with its line.
fn literal_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            b if b == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

fn annotation(text: &str, span: Range<usize>, inside: Range<usize>) -> Annotation {
    let mut said = " ".repeat(inside.start - span.start);
    let mut is_start = false;
    for c in text[inside].chars() {
        // A line may begin with `@`.
        let is_mark = c == '@' && is_start;
        is_start = c == '\n' || is_start && c.is_whitespace();
        said.push(if is_mark { ' ' } else { c });
    }
    Annotation { span, text: said }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_annotations_are_found_where_they_stand() {
        let text = "char *s = \"/*@ no */\"; // /*@ no\n//@ assert ü > 0;\n/*@ requires a;\n  @ ensures b; @*/ /*@*/";
        let found = annotations(text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].text.trim(), "assert ü > 0;");
        assert_eq!(&text[found[1].span.clone()][..3], "/*@");
        let at = found[1].text.find("ensures").unwrap();
        assert_eq!(&text[found[1].span.start + at..][..7], "ensures");
        assert!(found[1].text.ends_with("ensures b; @"));
    }
}
