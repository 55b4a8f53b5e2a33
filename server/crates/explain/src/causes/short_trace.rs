//! The short trace of a failure: the statements most relevant to it, in the order of the run, each once.
//!
//! It contains the path that the story tells, then the suspects, then the statements nearest to the failure in the
//! dependence graph, up to the number of lines that can be read at a glance. The executions of a statement are folded
//! into one line with the values that it produced.

use std::collections::BTreeMap;

use ::trace::{NodeId, Owner, Recording, Value, Written};
use ir::flow::definition;
use ir::{CompId, ComponentKind, Inst};
use syntax::Span;

use super::cause_path::{Step, Ways, execution_of};
use super::observe::{Look, Observation};
use super::words::{self, values};
use super::{Suspect, Teller};
use crate::facts::{Claim, Fact};

/// Most lines of a short trace.
const MOST_LINES: usize = 12;
/// Most lines besides those of the path and the suspects.
const MOST_NEAR: usize = 8;
/// Most executions of a statement whose values are shown: the first one and the last ones.
const MOST_VALUES: usize = 4;

/// Most bytes of the values of several executions; if they are longer, only the last one is shown.
const LONGEST_LIST: usize = 40;

/// A line of the short trace.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceLine {
    /// The statement.
    pub span: Span,
    /// Number of executions that the failure depends on.
    pub times: usize,
    /// Effect of the statement, with values: `total = 2, 6, 10`; `false (i = 3, n = 3)`.
    pub told: String,
    /// The facts that the line tells.
    pub facts: Vec<Fact>,
}

/// An execution of a statement in the slice.
#[derive(Debug, Clone)]
struct StatementExecution {
    /// Cost of the path from the failure.
    cost: u32,
    /// The nodes in the slice.
    nodes: Vec<NodeId>,
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
        let runs = Self::runs(ways);
        let chosen = self.chosen(&runs, steps, suspects);
        // The executions to observe, with the index of their statement among the chosen ones.
        let mut looks: Vec<(usize, Look)> = Vec::new();
        let mut order: Vec<(NodeId, usize)> = Vec::new();
        for (i, component) in chosen.iter().enumerate() {
            let own = &runs[component];
            let all = own.iter().enumerate();
            let shown = all.filter(|(at, _)| *at == 0 || *at + MOST_VALUES > own.len());
            let shown = shown.flat_map(|(_, run)| self.looks_at(recording, ways, run));
            looks.extend(shown.map(|look| (i, look)));
            // The latest of the nearest executions determines the position of the line.
            let nearest = own.iter().rev().min_by_key(|run| run.cost);
            order.extend(nearest.and_then(|run| Some((*run.nodes.first()?, i))));
        }
        let plain: Vec<Look> = looks.iter().map(|(_, look)| *look).collect();
        let observed = self.observed(recording, &plain);
        order.sort_unstable();
        order
            .iter()
            .map(|(_, i)| {
                let seen = looks.iter().zip(&observed).filter(|((of, _), _)| of == i);
                let seen: Vec<(&Look, &Observation)> =
                    seen.map(|((_, look), seen)| (look, seen)).collect();
                let component = chosen[*i];
                let times = runs[&component].len();
                let own = seen.iter().flat_map(|(look, seen)| Self::facts(look, seen));
                let count = Fact {
                    span: self.span(component),
                    execution: None,
                    claim: Claim::Executions(recording.executions_at_end(component)),
                };
                let facts = own.chain([count]).collect();
                let seen: Vec<&Observation> = seen.iter().map(|(_, seen)| *seen).collect();
                TraceLine {
                    span: self.span(component),
                    times,
                    told: self.effect(component, times, &seen),
                    facts,
                }
            })
            .collect()
    }

    /// What is observed of an execution: its writes, or else the end of its part in the slice.
    fn looks_at(
        &self,
        recording: &Recording<'_>,
        ways: &Ways<'_>,
        run: &StatementExecution,
    ) -> Vec<Look> {
        let Some(&last) = run.nodes.last() else {
            return Vec::new();
        };
        let owner = ways.node(last).and_then(|found| found.owner);
        let Some(component) = owner.map(|owner| owner.component) else {
            return Vec::new();
        };
        let nodes = run.nodes.iter().copied();
        let mut writes: Vec<NodeId> = nodes.filter(|node| self.writes(ways, *node)).collect();
        match self.program.components[component.index()].kind {
            // The last write is that to the target.
            ComponentKind::Assignment | ComponentKind::Increment => {
                writes.drain(..writes.len().saturating_sub(1));
            }
            // The parts of an aggregate that matter most, the nearest one last.
            ComponentKind::Initialiser => {
                writes.sort_by_key(|node| std::cmp::Reverse(ways.cost(*node)));
                writes.drain(..writes.len().saturating_sub(MOST_VALUES));
            }
            _ => writes.clear(),
        }
        if writes.is_empty() {
            writes.push(last);
        }
        let ends = writes.into_iter().filter_map(|node| ways.node(node));
        ends.map(|found| {
            let end = execution_of(found);
            Look {
                begin: recording.first_of(&end).node,
                end,
                reader: ways.reader(end.node),
                span: self.span(component),
                shows_input: true,
            }
        })
        .collect()
    }

    /// Whether the instruction of a node writes memory or a variable.
    fn writes(&self, ways: &Ways<'_>, node: NodeId) -> bool {
        let Some(found) = ways.node(node) else {
            return false;
        };
        let function = &self.program.functions[found.function.index()];
        let Some(inst) = function.code.get(found.pc as usize) else {
            return false;
        };
        let is_variable = |register| function.variables.iter().any(|(own, ..)| *own == register);
        matches!(
            inst,
            Inst::Store { .. } | Inst::StoreBits { .. } | Inst::Copy { .. } | Inst::Zero { .. }
        ) || definition(inst).is_some_and(|register| is_variable(*register))
    }

    /// The executions in the slice by statement, in the order of the run, except that of the failure.
    fn runs(ways: &Ways<'_>) -> BTreeMap<CompId, Vec<StatementExecution>> {
        let mut all: BTreeMap<Owner, StatementExecution> = BTreeMap::new();
        for (node, owner) in ways.owners() {
            let Some(cost) = ways.cost(node) else {
                continue;
            };
            let run = all.entry(owner).or_insert(StatementExecution {
                cost,
                nodes: Vec::new(),
            });
            run.cost = run.cost.min(cost);
            run.nodes.push(node);
        }
        let mut runs: BTreeMap<CompId, Vec<StatementExecution>> = BTreeMap::new();
        for (owner, mut run) in all {
            run.nodes.sort_unstable();
            runs.entry(owner.component).or_default().push(run);
        }
        for own in runs.values_mut() {
            own.sort_unstable_by_key(|run| run.nodes.first().copied());
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
        let way = steps.iter().skip(1).rev().filter_map(Step::component);
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
        if let (true, Some(outcome)) = (is_condition, &last.outcome) {
            let held = outcome.held;
            let values = values(&last.values, None, self.sources);
            let by = if outcome.span == self.span(component) {
                String::new()
            } else {
                format!(" because of {}", self.quoted(outcome.span))
            };
            let is_same = seen.iter().all(|one| {
                let own = one.outcome.as_ref();
                own.is_some_and(|own| own.held == held)
            });
            return match (times, is_same) {
                (1, _) => format!("{held}{by}{values}"),
                (_, true) => format!("{held} each time, at last{by}{values}"),
                (_, false) => format!("at last {held}{by}{values}"),
            };
        }

        // An object was written: its values, or only the last one if they are too many.
        if last.written.is_some() {
            return self.effect_of_writes(last, times, seen);
        }

        // Anything else: the values before it.
        let values = values(&last.values, None, self.sources);
        let values = values.trim().trim_start_matches('(').trim_end_matches(')');
        match times {
            1 => values.to_owned(),
            _ if values.is_empty() => String::new(),
            _ => format!("at last {values}"),
        }
    }

    /// The objects that a statement wrote in the observed executions, with their values.
    fn effect_of_writes(
        &self,
        newest: &Observation,
        times: usize,
        seen: &[&Observation],
    ) -> String {
        let Some(last) = &newest.written else {
            return String::new();
        };
        let name = |written: &Written| match &written.block {
            Some(_) => words::object(written, self.sources),
            None => written.name.clone(),
        };
        let value = |written: &Written| words::value(&written.value, self.sources);
        let all: Vec<&Written> = seen.iter().filter_map(|one| one.written.as_ref()).collect();
        let is_one = all.iter().all(|one| name(one) == name(last));
        let each: Vec<String> = (all.iter().enumerate())
            .map(|(i, one)| {
                if i == 0 || !is_one {
                    format!("{} = {}", name(one), value(one))
                } else {
                    value(one)
                }
            })
            .collect();
        let gap = if times > seen.len() { "…, " } else { "" };
        let list = match each.as_slice() {
            [first, rest @ ..] if !rest.is_empty() => {
                format!("{first}, {gap}{}", rest.join(", "))
            }
            values => values.join(", "),
        };
        if list.len() > LONGEST_LIST + name(last).len() && all.len() > 1 {
            let origin = values(&newest.values, Some(&last.name), self.sources);
            let (at_last, told) = match times {
                1 => {
                    let records = all.iter().rev().copied();
                    let mut records = records.filter(|w| matches!(w.value, Value::Record(_)));
                    ("", records.next().unwrap_or(last))
                }
                _ => ("at last ", last),
            };
            return format!("{at_last}{} = {}{origin}", name(told), value(told));
        }
        let origin = match seen {
            [one] if times == 1 => values(&one.values, Some(&last.name), self.sources),
            _ => String::new(),
        };
        format!("{list}{origin}")
    }
}
