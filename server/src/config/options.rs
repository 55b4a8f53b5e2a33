//! The options of a job, typed.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::place::Place;

/// How diagnoses are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Implicit hitting sets over the failing tests.
    Multi,
    /// One guarded formula over all tests, weighted `MaxSAT` (`CFaults` §3).
    Maxsat,
    /// Each failing test by itself, sets ranked by votes.
    Bugassist,
    /// All sets of each failing test, combined.
    Sniper,
    /// Branches that the failing runs do not take are looked at on demand.
    Ofc,
    /// The dependence graph of one failing run is narrowed down (Li and others).
    Mdfs,
}

/// How the dependence graph is narrowed down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frontier {
    /// By smallest cuts.
    Cut,
    /// Step by step.
    Step,
    /// By halves.
    Half,
}

/// What a relaxed component may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relax {
    /// The table of docs/dev/design.md, Relaxation: as written, skipped, or with angelic values.
    Angelic,
    /// As written or left out, conditions free (`CFaults` §4).
    Deletion,
}

/// What a component costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weights {
    /// All the same.
    Unit,
    /// By the height of the statement (`CFaults` §4).
    Hierarchical,
    /// By the inverse of [`Options::spectrum`] (Jin and Orso).
    Spectrum,
}

/// How suspicious it is that failing tests execute something.
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

/// How wide `long` and pointers are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DataModel {
    /// As the program's compile flags say (`-m32`), else [`DataModel::Lp64`].
    #[default]
    Auto,
    /// 64 bits both.
    Lp64,
    /// 32 bits both.
    Ilp32,
}

impl DataModel {
    /// The model of a program whose compile flags ask for the one given, if for any.
    pub fn chosen(self, by_flags: Option<syntax::DataModel>) -> syntax::DataModel {
        match self {
            DataModel::Auto => by_flags.unwrap_or_default(),
            DataModel::Lp64 => syntax::DataModel::Lp64,
            DataModel::Ilp32 => syntax::DataModel::Ilp32,
        }
    }
}

/// Who answers the questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Solver {
    /// The embedded SAT solver where it can, Z3 elsewhere.
    Auto,
    /// Only the embedded SAT solver.
    Sat,
    /// Only Z3.
    Z3,
}

/// Every option that concerns a job. Made by [`Options::default`] and changed by [`Options::set`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "options that do not depend on each other"
)]
pub struct Options {
    /// Where the tests are, when not around the file.
    pub tests: Option<PathBuf>,
    /// The function that tests start.
    pub entry: String,
    /// How wide `long` and pointers are.
    #[serde(default)]
    pub data_model: DataModel,
    /// How to search.
    pub strategy: Strategy,
    /// For [`Strategy::Mdfs`].
    pub frontier: Frontier,
    /// What relaxing means.
    pub relax: Relax,
    /// What components cost.
    pub weights: Weights,
    /// What weights are made from where they come from the tests.
    pub spectrum: Formula,
    /// Lines that the user says are correct.
    pub correct: Vec<Place>,
    /// Lines that the user suspects.
    pub suspect: Vec<Place>,
    /// Who answers.
    pub solver: Solver,
    /// Largest number of components in a diagnosis.
    pub max_size: usize,
    /// Loop bound; by default it grows from what the real runs need.
    pub unwind: Option<u64>,
    /// Work after which the search ends, in units of about one executed instruction.
    pub work: Option<u64>,
    /// Seconds until the job ends with what it has.
    pub timeout: f64,
    /// Megabytes that the worker may use.
    pub memory_mb: u64,
    /// Threads of one job.
    pub workers: u64,
    /// Only the first tests.
    pub limit_tests: Option<usize>,
    /// Tests that ask to be ignored are run.
    #[serde(default)]
    pub include_ignored: bool,
    /// Explain all failing tests by one set, whatever their kind.
    pub joint: bool,
    /// Prove minimality again without caches on the other backend.
    pub verify: bool,
    /// Memory that is lost at the end of a test is a failure.
    pub leaks: bool,
    /// A program that is right, by which repairs are judged.
    #[serde(default)]
    pub reference: Option<PathBuf>,
    /// Files outside the project may be read where configuration names them.
    #[serde(default)]
    pub allow_outside: bool,
}

impl Options {
    /// Options before the table has given them their defaults.
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
            unwind: None,
            work: None,
            timeout: 0.0,
            memory_mb: 0,
            workers: 0,
            limit_tests: None,
            include_ignored: false,
            joint: false,
            verify: false,
            leaks: false,
            reference: None,
            allow_outside: false,
        }
    }

    /// Whether the same tests are found with other options, and end the same, limits aside.
    pub fn have_tests_of(&self, other: &Self) -> bool {
        let of_tests = |options: &Self| {
            let Self {
                tests,
                entry,
                data_model,
                limit_tests,
                include_ignored,
                leaks,
                allow_outside,
                ..
            } = options.clone();
            (
                tests,
                entry,
                data_model,
                limit_tests,
                include_ignored,
                leaks,
                allow_outside,
            )
        };
        of_tests(self) == of_tests(other)
    }

    /// Time from the start of the job to its end.
    pub fn time_limit(&self) -> Duration {
        Duration::try_from_secs_f64(self.timeout).unwrap_or(Duration::MAX)
    }
}
