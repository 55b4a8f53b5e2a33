//! Order of the queries about insertions: most suspicious places first.

use ir::{CompId, InsertedStatement, Insertion, Program};
use lower::{Gap, Point};

use super::Round;

/// Suspiciousness of the places of a program, from the tests.
pub(crate) struct Order<'a> {
    pub(crate) program: &'a Program,
    /// Suspiciousness of each component of the program.
    pub(crate) suspiciousness: &'a [f64],
}

impl Order<'_> {
    /// Insertions that every test reaches, by decreasing suspiciousness of their places. Assignments in a loop that is
    /// followed by an assignment to the same object come first. At equally suspicious places, assignments are in the
    /// order of the text and other statements in reverse order.
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

    /// The component that is executed together with the point, as far as the text shows: the first component of the
    /// statement that follows, or the last one before the end of a block.
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
