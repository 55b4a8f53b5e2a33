//! Fixes that change a definition, for groups without another fix: the number of a macro, or the type of a declaration.
//!
//! The definition is then a diagnosis by itself: with it changed, every failing test of the group passes. Definitions
//! are tried after the search, because other places explain most failures better. They cost little, because few macros
//! stand for a number, and a function declares few objects.

use ir::{Component, ComponentKind, FnId};

use crate::edits::EditContext;
use crate::found::{Finding, Site};
use crate::ledger::Ledger;
use crate::report::{AddedComponent, Fix};
use crate::run::{Judging, Run};
use exec::parallel::join;
use repair::{DeclaredType, Fixer, MacroValue, REDEFINING, declared_types, definitions, sizes};

/// A definition that may be wrong.
enum Definition {
    Number(MacroValue),
    Type(DeclaredType),
}

/// Another definition with which the failing tests of a group pass.
struct Redefinition {
    group: usize,
    kind: ComponentKind,
    fix: Fix,
}

/// Groups without a fix.
fn unfixed(ledger: &Ledger<'_>) -> Vec<usize> {
    let groups = 0..ledger.report.groups.len();
    let is_unfixed = |g: &usize| ledger.of_group(*g).all(|d| d.fixes.is_empty());
    groups.filter(is_unfixed).collect()
}

/// Runs `other`, then records definitions that explain groups still without a fix. Half of them are tried in a second
/// thread meanwhile, if the user allows one.
pub(super) fn redefine_beside(
    run: &Run<'_>,
    ledger: &mut Ledger<'_>,
    other: impl FnOnce(&mut Ledger<'_>),
) {
    let judging = run.judging();
    let numbers = definitions(run.parse).into_iter().map(Definition::Number);
    let types = declared_types(run.parse).into_iter().map(Definition::Type);
    let all: Vec<Definition> = numbers.chain(types).collect();
    // The results for one half do not depend on whether the other half is tried meanwhile.
    let half = |half: usize, groups: &[usize]| {
        let definitions: Vec<&Definition> = all.iter().skip(half).step_by(2).collect();
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
    found.sort_by_key(|of| (of.group, of.fix.edit.span));
    for of in found {
        if groups.contains(&of.group) {
            ledger.record_edit(of.group, redefinition(run, of.kind, of.fix));
        }
    }
}

/// Other definitions with which the failing tests of these groups pass.
fn redefined(
    run: &Run<'_>,
    judging: &Judging<'_>,
    groups: &[usize],
    all: &[&Definition],
) -> Vec<Redefinition> {
    let mut found = Vec::new();
    for (group, judges) in judging.of_groups().enumerate() {
        if !groups.contains(&group) || all.is_empty() || (run.stopped)() {
            continue;
        }
        let mut fixer = Fixer::new(run.parse, judges, REDEFINING, run.stopped);
        found.extend(all.iter().filter_map(|definition| {
            let (kind, fix) = match definition {
                Definition::Number(value) => {
                    (ComponentKind::Macro, fixer.change_macro_value(value)?)
                }
                Definition::Type(declared) => (ComponentKind::Type, fixer.change_type(declared)?),
            };
            Some(Redefinition { group, kind, fix })
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
            Some(redefinition(self.run, ComponentKind::Size, fix))
        });
        fixed.collect()
    }
}

/// A wrong definition of this kind, with the fix that changes it.
fn redefinition(run: &Run<'_>, kind: ComponentKind, fix: Fix) -> Finding {
    let span = fix.edit.span;
    let definition = AddedComponent {
        component: Component {
            span,
            kind,
            function: FnId(u32::MAX),
            pass_through: false,
            nodes: 1,
            height: 1,
            target: None,
            operands: None,
        },
        side: None,
        statement: run.parse.sources.text(span).to_owned(),
        near: None,
    };
    Finding {
        sites: vec![Site::Added(definition)],
        weight: 1.0,
        fix,
    }
}
