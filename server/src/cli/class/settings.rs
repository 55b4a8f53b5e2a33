//! What holds for all submissions of a class: options, tests, and the part of the class to be analysed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::ArgMatches;
use harness::{Files, SourceFacts};

use crate::class::limits::{SAFETY, WORK};
use crate::class::{Pool, Submission, hash};
use crate::cli::{args, job};
use crate::config::{self, Options, Solver};
use crate::files::Disk;
use crate::jobs::Worker;

/// Settings of a run.
pub(super) struct Settings {
    pub(super) pool: Pool,
    shard: Option<(u64, u64)>,
    /// Hash of all that a result depends on besides the submission.
    common: u64,
}

impl Settings {
    /// The settings of the command line for the submissions in a folder, with tests that do not include `outputs`. An
    /// error is a sentence.
    pub(super) fn of(
        matches: &ArgMatches,
        folder: &Path,
        outputs: &[PathBuf],
        worker: Worker,
    ) -> Result<Settings, String> {
        let config = config::read(&folder.join("x.c")).map_err(|error| error.to_string())?;
        let usual = Options {
            work: Some(WORK),
            workers: 1,
            // Z3 is bounded by time.
            solver: Solver::Sat,
            ..Options::default()
        };
        let options = args::job_options(usual, &args::given_options(matches), config.as_ref());
        let mut options = options.map_err(|error| error.to_string())?;
        options.grace = options.timeout * (SAFETY - 1.0);
        if let Some(missing) = job::missing_file(&options) {
            return Err(missing);
        }
        let Some(place) = options.tests.as_deref() else {
            return Err("--tests is missing: it names the tests of all submissions".to_owned());
        };
        let config = config.map(|config| config.text);
        let hidden: Vec<PathBuf> = outputs.iter().map(|output| absolute(output)).collect();
        let tests = tests_read(place, options.limit_tests, hidden.clone())?;
        let reference = options.reference.as_ref().map(std::fs::read).transpose();
        let reference = reference.map_err(|error| format!("the reference: {error}"))?;
        let told = serde_json::to_string(&Options {
            tests: None,
            reference: None,
            ..options.clone()
        });
        let version = env!("CARGO_PKG_VERSION");
        let beside = [
            Some(place).filter(|place| !place.is_dir()),
            options.reference.as_deref(),
        ];
        let beside = beside.into_iter().flatten().filter_map(Path::parent);
        let inside = beside.chain([place]).map(Path::to_path_buf).collect();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Settings {
            common: hash((version, told.ok(), tests, reference, &config)),
            shard: matches.get_one("shard").copied(),
            pool: Pool {
                worker,
                inside,
                config,
                output: hash(&hidden),
                jobs: args::fix_number(matches, "jobs").unwrap_or(cores),
                options,
            },
        })
    }

    /// The submissions of the part that was asked for.
    pub(super) fn shard(&self, mut submissions: Vec<Submission>) -> Vec<Submission> {
        if let Some((part, parts)) = self.shard {
            submissions.retain(|submission| hash(&submission.name) % parts == part - 1);
        }
        submissions
    }

    /// Hash of all that the result of a submission depends on.
    pub(super) fn hash(&self, submission: &Submission) -> String {
        let own = (&submission.name, &submission.student, &submission.files);
        format!("{:016x}", hash((self.common, own)))
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Hash of all files that the tests consist of; those that are hidden are none of them. An error says why there are no tests.
fn tests_read(tests: &Path, most: Option<usize>, hidden: Vec<PathBuf>) -> Result<u64, String> {
    let path = absolute(tests);
    let path = path.to_str().ok_or("the path of the tests is not UTF-8")?;
    let reads = NotedFiles {
        hidden,
        seen: Mutex::default(),
    };
    let facts = SourceFacts {
        has_main: true,
        opens_files: true,
        ..SourceFacts::default()
    };
    // Submissions have a folder of their own, in which there is nothing of the tests.
    let nowhere = Path::new(path).join(".faultlens-class").join("x.c");
    let found = harness::discover(&nowhere.to_string_lossy(), &facts, Some(path), most, &reads);
    if found.tests.is_empty() {
        let why = found
            .problems
            .first()
            .map(|problem| problem.message.as_str());
        let why = why.unwrap_or("there are no tests");
        return Err(format!("{}: {why}", tests.display()));
    }
    let seen = reads
        .seen
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    Ok(hash(seen))
}

/// The disk without the outputs of this command; it notes what is read.
struct NotedFiles {
    hidden: Vec<PathBuf>,
    seen: Mutex<BTreeMap<String, u64>>,
}

impl Files for NotedFiles {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        if self.hidden.iter().any(|hidden| hidden == Path::new(path)) {
            return None;
        }
        let content = Disk.read(path)?;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.insert(path.to_owned(), hash(&content));
        Some(content)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        Disk.list(folder)
    }

    fn is_dir(&self, path: &str) -> bool {
        Disk.is_dir(path)
    }

    fn size(&self, path: &str) -> Option<u64> {
        Disk.size(path)
    }
}
