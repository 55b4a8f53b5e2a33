//! Exact wording of the explanation.
#![allow(clippy::needless_raw_string_hashes, reason = "expect-test writes them")]

use expect_test::{Expect, expect};
use tower_lsp::ls_types::{HoverContents, InlayHintLabel, Position, Range};

use super::*;
use crate::lsp::views::testing::{at, edited, explained, explanation, found, poor, report};
use crate::lsp::views::{diagnostics, hints, hover, lenses};
use crate::model::{ExplainReport, Needs, Statement, StatementKind, markdown};

/// The diagnostic at the test's failure, with the way to it.
fn failure_of(snapshot: &Snapshot) -> String {
    let all = diagnostics::diagnostics(snapshot);
    let failures = all.into_iter().filter(|d| {
        d.message.trim_start_matches("stale: ").starts_with("test ") || d.message.contains("here: ")
    });
    let mut text = String::new();
    for failure in failures {
        let start = failure.range.start;
        let severity = failure.severity.unwrap();
        writeln!(
            text,
            "{}:{} {severity:?} {}",
            start.line, start.character, failure.message
        )
        .unwrap();
        for entry in failure.related_information.into_iter().flatten() {
            let start = entry.location.range.start;
            writeln!(
                text,
                "    {}:{} {}",
                start.line, start.character, entry.message
            )
            .unwrap();
        }
    }
    text
}

fn hover_of(snapshot: &Snapshot, place: &str) -> Option<String> {
    match hover::hover(snapshot, at(snapshot, place))?.contents {
        HoverContents::Markup(markup) => Some(markup.value),
        _ => None,
    }
}

fn hints_of(snapshot: &Snapshot) -> Vec<String> {
    let range = Range::new(Position::new(0, 0), Position::new(99, 0));
    let hints = hints::hints(snapshot, range).into_iter();
    let label = |label| match label {
        InlayHintLabel::String(label) => label,
        InlayHintLabel::LabelParts(_) => String::new(),
    };
    hints
        .map(|hint| format!("{} {}", hint.position.line, label(hint.label)))
        .collect()
}

fn lenses_of(snapshot: &Snapshot) -> Vec<(String, Vec<serde_json::Value>)> {
    let lenses = lenses::lenses(snapshot)
        .into_iter()
        .filter_map(|lens| lens.command);
    lenses
        .filter(|command| command.command == "faultlens.explain")
        .map(|command| (command.title, command.arguments.unwrap_or_default()))
        .collect()
}

fn check(actual: &str, expected: &Expect) {
    expected.assert_eq(actual);
}

#[test]
fn the_failing_output_tells_the_way_to_it() {
    check(
        &failure_of(&explained(explanation())),
        &expect![[r#"
        18:4 Information test t0 fails here: expected "3", printed "0"; 6 of 7 executed statements matter
            17:4 1 of 6: scanf("%d%d%d", &f, &s, &t) → f = 1, s = 2, t = 3
            17:4 from here on: f < t and s < t and f < s
            3:8 2 of 6: max = 0
            3:8 from here on: f < t and s < t and f < s and max < 3
            4:8 3 of 6: f < s && f >= t is false
            4:8 from here on: s < t and f < s and max < 3
            7:8 4 of 6: f > s && s <= t is false
            7:8 from here on: s < t and max < 3
            10:8 5 of 6: f > t && s > t is false
            10:8 from here on: max < 3
            12:4 6 of 6: return max → max3(f, s, t) = 0
            12:4 from here on: max3(f, s, t) != 3
    "#]],
    );
}

#[test]
fn clients_without_related_information_see_the_failure_alone() {
    check(
        &failure_of(&poor(explained(explanation()))),
        &expect![[r#"
        18:4 Information test t0 fails here: expected "3", printed "0"; 6 of 7 executed statements matter
    "#]],
    );
}

#[test]
fn an_edit_moves_the_way_and_marks_it() {
    let snapshot = edited(&explained(explanation()), "int max = 0;", "int max;\n");
    check(
        &failure_of(&snapshot),
        &expect![[r#"
        19:4 Hint stale: test t0 fails here: expected "3", printed "0"; 6 of 7 executed statements matter
            18:4 1 of 6: scanf("%d%d%d", &f, &s, &t) → f = 1, s = 2, t = 3
            18:4 from here on: f < t and s < t and f < s
            3:8 2 of 6: max = 0
            3:8 from here on: f < t and s < t and f < s and max < 3
            5:8 3 of 6: f < s && f >= t is false
            5:8 from here on: s < t and f < s and max < 3
            8:8 4 of 6: f > s && s <= t is false
            8:8 from here on: s < t and max < 3
            11:8 5 of 6: f > t && s > t is false
            11:8 from here on: max < 3
            13:4 6 of 6: return max → max3(f, s, t) = 0
            13:4 from here on: max3(f, s, t) != 3
    "#]],
    );
}

#[test]
fn a_long_way_is_cut_in_the_middle() {
    let mut report = explanation();
    let again = |execution| Statement {
        execution,
        ..report.statements[1].clone()
    };
    let many: Vec<Statement> = (1..30).map(again).collect();
    report.statements.splice(1..2, many);
    check(
        &failure_of(&explained(report)),
        &expect![[r#"
        18:4 Information test t0 fails here: expected "3", printed "0"; 6 of 7 executed statements matter
            17:4 1 of 34: scanf("%d%d%d", &f, &s, &t) → f = 1, s = 2, t = 3
            17:4 from here on: f < t and s < t and f < s
            3:8 2 of 34: max = 0
            3:8 from here on: f < t and s < t and f < s and max < 3
            3:8 … 25 more; `explain` shows all
            3:8 28 of 34: max = 0 (execution 27)
            3:8 29 of 34: max = 0 (execution 28)
            3:8 30 of 34: max = 0 (execution 29)
            4:8 31 of 34: f < s && f >= t is false
            4:8 from here on: s < t and f < s and max < 3
            7:8 32 of 34: f > s && s <= t is false
            7:8 from here on: s < t and max < 3
            10:8 33 of 34: f > t && s > t is false
            10:8 from here on: max < 3
            12:4 34 of 34: return max → max3(f, s, t) = 0
            12:4 from here on: max3(f, s, t) != 3
    "#]],
    );
}

#[test]
fn where_tests_stop_one_diagnostic_says_it_all() {
    let mut snapshot = explained(explanation());
    let mut findings = report();
    findings.groups[0].kind = crate::model::GroupKind::Trap;
    findings.groups[0].line = Some(19);
    findings.groups[0].message = Some("assertion `max > 0` failed".into());
    snapshot.findings = found(findings).findings;
    check(
        &failure_of(&snapshot),
        &expect![[r#"
        18:4 Error 3 of 5 tests stop here: assertion `max > 0` failed (t0, t2, t4)
            17:4 1 of 6: scanf("%d%d%d", &f, &s, &t) → f = 1, s = 2, t = 3
            17:4 from here on: f < t and s < t and f < s
            3:8 2 of 6: max = 0
            3:8 from here on: f < t and s < t and f < s and max < 3
            4:8 3 of 6: f < s && f >= t is false
            4:8 from here on: s < t and f < s and max < 3
            7:8 4 of 6: f > s && s <= t is false
            7:8 from here on: s < t and max < 3
            10:8 5 of 6: f > t && s > t is false
            10:8 from here on: max < 3
            12:4 6 of 6: return max → max3(f, s, t) = 0
            12:4 from here on: max3(f, s, t) != 3
    "#]],
    );
}

#[test]
fn a_suspect_on_the_way_tells_both() {
    let text = hover_of(&explained(explanation()), "f < s").unwrap();
    check(
        &text,
        &expect![[r#"
            **Suspect 1 of 6.** Changing lines 5, 8 and 11 makes all 3 failing tests pass; no smaller set with line 5 does.

            condition `f < s && f >= t`

            | test | time | was | needs |
            |---|---|---|---|
            | t0 | 1 | `true` | `false` |
            | t2 | 1 | `true` | `false` |

            **How t0 fails**, step 3 of 6: `f < s && f >= t is false`. Holds before: `f < t` and `s < t` and `f < s` and `max < 3`. Holds after: `s < t` and `f < s` and `max < 3`.

            These facts alone lead to the failure (expected "3", printed "0"); that is proved.

            Why this rank: smallest set; flipping suffices; Ochiai 0.71.

            Confirmed by running the failing tests with the needed values. The opposite decisions suffice. That every part is needed is proved."#]],
    );
}

#[test]
fn a_statement_that_is_no_suspect_tells_what_holds() {
    let snapshot = explained(explanation());
    check(
        &hover_of(&snapshot, "return max").unwrap(),
        &expect![[r#"
        **How t0 fails**, step 6 of 6: `return max → max3(f, s, t) = 0`. Holds before: `max < 3`. Holds after: `max3(f, s, t) != 3`.

        These facts alone lead to the failure (expected "3", printed "0"); that is proved."#]],
    );
    check(
        &hover_of(&poor(snapshot), "return max").unwrap(),
        &expect![[r#"
            How t0 fails, step 6 of 6: return max → max3(f, s, t) = 0. Holds before: max < 3. Holds after: max3(f, s, t) != 3.

            These facts alone lead to the failure (expected "3", printed "0"); that is proved."#]],
    );
}

#[test]
fn executions_of_a_statement_are_told_in_order_and_capped() {
    let mut report = explanation();
    let again = |execution| Statement {
        execution,
        ..report.statements[5].clone()
    };
    let many: Vec<Statement> = (2..8).map(again).collect();
    report.statements.extend(many);
    check(
        &hover_of(&explained(report), "return max").unwrap(),
        &expect![[r#"
            **How t0 fails**, step 9 of 12: `return max (execution 4) → max3(f, s, t) = 0`. Holds before and after: `max3(f, s, t) != 3`. (3 earlier executions not shown.)

            Step 10 of 12: `return max (execution 5) → max3(f, s, t) = 0`. Holds before and after: `max3(f, s, t) != 3`.

            Step 11 of 12: `return max (execution 6) → max3(f, s, t) = 0`. Holds before and after: `max3(f, s, t) != 3`.

            Step 12 of 12: `return max (execution 7) → max3(f, s, t) = 0`. Holds before and after: `max3(f, s, t) != 3`.

            These facts alone lead to the failure (expected "3", printed "0"); that is proved."#]],
    );
}

#[test]
fn invariants_stand_on_the_lines_of_the_selected_set() {
    let snapshot = explained(explanation());
    assert_eq!(
        hints_of(&snapshot),
        [
            "4 was true, needs false (t0, t2) · then s < t",
            "7 was true, needs false (t2) · then s < t",
            "10 then max < 3",
        ]
    );
    let mut passing = explanation();
    passing.statements[2].kind = StatementKind::Call;
    let hints = hints_of(&explained(passing));
    assert_eq!(hints[0], "4 was true, needs false (t0, t2)");
    let other = Snapshot {
        selected: 1,
        ..snapshot
    };
    assert_eq!(hints_of(&other), ["5 was 1, needs 3 (t0)"]);
}

#[test]
fn the_lens_opens_it_and_counts() {
    let uri = serde_json::json!("file:///w/max3.c");
    let arguments = vec![uri, serde_json::json!("t0")];
    let lens = |title: &str| [(title.to_owned(), arguments.clone())];
    let snapshot = explained(explanation());
    assert_eq!(lenses_of(&snapshot), lens("explain t0: 6 statements"));
    assert_eq!(lenses_of(&found(report())), lens("explain t0"));
    assert_eq!(
        lenses_of(&edited(&snapshot, "max = 0", "max = 1")),
        lens("explain t0")
    );
}

/// Asserts that nothing of an explanation is shown except the offer to explain.
fn shows_nothing(snapshot: &Snapshot) {
    assert_eq!(hover_of(snapshot, "return max"), None);
    assert!(hints_of(snapshot).iter().all(|hint| !hint.contains("then")));
    assert!(
        lenses_of(snapshot)
            .iter()
            .all(|(title, _)| title == "explain t0")
    );
}

#[test]
fn what_is_not_proved_or_about_an_older_text_is_not_shown() {
    let unproved = ExplainReport {
        proved: false,
        ..explanation()
    };
    let snapshot = explained(unproved);
    shows_nothing(&snapshot);
    assert_eq!(failure_of(&snapshot), "");
    shows_nothing(&edited(&explained(explanation()), "max = 0", "max = 1"));
}

#[test]
fn in_the_window_the_way_reads_as_annotated_code() {
    let mut report = ExplainReport {
        expected: Some("3\n".into()),
        stdout: "0\n".into(),
        holds: vec![
            "f < s".into(),
            "max(s, t) == t && t == 3".into(),
            "f != 3".into(),
        ],
        ..explanation()
    };
    report.statements[1].needs = Some(Needs {
        holds: "max == 3".into(),
        value: "3".into(),
        exact: true,
    });
    check(
        &markdown(&report),
        &expect![[r##"
            # Test t0 fails

            `max3.c`, line 19: **expected "3", printed "0"**

            ## Every step

            After each line: what was then true and led to the failure.

            ```c
                 // holds at the start: f < s,
                 //                     max(s, t) == t && t == 3,
                 //                     f != 3
             18  scanf("%d%d%d", &f, &s, &t)
                 // f = 1, s = 2, t = 3
                 // holds: f < t, s < t, f < s
              4  max = 0  // needs max == 3
                 // holds: f < t, s < t, f < s, max < 3
              5  f < s && f >= t  // false
                 // holds: s < t, f < s, max < 3
              8  f > s && s <= t  // false
                 // holds: s < t, max < 3
             11  f > t && s > t  // false
                 // holds: max < 3
             13  return max  // max3(f, s, t) = 0
                 // holds: max3(f, s, t) != 3
             19  printf("%d\n", max3(f, s, t))
                 // expected "3", printed "0"
            ```

            “needs”: had this step produced that value, the test would have passed.

            (0.0 ms)
        "##]],
    );
}

#[test]
fn what_was_cut_short_is_not_called_proved_and_long_output_is_shown() {
    let report = ExplainReport {
        proved: false,
        reason: Some("not proved: the check gave up 2 questions".into()),
        expected: Some("3\n4\n".into()),
        ..explanation()
    };
    let text = markdown(&report);
    assert!(
        !text.contains("is proved") && text.contains("not proved: the check"),
        "{text}"
    );
    assert!(text.contains("expected \"3\\n4\\n\""), "{text}");
}
