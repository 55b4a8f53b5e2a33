//! Several fixers share the components of a group.
//!
//! What a fixer learns on the way, which tests break edits first, helps only itself, and what it may spend on a kind of edit
//! is its part of what all of them have left. So what they find does not depend on whether they work side by side or one
//! after the other. They are more than there are threads: how long a share takes is hard to tell (a constant that has to be
//! solved for, an edit that all passing tests are run with), and who is through takes the next one.

use std::sync::{Mutex, PoisonError};

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

/// Fixers, each with a share of the components.
const SHARES: usize = 3;

/// Looks for fixes of one group of failing tests.
pub(crate) struct Fixers<'a> {
    fixers: Vec<Fixer<'a>>,
}

impl<'a> Fixers<'a> {
    /// `refuted` need not be tried any more.
    pub(crate) fn new(
        parse: &'a Parse,
        judges: Judges<'a>,
        refuted: &Refuted,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Fixers<'a> {
        let fixer = |_| {
            let mut fixer = Fixer::new(parse, judges, FIXING.part(SHARES), stopped);
            fixer.leave_out(refuted.clone());
            fixer
        };
        Fixers {
            fixers: (0..SHARES).map(fixer).collect(),
        }
    }

    /// The best that edits of single components do, for each of `comps` (with their places): kind by kind of edit, likely
    /// kinds first, until one is found that has a fix somewhere.
    pub(crate) fn repair(
        &mut self,
        comps: &[(CompId, Span)],
        side_by_side: bool,
    ) -> Vec<Option<Repair>> {
        let mut shares: Vec<Vec<Mending>> = self.fixers.iter().map(|_| Vec::new()).collect();
        for (i, &(comp, place)) in comps.iter().enumerate() {
            shares[i % SHARES].push(Mending {
                comp,
                candidates: self.fixers[i % SHARES].candidates(place),
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
        let mut shares: Vec<_> = shares.into_iter().map(Vec::into_iter).collect();
        let best = |i: usize| shares[i % SHARES].next()?.best;
        (0..comps.len()).map(best).collect()
    }

    fn attempt_kind(&mut self, kind: Kind, shares: &mut [Vec<Mending>], side_by_side: bool) {
        self.share_budget();
        let is_wanted = |share: &&mut Vec<Mending>| {
            let mut candidates = share.iter().flat_map(|m| &m.candidates);
            candidates.any(|(_, edit)| edit.kind == kind)
        };
        let pairs = self.fixers.iter_mut().zip(shares);
        let pairs: Vec<_> = pairs.filter(|(_, share)| is_wanted(share)).collect();
        let beside = side_by_side && pairs.len() > 1;
        let waiting = Mutex::new(pairs.into_iter());
        let next = || {
            waiting
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next()
        };
        let work = || {
            while let Some((fixer, share)) = next() {
                fixer.attempt_kind(kind, share);
            }
        };
        both("fixes", beside, work, work);
    }

    /// What is left is divided anew.
    fn share_budget(&mut self) {
        let left = self.fixers.iter().map(|fixer| fixer.left);
        let part = left.sum::<Budget>().part(SHARES);
        for fixer in &mut self.fixers {
            fixer.left = part;
        }
    }
}
