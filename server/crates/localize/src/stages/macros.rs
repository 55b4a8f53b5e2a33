//! Fixes that change the number of a macro, for groups without another fix.
//!
//! The macro is then a diagnosis by itself: with its number changed, every failing test of the group passes. Macros are
//! tried after the search, because other places explain most failures better. They cost little, because few macros
//! stand for a number.

use ir::{Component, ComponentKind, FnId};

use crate::edits::EditContext;
use crate::found::{Finding, Site};
use crate::ledger::Ledger;
use crate::report::{AddedComponent, Fix};
use crate::run::{Judging, Run};
use exec::parallel::join;
use repair::{Fixer, MacroValue, REDEFINING, definitions, sizes};

/// A macro, and another number for it with which the failing tests of a group pass.
struct MacroRepair {
    group: usize,
    definition: MacroValue,
    fix: Fix,
}

/// Groups without a fix.
fn unfixed(ledger: &Ledger<'_>) -> Vec<usize> {
    let groups = 0..ledger.report.groups.len();
    let is_unfixed = |g: &usize| ledger.of_group(*g).all(|d| d.fixes.is_empty());
    groups.filter(is_unfixed).collect()
}

/// Runs `other`, then records macros that explain groups still without a fix. Half of the macros are tried in a second
/// thread meanwhile, if the user allows one.
pub(super) fn redefine_beside(
    run: &Run<'_>,
    ledger: &mut Ledger<'_>,
    other: impl FnOnce(&mut Ledger<'_>),
) {
    let judging = run.judging();
    let all = definitions(run.parse);
    // The results for one half do not depend on whether the other half is tried meanwhile.
    let half = |half: usize, groups: &[usize]| {
        let definitions: Vec<&MacroValue> = all.iter().skip(half).step_by(2).collect();
        redefined(run, &judging, groups, &definitions)
    };
    let before = unfixed(ledger);
    let beside = run.options.workers > 1 && !before.is_empty();
    let ((groups, mut found), more) = join(
        "macros",
        beside,
        || {
            other(ledger);
            let groups = unfixed(ledger);
            let found = half(0, &groups);
            (groups, found)
        },
        || half(1, &before),
    );
    found.extend(more);
    found.sort_by_key(|of| (of.group, of.definition.body));
    for of in found {
        if groups.contains(&of.group) {
            ledger.record_edit(of.group, number(run, &of.definition, of.fix));
        }
    }
}

/// Macros with which, given another number, the failing tests of these groups pass.
fn redefined(
    run: &Run<'_>,
    judging: &Judging<'_>,
    groups: &[usize],
    all: &[&MacroValue],
) -> Vec<MacroRepair> {
    let mut found = Vec::new();
    for (group, judges) in judging.of_groups().enumerate() {
        if !groups.contains(&group) || all.is_empty() || (run.stopped)() {
            continue;
        }
        let mut fixer = Fixer::new(run.parse, judges, REDEFINING, run.stopped);
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

impl EditContext<'_> {
    /// Other sizes of arrays with which the given failing tests pass.
    pub(crate) fn resized(&self, fixer: &mut Fixer<'_>) -> Vec<Finding> {
        let all = sizes(self.run.parse).into_iter();
        let fixed = all.filter_map(|size| {
            let fix = fixer.change_macro_value(&size)?;
            Some(number(self.run, &size, fix))
        });
        fixed.collect()
    }
}

/// A wrong number, with the fix that changes it.
fn number(run: &Run<'_>, definition: &MacroValue, fix: Fix) -> Finding {
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
        statement: run.parse.sources.text(definition.body).to_owned(),
        near: None,
    };
    Finding {
        sites: vec![Site::Added(number)],
        weight: 1.0,
        fix,
    }
}
