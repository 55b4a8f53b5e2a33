//! Results of edits: fixes, edits that are half of a fix, and pairs of these.

use ir::CompId;
use lower::Point;
use syntax::Parse;

use crate::report::{Fix, LEAST_CREDIBLE};
use repair::{Joint, MacroValue, Missing, Refuted, Repair};

/// Minimum of [`Fix::plausibility`] for an edit that fixes tests that fail in several ways.
const LEAST_OF_SEVERAL: f64 = 0.6;

/// Results of the edits of a group.
#[derive(Debug, Clone, Default)]
pub(super) struct EditOutcome {
    /// Results of edits of components.
    pub(super) repairs: Vec<(CompId, Repair)>,
    /// Statements that are missing.
    pub(super) missing: Vec<Missing>,
    /// Sizes of arrays that are too small.
    pub(super) sizes: Vec<(MacroValue, Fix)>,
    /// Pairs of edits that are fixes together.
    pub(super) pairs: Vec<Pair>,
    /// Edits of several places at once, and statements that move.
    pub(super) joints: Vec<Joint>,
    /// Edits that fix some of the tests.
    pub(super) halves: Vec<Half>,
    /// Edits that need not be tried again.
    pub(super) refuted: Refuted,
}

impl EditOutcome {
    /// Whether a component has a fix by a single edit that is not doubtful.
    pub(super) fn has_fix(&self) -> bool {
        self.fixes().any(|fix| !is_doubtful(fix))
    }

    /// Fixes by single edits of components.
    fn fixes(&self) -> impl Iterator<Item = &Fix> {
        self.repairs.iter().filter_map(|(_, repair)| match repair {
            Repair::Fix(fix) => Some(fix),
            Repair::Near => None,
        })
    }

    /// Raises the plausibility of each fix that is not doubtful to [`LEAST_OF_SEVERAL`]. Almost any change of a counter
    /// may fix one kind of failure; a fix for several kinds is more credible.
    pub(super) fn of_several(mut self) -> EditOutcome {
        for (_, repair) in &mut self.repairs {
            if let Repair::Fix(fix) = repair
                && !is_doubtful(fix)
            {
                fix.plausibility = fix.plausibility.max(LEAST_OF_SEVERAL);
            }
        }
        self
    }

    /// Whether a fix makes its place a likely fault.
    pub(super) fn is_likely_fixed(&self) -> bool {
        !self.missing.is_empty()
            || !self.sizes.is_empty()
            || !self.joints.is_empty()
            || self.fixes().any(|fix| fix.plausibility >= LEAST_CREDIBLE)
    }
}

/// Whether a fix is less plausible than [`LEAST_CREDIBLE`]. One that passes by accident (plausibility 0) is not doubted
/// here: for failures of several kinds it may be right.
fn is_doubtful(fix: &Fix) -> bool {
    fix.plausibility > 0.0 && fix.plausibility < LEAST_CREDIBLE
}

/// An edit that fixes some of the tests.
#[derive(Debug, Clone)]
pub(super) struct Half {
    pub(super) comp: CompId,
    pub(super) fix: Fix,
    /// Tests that it fixes, in order.
    pub(super) tests: Vec<usize>,
}

/// Place of an edit.
#[derive(Debug, Clone)]
pub(super) enum EditPlace {
    Component(CompId),
    Missing(Point, String),
}

/// The first edit of a pair.
pub(super) struct First {
    pub(super) place: EditPlace,
    pub(super) fix: Fix,
    pub(super) parse: Parse,
}

impl First {
    /// Pairs this edit with a second one; `None` if they are at the same place.
    pub(super) fn with(&self, second: CompId, fix: Fix) -> Option<Pair> {
        let own = match &self.place {
            EditPlace::Component(comp) if *comp == second => return None,
            EditPlace::Component(_) => self.fix.edit.span,
            // An inserted statement has the place of the statement that follows it.
            EditPlace::Missing(point, _) => point.span,
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
    pub(super) first: EditPlace,
    pub(super) second: CompId,
    pub(super) fix: Fix,
}

impl Pair {
    /// Whether one of the edits is at this component.
    pub(super) fn has(&self, comp: CompId) -> bool {
        let is_first = matches!(self.first, EditPlace::Component(first) if first == comp);
        is_first || self.second == comp
    }
}
