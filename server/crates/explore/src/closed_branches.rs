//! Runs through closed branches ([`crate::demand`]): they do not answer a query but request branches.
//!
//! A run that reaches a closed branch records it in its log and continues after the stub, or ends there if the stub is
//! opaque. When it passes, or may pass, the query needs the branches in its log, unless the same merged state also
//! represents a passing run without closed branches: so the solver is asked for a run that avoids the closed branches
//! altogether, then for one that avoids each of them. This keeps the number of requested branches small.

use eval::{Entry, Script};
use ir::program::BranchId;
use term::{Feasibility, Satisfiability};

use super::explorer::{Explorer, Region};

impl Explorer<'_, '_> {
    /// Handles a run at the stub of a closed branch.
    pub(super) fn closed(
        &mut self,
        branch: BranchId,
        opaque: bool,
        stack: &mut [Region],
    ) -> Option<Script> {
        self.met.insert(branch);
        self.machine.state.log.push(Entry::Closed { branch });
        if !opaque {
            let mut state = self.take_state();
            state.calls.advance();
            stack.last_mut()?.pending.push(state);
        } else if self
            .asked
            .as_ref()
            .is_none_or(|branches| branches.len() > 1)
        {
            let path = self.machine.state.path.condition().to_vec();
            match self.solver.check(&self.machine.dom.terms, &path) {
                Satisfiability::No => {}
                Satisfiability::Yes => {
                    self.leans();
                }
                Satisfiability::Unknown => self.ask_for(vec![branch]),
            }
        }
        None
    }

    /// Whether a state that passes in the solver's model passes only through closed branches. If not, the model
    /// afterwards describes a run that avoids them.
    pub(super) fn leans(&mut self) -> bool {
        if self.met.is_empty() {
            return false;
        }
        let mut branches = self.branches_of_model();
        let mut attempts = vec![branches.clone()];
        if branches.len() > 1 {
            attempts.extend(branches.iter().map(|branch| vec![*branch]));
        }
        for avoided in attempts {
            if branches.is_empty() {
                return false;
            }
            if avoided.iter().any(|branch| !branches.contains(branch)) {
                continue;
            }
            let kept = |branch: BranchId| branches.contains(&branch) && !avoided.contains(&branch);
            let log = self.machine.state.log.clone();
            let keeps = log.keeps_to(&kept, &mut self.machine.dom.terms);
            let mut path = self.machine.state.path.condition().to_vec();
            path.push(keeps);
            if self.solver.check(&self.machine.dom.terms, &path) == Satisfiability::Yes {
                branches = self.branches_of_model();
            }
        }
        let leans = !branches.is_empty();
        if leans {
            self.ask_for(branches);
        }
        leans
    }

    /// The closed branches on the run of the solver's model, without duplicates.
    fn branches_of_model(&mut self) -> Vec<BranchId> {
        let (log, pool) = (self.machine.state.log.clone(), &self.machine.dom.terms);
        let solver: &mut dyn Feasibility = self.solver;
        let entries = log.resolve(&mut |t| solver.value(pool, t) != 0);
        let closed = entries.iter().filter_map(|entry| match entry {
            Entry::Closed { branch } => Some(*branch),
            _ => None,
        });
        let mut branches: Vec<BranchId> = closed.collect();
        branches.sort_unstable();
        branches.dedup();
        branches
    }

    pub(super) fn ask_for(&mut self, branches: Vec<BranchId>) {
        if self.asked.as_ref().is_none_or(|a| branches.len() < a.len()) {
            self.asked = Some(branches);
        }
    }
}
