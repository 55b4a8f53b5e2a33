//! Fixes: edits of the text, and the failing tests that pass with them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{code_span, flat, one_line};

/// A verified fix.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fix {
    /// Number of the fix, from 1, as for `--apply`; the same for the same edits.
    #[serde(default)]
    pub number: usize,
    /// Characteristic edit of the fix.
    #[serde(flatten)]
    pub edit: Edit,
    /// Further edits that belong to the fix.
    #[serde(default)]
    pub also: Vec<Edit>,
    /// Failing tests that pass with the fix.
    #[serde(default)]
    pub scope: Scope,
    /// Ids of the failing tests that pass with the fix, if not all of its group do.
    #[serde(default)]
    pub mends: Vec<String>,
    /// Whether more of the fixes of which as much is known are wrong than right, although the tests pass with them.
    #[serde(default)]
    pub doubtful: bool,
    /// Whether fixes of which as much is known are right in most cases.
    #[serde(default)]
    pub likely: bool,
    /// Probability that the fix is right, by all that is known of it, in percent; absent for a fix of some tests only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
    /// Inputs near those of the tests on which the program ends with the fix and without it; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearby: Option<NearbyRuns>,
    /// What the mistake teaches that the fix mends; absent if it is no common one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<String>,
}

/// What a fix changes on inputs near those of the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NearbyRuns {
    /// Number of inputs.
    pub inputs: usize,
    /// Number of those on which the program prints the same with the fix and without it.
    pub as_before: usize,
    /// Fixes with which the program does the same on all of these inputs have the same number here.
    pub effect: u64,
}

impl NearbyRuns {
    /// `On 37 of 40 inputs near those of the tests, the program prints then what it prints now.`
    pub fn sentence(self) -> String {
        let NearbyRuns {
            inputs, as_before, ..
        } = self;
        format!(
            "On {as_before} of {inputs} inputs near those of the tests, the program prints then what it prints now."
        )
    }
}

/// Failing tests that pass with a fix. No passing test breaks in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// All failing tests.
    All,
    /// All tests of the fix's group; for a group behind an undefined access, provided that the access did no harm.
    #[default]
    Group,
    /// Some tests of its group: [`Fix::mends`].
    Partial,
    /// The tests that its fault is told with, [`Fix::mends`], together with the fixes of the faults before it.
    Joint,
}

/// Two fixes with which all tests pass but which do different things.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenChoice {
    /// An input on which they differ.
    pub input: String,
    /// Arguments of the program there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// What the program prints there as it is; absent if that is long, or not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// What the program prints there with each of them, the likelier one first.
    pub with: Vec<FixOutput>,
}

/// What a program prints with a fix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FixOutput {
    /// Number of the fix, from 1, as for `--apply`.
    pub fix: usize,
    /// The first line of the output that differs from that with the other fix; empty if there is none.
    pub output: String,
    /// The whole output; absent if it is long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdout: Option<String>,
}

impl OpenChoice {
    /// ``for the input `3 1`, the program prints `2` with fix 1 and `4` with fix 2``
    pub fn sentence(&self) -> String {
        let with = self.with.iter();
        let with: Vec<String> = with
            .map(|one| match one.output.as_str() {
                "" => format!("nothing more with fix {}", one.fix),
                output => format!("{} with fix {}", shown(output), one.fix),
            })
            .collect();
        format!(
            "for the input {}, the program prints {}",
            shown(&self.input),
            with.join(" and ")
        )
    }
}

/// A text of several lines in one, shortened.
fn shown(text: &str) -> String {
    code_span(&one_line(text, 60))
}

/// An edit of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edit {
    /// File to edit.
    pub file: String,
    /// 1-based line where the replaced text begins.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column behind the end, in characters.
    pub end_column: u32,
    /// Byte offset of the replaced text in the text of `file`, which is UTF-8 without a byte order mark, whatever the
    /// file is.
    pub start: u32,
    /// Byte offset, one past the last.
    pub end: u32,
    /// Replaced text.
    pub old: String,
    /// New text.
    pub new: String,
    /// Which of several equal texts on the line it replaces, from 1; absent if there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<u32>,
}

impl Fix {
    /// Whether all tests of its group pass with it, and nothing makes it doubtful.
    pub(crate) fn is_without_doubt(&self) -> bool {
        !self.doubtful && self.scope != Scope::Partial
    }

    /// All edits, the characteristic one first.
    pub fn edits(&self) -> impl Iterator<Item = &Edit> {
        std::iter::once(&self.edit).chain(&self.also)
    }

    /// Describes the fix: ``replace `>` by `>=` ``; with several edits ``in line 4 replace `>` by `>=`, and in line 12
    /// delete `puts("?");` ``. Edits of several files have their files, too.
    pub fn sentence(&self) -> String {
        if self.also.is_empty() {
            return self.edit.sentence();
        }
        let mut edits: Vec<&Edit> = self.edits().collect();
        edits.sort_by_key(|edit| {
            let is_other = edit.file != self.edit.file;
            (is_other, &edit.file, edit.line, edit.column)
        });
        let several = edits.iter().any(|edit| edit.file != self.edit.file);
        let sentences: Vec<String> = edits
            .into_iter()
            .map(|edit| {
                if several {
                    format!("in line {} of {} {}", edit.line, edit.file, edit.change())
                } else {
                    edit.with_line()
                }
            })
            .collect();
        sentences.join(", and ")
    }
}

impl Edit {
    /// [`Edit::sentence`] with the line of the edit.
    pub fn with_line(&self) -> String {
        if self.old.is_empty() {
            return self.sentence();
        }
        format!("in line {} {}", self.line, self.sentence())
    }

    /// Describes the edit: ``replace `>` by `>=` ``, with text of several lines joined to one.
    pub fn sentence(&self) -> String {
        if flat(&self.old).is_empty() && !flat(&self.new).is_empty() {
            return format!("{} in line {}", self.change(), self.line);
        }
        self.change()
    }

    /// [`Edit::sentence`] without the line of an insertion.
    fn change(&self) -> String {
        let (old, new) = (flat(&self.old), flat(&self.new));
        let (was, is) = (code_span(&old), code_span(&new));
        if new.is_empty() {
            format!("delete {was}")
        } else if old.is_empty() {
            format!("insert {is}")
        } else {
            let which = self.nth.map_or_else(String::new, ordinal);
            format!("replace {which}{was} by {is}")
        }
    }
}

/// `the second `.
fn ordinal(nth: u32) -> String {
    const WORDS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    let word = (nth as usize).checked_sub(1).and_then(|at| WORDS.get(at));
    word.map_or_else(
        || format!("number {nth} of "),
        |word| format!("the {word} "),
    )
}
