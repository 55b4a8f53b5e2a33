//! Code lenses: one line of them, at the head of `main` (or of the first function), so that the code does not jump.

use tower_lsp::ls_types::{CodeLens, Command};

use super::{story, words};
use crate::lsp::ext::{self, Activity, Knowledge};
use crate::lsp::snapshot::Snapshot;

/// All lenses. Their number changes only when new results arrive; an edit keeps them and marks them stale.
pub(crate) fn lenses(snapshot: &Snapshot) -> Vec<CodeLens> {
    let Some(head) = snapshot
        .head
        .as_ref()
        .filter(|_| snapshot.settings.code_lens)
    else {
        return Vec::new();
    };
    let range = snapshot.range(head);
    let lens = |command| CodeLens {
        range,
        command: Some(command),
        data: None,
    };
    commands(snapshot).into_iter().map(lens).collect()
}

/// Contents of the lenses, as commands.
fn commands(snapshot: &Snapshot) -> Vec<Command> {
    let mut all = Vec::new();
    let running =
        snapshot.activity == Activity::Localizing || snapshot.activity == Activity::Queued;
    let counts = snapshot.counts();
    if let Some(counts) = counts.filter(|counts| counts.failing > 0) {
        all.push(command(snapshot, words::verdict(counts), ext::WHY_NO_TEST));
    } else if snapshot.knowledge() == Knowledge::AllPass
        && let Some(counts) = counts
    {
        // Passing tests are reported, but not while a run could still find a failing one.
        let quiet = snapshot.activity == Activity::Idle || counts.stale;
        if !quiet {
            return Vec::new();
        }
        all.push(command(snapshot, words::verdict(counts), ext::WHY_NO_TEST));
        all.extend(find(snapshot));
        return all;
    } else if let Some(counts) = counts.filter(|counts| counts.unanalysable > 0) {
        all.push(command(snapshot, words::verdict(counts), ext::WHY_NO_TEST));
    }
    if snapshot.knowledge() == Knowledge::NoTests {
        all.extend(find(snapshot));
    }
    let stale = if snapshot.stale() { "stale: " } else { "" };
    if let Some(findings) = &snapshot.findings {
        let report = &findings.report;
        let faults = report.named_faults();
        let faults: Vec<String> = faults
            .map(|(name, fault)| format!("{name}: {}", fault.places_from(&report.file)))
            .collect();
        if !faults.is_empty() {
            let (count, faults) = (faults.len(), faults.join("; "));
            let title = format!("{stale}{count} likely faults: {faults}");
            all.push(command(snapshot, title, ext::SHOW_REPORT));
        }
    }
    if let Some((number, _)) = snapshot.selected_set()
        && let Some(findings) = &snapshot.findings
    {
        let so_far = if findings.partial { " so far" } else { "" };
        let lines = words::set(&findings.set_lines(&snapshot.index, number));
        let sets = findings.sets().len();
        let go = if snapshot.client.show_document {
            ext::GO_TO_SET
        } else {
            ext::SHOW_REPORT
        };
        let title = format!("{stale}cause {} of {sets}{so_far} {lines}", number + 1);
        all.push(command(snapshot, title, go));
        if sets > 1 {
            all.push(command(snapshot, "previous".to_owned(), ext::PREVIOUS_SET));
            all.push(command(snapshot, "next".to_owned(), ext::NEXT_SET));
        }
    }
    // The lens is there even before the explanation is known, so that the line does not change later.
    if snapshot.selected_set().is_some()
        && let Some((test, title)) = story::lens(snapshot)
    {
        let mut explain = command(snapshot, title, ext::EXPLAIN);
        explain.arguments.get_or_insert_default().push(test.into());
        all.push(explain);
    }
    if running {
        all.push(command(snapshot, "Cancel".to_owned(), ext::CANCEL));
    } else if let Some(counts) = counts.filter(|counts| counts.failing > 0)
        && (snapshot.stale() || snapshot.selected_set().is_none())
    {
        all.push(command(
            snapshot,
            words::capital(&words::localize(counts.failing)),
            ext::LOCALIZE,
        ));
    }
    all
}

/// Command that searches for a failing input, if the program states conditions that it must not violate.
fn find(snapshot: &Snapshot) -> Option<Command> {
    let text = &snapshot.text;
    let says = ["assert(", "__VERIFIER_nondet_", "//@ assert", "//@ ensures"];
    let has_contract = text.contains("/*@") && text.contains("ensures");
    let asserts = has_contract || says.iter().any(|word| text.contains(word));
    let title = "find a failing input".to_owned();
    asserts.then(|| command(snapshot, title, ext::FIND))
}

/// A command for this document.
pub(crate) fn command(snapshot: &Snapshot, title: String, command: &str) -> Command {
    let uri = serde_json::Value::String(snapshot.uri.as_str().to_owned());
    Command {
        title,
        command: command.to_owned(),
        arguments: Some(vec![uri]),
    }
}

/// A command for a line of the document, given by its number from 0.
pub(crate) fn command_at(snapshot: &Snapshot, title: String, id: &str, line: u32) -> Command {
    let mut command = command(snapshot, title, id);
    command.arguments.get_or_insert_default().push(line.into());
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::views::testing::{
        MAX3, edited, found, opened, report, several_faults, tested, tested_in_part,
    };

    fn titles(snapshot: &Snapshot) -> Vec<String> {
        lenses(snapshot)
            .into_iter()
            .filter_map(|lens| Some(lens.command?.title))
            .collect()
    }

    #[test]
    fn several_faults_are_listed() {
        let snapshot = found(several_faults());
        let listed = "2 likely faults: A: lines 5, 8 and 11; B: lines 6, 9 and 12";
        assert_eq!(titles(&snapshot)[..2], ["3 of 5 tests fail", listed]);
        // Its lines are those of the text that was localized.
        let moved = edited(&snapshot, "int max3", "\n\nint max3");
        assert!(titles(&moved).contains(&format!("stale: {listed}")));
    }

    #[test]
    fn what_is_known_decides_what_is_offered() {
        assert_eq!(titles(&opened(MAX3)), [""; 0]);
        assert_eq!(
            titles(&tested(3)),
            ["3 of 5 tests fail", "Localize 3 failing tests"]
        );
        assert_eq!(titles(&tested(0)), ["all 5 tests pass"]);
        assert_eq!(
            titles(&tested_in_part()),
            ["1 of 5 tests cannot be analysed"]
        );
        assert_eq!(
            titles(&found(report())),
            [
                "3 of 5 tests fail",
                "cause 1 of 2 {5, 8, 11}",
                "previous",
                "next",
                "explain t0"
            ]
        );
    }

    #[test]
    fn a_program_with_assertions_can_be_searched_for_a_failing_input() {
        let asserts = edited(&tested(0), "int max = 0;", "int max = 0; assert(f < 9);");
        let find = "find a failing input".to_owned();
        assert!(titles(&asserts).contains(&find), "{:?}", titles(&asserts));
        assert!(!titles(&tested(0)).contains(&find));
        let failing = edited(&tested(3), "int max = 0;", "int max = 0; assert(f < 9);");
        assert!(
            !titles(&failing).contains(&find),
            "there is something better to do"
        );
    }

    #[test]
    fn no_green_while_something_runs() {
        let running = Snapshot {
            activity: Activity::Localizing,
            ..tested(0)
        };
        assert_eq!(titles(&running), [""; 0]);
        let running = Snapshot {
            activity: Activity::Localizing,
            ..tested(3)
        };
        assert_eq!(titles(&running), ["3 of 5 tests fail", "Cancel"]);
    }

    #[test]
    fn a_run_that_a_limit_ended_is_not_green() {
        let mut snapshot = tested(0);
        let tests = snapshot.tests.as_mut().unwrap();
        let mut report = (*tests.report).clone();
        report.reason = Some("time limit".into());
        tests.report = std::sync::Arc::new(report);
        assert_eq!(titles(&snapshot), [""; 0]);
        assert_eq!(snapshot.knowledge(), Knowledge::Unanalysable);
    }

    #[test]
    fn edits_keep_the_lenses_and_mark_them() {
        let snapshot = edited(&found(report()), "int max = 0;", "int max = 1;\n");
        let expected = [
            "stale: 3 of 5 tests fail",
            "stale: cause 1 of 2 {6, 9, 12}",
            "previous",
            "next",
            "explain t0",
            "Localize 3 failing tests",
        ];
        assert_eq!(titles(&snapshot), expected);
    }

    #[test]
    fn they_stand_at_main_and_name_the_document() {
        let lens = lenses(&tested(1)).remove(0);
        assert_eq!((lens.range.start.line, lens.range.start.character), (15, 4));
        assert_eq!(
            lens.command.unwrap().arguments.unwrap(),
            ["file:///w/max3.c"]
        );
    }

    #[test]
    fn they_can_be_switched_off() {
        let mut snapshot = tested(3);
        std::sync::Arc::make_mut(&mut snapshot.settings).code_lens = false;
        assert_eq!(titles(&snapshot), [""; 0]);
    }
}
