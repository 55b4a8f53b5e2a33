//! The dependences of a trace: names and calls, and what each depends on.

use ir::CompId;

use super::Via;
use crate::trace::{Cell, Step, StepKind, Trace, VarId};

/// Something that others depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Node {
    /// A value, or that control came some way.
    Name(VarId),
    /// The call at this step was executed.
    Call(usize),
}

/// An execution of a statement.
pub(super) type Execution = (CompId, u32, u32);

/// The dependences of a run.
pub(super) struct Graph<'a> {
    trace: &'a Trace,
    /// Of each name, where it is among the definitions of its step.
    definitions: Vec<usize>,
}

impl<'a> Graph<'a> {
    pub(super) fn new(trace: &'a Trace) -> Graph<'a> {
        let mut definitions = vec![0; trace.variables.len()];
        for step in &trace.steps {
            for (i, d) in step.definitions.iter().enumerate() {
                definitions[d.var.index()] = i;
            }
        }
        Graph { trace, definitions }
    }

    /// What the failure depends on at once.
    pub(super) fn of_failure(&self) -> Vec<(Via, Node)> {
        let failure = &self.trace.failure;
        let names = self.trace.vars_in(failure.holds).into_iter();
        let mut all: Vec<(Via, Node)> = names.map(|v| (Via::Data, Node::Name(v))).collect();
        all.extend(self.control(failure.guard, failure.activation));
        all
    }

    /// What a node depends on.
    pub(super) fn of(&self, node: Node) -> Vec<(Via, Node)> {
        let step = &self.trace.steps[self.step(node)];
        let mut all = Vec::new();
        if let Node::Name(v) = node
            && let Some(d) = step.definitions.get(self.definitions[v.index()])
        {
            let terms = std::iter::once(&d.value).chain(&d.when);
            let names = terms.flat_map(|t| self.trace.vars_in(*t));
            all.extend(names.map(|v| (Via::Data, Node::Name(v))));
        }
        if is_frame(step) {
            all.extend(step.guard.map(|g| (Via::Summary, Node::Name(g))));
        } else {
            all.extend(self.control(step.guard, step.activation));
        }
        all
    }

    /// What decides that control comes to a place: the branch around it, or the call of the function that it stands in.
    fn control(&self, guard: Option<VarId>, activation: u32) -> Option<(Via, Node)> {
        let here = guard.filter(|g| match self.trace.var(*g).cell {
            Cell::Control(step) => self.trace.steps[step].activation == activation,
            _ => true,
        });
        let call = self.trace.calls.get(activation as usize).copied().flatten();
        let node = here.map(Node::Name).or(call.map(Node::Call));
        let node = node.or(guard.map(Node::Name));
        node.map(|node| (Via::Control, node))
    }

    pub(super) fn step(&self, node: Node) -> usize {
        match node {
            Node::Name(v) => self.trace.var(v).step,
            Node::Call(step) => step,
        }
    }

    /// The execution of a statement that a node belongs to. What belongs to none is only passed through: frame
    /// conditions, inputs, what the library computes.
    pub(super) fn execution(&self, node: Node) -> Option<Execution> {
        let step = &self.trace.steps[self.step(node)];
        let counts = step.kind != StepKind::Start && !is_frame(step);
        let component = step.component.filter(|_| counts)?;
        Some((component, step.execution, step.activation))
    }
}

fn is_frame(step: &Step) -> bool {
    matches!(step.kind, StepKind::Frame { .. })
}
