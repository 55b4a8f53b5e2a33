//! How likely the repairs and the first lines are right ([`crate::likelihood`]).

use crate::engine::QueryContext;
use crate::ledger::Ledger;
use crate::likelihood::{judged, of_lines, of_repairs};
use crate::report::{Fix, Judged};
use crate::run::Run;

/// Judges each repair of all failing tests, and each of the first lines.
pub(crate) fn judge(run: &Run<'_>, _: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    let report = &mut ledger.report;
    let repairs = of_repairs(report, run).into_iter();
    let repairs: Vec<Fix> = repairs
        .map(|(fix, evidence)| Fix {
            judged: Some(judged("repairs", evidence)),
            ..fix
        })
        .collect();
    let lines = of_lines(report, &repairs, &run.parse.sources).into_iter();
    let lines: Vec<(u32, Judged)> = lines
        .map(|(line, evidence)| (line.rank, judged("lines", evidence)))
        .collect();
    for known in report.diagnoses.iter_mut().flat_map(|d| &mut d.fixes) {
        let same = repairs.iter().find(|fix| fix.edits().eq(known.edits()));
        known.judged = same.and_then(|fix| fix.judged.clone());
    }
    for (rank, judged) in lines {
        let line = report.ranking.iter_mut().find(|line| line.rank == rank);
        if let Some(line) = line {
            line.judged = Some(judged);
        }
    }
}
