//! Status of a localization: what its answer claims, or why there is none.

use explore::UnknownReason;

use crate::ledger::Ledger;
use crate::report::{Bounds, Status, StopReason};
use crate::run::Run;
use exec::run::{TestOutcome, Verdict};

/// Reason reported when every test is ignored.
pub const ALL_IGNORED: &str = "every test is ignored";

/// Status of a job without a search; `None` if there is something to search for.
pub(crate) fn early_status(run: &Run<'_>) -> Option<Status> {
    if run.tests.is_empty() {
        return Some(Status::Unanalysable {
            reason: "no tests".into(),
            line: None,
        });
    }
    if run.outcomes.iter().any(TestOutcome::is_cut_short) {
        let reason = run
            .control
            .stop_reason()
            .unwrap_or_else(|| "stopped".into());
        let why = StopReason::Ended(reason);
        return Some(Status::Stopped { why });
    }
    if run
        .outcomes
        .iter()
        .any(|r| matches!(r.verdict, Verdict::Fail(_)))
    {
        return None;
    }
    let nothing_checked = || {
        all_ignored(run).then(|| Status::Unanalysable {
            reason: ALL_IGNORED.into(),
            line: None,
        })
    };
    let open = unanalysable(run).or_else(|| undecided(run));
    Some(open.or_else(nothing_checked).unwrap_or(Status::None))
}

/// Status after the search.
pub(crate) fn final_status(run: &Run<'_>, ledger: &Ledger<'_>, unwind: u32) -> Status {
    let (report, searched) = (&ledger.report, &ledger.searched);
    if searched.is_stopped() {
        let why = match (run.control.stop_reason(), run.options.work) {
            (Some(words), _) => StopReason::Ended(words),
            (None, Some(limit)) => StopReason::Work(limit),
            (None, None) => StopReason::Ended("stopped".into()),
        };
        return Status::Stopped { why };
    }
    if let Some(status) = unanalysable(run) {
        return status;
    }
    // With diagnoses there is an answer, although an incomplete one.
    let nothing = report.diagnoses.is_empty();
    if nothing && let Some(status) = undecided(run) {
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
        none_up_to: nothing.then_some(run.options.max_size),
        unwind: (!nothing && searched.is_bounded()).then_some(unwind),
        up_to_size: searched.limited_to(),
    };
    Status::Complete { bounds }
}

/// Status for the first test that could not be analysed.
fn unanalysable(run: &Run<'_>) -> Option<Status> {
    run.outcomes
        .iter()
        .zip(run.tests)
        .find_map(|(r, t)| match &r.verdict {
            Verdict::Unanalysable { reason, span } => Some(Status::Unanalysable {
                reason: format!("test {}: {reason}", t.id),
                line: span.map(|s| run.parse.sources.line_col(s).0),
            }),
            _ => None,
        })
}

/// Status for the first undecided test.
fn undecided(run: &Run<'_>) -> Option<Status> {
    let mut pairs = run.outcomes.iter().zip(run.tests);
    pairs.find_map(|(ran, test)| match &ran.verdict {
        Verdict::Undecided(why) => Some(Status::Undecided {
            test: test.id.clone(),
            why: *why,
        }),
        _ => None,
    })
}

/// Whether every test is ignored.
fn all_ignored(run: &Run<'_>) -> bool {
    let ignored = |ran: &TestOutcome| matches!(ran.verdict, Verdict::Ignored { .. });
    run.outcomes.iter().all(ignored)
}
