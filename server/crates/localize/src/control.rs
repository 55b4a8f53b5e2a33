//! What a localization and who asked for it tell each other while it runs.

use crate::report::{AddedComponent, Diagnosis, Group, RankedLine};
use exec::run::TestOutcome;

/// What a localization asks of the outside, from any of its threads.
pub trait Control: exec::Control {
    /// Raised when the job must end: a check of a solver may take longer than anybody waits.
    fn interrupt(&self) -> smt::Interrupt {
        smt::Interrupt::default()
    }
    /// A question of the search was answered: how often a solver was asked for that, and whether it stayed open.
    fn answered(&self, _checks: u64, _is_open: bool) {}
}

/// What a job tells while it runs.
#[derive(Debug)]
pub enum Event<'e> {
    /// All tests have been run.
    Tests(&'e [TestOutcome]),
    /// Failing tests have been grouped.
    Groups(&'e [Group]),
    /// Lines that are suspected before anything is certified: [`Report::uncertified`](crate::report::Report::uncertified).
    Suspected(&'e [RankedLine]),
    /// A certified diagnosis, with the components beyond those of the program that it may name.
    Diagnosis(&'e Diagnosis, &'e [AddedComponent]),
    /// One that was told before: a part of its set suffices. That comes next.
    Withdrawn(&'e Diagnosis),
    /// The search of a group has ended; other groups may still be searched. Fixes and the final order come later.
    Searched {
        /// Its number.
        group: usize,
        /// All its sets up to the size that was asked for are known.
        complete: bool,
    },
}

/// Whoever is told.
pub type Sink<'s> = dyn FnMut(Event<'_>) + Send + 's;
