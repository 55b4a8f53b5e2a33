//! One immutable result per state of a document. Everything that the client sees (diagnostics, lenses, hovers, hints,
//! actions, status, heat) is a pure function of a snapshot, in [`super::views`]; so different views cannot contradict
//! each other.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp::ls_types::{Location, Position, Range, Uri};

use super::anchors::Place;
use super::client::ClientInfo;
use super::explanation::PlacedExplanation;
use super::ext::{Activity, Knowledge};
use super::findings::Findings;
use super::last_passed::Broken;
use super::line_index::{Encoding, LineIndex};
use super::marks::Marks;
use super::settings::Settings;
use crate::files;
use crate::model::{Diagnosis, Outcome, Status, TestReport};

/// A document at one moment.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    /// URI of the document.
    pub(crate) uri: Uri,
    /// File of the document; documents without one are not analysed.
    pub(crate) path: Option<PathBuf>,
    /// Version number of the text, given by the client.
    pub(crate) version: i32,
    /// The text.
    pub(crate) text: Arc<str>,
    /// Line index of the text.
    pub(crate) index: Arc<LineIndex>,
    /// Client that shows the document.
    pub(crate) client: Arc<ClientInfo>,
    /// Settings for the document.
    pub(crate) settings: Arc<Settings>,
    /// Head of the function at which lenses are shown.
    pub(crate) head: Place,
    /// What is running for the document.
    pub(crate) activity: Activity,
    /// Results of the last test run.
    pub(crate) tests: Option<Tests>,
    /// Results of the last search.
    pub(crate) findings: Option<Findings>,
    /// Explanation of a failing test: the first of the selected set, or the one that the user asked about last.
    pub(crate) explained: Option<PlacedExplanation>,
    /// Selected set, as an index into the diagnoses.
    pub(crate) selected: usize,
    /// The user's marks on lines.
    pub(crate) marks: Marks,
    /// Reason why the last job gave no result at all.
    pub(crate) failure: Option<String>,
}

/// Results of a test run.
#[derive(Debug, Clone)]
pub(crate) struct Tests {
    /// Number of the run, unique within the session.
    pub(crate) number: u64,
    /// Report of the worker.
    pub(crate) report: Arc<TestReport>,
    /// Tested text.
    pub(crate) analysed: Arc<str>,
    /// Whether something other than the text has changed since: tests, headers.
    pub(crate) outdated: bool,
    /// Tests that passed before, and the edits since.
    pub(crate) broken: Option<Arc<Broken>>,
}

impl Tests {
    /// Whether the run was of an older text, or of older tests or headers.
    pub(crate) fn is_stale(&self, text: &str) -> bool {
        self.outdated || *self.analysed != *text
    }
}

/// Numbers of tests by outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Total number of tests.
    pub(crate) total: usize,
    /// Number of failing tests.
    pub(crate) failing: usize,
    /// Number of tests without a verdict.
    pub(crate) unanalysable: usize,
    /// Number of ignored tests.
    pub(crate) ignored: usize,
    /// Number of undecided tests among those without a verdict.
    pub(crate) undecided: usize,
    /// Whether the numbers are about an older text.
    pub(crate) stale: bool,
}

impl Snapshot {
    /// Whether the findings are about an older text, or older tests.
    pub(crate) fn stale(&self) -> bool {
        self.findings
            .as_ref()
            .is_some_and(|findings| findings.is_stale(&self.text))
    }

    /// Most recent numbers; `None` before the first run, and if there are no tests.
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
        // Findings without tests belong to a job that was stopped before it had run any.
        let known = [from_findings, from_tests]
            .into_iter()
            .flatten()
            .filter(|counts| counts.total > 0);
        known.min_by_key(|counts| counts.stale)
    }

    /// State of the results, in one word.
    pub(crate) fn knowledge(&self) -> Knowledge {
        if let Some(findings) = self.findings.as_ref().filter(|findings| !findings.partial) {
            return match findings.report.status {
                // There was no search for sets.
                Status::Complete if findings.report.root_causes.is_some() => Knowledge::TestsFail,
                Status::Complete if findings.sets().is_empty() => Knowledge::NoneFound,
                Status::Complete => Knowledge::Found,
                Status::None | Status::Unanalysable if self.has_no_tests() => Knowledge::NoTests,
                Status::None => Knowledge::AllPass,
                Status::Stopped => Knowledge::Stopped,
                Status::Unanalysable => Knowledge::Unanalysable,
            };
        }
        if self.failure.is_some() {
            return Knowledge::Unanalysable;
        }
        match (self.counts(), &self.tests) {
            (Some(counts), _) if counts.failing > 0 => Knowledge::TestsFail,
            (Some(counts), _) if counts.unanalysable > 0 => Knowledge::Unanalysable,
            // A run that a limit ended has a reason and must not look green.
            (Some(_), Some(tests)) if tests.report.reason.is_some() => Knowledge::Unanalysable,
            (Some(_), _) => Knowledge::AllPass,
            (None, Some(_)) if self.has_no_tests() => Knowledge::NoTests,
            (None, Some(_)) => Knowledge::Unanalysable,
            (None, None) => Knowledge::Unknown,
        }
    }

    /// Whether a search for tests was not obstructed and found none.
    fn has_no_tests(&self) -> bool {
        self.tests
            .as_ref()
            .is_some_and(|tests| tests.report.tests.is_empty() && tests.report.problems.is_empty())
    }

    /// Selected set with its number from 0.
    pub(crate) fn selected_set(&self) -> Option<(usize, &Diagnosis)> {
        let sets = self.findings.as_ref()?.sets();
        let number = self.selected.min(sets.len().checked_sub(1)?);
        sets.get(number).map(|set| (number, set))
    }

    /// Test whose failure is worth explaining: the first that the selected set explains; without a set, the first that
    /// fails.
    pub(crate) fn failing_test(&self) -> Option<&str> {
        let group = self.selected_set().and_then(|(_, set)| {
            let groups = &self.findings.as_ref()?.report.groups;
            groups.get(set.group)?.tests.first()
        });
        let of_findings = || self.findings.as_ref()?.report.tests.failing.first();
        let test = group.or_else(of_findings).or_else(|| {
            let tests = &self.tests.as_ref()?.report.tests;
            let failing = tests.iter().find(|test| test.outcome == Outcome::Fail);
            failing.map(|test| &test.id)
        });
        test.map(String::as_str)
    }

    /// Explanation, if there is one and it was proved. It may be about an older text.
    pub(crate) fn explanation(&self) -> Option<&PlacedExplanation> {
        self.explained.as_ref().filter(|e| e.is_proved())
    }

    /// Explanation, if it is about this very text.
    pub(crate) fn fresh_explanation(&self) -> Option<&PlacedExplanation> {
        self.explanation().filter(|e| !e.is_stale(&self.text))
    }

    /// Whether an explanation for this text has been tried, of a test that the selected set explains (without a set, of
    /// any test).
    pub(crate) fn explains_selection(&self) -> bool {
        let fresh = self.explained.as_ref();
        let fresh = fresh.filter(|e| !e.is_stale(&self.text));
        let Some(test) = fresh.and_then(PlacedExplanation::test) else {
            return false;
        };
        self.selected_set().is_none_or(|(_, set)| {
            let groups = self.findings.as_ref().map(|f| &f.report.groups);
            let group = groups.and_then(|groups| groups.get(set.group));
            group.is_none_or(|group| group.tests.iter().any(|t| t == test))
        })
    }

    /// Start of a line, from 1, of a file named as the worker names files.
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

    /// Encoding in which the client counts columns.
    pub(crate) fn encoding(&self) -> Encoding {
        self.client.encoding
    }

    /// Range of a place in the client's encoding.
    pub(crate) fn range(&self, place: &std::ops::Range<usize>) -> Range {
        self.index.range(&self.text, place, self.encoding())
    }
}
