//! What the components of the program leave out, asked after the search: statements that are missing, and places and
//! arguments that values do not cover.

use crate::engine::QueryContext;
use crate::ledger::Ledger;
use crate::relowered::Again;
use crate::run::Run;

/// Looks for missing statements and extended components.
pub(crate) fn look_beyond(run: &Run<'_>, query: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    run.control.phase("insert");
    let again = Again::of(run, query);
    again.insert(ledger);
    again.extend(ledger);
}

/// Finds the parts of the best diagnoses that matter.
pub(crate) fn refine(run: &Run<'_>, query: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    run.control.phase("refine");
    Again::of(run, query).refine(&mut ledger.report, ledger.searched.work);
}
