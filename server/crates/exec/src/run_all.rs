//! All tests are run as written, in batches that threads share.
//!
//! A test may not end, and that is not always proved soon. So all tests are first given what short runs need; after some
//! that took more, the others are given only as much as those need that do end. Then what is left of the job's
//! instructions is shared by the tests that are still undecided, as long as the shares grow. What a test is given depends
//! on the batches before its own, and these grow from a few tests on, so that little time is lost before this is known;
//! but it does not depend on the threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ir::Program;
use ir::eval::Relaxed;

use crate::Control;
use crate::parallel::{Who, lock, map_in_order, with_workers};
use crate::run::{PreparedTest, SHORT_RUN, TestOutcome, Verdict};
use crate::runner::Runner;

/// Tests of the first batch, and of the largest.
const FIRST_BATCH: usize = 4;
const LARGEST_BATCH: usize = 1024;
/// So many times as many tests as all batches before it has the next one.
const GROWTH: usize = 3;
/// Fewer tests are run by one thread.
const WORTH_A_THREAD: usize = 16;
/// Tests that are not short, after which others are given less at first.
const LONG: usize = 3;
/// Where tests fail, the time is needed for explaining them: so small a part of the instructions is spent on others.
const PART_BESIDE_FAILING: u64 = 4;
/// A test is rerun only if its new step limit is at least this multiple of the last one.
const WORTH_A_RUN: u64 = 2;

/// A program and its tests.
pub struct RunAll<'a> {
    /// The program as tests run it.
    pub program: &'a Program,
    /// The tests; the reason for one that cannot be run.
    pub tests: &'a [Result<PreparedTest, String>],
    /// Instructions of all tests together that are not short ones.
    pub steps: u64,
    /// Threads at most.
    pub workers: usize,
    /// Tells when to stop.
    pub control: &'a dyn Control,
}

/// A batch under way.
#[derive(Debug, Default)]
struct Batch {
    /// Its tests end before this one.
    end: usize,
    /// Instructions that each of them may take.
    limit: u64,
    /// What came of them, in no order.
    ran: Vec<(usize, TestOutcome)>,
}

impl RunAll<'_> {
    /// Runs the tests that come after those with an outcome, or as many as there is time for. After a batch in which one
    /// is `enough`, the others are left.
    pub fn run(&self, outcomes: &mut Vec<TestOutcome>, enough: &dyn Fn(&TestOutcome) -> bool) {
        self.run_briefly(outcomes, enough);
        let all_run = outcomes.len() == self.tests.len();
        if all_run && !outcomes.iter().any(enough) {
            self.run_longer(outcomes);
        }
    }

    /// Runs them as long as short tests take.
    fn run_briefly(&self, outcomes: &mut Vec<TestOutcome>, enough: &dyn Fn(&TestOutcome) -> bool) {
        outcomes.reserve_exact(self.tests.len() - outcomes.len());
        let (next, batch) = (AtomicUsize::new(outcomes.len()), Mutex::default());
        let helpers = self.threads(self.tests.len()).saturating_sub(1);
        let runner = || Runner::new(self.program);
        let work = |runner: &mut Runner<'_>| self.some_of(runner, &next, &batch);
        with_workers("tests", helpers, runner, work, |round| {
            while outcomes.len() < self.tests.len() && !outcomes.iter().any(enough) {
                let begin = outcomes.len();
                let size = (GROWTH * begin + FIRST_BATCH).min(LARGEST_BATCH);
                let end = (begin + size).min(self.tests.len());
                let limit = self.limit(outcomes);
                let ran = Vec::with_capacity(end - begin);
                *lock(&batch) = Batch { end, limit, ran };
                next.store(begin, Ordering::Relaxed);
                let alone = self.threads(end - begin) < 2;
                round(if alone { Who::Leader } else { Who::All });
                let mut ran = std::mem::take(&mut lock(&batch).ran);
                // What each thread has done is in order; this kind of sorting only merges such runs.
                ran.sort_by_key(|(at, _)| *at);
                outcomes.extend(ran.into_iter().map(|(_, ran)| ran));
                if outcomes.len() < end {
                    break;
                }
            }
        });
    }

    /// Shares what is left of the instructions among the tests that met their limits.
    fn run_longer(&self, outcomes: &mut [TestOutcome]) {
        let fails = |ran: &TestOutcome| matches!(ran.verdict, Verdict::Fail(_));
        let most = if outcomes.iter().any(fails) {
            self.steps / PART_BESIDE_FAILING
        } else {
            self.steps
        };
        let mut spent: u64 = outcomes.iter().map(|ran| ran.steps).sum();
        loop {
            let open = outcomes.iter().enumerate();
            let open = open.filter(|(_, ran)| ran.met_limit());
            let open: Vec<usize> = open.map(|(at, _)| at).collect();
            let limits = open.iter().map(|at| outcomes[*at].steps);
            let limit = limits.max().unwrap_or(0);
            let share = most.saturating_sub(spent) / open.len().max(1) as u64;
            if open.is_empty() || share < limit.saturating_mul(WORTH_A_RUN) {
                return;
            }
            let going = || self.control.stop_reason().is_none();
            let threads = self.workers.min(open.len());
            let runner = || Runner::new(self.program);
            let ran = map_in_order("tests", threads, &open, going, runner, |runner, at| {
                self.run_one(runner, *at, share)
            });
            for (at, ran) in open.iter().zip(ran) {
                spent += ran.steps;
                // What is known of a test does not depend on when the job had to end.
                if !ran.is_cut_short() {
                    outcomes[*at] = ran;
                }
            }
            if !going() {
                return;
            }
        }
    }

    fn run_one(&self, runner: &mut Runner<'_>, at: usize, limit: u64) -> TestOutcome {
        let going = || self.control.stop_reason().is_none();
        match &self.tests[at] {
            Err(reason) => TestOutcome::unanalysable(reason.clone()),
            Ok(test) => runner.run(test, Relaxed::Nothing, limit, false, &going).ran,
        }
    }

    /// Threads that so many tests are worth.
    fn threads(&self, tests: usize) -> usize {
        self.workers.min(tests / WORTH_A_THREAD)
    }

    /// Runs tests of a batch that nobody has begun yet, while there are any. What is begun is finished, so there is no gap
    /// in what is done.
    fn some_of(&self, runner: &mut Runner<'_>, next: &AtomicUsize, batch: &Mutex<Batch>) {
        let Batch { end, limit, .. } = *lock(batch);
        let going = || self.control.stop_reason().is_none();
        let mut done = Vec::with_capacity(end - next.load(Ordering::Relaxed).min(end));
        while going() {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= end {
                break;
            }
            done.push((at, self.run_one(runner, at, limit)));
        }
        lock(batch).ran.append(&mut done);
    }

    /// Instructions that the next tests may take at first.
    fn limit(&self, outcomes: &[TestOutcome]) -> u64 {
        let most = self.steps.min(SHORT_RUN);
        let long = outcomes.iter().filter(|ran| ran.met_limit()).count();
        if long < LONG {
            return most;
        }
        let ended = outcomes.iter().filter(|ran| ran.ended);
        let longest = ended.map(|ran| ran.steps).max().unwrap_or(0);
        longest.saturating_mul(4).max(1_000_000).min(most)
    }
}
