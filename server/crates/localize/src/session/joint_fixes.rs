//! Fixes that change several places at once, as diagnoses: the same edit in many places, or a moved statement
//! ([`repair::Joint`]).

use ir::{CompId, ComponentKind};
use syntax::Span;

use super::Session;
use super::edit_results::EditOutcome;
use super::judge_context::Looking;
use crate::control::Event;
use crate::report::{Diagnosis, Group, Report};
use repair::{Joint, Judges, LAYER_ONE, alike, moved};

impl Session<'_> {
    /// Looks for joint fixes where no single edit is a likely fix: first for the tests of all groups, because one fault
    /// often fails tests in several ways, then group by group.
    pub(super) fn add_joints(&self, edited: &mut [EditOutcome], looking: Looking<'_>) {
        let groups = looking.groups;
        if groups.len() > 1 && !edited.iter().any(EditOutcome::is_likely_fixed) {
            let all: Vec<usize> = groups.iter().flat_map(|g| g.tests.clone()).collect();
            let joints = self.joints(&all, looking.judging.of_all(), looking);
            for of_group in edited.iter_mut().filter(|_| !joints.is_empty()) {
                of_group.joints.clone_from(&joints);
            }
        }
        for ((g, of_group), judges) in edited
            .iter_mut()
            .enumerate()
            .zip(looking.judging.of_groups())
        {
            if !of_group.is_likely_fixed() {
                of_group.joints = self.joints(&groups[g].tests, judges, looking);
            }
            for joint in &of_group.joints {
                if let Some(diagnosis) = self.by_joint((g, groups), joint) {
                    (looking.tell)(Event::Diagnosis(&diagnosis, &[]));
                }
            }
        }
    }

    fn joints(&self, tests: &[usize], judges: Judges<'_>, looking: Looking<'_>) -> Vec<Joint> {
        let stopped = || looking.control.stop_reason().is_some();
        let entered = self.entered_by_any(tests);
        let kind = |c: CompId| self.program.components[c.index()].kind;
        let components: Vec<(Span, ComponentKind)> =
            entered.iter().map(|(c, span)| (*span, kind(*c))).collect();
        let mut found = alike(self.parse, &components, judges, LAYER_ONE, &stopped);
        if found.is_empty() {
            let places: Vec<Span> = entered.iter().map(|(_, span)| *span).collect();
            found = moved(self.parse, &places, judges, LAYER_ONE, &stopped);
        }
        found
    }

    /// Adds a fix that changes several places. It comes before the fixes of one of these places alone, which leave the
    /// others unchanged; without such fixes it becomes a diagnosis of its own.
    pub(super) fn add_joint(
        &self,
        report: &mut Report,
        (group, groups): (usize, &[Group]),
        joint: &Joint,
    ) {
        let Some(diagnosis) = self.by_joint((group, groups), joint) else {
            return;
        };
        let of_one = |d: &&mut Diagnosis| {
            // A missing statement is not a component of the program.
            let place = |c: CompId| self.program.components.get(c.index()).map(|c| c.span);
            let is_one = |c: CompId| place(c).is_some_and(|place| joint.places.contains(&place));
            d.group == group && !d.fixes.is_empty() && d.only().is_some_and(is_one)
        };
        let mut is_known = false;
        for known in report.diagnoses.iter_mut().filter(of_one) {
            known.fixes.insert(0, joint.fix.clone());
            is_known = true;
        }
        if !is_known {
            report.diagnoses.push(diagnosis);
        }
    }

    /// Diagnosis for a joint fix; `None` if the fix changes a component that the user marked as correct, or no
    /// component that is executed.
    fn by_joint(&self, (group, groups): (usize, &[Group]), joint: &Joint) -> Option<Diagnosis> {
        let is_one = |c: &CompId| joint.places.contains(&self.place(*c));
        if self.options.correct.iter().any(is_one) {
            return None;
        }
        let executed = |c: &CompId| {
            let mut tests = groups[group].tests.iter();
            tests.any(|t| self.outcomes[*t].covered.contains(*c))
        };
        let all = (0..self.program.components.len()).map(|i| CompId(i as u32));
        let comps: Vec<CompId> = all.filter(is_one).filter(executed).collect();
        let weight = self
            .weights(&groups[group])
            .of(&comps.iter().copied().collect());
        let by_edit = || Diagnosis::by_edit(group, &comps, weight, joint.fix.clone());
        (!comps.is_empty()).then(by_edit)
    }
}
