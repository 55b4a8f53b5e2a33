//! Questions of a search: can test `t` pass when the components of `R` are relaxed?
//!
//! A [`Query`] is the question, a [`QueryResult`] its answer with what it cost. The answer has three values (docs/dev/design.md,
//! Search). *Feasible* closes upward: a superset is feasible without a query, by the inclusion law. A proved *infeasible*
//! closes downward. *Unknown* proves nothing.

use std::ops::Add;

use ir::BranchId;
use ir::demand::BranchSet;
use ir::explore::UnknownReason;
use serde::{Deserialize, Serialize};

use ir::CompSet;

use crate::limits::MAX_OPEN_TESTS;

/// Can failing test `test` pass when the components of `set` are relaxed?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query<'q> {
    /// Index of the test in its group.
    pub test: usize,
    /// Relaxed components.
    pub set: &'q CompSet,
    /// How much the answer may cost.
    pub effort: Effort,
}

/// Answer to a [`Query`], and its cost.
///
/// `W` is what the oracle tells of a passing run. A search is told which components of the set suffice, where that came
/// out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryResult<W = Option<CompSet>> {
    /// Answer.
    pub verdict: QueryVerdict<W>,
    /// Cost of the answer.
    pub cost: Cost,
    /// The relaxed components decided nothing: whatever they did, the run took the same path. False if that is not known.
    pub irrelevant: bool,
}

/// Answer to a [`Query`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum QueryVerdict<W = Option<CompSet>> {
    /// The test can pass. With more effort than [`Effort::Low`] a witness was certified by concrete replay.
    Feasible(W),
    /// The test cannot pass.
    Infeasible {
        /// Components disjoint from the relaxed set, at least one of which must be relaxed too for the test to pass:
        /// all components that any explored run met, without the relaxed ones. (The complement is infeasible as well,
        /// for relaxing what is never reached changes nothing.)
        core: CompSet,
        /// A bound (loop unwinding, number of paths) was used: infeasible within the bound.
        bounded: bool,
    },
    /// The answer depends on what happens in these closed branches ([`ir::demand`]).
    NeedsBranches(Vec<BranchId>),
    /// A limit was met before the answer, or something on the way is not modelled.
    Unknown(UnknownReason),
}

/// Cost of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Work, in units of about one executed instruction; only ratios matter.
    pub work: u64,
    /// Checks of the solver.
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
    /// An answer that took this much work and no solver.
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

    /// Whether a limit was met before the answer.
    pub fn is_unknown(&self) -> bool {
        matches!(self.verdict, QueryVerdict::Unknown(_))
    }
}

impl<W> QueryVerdict<W> {
    /// The same verdict with something else told of the passing run.
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

/// How much one query may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Effort {
    /// Candidates of the search.
    Full,
    /// A first look at a candidate: cheap or not at all. A witness is certified.
    Quick,
    /// A detail of what has been found: cheap, and not asked again where it stays open. A witness is certified. The clock
    /// only ends what would take very long, so the answer is the same on a busy machine.
    Detail,
    /// A passing run is looked for from the failing one on: quickly found or not at all, and never proved not to exist. A
    /// witness is certified.
    Runs,
    /// Growing an infeasible set to shrink a core: an answer is nice to have, and a witness need not be certified.
    Low,
}

impl Effort {
    /// Whether a query that stays open with this effort will be asked again with more.
    pub fn is_first_look(self) -> bool {
        matches!(self, Effort::Runs | Effort::Quick)
    }
}

/// All queries about one candidate: is it feasible for these tests? They are asked in this order, until the candidate is
/// settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateQuery {
    /// Candidate.
    pub set: CompSet,
    /// Tests to ask about.
    pub tests: Vec<usize>,
    /// Effort of each query.
    pub effort: Effort,
    /// Number of tests that are known to leave the set open.
    pub open: usize,
}

impl CandidateQuery {
    /// Whether nothing more need be asked after this answer. `open` counts the tests that leave the set open; it begins
    /// as that of the candidate.
    pub fn is_settled_by<W>(&self, verdict: &QueryVerdict<W>, open: &mut usize) -> bool {
        match verdict {
            QueryVerdict::Feasible(_) => false,
            QueryVerdict::Infeasible { .. } => true,
            // Nothing is to be asked until the branches are open.
            QueryVerdict::NeedsBranches(_) => {
                *open += 1;
                true
            }
            QueryVerdict::Unknown(_) => {
                *open += 1;
                // Where one test asks for more effort, others will: the set is for later.
                self.effort.is_first_look() || *open > MAX_OPEN_TESTS
            }
        }
    }
}

/// Decides feasibility; implemented by the symbolic evaluator, by a formula, or by brute force in tests.
pub trait Oracle {
    /// Number of components; sets range over `0..components()`.
    fn components(&self) -> usize;

    /// Answers a query about the whole program: never [`QueryVerdict::NeedsBranches`].
    fn check(&mut self, query: &Query<'_>) -> QueryResult;

    /// Announces candidates that will be asked about, most likely all of them and in this order, after those announced
    /// before: an oracle with several threads begins.
    fn announce(&mut self, _candidates: &[CandidateQuery]) {}

    /// Withdraws what was announced and not asked about.
    fn withdraw(&mut self) {}

    /// Answers the queries about a candidate, up to the one that settles it. There are fewer answers if the oracle has
    /// [`stopped`](Oracle::stopped).
    fn check_candidate(&mut self, candidate: &CandidateQuery) -> Vec<QueryResult> {
        check_test_by_test(self, candidate)
    }

    /// Number of branches of the program's conditionals; 0 if the oracle does not know of them.
    fn branches(&self) -> usize {
        0
    }

    /// Branches that the failing run of the test takes.
    fn branches_of_run(&mut self, _test: usize) -> BranchSet {
        BranchSet::default()
    }

    /// Answers a query about the program in which all branches but the `open` ones are closed ([`ir::demand`]).
    fn check_with_open(&mut self, query: &Query<'_>, _open: &BranchSet) -> QueryResult {
        self.check(query)
    }

    /// Finds by other means which of these sets, all of a size, are feasible for every test. They stayed open with little
    /// effort; the tests then answer *feasible* at once.
    fn find_feasible(&mut self, _undecided: &[CompSet]) -> Vec<CompSet> {
        Vec::new()
    }

    /// Whether queries with [`Effort::Runs`] can be answered.
    fn finds_runs(&self) -> bool {
        false
    }

    /// Whether so much work was wasted on queries that stayed open that the search should give up what is open.
    fn is_budget_exhausted(&self) -> bool {
        false
    }

    /// Whether the job must end (deadline, cancellation); the search returns what it has.
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
