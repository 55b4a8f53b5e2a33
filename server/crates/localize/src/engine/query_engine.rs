//! Answers by partial evaluation: the test runs symbolically from the first relaxed component on, and everything that
//! does not depend on an angelic value is folded.
//!
//! A query engine answers the queries of one thread. It keeps only what is expensive to create again: a solver, memory
//! for terms, the states in which runs begin. An answer depends only on the query, its [`Conditions`] and the results
//! of earlier queries for the set (a [`WitnessPool`]), which are passed in. So every engine gives the same answer.

use eval::Script;
use explore::demand::OnDemand;
use explore::{ExploreLimits, ExploreResult, Explorer, UnknownReason};
use ir::{FnId, Program};
use term::Pool;

use super::directed::find_choices;
use super::failing_test::FailingTest;
use super::query_context::QueryContext;
use super::witness_pool::WitnessPool;
use super::witnesses::Witness;
use crate::limits::{
    CLOCK_FACTOR, MAX_HALVINGS, PROPAGATION_INSTRUCTIONS, check_limits, effort_divisor,
    path_instructions, query_instructions,
};
use crate::query_cache::CacheUpdate;
use ir::CompSet;
use search::oracle::{Cost, Effort, Query, QueryResult, QueryVerdict};

/// Conditions of a query: everything besides the query itself on which its answer depends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conditions {
    /// Number of earlier queries with full effort that stayed open; each halves the limits of this query.
    pub(super) unanswered: u32,
    /// Whether users will see the witness. Then it is made readable, and witnesses of other tests are not tried.
    pub(super) shown: bool,
}

/// Result with the witness of a passing run, certified by concrete replay; without a witness if none is requested.
pub(super) type EngineResult = QueryResult<Option<Witness>>;

/// Result with a witness.
fn feasible(witness: Witness, work: u64) -> EngineResult {
    QueryResult::new(QueryVerdict::Feasible(Some(witness)), work)
}

/// Answers queries about a group of failing tests.
pub(super) struct QueryEngine<'a> {
    pub(super) shared: &'a QueryContext<'a>,
    pub(super) failing_tests: Vec<FailingTest<'a>>,
    /// The program of the queries, if some of its branches may be closed.
    pub(super) on_demand: Option<OnDemand>,
    pub(super) solver: Box<dyn smt::Solver>,
    pool: Pool,
    pub(super) stopped: &'a dyn Fn() -> bool,
    /// Changes of the query cache that have not been taken yet.
    pub(super) cache_updates: Vec<CacheUpdate>,
}

impl<'a> QueryEngine<'a> {
    pub(super) fn new(
        shared: &'a QueryContext<'a>,
        failing_tests: Vec<FailingTest<'a>>,
        solver: Box<dyn smt::Solver>,
        stopped: &'a dyn Fn() -> bool,
    ) -> QueryEngine<'a> {
        QueryEngine {
            shared,
            failing_tests,
            on_demand: None,
            solver,
            pool: Pool::new(),
            stopped,
            cache_updates: Vec::new(),
        }
    }

    /// The program with the branches that are open now.
    fn program(&self) -> &Program {
        match &self.on_demand {
            Some(on_demand) => on_demand.program(),
            None => self.shared.program,
        }
    }

    /// Limits of one exploration, by the cost of the original run. A query that needs much more explores thousands of
    /// paths and would end as "unknown" anyway.
    pub(super) fn limits(&self, test: usize, effort: Effort) -> ExploreLimits {
        let all = self.shared.limits;
        // A run that does not end tells nothing about the length of a run that ends.
        let run = self.failing_tests[test].steps.min(all.path_steps);
        let path_steps = path_instructions(run).min(all.path_steps);
        let share = effort_divisor(effort);
        let growth = self.shared.growth;
        ExploreLimits {
            unwind: all.unwind,
            path_steps,
            total_steps: query_instructions(run)
                .min(all.total_steps)
                .saturating_mul(growth)
                / share,
            forks: u32::try_from(u64::from(all.forks) * growth / share).unwrap_or(u32::MAX),
            open_checks: match effort {
                Effort::Runs | Effort::Quick | Effort::Detail => 0,
                Effort::Full | Effort::Low => all.open_checks,
            },
            terms: all.terms.saturating_mul(growth as usize) / share as usize,
        }
    }

    /// Limits of one check of the solver. Each query that stayed open halves the limits of later queries: if one query
    /// is too hard, most of the others are as well. The limit on time covers costs that the work does not measure.
    fn solver_limits(&self, effort: Effort, unanswered: u32) -> smt::SolverLimits {
        let halved = unanswered.min(MAX_HALVINGS);
        let (mut conflicts, mut millis) = check_limits(effort);
        if effort == Effort::Full {
            conflicts >>= halved;
            millis >>= halved;
        }
        conflicts = conflicts.saturating_mul(self.shared.growth);
        millis = millis.saturating_mul(self.shared.growth);
        let work = millis.saturating_mul(smt::SolverLimits::MILLISECOND);
        smt::SolverLimits {
            conflicts: Some(conflicts),
            work: Some(work),
            millis: Some(millis.saturating_mul(CLOCK_FACTOR)),
            together: Some(work.saturating_mul(3)),
        }
    }

    /// Explores the runs of a query. Returns the choices of a passing run, not certified yet, and the functions called
    /// by the runs, if a cache needs them.
    fn explore(
        &mut self,
        query: &Query<'_>,
        conditions: Conditions,
    ) -> (QueryResult<Script>, Vec<FnId>) {
        let Query { test, set, effort } = *query;
        let shared = self.shared;
        let mut pool = std::mem::take(&mut self.pool);
        pool.clear();
        let limits = self.limits(test, effort);
        let solver_limits = self.solver_limits(effort, conditions.unanswered);
        self.solver.set_limits(solver_limits);
        // The exploration begins where the first relaxed component is entered.
        let begin = self.failing_tests[test]
            .checkpoints(shared)
            .start(set.iter());
        let failing_test = self.failing_tests[test].test;
        let program = self.on_demand.as_ref().map(OnDemand::program);
        let before = self.solver.stats();
        let ends = || (self.stopped)() || shared.control.is_memory_tight();
        let mut explorer = Explorer::new(
            program.unwrap_or(shared.program),
            shared.analysis,
            begin,
            failing_test.goal.clone(),
            limits,
            pool,
            self.solver.as_mut(),
            &ends,
        );
        explorer.set_relaxing(shared.relaxing);
        for c in set.iter() {
            explorer.relax(c, None);
        }
        if effort == Effort::Low {
            explorer.without_witness();
        }
        if conditions.shown {
            explorer.with_plain_witness();
        }
        // Translate the result into the terms of the search.
        let verdict = match explorer.ask() {
            ExploreResult::Passes(script) => QueryVerdict::Feasible(script),
            ExploreResult::Fails { bounded } => QueryVerdict::Infeasible {
                core: CompSet::of_flags(explorer.touched()).minus(set),
                bounded,
            },
            ExploreResult::NeedsBranches(branches) => QueryVerdict::NeedsBranches(branches),
            ExploreResult::Unknown(UnknownReason::Stopped) if !(self.stopped)() => {
                QueryVerdict::Unknown(UnknownReason::MemoryShort)
            }
            ExploreResult::Unknown(reason) => {
                let met = explorer.met();
                // Values may be free behind a closed branch, and that may be why the query is hard.
                if effort == Effort::Full && !met.is_empty() {
                    QueryVerdict::NeedsBranches(met)
                } else {
                    QueryVerdict::Unknown(reason)
                }
            }
        };
        let explored = explorer.work();
        let irrelevant = !explorer.parted();
        let called = match shared.cache {
            Some(_) => explorer.called().collect(),
            None => Vec::new(),
        };
        self.pool = explorer.finish();
        let solved = self.solver.stats().propagations - before.propagations;
        let result = QueryResult {
            irrelevant: irrelevant && matches!(verdict, QueryVerdict::Infeasible { .. }),
            verdict,
            cost: Cost::of_work(explored + PROPAGATION_INSTRUCTIONS * solved),
        };
        (result, called)
    }

    /// Tries the witnesses of other tests for this test.
    fn guess(&self, test: usize, known: &mut WitnessPool) -> Option<Witness> {
        let steps = self.shared.limits.path_steps;
        known.guess(|witness| self.survives(test, witness, steps))
    }

    /// Looks for a passing run, beginning with the failing one ([`super::directed`]). Returns a witness, which is added
    /// to the known ones, and the work.
    fn direct(&self, query: &Query<'_>, known: &mut WitnessPool) -> (Option<Witness>, u64) {
        let shared = QueryContext {
            program: self.program(),
            ..*self.shared
        };
        let failing_test = &self.failing_tests[query.test];
        let steps = self.witness_steps(query.test);
        let (found, work) = find_choices(
            &shared,
            failing_test,
            query.set,
            steps,
            &mut known.experience,
        );
        let found = found.map(|script| self.witness(query.set, script));
        let found = found.filter(|witness| self.is_witness(query.test, witness));
        if let Some(witness) = &found {
            known.add(witness);
        }
        (found, work)
    }

    /// Certifies a witness: whether the test passes in its replay.
    pub(super) fn is_witness(&self, test: usize, witness: &Witness) -> bool {
        self.survives(test, witness, self.witness_steps(test))
    }

    /// Maximum number of instructions of the replay of a witness.
    fn witness_steps(&self, test: usize) -> u64 {
        self.shared.steps.max(self.failing_tests[test].steps * 16)
    }

    /// Checks the certificate: whether the test passes when it runs concretely with the choices of the witness.
    pub(super) fn survives(&self, test: usize, witness: &Witness, steps: u64) -> bool {
        let Witness { of, script } = witness;
        self.failing_tests[test].survives(self.shared, self.program(), of, script, steps)
    }

    /// The outputs, if none of them is relaxed and together they cannot print the text that the test expects.
    fn other_text(&self, test: usize, relaxed: &CompSet) -> Option<CompSet> {
        let lacks = !self.may_print(relaxed) && self.failing_tests[test].lacks_text(self.shared);
        let printers = self.shared.program.printable.printers();
        lacks.then(|| printers.iter().copied().collect())
    }

    /// The core that refutes a set without a run, if there is one.
    fn core_without_run(&self, test: usize, relaxed: &CompSet) -> Option<CompSet> {
        let relevant = &self.failing_tests[test].relevant;
        // Components that the run never enters cannot change it.
        let never_entered = (!relaxed.meets(relevant)).then(|| relevant.clone());
        never_entered.or_else(|| self.other_text(test, relaxed))
    }

    /// Answers a query about a set of components that may all be relaxed.
    ///
    /// Cheap methods come first: results known without a run, a witness of another test, the cache. Then the runs are
    /// explored.
    pub(super) fn check(
        &mut self,
        query: &Query<'_>,
        conditions: Conditions,
        known: &mut WitnessPool,
    ) -> EngineResult {
        if let Some(core) = self.core_without_run(query.test, query.set) {
            let bounded = false;
            return QueryResult::new(QueryVerdict::Infeasible { core, bounded }, 0);
        }
        if query.effort != Effort::Low
            && !conditions.shown
            && let Some(witness) = self.guess(query.test, known)
        {
            return feasible(witness, self.failing_tests[query.test].steps);
        }
        match self.shared.cache {
            None => self.compute(query, conditions, known).0,
            Some(cache) => self.check_cached(cache, query, conditions, known),
        }
    }

    /// Computes an answer, and returns it with the functions called by the runs, if all of these are known.
    pub(super) fn compute(
        &mut self,
        query: &Query<'_>,
        conditions: Conditions,
        known: &mut WitnessPool,
    ) -> (EngineResult, Option<Vec<FnId>>) {
        let before = self.solver.stats().checks;
        let (mut result, called) = self.direct_or_explore(query, conditions, known);
        result.cost.solver_checks = self.solver.stats().checks - before;
        result.irrelevant &= result.cost.solver_checks == 0;
        (result, called)
    }

    /// Answers by looking for a passing run, if the query asks for no more, or by exploring the runs.
    fn direct_or_explore(
        &mut self,
        query: &Query<'_>,
        conditions: Conditions,
        known: &mut WitnessPool,
    ) -> (EngineResult, Option<Vec<FnId>>) {
        // No exploration is wanted. An answer that is cached depends on all functions that the test can reach.
        if query.effort == Effort::Runs {
            // Exploration. A passing run that it finds is certified, unless a quick yes is enough.
            let (witness, work) = self.direct(query, known);
            let result = match witness {
                Some(witness) => feasible(witness, work),
                None => QueryResult::new(QueryVerdict::Unknown(UnknownReason::NoRunFound), work),
            };
            let called = match self.shared.cache {
                Some(_) => self.failing_tests[query.test]
                    .reachable(self.shared)
                    .to_vec(),
                None => Vec::new(),
            };
            return (result, Some(called));
        }
        let (
            QueryResult {
                verdict,
                cost,
                irrelevant,
            },
            called,
        ) = self.explore(query, conditions);
        let verdict = match verdict {
            QueryVerdict::Feasible(script) if query.effort != Effort::Low => {
                let witness = self.witness(query.set, script);
                let result = self.certified(query, conditions, witness, cost.work, known);
                return (result, Some(called));
            }
            other => other.map(|_| None),
        };
        let mut result = QueryResult {
            verdict,
            cost,
            irrelevant,
        };

        // Exploration gave no answer: a passing run may be found directly. Such an answer is not cached.
        if self.wants_runs(query, &result) {
            let (witness, work) = self.direct(query, known);
            result.cost.work += work;
            if let Some(witness) = witness {
                return (feasible(witness, result.cost.work), None);
            }
            return (result, None);
        }
        (result, Some(called))
    }

    /// Certifies the witness of a passing run.
    fn certified(
        &self,
        query: &Query<'_>,
        conditions: Conditions,
        witness: Witness,
        work: u64,
        known: &mut WitnessPool,
    ) -> EngineResult {
        if self.is_witness(query.test, &witness) {
            let witness = self.reduced(query, conditions, witness);
            known.add(&witness);
            return feasible(witness, work);
        }
        debug_assert!(
            false,
            "a witness does not survive its replay: {query:?} {witness:?}"
        );
        QueryResult::new(
            QueryVerdict::Unknown(UnknownReason::WitnessNotReplayed),
            work,
        )
    }

    /// Extracts the witness from the choices of a run.
    pub(super) fn witness(&self, relaxed: &CompSet, script: Script) -> Witness {
        // The text of an output is learnt from all tests together, so the witness is kept as it is.
        if self.may_print(relaxed) {
            let of = relaxed.clone();
            return Witness { of, script };
        }
        Witness::new(relaxed, script)
    }

    /// Whether one of the components can print a text other than the original one.
    fn may_print(&self, relaxed: &CompSet) -> bool {
        let printers = self.shared.program.printable.printers();
        printers.iter().any(|c| relaxed.contains(*c))
    }

    /// Reduces a witness: components that need not differ behave as written. With the remaining components alone
    /// relaxed, the test passes as well, so it need not be queried for any set that contains them.
    fn reduced(&self, query: &Query<'_>, conditions: Conditions, witness: Witness) -> Witness {
        // A witness that is shown stays as it is, and after a query for details no other sets follow.
        let as_is = conditions.shown || query.effort == Effort::Detail;
        if as_is || self.may_print(query.set) {
            return witness;
        }
        let steps = self.limits(query.test, query.effort).path_steps;
        witness.reduced(|less| self.survives(query.test, less, steps))
    }

    /// Whether a passing run should be looked for after the exploration gave no answer. That holds for a strategy that
    /// opens branches, because such a strategy does not ask for runs itself.
    fn wants_runs(&self, query: &Query<'_>, result: &EngineResult) -> bool {
        let asks = matches!(query.effort, Effort::Full | Effort::Quick);
        // A run that continues beyond a bound may pass.
        let is_open = match result.verdict {
            QueryVerdict::Infeasible { bounded, .. } => bounded,
            QueryVerdict::Unknown(_) => true,
            QueryVerdict::Feasible(_) | QueryVerdict::NeedsBranches(_) => false,
        };
        self.on_demand.is_some() && asks && query.set.len() == 1 && is_open
    }
}
