//! Replays a recorded run to observe the executions that the story mentions.

use std::collections::BTreeMap;

use ::trace::{NamedValue, NodeId, Recording, View};
use ir::{ComponentKind, FnId, Inst, Pc};
use syntax::Span;

use super::Teller;
use super::words::target;

/// An execution of a statement to observe, from its first node to its last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// First node of the execution, before which variables are read.
    pub(super) first: NodeId,
    /// Last node of the execution, after which the written value and the outcome of a condition are read.
    pub(super) last: NodeId,
    /// Function of the last node.
    pub(super) function: FnId,
    /// The instruction of the last node.
    pub(super) pc: Pc,
    /// The text of the statement.
    pub(super) span: Span,
    /// Kind of the statement.
    pub(super) kind: Option<ComponentKind>,
}

impl Look {
    /// The target that the statement writes, by its text. In a declaration the stars belong to the type.
    fn target(self, text: &str) -> Option<&str> {
        let name = target(text)?;
        Some(match self.kind {
            Some(ComponentKind::Initialiser) => name.trim_start_matches(['*', ' ']),
            _ => name,
        })
    }
}

/// Observation of an execution.
#[derive(Debug, Default, Clone)]
pub(super) struct Observation {
    /// Values of the names in its text before the execution; for input, after it.
    pub(super) before: Vec<NamedValue>,
    /// The value that it wrote.
    pub(super) written: Option<NamedValue>,
    /// Whether its condition was true.
    pub(super) held: Option<bool>,
}

impl Teller<'_> {
    /// Replays the run and observes each of these executions.
    pub(super) fn observed(&self, recording: &Recording<'_>, looks: &[Look]) -> Vec<Observation> {
        let mut all = vec![Observation::default(); looks.len()];
        let mut places: BTreeMap<NodeId, Vec<(usize, bool)>> = BTreeMap::new();
        for (i, look) in looks.iter().enumerate() {
            places.entry(look.first).or_default().push((i, false));
            places.entry(look.last + 1).or_default().push((i, true));
        }
        let nodes: Vec<NodeId> = places.keys().copied().collect();
        recording.show_states(self.sources, &nodes, &mut |node, view| {
            for (i, is_after) in places.get(&node).into_iter().flatten() {
                let (look, seen) = (&looks[*i], &mut all[*i]);
                let text = self.sources.text(look.span);
                if *is_after {
                    seen.held = self.held(look.function, look.pc, view);
                    seen.written = look.target(text).and_then(|name| view.named(name));
                    if look.kind == Some(ComponentKind::Input) {
                        // For input, the values that were read count, not the earlier ones.
                        seen.before = view.named_in(text);
                    }
                } else {
                    seen.before = view.named_in(text);
                }
            }
        });
        all
    }

    /// The outcome of a branch that has just been executed.
    pub(super) fn held(&self, function: FnId, pc: Pc, after: &View<'_>) -> Option<bool> {
        match self
            .program
            .functions
            .get(function.index())?
            .code
            .get(pc as usize)?
        {
            Inst::Branch { then, els, .. } | Inst::BranchIf { then, els, .. }
                if then != els && after.function() == Some(function) =>
            {
                Some(after.pc() == *then)
            }
            _ => None,
        }
    }

    /// The first statement on the branch that was not taken.
    pub(super) fn not_run(&self, function: FnId, pc: Pc, held: bool) -> Option<Span> {
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
                Inst::Enter { comp, .. } => {
                    return Some(self.span(*comp));
                }
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
}

/// Instructions after a branch among which the first statement is searched for.
const MOST_LOOKED: usize = 32;
