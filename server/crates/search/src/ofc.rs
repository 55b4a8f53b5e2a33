//! Strategy `ofc`: builds the formula on demand, starting from the failing traces.
//!
//! The paper (its Algorithm 1) takes one failing test. Its formula begins with the statements of the *failing trace*;
//! for a conditional, the trace contains only the branch that was taken, and the value that a φ function would select
//! on the other side is left free. All `CoMSS`s of this formula are computed. If one contains a conditional with a
//! branch that has not been visited, the test is run again and forced into that branch, the statements of the new trace
//! are added to the formula, and all `CoMSS`s are computed anew. When no `CoMSS` asks for another branch, those of the
//! last formula are the result. They equal those of the whole program, because the omitted parts were left free and
//! still did not help.
//!
//! Here the same is done query by query. Each test has a set of open branches, initially those that its run takes. A
//! query is asked about the program in which all other branches are closed ([`explore::demand`]): a run that reaches a
//! closed branch gets arbitrary values for everything that may be written behind it, and continues where the branches
//! meet.
//! * An *infeasible* answer holds for the whole program: free values include the actual ones. The components behind
//!   closed branches are in no core.
//! * A *feasible* answer comes with a run over open branches, and is certified by replay.
//! * A set with which the test passes only over closed branches is a `CoMSS` of the current formula that asks for these
//!   branches. They are opened for this test, the fewest that one run needs, and the query is repeated. The queries are
//!   those of [`mod@super::multi`], so the results and the claims about them are the same: cores and diagnoses of a smaller
//!   formula remain valid when it grows, and none is computed twice.
//!
//! # Where we differ
//! * The paper starts over after each expansion; we keep everything that is known.
//! * Its `CoMSS`s are those of one test, and several failing tests are explained by the statements that all their
//!   reports share (§III-B6). Ours explain all tests of the group; the open branches are kept per test.
//! * It expands at conditionals *in* a `CoMSS`. A relaxed assignment may steer into a closed branch as well, and the
//!   set would remain although the real branch does not behave as assumed; so we open every branch that a run enters.
//! * It opens one branch at a time; we open all branches that one run needs, which is usually one.
//! * A branch whose effect cannot be described by a set of values (it may write through any pointer, or end the
//!   program) is opened as soon as a run that may pass reaches it.
//! * If a query is too hard, the closed branches that it met are opened too, because the free values may be what makes
//!   it hard. Hence queries that stay open are open for the whole program.
//! * Loops (§III-B6): a loop's bound comes from the executions of the tests, as for every strategy.
//! * Clause weighting (§III-A) is an option of all strategies: `--weights spectrum` gives each component the weight
//!   1/Ochiai.
//! * Queries that only shrink cores open nothing: they are not about candidates.
//!
//! # References
//! W. Jin, A. Orso: *Improving Efficiency and Scalability of Formula-based Debugging*, 2016, §III-B.

use explore::UnknownReason;
use explore::demand::BranchSet;

use super::{BranchCounts, FoundSet, Outcome, SearchOptions, multi};
use crate::oracle::{Cost, Effort, Oracle, Query, QueryResult, QueryVerdict};
use crate::weights::Weights;

/// Delivers all subset-minimal sets of at most `options.max_size` components that let each of the tests `0..tests`
/// pass, as [`multi()`] does.
pub fn ofc(
    oracle: &mut dyn Oracle,
    tests: usize,
    weights: &Weights,
    options: &SearchOptions,
    sink: &mut dyn FnMut(FoundSet),
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
    outcome.explored = Some(BranchCounts {
        all: on_demand.oracle.branches(),
        traced,
        explored: union(&on_demand.open),
        formulas: on_demand.formulas,
    });
    outcome
}

/// Number of branches in the union of the sets.
fn union(sets: &[BranchSet]) -> usize {
    sets.iter()
        .flat_map(BranchSet::iter)
        .collect::<BranchSet>()
        .len()
}

/// An oracle about programs with closed branches that opens the branches that a query needs.
struct OnDemand<'o> {
    oracle: &'o mut dyn Oracle,
    /// Open branches by test.
    open: Vec<BranchSet>,
    formulas: u64,
    /// Number of queries that were repeated after opening branches.
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
