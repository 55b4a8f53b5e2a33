//! Pairs of edits where no single edit is enough.
//!
//! A test that ends at undefined behaviour may be wrong in another place as well; then no single edit lets it pass. The
//! first edit of a pair can still be recognised: with it, the tests run to their end. So small edits are judged by that
//! alone, and in the program with such an edit the second is searched for like a single edit, judged by all tests.
//! Together the two edits are a diagnosis, certified by the edited program.

use std::cmp::Reverse;

use exec::run::PreparedTest;
use ir::CompId;
use syntax::Span;

use super::EditContext;
use super::first::{EditPlace, First};
use crate::found::Finding;
use crate::limits::{MAX_COMPARED_FIRST_EDITS, MAX_PAIR_FIRST_EDITS};
use crate::report::Fix;
use repair::Refuted;
use repair::{
    FirstHalf, Fixer, Fixers, Judges, LAYER_ONE, MISSING, Missing, Repair, TrialBudget,
    coming_to_an_end, progress,
};

impl EditContext<'_> {
    /// Pairs of edits for a group of tests that end at undefined behaviour.
    pub(super) fn pairs(&self, group: usize) -> Vec<Finding> {
        let tests = &self.run.groups[group].tests;
        let Some(judges) = self.judging.of_groups().nth(group) else {
            return Vec::new();
        };
        let places = self.run.executed(tests);
        for first in self.first_halves(tests, &places) {
            let budget = self.run.budget(LAYER_ONE).part(MAX_PAIR_FIRST_EDITS);
            let seconds = self
                .second_edits(&first, &places, judges, budget)
                .into_iter();
            let pairs = seconds.filter_map(|(comp, second)| self.pair(group, &first, comp, second));
            let pairs: Vec<Finding> = pairs.collect();
            for pair in &pairs {
                self.announce(group, pair);
            }
            if !pairs.is_empty() {
                return pairs;
            }
        }
        Vec::new()
    }

    /// Small edits at these places that satisfy the judges in the program with a first edit.
    pub(super) fn second_edits(
        &self,
        first: &First,
        places: &[(CompId, Span)],
        judges: Judges<'_>,
        budget: TrialBudget,
    ) -> Vec<(CompId, Fix)> {
        let nothing = Refuted::default();
        let mut fixers = Fixers::new(&first.parse, judges, budget, &nothing, self.run.stopped);
        let repairs = fixers.edit(places).into_iter().zip(places);
        let seconds = repairs.filter_map(|(repair, (comp, _))| match repair? {
            Repair::Fix(second) => Some((*comp, second)),
            Repair::Near => None,
        });
        seconds.collect()
    }

    /// Edits with which all of the given tests run to their end, whatever they print. Missing statements come first,
    /// because a value that was never written may need a statement that writes it.
    fn first_halves(&self, tests: &[usize], places: &[(CompId, Span)]) -> Vec<First> {
        let ready = self.run.ready(tests).into_iter();
        let ending: Vec<PreparedTest> = ready.map(coming_to_an_end).collect();
        let ending: Vec<&PreparedTest> = ending.iter().collect();
        let judges = self.judging.of_first(&ending);
        let nothing = Refuted::default();
        let mut fixers = Fixers::new(
            self.run.parse,
            judges,
            self.run.budget(LAYER_ONE),
            &nothing,
            self.run.stopped,
        );
        let edited = fixers.first_halves(places, false).into_iter();
        let edited = edited.map(|(comp, FirstHalf { fix, parse })| First {
            place: EditPlace::Component(comp),
            fix,
            parse,
        });
        let mut all: Vec<First> = edited.collect();
        let mut fixer = Fixer::new(
            self.run.parse,
            judges,
            self.run.budget(MISSING),
            self.run.stopped,
        );
        let missing = self.missing(&mut fixer, tests, MAX_COMPARED_FIRST_EDITS / 2, true);
        let missing = missing.into_iter().map(|one: Missing| First {
            place: EditPlace::Missing(one.point, one.statement),
            fix: one.fix,
            parse: *one.parse,
        });
        // A missing statement may write what was never written.
        all.splice(..0, missing);
        // An edit with which some tests pass corrects more than the end of the run.
        let mut shortest = tests.to_vec();
        shortest.sort_by_key(|t| self.run.outcomes[*t].steps);
        let ready = self.run.ready(&shortest);
        let judges = self.judging.of_first(&ready);
        all.truncate(MAX_COMPARED_FIRST_EDITS);
        all.sort_by(|a, b| b.fix.plausibility.total_cmp(&a.fix.plausibility));
        all.sort_by_cached_key(|first| Reverse(progress(&first.parse, judges, self.run.stopped)));
        all.truncate(MAX_PAIR_FIRST_EDITS);
        all
    }
}
