//! Value replacement: looking for a witness by running, where formulas are too dear.
//!
//! Whether a test can pass when one component is relaxed is a question to a solver; but a yes needs no solver, only choices
//! under which the test, run concretely, passes. Where a question is hard (floating values, tables indexed by unknowns,
//! loops whose length is unknown) such choices are often simple: one condition goes the other way once, one value is
//! another number. So they are looked for by trial, a run each:
//!
//! 1. every execution does the same: skips, takes a constant;
//! 2. otherwise execution by execution, the latest before the first wrong word of the output first: a condition the other
//!    way, an integer near the one that was there or the one that the output should have shown, and for numbers the
//!    *secant*: when the wrong word is a number, the value is moved until the word is right. A change that makes more of
//!    the output right is kept, and the search goes on from there.
//!
//! It proves nothing when it fails, and what it finds is certified by replay like every witness. A set of one component
//! is minimal by itself, so this alone can find diagnoses.
//!
//! # References
//! * X. Zhang, N. Gupta, R. Gupta: *Locating Faults through Automated Predicate Switching*, ICSE 2006.
//! * D. Jeffrey, N. Gupta, R. Gupta: *Fault Localization Using Value Replacement*, ISSTA 2008.

pub(super) mod deeds;
mod secant;
mod words;

use ir::CompId;
use ir::eval::{Deed, Given, Plan, Script};

use self::deeds::{Deeds, deeds};
use self::secant::Secant;
use self::words::Words;
use super::failing_test::FailingTest;
use super::query_engine::QueryContext;
use super::trial::{Attempt, Paused, Trial};
use crate::limits::{MAX_REPLACE_RUNS, MAX_REPLACED_EXECUTIONS, REPLACE_RUN_FACTOR};

/// A search for the choices of one component in one test.
struct Search<'a> {
    trial: Trial<'a>,
    deeds: Deeds,
    wanted: Words,
    /// Where trials begin: before the first execution, and before the latest ones of the best plan so far.
    pauses: Vec<Paused>,
    /// The choices that this plan made.
    made: Script,
    runs: u32,
    /// Instructions left.
    work: u64,
    /// Instructions of one run.
    steps: u64,
}

/// How far a plan gets.
#[derive(Debug, Clone)]
struct Tried {
    plan: Plan,
    /// Words of the output that are right, from the first on.
    right: usize,
    /// The first wrong word, if it is a number.
    number: Option<f64>,
    /// Executions of the component before the first wrong output.
    executions: u32,
    /// The execution that it changed last.
    changed: u32,
}

/// What came of a plan.
enum Came {
    /// The test passes with these choices.
    Passes(Script),
    /// It does not.
    Fails(Tried),
    /// There is no time for more.
    Over,
}

/// Choices for `comp` under which the test passes, and the instructions that looking for them took.
pub(super) fn replace(
    shared: &QueryContext<'_>,
    failing_test: &FailingTest<'_>,
    comp: CompId,
) -> (Option<Script>, u64) {
    let Some(deeds) = deeds(shared.program, shared.relaxing, comp) else {
        return (None, 0);
    };
    // The run as written may end early: what it takes says nothing of a run that passes.
    let steps = shared.limits.path_steps;
    // A test without end has long runs; looking costs at most what a question may.
    let work = failing_test
        .steps
        .saturating_mul(REPLACE_RUN_FACTOR)
        .saturating_add(200_000)
        .max(steps.saturating_mul(2));
    let given = work.min(shared.limits.total_steps);
    let trial = Trial {
        shared,
        failing_test,
        comp,
    };
    let mut search = Search {
        trial,
        deeds,
        wanted: Words::new(failing_test.test.goal.expected.bytes()),
        pauses: vec![trial.begin()],
        made: Script::new(),
        runs: 0,
        work: given,
        steps,
    };
    let found = search.run();
    (found, given - search.work)
}

impl Search<'_> {
    fn run(&mut self) -> Option<Script> {
        let mut best = match self.attempt(Plan::default(), 0) {
            Came::Passes(script) => return Some(script),
            Came::Fails(tried) => tried,
            Came::Over => return None,
        };
        if best.executions == 0 {
            // What comes after the first wrong output changes nothing of it.
            return None;
        }
        for deed in self.deeds.everywhere() {
            let plan = Plan {
                rest: Some(deed),
                ..Plan::default()
            };
            match self.attempt(plan, 0) {
                Came::Passes(script) => return Some(script),
                Came::Fails(_) => {}
                Came::Over => return None,
            }
        }
        loop {
            best = match self.improve(&best) {
                Ok(better) => better?,
                Err(script) => return Some(script),
            };
        }
    }

    /// A plan that differs in one execution and gets further; as an error the choices under which the test passes.
    fn improve(&mut self, best: &Tried) -> Result<Option<Tried>, Script> {
        let first = best.executions.saturating_sub(MAX_REPLACED_EXECUTIONS);
        self.pause(best, first);
        for execution in (first..best.executions).rev() {
            // A number that becomes right is seldom an accident.
            if let Some(tried) = self.approach(best, execution)? {
                return Ok(Some(tried));
            }
            let mut furthest: Option<Tried> = None;
            for deed in self
                .deeds
                .once(self.was(best, execution), self.wanted.integer(best.right))
            {
                match self.attempt(changed(&best.plan, execution, deed), execution) {
                    Came::Passes(script) => return Err(script),
                    Came::Over => return Ok(None),
                    Came::Fails(tried) => further(&mut furthest, tried),
                }
            }
            if let Some(tried) = furthest.filter(|tried| tried.right > best.right) {
                return Ok(Some(tried));
            }
        }
        Ok(None)
    }

    /// Moves the value of one execution until the first wrong number is right.
    fn approach(&mut self, best: &Tried, execution: u32) -> Result<Option<Tried>, Script> {
        let (Some(seen), Some(wanted)) = (best.number, self.wanted.number(best.right)) else {
            return Ok(None);
        };
        let Some((deed, start)) = self.deeds.number(self.was(best, execution)) else {
            return Ok(None);
        };
        let mut secant = Secant::new(start, seen - wanted, self.deeds.whole());
        while let Some(x) = secant.next() {
            let value = if self.deeds.whole() {
                Given::Int(x as i64)
            } else {
                Given::Float(x)
            };
            match self.attempt(
                changed(&best.plan, execution, Deed { value, ..deed }),
                execution,
            ) {
                Came::Passes(script) => return Err(script),
                Came::Over => break,
                Came::Fails(tried) if tried.right > best.right => return Ok(Some(tried)),
                Came::Fails(Tried {
                    right,
                    number: Some(seen),
                    ..
                }) if right == best.right => secant.observe(x, seen - wanted),
                Came::Fails(_) => break,
            }
        }
        Ok(None)
    }

    /// What the component computed there: by the plan, or in the run as written.
    fn was(&self, best: &Tried, execution: u32) -> Option<Given> {
        match best.plan.at.get(&execution) {
            Some(deed) => Some(deed.value),
            None => {
                let Trial {
                    shared,
                    failing_test,
                    comp,
                } = self.trial;
                failing_test.computed(shared, comp, execution)
            }
        }
    }

    /// Runs a plan that does as the best one so far before an execution.
    fn attempt(&mut self, plan: Plan, execution: u32) -> Came {
        if self.runs >= MAX_REPLACE_RUNS || self.work == 0 {
            return Came::Over;
        }
        self.runs += 1;
        let at = self.pauses.partition_point(|p| p.execution <= execution);
        let from = &self.pauses[at.saturating_sub(1)];
        let steps = self.steps.min(self.work);
        let made = self.trial.attempt(from, plan, &self.made, steps);
        self.work -= made.steps.min(self.work);
        let (right, number) = self.progress(&made);
        if made.passes {
            return Came::Passes(made.made);
        }
        Came::Fails(Tried {
            plan: made.plan,
            right,
            number,
            executions: made.executions,
            changed: execution,
        })
    }

    /// Pauses before the executions of a plan from `first` on. Earlier pauses are before all that it changed last.
    fn pause(&mut self, best: &Tried, first: u32) {
        self.pauses.retain(|p| p.execution <= best.changed);
        let kept = self
            .pauses
            .len()
            .saturating_sub(MAX_REPLACED_EXECUTIONS as usize);
        self.pauses.drain(1..kept.max(1));
        let Some(from) = self.pauses.last() else {
            return;
        };
        let range = (first.max(from.execution + 1), best.executions);
        let steps = self.steps.min(self.work);
        let (pauses, made, used) = self
            .trial
            .pauses(from, &best.plan, &self.made, range, steps);
        self.work -= used.min(self.work);
        self.pauses.extend(pauses);
        self.made = made;
    }

    /// Words that are right, and the number in the first wrong one.
    fn progress(&self, made: &Attempt) -> (usize, Option<f64>) {
        let expected = self.trial.failing_test.test.goal.expected.bytes();
        // The word that was being printed is looked at as a whole.
        let known = &expected[..made.right];
        let begin = known.iter().rposition(u8::is_ascii_whitespace);
        let begin = begin.map_or(0, |at| at + 1);
        let before = Words::new(&known[..begin]).len();
        let printed = Words::new(&[&known[begin..], &made.wrong].concat());
        let common = Words::new(&expected[begin..]).common(&printed);
        (before + common, printed.number(common))
    }
}

/// The plan with another deed at one execution.
fn changed(plan: &Plan, execution: u32, deed: Deed) -> Plan {
    let mut plan = plan.clone();
    plan.at.insert(execution, deed);
    plan
}

fn further(furthest: &mut Option<Tried>, tried: Tried) {
    if furthest.as_ref().is_none_or(|f| tried.right > f.right) {
        *furthest = Some(tried);
    }
}
