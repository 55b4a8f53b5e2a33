//! The oracle of the search: asks an [`Asker`], or several, and remembers what they say.

use std::cell::RefCell;
use std::rc::Rc;

use ir::demand::{OnDemand, Ways};
use ir::explore::UnknownReason;
use ir::{CompId, Program};
use rustc_hash::FxHashMap;
use syntax::Span;

use super::asker::{Asker, Question, Shared, Told};
use super::branches::trace;
use super::crew::{Crew, Errand};
use super::known::Known;
use super::mend::{Mender, script_of};
use super::subject::Subject;
use super::witnesses::{Witness, Witnesses};
use crate::memory::Lesson;
use ir::CompSet;
use search::oracle::{Answer, Asked, Effort, Oracle, Row, Within, one_by_one};

/// Work on questions that stayed open, after which the search of a group ends: where so much was in vain, more would be.
const MOST_IN_VAIN: u64 = 15_000_000;

/// The oracle for one group.
pub(crate) struct Feasible<'a> {
    asker: Asker<'a>,
    /// Others who answer what is announced.
    crew: Option<&'a Crew>,
    /// What is known of the sets that were asked about.
    known: FxHashMap<CompSet, Known>,
    witnesses: Rc<RefCell<Witnesses>>,
    /// The witnesses of so many tests, the first ones, are shown to people: for the smallest sets they are made plain
    /// and not guessed.
    shown: usize,
    work: u64,
    checks: u64,
    /// The part of it that went into questions that stayed open.
    in_vain: u64,
    /// Components for which edits were tried.
    edited: CompSet,
    /// Questions asked in earnest that stayed open.
    unanswered: u32,
    mender: Option<&'a RefCell<dyn Mender + 'a>>,
    /// Called for each answer with the number of checks that it took, and whether it stayed open.
    observer: Option<&'a dyn Fn(u64, bool)>,
    /// Reasons of open questions, each once.
    pub(crate) open: Vec<UnknownReason>,
    /// What there is to remember.
    pub(crate) lessons: Vec<Lesson>,
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
            asker: Asker::new(shared, subjects, solver, stopped),
            crew: None,
            known: FxHashMap::default(),
            witnesses: Rc::default(),
            shown,
            work: 0,
            checks: 0,
            in_vain: 0,
            edited: CompSet::new(),
            unanswered: 0,
            mender: None,
            observer: None,
            open: Vec::new(),
            lessons: Vec::new(),
        }
    }

    /// Lets questions close ways. The program is the one that was laid out for this.
    pub(crate) fn on_demand(&mut self, program: OnDemand) {
        self.asker.on_demand = Some(program);
    }

    /// Has others answer what is announced.
    pub(crate) fn set_crew(&mut self, crew: &'a Crew) {
        self.crew = Some(crew);
    }

    /// What to ask for edits where questions stay open.
    pub(crate) fn set_mender(&mut self, mender: &'a RefCell<dyn Mender + 'a>) {
        self.mender = Some(mender);
    }

    /// Calls this for each answer from now on.
    pub(crate) fn set_observer(&mut self, observer: &'a dyn Fn(u64, bool)) {
        self.observer = Some(observer);
    }

    /// Questions that reached the solver.
    pub(crate) fn solver_calls(&self) -> u64 {
        self.checks
    }

    /// A test that is asked about.
    pub(crate) fn subject(&self, test: usize) -> &Subject<'a> {
        &self.asker.subjects[test]
    }

    /// The certified witnesses, which grow with every yes.
    pub(crate) fn witnesses(&self) -> Rc<RefCell<Witnesses>> {
        Rc::clone(&self.witnesses)
    }

    /// Keeps a script that survived its replay: as the witness, and to guess from.
    fn certified(&mut self, test: usize, relaxed: &CompSet, witness: Witness) {
        self.known.entry(relaxed.clone()).or_default().add(&witness);
        self.witnesses.borrow_mut().insert(test, witness);
    }

    /// How many tests show their witnesses for this set.
    fn shown(&self, set: &CompSet) -> usize {
        if self.witnesses.borrow().are_shown(set) {
            self.shown
        } else {
            0
        }
    }

    /// What somebody has to know to answer a row that is asked in earnest after `before` others, which stay open.
    fn errand(&self, row: &Row, before: u32) -> Errand {
        let soft = row.set.minus(self.asker.shared.hard);
        Errand {
            shown: self.shown(&soft),
            known: self.known_of(&soft),
            soft,
            row: row.clone(),
            unanswered: self.unanswered + before,
        }
    }

    /// What is known of a set.
    fn known_of(&self, soft: &CompSet) -> Known {
        let parts = || soft.iter().map(|c| CompSet::from_iter([c]));
        match self.known.get(soft) {
            Some(known) => known.clone(),
            None => Known::of_parts(parts().filter_map(|part| self.known.get(&part))),
        }
    }

    /// Keeps what was told, and tells it to the search.
    fn take(&mut self, test: usize, soft: &CompSet, effort: Effort, told: Told) -> Within {
        self.work += told.work;
        self.checks += told.checks;
        if let Some(observer) = self.observer {
            let is_open = matches!(told.answer, Ok(Answer::Unknown { .. }));
            observer(told.checks, is_open && effort != Effort::Quick);
        }
        self.lessons.extend(told.lesson);
        if let Some(witness) = told.witness {
            if witness.of != *soft {
                self.known
                    .entry(witness.of.clone())
                    .or_default()
                    .learn(&witness);
            }
            self.witnesses.borrow_mut().insert(test, witness);
        }
        let hard = self.asker.shared.hard;
        match told.answer {
            Err(ways) => Within::Asks(ways),
            Ok(Answer::No { bounded, core }) => Within::Answer(Answer::No {
                bounded,
                core: core.minus(hard),
            }),
            Ok(Answer::Unknown { reason }) => {
                self.in_vain += told.work;
                // A first look will be asked again.
                if effort != Effort::Quick {
                    self.unanswered += u32::from(effort == Effort::Full);
                    self.note_open(&reason);
                }
                Within::Answer(Answer::Unknown { reason })
            }
            Ok(Answer::Yes) => Within::Answer(Answer::Yes),
        }
    }

    /// Some test is known to pass without a question.
    fn has_witnesses(&self, row: &Row) -> bool {
        let soft = row.set.minus(self.asker.shared.hard);
        let witnesses = self.witnesses.borrow();
        row.effort == Effort::Full && row.tests.iter().any(|&test| witnesses.has(test, &soft))
    }

    fn note_open(&mut self, reason: &UnknownReason) {
        if !self.open.contains(reason) {
            self.open.push(reason.clone());
        }
    }

    /// The answer of a question in which nothing is closed, or what is said where something is.
    fn answer(&mut self, within: Within) -> Answer {
        match within {
            Within::Answer(answer) => answer,
            Within::Asks(_) => {
                let reason = UnknownReason::BranchClosed;
                self.note_open(&reason);
                Answer::Unknown { reason }
            }
        }
    }
}

impl Oracle for Feasible<'_> {
    fn components(&self) -> usize {
        self.asker.shared.program.components.len()
    }

    fn check(&mut self, test: usize, relaxed: &CompSet, effort: Effort) -> Answer {
        if let Some(on_demand) = &mut self.asker.on_demand {
            on_demand.open_all();
        }
        let within = self.ask(test, relaxed, effort);
        self.answer(within)
    }

    fn announce(&mut self, rows: &[Row]) {
        let Some(crew) = self.crew else { return };
        let errands = (0..)
            .zip(rows)
            .map(|(before, row)| self.errand(row, before));
        crew.announce(errands);
    }

    fn recall(&mut self) {
        if let Some(crew) = self.crew {
            crew.recall();
        }
    }

    fn row(&mut self, row: &Row) -> Vec<Asked> {
        if self.asker.on_demand.is_some() || self.has_witnesses(row) {
            return one_by_one(self, row);
        }
        let told = self.crew.and_then(|crew| crew.fetch(row, &mut self.asker));
        let told = told.unwrap_or_else(|| self.errand(row, 0).run(&mut self.asker));
        self.known.insert(told.soft.clone(), told.known);
        let answers = row.tests.iter().zip(told.answers);
        answers
            .map(|(&test, told_of)| {
                let (work, idle) = (told_of.work, told_of.idle);
                let part = told_of.witness.as_ref().map(|witness| witness.of.clone());
                let within = self.take(test, &told.soft, row.effort, told_of);
                Asked {
                    answer: self.answer(within),
                    work,
                    idle,
                    part,
                }
            })
            .collect()
    }

    fn ways(&self) -> usize {
        let on_demand = self.asker.on_demand.as_ref();
        on_demand.map_or(0, |o| o.ways().len())
    }

    fn trace(&mut self, test: usize) -> Ways {
        let asker = &mut self.asker;
        let subject = &asker.subjects[test];
        let steps = subject.steps.min(asker.shared.limits.path_steps);
        let on_demand = asker.on_demand.as_mut();
        on_demand.map_or_else(Ways::default, |program| {
            trace(program, asker.shared.concrete, subject.test, steps + 1)
        })
    }

    fn check_within(
        &mut self,
        test: usize,
        relaxed: &CompSet,
        effort: Effort,
        open: &Ways,
    ) -> Within {
        if let Some(on_demand) = &mut self.asker.on_demand {
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
        (self.asker.stopped)()
    }
}

impl Feasible<'_> {
    /// Hard components stay as written, whatever set is asked about, and no core names one: a strategy that knows
    /// nothing of them finds the sets without them.
    fn ask(&mut self, test: usize, relaxed: &CompSet, effort: Effort) -> Within {
        let soft = relaxed.minus(self.asker.shared.hard);
        if effort == Effort::Full && self.witnesses.borrow().has(test, &soft) {
            return Within::Answer(Answer::Yes);
        }
        let shown = self.shown(&soft);
        let question = Question {
            test,
            relaxed: &soft,
            effort,
            unanswered: self.unanswered,
            shown: test < shown,
        };
        if !self.known.contains_key(&soft) {
            self.known.insert(soft.clone(), self.known_of(&soft));
        }
        let known = self.known.entry(soft.clone()).or_default();
        let told = self.asker.ask(&question, known);
        self.take(test, &soft, effort, told)
    }

    /// The sets of one component that every test enters, with its place.
    fn alone(&self, open: &[CompSet]) -> Vec<(CompId, Span)> {
        let single = open.iter().filter(|set| set.len() == 1);
        let comps = single.flat_map(CompSet::iter);
        let everywhere = |c: &CompId| self.asker.subjects.iter().all(|s| s.covered.contains(*c));
        comps
            .filter(|c| !self.edited.contains(*c))
            .filter(everywhere)
            .map(|c| (c, self.asker.shared.program.components[c.index()].span))
            .collect()
    }

    /// Takes witnesses for all tests from an edited program; false if it does not serve.
    fn mended(&mut self, comp: CompId, edited: &Program) -> bool {
        let relaxed = CompSet::from_iter([comp]);
        let mut found = Vec::new();
        let asker = &self.asker;
        for (test, subject) in asker.subjects.iter().enumerate() {
            // The run as written may end early: what it takes says nothing of a run that passes.
            let steps = asker.shared.limits.path_steps;
            let Some(script) = script_of(asker.shared, edited, comp, subject, steps) else {
                return false;
            };
            let witness = asker.witness(&relaxed, script);
            if !asker.survives(test, &witness, steps) {
                return false;
            }
            found.push(witness);
        }
        for (test, witness) in found.into_iter().enumerate() {
            self.certified(test, &relaxed, witness);
        }
        true
    }
}
