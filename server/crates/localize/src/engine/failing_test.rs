//! A failing test in queries: its original run, and the states in which relaxed runs and replays begin.

use std::cell::{Cell, OnceCell};

use eval::{Choice, ChoiceSource, Concrete, Script, State, Sym};
use explore::{Analysis, Checkpoints, SnapshotRun};
use ir::flow::{LOWERED_STEPS, reachable};
use ir::{CompId, FnId, Program};
use rustc_hash::FxHashMap;

use super::observation::{Was, observe};
use super::query_context::QueryContext;
use crate::query_cache::CacheView;
use exec::run::{PreparedTest, SHORT_RUN, TestOutcome, machine_in, passed};
use ir::CompSet;

/// Choices of a run.
pub(super) struct MadeChoices {
    /// The choices in order, each with the number of the execution of its component that makes it, from 0.
    pub(super) all: Vec<(Choice, u32)>,
    /// Executions that a trap ended: their last value was not written, because its place could not be accessed.
    pub(super) cut: Vec<(CompId, u32)>,
    /// Final state of the run, which knows all objects.
    pub(super) end: State<u64>,
}

/// A failing test of the group.
pub(crate) struct FailingTest<'a> {
    /// The test, ready to run.
    pub(crate) test: &'a PreparedTest,
    /// Components that its run executes.
    pub(crate) covered: &'a CompSet,
    /// Covered components that may matter for the failure.
    pub(super) relevant: CompSet,
    /// Number of instructions of its run.
    pub(crate) steps: u64,
    /// Whether its run ends.
    ended: bool,
    /// Number of entries of components in its run.
    pub(crate) entries: u64,
    checkpoints: OnceCell<Checkpoints<Sym>>,
    replays: OnceCell<Checkpoints<u64>>,
    /// Final state of the last replay, reused by the next one.
    replayed: Cell<Option<State<u64>>>,
    was: OnceCell<Was>,
    lacks_text: OnceCell<bool>,
    fingerprint: OnceCell<u64>,
    reachable: OnceCell<Vec<FnId>>,
}

impl<'a> FailingTest<'a> {
    /// Creates a failing test from its prepared form and its outcome.
    pub(crate) fn new(
        analysis: &Analysis,
        test: &'a PreparedTest,
        ran: &'a TestOutcome,
    ) -> FailingTest<'a> {
        let matters = |c: &CompId| analysis.may_matter(*c, ran.first_values);
        FailingTest {
            test,
            relevant: ran.covered.iter().filter(matters).collect(),
            covered: &ran.covered,
            // For a run that was cut off, the beginning is enough.
            steps: if ran.ended {
                ran.steps.saturating_mul(LOWERED_STEPS)
            } else {
                ran.steps.min(SHORT_RUN)
            },
            ended: ran.ended,
            entries: ran.entries,
            checkpoints: OnceCell::new(),
            replays: OnceCell::new(),
            replayed: Cell::new(None),
            was: OnceCell::new(),
            lacks_text: OnceCell::new(),
            fingerprint: OnceCell::new(),
            reachable: OnceCell::new(),
        }
    }

    /// Whether the outputs as written cannot print the expected text, whatever their arguments.
    pub(super) fn lacks_text(&self, shared: &QueryContext<'_>) -> bool {
        let printable = &shared.program.printable;
        let lacks = || printable.lacks(&self.test.goal.expected);
        *self.lacks_text.get_or_init(lacks)
    }

    /// Functions that a run of the test may enter.
    pub(super) fn reachable(&self, shared: &QueryContext<'_>) -> &[FnId] {
        let from_start = || reachable(shared.program, [self.test.start.function]);
        self.reachable.get_or_init(from_start)
    }

    /// Fingerprint of the test in a query cache.
    pub(super) fn fingerprint(&self, cache: &CacheView) -> u64 {
        *self.fingerprint.get_or_init(|| cache.test(self.test))
    }

    /// Values that components computed in the original run.
    pub(super) fn was(&self, shared: &QueryContext<'_>) -> &Was {
        self.was.get_or_init(|| observe(shared, self.test))
    }

    /// Number of instructions that it takes to observe its run.
    pub(super) fn observed_steps(&self, shared: &QueryContext<'_>) -> u64 {
        if self.ended {
            self.steps
        } else {
            shared.limits.path_steps
        }
    }

    /// Checks the certificate: whether the test passes when it runs concretely with the given choices. `program` is the
    /// shared program, perhaps with other branches open.
    pub(super) fn survives(
        &self,
        shared: &QueryContext<'_>,
        program: &Program,
        relaxed: &CompSet,
        script: &Script,
        steps: u64,
    ) -> bool {
        let choices = scripted(program, relaxed, script);
        self.replay(shared, program, relaxed, choices, steps)
    }

    /// Whether the test passes with the given choices for a set. The replay begins in a state of the original run in
    /// which no component of the set has been entered.
    pub(super) fn replay(
        &self,
        shared: &QueryContext<'_>,
        program: &Program,
        set: &CompSet,
        choices: ChoiceSource,
        steps: u64,
    ) -> bool {
        let before = self.replayed.take();
        let state = self.replays(shared).start_after(before, set.iter());
        let dom = Concrete::new(program.components.len(), choices);
        let mut machine = machine_in(program, state, self.test, dom);
        let (passes, _) = passed(&mut machine, self.test, steps);
        self.replayed.set(Some(machine.state));
        passes
    }

    /// Choices that a set makes in the run that follows a script, if the test passes.
    pub(super) fn made(
        &self,
        shared: &QueryContext<'_>,
        set: &CompSet,
        script: &Script,
    ) -> Option<MadeChoices> {
        // Run the test as in its certificate, whichever it was.
        let choices = scripted(shared.program, set, script);
        let state = self.replays(shared).start_after(None, set.iter());
        let mut dom = Concrete::new(shared.program.components.len(), choices);
        dom.made = Some(Script::new());
        let mut machine = machine_in(shared.program, state, self.test, dom);
        machine.number_executions();
        let steps = shared.steps.max(self.steps.saturating_mul(16));
        let steps = steps.max(shared.limits.path_steps);
        let (passes, _) = passed(&mut machine, self.test, steps);
        if !passes {
            return None;
        }

        // Entries are numbered as they come.
        let numbers = machine.take_numbers();
        let mut choices = numbers.choices.into_iter();
        let mut begun: FxHashMap<CompId, u32> = FxHashMap::default();
        let made = machine.dom.made.take()?;
        let numbered = made.into_iter().map(|choice| {
            let number = if let Choice::Enter { comp, .. } = choice {
                let begun = begun.entry(comp).or_default();
                *begun += 1;
                *begun - 1
            } else {
                choices.next()?
            };
            Some((choice, number))
        });
        Some(MadeChoices {
            all: numbered.collect::<Option<_>>()?,
            cut: numbers.cut,
            end: machine.state,
        })
    }

    /// States in which symbolic runs of the test begin.
    pub(crate) fn checkpoints(&self, shared: &QueryContext<'_>) -> &Checkpoints<Sym> {
        let run = self.snapshot_run(shared);
        self.checkpoints
            .get_or_init(|| Checkpoints::symbolic(&run, shared.symbolic))
    }

    /// States in which replays of the test begin.
    pub(crate) fn replays(&self, shared: &QueryContext<'_>) -> &Checkpoints<u64> {
        let run = self.snapshot_run(shared);
        self.replays
            .get_or_init(|| Checkpoints::concrete(&run, shared.concrete))
    }

    fn snapshot_run<'b>(&'b self, shared: &'b QueryContext<'_>) -> SnapshotRun<'b> {
        SnapshotRun {
            program: shared.program,
            start: &self.test.start,
            goal: &self.test.goal,
            entries: self.entries,
            // For a run without end, the beginning is enough.
            steps: self.steps.min(shared.limits.path_steps).saturating_add(1),
        }
    }
}

/// Choices of the script for the given components.
fn scripted(program: &Program, set: &CompSet, script: &Script) -> ChoiceSource {
    let mut comps = vec![false; program.components.len()];
    for c in set.iter() {
        comps[c.index()] = true;
    }
    ChoiceSource::Script {
        comps,
        script: script.clone(),
    }
}
