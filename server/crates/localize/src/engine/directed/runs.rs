//! Runs with forced choices, each starting at the first execution that may differ from a known run.

use eval::{
    ChoiceSource, Concrete, ForcedChoice, ForcedChoices, ForcedRun, ForcedValue, Life, Literal,
    Machine, Script, State, Stop, is_function,
};
use ir::{CompId, CompSet, Inst};

use super::facts::{NearbyValues, Recent, observed_value, variables};
use super::outcome::{Event, Outcome, Progress, fingerprint};
use super::words::Words;
use crate::engine::{FailingTest, QueryContext};
use crate::limits::{
    LOOK_AHEAD_INSTRUCTIONS, LOOK_AHEAD_SLICES, OBSERVED_INSTRUCTIONS, WRONG_OUTPUT_INSTRUCTIONS,
    WRONG_OUTPUT_SLICES,
};
use exec::run::{ends_as_expected, machine_in};

/// A test run repeatedly with different choices for a set of components, and the remaining budget.
pub(crate) struct Runs<'a> {
    pub(super) shared: &'a QueryContext<'a>,
    pub(super) failing_test: &'a FailingTest<'a>,
    pub(super) set: &'a CompSet,
    /// Words of the expected output.
    pub(super) wanted: Words<'a>,
    /// Number of runs left.
    pub(super) left: u32,
    /// Number of instructions left.
    pub(super) work: u64,
    /// Maximal number of instructions of one run.
    steps: u64,
}

/// A run paused before an execution of a component of the set.
#[derive(Clone)]
pub(super) struct Pause {
    /// Number of the execution, counted from 0.
    pub(super) execution: u32,
    /// The component that is about to be executed.
    pub(super) comp: CompId,
    pub(super) state: State<u64>,
    /// Instructions executed so far.
    pub(super) steps: u64,
    pub(super) facts: NearbyValues,
    recent: Recent,
}

/// Budget exhausted: no run or instruction is left.
pub(super) struct BudgetExhausted;

impl<'a> Runs<'a> {
    pub(crate) fn new(
        shared: &'a QueryContext<'a>,
        failing_test: &'a FailingTest<'a>,
        set: &'a CompSet,
        runs: u32,
        work: u64,
    ) -> Runs<'a> {
        Runs {
            shared,
            failing_test,
            set,
            wanted: Words::new(failing_test.test.goal.expected.bytes()),
            left: runs,
            work,
            // The run as written may end early: its length says nothing about the length of a passing run.
            steps: shared.limits.path_steps.saturating_mul(shared.growth),
        }
    }

    /// The pause before the first execution, in the run as written.
    pub(super) fn begin(&self) -> Pause {
        let from = self.failing_test.replays(self.shared);
        Pause {
            execution: 0,
            comp: self.set.iter().next().unwrap_or(CompId(0)),
            state: from.start(self.set.iter()).0,
            steps: 0,
            facts: NearbyValues::default(),
            recent: Recent::default(),
        }
    }

    /// Continues from a pause with these choices.
    pub(super) fn attempt(
        &mut self,
        from: &Pause,
        choices: ForcedChoices,
    ) -> Result<Outcome, BudgetExhausted> {
        let given = self.spend_run()?;
        let mut machine = self.machine(from, self.forced(from, choices));
        let (stop, used) = machine.run_for(given, None);
        let stop = match stop {
            Err(stop) => *stop,
            Ok(()) => Stop::StepLimit,
        };
        let right = self.right(&machine.state);
        let (event, is_ended) = self.event(&mut machine, &stop);
        let mut wrong = Vec::new();
        let mut more = 0;
        if event == Event::Wrong && !is_ended {
            (wrong, more) = wrong_output(&mut machine);
        }
        self.work -= (used + more).min(self.work);
        let progress = self.progress(event, right, &wrong, is_ended, &machine);
        let progress = Progress {
            steps: from.steps + used,
            ..progress
        };
        let executions = match &machine.dom.relaxed {
            ChoiceSource::Forced(forced) => forced.executions,
            _ => 0,
        };
        Ok(Outcome {
            progress,
            executions,
            look: fingerprint(&progress, is_ended, &wrong),
        })
    }

    /// The choices of a passing run, from the beginning, as a script; `None` if the run takes more than `steps`
    /// instructions.
    pub(crate) fn script(&mut self, choices: ForcedChoices, steps: u64) -> Option<Script> {
        let begin = self.begin();
        let forced = self.forced(&begin, choices).recorded();
        let mut machine = self.machine(&begin, forced);
        let (stop, used) = machine.run_for(steps, None);
        let stop = stop.err()?;
        self.work -= used.min(self.work);
        if self.event(&mut machine, &stop).0 != Event::Pass {
            return None;
        }
        match machine.dom.relaxed {
            ChoiceSource::Forced(forced) => forced.made,
            _ => None,
        }
    }

    /// Pauses before the given executions (in order) of the run with these choices. With `observes`, each pause carries
    /// the facts known there.
    pub(super) fn pauses(
        &mut self,
        from: &Pause,
        choices: ForcedChoices,
        executions: &[u32],
        observes: bool,
    ) -> Result<Vec<Pause>, BudgetExhausted> {
        let mut walk = self.walk(from, choices, observes)?;
        let mut pauses: Vec<Pause> = Vec::new();
        for &execution in executions {
            match walk.advance(self, execution, &mut pauses) {
                Some(comp) => pauses.push(walk.pause(execution, comp)),
                None => return Ok(pauses),
            }
        }
        // What the last executions compute is observed only after them.
        while observes && pauses.iter().any(|p| p.facts.next.is_none()) && walk.go_on(self) {
            walk.learn(self.set, &mut pauses);
        }
        walk.learn(self.set, &mut pauses);
        Ok(pauses)
    }

    /// Starts a run that stops at chosen executions.
    pub(super) fn walk(
        &mut self,
        from: &Pause,
        choices: ForcedChoices,
        observes: bool,
    ) -> Result<Walk<'a>, BudgetExhausted> {
        self.spend_run()?;
        let mut machine = self.machine(from, self.forced(from, choices));
        if observes {
            machine.observe_values();
        }
        Ok(Walk {
            machine,
            left: self.steps,
            steps: from.steps,
            is_paused: false,
            recent: from.recent.clone(),
        })
    }

    /// Charges one run to the budget and returns the number of instructions that it may take.
    fn spend_run(&mut self) -> Result<u64, BudgetExhausted> {
        if self.work == 0 {
            return Err(BudgetExhausted);
        }
        self.left = self.left.checked_sub(1).ok_or(BudgetExhausted)?;
        Ok(self.steps.min(self.work))
    }

    /// The choices for the executions that follow a pause.
    fn forced(&self, from: &Pause, choices: ForcedChoices) -> ForcedRun {
        ForcedRun::new(self.set.clone(), choices, from.execution)
    }

    fn machine(&self, from: &Pause, forced: ForcedRun) -> Machine<'a, Concrete> {
        let program = self.shared.program;
        let dom = Concrete::new(program.components.len(), ChoiceSource::Forced(forced));
        machine_in(program, from.state.clone(), self.failing_test.test, dom)
    }

    /// Number of bytes of the expected output, in normal form, that were printed.
    pub(super) fn right(&self, state: &State<u64>) -> usize {
        let expected = &self.failing_test.test.goal.expected;
        state.output.matcher().map_or(0, |matcher| {
            let rest = matcher.rest(expected).map_or(0, <[u8]>::len);
            // What is missing of a match may be longer than the pattern.
            expected.bytes().len().saturating_sub(rest)
        })
    }

    /// The event, and whether the run ended by itself.
    fn event(&self, machine: &mut Machine<'_, Concrete>, stop: &Stop) -> (Event, bool) {
        let test = self.failing_test.test;
        match stop {
            Stop::Exit(ending) if ends_as_expected(machine, test, ending) => (Event::Pass, true),
            Stop::Exit(_) => (Event::Wrong, true),
            Stop::Dead => (Event::Wrong, false),
            Stop::Trap(_) => (Event::Trap, false),
            _ => (Event::Cut, false),
        }
    }

    /// Compares the printed output with the expected one: `right` bytes of it were printed, followed by the bytes
    /// `wrong`.
    fn progress(
        &self,
        event: Event,
        right: usize,
        wrong: &[u8],
        is_ended: bool,
        machine: &Machine<'_, Concrete>,
    ) -> Progress {
        let expected = self.failing_test.test.goal.expected.bytes();
        // The word in which the difference lies is compared as a whole.
        let known = &expected[..right];
        let begin = known.iter().rposition(u8::is_ascii_whitespace);
        let begin = begin.map_or(0, |at| at + 1);
        let mut progress = Progress {
            words: self.wanted.before(begin),
            event,
            off: None,
            bytes: right,
            steps: 0,
        };
        if is_ended {
            progress.off = self.result_off(machine);
        } else if event == Event::Wrong {
            let printed = [&known[begin..], wrong].concat();
            let printed = Words::new(&printed);
            let common = self.wanted.common(progress.words, &printed);
            progress.words += common;
            let numbers = (printed.number(common), self.wanted.number(progress.words));
            if let (Some(seen), Some(wanted)) = numbers {
                progress.off = Some(seen - wanted);
            }
            let texts = (
                wrong.trim_ascii_start(),
                expected[right..].trim_ascii_start(),
            );
            let equal = texts.0.iter().zip(texts.1).take_while(|(a, b)| a == b);
            progress.bytes += equal.count();
        }
        progress
    }

    /// Difference between the result of a called function and the expected result.
    fn result_off(&self, machine: &Machine<'_, Concrete>) -> Option<f64> {
        let (ty, literal) = self.failing_test.test.goal.returns.as_ref()?;
        let Literal::Scalar(wanted) = literal else {
            return None;
        };
        let number = |bits: u64| match ForcedValue::of(*ty, bits, 0) {
            ForcedValue::Int(x) => x as f64,
            ForcedValue::Float(x) => x,
            ForcedValue::Pointer(..) => f64::NAN,
        };
        let seen = machine.state.result.filter(|v| v.init && v.object == 0)?;
        let off = number(seen.bits) - number(*wanted);
        (off != 0.0 && off.is_finite()).then_some(off)
    }
}

/// A run that advances from one execution to the next.
pub(super) struct Walk<'a> {
    machine: Machine<'a, Concrete>,
    /// Number of instructions left.
    left: u64,
    /// Instructions executed so far.
    steps: u64,
    /// Whether the run is paused before an execution.
    is_paused: bool,
    recent: Recent,
}

impl Walk<'_> {
    /// Advances to the given execution and returns the component that begins there; `None` if the run ends first.
    /// Observations made in between are passed on to earlier pauses.
    pub(super) fn advance(
        &mut self,
        runs: &mut Runs<'_>,
        execution: u32,
        earlier: &mut [Pause],
    ) -> Option<CompId> {
        if let ChoiceSource::Forced(forced) = &mut self.machine.dom.relaxed {
            forced.pause = Some(execution);
        }
        while self.go_on(runs) {
            self.learn(runs.set, earlier);
        }
        self.learn(runs.set, earlier);
        if !self.is_paused {
            return None;
        }
        match self.machine.instruction()? {
            Inst::Enter { comp, .. } => Some(*comp),
            _ => None,
        }
    }

    /// Runs one slice of instructions; false if the run has stopped.
    fn go_on(&mut self, runs: &mut Runs<'_>) -> bool {
        let slice = OBSERVED_INSTRUCTIONS.min(self.left).min(runs.work);
        let (stop, used) = self.machine.run_for(slice, None);
        let stop = stop.err().map(|stop| *stop);
        self.left -= used;
        self.steps += used;
        runs.work -= used;
        self.is_paused = matches!(stop, Some(Stop::Enter(_)));
        matches!(stop, Some(Stop::StepLimit)) && slice > 0
    }

    /// The current pause, before an execution of `comp`.
    fn pause(&self, execution: u32, comp: CompId) -> Pause {
        Pause {
            execution,
            comp,
            state: self.machine.state.clone(),
            steps: self.steps,
            facts: self.facts(comp),
            recent: self.recent.clone(),
        }
    }

    /// The facts before an execution of `comp`, except those about later executions.
    pub(super) fn facts(&self, comp: CompId) -> NearbyValues {
        NearbyValues {
            variables: variables(self.machine.program(), &self.machine.state),
            ..self.recent.facts(comp)
        }
    }

    /// The value that `comp` computes as written in the execution at which the run is paused, if that does not take
    /// long.
    pub(super) fn written(&self, runs: &mut Runs<'_>, comp: CompId) -> Option<ForcedValue> {
        let machine = &self.machine;
        let test = runs.failing_test.test;
        let components = machine.program().components.len();
        let dom = Concrete::new(components, ChoiceSource::Nothing);
        let mut ahead = machine_in(machine.program(), machine.state.clone(), test, dom);
        ahead.observe_values();
        for _ in 0..LOOK_AHEAD_SLICES {
            let (stop, used) = ahead.run_for(LOOK_AHEAD_INSTRUCTIONS, None);
            let goes_on = matches!(stop, Err(stop) if matches!(*stop, Stop::StepLimit));
            runs.work -= used.min(runs.work);
            let mut observed = ahead.observed().iter();
            if let Some(own) = observed.find(|o| o.comp == comp) {
                return observed_value(own);
            }
            if !goes_on {
                break;
            }
        }
        None
    }

    /// See [`may_be_given`].
    pub(super) fn is_live(&self, value: ForcedValue, elem: u32) -> bool {
        may_be_given(&self.machine.state, value, elem)
    }

    /// Number of bytes of the expected output that were printed.
    pub(super) fn right(&self, runs: &Runs<'_>) -> usize {
        runs.right(&self.machine.state)
    }

    /// Passes on the observations made since the last call.
    fn learn(&mut self, set: &CompSet, earlier: &mut [Pause]) {
        let observed = self.machine.observed();
        for pause in earlier.iter_mut().filter(|p| p.facts.next.is_none()) {
            let own = observed.iter().filter(|o| o.comp == pause.comp);
            for value in own.filter_map(observed_value) {
                if !pause.facts.observe(value) {
                    break;
                }
            }
        }
        self.recent.absorb(observed, |comp| set.contains(comp));
        self.machine.forget_observed();
    }

    /// Forces a choice for the execution at which the run is paused.
    pub(super) fn force(&mut self, execution: u32, choice: ForcedChoice) {
        if let ChoiceSource::Forced(forced) = &mut self.machine.dom.relaxed {
            forced.choices.at.insert(execution, choice);
        }
    }

    /// The choices forced so far.
    pub(super) fn choices(self) -> ForcedChoices {
        match self.machine.dom.relaxed {
            ChoiceSource::Forced(forced) => forced.choices,
            _ => ForcedChoices::default(),
        }
    }
}

/// Whether a value is an allowed angelic value: a pointer must point to the beginning of an element of a live object,
/// as in a symbolic run.
pub(super) fn may_be_given(state: &State<u64>, value: ForcedValue, elem: u32) -> bool {
    let ForcedValue::Pointer(object, offset) = value else {
        return true;
    };
    if is_function(object) {
        return true;
    }
    let object = state.memory.get(object);
    object.is_some_and(|o| o.life == Life::Live) && offset.is_multiple_of(elem.max(1).into())
}

/// The output that a machine stopped at a wrong byte prints there, and the instructions that this took.
fn wrong_output(machine: &mut Machine<'_, Concrete>) -> (Vec<u8>, u64) {
    machine.state.output.collect_from_here();
    let (slice, times) = (WRONG_OUTPUT_INSTRUCTIONS, WRONG_OUTPUT_SLICES);
    let mut used = 0;
    for _ in 0..times {
        let (stop, taken) = machine.run_for(slice, None);
        let on = matches!(stop, Err(stop) if matches!(*stop, Stop::StepLimit));
        used += taken;
        if !on || printed_line(machine) {
            break;
        }
    }
    (machine.state.output.take_collected(), used)
}

/// Whether a whole line has been collected.
fn printed_line(machine: &Machine<'_, Concrete>) -> bool {
    let printed = machine.state.output.collected();
    printed.is_some_and(|bytes| bytes.contains(&b'\n'))
}
