//! Diagnoses for missing statements, found by inserting statements ([`repair::Missing`]).

use ir::{CompId, CompSet, Component, ComponentKind, InsertedStatement, Insertion};
use lower::{Gap, Point};

use super::Session;
use crate::insertions::{Order, displayed_place};
use crate::report::{AddedComponent, Diagnosis, Group, Side};
use repair::{Fixer, Missing};

impl Session<'_> {
    /// Tries statements at the gaps that all of the given failing tests reach ([`Fixer::missing`]).
    pub(super) fn missing(
        &self,
        fixer: &mut Fixer<'_>,
        tests: &[usize],
        wanted: (usize, bool),
    ) -> Vec<Missing> {
        let executed = self.executed_by_all(tests);
        let suspicion = |point: &Point| {
            let near = self.near(point).filter(|c| executed.contains(*c))?;
            let is_correct = self.options.correct.contains(&near);
            (!is_correct).then(|| self.suspicion.get(near.index()).copied().unwrap_or(0.0))
        };
        fixer.missing(&suspicion, wanted)
    }

    /// Diagnosis for a missing statement.
    pub(super) fn by_missing(
        &self,
        added: &mut Vec<AddedComponent>,
        (group, groups): (usize, &[Group]),
        missing: &Missing,
    ) -> Diagnosis {
        let near = self.near(&missing.point);
        let weights = self.weights(&groups[group]);
        let statement = self.added(&missing.point, near, missing.statement.clone());
        let comp = self.added_to(added, statement);
        let weight = near.map_or(1.0, |near| weights.of(&CompSet::from_iter([near])));
        Diagnosis::by_edit(group, &[comp], weight, missing.fix.clone())
    }

    /// Number of a component that is not part of the program. An equal added component is reused.
    pub(super) fn added_to(&self, all: &mut Vec<AddedComponent>, added: AddedComponent) -> CompId {
        let known = all.iter().position(|known| *known == added);
        let at = known.unwrap_or(all.len());
        if known.is_none() {
            all.push(added);
        }
        CompId((self.program.components.len() + at) as u32)
    }

    pub(super) fn added(
        &self,
        point: &Point,
        near: Option<CompId>,
        statement: String,
    ) -> AddedComponent {
        let beside = displayed_place(self.parse, point);
        let place = |c: CompId| &self.program.components[c.index()];
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
            program: self.program,
            suspiciousness: &self.suspicion,
        };
        order.near(point).or_else(|| self.before(point))
    }

    /// The last component before the construct around a point, such as the condition of an empty block.
    fn before(&self, point: &Point) -> Option<CompId> {
        let around = point.around;
        let components = self.program.components.iter().zip(0..);
        let before =
            components.filter(|(c, _)| c.span.file == around.file && c.span.end <= around.start);
        let last = before.max_by_key(|(c, _)| c.span.start)?.1;
        Some(CompId(last))
    }
}
