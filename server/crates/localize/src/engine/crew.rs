//! Threads that answer rows ahead of the search.
//!
//! The search announces candidates and wants their answers in that order. They stand on a board; whoever is free takes
//! the first one that waits: the threads of the crew, and the search itself when the one that it wants is still being
//! answered by another. What a row comes to depends on nothing but its [`Errand`], so it does not matter who answers.
//! Rows leave the board when the search fetches them or one behind them: those that it passes over are settled, and
//! whoever still works on one of them leaves it.

use std::collections::VecDeque;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ir::Program;
use ir::Relaxing;
use ir::eval::Image;
use ir::explore::{Analysis, Limits};
use smt::Interrupt;

use super::asker::{Asker, Question, Shared, Told};
use super::known::Known;
use super::subject::Subject;
use crate::memory::Recollection;
use exec::run::{Prepared, Ran};
use ir::CompSet;
use search::oracle::Row;

/// Looks at the board before a thread that waits goes to sleep.
const PATIENCE: u32 = 200;

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
    /// By the thread of this number, or by the search.
    Running(Option<usize>),
    Done(Answered),
    /// Whoever ran it is no more.
    Gone,
}

/// What is to be done.
#[derive(Debug, Default)]
struct Board {
    slots: VecDeque<Slot>,
    /// So many slots have left it: the number of the first one.
    left: usize,
    closed: bool,
}

impl Board {
    /// The first errand that waits, with the number of its slot; `by` runs it from now on.
    fn take(&mut self, by: Option<usize>) -> Option<(usize, Errand)> {
        let waits = |slot: &Slot| matches!(slot.state, State::Waiting(_));
        let at = self.slots.iter().position(waits)?;
        match mem::replace(&mut self.slots[at].state, State::Running(by)) {
            State::Waiting(errand) => Some((self.left + at, errand)),
            _ => None,
        }
    }

    /// Unless the slot has left the board.
    fn set(&mut self, number: usize, state: State) {
        let at = number.checked_sub(self.left);
        if let Some(slot) = at.and_then(|at| self.slots.get_mut(at)) {
            slot.state = state;
        }
    }
}

/// A thread of the crew, as others see it.
#[derive(Debug)]
struct Worker {
    /// Stops what its solver does.
    interrupt: Interrupt,
    /// Nobody wants what it works on.
    abandoned: AtomicBool,
}

/// A board and those who work it off.
#[derive(Debug)]
pub(crate) struct Crew {
    board: Mutex<Board>,
    posted: Condvar,
    finished: Condvar,
    workers: Vec<Worker>,
}

impl Crew {
    /// A board for so many threads, which `interrupt` stops.
    pub(crate) fn new(threads: usize, interrupt: &Interrupt) -> Crew {
        let worker = |_| Worker {
            interrupt: interrupt.part(),
            abandoned: AtomicBool::new(false),
        };
        Crew {
            board: Mutex::default(),
            posted: Condvar::new(),
            finished: Condvar::new(),
            workers: (0..threads).map(worker).collect(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts these on the board, behind what is there.
    pub(super) fn announce(&self, errands: impl Iterator<Item = Errand>) {
        if self.workers.is_empty() {
            return;
        }
        let slot = |errand: Errand| Slot {
            row: errand.row.clone(),
            state: State::Waiting(errand),
        };
        self.lock().slots.extend(errands.map(slot));
        self.posted.notify_all();
    }

    /// Wipes the board.
    pub(super) fn recall(&self) {
        let mut board = self.lock();
        let all = board.slots.len();
        self.pass_over(&mut board, all);
    }

    /// Takes the first slots off the board.
    fn pass_over(&self, board: &mut Board, slots: usize) {
        for slot in board.slots.drain(..slots) {
            if let State::Running(Some(thread)) = slot.state {
                self.workers[thread]
                    .abandoned
                    .store(true, Ordering::Relaxed);
                self.workers[thread].interrupt.interrupt();
            }
        }
        board.left += slots;
    }

    /// The answers of a row; `None` if it is not on the board. Those before it leave the board. While another answers it,
    /// the asker works on what comes next.
    pub(super) fn fetch(&self, row: &Row, asker: &mut Asker<'_>) -> Option<Answered> {
        let mut board = self.lock();
        let at = board.slots.iter().position(|slot| slot.row == *row)?;
        self.pass_over(&mut board, at);
        let mut patience = PATIENCE;
        loop {
            let running = |slot: &mut Slot| matches!(slot.state, State::Running(_));
            if !board.slots.front_mut().is_some_and(running) {
                let slot = board.slots.pop_front()?;
                board.left += 1;
                drop(board);
                return match slot.state {
                    State::Done(answered) => Some(answered),
                    State::Waiting(errand) => Some(errand.run(asker)),
                    State::Running(_) | State::Gone => None,
                };
            }
            board = match board.take(None) {
                Some((next, errand)) => {
                    drop(board);
                    let answered = errand.run(asker);
                    let mut board = self.lock();
                    board.set(next, State::Done(answered));
                    board
                }
                None => self.wait(&self.finished, board, &mut patience),
            };
        }
    }

    /// Waits for a change of the board, at first awake: others have the processor meanwhile if they want it, but nobody
    /// has to wake this thread, which takes as long as answering a question.
    fn wait<'b>(
        &'b self,
        changed: &Condvar,
        board: MutexGuard<'b, Board>,
        patience: &mut u32,
    ) -> MutexGuard<'b, Board> {
        if *patience > 0 {
            *patience -= 1;
            drop(board);
            std::thread::yield_now();
            return self.lock();
        }
        let woken = changed.wait(board);
        woken.unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the work when what is returned is dropped.
    pub(crate) fn until_dropped(&self) -> impl Drop + '_ {
        Closing(self)
    }

    /// Works until the board is closed, as the thread of this number.
    pub(crate) fn work(&self, thread: usize, hand: &Hand<'_>) {
        // From here on somebody may wait for what the thread has taken.
        let Some(mut taken) = self.next(thread) else {
            return;
        };
        let Worker {
            interrupt,
            abandoned,
        } = &self.workers[thread];
        let (concrete, symbolic) = (Image::new(hand.program), Image::new(hand.program));
        let shared = hand.shared(&concrete, &symbolic);
        let stopped = || (hand.stopped)() || abandoned.load(Ordering::Relaxed);
        let tests = hand.tests.iter();
        let subjects = tests.map(|(test, ran)| Subject::new(hand.analysis, test, ran));
        let solver = smt::solver_until(hand.solver, interrupt.clone());
        let mut asker = Asker::new(&shared, subjects.collect(), solver, &stopped);
        loop {
            let (slot, errand) = taken;
            slot.finish(errand.run(&mut asker));
            match self.next(thread) {
                Some(next) => taken = next,
                None => return,
            }
        }
    }

    /// The next errand with its slot; waits for it. `None` when the board is closed.
    fn next(&self, thread: usize) -> Option<(Running<'_>, Errand)> {
        let mut board = self.lock();
        let mut patience = PATIENCE;
        loop {
            if board.closed {
                return None;
            }
            if let Some((number, errand)) = board.take(Some(thread)) {
                // These were meant for what this thread did before.
                self.workers[thread]
                    .abandoned
                    .store(false, Ordering::Relaxed);
                self.workers[thread].interrupt.clear();
                return Some((Running { crew: self, number }, errand));
            }
            board = self.wait(&self.posted, board, &mut patience);
        }
    }
}

/// Closes the board.
struct Closing<'c>(&'c Crew);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.recall();
        self.0.lock().closed = true;
        self.0.posted.notify_all();
    }
}

/// A slot that a thread works on. If it panics, nobody waits for it in vain.
struct Running<'c> {
    crew: &'c Crew,
    number: usize,
}

impl Running<'_> {
    fn finish(self, answered: Answered) {
        self.set(State::Done(answered));
        mem::forget(self);
    }

    fn set(&self, state: State) {
        self.crew.lock().set(self.number, state);
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
    memory: Option<&'a Recollection>,
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
            memory: shared.memory,
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
            memory: self.memory,
        }
    }
}
