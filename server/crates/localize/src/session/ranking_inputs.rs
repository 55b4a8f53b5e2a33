//! Ranking of results with the data of a session.

use ir::{CompId, Component, FnId};
use rustc_hash::FxHashSet;

use super::Session;
use crate::rank::{Factors, RankInput, rank};
use crate::report::{Diagnosis, Report, Side};
use crate::spectrum::Spectrum;
use ir::CompSet;

impl Session<'_> {
    /// Orders the diagnoses and lines of a report of this session. A localization does so itself, by
    /// [`crate::rank::FACTORS`].
    pub fn rank(&self, report: &mut Report, factors: &Factors) {
        let mut spectra: Vec<Spectrum> = report.groups.iter().map(|g| self.spectrum(g)).collect();

        // A missing statement is as suspicious as the component near it.
        for of_group in &mut spectra {
            for added in &report.added {
                of_group.add_like(added.near);
            }
        }
        let suspiciousness: Vec<Vec<f64>> = spectra.iter().map(Spectrum::ochiai).collect();

        // Added components are numbered behind those of the program.
        let components = self.all_components(report);
        let lines: Vec<_> = components
            .iter()
            .map(|c| (c.span.file, self.parse.sources.line_col(c.span).0))
            .collect();
        let slipped = self.slipped(report);
        let testing = self.testing(&components);
        let suspected: CompSet = self.options.suspect.iter().copied().collect();
        let ranking = rank(&RankInput {
            diagnoses: &report.diagnoses,
            groups: &report.groups,
            components: &components,
            lines: &lines,
            suspiciousness: &suspiciousness,
            spectra: &spectra,
            slipped: &slipped,
            testing: &testing,
            suspected: &suspected,
            suspicion: &self.suspicion,
            factors,
        });

        // The report is sorted: the ranking refers to diagnoses by their places in it.
        let mut found: Vec<Option<Diagnosis>> = report.diagnoses.drain(..).map(Some).collect();
        let in_order = ranking.order.iter();
        report.diagnoses = in_order.filter_map(|i| found[*i].take()).collect();
        report.ranking = ranking.lines;
    }

    /// Components of the program, followed by those that the report adds.
    fn all_components(&self, report: &Report) -> Vec<Component> {
        let added = report.added.iter().map(|a| a.component.clone());
        let own = self.program.components.iter().cloned();
        own.chain(added).collect()
    }

    /// Statements that may be missing in a loop and whose place is behind it.
    fn slipped(&self, report: &Report) -> CompSet {
        let first = self.program.components.len();
        let added = report.added.iter().enumerate();
        added
            .filter(|(_, a)| a.side == Some(Side::InLoop))
            .map(|(i, _)| CompId((first + i) as u32))
            .collect()
    }

    /// Components that are part of a test: the function that a test calls contains assertions itself.
    fn testing(&self, components: &[Component]) -> CompSet {
        let called = self.prepared.iter().flatten().map(|t| t.start.function);
        // As a rule, thousands of tests call one function.
        let mut tests: FxHashSet<FnId> = called.collect();
        tests.retain(|f| self.program.functions[f.index()].asserts());
        CompSet::of_flags(components.iter().map(|c| tests.contains(&c.function)))
    }
}
