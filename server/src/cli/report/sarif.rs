//! Localizations as SARIF 2.1.0, which code review tools show beside the code.
//!
//! Each confirmed cause is a result with its rank, the other places to change, and fixes; so are failing tests.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::annotations::{Annotation, Rule, in_repository};
use super::stopped;
use crate::cli::text;
use crate::jobs::Report;
use crate::model::{self, Component, LocalizeReport, Severity, Status};

/// URL of the format's schema.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

/// Where the rules are explained.
const HELP: &str = "https://github.com/faultlens/faultlens/blob/main/docs/results.md";

/// The whole log of these reports. `asked` is the file or folder asked about.
pub(super) fn sarif(asked: &Path, reports: &[Report], list: &[Annotation]) -> Value {
    let rules = [Rule::Suspect, Rule::FailingTest].map(|rule| {
        json!({ "id": rule.id(), "shortDescription": message(rule.title()), "helpUri": HELP })
    });
    let driver = json!({
        "name": "FaultLens",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    let invocations = reports.iter().filter_map(|report| match report {
        Report::Localize(report) => Some(invocation(report)),
        _ => None,
    });
    // Problems are notifications of the invocation.
    let results = list.iter().filter(|found| found.rule != Rule::Problem);
    // A log of another program is another analysis, and does not replace this one.
    let id = format!("faultlens/{}/", uri(&asked.to_string_lossy())).replace("/./", "/");
    let run = json!({
        "tool": { "driver": driver },
        "automationDetails": { "id": id },
        "columnKind": "unicodeCodePoints",
        "invocations": invocations.collect::<Vec<Value>>(),
        "results": results.map(result).collect::<Vec<Value>>(),
    });
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] })
}

/// Invocation: the end of the search, and the problems with the text or the tests.
fn invocation(report: &LocalizeReport) -> Value {
    let succeeded = report.status != Status::Unanalysable;
    let note = |level: &str, text: &str, locations: &[Value]| json!({ "level": level, "message": message(text), "locations": locations });
    let own = if succeeded { "note" } else { "error" };
    let mut notes = vec![note(own, &text::verdict(report), &[])];
    notes.extend(stopped(report).map(|reason| note("note", reason, &[])));
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

fn result(found: &Annotation) -> Value {
    let place = &found.place;
    let region = match place.columns {
        Some([column, end]) => region(place.line, column, place.end_line, end),
        None => json!({ "startLine": place.line }),
    };
    let mut result = json!({
        "ruleId": found.rule.id(),
        "ruleIndex": usize::from(found.rule == Rule::FailingTest),
        "level": found.level.name,
        "message": message(&format!("{}.", found.message)),
        "partialFingerprints": { "finding/v1": found.fingerprint },
        "locations": [location(place.file, &region)],
    });
    if let Some(suspect) = &found.suspect {
        let (diagnosis, own) = (suspect.diagnosis, suspect.component);
        let others = diagnosis.components.iter().filter(|c| c.id != own.id);
        let related = others.map(|other| {
            let mut place = located(other);
            place["message"] = message(&format!("also to change: {}", other.claim()));
            place
        });
        result["rank"] = suspect.score.into();
        result["relatedLocations"] = related.collect();
        result["fixes"] = diagnosis.fixes.iter().map(fix).collect();
    }
    result
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
        in_repository(&joined).to_owned()
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
