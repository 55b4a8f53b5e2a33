//! Coverage of failing and passing tests.

use rustc_hash::FxHashMap;

use super::Run;
use crate::spectrum::Spectrum;
use exec::run::Verdict;
use ir::CompSet;

impl Run<'_> {
    /// Coverage by the given failing tests and by all passing tests, those that were run elsewhere among them: each group is explained by itself.
    pub(crate) fn spectrum_of(&self, failing: &[usize]) -> Spectrum {
        let mut spectrum = Spectrum::new(self.program.components.len());
        let passing = self.outcomes.iter().filter(|r| r.verdict == Verdict::Pass);
        let passing = passing.map(|ran| &ran.covered);
        for (covered, times) in alike(passing.chain(&self.options.passing_elsewhere)) {
            spectrum.add(false, covered, times);
        }
        let failing = failing.iter().map(|t| &self.outcomes[*t].covered);
        for (covered, times) in alike(failing) {
            spectrum.add(true, covered, times);
        }
        spectrum
    }
}

/// Distinct sets with their numbers of occurrences: thousands of tests follow few paths.
fn alike<'s>(all: impl Iterator<Item = &'s CompSet>) -> Vec<(&'s CompSet, u32)> {
    let mut places: FxHashMap<&CompSet, usize> = FxHashMap::default();
    let mut sets: Vec<(&CompSet, u32)> = Vec::new();
    for set in all {
        let place = *places.entry(set).or_insert(sets.len());
        match sets.get_mut(place) {
            Some(known) => known.1 += 1,
            None => sets.push((set, 1)),
        }
    }
    sets
}
