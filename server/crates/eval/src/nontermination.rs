//! Proves that a loop is never left although its state does not repeat: what varies between iterations does not affect
//! control flow.
//!
//! Two visits to the head of the loop are compared, and everything that differs between them is marked ([`Varying`]).
//! The next iteration is executed with the marks. If no marked value has decided anything, and nothing else is marked
//! or different at its end, then by induction all further iterations take the same branches as this one: each begins
//! with the same values except for those marked. In `while (i < n) j++;` the marked value is `j`. Such a run never ends
//! normally. It may trap when `j` overflows; but then it fails as well.

use super::concrete::{ChoiceSource, Concrete};
use super::loop_report::Loops;
use super::machine::Machine;
use super::state::PausePoint;
use super::stop::{Exec, Stop};
use super::variance::Varying;

/// Fraction of the instructions that is spent on finding the loop: one in this many.
const LOOKING: u64 = 4;
/// Iterations that are followed until the set of varying values is stable.
const ITERATIONS: usize = 4;
/// Most visits to the head of the loop that may belong to one iteration: a walk around a cyclic list returns to its
/// beginning only after several.
const MOST_VISITS: u32 = 64;

impl Machine<'_, Concrete> {
    /// Executes at most `most` instructions, until it is proved that the run does not end normally; returns the number
    /// of instructions of the iteration that it repeats. Decrements `steps`.
    ///
    /// # Errors
    /// Stops where the run itself stops.
    pub fn never_exits(&mut self, most: u64) -> Exec<Option<u64>> {
        // In alternatives, a trap only means that something is skipped.
        if !matches!(self.dom.relaxed, ChoiceSource::Nothing) || self.observed.is_some() {
            return Ok(None);
        }
        let reserve = self.steps.saturating_sub(most);
        let Some(head) = self.loop_head(self.steps.saturating_sub(most / LOOKING))? else {
            return Ok(None);
        };
        if !self.visits(head, 1, reserve)? {
            return Ok(None);
        }
        let half = reserve + self.steps.saturating_sub(reserve) / 2;
        let period = self.period(head, half)?;
        if !self.is_at(head) && !self.visits(head, 1, reserve)? {
            return Ok(None);
        }
        let mut before = self.snapshot();
        if !self.visits(head, period, reserve)? {
            return Ok(None);
        }
        let Some(mut varying) = Varying::between(&before, &self.state, head.depth) else {
            return Ok(None);
        };
        for _ in 0..ITERATIONS {
            before = self.snapshot();
            let begin = self.steps;
            let Some(followed) = self.follow(head, period, &varying, reserve)? else {
                return Ok(None);
            };
            let Some(changed) = Varying::between(&before, &self.state, head.depth) else {
                return Ok(None);
            };
            let wider = varying.widen(&followed) | varying.widen(&changed);
            if !wider {
                return Ok((!followed.allocates()).then_some(begin - self.steps));
            }
        }
        Ok(None)
    }

    /// Watches the run until `until` steps are left, and returns the head of the outermost loop that it repeats.
    fn loop_head(&mut self, until: u64) -> Exec<Option<PausePoint>> {
        let mut loops = Loops::default();
        while self.steps > until {
            let before = self.state.calls.place();
            self.steps -= 1;
            self.step_once()?;
            loops.step(before, self.state.calls.place());
        }
        let found = loops.found();
        Ok(found.map(|(head, _)| head))
    }

    /// The number of visits after which the registers of the frame are most similar to their first values.
    fn period(&mut self, place: PausePoint, reserve: u64) -> Exec<u32> {
        let base = self
            .state
            .calls
            .frames
            .last()
            .map_or(0, |f| f.base as usize);
        let first: Vec<_> = self.state.calls.registers.iter().skip(base).collect();
        let (mut period, mut least) = (1, usize::MAX);
        for visit in 1..=MOST_VISITS {
            if least == 0 || !self.visits(place, 1, reserve)? {
                break;
            }
            let now = self.state.calls.registers.iter().skip(base);
            let different = now.zip(&first).filter(|(a, b)| a != *b).count();
            if different < least {
                (period, least) = (visit, different);
            }
        }
        Ok(period)
    }

    /// Runs through `visits` visits of the place; false if the frame is left first, or too many steps are used up.
    fn visits(&mut self, place: PausePoint, visits: u32, reserve: u64) -> Exec<bool> {
        for _ in 0..visits {
            if !self.revisits(place, reserve)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn revisits(&mut self, place: PausePoint, reserve: u64) -> Exec<bool> {
        if self.steps <= reserve {
            return Ok(false);
        }
        self.steps -= 1;
        self.step_once()?;
        let rest = self.steps.min(reserve);
        self.steps -= rest;
        let stop = self.run(Some(place));
        self.steps += rest;
        match stop {
            Err(stop) if matches!(*stop, Stop::StepLimit) => Ok(false),
            Err(stop) => Err(stop),
            Ok(()) => Ok(self.is_at(place)),
        }
    }

    /// Propagates the marks through `visits` visits of the place; `None` where a marked value may decide something, the
    /// frame is left, or too many steps are used up.
    fn follow(
        &mut self,
        place: PausePoint,
        mut visits: u32,
        varying: &Varying,
        reserve: u64,
    ) -> Exec<Option<Varying>> {
        let mut followed = varying.begin(&self.state);
        loop {
            if self.steps <= reserve || !followed.step(self)? {
                return Ok(None);
            }
            if self.state.calls.frames.len() < place.depth {
                return Ok(None);
            }
            if self.is_at(place) {
                visits -= 1;
                if visits == 0 {
                    return Ok(Some(followed));
                }
            }
        }
    }

    fn is_at(&self, place: PausePoint) -> bool {
        self.state.calls.place() == place
    }
}
