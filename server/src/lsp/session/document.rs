//! One open document: its text and the results for it.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::Arc;

use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use crate::function_scan;
use crate::jobs::Memory;
use crate::lsp::anchors::Place;
use crate::lsp::client::ClientInfo;
use crate::lsp::edit::Edit;
use crate::lsp::explanation::PlacedExplanation;
use crate::lsp::ext::Activity;
use crate::lsp::findings::Findings;
use crate::lsp::last_passed::PassingTexts;
use crate::lsp::line_index::{Encoding, LineIndex};
use crate::lsp::marks::{Mark, Marks};
use crate::lsp::session::Reply;
use crate::lsp::settings::Settings;
use crate::lsp::snapshot::{Snapshot, Tests};
use crate::model::{ExplainReport, LocalizeReport, Outcome, Scope, TestReport, TestResult};

/// A pending request for an explanation.
pub(super) struct ExplanationRequest {
    /// Test to explain; without one, the first that fails.
    pub(super) test: Option<String>,
    pub(super) reply: Reply,
}

/// An open document. Fields that views show are changed through methods, followed by the session's `publish`.
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) path: Option<PathBuf>,
    /// Whether jobs make sense: the document is a C source file with a path, not a header.
    pub(super) analysed: bool,
    /// Other files of the program, as the last job read them.
    pub(super) linked: Vec<PathBuf>,
    /// Counter of changes of the text or of the files around it.
    pub(super) generation: u64,
    /// Whether the user asked for a search and waits for its result.
    pub(super) awaited: bool,
    /// Whether to search for suspects once the tests of this text have run and some fail.
    pub(super) localize_after_tests: bool,
    /// Latest pending request for an explanation; earlier ones are told that they get no answer.
    pub(super) asked: Option<ExplanationRequest>,
    /// Requests that wait for the end of a test run.
    pub(super) testers: Vec<Reply>,
    pub(super) text: Arc<str>,
    /// Results of earlier searches that the next one may reuse.
    pub(super) memory: Option<Memory>,
    version: i32,
    index: Arc<LineIndex>,
    head: Place,
    tests: Option<Tests>,
    passed: PassingTexts,
    findings: Option<Findings>,
    explained: Option<PlacedExplanation>,
    selected: usize,
    marks: Marks,
    failure: Option<String>,
    snapshot: Option<Arc<Snapshot>>,
}

impl Document {
    pub(super) fn new(uri: Uri, language: &str, version: i32, text: String) -> Self {
        let is_file = uri.scheme().as_str() == "file";
        let path = is_file
            .then(|| uri.to_file_path().map(std::borrow::Cow::into_owned))
            .flatten();
        let extension = path
            .as_ref()
            .and_then(|path| path.extension())
            .map(|e| e.to_string_lossy().into_owned());
        let analysed = path.is_some()
            && (language == "c" || extension.as_deref() == Some("c"))
            && extension.as_deref() != Some("h");
        Self {
            uri,
            path,
            analysed,
            linked: Vec::new(),
            generation: 0,
            awaited: false,
            localize_after_tests: false,
            asked: None,
            testers: Vec::new(),
            index: Arc::new(LineIndex::new(&text)),
            head: function_scan::lens_place(&text),
            text: text.into(),
            memory: None,
            version,
            tests: None,
            passed: PassingTexts::default(),
            findings: None,
            explained: None,
            selected: 0,
            marks: Marks::default(),
            failure: None,
            snapshot: None,
        }
    }

    /// Applies the changes of one notification, in order, and moves the results along. If they apply a fix of one of
    /// several faults, the search goes on for the others.
    pub(super) fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        let mut text = String::from(&*self.text);
        let mut index = Arc::clone(&self.index);
        let mut edits = Vec::with_capacity(changes.len());
        for (number, change) in changes.into_iter().enumerate() {
            if number > 0 {
                index = Arc::new(LineIndex::new(&text));
            }
            if let Some(range) = change.range {
                let start = index.offset(&text, range.start, encoding);
                let end = index.offset(&text, range.end, encoding).max(start);
                edits.push(Edit {
                    removed: start..end,
                    inserted: change.text.len(),
                });
                text.replace_range(start..end, &change.text);
            } else {
                edits.push(Edit::between(&text, &change.text));
                text = change.text;
            }
        }
        let is_part = self.fixes_in_part(&text);
        self.version = version;
        self.index = Arc::new(LineIndex::new(&text));
        self.head = function_scan::lens_place(&text);
        self.text = text.into();
        self.findings = self
            .findings
            .as_ref()
            .map(|findings| findings.moved(&edits, &self.text));
        self.explained = self
            .explained
            .as_ref()
            .map(|explained| explained.moved(&edits, &self.text));
        self.marks = edits
            .iter()
            .fold(self.marks.clone(), |m, edit| m.moved(edit));
        self.failure = None;
        self.forget_wishes();
        self.localize_after_tests = is_part;
    }

    /// Whether a text is the present one with a fix of some failing tests.
    fn fixes_in_part(&self, text: &str) -> bool {
        let Some((report, false)) = self.fresh_report() else {
            return false;
        };
        let parts = report.fixes().into_iter();
        let mut parts = parts.filter(|fix| fix.scope != Scope::All);
        parts.any(|fix| {
            let mut edits: Vec<_> = fix.edits().filter(|e| e.file == report.file).collect();
            edits.sort_by_key(|edit| Reverse(edit.start));
            let mut fixed = String::from(&*self.text);
            let is_whole = edits.iter().all(|edit| {
                let place = edit.start as usize..edit.end as usize;
                let is_there = fixed.get(place.clone()) == Some(&edit.old);
                if is_there {
                    fixed.replace_range(place, &edit.new);
                }
                is_there
            });
            is_whole && !edits.is_empty() && fixed == text
        })
    }

    /// Increments the generation, and drops pending requests about the former state, which tells them that they get no
    /// answer.
    fn forget_wishes(&mut self) {
        self.generation += 1;
        self.localize_after_tests = false;
        self.asked = None;
        self.testers.clear();
    }

    /// Marks the results as outdated after a change of something other than the text.
    pub(super) fn outdate(&mut self) {
        self.forget_wishes();
        self.passed.forget();
        if let Some(findings) = &mut self.findings {
            findings.outdated = true;
        }
        if let Some(explained) = &mut self.explained {
            explained.outdated = true;
        }
        if let Some(tests) = &mut self.tests {
            tests.outdated = true;
        }
    }

    /// Records the result of a test run on a text; `number` identifies the run.
    pub(super) fn tests_ran(&mut self, number: u64, report: TestReport, analysed: Arc<str>) {
        let (passing, ignored) = (report.count(Outcome::Pass), report.count(Outcome::Ignored));
        let all_pass = passing > 0 && passing + ignored == report.tests.len();
        // Suspects of failures that no longer exist are of no use.
        if all_pass
            && self
                .findings
                .as_ref()
                .is_some_and(|findings| findings.is_stale(&self.text))
        {
            self.findings = None;
            self.selected = 0;
        }
        let still_fails = |explained: &PlacedExplanation| {
            let mut tests = report.tests.iter();
            let open = |t: &TestResult| !matches!(t.outcome, Outcome::Pass | Outcome::Ignored);
            tests.any(|t| open(t) && Some(t.id.as_str()) == explained.test())
        };
        self.explained = self
            .explained
            .take()
            .filter(|explained| !explained.is_stale(&self.text) || still_fails(explained));
        self.failure = None;
        let broken = self.passed.ran(&report, &analysed);
        self.tests = Some(Tests {
            number,
            report: Arc::new(report),
            analysed,
            outdated: false,
            broken: broken.map(Arc::new),
        });
    }

    /// Records the result of a search. The selection stays with its set, wherever that is now.
    pub(super) fn found(&mut self, report: LocalizeReport, partial: bool, analysed: &Arc<str>) {
        let ids = |report: &LocalizeReport, set: usize| -> Option<Vec<u32>> {
            Some(
                report
                    .diagnoses
                    .get(set)?
                    .components
                    .iter()
                    .map(|component| component.id)
                    .collect(),
            )
        };
        let before = self
            .findings
            .as_ref()
            .filter(|findings| findings.partial && self.selected > 0);
        let before = before.and_then(|findings| ids(&findings.report, self.selected));
        let count = report.diagnoses.len();
        let same = before
            .and_then(|before| (0..count).find(|&set| ids(&report, set).as_ref() == Some(&before)));
        self.selected = same.unwrap_or(0);
        self.findings = Some(Findings::new(report, partial, analysed));
        self.failure = None;
    }

    /// Records an explanation, or the reason why there is none.
    pub(super) fn explained(&mut self, report: ExplainReport, analysed: &Arc<str>) {
        self.explained = Some(PlacedExplanation::new(report, analysed));
    }

    /// Records that a job gave no result. Earlier results remain.
    pub(super) fn failed(&mut self, message: String) {
        self.failure = Some(message);
    }

    /// Whether there are findings, for any text.
    pub(super) fn has_findings(&self) -> bool {
        self.findings.is_some()
    }

    /// Whether there are complete findings for this text.
    pub(super) fn has_fresh_findings(&self) -> bool {
        self.findings
            .as_ref()
            .is_some_and(|findings| !findings.partial && !findings.is_stale(&self.text))
    }

    /// The report of the findings for this text, and whether more may follow.
    pub(super) fn fresh_report(&self) -> Option<(&LocalizeReport, bool)> {
        let findings = self.findings.as_ref();
        let fresh = findings.filter(|findings| !findings.is_stale(&self.text))?;
        Some((&fresh.report, fresh.partial))
    }

    /// Number of failing tests, if this very text was tested.
    pub(super) fn fresh_failures(&self) -> Option<usize> {
        let tests = self
            .tests
            .as_ref()
            .filter(|tests| !tests.is_stale(&self.text))?;
        Some(tests.report.count(Outcome::Fail))
    }

    /// Selects the next or previous set, cyclically.
    pub(super) fn select(&mut self, forward: bool) {
        let sets = self
            .findings
            .as_ref()
            .map_or(0, |findings| findings.sets().len());
        if sets > 0 {
            self.selected = (self.selected + if forward { 1 } else { sets - 1 }) % sets;
        }
    }

    /// Selects a set by its number from 1.
    pub(super) fn select_number(&mut self, number: u32) -> Result<(), String> {
        let sets = self.findings.as_ref().map_or(0, |f| f.sets().len());
        match usize::try_from(number) {
            Ok(number) if (1..=sets).contains(&number) => {
                self.selected = number - 1;
                Ok(())
            }
            _ => Err(format!("there is no set {number}; {sets} are known")),
        }
    }

    /// Toggles a mark on a line, given by its number from 1.
    pub(super) fn mark(&mut self, mark: Mark, line: u32) {
        self.marks.toggle(mark, &self.index, &self.text, line);
    }

    /// Removes all marks.
    pub(super) fn clear_marks(&mut self) {
        self.marks = Marks::default();
    }

    /// Lines with this mark.
    pub(super) fn marked(&self, as_what: Mark) -> impl Iterator<Item = u32> {
        let lines = self.marks.lines(&self.index);
        lines.filter_map(move |(mark, line)| (mark == as_what).then_some(line))
    }

    /// Makes the next snapshot a new one.
    pub(super) fn forget_snapshot(&mut self) {
        self.snapshot = None;
    }

    /// Snapshot of the current state; the same object until [`Self::forget_snapshot`].
    pub(super) fn snapshot(
        &mut self,
        activity: Activity,
        client: &Arc<ClientInfo>,
        settings: &Arc<Settings>,
    ) -> Arc<Snapshot> {
        if let Some(snapshot) = &self.snapshot {
            return Arc::clone(snapshot);
        }
        let snapshot = Arc::new(Snapshot {
            uri: self.uri.clone(),
            path: self.path.clone(),
            version: self.version,
            text: Arc::clone(&self.text),
            index: Arc::clone(&self.index),
            client: Arc::clone(client),
            settings: Arc::clone(settings),
            head: self.head.clone(),
            activity,
            tests: self.tests.clone(),
            findings: self.findings.clone(),
            explained: self.explained.clone(),
            selected: self.selected,
            marks: self.marks.clone(),
            failure: self.failure.clone(),
        });
        self.snapshot = Some(Arc::clone(&snapshot));
        snapshot
    }
}
