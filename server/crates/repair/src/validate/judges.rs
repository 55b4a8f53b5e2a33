//! The tests that judge an edit.

use std::cmp::Reverse;

use exec::run::{PreparedTest, Verdict};
use exec::runner::Runner;
use ir::CompSet;
use ir::eval::Relaxed;
use ir::lower::{LowerOptions, lower};
use syntax::Parse;

use crate::limits::MAX_COMPARED;
use crate::nearby::Nearby;

/// The tests that judge an edit.
#[derive(Clone, Copy)]
pub struct Judges<'a> {
    /// Failing tests of the group.
    pub failing: &'a [&'a PreparedTest],
    /// All passing tests, with the components that they enter.
    pub passing: &'a [(&'a PreparedTest, &'a CompSet)],
    /// Inputs near those of the tests, for what passes all of them.
    pub nearby: Option<&'a Nearby<'a>>,
    /// Instructions that one run may take.
    pub steps: u64,
    /// Threads that may run them at once.
    pub threads: usize,
}

impl Judges<'_> {
    /// So many broken tests still speak for the place, though not for the edit: some tests pass by luck.
    pub(super) fn tolerance(&self) -> usize {
        self.passing.len() / 100
    }
}

/// How near failing tests are to passing in a program with edits, more is better: how many of them pass, and by how many
/// bytes less the length of what they print is wrong. The first few tests tell that.
pub fn progress(
    parse: &Parse,
    judges: Judges<'_>,
    stopped: &dyn Fn() -> bool,
) -> (usize, Reverse<usize>) {
    let lowered = lower(parse, &bare());
    let mut runner = Runner::new(&lowered.program);
    let (mut passing, mut wrong) = (0, 0);
    for test in judges.failing.iter().take(MAX_COMPARED) {
        let going = || !stopped();
        let ran = runner.run(test, Relaxed::Nothing, judges.steps, false, &going);
        passing += usize::from(ran.ran.verdict == Verdict::Pass);
        let wanted = test.stdout.as_ref().map_or(0, |text| text.len());
        wrong += wanted.abs_diff(ran.ran.stdout.len());
    }
    (passing, Reverse(wrong))
}

/// The tests among these that pass in a program with edits, by their numbers, in order.
pub fn mended(
    parse: &Parse,
    tests: &[(usize, &PreparedTest)],
    steps: u64,
    stopped: &dyn Fn() -> bool,
) -> Vec<usize> {
    let lowered = lower(parse, &bare());
    let mut runner = Runner::new(&lowered.program);
    let mut passing: Vec<usize> = tests
        .iter()
        .filter(|(_, test)| {
            !stopped()
                && runner
                    .passes_with_assertions(test, Relaxed::Nothing, steps)
                    .0
        })
        .map(|(number, _)| *number)
        .collect();
    passing.sort_unstable();
    passing
}

/// Edited programs run only a few times.
pub(super) fn bare() -> LowerOptions {
    LowerOptions {
        instrument: false,
        compact: false,
        ..LowerOptions::default()
    }
}
