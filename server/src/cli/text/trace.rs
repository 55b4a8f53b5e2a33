//! `faultlens trace` as text and for Graphviz: the dependences of a failure.
//!
//! The statement executions are listed in the order of the run, each with its line, its distance from the failure, and
//! the kind of dependence on the way there.

use std::fmt::Write;

use trace::{DependenceKind, Shape, dot};

use super::excerpt::Excerpts;
use super::words::{one_line, plural};
use crate::cli::emit::Style;
use crate::model::{Dependency, NamedValue, TraceNode, TraceReport, TraceStatus, WIDTH};

/// Maximum number of executions shown without `--all`: those nearest to the failure.
const MOST: usize = 40;

/// Formats the whole result.
pub(in crate::cli) fn trace(report: &TraceReport, style: Style) -> String {
    let mut text = String::new();
    let mut excerpts = Excerpts::new(style.colour);
    super::problems(&mut text, &report.problems, &mut excerpts, style.all);
    let test = report.test.as_deref().unwrap_or("the test");
    let because = report.reason.as_deref().unwrap_or("no reason is known");
    match report.status {
        TraceStatus::Traced if !report.run.is_empty() => run(&mut text, report, style),
        TraceStatus::Traced => list(&mut text, report, style),
        TraceStatus::Passes => {
            let what = report.test.as_deref().map_or_else(
                || "all tests pass".to_owned(),
                |test| format!("test {test} passes"),
            );
            let _ = writeln!(text, "{what}: there is no failure to trace");
        }
        TraceStatus::Unanalysable => {
            let _ = writeln!(text, "{test} cannot be traced: {because}");
        }
        TraceStatus::Stopped => {
            let _ = writeln!(text, "stopped: {because}");
        }
    }
    text
}

/// Maximum number of statements of a run shown without `--all`: the last ones.
const MOST_STEPS: usize = 60;

/// Writes the run, with the values that have changed before each statement, and the failure.
fn run(text: &mut String, report: &TraceReport, style: Style) {
    let test = report.test.as_deref().unwrap_or("the test");
    let _ = writeln!(
        text,
        "the run of test {test}, with values that are new before each statement:\n"
    );
    let most = if style.all { usize::MAX } else { MOST_STEPS };
    let left_out = report.run.len().saturating_sub(most);
    if left_out > 0 {
        let steps = plural(left_out, "step", "steps");
        let _ = writeln!(text, "  … {steps} before (--all)");
    } else if report.run_before {
        text.push_str("  … and what ran before\n");
    }
    let (mut file, mut function) = (report.file.as_str(), "");
    for step in report.run.iter().skip(left_out) {
        if (step.file.as_str(), step.function.as_str()) != (file, function) {
            (file, function) = (&step.file, &step.function);
            let indent = "  ".repeat(step.depth.min(MOST_INDENT));
            let _ = writeln!(text, "{indent}{function} in {file}");
        }
        let is_new = |value: &&NamedValue| step.changed.contains(&value.name);
        let new = step.values.iter().filter(is_new);
        let new = new.map(|value| format!("{} = {}", value.name, value.value));
        let new = one_line(&new.collect::<Vec<_>>().join(", "), VALUES);
        let what = one_line(&step.text, WIDTH);
        let line = format!("  {:>4} │ {what:<36}  {new}", step.line);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if let Some(failure) = &report.failure {
        let what = one_line(&failure.text, WIDTH);
        let _ = writeln!(
            text,
            "  {:>4} │ {what}  ← {}",
            failure.line, failure.message
        );
    }
}

/// Maximum number of call levels that are indented.
const MOST_INDENT: usize = 12;
/// Maximum number of characters of values.
const VALUES: usize = 100;

/// Writes the failure and its dependences.
fn list(text: &mut String, report: &TraceReport, style: Style) {
    let test = report.test.as_deref().unwrap_or("the test");
    if let Some(failure) = &report.failure {
        let _ = writeln!(text, "test {test} fails: {}", failure.message);
    }
    let statements: Vec<&TraceNode> = (report.nodes.iter())
        .filter(|n| n.component.is_some())
        .collect();
    let executions = plural(statements.len(), "execution", "executions");
    let _ = writeln!(text, "\nit depends on {executions} of statements:\n");
    let farthest = limit(&statements, style.all);
    let width = statements.iter().map(|n| n.line).max().unwrap_or(1);
    let width = width.to_string().len();
    for node in statements.iter().filter(|n| n.distance <= farthest) {
        let words = one_line(&node.text, WIDTH);
        let (line, which, how) = (node.line, execution_number(node), how(node));
        let _ = writeln!(text, "  {line:>width$} │ {words}{which}  ← {how}");
    }
    let hidden = statements.iter().filter(|n| n.distance > farthest).count();
    if hidden > 0 {
        let more = plural(hidden, "execution", "executions");
        let _ = writeln!(text, "  {:width$} ┆ … {more} farther away (--all)", "");
    }
    if !report.inputs.is_empty() {
        let _ = writeln!(text, "\ninputs: {}", report.inputs.join(", "));
    }
    if !report.complete {
        text.push_str("\nonly the end of the run was recorded: more may matter\n");
    }
}

/// Distance up to which executions are shown.
fn limit(nodes: &[&TraceNode], all: bool) -> u32 {
    if all || nodes.len() <= MOST {
        return u32::MAX;
    }
    let mut distances: Vec<u32> = nodes.iter().map(|n| n.distance).collect();
    distances.sort_unstable();
    distances[MOST - 1]
}

/// Number of the execution, if there is more than one.
fn execution_number(node: &TraceNode) -> String {
    match node.execution {
        0 | 1 => String::new(),
        n => format!(" #{n}"),
    }
}

/// Relation of a node to the failure.
fn how(node: &TraceNode) -> String {
    let kind = match node.via {
        _ if node.distance == 0 => return "fails here".to_owned(),
        Dependency::Data => "data",
        Dependency::Control => "control",
        Dependency::Summary => "could have led to another value",
        Dependency::Order => "printed before",
        Dependency::Aliased => "could have written",
    };
    format!("{kind}, distance {}", node.distance)
}

/// Graph for Graphviz; a comment if there is none.
pub(in crate::cli) fn trace_dot(report: &TraceReport) -> String {
    let label = |node: &TraceNode| {
        let shape = match node.component {
            Some(_) if node.distance == 0 => Shape::Failure,
            Some(_) => Shape::Statement,
            None => Shape::Point,
        };
        let text = one_line(&node.text, WIDTH);
        (
            format!("{}: {text}{}", node.line, execution_number(node)),
            shape,
        )
    };
    let nodes: Vec<(String, Shape)> = report.nodes.iter().map(label).collect();
    let edge = |e: &crate::model::TraceEdge| {
        let kind = match e.kind {
            Dependency::Data => DependenceKind::Data,
            Dependency::Control => DependenceKind::Control,
            Dependency::Summary => DependenceKind::Summary,
            Dependency::Order => DependenceKind::Order,
            Dependency::Aliased => DependenceKind::Aliased,
        };
        (e.from, e.to, kind)
    };
    let edges: Vec<_> = report.edges.iter().map(edge).collect();
    let picture = dot(&nodes, &edges);
    match &report.reason {
        Some(reason) => format!("// {}\n{picture}", reason.replace('\n', " ")),
        None => picture,
    }
}
