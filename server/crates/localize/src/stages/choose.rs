//! Which of several repairs is meant. Repairs with which all tests pass may still do different things: then they differ on
//! some input near those of the tests, where no test says what is right. The likeliest repair stands, those that differ
//! from it are doubtful, and the user sees an input that would decide (Y. Xiong et al.: *Identifying Patch Correctness in
//! Test-Based Program Repair*, ICSE 2018, compare behaviours for the same purpose).

use crate::engine::QueryContext;
use crate::ledger::Ledger;
use crate::limits::{AGREED_REPAIR, DIFFERENT_REPAIR};
use crate::report::{Difference, Fix, LEAST_CREDIBLE, LEAST_SURE, OpenChoice, Report};
use crate::run::Run;

/// Makes those repairs doubtful that differ from the likeliest one, and tells where the first of them differs.
pub(crate) fn choose(_: &Run<'_>, _: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    let report = &mut ledger.report;
    let all = for_all(report, LEAST_CREDIBLE);
    let Some((best, others)) = all.split_first() else {
        return;
    };
    let apart = others
        .iter()
        .filter_map(|other| Some((other, best.behaviour.difference(&other.behaviour)?)));
    let apart: Vec<(&Fix, Difference)> = apart.collect();
    if best.plausibility >= AGREED_REPAIR && best.behaviour.is_telling() && apart.is_empty() {
        for fix in report.diagnoses.iter_mut().flat_map(|d| &mut d.fixes) {
            if fix.edits().eq(best.edits()) {
                fix.plausibility = fix.plausibility.max(LEAST_SURE);
            }
        }
    }
    let sure = apart.into_iter();
    for (other, difference) in sure.filter(|(fix, _)| fix.plausibility >= LEAST_SURE) {
        let diagnoses = report.diagnoses.iter_mut();
        for fix in diagnoses.flat_map(|d| &mut d.fixes) {
            if fix.edits().eq(other.edits()) {
                fix.plausibility = fix.plausibility.min(DIFFERENT_REPAIR);
            }
        }
        report.undecided.get_or_insert_with(|| OpenChoice {
            fixes: [best.clone(), other.clone()],
            difference,
        });
    }
}

/// The repairs of all groups that are at least this plausible, each once, likeliest first.
fn for_all(report: &Report, least: f64) -> Vec<Fix> {
    let groups = report.groups.iter().zip(0..);
    let groups: Vec<usize> = groups
        .filter(|(group, _)| group.behind.is_none())
        .map(|(_, at)| at)
        .collect();
    let mends = |fix: &Fix, group: usize| {
        let of_group = report.diagnoses.iter().filter(|d| d.group == group);
        let mut fixes = of_group.flat_map(|d| &d.fixes);
        fixes.any(|known| known.edits().eq(fix.edits()))
    };
    let mut found: Vec<Fix> = Vec::new();
    for fix in report.diagnoses.iter().flat_map(|d| &d.fixes) {
        let is_new = found.iter().all(|known| !known.edits().eq(fix.edits()));
        if is_new && fix.plausibility >= least && groups.iter().all(|group| mends(fix, *group)) {
            found.push(fix.clone());
        }
    }
    found.sort_by(|a, b| b.plausibility.total_cmp(&a.plausibility));
    found
}
