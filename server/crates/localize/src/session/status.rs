//! Status of a localization: what its answer claims, or why there is none.

use explore::UnknownReason;

use super::{ALL_IGNORED, Session};
use crate::control::Control;
use crate::group_search::SearchTotals;
use crate::report::{Bounds, Report, Status, StopReason};
use exec::run::{TestOutcome, Verdict};

impl Session<'_> {
    pub(super) fn early_status(&self, control: &dyn Control) -> Option<Status> {
        if self.tests.is_empty() {
            return Some(Status::Unanalysable {
                reason: "no tests".into(),
                line: None,
            });
        }
        if self.outcomes.iter().any(TestOutcome::is_cut_short) {
            let reason = control.stop_reason().unwrap_or_else(|| "stopped".into());
            let why = StopReason::Ended(reason);
            return Some(Status::Stopped { why });
        }
        if self
            .outcomes
            .iter()
            .any(|r| matches!(r.verdict, Verdict::Fail(_)))
        {
            return None;
        }
        let nothing_checked = || {
            self.all_ignored().then(|| Status::Unanalysable {
                reason: ALL_IGNORED.into(),
                line: None,
            })
        };
        let open = self.unanalysable().or_else(|| self.undecided());
        Some(open.or_else(nothing_checked).unwrap_or(Status::None))
    }

    pub(super) fn final_status(
        &self,
        report: &Report,
        searched: &SearchTotals,
        unwind: u32,
        control: &dyn Control,
    ) -> Status {
        if searched.is_stopped() {
            let why = match (control.stop_reason(), self.options.work) {
                (Some(words), _) => StopReason::Ended(words),
                (None, Some(limit)) => StopReason::Work(limit),
                (None, None) => StopReason::Ended("stopped".into()),
            };
            return Status::Stopped { why };
        }
        if let Some(status) = self.unanalysable() {
            return status;
        }
        // With diagnoses there is an answer, although an incomplete one.
        let nothing = report.diagnoses.is_empty();
        if nothing && let Some(status) = self.undecided() {
            return status;
        }
        let floats = UnknownReason::FloatPathUnsolved;
        if nothing && searched.open().any(|why| *why == floats) {
            return Status::Unanalysable {
                reason: "symbolic floats: some sets could not be decided".into(),
                line: None,
            };
        }
        if !searched.is_complete() {
            let open = searched.open().next().cloned();
            let why = match (searched.shortfall(), open) {
                (Some(shortfall), None) => StopReason::Shortfall(*shortfall),
                (_, Some(why @ UnknownReason::NotModelled { .. })) if nothing => {
                    return Status::Unanalysable {
                        reason: why.to_string(),
                        line: None,
                    };
                }
                (_, open) => StopReason::Open(open),
            };
            return Status::Stopped { why };
        }
        let bounds = Bounds {
            none_up_to: nothing.then_some(self.options.max_size),
            unwind: (!nothing && searched.is_bounded()).then_some(unwind),
            up_to_size: searched.limited_to(),
        };
        Status::Complete { bounds }
    }

    /// Status for the first test that could not be analysed.
    pub(super) fn unanalysable(&self) -> Option<Status> {
        self.outcomes
            .iter()
            .zip(self.tests)
            .find_map(|(r, t)| match &r.verdict {
                Verdict::Unanalysable { reason, span } => Some(Status::Unanalysable {
                    reason: format!("test {}: {reason}", t.id),
                    line: span.map(|s| self.parse.sources.line_col(s).0),
                }),
                _ => None,
            })
    }

    /// Status for the first undecided test.
    fn undecided(&self) -> Option<Status> {
        let mut pairs = self.outcomes.iter().zip(self.tests);
        pairs.find_map(|(ran, test)| match &ran.verdict {
            Verdict::Undecided(why) => Some(Status::Undecided {
                test: test.id.clone(),
                why: *why,
            }),
            _ => None,
        })
    }

    /// Whether every test is ignored.
    fn all_ignored(&self) -> bool {
        let ignored = |ran: &TestOutcome| matches!(ran.verdict, Verdict::Ignored { .. });
        self.outcomes.iter().all(ignored)
    }
}
