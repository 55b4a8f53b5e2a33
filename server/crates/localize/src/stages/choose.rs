//! Which of several repairs is meant. Repairs with which all tests pass may still do different things: then they differ on
//! some input near those of the tests, where no test says what is right. The likeliest repair stands, those that differ
//! from it are doubtful, and the user sees an input that would decide. And of repairs that are about as likely, the one
//! that changes least in runs that were right is the one that was meant (Y. Xiong et al.: *Identifying Patch Correctness
//! in Test-Based Program Repair*, ICSE 2018, compare behaviours for the same purposes).

use crate::engine::QueryContext;
use crate::ledger::Ledger;
use crate::limits::{DIFFERENT_REPAIR, RIVAL, SLIGHT, WEIGHT_OF_DISTURBANCE};
use crate::report::{Fix, LEAST_CREDIBLE, LEAST_SURE, OpenChoice, Report};
use crate::run::Run;

/// Makes those repairs doubtful that differ from the likeliest one, and tells where the first of them differs.
pub(crate) fn choose(_: &Run<'_>, _: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    let report = &mut ledger.report;
    prefer_undisturbing(report);
    if let Some(best) = agreed(report) {
        for fix in same_as(&best, report) {
            fix.plausibility = fix.plausibility.max(LEAST_SURE);
        }
    }
    let all = for_all(report, LEAST_CREDIBLE);
    let Some((best, others)) = all.split_first() else {
        return;
    };
    let apart = others
        .iter()
        .filter_map(|other| Some((other, best.difference(other)?)));
    for (other, difference) in apart.filter(|(fix, _)| fix.plausibility >= LEAST_SURE) {
        for fix in same_as(other, report) {
            fix.plausibility = fix.plausibility.min(DIFFERENT_REPAIR);
        }
        report.undecided.get_or_insert_with(|| OpenChoice {
            fixes: [best.clone(), other.clone()],
            difference,
        });
    }
}

/// The likeliest repair of all groups if all others do the same on inputs near those of the tests.
pub(crate) fn agreed(report: &Report) -> Option<Fix> {
    let mut all = for_all(report, LEAST_CREDIBLE).into_iter();
    let best = all.next()?;
    let is_agreed = best.may_be_sure() && best.nearby.behaviour.is_telling();
    (is_agreed && all.all(|other| !best.does_otherwise(&other))).then_some(best)
}

/// Makes repairs less likely that change more in runs that were right than another one that is about as likely.
fn prefer_undisturbing(report: &mut Report) {
    let all = for_all(report, 0.0);
    for fix in &all {
        let rivals = all
            .iter()
            .filter(|rival| rival.plausibility >= RIVAL * fix.plausibility);
        let least = rivals
            .filter_map(|rival| rival.disturbed)
            .min_by(f64::total_cmp);
        let more = fix.disturbed.zip(least);
        let more = more.map_or(0.0, |(own, least)| (own - least - SLIGHT).max(0.0));
        for same in same_as(fix, report) {
            same.plausibility /= 1.0 + WEIGHT_OF_DISTURBANCE * more;
        }
    }
}

/// This repair, wherever it is reported.
fn same_as<'r>(fix: &Fix, report: &'r mut Report) -> impl Iterator<Item = &'r mut Fix> {
    let fixes = report.diagnoses.iter_mut().flat_map(|d| &mut d.fixes);
    fixes.filter(|known| known.edits().eq(fix.edits()))
}

/// The repairs of all groups that are at least this plausible, each once, likeliest first.
fn for_all(report: &Report, least: f64) -> Vec<Fix> {
    let mut found = report.for_all();
    found.retain(|fix| fix.plausibility >= least);
    found.sort_by(|a, b| b.plausibility.total_cmp(&a.plausibility));
    found
}
