//! Options of a localization.

use ir::{CompId, Relaxing};

use crate::limits::MAX_ROUNDS;
use crate::spectrum::Formula;
use exec::run::step_limit;
use search::Strategy;

/// How components are weighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Weighting {
    /// All alike, but input, output and what merely passes a value on.
    Unit,
    /// By the height of their statement (`CFaults` §4).
    #[default]
    Hierarchical,
    /// By the inverse of their suspiciousness (Jin and Orso).
    Spectrum(Formula),
}

/// Options of a job.
#[derive(Debug, Clone)]
pub struct Options {
    /// Function in which tests of the whole program begin.
    pub entry: String,
    /// Search strategy.
    pub strategy: Strategy,
    /// What relaxed components may do.
    pub relaxing: Relaxing,
    /// Which solver answers.
    pub solver: smt::Choice,
    /// Weights.
    pub weighting: Weighting,
    /// Components that the user says are correct: no set contains them.
    pub correct: Vec<CompId>,
    /// Those of the correct ones that the user did not name: the report does not repeat them.
    pub trusted: Vec<CompId>,
    /// Components that the user suspects: they weigh little and are shown first.
    pub suspect: Vec<CompId>,
    /// Largest diagnosis.
    pub max_size: usize,
    /// Once something has been found, a size that may have more candidates than this is not begun.
    pub patience: u64,
    /// Loop bound; by default it grows from what the real runs need.
    pub unwind: Option<u32>,
    /// Work after which the search ends, in units of [`search::Oracle::work`]. What was found until then does not depend on
    /// the machine, nor on the number of threads.
    pub work: Option<u64>,
    /// Rounds with growing limits: with one, queries that are too hard for the first limits stay open.
    pub max_rounds: u32,
    /// One group of all failing tests.
    pub joint: bool,
    /// Prove every proper subset infeasible again, on the other backend.
    pub verify: bool,
    /// Instructions of all test runs together that are not short ones: see [`step_limit`]. A test that has not ended when
    /// its share of them is used up, and is not proved endless, is undecided.
    pub step_limit: u64,
    /// Memory that is lost at the end of a test is a failure.
    pub leaks: bool,
    /// Threads that run tests and search; from 2 on, others look for fixes. The results do not depend on it.
    pub workers: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            entry: "main".into(),
            strategy: Strategy::Multi,
            relaxing: Relaxing::Angelic,
            solver: smt::Choice::Auto,
            weighting: Weighting::default(),
            correct: Vec::new(),
            trusted: Vec::new(),
            suspect: Vec::new(),
            max_size: 3,
            patience: 10_000,
            unwind: None,
            work: None,
            max_rounds: MAX_ROUNDS,
            joint: false,
            verify: false,
            step_limit: step_limit(20.0),
            leaks: false,
            workers: 1,
        }
    }
}
