//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

use crate::Outcome;
use crate::case::Choice;

/// Measures FaultLens on folders of cases: folders with `program.c`, `tests/` and, where the faults are known,
/// `truth.json`.
#[derive(Parser)]
pub(crate) struct Cli {
    /// Folders of cases, each a set with a table of its own; for --learn fit, files of samples
    #[arg(required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// The faultlens to measure
    #[arg(long, required_unless_present_any = ["ablate", "learn", "train"])]
    pub(crate) bin: Option<PathBuf>,
    /// Strategies to run, one column each
    #[arg(long, value_delimiter = ',', default_value = "multi")]
    pub(crate) strategies: Vec<String>,
    /// Leave out one after the other instead: factors of the ranking, or generators of edits
    #[arg(long)]
    pub(crate) ablate: Option<Ablated>,
    /// A step of learning what makes repairs and lines likely instead
    #[arg(long, conflicts_with = "ablate")]
    pub(crate) learn: Option<Learning>,
    /// With --learn judge: in this process, without a limit of memory
    #[arg(long, requires = "learn", hide = true)]
    pub(crate) in_process: bool,
    /// Judge the repairs by gcc and plain runs instead: do they do what is said, and do those that half of the tests lead
    /// to pass the other half?
    #[arg(long, conflicts_with = "ablate")]
    pub(crate) repairs: bool,
    /// With --repairs: the half by which repairs are found are the tests whose names begin so [default: every second]
    #[arg(long, requires = "repairs")]
    pub(crate) found_by: Option<String>,
    /// Only localize every case, in this process: for a profile of it
    #[arg(long, conflicts_with = "ablate")]
    pub(crate) train: bool,
    /// Seconds for one case
    #[arg(long, default_value_t = 60.0)]
    pub(crate) timeout: f64,
    /// Cases at a time; times mean something only for 1
    #[arg(long, default_value_t = 1)]
    pub(crate) jobs: usize,
    /// Write the tables to this file instead of stdout
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// The papers' figures, in JSON
    #[arg(long)]
    pub(crate) published: Option<PathBuf>,
    /// Only the cases of these names
    #[arg(long, value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Only every Nth case
    #[arg(long, default_value_t = 1)]
    pub(crate) every: usize,
    /// One more argument for faultlens; repeatable
    #[arg(long = "arg", allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
}

/// What `--ablate` leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Ablated {
    /// Each factor of the ranking.
    Ranking,
    /// The generator of the first repair of each case.
    Generators,
}

/// A step of learning, for `--learn`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Learning {
    /// Count how often tokens stand beside one another in the C programs below the folders; the table needs --out.
    Count,
    /// Judge the first repairs and lines of each case, and write them as samples with what is known of them.
    Judge,
    /// Fit weights to files of samples.
    Fit,
}

impl Cli {
    /// Selection of cases of a folder.
    pub(crate) fn choice(&self) -> Choice<'_> {
        Choice {
            only: &self.only,
            every: self.every.max(1),
        }
    }

    /// Time limit for one case.
    pub(crate) fn time_limit(&self) -> Outcome<Duration> {
        Duration::try_from_secs_f64(self.timeout).map_err(|e| format!("--timeout: {e}"))
    }
}
