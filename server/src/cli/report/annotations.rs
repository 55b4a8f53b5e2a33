//! Findings as a flat list of places with messages, and the formats that show no more than that: lines such as a
//! compiler's, workflow commands of GitHub, and the Code Quality report of GitLab.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::others;
use crate::cli::text;
use crate::jobs::Report;
use crate::model::words::{list, visible};
use crate::model::{Component, Diagnosis, LocalizeReport, Outcome, Problem, Severity, TestReport};

/// Maximum number of tests named in a message.
const NAMED: usize = 5;

/// Kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// A confirmed cause.
    Suspect,
    /// The failure of one or more tests.
    FailingTest,
    /// Something that keeps the program or its tests from being understood.
    Problem,
}

/// Severity of a finding, with its names in the formats.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    /// As compilers and SARIF have it.
    pub(super) name: &'static str,
    github: &'static str,
    gitlab: &'static str,
}

const fn level(name: &'static str, github: &'static str, gitlab: &'static str) -> Level {
    Level {
        name,
        github,
        gitlab,
    }
}

const ERROR: Level = level("error", "error", "critical");
const WARNING: Level = level("warning", "warning", "major");
const NOTE: Level = level("note", "notice", "minor");

/// Place of a finding. Lines and columns count from 1, columns in characters; the end is the one behind the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place<'r> {
    pub(super) file: &'r str,
    pub(super) line: u32,
    pub(super) end_line: u32,
    /// First and end column; `None` if the finding is about whole lines.
    pub(super) columns: Option<[u32; 2]>,
}

/// A confirmed cause in full.
pub(super) struct Suspect<'r> {
    /// Number from 0, for the best, to 100.
    pub(super) score: f64,
    pub(super) diagnosis: &'r Diagnosis,
    pub(super) component: &'r Component,
}

/// A finding.
pub(super) struct Annotation<'r> {
    pub(super) rule: Rule,
    pub(super) level: Level,
    pub(super) place: Place<'r>,
    /// One sentence or clause.
    pub(super) message: String,
    /// Name of the finding that stays when lines move: a hash of rule, file, subject, and the number of its occurrence.
    pub(super) fingerprint: String,
    /// What the finding is about: the text of the statement, the first test.
    subject: &'r str,
    pub(super) suspect: Option<Suspect<'r>>,
}

/// All findings of these reports: for each, problems, then causes by rank, then failing tests.
pub(super) fn annotations(reports: &[Report]) -> Vec<Annotation<'_>> {
    let mut list: Vec<Annotation> = reports.iter().flat_map(of_report).collect();
    identify(&mut list);
    list
}

fn of_report(report: &Report) -> Vec<Annotation<'_>> {
    let (file, reason, problems, more): (&str, _, _, Vec<Annotation>) = match report {
        Report::Localize(report) => {
            let failing = failing(failures_of_search(report));
            let more = suspects(report).chain(failing).collect();
            (&report.file, &report.reason, &report.problems, more)
        }
        Report::Test(report) => {
            let more = failing(failures_of_tests(report));
            let more = more.chain(without_verdict(report)).collect();
            (&report.file, &report.reason, &report.problems, more)
        }
        _ => return Vec::new(),
    };
    let mut list: Vec<Annotation> = problems.iter().map(problem).chain(more).collect();
    // A result without findings must not look like a program without faults.
    if list.is_empty()
        && let Some(reason) = reason
    {
        list.push(Annotation::new(
            Rule::Problem,
            WARNING,
            Place::line(file, None),
            reason.clone(),
            reason,
        ));
    }
    list
}

/// Sets the fingerprints. Equal findings of a file are numbered from top to bottom.
fn identify(list: &mut [Annotation]) {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by_key(|at| (list[*at].place.line, list[*at].place.columns));
    let mut occurrences: BTreeMap<String, usize> = BTreeMap::new();
    for at in order {
        let found = &mut list[at];
        let key = [
            found.rule.id(),
            in_repository(found.place.file),
            found.subject,
        ]
        .join("\0");
        let occurrence = occurrences.entry(key.clone()).or_default();
        let hash = Sha256::digest(format!("{key}\0{occurrence}"));
        *occurrence += 1;
        found.fingerprint = hash[..16].iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
    }
}

/// File as repositories name it: without `./` in front.
pub(super) fn in_repository(file: &str) -> &str {
    file.trim_start_matches("./")
}

impl Rule {
    /// Name of the rule in reports.
    pub(super) fn id(self) -> &'static str {
        match self {
            Rule::Suspect => "suspect",
            Rule::FailingTest => "failing-test",
            Rule::Problem => "problem",
        }
    }

    /// Title of its findings.
    pub(super) fn title(self) -> &'static str {
        match self {
            Rule::Suspect => "Possible cause of failing tests",
            Rule::FailingTest => "Failing test",
            Rule::Problem => "Problem with the program or its tests",
        }
    }
}

impl<'r> Place<'r> {
    /// A whole line; the first one of the file if none is known.
    fn line(file: &'r str, line: Option<u32>) -> Place<'r> {
        let line = line.unwrap_or(1);
        Place {
            file,
            line,
            end_line: line,
            columns: None,
        }
    }
}

impl<'r> Annotation<'r> {
    fn new(
        rule: Rule,
        level: Level,
        place: Place<'r>,
        message: String,
        subject: &'r str,
    ) -> Annotation<'r> {
        Annotation {
            rule,
            level,
            place,
            message,
            fingerprint: String::new(),
            subject,
            suspect: None,
        }
    }
}

fn problem(problem: &Problem) -> Annotation<'_> {
    let level = match problem.severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
    };
    let place = Place {
        columns: problem.column.map(|column| [column, column]),
        ..Place::line(&problem.file, problem.line)
    };
    let message = problem.message.clone();
    Annotation::new(Rule::Problem, level, place, message, &problem.message)
}

/// Confirmed causes by rank, with what is needed there.
fn suspects(report: &LocalizeReport) -> impl Iterator<Item = Annotation<'_>> {
    let count = report.certified().len();
    report.causes().map(move |(line, diagnosis, component)| {
        let mut text = component.claim();
        if let Some(others) = others(diagnosis, component) {
            text = format!("{text}; together with {others}");
        }
        let needed = text::needs(&component.values, component.values_left_out);
        if !needed.is_empty() {
            text = format!("{text}; {needed}");
        }
        let level = if line.rank == 1 { WARNING } else { NOTE };
        let place = Place {
            file: &component.file,
            line: component.line,
            end_line: component.end_line,
            columns: Some([component.column, component.end_column]),
        };
        let message = format!("Suspect {} of {count}: {text}", line.rank);
        Annotation {
            suspect: Some(Suspect {
                score: 100.0 * (1.0 - f64::from(line.rank - 1) / count as f64),
                diagnosis,
                component,
            }),
            ..Annotation::new(Rule::Suspect, level, place, message, &component.text)
        }
    })
}

/// How a test failed, and the line at which it stopped or which states what was expected.
struct Failure<'r> {
    test: &'r str,
    message: &'r str,
    place: Place<'r>,
}

fn failures_of_search(report: &LocalizeReport) -> impl Iterator<Item = Failure<'_>> {
    report.tests.details.iter().map(|test| {
        let group = test.group.and_then(|group| report.groups.get(group));
        let place = match group.and_then(|group| group.line) {
            Some(line) => Place::line(&report.file, Some(line)),
            None => Place::line(test.path.as_deref().unwrap_or(&report.file), test.line),
        };
        Failure {
            test: &test.id,
            message: &test.message,
            place,
        }
    })
}

fn failures_of_tests(report: &TestReport) -> impl Iterator<Item = Failure<'_>> {
    let failing = report.tests.iter().filter(|t| t.outcome == Outcome::Fail);
    failing.map(|test| {
        let place = match test.line {
            Some(line) => Place::line(&report.file, Some(line)),
            None => Place::line(test.path.as_deref().unwrap_or(&report.file), test.path_line),
        };
        Failure {
            test: &test.id,
            message: test.reason.as_deref().unwrap_or("it fails"),
            place,
        }
    })
}

/// Tests without a verdict.
fn without_verdict(report: &TestReport) -> impl Iterator<Item = Annotation<'_>> {
    let open = report.tests.iter();
    let open = open.filter(|test| test.outcome == Outcome::Unanalysable);
    open.map(|test| {
        let reason = test.reason.as_deref().unwrap_or("the reason is not known");
        let message = format!("{} has no verdict: {reason}", test.id);
        let place = Place::line(&report.file, test.line);
        Annotation::new(Rule::Problem, WARNING, place, message, &test.id)
    })
}

/// Failures; tests that fail in the same way at the same place are one finding.
fn failing<'r>(
    failures: impl Iterator<Item = Failure<'r>>,
) -> impl Iterator<Item = Annotation<'r>> {
    let mut all: Vec<(Failure, Vec<&str>)> = Vec::new();
    for failure in failures {
        let same = all
            .iter_mut()
            .find(|(known, _)| known.place == failure.place && known.message == failure.message);
        match same {
            Some((_, tests)) => tests.push(failure.test),
            None => {
                let tests = vec![failure.test];
                all.push((failure, tests));
            }
        }
    }
    all.into_iter().map(|(failure, tests)| {
        let message = format!("{}: {}", list(&tests, NAMED), failure.message);
        let (place, test) = (failure.place, failure.test);
        Annotation::new(Rule::FailingTest, ERROR, place, message, test)
    })
}

/// A line for each finding, as gcc writes its own: `p.c:4:9: warning: …`
pub(super) fn concise(list: &[Annotation]) -> String {
    let mut text = String::new();
    for found in list {
        let (file, line) = (found.place.file, found.place.line);
        let [column, _] = found.place.columns.unwrap_or([1, 1]);
        let shown = format!(
            "{file}:{line}:{column}: {}: {}",
            found.level.name, found.message
        );
        let _ = writeln!(text, "{}", visible(&shown, false));
    }
    text
}

/// A workflow command for each finding, which GitHub shows beside the line.
pub(super) fn github(list: &[Annotation]) -> String {
    let mut text = String::new();
    for found in list {
        let place = &found.place;
        let file = property(in_repository(place.file));
        let _ = write!(
            text,
            "::{} file={file},line={},endLine={}",
            found.level.github, place.line, place.end_line
        );
        // GitHub takes columns only of places in one line.
        if let Some([column, end]) = place.columns.filter(|_| place.line == place.end_line) {
            let _ = write!(text, ",col={column},endColumn={end}");
        }
        let title = property(found.rule.title());
        let _ = writeln!(text, ",title={title}::{}", data(&found.message));
    }
    text
}

/// Text of a workflow command, escaped.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Property of a workflow command, escaped.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// The Code Quality report of GitLab.
pub(super) fn gitlab(list: &[Annotation]) -> Value {
    let findings = list.iter().map(|found| {
        let place = &found.place;
        let path = in_repository(place.file);
        let location = match place.columns {
            Some([column, end]) => json!({ "path": path, "positions": {
                "begin": { "line": place.line, "column": column },
                "end": { "line": place.end_line, "column": end },
            } }),
            None => json!({ "path": path, "lines": {
                "begin": place.line,
                "end": place.end_line,
            } }),
        };
        json!({
            "description": found.message,
            "check_name": found.rule.id(),
            "fingerprint": found.fingerprint,
            "severity": found.level.gitlab,
            "location": location,
        })
    });
    findings.collect()
}
