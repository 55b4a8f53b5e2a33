//! The search for failing inputs: paths first, then tries; what is found has failed.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use exec::run::{Failure, PreparedTest, TestOutcome, Verdict};
use exec::runner::Runner;
use ir::eval::{Relaxed, TrapKind};
use ir::explore::{UnknownReason, Wanted};
use ir::{CompSet, Program};
use syntax::{Sources, Span};

use crate::paths::{self, Effort, PathInputs};
use crate::reduce::reduce;
use crate::stdin::Reads;
use crate::tries::{self, Dice};

/// Inputs of runs that came to their end, which are kept to be changed.
const MOST_KEPT: usize = 200;
/// Runs that end by themselves whose inputs are wanted of the paths.
const ENDINGS: usize = 60;
/// Iterations of one loop that are followed, and the share of the work that may be done for it: what fails with little
/// input is found soon, and is what one wants to see.
const ROUNDS: [(u32, u64); 3] = [(2, 10), (5, 4), (12, 1)];
/// Runs in which an input is made smaller.
const REDUCTIONS: usize = 400;
/// Further inputs for one failure.
const FURTHER: usize = 2;
/// Neighbours of a failing input that are run to find passing ones.
const NEIGHBOURS: usize = 60;

/// What is searched.
pub struct Subject<'a> {
    /// The program, with components.
    pub program: &'a Program,
    /// Its texts.
    pub sources: &'a Sources,
    /// How it begins. Its input does not count, nor what is expected.
    pub from: &'a PreparedTest,
    /// A program that is right, with its texts: other output is a failure.
    pub reference: Option<(&'a Program, &'a Sources)>,
    /// An input on which somebody says that the program fails: it is run first.
    pub witness: Option<Vec<u8>>,
    /// Inputs to begin with: those of tests.
    pub seeds: Vec<Vec<u8>>,
    /// `abort` ends runs that do not count, as in programs of verification competitions.
    pub abort_is_an_end: bool,
    /// Runs that end with this status do not count.
    pub uncounted: Option<i32>,
}

/// How much is done.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Failures, each at another place.
    pub failures: usize,
    /// Passing inputs to go with the failing ones; if any, also further inputs for each failure.
    pub passing: usize,
    /// Every path by itself, and the inputs of all that end.
    pub all_paths: bool,
    /// Work on paths, in instructions.
    pub work: u64,
    /// Inputs that are tried.
    pub tries: usize,
    /// Instructions of one run.
    pub steps: u64,
}

/// An input on which the program fails.
#[derive(Debug, Clone)]
pub struct FailingInput {
    /// All of standard input.
    pub input: Vec<u8>,
    /// How the run on it ended.
    pub outcome: TestOutcome,
    /// What the reference prints.
    pub expected: Option<Vec<u8>>,
}

/// An input on which the program does not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassingInput {
    /// All of standard input.
    pub input: Vec<u8>,
    /// What the reference prints.
    pub expected: Option<Vec<u8>>,
}

/// What was found.
#[derive(Debug, Default)]
pub struct SearchResult {
    /// Failing inputs, one for each place of failure, and where all paths are wanted for each set of statements that are
    /// run before it; a failure that says more comes before one that says less.
    pub failing: Vec<FailingInput>,
    /// Passing inputs: one for each path where all paths were wanted, else [`Budget::passing`] that run much of what the
    /// failing ones run.
    pub passing: Vec<PassingInput>,
    /// The program fails on [`Subject::witness`].
    pub witness_fails: bool,
    /// Inputs that were run.
    pub runs: usize,
    /// Every path was followed to its end: there is no other failure.
    pub complete: bool,
    /// Why not.
    pub unknown: Option<UnknownReason>,
}

/// Searches for failing inputs. `stopped` tells that the search must end.
pub fn find(subject: &Subject<'_>, budget: Budget, stopped: &dyn Fn() -> bool) -> SearchResult {
    let mut search = Search {
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
    // Nobody wants to hear of a weak failure beside a real one.
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

/// Reduces the input of a failure; the failure stays the same.
fn smaller(
    subject: &Subject<'_>,
    budget: Budget,
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

struct Search<'a, 's> {
    subject: &'s Subject<'a>,
    budget: Budget,
    stopped: &'s dyn Fn() -> bool,
    judge: Judge<'a, 's>,
    /// All inputs that were run.
    known: BTreeSet<Vec<u8>>,
    /// What runs have reached.
    covered: CompSet,
    /// Inputs that reached something new.
    kept: Vec<Vec<u8>>,
    /// The runs that failed, whose place may be known.
    failed: Vec<FailingInput>,
    /// The runs that passed.
    passed: Vec<(PassingInput, CompSet)>,
    found: SearchResult,
}

impl Search<'_, '_> {
    fn is_over(&self) -> bool {
        let failing = self.found.failing.iter();
        let strong = failing.filter(|f| weakness(&f.outcome) == 0);
        strong.count() >= self.budget.failures || (self.stopped)()
    }

    /// The whole search: what somebody says, short paths, simple inputs, longer paths, mutations of the inputs that reached new code.
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
            self.paths(unwind, 1);
            return;
        }
        for (round, (unwind, share)) in ROUNDS.into_iter().enumerate() {
            self.paths(unwind, share);
            if self.is_over() || self.is_proved() {
                return;
            }
            if round == 0 {
                self.plain();
            }
        }
        self.near();
    }

    /// There is nothing else to find.
    fn is_proved(&self) -> bool {
        self.found.complete && self.subject.reference.is_none()
    }

    /// Inputs that the paths give.
    fn paths(&mut self, unwind: u32, share: u64) {
        let subject = self.subject;
        let effort = Effort {
            unwind,
            work: self.budget.work / share,
        };
        let followed = self.followed(subject.program, subject.sources, effort);
        self.found.complete = followed.unknown.is_none() && !followed.bounded && !(self.stopped)();
        self.found.unknown.clone_from(&followed.unknown);
        self.run_all(followed);
        // Where the program goes wrong, one that is right may decide otherwise: its paths have other inputs.
        if let Some((right, sources)) = subject.reference
            && !self.is_over()
        {
            let followed = self.followed(right, sources, effort);
            self.run_all(followed);
        }
    }

    fn followed(&self, program: &Program, sources: &Sources, effort: Effort) -> PathInputs {
        let all = self.budget.all_paths;
        let wanted = Wanted {
            failures: self.budget.failures.saturating_mul(4),
            endings: if all { usize::MAX } else { ENDINGS },
            apart: all || self.subject.reference.is_some(),
            around: self
                .subject
                .uncounted
                .map(|_| self.subject.from.start.function),
        };
        let reads = Reads::of(program, sources);
        paths::follow(
            program,
            &reads,
            self.subject.from,
            wanted,
            effort,
            self.stopped,
        )
    }

    fn run_all(&mut self, followed: PathInputs) {
        for input in followed.failing {
            self.run(input);
        }
        let has_reference = self.subject.reference.is_some();
        for input in followed.ending {
            if self.is_over() && !self.budget.all_paths {
                return;
            }
            let is_new = self.run(input.clone());
            if is_new && has_reference && self.kept.len() < MOST_KEPT {
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
        let mut dice = Dice::default();
        for turn in 0..NEIGHBOURS {
            if (self.stopped)() {
                break;
            }
            let mut input = tries::near(&failing[turn % failing.len()].input, &mut dice);
            // What is shown to people has no empty lines at its edges.
            input = input.trim_ascii().to_vec();
            input.push(b'\n');
            self.run(input);
        }
    }

    /// For each failure further inputs, each as different from the known ones as there is: in what is run, then in the
    /// input. A change that only suits one input fails on them, and several faults show in several ways.
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
                let difference = |other: &&&FailingInput| {
                    let from = chosen.iter().map(|known| difference(known, other));
                    from.min().unwrap_or_default()
                };
                let new = candidates
                    .iter()
                    .filter(|other| chosen.iter().all(|c| c.input != other.input));
                let Some(next) = new.max_by_key(difference) else {
                    break;
                };
                chosen.push(next);
            }
            all.extend(chosen.into_iter().skip(1).cloned());
        }
        all
    }

    /// Passing inputs that run much of what the failing ones run. A failing test alone is passed by many changes that are
    /// nonsense; these rule most of them out.
    fn beside(&mut self, failing: &[FailingInput]) -> Vec<PassingInput> {
        let all_failing = failing
            .iter()
            .fold(CompSet::new(), |all, f| all.union(&f.outcome.covered));
        let mut passed = std::mem::take(&mut self.passed);
        passed.sort_by_cached_key(|(passing, covered)| {
            let shared = covered.intersect(&all_failing).len();
            let near = failing
                .iter()
                .map(|f| tries::distance(&f.input, &passing.input))
                .min();
            (Reverse(shared), near, passing.input.clone())
        });
        // Runs of other statements say more than the same again.
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

    /// Inputs of tests, and plain ones.
    fn plain(&mut self) {
        for input in self.subject.seeds.clone().into_iter().chain(tries::plain()) {
            if self.is_over() {
                return;
            }
            self.run(input);
        }
    }

    /// Inputs near those that reached something.
    fn near(&mut self) {
        let mut dice = Dice::default();
        let mut turn = 0;
        while self.found.runs < self.budget.tries && !self.is_over() && !self.kept.is_empty() {
            let input = tries::near(&self.kept[turn % self.kept.len()], &mut dice);
            turn += 1;
            self.run(input);
            if turn > 4 * self.budget.tries {
                return;
            }
        }
    }

    /// Runs the program on an input that was not run before.
    fn run(&mut self, input: Vec<u8>) -> bool {
        if !self.known.insert(input.clone()) {
            return false;
        }
        self.found.runs += 1;
        let Some((outcome, expected)) = self.judge.run(&input) else {
            return true;
        };
        if outcome.ended && outcome.verdict == Verdict::Pass {
            let passing = PassingInput {
                input: input.clone(),
                expected: expected.clone(),
            };
            self.passed.push((passing, outcome.covered.clone()));
        }
        let covered = self.covered.union(&outcome.covered);
        if covered.len() > self.covered.len() && self.kept.len() < MOST_KEPT {
            self.covered = covered;
            self.kept.push(input.clone());
        }
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
        let is_known = |f: &FailingInput| {
            let is_other_path =
                self.budget.all_paths && f.outcome.covered != failing.outcome.covered;
            place(&f.outcome) == Some(at) && !is_other_path
        };
        if !known.any(is_known) {
            self.found.failing.push(failing);
        }
        true
    }
}

/// How much two runs differ in what they run, and their inputs.
fn difference(a: &FailingInput, b: &FailingInput) -> (usize, (usize, u64)) {
    let (a_only, b_only) = (
        a.outcome.covered.minus(&b.outcome.covered),
        b.outcome.covered.minus(&a.outcome.covered),
    );
    (
        a_only.len() + b_only.len(),
        tries::distance(&a.input, &b.input),
    )
}

/// Runs a program, and says whether it fails.
pub struct Judge<'a, 's> {
    from: &'a PreparedTest,
    runner: Runner<'a>,
    reference: Option<Runner<'a>>,
    abort_is_an_end: bool,
    uncounted: Option<i32>,
    steps: u64,
    stopped: &'s dyn Fn() -> bool,
}

impl<'a, 's> Judge<'a, 's> {
    /// For a program, and so many instructions of one run.
    pub fn new(subject: &Subject<'a>, steps: u64, stopped: &'s dyn Fn() -> bool) -> Judge<'a, 's> {
        Judge {
            from: subject.from,
            runner: Runner::new(subject.program),
            reference: subject.reference.map(|(program, _)| Runner::new(program)),
            abort_is_an_end: subject.abort_is_an_end,
            uncounted: subject.uncounted,
            steps,
            stopped,
        }
    }

    /// How the program ends on an input, and what the reference prints. Nothing where the reference does something
    /// undefined: no program has to expect such an input; nor where a run does not count.
    pub fn run(&mut self, input: &[u8]) -> Option<(TestOutcome, Option<Vec<u8>>)> {
        let test = with_input(self.from, input);
        let (steps, stopped) = (self.steps, self.stopped);
        let run = |runner: &mut Runner<'_>| {
            let go_on = || !stopped();
            runner
                .run(&test, Relaxed::Nothing, steps, false, &go_on)
                .ran
        };
        let mut outcome = run(&mut self.runner);
        if self.abort_is_an_end
            && let Verdict::Fail(Failure::Trap(trap)) = &outcome.verdict
            && trap.kind == TrapKind::Abort
        {
            outcome.verdict = Verdict::Pass;
        }
        if self.uncounted.is_some() && outcome.exit == self.uncounted {
            return None;
        }
        let Some(reference) = &mut self.reference else {
            return Some((outcome, None));
        };
        let right = run(reference);
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

/// A test with another input.
pub fn with_input(from: &PreparedTest, input: &[u8]) -> PreparedTest {
    let mut test = from.clone();
    test.start.input = Arc::from(input);
    test
}

/// Where a run failed, if it did.
pub fn place(outcome: &TestOutcome) -> Option<Span> {
    match &outcome.verdict {
        Verdict::Fail(Failure::Trap(trap)) => Some(trap.span),
        Verdict::Fail(_) => Some(Span::default()),
        _ => None,
    }
}

/// How little a failure says: a sum that overflows is a matter of large numbers, and a value that was never written is
/// mostly a matter of an input that ends too early. 0 is a failure that nobody would explain away.
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
