//! Collected problems, up to a maximum number.

use crate::{Problem, Severity, Span};

/// Maximum number of problems: further ones usually follow from the first.
const MAX_PROBLEMS: usize = 50;

/// Problems found so far.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    list: Vec<Problem>,
}

impl Problems {
    pub(crate) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.push(Severity::Error, span, message.into());
    }

    pub(crate) fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.push(Severity::Warning, span, message.into());
    }

    /// Whether an error was found inside `span`.
    pub(crate) fn any_error_in(&self, span: Span) -> bool {
        self.list
            .iter()
            .any(|problem| problem.severity == Severity::Error && span.touches(problem.span))
    }

    /// Spans of all problems.
    pub(crate) fn spans(&mut self) -> impl Iterator<Item = &mut Span> {
        self.list.iter_mut().map(|problem| &mut problem.span)
    }

    /// Mark for [`Self::forget`].
    pub(crate) fn mark(&self) -> usize {
        self.list.len()
    }

    /// Drops the problems found since the mark.
    pub(crate) fn forget(&mut self, mark: usize) {
        self.list.truncate(mark);
    }

    fn push(&mut self, severity: Severity, span: Span, message: String) {
        if self.list.len() < MAX_PROBLEMS {
            self.list.push(Problem {
                severity,
                span,
                message,
            });
        }
    }

    /// Returns the problems in order of place, without duplicates.
    pub(crate) fn into_sorted(mut self) -> Vec<Problem> {
        self.list
            .sort_by(|a, b| (a.span, &a.message).cmp(&(b.span, &b.message)));
        self.list.dedup();
        self.list
    }
}
