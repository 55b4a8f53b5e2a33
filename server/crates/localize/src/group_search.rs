//! The search of one group of failing tests, from the first query to certified, explained diagnoses.

use repair::Refuted;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::mpsc::Sender;

use eval::Choice;
use explore::UnknownReason;
use ir::{CompId, ComponentKind};
use rustc_hash::FxHashMap;

use crate::control::{Control, Event};
use crate::engine::{
    EditWitnessSource, FailingTest, FeasibilityOracle, Needed, QueryContext, SharedContext, Trials,
    ValueBudget, Witnesses, WorkerPool, evidence, maxsat, needed_values,
};
use crate::limits::{
    EVIDENCE_TESTS, EXPLAINED_TESTS, GROW_QUERIES, MAX_PRINTED_DIAGNOSES, OPEN_PATIENCE,
    PRINTING_TESTS,
};
use crate::options::JobOptions;
use crate::query_cache::CacheUpdate;
use crate::report::{Certificate, Diagnosis, Minimal, Partial, Report, Suspect};
use crate::rounds::GroupEnd;
use exec::parallel::Helper;
use exec::run::{PreparedTest, TestOutcome, Verdict};
use ir::CompSet;
use search::oracle::{Effort, Oracle, Query, QueryVerdict};
use search::weights::Weights;
use search::{FoundSet, Outcome, Search, SearchOptions, Shortfall, Strategy};

/// Results of the searches of all groups.
#[derive(Debug, Default)]
pub(crate) struct SearchTotals {
    /// End of the search of each group.
    pub(crate) ends: Vec<GroupEnd>,
    /// Work of all queries; see [`search::oracle::Cost::work`].
    pub(crate) work: u64,
    /// Texts that relaxed outputs print.
    pub(crate) printed: Vec<PrintedTexts>,
    /// Changes of the query cache.
    pub(crate) cache_updates: Vec<CacheUpdate>,
}

impl SearchTotals {
    /// Creates the totals of a search that has not begun, for the given number of groups.
    pub(crate) fn new(groups: usize) -> SearchTotals {
        SearchTotals {
            ends: (0..groups).map(|_| GroupEnd::default()).collect(),
            ..SearchTotals::default()
        }
    }

    /// Resets the ends of the searches, before all groups are searched again.
    pub(crate) fn reset_ends(&mut self) {
        self.ends.fill_with(GroupEnd::default);
    }

    /// Whether all sets up to the size were found.
    pub(crate) fn is_complete(&self) -> bool {
        self.ends.iter().all(|end| end.complete)
    }

    /// Whether a search is complete only within a bound.
    pub(crate) fn is_bounded(&self) -> bool {
        self.ends.iter().any(|end| end.bounded)
    }

    /// Whether the job had to end before the searches did.
    pub(crate) fn is_stopped(&self) -> bool {
        self.ends.iter().any(|end| end.stopped)
    }

    /// Reasons why queries stayed open.
    pub(crate) fn open(&self) -> impl Iterator<Item = &UnknownReason> {
        self.ends.iter().flat_map(|end| &end.open)
    }

    /// Smallest size beyond which some group was not searched.
    pub(crate) fn limited_to(&self) -> Option<usize> {
        self.ends.iter().filter_map(|end| end.limited_to).min()
    }

    /// Incompleteness of the strategy by design, if any.
    pub(crate) fn shortfall(&self) -> Option<&Shortfall> {
        self.ends.iter().find_map(|end| end.shortfall.as_ref())
    }
}

/// Texts that the outputs of a diagnosis print when failing tests pass.
#[derive(Debug)]
pub(crate) struct PrintedTexts {
    /// Index into the report's diagnoses.
    pub(crate) diagnosis: usize,
    /// Texts by output: one text for each execution, test after test.
    pub(crate) texts: BTreeMap<CompId, Vec<Vec<u8>>>,
}

/// State that the searches of all groups share.
pub(crate) struct Job<'j> {
    pub(crate) prepared: &'j [Result<PreparedTest, String>],
    pub(crate) outcomes: &'j [TestOutcome],
    pub(crate) options: &'j JobOptions,
    pub(crate) shared: &'j QueryContext<'j>,
    /// Size of the largest set.
    pub(crate) max_size: usize,
    pub(crate) weights: &'j Weights,
    /// Source of edits that yield witnesses in the current group.
    pub(crate) edit_source: Option<&'j RefCell<dyn EditWitnessSource + 'j>>,
    pub(crate) control: &'j dyn Control,
    pub(crate) tell: &'j (dyn Fn(Event<'_>) + Sync),
    pub(crate) searched: &'j mut SearchTotals,
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

/// Components of a group that are diagnoses by themselves.
#[derive(Debug)]
pub(crate) struct Singles {
    pub(crate) group: usize,
    pub(crate) comps: Vec<CompId>,
    /// Edits that need not be tried again.
    pub(crate) refuted: Refuted,
}

/// The current group.
struct GroupJob<'g, 'j> {
    /// Index of the group in the report.
    index: usize,
    /// Failing tests of the group.
    tests: &'g [usize],
    trials: Trials<'j>,
}

impl<'j> Job<'j> {
    fn failing_tests(&self, tests: &[usize]) -> Vec<FailingTest<'j>> {
        let ran = self.ran(tests);
        let analysis = self.shared.analysis;
        ran.map(|(test, ran)| FailingTest::new(analysis, test, ran))
            .collect()
    }

    /// The given tests with their outcomes.
    fn ran<'t>(
        &self,
        tests: &'t [usize],
    ) -> impl Iterator<Item = (&'j PreparedTest, &'j TestOutcome)> + use<'t, 'j> {
        let (prepared, outcomes) = (self.prepared, self.outcomes);
        let tests = tests.iter();
        tests.filter_map(move |&t| Some((prepared[t].as_ref().ok()?, &outcomes[t])))
    }

    /// Work that the job may still do; `None` without a limit.
    fn work_left(&self) -> Option<u64> {
        let limit = self.options.work?;
        Some(limit.saturating_sub(self.searched.work))
    }

    /// Searches group `g` of the report and adds its diagnoses.
    pub(crate) fn search_group(&mut self, g: usize, report: &mut Report) {
        let control = self.control;
        let stopped = || control.stop_reason().is_some();
        if stopped() || self.work_left() == Some(0) {
            let end = &mut self.searched.ends[g];
            (end.stopped, end.complete) = (true, false);
            return;
        }
        let tests = report.groups[g].tests.clone();
        // Only this strategy announces its queries in advance.
        let workers = match self.options.strategy {
            Strategy::Multi => self.options.workers.saturating_sub(1),
            _ => 0,
        };
        let pool = WorkerPool::new(workers, &control.interrupt());
        let ran = self.ran(&tests).collect();
        let context = SharedContext::new(self.shared, ran, self.options.solver, &stopped);
        let (pool, context) = (&pool, &context);
        std::thread::scope(|scope| {
            let closing = pool.until_dropped();
            // If a thread cannot be started, the others take over its work.
            let start = |thread| Helper::start(scope, "search", move || pool.work(thread, context));
            let threads: Vec<_> = (0..workers).filter_map(start).collect();
            self.search_with(pool, g, &tests, report);
            drop(closing);
            threads.into_iter().for_each(Helper::join);
        });
    }

    /// Searches the group of the given tests with the threads of a pool.
    fn search_with(&mut self, pool: &WorkerPool, g: usize, tests: &[usize], report: &mut Report) {
        let control = self.control;
        let stopped = || control.stop_reason().is_some();
        let group = GroupJob {
            index: g,
            tests,
            trials: self.trials(tests),
        };

        // An oracle for this group: it answers by running the tests.
        let solver = smt::solver_until(self.options.solver, control.interrupt());
        let mut oracle = FeasibilityOracle::new(
            self.shared,
            self.failing_tests(tests),
            solver,
            EXPLAINED_TESTS,
            &stopped,
        );
        if let Some(program) = self.shared.on_demand {
            oracle.on_demand(program.clone());
        }
        if let Some(edit_source) = self.edit_source {
            oracle.set_edit_source(edit_source);
        }
        oracle.set_worker_pool(pool);
        oracle.set_work_left(self.work_left());
        let answered = |checks, is_open| control.answered(checks, is_open);
        oracle.set_observer(&answered);

        // Sets are reported while they are found.
        let outcome = match self.options.strategy.search() {
            Some(search) => self.search_by_queries(search, &group, &mut oracle, report),
            None => self.by_formula(&group, &mut oracle, report),
        };
        let sets = report.diagnoses.iter().filter(|d| d.group == g).count();
        self.send_singles(g);
        if self.options.verify {
            self.verify(g, tests, report);
        }

        // Counts and reasons for incompleteness.
        self.searched.work += oracle.work();
        self.searched
            .cache_updates
            .append(&mut oracle.cache_updates);
        report.questions += outcome.queries;
        report.solver_calls += oracle.solver_calls();
        report.unknown_answers += outcome.unknown;
        if let Some(explored) = outcome.explored {
            report.explored.push((g, explored));
        }
        let mut open = std::mem::take(&mut self.open);
        let complete = outcome.complete && open.is_empty();
        open.splice(..0, oracle.open.drain(..));
        let outcome = Outcome {
            complete,
            ..outcome
        };
        self.searched.ends[g].update(&outcome, open, sets);
    }

    fn search_by_queries(
        &mut self,
        search: Search,
        group: &GroupJob<'_, 'j>,
        oracle: &mut FeasibilityOracle<'_>,
        report: &mut Report,
    ) -> Outcome {
        let witnesses = oracle.witnesses();
        let weights = self.weights;
        let options = SearchOptions {
            max_size: self.max_size,
            grow_budget: GROW_QUERIES,
            patience: self.options.patience,
            open_patience: OPEN_PATIENCE.saturating_mul(self.shared.growth as usize),
            ..SearchOptions::default()
        };
        let mut sink = |found: FoundSet| self.deliver(group, &witnesses, &found, report);
        search(oracle, group.tests.len(), weights, &options, &mut sink)
    }

    fn by_formula(
        &mut self,
        group: &GroupJob<'_, 'j>,
        oracle: &mut FeasibilityOracle<'_>,
        report: &mut Report,
    ) -> Outcome {
        let control = self.control;
        let stopped = || control.stop_reason().is_some();
        let failing_tests = self.failing_tests(group.tests);
        let (weights, size, solver) = (self.weights, self.max_size, self.options.solver);
        let open = &mut self.open;
        let (outcome, found) = maxsat(
            self.shared,
            &failing_tests,
            solver,
            weights,
            size,
            &stopped,
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
            self.deliver(group, &oracle.witnesses(), &f, report);
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
        report: &mut Report,
    ) {
        if let Some(tests) = &found.only {
            return self.deliver_partial(group, &witnesses.borrow(), &found.set, tests, report);
        }
        witnesses.borrow_mut().delivered(&found.set);
        if found_before(group.index, found, report) {
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
        suspects.sort_by_key(|s| self.shared.program.components[s.comp.index()].span);
        let mut diagnosis = Diagnosis {
            group: group.index,
            suspects,
            weight: self.weights.of(&found.set),
            verified: true,
            certificate: Certificate::Values,
            minimal: found.minimal,
            evidence: evidence(self.shared, &group.trials, &self.explained, &found.set),
            fixes: Vec::new(),
            given: Vec::new(),
            partial: Vec::new(),
        };
        match diagnosis.only() {
            Some(comp) => self.waiting.push(comp),
            // Most searches return sets in order of size.
            None => self.send_singles(group.index),
        }
        self.withdraw_supersets(group.index, &found.set, report);
        (self.tell)(Event::Diagnosis(&diagnosis, &report.added));
        // An edit may have certified the set already.
        let by_edit =
            |d: &Diagnosis| d.certificate == Certificate::Edit && d.is_same_set(&diagnosis);
        let known = report.diagnoses.iter().position(by_edit);
        let at = known.unwrap_or(report.diagnoses.len());
        if let Some(texts) = self.printed(&witnesses, &found.set) {
            let diagnosis = at;
            self.searched
                .printed
                .push(PrintedTexts { diagnosis, texts });
        }
        match report.diagnoses.get_mut(at) {
            Some(known) => {
                diagnosis.fixes = std::mem::take(&mut known.fixes);
                *known = diagnosis;
            }
            None => report.diagnoses.push(diagnosis),
        }
    }

    /// Withdraws sets of earlier rounds that are supersets of the given set.
    fn withdraw_supersets(&mut self, group: usize, set: &CompSet, report: &mut Report) {
        let is_larger = |d: &Diagnosis| d.is_plain(group) && set.is_subset(&d.set());
        while let Some(i) = report.diagnoses.iter().position(is_larger) {
            let larger = report.diagnoses.remove(i);
            (self.tell)(Event::Withdrawn(&larger));
            self.searched.printed.retain(|p| p.diagnosis != i);
            for printed in &mut self.searched.printed {
                printed.diagnosis -= usize::from(printed.diagnosis > i);
            }
        }
    }

    /// Texts that the outputs of a set print; `None` if there is no output, or if one of them printed its original text
    /// in some execution.
    fn printed(
        &self,
        witnesses: &Witnesses,
        set: &CompSet,
    ) -> Option<BTreeMap<CompId, Vec<Vec<u8>>>> {
        let kind = |comp: CompId| self.shared.program.components[comp.index()].kind;
        let mut texts: BTreeMap<CompId, Vec<Vec<u8>>> = BTreeMap::new();
        let outputs = set.iter().filter(|c| kind(*c) == ComponentKind::Output);
        texts.extend(outputs.map(|comp| (comp, Vec::new())));
        if texts.is_empty() || self.searched.printed.len() >= MAX_PRINTED_DIAGNOSES {
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
        &self,
        group: &GroupJob<'_, 'j>,
        witnesses: &Witnesses,
        set: &CompSet,
        tests: &[usize],
        report: &mut Report,
    ) {
        let certified = tests.iter().filter(|&&t| witnesses.find(t, set).is_some());
        let tests: Vec<usize> = certified.map(|&t| group.tests[t]).collect();
        if tests.is_empty() {
            return;
        }
        let mut comps: Vec<CompId> = set.iter().collect();
        comps.sort_by_key(|c| self.shared.program.components[c.index()].span);
        report.partial.push(Partial {
            group: group.index,
            comps,
            tests,
            fixes: Vec::new(),
        });
    }

    /// Tests on which evidence is sought: failing tests of the group, then some of the passing tests, evenly spread.
    fn trials(&self, tests: &[usize]) -> Trials<'j> {
        let (prepared, outcomes) = (self.prepared, self.outcomes);
        let numbered = |t: usize| Some((t, prepared[t].as_ref().ok()?));
        let failing = tests.iter().take(EVIDENCE_TESTS);
        let failing = failing.filter_map(|&t| numbered(t));
        let passes = |t: &usize| outcomes[*t].verdict == Verdict::Pass;
        let passing = (0..prepared.len()).filter(passes).filter_map(numbered);
        let passing: Vec<(usize, &PreparedTest)> = passing.collect();
        let stride = passing.len().div_ceil(EVIDENCE_TESTS).max(1);
        Trials {
            tests: failing.chain(passing.into_iter().step_by(stride)).collect(),
            steps: self.shared.limits.path_steps,
        }
    }

    fn values(&mut self, tests: &[usize], witnesses: &Witnesses, set: &CompSet) -> Needed {
        let mut all = Needed::default();
        let mut budget = ValueBudget::new();
        for (i, &t) in tests.iter().enumerate() {
            let (Some(witness), Ok(test)) = (witnesses.find(i, set), &self.prepared[t]) else {
                continue;
            };
            let shared = self.shared;
            let new = || FailingTest::new(shared.analysis, test, &self.outcomes[t]);
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
    fn verify(&mut self, g: usize, tests: &[usize], report: &mut Report) {
        let control = self.control;
        let stopped = || control.stop_reason().is_some();
        let other = if self.options.solver == smt::Choice::Z3 {
            smt::Choice::Auto
        } else {
            smt::Choice::Z3
        };
        // The answers in the cache come from the first solver.
        let shared = QueryContext {
            cache: None,
            ..*self.shared
        };
        let mut oracle = FeasibilityOracle::new(
            &shared,
            self.failing_tests(tests),
            smt::solver_until(other, control.interrupt()),
            usize::MAX,
            &stopped,
        );
        for d in report.diagnoses.iter_mut().filter(|d| d.group == g) {
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

/// Whether an earlier round reported the set or a subset of it that suffices. A stronger result about minimality is
/// kept.
fn found_before(group: usize, found: &FoundSet, report: &mut Report) -> bool {
    let mut of_group = report.diagnoses.iter_mut().filter(|d| d.is_plain(group));
    match of_group.find(|d| d.set().is_subset(&found.set)) {
        Some(known) => {
            if known.set() == found.set {
                known.minimal = known.minimal.min(found.minimal);
            }
            true
        }
        None => false,
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
