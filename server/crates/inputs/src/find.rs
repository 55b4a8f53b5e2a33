//! Search for failing inputs: path exploration first, then fuzzing. Every reported input was run and failed.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use eval::{ChoiceSource, InputKind, LeftOut, TrapKind};
use exec::run::{Failure, InputSupply, PreparedTest, TestOutcome, Verdict};
use exec::runner::Runner;
use explore::{HuntGoal, UnknownReason};
use harness::InputShape;
use ir::{CompSet, Nature, Program};
use syntax::Span;

use crate::fuzz::{self, Dice};
use crate::limits::{ENDINGS, FURTHER, MAX_KEPT, NEIGHBOURS, REDUCTIONS, ROUNDS, SAMPLES};
use crate::paths::{self, Effort, PathInputs};
use crate::reduce::reduce;

/// A program, and the start of its runs.
#[derive(Clone, Copy)]
pub struct EntryPoint<'a> {
    /// The program, with components.
    pub program: &'a Program,
    /// Start of a run, prepared for this program. The input and the expectations in it are ignored.
    pub from: &'a PreparedTest,
}

/// The program to search, and its environment.
pub struct Subject<'a> {
    /// The program.
    pub entry: EntryPoint<'a>,
    /// A correct reference program: different output is a failure.
    pub reference: Option<EntryPoint<'a>>,
    /// An input on which the program is claimed to fail; it is run first.
    pub witness: Option<Vec<u8>>,
    /// Initial inputs, taken from tests. With a reference, inputs that look otherwise do not count, unless `valid` says
    /// which do.
    pub seeds: Vec<Vec<u8>>,
    /// A program that ends with status 0 on the inputs that count.
    pub valid: Option<EntryPoint<'a>>,
    /// Whether the program is one of verification competitions, which chooses values that do not run out: `abort` ends a
    /// run that does not count, and so does a loop that waits for another value.
    pub values_are_chosen: bool,
    /// Exit status of runs that do not count.
    pub uncounted: Option<i32>,
}

/// Budget of a search.
#[derive(Debug, Clone, Copy)]
pub struct InputBudget {
    /// Number of failures to find, each at a different place.
    pub failures: usize,
    /// Number of passing inputs to report with the failing ones; if positive, further inputs for each failure are
    /// reported as well.
    pub passing: usize,
    /// Whether to report every path separately, with the inputs of all that end.
    pub all_paths: bool,
    /// Work on paths, in instructions.
    pub work: u64,
    /// Number of inputs to try.
    pub tries: usize,
    /// Step limit of one run.
    pub steps: u64,
}

/// An input on which the program fails.
#[derive(Debug, Clone)]
pub struct FailingInput {
    /// Complete standard input.
    pub input: Vec<u8>,
    /// Outcome of the run on this input.
    pub outcome: TestOutcome,
    /// Output of the reference.
    pub expected: Option<Vec<u8>>,
}

/// An input on which the program does not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassingInput {
    /// Complete standard input.
    pub input: Vec<u8>,
    /// Output of the reference.
    pub expected: Option<Vec<u8>>,
}

/// What a search left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotTried {
    /// Possibilities that path exploration left out.
    Possible(LeftOut),
    /// A path that may fail, for which no input was found.
    OpenPath,
    /// Inputs that do not match the formats of `scanf`, and bytes that cannot be printed.
    OddInputs,
    /// Outputs of program and reference on inputs that were not run.
    OtherOutputs,
    /// Inputs that look otherwise than those of the tests.
    OtherShapes,
}

/// Result of a search.
#[derive(Debug, Default)]
pub struct SearchResult {
    /// Failing inputs, one for each place of failure, or with [`InputBudget::all_paths`] one for each set of statements
    /// executed before it; more informative failures come first.
    pub failing: Vec<FailingInput>,
    /// Passing inputs: one for each path with [`InputBudget::all_paths`], otherwise [`InputBudget::passing`] inputs
    /// that execute much of what the failing ones execute.
    pub passing: Vec<PassingInput>,
    /// Whether the program fails on [`Subject::witness`].
    pub witness_fails: bool,
    /// Number of inputs that were run.
    pub runs: usize,
    /// Reason why some path was not followed to its end.
    pub unknown: Option<UnknownReason>,
    /// What the search left out, with the place in the program if there is one.
    pub left_out: Vec<(Option<Span>, NotTried)>,
}

impl SearchResult {
    /// Whether every path was followed to its end, on every input: there is no other failure.
    pub fn is_complete(&self) -> bool {
        self.unknown.is_none() && self.left_out.is_empty()
    }

    fn leave_out(&mut self, at: Option<Span>, what: NotTried) {
        let new = (at, what);
        if !self.left_out.contains(&new) {
            self.left_out.push(new);
        }
    }
}

/// Searches for failing inputs. `stopped` tells whether the search must end.
pub fn find(
    subject: &Subject<'_>,
    budget: InputBudget,
    stopped: &dyn Fn() -> bool,
) -> SearchResult {
    let mut search = InputSearch {
        subject,
        budget,
        stopped,
        judge: Judge::new(subject, budget.steps, stopped),
        known: BTreeSet::new(),
        covered: CompSet::new(),
        kept: Vec::new(),
        failed: Vec::new(),
        passed: Vec::new(),
        found: SearchResult::default(),
    };
    search.all();
    let mut found = std::mem::take(&mut search.found);
    found.failing.sort_by_key(|f| weakness(&f.outcome));
    // A weak failure is not worth reporting beside a strong one.
    if !budget.all_paths
        && let Some(strongest) = found.failing.first().map(|f| weakness(&f.outcome))
    {
        found.failing.retain(|f| weakness(&f.outcome) == strongest);
    }
    found.failing.truncate(budget.failures);
    if !budget.all_paths {
        for failing in &mut found.failing {
            *failing = smaller(subject, budget, failing, stopped);
        }
        if budget.passing > 0 && !found.failing.is_empty() {
            search.neighbours(&found.failing);
            found.passing = search.beside(&found.failing);
            let further = search.further(&found.failing);
            found.failing.extend(further);
            found.runs += search.found.runs;
        }
    }
    found
}

/// Reduces the input of a failure such that the failure stays the same.
fn smaller(
    subject: &Subject<'_>,
    budget: InputBudget,
    failing: &FailingInput,
    stopped: &dyn Fn() -> bool,
) -> FailingInput {
    let mut judge = Judge::new(subject, budget.steps, stopped);
    let at = place(&failing.outcome);
    let mut best = failing.clone();
    let mut left = REDUCTIONS;
    let small = reduce(&failing.input, &mut |input| {
        left -= 1;
        if left == 0 || stopped() {
            return None;
        }
        let (outcome, expected) = judge.run(input)?;
        let is_same = place(&outcome) == at && weakness(&outcome) == weakness(&best.outcome);
        if is_same {
            let input = input.to_vec();
            best = FailingInput {
                input,
                outcome,
                expected,
            };
        }
        Some(is_same)
    });
    debug_assert!(small.len() <= failing.input.len());
    best
}

struct InputSearch<'a, 's> {
    subject: &'s Subject<'a>,
    budget: InputBudget,
    stopped: &'s dyn Fn() -> bool,
    judge: Judge<'a, 's>,
    /// All inputs that were run.
    known: BTreeSet<Vec<u8>>,
    /// Components that some run has reached.
    covered: CompSet,
    /// Inputs that reached something new.
    kept: Vec<Vec<u8>>,
    /// Runs that failed, including those at a place that is known already.
    failed: Vec<FailingInput>,
    /// Runs that passed, with their coverage.
    passed: Vec<(PassingInput, CompSet)>,
    found: SearchResult,
}

impl InputSearch<'_, '_> {
    fn is_over(&self) -> bool {
        let failing = self.found.failing.iter();
        let strong = failing.filter(|f| weakness(&f.outcome) == 0);
        strong.count() >= self.budget.failures || (self.stopped)()
    }

    /// Runs the whole search: the claimed witness, short paths, simple inputs, longer paths, then mutations of the
    /// inputs that reached new code.
    fn all(&mut self) {
        if let Some(input) = self.subject.witness.clone() {
            self.run(input);
            self.found.witness_fails = !self.found.failing.is_empty();
            if self.is_over() {
                return;
            }
        }
        if self.budget.all_paths {
            let (unwind, _) = ROUNDS[ROUNDS.len() - 1];
            self.paths(InputKind::Typical, unwind, 1);
            self.found.leave_out(None, NotTried::OddInputs);
            return;
        }
        // What people type first; a proof needs all that is possible.
        for inputs in [InputKind::Typical, InputKind::Any] {
            for (round, (unwind, share)) in ROUNDS.into_iter().enumerate() {
                self.paths(inputs, unwind, share);
                if self.is_over() {
                    return;
                }
                if round == 0 && inputs == InputKind::Typical {
                    self.run_known_and_simple();
                }
                if self.found.is_complete() {
                    break;
                }
            }
        }
        if !self.found.is_complete() || self.subject.reference.is_some() {
            self.near();
        }
        if self.subject.reference.is_some() {
            self.found.leave_out(None, NotTried::OtherOutputs);
            if self.judge.shape.is_some() {
                self.found.leave_out(None, NotTried::OtherShapes);
            }
        }
    }

    /// Runs the inputs that path exploration yields.
    fn paths(&mut self, inputs: InputKind, unwind: u32, share: u64) {
        let subject = self.subject;
        let effort = Effort {
            unwind,
            work: self.budget.work / share,
        };
        let followed = self.followed(subject.entry, inputs, effort);
        self.found.unknown.clone_from(&followed.unknown);
        if (self.stopped)() {
            self.found.unknown.get_or_insert(UnknownReason::Stopped);
        }
        let left_out = followed.left_out.iter();
        self.found.left_out = left_out
            .map(|(at, what)| (Some(*at), NotTried::Possible(what.clone())))
            .collect();
        self.run_all(followed);
        // Where the program is wrong, the reference may branch differently: its paths yield other inputs.
        if let Some(reference) = subject.reference
            && !self.is_over()
        {
            let followed = self.followed(reference, inputs, effort);
            self.run_all(followed);
        }
    }

    fn followed(&self, entry: EntryPoint<'_>, inputs: InputKind, effort: Effort) -> PathInputs {
        let all = self.budget.all_paths;
        let wanted = HuntGoal {
            failures: self.budget.failures.saturating_mul(4),
            endings: if all { usize::MAX } else { ENDINGS },
            apart: all || self.subject.reference.is_some(),
            around: self.subject.uncounted.map(|_| entry.from.start.function),
        };
        paths::follow(
            entry.program,
            inputs,
            entry.from,
            wanted,
            effort,
            self.stopped,
        )
    }

    fn run_all(&mut self, followed: PathInputs) {
        for (at, input) in followed.failing {
            if let Some(input) = input {
                self.run(input);
            }
            // The input that was found need not take the path.
            let mut known = self.found.failing.iter();
            let mut ends = self.judge.ends.iter();
            if !known.any(|f| place(&f.outcome) == Some(at)) && !ends.any(|end| *end == at) {
                self.found.leave_out(Some(at), NotTried::OpenPath);
            }
        }
        let has_reference = self.subject.reference.is_some();
        for input in followed.ending {
            if self.is_over() && !self.budget.all_paths {
                return;
            }
            let is_new = self.run(input.clone());
            if is_new && has_reference && self.kept.len() < MAX_KEPT {
                self.kept.push(input);
            }
        }
        if self.budget.all_paths {
            let passed = std::mem::take(&mut self.passed);
            self.found
                .passing
                .extend(passed.into_iter().map(|(input, _)| input));
        }
    }

    /// Runs neighbours of the failing inputs.
    fn neighbours(&mut self, failing: &[FailingInput]) {
        if !self.reads() {
            return;
        }
        let mut dice = Dice::default();
        for turn in 0..NEIGHBOURS {
            if (self.stopped)() {
                break;
            }
            let mut input = fuzz::near(&failing[turn % failing.len()].input, &mut dice);
            // Inputs that are shown to users have no empty lines at their edges.
            input = input.trim_ascii().to_vec();
            input.push(b'\n');
            self.run(input);
        }
    }

    /// Further inputs for each failure, each as different as possible from the known ones: first in coverage, then in
    /// the input itself. A change that suits only one input fails on them, and several faults show in several ways.
    fn further(&self, failing: &[FailingInput]) -> Vec<FailingInput> {
        let mut all = Vec::new();
        for first in failing {
            let mut chosen: Vec<&FailingInput> = vec![first];
            let same = |other: &&FailingInput| {
                place(&other.outcome) == place(&first.outcome)
                    && weakness(&other.outcome) == weakness(&first.outcome)
            };
            let candidates: Vec<&FailingInput> = self.failed.iter().filter(same).collect();
            while chosen.len() <= FURTHER {
                let new = candidates
                    .iter()
                    .filter(|other| chosen.iter().all(|c| c.input != other.input));
                let Some(next) = new.max_by_key(|other| {
                    let from = chosen.iter().map(|known| difference(known, other));
                    from.min().unwrap_or_default()
                }) else {
                    break;
                };
                chosen.push(next);
            }
            all.extend(chosen.into_iter().skip(1).cloned());
        }
        all
    }

    /// Passing inputs that execute much of what the failing ones execute. Many nonsensical changes make a failing test
    /// pass; these inputs rule most of them out.
    fn beside(&mut self, failing: &[FailingInput]) -> Vec<PassingInput> {
        let all_failing = failing
            .iter()
            .fold(CompSet::new(), |all, f| all.union(&f.outcome.covered));
        let mut passed = std::mem::take(&mut self.passed);
        passed.sort_by_cached_key(|(passing, covered)| {
            let shared = covered.intersect(&all_failing).len();
            let near = failing
                .iter()
                .map(|f| fuzz::distance(&f.input, &passing.input))
                .min();
            (Reverse(shared), near, passing.input.clone())
        });
        // Runs of other statements are more informative than repetitions.
        let mut seen: Vec<CompSet> = Vec::new();
        let (different, same): (Vec<_>, Vec<_>) = passed.into_iter().partition(|(_, covered)| {
            let is_new = !seen.contains(covered);
            if is_new {
                seen.push(covered.clone());
            }
            is_new
        });
        let all = different.into_iter().chain(same);
        all.map(|(input, _)| input)
            .take(self.budget.passing)
            .collect()
    }

    /// Whether the program reads input: to another program all inputs are the same.
    fn reads(&self) -> bool {
        let mut functions = self.subject.entry.program.functions.iter();
        functions.any(|f| f.calls(|builtin| builtin.nature() == Nature::Input))
    }

    /// Runs the inputs of tests, and simple ones.
    fn run_known_and_simple(&mut self) {
        if !self.reads() {
            return;
        }
        for input in self
            .subject
            .seeds
            .clone()
            .into_iter()
            .chain(fuzz::simple_inputs())
        {
            if self.is_over() {
                return;
            }
            self.run(input);
        }
    }

    /// Runs mutations of inputs that reached something new.
    fn near(&mut self) {
        let mut dice = Dice::default();
        let mut turn = 0;
        while self.found.runs < self.budget.tries && !self.is_over() && !self.kept.is_empty() {
            let input = fuzz::near(&self.kept[turn % self.kept.len()], &mut dice);
            turn += 1;
            self.run(input);
            if turn > 4 * self.budget.tries {
                return;
            }
        }
    }

    /// Runs the program on an input unless it was run before.
    fn run(&mut self, input: Vec<u8>) -> bool {
        if !self.known.insert(input.clone()) {
            return false;
        }
        self.found.runs += 1;
        let Some((outcome, expected)) = self.judge.run(&input) else {
            return true;
        };

        // A passing input is a test to be kept, and one that covers something new is worth mutating.
        if outcome.ended && outcome.verdict == Verdict::Pass {
            let passing = PassingInput {
                input: input.clone(),
                expected: expected.clone(),
            };
            self.passed.push((passing, outcome.covered.clone()));
        }
        let covered = self.covered.union(&outcome.covered);
        if covered.len() > self.covered.len() && self.kept.len() < MAX_KEPT {
            self.covered = covered;
            self.kept.push(input.clone());
        }

        // One failing input is shown for each place, or for each path if all are wanted.
        let Some(at) = place(&outcome) else {
            return true;
        };
        let failing = FailingInput {
            input,
            outcome,
            expected,
        };
        if self.budget.passing > 0 {
            self.failed.push(failing.clone());
        }
        let mut known = self.found.failing.iter();
        if !known.any(|f| {
            let is_other_path =
                self.budget.all_paths && f.outcome.covered != failing.outcome.covered;
            place(&f.outcome) == Some(at) && !is_other_path
        }) {
            self.found.failing.push(failing);
        }
        true
    }
}

/// Distance of two failing inputs: the number of components that only one of them executes, then the difference of the
/// inputs.
fn difference(a: &FailingInput, b: &FailingInput) -> (usize, (usize, u64)) {
    let (a_only, b_only) = (
        a.outcome.covered.minus(&b.outcome.covered),
        b.outcome.covered.minus(&a.outcome.covered),
    );
    (
        a_only.len() + b_only.len(),
        fuzz::distance(&a.input, &b.input),
    )
}

/// Runs a program on inputs and decides whether it fails.
pub struct Judge<'a, 's> {
    entry: EntryPoint<'a>,
    runner: Runner<'a>,
    reference: Option<(EntryPoint<'a>, Runner<'a>)>,
    valid: Option<(EntryPoint<'a>, Runner<'a>)>,
    /// What inputs look like that count, if no program says which do.
    shape: Option<InputShape>,
    values_are_chosen: bool,
    /// Places where `abort` ended a run that does not count.
    ends: BTreeSet<Span>,
    uncounted: Option<i32>,
    steps: u64,
    stopped: &'s dyn Fn() -> bool,
}

impl<'a, 's> Judge<'a, 's> {
    /// Creates a judge for a program, with `steps` instructions per run.
    pub fn new(subject: &Subject<'a>, steps: u64, stopped: &'s dyn Fn() -> bool) -> Judge<'a, 's> {
        let started = |entry: EntryPoint<'a>| (entry, Runner::new(entry.program));
        let is_guessed = subject.reference.is_some() && subject.valid.is_none();
        let seeds = subject.seeds.iter().map(Vec::as_slice);
        Judge {
            entry: subject.entry,
            runner: Runner::new(subject.entry.program),
            reference: subject.reference.map(started),
            valid: subject.valid.map(started),
            shape: InputShape::of(seeds).filter(|_| is_guessed),
            values_are_chosen: subject.values_are_chosen,
            ends: BTreeSet::new(),
            uncounted: subject.uncounted,
            steps,
            stopped,
        }
    }

    /// Outcome of the program on an input, and the output of the reference. `None` if the reference has undefined
    /// behaviour (no program has to handle such an input), or if the run or the input does not count.
    pub fn run(&mut self, input: &[u8]) -> Option<(TestOutcome, Option<Vec<u8>>)> {
        let (steps, stopped) = (self.steps, self.stopped);
        let run = |entry: &EntryPoint<'_>, runner: &mut Runner<'_>| {
            let test = with_input(entry.from, input);
            runner
                .run(&test, ChoiceSource::Nothing, steps, false, &|| !stopped())
                .ran
        };
        if self
            .shape
            .as_ref()
            .is_some_and(|shape| !shape.admits(input))
        {
            return None;
        }
        if let Some((entry, runner)) = &mut self.valid {
            let said = run(entry, runner);
            if said.verdict != Verdict::Pass || said.exit != Some(0) {
                return None;
            }
        }
        let mut outcome = run(&self.entry, &mut self.runner);
        if self.values_are_chosen
            && let Verdict::Fail(Failure::Trap(trap)) = &outcome.verdict
            && trap.kind == TrapKind::Abort
        {
            self.ends.insert(trap.span);
            outcome.verdict = Verdict::Pass;
        }
        // Where values are chosen, they do not run out.
        if self.values_are_chosen
            && outcome.input == InputSupply::TooLittle
            && matches!(outcome.verdict, Verdict::Fail(Failure::NoEnd(_)))
        {
            return None;
        }
        if self.uncounted.is_some() && outcome.exit == self.uncounted {
            return None;
        }
        let Some((entry, runner)) = &mut self.reference else {
            return Some((outcome, None));
        };
        let right = run(entry, runner);
        if !right.ended || right.verdict != Verdict::Pass {
            return None;
        }
        if outcome.verdict == Verdict::Pass && outcome.stdout != right.stdout {
            let what = "it prints something else than the reference";
            outcome.verdict = Verdict::Fail(Failure::Outcome(what.to_owned()));
        }
        Some((outcome, Some(right.stdout)))
    }
}

/// Inputs of which a program reads what it asks for, from the start of a run: small numbers, letters and short words.
/// At most `steps` instructions are executed for each.
pub fn samples(
    program: &Program,
    from: &PreparedTest,
    steps: u64,
    stopped: &dyn Fn() -> bool,
) -> Vec<Vec<u8>> {
    let mut samples = Vec::new();
    for sample in 0..SAMPLES {
        let wanted = HuntGoal {
            failures: 1,
            endings: 1,
            apart: false,
            around: None,
        };
        let effort = Effort {
            unwind: u32::MAX,
            work: steps,
        };
        let inputs = InputKind::Sample(sample);
        let followed = paths::follow(program, inputs, from, wanted, effort, stopped);
        let failing = followed.failing.into_iter().filter_map(|(_, input)| input);
        for input in failing.chain(followed.ending) {
            if !samples.contains(&input) {
                samples.push(input);
            }
        }
    }
    samples
}

/// Copies a test with another input.
pub fn with_input(from: &PreparedTest, input: &[u8]) -> PreparedTest {
    let mut test = from.clone();
    test.start.input = Arc::from(input);
    test
}

/// Place where a run failed, if it did.
pub fn place(outcome: &TestOutcome) -> Option<Span> {
    match &outcome.verdict {
        Verdict::Fail(Failure::Trap(trap)) => Some(trap.span),
        Verdict::Fail(_) => Some(Span::default()),
        _ => None,
    }
}

/// Weakness of a failure: 0 for one that nobody would explain away; more for an overflowing sum, which takes large
/// numbers, or an uninitialised value, which is mostly due to an input that ends too early.
fn weakness(outcome: &TestOutcome) -> u8 {
    let Verdict::Fail(Failure::Trap(trap)) = &outcome.verdict else {
        return 0;
    };
    match trap.kind {
        TrapKind::SignedOverflow(_) | TrapKind::FloatToInt { .. } => 1,
        TrapKind::Uninitialised { .. } => 2,
        _ => 0,
    }
}
