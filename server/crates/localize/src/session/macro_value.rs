//! Fixes that change the number of a macro, for groups without another fix.
//!
//! The macro is then a diagnosis by itself: with its number changed, every failing test of the group passes. Macros are
//! tried after the search, because other places explain most failures better. They cost little, because few macros
//! stand for a number.

use ir::{Component, ComponentKind, FnId};

use super::Session;
use super::judge_context::Judging;
use crate::control::Control;
use crate::report::{AddedComponent, Diagnosis, Fix, Report};
use exec::parallel::join;
use repair::{Fixer, MacroValue, REDEFINING, definitions, sizes};

/// A macro, and another number for it with which the failing tests of a group pass.
struct MacroRepair {
    group: usize,
    definition: MacroValue,
    fix: Fix,
}

/// Groups for which the report has no fix.
fn unfixed(report: &Report) -> Vec<usize> {
    let fixed = report.diagnoses.iter().filter(|d| !d.fixes.is_empty());
    let fixed: Vec<usize> = fixed.map(|d| d.group).collect();
    let groups = 0..report.groups.len();
    groups.filter(|g| !fixed.contains(g)).collect()
}

impl Session<'_> {
    /// Runs `other` on the report, then adds macros that explain groups still without a fix. Half of the macros are
    /// tried in a second thread meanwhile, if the user allows one.
    pub(super) fn redefine_beside(
        &self,
        report: &mut Report,
        control: &dyn Control,
        other: impl FnOnce(&mut Report),
    ) {
        let judging = self.judging(&report.groups);
        let all = definitions(self.parse);
        // The results for one half do not depend on whether the other half is tried meanwhile.
        let half = |half: usize, groups: &[usize]| {
            let definitions: Vec<&MacroValue> = all.iter().skip(half).step_by(2).collect();
            self.redefined(&judging, groups, &definitions, control)
        };
        let before = unfixed(report);
        let beside = self.options.workers > 1 && !before.is_empty();
        let ((groups, mut found), more) = join(
            "macros",
            beside,
            || {
                other(report);
                let groups = unfixed(report);
                let found = half(0, &groups);
                (groups, found)
            },
            || half(1, &before),
        );
        found.extend(more);
        found.sort_by_key(|of| (of.group, of.definition.body));
        for of in found {
            if groups.contains(&of.group) {
                self.add_macro(report, of.group, &of.definition, of.fix);
            }
        }
    }

    /// Macros with which, given another number, the failing tests of these groups pass.
    fn redefined(
        &self,
        judging: &Judging<'_>,
        groups: &[usize],
        all: &[&MacroValue],
        control: &dyn Control,
    ) -> Vec<MacroRepair> {
        let stopped = || control.stop_reason().is_some();
        let mut found = Vec::new();
        for (group, judges) in judging.of_groups().enumerate() {
            if !groups.contains(&group) || all.is_empty() || stopped() {
                continue;
            }
            let mut fixer = Fixer::new(self.parse, judges, REDEFINING, &stopped);
            found.extend(all.iter().filter_map(|definition| {
                Some(MacroRepair {
                    group,
                    definition: (*definition).clone(),
                    fix: fixer.change_macro_value(definition)?,
                })
            }));
        }
        found
    }

    fn add_macro(&self, report: &mut Report, group: usize, definition: &MacroValue, fix: Fix) {
        let diagnosis = self.by_number(&mut report.added, group, definition, fix);
        report.diagnoses.push(diagnosis);
    }

    /// Other sizes of arrays with which the given failing tests pass.
    pub(super) fn resized(&self, fixer: &mut Fixer<'_>) -> Vec<(MacroValue, Fix)> {
        let all = sizes(self.parse).into_iter();
        let fixed = all.filter_map(|size| fixer.change_macro_value(&size).map(|fix| (size, fix)));
        fixed.collect()
    }

    /// Diagnosis for a wrong number.
    pub(super) fn by_number(
        &self,
        added: &mut Vec<AddedComponent>,
        group: usize,
        definition: &MacroValue,
        fix: Fix,
    ) -> Diagnosis {
        let kind = if definition.is_size {
            ComponentKind::Size
        } else {
            ComponentKind::Macro
        };
        let number = AddedComponent {
            component: Component {
                span: definition.body,
                kind,
                function: FnId(u32::MAX),
                pass_through: false,
                nodes: 1,
                height: 1,
                target: None,
                operands: None,
            },
            side: None,
            statement: self.parse.sources.text(definition.body).to_owned(),
            near: None,
        };
        let comp = self.added_to(added, number);
        Diagnosis::by_edit(group, &[comp], 1.0, fix)
    }
}
