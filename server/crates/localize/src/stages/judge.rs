//! How likely the repairs and the first lines are right ([`crate::likelihood`]).

use exec::run::Verdict;

use crate::engine::QueryContext;
use crate::ledger::Ledger;
use crate::likelihood::{of_lines, of_repairs, probability};
use crate::report::Fix;
use crate::run::Run;

/// Gives each repair of all failing tests, and each of the first lines, its probability.
pub(crate) fn judge(run: &Run<'_>, _: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    let report = &mut ledger.report;
    let passing = run
        .outcomes
        .iter()
        .filter(|ran| ran.verdict == Verdict::Pass);
    let passing = passing.count();
    let repairs = of_repairs(report, passing);
    let fixes: Vec<Fix> = repairs.iter().map(|(fix, _)| fix.clone()).collect();
    let lines = of_lines(report, &fixes, &run.parse.sources).into_iter();
    let lines: Vec<(u32, f64)> = lines
        .map(|(line, evidence)| (line.rank, probability("lines", &evidence)))
        .collect();
    for known in report.diagnoses.iter_mut().flat_map(|d| &mut d.fixes) {
        let same = repairs
            .iter()
            .find(|(fix, _)| fix.edits().eq(known.edits()));
        known.probability = same.map(|(_, evidence)| probability("repairs", evidence));
    }
    for line in &mut report.ranking {
        let of_line = lines.iter().find(|(rank, _)| *rank == line.rank);
        line.probability = of_line.map(|(_, probability)| *probability);
    }
}
