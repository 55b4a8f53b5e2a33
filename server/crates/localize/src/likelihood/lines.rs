//! Evidence for and against lines.

use syntax::Sources;

use super::{Evidence, log, odds};
use crate::limits::JUDGED_LINES;
use crate::report::{Diagnosis, Fix, RankedLine, Report};

/// The first lines of a report with what is known of them; `repairs` are those of all failing tests.
pub(crate) fn of_lines<'r>(
    report: &'r Report,
    repairs: &[Fix],
    sources: &Sources,
) -> Vec<(&'r RankedLine, Evidence)> {
    let lines = &report.ranking;
    let failing: usize = report.groups.iter().map(|group| group.tests.len()).sum();
    let best = |line: &RankedLine, is_here: bool| {
        let of_line = repairs
            .iter()
            .filter(|fix| is_here == begins_at(fix, line, sources));
        of_line.map(|fix| fix.plausibility).reduce(f64::max)
    };
    let singles = lines
        .iter()
        .filter(|line| smallest(report, line) == Some(1));
    let singles = singles.count();
    let evidence = lines.iter().take(JUDGED_LINES).map(|line| {
        let is = |holds: bool| f64::from(u8::from(holds));
        let next = lines.iter().find(|other| other.rank == line.rank + 1);
        let gap = line.score - next.map_or(0.0, |next| next.score);
        let explained = if line.explains.is_empty() {
            f64::from(u8::from(line.certified))
        } else {
            line.explains.len() as f64 / failing.max(1) as f64
        };
        let (own, others) = (best(line, true), best(line, false));
        let evidence: Evidence = vec![
            ("bias", 1.0),
            ("certified", is(line.certified)),
            ("rank", 1.0 / f64::from(line.rank.max(1))),
            ("tests-explained", explained),
            ("a-set-of-its-own", is(smallest(report, line) == Some(1))),
            ("sets-of-one-place", log(singles)),
            ("ahead-of-the-next", gap.clamp(0.0, 1.0)),
            ("has-a-repair", is(own.is_some())),
            ("plausibility-of-its-repair", own.map_or(0.0, odds)),
            ("others-have-a-repair", is(others.is_some())),
            ("plausibility-of-theirs", others.map_or(0.0, odds)),
            ("failing-tests", log(failing)),
            ("groups", log(report.groups.len())),
            (
                "share-of-edits-that-agree-with-its-repair",
                share_of_agreement(report, repairs, line, sources),
            ),
        ];
        (line, evidence)
    });
    evidence.collect()
}

/// Of all edits that pass, the share that does the same as a repair on the line.
fn share_of_agreement(
    report: &Report,
    repairs: &[Fix],
    line: &RankedLine,
    sources: &Sources,
) -> f64 {
    let here = repairs.iter().filter(|fix| begins_at(fix, line, sources));
    let shares = here.map(|fix| report.passing.agreement(fix).share);
    shares.fold(0.0, f64::max)
}

/// Whether some edit of a repair begins on a line.
fn begins_at(fix: &Fix, line: &RankedLine, sources: &Sources) -> bool {
    let mut edits = fix.edits();
    edits.any(|edit| {
        let (first, _) = sources.line_col(edit.span);
        edit.span.file == line.file && first == line.line
    })
}

/// Size of the smallest set that contains a line.
fn smallest(report: &Report, line: &RankedLine) -> Option<usize> {
    let sets = line
        .diagnoses
        .iter()
        .filter_map(|at| report.diagnoses.get(*at));
    sets.map(|set: &Diagnosis| set.suspects.len()).min()
}
