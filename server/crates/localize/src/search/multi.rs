//! Strategy `multi`: an implicit hitting set over all failing tests of a group.
//!
//! A diagnosis has to hit every core of every test (Reiter; `CFaults` §3 has the case of many observations, but solves
//! it as one formula). The cores are not known; so candidates are hitting sets of those known so far, by size, then by
//! weight, and each is checked test by test. A no yields a core that the candidate misses, which prunes all candidates
//! to come ([`super::hitting`]); a candidate that every test accepts is a diagnosis, its supersets are never looked at
//! again, and it is delivered at once. When no hitting set of the size is left, all diagnoses of that size are known.
//!
//! * Candidates of a size are first asked with little effort, and those that need more again when the others are
//!   through: what is cheap to find is found first.
//! * Size 0 asks what the failing runs met at all: the first cores. Size 1 is then direct enumeration of the
//!   intersection of the tests' cores. Cores are grown ([`super::grow`]) from size 2 on, where each one saves many
//!   candidates, and only while many candidates are left.
//! * The test that refuted the last candidate is asked first.
//! * Yes closes upward, per test; a no closes downward, through its core; an unknown answer holds for that set only:
//!   the candidate is neither a diagnosis nor refuted, and its supersets stay candidates.
//! * A set is certified minimal when each of its maximal proper subsets misses a core. They were all judged one size
//!   earlier, so this asks nothing.

use crate::{
    oracle::{Answer, Effort, Oracle},
    report::Minimal,
    search::{
        Found, Outcome, SearchOptions,
        cores::{Core, Cores},
        facts::Facts,
        hitting::{HittingSets, Next},
    },
    set::CompSet,
    weights::Weights,
};

/// All subset-minimal sets of at most `options.max_size` components that let each of the tests `0..tests` pass.
///
/// Each goes to `sink` the moment it is known, smaller ones first and within a size cheap ones, then lighter ones. Without tests
/// there is nothing to find.
pub fn multi(
    oracle: &mut dyn Oracle,
    tests: usize,
    weights: &Weights,
    options: &SearchOptions,
    sink: &mut dyn FnMut(Found),
) -> Outcome {
    let mut search = Search::new(oracle, tests, weights, options, sink);
    let stopped = tests > 0 && search.all_sizes().is_err();
    search.outcome(stopped)
}

/// Tests that may leave a set open before the others are not asked: they could only refute it.
const MOST_OPEN: usize = 2;

/// The oracle wants the search to end.
pub(super) struct Stopped;

/// State of a search.
pub(super) struct Search<'a> {
    pub(super) oracle: &'a mut dyn Oracle,
    pub(super) options: &'a SearchOptions,
    weights: &'a Weights,
    sink: &'a mut dyn FnMut(Found),
    pub(super) components: usize,
    pub(super) cores: Cores,
    /// By test.
    pub(super) facts: Vec<Facts>,
    /// Tests in the order in which to ask them.
    order: Vec<usize>,
    /// Diagnoses.
    found: Vec<CompSet>,
    /// Candidates that were not refuted, but about which some test gave no answer.
    open: Vec<CompSet>,
    /// Of questions about candidates.
    effort: Effort,
    /// Position of a component in [`SearchOptions::grow_first`].
    pub(super) grow_rank: Vec<usize>,
    pub(super) queries: u64,
    pub(super) grow_queries: u64,
    /// What these have cost.
    pub(super) grow_work: u64,
    /// What the candidates have cost that were refuted.
    pub(super) refuting_work: u64,
    unknown: u64,
    /// Larger sizes were not begun.
    limited_to: Option<usize>,
    /// A size was left before its end.
    given_up: bool,
}

/// What the tests say of a set.
enum Verdict {
    Passes,
    Fails { bounded: bool },
    Open,
}

impl<'a> Search<'a> {
    fn new(
        oracle: &'a mut dyn Oracle,
        tests: usize,
        weights: &'a Weights,
        options: &'a SearchOptions,
        sink: &'a mut dyn FnMut(Found),
    ) -> Search<'a> {
        let components = oracle.components();
        let mut grow_rank = vec![usize::MAX; components];
        for (rank, c) in options.grow_first.iter().enumerate() {
            if let Some(slot) = grow_rank.get_mut(c.index()) {
                *slot = rank;
            }
        }
        Search {
            oracle,
            options,
            weights,
            sink,
            components,
            cores: Cores::default(),
            facts: (0..tests).map(|_| Facts::default()).collect(),
            order: (0..tests).collect(),
            found: Vec::new(),
            open: Vec::new(),
            effort: Effort::Quick,
            grow_rank,
            queries: 0,
            grow_queries: 0,
            grow_work: 0,
            refuting_work: 0,
            unknown: 0,
            limited_to: None,
            given_up: false,
        }
    }

    fn all_sizes(&mut self) -> Result<(), Stopped> {
        for test in 0..self.facts.len() {
            self.ask(test, &CompSet::new(), None)?;
        }
        for size in 0..=self.options.max_size.min(self.components) {
            if !self.found.is_empty() && self.expected(size) > self.options.patience {
                self.limited_to = Some(size - 1);
                return Ok(());
            }
            self.one_size(size)?;
            self.revisit_open()?;
            if self.given_up {
                return Ok(());
            }
        }
        Ok(())
    }

    /// At most so many candidates of a size there are: of components that some core names and that are no diagnosis
    /// alone.
    fn expected(&self, size: usize) -> u64 {
        let mut named = CompSet::new();
        for core in self.cores.all() {
            named = named.union(&core.set);
        }
        let n = named
            .iter()
            .filter(|c| !self.found.contains(&CompSet::from_iter([*c])))
            .count() as u64;
        (0..size as u64).fold(1, |all, i| all * n.saturating_sub(i) / (i + 1))
    }

    fn one_size(&mut self, size: usize) -> Result<(), Stopped> {
        let mut sets = HittingSets::new(size, self.components, self.weights);
        self.effort = Effort::Quick;
        loop {
            if size > 1 && self.oracle.weary() {
                self.given_up = true;
                break;
            }
            match sets.next(&self.cores, &self.found) {
                Next::Candidate(set) => match self.judge(&set, Some(&sets))? {
                    Verdict::Passes => self.accept(&set)?,
                    Verdict::Fails { .. } => {}
                    Verdict::Open => self.open.push(set),
                },
                Next::Busy if self.oracle.stopped() => return Err(Stopped),
                Next::Busy => {}
                Next::Done => break,
            }
        }
        self.effort = Effort::Full;
        Ok(())
    }

    /// Checks a set test by test, asking only what is not known. `level` is what its core may prune, when growing
    /// pays.
    fn judge(
        &mut self,
        set: &CompSet,
        level: Option<&HittingSets<'_>>,
    ) -> Result<Verdict, Stopped> {
        if let Some(core) = self.cores.refuting(set) {
            return Ok(Verdict::Fails {
                bounded: core.bounded,
            });
        }
        let mut open = 0;
        for at in 0..self.order.len() {
            let test = self.order[at];
            if self.facts[test].passes(set) {
                continue;
            }
            if self.facts[test].is_open(set) {
                open += 1;
                continue;
            }
            match self.ask(test, set, level)? {
                Verdict::Passes => {}
                // Where one test asks for more effort, others will: the set is for later.
                Verdict::Open if self.effort == Effort::Quick || open >= MOST_OPEN => {
                    return Ok(Verdict::Open);
                }
                Verdict::Open => open += 1,
                fails @ Verdict::Fails { .. } => {
                    self.order[..=at].rotate_right(1);
                    return Ok(fails);
                }
            }
        }
        Ok(if open > 0 {
            Verdict::Open
        } else {
            Verdict::Passes
        })
    }

    /// Asks one test and keeps the answer.
    fn ask(
        &mut self,
        test: usize,
        set: &CompSet,
        level: Option<&HittingSets<'_>>,
    ) -> Result<Verdict, Stopped> {
        if self.oracle.stopped() {
            return Err(Stopped);
        }
        self.queries += 1;
        let before = self.oracle.work();
        Ok(match self.oracle.check(test, set, self.effort) {
            Answer::Yes => {
                self.facts[test].add_feasible(set);
                self.cores.contradict(test, set);
                Verdict::Passes
            }
            Answer::No { bounded, core } => {
                self.refuting_work += self.oracle.work() - before;
                let mut core = Core {
                    set: core.minus(set),
                    bounded,
                    test,
                };
                if level.is_some_and(|sets| self.growing_pays(set, sets)) {
                    core = self.grow(core);
                }
                self.cores.add(set, core);
                Verdict::Fails { bounded }
            }
            Answer::Unknown { .. } if self.effort == Effort::Quick => Verdict::Open,
            Answer::Unknown { .. } => {
                self.unknown += 1;
                self.facts[test].add_open(set);
                Verdict::Open
            }
        })
    }

    /// Single components are enumerated directly; so is what little is left of a level.
    fn growing_pays(&self, set: &CompSet, sets: &HittingSets<'_>) -> bool {
        set.len() >= 2
            && self.may_grow()
            && sets.more_than(self.options.grow_above, &self.cores, &self.found)
    }

    /// Delivers a set that lets all tests pass; or, if answers that came later show that a smaller one does, that one.
    fn accept(&mut self, set: &CompSet) -> Result<(), Stopped> {
        let (mut leant, mut open) = (false, false);
        for c in set.iter() {
            let smaller = set.without(c);
            match self.judge(&smaller, None) {
                Ok(Verdict::Passes) => return self.accept(&smaller),
                Ok(Verdict::Fails { bounded }) => leant |= bounded,
                Ok(Verdict::Open) | Err(Stopped) => open = true,
            }
        }
        let minimal = match (open, leant) {
            (true, _) => Minimal::Unchecked,
            (false, true) => Minimal::WithinBounds,
            (false, false) => Minimal::Proved,
        };
        self.found.push(set.clone());
        (self.sink)(Found::diagnosis(set.clone(), minimal));
        Ok(())
    }

    /// A question may have asked for more effort than it got, or later answers about other sets have closed it.
    fn revisit_open(&mut self) -> Result<(), Stopped> {
        let mut in_vain = 0;
        let open = std::mem::take(&mut self.open);
        let mut sets = self.oracle.reach(&open);
        let others = open.into_iter().filter(|set| !sets.contains(set));
        let others: Vec<CompSet> = others.collect();
        let reached = sets.len();
        sets.extend(others);
        for (at, set) in sets.into_iter().enumerate() {
            let tired = in_vain >= self.options.open_patience && !self.found.is_empty();
            let reached = at < reached;
            if !reached && (tired || self.oracle.weary()) {
                self.open.push(set);
                continue;
            }
            if self.found.iter().any(|known| known.is_subset(&set)) {
                continue;
            }
            match self.judge(&set, None)? {
                Verdict::Passes => {
                    in_vain = 0;
                    self.accept(&set)?;
                }
                Verdict::Fails { .. } => in_vain = 0,
                Verdict::Open => {
                    in_vain += 1;
                    self.open.push(set);
                }
            }
        }
        Ok(())
    }

    fn outcome(&self, stopped: bool) -> Outcome {
        let complete = !stopped && !self.given_up && self.open.is_empty();
        Outcome {
            complete,
            bounded: self.cores.leant && !self.covered_by_proved_cores(),
            stopped,
            unknown: self.unknown,
            queries: self.queries,
            limited_to: self.limited_to,
            explored: None,
            shortfall: None,
        }
    }

    /// The proved cores alone leave no candidate.
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
