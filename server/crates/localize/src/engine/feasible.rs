//! The oracle of the search, answered by partial evaluation: the test runs symbolically from the first relaxed component
//! on, and everything that does not depend on an angelic value folds.

use std::cell::RefCell;
use std::rc::Rc;

use ir::demand::{OnDemand, Ways};
use ir::eval::{Script, Sym};
use ir::explore::{Analysis, Answer as Explored, Explorer, Limits};
use ir::{CompId, Program, WayId};
use rustc_hash::FxHashSet;
use syntax::Span;
use term::Pool;

use super::branches::trace;
use super::guess::Guesses;
use super::mend::{Mender, script_of};
use super::replace::replace;
use super::replay::replay_from;
use super::subject::Subject;
use super::witnesses::Witnesses;
use crate::oracle::{Answer, Effort, Oracle, Within};
use crate::set::CompSet;

/// How often the limits of a check are halved at most.
const MOST_HALVINGS: u32 = 5;

/// A check takes longer on a busy machine and in a build for tests; what it answers should be the same.
const PATIENCE: u64 = 10;

/// What the solver's assigning a literal costs, in instructions.
const COST_OF_PROPAGATION: u64 = 8;
/// Work on questions that stayed open, after which the search of a group ends: where so much was in vain, more would be.
const MOST_IN_VAIN: u64 = 15_000_000;

/// What all questions of a job share.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) program: &'a Program,
    /// The same, laid out for a strategy that opens its branches on demand.
    pub(crate) on_demand: Option<&'a OnDemand>,
    pub(crate) analysis: &'a Analysis,
    pub(crate) relaxing: ir::Relaxing,
    pub(crate) concrete: &'a ir::eval::Image<u64>,
    pub(crate) symbolic: &'a ir::eval::Image<Sym>,
    pub(crate) limits: Limits,
    pub(crate) steps: u64,
    /// Components that are never relaxed, because the user says that they are correct.
    pub(crate) hard: &'a CompSet,
}

/// The oracle for one group.
pub(crate) struct Feasible<'a> {
    shared: &'a Shared<'a>,
    subjects: Vec<Subject<'a>>,
    /// The program that questions are about, if some of its ways may be closed.
    on_demand: Option<OnDemand>,
    solver: Box<dyn smt::Solver>,
    pool: Pool,
    witnesses: Rc<RefCell<Witnesses>>,
    guesses: Guesses,
    /// Sets whose questions are too dear for a first look, and for which replacing values worked.
    dear: FxHashSet<CompSet>,
    /// The witnesses of so many tests, the first ones, are shown to people: for the smallest sets they are made plain
    /// and not guessed.
    shown: usize,
    work: u64,
    /// The part of it that went into questions that stayed open.
    in_vain: u64,
    /// Components for which edits were tried.
    edited: CompSet,
    /// Questions asked in earnest that stayed open.
    unanswered: u32,
    stopped: &'a dyn Fn() -> bool,
    mender: Option<&'a RefCell<dyn Mender + 'a>>,
    /// Questions asked.
    pub(crate) queries: u64,
    /// Reasons of open questions, each once.
    pub(crate) open: Vec<String>,
}

impl<'a> Feasible<'a> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        subjects: Vec<Subject<'a>>,
        solver: Box<dyn smt::Solver>,
        shown: usize,
        stopped: &'a dyn Fn() -> bool,
    ) -> Feasible<'a> {
        Feasible {
            shared,
            subjects,
            on_demand: None,
            solver,
            pool: Pool::new(),
            witnesses: Rc::default(),
            guesses: Guesses::default(),
            dear: FxHashSet::default(),
            shown,
            work: 0,
            in_vain: 0,
            edited: CompSet::new(),
            unanswered: 0,
            stopped,
            mender: None,
            queries: 0,
            open: Vec::new(),
        }
    }

    /// Lets questions close ways. The program is the one that was laid out for this.
    pub(crate) fn on_demand(&mut self, program: OnDemand) {
        self.on_demand = Some(program);
    }

    /// The program as its ways are now.
    fn program(&self) -> &Program {
        match &self.on_demand {
            Some(on_demand) => on_demand.program(),
            None => self.shared.program,
        }
    }

    /// What to ask for edits where questions stay open.
    pub(crate) fn set_mender(&mut self, mender: &'a RefCell<dyn Mender + 'a>) {
        self.mender = Some(mender);
    }

    /// Questions that reached the solver.
    pub(crate) fn solver_calls(&self) -> u64 {
        self.solver.stats().checks
    }

    /// The certified witnesses, which grow with every yes.
    pub(crate) fn witnesses(&self) -> Rc<RefCell<Witnesses>> {
        Rc::clone(&self.witnesses)
    }

    /// What one question may cost, by the cost of the run as written: a question that needs much more explores
    /// thousands of paths, and its answer would be as well "unknown" now as later.
    fn limits(&self, test: usize, effort: Effort) -> Limits {
        let all = self.shared.limits;
        // A run that does not end says nothing of what an ending one would take.
        let run = self.subjects[test].steps.min(all.path_steps);
        let path_steps = (run * 4 + 20_000).min(all.path_steps);
        let share = match effort {
            Effort::Full => 1,
            Effort::Low => 10,
            Effort::Quick | Effort::Detail => 40,
        };
        Limits {
            unwind: all.unwind,
            path_steps,
            total_steps: (run * 200 + 300_000).min(all.total_steps) / share,
            forks: all.forks / share as u32,
            open_checks: match effort {
                Effort::Quick | Effort::Detail => 0,
                Effort::Full | Effort::Low => all.open_checks,
            },
            terms: all.terms / share as usize,
        }
    }

    /// What one check of the solver may cost. Each question that stayed open halves it for those to come: where one is
    /// too hard, so are most of the others. The clock is for what work does not measure.
    fn solver_limits(&self, effort: Effort) -> smt::Limits {
        let halved = self.unanswered.min(MOST_HALVINGS);
        let (conflicts, millis) = match effort {
            Effort::Full => (10_000 >> halved, 300 >> halved),
            Effort::Low => (500, 20),
            Effort::Quick => (300, 10),
            Effort::Detail => (300, 80),
        };
        let work = millis * smt::Limits::MILLISECOND;
        smt::Limits {
            conflicts: Some(conflicts),
            work: Some(work),
            millis: Some(millis * PATIENCE),
            together: Some(work * 3),
        }
    }

    /// The answer, the components that runs entered, and the closed ways that they came to.
    fn explore(
        &mut self,
        test: usize,
        relaxed: &CompSet,
        effort: Effort,
    ) -> (Explored, CompSet, Vec<WayId>) {
        let shared = self.shared;
        let mut pool = std::mem::take(&mut self.pool);
        pool.clear();
        let limits = self.limits(test, effort);
        self.solver.set_limits(self.solver_limits(effort));
        let shown = self.is_shown(test, relaxed);
        let begin = self.subjects[test]
            .checkpoints(shared)
            .start(relaxed.iter());
        let subject = self.subjects[test].test;
        let program = self.on_demand.as_ref().map(OnDemand::program);
        let before = self.solver.stats();
        let mut explorer = Explorer::new(
            program.unwrap_or(shared.program),
            shared.analysis,
            begin,
            subject.goal.clone(),
            limits,
            pool,
            self.solver.as_mut(),
            self.stopped,
        );
        explorer.set_relaxing(shared.relaxing);
        for c in relaxed.iter() {
            explorer.relax(c, None);
        }
        if effort == Effort::Low {
            explorer.without_witness();
        }
        if shown {
            explorer.with_plain_witness();
        }
        let answer = explorer.ask();
        let mut work = explorer.work();
        let touched = CompSet::of_flags(explorer.touched().iter().copied());
        let met = explorer.met();
        self.pool = explorer.finish();
        let solved = self.solver.stats().propagations - before.propagations;
        work += COST_OF_PROPAGATION * solved;
        self.work += work;
        (answer, touched, met)
    }

    fn is_shown(&self, test: usize, set: &CompSet) -> bool {
        test < self.shown && self.witnesses.borrow().are_shown(set)
    }

    /// Does a witness of another test serve this one?
    fn guess(&mut self, test: usize, relaxed: &CompSet) -> bool {
        let steps = self.shared.limits.path_steps;
        let mut guesses = std::mem::take(&mut self.guesses);
        let found = guesses.find(relaxed, |script| {
            self.survives(test, relaxed, script, steps)
        });
        self.guesses = guesses;
        let Some(script) = found else { return false };
        self.work += self.subjects[test].steps;
        self.witnesses
            .borrow_mut()
            .insert(test, relaxed.clone(), script);
        true
    }

    /// Are there values for a single component with which the test passes?
    fn replace(&mut self, test: usize, relaxed: &CompSet) -> bool {
        let mut only = relaxed.iter();
        let (Some(comp), None) = (only.next(), only.next()) else {
            return false;
        };
        let shared = Shared {
            program: self.program(),
            ..*self.shared
        };
        let (found, work) = replace(&shared, &self.subjects[test], comp);
        self.work += work;
        let Some(script) = found else { return false };
        let steps = self.shared.limits.path_steps;
        if !self.survives(test, relaxed, &script, steps) {
            return false;
        }
        self.certified(test, relaxed, script);
        true
    }

    /// Keeps a script that survived its replay: as the witness, and to guess from.
    fn certified(&mut self, test: usize, relaxed: &CompSet, script: Script) {
        self.guesses.add(relaxed, &script);
        self.witnesses
            .borrow_mut()
            .insert(test, relaxed.clone(), script);
    }

    /// The certificate: run concretely with these choices, the test passes.
    fn survives(&self, test: usize, relaxed: &CompSet, script: &Script, steps: u64) -> bool {
        let subject = &self.subjects[test];
        let (state, _) = subject.replays(self.shared).start(relaxed.iter());
        replay_from(self.program(), state, subject.test, relaxed, script, steps)
    }

    fn unknown(&mut self, reason: String) -> Answer {
        if !self.open.contains(&reason) {
            self.open.push(reason.clone());
        }
        Answer::Unknown { reason }
    }
}

impl Oracle for Feasible<'_> {
    fn components(&self) -> usize {
        self.shared.program.components.len()
    }

    fn check(&mut self, test: usize, relaxed: &CompSet, effort: Effort) -> Answer {
        if let Some(on_demand) = &mut self.on_demand {
            on_demand.open_all();
        }
        match self.ask(test, relaxed, effort) {
            Within::Answer(answer) => answer,
            Within::Asks(_) => self.unknown("a way was closed".into()),
        }
    }

    fn ways(&self) -> usize {
        self.on_demand.as_ref().map_or(0, |o| o.ways().len())
    }

    fn trace(&mut self, test: usize) -> Ways {
        let subject = &self.subjects[test];
        let steps = subject.steps.min(self.shared.limits.path_steps);
        let on_demand = self.on_demand.as_mut();
        on_demand.map_or_else(Ways::default, |program| {
            trace(program, self.shared.concrete, subject.test, steps + 1)
        })
    }

    fn check_within(
        &mut self,
        test: usize,
        relaxed: &CompSet,
        effort: Effort,
        open: &Ways,
    ) -> Within {
        if let Some(on_demand) = &mut self.on_demand {
            on_demand.open_only(open);
        }
        self.ask(test, relaxed, effort)
    }

    fn reach(&mut self, open: &[CompSet]) -> Vec<CompSet> {
        let Some(mender) = self.mender else {
            return Vec::new();
        };
        let mut reached = Vec::new();
        let comps = self.alone(open);
        if comps.is_empty() {
            return Vec::new();
        }
        self.edited = self.edited.union(&comps.iter().map(|c| c.0).collect());
        mender.borrow_mut().mend(&comps, &mut |comp, edited| {
            let mended = self.mended(comp, edited);
            if mended {
                reached.push(CompSet::from_iter([comp]));
            }
            mended
        });
        reached
    }

    fn weary(&self) -> bool {
        // Without any diagnosis there is no answer yet.
        let most = match self.witnesses.borrow().smallest {
            Some(_) => MOST_IN_VAIN,
            None => MOST_IN_VAIN * 30,
        };
        self.in_vain > most
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn stopped(&self) -> bool {
        (self.stopped)()
    }
}

impl Feasible<'_> {
    /// Hard components stay as written, whatever set is asked about, and no core names one: a strategy that knows
    /// nothing of them finds the sets without them.
    fn ask(&mut self, test: usize, relaxed: &CompSet, effort: Effort) -> Within {
        let hard = self.shared.hard;
        let before = self.work;
        let answer = self.check_soft(test, &relaxed.minus(hard), effort);
        if matches!(answer, Ok(Answer::Unknown { .. })) {
            self.in_vain += self.work - before;
        }
        match answer {
            Ok(Answer::No { bounded, core }) => Within::Answer(Answer::No {
                bounded,
                core: core.minus(hard),
            }),
            Ok(other) => Within::Answer(other),
            Err(ways) => Within::Asks(ways),
        }
    }

    /// The sets of one component that every test enters, with its place.
    fn alone(&self, open: &[CompSet]) -> Vec<(CompId, Span)> {
        let single = open.iter().filter(|set| set.len() == 1);
        let comps = single.flat_map(CompSet::iter);
        let everywhere = |c: &CompId| self.subjects.iter().all(|s| s.covered.contains(*c));
        comps
            .filter(|c| !self.edited.contains(*c))
            .filter(everywhere)
            .map(|c| (c, self.shared.program.components[c.index()].span))
            .collect()
    }

    /// Takes witnesses for all tests from an edited program; false if it does not serve.
    fn mended(&mut self, comp: CompId, edited: &Program) -> bool {
        let relaxed = CompSet::from_iter([comp]);
        let mut scripts = Vec::new();
        for test in 0..self.subjects.len() {
            // The run as written may end early: what it takes says nothing of a run that passes.
            let steps = self.shared.limits.path_steps;
            let subject = &self.subjects[test];
            let Some(script) = script_of(self.shared, edited, comp, subject, steps) else {
                return false;
            };
            if !self.survives(test, &relaxed, &script, steps) {
                return false;
            }
            scripts.push(script);
        }
        for (test, script) in scripts.into_iter().enumerate() {
            self.certified(test, &relaxed, script);
        }
        true
    }

    /// The outputs, if none of them is relaxed and together they cannot print what the test expects.
    fn other_text(&self, test: usize, relaxed: &CompSet) -> Option<CompSet> {
        let printers = self.shared.program.printable.printers();
        let outside = !printers.iter().any(|c| relaxed.contains(*c));
        let lacks = outside && self.subjects[test].lacks_text(self.shared);
        lacks.then(|| printers.iter().copied().collect())
    }

    /// A question about components all of which may be relaxed; as an error the closed ways that it asks for.
    fn check_soft(
        &mut self,
        test: usize,
        relaxed: &CompSet,
        effort: Effort,
    ) -> Result<Answer, Vec<WayId>> {
        let covered = self.subjects[test].covered;
        if !relaxed.meets(covered) {
            // What the run never enters may do what it likes.
            return Ok(Answer::No {
                bounded: false,
                core: covered.clone(),
            });
        }
        if let Some(core) = self.other_text(test, relaxed) {
            return Ok(Answer::No {
                bounded: false,
                core,
            });
        }
        self.queries += 1;
        if effort == Effort::Full && self.witnesses.borrow().has(test, relaxed) {
            return Ok(Answer::Yes);
        }
        let guesses = effort != Effort::Low && !self.is_shown(test, relaxed);
        if guesses && self.guess(test, relaxed) {
            return Ok(Answer::Yes);
        }
        let dear = effort == Effort::Quick && self.dear.contains(relaxed);
        if dear && self.replace(test, relaxed) {
            return Ok(Answer::Yes);
        }
        let (answer, touched, met) = self.explore(test, relaxed, effort);
        Ok(match answer {
            Explored::Asks(ways) => return Err(ways),
            Explored::Yes(_) if effort == Effort::Low => Answer::Yes,
            Explored::Yes(script) => {
                let steps = self.shared.steps.max(self.subjects[test].steps * 16);
                if !self.survives(test, relaxed, &script, steps) {
                    debug_assert!(
                        false,
                        "a witness does not survive its replay: {relaxed:?} {script:?}"
                    );
                    let reason = "a witness did not survive its concrete replay".into();
                    return Ok(self.unknown(reason));
                }
                self.certified(test, relaxed, script);
                Answer::Yes
            }
            // A run that goes on beyond the bound may pass.
            Explored::No { bounded: true }
                if effort == Effort::Quick && relaxed.len() == 1 && self.replace(test, relaxed) =>
            {
                self.dear.insert(relaxed.clone());
                Answer::Yes
            }
            Explored::No { bounded } => Answer::No {
                bounded,
                core: touched.minus(relaxed),
            },
            Explored::Unknown(reason) if effort == Effort::Quick => {
                if !dear && self.replace(test, relaxed) {
                    self.dear.insert(relaxed.clone());
                    return Ok(Answer::Yes);
                }
                // It will be asked again.
                Answer::Unknown { reason }
            }
            // What is free may be what makes it hard.
            Explored::Unknown(_) if effort == Effort::Full && !met.is_empty() => return Err(met),
            // The first look could not take what has been opened since.
            Explored::Unknown(_)
                if effort == Effort::Full
                    && self.on_demand.is_some()
                    && self.replace(test, relaxed) =>
            {
                Answer::Yes
            }
            Explored::Unknown(reason) => {
                self.unanswered += u32::from(effort == Effort::Full);
                self.unknown(reason)
            }
        })
    }
}
