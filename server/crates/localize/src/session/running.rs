//! All tests are run as written, in batches that threads share.
//!
//! A test may not end. It is given many instructions before that is said of it; after some such tests the others are
//! given only as much as those need that do end. What a test is given depends on the batches before its own, and these
//! grow from a few tests on, so that little time is lost before this is known; but it does not depend on the threads.

use ir::Program;
use ir::eval::Relaxed;

use super::Control;
use crate::beside::each;
use crate::engine::Runner;
use crate::engine::run::{Prepared, Ran};

/// Tests of the first batch, and of the largest.
const FIRST_BATCH: usize = 4;
const LARGEST_BATCH: usize = 1024;
/// So many times as many tests as all batches before it has the next one.
const GROWTH: usize = 3;
/// Fewer tests are run by one thread.
const WORTH_A_THREAD: usize = 16;
/// Tests without end, after which others are not given all.
const ENDLESS: usize = 3;

/// A program and its tests.
pub(super) struct RunAll<'a> {
    pub(super) program: &'a Program,
    pub(super) tests: &'a [Result<Prepared, String>],
    /// Instructions of one test at most.
    pub(super) steps: u64,
    /// Threads at most.
    pub(super) workers: usize,
    pub(super) control: &'a dyn Control,
}

impl RunAll<'_> {
    /// Runs the tests that come after those with an outcome, or as many as there is time for. After a batch in which one
    /// is `enough`, the others are left.
    pub(super) fn run(&self, outcomes: &mut Vec<Ran>, enough: &dyn Fn(&Ran) -> bool) {
        outcomes.reserve_exact(self.tests.len() - outcomes.len());
        while outcomes.len() < self.tests.len() && !outcomes.iter().any(enough) {
            let begin = outcomes.len();
            let size = (GROWTH * begin + FIRST_BATCH).min(LARGEST_BATCH);
            let end = (begin + size).min(self.tests.len());
            let wanted = end - begin;
            let ran = self.batch(&self.tests[begin..end], self.limit(outcomes));
            let complete = ran.len() == wanted;
            outcomes.extend(ran);
            if !complete {
                break;
            }
        }
    }

    /// Instructions that the next tests may take.
    fn limit(&self, outcomes: &[Ran]) -> u64 {
        let ended = outcomes.iter().filter(|ran| ran.ends());
        if outcomes.len() - ended.clone().count() < ENDLESS {
            return self.steps;
        }
        let longest = ended.map(|ran| ran.steps).max().unwrap_or(0);
        (longest * 4).max(1_000_000).min(self.steps)
    }

    /// The outcomes of the first tests of the batch, of all if there is time.
    fn batch(&self, tests: &[Result<Prepared, String>], limit: u64) -> Vec<Ran> {
        let threads = self.workers.min(tests.len() / WORTH_A_THREAD);
        let going = || self.control.stop_reason().is_none();
        let runner = || Runner::new(self.program);
        each(
            "tests",
            threads,
            tests,
            going,
            runner,
            |runner, test| match test {
                Err(reason) => Ran::unanalysable(reason.clone()),
                Ok(test) => {
                    let nothing = Relaxed::Nothing;
                    runner.run(test, nothing, limit, false, &going).ran
                }
            },
        )
    }
}
