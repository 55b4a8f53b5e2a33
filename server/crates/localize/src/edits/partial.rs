//! Edits that fix some of the failing tests.
//!
//! A few failing tests are taken one at a time, the one with the shortest run first, and edits are searched that fix
//! this one and break no passing test. Then all failing tests are run with each of these edits.

use std::collections::BTreeMap;

use exec::run::PreparedTest;
use exec::runner::Runner;
use ir::{CompId, CompSet};

use super::EditContext;
use super::first::{EditPlace, First};
use crate::ledger::Ledger;
use crate::limits::{
    MAX_PARTIAL_REPAIR_FIRST_EDITS, MAX_PARTIAL_REPAIR_TESTS, PARTIAL_REPAIR_BUDGET_DIVISOR,
    TESTS_REPAIRED_ALONE,
};
use crate::rank::in_turn;
use crate::report::{Certificate, Fix, LEAST_CREDIBLE, Partial};
use repair::{
    FirstHalf, Fixer, Fixers, Judges, LAYER_ONE, MISSING, Refuted, SYNTHESIS, first_rearranged,
    passing_after,
};
use syntax::{Span, reread};

/// An edit that fixes some of the failing tests and breaks none.
pub(crate) struct PartialEdit {
    /// The edited component; for a missing statement, the one near it.
    pub(crate) comp: CompId,
    /// The edit with the edited program.
    pub(crate) first: First,
    /// Tests that it fixes, in order.
    pub(crate) tests: Vec<usize>,
    /// Whether it is only a hint and no part of a repair: a doubtful number or expression, made for few tests.
    pub(crate) is_hint: bool,
}

impl EditContext<'_> {
    /// Edits that fix some of the given failing tests, the best first: those that fix most. They are tried first where
    /// other values are known to let a test pass.
    pub(crate) fn edits_for_some(&self, tests: &[usize], known: &[Partial]) -> Vec<PartialEdit> {
        best_first(self.edits_for_few(tests, known))
    }

    /// Edits that fix one of a few tests, and perhaps others.
    fn edits_for_few(&self, tests: &[usize], known: &[Partial]) -> Vec<PartialEdit> {
        let judging = self.shortest_first(tests);
        let mut found: Vec<PartialEdit> = Vec::new();
        let mut tried = 0;
        for (t, test) in &judging {
            if tried == TESTS_REPAIRED_ALONE || (self.run.stopped)() {
                break;
            }
            // An edit for this test is known.
            if found.iter().any(|edit| edit.tests.contains(t)) {
                continue;
            }
            tried += 1;
            let alone = [*test];
            let judges = self.judging.of_first(&alone);
            let executed = self.run.executed(&[*t]);
            let mut firsts = self.edits_where_known(*t, &executed, known);
            let made = firsts.len();
            firsts.extend(self.edits_at(&executed, judges, false));
            // If no edit of existing code leaves little doubt, a statement may be missing.
            if !firsts.iter().any(|(_, first)| first.fix.is_sure()) {
                firsts.extend(self.missing_for(*t, judges));
            }
            for (at, (comp, first)) in firsts.into_iter().enumerate() {
                // A component and a part of it have the same edits.
                let mut known = found.iter().map(|known| &known.first.fix);
                if known.any(|fix| fix.edits().eq(first.fix.edits())) {
                    continue;
                }
                let judged = &judging[..judging.len().min(MAX_PARTIAL_REPAIR_TESTS)];
                let tests = passing_after(
                    &first.parse,
                    judged,
                    self.run.edited_steps(),
                    self.run.stopped,
                );
                found.push(PartialEdit {
                    comp,
                    is_hint: at < made && !first.fix.is_sure(),
                    first,
                    tests,
                });
            }
        }
        found.retain(|edit| !edit.tests.is_empty());
        found
    }

    /// Edits after which the shortest of the given failing tests fails later than before, the likeliest first: at a
    /// later check, or behind more of the expected output.
    pub(crate) fn edits_for_progress(&self, tests: &[usize]) -> Vec<PartialEdit> {
        let Some((t, test)) = self.shortest_first(tests).into_iter().next() else {
            return Vec::new();
        };
        let mut runner = Runner::new(self.run.plain);
        let farther = PreparedTest {
            beyond: Some(runner.progress(test, self.run.edited_steps())),
            ..test.clone()
        };
        let alone = [&farther];
        let judges = self.judging.of_first(&alone);
        let mut firsts = self.edits_at(&self.run.executed(&[t]), judges, false);
        firsts.extend(self.missing_for(t, judges));
        let found = firsts.into_iter().map(|(comp, first)| PartialEdit {
            comp,
            first,
            tests: vec![t],
            is_hint: false,
        });
        best_first(found.collect())
    }

    /// The likeliest small edit that mends the other failing tests in the program with an edit that mends some: of
    /// several faults, two are the most frequent number, and small edits need few runs.
    pub(crate) fn completing(
        &self,
        part: &PartialEdit,
        failing: &[usize],
    ) -> Option<(CompId, Fix)> {
        let others = failing.iter().filter(|t| !part.tests.contains(t));
        let others: Vec<usize> = others.copied().collect();
        let places = self.run.executed(&others);
        let budget = LAYER_ONE.part(PARTIAL_REPAIR_BUDGET_DIVISOR);
        let seconds = self.second_edits(&part.first, &places, self.judging.of_all(), budget);
        let apart = seconds
            .into_iter()
            .filter(|(comp, fix)| *comp != part.comp && part.first.is_apart_from(fix));
        apart.reduce(|best, other| {
            if other.1.plausibility > best.1.plausibility {
                other
            } else {
                best
            }
        })
    }

    /// The tests that can be run, the one with the shortest run first.
    fn shortest_first(&self, tests: &[usize]) -> Vec<(usize, &PreparedTest)> {
        let ready = |t: &usize| Some((*t, self.run.prepared[*t].as_ref().ok()?));
        let mut all: Vec<(usize, &PreparedTest)> = tests.iter().filter_map(ready).collect();
        all.sort_by_key(|(t, _)| (self.run.outcomes[*t].steps, *t));
        all
    }

    /// The likeliest edits at the places where other values let a test pass, and perhaps others. An edit is judged by all
    /// tests that its place explains, or by the one if none suits all: other values may explain more than one edit does.
    /// Constants are solved for: there are few such places.
    fn edits_where_known(
        &self,
        test: usize,
        executed: &[(CompId, Span)],
        known: &[Partial],
    ) -> Vec<(CompId, First)> {
        let mut explaining: BTreeMap<&[usize], CompSet> = BTreeMap::new();
        for of in known.iter().filter(|of| of.tests.contains(&test)) {
            let comps = explaining.entry(&of.tests).or_default();
            *comps = comps.union(&of.comps.iter().copied().collect());
        }
        let of_each = explaining.into_iter().flat_map(|(tests, comps)| {
            let failing = self.run.ready(tests);
            let mut places = executed.to_vec();
            places.retain(|(comp, _)| comps.contains(*comp));
            let judges = self.judging.of_first(&failing);
            let mut found = self.edits_at(&places, judges, true);
            if tests.len() > 1 {
                if !found.iter().any(|(_, first)| first.fix.is_sure()) {
                    found.extend(self.synthesised_at(&places, judges));
                }
                if found.is_empty() {
                    let alone = self.run.ready(&[test]);
                    return self.edits_at(&places, self.judging.of_first(&alone), true);
                }
            }
            found
        });
        of_each.collect()
    }

    /// The likeliest synthesised edits at these places with which the judges are content.
    fn synthesised_at(
        &self,
        places: &[(CompId, Span)],
        judges: Judges<'_>,
    ) -> Vec<(CompId, First)> {
        let budget = SYNTHESIS.part(PARTIAL_REPAIR_BUDGET_DIVISOR);
        let mut fixer = Fixer::new(self.run.parse, judges, budget, self.run.stopped);
        let mut found = fixer.synthesise(places);
        found.sort_by(|(_, a), (_, b)| b.plausibility.total_cmp(&a.plausibility));
        found.truncate(MAX_PARTIAL_REPAIR_FIRST_EDITS);
        let firsts = found.into_iter().filter_map(|(comp, fix)| {
            let parse = reread(self.run.parse, &[(fix.edit.span, &fix.edit.text)])?;
            let place = EditPlace::Component(comp);
            Some((comp, First { place, fix, parse }))
        });
        firsts.collect()
    }

    /// The likeliest edits of existing code at these places with which the judges are content.
    fn edits_at(
        &self,
        places: &[(CompId, Span)],
        judges: Judges<'_>,
        solves: bool,
    ) -> Vec<(CompId, First)> {
        if places.is_empty() {
            return Vec::new();
        }
        let nothing = Refuted::default();
        let budget = LAYER_ONE.part(PARTIAL_REPAIR_BUDGET_DIVISOR);
        let mut fixers = Fixers::new(self.run.parse, judges, budget, &nothing, self.run.stopped);
        let edits = fixers.first_halves(places, solves).into_iter();
        let edits = edits.chain(self.rearranged_for(places, judges));
        let mut edits: Vec<(CompId, FirstHalf)> = edits
            .filter(|(_, half)| half.fix.plausibility >= LEAST_CREDIBLE)
            .collect();
        edits.sort_by(|(_, a), (_, b)| b.fix.plausibility.total_cmp(&a.fix.plausibility));
        edits.truncate(2 * MAX_PARTIAL_REPAIR_FIRST_EDITS);
        let edits = edits.into_iter().map(|(comp, FirstHalf { fix, parse })| {
            let place = EditPlace::Component(comp);
            (comp, First { place, fix, parse })
        });
        edits.collect()
    }

    /// Other arrangements of the code at these places with which the judges are content.
    fn rearranged_for(
        &self,
        places: &[(CompId, Span)],
        judges: Judges<'_>,
    ) -> Vec<(CompId, FirstHalf)> {
        let spans: Vec<Span> = places.iter().map(|(_, span)| *span).collect();
        let budget = LAYER_ONE.part(PARTIAL_REPAIR_BUDGET_DIVISOR);
        let mut fixer = Fixer::new(self.run.parse, judges, budget, self.run.stopped);
        let found = first_rearranged(&mut fixer, &spans);
        let with_comp = |(changed, half): (Vec<Span>, FirstHalf)| {
            let comp_at = |place: &Span| places.iter().find(|(_, span)| span == place);
            let (comp, _) = changed.iter().find_map(comp_at)?;
            Some((*comp, half))
        };
        found.into_iter().filter_map(with_comp).collect()
    }

    /// Missing statements that fix one test when inserted, with the components near them.
    fn missing_for(&self, test: usize, judges: Judges<'_>) -> Vec<(CompId, First)> {
        let mut fixer = Fixer::new(
            self.run.parse,
            judges,
            MISSING.part(PARTIAL_REPAIR_BUDGET_DIVISOR),
            self.run.stopped,
        );
        let missing = self.missing(&mut fixer, &[test], MAX_PARTIAL_REPAIR_FIRST_EDITS, false);
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
}

/// Sorts edits by the number of tests that they fix, then by plausibility, and lets them take turns by test: each fault
/// has an edit among the first.
fn best_first(mut found: Vec<PartialEdit>) -> Vec<PartialEdit> {
    let plausible = |edit: &PartialEdit| edit.first.fix.plausibility;
    found.sort_by(|a, b| {
        let most = b.tests.len().cmp(&a.tests.len());
        let likely = plausible(b).total_cmp(&plausible(a));
        most.then(likely).then(a.comp.cmp(&b.comp))
    });
    in_turn(found, |edit| edit.tests.iter().copied().collect())
}

impl Ledger<'_> {
    /// Adds an edit that fixes some tests to the sets that contain its component and are of groups with such tests, or
    /// else as a hint of its own. A later round may find it again.
    pub(crate) fn record_part(&mut self, edit: PartialEdit) {
        let PartialEdit {
            comp, first, tests, ..
        } = edit;
        let report = &mut self.report;
        let groups = report.groups.iter().enumerate();
        let of: Vec<usize> = groups
            .filter(|(_, group)| group.tests.iter().any(|test| tests.contains(test)))
            .map(|(at, _)| at)
            .collect();
        let mut is_told = false;
        for diagnosis in &mut report.diagnoses {
            let is_in = diagnosis.suspects.iter().any(|s| s.comp == comp);
            if of.contains(&diagnosis.group)
                && is_in
                && diagnosis.certificate == Certificate::Values
            {
                let of_part = diagnosis.partial.iter().map(|(fix, _)| fix);
                let mut known = of_part.chain(&diagnosis.fixes);
                if !known.any(|fix| fix.edits().eq(first.fix.edits())) {
                    diagnosis.partial.push((first.fix.clone(), tests.clone()));
                }
                is_told = true;
            }
        }
        let mut known = report.partial.iter().flat_map(|of| &of.fixes);
        is_told |= known.any(|fix| fix.edits().eq(first.fix.edits()));
        if let (false, [group, ..]) = (is_told, &of[..]) {
            report.partial.push(Partial {
                group: *group,
                comps: vec![comp],
                tests,
                fixes: vec![first.fix],
            });
        }
    }
}
