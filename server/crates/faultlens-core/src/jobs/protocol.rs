//! The protocol of the pipes between the asking process and the worker: one [`JobSpec`] as a line of JSON on the
//! worker's stdin, then [`Event`]s, one per line, on its stdout.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::given::GivenTest;
use crate::config::{self, OptionError, Options};
use crate::files;
use crate::model::{
    Diagnosis, End, ExplainReport, Group, InputsReport, LocalizeReport, RankedLine, TestReport,
    TestSummary, TraceReport,
};

/// Kind of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobKind {
    /// Run the tests and search for suspects.
    Localize,
    /// Only run the tests.
    Test,
    /// Explain the failure of one test: [`JobSpec::explain`] names it.
    Explain,
    /// Record one failing test and report the dependences of its failure: [`JobSpec::explain`] names it.
    Trace,
    /// Search for inputs on which the program fails, as specified by [`JobSpec::inputs`].
    Find,
    /// Reduce the input of one failing test: [`JobSpec::explain`] names it.
    Reduce,
}

/// A complete job: the worker reads nothing else except the files of the program and its tests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobSpec {
    /// Kind of the job.
    pub kind: JobKind,
    /// Path of the C file, for display; relative paths are relative to the parent's working directory.
    pub file: PathBuf,
    /// Text of an unsaved buffer, used instead of the file on the disk.
    pub text: Option<String>,
    /// Other files of the program, which are linked with it.
    #[serde(default)]
    pub linked: Vec<LinkedSource>,
    /// Tests of a program that is in memory: neither tests nor settings are then searched for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<GivenTest>,
    /// Place of the tests; by default they are searched for around the file.
    pub tests: Option<PathBuf>,
    /// Folders and files that the user named or opened, in addition to the program's own project: paths in the
    /// configuration may lead into them too. Everything may be read if [`Options::allow_outside`].
    #[serde(default)]
    pub inside: Vec<PathBuf>,
    /// Whether the texts given here are those of a patch, whose effect on inputs near those of the tests is compared
    /// with the files on the disk.
    #[serde(default)]
    pub patched: bool,
    /// Options of the job.
    #[serde(default)]
    pub options: Options,
    /// Parameters of an explanation.
    #[serde(default)]
    pub explain: Explaining,
    /// Parameters of [`JobKind::Find`].
    #[serde(default)]
    pub inputs: Finding,
    /// Whether the caller only passes the result on: a report of [`JobKind::Localize`] is then sent as
    /// [`Event::Written`].
    #[serde(default)]
    pub written: bool,
    /// Whether there will be another search, of this program or of an edited version: [`Event::Learned`] is then sent.
    #[serde(default)]
    pub remember: bool,
    /// Results of the previous search.
    #[serde(default)]
    pub memory: Option<Memory>,
}

impl JobSpec {
    /// A job on one file, with defaults for everything else.
    pub fn new(kind: JobKind, file: impl Into<PathBuf>) -> JobSpec {
        JobSpec {
            kind,
            file: file.into(),
            text: None,
            linked: Vec::new(),
            given: Vec::new(),
            tests: None,
            inside: Vec::new(),
            patched: false,
            options: Options::default(),
            explain: Explaining::default(),
            inputs: Finding::default(),
            written: false,
            remember: false,
            memory: None,
        }
    }

    /// Whether the program and its tests are given with the job.
    pub(super) fn is_in_memory(&self) -> bool {
        !self.given.is_empty()
    }
}

/// Results of a search that the next one can use: a serialised [`localize::QueryCache`], which only another worker of
/// the same program reads.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Memory(Box<RawValue>);

impl PartialEq for Memory {
    fn eq(&self, other: &Memory) -> bool {
        self.0.get() == other.0.get()
    }
}

impl Memory {
    /// Serialises a cache for the pipe; `None` if that fails.
    pub(super) fn new(cache: &localize::QueryCache) -> Option<Memory> {
        serde_json::value::to_raw_value(cache).ok().map(Memory)
    }

    /// The cache; empty if it cannot be read.
    pub(super) fn read(&self) -> localize::QueryCache {
        serde_json::from_str(self.0.get()).unwrap_or_default()
    }
}

/// Parameters of a job of [`JobKind::Explain`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Explaining {
    /// The test; `None` for the first that fails.
    pub test: Option<String>,
    /// Whether branches are assumed to go as in the run, without explanation.
    pub assume_branches: bool,
    /// Whether the run is wanted statement by statement, with the values of variables; for [`JobKind::Trace`].
    #[serde(default)]
    pub run: bool,
    /// Whether the story is all that is wanted: nothing is proved.
    #[serde(default)]
    pub is_story: bool,
    /// A question to answer, in which case nothing is proved.
    #[serde(default)]
    pub why: Option<Why>,
    /// Results of a search in this very text, the strongest first; null if there was none, and a short search is made.
    #[serde(default)]
    pub found: Option<Vec<Diagnosis>>,
}

impl Explaining {
    /// Most sets of statements that a story may lead to.
    pub(super) const MOST_SETS: usize = 5;

    /// The part of a finished search that an explanation of this test uses.
    pub fn found(report: &LocalizeReport, test: &str) -> Vec<Diagnosis> {
        let is_own = |set: &&Diagnosis| {
            let group = report.groups.get(set.group);
            group.is_some_and(|group| group.tests.iter().any(|t| t == test))
        };
        let sets = report.diagnoses.iter().filter(is_own);
        let lean = |set: &Diagnosis| Diagnosis {
            fixes: Vec::new(),
            ..set.clone()
        };
        sets.take(Self::MOST_SETS).map(lean).collect()
    }
}

/// Parameters of a search for failing inputs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Whether every path is followed separately, with an input for each.
    pub all: bool,
    /// Most failures, each at another place; 0 counts as 1.
    pub most: usize,
    /// Whether passing inputs are wanted too, because the results become tests.
    pub passing: bool,
    /// A file with an input on which the program fails: a witness of a verifier, or the input itself.
    pub witness: Option<PathBuf>,
    /// Which inputs count: a C file with a program that ends with status 0 on them, or a condition on what `main` reads.
    #[serde(default)]
    pub valid: Option<String>,
}

/// A question about the run of a failing test: why a name has its value at a line, or why the line was not reached.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// The end of the file's path; `None` for the program's main file.
    pub file: Option<String>,
    /// Line number, from 1.
    pub line: u32,
    /// A variable, a member or an element, as written in the source.
    pub name: Option<String>,
}

impl Why {
    /// Parses a question as typed: `11` or `11:m`, about the program's main file.
    pub fn parsed(question: &str) -> Option<Why> {
        let (line, name) = question.split_once(':').unwrap_or((question, ""));
        let name = name.trim();
        Some(Why {
            file: None,
            line: line.trim().parse().ok()?,
            name: (!name.is_empty()).then(|| name.to_owned()),
        })
    }
}

/// Another file of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedSource {
    /// Path of the C file, for display.
    pub file: PathBuf,
    /// Text of an unsaved buffer, used instead of the file on the disk.
    pub text: Option<String>,
    /// Reason why it is assumed to belong to the program; `None` if the user says so.
    #[serde(default)]
    pub why: Option<String>,
}

impl LinkedSource {
    /// The other files of a program of which only `source` was named: those listed in `faultlens.toml`, or else files
    /// beside it that fit. `text` is that of an unsaved buffer.
    pub fn beside(source: &Path, text: Option<&str>) -> Result<Vec<LinkedSource>, OptionError> {
        if let Some(listed) = config::linked(source)? {
            return Ok(listed.into_iter().map(LinkedSource::from).collect());
        }
        let read = || files::read_source(source).map(|read| read.text).ok();
        let Some(text) = text.map(Cow::Borrowed).or_else(|| read().map(Cow::Owned)) else {
            // The worker reports what is wrong with the file.
            return Ok(Vec::new());
        };
        let found = files::linked_sources(source, &text).into_iter();
        Ok(found
            .map(|companion| LinkedSource {
                file: companion.file,
                text: None,
                why: Some(companion.why),
            })
            .collect())
    }
}

impl From<PathBuf> for LinkedSource {
    fn from(file: PathBuf) -> Self {
        LinkedSource {
            file,
            text: None,
            why: None,
        }
    }
}

/// Cost of a job so far, with the names of [`Stats`](crate::model::Stats), as far as it is known before the end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Number of components of the program; 0 before it was read.
    pub components: usize,
    /// Number of queries that reached a solver.
    pub solver_calls: u64,
    /// Number of queries that stayed open.
    pub unknown_answers: u64,
    /// Largest resident size of the worker; null if the system does not report it.
    pub peak_memory_mb: Option<u64>,
}

/// An event of the worker. The last event of every job is [`Event::Done`], [`Event::Written`] or [`Event::Failed`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A phase begins.
    Phase {
        /// `parse`, `run_tests`, `search`, …: the keys of `stats.phases_ms`.
        name: String,
    },
    /// All tests have been run.
    Tests {
        /// Numbers of tests by outcome.
        summary: TestSummary,
        /// Failing tests, in groups.
        groups: Vec<Group>,
    },
    /// Lines that are suspected before anything is certified, the most suspicious first.
    Suspected {
        /// The lines, none of which is certified.
        lines: Vec<RankedLine>,
    },
    /// A diagnosis, as soon as it is found. Its order and weight may still change in the final report.
    Diagnosis {
        /// The diagnosis.
        diagnosis: Diagnosis,
    },
    /// An earlier diagnosis is withdrawn: a part of its set suffices.
    Withdrawn {
        /// Group of the diagnosis.
        group: usize,
        /// Ids of its components, in order of place.
        components: Vec<u32>,
    },
    /// The search of a group of failing tests has ended; other groups may still be searched.
    Searched {
        /// Number of the group.
        group: usize,
        /// Whether all its sets up to the requested size are known.
        complete: bool,
    },
    /// Sign of life: sent at least every 500 ms.
    Progress {
        /// Number of diagnoses so far.
        sets_found: usize,
        /// Number of queries so far.
        queries: u64,
        /// Milliseconds since the start of the job.
        elapsed_ms: u64,
        /// Further cost, for the report in case the worker cannot make its own.
        #[serde(default)]
        cost: Cost,
    },
    /// The worker ends here because there is no memory for its report.
    OutOfMemory,
    /// Results of a search that the next one can use; only if [`JobSpec::remember`].
    Learned {
        /// The results.
        memory: Memory,
    },
    /// The end of the job.
    Done {
        /// The complete result, including what was streamed before.
        report: Box<Report>,
    },
    /// The end, if [`JobSpec::written`]: the complete result as JSON, which only its final recipient parses. It is on
    /// the next line.
    Written {
        /// Status of the report.
        end: End,
        /// A [`LocalizeReport`], including the end of the line.
        #[serde(skip)]
        report: Vec<u8>,
    },
    /// The end without a result: the job could not be done at all.
    Failed {
        /// Message for people.
        message: String,
        /// Results of earlier events, as a report; the asking process adds it.
        #[serde(skip)]
        told: Option<Box<Report>>,
    },
}

impl Event {
    /// The end of a job that could not be done.
    pub fn failed(message: impl Into<String>) -> Event {
        Event::Failed {
            message: message.into(),
            told: None,
        }
    }

    /// Whether this is the last event of a job.
    pub fn is_last(&self) -> bool {
        matches!(
            self,
            Event::Done { .. } | Event::Written { .. } | Event::Failed { .. }
        )
    }
}

/// The result of a job of any kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "kebab-case")]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one of them per job, in a box where it travels"
)]
pub enum Report {
    /// Report of [`JobKind::Localize`].
    Localize(LocalizeReport),
    /// Report of [`JobKind::Test`].
    Test(TestReport),
    /// Report of [`JobKind::Explain`].
    Explain(ExplainReport),
    /// Report of [`JobKind::Trace`].
    Trace(TraceReport),
    /// Report of [`JobKind::Find`] and [`JobKind::Reduce`].
    Inputs(InputsReport),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_a_line_and_perhaps_a_name() {
        let why = |line, name: Option<&str>| Why {
            file: None,
            line,
            name: name.map(str::to_owned),
        };
        assert_eq!(Why::parsed("11:p->next"), Some(why(11, Some("p->next"))));
        assert_eq!(Why::parsed("11:"), Some(why(11, None)));
        assert_eq!(Why::parsed("11"), Some(why(11, None)));
        assert_eq!(Why::parsed("m"), None);
    }
}
