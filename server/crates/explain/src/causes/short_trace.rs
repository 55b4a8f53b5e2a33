//! The short trace of a failure: the statements most relevant to it, in the order of the run, each once.
//!
//! It contains the path that the story tells, then the suspects, then the statements nearest to the failure in the
//! dependence graph, up to the number of lines that can be read at a glance. The executions of a statement are folded
//! into one line with the values that it produced.

use std::collections::BTreeMap;

use ::trace::{NOT_SET, NamedValue, NodeId, Owner, Recording};
use ir::{CompId, ComponentKind};
use syntax::Span;

use super::cause_path::{Step, Ways};
use super::observe::{Look, Observation};
use super::words::{values, without};
use super::{Suspect, Teller};

/// Most lines of a short trace.
const MOST_LINES: usize = 12;
/// Most lines besides those of the path and the suspects.
const MOST_NEAR: usize = 8;
/// Most executions of a statement whose values are shown: the first one and the last ones.
const MOST_VALUES: usize = 4;

/// Most bytes of the values of several executions; if they are longer, only the last one is shown.
const LONGEST_LIST: usize = 40;

/// A line of the short trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceLine {
    /// The statement.
    pub span: Span,
    /// Number of executions that the failure depends on.
    pub times: usize,
    /// Effect of the statement, with values: `total = 2, 6, 10`; `false (i = 3, n = 3)`.
    pub told: String,
}

/// An execution of a statement in the slice.
#[derive(Debug, Clone, Copy)]
struct StatementExecution {
    /// Cost of the path from the failure.
    cost: u32,
    look: Look,
}

impl Teller<'_> {
    /// The short trace; `steps` are the steps of the story.
    pub(super) fn short(
        &self,
        recording: &Recording<'_>,
        ways: &Ways<'_>,
        steps: &[Step],
        suspects: &[Suspect],
    ) -> Vec<TraceLine> {
        let runs = self.runs(ways);
        let chosen = self.chosen(&runs, steps, suspects);
        // The executions to observe, with the index of their statement among the chosen ones.
        let mut looks: Vec<(usize, StatementExecution)> = Vec::new();
        let mut order: Vec<(NodeId, usize)> = Vec::new();
        for (i, component) in chosen.iter().enumerate() {
            let own = &runs[component];
            let all = own.iter().enumerate();
            let shown = all.filter(|(at, _)| *at == 0 || *at + MOST_VALUES > own.len());
            looks.extend(shown.map(|(_, run)| (i, *run)));
            // The latest of the nearest executions determines the position of the line.
            let nearest = own.iter().rev().min_by_key(|run| run.cost);
            order.extend(nearest.map(|run| (run.look.first, i)));
        }
        let plain: Vec<Look> = looks.iter().map(|(_, run)| run.look).collect();
        let observed = self.observed(recording, &plain);
        order.sort_unstable();
        order
            .iter()
            .map(|(_, i)| {
                let seen = looks.iter().zip(&observed).filter(|((of, _), _)| of == i);
                let seen: Vec<&Observation> = seen.map(|(_, seen)| seen).collect();
                let component = chosen[*i];
                let times = runs[&component].len();
                TraceLine {
                    span: self.span(component),
                    times,
                    told: self.effect(component, times, &seen),
                }
            })
            .collect()
    }

    /// The executions in the slice by statement, in the order of the run, except that of the failure.
    fn runs(&self, ways: &Ways<'_>) -> BTreeMap<CompId, Vec<StatementExecution>> {
        let mut all: BTreeMap<Owner, StatementExecution> = BTreeMap::new();
        for (node, owner) in ways.owners() {
            let (Some(found), Some(cost)) = (ways.node(node), ways.cost(node)) else {
                continue;
            };
            let look = Look {
                first: node,
                last: node,
                function: found.function,
                pc: found.pc,
                span: self.span(owner.component),
                kind: Some(self.program.components[owner.component.index()].kind),
            };
            all.entry(owner)
                .and_modify(|run| {
                    run.cost = run.cost.min(cost);
                    run.look.first = run.look.first.min(node);
                    if node > run.look.last {
                        run.look = Look {
                            first: run.look.first,
                            ..look
                        };
                    }
                })
                .or_insert(StatementExecution { cost, look });
        }
        let mut runs: BTreeMap<CompId, Vec<StatementExecution>> = BTreeMap::new();
        for (owner, run) in all {
            runs.entry(owner.component).or_default().push(run);
        }
        for own in runs.values_mut() {
            own.sort_unstable_by_key(|run| run.look.first);
        }
        runs
    }

    /// The statements that get a line.
    fn chosen(
        &self,
        runs: &BTreeMap<CompId, Vec<StatementExecution>>,
        steps: &[Step],
        suspects: &[Suspect],
    ) -> Vec<CompId> {
        let mut chosen: Vec<CompId> = Vec::new();
        let mut add = |component: CompId, most: usize| {
            let own = self.span(component);
            let told = chosen.iter().any(|other| self.span(*other).encloses(own));
            if chosen.len() < most && !told && runs.contains_key(&component) {
                // A part is shown with the enclosing statement.
                chosen.retain(|other| !own.encloses(self.span(*other)));
                chosen.push(component);
            }
        };
        // The failure has a line of its own.
        let way = steps.iter().skip(1).rev().filter_map(|step| step.component);
        for component in way.take(MOST_LINES) {
            add(component, MOST_LINES);
        }
        for suspect in suspects {
            add(suspect.component, MOST_LINES);
        }
        let mut near: Vec<(u32, CompId)> = runs
            .iter()
            .filter_map(|(c, own)| Some((own.iter().map(|run| run.cost).min()?, *c)))
            .collect();
        near.sort_unstable();
        for (_, component) in near {
            add(component, MOST_NEAR);
        }
        chosen
    }

    /// The effect of a statement in the observed executions.
    fn effect(&self, component: CompId, times: usize, seen: &[&Observation]) -> String {
        let Some(last) = seen.last() else {
            return String::new();
        };

        // A condition: its outcome.
        let kind = self.program.components[component.index()].kind;
        let is_condition = matches!(kind, ComponentKind::Condition | ComponentKind::Switch);
        if let (true, Some(held)) = (is_condition, last.held) {
            let values = values(&last.before);
            let is_same = seen.iter().all(|one| one.held == Some(held));
            return match (times, is_same) {
                (1, _) => format!("{held}{values}"),
                (_, true) => format!("{held} each time, at last{values}"),
                (_, false) => format!("at last {held}{values}"),
            };
        }

        // A variable was written: its values, or only the last one if they are too many.
        if let Some(NamedValue { name, .. }) = &last.written {
            let written = seen.iter().filter_map(|one| one.written.as_ref());
            let written: Vec<&str> = written.map(|one| one.value.as_str()).collect();
            let gap = if times > seen.len() { "…, " } else { "" };
            let list = match written.as_slice() {
                [first, rest @ ..] if !rest.is_empty() => {
                    format!("{first}, {gap}{}", rest.join(", "))
                }
                values => values.join(", "),
            };
            if let (true, Some(last)) = (list.len() > LONGEST_LIST, written.last()) {
                return format!("at last {name} = {last}");
            }
            let origin = if times == 1 && written.len() == 1 {
                without(&last.before, name)
            } else {
                String::new()
            };
            let list = if list == NOT_SET {
                "something that was never set"
            } else {
                &list
            };
            return format!("{name} = {list}{origin}");
        }

        // Anything else: the values before it.
        let values = values(&last.before);
        let values = values.trim().trim_start_matches('(').trim_end_matches(')');
        match times {
            1 => values.to_owned(),
            _ if values.is_empty() => String::new(),
            _ => format!("at last {values}"),
        }
    }
}
