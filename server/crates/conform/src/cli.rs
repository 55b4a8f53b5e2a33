//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

/// Holds the evaluator against gcc, and the whole core against hostile input.
#[derive(Parser)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run programs with gcc and with the evaluator, and compare
    Compare(CompareArgs),
    /// Compare programs that Csmith makes
    Csmith(CsmithArgs),
    /// Put mutated and arbitrary texts through the whole core
    Fuzz(FuzzArgs),
    /// Check what explanations say about failing runs against the programs that gcc makes
    Facts(FactsArgs),
    /// Measure how fast programs run, in one thread
    Speed(SpeedArgs),
    /// Evaluate one program, told in JSON
    #[command(hide = true)]
    Evaluate(EvaluateArgs),
    /// Go through the inputs of a fuzz run
    #[command(hide = true)]
    FuzzWorker(FuzzWorkerArgs),
    /// Run a job of the product
    #[command(hide = true)]
    Worker,
}

/// What one comparison may cost, and how programs are compiled.
#[derive(Args, Clone)]
pub(crate) struct Settings {
    /// Comparisons at a time
    #[arg(long, default_value_t = 2)]
    pub(crate) jobs: usize,
    /// Seconds for a run, gcc's as well as ours [default: 10; 3 for programs of Csmith]
    #[arg(long)]
    pub(crate) timeout: Option<f64>,
    /// Instructions that a run may take
    #[arg(long, default_value_t = 20_000_000)]
    pub(crate) steps: u64,
    /// Megabytes that a run may take
    #[arg(long, default_value_t = 2048)]
    pub(crate) memory: u64,
    /// More flags for the compiler, as a shell would read them; -I, -D, -U, -include and -std are ours too
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    pub(crate) flags: String,
    /// Write the verdict on every program to this file
    #[arg(long)]
    pub(crate) list: Option<PathBuf>,
}

impl Settings {
    pub(crate) fn time_limit(&self) -> Duration {
        Duration::from_secs_f64(self.timeout.unwrap_or(10.0))
    }

    pub(crate) fn flag_words(&self) -> Result<Vec<String>, String> {
        shlex::split(&self.flags)
            .ok_or_else(|| format!("--flags: unbalanced quotes: {}", self.flags))
    }
}

#[derive(Args)]
pub(crate) struct CompareArgs {
    /// Folders of C programs (not looked into deeper), or files
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Only programs of these names, with or without `.c`
    #[arg(long, num_args = 1..)]
    pub(crate) only: Vec<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

#[derive(Args)]
pub(crate) struct CsmithArgs {
    /// How many programs
    #[arg(default_value_t = 100)]
    pub(crate) count: u64,
    /// Seed of the first; the others follow
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Folder with `csmith.h`
    #[arg(long, default_value = "/usr/include/csmith")]
    pub(crate) header: PathBuf,
    /// Keep the programs that go wrong in this folder
    #[arg(long)]
    pub(crate) keep: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// Options for Csmith instead of the default ones
    #[arg(last = true)]
    pub(crate) options: Vec<String>,
}

#[derive(Args)]
pub(crate) struct FuzzArgs {
    /// C files, or folders that are searched for them
    #[arg(required = true)]
    pub(crate) corpus: Vec<PathBuf>,
    /// How long at most
    #[arg(long, default_value_t = 60)]
    pub(crate) seconds: u64,
    /// How many inputs at most
    #[arg(long, default_value_t = u64::MAX)]
    pub(crate) inputs: u64,
    /// What the inputs are made from
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Processes at a time
    #[arg(long, default_value_t = 1)]
    pub(crate) jobs: u64,
    /// Seconds of work after which an input counts as a hang
    #[arg(long, default_value_t = 10)]
    pub(crate) hang: u64,
    /// Megabytes for a process
    #[arg(long, default_value_t = 2048)]
    pub(crate) memory: u64,
    /// Folder for the inputs that fail
    #[arg(long, default_value = "target/fuzz")]
    pub(crate) save: PathBuf,
    /// Run only this input, and show what it is
    #[arg(long)]
    pub(crate) input: Option<u64>,
}

#[derive(Args)]
pub(crate) struct FactsArgs {
    /// Folders with `program.c` and tests, C files, or folders of such
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Check this many failing programs that are made by small changes, instead of the programs themselves
    #[arg(long)]
    pub(crate) mutants: Option<usize>,
    /// What the changes are made from
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Failing tests of a program that are explained
    #[arg(long, default_value_t = 1)]
    pub(crate) tests: usize,
    /// Lines of each program about which it is asked why they were reached, or not
    #[arg(long, default_value_t = 4)]
    pub(crate) lines: usize,
    /// Statements of each run whose variables are looked at
    #[arg(long, default_value_t = 10)]
    pub(crate) steps: usize,
    /// Programs at a time
    #[arg(long, default_value_t = 2)]
    pub(crate) jobs: usize,
    /// Seconds for a run of gcc's program
    #[arg(long, default_value_t = 5.0)]
    pub(crate) timeout: f64,
    /// Write the verdict on every fact to this file
    #[arg(long)]
    pub(crate) list: Option<PathBuf>,
    /// Keep the programs about which something false is said in this folder
    #[arg(long)]
    pub(crate) keep: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct SpeedArgs {
    /// Folders with `program.c` and tests, or folders of such
    pub(crate) cases: Vec<PathBuf>,
}

#[derive(Args)]
pub(crate) struct EvaluateArgs {
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

#[derive(Args)]
pub(crate) struct FuzzWorkerArgs {
    /// Files of the corpus in their order; or the one input to run
    pub(crate) corpus: Vec<PathBuf>,
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The first input
    #[arg(long, default_value_t = 0)]
    pub(crate) from: u64,
    /// The first that is not run
    #[arg(long, default_value_t = u64::MAX)]
    pub(crate) until: u64,
    /// The distance to the next
    #[arg(long, default_value_t = 1)]
    pub(crate) stride: u64,
    #[arg(long, default_value_t = 2048)]
    pub(crate) memory: u64,
    #[arg(long, default_value_t = 10)]
    pub(crate) hang: u64,
    /// The files are inputs themselves: run each
    #[arg(long)]
    pub(crate) plain: bool,
    /// Localize those
    #[arg(long)]
    pub(crate) localize: bool,
}
