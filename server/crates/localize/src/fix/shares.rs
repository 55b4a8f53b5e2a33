//! Several fixers share the components of a group.
//!
//! What a fixer learns on the way, which tests break edits first, helps only itself, and what it may spend on a kind of edit
//! is its part of what all of them have left. So what they find does not depend on whether they work side by side or one
//! after the other. They are more than there are threads: how long a share takes is hard to tell (a constant that has to be
//! solved for, an edit that all passing tests are run with), and who is through takes the next one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use ir::CompId;
use syntax::{Parse, Span};

use super::edits::{Edit, Kind};
use super::{Budget, Candidate, Fixer, Judges, Repair};
use crate::engine::Refuted;
use crate::limits::FIXER_SHARES;
use exec::parallel::{Who, lock, with_workers};

/// What is tried at a component, and what has come of it.
pub(super) struct Mending {
    pub(super) comp: CompId,
    pub(super) candidates: Vec<Candidate>,
    pub(super) best: Option<Repair>,
}

/// Looks for fixes of one group of failing tests.
pub(crate) struct Fixers<'a> {
    fixers: Vec<Fixer<'a>>,
}

impl<'a> Fixers<'a> {
    /// `refuted` need not be tried any more.
    pub(crate) fn new(
        parse: &'a Parse,
        judges: Judges<'a>,
        budget: Budget,
        refuted: &Refuted,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Fixers<'a> {
        let fixer = |_| {
            let mut fixer = Fixer::new(parse, judges, budget.part(FIXER_SHARES), stopped);
            fixer.leave_out(refuted.clone());
            fixer
        };
        Fixers {
            fixers: (0..FIXER_SHARES).map(fixer).collect(),
        }
    }

    /// The best that edits of single components do, for each of `comps` (with their places): kind by kind of edit, likely
    /// kinds first, until one is found that has a fix somewhere.
    pub(crate) fn repair(
        &mut self,
        comps: &[(CompId, Span)],
        side_by_side: bool,
    ) -> Vec<Option<Repair>> {
        self.of_kinds(&Kind::ALL, comps, &|_, _| true, side_by_side)
    }

    /// The same with small edits only, each at the innermost of the components that it is in; constants are tried, not
    /// solved for.
    pub(crate) fn edit(&mut self, comps: &[(CompId, Span)]) -> Vec<Option<Repair>> {
        for fixer in &mut self.fixers {
            fixer.solves = false;
        }
        let innermost = |place: Span, edit: &Edit| {
            let within = |inner: Span| inner.encloses(edit.tree.span) && inner != place;
            !comps
                .iter()
                .any(|(_, inner)| within(*inner) && place.encloses(*inner))
        };
        self.of_kinds(&Kind::SMALL, comps, &innermost, false)
    }

    /// Edits that need not be tried any more.
    pub(crate) fn refuted(&self) -> Refuted {
        let of_each = self.fixers.iter().flat_map(|fixer| &fixer.refuted);
        of_each.cloned().collect()
    }

    /// The best that edits of these kinds do, those that are `wanted` at the place of a component.
    fn of_kinds(
        &mut self,
        kinds: &[Kind],
        comps: &[(CompId, Span)],
        wanted: &dyn Fn(Span, &Edit) -> bool,
        side_by_side: bool,
    ) -> Vec<Option<Repair>> {
        let share = |fixer| Share {
            fixer,
            mendings: Vec::new(),
        };
        let mut shares: Vec<Share<'_, 'a>> = self.fixers.iter_mut().map(share).collect();
        for (i, &(comp, place)) in comps.iter().enumerate() {
            let Share { fixer, mendings } = &mut shares[i % FIXER_SHARES];
            let mut candidates = fixer.candidates(place);
            candidates.retain(|(_, edit)| wanted(place, edit));
            mendings.push(Mending {
                comp,
                candidates,
                best: None,
            });
        }
        let shares: Vec<_> = shares.into_iter().map(Mutex::new).collect();
        let (kind, next) = (Mutex::new(kinds[0]), AtomicUsize::new(shares.len()));
        let work = |(): &mut ()| {
            let kind = *lock(&kind);
            while let Some(share) = shares.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Share { fixer, mendings } = &mut *lock(share);
                fixer.attempt_kind(kind, mendings);
            }
        };
        with_workers(
            "fixes",
            usize::from(side_by_side),
            || (),
            work,
            |round| {
                for &of in kinds {
                    if !shares.iter().any(|share| lock(share).has(of)) {
                        continue;
                    }
                    share_budget(&shares);
                    *lock(&kind) = of;
                    next.store(0, Ordering::Relaxed);
                    round(Who::All);
                    if shares.iter().any(|share| lock(share).has_fix()) {
                        break;
                    }
                }
            },
        );
        let mendings = |share: Mutex<Share<'_, 'a>>| {
            let share = share.into_inner().unwrap_or_else(PoisonError::into_inner);
            share.mendings.into_iter()
        };
        let mut shares: Vec<_> = shares.into_iter().map(mendings).collect();
        let best = |i: usize| shares[i % FIXER_SHARES].next()?.best;
        (0..comps.len()).map(best).collect()
    }
}

/// A fixer with its share of the components.
struct Share<'f, 'a> {
    fixer: &'f mut Fixer<'a>,
    mendings: Vec<Mending>,
}

impl Share<'_, '_> {
    /// There are edits of this kind.
    fn has(&self, kind: Kind) -> bool {
        let mut candidates = self.mendings.iter().flat_map(|m| &m.candidates);
        candidates.any(|(_, edit)| edit.kind == kind)
    }

    fn has_fix(&self) -> bool {
        let is_fix = |m: &Mending| matches!(m.best, Some(Repair::Fix(_)));
        self.mendings.iter().any(is_fix)
    }
}

/// What is left is divided anew.
fn share_budget(shares: &[Mutex<Share<'_, '_>>]) {
    let left = shares.iter().map(|share| lock(share).fixer.left);
    let part = left.sum::<Budget>().part(shares.len());
    for share in shares {
        lock(share).fixer.left = part;
    }
}
