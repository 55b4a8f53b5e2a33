//! `faultlens trace`: what a failure depends on, for people and for Graphviz.
//!
//! The executions of statements stand in the order of the run, each with its line, its distance from the failure, and the
//! kind of dependence on the way there.

use std::fmt::Write;

use trace::{Kind, Shape, dot};

use super::excerpt::Excerpts;
use super::words::{one_line, plural};
use crate::cli::emit::Style;
use crate::model::{Dependency, TraceNode, TraceReport, TraceStatus, WIDTH};

/// Executions shown without `--all`: the nearest to the failure.
const MOST: usize = 40;

/// The whole result.
pub(in crate::cli) fn trace(report: &TraceReport, style: Style) -> String {
    let mut text = String::new();
    let mut excerpts = Excerpts::new(style.colour);
    super::problems(&mut text, &report.problems, &mut excerpts, style.all);
    let test = report.test.as_deref().unwrap_or("the test");
    let because = report.reason.as_deref().unwrap_or("no reason is known");
    match report.status {
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

/// The failure and what it depends on.
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
        let (line, which, how) = (node.line, which(node), how(node));
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

/// The distance up to which executions are shown.
fn limit(nodes: &[&TraceNode], all: bool) -> u32 {
    if all || nodes.len() <= MOST {
        return u32::MAX;
    }
    let mut distances: Vec<u32> = nodes.iter().map(|n| n.distance).collect();
    distances.sort_unstable();
    distances[MOST - 1]
}

/// Which execution a node is, where there is more than one.
fn which(node: &TraceNode) -> String {
    match node.execution {
        0 | 1 => String::new(),
        n => format!(" #{n}"),
    }
}

/// Where a node stands towards the failure.
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

/// The graph for Graphviz; a comment where there is none.
pub(in crate::cli) fn trace_dot(report: &TraceReport) -> String {
    let label = |node: &TraceNode| {
        let shape = match node.component {
            Some(_) if node.distance == 0 => Shape::Failure,
            Some(_) => Shape::Statement,
            None => Shape::Point,
        };
        let text = one_line(&node.text, WIDTH);
        (format!("{}: {text}{}", node.line, which(node)), shape)
    };
    let nodes: Vec<(String, Shape)> = report.nodes.iter().map(label).collect();
    let edge = |e: &crate::model::TraceEdge| {
        let kind = match e.kind {
            Dependency::Data => Kind::Data,
            Dependency::Control => Kind::Control,
            Dependency::Summary => Kind::Summary,
            Dependency::Order => Kind::Order,
            Dependency::Aliased => Kind::Aliased,
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
