//! `faultlens/status`: one line and one tooltip about the results and the running jobs.
//!
//! There are only four kinds of end (found, none, not exhaustive, could not analyse), and nothing is green by default.

use super::words;
use crate::lsp::explanation::PlacedExplanation;
use crate::lsp::ext::{Activity, Knowledge, StatusParams};
use crate::lsp::snapshot::Snapshot;
use crate::model::Outcome;

/// State of a document.
pub(crate) fn status(snapshot: &Snapshot) -> StatusParams {
    let counts = snapshot.counts();
    let selected = snapshot.selected_set().map(|(number, _)| number);
    let findings = snapshot.findings.as_ref();
    let tests = snapshot.tests.as_ref();
    let explained = snapshot.fresh_explanation();
    let set_lines = selected.map_or_else(Vec::new, |number| selected_lines(snapshot, number));
    StatusParams {
        uri: snapshot.uri.clone(),
        version: Some(snapshot.version),
        state: snapshot.activity,
        result: snapshot.knowledge(),
        stale: snapshot.stale() || counts.is_some_and(|counts| counts.stale),
        text: text(snapshot),
        detail: detail(snapshot),
        tests: counts.map(|counts| counts.total),
        failing: counts.map(|counts| counts.failing),
        test_run: tests.map(|tests| tests.number),
        tests_stale: tests.is_some_and(|tests| tests.is_stale(&snapshot.text)),
        set: selected.map(|number| number + 1),
        sets: findings.map_or(0, |findings| findings.sets().len()),
        set_lines,
        explained: explained
            .and_then(PlacedExplanation::test)
            .map(str::to_owned),
    }
}

/// Reason why there is nothing to see after a search, in one line; longer messages hide half of a terminal.
pub(crate) fn notice(snapshot: &Snapshot) -> String {
    if snapshot.knowledge() == Knowledge::NoTests {
        let name = snapshot.path.as_ref().and_then(|path| path.file_name());
        let name = name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        return format!("no tests found for {name}; “why is a test missing?” tells more");
    }
    knowledge(snapshot)
}

/// Lines of a set in this document, numbered as the client does.
fn selected_lines(snapshot: &Snapshot, number: usize) -> Vec<u32> {
    let places = snapshot
        .findings
        .as_ref()
        .and_then(|findings| findings.places.components.get(number));
    let mut lines: Vec<u32> = places
        .into_iter()
        .flatten()
        .flatten()
        .map(|place| snapshot.range(place).start.line)
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

fn text(snapshot: &Snapshot) -> String {
    let mut parts = Vec::new();
    match snapshot.activity {
        Activity::Idle => {}
        Activity::Queued => parts.push("waiting".to_owned()),
        Activity::Testing => parts.push("running tests".to_owned()),
        Activity::Localizing => parts.push("localizing".to_owned()),
    }
    let counts = snapshot.counts().filter(|counts| {
        // Where there is no answer, numbers are left out, unless they say how many tests have no verdict.
        let unanalysable = counts.failing == 0 && counts.unanalysable > 0;
        snapshot.knowledge() != Knowledge::Unanalysable || unanalysable
    });
    if let Some(counts) = counts {
        parts.push(words::verdict(counts));
    }
    let sets = snapshot
        .findings
        .as_ref()
        .map_or(0, |findings| findings.sets().len());
    match snapshot.knowledge() {
        Knowledge::Unknown if parts.is_empty() => parts.push("not run yet".to_owned()),
        Knowledge::NoTests => parts.push("no tests found".to_owned()),
        Knowledge::Unanalysable if parts.is_empty() => parts.push("could not analyse".to_owned()),
        Knowledge::NoneFound => parts.push("no cause found".to_owned()),
        Knowledge::Stopped if sets == 0 => parts.push("no cause confirmed".to_owned()),
        _ => {}
    }
    if let Some((number, _)) = snapshot.selected_set() {
        parts.push(selected(snapshot, number, sets));
    }
    parts.join(" · ")
}

/// Selected set: `line 47 first (cause 1 of 23)`, for a later cause `cause 3 of 23: line 18`. While the search
/// continues, the order may still change.
fn selected(snapshot: &Snapshot, number: usize, sets: usize) -> String {
    let Some(findings) = &snapshot.findings else {
        return String::new();
    };
    let so_far = if findings.partial { " so far" } else { "" };
    let lines = words::lines(&findings.set_lines(&snapshot.index, number));
    let faults = findings.report.faults.len();
    match (number, sets) {
        (0, _) if faults > 1 => format!("{faults} likely faults: {lines} first{so_far}"),
        (_, 1) => format!("{lines}{so_far}"),
        (0, _) => format!("{lines} first (cause 1 of {sets}{so_far})"),
        _ => format!("cause {} of {sets}{so_far}: {lines}", number + 1),
    }
}

fn detail(snapshot: &Snapshot) -> String {
    let mut sentences = Vec::new();
    if snapshot.stale() {
        sentences.push("The file has changed since. Localize again.".to_owned());
    }
    sentences.push(knowledge(snapshot));

    // Tests without an outcome, and assumptions, limit what the answer means.
    if let Some(counts) = snapshot.counts().filter(|counts| counts.unanalysable > 0) {
        let of = words::counted(counts.total, "test");
        let what = if counts.unanalysable == counts.undecided {
            "not decided"
        } else {
            "could not be analysed"
        };
        sentences.push(format!("{} of {of} {what}.", counts.unanalysable));
    }
    if let Some(findings) = &snapshot.findings {
        sentences.extend(
            findings
                .report
                .assumed
                .iter()
                .map(|assumed| format!("Assumed: {assumed}.")),
        );
    }
    sentences.join("\n")
}

/// The sentence about what is known of the tests and the causes.
fn knowledge(snapshot: &Snapshot) -> String {
    let sets = snapshot
        .findings
        .as_ref()
        .map_or(0, |findings| findings.sets().len());
    let reason = reason(snapshot);
    let because = reason
        .as_ref()
        .map(|reason| format!(": {reason}"))
        .unwrap_or_default();
    let findings = snapshot.findings.as_ref();
    let is_answered = findings.is_some_and(|findings| findings.report.answered);
    let explains_some = findings.is_some_and(|findings| findings.report.explains_some());
    let causes = words::counted(sets, "possible cause");
    match snapshot.knowledge() {
        Knowledge::Unknown => "Nothing is known yet.".to_owned(),
        Knowledge::NoTests => match reason.as_deref().map(words::capital) {
            Some(reason) => format!("{reason}."),
            None => "No tests were found for this file.".to_owned(),
        },
        Knowledge::AllPass => match snapshot.counts().map_or(0, |counts| counts.ignored) {
            0 => "There are tests and all pass.".to_owned(),
            1 => "All tests pass but one, which is ignored.".to_owned(),
            ignored => format!("All tests pass but {ignored}, which are ignored."),
        },
        Knowledge::TestsFail => "Not localized yet.".to_owned(),
        Knowledge::Found => match &reason {
            Some(reason) => format!("{causes} found; {reason}."),
            None => format!("{causes} found; these are all."),
        },
        Knowledge::NoneFound => {
            format!("Tests fail, but no change of a few places makes them pass{because}.")
        }
        Knowledge::Stopped if explains_some => {
            format!(
                "No cause of all failures is confirmed{because}. The first marked lines explain some of them."
            )
        }
        Knowledge::Stopped if sets == 0 => {
            format!("No cause is confirmed{because}. The marked lines are only suspected.")
        }
        Knowledge::Stopped if is_answered => {
            format!("{causes} found; a repair ended the search, so there may be more.")
        }
        Knowledge::Stopped => {
            format!("{causes} found; there may be more{because}.")
        }
        Knowledge::Unanalysable => format!("Could not analyse{because}."),
    }
}

/// Reason for the state of the results, if there is more to say.
fn reason(snapshot: &Snapshot) -> Option<String> {
    if let Some(findings) = &snapshot.findings {
        return findings.report.reason.clone();
    }
    let at = |line: Option<u32>, message: &str| match line {
        Some(line) => format!("line {line}: {message}"),
        None => message.to_owned(),
    };
    let of_problems = || {
        let problem = snapshot.tests.as_ref()?.report.problems.first()?;
        Some(at(problem.line, &problem.message))
    };
    snapshot
        .failure
        .clone()
        .or_else(|| {
            snapshot
                .tests
                .as_ref()
                .and_then(|tests| tests.report.reason.clone())
        })
        .or_else(of_problems)
        .or_else(|| {
            let mut tests = snapshot.tests.as_ref()?.report.tests.iter();
            let test = tests.find(|test| test.outcome == Outcome::Unanalysable)?;
            Some(at(test.line, test.reason.as_deref()?))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::views::testing::{MAX3, edited, found, opened, report, tested, tested_in_part};
    use crate::model::Status;

    fn check(snapshot: &Snapshot, result: Knowledge, expected: &str) {
        let status = status(snapshot);
        assert_eq!(
            (status.result, status.text.as_str()),
            (result, expected),
            "{}",
            status.detail
        );
    }

    #[test]
    fn every_end_has_its_own_words() {
        check(&opened(MAX3), Knowledge::Unknown, "not run yet");
        check(&tested(3), Knowledge::TestsFail, "3 of 5 tests fail");
        check(&tested(0), Knowledge::AllPass, "all 5 tests pass");
        check(
            &found(report()),
            Knowledge::Found,
            "3 of 5 tests fail · lines 5, 8 and 11 first (cause 1 of 2)",
        );
        let with = |status, sets: usize| {
            let mut report = report();
            report.status = status;
            report.diagnoses.truncate(sets);
            found(report)
        };
        check(
            &with(Status::Complete, 0),
            Knowledge::NoneFound,
            "3 of 5 tests fail · no cause found",
        );
        check(
            &with(Status::Stopped, 1),
            Knowledge::Stopped,
            "3 of 5 tests fail · lines 5, 8 and 11",
        );
        check(
            &with(Status::Stopped, 0),
            Knowledge::Stopped,
            "3 of 5 tests fail · no cause confirmed",
        );
        check(
            &with(Status::Unanalysable, 0),
            Knowledge::Unanalysable,
            "could not analyse",
        );
    }

    #[test]
    fn running_comes_first_and_green_is_never_the_default() {
        let running = Snapshot {
            activity: Activity::Testing,
            ..opened(MAX3)
        };
        check(&running, Knowledge::Unknown, "running tests");
        let failed = Snapshot {
            failure: Some("the worker ended by a signal".into()),
            ..opened(MAX3)
        };
        check(&failed, Knowledge::Unanalysable, "could not analyse");
        assert!(status(&failed).detail.contains("ended by a signal"));
    }

    #[test]
    fn what_keeps_tests_from_running_is_told() {
        let snapshot = tested_in_part();
        let expected = "1 of 5 tests cannot be analysed";
        check(&snapshot, Knowledge::Unanalysable, expected);
        let detail = status(&snapshot).detail;
        assert!(
            detail.contains("line 7: a call of `fork` is not modelled"),
            "{detail}"
        );
    }

    #[test]
    fn no_tests_are_no_tests_after_a_search_too() {
        let mut snapshot = tested(0);
        let tests = snapshot.tests.as_mut().unwrap();
        let mut report = (*tests.report).clone();
        report.tests.clear();
        report.reason = Some("no tests found: none anywhere".into());
        tests.report = std::sync::Arc::new(report);
        check(&snapshot, Knowledge::NoTests, "no tests found");
        let detail = status(&snapshot).detail;
        assert_eq!(detail, "No tests found: none anywhere.");
        let mut searched = crate::lsp::views::testing::report();
        searched.status = Status::Unanalysable;
        searched.tests = crate::model::TestSummary::default();
        searched.diagnoses.clear();
        let searched = Snapshot {
            findings: found(searched).findings,
            ..snapshot
        };
        check(&searched, Knowledge::NoTests, "no tests found");
    }

    #[test]
    fn the_selected_lines_count_from_zero_and_move_along() {
        let snapshot = edited(&found(report()), "int max3", "\n\nint max3");
        let status = status(&snapshot);
        assert!(status.stale);
        assert_eq!(status.set_lines, [6, 9, 12]);
        assert_eq!(
            (status.set, status.sets, status.tests, status.failing),
            (Some(1), 2, Some(5), Some(3))
        );
    }
}
