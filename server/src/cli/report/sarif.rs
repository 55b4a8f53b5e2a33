//! A localization as SARIF 2.1.0, which code review tools show beside the code.
//!
//! Each confirmed cause is a result with its rank, the other places to change, and fixes; so is each line at which
//! failing tests stop.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::{Findings, others};
use crate::cli::text;
use crate::model::{self, Component, GroupKind, Severity, Status};

/// Rules with their descriptions.
const RULES: [(&str, &str); 2] = [
    (
        "suspect",
        "A place that, changed, would make failing tests pass",
    ),
    ("failing-test", "A line at which a failing test stops"),
];
/// URL of the format's schema.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

/// The whole log.
pub(in crate::cli) fn sarif(findings: &Findings) -> Value {
    let rules = RULES.map(|(id, about)| json!({ "id": id, "shortDescription": message(about) }));
    let driver = json!({
        "name": "FaultLens",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    let results: Vec<Value> = suspects(findings).chain(stops(findings)).collect();
    let run = json!({
        "tool": { "driver": driver },
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation(findings)],
        "results": results,
    });
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] })
}

/// Invocation: the end of the search, and the problems with the text or the tests.
fn invocation(findings: &Findings) -> Value {
    let report = &findings.localized;
    let succeeded = report.status != Status::Unanalysable;
    let note = |level: &str, text: &str, locations: &[Value]| json!({ "level": level, "message": message(text), "locations": locations });
    let own = if succeeded { "note" } else { "error" };
    let mut notes = vec![note(own, &findings.headline(), &[])];
    notes.extend(findings.stopped().map(|reason| note("note", reason, &[])));
    for problem in &report.problems {
        let level = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let place = problem
            .line
            .map(|line| location(&problem.file, &json!({ "startLine": line })));
        notes.push(note(level, &problem.message, place.as_slice()));
    }
    json!({ "executionSuccessful": succeeded, "toolExecutionNotifications": notes })
}

fn suspects(findings: &Findings) -> impl Iterator<Item = Value> {
    let report = &findings.localized;
    let count = report.certified().len() as f64;
    findings.causes().map(move |(line, diagnosis, component)| {
        let mut text = component.claim();
        if let Some(others) = others(diagnosis, component) {
            text = format!("{text}; together with {others}");
        }
        let needed = text::needs(&component.values, component.values_left_out);
        if !needed.is_empty() {
            text = format!("{text}; {needed}");
        }
        let others = diagnosis.components.iter().filter(|c| c.id != component.id);
        let related: Vec<Value> = others
            .map(|other| {
                let mut place = located(other);
                place["message"] = message(&format!("also to change: {}", other.claim()));
                place
            })
            .collect();
        json!({
            "ruleId": "suspect",
            "ruleIndex": 0,
            "level": if line.rank == 1 { "warning" } else { "note" },
            "rank": 100.0 * (1.0 - f64::from(line.rank - 1) / count),
            "message": message(&format!("Possible cause {} of {count}: {text}.", line.rank)),
            "locations": [located(component)],
            "relatedLocations": related,
            "fixes": diagnosis.fixes.iter().map(fix).collect::<Vec<_>>(),
        })
    })
}

/// Lines at which failing tests stop.
fn stops(findings: &Findings) -> impl Iterator<Item = Value> {
    let report = &findings.localized;
    let groups = report
        .groups
        .iter()
        .filter(|group| group.kind != GroupKind::WrongOutcome);
    groups.filter_map(|group| {
        let (line, text) = (group.line?, group.message.as_ref()?);
        let tests = group.tests.join(", ");
        Some(json!({
            "ruleId": "failing-test",
            "ruleIndex": 1,
            "level": "error",
            "message": message(&format!("{tests}: {text}")),
            "locations": [location(&report.file, &json!({ "startLine": line }))],
        }))
    })
}

fn fix(fix: &model::Fix) -> Value {
    let mut replacements: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for edit in fix.edits() {
        let region = region(edit.line, edit.column, edit.end_line, edit.end_column);
        let replacement =
            json!({ "deletedRegion": region, "insertedContent": { "text": edit.new } });
        replacements
            .entry(&edit.file)
            .or_default()
            .push(replacement);
    }
    let changes: Vec<Value> = replacements
        .into_iter()
        .map(|(file, replacements)| json!({ "artifactLocation": { "uri": uri(file) }, "replacements": replacements }))
        .collect();
    json!({ "description": message(&fix.sentence()), "artifactChanges": changes })
}

fn located(component: &Component) -> Value {
    let region = region(
        component.line,
        component.column,
        component.end_line,
        component.end_column,
    );
    location(&component.file, &region)
}

fn region(line: u32, column: u32, end_line: u32, end_column: u32) -> Value {
    json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
}

fn location(file: &str, region: &Value) -> Value {
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri(file) }, "region": region } })
}

fn message(text: &str) -> Value {
    json!({ "text": text })
}

/// URI of a file: relative if the file was named so.
fn uri(file: &str) -> String {
    let path = Path::new(file);
    let encoded: Vec<String> = file
        .split(['/', '\\'])
        .map(|part| part.bytes().map(encoded).collect())
        .collect();
    let joined = encoded.join("/");
    if path.is_absolute() {
        format!("file://{joined}")
    } else {
        joined.trim_start_matches("./").to_owned()
    }
}

/// A byte of a path, percent-encoded if necessary.
fn encoded(byte: u8) -> String {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'+' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_uris() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("./a.c"), "a.c");
        assert_eq!(uri("/p/ä.c"), "file:///p/%C3%A4.c");
    }
}
