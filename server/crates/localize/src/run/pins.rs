//! Weights of components, and pins set by the user.
//!
//! "This line is correct" makes its components hard: no set contains them. A set without hard components is
//! subset-minimal among such sets if and only if it is subset-minimal among all sets. So a search with pins finds
//! exactly the sets without hard components that a search without pins finds. "Suspect this" changes only the order.

use ir::CompId;

use super::Run;
use crate::options::Weighting;
use search::weights::Weights;

impl Run<'_> {
    /// Weights of the components for a group.
    pub(crate) fn weights(&self, group: usize) -> Weights {
        let components = &self.program.components;
        let weights = match self.options.weighting {
            Weighting::Unit => Weights::unit(components),
            Weighting::Hierarchical => Weights::hierarchical(components),
            Weighting::Spectrum(formula) => {
                let suspiciousness = self
                    .spectrum_of(&self.groups[group].tests)
                    .suspiciousness(formula);
                Weights::spectrum(components, &suspiciousness)
            }
        };
        weights.pinned(&self.options.correct, &self.options.suspect)
    }

    /// Pins set by the user, as sentences for the report.
    pub(crate) fn pins(&self) -> Vec<String> {
        let (correct, trusted) = (&self.options.correct, &self.options.trusted);
        let correct = correct.iter().copied().filter(|c| !trusted.contains(c));
        let correct = self.lines_of(&correct.collect::<Vec<_>>());
        let suspect = self.lines_of(&self.options.suspect);
        let correct = correct.map(|lines| format!("marked correct: {lines}"));
        let suspect = suspect.map(|lines| format!("marked suspect: {lines}"));
        correct.into_iter().chain(suspect).collect()
    }

    /// Lines on which the given components begin: `line 3, line 7, util.c:30`.
    fn lines_of(&self, comps: &[CompId]) -> Option<String> {
        let sources = &self.parse.sources;
        let components = comps
            .iter()
            .filter_map(|c| self.program.components.get(c.index()));
        let mut places: Vec<_> = components
            .map(|c| (c.span.file, sources.line_col(c.span).0))
            .collect();
        places.sort_unstable();
        places.dedup();
        let named = places.iter().map(|&(file, line)| match sources.file(file) {
            Some(source) if file.0 > 0 => format!("{}:{line}", source.path),
            _ => format!("line {line}"),
        });
        let named: Vec<String> = named.collect();
        (!named.is_empty()).then(|| named.join(", "))
    }
}
