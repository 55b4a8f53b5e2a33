//! Problems of the source text, gcc's warnings, and constructs that are not modelled.

use ir::{Lack, Unsupported};
use rustc_hash::FxHashSet;
use syntax::{Problem, Severity, Span};

use super::warnings::Warning;

/// What lowering reports: problems to the user, warnings to those who edit programs, and unmodelled constructs to the
/// program.
#[derive(Debug, Default)]
pub(super) struct Diagnostics {
    problems: Vec<Problem>,
    /// Messages that have been reported: lowering a copy of an expression does not repeat them.
    reported: FxHashSet<(Span, String)>,
    /// Whether problems are dropped: the text is the library's, or has been lowered before.
    is_quiet: bool,
    /// What gcc would warn about.
    warnings: Vec<Warning>,
    /// Constructs that are not modelled, indexed by `Inst::Unsupported`.
    unsupported: Vec<Unsupported>,
}

impl Diagnostics {
    /// Reports a problem, once per place and message.
    fn report(&mut self, severity: Severity, span: Span, message: String) {
        if self.is_quiet {
            return;
        }
        if self.reported.insert((span, message.clone())) {
            self.problems.push(Problem {
                severity,
                span,
                message,
            });
        }
    }

    /// Reports an error.
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(Severity::Error, span, message.into());
    }

    /// Reports a warning.
    pub(super) fn warning(&mut self, span: Span, message: impl Into<String>) {
        // The text of the built-in headers has no place.
        if span.start == span.end {
            return;
        }
        self.report(Severity::Warning, span, message.into());
    }

    /// Records something that gcc warns about, unless problems are dropped.
    pub(super) fn add_warning(&mut self, warning: Warning) {
        if !self.is_quiet {
            self.warnings.push(warning);
        }
    }

    /// Removes the warnings recorded so far.
    pub(super) fn take_warnings(&mut self) -> Vec<Warning> {
        std::mem::take(&mut self.warnings)
    }

    /// Drops problems from now on, or reports them again. Returns whether they were dropped before.
    pub(super) fn set_quiet(&mut self, is_quiet: bool) -> bool {
        std::mem::replace(&mut self.is_quiet, is_quiet)
    }

    /// Whether problems are dropped.
    pub(super) fn is_quiet(&self) -> bool {
        self.is_quiet
    }

    /// Problems reported so far.
    pub(super) fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Removes the problems reported so far, in order of place.
    pub(super) fn take_problems(&mut self) -> Vec<Problem> {
        self.problems.sort_by_key(|p| p.span);
        std::mem::take(&mut self.problems)
    }

    /// Allows messages that have been reported to be reported again, for another body.
    pub(super) fn forget_reported(&mut self) {
        self.reported.clear();
    }

    /// Index of a construct that ends runs; a text completes "… is not modelled".
    pub(super) fn unsupported_index(&mut self, span: Span, what: impl Into<Lack>) -> u32 {
        let entry = Unsupported {
            span,
            what: what.into(),
        };
        let known = self.unsupported.iter().position(|u| *u == entry);
        let index = known.unwrap_or(self.unsupported.len());
        if known.is_none() {
            self.unsupported.push(entry);
        }
        index as u32
    }

    /// Unmodelled constructs, by index.
    pub(super) fn unsupported(&self) -> &[Unsupported] {
        &self.unsupported
    }

    /// Removes all unmodelled constructs but the first `count`.
    pub(super) fn truncate_unsupported(&mut self, count: usize) {
        self.unsupported.truncate(count);
    }
}
