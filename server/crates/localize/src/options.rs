//! Options of a localization.

use ir::{CompId, CompSet, Relaxing};

use crate::limits::{MAX_COMBINED_EDITS, MAX_ROUNDS};
use crate::spectrum::Formula;
use exec::run::step_limit;
use repair::Generator;
use search::Strategy;

/// Scheme by which components are weighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Weighting {
    /// Weight one for every component.
    Unit,
    /// Weight by the height of the component's statement (`CFaults` §4).
    #[default]
    Hierarchical,
    /// Weight by the inverse of the suspiciousness (Jin and Orso).
    Spectrum(Formula),
}

/// Options of a job.
#[derive(Debug, Clone)]
pub struct JobOptions {
    /// Name of the function in which tests of the whole program begin.
    pub entry: String,
    /// Search strategy.
    pub strategy: Strategy,
    /// Freedom of relaxed components.
    pub relaxing: Relaxing,
    /// Solver that answers the queries.
    pub solver: smt::Choice,
    /// Weights of components.
    pub weighting: Weighting,
    /// Components that the user marked as correct: no set contains them.
    pub correct: Vec<CompId>,
    /// Correct components that the user did not name; the report does not list them.
    pub trusted: Vec<CompId>,
    /// Components that the user suspects: they have low weights and are shown first.
    pub suspect: Vec<CompId>,
    /// Components that passing tests execute which were run elsewhere, by test.
    pub passing_elsewhere: Vec<CompSet>,
    /// Size of the largest diagnosis.
    pub max_size: usize,
    /// Most edits of a repair that mends the failing tests together.
    pub max_edits: usize,
    /// Number of candidates above which a larger size is not begun once something has been found.
    pub patience: u64,
    /// Loop bound; by default it is derived from what the original runs need.
    pub unwind: Option<u32>,
    /// Work after which the search ends, in units of [`search::Cost::work`]. The results up to that point depend
    /// neither on the machine nor on the number of threads.
    pub work: Option<u64>,
    /// Number of rounds, with growing limits. With a single round, queries that are too hard for the first limits stay
    /// open.
    pub max_rounds: u32,
    /// Whether all failing tests form one group.
    pub joint: bool,
    /// Whether every proper subset is proved infeasible again with the other solver.
    pub verify: bool,
    /// Maximum number of instructions of all test runs together, not counting short runs; see [`step_limit`]. A test is
    /// undecided if it has not ended when its share is used up and is not proved endless.
    pub step_limit: u64,
    /// Whether memory that is lost at the end of a test is a failure.
    pub leaks: bool,
    /// Generators of edits that are left out, for experiments.
    pub without: Vec<Generator>,
    /// Number of threads that run tests and search. With 2 or more, a thread looks for fixes. The results do not depend
    /// on the number.
    pub workers: usize,
}

impl Default for JobOptions {
    fn default() -> JobOptions {
        JobOptions {
            entry: "main".into(),
            strategy: Strategy::Multi,
            relaxing: Relaxing::Angelic,
            solver: smt::Choice::Auto,
            weighting: Weighting::default(),
            correct: Vec::new(),
            trusted: Vec::new(),
            suspect: Vec::new(),
            passing_elsewhere: Vec::new(),
            max_size: 3,
            max_edits: MAX_COMBINED_EDITS,
            patience: 10_000,
            unwind: None,
            work: None,
            max_rounds: MAX_ROUNDS,
            joint: false,
            verify: false,
            step_limit: step_limit(20.0),
            leaks: false,
            without: Vec::new(),
            workers: 1,
        }
    }
}
