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
use ir::eval::{Deed, Given, Plan, Relaxed, Script};

use self::deeds::{Deeds, deeds};
use self::secant::Secant;
use self::words::Words;
use super::feasible::{Shared, Subject};
use super::run::{Attempt, attempt};

/// Runs that one question may cost.
const MOST_RUNS: u32 = 240;
/// Instructions of these runs together, as many times those of the run as written.
const MOST_WORK: u64 = 400;
/// Executions before the wrong word that are tried, the latest ones.
const MOST_EXECUTIONS: u32 = 24;

/// A search for the choices of one component in one test.
struct Search<'a> {
    shared: &'a Shared<'a>,
    subject: &'a Subject<'a>,
    comp: CompId,
    deeds: Deeds,
    wanted: Words,
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
    shared: &Shared<'_>,
    subject: &Subject<'_>,
    comp: CompId,
) -> (Option<Script>, u64) {
    let Some(deeds) = deeds(shared.program, shared.relaxing, comp) else {
        return (None, 0);
    };
    // The run as written may end early: what it takes says nothing of a run that passes.
    let steps = shared.limits.path_steps;
    // A test without end has long runs; looking costs at most what a question may.
    let work = subject
        .steps
        .saturating_mul(MOST_WORK)
        .saturating_add(200_000)
        .max(steps.saturating_mul(2));
    let given = work.min(shared.limits.total_steps);
    let mut search = Search {
        shared,
        subject,
        comp,
        deeds,
        wanted: Words::new(subject.test.goal.expected.bytes()),
        runs: 0,
        work: given,
        steps,
    };
    let found = search.run();
    (found, given - search.work)
}

impl Search<'_> {
    fn run(&mut self) -> Option<Script> {
        let mut best = match self.attempt(Plan::default()) {
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
            match self.attempt(plan) {
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
        let first = best.executions.saturating_sub(MOST_EXECUTIONS);
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
                match self.attempt(changed(&best.plan, execution, deed)) {
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
            match self.attempt(changed(&best.plan, execution, Deed { value, ..deed })) {
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
            None => self.subject.computed(self.shared, self.comp, execution),
        }
    }

    fn attempt(&mut self, plan: Plan) -> Came {
        if self.runs >= MOST_RUNS || self.work == 0 {
            return Came::Over;
        }
        self.runs += 1;
        let relaxed = Relaxed::Planned {
            comp: self.comp,
            plan,
            made: Script::new(),
        };
        let made = attempt(
            self.shared.program,
            self.shared.concrete,
            self.subject.test,
            relaxed,
            self.steps.min(self.work),
        );
        self.work -= made.steps.min(self.work);
        let executions = made.executions[self.comp.index()];
        let (right, number) = self.progress(&made);
        let Relaxed::Planned {
            plan, made: script, ..
        } = made.relaxed
        else {
            return Came::Over;
        };
        if made.passes {
            return Came::Passes(script);
        }
        Came::Fails(Tried {
            plan,
            right,
            number,
            executions,
        })
    }

    /// Words that are right, and the number in the first wrong one.
    fn progress(&self, made: &Attempt) -> (usize, Option<f64>) {
        let expected = self.subject.test.goal.expected.bytes();
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
