//! Exact wording of hovers.
#![allow(clippy::needless_raw_string_hashes, reason = "expect-test writes them")]

use expect_test::{Expect, expect};

use super::*;
use crate::lsp::views::testing::{
    MAX3, at, edited, found, opened, poor, report, several_faults, suspicions, value,
};

fn check(snapshot: &Snapshot, place: &str, expected: &Expect) {
    let text = match hover(snapshot, at(snapshot, place)) {
        Some(Hover {
            contents: HoverContents::Markup(markup),
            ..
        }) => markup.value,
        _ => "nothing".to_owned(),
    };
    expected.assert_eq(&text);
}

#[test]
fn a_member_of_the_selected_set() {
    check(
        &found(report()),
        "f < s",
        &expect![[r#"
            **Suspect 1 of 6.** Changing lines 5, 8 and 11 makes all 3 failing tests pass; no smaller set with line 5 does.

            condition `f < s && f >= t`

            | test | time | was | needs |
            |---|---|---|---|
            | t0 | 1 | `true` | `false` |
            | t2 | 1 | `true` | `false` |

            Why this rank: smallest set; flipping suffices; Ochiai 0.71.

            Confirmed by running the failing tests with the needed values. The opposite decisions suffice. That every part is needed is proved."#]],
    );
}

#[test]
fn a_place_of_one_of_several_faults() {
    let place = at(&found(report()), "max = f");
    let text = |report| match hover(&found(report), place) {
        Some(Hover {
            contents: HoverContents::Markup(markup),
            ..
        }) => markup.value,
        _ => "nothing".to_owned(),
    };
    let told = text(several_faults());
    assert!(
        told.starts_with("**Fault B of 2:** explains t4.\n\n"),
        "{told}"
    );
    assert!(!text(report()).contains("Fault"));
}

/// VS Code shows the diagnostic above the hover, so its contents (rank, lines and values) are not repeated.
#[test]
fn where_the_diagnostic_is_shown_too_each_thing_is_said_once() {
    let mut snapshot = found(report());
    snapshot.client = std::sync::Arc::new(crate::lsp::client::ClientInfo {
        diagnostics_in_hovers: true,
        ..(*snapshot.client).clone()
    });
    check(
        &snapshot,
        "f < s",
        &expect![[r#"
        Why this rank: smallest set; flipping suffices; Ochiai 0.71.

        Confirmed by running the failing tests with the needed values. The opposite decisions suffice. That every part is needed is proved."#]],
    );
}

#[test]
fn parts_that_would_do_are_named() {
    let mut report = report();
    let condition = &mut report.diagnoses[0].components[0];
    let part = |text: &str, set| crate::model::RefinedPart {
        line: 5,
        column: 7,
        end_line: 5,
        end_column: 8,
        start: condition.start,
        end: condition.start + 1,
        kind: "operand".into(),
        text: text.into(),
        set,
    };
    condition.refined = Some(vec![part("f", 0), part("s", 1)]);
    let Some(Hover {
        contents: HoverContents::Markup(markup),
        ..
    }) = hover(&found(report.clone()), at(&found(report), "f < s"))
    else {
        panic!("no hover");
    };
    let named = "condition `f < s && f >= t`. Changing only `f` or `s` would be enough.\n\n";
    assert!(markup.value.contains(named), "{}", markup.value);
}

#[test]
fn a_fix_is_said_first() {
    let mut report = report();
    let condition = report.diagnoses[0].components.remove(0);
    report.diagnoses[0].fixes.push(crate::model::Fix {
        edit: crate::model::Edit {
            file: condition.file.clone(),
            line: 5,
            column: condition.column + 2,
            end_line: 5,
            end_column: condition.column + 3,
            start: condition.start + 2,
            end: condition.start + 3,
            old: "<".into(),
            new: ">".into(),
            nth: None,
        },
        scope: crate::model::Scope::All,
        ..crate::model::Fix::default()
    });
    report.diagnoses[0].components = vec![condition];
    let text = hover(&found(report.clone()), at(&found(report), "f < s"));
    let Some(Hover {
        contents: HoverContents::Markup(markup),
        ..
    }) = text
    else {
        panic!("{text:?}")
    };
    let first = markup.value.lines().next();
    expect![[r#"**Suspect 1 of 6.** Changing line 5 makes all 3 failing tests pass. Replace `<` by `>`, and all tests pass."#]]
        .assert_eq(first.unwrap_or_default());
}

#[test]
fn plain_text_for_clients_without_markdown() {
    check(
        &poor(found(report())),
        "f < s",
        &expect![[r#"
            Suspect 1 of 6. Changing lines 5, 8 and 11 makes all 3 failing tests pass; no smaller set with line 5 does.

            condition `f < s && f >= t`

            test, time: was, needs
            t0, 1: was true, needs false
            t2, 1: was true, needs false

            Why this rank: smallest set; flipping suffices; Ochiai 0.71.

            Confirmed by running the failing tests with the needed values. The opposite decisions suffice. That every part is needed is proved."#]],
    );
}

#[test]
fn anywhere_on_its_line_a_suspect_answers_but_not_elsewhere() {
    let snapshot = found(report());
    assert!(hover(&snapshot, at(&snapshot, "if (f < s")).is_some());
    check(&snapshot, "int main", &expect!["nothing"]);
    check(&opened(MAX3), "f < s", &expect!["nothing"]);
}

#[test]
fn a_suspicion_says_that_nothing_is_certified() {
    check(&found(suspicions()), "f > t", &expect!["nothing"]);
}

#[test]
fn many_values_are_capped_and_counted() {
    let mut report = report();
    report.diagnoses[0].components[0].values = (0..11)
        .map(|i| value(&format!("t{i}"), "a | b", "3"))
        .collect();
    let snapshot = found(report);
    let text = Text {
        snapshot: &snapshot,
        findings: snapshot.findings.as_ref().unwrap(),
        markdown: true,
    };
    let table = text.explain(0, 0, Vec::new()).unwrap().join("\n\n");
    assert!(
        table.contains("| t7 | 1 | `a \\| b` | `3` |\n\n… 3 more"),
        "{table}"
    );
}

#[test]
fn claims_are_no_stronger_than_what_was_proved() {
    let mut report = report();
    report.status = Status::Stopped;
    report.reason = Some("time".into());
    report.diagnoses[0].minimal = Minimal::Unchecked;
    report.diagnoses[0].verified = false;
    report.diagnoses[0].evidence.clear();
    check(
        &found(report.clone()),
        "s > t",
        &expect![[r#"
            **Suspect 3 of 6.** Changing lines 5, 8 and 11 makes all 3 failing tests pass.

            condition `f > t && s > t`

            Why this rank: smallest set; flipping suffices.

            Not confirmed by running the tests. Whether every part is needed was not checked. There may be other causes: not everything could be tried."#]],
    );
    report.status = Status::Complete;
    report.bounds.unwind = Some(8);
    report.diagnoses[0].minimal = Minimal::WithinBounds;
    check(
        &found(report),
        "s > t",
        &expect![[r#"
            **Suspect 3 of 6.** Changing lines 5, 8 and 11 makes all 3 failing tests pass; no part of this set alone does.

            condition `f > t && s > t`

            Why this rank: smallest set; flipping suffices.

            Not confirmed by running the tests. That every part is needed is proved within 8 loop iterations."#]],
    );
}

#[test]
fn stale_results_say_so_first() {
    let snapshot = edited(&found(report()), "int max = 0;", "int max = 1;");
    let Some(Hover {
        contents: HoverContents::Markup(markup),
        ..
    }) = hover(&snapshot, at(&snapshot, "f < s"))
    else {
        panic!("no hover");
    };
    assert!(
        markup.value.starts_with("The file has changed since."),
        "{}",
        markup.value
    );
}

#[test]
fn names_and_sources_are_no_markup() {
    let mut report = report();
    let component = &mut report.diagnoses[0].components[0];
    "[x](command:y) ![](http://z)|<b>\u{1b}".clone_into(&mut component.values[0].test);
    component.values[0].was = Some("\"`|\"".to_owned());
    let snapshot = found(report);
    let Some(Hover {
        contents: HoverContents::Markup(markup),
        ..
    }) = hover(&snapshot, at(&snapshot, "f < s"))
    else {
        panic!("no hover");
    };
    let row = markup
        .value
        .lines()
        .find(|line| line.contains("command"))
        .unwrap();
    let test = r"\[x\](command:y) !\[\](http://z)\|\<b>\\u{1b}";
    assert_eq!(row, format!("| {test} | 1 | `` \"`\\|\" `` | `false` |"));
}
