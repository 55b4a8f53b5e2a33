//! What a localization has found. The ledger alone adds to the report, merges and withdraws findings, and streams them.
//!
//! A set of components is recorded once for a group: values that certify it replace the certificate of an edit, and an
//! edit of it is one more fix. A set that values certify withdraws larger ones of earlier rounds.

use ir::{CompId, CompSet};

use crate::control::{Event, Tell};
use crate::found::{EditOutcome, Finding, FoundBehind, add};
use crate::report::{AddedComponent, Certificate, Diagnosis, Evidence, Minimal, Partial, Report};
use crate::rounds::SearchTotals;

/// Findings of a localization.
pub(crate) struct Ledger<'l> {
    pub(crate) report: Report,
    /// Totals of the searches of the groups.
    pub(crate) searched: SearchTotals,
    /// Results of edits, by group; empty before edits have been tried.
    pub(crate) edited: Vec<EditOutcome>,
    /// Findings behind undefined accesses of memory.
    pub(crate) behind: Vec<FoundBehind>,
    /// Number of components of the program.
    components: usize,
    tell: &'l Tell<'l>,
}

impl<'l> Ledger<'l> {
    /// A ledger without findings, for a program with the given number of components.
    pub(crate) fn new(report: Report, components: usize, tell: &'l Tell<'l>) -> Ledger<'l> {
        Ledger {
            searched: SearchTotals::new(report.groups.len()),
            report,
            edited: Vec::new(),
            behind: Vec::new(),
            components,
            tell,
        }
    }

    /// Receiver of progress.
    pub(crate) fn receiver(&self) -> &'l Tell<'l> {
        self.tell
    }

    /// Reports progress.
    pub(crate) fn tell(&self, event: Event<'_>) {
        (self.tell)(event);
    }

    /// Number of something that is not part of the program.
    pub(crate) fn add(&mut self, one: AddedComponent) -> CompId {
        add(one, self.components, &mut self.report.added)
    }

    /// Records a certified set and streams it. Returns its index in the report.
    pub(crate) fn record(&mut self, diagnosis: Diagnosis) -> usize {
        if diagnosis.is_plain(diagnosis.group) {
            self.withdraw_supersets(diagnosis.group, &diagnosis.set());
        }
        self.tell(Event::Diagnosis(&diagnosis, &self.report.added));
        self.put(diagnosis)
    }

    /// Records places that an edit certifies, which were announced when they were found.
    pub(crate) fn record_edit(&mut self, group: usize, finding: Finding) {
        let diagnosis = finding.diagnosis(group, self.components, &mut self.report.added);
        self.put(diagnosis);
    }

    /// Adds a set to the report, or what certifies it to the same set.
    fn put(&mut self, mut diagnosis: Diagnosis) -> usize {
        let known = self.with_set(diagnosis.group, &diagnosis.set());
        let Some(at) = known.filter(|_| diagnosis.given.is_empty()) else {
            self.report.diagnoses.push(diagnosis);
            return self.report.diagnoses.len() - 1;
        };
        let known = &mut self.report.diagnoses[at];
        if diagnosis.certificate == Certificate::Values {
            diagnosis.fixes.append(&mut known.fixes);
            *known = diagnosis;
        } else {
            for fix in diagnosis.fixes {
                if known.fixes.iter().all(|old| !old.edits().eq(fix.edits())) {
                    known.fixes.push(fix);
                }
            }
        }
        at
    }

    /// Records a set that explains some tests. Returns whether one of them was not explained before.
    pub(crate) fn record_partial(&mut self, new: Partial) -> bool {
        let all = &mut self.report.partial;
        let is_new = |test: &usize| !all.iter().any(|known| known.tests.contains(test));
        let explains_more = new.tests.iter().any(is_new);
        let is_same = |known: &&mut Partial| {
            (known.group, &known.comps) == (new.group, &new.comps) && known.fixes.is_empty()
        };
        match all.iter_mut().find(is_same) {
            Some(known) => {
                known.tests.extend(new.tests);
                known.tests.sort_unstable();
                known.tests.dedup();
            }
            None => all.push(new),
        }
        explains_more
    }

    /// Forgets the components that explain some tests of a group with such a diagnosis.
    pub(crate) fn forget_partial(&mut self, superseded: impl Fn(&Diagnosis) -> bool) {
        let mut partial = std::mem::take(&mut self.report.partial);
        partial.retain(|of| !of.fixes.is_empty() || !self.of_group(of.group).any(&superseded));
        self.report.partial = partial;
    }

    /// Records that an edit of a component is nearly a fix.
    pub(crate) fn record_near(&mut self, group: usize, comp: CompId) {
        if let Some(at) = self.with_set(group, &CompSet::from_iter([comp])) {
            let evidence = &mut self.report.diagnoses[at].evidence;
            if !evidence.contains(&Evidence::Edit) {
                evidence.push(Evidence::Edit);
            }
        }
    }

    /// Records that values certify a set that may be known. Returns whether an earlier round reported it or a subset
    /// that suffices. A stronger result about minimality is kept.
    pub(crate) fn knows(&mut self, group: usize, set: &CompSet, minimal: Minimal) -> bool {
        let mut of_group = self.report.diagnoses.iter_mut();
        let known = of_group.find(|d| d.is_plain(group) && d.set().is_subset(set));
        if let Some(known) = known {
            if known.set() == *set {
                known.minimal = known.minimal.min(minimal);
            }
            return true;
        }
        false
    }

    /// Index of the diagnosis of a group with this set that presupposes no edits.
    fn with_set(&self, group: usize, set: &CompSet) -> Option<usize> {
        let is_same = |d: &Diagnosis| d.group == group && d.given.is_empty() && d.set() == *set;
        self.report.diagnoses.iter().position(is_same)
    }

    /// Withdraws sets of earlier rounds that are supersets of the given set.
    fn withdraw_supersets(&mut self, group: usize, set: &CompSet) {
        let is_larger = |d: &Diagnosis| d.is_plain(group) && set.is_subset(&d.set());
        while let Some(i) = self.report.diagnoses.iter().position(is_larger) {
            let larger = self.report.diagnoses.remove(i);
            self.tell(Event::Withdrawn(&larger));
            self.searched.forget(i);
        }
    }

    /// Diagnoses of a group.
    pub(crate) fn of_group(&self, group: usize) -> impl Iterator<Item = &Diagnosis> {
        let all = self.report.diagnoses.iter();
        all.filter(move |d| d.group == group)
    }

    /// A weight with which a set stands behind those that the search found.
    pub(crate) fn weight_behind(&self) -> f64 {
        let weights = self.report.diagnoses.iter().map(|d| d.weight);
        2.0 * weights.fold(1.0, f64::max)
    }

    /// Whether the work that the user allowed is spent.
    pub(crate) fn is_spent(&self, limit: Option<u64>) -> bool {
        limit.is_some_and(|limit| self.searched.work >= limit)
    }
}
