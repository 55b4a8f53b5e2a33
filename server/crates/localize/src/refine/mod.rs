//! Refinement: which parts of a component matter (`CFaults` §4, "Refinement").
//!
//! A diagnosis names whole statements and conditions. Often less would do: in `f < s && f >= t` only the first operand.
//! `CFaults` instruments the program once more, only inside the statements that it found, and lets its solver choose
//! between each piece and a nondeterministic value. So do we: [`ir::lower::lower_parts`] makes every operand inside the
//! components of the best diagnoses a component, and the oracle of the search is asked about sets of these parts in the
//! place of their component, with the rest of the diagnosis relaxed as a whole. A yes is a yes as everywhere: every
//! failing test of the group passes in concrete replay. [`smallest`] says which sets are asked about and reported.
//!
//! It comes last, when all diagnoses are known and ranked, best ones first, and ends when it has cost a share of what
//! the search has cost. What a component's questions leave open is not told: such a component is not refined.
//!
//! What cannot be refined: addresses, records, and operands with side effects (`ir::lower::part` says why).

mod smallest;

use ir::eval::{Image, Relaxed, Sym};
use ir::explore::{Analysis, Limits};
use ir::lower::{LowerOptions, lower_parts};
use ir::{CompId, ComponentKind, Program};
use syntax::{Parse, Span};

use crate::engine::run::{Failure, Prepared, Ran, Verdict, run};
use crate::engine::{Feasible, Shared, Subject};
use crate::oracle::{Answer, Effort, Oracle};
use crate::report::{Diagnosis, Part, Report};
use crate::session::Options;
use crate::set::CompSet;
use smallest::smallest;

/// Diagnoses of a job that are refined at most.
const MOST_DIAGNOSES: usize = 12;
/// Nodes of the tree in the largest component that is refined.
const MOST_NODES: u32 = 80;
/// Refinement may cost this part of the work of the search.
const SHARE: u64 = 6;
/// Work that refinement may cost whatever the search cost.
const LEAST_WORK: u64 = 400_000;
/// Questions of a group that may stay open: where these are too dear, so are the others.
const MOST_OPEN: u32 = 2;

/// A localized program.
pub(crate) struct Refiner<'a> {
    pub(crate) parse: &'a Parse,
    /// As the search saw it.
    pub(crate) program: &'a Program,
    pub(crate) options: &'a Options,
    pub(crate) limits: Limits,
    pub(crate) prepared: &'a [Result<Prepared, String>],
    pub(crate) outcomes: &'a [Ran],
    pub(crate) stopped: &'a dyn Fn() -> bool,
    /// Raised when the job must end.
    pub(crate) interrupt: smt::Interrupt,
}

/// The program with parts.
struct Fine<'p> {
    program: &'p Program,
    /// Components of the program without them.
    coarse: usize,
    analysis: Analysis,
    concrete: Image<u64>,
    symbolic: Image<Sym>,
}

/// What a component consists of.
struct Parts {
    /// In order of place.
    comps: Vec<CompId>,
    places: Vec<Span>,
    /// One of them stands for all of the component, and is left out: all that is assigned, returned or decided.
    has_value: bool,
}

impl Fine<'_> {
    fn parts(&self, comp: CompId, parse: &Parse) -> Parts {
        let components = &self.program.components;
        let whole = components[comp.index()].span;
        let all = self.coarse..components.len();
        let inside = all.filter(|i| whole.encloses(components[*i].span));
        let (values, parts): (Vec<usize>, Vec<usize>) =
            inside.partition(|i| is_value(parse, whole, components[*i].span));
        Parts {
            comps: parts.iter().map(|i| CompId(*i as u32)).collect(),
            places: parts.iter().map(|i| components[*i].span).collect(),
            has_value: !values.is_empty(),
        }
    }

    fn part(&self, comp: CompId) -> Option<Part> {
        let component = &self.program.components[comp.index()];
        let ComponentKind::Part(kind) = component.kind else {
            return None;
        };
        Some(Part {
            span: component.span,
            kind,
        })
    }
}

/// Whether a part is all that a component assigns, returns or decides.
fn is_value(parse: &Parse, whole: Span, part: Span) -> bool {
    let (before, after) = (
        Span {
            end: part.start,
            ..whole
        },
        Span {
            start: part.end,
            ..whole
        },
    );
    let opened = |c: char| c == '(' || c.is_whitespace();
    let closed = |c: char| c == ')' || c.is_whitespace();
    let before = parse.sources.text(before).trim_end_matches(opened);
    let begins = before.is_empty() || before.ends_with('=') || before.ends_with("return");
    begins && parse.sources.text(after).chars().all(closed)
}

impl Refiner<'_> {
    /// Refines the best diagnoses of a ranked report whose search cost so much work.
    pub(crate) fn refine(&self, report: &mut Report, searched: u64) {
        let best = &report.diagnoses[..report.diagnoses.len().min(MOST_DIAGNOSES)];
        let mut within: Vec<Span> = best
            .iter()
            .filter(|d| is_refined(d))
            .flat_map(|d| &d.suspects)
            .map(|s| &self.program.components[s.comp.index()])
            .filter(|c| c.nodes <= MOST_NODES)
            .map(|c| c.span)
            .collect();
        within.sort_unstable();
        within.dedup();
        if within.is_empty() || (self.stopped)() {
            return;
        }
        let lowered = lower_parts(self.parse, &LowerOptions::default(), &within);
        let (program, coarse) = (&lowered.program, self.program.components.len());
        // The places are those of the components; were they others, sets would mean something else.
        let same = program.components.get(..coarse) == Some(&self.program.components);
        if !same || program.components.len() == coarse {
            return;
        }
        let fine = Fine {
            program,
            coarse,
            analysis: Analysis::of(program, self.options.relaxing),
            concrete: Image::new(program),
            symbolic: Image::new(program),
        };
        let mut budget = (searched / SHARE).max(LEAST_WORK);
        for g in 0..report.groups.len() {
            let tests = report.groups[g].tests.clone();
            let best = report.diagnoses.iter_mut().take(MOST_DIAGNOSES);
            let mut best = best.filter(|d| d.group == g && is_refined(d)).peekable();
            if best.peek().is_some() {
                self.group(&fine, &tests, best, &mut budget);
            }
        }
    }

    /// Refines diagnoses of one group, as far as the budget goes.
    fn group<'d>(
        &self,
        fine: &Fine<'_>,
        tests: &[usize],
        diagnoses: impl Iterator<Item = &'d mut Diagnosis>,
        budget: &mut u64,
    ) {
        let Some(tests) = self.run_again(fine, tests, budget) else {
            return;
        };
        let hard: CompSet = self.options.correct.iter().copied().collect();
        let shared = Shared {
            program: fine.program,
            on_demand: None,
            analysis: &fine.analysis,
            relaxing: self.options.relaxing,
            concrete: &fine.concrete,
            symbolic: &fine.symbolic,
            limits: self.limits,
            steps: self.options.step_limit,
            hard: &hard,
        };
        let subjects = tests.iter().map(|(test, ran)| Subject::new(test, ran));
        let subjects: Vec<Subject<'_>> = subjects.collect();
        let solver = smt::solver_until(self.options.solver, self.interrupt.clone());
        let mut questions = Questions {
            tests: (0..subjects.len()).collect(),
            oracle: Feasible::new(&shared, subjects, solver, 0, self.stopped),
            budget: *budget,
            open: 0,
        };
        for diagnosis in diagnoses {
            let whole: CompSet = diagnosis.suspects.iter().map(|s| s.comp).collect();
            for suspect in &mut diagnosis.suspects {
                let parts = fine.parts(suspect.comp, self.parse);
                if parts.comps.is_empty() && !parts.has_value {
                    continue;
                }
                let rest = whole.without(suspect.comp);
                let sets = smallest(&parts.places, !parts.has_value, &mut |set| {
                    let relaxed = set.iter().map(|i| parts.comps[*i]);
                    questions.suffices(&relaxed.fold(rest.clone(), |s, c| s.with(c)))
                });
                let told = |set: Vec<usize>| {
                    let comps = set.iter().map(|i| parts.comps[*i]);
                    comps.filter_map(|c| fine.part(c)).collect()
                };
                suspect.refined = sets.map(|sets| sets.into_iter().map(told).collect());
            }
        }
        *budget = budget.saturating_sub(questions.oracle.work());
    }

    /// Runs the tests on the program with parts, none of them relaxed. `None` if one does not fail as it did: where C
    /// leaves an order of evaluation open, a part may be read at another moment.
    fn run_again(
        &self,
        fine: &Fine<'_>,
        tests: &[usize],
        budget: &mut u64,
    ) -> Option<Vec<(&Prepared, Ran)>> {
        let going = || !(self.stopped)();
        let mut again = Vec::with_capacity(tests.len());
        for &t in tests {
            let (test, before) = (self.prepared[t].as_ref().ok()?, &self.outcomes[t]);
            let steps = self.limits.path_steps;
            let ran = run(
                fine.program,
                &fine.concrete,
                test,
                Relaxed::Nothing,
                steps,
                false,
                &going,
            )
            .ran;
            *budget = budget.checked_sub(ran.steps)?;
            if !same_failure(&before.verdict, &ran.verdict) {
                return None;
            }
            // Its instructions are those of another program.
            let steps = before.steps;
            again.push((test, Ran { steps, ..ran }));
        }
        Some(again)
    }
}

/// Sets of another program were refined there: in this one their outputs alone suffice, whatever the rest does.
fn is_refined(diagnosis: &Diagnosis) -> bool {
    diagnosis.given.is_empty()
}

fn same_failure(before: &Verdict, now: &Verdict) -> bool {
    match (before, now) {
        (Verdict::Fail(Failure::NoEnd(_)), Verdict::Fail(Failure::NoEnd(_))) => true,
        _ => before == now,
    }
}

/// Asks about all tests of a group.
struct Questions<'q> {
    oracle: Feasible<'q>,
    /// The test that said no last comes first.
    tests: Vec<usize>,
    /// Work that all questions may cost.
    budget: u64,
    /// Questions that stayed open.
    open: u32,
}

impl Questions<'_> {
    /// Can every test pass with the set relaxed? `None` if that stays open.
    fn suffices(&mut self, set: &CompSet) -> Option<bool> {
        for at in 0..self.tests.len() {
            let spent = self.oracle.work() > self.budget || self.open >= MOST_OPEN;
            if spent || self.oracle.stopped() {
                return None;
            }
            match self.oracle.check(self.tests[at], set, Effort::Detail) {
                Answer::Yes => {}
                Answer::No { .. } => {
                    self.tests[..=at].rotate_right(1);
                    return Some(false);
                }
                Answer::Unknown { .. } => {
                    self.open += 1;
                    return None;
                }
            }
        }
        Some(true)
    }
}
