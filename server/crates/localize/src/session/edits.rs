//! The first layer of evidence: small edits of everything that the failing tests execute.
//!
//! The search asks whether *values* of a component would let the failing tests pass. That leaves out what values cannot
//! express: the element that is written, the target of an input, an argument. And it takes formulas where loops and
//! pointers abound, while the smallest edits (an operator, a constant, a name) only take runs. So these are tried
//! from the beginning, most suspicious components first, beside the search, failing tests before passing ones, until a
//! kind of edit has led to a fix or the budget is used up. It is counted in runs and instructions, so what is found does
//! not depend on how fast the search is meanwhile.
//!
//! A component with such a fix is a diagnosis, certified by the edited program ([`crate::report::Certificate::Edit`]), unless the search
//! finds it, too: then its certificate are values, and the fix is added to it. The search takes no notice otherwise: an
//! edit says nothing about the sets of others.

use ir::{CompId, CompSet, FnId, Relaxing};
use rustc_hash::FxHashSet;
use search::Strategy;
use syntax::Span;

use super::Session;
use super::edit_results::EditOutcome;
use super::judging::Looking;
use crate::control::Event;
use crate::limits::{GROUPS_WITH_WHOLE_EDIT_BUDGET, MAX_MISSING_STATEMENTS};
use crate::report::{Diagnosis, Evidence, Fix, Group, GroupKind, Report};
use repair::Refuted;
use repair::{Fixer, Fixers, Judges, LAYER_ONE, MISSING, REDEFINING, Repair};

impl Session<'_> {
    /// Whether edits are tried beside the search: not where another strategy or another relaxation is measured, nor for a
    /// program that itself is an edited one.
    pub(super) fn tries_edits(&self) -> bool {
        let usual = (Strategy::Multi, Relaxing::Angelic);
        let is_usual = (self.options.strategy, self.options.relaxing) == usual;
        is_usual && !self.is_behind && self.options.work != Some(0)
    }

    /// Tries edits of what failing tests execute, and tells of the fixes: first of what all of them execute, for one fault
    /// often fails tests in several ways; without such a fix, group by group. Where nothing that is there can be mended,
    /// statements are tried that may be missing, in the same order.
    pub(super) fn edited(&self, looking: Looking<'_>) -> Vec<EditOutcome> {
        let groups = looking.groups;
        // Where there are many groups, nobody waits for all that could be tried in each.
        let sharing = groups.len().div_ceil(GROUPS_WITH_WHOLE_EDIT_BUDGET);
        let all: Vec<usize> = groups.iter().flat_map(|g| g.tests.clone()).collect();
        let judges: Vec<Judges<'_>> = looking.judging.of_groups().collect();
        let of_all = looking.judging.of_all();
        // Edits of what is there.
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
        // Statements that are missing.
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

    /// Edits of what all of these failing tests execute, with a share of the budget.
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

    /// Tells of the fixes for a group.
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

    /// Adds what edits of a component do: to its diagnosis if the search has one, else a fix is one by itself.
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

    /// What all these failing tests execute, most suspicious first. An edit of anything else leaves one of them as it is.
    pub(super) fn executed(&self, tests: &[usize]) -> Vec<(CompId, Span)> {
        self.suspected_first(&self.executed_by_all(tests))
    }

    /// These components with their places, most suspicious first, without those that the user says are correct.
    fn suspected_first(&self, all: &CompSet) -> Vec<(CompId, Span)> {
        let suspicion = |c: CompId| self.suspicion.get(c.index()).copied().unwrap_or(0.0);
        // What should have been written elsewhere is in no slice.
        let correct = &self.options.correct;
        let mut comps: Vec<CompId> = all.iter().filter(|c| !correct.contains(c)).collect();
        comps.sort_by(|a, b| suspicion(*b).total_cmp(&suspicion(*a)).then(a.cmp(b)));
        comps.into_iter().map(|c| (c, self.place(c))).collect()
    }

    /// All of the functions that these failing tests enter, most suspicious first: a test that ends early has not come to
    /// what is wrong in the same way further on.
    pub(super) fn entered_by_any(&self, tests: &[usize]) -> Vec<(CompId, Span)> {
        let function = |c: CompId| self.program.components[c.index()].function;
        let entered: FxHashSet<FnId> = tests
            .iter()
            .flat_map(|test| self.outcomes[*test].covered.iter().map(function))
            .collect();
        let all = (0..self.program.components.len()).map(|i| CompId(i as u32));
        self.suspected_first(&all.filter(|c| entered.contains(&function(*c))).collect())
    }

    /// What all these tests execute.
    pub(super) fn executed_by_all(&self, tests: &[usize]) -> CompSet {
        let mut covered = tests.iter().map(|t| &self.outcomes[*t].covered);
        let mut all: CompSet = covered.next().cloned().unwrap_or_default();
        for other in covered {
            all = all.iter().filter(|c| other.contains(*c)).collect();
        }
        all
    }

    /// The diagnosis that an edit certifies.
    fn by_edit(&self, group: usize, groups: &[Group], comp: CompId, fix: Fix) -> Diagnosis {
        let weight = self.weights(&groups[group]).of(&CompSet::from_iter([comp]));
        Diagnosis::by_edit(group, &[comp], weight, fix)
    }
}

/// Adds what edits do to the diagnosis of the group that has only this component; `false` if there is none.
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
