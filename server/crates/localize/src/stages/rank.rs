//! Ranking of results with the data of a run.

use ir::{CompId, CompSet, Component};

use crate::engine::QueryContext;
use crate::ledger::Ledger;
use crate::rank::{FACTORS, Factors, RankInput};
use crate::report::{Diagnosis, Fix, Report, Side};
use crate::run::Run;
use crate::spectrum::Spectrum;
use syntax::{FileId, Span};

/// Orders the diagnoses and lines.
pub(crate) fn rank(run: &Run<'_>, _: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    rank_by(run, &mut ledger.report, &FACTORS);
}

/// Orders the diagnoses and lines of a report by the given factors.
pub(crate) fn rank_by(run: &Run<'_>, report: &mut Report, factors: &Factors) {
    for diagnosis in &mut report.diagnoses {
        // Fixes of several places come before those of one of them.
        let single = |fix: &Fix| fix.also.is_empty();
        let from = diagnosis.fixes.iter().position(single).unwrap_or(0);
        diagnosis.fixes[from..].sort_by(|a, b| b.plausibility.total_cmp(&a.plausibility));
        let mut distinct: Vec<Fix> = Vec::new();
        for fix in diagnosis.fixes.drain(..) {
            if !distinct
                .iter()
                .any(|known| known.is_same_change(&fix, &run.parse.sources))
            {
                distinct.push(fix);
            }
        }
        diagnosis.fixes = distinct;
    }
    let groups = report.groups.iter();
    let mut spectra: Vec<Spectrum> = groups.map(|g| run.spectrum_of(&g.tests)).collect();

    // A missing statement is as suspicious as the component near it.
    for of_group in &mut spectra {
        for added in &report.added {
            of_group.add_like(added.near);
        }
    }
    let suspiciousness: Vec<Vec<f64>> = spectra.iter().map(Spectrum::ochiai).collect();

    // Added components are numbered behind those of the program.
    let added = report.added.iter().map(|a| a.component.clone());
    let components = run.program.components.iter().cloned();
    let components: Vec<Component> = components.chain(added).collect();
    let line = |span: Span| (span.file, run.parse.sources.line_col(span).0);
    let mut lines: Vec<(FileId, u32)> = components.iter().map(|c| line(c.span)).collect();
    // Of a component of several lines, the one with its best fix is meant.
    let mut diagnoses: Vec<&Diagnosis> = report.diagnoses.iter().collect();
    diagnoses.sort_by(|a, b| a.plausibility().total_cmp(&b.plausibility()));
    for diagnosis in diagnoses {
        if let (Some(only), Some(fix)) = (diagnosis.only(), diagnosis.fixes.first())
            && components[only.index()].span.encloses(fix.edit.span)
        {
            lines[only.index()] = line(fix.edit.span);
        }
    }
    let ranking = crate::rank::rank(&RankInput {
        diagnoses: &report.diagnoses,
        groups: &report.groups,
        components: &components,
        lines: &lines,
        suspiciousness: &suspiciousness,
        spectra: &spectra,
        slipped: &slipped(run, report),
        testing: &testing(run, &components),
        suspected: &run.options.suspect.iter().copied().collect(),
        suspicion: &run.suspicion,
        factors,
    });

    // The report is sorted: the ranking refers to diagnoses by their places in it.
    let mut found: Vec<Option<Diagnosis>> = report.diagnoses.drain(..).map(Some).collect();
    let in_order = ranking.order.iter();
    report.diagnoses = in_order.filter_map(|i| found[*i].take()).collect();
    report.ranking = ranking.lines;
}

/// Statements that may be missing in a loop and whose place is behind it.
fn slipped(run: &Run<'_>, report: &Report) -> CompSet {
    let first = run.program.components.len();
    let added = report.added.iter().enumerate();
    added
        .filter(|(_, a)| a.side == Some(Side::InLoop))
        .map(|(i, _)| CompId((first + i) as u32))
        .collect()
}

/// Components that are part of a test: the function that a test calls contains assertions itself.
fn testing(run: &Run<'_>, components: &[Component]) -> CompSet {
    let tests = run.test_functions();
    CompSet::of_flags(components.iter().map(|c| tests.contains(&c.function)))
}
