//! Search strategies over an oracle: all subset-minimal diagnoses of a group of failing tests.
//!
//! A strategy asks an [`Oracle`] and delivers each result as soon as it is known. The claims that it may make at the
//! end are in [`Outcome`], those about one set in [`FoundSet::minimal`] and [`FoundSet::only`]. Strategies that need
//! nothing but the oracle are functions of one type ([`Search`]); `maxsat` asks one formula about all tests instead.
//!
//! Invariants: the searches work on sets alone and see programs, tests and solvers only through [`Oracle`]; results
//! depend neither on the oracle's number of threads nor on the iteration order of a hash map.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod bugassist;
mod core_growth;
mod cores;
mod diagnoses;
mod hitting;
mod irrelevant;
mod limits;
mod maxsat;
mod multi;
mod ofc;
pub mod oracle;
mod per_test;
mod set_combine;
mod sniper;
mod test_facts;
pub mod weights;

use std::fmt;

use ir::{CompId, CompSet};

pub use bugassist::{Vote, bugassist, vote};
pub use maxsat::{FormulaAnswer, MaxSatEnd, maxsat};
pub use multi::multi;
pub use ofc::ofc;
pub use oracle::{CandidateQuery, Cost, Effort, Oracle, Query, QueryResult, QueryVerdict};
pub use per_test::{OfTest, all_diagnoses};
pub use set_combine::set_combine;
pub use sniper::sniper;
pub use weights::Weights;

/// Certificate that no proper subset suffices, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Minimal {
    /// Every proper subset was proved infeasible.
    Proved,
    /// Some of these answers rely on a bound.
    WithinBounds,
    /// The answer for some subset is unknown.
    Unchecked,
}

/// Limits and hints of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchOptions {
    /// Size of the largest diagnosis to look for.
    pub max_size: usize,
    /// Number of queries in total for growing infeasible sets; 0 disables growing.
    pub grow_budget: u64,
    /// Work that growing may cost per unit of work that refuted candidates have cost so far: growing saves candidates
    /// of that kind, and must not dominate.
    pub grow_ratio: f64,
    /// Number of remaining candidates of a size up to which enumerating them is cheaper than growing cores.
    pub grow_above: usize,
    /// Number of candidates above which a size is not begun once something has been found: sets of three among hundreds
    /// of statements explain nothing better than the single statements found before.
    pub patience: u64,
    /// Number of consecutive queries that stay open with full effort, after which the search stops asking them once
    /// something has been found: the remaining ones are expected to be as expensive.
    pub open_patience: usize,
    /// Components to relax first when growing, least relevant first (outside the dynamic slice). The others follow.
    pub grow_first: Vec<CompId>,
    /// The tests in the order in which they are asked alone.
    pub order: Vec<usize>,
    /// Number of tests that are asked about every component by themselves if no component lets all tests pass. If it is
    /// 0, sets that let only some of them pass are not delivered.
    pub tests_alone: usize,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            max_size: 3,
            grow_budget: 2000,
            grow_ratio: 0.25,
            grow_above: 48,
            patience: u64::MAX,
            open_patience: usize::MAX,
            grow_first: Vec::new(),
            order: Vec::new(),
            tests_alone: 0,
        }
    }
}

/// A diagnosis: relaxing the set lets every test pass, or the tests in [`FoundSet::only`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundSet {
    /// Components of the set.
    pub set: CompSet,
    /// Certificate about the proper subsets.
    pub minimal: Minimal,
    /// `None` for a diagnosis, which lets every test of the group pass. Otherwise the tests that the set is known to
    /// let pass; whether it lets others pass is not known, or it does not.
    pub only: Option<Vec<usize>>,
}

impl FoundSet {
    /// Creates a set that lets every test pass.
    pub fn diagnosis(set: CompSet, minimal: Minimal) -> FoundSet {
        FoundSet {
            set,
            minimal,
            only: None,
        }
    }
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Whether every subset-minimal diagnosis up to the size was delivered (within the bound, if `bounded`).
    pub complete: bool,
    /// Whether the claim that there are no others relies on a bounded *infeasible* answer.
    pub bounded: bool,
    /// Whether the oracle asked to stop before the end.
    pub stopped: bool,
    /// Number of queries about candidates that stayed open.
    pub unknown: u64,
    /// Number of queries asked.
    pub queries: u64,
    /// Size above which sizes were not begun (see [`SearchOptions::patience`]).
    pub limited_to: Option<usize>,
    /// Extent of the program that was explored, for a strategy that opens branches on demand.
    pub explored: Option<BranchCounts>,
    /// What the strategy leaves out although all its queries were answered; `complete` is false then.
    pub shortfall: Option<Shortfall>,
}

/// Extent of the program that a strategy explored by opening branches on demand. A branch is one of the ways on from a
/// conditional of the source text ([`explore::demand::Branch`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BranchCounts {
    /// Number of branches in the program.
    pub all: usize,
    /// Number of branches that the failing runs take.
    pub traced: usize,
    /// Number of branches that were explored: traced, or opened for some test.
    pub explored: usize,
    /// Number of formulas made: one for the run of each test, and one more each time that a branch was opened for it.
    pub formulas: u64,
}

/// What a strategy omits by design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortfall {
    /// `bugassist` looks at one test at a time: it misses diagnoses that are combinations of its sets.
    SingleTests {
        /// Number of sets that let some test pass.
        sets: usize,
        /// Number of these sets that let all tests pass.
        diagnoses: usize,
    },
    /// `sniper` had more combinations than it keeps, and continued with the lightest ones.
    Product {
        /// Number of combinations that it keeps.
        kept: usize,
    },
}

impl fmt::Display for Shortfall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shortfall::SingleTests { sets, diagnoses } => write!(
                f,
                "bugassist takes each test by itself: {diagnoses} of its {sets} sets let all tests pass, combinations \
                 are not looked for"
            ),
            Shortfall::Product { kept } => write!(
                f,
                "sniper has too many combinations of the tests' sets; it went on with the {kept} lightest"
            ),
        }
    }
}

/// A strategy that needs nothing but the oracle: it searches the group whose tests the oracle numbers `0..tests`, and
/// passes its results to the sink.
pub type Search =
    fn(&mut dyn Oracle, usize, &Weights, &SearchOptions, &mut dyn FnMut(FoundSet)) -> Outcome;

/// A search strategy, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategy {
    /// Implicit hitting sets over all tests of the group; see [`mod@multi`].
    #[default]
    Multi,
    /// `CFaults` §3: one guarded formula over all tests, weighted `MaxSAT`.
    MaxSat,
    /// `BugAssist`: merged diagnoses of single tests.
    BugAssist,
    /// SNIPER: all MCSes of each test, combined.
    Sniper,
    /// On-demand formula computation with clause weighting.
    Ofc,
}

impl Strategy {
    /// The strategy as a function of the oracle; `None` if it needs more than the oracle.
    pub fn search(self) -> Option<Search> {
        match self {
            Strategy::Multi => Some(multi),
            Strategy::BugAssist => Some(bugassist),
            Strategy::Sniper => Some(sniper),
            Strategy::Ofc => Some(ofc),
            Strategy::MaxSat => None,
        }
    }
}

#[cfg(test)]
mod tests;
