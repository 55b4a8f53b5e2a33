//! Cycle detection: runs that return to an earlier state never end.
//!
//! A concrete run is determined by its state, provided that relaxed components do the same at each further execution.
//! So when everything that a run can read is as it was before (its output is not compared), the run loops for ever.
//! Because this is detected early, a program that hangs in `while (n > 0) {}` costs thousands of instructions instead
//! of the millions of the step limit.

use ir::program::Inst;

use super::concrete::Concrete;
use super::machine::Machine;
use super::state::{Destination, PausePoint, State};
use super::stop::{Exec, Stop};

/// Numbers of instructions to try for leaving a library function.
const ASIDE: std::ops::Range<u64> = 50..80;

impl Machine<'_, Concrete> {
    /// Executes at most `most` instructions, until the state is again what it is now; returns the number of
    /// instructions in between. Nothing is executed where the future of the run depends on more than the state.
    /// Decrements `steps`.
    ///
    /// # Errors
    /// Stops where the run itself stops.
    pub fn reaches_earlier_state(&mut self, most: u64) -> Exec<Option<u64>> {
        if !self.dom.relaxed.is_steady() {
            return Ok(None);
        }
        // A library function counts steps itself and does not advance when it has too few.
        for more in ASIDE {
            if self.is_simple() || self.steps <= more {
                break;
            }
            let rest = self.steps - more;
            self.steps = more;
            let stop = self.run(None).or_else(only_steps);
            self.steps += rest;
            stop?;
        }
        if !self.is_simple() {
            return Ok(None);
        }
        let begin = self.snapshot();
        let place = begin.calls.place();
        let rest = self.steps.saturating_sub(most);
        self.steps -= rest;
        let given = self.steps;
        let back = self.returns_to(place, &begin);
        let period = given - self.steps;
        self.steps += rest;
        Ok(back?.then_some(period))
    }

    /// Whether the current instruction always takes exactly one step.
    fn is_simple(&self) -> bool {
        self.instruction().is_some_and(|inst| {
            matches!(
                inst,
                Inst::Bin { .. }
                    | Inst::Const { .. }
                    | Inst::BranchIf { .. }
                    | Inst::Branch { .. }
                    | Inst::Jump { .. }
            )
        })
    }

    /// Whether the run reaches the place in the same state again before its steps are used up.
    fn returns_to(&mut self, place: PausePoint, begin: &State<u64>) -> Exec<bool> {
        while self.steps > 0 {
            let left = self.steps - 1;
            self.steps = 1;
            let moved = self.run(None);
            self.steps += left;
            let moved = moved
                .or_else(only_steps)
                .and_then(|()| self.run(Some(place)).or_else(only_steps));
            moved?;
            let there = self.state.calls.place() == place;
            if there && is_same(&self.state, begin) {
                return Ok(true);
            }
            if !there {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// A copy of the state without the printed output.
    pub(super) fn snapshot(&mut self) -> State<u64> {
        let placeholder = Destination::Capture(Vec::new());
        let printed = self.state.output.redirect(placeholder);
        let copy = self.state.clone();
        self.state.output.redirect(printed);
        copy
    }
}

/// Ignores the step limit, which does not mean that the run has stopped by itself.
fn only_steps(stop: Box<Stop>) -> Exec<()> {
    if matches!(*stop, Stop::StepLimit) {
        Ok(())
    } else {
        Err(stop)
    }
}

/// Whether a run continues identically from both states.
fn is_same(a: &State<u64>, b: &State<u64>) -> bool {
    let flags = |s: &State<u64>| (s.input.has_read_ahead(), s.output.is_held());
    a.calls.has_equal_values(&b.calls)
        && a.input.continues_like(&b.input)
        && flags(a) == flags(b)
        && a.memory == b.memory
        && a.random == b.random
        && a.disk == b.disk
}
