//! A trace as text, for tests and for people who work on it.

use std::fmt::Write as _;

use term::{Node, Term};

use super::{Cell, StepKind, Trace, VarId};

impl Trace {
    /// One line for each step: what it defines, under which guard.
    pub fn dump(&self, sources: &syntax::Sources) -> String {
        let mut out = String::new();
        for (i, step) in self.steps.iter().enumerate() {
            let line = sources.line_col(step.span).0;
            let kind = match step.kind {
                StepKind::Condition { held } => format!("condition {held}"),
                StepKind::Frame { condition } => format!("frame of {condition}"),
                kind => format!("{kind:?}").to_lowercase(),
            };
            let guard = step
                .guard
                .map_or_else(String::new, |g| format!(" if {}", self.label(g)));
            let _ = writeln!(out, "{i:3} line {line} {kind}{guard}");
            for d in &step.definitions {
                let when: Vec<String> = d.when.iter().map(|t| self.text(*t, 6)).collect();
                let when = if when.is_empty() {
                    String::new()
                } else {
                    format!(" when {}", when.join(", "))
                };
                let value = self.var(d.var).value as i64;
                let _ = writeln!(
                    out,
                    "      {} = {}{when}  ({value})",
                    self.label(d.var),
                    self.text(d.value, 6)
                );
            }
        }
        let line = sources.line_col(self.failure.span).0;
        let guard = self
            .failure
            .guard
            .map_or_else(String::new, |g| format!(" if {}", self.label(g)));
        let _ = writeln!(
            out,
            "fails at line {line}{guard}: not {}",
            self.text(self.failure.holds, 8)
        );
        out
    }

    fn label(&self, id: VarId) -> String {
        let variable = self.var(id);
        let name = match &variable.cell {
            Cell::Control(_) => "control",
            Cell::Silence => "silence",
            _ if variable.name.is_empty() => "value",
            _ => &variable.name,
        };
        format!("{name}#{}", id.0)
    }

    /// A term, to a depth.
    fn text(&self, t: Term, depth: u32) -> String {
        if let Some(id) = self.of_term.get(&t) {
            return self.label(*id);
        }
        let node = self.pool.node(t);
        if let Node::Const(bits) = node {
            let width = self.pool.width(t);
            return term::value::signed(width, *bits).to_string();
        }
        let shown = format!("{node:?}");
        let operator = shown.split('(').next().unwrap_or_default();
        if depth == 0 {
            return format!("{operator}(…)");
        }
        let children: Vec<String> = node.children().map(|c| self.text(c, depth - 1)).collect();
        format!("{operator}({})", children.join(", "))
    }
}
