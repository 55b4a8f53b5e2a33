//! Fixes that change several places at once, as diagnoses: the same edit in many places, or a moved statement
//! ([`repair::Joint`]).

use ir::{CompId, ComponentKind};
use syntax::Span;

use super::EditContext;
use crate::found::{EditOutcome, Finding, Site};
use crate::ledger::Ledger;
use crate::report::Diagnosis;
use repair::{
    Fixer, Joint, Judges, LAYER_ONE, alike, checked_pointers, missing_in_branches, moved,
    rearranged,
};

impl EditContext<'_> {
    /// Looks for joint fixes: first for the tests of all groups, because one fault often fails tests in several ways,
    /// then group by group. Except for a few, they are only tried where no single edit is a likely fix.
    pub(super) fn add_joints(&self, edited: &mut [EditOutcome]) {
        let groups = &self.run.groups;
        if groups.len() > 1 {
            let all = self.run.all_failing();
            let is_fixed = edited.iter().any(EditOutcome::is_likely_fixed);
            let joints = self.joints(&all, self.judging.of_all(), is_fixed);
            for of_group in edited.iter_mut().filter(|_| !joints.is_empty()) {
                of_group.joints.clone_from(&joints);
            }
        }
        for ((g, of_group), judges) in edited.iter_mut().enumerate().zip(self.judging.of_groups()) {
            let is_fixed = of_group.is_likely_fixed();
            if of_group.joints.is_empty() {
                of_group.joints = self.joints(&groups[g].tests, judges, is_fixed);
            }
            for joint in &of_group.joints {
                if let Some(finding) = self.joint_finding(g, joint) {
                    self.announce(g, &finding);
                }
            }
        }
    }

    fn joints(&self, tests: &[usize], judges: Judges<'_>, is_fixed: bool) -> Vec<Joint> {
        let run = self.run;
        let entered = run.entered_by_any(tests);
        let places: Vec<Span> = entered.iter().map(|(_, span)| *span).collect();
        let budget = run.budget(LAYER_ONE);
        let mut fixer = Fixer::new(run.parse, judges, budget, run.stopped);
        let mut found = rearranged(&mut fixer, &places);
        found.extend(checked_pointers(fixer.with(budget), &places));
        if found.is_empty() && !is_fixed {
            let kind = |c: CompId| run.program.components[c.index()].kind;
            let components: Vec<(Span, ComponentKind)> =
                entered.iter().map(|(c, span)| (*span, kind(*c))).collect();
            found = alike(fixer.with(budget), &components);
        }
        if found.is_empty() && !is_fixed {
            found = missing_in_branches(fixer.with(budget), &places);
        }
        if found.is_empty() && !is_fixed {
            found = moved(fixer.with(budget), &places);
        }
        found
    }

    /// Adds a fix that changes several places. It comes before the fixes of one of these places alone, which leave the
    /// others unchanged; without such fixes it becomes a diagnosis of its own.
    pub(super) fn record_joint(&self, group: usize, joint: &Joint, ledger: &mut Ledger<'_>) {
        let Some(finding) = self.joint_finding(group, joint) else {
            return;
        };
        let of_one = |d: &&mut Diagnosis| {
            // A missing statement is not a component of the program.
            let place = |c: CompId| self.run.program.components.get(c.index()).map(|c| c.span);
            let is_one = |c: CompId| place(c).is_some_and(|place| joint.places.contains(&place));
            d.group == group && !d.fixes.is_empty() && d.only().is_some_and(is_one)
        };
        let mut is_known = false;
        for known in ledger.report.diagnoses.iter_mut().filter(of_one) {
            known.fixes.insert(0, joint.fix.clone());
            is_known = true;
        }
        if !is_known {
            ledger.record_edit(group, finding);
        }
    }

    /// The components of a joint fix; `None` if the fix changes a component that the user marked as correct, or no
    /// component that is executed.
    fn joint_finding(&self, group: usize, joint: &Joint) -> Option<Finding> {
        let is_one = |c: &CompId| joint.places.contains(&self.run.place(*c));
        if self.run.options.correct.iter().any(is_one) {
            return None;
        }
        let executed = |c: &CompId| {
            let mut tests = self.run.groups[group].tests.iter();
            tests.any(|t| self.run.outcomes[*t].covered.contains(*c))
        };
        let all = (0..self.run.program.components.len()).map(|i| CompId(i as u32));
        let comps: Vec<CompId> = all.filter(is_one).filter(executed).collect();
        let weights = self.run.weights(group);
        (!comps.is_empty()).then(|| Finding {
            weight: weights.of(&comps.iter().copied().collect()),
            sites: comps.into_iter().map(Site::Component).collect(),
            fix: joint.fix.clone(),
        })
    }
}
