//! A localization as SARIF 2.1.0, which code review tools show beside the code.
//!
//! Each confirmed cause is a result with its rank, the other places to change, and fixes; so is each line at which
//! failing tests stop.

use std::path::Path;

use serde_json::json;
use serde_sarif::sarif::{
    ArtifactChange, ArtifactContent, ArtifactLocation, Fix, Invocation, Location, Message,
    MultiformatMessageString, Notification, PhysicalLocation, Region, Replacement,
    ReportingDescriptor, Result as Found, ResultLevel, Run, Sarif, Tool, ToolComponent,
};

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
pub(in crate::cli) fn sarif(findings: &Findings) -> Sarif {
    let rules = RULES.map(|(id, about)| {
        ReportingDescriptor::builder()
            .id(id)
            .short_description(MultiformatMessageString::builder().text(about).build())
            .build()
    });
    let driver = ToolComponent::builder()
        .name("FaultLens")
        .version(env!("CARGO_PKG_VERSION"))
        .rules(rules.to_vec())
        .build();
    let results: Vec<Found> = suspects(findings).chain(stops(findings)).collect();
    let run = Run::builder()
        .tool(Tool::builder().driver(driver).build())
        .column_kind(json!("unicodeCodePoints"))
        .invocations(vec![invocation(findings)])
        .results(results)
        .build();
    Sarif::builder()
        .schema(SCHEMA)
        .version(json!("2.1.0"))
        .runs(vec![run])
        .build()
}

/// Invocation: the end of the search, and the problems with the text or the tests.
fn invocation(findings: &Findings) -> Invocation {
    let report = &findings.localized;
    let succeeded = report.status != Status::Unanalysable;
    let note = |level: &str, text: &str, locations: Vec<Location>| {
        Notification::builder()
            .level(json!(level))
            .message(message(text))
            .locations(locations)
            .build()
    };
    let own = if succeeded { "note" } else { "error" };
    let mut notes = vec![note(own, &findings.headline(), Vec::new())];
    notes.extend(
        findings
            .stopped()
            .map(|reason| note("note", reason, Vec::new())),
    );
    for problem in &report.problems {
        let level = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let region = |line| Region::builder().start_line(i64::from(line)).build();
        let place = problem
            .line
            .map(|line| location(&problem.file, region(line), None));
        notes.push(note(level, &problem.message, place.into_iter().collect()));
    }
    Invocation::builder()
        .execution_successful(succeeded)
        .tool_execution_notifications(notes)
        .build()
}

fn suspects(findings: &Findings) -> impl Iterator<Item = Found> {
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
        let related = diagnosis.components.iter().filter(|c| c.id != component.id);
        let related: Vec<Location> = related
            .map(|c| located(c, Some(format!("also to change: {}", c.claim()))))
            .collect();
        let fixes: Vec<Fix> = diagnosis.fixes.iter().map(fix).collect();
        let first = line.rank == 1;
        Found::builder()
            .rule_id("suspect")
            .rule_index(0_i64)
            .level(if first {
                ResultLevel::Warning
            } else {
                ResultLevel::Note
            })
            .rank(100.0 * (1.0 - f64::from(line.rank - 1) / count))
            .message(message(&format!(
                "Possible cause {} of {count}: {text}.",
                line.rank
            )))
            .locations(vec![located(component, None)])
            .related_locations(related)
            .fixes(fixes)
            .build()
    })
}

/// Lines at which failing tests stop.
fn stops(findings: &Findings) -> impl Iterator<Item = Found> {
    let report = &findings.localized;
    let groups = report
        .groups
        .iter()
        .filter(|group| group.kind != GroupKind::WrongOutcome);
    groups.filter_map(|group| {
        let (line, text) = (group.line?, group.message.as_ref()?);
        let tests = group.tests.join(", ");
        let region = Region::builder().start_line(i64::from(line)).build();
        Some(
            Found::builder()
                .rule_id("failing-test")
                .rule_index(1_i64)
                .level(ResultLevel::Error)
                .message(message(&format!("{tests}: {text}")))
                .locations(vec![location(&report.file, region, None)])
                .build(),
        )
    })
}

fn fix(fix: &model::Fix) -> Fix {
    let mut changes: Vec<ArtifactChange> = Vec::new();
    for edit in fix.edits() {
        let region = Region::builder()
            .start_line(i64::from(edit.line))
            .start_column(i64::from(edit.column))
            .end_line(i64::from(edit.end_line))
            .end_column(i64::from(edit.end_column))
            .build();
        let replacement = Replacement::builder()
            .deleted_region(region)
            .inserted_content(ArtifactContent::builder().text(edit.new.clone()).build())
            .build();
        let own = uri(&edit.file);
        match changes
            .iter_mut()
            .find(|change| change.artifact_location.uri.as_ref() == Some(&own))
        {
            Some(change) => change.replacements.push(replacement),
            None => changes.push(
                ArtifactChange::builder()
                    .artifact_location(ArtifactLocation::builder().uri(own).build())
                    .replacements(vec![replacement])
                    .build(),
            ),
        }
    }
    Fix::builder()
        .description(message(&fix.sentence()))
        .artifact_changes(changes)
        .build()
}

fn located(component: &Component, text: Option<String>) -> Location {
    let region = Region::builder()
        .start_line(i64::from(component.line))
        .start_column(i64::from(component.column))
        .end_line(i64::from(component.end_line))
        .end_column(i64::from(component.end_column))
        .build();
    location(&component.file, region, text)
}

fn location(file: &str, region: Region, text: Option<String>) -> Location {
    let artifact = ArtifactLocation::builder().uri(uri(file)).build();
    let place = PhysicalLocation::builder()
        .artifact_location(artifact)
        .region(region)
        .build();
    let mut location = Location::builder().physical_location(place).build();
    location.message = text.map(|text| message(&text));
    location
}

fn message(text: &str) -> Message {
    Message::builder().text(text).build()
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
