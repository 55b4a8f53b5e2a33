//! Strategy `ofc`: the formula is made on demand, from the failing traces outwards.
//!
//! The paper (its Algorithm 1) takes one failing test. Its formula begins with the statements of the *failing trace*; of a
//! conditional the trace gives only the branch that was taken, and what a φ function would select on the other side is
//! left free. All `CoMSS`s of this formula are computed. If one contains a conditional of which a branch has not been
//! visited, the test is run again and forced into that branch, what the new trace meets is added to the formula, and all
//! `CoMSS`s are computed anew. When no `CoMSS` asks for another branch, those of the last formula are the result: the same
//! as that of the whole program, for what was left out was free to help and did not.
//!
//! Here the same is done question by question. For each test there is a set of open branches, at first those that its run
//! takes. A question is asked about the program in which the others are closed ([`ir::demand`]): a run that comes to a
//! closed branch gets any values for all that may be written behind it, and goes on where the branches meet.
//! * A *no* holds for the whole program: what is free is free to be what it is. The components behind closed branches are
//!   in no core.
//! * A *yes* comes with a run over open branches, and is certified by replay.
//! * A set with which the test passes only over closed branches is a `CoMSS` of the formula so far that asks for them.
//!   They are opened for this test, the fewest that one run needs, and the question is asked again.
//!
//! The questions are those of [`super::multi`], so what is delivered, and what is claimed of it, is the same: cores and
//! diagnoses of a smaller formula stay true when it grows, and none is computed twice.
//!
//! # Where we differ
//! * The paper starts over after each expansion; nothing that we know has to be found again.
//! * Its `CoMSS`s are those of one test, and several failing tests are explained by what is in all their reports
//!   (§III-B6). Ours explain all tests of the group; the open branches are those of each test.
//! * It expands at conditionals *in* a `CoMSS`. A relaxed assignment may steer into a closed branch just as well, and the
//!   set would stay although the branch cannot keep its promise; so we open whatever a run goes into.
//! * One branch there, here all that one run needs; mostly it is one.
//! * Where what is behind a branch cannot be said to be some values (it may write through any pointer, or end the
//!   program), it is opened as soon as a run that may pass comes to it.
//! * Where a question is too hard, the closed branches that it met are opened too: what is free may be what makes it hard.
//!   So questions that stay open are those of the whole program.
//! * Loops (§III-B6): a loop's bound comes from the executions of the tests, as for every strategy.
//! * Clause weighting (§III-A) is an option of all strategies: `--weights spectrum` gives each component the weight
//!   1/Ochiai.
//! * Questions that only make cores smaller open nothing: they are no candidates.
//!
//! # References
//! W. Jin, A. Orso: *Improving Efficiency and Scalability of Formula-based Debugging*, 2016, §III-B.

use ir::demand::BranchSet;
use ir::explore::UnknownReason;

use super::{Explored, Found, Outcome, SearchOptions, multi};
use crate::oracle::{Cost, Effort, Oracle, Query, QueryResult, QueryVerdict};
use crate::weights::Weights;

/// All subset-minimal sets of at most `options.max_size` components that let each of the tests `0..tests` pass, as
/// [`multi`] delivers them.
pub fn ofc(
    oracle: &mut dyn Oracle,
    tests: usize,
    weights: &Weights,
    options: &SearchOptions,
    sink: &mut dyn FnMut(Found),
) -> Outcome {
    let open: Vec<BranchSet> = (0..tests)
        .map(|test| oracle.branches_of_run(test))
        .collect();
    let traced = union(&open);
    let mut on_demand = OnDemand {
        oracle,
        open,
        formulas: tests as u64,
        questions: 0,
    };
    let mut outcome = multi(&mut on_demand, tests, weights, options, sink);
    outcome.queries += on_demand.questions;
    outcome.explored = Some(Explored {
        all: on_demand.oracle.branches(),
        traced,
        explored: union(&on_demand.open),
        formulas: on_demand.formulas,
    });
    outcome
}

/// Number of branches that are in some of the sets.
fn union(sets: &[BranchSet]) -> usize {
    sets.iter()
        .flat_map(BranchSet::iter)
        .collect::<BranchSet>()
        .len()
}

/// An oracle about programs with closed branches that opens what a question asks for.
struct OnDemand<'o> {
    oracle: &'o mut dyn Oracle,
    /// By test: its open branches.
    open: Vec<BranchSet>,
    formulas: u64,
    /// Those that were asked again.
    questions: u64,
}

impl Oracle for OnDemand<'_> {
    fn components(&self) -> usize {
        self.oracle.components()
    }

    fn check(&mut self, query: &Query<'_>) -> QueryResult {
        let open = &mut self.open[query.test];
        let mut cost = Cost::default();
        loop {
            let result = self.oracle.check_with_open(query, open);
            cost = cost + result.cost;
            let QueryVerdict::NeedsBranches(branches) = result.verdict else {
                return QueryResult { cost, ..result };
            };
            let opened = query.effort != Effort::Low
                && branches
                    .into_iter()
                    .fold(false, |new, branch| open.insert(branch) | new);
            if !opened || self.oracle.stopped() {
                return QueryResult {
                    verdict: QueryVerdict::Unknown(UnknownReason::NeedsClosedBranches),
                    cost,
                    irrelevant: false,
                };
            }
            self.formulas += 1;
            self.questions += 1;
        }
    }

    fn stopped(&self) -> bool {
        self.oracle.stopped()
    }
}
