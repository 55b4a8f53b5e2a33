//! Edits by synthesis ([`Fixer::synthesise`]).

use super::EditContext;
use crate::found::EditOutcome;
use repair::{Fixer, Judges, Repair, SYNTHESIS};

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

    /// The best synthesised edit of each component that all of the given failing tests execute.
    fn synthesised(&self, tests: &[usize], judges: Judges<'_>) -> EditOutcome {
        let places = self.run.executed(tests);
        let budget = self.run.budget(SYNTHESIS);
        let mut fixer = Fixer::new(self.run.parse, judges, budget, self.run.stopped);
        let mut found = fixer.synthesise(&places);
        found.sort_by(|(_, a), (_, b)| b.plausibility.total_cmp(&a.plausibility));
        let mut edited = EditOutcome::default();
        for (comp, fix) in found {
            if edited.repairs.iter().all(|(known, _)| *known != comp) {
                edited.repairs.push((comp, Repair::Fix(fix)));
            }
        }
        edited
    }
}
