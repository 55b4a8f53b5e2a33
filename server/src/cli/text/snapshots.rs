//! Snapshots of whole pages of results.
#![allow(clippy::needless_raw_string_hashes, reason = "expect-test writes them")]

use expect_test::{Expect, expect};

use super::excerpt::Excerpts;
use super::localize::page;
use super::tests::test;
use crate::cli::emit::{Format, Style};
use crate::model::{
    Cause, Certificate, Component, Diagnosis, Evidence, Group, GroupKind, LocalizeReport, MacroUse,
    Minimal, Outcome, Problem, RankedLine, RefinedPart, Severity, SkippedCandidate, Status,
    TestReport, TestResult, TestSummary, Unanalysable, Value,
};

const TEXT: &str = "#define ADD(a, b) (a - b)
int main(void) {
    int f = 1, s = 2, t = 3;
    int max = f;
    if (f < s && f >= t)
        max = ADD(f, s);
    return max;
}
";

const STYLE: Style = Style {
    format: Format::Text,
    colour: false,
    all: false,
};

fn check(report: &LocalizeReport, wanted: &Expect) {
    wanted.assert_eq(&page(
        report,
        STYLE,
        Excerpts::new(false).with("max3.c", TEXT),
    ));
}

fn component(kind: &str, text: &str, values: &[(&str, &str, &str)]) -> Component {
    let start = TEXT.find(text).unwrap();
    let line = TEXT[..start].matches('\n').count() as u32 + 1;
    let value = |&(test, was, needs): &(&str, &str, &str)| Value {
        test: test.to_owned(),
        execution: 1,
        was: Some(was.to_owned()),
        needs: needs.to_owned(),
        ..Value::default()
    };
    Component {
        id: start as u32,
        file: "max3.c".to_owned(),
        line,
        column: 1,
        end_line: line,
        end_column: 1,
        start: start as u32,
        end: (start + text.len()) as u32,
        kind: kind.to_owned(),
        text: text.to_owned(),
        function: "main".to_owned(),
        refined: None,
        macro_use: None,
        missing: None,
        values_left_out: 0,
        always: false,
        macros: Vec::new(),
        values: values.iter().map(value).collect(),
    }
}

fn diagnosis(components: Vec<Component>) -> Diagnosis {
    Diagnosis {
        group: 0,
        components,
        weight: 1.0,
        verified: true,
        certificate: Certificate::Values,
        minimal: Minimal::Proved,
        evidence: vec![Evidence::Flip],
        fixes: Vec::new(),
        given: Vec::new(),
    }
}

fn ranked(rank: u32, line: u32, diagnoses: &[usize], why: &str) -> RankedLine {
    RankedLine {
        likely: false,
        percent: None,
        rank,
        file: "max3.c".to_owned(),
        line,
        score: 1.0,
        certified: true,
        diagnoses: diagnoses.to_vec(),
        explains: Vec::new(),
        why: why.to_owned(),
    }
}

fn ids(ids: &str) -> Vec<String> {
    ids.split_whitespace().map(str::to_owned).collect()
}

fn group(id: usize, kind: GroupKind, tests: &str) -> Group {
    Group {
        id,
        kind,
        tests: ids(tests),
        line: None,
        message: None,
        behind: None,
        details: Vec::new(),
    }
}

/// A report in which three of five tests fail, with two sets.
fn found() -> LocalizeReport {
    let mut report = LocalizeReport::empty("max3.c", Status::Complete, None);
    report.stats.time_ms = 41.4;
    report.tests = TestSummary {
        total: 5,
        failing: ids("t0 t2 t4"),
        passing: ids("t1 t3"),
        ..TestSummary::default()
    };
    report.groups = vec![group(0, GroupKind::WrongOutcome, "t0 t2 t4")];
    let condition = component(
        "condition",
        "f < s && f >= t",
        &[
            ("t0", "true", "false"),
            ("t2", "true", "false"),
            ("t4", "false", "true"),
        ],
    );
    let mut assignment = component("assignment", "max = ADD(f, s)", &[("t0", "-1", "3")]);
    assignment.macros.push(MacroUse {
        name: "ADD".to_owned(),
        file: Some("max3.c".to_owned()),
        line: Some(1),
    });
    let result = component("return", "return max", &[]);
    report.diagnoses = vec![
        diagnosis(vec![condition.clone(), assignment]),
        diagnosis(vec![condition, result]),
    ];
    report.ranking = vec![
        ranked(1, 5, &[0, 1], "set of 2; flipping suffices; Ochiai 0.71"),
        ranked(2, 6, &[0], "set of 2"),
        ranked(3, 7, &[1], "only passes a value on"),
    ];
    report
}

#[test]
fn suspects() {
    check(
        &found(),
        &expect![[r#"
            max3.c: 3 of 5 tests fail, 2 possible causes in 3 lines (41 ms)
            1. line 5  condition  f < s && f >= t   together with line 6   to pass t0, t2: false; to pass t4: true
                 |
               5 |     if (f < s && f >= t)
                 |         ^^^^^^^^^^^^^^^
               why here: set of 2; flipping suffices; Ochiai 0.71
            2. line 6  assignment  max = ADD(f, s)   together with line 5   to pass t0: 3
                 |
               6 |         max = ADD(f, s);
                 |         ^^^^^^^^^^^^^^^ was -1, needs 3
               macro ADD, defined in line 1
               why here: set of 2
            3. line 7  return max   together with line 5
                 |
               7 |     return max;
                 |     ^^^^^^^^^^
               why here: only passes a value on
        "#]],
    );
}

#[test]
fn suspicions_without_a_certificate() {
    let mut report = found();
    report.status = Status::Stopped;
    report.reason = Some("time limit 20 s".to_owned());
    let suspected = |line| RankedLine {
        certified: false,
        ..ranked(
            0,
            line,
            &[],
            "all 3 failing tests run this line; the failure depends on it",
        )
    };
    report.add_suspected(&[suspected(7), suspected(4)]);
    let ranks = |lines: &[RankedLine]| lines.iter().map(|l| (l.rank, l.line)).collect::<Vec<_>>();
    assert_eq!(ranks(report.certified()), [(1, 5), (2, 6), (3, 7)]);
    assert_eq!(ranks(report.suspected()), [(4, 4)]);
    report.ranking.truncate(1);
    report.add_suspected(&[suspected(4)]);
    // Beside certified lines they are listed on request only, as is the reason for the end.
    check(
        &report,
        &expect![[r#"
            max3.c: 3 of 5 tests fail, 2 possible causes in 1 line; there may be more (41 ms)
            1. line 5  condition  f < s && f >= t   together with line 6   to pass t0, t2: false; to pass t4: true
                 |
               5 |     if (f < s && f >= t)
                 |         ^^^^^^^^^^^^^^^
               why here: set of 2; flipping suffices; Ochiai 0.71
        "#]],
    );
    let all = Style { all: true, ..STYLE };
    expect![[r#"
        max3.c: 3 of 5 tests fail, 2 possible causes in 1 line; there may be more (41 ms)
        1. line 5  condition  f < s && f >= t   together with line 6   to pass t0, t2: false; to pass t4: true
           why here: set of 2; flipping suffices; Ochiai 0.71
        Not confirmed, but worth a look:
        2. line 4  all 3 failing tests run this line; the failure depends on it
        note: there may be more causes: time limit 20 s
    "#]].assert_eq(&page(&report, all, Excerpts::new(false)));
    report.diagnoses.clear();
    report.ranking.clear();
    report.add_suspected(&[suspected(7), suspected(4)]);
    check(
        &report,
        &expect![[r#"
            max3.c: 3 of 5 tests fail; no cause is confirmed: time limit 20 s (41 ms)
            Not confirmed, but worth a look:
            1. line 7  all 3 failing tests run this line; the failure depends on it
                 |
               7 |     return max;
                 |     ^^^^^^^^^^^
            2. line 4  all 3 failing tests run this line; the failure depends on it
                 |
               4 |     int max = f;
                 |     ^^^^^^^^^^^^
        "#]],
    );
}

fn part(text: &str, set: usize) -> RefinedPart {
    RefinedPart {
        line: 5,
        column: 1,
        end_line: 5,
        end_column: 1,
        start: 0,
        end: 0,
        kind: "operand".to_owned(),
        text: text.to_owned(),
        set,
    }
}

#[test]
fn parts_that_would_do() {
    let told = |parts: &[(&str, usize)]| {
        let mut component = component("condition", "f < s && f >= t", &[]);
        component.refined = Some(parts.iter().map(|(text, set)| part(text, *set)).collect());
        let mut report = found();
        report.diagnoses[0].components[0] = component.clone();
        let page = page(&report, STYLE, Excerpts::new(false));
        let line = page.lines().find(|line| line.contains("changing only"));
        assert_eq!(line.is_some(), component.parts().is_some());
        line.unwrap_or_default().trim().to_owned()
    };
    assert_eq!(told(&[]), "");
    assert_eq!(told(&[("f", 0)]), "changing only `f` would be enough");
    assert_eq!(
        told(&[("f", 0), ("s  + 1", 1), ("f", 2)]),
        "changing only `f`, `s + 1` or `f` would be enough"
    );
    assert_eq!(
        told(&[("f", 0), ("s", 1), ("t", 2), ("u", 3), ("v", 4)]),
        "changing only `f`, `s`, `t` or one of 2 others would be enough"
    );
    assert_eq!(
        told(&[("f", 0), ("s", 0), ("f", 1), ("t", 1)]),
        "changing only `f` and `s` or `f` and `t` would be enough"
    );
}

#[test]
fn several_ways_of_failing_within_bounds() {
    let mut report = found();
    report.bounds.unwind = Some(8);
    report.groups.push(Group {
        line: Some(6),
        message: Some("signed integer overflow".to_owned()),
        behind: None,
        details: Vec::new(),
        ..group(1, GroupKind::Trap, "t5")
    });
    report.ranking.truncate(1);
    report.assumed = vec!["loops: at most 8 decisions of one branch in one call".to_owned()];
    check(
        &report,
        &expect![[r#"
            max3.c: 3 of 5 tests fail, 2 possible causes in 1 line (41 ms)
               wrong output: 3 tests (t0, t2, t4), 2 possible causes
               line 6, signed integer overflow: 1 test (t5), 0 possible causes
            1. line 5  condition  f < s && f >= t   together with line 6   to pass t0, t2: false; to pass t4: true
                 |
               5 |     if (f < s && f >= t)
                 |         ^^^^^^^^^^^^^^^
               why here: set of 2; flipping suffices; Ochiai 0.71
            note: that there are no others is known for loops of up to 8 iterations (--unwind)
            assumed: loops: at most 8 decisions of one branch in one call
        "#]],
    );
}

#[test]
fn what_explains_all_ways_of_failing_is_named() {
    let mut report = found();
    report.groups.push(group(1, GroupKind::NoEnd, "t3"));
    let mut same = report.diagnoses[0].clone();
    same.group = 1;
    report.diagnoses.push(same);
    let text = page(&report, STYLE, Excerpts::new(false).with("max3.c", TEXT));
    let joint = text.lines().find(|line| line.contains("all of them"));
    assert_eq!(
        joint,
        Some("   possible causes of all of them: line 5 with line 6")
    );
    // A set of only one of the groups does not count.
    report.diagnoses.pop();
    let text = page(&report, STYLE, Excerpts::new(false).with("max3.c", TEXT));
    assert!(!text.contains("all of them"), "{text}");
}

#[test]
fn ends_without_suspects() {
    let mut report = LocalizeReport::empty("max3.c", Status::None, None);
    report.tests.total = 5;
    check(
        &report,
        &expect![[r#"
        max3.c: all 5 tests pass (0.0 ms)
    "#]],
    );
    report.tests.total = 1;
    check(
        &report,
        &expect![[r#"
        max3.c: the one test passes (0.0 ms)
    "#]],
    );
    report.status = Status::Complete;
    report.bounds.none_up_to = Some(3);
    report.tests.failing = ids("main");
    check(
        &report,
        &expect![[r#"
            max3.c: the one test fails; no change of up to 3 places helps (0.0 ms)
            help: a larger --max-size looks for changes of more places
        "#]],
    );
    report.status = Status::Stopped;
    report.reason = Some("time limit 20 s".to_owned());
    check(
        &report,
        &expect![[r#"
            max3.c: the one test fails; no cause is confirmed: time limit 20 s (0.0 ms)
        "#]],
    );
    report.tests.total = 0;
    check(
        &report,
        &expect![[r#"
        max3.c: stopped early: time limit 20 s; no test had been run
    "#]],
    );
}

#[test]
fn what_could_not_be_analysed() {
    let reason = Some("a call of `fork` is not modelled".to_owned());
    let mut report = LocalizeReport::empty("max3.c", Status::Unanalysable, reason);
    report.reason_line = Some(6);
    report.tests.unanalysable = (0..5)
        .map(|i| Unanalysable {
            id: format!("t{i}"),
            reason: "a call of `fork` is not modelled".to_owned(),
            cause: Cause::NotModelled,
            line: Some(6),
        })
        .collect();
    report.problems = vec![Problem {
        severity: Severity::Warning,
        file: "max3.c".to_owned(),
        line: Some(4),
        column: Some(9),
        range: Some((
            TEXT.find("max = f").unwrap() as u32,
            TEXT.find("max = f").unwrap() as u32 + 3,
        )),
        message: "shadowed".to_owned(),
    }];
    check(
        &report,
        &expect![[r#"
            max3.c:4:9: warning: shadowed
                 |
               4 |     int max = f;
                 |         ^^^
            max3.c: could not be analysed: a call of `fork` is not modelled
                 |
               6 |         max = ADD(f, s);
                 |         ^^^^^^^^^^^^^^^^
            note: 5 tests could not run to the end: a call of `fork` is not modelled (line 6): t0, t1, t2, t3, t4
        "#]],
    );
}

#[test]
fn test_outcomes() {
    let result = |id: &str, outcome, reason: Option<&str>, line| TestResult {
        id: id.to_owned(),
        outcome,
        reason: reason.map(str::to_owned),
        cause: (outcome == Outcome::Unanalysable).then_some(Cause::NotModelled),
        stdout: String::new(),
        expected: None,
        exit: Some(0),
        line,
        time_ms: 0.1,
        path: None,
        path_line: None,
        args: Vec::new(),
        stdin: None,
        hidden: false,
        asserted: None,
    };
    let mut report = TestReport::empty("max3.c", None);
    report.tests = vec![
        result(
            "t0",
            Outcome::Fail,
            Some("expected \"3\", printed \"1\""),
            None,
        ),
        result("t1", Outcome::Pass, None, None),
        result(
            "long-name",
            Outcome::Unanalysable,
            Some("`fork` is not modelled"),
            Some(12),
        ),
        result("t2", Outcome::Ignored, Some("ignored: later"), Some(15)),
    ];
    report.skipped = vec![SkippedCandidate {
        what: "tests/a.in".to_owned(),
        reason: "there is no a.out".to_owned(),
    }];
    expect![[r#"
        max3.c: 1 of 4 tests fails, 1 could not be run, 1 ignored (0.0 ms)
          FAIL  t0         expected "3", printed "1"
          pass  t1
          open  long-name  `fork` is not modelled (line 12)
          skip  t2         ignored: later (line 15)
        not taken as tests:
          tests/a.in: there is no a.out
    "#]]
    .assert_eq(&test(&report, STYLE));
    report.tests = (0..100)
        .map(|i| result(&format!("t{i}"), Outcome::Pass, None, None))
        .collect();
    report.skipped.clear();
    report.reason = Some("time limit 20 s".to_owned());
    report.stopped = true;
    expect![[r#"
        max3.c: stopped early: time limit 20 s; 100 tests run until then, 0 failed
          … 100 passing tests (--all)
    "#]]
    .assert_eq(&test(&report, STYLE));
}
