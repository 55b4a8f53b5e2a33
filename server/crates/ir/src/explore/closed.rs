//! Runs over closed ways ([`crate::demand`]): they do not answer a question, they ask for the ways.
//!
//! A run that comes to a closed way notes it in its log and goes on behind the stub, or ends there if the stub is opaque.
//! When it passes, or may pass, the ways in its log are what the question asks for, unless the same state stands for a run
//! that passes and keeps to the open ways: states of both kinds are merged, and the solver is asked for a run that avoids
//! the closed ways altogether, then for one that avoids each of them. So few are asked for.

use term::{Feasibility, Verdict};

use super::driver::{Explorer, Region};
use crate::eval::{Entry, Script};
use crate::program::WayId;

impl Explorer<'_, '_> {
    /// The run is at the stub of a closed way.
    pub(super) fn closed(
        &mut self,
        way: WayId,
        opaque: bool,
        stack: &mut [Region],
    ) -> Option<Script> {
        self.met.insert(way);
        self.machine.state.log.push(Entry::Closed { way });
        if !opaque {
            let mut state = self.take_state();
            state.pc += 1;
            stack.last_mut()?.pending.push(state);
        } else if self.asked.as_ref().is_none_or(|ways| ways.len() > 1) {
            let path = self.machine.state.path.clone();
            match self.solver.check(&self.machine.dom.terms, &path) {
                Verdict::No => {}
                Verdict::Yes => {
                    self.leans();
                }
                Verdict::Unknown => self.ask_for(vec![way]),
            }
        }
        None
    }

    /// The state passes in the solver's model. Does it pass only over closed ways? If not, the model is that of a run that
    /// keeps to the open ways.
    pub(super) fn leans(&mut self) -> bool {
        if self.met.is_empty() {
            return false;
        }
        let mut ways = self.ways_of_model();
        let mut attempts = vec![ways.clone()];
        if ways.len() > 1 {
            attempts.extend(ways.iter().map(|way| vec![*way]));
        }
        for avoided in attempts {
            if ways.is_empty() {
                return false;
            }
            if avoided.iter().any(|way| !ways.contains(way)) {
                continue;
            }
            let kept = |way: WayId| ways.contains(&way) && !avoided.contains(&way);
            let log = self.machine.state.log.clone();
            let keeps = log.keeps_to(&kept, &mut self.machine.dom.terms);
            let mut path = self.machine.state.path.clone();
            path.push(keeps);
            if self.solver.check(&self.machine.dom.terms, &path) == Verdict::Yes {
                ways = self.ways_of_model();
            }
        }
        let leans = !ways.is_empty();
        if leans {
            self.ask_for(ways);
        }
        leans
    }

    /// The closed ways that the run of the solver's model takes, each once.
    fn ways_of_model(&mut self) -> Vec<WayId> {
        let (log, pool) = (self.machine.state.log.clone(), &self.machine.dom.terms);
        let solver: &mut dyn Feasibility = self.solver;
        let entries = log.resolve(&mut |t| solver.value(pool, t) != 0);
        let closed = entries.iter().filter_map(|entry| match entry {
            Entry::Closed { way } => Some(*way),
            _ => None,
        });
        let mut ways: Vec<WayId> = closed.collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    fn ask_for(&mut self, ways: Vec<WayId>) {
        if self.asked.as_ref().is_none_or(|a| ways.len() < a.len()) {
            self.asked = Some(ways);
        }
    }
}
