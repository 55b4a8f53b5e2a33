//! How likely the repairs and the first lines are right ([`crate::likelihood`]).

use crate::engine::QueryContext;
use crate::ledger::Ledger;
use crate::likelihood::{judged, of_lines, of_repairs};
use crate::limits::MAX_READ_AGAIN;
use crate::report::{Fix, Judged, Report};
use crate::run::Run;
use repair::{LAYER_ONE, Reading};

/// Judges each repair of all failing tests, and each of the first lines.
pub(crate) fn judge(run: &Run<'_>, _: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    run.control.phase("judge");
    let report = &mut ledger.report;
    read_again(run, report);
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
        // Repairs that do the same are right together.
        let others = repairs.iter().filter(|other| other.does_the_same(known));
        let likelihoods = others.filter_map(|fix| Some(fix.judged.as_ref()?.probability));
        let likeliest = likelihoods.fold(0.0, f64::max);
        if let Some(judged) = &mut known.judged {
            judged.probability = judged.probability.max(likeliest);
        }
    }
    for (rank, judged) in lines {
        let line = report.ranking.iter_mut().find(|line| line.rank == rank);
        if let Some(line) = line {
            line.judged = Some(judged);
        }
    }
}

/// Reads the texts of the first repairs again. Those with which some test fails are withdrawn.
fn read_again(run: &Run<'_>, report: &mut Report) {
    let repairs = report.for_all();
    if repairs.is_empty() {
        return;
    }
    let judging = run.judging();
    for fix in repairs.into_iter().take(MAX_READ_AGAIN) {
        let budget = run.budget(LAYER_ONE);
        let reading = repair::read_again(run.parse, &fix, judging.of_all(), budget, run.stopped);
        let is_same = |known: &Fix| known.edits().eq(fix.edits());
        let fixes = report.diagnoses.iter_mut().map(|d| &mut d.fixes);
        match reading {
            Reading::Passes(nearby) => {
                for known in fixes.flatten().filter(|known| is_same(known)) {
                    known.nearby = nearby.clone();
                }
            }
            Reading::Fails => {
                fixes.for_each(|fixes| fixes.retain(|known| !is_same(known)));
                report.edits.withdrawn += 1;
            }
            Reading::Unknown => {}
        }
    }
}
