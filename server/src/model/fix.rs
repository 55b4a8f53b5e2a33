//! Fixes: edits of the text, and which failing tests pass with them.

use serde::{Deserialize, Serialize};

use super::words::{code_span, flat};

/// A verified fix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// The edit that tells it from others.
    #[serde(flatten)]
    pub edit: Edit,
    /// Further edits that belong to it.
    #[serde(default)]
    pub also: Vec<Edit>,
    /// Which failing tests pass with it.
    #[serde(default)]
    pub scope: Scope,
    /// Ids of the failing tests that pass with it, if it mends only some of its group.
    #[serde(default)]
    pub mends: Vec<String>,
    /// The tests pass with it, but hardly anybody would write it.
    #[serde(default)]
    pub doubtful: bool,
}

/// Which failing tests pass with a fix. No passing one breaks in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// All of them.
    All,
    /// Those of its group; behind an undefined access, if that did no harm.
    #[default]
    Group,
    /// Some of its group: [`Fix::mends`].
    Partial,
}

/// An edit of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// The file that is edited.
    pub file: String,
    /// 1-based line where the replaced text begins.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
    /// 1-based.
    pub end_line: u32,
    /// 1-based, in characters, one past the last.
    pub end_column: u32,
    /// Byte offset of the replaced text in `file`.
    pub start: u32,
    /// Byte offset, one past the last.
    pub end: u32,
    /// What stands there.
    pub old: String,
    /// What should stand there.
    pub new: String,
}

impl Fix {
    /// All edits, the one that tells the fix from others first.
    pub fn edits(&self) -> impl Iterator<Item = &Edit> {
        std::iter::once(&self.edit).chain(&self.also)
    }

    /// ``replace `>` by `>=` ``; of several edits ``in line 4 replace `>` by `>=`, and in line 12 delete `puts("?");` ``.
    pub fn sentence(&self) -> String {
        if self.also.is_empty() {
            return self.edit.sentence();
        }
        let mut edits: Vec<&Edit> = self.edits().collect();
        edits.sort_by_key(|edit| (edit.file != self.edit.file, edit.line, edit.column));
        let sentences: Vec<String> = edits.into_iter().map(Edit::with_line).collect();
        sentences.join(", and ")
    }
}

impl Edit {
    /// [`Edit::sentence`] with its place.
    pub fn with_line(&self) -> String {
        if self.old.is_empty() {
            return self.sentence();
        }
        format!("in line {} {}", self.line, self.sentence())
    }

    /// ``replace `>` by `>=` ``, with text of several lines on one.
    pub fn sentence(&self) -> String {
        let (old, new) = (flat(&self.old), flat(&self.new));
        let (was, is) = (code_span(&old), code_span(&new));
        if new.is_empty() {
            format!("delete {was}")
        } else if old.is_empty() {
            format!("insert {is} in line {}", self.line)
        } else {
            format!("replace {was} by {is}")
        }
    }
}
