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

use ir::{CompId, CompSet};
use syntax::Span;

use super::EditContext;
use crate::found::{EditOutcome, Finding, Site};
use crate::limits::{GROUPS_WITH_WHOLE_EDIT_BUDGET, MAX_MISSING_STATEMENTS, MOST_RIVALS};
use crate::report::{Fix, GroupKind};
use repair::Refuted;
use repair::{Fixer, Fixers, Judges, LAYER_ONE, MISSING, REDEFINING};

impl EditContext<'_> {
    /// Tries edits of what failing tests execute, and reports the fixes: first for all failing tests together, because
    /// one fault often fails tests in several ways; without such a fix, group by group. If no existing code can be
    /// fixed, missing statements are tried in the same order.
    pub(super) fn edited(&self) -> Vec<EditOutcome> {
        let groups = &self.run.groups;
        // With many groups, trying everything in each would take too long.
        let sharing = groups.len().div_ceil(GROUPS_WITH_WHOLE_EDIT_BUDGET);
        let all = self.run.all_failing();
        let judges: Vec<Judges<'_>> = self.judging.of_groups().collect();
        let of_all = self.judging.of_all();
        // Edits of existing code.
        let tried = |tests: &[usize], judges, sharing| {
            let edited = self.edited_for(tests, judges, sharing);
            edited.has_fix().then(|| edited.of_several())
        };
        let several = groups.len() > 1;
        let joint = several.then(|| tried(&all, of_all, 1)).flatten();
        let mut edited: Vec<EditOutcome> = match joint {
            Some(joint) => {
                (0..groups.len()).for_each(|group| self.tell_repairs(group, &joint));
                vec![joint; groups.len()]
            }
            None => {
                let each = groups.iter().zip(&judges).enumerate();
                let each = each.map(|(group, (of, judges))| {
                    let edited = self.edited_for(&of.tests, *judges, sharing);
                    self.tell_repairs(group, &edited);
                    edited
                });
                each.collect()
            }
        };
        // Missing statements.
        let missing = |tests: &[usize], judges, sharing| {
            let mut fixer = Fixer::new(
                self.run.parse,
                judges,
                self.run.budget(MISSING).part(sharing),
                self.run.stopped,
            );
            self.missing(&mut fixer, tests, MAX_MISSING_STATEMENTS, false)
        };
        // Few tests say little about what is missing; between many fixes, more tests do not decide.
        let lacks = |of: &EditOutcome, judges: Judges<'_>| {
            let sure = of.fixes().filter(|(_, fix)| fix.is_sure());
            let sure = sure
                .filter(|(comp, fix)| !self.redirects(*comp, fix))
                .count();
            let is_decided = sure > 0 && (judges.are_few() || sure <= MOST_RIVALS);
            !is_decided
        };
        let nothing = edited.iter().all(|of| lacks(of, of_all));
        let joint = if several && nothing {
            missing(&all, of_all, 1)
        } else {
            Vec::new()
        };
        for (group, of_group) in edited.iter_mut().enumerate() {
            if lacks(of_group, judges[group])
                && joint.is_empty()
                && groups[group].kind == GroupKind::Trap
            {
                let mut fixer =
                    Fixer::new(self.run.parse, judges[group], REDEFINING, self.run.stopped);
                of_group.added = self.resized(&mut fixer);
            }
            let own = if !joint.is_empty() {
                joint.clone()
            } else if lacks(of_group, judges[group]) && of_group.added.is_empty() {
                missing(&groups[group].tests, judges[group], sharing)
            } else {
                Vec::new()
            };
            let found = own.iter().map(|one| self.missing_finding(group, one));
            of_group.added.extend(found);
            for finding in &of_group.added {
                self.announce(group, finding);
            }
        }
        edited
    }

    /// Whether a fix makes an assignment one of something else. Then the old one is gone, though it may have been meant
    /// as well.
    fn redirects(&self, comp: CompId, fix: &Fix) -> bool {
        let whole = self.run.place(comp);
        let behind = Span {
            start: fix.edit.span.end,
            ..whole
        };
        let behind = self.run.parse.sources.text(behind).trim_start();
        whole.encloses(fix.edit.span) && behind.starts_with('=') && !behind.starts_with("==")
    }

    /// Tries edits of the components that all of the given failing tests execute, with a share of the budget.
    fn edited_for(&self, tests: &[usize], judges: Judges<'_>, sharing: usize) -> EditOutcome {
        let places = self.run.executed(tests);
        let nothing = Refuted::default();
        let budget = self.run.budget(LAYER_ONE).part(sharing);
        let mut fixers = Fixers::new(self.run.parse, judges, budget, &nothing, self.run.stopped);
        let repairs = fixers.edit(&places).into_iter().zip(places);
        let repairs = repairs.filter_map(|(repair, (comp, _))| Some((comp, repair?)));
        EditOutcome {
            repairs: repairs.collect(),
            refuted: fixers.refuted(),
            ..EditOutcome::default()
        }
    }

    /// Reports the fixes for a group.
    fn tell_repairs(&self, group: usize, edited: &EditOutcome) {
        for (comp, fix) in edited.fixes() {
            self.announce(group, &self.single(group, comp, fix));
        }
    }

    /// A component with a fix.
    pub(super) fn single(&self, group: usize, comp: CompId, fix: &Fix) -> Finding {
        Finding {
            sites: vec![Site::Component(comp)],
            weight: self.run.weights(group).of(&CompSet::from_iter([comp])),
            fix: fix.clone(),
        }
    }
}
