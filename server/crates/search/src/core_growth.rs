//! Growth of an infeasible set to shrink its core.
//!
//! The complement of a core is infeasible: the components outside the core are relaxed already. Chunks of the remaining
//! components are relaxed as well; while the answer stays *infeasible* and proved, the core loses them. The complement
//! of a *maximal* infeasible set is a minimal core. A chunk that cannot be relaxed is halved, one that can is followed
//! by a chunk of twice the size; a single component that cannot be relaxed belongs to every core from then on.
//! Components that are feasible alone need no query: each core of the test contains them.
//!
//! These queries are the expensive ones, because nearly everything is relaxed. They are asked with [`Effort::Low`], on
//! a budget of their own that is proportional to the cost of the candidates refuted so far, since that is all that a
//! smaller core can save. Where most components matter, nearly all chunks cannot be relaxed, so growing that keeps
//! failing is abandoned. A core is valid whenever the budget ends.

use ir::CompId;

use super::{cores::Core, multi::HittingSetSearch};
use crate::limits::{FREE_GROW_FAILURES, GROW_FAILURES_PER_SUCCESS, MAX_OPEN_IN_A_ROW};
use crate::oracle::{Effort, Query, QueryVerdict};
use ir::CompSet;

impl HittingSetSearch<'_> {
    /// Whether growing may ask another query.
    pub(super) fn may_grow(&self) -> bool {
        self.grow_queries < self.options.grow_budget
            && self.grown_wasted <= GROW_FAILURES_PER_SUCCESS * self.grown + FREE_GROW_FAILURES
            && (self.grow_work as f64) < self.refuting_work as f64 * self.options.grow_ratio
            && !self.oracle.stopped()
    }

    /// Shrinks a core as far as the budget allows.
    pub(super) fn grow(&mut self, mut core: Core) -> Core {
        let mut pending = self.in_growth_order(&core);
        let (mut chunk, mut open) = (pending.len().div_ceil(4), 0);
        while !pending.is_empty() {
            let size = chunk.clamp(1, pending.len());
            let relaxed: CompSet = pending[pending.len() - size..].iter().copied().collect();
            let rest = core.set.minus(&relaxed);
            match self.relax_all_but(core.test, &rest, core.bounded) {
                Growth::Smaller(smaller) => {
                    core = smaller;
                    pending.retain(|&c| core.set.contains(c) && !relaxed.contains(c));
                    (chunk, open) = (size * 2, 0);
                }
                Growth::Needed if size == 1 => {
                    pending.pop();
                    open = 0;
                }
                Growth::Needed => (chunk, open) = (size / 2, 0),
                Growth::Open if open + 1 >= MAX_OPEN_IN_A_ROW => break,
                Growth::Open => (chunk, open) = ((size / 2).max(1), open + 1),
                Growth::Spent => break,
            }
        }
        core
    }

    /// Tries to relax all components outside `rest`.
    fn relax_all_but(&mut self, test: usize, rest: &CompSet, may_lean: bool) -> Growth {
        let relaxed = CompSet::full(self.components).minus(rest);
        if self.facts[test].passes(&relaxed) {
            return Growth::Needed;
        }
        let known = self
            .cores
            .missed(&relaxed)
            .find(|core| core.test == test && (may_lean || !core.bounded));
        if let Some(core) = known {
            return Growth::Smaller(core.clone());
        }
        if !self.may_grow() {
            return Growth::Spent;
        }
        self.queries += 1;
        self.grow_queries += 1;
        let result = self.oracle.check(&Query {
            test,
            set: &relaxed,
            effort: Effort::Low,
        });
        let work = result.cost.work;
        self.grow_work += work;
        match result.verdict {
            QueryVerdict::Feasible(_) => {
                self.grown_wasted += self.candidates_for(work);
                Growth::Needed
            }
            // A proved core is never replaced by one that relies on a bound.
            QueryVerdict::Infeasible { core, bounded } if may_lean || !bounded => {
                self.grown += 1;
                Growth::Smaller(Core {
                    set: core.intersect(rest),
                    bounded,
                    test,
                })
            }
            QueryVerdict::Infeasible { .. }
            | QueryVerdict::NeedsBranches(_)
            | QueryVerdict::Unknown(_) => Growth::Open,
        }
    }

    /// Number of candidates that are refuted on average for this amount of work; at least one.
    fn candidates_for(&self, work: u64) -> u64 {
        let each = self.refuting_work.checked_div(self.refuted).unwrap_or(0);
        work.checked_div(each).unwrap_or(0).max(1)
    }

    /// Components of the core that may be superfluous; those to relax first are at the end.
    fn in_growth_order(&self, core: &Core) -> Vec<CompId> {
        let early = |c: &CompId| self.grow_rank.get(c.index()).copied().unwrap_or(usize::MAX);
        let alone = |c: CompId| CompSet::new().with(c);
        let mut pending: Vec<CompId> = core
            .set
            .iter()
            .filter(|&c| !self.facts[core.test].passes(&alone(c)))
            .collect();
        pending.sort_by_key(|c| (std::cmp::Reverse(early(c)), c.index()));
        pending
    }
}

/// Result of one growing step.
enum Growth {
    /// The set is still infeasible.
    Smaller(Core),
    /// The set is feasible: some of the relaxed components are needed in the core.
    Needed,
    /// The answer is unknown, or not proved.
    Open,
    /// The budget is used up.
    Spent,
}
