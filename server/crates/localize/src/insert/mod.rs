//! Insertions: where a statement that is not in the text suffices (`CFaults` §4, "Refinement").
//!
//! A fault is often a statement that is missing, and then no component holds it. So the program is lowered once more
//! with statements that could stand between the others as components ([`ir::lower::lower_insertions`]), and the oracle
//! of the search is asked about each of them alone. One that suffices is a diagnosis like any other: every failing test
//! of the group passes in concrete replay.
//!
//! # What is asked, and in which order
//! Jumps first: they take no value, so most of them are decided by running the tests with the jump always made. Then
//! assignments, then output, which explains anything and is asked about only where nothing else was found. Points that
//! some failing test does not come to are left out.
//!
//! # What is told
//! An assignment of any value just before a use can do what a change of the use can do, and that the user has been told
//! already. [`known`] says which insertions are no news; of those that are, [`choice`] takes a few. Groups for which
//! there is a verified fix are not looked at.
//!
//! It comes after the search and may cost a share of its work, more where the search found nothing.

mod choice;
mod known;
mod order;

use ir::eval::always;
use ir::lower::{Insertions, LowerOptions, Point, Wanted, lower_insertions};
use ir::{AltKind, CompId, ComponentKind, FnId, Insertion, Relaxing};
use rustc_hash::FxHashMap;

use crate::again::{Again, Lowered, Questions};
use crate::engine::run::{Prepared, Ran, passes};
use crate::engine::{needed_values, observe};
use crate::report::{Added, Diagnosis, Minimal, Report, Suspect};
use crate::set::CompSet;
use choice::choose;
use known::Known;
use order::Order;

/// Asking about a group may cost this part of the work of the search.
const SHARE: u64 = 6;
/// Work that it may cost whatever the search cost.
const LEAST_WORK: u64 = 600_000;
/// The same where the search found nothing.
const LEAST_WORK_ALONE: u64 = 40_000_000;
/// Questions of one kind that may stay open.
const MOST_OPEN: u32 = 40;
/// A run of the program with insertions takes so many times the instructions at most.
const LONGER: u64 = 8;
/// Failing tests of which needed values are told.
const EXPLAINED_TESTS: usize = 4;

/// A statement that suffices.
#[derive(Debug, Clone)]
struct Sufficient {
    point: Point,
    insertion: Insertion,
    /// Always made, it lets every failing test pass.
    always: bool,
    statement: String,
    added: Added,
    suspect: Suspect,
}

/// The program with statements of one kind inserted, and the failing tests of a group on it.
struct Round<'a> {
    lowered: Lowered,
    insertions: Insertions,
    tests: Vec<(&'a Prepared, Ran)>,
}

impl Round<'_> {
    /// The insertions that every test comes to.
    fn reached(&self) -> Vec<(CompId, Insertion)> {
        let all = self.lowered.coarse..self.lowered.program.components.len();
        let ids = all.map(|i| CompId(i as u32));
        let reached = |c: &CompId| self.tests.iter().all(|(_, ran)| ran.covered.contains(*c));
        ids.filter(reached)
            .filter_map(|c| {
                match self.lowered.program.components[c.index()].kind {
                    ComponentKind::Insertion(insertion) => Some((c, insertion)),
                    _ => None,
                }
            })
            .collect()
    }

    fn point(&self, insertion: Insertion) -> Point {
        self.insertions.points[insertion.point as usize]
    }
}

impl Again<'_> {
    /// Adds the insertions that suffice to a report whose search cost so much work.
    ///
    /// `suspiciousness` is that of the program's components, by group.
    pub(crate) fn insert(&self, report: &mut Report, searched: u64, suspiciousness: &[Vec<f64>]) {
        if self.options.relaxing == Relaxing::Deletion {
            return;
        }
        let mut limits = self.limits;
        limits.path_steps = limits.path_steps.saturating_mul(LONGER);
        let wide = Again {
            limits,
            interrupt: self.interrupt.clone(),
            ..*self
        };
        for g in 0..report.groups.len() {
            let of_group = || report.diagnoses.iter().filter(|d| d.group == g);
            if of_group().any(|d| !d.fixes.is_empty()) || (self.stopped)() {
                continue;
            }
            let budget = if of_group().next().is_none() {
                searched.max(LEAST_WORK_ALONE)
            } else {
                (searched / SHARE).max(LEAST_WORK)
            };
            let known = Known::of(self.parse, self.program, of_group());
            let tests = &report.groups[g].tests;
            let order = Order {
                program: self.program,
                suspiciousness: &suspiciousness[g],
            };
            let found = wide.insertions(tests, &known, &order, budget);
            self.report(found, g, report);
        }
    }

    /// The insertions to tell of a group.
    fn insertions(
        &self,
        tests: &[usize],
        known: &Known<'_>,
        order: &Order<'_>,
        mut budget: u64,
    ) -> Vec<Sufficient> {
        let mut found = Vec::new();
        let functions = self.entered(tests);
        let entered = |p: &Point| functions.contains(&p.function);
        let jumps = Wanted {
            jumps: true,
            assignments: false,
            output: false,
            at: &entered,
        };
        let Some(round) = self.round(jumps, tests, &mut budget) else {
            return found;
        };
        let reached = round.reached().into_iter();
        let reached: FxHashMap<Point, ()> = reached.map(|(_, i)| (round.point(i), ())).collect();
        let mut half = budget / 2;
        budget -= half;
        self.ask(&round, tests, known, order, &mut half, &mut found);
        budget += half;
        let at_reached = |p: &Point| reached.contains_key(p);
        let assignments = Wanted {
            jumps: false,
            assignments: true,
            at: &at_reached,
            ..jumps
        };
        if let Some(round) = self.round(assignments, tests, &mut budget) {
            self.ask(&round, tests, known, order, &mut budget, &mut found);
        }
        if found.is_empty() && known.is_empty() {
            let output = Wanted {
                assignments: false,
                output: true,
                ..assignments
            };
            if let Some(round) = self.round(output, tests, &mut budget) {
                self.ask(&round, tests, known, order, &mut budget, &mut found);
            }
        }
        choose(found, known.is_empty())
    }

    /// Functions that every test enters.
    fn entered(&self, tests: &[usize]) -> Vec<FnId> {
        let components = self.program.components.iter().enumerate();
        let everywhere = |c: usize| {
            let c = CompId(c as u32);
            tests.iter().all(|t| self.outcomes[*t].covered.contains(c))
        };
        let entered = components.filter(|(i, _)| everywhere(*i));
        let mut functions: Vec<FnId> = entered.map(|(_, c)| c.function).collect();
        functions.sort_unstable();
        functions.dedup();
        functions
    }

    fn round(
        &self,
        wanted: Wanted<'_>,
        tests: &[usize],
        budget: &mut u64,
    ) -> Option<Round<'_>> {
        if (self.stopped)() {
            return None;
        }
        let lowered = lower_insertions(self.parse, &LowerOptions::default(), wanted);
        let insertions = lowered.insertions;
        let lowered = self.lowered(lowered.program)?;
        let tests = self.run_again(&lowered, tests, budget)?;
        Some(Round {
            lowered,
            insertions,
            tests,
        })
    }

    /// Asks about the insertions of a round, the most suspicious places first.
    #[allow(clippy::too_many_arguments)]
    fn ask(
        &self,
        round: &Round<'_>,
        tests: &[usize],
        known: &Known<'_>,
        order: &Order<'_>,
        budget: &mut u64,
        found: &mut Vec<Sufficient>,
    ) {
        let hard: CompSet = self.options.correct.iter().copied().collect();
        let shared = self.shared(&round.lowered, &hard);
        let mut questions = self.questions(&shared, &round.tests, MOST_OPEN, *budget);
        let mut trials = Trials {
            lowered: &round.lowered,
            tests: round.tests.iter().map(|(test, _)| *test).collect(),
            steps: self.limits.path_steps,
            work: 0,
        };
        for (comp, insertion) in order.sorted(round) {
            let point = round.point(insertion);
            let statement = round.insertions.statement(insertion);
            if known.explains(&point, insertion.what, &statement) {
                continue;
            }
            if trials.work + questions.work() > *budget {
                break;
            }
            let always = trials.suffices(comp);
            if questions.suffices(&CompSet::from_iter([comp])) != Some(true) {
                continue;
            }
            let component = round.lowered.program.components[comp.index()].clone();
            found.push(Sufficient {
                point,
                insertion,
                always,
                added: Added {
                    component,
                    statement: statement.clone(),
                    near: order.near(&point),
                },
                statement,
                suspect: Suspect {
                    comp,
                    refined: None,
                    values: self.values(&shared, tests, &questions, comp),
                },
            });
        }
        *budget = budget.saturating_sub(questions.work() + trials.work);
    }

    fn values(
        &self,
        shared: &crate::engine::Shared<'_>,
        tests: &[usize],
        questions: &Questions<'_>,
        comp: CompId,
    ) -> Vec<crate::report::NeededValue> {
        let set = CompSet::from_iter([comp]);
        let witnesses = questions.witnesses();
        let witnesses = witnesses.borrow();
        let mut values = Vec::new();
        for (i, &t) in tests.iter().enumerate().take(EXPLAINED_TESTS) {
            let (Some((of, script)), Ok(test)) = (witnesses.find(i, &set), &self.prepared[t])
            else {
                continue;
            };
            let was = observe(shared, test);
            let table = needed_values(shared, t, test, of, script, &was);
            values.extend(table.get(&comp).cloned().unwrap_or_default());
        }
        values
    }

    /// Adds insertions to the report, as diagnoses.
    fn report(&self, found: Vec<Sufficient>, group: usize, report: &mut Report) {
        let weights = report.diagnoses.iter().map(|d| d.weight);
        let weight = 2.0 * weights.fold(1.0, f64::max);
        for one in found {
            let comp = CompId((self.program.components.len() + report.added.len()) as u32);
            report.added.push(one.added);
            let suspect = Suspect {
                comp,
                ..one.suspect
            };
            report.diagnoses.push(Diagnosis {
                group,
                suspects: vec![suspect],
                weight,
                verified: true,
                minimal: Minimal::Proved,
                evidence: Vec::new(),
                fixes: Vec::new(),
            });
        }
    }
}

/// Runs in which an inserted jump is always made.
struct Trials<'t> {
    lowered: &'t Lowered,
    /// The one that failed last comes first.
    tests: Vec<&'t Prepared>,
    steps: u64,
    work: u64,
}

impl Trials<'_> {
    /// Does every test pass?
    fn suffices(&mut self, comp: CompId) -> bool {
        let Some(made) = always(
            &self.lowered.program,
            std::iter::once(comp),
            &[AltKind::Taken],
        ) else {
            return false;
        };
        for at in 0..self.tests.len() {
            let (program, image) = (&self.lowered.program, &self.lowered.concrete);
            let (passed, used) = passes(program, image, self.tests[at], made.clone(), self.steps);
            self.work += used;
            if !passed {
                self.tests[..=at].rotate_right(1);
                return false;
            }
        }
        true
    }
}
