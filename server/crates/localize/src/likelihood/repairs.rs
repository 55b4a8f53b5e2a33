//! Evidence for and against repairs.

use super::{Evidence, log, odds};
use crate::report::{Fix, Report};

/// The repairs of all failing tests of a report, in the order in which users see them, each once, with what is known of
/// them; `passing` tests judge them, too.
pub fn of_repairs(report: &Report, passing: usize) -> Vec<(Fix, Evidence)> {
    let all = report.for_all();
    let failing = report.groups.iter().map(|group| group.tests.len()).sum();
    let evidence = all.iter().enumerate().map(|(at, fix)| {
        let others = || all.iter().filter(|other| !std::ptr::eq(*other, fix));
        let rivals: Vec<&Fix> = others().filter(|other| fix.does_otherwise(other)).collect();
        let same = others().count() - rivals.len();
        let strongest = rivals.iter().map(|rival| rival.plausibility);
        let strongest = strongest.fold(0.0, f64::max) / fix.plausibility.max(0.01);
        let (as_before, inputs) = fix.nearby.behaviour.as_before();
        let share = as_before as f64 / inputs.max(1) as f64;
        let is = |holds: bool| f64::from(u8::from(holds));
        let of = |prefix: &str| is(fix.generator.starts_with(prefix));
        let evidence: Evidence = vec![
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
            ("first", is(at == 0)),
            ("edits-that-pass", log(report.edits.passing as usize)),
            ("missing-statement", of("missing")),
            ("by-the-grammar", of("grammar")),
            ("several-edits", of("several")),
        ];
        (fix.clone(), evidence)
    });
    evidence.collect()
}
