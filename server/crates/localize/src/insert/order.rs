//! In which order insertions are asked about: at the most suspicious places first.

use ir::lower::{Gap, Point};
use ir::{CompId, InsertedStatement, Insertion, Program};

use super::Round;

/// What the tests say of places.
pub(crate) struct Order<'a> {
    pub(crate) program: &'a Program,
    /// Of the components of the program.
    pub(crate) suspiciousness: &'a [f64],
}

impl Order<'_> {
    /// The insertions that every test comes to; first those in loops that are followed by such a statement, and at equally
    /// suspicious places assignments from the first in the text on, others from the last.
    pub(super) fn sorted(&self, round: &Round<'_>) -> Vec<(CompId, Insertion)> {
        let mut all = round.reached();
        let is_assignment = |i: Insertion| matches!(i.what, InsertedStatement::Assign(_));
        if !all.iter().any(|(_, i)| is_assignment(*i)) {
            all.reverse();
        }
        let suspicion = |(_, insertion): &(CompId, Insertion)| {
            let near = self.near(&round.point(*insertion));
            near.and_then(|c| self.suspiciousness.get(c.index()))
                .copied()
                .unwrap_or(0.0)
        };
        all.sort_by(|a, b| suspicion(b).total_cmp(&suspicion(a)));
        all.sort_by_key(|(_, insertion)| !round.insertions.behind.contains_key(insertion));
        all
    }

    /// The component that is executed with the point, as far as the text tells: the first of the statement that follows,
    /// the last one before the end of a block.
    pub(crate) fn near(&self, point: &Point) -> Option<CompId> {
        let components = self.program.components.iter().enumerate();
        let inside = components.filter(|(_, c)| point.around.encloses(c.span));
        let place = |c: &ir::Component| c.span.start;
        let found = match (point.gap, point.after) {
            (Gap::Before, Some(after)) => inside
                .filter(|(_, c)| c.span.start >= after.start)
                .min_by_key(|(_, c)| place(c)),
            (Gap::Else, _) => inside.min_by_key(|(_, c)| place(c)),
            _ => inside
                .filter(|(_, c)| point.before.is_none_or(|b| c.span.start >= b.start))
                .min_by_key(|(_, c)| place(c)),
        };
        found.map(|(i, _)| CompId(i as u32))
    }
}
