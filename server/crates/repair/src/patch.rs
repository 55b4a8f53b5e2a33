//! Patches: edits of the text, of any number of places, and what speaks for them.

use syntax::{Sources, Span};

/// A change of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
}

impl TextEdit {
    /// Whether it leaves what is there and adds a statement before or after it.
    pub fn is_addition(&self, sources: &Sources) -> bool {
        let old = sources.text(self.span);
        let rest = self.text.strip_prefix(old);
        let rest = rest.or_else(|| self.text.strip_suffix(old));
        rest.is_some_and(|new| new.contains(';'))
    }
}

impl Fix {
    /// The fix that these edits are, in the order of their places; `None` if there are none.
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

/// A verified fix: edits that together make every failing test of the group pass and break no passing one; all were run.
#[derive(Debug, Clone, PartialEq)]
pub struct Fix {
    /// The edit that tells the fix from others.
    pub edit: TextEdit,
    /// Those that it needs besides.
    pub also: Vec<TextEdit>,
    /// How likely it is that somebody would have written it, in `0..=1`, by its kind alone. What only happens to please all
    /// tests, with 0, speaks for no line.
    pub plausibility: f64,
}
