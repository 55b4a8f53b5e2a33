//! Lines that explain some of the failing tests, in front of those that are only suspected.
//!
//! With several faults, what lets all failing tests pass is often not found in time, or nothing does. But what lets some
//! of them pass is certified for these, and found early. Lines with an edit come first, then those that explain most
//! tests, then the more suspicious ones; but they take turns, so that each fault has a line among the first ones.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use ir::CompId;
use syntax::FileId;

use crate::limits::MAX_NAMED_TESTS;
use crate::rank::in_turn;
use crate::report::{LEAST_SURE, RankedLine, Report, component};
use crate::run::Run;

/// What is known about a line.
#[derive(Default)]
struct Support {
    /// Tests that pass with other values there, or with an edit.
    explains: BTreeSet<usize>,
    /// Whether some pass with other values.
    by_values: bool,
    /// Most tests that pass with one edit that leaves little doubt.
    mends: usize,
}

/// The suspected lines of a report, those that explain some of the failing tests first.
pub(crate) fn explaining_first(run: &Run<'_>, report: &Report) -> Vec<RankedLine> {
    let support = support(run, report);
    let suspected = &report.uncertified;
    let known = |at: &(FileId, u32)| suspected.iter().find(|line| (line.file, line.line) == *at);
    let mut places: Vec<(FileId, u32)> = support.keys().copied().collect();
    places.sort_by_key(|at| {
        let Support {
            explains, mends, ..
        } = &support[at];
        let rank = known(at).map_or(u32::MAX, |line| line.rank);
        (Reverse(*mends), Reverse(explains.len()), rank)
    });
    let places = in_turn(places, |at| support[at].explains.clone());
    let explaining = places.into_iter().map(|at| {
        let explains: Vec<usize> = support[&at].explains.iter().copied().collect();
        RankedLine {
            judged: None,
            rank: 0,
            file: at.0,
            line: at.1,
            score: 0.0,
            certified: false,
            diagnoses: Vec::new(),
            why: why_of(run, &support[&at], known(&at)),
            explains,
        }
    });
    let is_other = |line: &&RankedLine| !support.contains_key(&(line.file, line.line));
    let mut lines: Vec<RankedLine> = explaining.collect();
    if lines.is_empty() {
        return suspected.clone();
    }
    lines.extend(suspected.iter().filter(is_other).cloned());
    let count = lines.len() as f64;
    for (at, line) in lines.iter_mut().enumerate() {
        line.rank = at as u32 + 1;
        line.score = 1.0 - at as f64 / count;
    }
    lines
}

/// The reason in a sentence.
fn why_of(run: &Run<'_>, support: &Support, suspected: Option<&RankedLine>) -> String {
    let named: Vec<&str> = support
        .explains
        .iter()
        .take(MAX_NAMED_TESTS)
        .map(|test| &*run.tests[*test].id)
        .collect();
    let more = match support.explains.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let pass = if support.explains.len() == 1 {
        "passes"
    } else {
        "pass"
    };
    let what = if support.by_values {
        "other values"
    } else {
        "an edit"
    };
    let mut text = format!("{}{more} {pass} with {what} here", named.join(", "));
    if let Some(line) = suspected {
        text.push_str("; ");
        text.push_str(&line.why);
    }
    text
}

/// What explains some of the tests, by line.
fn support(run: &Run<'_>, report: &Report) -> BTreeMap<(FileId, u32), Support> {
    let mut lines: BTreeMap<(FileId, u32), Support> = BTreeMap::new();
    for partial in &report.partial {
        let [comp] = partial.comps[..] else {
            continue;
        };
        let Some(at) = line_of(run, report, comp) else {
            continue;
        };
        let support = lines.entry(at).or_default();
        support.explains.extend(&partial.tests);
        support.by_values |= partial.fixes.is_empty();
        if partial
            .fixes
            .iter()
            .any(|fix| fix.plausibility >= LEAST_SURE)
        {
            support.mends = support.mends.max(partial.tests.len());
        }
    }
    lines
}

/// First line of a component.
fn line_of(run: &Run<'_>, report: &Report, comp: CompId) -> Option<(FileId, u32)> {
    let (component, _) = component(run.program, &report.added, comp)?;
    let span = component.span;
    Some((span.file, run.parse.sources.line_col(span).0))
}
