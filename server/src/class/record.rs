//! One submission as a line of JSON: all that a report of the class shows of it.

use serde::{Deserialize, Serialize};

use super::mistake::Mistake;
use super::submissions::Submission;
use crate::model::words::flat;
use crate::model::{Edit, Fix, LocalizeReport, RankedLine, Severity, Status};
use crate::patch;

/// What became of a submission. Everything in it is the same on all machines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Path of the submission inside the folder of all.
    pub(crate) submission: String,
    /// Name of the student.
    pub(crate) student: String,
    /// Hash of its content, the tests, the options and the version of FaultLens.
    pub(crate) hash: String,
    /// What became of it.
    pub(crate) state: State,
    /// Whether the time limit ended the job, so that another machine could find more.
    pub(crate) cut_short: bool,
    /// Tests with their outcomes, in natural order.
    pub(crate) tests: Vec<TestLine>,
    /// First problem that kept the text or a test from being analysed.
    pub(crate) problem: Option<Place>,
    /// First suspect: its line, and what speaks against it.
    pub(crate) suspect: Option<Place>,
    /// Whether the suspect is in a certified set.
    pub(crate) certified: bool,
    /// How the first failing test fails, from the failure back to the suspect.
    pub(crate) story: Vec<String>,
    /// Repair for the teacher.
    pub(crate) repair: Option<Repair>,
}

/// What became of a submission, in one word.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum State {
    /// A test fails.
    Fails,
    /// The text has an error, so nothing runs.
    NotCompiled,
    /// No test fails, and some have no verdict.
    Undecided,
    /// There is no answer.
    #[default]
    NotAnalysed,
    /// All tests pass.
    Passes,
}

impl State {
    /// The state as the end of a sentence about a submission.
    pub(crate) fn word(self) -> &'static str {
        match self {
            State::Fails => "fails",
            State::NotCompiled => "does not compile",
            State::Undecided => "undecided",
            State::NotAnalysed => "without an answer",
            State::Passes => "passes",
        }
    }

    /// Whether it is good, bad or open.
    pub(crate) fn class(self) -> &'static str {
        match self {
            State::Fails | State::NotCompiled => "bad",
            State::Undecided | State::NotAnalysed => "open",
            State::Passes => "good",
        }
    }
}

/// One test of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TestLine {
    /// Id of the test.
    pub(crate) id: String,
    /// Verdict on it.
    pub(crate) verdict: TestVerdict,
    /// How it fails or why there is no verdict; empty if it passes.
    pub(crate) message: String,
}

/// Verdict on one test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TestVerdict {
    /// The test passes.
    Pass,
    /// The test fails.
    Fail,
    /// A limit ended its run.
    Undecided,
    /// The run reached something that cannot be analysed.
    NotAnalysable,
}

impl TestVerdict {
    /// The verdict in a table.
    pub(crate) fn word(self) -> &'static str {
        match self {
            TestVerdict::Pass => "pass",
            TestVerdict::Fail => "fail",
            TestVerdict::Undecided => "undecided",
            TestVerdict::NotAnalysable => "not analysable",
        }
    }
}

/// A line of a submission, and what is said about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// File of the submission; empty if no line is known.
    pub(crate) file: String,
    /// 1-based line; 0 if none is known.
    pub(crate) line: u32,
    /// Text of the line.
    pub(crate) text: String,
    /// The sentence.
    pub(crate) said: String,
}

/// A certified edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Repair {
    /// What to do: ``replace `>` by `>=` ``.
    pub(crate) sentence: String,
    /// Which tests pass then.
    pub(crate) promise: String,
    /// Whether it is doubtful that somebody would write this.
    pub(crate) doubtful: bool,
    /// Changed lines with their signs.
    pub(crate) diff: Vec<(char, String)>,
    /// What its edits have in common with those of others.
    pub(crate) mistakes: Vec<Mistake>,
    /// What a common mistake teaches.
    #[serde(default)]
    pub(crate) lesson: Option<String>,
}

impl Record {
    /// A record of a submission about which nothing is known but this.
    pub(crate) fn unknown(submission: &Submission, why: &str) -> Record {
        Record {
            submission: submission.name.clone(),
            student: submission.student.clone(),
            problem: Some(Place {
                file: String::new(),
                line: 0,
                text: String::new(),
                said: why.to_owned(),
            }),
            ..Record::default()
        }
    }

    /// The record of a submission with this report, whose files have the paths of the submission.
    pub(crate) fn of(submission: &Submission, report: &LocalizeReport) -> Record {
        // The first problem: an error of the text, the reason why nothing could be done, a test without a verdict.
        let texts = Texts(submission);
        let error = report
            .problems
            .iter()
            .find(|p| p.severity == Severity::Error);
        let place = |file: &str, line: Option<u32>, said: &str| Place {
            text: texts.line(file, line),
            file: file.to_owned(),
            line: line.unwrap_or(0),
            said: said.to_owned(),
        };
        let unanalysed = report.tests.unanalysable.first();
        let problem = error
            .map(|error| place(&error.file, error.line, &error.message))
            .or_else(|| {
                let reason = report.reason.as_ref()?;
                let is_said = report.status == Status::Unanalysable || report.tests.total == 0;
                is_said.then(|| place(&report.file, report.reason_line, reason))
            })
            .or_else(|| unanalysed.map(|test| place(&report.file, test.line, &test.reason)));

        // What is known of the failure, best first.
        let first = report.ranking.first();
        Record {
            submission: submission.name.clone(),
            student: submission.student.clone(),
            state: state(report, error.is_some()),
            // What does not compile does not run.
            tests: match error {
                Some(_) => Vec::new(),
                None => test_lines(report),
            },
            problem,
            suspect: first.map(|line| place(&line.file, Some(line.line), &said(report, line))),
            certified: first.is_some_and(|line| line.certified),
            repair: report.best_fix().map(|(diagnosis, fix)| Repair {
                sentence: fix.sentence(),
                promise: report.with_fix(diagnosis, fix),
                doubtful: fix.doubtful,
                diff: texts.changed(fix),
                mistakes: fix
                    .edits()
                    .map(|edit| Mistake::of(&texts.whole(&edit.file), edit))
                    .collect(),
                lesson: fix.lesson.clone(),
            }),
            ..Record::default()
        }
    }

    /// Ids of the failing tests.
    pub(crate) fn failing(&self) -> Vec<&str> {
        let tests = self
            .tests
            .iter()
            .filter(|test| test.verdict == TestVerdict::Fail);
        tests.map(|test| test.id.as_str()).collect()
    }

    /// The first failing test: its id and the first difference.
    pub(crate) fn difference(&self) -> Option<&TestLine> {
        self.tests
            .iter()
            .find(|test| test.verdict == TestVerdict::Fail)
    }

    /// The verdict on a test.
    pub(crate) fn verdict(&self, id: &str) -> Option<TestVerdict> {
        let test = self.tests.iter().find(|test| test.id == id);
        test.map(|test| test.verdict)
    }

    /// Number of tests with this verdict.
    pub(crate) fn count(&self, verdict: TestVerdict) -> usize {
        let tests = self.tests.iter().filter(|test| test.verdict == verdict);
        tests.count()
    }

    /// The line of a file of JSON lines.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).map_or_else(|_| String::new(), |line| line + "\n")
    }
}

/// Records in the order of their submissions as JSON lines.
pub(crate) fn lines(records: &[Record]) -> String {
    records.iter().map(Record::json).collect()
}

/// Records of JSON lines. A line that is not whole, as a kill leaves it, is left out.
pub(crate) fn read_lines(text: &str) -> Vec<Record> {
    let read = text.lines();
    read.filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// The last record of each submission, ordered by submission.
pub(crate) fn latest(mut records: Vec<Record>) -> Vec<Record> {
    records.reverse();
    records.sort_by(|a, b| a.submission.cmp(&b.submission));
    records.dedup_by(|a, b| a.submission == b.submission);
    records
}

/// The texts of a submission.
struct Texts<'s>(&'s Submission);

impl Texts<'_> {
    fn whole(&self, file: &str) -> String {
        let content = self.0.files.get(file);
        let text = content.and_then(|content| crate::files::SourceText::of(content).ok());
        text.map_or_else(String::new, |text| text.text)
    }

    fn line(&self, file: &str, line: Option<u32>) -> String {
        let text = self.whole(file);
        let at = line.and_then(|line| (line as usize).checked_sub(1));
        let line = at.and_then(|at| text.lines().nth(at));
        line.unwrap_or_default().trim_end().to_owned()
    }

    /// Lines that a fix changes.
    fn changed(&self, fix: &Fix) -> Vec<(char, String)> {
        let mut files: Vec<&str> = fix.edits().map(|edit| edit.file.as_str()).collect();
        files.sort_unstable();
        files.dedup();
        let mut lines = Vec::new();
        for file in files {
            let edits: Vec<&Edit> = fix.edits().filter(|edit| edit.file == file).collect();
            let before = self.whole(file);
            if let Ok(after) = patch::edited(&before, &edits) {
                let changed = patch::changed_lines(&before, &after).into_iter();
                lines
                    .extend(changed.map(|(sign, line, text)| (sign, format!("{line:>4}  {text}"))));
            }
        }
        lines
    }
}

fn state(report: &LocalizeReport, has_error: bool) -> State {
    let tests = &report.tests;
    if has_error {
        State::NotCompiled
    } else if !tests.failing.is_empty() {
        State::Fails
    } else if tests.total == 0 || report.status == Status::Unanalysable {
        State::NotAnalysed
    } else if tests.unanalysable.is_empty() {
        State::Passes
    } else {
        State::Undecided
    }
}

/// The tests in natural order, whatever their outcomes; those that ask to be ignored are left out.
fn test_lines(report: &LocalizeReport) -> Vec<TestLine> {
    let tests = &report.tests;
    let line = |id: &str, verdict, message: &str| TestLine {
        id: id.to_owned(),
        verdict,
        message: flat(message),
    };
    let passing = tests
        .passing
        .iter()
        .map(|id| line(id, TestVerdict::Pass, ""));
    let failing = tests.details.iter();
    let failing = failing.map(|test| line(&test.id, TestVerdict::Fail, &test.message));
    let open = tests.unanalysable.iter().map(|test| {
        let verdict = if test.cause.is_undecided() {
            TestVerdict::Undecided
        } else {
            TestVerdict::NotAnalysable
        };
        line(&test.id, verdict, &test.reason)
    });
    let mut lines: Vec<TestLine> = passing.chain(failing).chain(open).collect();
    lines.sort_by(|a, b| harness::natural_order(&a.id, &b.id));
    lines
}

/// What speaks against the first line: the claim about its statement, or why it is suspected.
fn said(report: &LocalizeReport, first: &RankedLine) -> String {
    match report.causes().next() {
        Some((line, _, component)) if line.rank == first.rank => component.claim(),
        _ => first.why.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_line_is_left_out_and_the_last_record_counts() {
        let record = |name: &str, student: &str| Record {
            submission: name.to_owned(),
            student: student.to_owned(),
            ..Record::default()
        };
        let text = lines(&[
            record("b.c", "old"),
            record("a.c", "a"),
            record("b.c", "new"),
        ]);
        let cut = format!("{text}{}", &text[..30]);
        let read = latest(read_lines(&cut));
        assert_eq!(read, [record("a.c", "a"), record("b.c", "new")]);
        assert!(read_lines(&text[..30]).is_empty());
    }
}
