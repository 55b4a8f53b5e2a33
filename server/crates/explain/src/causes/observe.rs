//! Replays a recorded run to observe the executions that the story mentions.

use std::collections::BTreeMap;

use ::trace::{ComparedPart, Execution, NamedValue, NodeId, Recording, View, Written};
use eval::ByteAccess;
use ir::{Builtin, CompId, Component, ComponentKind, FnId, Inst, Operands, Pc};
use syntax::Span;

use super::Teller;
use crate::facts::{Claim, Fact, Moment};

/// An execution of a statement to observe.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// The node before which variables are read: the first one of the execution.
    pub(super) begin: NodeId,
    /// The node whose effect is observed: the written object, or the outcome of a branch.
    pub(super) end: Execution,
    /// The node that depends on what was written.
    pub(super) reader: Option<NodeId>,
    /// The text of the statement.
    pub(super) span: Span,
    /// Whether the values that input has read count, and not the earlier ones.
    pub(super) shows_input: bool,
}

impl Look {
    /// The statement's component.
    pub(super) fn component(&self) -> Option<CompId> {
        self.end.owner.map(|owner| owner.component)
    }
}

/// Observation of an execution.
#[derive(Debug, Clone, Default)]
pub(super) struct Observation {
    /// Values of the names in its text before the execution; for input, after it.
    pub(super) values: Vec<NamedValue>,
    /// Whether the values are those after the execution.
    pub(super) is_after: bool,
    /// The object that it wrote.
    pub(super) written: Option<Written>,
    /// The outcome of its condition.
    pub(super) outcome: Option<Outcome>,
    /// The first difference that it found between two blocks.
    pub(super) difference: Option<[ComparedPart; 2]>,
}

/// The outcome of a branch.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    /// The operand of the condition that decided, or the condition.
    pub(super) span: Span,
    /// Whether it was true.
    pub(super) held: bool,
    /// Facts: the outcomes of the operand and of the condition.
    facts: Vec<Fact>,
}

/// A branch inside a condition, with its outcome: an operand of `&&` or `||`.
#[derive(Debug, Clone, Copy)]
struct DecidedOperand {
    execution: Execution,
    span: Span,
    held: bool,
}

/// What is to be read at a point of the run.
#[derive(Debug, Clone, Copy)]
enum Reading {
    Before,
    After,
    /// The outcome of a branch: its index among the branches of the execution.
    Branch(usize),
    /// The last comparison of blocks.
    Compared,
}

impl Teller<'_> {
    /// Replays the run and observes each of these executions.
    pub(super) fn observed(&self, recording: &Recording<'_>, looks: &[Look]) -> Vec<Observation> {
        let reads = self.reads(recording, looks);
        let branches: Vec<Vec<Execution>> = looks
            .iter()
            .map(|look| match self.component_of(look) {
                Some(component) if component.operands.is_some() => {
                    let mut all = recording.between(look.begin, &look.end, is_branch);
                    all.retain(|branch| branch.owner == look.end.owner);
                    all
                }
                _ => Vec::new(),
            })
            .collect();

        // The points of the run that are shown, in order.
        let mut points: BTreeMap<NodeId, Vec<(usize, Reading)>> = BTreeMap::new();
        for (i, look) in looks.iter().enumerate() {
            points
                .entry(look.begin)
                .or_default()
                .push((i, Reading::Before));
            let after = points.entry(look.end.node + 1).or_default();
            after.push((i, Reading::After));
            for (n, branch) in branches[i].iter().enumerate() {
                let after = points.entry(branch.node + 1).or_default();
                after.push((i, Reading::Branch(n)));
            }
            let compared = recording.between(look.begin, &look.end, compares_blocks);
            if let Some(last) = compared.last() {
                let after = points.entry(last.node + 1).or_default();
                after.push((i, Reading::Compared));
            }
        }
        let nodes: Vec<NodeId> = points.keys().copied().collect();

        let mut all = vec![Observation::default(); looks.len()];
        let mut operands: Vec<Vec<DecidedOperand>> = vec![Vec::new(); looks.len()];
        let mut held = vec![None; looks.len()];
        recording.show_states(&nodes, &mut |node, view| {
            for (i, reading) in points.get(&node).into_iter().flatten() {
                let (look, seen) = (&looks[*i], &mut all[*i]);
                let view = view.within(look.span);
                let text = self.sources.text(look.span);
                match reading {
                    Reading::Before => seen.values = view.named_in(text),
                    Reading::After => {
                        held[*i] = self.held(look.end.function, look.end.pc, &view);
                        let target = self.component_of(look).and_then(|c| c.target.as_ref());
                        seen.written =
                            view.written(look.end.function, look.end.pc, target, &reads[*i]);
                        let kind = self.component_of(look).map(|c| c.kind);
                        if kind == Some(ComponentKind::Input) && look.shows_input {
                            // All that was read counts.
                            seen.written = seen.written.take().filter(|_| view.writes() == 1);
                            seen.values = view.named_in(text);
                            seen.is_after = true;
                        }
                    }
                    Reading::Compared => seen.difference = view.difference(),
                    Reading::Branch(n) => {
                        let execution = branches[*i][*n];
                        let held = self.held(execution.function, execution.pc, &view);
                        operands[*i].extend(held.map(|held| DecidedOperand {
                            execution,
                            span: self.span_at(execution.function, execution.pc),
                            held,
                        }));
                    }
                }
            }
        });

        // The operands that decided.
        for (i, look) in looks.iter().enumerate() {
            if let Some(held) = held[i] {
                all[i].outcome = Some(self.outcome(recording, look, held, &operands[i]));
                let Some(outcome) = &all[i].outcome else {
                    continue;
                };
                // The values of the operand that decided come first.
                let named = ::trace::names_in(self.sources.text(outcome.span));
                all[i]
                    .values
                    .sort_by_key(|value| !named.contains(&value.name.as_str()));
            }
        }
        all
    }

    /// The bytes that the reader of each look reads, where the writer may have written more.
    fn reads(&self, recording: &Recording<'_>, looks: &[Look]) -> Vec<Vec<ByteAccess>> {
        let mut readers: BTreeMap<NodeId, Vec<usize>> = BTreeMap::new();
        for (i, look) in looks.iter().enumerate() {
            let inst = self.instruction(look.end.function, look.end.pc);
            let is_wide = matches!(
                inst,
                Some(Inst::Copy { .. } | Inst::Zero { .. } | Inst::Builtin(_))
            );
            if let Some(reader) = look.reader.filter(|_| is_wide) {
                readers.entry(reader + 1).or_default().push(i);
            }
        }
        let mut reads = vec![Vec::new(); looks.len()];
        let nodes: Vec<NodeId> = readers.keys().copied().collect();
        if !nodes.is_empty() {
            recording.show_states(&nodes, &mut |node, view| {
                for i in readers.get(&node).into_iter().flatten() {
                    reads[*i] = view.reads();
                }
            });
        }
        reads
    }

    /// The outcome of a branch, and the operand that decided it.
    fn outcome(
        &self,
        recording: &Recording<'_>,
        look: &Look,
        held: bool,
        operands: &[DecidedOperand],
    ) -> Outcome {
        let own = self.span_at(look.end.function, look.end.pc);
        let component = self.component_of(look);
        let mut facts = Vec::new();
        let whole = component.filter(|component| component.span == own);
        if let (Some(_), Some(owner)) = (whole, look.end.owner) {
            facts.push(Fact {
                span: own,
                execution: Some(owner.execution),
                claim: Claim::Outcome(held),
            });
        }

        // From the condition, or from the operand that the branch belongs to, down to the operand that decided.
        let mut deciding = (own, (whole.is_none()).then_some(look.end));
        let mut inner = component.and_then(|component| match whole {
            Some(_) => component.operands.as_ref(),
            None => operands_at(component.operands.as_ref()?, own),
        });
        while let Some(chain) = inner.filter(|chain| chain.is_and != held && are_distinct(chain)) {
            let decided = |span| operands.iter().find(|o| o.span == span && o.held == held);
            let found = chain.all.iter().find_map(|o| Some((o, decided(o.span)?)));
            let (operand, execution) = match (found, chain.all.last()) {
                (Some((operand, decided)), _) => (operand, Some(decided.execution)),
                (None, Some(last)) => (last, None),
                (None, None) => break,
            };
            deciding = (operand.span, execution);
            inner = operand.operands.as_ref();
        }
        let (span, execution) = deciding;
        let count = execution.and_then(|execution| recording.count_until(&execution));
        if let Some(count) = count {
            facts.push(Fact {
                span,
                execution: Some(count),
                claim: Claim::Outcome(held),
            });
        }
        Outcome { span, held, facts }
    }

    fn component_of(&self, look: &Look) -> Option<&Component> {
        self.program.components.get(look.component()?.index())
    }

    fn instruction(&self, function: FnId, pc: Pc) -> Option<&Inst> {
        let function = self.program.functions.get(function.index())?;
        function.code.get(pc as usize)
    }

    /// The outcome of a branch that has just been executed.
    fn held(&self, function: FnId, pc: Pc, after: &View<'_>) -> Option<bool> {
        match self.instruction(function, pc)? {
            Inst::Branch { then, els, .. } | Inst::BranchIf { then, els, .. }
                if then != els && after.function() == Some(function) =>
            {
                Some(after.pc() == *then)
            }
            _ => None,
        }
    }

    /// The first statement on the branch that was not taken.
    pub(super) fn not_run(&self, function: FnId, pc: Pc, held: bool) -> Option<CompId> {
        let code = &self.program.functions.get(function.index())?.code;
        let (Inst::Branch { then, els, .. } | Inst::BranchIf { then, els, .. }) =
            code.get(pc as usize)?
        else {
            return None;
        };
        let (taken, other) = if held { (*then, *els) } else { (*els, *then) };
        let mut at = other;
        // Follow the code straight on until the branches join or the code ends.
        for _ in 0..MOST_LOOKED {
            if at == taken {
                return None;
            }
            match code.get(at as usize)? {
                Inst::Enter { comp, .. } => return Some(*comp),
                Inst::Jump { to } => at = *to,
                Inst::Branch { .. }
                | Inst::BranchIf { .. }
                | Inst::Switch(_)
                | Inst::Return { .. } => return None,
                _ => at += 1,
            }
        }
        None
    }

    /// The facts of an observation: what a sentence about it tells, apart from how often.
    pub(super) fn facts(look: &Look, seen: &Observation) -> Vec<Fact> {
        let mut facts = Vec::new();
        let Some(owner) = look.end.owner else {
            return facts;
        };
        let fact = |claim| Fact {
            span: look.span,
            execution: Some(owner.execution),
            claim,
        };
        let name = seen.written.as_ref().map(|written| written.name.as_str());
        if let Some(written) = &seen.written {
            facts.push(fact(Claim::Wrote {
                object: written.name.clone(),
                value: written.value.clone(),
                scope: written.scope,
            }));
        }
        let moment = if seen.is_after {
            Moment::After
        } else {
            Moment::Before
        };
        let shown = super::words::shown(&seen.values, name);
        facts.extend(shown.map(|value| {
            fact(Claim::Value {
                object: value.name.clone(),
                value: value.value.clone(),
                moment,
            })
        }));
        facts.extend(
            seen.outcome
                .iter()
                .flat_map(|outcome| outcome.facts.clone()),
        );
        facts
    }
}

fn is_branch(inst: &Inst) -> bool {
    matches!(inst, Inst::Branch { .. } | Inst::BranchIf { .. })
}

fn compares_blocks(inst: &Inst) -> bool {
    matches!(inst, Inst::Builtin(call) if call.builtin == Builtin::Memcmp)
}

/// The operands of the operand at a place.
fn operands_at(operands: &Operands, span: Span) -> Option<&Operands> {
    let found = operands
        .all
        .iter()
        .find(|operand| operand.span.encloses(span))?;
    match &found.operands {
        inner if found.span == span => inner.as_ref(),
        Some(inner) => operands_at(inner, span),
        None => None,
    }
}

/// Whether the operands have places of their own; those that come out of a macro have not.
fn are_distinct(operands: &Operands) -> bool {
    let mut spans = operands.all.windows(2);
    spans.all(|pair| !pair[0].span.overlaps(pair[1].span))
}

/// Instructions after a branch among which the first statement is searched for.
const MOST_LOOKED: usize = 32;
