//! A localization as a self-contained HTML page: causes, failures of the tests, the source with its suspects, the
//! outputs, and the dependences of the failure.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};

use super::{Findings, changed, difference, graph, others, stopped};
use crate::cli::text;
use crate::html_parts::{coded, diff, page};
use crate::model::words::one_line;
use crate::model::{Edit, ExplainReport, Outcome, RankedLine, short_lines};

/// Maximum number of characters of a statement.
const WIDTH: usize = 80;
/// Number of heat levels; later ranks have the last one.
const LEVELS: u32 = 5;

/// The whole page.
pub(in crate::cli) fn html(findings: &Findings) -> String {
    let report = &findings.localized;
    let title = format!("{}: {}", report.file, findings.headline());
    let content = html! {
        h1 { (report.file) }
        p.lead { (coded(&findings.headline())) }
        (failures(findings))
        (faults(findings))
        (causes(findings))
        @for explained in &findings.explained { (story(explained)) }
        (sources(findings))
        (outputs(findings))
        (drawing(findings))
        (notes(findings))
    };
    page(&title, "", &content)
}

/// Problems that keep tests from running, and failures of those that run.
fn failures(findings: &Findings) -> Markup {
    let mut problems = findings.problems().peekable();
    let mut failing = findings.failing().peekable();
    html! {
        @if problems.peek().is_some() || failing.peek().is_some() {
            ul.failures {
                @for problem in problems { li { (coded(&problem)) } }
                @for (test, message) in failing { li { b { (test) } ": " (message) } }
            }
        }
    }
}

/// Anchor of a line: `#list.c-L47`
fn anchor(file: &str, line: u32) -> String {
    format!("{file}-L{line}")
}

fn link(file: &str, line: u32, text: &str) -> Markup {
    html! { a href=(format!("#{}", anchor(file, line))) { (text) } }
}

/// A link to a line that names it: `list.c:47`
fn place_link(file: &str, line: u32) -> Markup {
    link(file, line, &format!("{file}:{line}"))
}

fn heat(rank: u32) -> String {
    format!("heat{}", rank.clamp(1, LEVELS))
}

/// The faults, if there are several.
fn faults(findings: &Findings) -> Markup {
    let report = &findings.localized;
    let mut faults = report.named_faults().peekable();
    html! {
        @if faults.peek().is_some() {
            h2 { "Likely faults" }
            ul.failures {
                @for (name, fault) in faults {
                    li {
                        b { (name) } ": "
                        @for (at, place) in fault.places.iter().enumerate() {
                            @if at > 0 { " and " }
                            (place_link(&place.file, place.line))
                        }
                        " explains " (fault.explained()) (coded(&fault.by_edit()))
                    }
                }
            }
        }
    }
}

fn causes(findings: &Findings) -> Markup {
    let report = &findings.localized;
    let confirmed = !report.certified().is_empty();
    if report.ranking.is_empty() {
        return html! {};
    }
    html! {
        h2 { @if confirmed { "Possible causes" } @else { "Worth a look" } }
        @if !confirmed {
            p {
                @if report.explains_some() { "No cause of all failures is confirmed. The first lines explain some." }
                @else { "No cause is confirmed. These lines are run by the failing tests, and the failure depends on them." }
            }
            ol {
                @for line in report.suspected().iter().take(10) {
                    li { (place_link(&line.file, line.line)) " " (line.why) }
                }
            }
        }
        ol.causes {
            @for (line, diagnosis, component) in findings.localized.causes() {
                li class=(heat(line.rank)) {
                    (place_link(&line.file, line.line)) " "
                    (coded(&component.claim()))
                    @if let Some(others) = others(diagnosis, component) { "; together with " (others) }
                    @let needed = text::needs(&component.values, component.values_left_out);
                    @if !needed.is_empty() { p.needs { (needed) } }
                    @if let Some(parts) = component.parts() { p.needs { "changing only " (coded(&parts)) " would be enough" } }
                    @for fix in diagnosis.fixes.iter().take(2) {
                        details open[line.rank == 1] {
                            summary { (coded(&fix.sentence())) " (" (report.with_fix(diagnosis.group, fix)) ")" }
                            @let edits: Vec<&Edit> = fix.edits().collect();
                            (diff(&changed(&edits)))
                            @if let Some(lesson) = &fix.lesson { p.needs { "A common mistake: " (coded(lesson)) "." } }
                        }
                    }
                    p.why { (line.why) }
                }
            }
        }
    }
}

fn story(report: &ExplainReport) -> Markup {
    let lines = short_lines(report);
    html! {
        @if !report.story.is_empty() {
            h2 { "How " (report.test.as_deref().unwrap_or("?")) " fails" }
            ol.story { @for sentence in &report.story { li { (coded(&sentence.text)) } } }
            table.trace {
                @for (i, (place, what, told)) in lines.iter().enumerate() {
                    tr.failure[i + 1 == lines.len()] {
                        td.place { (place) }
                        td { code { (one_line(what, WIDTH)) } }
                        td { (told) }
                    }
                }
            }
            @if !report.statements.is_empty() { (steps(report)) }
        }
    }
}

/// All steps, folded.
fn steps(report: &ExplainReport) -> Markup {
    html! {
        details {
            summary { "Every step (" (report.statements.len()) ")" }
            table.trace {
                @for step in &report.statements {
                    tr {
                        td.place { (step.line) }
                        td { code { (one_line(&crate::model::sentence(step), WIDTH)) } }
                        td { @for fact in &step.holds { code { (fact) } " " } }
                    }
                }
            }
            p.why { "Behind each step: what was then true and led to the failure." }
        }
    }
}

/// Sources with the suspects marked.
fn sources(findings: &Findings) -> Markup {
    let report = &findings.localized;
    let mut ranked: BTreeMap<(&str, u32), &RankedLine> = BTreeMap::new();
    for line in &report.ranking {
        ranked.entry((&line.file, line.line)).or_insert(line);
    }
    let mut values: BTreeMap<(&str, u32), String> = BTreeMap::new();
    for (line, _, component) in findings.localized.causes() {
        let label =
            text::was_and_needs(&component.values, component.values_left_out).unwrap_or_default();
        values.entry((&line.file, line.line)).or_insert(label);
    }
    html! {
        @for (file, text) in findings.sources() {
            h2 { (file) }
            table.source {
                @for (number, line) in (1_u32..).zip(text.lines()) {
                    @let at = ranked.get(&(file, number));
                    @let class = at.filter(|at| at.certified).map(|at| heat(at.rank));
                    tr id=(anchor(file, number)) class=[class] {
                        td.place { (number) }
                        td { pre { (line) } }
                        td.note {
                            @if let Some(at) = at { @if at.certified { b { (at.rank) } " " } }
                            (values.get(&(file, number)).map_or("", String::as_str))
                        }
                    }
                }
            }
        }
    }
}

/// Actual and expected output of the tests.
fn outputs(findings: &Findings) -> Markup {
    let Some(report) = &findings.tests else {
        return html! {};
    };
    if report.tests.is_empty() {
        return html! {};
    }
    html! {
        h2 { "Tests" }
        table.tests {
            @for test in &report.tests {
                @let (class, word) = match test.outcome {
                    Outcome::Pass => ("pass", "pass"),
                    Outcome::Fail => ("fail", "FAIL"),
                    Outcome::Unanalysable => ("open", "not run"),
                    Outcome::Ignored => ("open", "ignored"),
                };
                tr class=(class) {
                    td { (word) }
                    td { b { (test.id) } }
                    td {
                        (test.reason.as_deref().unwrap_or_default())
                        @if let (Outcome::Fail, Some(expected)) = (test.outcome, &test.expected) {
                            (diff(&difference(expected, &test.stdout)))
                        }
                    }
                }
            }
        }
    }
}

/// Drawing of the dependences of the first failure.
fn drawing(findings: &Findings) -> Markup {
    let drawn = findings.traced.as_ref().and_then(graph::svg);
    html! {
        @if let Some(svg) = drawn {
            h2 { "What the failure depends on" }
            p.why { "Next to the failure. Solid: a value that is used. Dashed: decides that it runs. Dotted: could have changed it." }
            div.drawing { (PreEscaped(svg)) }
        }
    }
}

fn notes(findings: &Findings) -> Markup {
    let report = &findings.localized;
    html! {
        footer {
            @if let Some(reason) = stopped(&findings.localized) { p { "There may be more causes: " (reason) "." } }
            @for assumed in &report.assumed { p { "Assumed: " (assumed) "." } }
            p { "Made by FaultLens " (env!("CARGO_PKG_VERSION")) "." }
        }
    }
}
