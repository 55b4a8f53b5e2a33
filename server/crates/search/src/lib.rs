//! Search strategies over an oracle: all subset-minimal diagnoses of a group of failing tests.
//!
//! A strategy asks an [`Oracle`] and delivers what it finds the moment it is known. What it may claim at the end is in
//! [`Outcome`]; what it may claim of one set, in [`Found::minimal`] and [`Found::only`]. Strategies that need nothing
//! but the oracle are functions of one type ([`Search`]); `maxsat` wants the formula itself and lives in `localize`.
//!
//! Invariants: pure sets; nothing here knows a program, a test or a solver, but through [`Oracle`]; results depend neither
//! on the number of threads of the oracle nor on the iteration order of a hash map.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod bugassist;
mod cores;
mod diagnoses;
mod each;
mod facts;
mod grow;
mod hitting;
mod irrelevant;
mod limits;
mod multi;
mod ofc;
pub mod oracle;
mod product;
mod sniper;
pub mod weights;

use std::fmt;

use ir::{CompId, CompSet};

pub use bugassist::{Voted, bugassist, vote};
pub use each::{OfTest, all_diagnoses};
pub use multi::multi;
pub use ofc::ofc;
pub use oracle::{CandidateQuery, Cost, Effort, Oracle, Query, QueryResult, QueryVerdict};
pub use product::set_combine;
pub use sniper::sniper;
pub use weights::Weights;

/// What certifies that no proper subset suffices, the firmest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Minimal {
    /// Every proper subset was proved infeasible.
    Proved,
    /// Some of these answers use a bound.
    WithinBounds,
    /// Some subset's answer is unknown.
    Unchecked,
}

/// Limits and hints of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchOptions {
    /// Largest diagnosis to look for.
    pub max_size: usize,
    /// Questions in all that growing infeasible sets may cost; 0 never grows.
    pub grow_budget: u64,
    /// Work that growing may cost for each unit of work that refuted candidates have cost so far: growing spares
    /// candidates of their kind, and never dominates.
    pub grow_ratio: f64,
    /// A level with at most this many candidates left is cheaper to enumerate than to prune.
    pub grow_above: usize,
    /// Once something has been found, a size that may have more candidates than this is not begun: sets of three
    /// among hundreds of statements explain nothing better than the single ones that were found.
    pub patience: u64,
    /// So many questions in a row that stay open although they were asked in earnest end the asking, once something has
    /// been found: where these are too dear, so are the others.
    pub open_patience: usize,
    /// Components to relax first when growing, least relevant first (outside the dynamic slice). Others follow.
    pub grow_first: Vec<CompId>,
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
        }
    }
}

/// A diagnosis: relaxing the set lets every test pass, or those that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its components.
    pub set: CompSet,
    /// What is known of its proper subsets.
    pub minimal: Minimal,
    /// `None`: a diagnosis, it lets every test of the group pass. Otherwise it is known to let these pass and no
    /// others, and explains no more than them (strategies that look at one test at a time find such sets).
    pub only: Option<Vec<usize>>,
}

impl Found {
    /// A set that lets every test pass.
    pub fn diagnosis(set: CompSet, minimal: Minimal) -> Found {
        Found {
            set,
            minimal,
            only: None,
        }
    }
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Every subset-minimal diagnosis up to the size was delivered (within the bound, if `bounded`).
    pub complete: bool,
    /// That there are no others leans on a bounded no.
    pub bounded: bool,
    /// The oracle asked to stop before the end.
    pub stopped: bool,
    /// Questions about candidates that stayed open.
    pub unknown: u64,
    /// Questions asked.
    pub queries: u64,
    /// Sizes above this were not begun (see [`SearchOptions::patience`]).
    pub limited_to: Option<usize>,
    /// Of a strategy that opens branches on demand: how far it went.
    pub explored: Option<Explored>,
    /// What the strategy leaves out although all its questions were answered; the outcome is not `complete` then.
    pub shortfall: Option<Shortfall>,
}

/// How much of the program a strategy looked at that opens branches on demand. A branch is one of the ways on from a
/// conditional of the text ([`ir::demand::Way`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Explored {
    /// Branches of the program.
    pub all: usize,
    /// Those that the failing runs take.
    pub traced: usize,
    /// Those that were looked at: traced, or opened for some test.
    pub explored: usize,
    /// How often a formula was made: once for the run of each test, and once more each time that something was opened
    /// for it.
    pub formulas: u64,
}

/// What a strategy leaves out by its nature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortfall {
    /// `bugassist` looks at one test at a time: what only a combination of its sets explains is not found.
    SingleTests {
        /// Sets that let some test pass.
        sets: usize,
        /// Those among them that let all pass.
        diagnoses: usize,
    },
    /// `sniper` had more combinations than it keeps; it went on with the lightest ones.
    Product {
        /// So many it keeps.
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
/// gives what it finds to the sink.
pub type Search =
    fn(&mut dyn Oracle, usize, &Weights, &SearchOptions, &mut dyn FnMut(Found)) -> Outcome;

/// A search strategy, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategy {
    /// Implicit hitting sets over all tests of the group; see [`multi`].
    #[default]
    Multi,
    /// `CFaults` §3: one guarded formula over all tests, weighted `MaxSAT`.
    MaxSat,
    /// `BugAssist`: diagnoses of single tests, thrown together.
    BugAssist,
    /// SNIPER: all MCSes of each test, combined.
    Sniper,
    /// On-demand formula computation with clause weighting.
    Ofc,
}

impl Strategy {
    /// The strategy as a function of the oracle, if it needs nothing else.
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
