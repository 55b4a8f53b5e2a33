//! Communication between a running localization and its caller.

use crate::report::{AddedComponent, Diagnosis, Group, RankedLine};
use exec::run::TestOutcome;

/// Control of a localization by its caller, used from any thread of the localization.
pub trait Control: exec::Control {
    /// Interrupt that is raised when the job must end, because a single check of a solver may take too long to wait
    /// for.
    fn interrupt(&self) -> smt::Interrupt {
        smt::Interrupt::default()
    }
    /// Whether so much memory is in use that a query of the search should end, to leave some for others.
    fn is_memory_tight(&self) -> bool {
        false
    }
    /// Reports that a query of the search was answered: the number of solver checks that it took, and whether it stayed
    /// open.
    fn answered(&self, _checks: u64, _is_open: bool) {}
}

/// Progress of a job.
#[derive(Debug)]
pub enum Event<'e> {
    /// All tests have been run.
    Tests(&'e [TestOutcome]),
    /// Failing tests have been grouped.
    Groups(&'e [Group]),
    /// Lines are suspected before anything is certified: [`Report::uncertified`](crate::report::Report::uncertified).
    Suspected(&'e [RankedLine]),
    /// A diagnosis was certified; the second field lists the components that are not part of the program, which the
    /// diagnosis may name.
    Diagnosis(&'e Diagnosis, &'e [AddedComponent]),
    /// A diagnosis that was reported before is withdrawn, because a part of its set suffices. The smaller diagnosis
    /// comes next.
    Withdrawn(&'e Diagnosis),
    /// The search of a group has ended; other groups may still be searched. Fixes and the final order come later.
    Searched {
        /// Index of the group.
        group: usize,
        /// Whether all sets of the group up to the requested size are known.
        complete: bool,
    },
}

/// Receiver of the events of a job.
pub type Sink<'s> = dyn FnMut(Event<'_>) + Send + 's;

/// Receiver of events that several threads share.
pub(crate) type Tell<'t> = dyn Fn(Event<'_>) + Sync + 't;
