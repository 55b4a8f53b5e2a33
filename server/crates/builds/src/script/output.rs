//! What runs print, and what filters make of it.

use super::claims::Claim;
use super::escapes::bytes_of;
use super::regex::escaped;
use super::{Check, How, Stream};
use std::rc::Rc;

/// What a run prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Output {
    /// The number of the run.
    pub(super) run: usize,
    /// Where it is printed.
    pub(super) of: Stream,
    /// Whether the newlines at the end are removed.
    pub(super) is_stripped: bool,
    /// Whether the shell has split it into words.
    pub(super) is_split: bool,
    /// What a filter has made of it.
    pub(super) form: Form,
    /// Why the run is no test if this is compared: a clause.
    pub(super) spoiled: Option<Rc<str>>,
    /// What holds exactly if this is empty, when that can be told by a check.
    pub(super) empty_if: Option<Rc<Claim>>,
}

/// What a filter has made of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing else.
    Text,
    /// All of the words with other white space.
    Words,
    /// The number of its lines.
    LineCount,
    /// The first line.
    FirstLine,
    /// The last line.
    LastLine,
}

impl Form {
    /// Whether a filter can have made a text.
    pub(super) fn may_be(self, text: &str) -> bool {
        match self {
            Form::Text | Form::Words => true,
            Form::LineCount => text.trim().parse::<usize>().is_ok(),
            Form::FirstLine | Form::LastLine => !text.trim_end_matches('\n').contains('\n'),
        }
    }
}

impl Output {
    /// What a run prints.
    pub(super) fn new(run: usize, of: Stream) -> Self {
        Output {
            run,
            of,
            is_stripped: false,
            is_split: false,
            form: Form::Text,
            spoiled: None,
            empty_if: None,
        }
    }

    /// The check that the output is a text.
    pub(super) fn prints(&self, text: &str, how: How) -> Check {
        let line = escaped(text.strip_suffix('\n').unwrap_or(text));
        let pattern = match self.form {
            Form::LineCount => {
                let count = text.trim().parse().unwrap_or(0_usize);
                Some(format!("\\A(?:[^\\n]*\\n){{{count}}}[^\\n]*\\z"))
            }
            Form::FirstLine => Some(format!("\\A{line}(?:\\n|\\z)")),
            Form::LastLine => Some(format!("(?:\\A|\\n){line}\\n?\\z")),
            Form::Text | Form::Words => None,
        };
        let (text, how) = match (&pattern, how) {
            (Some(pattern), _) => (pattern.as_str(), How::Pattern),
            (None, How::Exact | How::WithoutFinalNewlines) if self.form == Form::Words => {
                (text, How::WhiteSpace)
            }
            _ => (text, how),
        };
        Check::Printed {
            of: self.of,
            text: bytes_of(text),
            how,
            negated: false,
        }
    }

    /// The output after a program has changed it in a way that is not modelled.
    pub(super) fn through(&self, program: &str) -> Self {
        let reason = format!("its output passes through `{program}`").into();
        Output {
            spoiled: Some(self.spoiled.clone().unwrap_or(reason)),
            empty_if: None,
            ..self.clone()
        }
    }
}
