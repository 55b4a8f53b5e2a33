//! What the search may ask: can test `t` pass when the components of `R` are relaxed?
//!
//! The answer has three values (DESIGN §2, Search). *Yes* closes upward: a superset is feasible without a query, by the
//! inclusion law. A proved *no* closes downward. *Unknown* proves nothing.

use crate::set::CompSet;

/// Answer to "can the test pass with this set relaxed?".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It can; asked in earnest ([`Effort::Full`]), the witness was certified by concrete replay.
    Yes,
    /// It cannot.
    No {
        /// A bound (loop unwinding, number of paths) was leant on: "no within the bound".
        bounded: bool,
        /// Components disjoint from the relaxed set, at least one of which must be relaxed too for the test to pass:
        /// all components that any explored run met, without the relaxed ones. (The complement is infeasible as well,
        /// for relaxing what is never reached changes nothing.)
        core: CompSet,
    },
    /// A limit was met before the answer, or something on the way is not modelled.
    Unknown {
        /// Why, for `stats` and messages.
        reason: String,
    },
}

/// How much one question may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Candidates of the search.
    Full,
    /// A first look at a candidate: cheap or not at all. A yes is certified.
    Quick,
    /// Growing an infeasible set to shrink a core: an answer is nice to have, and a yes need not be certified.
    Low,
}

/// Decides feasibility; implemented by the symbolic evaluator, by a formula, or by brute force in tests.
pub trait Oracle {
    /// Number of components; sets range over `0..components()`.
    fn components(&self) -> usize;

    /// Can failing test `test` (an index into the group) pass with `relaxed`?
    fn check(&mut self, test: usize, relaxed: &CompSet, effort: Effort) -> Answer;

    /// Sets that stayed open with little effort, all of a size: those among them that can be told by other means to be
    /// feasible for every test. The tests then say yes to them at once.
    fn reach(&mut self, _open: &[CompSet]) -> Vec<CompSet> {
        Vec::new()
    }

    /// So much has been asked in vain that asking more of the same would be: the search gives up what is open.
    fn weary(&self) -> bool {
        false
    }

    /// Work done for all questions so far, in units of about one executed instruction; only ratios matter.
    fn work(&self) -> u64;

    /// The job must end (deadline, cancellation); the search returns what it has.
    fn stopped(&self) -> bool;
}
