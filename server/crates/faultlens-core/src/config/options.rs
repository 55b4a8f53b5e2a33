//! Typed options of a job.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::place::LineRef;

/// Search strategy for diagnoses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Implicit hitting sets over the failing tests.
    Multi,
    /// One guarded formula over all tests, weighted `MaxSAT` (`CFaults` §3).
    Maxsat,
    /// Sets of each failing test alone, ranked by votes.
    Bugassist,
    /// All sets of each failing test, combined.
    Sniper,
    /// Branches that the failing runs do not take are opened on demand.
    Ofc,
    /// Narrowing of the dependence graph of one failing run (Li and others).
    Mdfs,
}

/// Method of narrowing the dependence graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frontier {
    /// Smallest cuts.
    Cut,
    /// Step by step.
    Step,
    /// Halving.
    Half,
}

/// Freedom of a relaxed component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relax {
    /// Unchanged, skipped, or with angelic values, according to the table in docs/dev/design.md, Relaxation.
    Angelic,
    /// Unchanged or deleted, with free conditions (`CFaults` §4).
    Deletion,
}

/// What a number is that was never set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Uninit {
    /// Undefined: its use is a failure.
    #[default]
    Undefined,
    /// Any number: the next one of standard input.
    Any,
}

/// Weights of components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weights {
    /// Equal weights.
    Unit,
    /// Weights by the height of the statement (`CFaults` §4).
    Hierarchical,
    /// Weights by the inverse of [`Options::spectrum`] (Jin and Orso).
    Spectrum,
}

/// Formula for the suspiciousness of a component from the tests that execute it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formula {
    /// See [`localize::spectrum::Formula::Ochiai`].
    Ochiai,
    /// See [`localize::spectrum::Formula::Tarantula`].
    Tarantula,
    /// See [`localize::spectrum::Formula::DStar`].
    #[serde(rename = "dstar")]
    DStar,
}

/// Width of `long` and pointers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DataModel {
    /// Model from the compile flags of the program (`-m32`), or [`DataModel::Lp64`] without such flags.
    #[default]
    Auto,
    /// 64 bits for both.
    Lp64,
    /// 32 bits for both.
    Ilp32,
}

impl DataModel {
    /// Data model of a program; `by_flags` is the model that its compile flags select, if any.
    pub fn chosen(self, by_flags: Option<syntax::DataModel>) -> syntax::DataModel {
        match self {
            DataModel::Auto => by_flags.unwrap_or_default(),
            DataModel::Lp64 => syntax::DataModel::Lp64,
            DataModel::Ilp32 => syntax::DataModel::Ilp32,
        }
    }
}

/// Solver that answers the queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Solver {
    /// Embedded SAT solver where possible, otherwise Z3.
    Auto,
    /// Embedded SAT solver only.
    Sat,
    /// Z3 only.
    Z3,
}

/// Options that concern a job. They are created by [`Options::default`] and changed by [`Options::set`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "options that do not depend on each other"
)]
pub struct Options {
    /// Place of the tests, if they are not around the file.
    pub tests: Option<PathBuf>,
    /// Function in which tests begin.
    pub entry: String,
    /// Width of `long` and pointers.
    pub data_model: DataModel,
    /// Search strategy.
    pub strategy: Strategy,
    /// Method of narrowing for [`Strategy::Mdfs`].
    pub frontier: Frontier,
    /// Freedom of relaxed components.
    pub relax: Relax,
    /// Weights of components.
    pub weights: Weights,
    /// Formula for weights that are derived from the tests.
    pub spectrum: Formula,
    /// Lines that the user marked as correct.
    pub correct: Vec<LineRef>,
    /// Lines that the user suspects.
    pub suspect: Vec<LineRef>,
    /// Solver.
    pub solver: Solver,
    /// Largest number of components in a diagnosis.
    pub max_size: usize,
    /// Whether sets of every size up to this are wanted, however many candidates there are: the user named the size.
    pub all_sizes: bool,
    /// Loop bound; by default it is derived from what the original runs need.
    pub unwind: Option<u64>,
    /// Work after which the search ends, in units of about one executed instruction.
    pub work: Option<u64>,
    /// Time limit in seconds, after which the job ends with the results so far.
    pub timeout: f64,
    /// Seconds by which the job may overrun the time limit. The tests are limited as if there were none.
    pub grace: f64,
    /// Memory limit of the worker in megabytes.
    pub memory_mb: u64,
    /// Number of threads of one job.
    pub workers: u64,
    /// Maximum number of tests; the first ones are used.
    pub limit_tests: Option<usize>,
    /// Whether ignored tests are run.
    pub include_ignored: bool,
    /// Whether all failing tests are explained by one set, whatever their kind.
    pub joint: bool,
    /// Whether minimality is proved again without caches and with the other solver.
    pub verify: bool,
    /// Whether memory that is lost at the end of a test is a failure.
    pub leaks: bool,
    /// What a number is that was never set.
    pub uninit: Uninit,
    /// Highest level of hints.
    pub max_hint: u32,
    /// Whether tests that students may not see are left out.
    pub only_visible: bool,
    /// A correct version of the program, by which repairs are judged.
    pub reference: Option<PathBuf>,
    /// Coverage of passing tests that were run elsewhere.
    pub coverage: Option<PathBuf>,
    /// Whether files outside the project may be read if the configuration names them.
    pub allow_outside: bool,
}

impl Options {
    /// Creates options before the table sets their defaults.
    pub(super) fn blank() -> Self {
        Self {
            tests: None,
            entry: String::new(),
            data_model: DataModel::Auto,
            strategy: Strategy::Multi,
            frontier: Frontier::Cut,
            relax: Relax::Angelic,
            weights: Weights::Hierarchical,
            spectrum: Formula::Ochiai,
            correct: Vec::new(),
            suspect: Vec::new(),
            solver: Solver::Auto,
            max_size: 0,
            all_sizes: false,
            unwind: None,
            work: None,
            timeout: 0.0,
            grace: 0.0,
            memory_mb: 0,
            workers: 0,
            limit_tests: None,
            include_ignored: false,
            joint: false,
            verify: false,
            leaks: false,
            uninit: Uninit::Undefined,
            reference: None,
            coverage: None,
            max_hint: 0,
            only_visible: false,
            allow_outside: false,
        }
    }

    /// Whether other options select the same tests with the same results, except for limits.
    pub fn have_tests_of(&self, other: &Self) -> bool {
        self.tests == other.tests
            && self.entry == other.entry
            && self.data_model == other.data_model
            && self.limit_tests == other.limit_tests
            && self.include_ignored == other.include_ignored
            && self.only_visible == other.only_visible
            && self.leaks == other.leaks
            && self.uninit == other.uninit
            && self.allow_outside == other.allow_outside
    }

    /// Seconds from the start of the job to its end.
    pub fn seconds(&self) -> f64 {
        self.timeout + self.grace
    }

    /// Time from the start of the job to its end.
    pub fn time_limit(&self) -> Duration {
        Duration::try_from_secs_f64(self.seconds()).unwrap_or(Duration::MAX)
    }
}
