//! Fixes of a whole report: their numbers, scopes, and promises to the user.

use super::LocalizeReport;
use crate::model::{Fix, Scope};

impl LocalizeReport {
    /// Effect of a verified fix of a group, as the end of a sentence. Tests without a verdict are not mentioned.
    pub fn with_fix(&self, group: usize, fix: &Fix) -> String {
        let failing = self.tests.failing.len();
        let some = |tests| format!("{tests} of {failing} failing tests pass then, and none breaks");
        let promise = match (fix.scope, self.groups.get(group)) {
            (_, Some(group)) if group.behind.is_some() => {
                "with this, only the undefined access is left".to_owned()
            }
            (Scope::All, _) if self.tests.unanalysable.is_empty() => "all tests pass".to_owned(),
            (Scope::Group, Some(group)) if group.tests.len() < failing => some(group.tests.len()),
            (Scope::Partial, _) => some(fix.mends.len()),
            _ => "all failing tests pass then, and none breaks".to_owned(),
        };
        if fix.doubtful {
            format!("{promise}, but it is doubtful")
        } else {
            promise
        }
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

    /// Sets the scope of each fix: all failing tests, if all are in one group or each group has the same fix.
    pub fn judge_fixes(&mut self) {
        let whole: Vec<usize> = self
            .groups
            .iter()
            .filter(|group| group.behind.is_none())
            .map(|group| group.id)
            .collect();
        let known: Vec<(usize, Fix)> = self
            .diagnoses
            .iter()
            .flat_map(|d| d.fixes.iter().map(|fix| (d.group, fix.clone())))
            .collect();
        let mends = |group: usize, fix: &Fix| {
            known
                .iter()
                .any(|(g, other)| *g == group && other.edits().eq(fix.edits()))
        };
        for diagnosis in &mut self.diagnoses {
            let is_whole = whole.contains(&diagnosis.group);
            let whole_group = diagnosis.fixes.iter_mut();
            for fix in whole_group.filter(|fix| fix.scope != Scope::Partial) {
                fix.scope = if is_whole && whole.iter().all(|g| mends(*g, fix)) {
                    Scope::All
                } else {
                    Scope::Group
                };
            }
        }
    }
}
