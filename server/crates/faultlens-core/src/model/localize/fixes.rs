//! Fixes of a whole report: their numbers, scopes, and promises to the user.

use super::{Diagnosis, Group, LocalizeReport};
use crate::model::{Edit, Fix, Scope};

impl LocalizeReport {
    /// Effect of a verified fix of a group, as the end of a sentence. Tests without a verdict are not mentioned.
    pub fn with_fix(&self, group: usize, fix: &Fix) -> String {
        let failing = self.tests.failing.len();
        let some = |tests| format!("{tests} of {failing} failing tests pass then, and none breaks");
        let promise = match (fix.scope, self.groups.get(group)) {
            (_, Some(group)) if group.behind.is_some() => format!(
                "{} would pass if no undefined access did harm",
                group.tests.join(", ")
            ),
            (Scope::All, _) if self.tests.unanalysable.is_empty() => "all tests pass".to_owned(),
            (Scope::Group, _) if self.mended_by(fix) < failing => some(self.mended_by(fix)),
            (Scope::Partial, _) => some(fix.mends.len()),
            (Scope::Joint, _) => format!(
                "{} of {failing} failing tests pass then, together with the edits before it",
                fix.mends.len()
            ),
            _ => "all failing tests pass then, and none breaks".to_owned(),
        };
        if fix.doubtful {
            format!("{promise}, but it is doubtful")
        } else if fix.likely {
            format!("{promise}, and it is likely right")
        } else if fix.percent.is_some() {
            format!("{promise}, so it is possible")
        } else {
            promise
        }
    }

    /// Whether a diagnosis of a group has a fix.
    pub(super) fn mends(&self, group: usize, fix: &Fix) -> bool {
        let of_group = self.diagnoses.iter().filter(|d| d.group == group);
        let mut fixes = of_group.flat_map(|d| &d.fixes);
        fixes.any(|known| known.edits().eq(fix.edits()))
    }

    /// Whether each failing test passes with some repair that is not marked as doubtful.
    pub(crate) fn is_mended(&self) -> bool {
        let mut groups = self.whole_groups().peekable();
        groups.peek().is_some()
            && groups.all(|group| {
                let of_group = self.diagnoses.iter().filter(|d| d.group == group.id);
                let mut fixes = of_group.flat_map(|d| &d.fixes);
                fixes.any(Fix::is_without_doubt)
            })
    }

    /// The first likely fix, or else the first without a doubt, or else the first, with the group that it mends.
    pub fn best_fix(&self) -> Option<(usize, &Fix)> {
        let fixes = self.fixes();
        let likely = fixes.iter().find(|fix| fix.likely);
        let sure = || fixes.iter().find(|fix| fix.is_without_doubt());
        let fix = *likely.or_else(sure).or(fixes.first())?;
        let mut own = self.diagnoses.iter().filter(|d| d.fixes.contains(fix));
        Some((own.next().map_or(0, |diagnosis| diagnosis.group), fix))
    }

    /// Groups whose tests are run as usual.
    fn whole_groups(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| group.behind.is_none())
    }

    /// Number of failing tests in the groups that a fix mends.
    fn mended_by(&self, fix: &Fix) -> usize {
        let mended = self
            .whole_groups()
            .filter(|group| self.mends(group.id, fix));
        mended.map(|group| group.tests.len()).sum()
    }

    /// All fixes, each once, in the order of the ranked lines that they belong to: fix 1 comes first.
    pub fn fixes(&self) -> Vec<&Fix> {
        let ranked = self.certified().iter().flat_map(|line| &line.diagnoses);
        let ranked = ranked.filter_map(|d| self.diagnoses.get(*d));
        let mut fixes: Vec<&Fix> = Vec::new();
        let of_sets = ranked.chain(&self.diagnoses).flat_map(|d| &d.fixes);
        for fix in of_sets.chain(self.partial.iter().flat_map(|p| &p.fixes)) {
            if fixes.iter().all(|known| !known.edits().eq(fix.edits())) {
                fixes.push(fix);
            }
        }
        fixes
    }

    /// Number of a fix among [`LocalizeReport::fixes`], from 1.
    pub fn number_of(&self, fix: &Fix) -> usize {
        let fixes = self.fixes();
        let same = fixes.iter().position(|known| known.edits().eq(fix.edits()));
        same.map_or(0, |at| at + 1)
    }

    /// Number of the first fix for the same tests that does the same as this one on all inputs on which both are known.
    pub fn first_like(&self, fix: &Fix) -> Option<usize> {
        let nearby = fix.nearby?;
        let fixes = self.fixes();
        let first = fixes.iter().position(|known| {
            known.scope == fix.scope && known.mends == fix.mends && known.nearby == Some(nearby)
        });
        first.map(|at| at + 1)
    }

    /// Sets the scope of each fix: all failing tests, if all are in one group or each group has the same fix. Numbers
    /// fixes, and what they do, from 1.
    pub fn compare_fixes(&mut self) {
        self.set_scopes();
        let known = self.fixes().into_iter();
        let known: Vec<Vec<Edit>> = known.map(|fix| fix.edits().cloned().collect()).collect();
        let mut effects: Vec<u64> = Vec::new();
        for nearby in self.fixes().into_iter().filter_map(|fix| fix.nearby) {
            if !effects.contains(&nearby.effect) {
                effects.push(nearby.effect);
            }
        }
        let of_sets = self.diagnoses.iter_mut().flat_map(|d| &mut d.fixes);
        let of_parts = self.partial.iter_mut().flat_map(|p| &mut p.fixes);
        let number = |at: Option<usize>| at.map_or(0, |at| at + 1);
        for fix in of_sets.chain(of_parts) {
            fix.number = number(known.iter().position(|known| fix.edits().eq(known)));
            if let Some(nearby) = &mut fix.nearby {
                let at = effects.iter().position(|effect| *effect == nearby.effect);
                nearby.effect = number(at) as u64;
            }
        }
    }

    fn set_scopes(&mut self) {
        let scope = |group: usize, fix: &Fix| {
            let mut whole = self.whole_groups();
            let is_whole = self.whole_groups().any(|known| known.id == group);
            match fix.scope {
                Scope::Partial => Scope::Partial,
                _ if is_whole && whole.all(|group| self.mends(group.id, fix)) => Scope::All,
                _ => Scope::Group,
            }
        };
        let of = |d: &Diagnosis| d.fixes.iter().map(|fix| scope(d.group, fix)).collect();
        let scopes: Vec<Vec<Scope>> = self.diagnoses.iter().map(of).collect();
        for (diagnosis, scopes) in self.diagnoses.iter_mut().zip(scopes) {
            for (fix, scope) in diagnosis.fixes.iter_mut().zip(scopes) {
                fix.scope = scope;
            }
        }
    }
}
