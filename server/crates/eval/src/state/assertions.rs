//! Assertions that a run has evaluated.

use syntax::Span;

/// The assertions that were evaluated, and how often. Those of the outermost function, the test, are counted; for
/// others it is only recorded that they were evaluated, because the fault may change how often.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AssertionCounts(Vec<(Span, u32)>);

impl AssertionCounts {
    pub(crate) fn note(&mut self, place: Span, outermost: bool) {
        match self.0.iter_mut().find(|known| known.0 == place) {
            Some(known) if outermost => known.1 += 1,
            Some(_) => {}
            None => self.0.push((place, 1)),
        }
    }

    /// Records an assertion that was reached, but not evaluated to the end.
    pub fn begin(&mut self, place: Span) {
        if self.0.iter().all(|known| known.0 != place) {
            self.0.push((place, 0));
        }
    }

    /// The places of the assertions, and how often each was evaluated.
    pub fn iter(&self) -> impl Iterator<Item = (Span, u32)> + '_ {
        self.0.iter().copied()
    }

    /// These counts for a text in which each place is where `to` says.
    pub fn moved(&self, to: &dyn Fn(Span) -> Span) -> AssertionCounts {
        let places = self.iter();
        AssertionCounts(places.map(|(place, times)| (to(place), times)).collect())
    }

    /// Whether no assertion was evaluated.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the same assertions were evaluated in both runs, however often.
    pub fn has_same_places(&self, other: &AssertionCounts) -> bool {
        self.0.len() == other.0.len() && self.reaches(other)
    }

    /// Whether every assertion evaluated in the other run was evaluated here, however often.
    pub fn reaches(&self, other: &AssertionCounts) -> bool {
        let here = |place: &(Span, u32)| self.0.iter().any(|known| known.0 == place.0);
        other.0.iter().all(here)
    }

    /// Whether every assertion evaluated in the other run was evaluated here at least as often.
    pub fn covers(&self, other: &AssertionCounts) -> bool {
        let here = |(place, times): &(Span, u32)| {
            let known = self.0.iter().find(|known| known.0 == *place);
            known.is_some_and(|known| known.1 >= *times)
        };
        other.0.iter().all(here)
    }
}
