//! The tests that judge an edit.

use std::cmp::Reverse;

use eval::{ChoiceSource, Literal};
use exec::run::{PreparedTest, Verdict};
use exec::runner::Runner;
use ir::CompSet;
use lower::lower;
use syntax::{Parse, Span};

use super::bare;
use super::disturbance::RightRuns;
use super::tally::Tally;
use crate::generator::Generator;
use crate::limits::{DECISIVE_TESTS, MAX_COMPARED, MAX_STRANGE};
use crate::nearby_inputs::Nearby;

/// The tests that judge an edit.
#[derive(Clone, Copy)]
pub struct Judges<'a> {
    /// Failing tests of the group.
    pub failing: &'a [&'a PreparedTest],
    /// All passing tests, with the components that they execute.
    pub passing: &'a [(&'a PreparedTest, &'a CompSet)],
    /// Inputs near those of the tests, for edits that pass all tests.
    pub nearby: Option<&'a Nearby<'a>>,
    /// Runs that were right, for the same edits.
    pub right: Option<&'a RightRuns<'a>>,
    /// Maximum number of instructions of one run.
    pub steps: u64,
    /// Number of threads that may run them in parallel.
    pub threads: usize,
    /// Functions that are tests, if others could be at fault.
    pub testing: &'a [Span],
    /// Where failing tests trap.
    pub traps: &'a [Span],
    /// Counts the work.
    pub tally: &'a Tally,
    /// Generators that are left out, for experiments.
    pub without: &'a [Generator],
    /// Whether each failing test ends at an access outside an object, for which any sufficient size is a correction.
    pub are_overruns: bool,
}

impl<'a> Judges<'a> {
    /// The string that the calls of all failing tests must return, if they must return one.
    pub(super) fn wanted_text(&self) -> Option<&'a [u8]> {
        let mut texts = self.failing.iter().map(|test| match &test.goal.returns {
            Some((_, Literal::Text(text))) => Some(text.as_slice()),
            _ => None,
        });
        let first = texts.next()??;
        texts.all(|text| text == Some(first)).then_some(first)
    }

    /// Characters that can be printed and that the input of each failing test has, and of no passing one.
    pub(crate) fn strange_characters(&self) -> Vec<u8> {
        let has = |test: &PreparedTest, c: u8| test.start.input.contains(&c);
        if self.passing.is_empty() {
            return Vec::new();
        }
        let of_failing = (b' '..=b'~').filter(|c| self.failing.iter().all(|test| has(test, *c)));
        let strange = of_failing.filter(|c| !self.passing.iter().any(|(test, _)| has(test, *c)));
        strange.take(MAX_STRANGE).collect()
    }

    /// Whether there are so few tests that of many edits some pass by accident.
    pub fn are_few(&self) -> bool {
        self.failing.len() + self.passing.len() < DECISIVE_TESTS
    }

    /// Number of broken tests up to which an edit still supports its place, though not itself: some tests pass by luck.
    pub(super) fn tolerance(&self) -> usize {
        self.passing.len() / 100
    }
}

/// How close failing tests are to passing in a program with edits (more is better): the number of tests that pass, and
/// how much closer the length of the output is to the expected one. Only the first few tests are run.
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
        let ran = runner.run(test, ChoiceSource::Nothing, judges.steps, false, &going);
        passing += usize::from(ran.ran.verdict == Verdict::Pass);
        let wanted = test.stdout.as_ref().map_or(0, |text| text.len());
        wrong += wanted.abs_diff(ran.ran.stdout.len());
    }
    (passing, Reverse(wrong))
}

/// Indices of the tests that pass in a program with edits, in order.
pub fn passing_after(
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
                    .passes_with_assertions(test, ChoiceSource::Nothing, steps)
                    .0
        })
        .map(|(number, _)| *number)
        .collect();
    passing.sort_unstable();
    passing
}
