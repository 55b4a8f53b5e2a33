//! The first layer of evidence: small edits of everything that the failing tests execute.
//!
//! The search asks whether *values* of a component would let the failing tests pass. Values cannot express everything:
//! the element that is written, the target of an input, an argument. They also need formulas where loops and pointers
//! abound, whereas the smallest edits (an operator, a constant, a name) need only runs. So these edits are tried from
//! the beginning, beside the search: most suspicious components first, failing tests before passing ones, until a kind
//! of edit has led to a fix or the budget is used up. The budget is counted in runs and instructions, so the results do
//! not depend on the speed of the search.
//!
//! A component with such a fix is a diagnosis, certified by the edited program ([`crate::report::Certificate::Edit`]).
//! If the search finds the component as well, its certificate is by values and the fix is added to it. The search does
//! not use the fixes otherwise: an edit says nothing about sets of other components.

use ir::{CompId, CompSet, FnId, Relaxing};
use rustc_hash::FxHashSet;
use search::Strategy;
use syntax::Span;

use super::Session;
use super::edit_results::EditOutcome;
use super::judge_context::Looking;
use crate::control::Event;
use crate::limits::{GROUPS_WITH_WHOLE_EDIT_BUDGET, MAX_MISSING_STATEMENTS};
use crate::report::{Diagnosis, Evidence, Fix, Group, GroupKind, Report};
use repair::Refuted;
use repair::{Fixer, Fixers, Judges, LAYER_ONE, MISSING, REDEFINING, Repair};

impl Session<'_> {
    /// Whether edits are tried beside the search. They are not when another strategy or relaxation is measured, nor for
    /// a program that is itself an edited one.
    pub(super) fn tries_edits(&self) -> bool {
        let usual = (Strategy::Multi, Relaxing::Angelic);
        let is_usual = (self.options.strategy, self.options.relaxing) == usual;
        is_usual && !self.is_behind && self.options.work != Some(0)
    }

    /// Tries edits of what failing tests execute, and reports the fixes: first for all failing tests together, because
    /// one fault often fails tests in several ways; without such a fix, group by group. If no existing code can be
    /// fixed, missing statements are tried in the same order.
    pub(super) fn edited(&self, looking: Looking<'_>) -> Vec<EditOutcome> {
        let groups = looking.groups;
        // With many groups, trying everything in each would take too long.
        let sharing = groups.len().div_ceil(GROUPS_WITH_WHOLE_EDIT_BUDGET);
        let all: Vec<usize> = groups.iter().flat_map(|g| g.tests.clone()).collect();
        let judges: Vec<Judges<'_>> = looking.judging.of_groups().collect();
        let of_all = looking.judging.of_all();
        // Edits of existing code.
        let tried = |tests: &[usize], judges, sharing| {
            let edited = self.edited_for(tests, judges, sharing, looking);
            edited.has_fix().then(|| edited.of_several())
        };
        let several = groups.len() > 1;
        let joint = several.then(|| tried(&all, of_all, 1)).flatten();
        let mut edited: Vec<EditOutcome> = match joint {
            Some(joint) => {
                (0..groups.len()).for_each(|group| self.tell_repairs(group, &joint, looking));
                vec![joint; groups.len()]
            }
            None => {
                let each = groups.iter().zip(&judges).enumerate();
                let each = each.map(|(group, (of, judges))| {
                    let edited = self.edited_for(&of.tests, *judges, sharing, looking);
                    self.tell_repairs(group, &edited, looking);
                    edited
                });
                each.collect()
            }
        };
        // Missing statements.
        let stopped = || looking.control.stop_reason().is_some();
        let missing = |tests: &[usize], judges, sharing| {
            let mut fixer = Fixer::new(self.parse, judges, MISSING.part(sharing), &stopped);
            self.missing(&mut fixer, tests, (MAX_MISSING_STATEMENTS, false))
        };
        let nothing = !edited.iter().any(EditOutcome::has_fix);
        let joint = if several && nothing {
            missing(&all, of_all, 1)
        } else {
            Vec::new()
        };
        for (group, of_group) in edited.iter_mut().enumerate() {
            if !of_group.has_fix() && joint.is_empty() && groups[group].kind == GroupKind::Trap {
                let mut fixer = Fixer::new(self.parse, judges[group], REDEFINING, &stopped);
                of_group.sizes = self.resized(&mut fixer);
            }
            if !joint.is_empty() {
                of_group.missing.clone_from(&joint);
            } else if !of_group.has_fix() && of_group.sizes.is_empty() {
                of_group.missing = missing(&groups[group].tests, judges[group], sharing);
            }
            self.tell_added(group, of_group, looking);
        }
        edited
    }

    /// Tries edits of the components that all of the given failing tests execute, with a share of the budget.
    fn edited_for(
        &self,
        tests: &[usize],
        judges: Judges<'_>,
        sharing: usize,
        looking: Looking<'_>,
    ) -> EditOutcome {
        let stopped = || looking.control.stop_reason().is_some();
        let places = self.executed(tests);
        let nothing = Refuted::default();
        let budget = LAYER_ONE.part(sharing);
        let mut fixers = Fixers::new(self.parse, judges, budget, &nothing, &stopped);
        let repairs = fixers.edit(&places).into_iter().zip(places);
        let repairs = repairs.filter_map(|(repair, (comp, _))| Some((comp, repair?)));
        EditOutcome {
            repairs: repairs.collect(),
            refuted: fixers.refuted(),
            ..EditOutcome::default()
        }
    }

    /// Reports the fixes for a group.
    fn tell_repairs(&self, group: usize, edited: &EditOutcome, looking: Looking<'_>) {
        for (comp, repair) in &edited.repairs {
            if let Repair::Fix(fix) = repair {
                let diagnosis = self.by_edit(group, looking.groups, *comp, fix.clone());
                (looking.tell)(Event::Diagnosis(&diagnosis, &[]));
            }
        }
    }

    fn tell_added(&self, group: usize, edited: &EditOutcome, looking: Looking<'_>) {
        let mut added = Vec::new();
        for (size, fix) in &edited.sizes {
            let diagnosis = self.by_number(&mut added, group, size, fix.clone());
            (looking.tell)(Event::Diagnosis(&diagnosis, &added));
        }
        for missing in &edited.missing {
            let diagnosis = self.by_missing(&mut added, (group, looking.groups), missing);
            (looking.tell)(Event::Diagnosis(&diagnosis, &added));
        }
    }

    /// Adds the result of an edit of a component to its diagnosis. If the search has none, a fix becomes a diagnosis by
    /// itself.
    pub(super) fn add_edit(
        &self,
        report: &mut Report,
        (group, comp): (usize, CompId),
        repair: &Repair,
        groups: &[Group],
    ) {
        let known = add_repair(report, (group, comp), repair);
        if let (false, Repair::Fix(fix)) = (known, repair) {
            let diagnosis = self.by_edit(group, groups, comp, fix.clone());
            report.diagnoses.push(diagnosis);
        }
    }

    /// Components that all of the given failing tests execute, most suspicious first. An edit of any other component
    /// leaves at least one of these tests unchanged.
    pub(super) fn executed(&self, tests: &[usize]) -> Vec<(CompId, Span)> {
        self.suspected_first(&self.executed_by_all(tests))
    }

    /// The given components with their places, most suspicious first, without those that the user marked as correct.
    fn suspected_first(&self, all: &CompSet) -> Vec<(CompId, Span)> {
        let suspicion = |c: CompId| self.suspicion.get(c.index()).copied().unwrap_or(0.0);
        // Components outside every slice stay in: a value written to the wrong place is in no slice.
        let correct = &self.options.correct;
        let mut comps: Vec<CompId> = all.iter().filter(|c| !correct.contains(c)).collect();
        comps.sort_by(|a, b| suspicion(*b).total_cmp(&suspicion(*a)).then(a.cmp(b)));
        comps.into_iter().map(|c| (c, self.place(c))).collect()
    }

    /// Components of the functions that any of the given failing tests enters, most suspicious first. A test that ends
    /// early does not reach similar faults further on.
    pub(super) fn entered_by_any(&self, tests: &[usize]) -> Vec<(CompId, Span)> {
        let function = |c: CompId| self.program.components[c.index()].function;
        let entered: FxHashSet<FnId> = tests
            .iter()
            .flat_map(|test| self.outcomes[*test].covered.iter().map(function))
            .collect();
        let all = (0..self.program.components.len()).map(|i| CompId(i as u32));
        self.suspected_first(&all.filter(|c| entered.contains(&function(*c))).collect())
    }

    /// Components that all of the given tests execute.
    pub(super) fn executed_by_all(&self, tests: &[usize]) -> CompSet {
        let mut covered = tests.iter().map(|t| &self.outcomes[*t].covered);
        let mut all: CompSet = covered.next().cloned().unwrap_or_default();
        for other in covered {
            all = all.iter().filter(|c| other.contains(*c)).collect();
        }
        all
    }

    /// Diagnosis certified by an edit.
    fn by_edit(&self, group: usize, groups: &[Group], comp: CompId, fix: Fix) -> Diagnosis {
        let weight = self.weights(&groups[group]).of(&CompSet::from_iter([comp]));
        Diagnosis::by_edit(group, &[comp], weight, fix)
    }
}

/// Adds the result of an edit to the diagnosis of the group that has only this component; `false` if there is none.
pub(super) fn add_repair(
    report: &mut Report,
    (group, comp): (usize, CompId),
    repair: &Repair,
) -> bool {
    let of = |d: &&mut Diagnosis| d.group == group && d.only() == Some(comp) && d.given.is_empty();
    let Some(diagnosis) = report.diagnoses.iter_mut().find(of) else {
        return false;
    };
    match repair {
        Repair::Fix(fix) if !diagnosis.fixes.contains(fix) => diagnosis.fixes.push(fix.clone()),
        Repair::Near if !diagnosis.evidence.contains(&Evidence::Edit) => {
            diagnosis.evidence.push(Evidence::Edit);
        }
        Repair::Fix(_) | Repair::Near => {}
    }
    true
}
