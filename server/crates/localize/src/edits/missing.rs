//! Diagnoses for missing statements, found by inserting statements ([`repair::Missing`]).

use ir::{CompId, CompSet, Component, ComponentKind, InsertedStatement, Insertion};
use lower::{Gap, Point};

use super::EditContext;
use crate::found::{Finding, Site};
use crate::insertions::{Order, displayed_place};
use crate::report::{AddedComponent, Side};
use repair::{Fixer, Missing, MissingWanted};

impl EditContext<'_> {
    /// Tries statements at the gaps that all of the given failing tests reach ([`Fixer::missing`]).
    pub(super) fn missing(
        &self,
        fixer: &mut Fixer<'_>,
        tests: &[usize],
        most: usize,
        all: bool,
    ) -> Vec<Missing> {
        let executed = self.run.executed_by_all(tests);
        let suspicion = |point: &Point| {
            let near = self.near(point).filter(|c| executed.contains(*c))?;
            let is_correct = self.run.options.correct.contains(&near);
            (!is_correct).then(|| self.run.suspicion_of(near))
        };
        // Under a condition, many statements pass: they come last.
        let wanted = MissingWanted {
            most,
            all,
            guarded: self.run.growth > 1,
        };
        fixer.missing(&suspicion, wanted)
    }

    /// A missing statement with the fix that adds it.
    pub(super) fn missing_finding(&self, group: usize, missing: &Missing) -> Finding {
        let near = self.near(&missing.point);
        let weights = self.run.weights(group);
        let statement = self.missing_statement(&missing.point, near, missing.statement.clone());
        Finding {
            sites: vec![Site::Added(statement)],
            weight: near.map_or(1.0, |near| weights.of(&CompSet::from_iter([near]))),
            fix: missing.fix.clone(),
        }
    }

    /// A statement that is missing at a point.
    pub(super) fn missing_statement(
        &self,
        point: &Point,
        near: Option<CompId>,
        statement: String,
    ) -> AddedComponent {
        let beside = displayed_place(self.run.parse, point);
        let place = |c: CompId| &self.run.program.components[c.index()];
        AddedComponent {
            component: Component {
                span: beside.unwrap_or(point.span),
                kind: ComponentKind::Insertion(Insertion {
                    point: 0,
                    what: InsertedStatement::Statement,
                }),
                function: near.map_or(point.function, |c| place(c).function),
                pass_through: false,
                nodes: 1,
                height: 1,
                target: None,
                operands: None,
            },
            side: Some(match (beside, point.gap) {
                (Some(_), _) | (None, Gap::Else) => Side::After,
                (None, Gap::Before | Gap::End) => Side::Before,
            }),
            statement,
            near,
        }
    }

    /// The component that is executed together with a point, as far as the text shows.
    pub(super) fn near(&self, point: &Point) -> Option<CompId> {
        let order = Order {
            program: self.run.program,
            suspiciousness: &self.run.suspicion,
        };
        order.near(point).or_else(|| self.before(point))
    }

    /// The last component before the construct around a point, such as the condition of an empty block.
    fn before(&self, point: &Point) -> Option<CompId> {
        let around = point.around;
        let components = self.run.program.components.iter().zip(0..);
        let before =
            components.filter(|(c, _)| c.span.file == around.file && c.span.end <= around.start);
        let last = before.max_by_key(|(c, _)| c.span.start)?.1;
        Some(CompId(last))
    }
}
