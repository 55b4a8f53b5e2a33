//! What goes over the pipes between the process that asks and the worker that answers: one [`JobSpec`] as a line of JSON
//! on the worker's stdin, then [`Event`]s, one a line, on its stdout.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::config::{self, OptionError, Options};
use crate::files;
use crate::model::{
    Diagnosis, End, ExplainReport, Group, InputsReport, LocalizeReport, RankedLine, TestReport,
    TestSummary, TraceReport,
};

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobKind {
    /// Run the tests and search for what could be at fault.
    Localize,
    /// Run the tests only.
    Test,
    /// Say how one failing test comes to fail: [`JobSpec::explain`] names it.
    Explain,
    /// Record one failing test and say what its failure depends on: [`JobSpec::explain`] names it.
    Trace,
    /// Search for inputs on which the program fails, as [`JobSpec::inputs`] says.
    Find,
    /// Make the input of one failing test small: [`JobSpec::explain`] names it.
    Reduce,
}

/// A job, complete: the worker reads nothing else but the files that the program and its tests consist of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobSpec {
    /// What to do.
    pub kind: JobKind,
    /// The C file, as it should be shown; relative paths are relative to the parent's working directory.
    pub file: PathBuf,
    /// Text of an unsaved buffer, instead of what is on the disk.
    pub text: Option<String>,
    /// The program's other files, which are linked with it.
    pub linked: Vec<LinkedSource>,
    /// Where the tests are; by default they are looked for around the file.
    pub tests: Option<PathBuf>,
    /// Folders and files that the user named or opened, beside the program's own project: what configuration names may be
    /// in them too. Everything may be read if [`Options::allow_outside`].
    #[serde(default)]
    pub inside: Vec<PathBuf>,
    /// The texts given here are those of a patch: what it does on inputs near those of the tests is compared with what the
    /// files on the disk do.
    #[serde(default)]
    pub patched: bool,
    /// How.
    pub options: Options,
    /// What is to be explained.
    #[serde(default)]
    pub explain: Explaining,
    /// What [`JobKind::Find`] looks for.
    #[serde(default)]
    pub inputs: Finding,
    /// Who asks only passes the result on: a report of [`JobKind::Localize`] comes as [`Event::Written`].
    #[serde(default)]
    pub written: bool,
    /// There will be another search, of this program or what an edit makes of it: [`Event::Learned`] is told.
    #[serde(default)]
    pub remember: bool,
    /// What the search before has told.
    #[serde(default)]
    pub memory: Option<Memory>,
}

impl JobSpec {
    /// A job on one file, with the defaults of everything else.
    pub fn new(kind: JobKind, file: impl Into<PathBuf>) -> JobSpec {
        JobSpec {
            kind,
            file: file.into(),
            text: None,
            linked: Vec::new(),
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
}

/// Results of a search that the next one can use: a [`localize::QueryCache`] as a worker wrote it, which nobody but
/// another worker of the same program reads.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Memory(Box<RawValue>);

impl PartialEq for Memory {
    fn eq(&self, other: &Memory) -> bool {
        self.0.get() == other.0.get()
    }
}

impl Memory {
    /// For the pipe; nothing, if it cannot be written.
    pub(super) fn new(cache: &localize::QueryCache) -> Option<Memory> {
        serde_json::value::to_raw_value(cache).ok().map(Memory)
    }

    /// What it says; nothing, if it says nothing that can be understood.
    pub(super) fn read(&self) -> localize::QueryCache {
        serde_json::from_str(self.0.get()).unwrap_or_default()
    }
}

/// What a job of [`JobKind::Explain`] is to explain.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Explaining {
    /// The test; without one, the first that fails.
    pub test: Option<String>,
    /// Branches are taken as they went, without saying why.
    pub assume_branches: bool,
    /// The run is wanted statement by statement, with the values of variables; for [`JobKind::Trace`].
    #[serde(default)]
    pub run: bool,
    /// Only this is asked, and nothing is proved.
    #[serde(default)]
    pub why: Option<Why>,
    /// What a search has found in this very text, the strongest first; null if there was none, and a short one is made.
    #[serde(default)]
    pub found: Option<Vec<Diagnosis>>,
}

impl Explaining {
    /// Sets of statements to which a story may be led.
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

/// What a search for failing inputs looks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Every path by itself, with an input for each.
    pub all: bool,
    /// Failures, each at another place; 0 is taken for 1.
    pub most: usize,
    /// Passing inputs, too: tests are to be made of what is found.
    pub passing: bool,
    /// A file that says on which input the program fails: a witness of a verifier, or the input itself.
    pub witness: Option<PathBuf>,
}

/// A question about the run of a failing test: why something has its value at a line, or why the line was not reached.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// The end of the path of the file; without one, the program's own file is meant.
    pub file: Option<String>,
    /// 1-based.
    pub line: u32,
    /// A variable, a member or an element, as it is written there.
    pub name: Option<String>,
}

impl Why {
    /// A question as it is typed: `11` or `11:m`, about the program's own file.
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
    /// The C file, as it should be shown.
    pub file: PathBuf,
    /// Text of an unsaved buffer, instead of what is on the disk.
    pub text: Option<String>,
    /// Why it is thought to belong to the program; nothing where the user says so.
    #[serde(default)]
    pub why: Option<String>,
}

impl LinkedSource {
    /// The other files of a program of which only `source` was named: what `faultlens.toml` lists, else what lies beside
    /// it and fits. `text` is that of an unsaved buffer.
    pub fn beside(source: &Path, text: Option<&str>) -> Result<Vec<LinkedSource>, OptionError> {
        if let Some(listed) = config::linked(source)? {
            return Ok(listed.into_iter().map(LinkedSource::from).collect());
        }
        let read = || files::read_source(source).map(|read| read.text).ok();
        let Some(text) = text.map(Cow::Borrowed).or_else(|| read().map(Cow::Owned)) else {
            // What is wrong with the file is told by the worker.
            return Ok(Vec::new());
        };
        let found = files::companions(source, &text).into_iter();
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

/// Cost of a job so far, in the words of [`Stats`](crate::model::Stats), as far as it is known before the end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Components of the program; 0 before it has been read.
    pub components: usize,
    /// Questions that reached a solver.
    pub solver_calls: u64,
    /// Questions that stayed open.
    pub unknown_answers: u64,
    /// Largest resident size of the worker; null where the system does not tell.
    pub peak_memory_mb: Option<u64>,
}

/// What the worker tells while it works. The last event of every job is [`Event::Done`], [`Event::Written`] or
/// [`Event::Failed`].
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
        /// By outcome.
        summary: TestSummary,
        /// The failing ones, grouped.
        groups: Vec<Group>,
    },
    /// Lines that are suspected before anything is certified, most suspicious first.
    Suspected {
        /// None of them is certified.
        lines: Vec<RankedLine>,
    },
    /// A diagnosis, as soon as it is known. Order and weight may still change in the final report.
    Diagnosis {
        /// It.
        diagnosis: Diagnosis,
    },
    /// A diagnosis that was told before is taken back: a part of its set suffices.
    Withdrawn {
        /// Its group.
        group: usize,
        /// The ids of its components, in order of place.
        components: Vec<u32>,
    },
    /// The search of a group of failing tests has ended; other groups may still be searched.
    Searched {
        /// Its number.
        group: usize,
        /// All its sets up to the size that was asked for are known.
        complete: bool,
    },
    /// Still alive: sent at least every 500 ms.
    Progress {
        /// Diagnoses so far.
        sets_found: usize,
        /// Questions asked so far.
        queries: u64,
        /// Since the start of the job.
        elapsed_ms: u64,
        /// What else it has cost: in the report, if the worker does not live to make its own.
        #[serde(default)]
        cost: Cost,
    },
    /// The worker ends here, for there is no memory for its report.
    OutOfMemory,
    /// What a search found out that the next one can use; only if [`JobSpec::remember`].
    Learned {
        /// It.
        memory: Memory,
    },
    /// The end.
    Done {
        /// The whole result; it contains what was streamed before.
        report: Box<Report>,
    },
    /// The end, if [`JobSpec::written`]: the whole result as JSON, which is read by whoever gets it in the end. It is the
    /// next line.
    Written {
        /// Of the report.
        end: End,
        /// A [`LocalizeReport`], with the end of the line.
        #[serde(skip)]
        report: Vec<u8>,
    },
    /// The end, without a result: the job could not be done at all.
    Failed {
        /// For people.
        message: String,
        /// What had been told before, as a report; the asking process adds it.
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

    /// Nothing comes after it.
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
    /// Of [`JobKind::Localize`].
    Localize(LocalizeReport),
    /// Of [`JobKind::Test`].
    Test(TestReport),
    /// Of [`JobKind::Explain`].
    Explain(ExplainReport),
    /// Of [`JobKind::Trace`].
    Trace(TraceReport),
    /// Of [`JobKind::Find`] and [`JobKind::Reduce`].
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
