//! Concrete runs in which an inserted statement is always executed, as if it were in the text.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use eval::{ChoiceSource, ForcedChoice, ForcedChoices, ForcedRun};
use ir::{AltKind, CompId, CompSet};

use super::Round;
use crate::limits::{MAX_JUDGING_INSTRUCTIONS, TESTS_PER_INSERT_THREAD};
use crate::relowered::{Again, RefinedProgram};
use exec::parallel::map_in_order;
use exec::run::{PreparedTest, Verdict};
use exec::runner::Runner;

/// Runs of the failing tests of a group.
pub(super) struct Trials<'t> {
    pub(super) round: &'t Round<'t>,
    pub(super) runner: Runner<'t>,
    /// Failing tests; the test that failed last comes first.
    pub(super) tests: Vec<&'t PreparedTest>,
    /// Maximum number of instructions of one run.
    pub(super) steps: u64,
    /// Number of instructions executed.
    pub(super) work: u64,
}

impl Trials<'_> {
    /// The alternative of the component that takes no value, if every test passes when each execution takes it.
    pub(super) fn jump(&mut self, comp: CompId) -> Option<usize> {
        let alt = *statements(&self.round.lowered, comp).first()?;
        self.suffices(comp, alt).then_some(alt)
    }

    /// Whether every failing test passes when each execution of the component takes the alternative.
    pub(super) fn suffices(&mut self, comp: CompId, alt: usize) -> bool {
        for at in 0..self.tests.len() {
            let (passed, used) =
                run_with_insertion(&mut self.runner, self.tests[at], comp, alt, self.steps);
            self.work += used;
            if !passed {
                self.tests[..=at].rotate_right(1);
                return false;
            }
        }
        true
    }
}

impl Again<'_> {
    /// Whether every passing test still passes.
    pub(super) fn keeps_passing(&self, round: &Round<'_>, comp: CompId, alt: usize) -> bool {
        let pairs = self.run.prepared.iter().zip(self.run.outcomes);
        let passing = pairs.filter(|(_, ran)| ran.verdict == Verdict::Pass);
        let passing: Vec<&PreparedTest> =
            passing.filter_map(|(test, _)| test.as_ref().ok()).collect();
        let (program, steps) = (&round.lowered.program, self.limits.path_steps);
        let (broken, spent) = (AtomicBool::new(false), AtomicU64::new(0));
        let keeps = || !broken.load(Ordering::Relaxed);
        let affords = || spent.load(Ordering::Relaxed) < MAX_JUDGING_INSTRUCTIONS;
        let going = || keeps() && affords() && !(self.run.stopped)();
        let threads = self
            .run
            .options
            .workers
            .min(passing.len() / TESTS_PER_INSERT_THREAD);
        let runner = || Runner::new(program);
        let ran = map_in_order(
            "insert",
            threads,
            &passing,
            going,
            runner,
            |runner, test| {
                let (passed, used) = run_with_insertion(runner, test, comp, alt, steps);
                broken.fetch_or(!passed, Ordering::Relaxed);
                spent.fetch_add(used, Ordering::Relaxed);
            },
        );
        ran.len() == passing.len() && keeps() && affords()
    }
}

/// Alternatives of an inserted component that are statements of the text.
pub(super) fn statements(lowered: &RefinedProgram, comp: CompId) -> Vec<usize> {
    let function = lowered.program.components[comp.index()].function;
    let relaxations = &lowered.program.functions[function.index()].relaxations;
    let of = relaxations.iter().find(|r| r.comp == comp);
    let alternatives = of.into_iter().flat_map(|r| r.alts.iter().enumerate());
    let taken = alternatives.filter(|(_, alt)| alt.kind == AltKind::Taken);
    taken.map(|(i, _)| i).collect()
}

/// Runs a test so that each execution of the component takes the given alternative. Returns whether the test passes,
/// and the number of instructions executed.
fn run_with_insertion(
    runner: &mut Runner<'_>,
    test: &PreparedTest,
    comp: CompId,
    alt: usize,
    steps: u64,
) -> (bool, u64) {
    let choices = ForcedChoices::always(ForcedChoice::new(alt, AltKind::Taken, None));
    let relaxed = ChoiceSource::Forced(ForcedRun::new(CompSet::from_iter([comp]), choices, 0));
    runner.passes_with_assertions(test, relaxed, steps)
}
