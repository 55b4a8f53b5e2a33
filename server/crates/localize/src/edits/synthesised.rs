//! Edits by synthesis ([`Fixer::synthesise`]).

use super::EditContext;
use crate::found::EditOutcome;
use crate::limits::{AS_LIKELY, FIXES_OF_COMPONENT};
use repair::{Fix, Fixer, Judges, Repair, SYNTHESIS};

impl EditContext<'_> {
    /// Synthesises edits: first for all failing tests, because one fault often fails tests in several ways, then for
    /// the groups without a fix.
    pub(super) fn add_synthesised(&self, edited: &mut [EditOutcome]) {
        let groups = &self.run.groups;
        if groups.len() > 1 {
            let all = self.run.all_failing();
            let found = self.synthesised(&all, self.judging.of_all());
            for (group, of_group) in edited.iter_mut().enumerate() {
                self.add_repairs(group, of_group, &found);
            }
        }
        for ((group, of_group), judges) in
            edited.iter_mut().enumerate().zip(self.judging.of_groups())
        {
            if (groups.len() == 1 || !of_group.is_likely_fixed()) && !(self.run.stopped)() {
                let found = self.synthesised(&groups[group].tests, judges);
                self.add_repairs(group, of_group, &found);
            }
        }
    }

    fn add_repairs(&self, group: usize, edited: &mut EditOutcome, found: &EditOutcome) {
        for (comp, fix) in found.fixes() {
            if edited.fixes().all(|(told, _)| told != comp) {
                self.announce(group, &self.single(group, comp, fix));
            }
        }
        edited.repairs.extend(found.repairs.iter().cloned());
    }

    /// The best synthesised edits of each component that all of the given failing tests execute.
    fn synthesised(&self, tests: &[usize], judges: Judges<'_>) -> EditOutcome {
        let places = self.run.executed(tests);
        let budget = self.run.budget(SYNTHESIS);
        let mut fixer = Fixer::new(self.run.parse, judges, budget, self.run.stopped);
        let mut found = fixer.synthesise(&places);
        found.sort_by(|(_, a), (_, b)| b.plausibility.total_cmp(&a.plausibility));
        let mut edited = EditOutcome::default();
        for (comp, fix) in found {
            // Another one of the same component is of interest only if it is about as likely and does something else.
            let own = edited.fixes().filter(|(known, _)| *known == comp);
            let own: Vec<&Fix> = own.map(|(_, known)| known).collect();
            let is_rival = |best: &&Fix| fix.plausibility >= AS_LIKELY * best.plausibility;
            let is_wanted = own.first().is_none_or(is_rival) && own.len() < FIXES_OF_COMPONENT;
            if is_wanted && own.iter().all(|known| known.does_otherwise(&fix)) {
                edited.repairs.push((comp, Repair::Fix(fix)));
            }
        }
        edited
    }
}
