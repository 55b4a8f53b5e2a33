//! Loops that are never left, proved although the state does not repeat: what varies from one iteration to the next does
//! not decide where the run goes on.
//!
//! Two visits of the head of the loop are compared, and what differs between them is marked ([`Varying`]). The next
//! iteration is followed with the marks. If nothing marked has decided anything, and nothing else is marked or different
//! at its end, each iteration to come takes the same way as this one: by induction, for each begins with the same values
//! but for what is marked. In `while (i < n) j++;` that is `j`. Such a run never ends normally. It may trap when `j`
//! overflows; then it fails as well.

use super::concrete::{Concrete, Relaxed};
use super::endless::Loops;
use super::machine::{Machine, Place};
use super::stop::{Exec, Stop};
use super::varying::Varying;

/// Part of the instructions in which the loop is looked for.
const LOOKING: u64 = 4;
/// Iterations that are followed until what varies is known.
const ITERATIONS: usize = 4;
/// Visits of the head of the loop that may belong to one iteration: a walk around a list comes back to its beginning
/// only after a few.
const MOST_VISITS: u32 = 64;

impl Machine<'_, Concrete> {
    /// Executes at most so many instructions; true as soon as it is proved that the run does not end normally. `steps` are
    /// counted down.
    ///
    /// # Errors
    /// Where the run stops by itself.
    pub fn never_exits(&mut self, most: u64) -> Exec<bool> {
        // In alternatives a trap only means that something is skipped.
        if !matches!(self.dom.relaxed, Relaxed::Nothing) || self.observed.is_some() {
            return Ok(false);
        }
        let reserve = self.steps.saturating_sub(most);
        let Some(head) = self.loop_head(self.steps.saturating_sub(most / LOOKING))? else {
            return Ok(false);
        };
        if !self.visits(head, 1, reserve)? {
            return Ok(false);
        }
        let half = reserve + self.steps.saturating_sub(reserve) / 2;
        let period = self.period(head, half)?;
        if !self.is_at(head) && !self.visits(head, 1, reserve)? {
            return Ok(false);
        }
        let mut before = self.snapshot();
        if !self.visits(head, period, reserve)? {
            return Ok(false);
        }
        let Some(mut varying) = Varying::between(&before, &self.state, head.depth) else {
            return Ok(false);
        };
        for _ in 0..ITERATIONS {
            before = self.snapshot();
            let Some(followed) = self.follow(head, period, &varying, reserve)? else {
                return Ok(false);
            };
            let Some(changed) = Varying::between(&before, &self.state, head.depth) else {
                return Ok(false);
            };
            let wider = varying.widen(&followed) | varying.widen(&changed);
            if !wider {
                return Ok(!followed.allocates());
            }
        }
        Ok(false)
    }

    /// Watches the run until so many steps are left: the head of the outermost loop that it repeats.
    fn loop_head(&mut self, until: u64) -> Exec<Option<Place>> {
        let mut loops = Loops::default();
        while self.steps > until {
            let before = (self.state.frames.len(), self.state.pc);
            self.steps -= 1;
            self.once()?;
            loops.step(before, (self.state.frames.len(), self.state.pc));
        }
        let found = loops.found();
        Ok(found.map(|(depth, first, _)| Place { depth, pc: first }))
    }

    /// The number of visits of the place after which the registers of its frame are most like they were.
    fn period(&mut self, place: Place, reserve: u64) -> Exec<u32> {
        let base = self.state.frames.last().map_or(0, |f| f.base as usize);
        let first = self.state.regs[base..].to_vec();
        let (mut period, mut least) = (1, usize::MAX);
        for visit in 1..=MOST_VISITS {
            if least == 0 || !self.visits(place, 1, reserve)? {
                break;
            }
            let pairs = first.iter().zip(&self.state.regs[base..]);
            let different = pairs.filter(|(a, b)| a != b).count();
            if different < least {
                (period, least) = (visit, different);
            }
        }
        Ok(period)
    }

    /// Runs through so many visits of the place; false if the frame is left before, or too many steps are used up.
    fn visits(&mut self, place: Place, visits: u32, reserve: u64) -> Exec<bool> {
        for _ in 0..visits {
            if !self.visits_again(place, reserve)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn visits_again(&mut self, place: Place, reserve: u64) -> Exec<bool> {
        if self.steps <= reserve {
            return Ok(false);
        }
        self.steps -= 1;
        self.once()?;
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

    /// Follows what varies through so many visits of the place; `None` where it may decide something, the frame is left,
    /// or too many steps are used up.
    fn follow(
        &mut self,
        place: Place,
        mut visits: u32,
        varying: &Varying,
        reserve: u64,
    ) -> Exec<Option<Varying>> {
        let mut followed = varying.begin(&self.state);
        loop {
            if self.steps <= reserve || !followed.step(self)? {
                return Ok(None);
            }
            if self.state.frames.len() < place.depth {
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

    fn is_at(&self, place: Place) -> bool {
        (self.state.frames.len(), self.state.pc) == (place.depth, place.pc)
    }
}
