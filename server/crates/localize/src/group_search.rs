//! The search of one group of failing tests, from the first query to certified, explained diagnoses.

use repair::Refuted;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::mpsc::Sender;

use eval::Choice;
use explore::UnknownReason;
use ir::{CompId, ComponentKind};
use rustc_hash::FxHashMap;

use crate::control::Event;
use crate::engine::{
    EditWitnessSource, FailingTest, FeasibilityOracle, Needed, QueryContext, SharedContext, Trials,
    ValueBudget, Witnesses, WorkerPool, evidence, maxsat, needed_values,
};
use crate::explaining::explaining_first;
use crate::found::Singles;
use crate::ledger::Ledger;
use crate::limits::{
    EVIDENCE_TESTS, EXPLAINED_TESTS, GROW_QUERIES, MAX_PRINTED_DIAGNOSES, OPEN_PATIENCE,
    PRINTING_TESTS, TESTS_ALONE,
};
use crate::report::{Diagnosis, Minimal, Partial, Suspect};
use crate::rounds::PrintedTexts;
use crate::run::Run;
use exec::parallel::Helper;
use exec::run::{PreparedTest, TestOutcome, Verdict};
use ir::CompSet;
use search::oracle::{Effort, Oracle, Query, QueryVerdict};
use search::weights::Weights;
use search::{FoundSet, Outcome, Search, SearchOptions, Strategy};

/// State that the searches of all groups share.
pub(crate) struct Job<'j, 'l> {
    pub(crate) run: &'j Run<'j>,
    pub(crate) query: &'j QueryContext<'j>,
    /// Size of the largest set.
    pub(crate) max_size: usize,
    pub(crate) weights: &'j Weights,
    /// Source of edits that yield witnesses in the current group.
    pub(crate) edit_source: Option<&'j RefCell<dyn EditWitnessSource + 'j>>,
    pub(crate) ledger: &'j mut Ledger<'l>,
    /// Reasons, besides open queries, why the current search is incomplete.
    pub(crate) open: Vec<UnknownReason>,
    /// Tests for which needed values have been computed.
    pub(crate) explained: FxHashMap<usize, FailingTest<'j>>,
    /// Needed values, by test and the set of relaxed components.
    pub(crate) needed: FxHashMap<(usize, CompSet), Needed>,
    /// Channel for the single components of a group, used when all of them are found.
    pub(crate) singles: Sender<Singles>,
    /// Single components found so far.
    pub(crate) waiting: Vec<CompId>,
}

/// The current group.
struct GroupJob<'g, 'j> {
    /// Index of the group in the report.
    index: usize,
    /// Failing tests of the group.
    tests: &'g [usize],
    trials: Trials<'j>,
}

impl<'j> Job<'j, '_> {
    fn failing_tests(&self, tests: &[usize]) -> Vec<FailingTest<'j>> {
        let ran = self.ran(tests);
        let analysis = self.query.analysis;
        ran.map(|(test, ran)| FailingTest::new(analysis, test, ran))
            .collect()
    }

    /// The given tests with their outcomes.
    fn ran<'t>(
        &self,
        tests: &'t [usize],
    ) -> impl Iterator<Item = (&'j PreparedTest, &'j TestOutcome)> + use<'t, 'j> {
        let (prepared, outcomes) = (self.run.prepared, self.run.outcomes);
        let tests = tests.iter();
        tests.filter_map(move |&t| Some((prepared[t].as_ref().ok()?, &outcomes[t])))
    }

    /// Work that the job may still do; `None` without a limit.
    fn work_left(&self) -> Option<u64> {
        let limit = self.run.options.work?;
        Some(limit.saturating_sub(self.ledger.searched.work))
    }

    /// Searches group `g` of the report and adds its diagnoses.
    pub(crate) fn search_group(&mut self, g: usize) {
        if (self.run.stopped)() || self.work_left() == Some(0) {
            let end = &mut self.ledger.searched.ends[g];
            (end.stopped, end.complete) = (true, false);
            return;
        }
        let tests = &self.run.representatives(g);
        // Only this strategy announces its queries in advance.
        let workers = match self.run.options.strategy {
            Strategy::Multi => self.run.options.workers.saturating_sub(1),
            _ => 0,
        };
        let pool = WorkerPool::new(workers, &self.run.control.interrupt());
        let ran = self.ran(tests).collect();
        let context =
            SharedContext::new(self.query, ran, self.run.options.solver, self.run.stopped);
        let (pool, context) = (&pool, &context);
        std::thread::scope(|scope| {
            let closing = pool.until_dropped();
            // If a thread cannot be started, the others take over its work.
            let start = |thread| Helper::start(scope, "search", move || pool.work(thread, context));
            let threads: Vec<_> = (0..workers).filter_map(start).collect();
            self.search_with(pool, g, tests);
            drop(closing);
            threads.into_iter().for_each(Helper::join);
        });
    }

    /// Searches the group of the given tests with the threads of a pool.
    fn search_with(&mut self, pool: &WorkerPool, g: usize, tests: &[usize]) {
        let group = GroupJob {
            index: g,
            tests,
            trials: self.trials(tests),
        };

        // An oracle for this group: it answers by running the tests.
        let solver = smt::solver_until(self.run.options.solver, self.run.control.interrupt());
        let mut oracle = FeasibilityOracle::new(
            self.query,
            self.failing_tests(tests),
            solver,
            EXPLAINED_TESTS,
            self.run.stopped,
        );
        if let Some(program) = self.query.on_demand {
            oracle.on_demand(program.clone());
        }
        if let Some(edit_source) = self.edit_source {
            oracle.set_edit_source(edit_source);
        }
        oracle.set_worker_pool(pool);
        oracle.set_work_left(self.work_left());
        let control = self.run.control;
        let answered = |checks, is_open| control.answered(checks, is_open);
        oracle.set_observer(&answered);

        // Sets are reported while they are found.
        let outcome = match self.run.options.strategy.search() {
            Some(search) => self.search_by_queries(search, &group, &mut oracle),
            None => self.by_formula(&group, &mut oracle),
        };
        let sets = self.ledger.of_group(g).count();
        self.send_singles(g);
        if self.run.options.strategy == Strategy::Multi {
            self.ledger.forget_partial(|d| d.only().is_some());
        }
        if self.run.options.verify {
            self.verify(g, tests);
        }

        // Counts and reasons for incompleteness.
        self.ledger.searched.work += oracle.work();
        self.ledger
            .searched
            .cache_updates
            .append(&mut oracle.cache_updates);
        self.ledger.report.questions += outcome.queries;
        self.ledger.report.solver_calls += oracle.solver_calls();
        self.ledger.report.unknown_answers += outcome.unknown;
        if let Some(explored) = outcome.explored {
            self.ledger.report.explored.push((g, explored));
        }
        let mut open = std::mem::take(&mut self.open);
        let all = self.run.groups[g].tests.len();
        if tests.len() < all {
            let searched = tests.len();
            open.push(UnknownReason::SomeTests { searched, all });
        }
        let complete = outcome.complete && open.is_empty();
        open.splice(..0, oracle.open.drain(..));
        let outcome = Outcome {
            complete,
            ..outcome
        };
        self.ledger.searched.ends[g].update(&outcome, open, sets);
    }

    fn search_by_queries(
        &mut self,
        search: Search,
        group: &GroupJob<'_, 'j>,
        oracle: &mut FeasibilityOracle<'_>,
    ) -> Outcome {
        let witnesses = oracle.witnesses();
        let weights = self.weights;
        let options = SearchOptions {
            max_size: self.max_size,
            grow_budget: GROW_QUERIES,
            patience: self.run.options.patience,
            open_patience: OPEN_PATIENCE.saturating_mul(self.query.growth as usize),
            order: self.shortest_first(group.tests),
            tests_alone: match self.run.options.strategy {
                Strategy::Multi => TESTS_ALONE,
                _ => 0,
            },
            ..SearchOptions::default()
        };
        let mut sink = |found: FoundSet| self.deliver(group, &witnesses, &found);
        search(oracle, group.tests.len(), weights, &options, &mut sink)
    }

    /// Positions of the tests, the one with the shortest run first.
    fn shortest_first(&self, tests: &[usize]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..tests.len()).collect();
        order.sort_by_key(|at| self.run.outcomes[tests[*at]].steps);
        order
    }

    fn by_formula(
        &mut self,
        group: &GroupJob<'_, 'j>,
        oracle: &mut FeasibilityOracle<'_>,
    ) -> Outcome {
        let failing_tests = self.failing_tests(group.tests);
        let (weights, size, solver) = (self.weights, self.max_size, self.run.options.solver);
        let open = &mut self.open;
        let (outcome, found) = maxsat(
            self.query,
            &failing_tests,
            solver,
            weights,
            size,
            self.run.stopped,
            open,
        );
        for f in found {
            // A solution of the formula has no witness that the evaluator could replay test by test.
            for t in 0..group.tests.len() {
                oracle.check(&Query {
                    test: t,
                    set: &f.set,
                    effort: Effort::Full,
                });
            }
            self.deliver(group, &oracle.witnesses(), &f);
        }
        outcome
    }

    /// Certifies, explains and reports a set. A set without a certificate is dropped and recorded as a reason for
    /// incompleteness.
    fn deliver(
        &mut self,
        group: &GroupJob<'_, 'j>,
        witnesses: &RefCell<Witnesses>,
        found: &FoundSet,
    ) {
        if let Some(tests) = &found.only {
            return self.deliver_partial(group, &witnesses.borrow(), &found.set, tests);
        }
        witnesses.borrow_mut().delivered(&found.set);
        if self.ledger.knows(group.index, &found.set, found.minimal) {
            return;
        }
        let witnesses = witnesses.borrow();
        let certified = (0..group.tests.len()).all(|t| witnesses.find(t, &found.set).is_some());
        if !certified {
            self.open.push(UnknownReason::SetNotCertified);
            return;
        }
        let mut values = self.values(group.tests, &witnesses, &found.set);
        let suspects = found.set.iter().map(|comp| {
            let needs = values.remove(&comp).unwrap_or_default();
            Suspect::new(comp).with(needs)
        });
        let mut suspects: Vec<Suspect> = suspects.collect();
        suspects.sort_by_key(|s| self.query.program.components[s.comp.index()].span);
        let diagnosis = Diagnosis {
            minimal: found.minimal,
            evidence: evidence(self.query, &group.trials, &self.explained, &found.set),
            ..Diagnosis::by_values(group.index, suspects, self.weights.of(&found.set))
        };
        match diagnosis.only() {
            Some(comp) => self.waiting.push(comp),
            // Most searches return sets in order of size.
            None => self.send_singles(group.index),
        }
        let texts = self.printed(&witnesses, &found.set);
        let at = self.ledger.record(diagnosis);
        if let Some(texts) = texts {
            let printed = &mut self.ledger.searched.printed;
            printed.push(PrintedTexts {
                diagnosis: at,
                texts,
            });
        }
    }

    /// Texts that the outputs of a set print; `None` if there is no output, or if one of them printed its original text
    /// in some execution.
    fn printed(
        &self,
        witnesses: &Witnesses,
        set: &CompSet,
    ) -> Option<BTreeMap<CompId, Vec<Vec<u8>>>> {
        let kind = |comp: CompId| self.query.program.components[comp.index()].kind;
        let mut texts: BTreeMap<CompId, Vec<Vec<u8>>> = BTreeMap::new();
        let outputs = set.iter().filter(|c| kind(*c) == ComponentKind::Output);
        texts.extend(outputs.map(|comp| (comp, Vec::new())));
        if texts.is_empty() || self.ledger.searched.printed.len() >= MAX_PRINTED_DIAGNOSES {
            return None;
        }
        for t in 0..PRINTING_TESTS {
            let Some(witness) = witnesses.find(t, set) else {
                continue;
            };
            for choice in &witness.script {
                match choice {
                    Choice::Output { comp, bytes } => texts.get_mut(comp)?.push(bytes.clone()),
                    Choice::Enter { comp, alt, .. }
                        if alt.is_none() && texts.contains_key(comp) =>
                    {
                        return None;
                    }
                    _ => {}
                }
            }
        }
        Some(texts)
    }

    fn send_singles(&mut self, group: usize) {
        let comps = std::mem::take(&mut self.waiting);
        if !comps.is_empty() {
            // Sending fails only if the receiver is gone, while the job is being unwound.
            let _ = self.singles.send(Singles {
                group,
                comps,
                refuted: self
                    .edit_source
                    .map_or_else(Refuted::default, |m| m.borrow().refuted()),
            });
        }
    }

    /// Reports a set that explains some of the tests, with the tests that passed in replay.
    fn deliver_partial(
        &mut self,
        group: &GroupJob<'_, 'j>,
        witnesses: &Witnesses,
        set: &CompSet,
        tests: &[usize],
    ) {
        let certified = tests.iter().filter(|&&t| witnesses.find(t, set).is_some());
        let tests: Vec<usize> = certified.map(|&t| group.tests[t]).collect();
        if tests.is_empty() {
            return;
        }
        let mut comps: Vec<CompId> = set.iter().collect();
        comps.sort_by_key(|c| self.query.program.components[c.index()].span);
        let explains_more = self.ledger.record_partial(Partial {
            group: group.index,
            comps,
            tests,
            fixes: Vec::new(),
        });
        if explains_more {
            let lines = explaining_first(self.run, &self.ledger.report);
            self.ledger.tell(Event::Suspected(&lines));
        }
    }

    /// Tests on which evidence is sought: failing tests of the group, then some of the passing tests, evenly spread.
    fn trials(&self, tests: &[usize]) -> Trials<'j> {
        let (prepared, outcomes) = (self.run.prepared, self.run.outcomes);
        let numbered = |t: usize| Some((t, prepared[t].as_ref().ok()?));
        let failing = tests.iter().take(EVIDENCE_TESTS);
        let failing = failing.filter_map(|&t| numbered(t));
        let passes = |t: &usize| outcomes[*t].verdict == Verdict::Pass;
        let passing = (0..prepared.len()).filter(passes).filter_map(numbered);
        let passing: Vec<(usize, &PreparedTest)> = passing.collect();
        let stride = passing.len().div_ceil(EVIDENCE_TESTS).max(1);
        Trials {
            tests: failing.chain(passing.into_iter().step_by(stride)).collect(),
            steps: self.query.limits.path_steps,
        }
    }

    fn values(&mut self, tests: &[usize], witnesses: &Witnesses, set: &CompSet) -> Needed {
        let mut all = Needed::default();
        let mut budget = ValueBudget::new();
        for (i, &t) in tests.iter().enumerate() {
            let (Some(witness), Ok(test)) = (witnesses.find(i, set), &self.run.prepared[t]) else {
                continue;
            };
            let shared = self.query;
            let new = || FailingTest::new(shared.analysis, test, &self.run.outcomes[t]);
            let failing_test = self.explained.entry(t).or_insert_with(new);
            let trials = budget.next(shared, failing_test);
            let known = self.needed.entry((t, witness.of.clone()));
            let new = || needed_values(shared, t, failing_test, witness, trials);
            let table = known.or_insert_with(new);
            for comp in witness.of.iter() {
                if let Some(needs) = table.get(&comp) {
                    all.entry(comp).or_default().add(needs);
                }
            }
        }
        all
    }

    /// Proves every proper subset infeasible again, without caches and with the other solver.
    fn verify(&mut self, g: usize, tests: &[usize]) {
        let other = if self.run.options.solver == smt::Choice::Z3 {
            smt::Choice::Auto
        } else {
            smt::Choice::Z3
        };
        // The answers in the cache come from the first solver.
        let shared = QueryContext {
            cache: None,
            ..*self.query
        };
        let mut oracle = FeasibilityOracle::new(
            &shared,
            self.failing_tests(tests),
            smt::solver_until(other, self.run.control.interrupt()),
            usize::MAX,
            self.run.stopped,
        );
        for d in self
            .ledger
            .report
            .diagnoses
            .iter_mut()
            .filter(|d| d.group == g)
        {
            let set: CompSet = d.suspects.iter().map(|s| s.comp).collect();
            let mut worst = Minimal::Proved;
            for c in set.iter() {
                let mut smaller = set.clone();
                smaller.remove(c);
                worst = worst.max(refuted(&mut oracle, tests.len(), &smaller));
            }
            d.minimal = worst;
        }
    }
}

/// Tries to prove that some test cannot pass with the set relaxed.
fn refuted(oracle: &mut FeasibilityOracle<'_>, tests: usize, set: &CompSet) -> Minimal {
    let mut best = Minimal::Unchecked;
    for t in 0..tests {
        if oracle.stopped() {
            break;
        }
        let result = oracle.check(&Query {
            test: t,
            set,
            effort: Effort::Full,
        });
        match result.verdict {
            QueryVerdict::Infeasible { bounded: false, .. } => return Minimal::Proved,
            QueryVerdict::Infeasible { bounded: true, .. } => best = Minimal::WithinBounds,
            _ => {}
        }
    }
    best
}
