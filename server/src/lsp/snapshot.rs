//! One immutable result per state of a document. Everything that the client sees (diagnostics, lenses, hovers, hints,
//! actions, status, heat) is a pure function of a snapshot, in [`super::views`]; so widgets cannot contradict each other.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp::ls_types::{Location, Position, Range, Uri};

use super::anchored::Place;
use super::client::ClientInfo;
use super::explained::Explained;
use super::ext::{Activity, Knowledge};
use super::findings::Findings;
use super::line_index::{Encoding, LineIndex};
use super::marks::Marks;
use super::passed::Broken;
use super::settings::Settings;
use crate::files;
use crate::model::{Diagnosis, Outcome, Status, TestReport};

/// A document at one moment.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    /// The document.
    pub(crate) uri: Uri,
    /// Its file; documents that are none are not analysed.
    pub(crate) path: Option<PathBuf>,
    /// The client's version of the text.
    pub(crate) version: i32,
    /// The text.
    pub(crate) text: Arc<str>,
    /// Its lines.
    pub(crate) index: Arc<LineIndex>,
    /// The client.
    pub(crate) client: Arc<ClientInfo>,
    /// Its settings.
    pub(crate) settings: Arc<Settings>,
    /// The head of the function at which lenses stand.
    pub(crate) head: Place,
    /// What runs.
    pub(crate) activity: Activity,
    /// How the tests ended the last time.
    pub(crate) tests: Option<Tests>,
    /// What was found the last time.
    pub(crate) findings: Option<Findings>,
    /// How a failing test comes to fail: the first of the selected set, or the one that the user asked about last.
    pub(crate) explained: Option<Explained>,
    /// The selected set, an index into the diagnoses.
    pub(crate) selected: usize,
    /// What the user says of lines.
    pub(crate) marks: Marks,
    /// Why the last job gave no result at all.
    pub(crate) failure: Option<String>,
}

/// How the tests ended.
#[derive(Debug, Clone)]
pub(crate) struct Tests {
    /// Of the run: no other run of the session has it.
    pub(crate) number: u64,
    /// The worker's answer.
    pub(crate) report: Arc<TestReport>,
    /// The text that ran.
    pub(crate) analysed: Arc<str>,
    /// Whether something other than the text changed since: tests, headers.
    pub(crate) outdated: bool,
    /// Those that passed before, and what was edited since.
    pub(crate) broken: Option<Arc<Broken>>,
}

impl Tests {
    /// Whether the run was of something older than what is there now.
    pub(crate) fn is_stale(&self, text: &str) -> bool {
        self.outdated || *self.analysed != *text
    }
}

/// How many tests there are, of which text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counts {
    /// All.
    pub(crate) total: usize,
    /// Those that fail.
    pub(crate) failing: usize,
    /// Those without a verdict.
    pub(crate) unanalysable: usize,
    /// Those that are not counted.
    pub(crate) ignored: usize,
    /// Those of them that are undecided.
    pub(crate) undecided: usize,
    /// The numbers are about an older text.
    pub(crate) stale: bool,
}

impl Snapshot {
    /// The findings are about an older text, or older tests.
    pub(crate) fn stale(&self) -> bool {
        self.findings
            .as_ref()
            .is_some_and(|findings| findings.is_stale(&self.text))
    }

    /// The freshest numbers there are. Nothing before the first run, and nothing if there are no tests.
    pub(crate) fn counts(&self) -> Option<Counts> {
        let from_findings = self.findings.as_ref().map(|findings| {
            let tests = &findings.report.tests;
            let unanalysable = tests.unanalysable.len();
            Counts {
                total: tests.total,
                failing: tests.failing.len(),
                unanalysable,
                ignored: tests.ignored.len(),
                undecided: tests.undecided(),
                stale: self.stale(),
            }
        });
        let from_tests = self.tests.as_ref().map(|tests| Counts {
            total: tests.report.tests.len(),
            failing: tests.report.count(Outcome::Fail),
            unanalysable: tests.report.count(Outcome::Unanalysable),
            ignored: tests.report.count(Outcome::Ignored),
            undecided: tests.report.undecided(),
            stale: tests.is_stale(&self.text),
        });
        // Findings without a test are those of a job that was stopped before it had run any.
        let known = [from_findings, from_tests]
            .into_iter()
            .flatten()
            .filter(|counts| counts.total > 0);
        known.min_by_key(|counts| counts.stale)
    }

    /// What is known, in one word.
    pub(crate) fn knowledge(&self) -> Knowledge {
        if let Some(findings) = self.findings.as_ref().filter(|findings| !findings.partial) {
            return match findings.report.status {
                // Sets were not looked for.
                Status::Complete if findings.report.root_causes.is_some() => Knowledge::TestsFail,
                Status::Complete if findings.sets().is_empty() => Knowledge::NoneFound,
                Status::Complete => Knowledge::Found,
                Status::None => Knowledge::AllPass,
                Status::Stopped => Knowledge::Stopped,
                Status::Unanalysable if self.has_no_tests() => Knowledge::NoTests,
                Status::Unanalysable => Knowledge::Unanalysable,
            };
        }
        if self.failure.is_some() {
            return Knowledge::Unanalysable;
        }
        match (self.counts(), &self.tests) {
            (Some(counts), _) if counts.failing > 0 => Knowledge::TestsFail,
            (Some(counts), _) if counts.unanalysable > 0 => Knowledge::Unanalysable,
            // A run that a limit ended has reasons and must not look green.
            (Some(_), Some(tests)) if tests.report.reason.is_some() => Knowledge::Unanalysable,
            (Some(_), _) => Knowledge::AllPass,
            (None, Some(_)) if self.has_no_tests() => Knowledge::NoTests,
            (None, Some(_)) => Knowledge::Unanalysable,
            (None, None) => Knowledge::Unknown,
        }
    }

    /// The tests were looked for, nothing was in the way, and there are none.
    fn has_no_tests(&self) -> bool {
        self.tests
            .as_ref()
            .is_some_and(|tests| tests.report.tests.is_empty() && tests.report.problems.is_empty())
    }

    /// The selected set and its number from 0.
    pub(crate) fn selected_set(&self) -> Option<(usize, &Diagnosis)> {
        let sets = self.findings.as_ref()?.sets();
        let number = self.selected.min(sets.len().checked_sub(1)?);
        sets.get(number).map(|set| (number, set))
    }

    /// The test whose failure is worth explaining: the first that the selected set explains; without a set, the first that
    /// fails.
    pub(crate) fn failing_test(&self) -> Option<&str> {
        let group = self.selected_set().and_then(|(_, set)| {
            let groups = &self.findings.as_ref()?.report.groups;
            groups.get(set.group)?.tests.first()
        });
        let of_findings = || self.findings.as_ref()?.report.tests.failing.first();
        let of_tests = || {
            let tests = &self.tests.as_ref()?.report.tests;
            let failing = tests.iter().find(|test| test.outcome == Outcome::Fail);
            failing.map(|test| &test.id)
        };
        let test = group.or_else(of_findings).or_else(of_tests);
        test.map(String::as_str)
    }

    /// The explanation, if there is one and it was proved. It may be about an older text.
    pub(crate) fn explanation(&self) -> Option<&Explained> {
        self.explained.as_ref().filter(|e| e.is_proved())
    }

    /// The explanation, if it is about this very text.
    pub(crate) fn fresh_explanation(&self) -> Option<&Explained> {
        self.explanation().filter(|e| !e.is_stale(&self.text))
    }

    /// Whether all has been tried to explain a test that the selected set explains (without a set, any), of this text.
    pub(crate) fn explains_selection(&self) -> bool {
        let fresh = self.explained.as_ref();
        let fresh = fresh.filter(|e| !e.is_stale(&self.text));
        let Some(test) = fresh.and_then(Explained::test) else {
            return false;
        };
        self.selected_set().is_none_or(|(_, set)| {
            let groups = self.findings.as_ref().map(|f| &f.report.groups);
            let group = groups.and_then(|groups| groups.get(set.group));
            group.is_none_or(|group| group.tests.iter().any(|t| t == test))
        })
    }

    /// The start of a line, from 1, of a file named as the worker names files.
    pub(crate) fn elsewhere(&self, file: &str, line: u32) -> Option<Location> {
        let own = self.path.as_deref()?;
        let path = files::tidy(&own.parent().unwrap_or(Path::new("")).join(file));
        let uri = if path == own {
            self.uri.clone()
        } else {
            Uri::from_file_path(&path)?
        };
        let start = Position::new(line.saturating_sub(1), 0);
        Some(Location::new(uri, Range::new(start, start)))
    }

    /// How the client counts columns.
    pub(crate) fn encoding(&self) -> Encoding {
        self.client.encoding
    }

    /// A place as the client counts.
    pub(crate) fn range(&self, place: &std::ops::Range<usize>) -> Range {
        self.index.range(&self.text, place, self.encoding())
    }
}
