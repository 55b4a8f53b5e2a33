//! What the components of the program leave out, asked after the search: statements that are missing, places and
//! arguments that values do not cover, and numbers of macros.

use super::macros::redefine_beside;
use crate::engine::QueryContext;
use crate::ledger::Ledger;
use crate::relowered::Again;
use crate::run::Run;

/// Looks for missing statements, extended components and numbers of macros.
pub(crate) fn look_beyond(run: &Run<'_>, query: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    run.control.phase("insert");
    let again = Again::of(run, query);
    redefine_beside(run, ledger, |ledger| {
        again.insert(ledger);
        again.extend(ledger);
    });
}

/// Finds the parts of the best diagnoses that matter.
pub(crate) fn refine(run: &Run<'_>, query: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    run.control.phase("refine");
    Again::of(run, query).refine(&mut ledger.report, ledger.searched.work);
}
