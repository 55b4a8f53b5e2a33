//! Patches: edits of the text in any number of places, and their plausibility.

use syntax::{Sources, Span};

/// One replacement in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// The replaced part of the text.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl TextEdit {
    /// Whether the edit keeps the old text and adds a statement before or after it.
    pub fn is_addition(&self, sources: &Sources) -> bool {
        let old = sources.text(self.span);
        let rest = self.text.strip_prefix(old);
        let rest = rest.or_else(|| self.text.strip_suffix(old));
        rest.is_some_and(|new| new.contains(';'))
    }
}

impl Fix {
    /// Its edits.
    pub fn edits(&self) -> impl Iterator<Item = &TextEdit> {
        std::iter::once(&self.edit).chain(&self.also)
    }

    /// The fix that consists of these edits, in order of place; `None` if there are none.
    pub(crate) fn of(mut edits: Vec<TextEdit>, plausibility: f64) -> Option<Fix> {
        edits.sort_by_key(|edit| edit.span);
        let mut edits = edits.into_iter();
        Some(Fix {
            edit: edits.next()?,
            also: edits.collect(),
            plausibility,
        })
    }
}

/// A verified fix: edits that together make every failing test of the group pass and break no passing one. All tests
/// were run.
#[derive(Debug, Clone, PartialEq)]
pub struct Fix {
    /// The edit that identifies the fix.
    pub edit: TextEdit,
    /// Further edits that the fix needs.
    pub also: Vec<TextEdit>,
    /// Likelihood that a programmer would have written the fix, in `0..=1`, by its kind alone. A fix with 0 passes the
    /// tests by accident, and supports no line.
    pub plausibility: f64,
}

/// A C string literal, if the bytes are valid text of a file in this encoding.
pub(crate) fn literal(bytes: &[u8], latin1: bool) -> Option<String> {
    let text = if latin1 {
        bytes.iter().copied().map(char::from).collect()
    } else {
        std::str::from_utf8(bytes).ok()?.to_owned()
    };
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => return None,
            c => out.push(c),
        }
    }
    out.push('"');
    Some(out)
}
