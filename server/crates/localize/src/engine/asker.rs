//! Answers by partial evaluation: the test runs symbolically from the first relaxed component on, and everything that
//! does not depend on an angelic value folds.
//!
//! An asker answers what one thread asks. It keeps only what is dear to make twice: a solver, memory for terms, the
//! states in which runs begin. What it answers depends on nothing but the question, and on what is [`Known`] of the set
//! from earlier questions, which is handed in; so it does not matter who answers.

use ir::demand::OnDemand;
use ir::eval::{Script, Sym};
use ir::explore::{Analysis, ExploreResult, Explorer, Limits, UnknownReason};
use ir::{FnId, Program, WayId};
use term::Pool;

use super::known::Known;
use super::replace::replace;
use super::subject::Subject;
use super::witnesses::Witness;
use crate::memory::{Lesson, Recollection};
use ir::CompSet;
use search::oracle::{Answer, Effort};

/// How often the limits of a check are halved at most.
pub(super) const MOST_HALVINGS: u32 = 5;

/// A check takes longer on a busy machine and in a build for tests; what it answers should be the same.
const PATIENCE: u64 = 10;

/// What the solver's assigning a literal costs, in instructions.
const COST_OF_PROPAGATION: u64 = 8;

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
    /// What earlier searches found out, if this one is to use and extend it.
    pub(crate) memory: Option<&'a Recollection>,
}

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question<'q> {
    /// Of which failing test.
    pub(super) test: usize,
    /// Components that may do otherwise.
    pub(super) relaxed: &'q CompSet,
    pub(super) effort: Effort,
    /// Questions asked in earnest that stayed open before: each halves what this one may take.
    pub(super) unanswered: u32,
    /// People will see the witness: it is made plain and not guessed.
    pub(super) shown: bool,
}

/// What is answered.
#[derive(Debug)]
pub(super) struct Told {
    /// The answer, or the closed ways that it depends on.
    pub(super) answer: Result<Answer, Vec<WayId>>,
    /// How the test passes, certified by concrete replay.
    pub(super) witness: Option<Witness>,
    /// What it took, in instructions.
    pub(super) work: u64,
    /// Checks of the solver among it.
    pub(super) checks: u64,
    /// See [`search::oracle::Asked::idle`].
    pub(super) idle: bool,
    /// What there is to remember of it.
    pub(super) lesson: Option<Lesson>,
}

impl Told {
    pub(super) fn plain(answer: Answer, work: u64) -> Told {
        Told {
            answer: Ok(answer),
            witness: None,
            work,
            checks: 0,
            idle: false,
            lesson: None,
        }
    }

    /// A question in earnest stayed open: later ones are given less.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.answer, Ok(Answer::Unknown { .. }))
    }

    fn yes(witness: Witness, work: u64) -> Told {
        Told {
            witness: Some(witness),
            ..Told::plain(Answer::Yes, work)
        }
    }
}

/// Answers questions about a group of failing tests.
pub(super) struct Asker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) subjects: Vec<Subject<'a>>,
    /// The program that questions are about, if some of its ways may be closed.
    pub(super) on_demand: Option<OnDemand>,
    pub(super) solver: Box<dyn smt::Solver>,
    pool: Pool,
    pub(super) stopped: &'a dyn Fn() -> bool,
}

/// What an exploration came to.
struct Came {
    answer: ExploreResult,
    /// Components that runs entered and that may matter.
    touched: CompSet,
    /// Closed ways that they came to.
    met: Vec<WayId>,
    work: u64,
    /// Runs parted.
    parted: bool,
    /// Functions that runs called.
    called: Vec<FnId>,
}

impl<'a> Asker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        subjects: Vec<Subject<'a>>,
        solver: Box<dyn smt::Solver>,
        stopped: &'a dyn Fn() -> bool,
    ) -> Asker<'a> {
        Asker {
            shared,
            subjects,
            on_demand: None,
            solver,
            pool: Pool::new(),
            stopped,
        }
    }

    /// The program as its ways are now.
    fn program(&self) -> &Program {
        match &self.on_demand {
            Some(on_demand) => on_demand.program(),
            None => self.shared.program,
        }
    }

    /// What one question may cost, by the cost of the run as written: a question that needs much more explores
    /// thousands of paths, and its answer would be as well "unknown" now as later.
    pub(super) fn limits(&self, test: usize, effort: Effort) -> Limits {
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
    fn solver_limits(question: &Question<'_>) -> smt::Limits {
        let halved = question.unanswered.min(MOST_HALVINGS);
        let (conflicts, millis) = match question.effort {
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

    fn explore(&mut self, question: &Question<'_>) -> Came {
        let Question {
            test,
            relaxed,
            effort,
            ..
        } = *question;
        let shared = self.shared;
        let mut pool = std::mem::take(&mut self.pool);
        pool.clear();
        let limits = self.limits(test, effort);
        self.solver.set_limits(Self::solver_limits(question));
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
        if question.shown {
            explorer.with_plain_witness();
        }
        let answer = explorer.ask();
        let explored = explorer.work();
        let parted = explorer.parted();
        let touched = CompSet::of_flags(explorer.touched());
        let met = explorer.met();
        let called = match shared.memory {
            Some(_) => explorer.called().collect(),
            None => Vec::new(),
        };
        self.pool = explorer.finish();
        let solved = self.solver.stats().propagations - before.propagations;
        Came {
            answer,
            touched,
            met,
            work: explored + COST_OF_PROPAGATION * solved,
            parted,
            called,
        }
    }

    /// Does a witness of another test serve this one?
    fn guess(&self, question: &Question<'_>, known: &mut Known) -> Option<Witness> {
        let steps = self.shared.limits.path_steps;
        known.guess(|witness| self.survives(question.test, witness, steps))
    }

    /// Are there values for a single component with which the test passes? With what it took to look for them.
    fn replace(&self, question: &Question<'_>) -> (Option<Witness>, u64) {
        let mut only = question.relaxed.iter();
        let (Some(comp), None) = (only.next(), only.next()) else {
            return (None, 0);
        };
        let shared = Shared {
            program: self.program(),
            ..*self.shared
        };
        let (found, work) = replace(&shared, &self.subjects[question.test], comp);
        let steps = self.shared.limits.path_steps;
        let found = found.map(|script| self.witness(question.relaxed, script));
        let found = found.filter(|witness| self.survives(question.test, witness, steps));
        (found, work)
    }

    /// Whether a test passes so, for good.
    pub(super) fn is_witness(&self, test: usize, witness: &Witness) -> bool {
        let steps = self.shared.steps.max(self.subjects[test].steps * 16);
        self.survives(test, witness, steps)
    }

    /// The certificate: run concretely with these choices, the test passes.
    pub(super) fn survives(&self, test: usize, witness: &Witness, steps: u64) -> bool {
        let Witness { of, script } = witness;
        self.subjects[test].survives(self.shared, self.program(), of, script, steps)
    }

    /// The outputs, if none of them is relaxed and together they cannot print what the test expects.
    fn other_text(&self, test: usize, relaxed: &CompSet) -> Option<CompSet> {
        let lacks = !self.may_print(relaxed) && self.subjects[test].lacks_text(self.shared);
        let printers = self.shared.program.printable.printers();
        lacks.then(|| printers.iter().copied().collect())
    }

    /// What is to be said without a run.
    fn at_once(&self, test: usize, relaxed: &CompSet) -> Option<Answer> {
        let relevant = &self.subjects[test].relevant;
        // What the run never enters may do what it likes.
        let idle = (!relaxed.meets(relevant)).then(|| relevant.clone());
        let core = idle.or_else(|| self.other_text(test, relaxed))?;
        Some(Answer::No {
            bounded: false,
            core,
        })
    }

    /// Answers a question about components all of which may be relaxed.
    pub(super) fn ask(&mut self, question: &Question<'_>, known: &mut Known) -> Told {
        if let Some(answer) = self.at_once(question.test, question.relaxed) {
            return Told::plain(answer, 0);
        }
        if question.effort != Effort::Low
            && !question.shown
            && let Some(witness) = self.guess(question, known)
        {
            return Told::yes(witness, self.subjects[question.test].steps);
        }
        match self.shared.memory {
            None => self.look(question, known).0,
            Some(memory) => self.recall(memory, question, known),
        }
    }

    /// Looks into it, with the functions that runs called, if all of them are known.
    pub(super) fn look(
        &mut self,
        question: &Question<'_>,
        known: &mut Known,
    ) -> (Told, Option<Vec<FnId>>) {
        let before = self.solver.stats().checks;
        let (told, called) = self.answer(question, known);
        let checks = self.solver.stats().checks - before;
        let told = Told {
            checks,
            idle: told.idle && checks == 0,
            ..told
        };
        (told, called)
    }

    fn answer(&mut self, question: &Question<'_>, known: &mut Known) -> (Told, Option<Vec<FnId>>) {
        let (relaxed, effort) = (question.relaxed, question.effort);
        let mut spent = 0;
        let dear = effort == Effort::Quick && known.dear;
        if dear {
            let (witness, work) = self.replace(question);
            spent += work;
            if let Some(witness) = witness {
                known.add(&witness);
                return (Told::yes(witness, spent), None);
            }
        }
        let came = self.explore(question);
        spent += came.work;
        let told = match came.answer {
            ExploreResult::NeedsBranches(ways) => Told {
                answer: Err(ways),
                ..Told::plain(Answer::Yes, spent)
            },
            ExploreResult::Passes(_) if effort == Effort::Low => Told::plain(Answer::Yes, spent),
            ExploreResult::Passes(script) => {
                let witness = self.witness(relaxed, script);
                let told = self.certified(question, witness, spent, known);
                return (told, Some(came.called));
            }
            ExploreResult::Fails { bounded } => {
                let core = came.touched.minus(relaxed);
                Told {
                    idle: !came.parted,
                    ..Told::plain(Answer::No { bounded, core }, spent)
                }
            }
            ExploreResult::Unknown(reason) => Told::plain(Answer::Unknown { reason }, spent),
        };
        let (told, tried) = self.otherwise(question, told, dear, came.met, known);
        // Runs with tried values call what they like.
        (told, (!dear && !tried).then_some(came.called))
    }

    /// A yes with its certificate.
    fn certified(
        &self,
        question: &Question<'_>,
        witness: Witness,
        work: u64,
        known: &mut Known,
    ) -> Told {
        if self.is_witness(question.test, &witness) {
            let witness = self.reduced(question, witness);
            known.add(&witness);
            return Told::yes(witness, work);
        }
        debug_assert!(
            false,
            "a witness does not survive its replay: {question:?} {witness:?}"
        );
        let reason = UnknownReason::WitnessNotReplayed;
        Told::plain(Answer::Unknown { reason }, work)
    }

    /// The witness in the choices of a run.
    pub(super) fn witness(&self, relaxed: &CompSet, script: Script) -> Witness {
        // The text of an output is learnt from all tests, in which it is to do alike: it is taken as it is.
        if self.may_print(relaxed) {
            let of = relaxed.clone();
            return Witness { of, script };
        }
        Witness::new(relaxed, script)
    }

    /// Some of these can print other text than what is written.
    fn may_print(&self, relaxed: &CompSet) -> bool {
        let printers = self.shared.program.printable.printers();
        printers.iter().any(|c| relaxed.contains(*c))
    }

    /// What is left of a witness when what need not do otherwise does as written: with the rest alone relaxed the test
    /// passes, too, and need not be asked about any set that contains it.
    fn reduced(&self, question: &Question<'_>, witness: Witness) -> Witness {
        // It is looked at as it is, or nothing will be asked about other sets.
        let as_is = question.shown || question.effort == Effort::Detail;
        if as_is || self.may_print(question.relaxed) {
            return witness;
        }
        let steps = self.limits(question.test, question.effort).path_steps;
        witness.reduced(|less| self.survives(question.test, less, steps))
    }

    /// Where exploring the runs leads to no answer, or to a no that leans on a bound, values may be tried. With whether
    /// they were.
    fn otherwise(
        &self,
        question: &Question<'_>,
        mut told: Told,
        tried: bool,
        met: Vec<WayId>,
        known: &mut Known,
    ) -> (Told, bool) {
        let effort = question.effort;
        let tries = match &told.answer {
            // A run that goes on beyond the bound may pass.
            Ok(Answer::No { bounded: true, .. }) => {
                effort == Effort::Quick && question.relaxed.len() == 1 && !tried
            }
            // What is free may be what makes it hard.
            Ok(Answer::Unknown { .. }) if effort == Effort::Full && !met.is_empty() => {
                told.answer = Err(met);
                return (told, false);
            }
            Ok(Answer::Unknown { .. }) if effort == Effort::Quick => !tried,
            // The first look could not take what has been opened since.
            Ok(Answer::Unknown { .. }) => effort == Effort::Full && self.on_demand.is_some(),
            _ => false,
        };
        if tries {
            let (witness, work) = self.replace(question);
            told.work += work;
            if let Some(witness) = witness {
                known.dear |= effort == Effort::Quick;
                known.add(&witness);
                return (Told::yes(witness, told.work), true);
            }
        }
        (told, tries)
    }
}
