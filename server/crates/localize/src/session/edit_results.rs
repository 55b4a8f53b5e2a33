//! What edits come to: fixes, edits that are half of one, and pairs of these.

use ir::CompId;
use ir::lower::Point;
use syntax::Parse;

use crate::report::Fix;
use repair::{Definition, Joint, Missing, Refuted, Repair};

/// [`Fix::plausibility`] of an edit that is a fix for tests that fail in several ways, at least.
const LEAST_OF_SEVERAL: f64 = 0.6;

/// What came of the edits of a group.
#[derive(Debug, Clone, Default)]
pub(super) struct EditOutcome {
    /// What edits of components do.
    pub(super) repairs: Vec<(CompId, Repair)>,
    /// Statements that are missing.
    pub(super) missing: Vec<Missing>,
    /// Sizes of arrays that are too small.
    pub(super) sizes: Vec<(Definition, Fix)>,
    /// Edits that are fixes two by two.
    pub(super) pairs: Vec<Pair>,
    /// Edits of several places at once, and statements that move.
    pub(super) joints: Vec<Joint>,
    /// Edits that mend some tests.
    pub(super) halves: Vec<Half>,
    /// Edits that need not be tried any more.
    pub(super) refuted: Refuted,
}

impl EditOutcome {
    /// Whether there is a fix among them.
    pub(super) fn has_fix(&self) -> bool {
        let is_fix = |(_, repair): &(CompId, Repair)| matches!(repair, Repair::Fix(_));
        self.repairs.iter().any(is_fix)
    }

    /// One way of failing may take any step of a counter to be mended; several are more to be believed.
    pub(super) fn of_several(mut self) -> EditOutcome {
        for (_, repair) in &mut self.repairs {
            if let Repair::Fix(fix) = repair {
                fix.plausibility = fix.plausibility.max(LEAST_OF_SEVERAL);
            }
        }
        self
    }

    /// Whether one of the fixes speaks for its place.
    pub(super) fn is_likely_fixed(&self) -> bool {
        let repairs = self.repairs.iter().map(|(_, repair)| repair);
        let likely = |repair: &Repair| matches!(repair, Repair::Fix(f) if f.plausibility > 0.0);
        !self.missing.is_empty()
            || !self.sizes.is_empty()
            || !self.joints.is_empty()
            || repairs.into_iter().any(likely)
    }
}

/// An edit that mends some tests.
#[derive(Debug, Clone)]
pub(super) struct Half {
    pub(super) comp: CompId,
    pub(super) fix: Fix,
    /// The tests that it mends, in order.
    pub(super) tests: Vec<usize>,
}

/// Where an edit is.
#[derive(Debug, Clone)]
pub(super) enum Place {
    Component(CompId),
    Missing(Point, String),
}

/// The first of two edits.
pub(super) struct First {
    pub(super) place: Place,
    pub(super) fix: Fix,
    pub(super) parse: Parse,
}

impl First {
    /// With another edit beside it; none if they are at one place.
    pub(super) fn with(&self, second: CompId, fix: Fix) -> Option<Pair> {
        let own = match &self.place {
            Place::Component(comp) if *comp == second => return None,
            Place::Component(_) => self.fix.edit.span,
            // What is put there has the place of what follows.
            Place::Missing(point, _) => point.span,
        };
        let apart = !fix.edit.span.overlaps(own) && !own.encloses(fix.edit.span);
        apart.then(|| Pair {
            first: self.place.clone(),
            second,
            fix: Fix {
                plausibility: fix.plausibility * self.fix.plausibility,
                also: [fix.also, vec![self.fix.edit.clone()]].concat(),
                edit: fix.edit,
            },
        })
    }
}

/// Two edits that are a fix together.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub(super) first: Place,
    pub(super) second: CompId,
    pub(super) fix: Fix,
}

impl Pair {
    /// Whether one of the edits is at this component.
    pub(super) fn has(&self, comp: CompId) -> bool {
        let is_first = matches!(self.first, Place::Component(first) if first == comp);
        is_first || self.second == comp
    }
}
