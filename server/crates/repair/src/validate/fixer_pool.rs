//! Several fixers that share the components of a group.
//!
//! What a fixer learns along the way, such as which tests reject edits first, helps only itself, and its budget for a
//! kind of edit is its part of the common remainder. So the results do not depend on whether the fixers run in parallel
//! or one after the other. There are more fixers than threads: the duration of a share is hard to predict (a constant
//! that must be solved for, an edit for which all passing tests are run), and a free thread takes the next share.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use ir::CompId;
use syntax::{Parse, Span};

use super::attempts::Attempts;
use super::budget::TrialBudget;
use super::fixer::{Fixer, Refuted};
use super::judges::Judges;
use super::outcome::{FirstHalf, Repair};
use crate::edit::Edit;
use crate::kind::EditKind;
use crate::limits::{ENOUGH_FIXES, FIXER_SHARES};
use exec::parallel::{Who, lock, with_workers};

/// Finds fixes for one group of failing tests.
pub struct Fixers<'a> {
    fixers: Vec<Fixer<'a>>,
}

impl<'a> Fixers<'a> {
    /// Creates the fixers; edits in `refuted` are not tried again.
    pub fn new(
        parse: &'a Parse,
        judges: Judges<'a>,
        budget: TrialBudget,
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

    /// The best repair by edits of single components, for each of `comps` (with their places). Kinds of edits are tried
    /// in order of likelihood, until some component has a fix.
    pub fn repair(&mut self, comps: &[(CompId, Span)], side_by_side: bool) -> Vec<Option<Repair>> {
        let mendings = self.of_kinds(&EditKind::ALL, comps, &|_, _| true, 1, side_by_side);
        mendings.into_iter().map(|mending| mending?.best).collect()
    }

    /// The best repair by small edits only, each at the innermost component that contains it; constants are tried, not
    /// solved for.
    pub fn edit(&mut self, comps: &[(CompId, Span)]) -> Vec<Option<Repair>> {
        for fixer in &mut self.fixers {
            fixer.solves = false;
        }
        let mendings = self.small_edits(comps, ENOUGH_FIXES).into_iter();
        mendings.map(|mending| mending?.best).collect()
    }

    /// Small edits that are fixes by these judges but not sufficient by others, each with its component. Constants are
    /// solved for if `solves`.
    pub fn first_halves(
        &mut self,
        comps: &[(CompId, Span)],
        solves: bool,
    ) -> Vec<(CompId, FirstHalf)> {
        for fixer in &mut self.fixers {
            fixer.wants_all = true;
            fixer.solves = solves;
        }
        let mendings = self.small_edits(comps, usize::MAX).into_iter().flatten();
        let mut halves = Vec::new();
        for Attempts { comp, fixes, .. } in mendings {
            for (fix, edit) in fixes {
                let parse = self.fixers.first().and_then(|fixer| fixer.with_edit(&edit));
                halves.extend(parse.map(|parse| (comp, FirstHalf { fix, parse })));
            }
        }
        halves
    }

    fn small_edits(&mut self, comps: &[(CompId, Span)], enough: usize) -> Vec<Option<Attempts>> {
        let innermost = |place: Span, edit: &Edit| {
            let within = |inner: Span| inner.encloses(edit.tree.span) && inner != place;
            !comps
                .iter()
                .any(|(_, inner)| within(*inner) && place.encloses(*inner))
        };
        self.of_kinds(&EditKind::SMALL, comps, &innermost, enough, false)
    }

    /// Edits that need not be tried again.
    pub fn refuted(&self) -> Refuted {
        let of_each = self.fixers.iter().flat_map(|fixer| &fixer.refuted);
        of_each.cloned().collect()
    }

    /// The best repair by edits of these kinds that are `wanted` at the place of a component. The kinds are tried one
    /// after the other, until there are `enough` fixes.
    fn of_kinds(
        &mut self,
        kinds: &[EditKind],
        comps: &[(CompId, Span)],
        wanted: &dyn Fn(Span, &Edit) -> bool,
        enough: usize,
        side_by_side: bool,
    ) -> Vec<Option<Attempts>> {
        // Components are dealt out to a fixed number of shares, so that results do not depend on the number of threads.
        let share = |fixer| Share {
            fixer,
            mendings: Vec::new(),
        };
        let mut shares: Vec<Share<'_, 'a>> = self.fixers.iter_mut().map(share).collect();
        for (i, &(comp, place)) in comps.iter().enumerate() {
            let Share { fixer, mendings } = &mut shares[i % FIXER_SHARES];
            let mut candidates = fixer.candidates(place);
            candidates.retain(|(_, edit)| wanted(place, edit));
            mendings.push(Attempts {
                comp,
                candidates,
                best: None,
                fixes: Vec::new(),
                is_convincing: false,
            });
        }

        // A round tries one kind of edit at all components; threads take the shares one by one.
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

                    // Before each round, the budget that is left is shared equally: shares with few edits used less.
                    share_budget(&shares);
                    *lock(&kind) = of;
                    next.store(0, Ordering::Relaxed);
                    round(Who::All);
                    let found = shares.iter().map(|share| lock(share).fixes());
                    let found: usize = found.sum();
                    let is_settled = shares.iter().any(|share| lock(share).is_settled());
                    if found >= enough || is_settled && enough != usize::MAX {
                        break;
                    }
                }
            },
        );

        // Results in the order of the components.
        let mendings = |share: Mutex<Share<'_, 'a>>| {
            let share = share.into_inner().unwrap_or_else(PoisonError::into_inner);
            share.mendings.into_iter()
        };
        let mut shares: Vec<_> = shares.into_iter().map(mendings).collect();
        let next = |i: usize| shares[i % FIXER_SHARES].next();
        (0..comps.len()).map(next).collect()
    }
}

/// A fixer with its share of the components.
struct Share<'f, 'a> {
    fixer: &'f mut Fixer<'a>,
    mendings: Vec<Attempts>,
}

impl Share<'_, '_> {
    /// Whether there are edits of this kind.
    fn has(&self, kind: EditKind) -> bool {
        let mut candidates = self.mendings.iter().flat_map(|m| &m.candidates);
        candidates.any(|(_, edit)| edit.kind == kind)
    }

    /// Whether one of the fixes is convincing.
    fn is_settled(&self) -> bool {
        self.mendings.iter().any(Attempts::is_settled)
    }

    fn fixes(&self) -> usize {
        let is_fix = |m: &&Attempts| matches!(m.best, Some(Repair::Fix(_)));
        self.mendings.iter().filter(is_fix).count()
    }
}

/// Divides the remaining budget equally.
fn share_budget(shares: &[Mutex<Share<'_, '_>>]) {
    let left = shares.iter().map(|share| lock(share).fixer.trials.left);
    let part = left.sum::<TrialBudget>().part(shares.len());
    for share in shares {
        lock(share).fixer.trials.left = part;
    }
}
