//! Verdict of a localization in one clause: the first line of its text, and the heading of its reports.

use super::words::{failing, plural};
use crate::model::{LocalizeReport, Status};

/// Verdict: `2 of 6 tests fail, 3 possible causes in 2 lines; there may be more`
pub(in crate::cli) fn verdict(report: &LocalizeReport) -> String {
    let reason = report.reason.as_deref().unwrap_or("no reason given");
    let sets = report.diagnoses.len();
    let fail = || failing(report.tests.failing.len(), report.tests.total) + &ignored(report);
    match report.status {
        Status::None if report.tests.total == 0 => reason.to_owned(),
        Status::None => pass(report.tests.total - report.tests.ignored.len()) + &ignored(report),
        // There was no search for sets, so nothing is known about possible changes.
        Status::Complete if report.root_causes.is_some() => fail(),
        Status::Complete if sets == 0 => match report.bounds.none_up_to {
            Some(size) => {
                let most = plural(size, "place", "places");
                format!("{}; no change of up to {most} helps", fail())
            }
            None => format!("{}; no change helps", fail()),
        },
        Status::Complete => format!("{}, {}", fail(), found(report)),
        Status::Stopped if report.tests.total == 0 => {
            let tests = if report.stats.phases_ms.contains_key("run_tests") {
                "not all tests had been run"
            } else {
                "no test had been run"
            };
            format!("stopped early: {reason}; {tests}")
        }
        Status::Stopped if report.tests.failing.is_empty() => {
            let (passing, total) = (report.tests.passing.len(), report.tests.total);
            let of = plural(total, "test", "tests");
            format!("{passing} of {of} pass, none fails; stopped early: {reason}")
        }
        Status::Stopped if report.explains_some() => {
            format!(
                "{}; no cause of all failures is confirmed: {reason}",
                fail()
            )
        }
        Status::Stopped if sets == 0 => format!("{}; no cause is confirmed: {reason}", fail()),
        Status::Stopped if report.answered => format!(
            "{}, {}; a repair ended the search, so there may be more",
            fail(),
            found(report)
        ),
        Status::Stopped => format!("{}, {}; there may be more", fail(), found(report)),
        Status::Unanalysable if report.tests.failing.is_empty() => {
            format!("could not be analysed: {reason}")
        }
        Status::Unanalysable => {
            let found = match sets {
                0 => String::new(),
                _ => format!(", {}", found(report)),
            };
            format!("could not be analysed in full: {reason}; {}{found}", fail())
        }
    }
}

/// Whether the verdict already gives the reason of the report.
pub(in crate::cli) fn verdict_gives_reason(report: &LocalizeReport) -> bool {
    match report.status {
        Status::Stopped => report.diagnoses.is_empty(),
        Status::Unanalysable => true,
        Status::Complete | Status::None => false,
    }
}

/// Number of causes, and of the lines that are listed for them if it differs: `3 possible causes in 2 lines`
fn found(report: &LocalizeReport) -> String {
    let sets = report.diagnoses.len();
    match report.certified().len() {
        lines if lines == sets => causes(sets),
        lines => format!("{} in {}", causes(sets), plural(lines, "line", "lines")),
    }
}

/// Number of causes: `3 possible causes`
pub(super) fn causes(count: usize) -> String {
    plural(count, "possible cause", "possible causes")
}

/// Number of ignored tests, as the end of a clause.
fn ignored(report: &LocalizeReport) -> String {
    match report.tests.ignored.len() {
        0 => String::new(),
        ignored => format!(", {ignored} ignored"),
    }
}

fn pass(total: usize) -> String {
    match total {
        1 => "the one test passes".to_owned(),
        n => format!("all {n} tests pass"),
    }
}
