//! Strategy `multi`: an implicit hitting set over all failing tests of a group.
//!
//! A diagnosis has to hit every core of every test (Reiter; `CFaults` §3 covers several observations, but solves them
//! as one formula). The cores are not known in advance, so candidates are hitting sets of the cores known so far, by
//! size, then by weight, and each is checked test by test. An *infeasible* answer yields a core that the candidate
//! misses, which prunes later candidates ([`super::hitting`]). A candidate that every test accepts is a diagnosis: it
//! is delivered at once, and its supersets are never considered again. When no hitting set of a size is left, all
//! diagnoses of that size are known.
//!
//! * For single components the first query is whether a passing run can be found starting from the failing one: this
//!   needs no exploration and never proves infeasibility.
//! * Candidates of a size are first asked with little effort; those that need more are asked again after the others, so
//!   that cheap diagnoses are found first.
//! * Size 0 asks what the failing runs met at all, which gives the first cores. Size 1 is then a direct enumeration of
//!   the intersection of the tests' cores. From size 2 on cores lose components that decide nothing
//!   ([`super::irrelevant`]); from size 3 on, where each core saves many candidates, they are grown
//!   ([`super::core_growth`]), but only while many candidates are left.
//! * Candidates are announced to the oracle in advance, so that several threads can answer. The answers are consumed in
//!   order, and answers about a candidate that earlier ones have settled are dropped: the number of threads affects
//!   only the running time.
//! * The test that refuted the last candidate is asked first.
//! * A component that lets some of the tests pass is delivered as such: with several faults, nothing lets all of them
//!   pass. If no component does, a few tests are asked about every component by themselves.
//! * *Feasible* closes upward, per test, and from the part of the set that turned out to suffice: most pairs are
//!   diagnoses because one component lets some of the tests pass and the other one the rest, which is known after a few
//!   pairs.
//! * *Infeasible* closes downward, through its core. *Unknown* holds for that set only: the candidate is neither a
//!   diagnosis nor refuted, and its supersets remain candidates.
//! * A set is certified minimal if each of its maximal proper subsets misses a core. All of them were judged one size
//!   earlier, so this needs no queries.

use std::collections::VecDeque;

use crate::Minimal;
use crate::limits::{
    CANDIDATES_AHEAD, LATE_TEST, OPEN_CANDIDATES_AHEAD, REFUTATIONS_PER_COUNT, WORK_ALONE,
};
use crate::oracle::{CandidateQuery, Effort, Oracle, Query, QueryResult, QueryVerdict};
use crate::weights::Weights;
use crate::{
    FoundSet, Outcome, SearchOptions,
    cores::{Core, Cores},
    diagnoses::Diagnoses,
    hitting::{HittingSets, Next},
    test_facts::TestFacts,
};
use ir::CompSet;

/// Delivers all subset-minimal sets of at most `options.max_size` components that let each of the tests `0..tests`
/// pass.
///
/// Each set goes to `sink` as soon as it is known: smaller ones first, within a size cheap ones first, then lighter
/// ones. Without tests the result is empty.
pub fn multi(
    oracle: &mut dyn Oracle,
    tests: usize,
    weights: &Weights,
    options: &SearchOptions,
    sink: &mut dyn FnMut(FoundSet),
) -> Outcome {
    let mut search = HittingSetSearch::new(oracle, tests, weights, options, sink);
    let stopped = tests > 0 && search.all_sizes().is_err();
    search.outcome(stopped)
}

/// Signals that the oracle wants the search to end.
pub(super) struct SearchStopped;

/// State of a search.
pub(super) struct HittingSetSearch<'a> {
    pub(super) oracle: &'a mut dyn Oracle,
    pub(super) options: &'a SearchOptions,
    weights: &'a Weights,
    sink: &'a mut dyn FnMut(FoundSet),
    pub(super) components: usize,
    pub(super) cores: Cores,
    /// Components that decided nothing alone; see [`super::irrelevant`].
    pub(super) irrelevant: CompSet,
    /// Facts by test.
    pub(super) facts: Vec<TestFacts>,
    /// Tests in the order in which to ask them.
    order: Vec<usize>,
    /// Whether the announced queries would now ask the tests in another order.
    surprised: bool,
    /// Diagnoses found so far.
    found: Diagnoses,
    /// Candidates that were not refuted and for which some test is unknown.
    open: Vec<CompSet>,
    /// Effort of queries about candidates.
    effort: Effort,
    /// Position of each component in [`SearchOptions::grow_first`].
    pub(super) grow_rank: Vec<usize>,
    pub(super) queries: u64,
    /// Work that all queries have cost, and that up to which tests are asked alone.
    work: u64,
    work_alone: u64,
    pub(super) grow_queries: u64,
    /// Work that the growing queries have cost.
    pub(super) grow_work: u64,
    /// Number of growing queries of this size that shrank a core, and of failed ones, weighted by their cost.
    pub(super) grown: u64,
    pub(super) grown_wasted: u64,
    /// Number of refuted candidates, and the work that they have cost.
    pub(super) refuted: u64,
    pub(super) refuting_work: u64,
    unknown: u64,
    /// Largest size searched, if larger ones were not begun.
    limited_to: Option<usize>,
    /// Whether hardly any candidates of the size are left.
    few_left: bool,
    /// Number of refuted candidates until the remaining ones are counted again.
    trusted: u32,
    /// Whether a size was abandoned before its end.
    given_up: bool,
}

/// Verdict of the tests on a set.
enum Judgement {
    /// All tests pass with the set.
    Passes,
    /// Some test cannot pass with the set.
    Fails { bounded: bool },
    /// No test refutes it, and some test is undecided.
    Open,
}

impl<'a> HittingSetSearch<'a> {
    fn new(
        oracle: &'a mut dyn Oracle,
        tests: usize,
        weights: &'a Weights,
        options: &'a SearchOptions,
        sink: &'a mut dyn FnMut(FoundSet),
    ) -> HittingSetSearch<'a> {
        let components = oracle.components();
        let mut grow_rank = vec![usize::MAX; components];
        for (rank, c) in options.grow_first.iter().enumerate() {
            if let Some(slot) = grow_rank.get_mut(c.index()) {
                *slot = rank;
            }
        }
        HittingSetSearch {
            oracle,
            options,
            weights,
            sink,
            components,
            cores: Cores::default(),
            irrelevant: CompSet::new(),
            facts: (0..tests).map(|_| TestFacts::default()).collect(),
            order: (0..tests).collect(),
            surprised: false,
            found: Diagnoses::default(),
            open: Vec::new(),
            effort: Effort::Quick,
            grow_rank,
            queries: 0,
            work: 0,
            work_alone: 0,
            grow_queries: 0,
            grow_work: 0,
            grown: 0,
            grown_wasted: 0,
            refuted: 0,
            refuting_work: 0,
            unknown: 0,
            limited_to: None,
            few_left: false,
            trusted: 0,
            given_up: false,
        }
    }

    fn all_sizes(&mut self) -> Result<(), SearchStopped> {
        for test in 0..self.facts.len() {
            self.ask(test, &CompSet::new())?;
        }
        for size in 0..=self.options.max_size.min(self.components) {
            if !self.found.all().is_empty() && self.expected(size) > self.options.patience {
                self.limited_to = Some(size - 1);
                return Ok(());
            }
            if size > 1 {
                self.drop_irrelevant(size)?;
            }
            self.one_size(size)?;
            if size == 1 && self.found.all().is_empty() {
                self.tests_alone()?;
            }
            self.revisit_open()?;
            if self.given_up {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Upper bound on the number of candidates of a size: sets of components that some core contains and that are no
    /// diagnosis alone.
    fn expected(&self, size: usize) -> u64 {
        let mut named = CompSet::new();
        for core in self.cores.all() {
            named = named.union(&core.set);
        }
        let n = named.minus(self.found.alone()).len() as u64;
        (0..size as u64).fold(1, |all, i| all * n.saturating_sub(i) / (i + 1))
    }

    fn one_size(&mut self, size: usize) -> Result<(), SearchStopped> {
        if size == 1 && self.oracle.finds_runs() {
            self.candidates(size, Effort::Runs)?;
        }
        self.candidates(size, Effort::Quick)
    }

    /// Asks about all candidates of a size with this effort.
    fn candidates(&mut self, size: usize, effort: Effort) -> Result<(), SearchStopped> {
        let mut sets = HittingSets::new(size, self.components, self.weights);
        self.effort = effort;
        (self.few_left, self.trusted) = (false, 0);
        (self.grown, self.grown_wasted) = (0, 0);
        let mut announced = VecDeque::new();
        loop {
            if std::mem::take(&mut self.surprised) {
                let mut sets: Vec<CompSet> = announced
                    .into_iter()
                    .map(|query: CandidateQuery| query.set)
                    .collect();
                sets.retain(|set| !self.is_settled(set));
                announced = self.announce_only(sets).into();
            }
            // At least half of the announced queries stay in flight while new candidates are enumerated.
            if announced.len() <= CANDIDATES_AHEAD / 2 {
                let queries = self.upcoming(&mut sets, CANDIDATES_AHEAD - announced.len())?;
                self.oracle.announce(&queries);
                announced.extend(queries);
            }
            let Some(query) = announced.pop_front() else {
                break;
            };
            if size > 1 && self.oracle.is_budget_exhausted() {
                self.given_up = true;
                break;
            }
            self.candidate(query, &sets)?;
        }
        self.oracle.withdraw();
        self.effort = Effort::Full;
        Ok(())
    }

    /// Announces these sets and nothing else, with the queries that would be asked now.
    fn announce_only(&mut self, sets: impl IntoIterator<Item = CompSet>) -> Vec<CandidateQuery> {
        let queries: Vec<CandidateQuery> = sets
            .into_iter()
            .map(|set| self.candidate_query(set))
            .collect();
        self.oracle.withdraw();
        self.oracle.announce(&queries);
        queries
    }

    /// Next candidates according to the cores known now; fewer than `most` only if no more are left.
    fn upcoming(
        &self,
        sets: &mut HittingSets<'_>,
        most: usize,
    ) -> Result<Vec<CandidateQuery>, SearchStopped> {
        let mut queries = Vec::new();
        while queries.len() < most {
            match sets.next(&self.cores, &self.found) {
                Next::Candidate(set) => queries.push(self.candidate_query(set)),
                Next::Busy if self.oracle.stopped() => return Err(SearchStopped),
                Next::Busy => {}
                Next::Done => break,
            }
        }
        Ok(queries)
    }

    fn candidate(
        &mut self,
        query: CandidateQuery,
        sets: &HittingSets<'_>,
    ) -> Result<(), SearchStopped> {
        // Answers to earlier candidates may have settled it.
        if self.is_settled(&query.set) {
            return Ok(());
        }
        let judgement = self.judge_candidate(&query, Some(sets))?;
        if let Judgement::Passes = judgement {
            return self.accept(&query.set);
        }
        self.tell_part(&query.set);
        // With little effort, the candidate is asked again.
        if matches!(judgement, Judgement::Open) && self.effort != Effort::Runs {
            self.open.push(query.set);
        }
        Ok(())
    }

    /// Delivers a component that lets some of the tests pass, as long as none lets all of them pass.
    fn tell_part(&mut self, set: &CompSet) {
        if self.options.tests_alone == 0 || set.len() != 1 || !self.found.alone().is_empty() {
            return;
        }
        let tests = 0..self.facts.len();
        let only: Vec<usize> = tests.filter(|t| self.facts[*t].passes(set)).collect();
        if !only.is_empty() {
            (self.sink)(FoundSet {
                set: set.clone(),
                minimal: Minimal::Unchecked,
                only: Some(only),
            });
        }
    }

    /// Asks what lets single tests pass, because no component lets all of them pass. A test that a known component
    /// explains needs no questions of its own. This takes at most as much work as what came before.
    fn tests_alone(&mut self) -> Result<(), SearchStopped> {
        let mut explaining = CompSet::new();
        let mut asked = 0;
        self.work_alone = self.work.saturating_mul(2).max(WORK_ALONE);
        for &test in &self.options.order {
            if self.facts.len() > 1
                && asked < self.options.tests_alone
                && !self.facts[test].alone().meets(&explaining)
            {
                asked += 1;
                self.test_alone(test)?;
                explaining = explaining.union(self.facts[test].alone());
            }
        }
        Ok(())
    }

    /// Asks about all components whether one lets this test pass, and about those that do whether they let others pass.
    fn test_alone(&mut self, test: usize) -> Result<(), SearchStopped> {
        let met = self.facts[test].met.clone();
        if self.oracle.finds_runs() {
            let new = met.minus(&self.facts[test].asked);
            self.ask_each(test, &new, Effort::Runs, self.work_alone)?;
        }
        if self.facts[test].alone().is_empty() {
            // Work on queries that stay open is lost for larger sets.
            let until = self.work + WORK_ALONE / 2;
            self.ask_each(test, &met, Effort::Quick, until)?;
        }
        for comp in self.facts[test].alone().clone().iter() {
            for other in 0..self.facts.len() {
                let is_met = self.facts[other].met.contains(comp);
                if is_met && !self.facts[other].asked.contains(comp) {
                    let one = CompSet::from_iter([comp]);
                    self.ask_each(other, &one, Effort::Runs, self.work_alone)?;
                }
            }
            self.tell_part(&CompSet::from_iter([comp]));
        }
        Ok(())
    }

    /// Asks a test about each of these components, until so much work is done.
    fn ask_each(
        &mut self,
        test: usize,
        comps: &CompSet,
        effort: Effort,
        until: u64,
    ) -> Result<(), SearchStopped> {
        self.effort = effort;
        for comp in comps.iter() {
            if self.work < until && !self.oracle.is_budget_exhausted() {
                self.ask(test, &CompSet::from_iter([comp]))?;
            }
        }
        self.effort = Effort::Full;
        Ok(())
    }

    /// Whether the set contains a diagnosis or is refuted.
    fn is_settled(&self, set: &CompSet) -> bool {
        self.found.within(set) || self.cores.refuting(set).is_some()
    }

    /// Queries that are still to be asked about a set.
    fn candidate_query(&self, set: CompSet) -> CandidateQuery {
        let unknown = |test: &usize| !self.facts[*test].passes(&set);
        let tests: Vec<usize> = self.order.iter().copied().filter(unknown).collect();
        let (open, tests): (Vec<usize>, Vec<usize>) = tests
            .into_iter()
            .partition(|&test| self.facts[test].is_open(&set));
        CandidateQuery {
            set,
            tests,
            effort: self.effort,
            open: open.len(),
        }
    }

    /// Judges a set test by test, asking only what is not known.
    fn judge(&mut self, set: &CompSet) -> Result<Judgement, SearchStopped> {
        if let Some(core) = self.cores.refuting(set) {
            return Ok(Judgement::Fails {
                bounded: core.bounded,
            });
        }
        let query = self.candidate_query(set.clone());
        self.judge_candidate(&query, None)
    }

    /// Asks the queries about a candidate. `level` is the enumerator that its core may prune; with it the core may be
    /// grown.
    fn judge_candidate(
        &mut self,
        query: &CandidateQuery,
        level: Option<&HittingSets<'_>>,
    ) -> Result<Judgement, SearchStopped> {
        let mut open = query.open;
        let mut settled = query.tests.is_empty();
        let results = if settled {
            Vec::new()
        } else {
            self.oracle.check_candidate(query)
        };
        settled |= results.len() == query.tests.len();
        for (&test, result) in query.tests.iter().zip(results) {
            settled |= query.is_settled_by(&result.verdict, &mut open);
            let fails = self.take(test, &query.set, level, result);
            if let Judgement::Fails { .. } = fails {
                self.ask_first(test);
                return Ok(fails);
            }
        }
        match (settled, open) {
            (false, _) => Err(SearchStopped),
            (true, 0) => Ok(Judgement::Passes),
            (true, _) => Ok(Judgement::Open),
        }
    }

    /// Moves a test that has just refuted a candidate to the front of the order.
    fn ask_first(&mut self, test: usize) {
        if let Some(at) = self.order.iter().position(|&t| t == test) {
            self.surprised |= at >= LATE_TEST;
            self.order[..=at].rotate_right(1);
        }
    }

    /// Asks one test and records the answer.
    fn ask(&mut self, test: usize, set: &CompSet) -> Result<Judgement, SearchStopped> {
        if self.oracle.stopped() {
            return Err(SearchStopped);
        }
        let effort = self.effort;
        let result = self.oracle.check(&Query { test, set, effort });
        Ok(self.take(test, set, None, result))
    }

    /// Records an answer.
    fn take(
        &mut self,
        test: usize,
        set: &CompSet,
        level: Option<&HittingSets<'_>>,
        result: QueryResult,
    ) -> Judgement {
        self.queries += 1;
        self.work += result.cost.work;
        if set.len() == 1 {
            let asked = &mut self.facts[test].asked;
            *asked = asked.union(set);
        }
        match result.verdict {
            QueryVerdict::Feasible(part) => {
                let set = part.as_ref().unwrap_or(set);
                self.facts[test].add_feasible(set);
                self.cores.contradict(test, set);
                Judgement::Passes
            }
            QueryVerdict::Infeasible { core, bounded } => {
                if set.is_empty() {
                    self.facts[test].met.clone_from(&core);
                }
                self.refuted += 1;
                self.refuting_work += result.cost.work;
                if result.irrelevant && !bounded && set.len() == 1 {
                    self.irrelevant = self.irrelevant.union(set);
                }
                let mut core = Core {
                    set: core.minus(set),
                    bounded,
                    test,
                };
                if level.is_some_and(|sets| self.is_growth_worthwhile(set, sets)) {
                    core = self.grow(core);
                }
                self.cores.add(set, core);
                Judgement::Fails { bounded }
            }
            QueryVerdict::Unknown(_) | QueryVerdict::NeedsBranches(_)
                if self.effort.is_first_look() =>
            {
                Judgement::Open
            }
            QueryVerdict::Unknown(_) | QueryVerdict::NeedsBranches(_) => {
                self.unknown += 1;
                self.facts[test].add_open(set);
                Judgement::Open
            }
        }
    }

    /// Whether growing a core pays. Single components and pairs are enumerated directly, and so are the last few
    /// candidates of a level; once few are left, their number only decreases.
    fn is_growth_worthwhile(&mut self, set: &CompSet, sets: &HittingSets<'_>) -> bool {
        if set.len() < 2 || self.few_left || !self.may_grow() {
            return false;
        }
        if self.trusted == 0 {
            self.trusted = REFUTATIONS_PER_COUNT;
            self.few_left = !sets.more_than(self.options.grow_above, &self.cores, &self.found);
        }
        self.trusted -= 1;
        !self.few_left
    }

    /// Delivers a set that lets all tests pass, or a smaller one if later answers show that it suffices.
    fn accept(&mut self, set: &CompSet) -> Result<(), SearchStopped> {
        let (mut bound_used, mut open) = (false, false);
        for c in set.iter() {
            let smaller = set.without(c);
            match self.judge(&smaller) {
                Ok(Judgement::Passes) => return self.accept(&smaller),
                Ok(Judgement::Fails { bounded }) => bound_used |= bounded,
                Ok(Judgement::Open) | Err(SearchStopped) => open = true,
            }
        }
        let minimal = match (open, bound_used) {
            (true, _) => Minimal::Unchecked,
            (false, true) => Minimal::WithinBounds,
            (false, false) => Minimal::Proved,
        };
        self.found.push(set.clone());
        (self.sink)(FoundSet::diagnosis(set.clone(), minimal));
        Ok(())
    }

    /// Asks again about open candidates: with more effort, or because later answers about other sets have settled them.
    fn revisit_open(&mut self) -> Result<(), SearchStopped> {
        let open = std::mem::take(&mut self.open);
        let reached = self.oracle.find_feasible(&open);
        let rest = open.into_iter().filter(|set| !reached.contains(set));
        let mut rest: VecDeque<CompSet> = rest.collect();
        for set in reached {
            let query = self.candidate_query(set);
            self.revisit(query)?;
        }
        let (mut wasted, mut width) = (0, 1);
        while !rest.is_empty() {
            if self.gives_up(wasted) {
                self.open.extend(rest);
                break;
            }
            rest.retain(|set| !self.is_settled(set));
            let queries = self.announce_only(rest.iter().take(width).cloned());
            width = (width * 2).min(OPEN_CANDIDATES_AHEAD);
            for query in queries {
                if self.gives_up(wasted) {
                    break;
                }
                rest.pop_front();
                if self.revisit(query)? {
                    // The other queries were announced on the assumption that this one stays open.
                    (wasted, width) = (0, 1);
                    break;
                }
                wasted += 1;
            }
        }
        Ok(())
    }

    /// Whether more queries about open candidates are not worth their cost.
    fn gives_up(&self, wasted: usize) -> bool {
        let impatient = wasted >= self.options.open_patience && !self.found.all().is_empty();
        impatient || self.oracle.is_budget_exhausted()
    }

    /// Asks about a set once more; returns false if it stays open.
    fn revisit(&mut self, query: CandidateQuery) -> Result<bool, SearchStopped> {
        if self.is_settled(&query.set) {
            return Ok(true);
        }
        let judgement = self.judge_candidate(&query, None)?;
        match judgement {
            Judgement::Passes => self.accept(&query.set)?,
            Judgement::Fails { .. } => {}
            Judgement::Open => self.open.push(query.set),
        }
        Ok(!matches!(judgement, Judgement::Open))
    }

    fn outcome(&self, stopped: bool) -> Outcome {
        let late = self.has_late_diagnosis();
        let complete = !stopped && !self.given_up && !late && self.open.is_empty();
        Outcome {
            complete,
            bounded: self.cores.bound_used && (late || !self.covered_by_proved_cores()),
            stopped,
            unknown: self.unknown,
            queries: self.queries,
            limited_to: self.limited_to,
            explored: None,
            shortfall: None,
        }
    }

    /// Whether a diagnosis was found after one that contains it: a query about a larger set settled a query about the
    /// smaller one that had stayed open.
    fn has_late_diagnosis(&self) -> bool {
        let found = self.found.all();
        let late =
            |(i, set): (usize, &CompSet)| found[..i].iter().any(|known| set.is_subset(known));
        !found.is_sorted_by_key(CompSet::len) && found.iter().enumerate().any(late)
    }

    /// Whether the proved cores alone leave no candidate.
    fn covered_by_proved_cores(&self) -> bool {
        let cores = self.cores.proved();
        let largest = self.limited_to.unwrap_or(self.options.max_size);
        (0..=largest.min(self.components)).all(|size| {
            let mut sets = HittingSets::new(size, self.components, self.weights);
            loop {
                match sets.next(&cores, &self.found) {
                    Next::Candidate(_) => break false,
                    Next::Busy if self.oracle.stopped() => break false,
                    Next::Busy => {}
                    Next::Done => break true,
                }
            }
        })
    }
}
