//! Runs of all tests as written, in batches that threads share.
//!
//! A test may not terminate, and that is not always proved early. So all tests first get the budget of a short run.
//! After some of them have exceeded it, the others get only a small multiple of what the terminating tests need. Then
//! the remaining instructions of the job are shared by the tests that are still undecided, as long as the shares grow.
//! The budget of a test depends on the earlier batches, which start small, so that little time is lost before these
//! numbers are known; it does not depend on the threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use eval::ChoiceSource;
use ir::Program;

use crate::Control;
use crate::parallel::{Who, lock, map_in_order, with_workers};
use crate::run::{PreparedTest, SHORT_RUN, TestOutcome, Verdict};
use crate::runner::Runner;

/// Number of tests in the first batch, and maximum number in one batch.
const FIRST_BATCH: usize = 4;
const LARGEST_BATCH: usize = 1024;
/// Size of the next batch as a multiple of the tests in all earlier batches.
const GROWTH: usize = 3;
/// Number of tests below which no further thread is worth starting.
const WORTH_A_THREAD: usize = 16;
/// Number of tests that are not short, from which on the others get a smaller budget at first.
const LONG: usize = 3;
/// Divisor of the instruction budget for undecided tests once some test fails: the time is then needed for explaining
/// the failures.
const PART_BESIDE_FAILING: u64 = 4;
/// Factor by which the step limit of a test must grow for a rerun to be worthwhile.
const WORTH_A_RUN: u64 = 2;

/// A program and its tests, with the budget for running them.
pub struct RunAll<'a> {
    /// The program as tests run it.
    pub program: &'a Program,
    /// Prepared tests, or the reason why a test cannot be run.
    pub tests: &'a [Result<PreparedTest, String>],
    /// Maximum number of instructions for all tests together; short runs may exceed it.
    pub steps: u64,
    /// Maximum number of threads.
    pub workers: usize,
    /// Source of stop requests.
    pub control: &'a dyn Control,
}

/// The batch being run.
#[derive(Debug, Default)]
struct Batch {
    /// Index of the first test behind the batch.
    end: usize,
    /// Step limit for each test of the batch.
    limit: u64,
    /// Outcomes with the indices of their tests, in no particular order.
    ran: Vec<(usize, TestOutcome)>,
}

impl RunAll<'_> {
    /// Runs the tests behind those that already have an outcome, as far as time permits. After a batch in which some
    /// outcome is `enough`, the remaining tests are not run.
    pub fn run(&self, outcomes: &mut Vec<TestOutcome>, enough: &dyn Fn(&TestOutcome) -> bool) {
        self.run_briefly(outcomes, enough);
        let all_run = outcomes.len() == self.tests.len();
        if all_run && !outcomes.iter().any(enough) {
            self.run_longer(outcomes);
        }
    }

    /// Runs the tests with the budget of a short run.
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
                // Each thread appends its outcomes in order, and a stable sort merges such runs efficiently.
                ran.sort_by_key(|(at, _)| *at);
                outcomes.extend(ran.into_iter().map(|(_, ran)| ran));
                if outcomes.len() < end {
                    break;
                }
            }
        });
    }

    /// Shares the remaining instructions among the tests that met their limits.
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
                // Interrupted outcomes are dropped, so that the verdict on a test does not depend on when the job had
                // to end.
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
            Ok(test) => {
                runner
                    .run(test, ChoiceSource::Nothing, limit, false, &going)
                    .ran
            }
        }
    }

    /// Number of threads that are worthwhile for this number of tests.
    fn threads(&self, tests: usize) -> usize {
        self.workers.min(tests / WORTH_A_THREAD)
    }

    /// Runs tests of a batch that no thread has begun, until none is left. A test that was begun is always finished, so
    /// the outcomes have no gaps.
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

    /// Step limit for the first run of the next tests.
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
