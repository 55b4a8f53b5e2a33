//! Edits once more. The first budgets are such that the usual faults are mended at once; where they leave doubts, and
//! while time is left, the same edits are tried with larger ones.

use crate::edits::EditContext;
use crate::engine::QueryContext;
use crate::ledger::Ledger;
use crate::limits::EDIT_GROWTH;
use crate::report::{CONVINCING, Fix};
use crate::run::Run;
use crate::stages::choose::agreed;
use crate::stages::mend::mend;

/// Tries edits with larger budgets, unless the known ones leave little doubt. The work that a user allows is for the
/// search, and for edits with the first budgets.
pub(crate) fn edit_further(run: &Run<'_>, query: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    let is_bounded = run.options.work.is_some() || run.options.max_rounds == 1;
    if is_bounded || !run.tries_edits() || !is_open(run, ledger) || (run.stopped)() {
        return;
    }
    run.control.phase("edit_further");
    let run = &run.grown(EDIT_GROWTH);
    let judging = run.judging();
    let edits = EditContext {
        run,
        judging: &judging,
        tell: ledger.receiver(),
    };
    edits.try_again(ledger);
    ledger.report.edits += judging.tally.effort();
    ledger.report.passing.extend(judging.tally.accepted());
    if is_open(run, ledger) {
        mend(run, query, ledger);
    }
}

/// Whether the repairs of some group leave doubts, and those of all do not agree. Groups that nothing explains are divided
/// first.
fn is_open(run: &Run<'_>, ledger: &Ledger<'_>) -> bool {
    if agreed(&ledger.report).is_some_and(|best| best.plausibility >= CONVINCING) {
        return false;
    }
    let mut leaves_doubts = false;
    for (at, group) in run.groups.iter().enumerate() {
        if run.may_divide(group) && ledger.of_group(at).next().is_none() {
            return false;
        }
        let mut fixes = ledger.of_group(at).flat_map(|d| &d.fixes);
        leaves_doubts |= !fixes.any(Fix::is_sure);
    }
    leaves_doubts
}
