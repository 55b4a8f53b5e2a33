//! The oracle of the search: has one or more [`QueryEngine`]s answer its queries, and records what the results imply.

use std::cell::RefCell;
use std::rc::Rc;

use explore::UnknownReason;
use explore::demand::{BranchSet, OnDemand};
use ir::{CompId, Program};
use rustc_hash::FxHashMap;
use syntax::Span;

use super::branches::trace;
use super::edit_witness::{EditWitnessSource, script_of};
use super::failing_test::FailingTest;
use super::query_context::QueryContext;
use super::query_engine::{Conditions, EngineResult, QueryEngine};
use super::witness_pool::WitnessPool;
use super::witnesses::{Witness, Witnesses};
use super::worker_pool::{Task, WorkerPool};
use crate::limits::{MAX_WASTED_INSTRUCTIONS, MAX_WASTED_INSTRUCTIONS_ALONE};
use crate::query_cache::CacheUpdate;
use ir::CompSet;
use search::oracle::{
    CandidateQuery, Cost, Effort, Oracle, Query, QueryResult, QueryVerdict, check_test_by_test,
};

/// Decides feasibility for one group of failing tests.
pub(crate) struct FeasibilityOracle<'a> {
    engine: QueryEngine<'a>,
    /// Threads that answer announced candidates.
    pool: Option<&'a WorkerPool>,
    /// What is known about each set that has been queried.
    known: FxHashMap<CompSet, WitnessPool>,
    witnesses: Rc<RefCell<Witnesses>>,
    /// Number of tests, counted from the first, whose witnesses are shown to users: for the smallest sets, these
    /// witnesses are simplified and not guessed.
    shown: usize,
    /// Cost of all queries so far.
    cost: Cost,
    /// Amount of work after which the search ends, if it is limited.
    work_left: Option<u64>,
    /// Work spent on queries that stayed open.
    wasted_work: u64,
    /// Components for which edits have been tried.
    edited: CompSet,
    /// Number of queries with full effort that stayed open.
    unanswered: u32,
    edit_source: Option<&'a RefCell<dyn EditWitnessSource + 'a>>,
    /// Called for each answer with the number of solver checks that it took, and whether it stayed open.
    observer: Option<&'a dyn Fn(u64, bool)>,
    /// Reasons why queries stayed open, without duplicates.
    pub(crate) open: Vec<UnknownReason>,
    /// Updates for the query cache.
    pub(crate) cache_updates: Vec<CacheUpdate>,
}

impl<'a> FeasibilityOracle<'a> {
    pub(crate) fn new(
        shared: &'a QueryContext<'a>,
        failing_tests: Vec<FailingTest<'a>>,
        solver: Box<dyn smt::Solver>,
        shown: usize,
        stopped: &'a dyn Fn() -> bool,
    ) -> FeasibilityOracle<'a> {
        FeasibilityOracle {
            engine: QueryEngine::new(shared, failing_tests, solver, stopped),
            pool: None,
            known: FxHashMap::default(),
            witnesses: Rc::default(),
            shown,
            cost: Cost::default(),
            work_left: None,
            wasted_work: 0,
            edited: CompSet::new(),
            unanswered: 0,
            edit_source: None,
            observer: None,
            open: Vec::new(),
            cache_updates: Vec::new(),
        }
    }

    /// Lets queries close branches. `program` must have been laid out for this.
    pub(crate) fn on_demand(&mut self, program: OnDemand) {
        self.engine.on_demand = Some(program);
    }

    /// Has the threads of a pool answer announced candidates.
    pub(crate) fn set_worker_pool(&mut self, pool: &'a WorkerPool) {
        self.pool = Some(pool);
    }

    /// Limits the work of the search. Answers are counted in the order in which the search takes them, whichever thread
    /// finds them.
    pub(crate) fn set_work_left(&mut self, work: Option<u64>) {
        self.work_left = work;
    }

    /// Sets the source of edits, which is asked where queries stay open.
    pub(crate) fn set_edit_source(&mut self, edit_source: &'a RefCell<dyn EditWitnessSource + 'a>) {
        self.edit_source = Some(edit_source);
    }

    /// Registers a function to be called for each answer from now on.
    pub(crate) fn set_observer(&mut self, observer: &'a dyn Fn(u64, bool)) {
        self.observer = Some(observer);
    }

    /// Number of solver checks so far.
    pub(crate) fn solver_calls(&self) -> u64 {
        self.cost.solver_checks
    }

    /// Work on all queries so far.
    pub(crate) fn work(&self) -> u64 {
        self.cost.work
    }

    /// A failing test of the group.
    pub(crate) fn failing_test(&self, test: usize) -> &FailingTest<'a> {
        &self.engine.failing_tests[test]
    }

    /// The certified witnesses. Every feasible answer adds to them.
    pub(crate) fn witnesses(&self) -> Rc<RefCell<Witnesses>> {
        Rc::clone(&self.witnesses)
    }

    /// Keeps a script that survived its replay, both as the witness and as a guess for other tests.
    fn certified(&mut self, test: usize, relaxed: &CompSet, witness: Witness) {
        self.known.entry(relaxed.clone()).or_default().add(&witness);
        self.witnesses.borrow_mut().insert(test, witness);
    }

    /// Number of tests whose witnesses are shown for this set.
    fn shown(&self, set: &CompSet) -> usize {
        if self.witnesses.borrow().are_shown(set) {
            self.shown
        } else {
            0
        }
    }

    /// The task of a candidate that is queried with full effort after `before` others, which stayed open.
    fn task(&self, candidate: &CandidateQuery, before: u32) -> Task {
        let soft = candidate.set.minus(self.engine.shared.hard);
        Task {
            shown: self.shown(&soft),
            known: self.known_of(&soft),
            soft,
            candidate: candidate.clone(),
            unanswered: self.unanswered + before,
        }
    }

    /// What is known about a set.
    fn known_of(&self, soft: &CompSet) -> WitnessPool {
        let parts = || soft.iter().map(|c| CompSet::from_iter([c]));
        match self.known.get(soft) {
            Some(known) => known.clone(),
            None => WitnessPool::of_parts(parts().filter_map(|part| self.known.get(&part))),
        }
    }

    /// Records what a result implies and returns it for the search: of the witness, only the components that it needs;
    /// no core names a hard component.
    fn take(&mut self, query: &Query<'_>, result: EngineResult) -> QueryResult {
        let Query { test, set, effort } = *query;
        self.cost = self.cost + result.cost;
        if let Some(observer) = self.observer {
            let is_open = result.is_unknown() && !effort.is_first_look();
            observer(result.cost.solver_checks, is_open);
        }
        let verdict = match result.verdict {
            QueryVerdict::Feasible(None) => QueryVerdict::Feasible(None),
            QueryVerdict::Feasible(Some(witness)) => {
                let part = witness.of.clone();
                if part != *set {
                    self.known.entry(part.clone()).or_default().learn(&witness);
                }
                self.witnesses.borrow_mut().insert(test, witness);
                QueryVerdict::Feasible(Some(part))
            }
            QueryVerdict::Infeasible { core, bounded } => QueryVerdict::Infeasible {
                core: core.minus(self.engine.shared.hard),
                bounded,
            },
            QueryVerdict::NeedsBranches(branches) => QueryVerdict::NeedsBranches(branches),
            QueryVerdict::Unknown(reason) => {
                if effort != Effort::Runs {
                    self.wasted_work += result.cost.work;
                }
                if !effort.is_first_look() {
                    self.unanswered += u32::from(effort == Effort::Full);
                    self.note_open(&reason);
                }
                QueryVerdict::Unknown(reason)
            }
        };
        QueryResult {
            verdict,
            cost: result.cost,
            irrelevant: result.irrelevant,
        }
    }

    /// Whether some test is known to pass without a query.
    fn has_witnesses(&self, candidate: &CandidateQuery) -> bool {
        let soft = candidate.set.minus(self.engine.shared.hard);
        let witnesses = self.witnesses.borrow();
        let known = |&test: &usize| witnesses.has(test, &soft);
        candidate.effort == Effort::Full && candidate.tests.iter().any(known)
    }

    fn note_open(&mut self, reason: &UnknownReason) {
        if !self.open.contains(reason) {
            self.open.push(reason.clone());
        }
    }

    /// The result of a query about the whole program, in which no branch is closed.
    fn of_whole_program(&mut self, result: QueryResult) -> QueryResult {
        match result.verdict {
            QueryVerdict::NeedsBranches(_) => {
                self.note_open(&UnknownReason::BranchClosed);
                QueryResult {
                    verdict: QueryVerdict::Unknown(UnknownReason::BranchClosed),
                    ..result
                }
            }
            verdict => QueryResult { verdict, ..result },
        }
    }
}

impl Oracle for FeasibilityOracle<'_> {
    fn components(&self) -> usize {
        self.engine.shared.program.components.len()
    }

    fn check(&mut self, query: &Query<'_>) -> QueryResult {
        if let Some(on_demand) = &mut self.engine.on_demand {
            on_demand.open_all();
        }
        let result = self.ask(query);
        self.of_whole_program(result)
    }

    fn announce(&mut self, candidates: &[CandidateQuery]) {
        let Some(pool) = self.pool else { return };
        let tasks = (0..)
            .zip(candidates)
            .map(|(before, candidate)| self.task(candidate, before));
        pool.announce(tasks);
    }

    fn withdraw(&mut self) {
        if let Some(pool) = self.pool {
            pool.withdraw();
        }
    }

    fn check_candidate(&mut self, candidate: &CandidateQuery) -> Vec<QueryResult> {
        if self.engine.on_demand.is_some() || self.has_witnesses(candidate) {
            return check_test_by_test(self, candidate);
        }
        let fetched = self
            .pool
            .and_then(|pool| pool.fetch(candidate, &mut self.engine));
        let done = fetched.unwrap_or_else(|| self.task(candidate, 0).run(&mut self.engine));
        self.known.insert(done.soft.clone(), done.known);
        self.cache_updates.extend(done.cache_updates);
        let results = candidate.tests.iter().zip(done.results);
        results
            .map(|(&test, result)| {
                let query = Query {
                    test,
                    set: &done.soft,
                    effort: candidate.effort,
                };
                let result = self.take(&query, result);
                self.of_whole_program(result)
            })
            .collect()
    }

    fn branches(&self) -> usize {
        let on_demand = self.engine.on_demand.as_ref();
        on_demand.map_or(0, |o| o.branches().len())
    }

    fn branches_of_run(&mut self, test: usize) -> BranchSet {
        let engine = &mut self.engine;
        let failing_test = &engine.failing_tests[test];
        let steps = failing_test.steps.min(engine.shared.limits.path_steps);
        let on_demand = engine.on_demand.as_mut();
        on_demand.map_or_else(BranchSet::default, |program| {
            trace(
                program,
                engine.shared.concrete,
                failing_test.test,
                steps + 1,
            )
        })
    }

    fn check_with_open(&mut self, query: &Query<'_>, open: &BranchSet) -> QueryResult {
        if let Some(on_demand) = &mut self.engine.on_demand {
            on_demand.open_only(open);
        }
        self.ask(query)
    }

    fn find_feasible(&mut self, undecided: &[CompSet]) -> Vec<CompSet> {
        let Some(edit_source) = self.edit_source else {
            return Vec::new();
        };
        let mut reached = Vec::new();
        let comps = self.alone(undecided);
        if comps.is_empty() {
            return Vec::new();
        }
        self.edited = self.edited.union(&comps.iter().map(|c| c.0).collect());
        edit_source
            .borrow_mut()
            .try_edits(&comps, &mut |comp, edited| {
                let repaired = self.take_edit(comp, edited);
                if repaired {
                    reached.push(CompSet::from_iter([comp]));
                }
                repaired
            });
        reached
    }

    fn finds_runs(&self) -> bool {
        self.engine.on_demand.is_none()
    }

    fn is_budget_exhausted(&self) -> bool {
        // As long as there is no diagnosis, the budget is larger.
        let most = match self.witnesses.borrow().smallest {
            Some(_) => MAX_WASTED_INSTRUCTIONS,
            None => MAX_WASTED_INSTRUCTIONS_ALONE,
        };
        self.wasted_work > most.saturating_mul(self.engine.shared.growth)
    }

    fn stopped(&self) -> bool {
        let spent = self.work_left.is_some_and(|left| self.cost.work >= left);
        spent || (self.engine.stopped)()
    }
}

impl FeasibilityOracle<'_> {
    /// Answers a single query; the witness of a passing run is not returned.
    ///
    /// Hard components stay as written, whatever set is queried, and no core names one: a strategy that knows nothing
    /// about hard components finds the sets without them.
    fn ask(&mut self, query: &Query<'_>) -> QueryResult {
        let soft = query.set.minus(self.engine.shared.hard);
        if query.effort == Effort::Full && self.witnesses.borrow().has(query.test, &soft) {
            return QueryResult::new(QueryVerdict::Feasible(None), 0);
        }
        let query = Query {
            set: &soft,
            ..*query
        };
        let conditions = Conditions {
            unanswered: self.unanswered,
            shown: query.test < self.shown(&soft),
        };
        if !self.known.contains_key(&soft) {
            self.known.insert(soft.clone(), self.known_of(&soft));
        }
        let known = self.known.entry(soft.clone()).or_default();
        let result = self.engine.check(&query, conditions, known);
        self.cache_updates.append(&mut self.engine.cache_updates);
        let result = self.take(&query, result);
        // Witnesses, and whether a query was irrelevant, are reported for announced candidates only.
        QueryResult {
            verdict: result.verdict.map(|_| None),
            cost: result.cost,
            irrelevant: false,
        }
    }

    /// The single components, with their places, that every failing test executes and whose edits have not been tried.
    fn alone(&self, open: &[CompSet]) -> Vec<(CompId, Span)> {
        let single = open.iter().filter(|set| set.len() == 1);
        let comps = single.flat_map(CompSet::iter);
        let everywhere = |c: &CompId| {
            self.engine
                .failing_tests
                .iter()
                .all(|s| s.covered.contains(*c))
        };
        comps
            .filter(|c| !self.edited.contains(*c))
            .filter(everywhere)
            .map(|c| (c, self.engine.shared.program.components[c.index()].span))
            .collect()
    }

    /// Takes witnesses for all tests from an edited program; false if the edit does not yield them.
    fn take_edit(&mut self, comp: CompId, edited: &Program) -> bool {
        let relaxed = CompSet::from_iter([comp]);
        let mut found = Vec::new();
        let engine = &self.engine;
        for (test, failing_test) in engine.failing_tests.iter().enumerate() {
            // The run as written may end early: its length says nothing about the length of a passing run.
            let steps = engine.shared.limits.path_steps;
            let Some(script) = script_of(engine.shared, edited, comp, failing_test, steps) else {
                return false;
            };
            let witness = engine.witness(&relaxed, script);
            if !engine.survives(test, &witness, steps) {
                return false;
            }
            found.push(witness);
        }
        for (test, witness) in found.into_iter().enumerate() {
            self.certified(test, &relaxed, witness);
        }
        true
    }
}
