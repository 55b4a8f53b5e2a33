//! Runs that come back to a state in which they have been: they never end.
//!
//! A concrete run is determined by its state. So when all of it that a run can look at is as it was before (what was
//! printed is not looked at), the run goes round for ever. Seen so early, a program that waits in `while (n > 0) {}` costs
//! thousands of instructions and not the millions of the step limit.

use super::concrete::Concrete;
use super::machine::Machine;
use super::state::{Output, State};
use super::stop::{Exec, Stop};

impl Machine<'_, Concrete> {
    /// Executes at most so many instructions of a run in which nothing is relaxed; true as soon as the state is again what
    /// it is now. `steps` are counted down.
    ///
    /// # Errors
    /// Where the run stops by itself.
    pub fn comes_back(&mut self, most: u64) -> Exec<bool> {
        let begin = self.snapshot();
        let left = self.steps.saturating_sub(most);
        while self.steps > left {
            let rest = self.steps - 1;
            self.steps = 1;
            let stop = self.run(None);
            self.steps += rest;
            match stop {
                Err(stop) if matches!(*stop, Stop::StepLimit) => {}
                Err(stop) => return Err(stop),
                Ok(()) => return Ok(false),
            }
            if self.state.pc == begin.pc && is_same(&self.state, &begin) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The state without what was printed.
    fn snapshot(&mut self) -> State<u64> {
        let hollow = Output::Capture(Vec::new());
        let printed = std::mem::replace(&mut self.state.streams.output, hollow);
        let copy = self.state.clone();
        self.state.streams.output = printed;
        copy
    }
}

/// Whether a run goes on from both states in the same way.
fn is_same(a: &State<u64>, b: &State<u64>) -> bool {
    let (s, t) = (&a.streams, &b.streams);
    a.regs == b.regs
        && a.frames == b.frames
        && (s.at, s.eof) == (t.at, t.eof)
        && a.memory == b.memory
        && a.random == b.random
        && s.disk == t.disk
}
