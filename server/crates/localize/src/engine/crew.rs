//! Threads that answer rows ahead of the search.
//!
//! The search announces a wave of candidates and then wants their answers in order. They stand on a board; whoever is
//! free takes the first one that waits: the threads of the crew, and the search itself when the one that it wants is
//! still being answered by another. What a row comes to depends on nothing but its [`Errand`], so it does not matter
//! who answers; the next wave wipes the board, and whoever still works on the old one leaves it.

use std::cell::Cell;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ir::Program;
use ir::Relaxing;
use ir::eval::Image;
use ir::explore::{Analysis, Limits};
use smt::Interrupt;

use super::asker::{Asker, Question, Shared, Told};
use super::known::Known;
use super::run::{Prepared, Ran};
use super::subject::Subject;
use crate::oracle::Row;
use crate::set::CompSet;

/// A row with all that its answers depend on.
#[derive(Debug)]
pub(super) struct Errand {
    pub(super) row: Row,
    /// Its set without hard components.
    pub(super) soft: CompSet,
    pub(super) known: Known,
    /// So many tests, the first ones, show their witnesses.
    pub(super) shown: usize,
    /// See [`Question`].
    pub(super) unanswered: u32,
}

/// What came of an errand.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) soft: CompSet,
    /// What is known now.
    pub(super) known: Known,
    /// Up to the one that settles the row, or to where the asker was stopped.
    pub(super) answers: Vec<Told>,
}

impl Errand {
    /// Asks all that the row asks.
    pub(super) fn run(mut self, asker: &mut Asker<'_>) -> Answered {
        let mut open = self.row.open;
        let mut unanswered = self.unanswered;
        let mut answers = Vec::with_capacity(self.row.tests.len());
        for &test in &self.row.tests {
            if (asker.stopped)() {
                break;
            }
            let question = Question {
                test,
                relaxed: &self.soft,
                effort: self.row.effort,
                unanswered,
                shown: test < self.shown,
            };
            let told = asker.ask(&question, &mut self.known);
            unanswered += u32::from(told.is_open());
            let answer = told.answer.as_ref();
            let settled = answer.map_or(true, |answer| self.row.is_settled_by(answer, &mut open));
            answers.push(told);
            if settled {
                break;
            }
        }
        Answered {
            soft: self.soft,
            known: self.known,
            answers,
        }
    }
}

/// A row on the board.
#[derive(Debug)]
struct Slot {
    row: Row,
    state: State,
}

#[derive(Debug)]
enum State {
    Waiting(Errand),
    Running,
    Done(Answered),
    /// Fetched; or whoever ran it is no more.
    Gone,
}

/// What is to be done.
#[derive(Debug, Default)]
struct Board {
    slots: Vec<Slot>,
    closed: bool,
}

impl Board {
    fn take(&mut self) -> Option<(usize, Errand)> {
        let waits = |slot: &Slot| matches!(slot.state, State::Waiting(_));
        let at = self.slots.iter().position(waits)?;
        match mem::replace(&mut self.slots[at].state, State::Running) {
            State::Waiting(errand) => Some((at, errand)),
            _ => None,
        }
    }
}

/// A board and those who work it off.
#[derive(Debug)]
pub(crate) struct Crew {
    board: Mutex<Board>,
    posted: Condvar,
    finished: Condvar,
    /// Number of the wave on the board.
    wave: AtomicU64,
    /// One for each thread: stops what its solver does.
    interrupts: Vec<Interrupt>,
}

impl Crew {
    /// A board for so many threads, which `interrupt` stops.
    pub(crate) fn new(threads: usize, interrupt: &Interrupt) -> Crew {
        Crew {
            board: Mutex::default(),
            posted: Condvar::new(),
            finished: Condvar::new(),
            wave: AtomicU64::new(0),
            interrupts: (0..threads).map(|_| interrupt.part()).collect(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wipes the board and puts these on it.
    pub(super) fn announce(&self, errands: Vec<Errand>) {
        let slot = |errand: Errand| Slot {
            row: errand.row.clone(),
            state: State::Waiting(errand),
        };
        self.replace(errands.into_iter().map(slot).collect(), false);
    }

    fn replace(&self, slots: Vec<Slot>, closed: bool) {
        let mut board = self.lock();
        self.wave.fetch_add(1, Ordering::Relaxed);
        let busy = |slot: &Slot| matches!(slot.state, State::Running);
        if board.slots.iter().any(busy) {
            for interrupt in &self.interrupts {
                interrupt.interrupt();
            }
        }
        *board = Board { slots, closed };
        drop(board);
        self.posted.notify_all();
    }

    /// The answers of a row of the wave; `None` if it is not on the board. While another answers it, the asker works on
    /// what comes next.
    pub(super) fn fetch(&self, row: &Row, asker: &mut Asker<'_>) -> Option<Answered> {
        let mut board = self.lock();
        let at = board.slots.iter().position(|slot| slot.row == *row)?;
        loop {
            match mem::replace(&mut board.slots[at].state, State::Gone) {
                State::Gone => return None,
                State::Done(answered) => return Some(answered),
                State::Waiting(errand) => {
                    drop(board);
                    return Some(errand.run(asker));
                }
                State::Running => board.slots[at].state = State::Running,
            }
            board = match board.take() {
                Some((next, errand)) => {
                    drop(board);
                    let answered = errand.run(asker);
                    let mut board = self.lock();
                    board.slots[next].state = State::Done(answered);
                    board
                }
                None => {
                    let woken = self.finished.wait(board);
                    woken.unwrap_or_else(PoisonError::into_inner)
                }
            };
        }
    }

    /// Ends the work when what is returned is dropped.
    pub(crate) fn until_dropped(&self) -> impl Drop + '_ {
        Closing(self)
    }

    /// Works until the board is closed, as the thread of this number.
    pub(crate) fn work(&self, thread: usize, hand: &Hand<'_>) {
        let wave = Cell::new(0);
        // From here on somebody may wait for what the thread has taken.
        let Some(mut taken) = self.next(thread, &wave) else {
            return;
        };
        let (concrete, symbolic) = (Image::new(hand.program), Image::new(hand.program));
        let shared = hand.shared(&concrete, &symbolic);
        let stopped = || (hand.stopped)() || self.wave.load(Ordering::Relaxed) != wave.get();
        let tests = hand.tests.iter();
        let subjects = tests.map(|(test, ran)| Subject::new(hand.analysis, test, ran));
        let solver = smt::solver_until(hand.solver, self.interrupts[thread].clone());
        let mut asker = Asker::new(&shared, subjects.collect(), solver, &stopped);
        loop {
            let (slot, errand) = taken;
            slot.finish(errand.run(&mut asker));
            match self.next(thread, &wave) {
                Some(next) => taken = next,
                None => return,
            }
        }
    }

    /// The next errand with its slot, and the number of its wave; waits for it. `None` when the board is closed.
    fn next(&self, thread: usize, wave: &Cell<u64>) -> Option<(Running<'_>, Errand)> {
        let mut board = self.lock();
        loop {
            if board.closed {
                return None;
            }
            if let Some((at, errand)) = board.take() {
                wave.set(self.wave.load(Ordering::Relaxed));
                // It was meant for what this thread did before.
                self.interrupts[thread].clear();
                let slot = Running {
                    crew: self,
                    wave: wave.get(),
                    at,
                };
                return Some((slot, errand));
            }
            let woken = self.posted.wait(board);
            board = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Closes the board.
struct Closing<'c>(&'c Crew);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.replace(Vec::new(), true);
    }
}

/// A slot that a thread works on. If it panics, nobody waits for it in vain.
struct Running<'c> {
    crew: &'c Crew,
    wave: u64,
    at: usize,
}

impl Running<'_> {
    fn finish(self, answered: Answered) {
        self.set(State::Done(answered));
    }

    /// Unless the board was wiped.
    fn set(&self, state: State) {
        let mut board = self.crew.lock();
        if self.crew.wave.load(Ordering::Relaxed) == self.wave
            && let Some(slot) = board.slots.get_mut(self.at)
            && matches!(slot.state, State::Running)
        {
            slot.state = state;
        }
        drop(board);
        self.crew.finished.notify_all();
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.set(State::Gone);
    }
}

/// What a thread of the crew works with: all of [`Shared`] that threads can share.
pub(crate) struct Hand<'a> {
    program: &'a Program,
    analysis: &'a Analysis,
    relaxing: Relaxing,
    limits: Limits,
    steps: u64,
    hard: &'a CompSet,
    tests: Vec<(&'a Prepared, &'a Ran)>,
    solver: smt::Choice,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Hand<'a> {
    /// For these failing tests.
    pub(crate) fn new(
        shared: &Shared<'a>,
        tests: Vec<(&'a Prepared, &'a Ran)>,
        solver: smt::Choice,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Hand<'a> {
        Hand {
            program: shared.program,
            analysis: shared.analysis,
            relaxing: shared.relaxing,
            limits: shared.limits,
            steps: shared.steps,
            hard: shared.hard,
            tests,
            solver,
            stopped,
        }
    }

    fn shared<'s>(
        &'s self,
        concrete: &'s Image<u64>,
        symbolic: &'s Image<ir::eval::Sym>,
    ) -> Shared<'s> {
        Shared {
            program: self.program,
            on_demand: None,
            analysis: self.analysis,
            relaxing: self.relaxing,
            concrete,
            symbolic,
            limits: self.limits,
            steps: self.steps,
            hard: self.hard,
        }
    }
}
