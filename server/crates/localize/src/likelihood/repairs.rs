//! Evidence for and against repairs.

use exec::run::Verdict;

use super::language_model::gain;
use super::{Evidence, log, odds};
use crate::report::{Fix, Report};
use crate::run::Run;

/// Kinds of repairs that are right more or less often than their plausibility says, by the beginnings of the names of
/// their generators.
const KINDS: [(&str, &[&str]); 5] = [
    ("missing-statement", &["missing", "guard", "else"]),
    ("by-the-grammar", &["grammar"]),
    ("several-edits", &["several", "same edit"]),
    ("constant", &["constant", "macro value", "table value"]),
    ("name", &["name", "other member", "leaves exchanged"]),
];

/// The repairs of all failing tests of a report, in the order in which users see them, each once, with what is known of
/// them.
pub(crate) fn of_repairs(report: &Report, run: &Run<'_>) -> Vec<(Fix, Evidence)> {
    let all = report.for_all();
    let failing: usize = report.groups.iter().map(|group| group.tests.len()).sum();
    let outcomes = run.outcomes.iter();
    let passing = outcomes.filter(|ran| ran.verdict == Verdict::Pass).count();
    let evidence = all.iter().map(|fix| {
        let others = || all.iter().filter(|other| !std::ptr::eq(*other, fix));
        let rivals: Vec<&Fix> = others().filter(|other| fix.does_otherwise(other)).collect();
        let same = others().count() - rivals.len();
        let strongest = rivals.iter().map(|rival| rival.plausibility);
        let strongest = strongest.fold(0.0, f64::max) / fix.plausibility.max(0.01);
        let (as_before, inputs) = fix.nearby.behaviour.as_before();
        let share = as_before as f64 / inputs.max(1) as f64;
        let agreement = report.passing.agreement(fix);
        let sources = &run.parse.sources;
        let added = fix.edits().map(|edit| edit.tokens_added(sources));
        let naturalness: f64 = fix.edits().map(|edit| gain(edit, &run.parse.sources)).sum();
        let is = |holds: bool| f64::from(u8::from(holds));
        let mut evidence: Evidence = vec![
            ("bias", 1.0),
            ("plausibility", odds(fix.plausibility)),
            ("failing-tests", log(failing)),
            ("passing-tests", log(passing)),
            ("nearby-inputs-are-known", is(inputs > 0)),
            ("share-of-nearby-inputs-as-before", share),
            ("breaks-nearby-inputs", log(fix.nearby.breaks.len())),
            ("right-runs-are-known", is(fix.disturbed.is_some())),
            (
                "share-of-right-runs-disturbed",
                fix.disturbed.unwrap_or(0.0),
            ),
            ("repairs-that-differ", log(rivals.len())),
            ("strongest-of-them", strongest.min(2.0)),
            ("repairs-that-do-the-same", log(same)),
            ("further-places", (fix.also.len() as f64).min(3.0)),
            ("edits-that-pass", log(report.edits.passing as usize)),
            ("share-of-them-that-agree", agreement.share),
            ("best-that-does-not", odds(agreement.rival)),
            ("tokens-added", log(added.sum())),
            ("naturalness-gained", naturalness.clamp(-20.0, 20.0)),
        ];
        evidence.extend(KINDS.iter().map(|(kind, beginnings)| {
            let mut beginnings = beginnings.iter();
            let is_one = beginnings.any(|beginning| fix.generator.starts_with(beginning));
            (*kind, is(is_one))
        }));
        (fix.clone(), evidence)
    });
    evidence.collect()
}
