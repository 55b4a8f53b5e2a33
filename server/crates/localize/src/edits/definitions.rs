//! Fixes that change a definition: the number or body of a macro, the type of a declaration, the size of an array, a
//! value in a table.
//!
//! The definition is then a diagnosis by itself: with it changed, every failing test of the group passes. Definitions
//! are tried after edits of what the tests execute, because these explain most failures better.

use ir::{Component, ComponentKind, FnId};
use syntax::Span;

use super::EditContext;
use crate::found::{EditOutcome, Finding, Site};
use crate::report::{AddedComponent, Fix};
use repair::{Fixer, Judges, REDEFINING, Repair, TABULATED, declared_types, definitions, sizes};

impl EditContext<'_> {
    /// Looks for other definitions with which the groups pass. Where a fix leaves little doubt, only macros with
    /// parameters are changed, which are used in many places, and missing parentheses are added.
    pub(super) fn add_definitions(&self, edited: &mut [EditOutcome]) {
        for (group, (of_group, judges)) in
            edited.iter_mut().zip(self.judging.of_groups()).enumerate()
        {
            if (self.run.stopped)() {
                continue;
            }
            let is_open = !of_group.is_surely_fixed();
            if is_open {
                self.add_table_values(group, judges, of_group);
            }
            let found = self.redefined(group, judges, is_open);
            for finding in &found {
                self.announce(group, finding);
            }
            of_group.added.extend(found);
        }
    }

    /// Other values in tables.
    fn add_table_values(&self, group: usize, judges: Judges<'_>, edited: &mut EditOutcome) {
        let budget = self.run.budget(TABULATED);
        let mut fixer = Fixer::new(self.run.parse, judges, budget, self.run.stopped);
        for (comp, place) in self.run.executed(&self.run.groups[group].tests) {
            let kind = self.run.program.components[comp.index()].kind;
            if kind != ComponentKind::Initialiser {
                continue;
            }
            if let Some(fix) = fixer.change_table_value(place) {
                self.announce(group, &self.single(group, comp, &fix));
                edited.repairs.push((comp, Repair::Fix(fix)));
            }
        }
    }

    fn redefined(&self, group: usize, judges: Judges<'_>, wants_all: bool) -> Vec<Finding> {
        let executed = self.run.executed(&self.run.groups[group].tests);
        let places: Vec<Span> = executed.into_iter().map(|(_, place)| place).collect();
        let budget = self.run.budget(REDEFINING);
        let mut fixer = Fixer::new(self.run.parse, judges, budget, self.run.stopped);
        let mut found = Vec::new();
        if wants_all {
            for number in definitions(self.run.parse) {
                let fix = fixer.change_macro_value(&number);
                found.extend(fix.map(|fix| (ComponentKind::Macro, fix)));
            }
        }
        let bodies = fixer.change_macro_bodies(&places, wants_all).into_iter();
        found.extend(bodies.map(|fix| (ComponentKind::Macro, fix)));
        if wants_all {
            for declared in declared_types(self.run.parse) {
                let fix = fixer.change_type(&declared);
                found.extend(fix.map(|fix| (ComponentKind::Type, fix)));
            }
        }
        let found = found.into_iter();
        found
            .map(|(kind, fix)| self.redefinition(kind, fix))
            .collect()
    }

    /// Other sizes of arrays with which the given failing tests pass.
    pub(super) fn resized(&self, fixer: &mut Fixer<'_>) -> Vec<Finding> {
        let all = sizes(self.run.parse).into_iter();
        let fixed = all.filter_map(|size| {
            let fix = fixer.change_macro_value(&size)?;
            Some(self.redefinition(ComponentKind::Size, fix))
        });
        fixed.collect()
    }

    /// A wrong definition of this kind, with the fix that changes it.
    fn redefinition(&self, kind: ComponentKind, fix: Fix) -> Finding {
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
            statement: self.run.parse.sources.text(span).to_owned(),
            near: None,
        };
        Finding {
            sites: vec![Site::Added(definition)],
            weight: 1.0,
            fix,
        }
    }
}
