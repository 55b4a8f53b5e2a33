//! Edits that fix some of the failing tests, and pairs of them that fix all.
//!
//! A program with two faults often fails some tests because of one and some because of the other. Then no single edit
//! fixes all tests, but each half can be recognised: it makes failing tests pass and breaks none. So a few failing
//! tests are taken one at a time, and edits are searched that fix this one. In the program with such an edit, a second
//! edit is searched that fixes the rest, judged by all tests. Such a pair is a diagnosis, certified by the edited
//! program; an edit that is only a half is a hint. If the tests fail in two ways, the halves are found group by group,
//! and together they fix all tests (the fitness of W. Weimer et al., *Automatically Finding Patches Using Genetic
//! Programming*, 2009, counts tests for the same reason).

use exec::run::PreparedTest;
use ir::CompId;
use syntax::Span;

use super::EditContext;
use super::first::{EditPlace, First};
use crate::found::{EditOutcome, Finding, Half};
use crate::ledger::Ledger;
use crate::limits::{
    MAX_PARTIAL_REPAIR_FIRST_EDITS, MAX_PARTIAL_REPAIR_TESTS, MAX_PARTIAL_REPAIRS,
    PARTIAL_REPAIR_BUDGET_DIVISOR, TESTS_REPAIRED_ALONE,
};
use crate::report::{Certificate, Diagnosis, LEAST_CREDIBLE, Partial};
use repair::Refuted;
use repair::{FirstHalf, Fixer, Fixers, Judges, LAYER_ONE, MISSING, Repair, passing_after};

impl EditContext<'_> {
    /// Looks for edits that fix some tests of a group, and for pairs that fix all. An edit that fixes all tests by
    /// itself becomes a fix: earlier, the budget did not suffice to try it.
    pub(super) fn add_halves(&self, group: usize, edited: &mut EditOutcome) {
        let tests = &self.run.groups[group].tests;
        let Some(judges) = self.judging.of_groups().nth(group) else {
            return;
        };
        let (halves, pairs) = self.halves(group, tests, judges);
        for pair in &pairs {
            self.announce(group, pair);
        }
        edited.pairs = pairs;
        for half in halves {
            if half.tests.len() == tests.len() {
                let fix = Repair::Fix(half.fix);
                edited.repairs.push((half.comp, fix));
            } else {
                edited.halves.push(half);
            }
        }
    }

    /// Pairs of edits that fix the tests of all groups, where each edit fixes one group.
    pub(super) fn pairs_of_all(&self) -> Vec<Finding> {
        let tests = self.run.all_failing();
        self.halves(0, &tests, self.judging.of_all()).1
    }

    /// Edits that fix some of the given tests, the best first, and pairs that fix all.
    fn halves(
        &self,
        group: usize,
        tests: &[usize],
        judges: Judges<'_>,
    ) -> (Vec<Half>, Vec<Finding>) {
        if tests.len() < 2 {
            return (Vec::new(), Vec::new());
        }
        let mut firsts = self.edits_for_some(tests);
        firsts.sort_by(|(a, _), (b, _)| {
            let worth = |half: &Half| (half.tests.len(), half.fix.plausibility);
            let ((m, p), (n, q)) = (worth(a), worth(b));
            n.cmp(&m).then(q.total_cmp(&p)).then(a.comp.cmp(&b.comp))
        });
        let mut pairs = Vec::new();
        for (half, first) in firsts.iter().take(MAX_PARTIAL_REPAIR_FIRST_EDITS) {
            pairs = self.second_edits(group, (tests, judges), half, first);
            if !pairs.is_empty() {
                break;
            }
        }
        let mut halves: Vec<Half> = firsts.into_iter().map(|(half, _)| half).collect();
        halves.truncate(MAX_PARTIAL_REPAIRS);
        (halves, pairs)
    }

    /// Edits that fix one of a few tests, and perhaps others.
    fn edits_for_some(&self, tests: &[usize]) -> Vec<(Half, First)> {
        let ready = |t: &usize| Some((*t, self.run.prepared[*t].as_ref().ok()?));
        let mut judging: Vec<(usize, &PreparedTest)> = tests.iter().filter_map(ready).collect();
        judging.sort_by_key(|(t, _)| (self.run.outcomes[*t].steps, *t));
        let mut found: Vec<(Half, First)> = Vec::new();
        let mut tried = 0;
        for (t, test) in &judging {
            if tried == TESTS_REPAIRED_ALONE || (self.run.stopped)() {
                break;
            }
            // An edit for this test is known.
            if found.iter().any(|(half, _)| half.tests.contains(t)) {
                continue;
            }
            tried += 1;
            let alone = [*test];
            let judges = self.judging.of_first(&alone);
            let places = self.run.executed(&[*t]);
            let nothing = Refuted::default();
            let budget = LAYER_ONE.part(PARTIAL_REPAIR_BUDGET_DIVISOR);
            let mut fixers =
                Fixers::new(self.run.parse, judges, budget, &nothing, self.run.stopped);
            let edits = fixers.first_halves(&places).into_iter();
            let mut edits: Vec<(CompId, FirstHalf)> = edits
                .filter(|(_, half)| half.fix.plausibility >= LEAST_CREDIBLE)
                .collect();
            edits.sort_by(|(_, a), (_, b)| b.fix.plausibility.total_cmp(&a.fix.plausibility));
            edits.truncate(2 * MAX_PARTIAL_REPAIR_FIRST_EDITS);
            let edits = edits.into_iter().map(|(comp, FirstHalf { fix, parse })| {
                let place = EditPlace::Component(comp);
                (comp, First { place, fix, parse })
            });
            let mut firsts: Vec<(CompId, First)> = edits.collect();
            // If no edit of existing code fixes the test, a statement may be missing.
            if firsts.is_empty() {
                firsts = self.missing_for(*t, judges);
            }
            for (comp, first) in firsts {
                let judged = &judging[..judging.len().min(MAX_PARTIAL_REPAIR_TESTS)];
                let tests = passing_after(
                    &first.parse,
                    judged,
                    self.run.path_steps(),
                    self.run.stopped,
                );
                let fix = first.fix.clone();
                found.push((Half { comp, fix, tests }, first));
            }
        }
        found.retain(|(half, _)| !half.tests.is_empty());
        found
    }

    /// Missing statements that fix one test when inserted, with the components near them.
    fn missing_for(&self, test: usize, judges: Judges<'_>) -> Vec<(CompId, First)> {
        let mut fixer = Fixer::new(
            self.run.parse,
            judges,
            MISSING.part(PARTIAL_REPAIR_BUDGET_DIVISOR),
            self.run.stopped,
        );
        let missing = self.missing(&mut fixer, &[test], (MAX_PARTIAL_REPAIR_FIRST_EDITS, false));
        let likely = missing
            .into_iter()
            .filter(|one| one.fix.plausibility >= LEAST_CREDIBLE);
        let firsts = likely.filter_map(|one| {
            let near = self.near(&one.point)?;
            let first = First {
                place: EditPlace::Missing(one.point, one.statement),
                fix: one.fix,
                parse: *one.parse,
            };
            Some((near, first))
        });
        firsts.collect()
    }

    /// Second edits that, together with the given first one, fix all of the given tests.
    fn second_edits(
        &self,
        group: usize,
        (tests, judges): (&[usize], Judges<'_>),
        half: &Half,
        first: &First,
    ) -> Vec<Finding> {
        let rest: Vec<usize> = tests
            .iter()
            .copied()
            .filter(|t| !half.tests.contains(t))
            .collect();
        let places: Vec<(CompId, Span)> = self.run.executed(&rest);
        let nothing = Refuted::default();
        let budget = LAYER_ONE.part(PARTIAL_REPAIR_BUDGET_DIVISOR);
        let mut fixers = Fixers::new(&first.parse, judges, budget, &nothing, self.run.stopped);
        let repairs = fixers.edit(&places).into_iter().zip(&places);
        let pairs = repairs.filter_map(|(repair, (comp, _))| match repair? {
            Repair::Fix(second) if second.plausibility >= LEAST_CREDIBLE => {
                self.pair(group, first, *comp, second)
            }
            _ => None,
        });
        pairs.collect()
    }
}

impl Ledger<'_> {
    /// Adds an edit that fixes some tests of a group to a set that contains its component, or else as a hint of its own.
    pub(super) fn record_half(&mut self, group: usize, half: Half) {
        let Half { comp, fix, tests } = half;
        let of = |d: &&mut Diagnosis| {
            let is_in = d.suspects.iter().any(|s| s.comp == comp);
            d.group == group && is_in && d.certificate == Certificate::Values
        };
        match self.report.diagnoses.iter_mut().find(of) {
            Some(diagnosis) => diagnosis.partial.push((fix, tests)),
            None => self.report.partial.push(Partial {
                group,
                comps: vec![comp],
                tests,
                fixes: vec![fix],
            }),
        }
    }
}
