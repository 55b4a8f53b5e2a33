//! Components that tests execute, in the order in which edits of them are tried.

use ir::{CompId, CompSet, FnId};
use rustc_hash::FxHashSet;
use syntax::Span;

use super::Run;

impl Run<'_> {
    /// Components that all of the given failing tests execute, most suspicious first. An edit of any other component
    /// leaves at least one of these tests unchanged.
    pub(crate) fn executed(&self, tests: &[usize]) -> Vec<(CompId, Span)> {
        self.suspected_first(&self.executed_by_all(tests))
    }

    /// Components of the functions that any of the given failing tests enters, most suspicious first. A test that ends
    /// early does not reach similar faults further on.
    pub(crate) fn entered_by_any(&self, tests: &[usize]) -> Vec<(CompId, Span)> {
        let function = |c: CompId| self.program.components[c.index()].function;
        let entered: FxHashSet<FnId> = tests
            .iter()
            .flat_map(|test| self.outcomes[*test].covered.iter().map(function))
            .collect();
        let all = (0..self.program.components.len()).map(|i| CompId(i as u32));
        self.suspected_first(&all.filter(|c| entered.contains(&function(*c))).collect())
    }

    /// Components that all of the given tests execute.
    pub(crate) fn executed_by_all(&self, tests: &[usize]) -> CompSet {
        let mut covered = tests.iter().map(|t| &self.outcomes[*t].covered);
        let mut all: CompSet = covered.next().cloned().unwrap_or_default();
        for other in covered {
            all = all.iter().filter(|c| other.contains(*c)).collect();
        }
        all
    }

    /// The given components with their places, most suspicious first, without those that the user marked as correct.
    fn suspected_first(&self, all: &CompSet) -> Vec<(CompId, Span)> {
        // Components outside every slice stay in: a value written to the wrong place is in no slice.
        let correct = &self.options.correct;
        let mut comps: Vec<CompId> = all.iter().filter(|c| !correct.contains(c)).collect();
        let suspicion = |c: &CompId| self.suspicion_of(*c);
        comps.sort_by(|a, b| suspicion(b).total_cmp(&suspicion(a)).then(a.cmp(b)));
        comps.into_iter().map(|c| (c, self.place(c))).collect()
    }
}
