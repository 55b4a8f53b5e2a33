//! Search for failing runs instead of passing ones: inputs that break the program.
//!
//! The query is inverted, but the driver is the same: inputs are relaxed, and a run that traps under a satisfiable
//! path condition is the answer. An angelic input may be one that no real input produces (a `scanf` for two numbers
//! that reads seven), so the caller provides constraints that make a log plausible. They are added at the end of a
//! run, and only for the run that the model describes: its log tells what was read, and other runs have other logs. If
//! the constraints lead to another model, it is checked in the same way.

use eval::{Script, Trap};
use term::Satisfiability;

use super::explorer::Explorer;
use super::failing_goal::Hunt;
use super::limits::MAX_MODELS_PER_PATH;
use super::witness;

impl Explorer<'_, '_> {
    /// Records a run that trapped.
    pub(super) fn trapped(&mut self, trap: Trap) {
        let is_new = |hunt: &Hunt<'_>| {
            let mut known = hunt.found.failures.iter();
            let is_wanted = hunt.wanted.apart || known.all(|(known, _)| known.span != trap.span);
            is_wanted && !hunt.is_over()
        };
        if self.hunt.as_ref().is_some_and(is_new)
            && let Some(script) = self.plausible_script()
            && let Some(hunt) = &mut self.hunt
        {
            hunt.found.failures.push((trap, script));
        }
    }

    /// Records a run that ended by itself.
    pub(super) fn came_to_its_end(&mut self) {
        let is_wanted = |hunt: &Hunt<'_>| hunt.found.endings.len() < hunt.wanted.endings;
        if self.hunt.as_ref().is_some_and(is_wanted)
            && let Some(script) = self.plausible_script()
            && let Some(hunt) = &mut self.hunt
        {
            hunt.found.endings.push(script);
        }
    }

    /// The script of the current run, with plausible inputs.
    fn plausible_script(&mut self) -> Option<Script> {
        let log = self.machine.state.log.clone();
        let mut assumed = self.machine.state.path.condition().to_vec();
        self.solver.set_plain(true);
        let mut script = None;
        for _ in 0..MAX_MODELS_PER_PATH {
            let pool = &mut self.machine.dom.terms;
            match self.solver.check(pool, &assumed) {
                Satisfiability::Yes => {}
                Satisfiability::No => break,
                Satisfiability::Unknown => {
                    self.open_checks += 1;
                    break;
                }
            }
            let solver = &mut self.solver;
            let entries = log.resolve(&mut |t| solver.value(pool, t) != 0);
            // The new terms of the constraints do not affect the model that they were created for.
            let needed = self.hunt.as_mut().map_or_else(Vec::new, |hunt| {
                (hunt.plausible)(&entries, &mut self.machine.dom.terms)
            });
            let before = assumed.len();
            for term in needed {
                if !assumed.contains(&term) {
                    assumed.push(term);
                }
            }
            if assumed.len() == before {
                let pool = &self.machine.dom.terms;
                script = witness::script(&log, &self.goal.expected, pool, self.solver);
                break;
            }
        }
        self.solver.set_plain(false);
        script
    }
}
