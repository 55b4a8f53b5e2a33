//! Exact wording of diagnostics.
#![allow(clippy::needless_raw_string_hashes, reason = "expect-test writes them")]

use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::{Expect, expect};

use super::*;
use crate::lsp::ext::Activity;
use crate::lsp::snapshot::Tests;
use crate::lsp::views::testing::{
    MAX3, component, edited, found, opened, poor, report, suspicions, tested, tested_in_part,
};
use crate::model::{
    Cause, Diagnosis, Group, GroupKind, Problem, Severity, Status, TestReport, Unanalysable,
};

/// Compares the diagnostics, one per paragraph: severity, range, tags, message, related information.
fn check(snapshot: &Snapshot, expected: &Expect) {
    let mut text = String::new();
    for d in diagnostics(snapshot) {
        let severity = match d.severity {
            Some(DiagnosticSeverity::ERROR) => "error",
            Some(DiagnosticSeverity::WARNING) => "warning",
            Some(DiagnosticSeverity::INFORMATION) => "information",
            _ => "hint",
        };
        let (start, end) = (d.range.start, d.range.end);
        let faded = if d.tags.is_some() { " faded" } else { "" };
        let range = format!(
            "{}:{}-{}:{}",
            start.line, start.character, end.line, end.character
        );
        writeln!(
            text,
            "{range} {severity}{faded} {}",
            d.message.replace('\n', "\n    ")
        )
        .unwrap();
        for related in d.related_information.into_iter().flatten() {
            let start = related.location.range.start;
            let file = related.location.uri.as_str();
            writeln!(
                text,
                "    {file}:{}:{} {}",
                start.line, start.character, related.message
            )
            .unwrap();
        }
    }
    expected.assert_eq(&text);
}

#[test]
fn nothing_is_said_before_anything_is_known() {
    check(&opened(MAX3), &expect![[""]]);
}

#[test]
fn suspicions_are_hints_where_nothing_is_certified() {
    check(
        &found(suspicions()),
        &expect![[r#"
        4:4-4:24 hint suspect 2 of 2, not certified: all 3 failing tests run this line, and so does 1 of 2 passing ones
        7:4-7:24 hint suspect 1 of 2, not certified: all 3 failing tests run this line, and so does 1 of 2 passing ones
    "#]],
    );
}

#[test]
fn clients_without_lenses_read_at_main_that_tests_fail() {
    check(&tested(3), &expect![[""]]);
    let failing = poor(tested(4));
    check(
        &failing,
        &expect![[r#"
        15:4-15:8 information 4 of 5 tests fail; the code action "localize 4 failing tests" looks for suspects
            t0: expected "3", printed "1"
            t1: expected "3", printed "1"
            t2: expected "3", printed "1"
            … 1 more
    "#]],
    );
    let ages = edited(&failing, "int max = 0;", "int max = 1;");
    check(
        &ages,
        &expect![[r#"
        15:4-15:8 information stale: 4 of 5 tests fail; the code action "localize 4 failing tests" looks for suspects
            t0: expected "3", printed "1"
            t1: expected "3", printed "1"
            t2: expected "3", printed "1"
            … 1 more
    "#]],
    );
    let searched = Snapshot {
        activity: Activity::Localizing,
        ..failing.clone()
    };
    check(
        &searched,
        &expect![[r#"
        15:4-15:8 information 4 of 5 tests fail; suspects are looked for
            t0: expected "3", printed "1"
            t1: expected "3", printed "1"
            t2: expected "3", printed "1"
            … 1 more
    "#]],
    );
    check(&poor(tested(0)), &expect![[""]]);
    let mut off = failing;
    std::sync::Arc::make_mut(&mut off.settings).code_lens = false;
    check(&off, &expect![[""]]);
}

#[test]
fn that_tests_fail_is_not_repeated_beside_suspects_unless_these_are_older() {
    let codes = |snapshot: &Snapshot| {
        let all = diagnostics(snapshot).into_iter();
        let first =
            all.filter(|d| d.code == Some(NumberOrString::String(verdict::CODE.to_owned())));
        first.map(|d| d.message).next().unwrap_or_default()
    };
    let found = poor(found(report()));
    assert_eq!(codes(&found), "");
    let old = edited(&found, "int max = 0;", "int max = 1;");
    assert_eq!(codes(&old), "", "the suspects are marked as stale already");
    let mut tested = tested(1).tests;
    if let Some(tests) = &mut tested {
        tests.analysed = std::sync::Arc::clone(&old.text);
    }
    let again = Snapshot {
        tests: tested,
        ..old
    };
    assert!(
        codes(&again).starts_with("1 of 5 tests fails; "),
        "{}",
        codes(&again)
    );
}

#[test]
fn the_selected_set_is_a_warning_and_good_ranks_are_information() {
    check(
        &found(report()),
        &expect![[r#"
            4:8-4:23 warning suspect 1 of 6: `f < s && f >= t` is true or false at the wrong time; a change here and in lines 8 and 11 makes all 3 failing tests pass
                was true, needs false (t0, t2)
                file:///w/max3.c:7:8 condition `f > s && s <= t`, also to change
                file:///w/max3.c:10:8 condition `f > t && s > t`, also to change
                file:///w/tests/t0.out:0:0 t0: expected "3", printed "1"
                file:///w/tests/t2.out:0:0 t2: expected "2", printed "0"
                file:///w/tests/t4.out:0:0 t4: expected "9", printed "7"
            5:8-5:15 information suspect 4 of 6: `max = f` gives a wrong value; a change here and in lines 9 and 12 makes all 3 failing tests pass
                was 1, needs 3 (t0)
            7:8-7:23 warning suspect 2 of 6: `f > s && s <= t` is true or false at the wrong time; a change here and in lines 5 and 11 makes all 3 failing tests pass
                was true, needs false (t2)
                file:///w/max3.c:4:8 condition `f < s && f >= t`, also to change
                file:///w/max3.c:10:8 condition `f > t && s > t`, also to change
                file:///w/tests/t0.out:0:0 t0: expected "3", printed "1"
                file:///w/tests/t2.out:0:0 t2: expected "2", printed "0"
                file:///w/tests/t4.out:0:0 t4: expected "9", printed "7"
            8:8-8:15 information suspect 5 of 6: `max = s` gives a wrong value; a change here and in lines 6 and 12 makes all 3 failing tests pass
            10:8-10:22 warning suspect 3 of 6: `f > t && s > t` is true or false at the wrong time; a change here and in lines 5 and 8 makes all 3 failing tests pass
                file:///w/max3.c:4:8 condition `f < s && f >= t`, also to change
                file:///w/max3.c:7:8 condition `f > s && s <= t`, also to change
                file:///w/tests/t0.out:0:0 t0: expected "3", printed "1"
                file:///w/tests/t2.out:0:0 t2: expected "2", printed "0"
                file:///w/tests/t4.out:0:0 t4: expected "9", printed "7"
        "#]],
    );
}

#[test]
fn the_other_set_when_it_is_selected() {
    let mut snapshot = found(report());
    snapshot.selected = 1;
    check(
        &poor(snapshot),
        &expect![[r#"
            4:8-4:23 information suspect 1 of 6: `f < s && f >= t` is true or false at the wrong time; a change here and in lines 8 and 11 makes all 3 failing tests pass
                was true, needs false (t0, t2)
            5:8-5:15 warning suspect 4 of 6: `max = f` gives a wrong value; a change here and in lines 9 and 12 makes all 3 failing tests pass
                was 1, needs 3 (t0)
            7:8-7:23 information suspect 2 of 6: `f > s && s <= t` is true or false at the wrong time; a change here and in lines 5 and 11 makes all 3 failing tests pass
                was true, needs false (t2)
            8:8-8:15 warning suspect 5 of 6: `max = s` gives a wrong value; a change here and in lines 6 and 12 makes all 3 failing tests pass
            10:8-10:22 information suspect 3 of 6: `f > t && s > t` is true or false at the wrong time; a change here and in lines 5 and 8 makes all 3 failing tests pass
            11:8-11:15 warning suspect 6 of 6: `max = t` gives a wrong value; a change here and in lines 6 and 9 makes all 3 failing tests pass
        "#]],
    );
}

#[test]
fn edits_move_results_and_mark_them() {
    let snapshot = edited(&found(report()), "int max3", "/* three */\nint max3");
    check(
        &snapshot,
        &expect![[r#"
            5:8-5:23 hint faded stale: suspect 1 of 6: `f < s && f >= t` is true or false at the wrong time; a change here and in lines 9 and 12 makes all 3 failing tests pass
                was true, needs false (t0, t2)
                file:///w/max3.c:8:8 condition `f > s && s <= t`, also to change
                file:///w/max3.c:11:8 condition `f > t && s > t`, also to change
                file:///w/tests/t0.out:0:0 t0: expected "3", printed "1"
                file:///w/tests/t2.out:0:0 t2: expected "2", printed "0"
                file:///w/tests/t4.out:0:0 t4: expected "9", printed "7"
            6:8-6:15 hint faded stale: suspect 4 of 6: `max = f` gives a wrong value; a change here and in lines 10 and 13 makes all 3 failing tests pass
                was 1, needs 3 (t0)
            8:8-8:23 hint faded stale: suspect 2 of 6: `f > s && s <= t` is true or false at the wrong time; a change here and in lines 6 and 12 makes all 3 failing tests pass
                was true, needs false (t2)
                file:///w/max3.c:5:8 condition `f < s && f >= t`, also to change
                file:///w/max3.c:11:8 condition `f > t && s > t`, also to change
                file:///w/tests/t0.out:0:0 t0: expected "3", printed "1"
                file:///w/tests/t2.out:0:0 t2: expected "2", printed "0"
                file:///w/tests/t4.out:0:0 t4: expected "9", printed "7"
            9:8-9:15 hint faded stale: suspect 5 of 6: `max = s` gives a wrong value; a change here and in lines 7 and 13 makes all 3 failing tests pass
            11:8-11:22 hint faded stale: suspect 3 of 6: `f > t && s > t` is true or false at the wrong time; a change here and in lines 6 and 9 makes all 3 failing tests pass
                file:///w/max3.c:5:8 condition `f < s && f >= t`, also to change
                file:///w/max3.c:8:8 condition `f > s && s <= t`, also to change
                file:///w/tests/t0.out:0:0 t0: expected "3", printed "1"
                file:///w/tests/t2.out:0:0 t2: expected "2", printed "0"
                file:///w/tests/t4.out:0:0 t4: expected "9", printed "7"
        "#]],
    );
}

#[test]
fn a_deleted_suspect_is_gone_and_clients_without_tags_see_information() {
    let snapshot = edited(&found(report()), "f < s && f >= t", "f");
    check(
        &poor(edited(&snapshot, "f > s && s <= t", "")),
        &expect![[r#"
            4:8-4:9 information stale: suspect 1 of 6: `f < s && f >= t` is true or false at the wrong time; a change here and in line 11 and text deleted since makes all 3 failing tests pass
                was true, needs false (t0, t2)
            5:8-5:15 information stale: suspect 4 of 6: `max = f` gives a wrong value; a change here and in lines 9 and 12 makes all 3 failing tests pass
                was 1, needs 3 (t0)
            8:8-8:15 information stale: suspect 5 of 6: `max = s` gives a wrong value; a change here and in lines 6 and 12 makes all 3 failing tests pass
            10:8-10:22 information stale: suspect 3 of 6: `f > t && s > t` is true or false at the wrong time; a change here and in line 5 and text deleted since makes all 3 failing tests pass
        "#]],
    );
}

#[test]
fn undoing_an_edit_brings_back_the_exact_result() {
    let before = found(report());
    let after = edited(
        &edited(&before, "f < s", ""),
        " && f >= t",
        "f < s && f >= t",
    );
    assert_eq!(diagnostics(&after), diagnostics(&before));
}

#[test]
fn tests_that_stop_are_an_error_where_they_stop() {
    let mut report = report();
    report.groups.push(Group {
        id: 1,
        kind: GroupKind::Trap,
        tests: vec!["t5".into()],
        line: Some(13),
        message: Some("division by zero".into()),
        behind: None,
        details: Vec::new(),
    });
    report.tests.failing.push("t5".into());
    report.diagnoses = vec![Diagnosis {
        group: 1,
        components: vec![component(MAX3, 13, "return", "return max", Vec::new())],
        verified: false,
        ..report.diagnoses[0].clone()
    }];
    report.ranking.retain(|ranked| ranked.rank == 1);
    report.ranking[0].line = 13;
    check(
        &poor(found(report)),
        &expect![[r#"
            12:4-12:14 warning suspect 1 of 1: `return max` returns a wrong value; a change here makes 1 of 4 failing tests (division by zero) pass (not confirmed by running the tests)
            12:4-12:15 error 1 of 5 tests stops here: division by zero (t5)
        "#]],
    );
}

#[test]
fn what_is_not_modelled_is_named_at_its_place() {
    let mut report = report();
    report.status = Status::Unanalysable;
    report.diagnoses.clear();
    report.ranking.clear();
    let unanalysable = |id: &str| Unanalysable {
        id: id.into(),
        reason: "`scanf` of a set is not modelled".into(),
        cause: Cause::NotModelled,
        line: Some(18),
    };
    report.tests.unanalysable = ["t5", "t6"].map(unanalysable).to_vec();
    check(
        &found(report),
        &expect![[r#"
        17:4-17:32 information `scanf` of a set is not modelled: 2 of 5 tests not analysed (t5, t6)
    "#]],
    );
}

#[test]
fn what_keeps_a_test_from_running_is_told_before_anything_is_looked_for() {
    let told = |snapshot: &Snapshot| -> Vec<(u32, String)> {
        let all = diagnostics(snapshot).into_iter();
        all.map(|d| (d.range.start.line, d.message)).collect()
    };
    let snapshot = tested_in_part();
    let message = "a call of `fork` is not modelled: 1 of 5 tests not analysed (t1)";
    assert_eq!(told(&snapshot), [(6, message.to_owned())]);
    assert_eq!(told(&edited(&snapshot, "max = 0", "max = 1")), []);
}

#[test]
fn what_is_wrong_in_the_text_is_an_error_also_where_the_results_are_about_an_older_text() {
    let told = |snapshot: &Snapshot| -> Vec<(u32, Option<DiagnosticSeverity>, String)> {
        let all = diagnostics(snapshot).into_iter();
        let here = all.filter(|d| d.message.contains("expected `;`"));
        here.map(|d| (d.range.start.line, d.severity, d.message))
            .collect()
    };
    let mut snapshot = edited(&found(report()), "max = 0;", "max = 0");
    let mut tests = TestReport::empty(&report().file, None);
    tests.problems.push(Problem {
        severity: Severity::Error,
        file: tests.file.clone(),
        line: Some(4),
        column: None,
        range: None,
        message: "expected `;`".to_owned(),
    });
    snapshot.tests = Some(Tests {
        number: 1,
        report: Arc::new(tests),
        analysed: Arc::clone(&snapshot.text),
        outdated: false,
        broken: None,
    });
    let error = Some(DiagnosticSeverity::ERROR);
    assert_eq!(told(&snapshot), [(3, error, "expected `;`".to_owned())]);
    assert_eq!(told(&edited(&snapshot, "max = 0", "max = 0;")), []);
}
