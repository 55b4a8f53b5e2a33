//! The first layer of evidence: small edits of everything that the failing tests execute.
//!
//! The search asks whether *values* of a component would let the failing tests pass. That leaves out what values cannot
//! express: the element that is written, the target of an input, an argument. And it takes formulas where loops and
//! pointers abound, while the smallest edits (an operator, a constant, a name) only take runs. So these are tried
//! from the beginning, most suspicious components first, beside the search, failing tests before passing ones, until a
//! kind of edit has led to a fix or the budget is used up. It is counted in runs and instructions, so what is found does
//! not depend on how fast the search is meanwhile.
//!
//! A component with such a fix is a diagnosis, certified by the edited program ([`Certificate::Edit`]), unless the search
//! finds it, too: then its certificate are values, and the fix is added to it. The search takes no notice otherwise: an
//! edit says nothing about the sets of others.

use ir::{CompId, CompSet, Relaxing};
use search::Strategy;
use syntax::Span;

use super::fixing::{Looking, add_repair};
use super::{Event, Session};
use crate::engine::Refuted;
use crate::fix::{Fixers, LAYER_ONE, Repair};
use crate::report::{Certificate, Diagnosis, Fix, Group, Minimal, Report, Suspect};

/// Groups that may each take what edits may cost; more of them share it.
const WHOLE_BUDGETS: usize = 4;

/// What came of the edits of a group.
#[derive(Debug, Clone, Default)]
pub(crate) struct Edited {
    /// What edits of components do.
    pub(super) repairs: Vec<(CompId, Repair)>,
    /// Edits that need not be tried any more.
    pub(super) refuted: Refuted,
}

impl Edited {
    /// Whether there is a fix among them.
    pub(super) fn has_fix(&self) -> bool {
        let is_fix = |(_, repair): &(CompId, Repair)| matches!(repair, Repair::Fix(_));
        self.repairs.iter().any(is_fix)
    }
}

impl Session<'_> {
    /// Whether edits are tried beside the search: not where another strategy or another relaxation is measured, nor for a
    /// program that itself is an edited one.
    pub(super) fn tries_edits(&self) -> bool {
        let usual = (Strategy::Multi, Relaxing::Angelic);
        let is_usual = (self.options.strategy, self.options.relaxing) == usual;
        is_usual && !self.is_behind && self.options.work != Some(0)
    }

    /// Tries edits of what the failing tests of a group execute, and tells of the fixes.
    pub(super) fn edited(&self, group: usize, looking: Looking<'_>) -> Edited {
        let stopped = || looking.control.stop_reason().is_some();
        let Some(judges) = looking.judging.of_groups().nth(group) else {
            return Edited::default();
        };
        let places = self.executed(&looking.groups[group]);
        let nothing = Refuted::default();
        // Where there are many groups, nobody waits for all that could be tried in each.
        let budget = LAYER_ONE.part(looking.groups.len().div_ceil(WHOLE_BUDGETS));
        let mut fixers = Fixers::new(self.parse, judges, budget, &nothing, &stopped);
        let repairs = fixers.edit(&places).into_iter().zip(places);
        let repairs = repairs.filter_map(|(repair, (comp, _))| Some((comp, repair?)));
        let edited = Edited {
            repairs: repairs.collect(),
            refuted: fixers.refuted(),
        };
        for (comp, repair) in &edited.repairs {
            if let Repair::Fix(fix) = repair {
                let diagnosis = self.by_edit(group, looking.groups, *comp, fix.clone());
                (looking.tell)(Event::Diagnosis(&diagnosis));
            }
        }
        edited
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

    /// What all failing tests of a group execute, most suspicious first. An edit of anything else leaves one of them as it is.
    fn executed(&self, group: &Group) -> Vec<(CompId, Span)> {
        let mut covered = group.tests.iter().map(|t| &self.outcomes[*t].covered);
        let mut all: CompSet = covered.next().cloned().unwrap_or_default();
        for other in covered {
            all = all.iter().filter(|c| other.contains(*c)).collect();
        }
        let suspicion = |c: CompId| self.suspicion.get(c.index()).copied().unwrap_or(0.0);
        // What should have been written elsewhere is in no slice.
        let correct = &self.options.correct;
        let mut comps: Vec<CompId> = all.iter().filter(|c| !correct.contains(c)).collect();
        comps.sort_by(|a, b| suspicion(*b).total_cmp(&suspicion(*a)).then(a.cmp(b)));
        comps.into_iter().map(|c| (c, self.place(c))).collect()
    }

    /// The diagnosis that an edit certifies.
    fn by_edit(&self, group: usize, groups: &[Group], comp: CompId, fix: Fix) -> Diagnosis {
        let suspect = Suspect {
            comp,
            refined: None,
            values: Vec::new(),
        };
        Diagnosis {
            group,
            suspects: vec![suspect],
            weight: self.weights(&groups[group]).of(&CompSet::from_iter([comp])),
            verified: true,
            certificate: Certificate::Edit,
            // The tests fail without it.
            minimal: Minimal::Proved,
            evidence: Vec::new(),
            fixes: vec![fix],
            given: Vec::new(),
        }
    }
}
