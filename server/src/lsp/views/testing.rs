//! A program, a handwritten report about it, and snapshots of both.

use std::path::PathBuf;
use std::sync::Arc;

use tower_lsp::ls_types::{Position, Uri};

use crate::function_scan;
use crate::lsp::client::ClientInfo;
use crate::lsp::edit::Edit;
use crate::lsp::explanation::PlacedExplanation;
use crate::lsp::ext::Activity;
use crate::lsp::findings::Findings;
use crate::lsp::line_index::LineIndex;
use crate::lsp::marks::Marks;
use crate::lsp::settings::Settings;
use crate::lsp::snapshot::{Snapshot, Tests};
use crate::model::{
    Cause, Certificate, Component, Diagnosis, Evidence, ExplainReport, ExplainStatus, FailingTest,
    FailurePoint, Fault, FaultPlace, Group, GroupKind, LocalizeReport, Minimal, Outcome,
    RankedLine, Statement, StatementKind, Status, TestReport, TestResult, TestSummary, Value,
};

/// A program for the largest of three numbers, with three wrong conditions.
pub(crate) const MAX3: &str = r#"#include <stdio.h>

int max3(int f, int s, int t) {
    int max = 0;
    if (f < s && f >= t)
        max = f;
    else
    if (f > s && s <= t)
        max = s;
    else
    if (f > t && s > t)
        max = t;
    return max;
}

int main(void) {
    int f, s, t;
    scanf("%d%d%d", &f, &s, &t);
    printf("%d\n", max3(f, s, t));
}
"#;

const FILE: &str = "/w/max3.c";

/// A component for this text on a line, from 1.
pub(crate) fn component(
    text: &str,
    line: u32,
    kind: &str,
    snippet: &str,
    values: Vec<Value>,
) -> Component {
    let span = LineIndex::new(text).source_line(text, line);
    let column = text[span.clone()].find(snippet).unwrap();
    let start = span.start + column;
    Component {
        id: start as u32,
        file: FILE.into(),
        line,
        column: column as u32 + 1,
        end_line: line,
        end_column: (column + snippet.len()) as u32 + 1,
        start: start as u32,
        end: (start + snippet.len()) as u32,
        kind: kind.into(),
        text: snippet.into(),
        function: "max3".into(),
        refined: None,
        macro_use: None,
        missing: None,
        values_left_out: 0,
        always: false,
        macros: Vec::new(),
        values,
    }
}

pub(crate) fn value(test: &str, was: &str, needs: &str) -> Value {
    Value {
        test: test.into(),
        execution: 1,
        was: Some(was.into()),
        needs: needs.into(),
        ..Value::default()
    }
}

fn ranked(rank: u32, line: u32, diagnoses: &[usize], why: &str) -> RankedLine {
    let score = 1.0 - f64::from(rank - 1) / 10.0;
    RankedLine {
        likely: false,
        percent: None,
        rank,
        file: FILE.into(),
        line,
        score,
        certified: true,
        diagnoses: diagnoses.to_vec(),
        explains: Vec::new(),
        why: why.into(),
    }
}

/// [`report`] without any set: its failing tests with two suspected lines.
pub(crate) fn suspicions() -> LocalizeReport {
    let mut report = report();
    report.diagnoses.clear();
    report.ranking.clear();
    let why = "all 3 failing tests run this line, and so does 1 of 2 passing ones";
    let suspected = [ranked(1, 8, &[], why), ranked(2, 5, &[], why)];
    report.add_suspected(&suspected.map(|line| RankedLine {
        certified: false,
        ..line
    }));
    report.status = Status::Stopped;
    report
}

/// [`report`] with a fault for each of its sets: `{5, 8, 11}` explains t0 and t2, `{6, 9, 12}` t4.
pub(crate) fn several_faults() -> LocalizeReport {
    let mut report = report();
    let of = |(at, tests): (usize, &[&str])| Fault {
        places: report.diagnoses[at]
            .components
            .iter()
            .map(FaultPlace::of)
            .collect(),
        tests: tests.iter().map(ToString::to_string).collect(),
        diagnosis: Some(at),
        fix: None,
    };
    report.faults = [(0, &["t0", "t2"][..]), (1, &["t4"])].map(of).into();
    report
}

/// A report with two sets, `{5, 8, 11}` and `{6, 9, 12}`, for the failing tests t0, t2 and t4 of five.
pub(crate) fn report() -> LocalizeReport {
    let set = |components: Vec<Component>, evidence| Diagnosis {
        group: 0,
        components,
        weight: 3.0,
        verified: true,
        certificate: Certificate::Values,
        minimal: Minimal::Proved,
        evidence,
        fixes: Vec::new(),
        given: Vec::new(),
    };
    let first = vec![
        component(
            MAX3,
            5,
            "condition",
            "f < s && f >= t",
            vec![value("t0", "true", "false"), value("t2", "true", "false")],
        ),
        component(
            MAX3,
            8,
            "condition",
            "f > s && s <= t",
            vec![value("t2", "true", "false")],
        ),
        component(MAX3, 11, "condition", "f > t && s > t", Vec::new()),
    ];
    let second = vec![
        component(
            MAX3,
            6,
            "assignment",
            "max = f",
            vec![value("t0", "1", "3")],
        ),
        component(MAX3, 9, "assignment", "max = s", Vec::new()),
        component(MAX3, 12, "assignment", "max = t", Vec::new()),
    ];
    let detail = |id: &str, expected: &str, printed: &str| FailingTest {
        id: id.into(),
        message: format!("expected \"{expected}\", printed \"{printed}\""),
        path: Some(format!("/w/tests/{id}.out")),
        line: Some(1),
        group: Some(0),
    };
    let mut report = LocalizeReport::empty(FILE, Status::Complete, None);
    report.tests = TestSummary {
        total: 5,
        failing: vec!["t0".into(), "t2".into(), "t4".into()],
        passing: vec!["t1".into(), "t3".into()],
        unanalysable: Vec::new(),
        ignored: Vec::new(),
        details: vec![
            detail("t0", "3", "1"),
            detail("t2", "2", "0"),
            detail("t4", "9", "7"),
        ],
    };
    report.groups = vec![Group {
        id: 0,
        kind: GroupKind::WrongOutcome,
        tests: report.tests.failing.clone(),
        line: None,
        message: None,
        behind: None,
        details: Vec::new(),
    }];
    report.diagnoses = vec![set(first, vec![Evidence::Flip]), set(second, Vec::new())];
    report.ranking = vec![
        ranked(1, 5, &[0], "smallest set; flipping suffices; Ochiai 0.71"),
        ranked(2, 8, &[0], "smallest set; flipping suffices; Ochiai 0.58"),
        ranked(3, 11, &[0], "smallest set; flipping suffices"),
        ranked(4, 6, &[1], "smallest set; Ochiai 0.71"),
        ranked(5, 9, &[1], "smallest set"),
        ranked(6, 12, &[1], "smallest set"),
    ];
    report
}

/// A run of five tests, of which `failing` fail.
pub(crate) fn test_report(failing: usize) -> TestReport {
    let mut report = TestReport::empty(FILE, None);
    report.tests = (0..5)
        .map(|number| TestResult {
            id: format!("t{number}"),
            outcome: if number < failing {
                Outcome::Fail
            } else {
                Outcome::Pass
            },
            reason: (number < failing).then(|| "expected \"3\", printed \"1\"".into()),
            cause: None,
            stdout: "1\n".into(),
            expected: Some("3\n".into()),
            exit: Some(0),
            line: None,
            time_ms: 0.1,
            path: None,
            path_line: None,
            args: Vec::new(),
            stdin: None,
            hidden: false,
            asserted: None,
        })
        .collect();
    report
}

/// Snapshot of a program just opened in a capable editor.
pub(crate) fn opened(text: &str) -> Snapshot {
    let text: Arc<str> = text.into();
    Snapshot {
        uri: "file:///w/max3.c".parse::<Uri>().unwrap(),
        path: Some(PathBuf::from(FILE)),
        version: 1,
        index: Arc::new(LineIndex::new(&text)),
        head: function_scan::lens_place(&text),
        text,
        client: Arc::new(ClientInfo::able()),
        settings: Arc::new(Settings::default()),
        activity: Activity::Idle,
        tests: None,
        findings: None,
        explained: None,
        selected: 0,
        marks: Marks::default(),
        failure: None,
    }
}

/// Snapshot after a finished search.
pub(crate) fn found(report: LocalizeReport) -> Snapshot {
    let snapshot = opened(MAX3);
    Snapshot {
        findings: Some(Findings::new(report, false, &snapshot.text)),
        ..snapshot
    }
}

/// Snapshot after finished tests.
pub(crate) fn tested(failing: usize) -> Snapshot {
    let snapshot = opened(MAX3);
    let analysed = Arc::clone(&snapshot.text);
    Snapshot {
        tests: Some(Tests {
            number: 1,
            report: Arc::new(test_report(failing)),
            analysed,
            outdated: false,
            broken: None,
        }),
        ..snapshot
    }
}

/// Snapshot after finished tests, one of which reached something that is not modelled.
pub(crate) fn tested_in_part() -> Snapshot {
    let mut snapshot = tested(0);
    let tests = snapshot.tests.as_mut().unwrap();
    let mut report = (*tests.report).clone();
    let test = &mut report.tests[1];
    test.outcome = Outcome::Unanalysable;
    test.cause = Some(Cause::NotModelled);
    (test.reason, test.line) = (Some("a call of `fork` is not modelled".into()), Some(7));
    tests.report = Arc::new(report);
    snapshot
}

/// The snapshot for a client with minimal capabilities.
pub(crate) fn poor(snapshot: Snapshot) -> Snapshot {
    Snapshot {
        client: Arc::new(ClientInfo::unknown()),
        ..snapshot
    }
}

/// The snapshot after replacing the first occurrence of a text.
pub(crate) fn edited(snapshot: &Snapshot, old: &str, new: &str) -> Snapshot {
    let text: Arc<str> = snapshot.text.replacen(old, new, 1).into();
    let edit = Edit::between(&snapshot.text, &text);
    Snapshot {
        version: snapshot.version + 1,
        index: Arc::new(LineIndex::new(&text)),
        head: function_scan::lens_place(&text),
        findings: snapshot
            .findings
            .as_ref()
            .map(|findings| findings.moved(std::slice::from_ref(&edit), &text)),
        explained: snapshot
            .explained
            .as_ref()
            .map(|explained| explained.moved(&[edit], &text)),
        text,
        ..snapshot.clone()
    }
}

/// Position of the start of a text.
pub(crate) fn at(snapshot: &Snapshot, text: &str) -> Position {
    let offset = snapshot.text.find(text).unwrap();
    snapshot
        .index
        .position(&snapshot.text, offset, snapshot.encoding())
}

/// A step of the way to a failure: what happens at a text on a line, and what holds behind it.
fn step(
    line: u32,
    snippet: &str,
    kind: StatementKind,
    writes: &[&str],
    holds: &[&str],
) -> Statement {
    let at = component(MAX3, line, "", snippet, Vec::new());
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    Statement {
        kind,
        file: at.file,
        line,
        column: at.column,
        end_line: at.end_line,
        end_column: at.end_column,
        start: at.start,
        end: at.end,
        text: at.text,
        function: at.function,
        component: Some(at.id),
        execution: 1,
        writes: owned(writes),
        holds: owned(holds),
        needs: None,
        nothing_helps: false,
    }
}

/// Explanation of the failure of t0 on 1, 2, 3: `f < s && f >= t` is false, and so on, so nothing is assigned.
pub(crate) fn explanation() -> ExplainReport {
    use StatementKind::{False, Returns, Writes};
    let inputs = ["f = 1", "s = 2", "t = 3"];
    let holds = ["f < t", "s < t", "f < s"];
    let scanf = "scanf(\"%d%d%d\", &f, &s, &t)";
    let mut report = ExplainReport::empty(FILE, ExplainStatus::Explained, None);
    report.test = Some("t0".into());
    report.failure = Some(FailurePoint {
        message: "expected \"3\", printed \"0\"".into(),
        file: FILE.into(),
        line: 19,
        column: 5,
        text: "printf(\"%d\\n\", max3(f, s, t))".into(),
    });
    report.statements = vec![
        step(18, scanf, Writes, &inputs, &holds),
        step(
            4,
            "max = 0",
            Writes,
            &["max = 0"],
            &["f < t", "s < t", "f < s", "max < 3"],
        ),
        step(
            5,
            "f < s && f >= t",
            False,
            &[],
            &["s < t", "f < s", "max < 3"],
        ),
        step(8, "f > s && s <= t", False, &[], &["s < t", "max < 3"]),
        step(11, "f > t && s > t", False, &[], &["max < 3"]),
        step(
            13,
            "return max",
            Returns,
            &["max3(f, s, t) = 0"],
            &["max3(f, s, t) != 3"],
        ),
    ];
    (
        report.executed,
        report.kept,
        report.invariants,
        report.proved,
    ) = (7, 6, 6, true);
    report
}

/// Snapshot after a finished search whose first failing test was explained.
pub(crate) fn explained(report: ExplainReport) -> Snapshot {
    let snapshot = found(self::report());
    Snapshot {
        explained: Some(PlacedExplanation::new(report, &snapshot.text)),
        ..snapshot
    }
}
