//! Queries of a search: can test `t` pass when the components of `R` are relaxed?
//!
//! A [`Query`] is the question, a [`QueryResult`] its answer and cost. The answer has three values (docs/dev/design.md,
//! Search). *Feasible* closes upward: by the inclusion law a superset is feasible without a query. A proved
//! *infeasible* closes downward. *Unknown* proves nothing.

use std::ops::Add;

use explore::UnknownReason;
use explore::demand::BranchSet;
use ir::BranchId;
use serde::{Deserialize, Serialize};

use ir::CompSet;

use crate::limits::MAX_OPEN_TESTS;

/// The question whether failing test `test` can pass when the components of `set` are relaxed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query<'q> {
    /// Index of the test in its group.
    pub test: usize,
    /// Relaxed components.
    pub set: &'q CompSet,
    /// Effort that the answer may cost.
    pub effort: Effort,
}

/// Answer to a [`Query`], and its cost.
///
/// `W` is what the oracle reports about a passing run. A search gets the components of the set that suffice, if known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryResult<W = Option<CompSet>> {
    /// Verdict.
    pub verdict: QueryVerdict<W>,
    /// Cost of the answer.
    pub cost: Cost,
    /// Whether the relaxed components decided nothing: whatever values they took, the run followed the same path. False
    /// if that is not known.
    pub irrelevant: bool,
}

/// Verdict of a [`Query`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum QueryVerdict<W = Option<CompSet>> {
    /// The test can pass. With more effort than [`Effort::Low`], a witness was certified by concrete replay.
    Feasible(W),
    /// The test cannot pass.
    Infeasible {
        /// Components disjoint from the relaxed set, at least one of which must be relaxed too for the test to pass:
        /// all components that any explored run met, without the relaxed ones. (The complement is infeasible as well,
        /// because relaxing components that are never reached changes nothing.)
        core: CompSet,
        /// A bound (loop unwinding, number of paths) was used: infeasible within the bound.
        bounded: bool,
    },
    /// The answer depends on the effects of these closed branches ([`explore::demand`]).
    NeedsBranches(Vec<BranchId>),
    /// A limit was reached before the answer was known, or the run met something that is not modelled.
    Unknown(UnknownReason),
}

/// Cost of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Work, in units of about one executed instruction; only ratios matter.
    pub work: u64,
    /// Number of solver checks.
    pub solver_checks: u64,
}

impl Cost {
    /// Cost of work without the solver.
    pub fn of_work(work: u64) -> Cost {
        Cost {
            work,
            solver_checks: 0,
        }
    }
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost {
            work: self.work + other.work,
            solver_checks: self.solver_checks + other.solver_checks,
        }
    }
}

impl<W> QueryResult<W> {
    /// Creates a result that took this much work and no solver check.
    pub fn new(verdict: QueryVerdict<W>, work: u64) -> QueryResult<W> {
        QueryResult {
            verdict,
            cost: Cost::of_work(work),
            irrelevant: false,
        }
    }

    /// Whether the test can pass.
    pub fn is_feasible(&self) -> bool {
        matches!(self.verdict, QueryVerdict::Feasible(_))
    }

    /// Whether the verdict is *unknown*.
    pub fn is_unknown(&self) -> bool {
        matches!(self.verdict, QueryVerdict::Unknown(_))
    }
}

impl<W> QueryVerdict<W> {
    /// Maps what is reported about the passing run.
    pub fn map<V>(self, told: impl FnOnce(W) -> V) -> QueryVerdict<V> {
        match self {
            QueryVerdict::Feasible(witness) => QueryVerdict::Feasible(told(witness)),
            QueryVerdict::Infeasible { core, bounded } => {
                QueryVerdict::Infeasible { core, bounded }
            }
            QueryVerdict::NeedsBranches(branches) => QueryVerdict::NeedsBranches(branches),
            QueryVerdict::Unknown(reason) => QueryVerdict::Unknown(reason),
        }
    }
}

/// Effort that one query may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Effort {
    /// Full effort, for candidates of the search.
    Full,
    /// First look at a candidate: a cheap answer or none. A witness is certified.
    Quick,
    /// Detail of a diagnosis that has been found: cheap, and not repeated if it stays open. A witness is certified. The
    /// clock only ends queries that would take very long, so the answer is the same on a busy machine.
    Detail,
    /// Search for a passing run starting from the failing one: found quickly or not at all, and never proved not to
    /// exist. A witness is certified.
    Runs,
    /// Growth of an infeasible set to shrink a core: an answer is optional, and a witness need not be certified.
    Low,
}

impl Effort {
    /// Whether a query that stays open with this effort will be repeated with more.
    pub fn is_first_look(self) -> bool {
        matches!(self, Effort::Runs | Effort::Quick)
    }
}

/// All queries about one candidate: is it feasible for these tests? They are asked in this order until the candidate is
/// settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateQuery {
    /// The candidate.
    pub set: CompSet,
    /// Tests to ask about.
    pub tests: Vec<usize>,
    /// Effort of each query.
    pub effort: Effort,
    /// Number of tests for which the set is known to stay open.
    pub open: usize,
}

impl CandidateQuery {
    /// Whether no further queries are needed after this verdict. `open` counts the tests for which the set stays open;
    /// it starts with the candidate's own count.
    pub fn is_settled_by<W>(&self, verdict: &QueryVerdict<W>, open: &mut usize) -> bool {
        match verdict {
            QueryVerdict::Feasible(_) => false,
            QueryVerdict::Infeasible { .. } => true,
            // No further queries make sense until the branches are open.
            QueryVerdict::NeedsBranches(_) => {
                *open += 1;
                true
            }
            QueryVerdict::Unknown(_) => {
                *open += 1;
                // If one test needs more effort, others will too: the set is postponed.
                self.effort.is_first_look() || *open > MAX_OPEN_TESTS
            }
        }
    }
}

/// Decides feasibility; implemented by the symbolic evaluator, by a formula, or by brute force in tests.
pub trait Oracle {
    /// Number of components; sets range over `0..components()`.
    fn components(&self) -> usize;

    /// Answers a query about the whole program; never returns [`QueryVerdict::NeedsBranches`].
    fn check(&mut self, query: &Query<'_>) -> QueryResult;

    /// Announces candidates that will be asked about, most likely all of them and in this order, after those announced
    /// before. An oracle with several threads can begin to work on them.
    fn announce(&mut self, _candidates: &[CandidateQuery]) {}

    /// Withdraws all announced candidates that were not asked about.
    fn withdraw(&mut self) {}

    /// Answers the queries about a candidate, up to the one that settles it. Returns fewer answers if the oracle has
    /// [`stopped`](Oracle::stopped).
    fn check_candidate(&mut self, candidate: &CandidateQuery) -> Vec<QueryResult> {
        check_test_by_test(self, candidate)
    }

    /// Number of branches of the program's conditionals; 0 if the oracle does not support closed branches.
    fn branches(&self) -> usize {
        0
    }

    /// Branches that the failing run of the test takes.
    fn branches_of_run(&mut self, _test: usize) -> BranchSet {
        BranchSet::default()
    }

    /// Answers a query about the program in which all branches but the `open` ones are closed ([`explore::demand`]).
    fn check_with_open(&mut self, query: &Query<'_>, _open: &BranchSet) -> QueryResult {
        self.check(query)
    }

    /// Finds by other means which of these sets, all of the same size, are feasible for every test. They stayed open
    /// with little effort; after this call the tests answer *feasible* for the returned sets at once.
    fn find_feasible(&mut self, _undecided: &[CompSet]) -> Vec<CompSet> {
        Vec::new()
    }

    /// Whether queries with [`Effort::Runs`] can be answered.
    fn finds_runs(&self) -> bool {
        false
    }

    /// Whether the work wasted on open queries is so large that the search should give up on them.
    fn is_budget_exhausted(&self) -> bool {
        false
    }

    /// Whether the job must end (deadline, cancellation); the search returns what it has found so far.
    fn stopped(&self) -> bool;
}

/// Answers the queries about a candidate by [`Oracle::check`].
pub fn check_test_by_test<O: Oracle + ?Sized>(
    oracle: &mut O,
    candidate: &CandidateQuery,
) -> Vec<QueryResult> {
    let mut open = candidate.open;
    let mut results = Vec::with_capacity(candidate.tests.len());
    for &test in &candidate.tests {
        if oracle.stopped() {
            break;
        }
        let result = oracle.check(&Query {
            test,
            set: &candidate.set,
            effort: candidate.effort,
        });
        let settled = candidate.is_settled_by(&result.verdict, &mut open);
        results.push(result);
        if settled {
            break;
        }
    }
    results
}
