//! Two fixers share the components of a group, each takes every other one.
//!
//! What a fixer learns on the way, which tests break edits first, helps only itself. So what the two find does not depend
//! on whether they work side by side or one after the other.

use ir::CompId;
use syntax::{Parse, Span};

use super::edits::Kind;
use super::{Budget, Candidate, FIXING, Fixer, Judges, Repair};
use crate::beside::both;
use crate::engine::Refuted;

/// What is tried at a component, and what has come of it.
pub(super) struct Mending {
    pub(super) comp: CompId,
    pub(super) candidates: Vec<Candidate>,
    pub(super) best: Option<Repair>,
}

/// Looks for fixes of one group of failing tests.
pub(crate) struct Pair<'a> {
    fixers: [Fixer<'a>; 2],
}

impl<'a> Pair<'a> {
    /// `refuted` need not be tried any more.
    pub(crate) fn new(
        parse: &Parse,
        judges: Judges<'a>,
        refuted: &Refuted,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Pair<'a> {
        let half = Budget {
            trials: FIXING.trials / 2,
            steps: FIXING.steps / 2,
        };
        let mut fixer = Fixer::new(parse, judges, half, stopped);
        fixer.leave_out(refuted.clone());
        Pair {
            fixers: [fixer.clone(), fixer],
        }
    }

    /// The best that edits of single components do, for each of `comps` (with their places): kind by kind of edit, likely
    /// kinds first, until one is found that has a fix somewhere.
    pub(crate) fn repair(
        &mut self,
        comps: &[(CompId, Span)],
        side_by_side: bool,
    ) -> Vec<Option<Repair>> {
        let mut shares: [Vec<Mending>; 2] = [Vec::new(), Vec::new()];
        for (i, &(comp, place)) in comps.iter().enumerate() {
            shares[i % 2].push(Mending {
                comp,
                candidates: self.fixers[i % 2].candidates(place),
                best: None,
            });
        }
        let is_fix = |m: &Mending| matches!(m.best, Some(Repair::Fix(_)));
        for kind in Kind::ALL {
            self.attempt_kind(kind, &mut shares, side_by_side);
            if shares.iter().flatten().any(is_fix) {
                break;
            }
        }
        let mut shares = shares.map(Vec::into_iter);
        let best = |i: usize| shares[i % 2].next()?.best;
        (0..comps.len()).map(best).collect()
    }

    fn attempt_kind(&mut self, kind: Kind, shares: &mut [Vec<Mending>; 2], side_by_side: bool) {
        let [first, second] = &mut self.fixers;
        let [ours, theirs] = shares;
        let mut candidates = theirs.iter().flat_map(|m| &m.candidates);
        let beside = side_by_side && candidates.any(|(_, edit)| edit.kind == kind);
        both(
            "fixes",
            beside,
            || first.attempt_kind(kind, ours),
            || second.attempt_kind(kind, theirs),
        );
    }
}
