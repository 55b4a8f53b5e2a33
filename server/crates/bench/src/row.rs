//! One run on one case, compared with the known facts about its faults.

use std::fmt;

use crate::answer::{Answer, Diagnosis};
use crate::case::Case;
use crate::ranks::Rank;
use crate::run::ProcessEnd;

/// Result of a case.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) case: String,
    /// Status of the answer; or `killed`, `crash`, `bad-json`.
    pub(crate) status: String,
    pub(crate) reason: Option<String>,
    pub(crate) seconds: f64,
    pub(crate) megabytes: f64,
    /// Whether it is known which tests fail.
    pub(crate) knows_tests: bool,
    /// Rank of the faulty line; `None` if nothing is known about the faults.
    pub(crate) rank: Option<Rank>,
    /// Figures of the answer; `None` without an answer.
    pub(crate) found: Option<AnswerRanks>,
}

/// Figures of an answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct AnswerRanks {
    /// Number of tests with an outcome defined by C that fail in only one of the two; `None` if nothing is known.
    pub(crate) tests_differ: Option<usize>,
    pub(crate) diagnoses: usize,
    /// Size of the smallest diagnosis with a line of some fault.
    pub(crate) covers_any: Option<usize>,
    /// Size of the smallest diagnosis with a line of every fault.
    pub(crate) covers_all: Option<usize>,
    /// Whether every fault has a line in some diagnosis.
    pub(crate) together: bool,
    pub(crate) unverified: usize,
    /// Number of diagnoses whose proper subsets are all proved insufficient.
    pub(crate) proved: usize,
    /// Number of queries; not every binary reports it.
    pub(crate) questions: Option<u64>,
    /// Number of queries that stayed open.
    pub(crate) unknown: u64,
}

impl Row {
    /// Evaluates a run on the case.
    pub(crate) fn new(case: &Case, ended: &ProcessEnd) -> Row {
        let answer = (!ended.killed).then(|| Answer::read(&ended.stdout));
        let (status, answer) = match answer {
            None => ("killed".to_owned(), None),
            Some(Some(answer)) => (answer.status.clone(), Some(answer)),
            Some(None) if matches!(ended.code, Some(0..=3)) => ("bad-json".to_owned(), None),
            Some(None) => ("crash".to_owned(), None),
        };
        Row {
            case: case.name.clone(),
            status,
            seconds: ended.seconds,
            megabytes: megabytes(ended, answer.as_ref()),
            knows_tests: case.truth.is_some(),
            rank: rank(case, answer.as_ref()),
            found: answer.as_ref().map(|answer| found(case, answer)),
            reason: answer.and_then(|answer| answer.reason),
        }
    }
}

/// Peak memory. The worker does the work, and the program may end without waiting for it, so the worker's own figure
/// counts too.
fn megabytes(ended: &ProcessEnd, answer: Option<&Answer>) -> f64 {
    let worker = answer.and_then(|answer| answer.stats.peak_memory_mb);
    ended.megabytes.max(worker.unwrap_or(0.0))
}

fn rank(case: &Case, answer: Option<&Answer>) -> Option<Rank> {
    let faults = case.faults();
    if faults.is_empty() {
        return None;
    }
    let ranking = answer.iter().flat_map(|answer| &answer.ranking);
    let faulty = ranking.filter(|r| faults.iter().any(|lines| lines.contains(&r.line)));
    Some(Rank {
        at: faulty.map(|r| f64::from(r.rank)).reduce(f64::min),
        loc: case.loc(),
    })
}

fn found(case: &Case, answer: &Answer) -> AnswerRanks {
    let faults = case.faults();
    let diagnoses = &answer.diagnoses;
    let smallest = |covers: &dyn Fn(&Diagnosis) -> bool| {
        let covering = diagnoses.iter().filter(|d| covers(d));
        covering.map(|d| d.components.len()).min()
    };
    let hit = |lines| diagnoses.iter().any(|d| d.hits(lines));
    AnswerRanks {
        tests_differ: case.truth.as_ref().map(|truth| {
            let differing = truth.failing.symmetric_difference(&answer.tests.failing);
            differing.filter(|test| truth.decides(test)).count()
        }),
        diagnoses: diagnoses.len(),
        covers_any: smallest(&|d| faults.iter().any(|lines| d.hits(lines))),
        covers_all: smallest(&|d| !faults.is_empty() && faults.iter().all(|lines| d.hits(lines))),
        together: !faults.is_empty() && faults.iter().all(|lines| hit(lines)),
        unverified: diagnoses.iter().filter(|d| !d.verified).count(),
        proved: diagnoses.iter().filter(|d| d.minimal == "proved").count(),
        questions: answer.stats.questions,
        unknown: answer.stats.unknown_answers,
    }
}

impl fmt::Display for Row {
    /// Formats a progress line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = self.rank.and_then(|rank| rank.at);
        let found = self.found.as_ref();
        write!(
            f,
            "{:<28} {:<12} rank {:<4} cover {}/{} n {:<4} {:7.2} s {:6.0} MB {}",
            self.case,
            self.status,
            or_dash(rank),
            or_dash(found.and_then(|f| f.covers_all)),
            or_dash(found.and_then(|f| f.covers_any)),
            or_dash(found.map(|f| f.diagnoses)),
            self.seconds,
            self.megabytes,
            self.reason.as_deref().unwrap_or_default(),
        )
    }
}

fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
