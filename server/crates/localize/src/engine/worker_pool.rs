//! Worker threads that answer the queries about candidates ahead of the search.
//!
//! The search announces candidates and needs their results in that order. The candidates wait in a queue, and each free
//! thread takes the first waiting task. The search itself takes tasks, too, while another thread is still answering the
//! one that it needs. The result of a task depends on nothing but the [`Task`], so it does not matter which thread runs
//! it. A task leaves the queue when the search fetches it or a later one: tasks that the search skips are settled, and
//! a thread still working on one of them abandons it.

use std::collections::VecDeque;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use eval::Image;
use explore::{Analysis, ExploreLimits};
use ir::Program;
use ir::Relaxing;
use smt::Interrupt;

use super::failing_test::FailingTest;
use super::query_context::QueryContext;
use super::query_engine::{Conditions, EngineResult, QueryEngine};
use super::witness_pool::WitnessPool;
use crate::control::Control;
use crate::limits::LOOKS_BEFORE_SLEEP;
use crate::query_cache::{CacheUpdate, CacheView};
use exec::run::{PreparedTest, TestOutcome};
use ir::CompSet;
use search::oracle::{CandidateQuery, Query};

/// The queries about a candidate, and everything that their answers depend on.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) candidate: CandidateQuery,
    /// The candidate's set without hard components.
    pub(super) soft: CompSet,
    pub(super) known: WitnessPool,
    /// Number of tests, counted from the first, whose witnesses are shown.
    pub(super) shown: usize,
    /// See [`Conditions`].
    pub(super) unanswered: u32,
}

/// Results of a task.
#[derive(Debug)]
pub(super) struct TaskResult {
    pub(super) soft: CompSet,
    /// What is known about the set after the task.
    pub(super) known: WitnessPool,
    /// Results up to the one that settles the candidate, or up to where the engine was stopped.
    pub(super) results: Vec<EngineResult>,
    /// Updates for the query cache.
    pub(super) cache_updates: Vec<CacheUpdate>,
}

impl Task {
    /// Answers the queries of the task until the candidate is settled.
    pub(super) fn run(mut self, engine: &mut QueryEngine<'_>) -> TaskResult {
        let mut open = self.candidate.open;
        let mut unanswered = self.unanswered;
        let mut results = Vec::with_capacity(self.candidate.tests.len());
        for &test in &self.candidate.tests {
            if (engine.stopped)() {
                break;
            }
            let query = Query {
                test,
                set: &self.soft,
                effort: self.candidate.effort,
            };
            let conditions = Conditions {
                unanswered,
                shown: test < self.shown,
            };
            let result = engine.check(&query, conditions, &mut self.known);
            // Later queries get smaller limits.
            unanswered += u32::from(result.is_unknown());
            let settled = self.candidate.is_settled_by(&result.verdict, &mut open);
            results.push(result);
            if settled {
                break;
            }
        }
        TaskResult {
            soft: self.soft,
            known: self.known,
            results,
            cache_updates: mem::take(&mut engine.cache_updates),
        }
    }
}

/// A task in the queue.
#[derive(Debug)]
struct Slot {
    candidate: CandidateQuery,
    state: TaskState,
}

#[derive(Debug)]
enum TaskState {
    Waiting(Task),
    /// Taken by the thread of this number, or by the search.
    Running(Option<usize>),
    Done(TaskResult),
    /// The thread that ran the task has panicked.
    Abandoned,
}

/// Tasks in the order in which the search wants their results.
#[derive(Debug, Default)]
struct TaskQueue {
    slots: VecDeque<Slot>,
    /// Number of slots that have left the queue, which is the number of the first slot still in it.
    left: usize,
    closed: bool,
}

impl TaskQueue {
    /// Takes the first waiting task, to be run by `by`, with the number of its slot.
    fn take(&mut self, by: Option<usize>) -> Option<(usize, Task)> {
        let waits = |slot: &Slot| matches!(slot.state, TaskState::Waiting(_));
        let at = self.slots.iter().position(waits)?;
        match mem::replace(&mut self.slots[at].state, TaskState::Running(by)) {
            TaskState::Waiting(task) => Some((self.left + at, task)),
            _ => None,
        }
    }

    /// Sets the state of a slot, unless it has left the queue.
    fn set(&mut self, number: usize, state: TaskState) {
        let at = number.checked_sub(self.left);
        if let Some(slot) = at.and_then(|at| self.slots.get_mut(at)) {
            slot.state = state;
        }
    }
}

/// A thread of the pool, as the other threads see it.
#[derive(Debug)]
struct Worker {
    /// Interrupts the thread's solver.
    interrupt: Interrupt,
    /// Whether the result of the current task is no longer needed.
    abandoned: AtomicBool,
}

/// A queue of tasks and the threads that run them.
#[derive(Debug)]
pub(crate) struct WorkerPool {
    queue: Mutex<TaskQueue>,
    added: Condvar,
    finished: Condvar,
    workers: Vec<Worker>,
}

impl WorkerPool {
    /// Creates a pool of `threads` threads, stopped by `interrupt`.
    pub(crate) fn new(threads: usize, interrupt: &Interrupt) -> WorkerPool {
        let worker = |_| Worker {
            interrupt: interrupt.part(),
            abandoned: AtomicBool::new(false),
        };
        WorkerPool {
            queue: Mutex::default(),
            added: Condvar::new(),
            finished: Condvar::new(),
            workers: (0..threads).map(worker).collect(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, TaskQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends tasks to the queue.
    pub(super) fn announce(&self, tasks: impl Iterator<Item = Task>) {
        if self.workers.is_empty() {
            return;
        }
        let slot = |task: Task| Slot {
            candidate: task.candidate.clone(),
            state: TaskState::Waiting(task),
        };
        self.lock().slots.extend(tasks.map(slot));
        self.added.notify_all();
    }

    /// Empties the queue.
    pub(super) fn withdraw(&self) {
        let mut queue = self.lock();
        let all = queue.slots.len();
        self.pass_over(&mut queue, all);
    }

    /// Removes the first slots from the queue.
    fn pass_over(&self, queue: &mut TaskQueue, slots: usize) {
        for slot in queue.slots.drain(..slots) {
            if let TaskState::Running(Some(thread)) = slot.state {
                self.workers[thread]
                    .abandoned
                    .store(true, Ordering::Relaxed);
                self.workers[thread].interrupt.interrupt();
            }
        }
        queue.left += slots;
    }

    /// Fetches the results of a candidate; `None` if it is not in the queue. The slots before it leave the queue. While
    /// another thread answers it, the calling thread works on later tasks.
    pub(super) fn fetch(
        &self,
        candidate: &CandidateQuery,
        engine: &mut QueryEngine<'_>,
    ) -> Option<TaskResult> {
        let mut queue = self.lock();
        let at = queue
            .slots
            .iter()
            .position(|slot| slot.candidate == *candidate)?;
        self.pass_over(&mut queue, at);
        let mut patience = LOOKS_BEFORE_SLEEP;
        loop {
            let running = |slot: &mut Slot| matches!(slot.state, TaskState::Running(_));
            if !queue.slots.front_mut().is_some_and(running) {
                let slot = queue.slots.pop_front()?;
                queue.left += 1;
                drop(queue);
                return match slot.state {
                    TaskState::Done(result) => Some(result),
                    TaskState::Waiting(task) => Some(task.run(engine)),
                    TaskState::Running(_) | TaskState::Abandoned => None,
                };
            }
            queue = match queue.take(None) {
                Some((next, task)) => {
                    drop(queue);
                    let result = task.run(engine);
                    let mut queue = self.lock();
                    queue.set(next, TaskState::Done(result));
                    queue
                }
                None => self.wait(&self.finished, queue, &mut patience),
            };
        }
    }

    /// Waits for a change of the queue. It spins at first, yielding the processor to other threads: waking a sleeping
    /// thread takes as long as answering a query.
    fn wait<'b>(
        &'b self,
        changed: &Condvar,
        queue: MutexGuard<'b, TaskQueue>,
        patience: &mut u32,
    ) -> MutexGuard<'b, TaskQueue> {
        if *patience > 0 {
            *patience -= 1;
            drop(queue);
            std::thread::yield_now();
            return self.lock();
        }
        let woken = changed.wait(queue);
        woken.unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the queue when the returned guard is dropped.
    pub(crate) fn until_dropped(&self) -> impl Drop + '_ {
        Closing(self)
    }

    /// Runs tasks as thread number `thread` until the queue is closed.
    pub(crate) fn work(&self, thread: usize, context: &SharedContext<'_>) {
        // From here on, other threads may wait for the task taken.
        let Some(mut taken) = self.next(thread) else {
            return;
        };
        let Worker {
            interrupt,
            abandoned,
        } = &self.workers[thread];
        let (concrete, symbolic) = (Image::new(context.program), Image::new(context.program));
        let shared = context.shared(&concrete, &symbolic);
        let stopped = || (context.stopped)() || abandoned.load(Ordering::Relaxed);
        let tests = context.tests.iter();
        let failing_tests = tests.map(|(test, ran)| FailingTest::new(context.analysis, test, ran));
        let solver = smt::solver_until(context.solver, interrupt.clone());
        let mut engine = QueryEngine::new(&shared, failing_tests.collect(), solver, &stopped);
        loop {
            let (slot, task) = taken;
            slot.finish(task.run(&mut engine));
            match self.next(thread) {
                Some(next) => taken = next,
                None => return,
            }
        }
    }

    /// Waits for the next task and returns it with its slot; `None` once the queue is closed.
    fn next(&self, thread: usize) -> Option<(Running<'_>, Task)> {
        let mut queue = self.lock();
        let mut patience = LOOKS_BEFORE_SLEEP;
        loop {
            if queue.closed {
                return None;
            }
            if let Some((number, task)) = queue.take(Some(thread)) {
                // These flags were meant for the previous task of this thread.
                self.workers[thread]
                    .abandoned
                    .store(false, Ordering::Relaxed);
                self.workers[thread].interrupt.clear();
                return Some((Running { pool: self, number }, task));
            }
            queue = self.wait(&self.added, queue, &mut patience);
        }
    }
}

/// Closes the queue when it is dropped.
struct Closing<'c>(&'c WorkerPool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.withdraw();
        self.0.lock().closed = true;
        self.0.added.notify_all();
    }
}

/// A slot that a thread works on. If the thread panics, the slot is marked as abandoned, so that no other thread waits
/// for it indefinitely.
struct Running<'c> {
    pool: &'c WorkerPool,
    number: usize,
}

impl Running<'_> {
    fn finish(self, result: TaskResult) {
        self.set(TaskState::Done(result));
        mem::forget(self);
    }

    fn set(&self, state: TaskState) {
        self.pool.lock().set(self.number, state);
        self.pool.finished.notify_all();
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.set(TaskState::Abandoned);
    }
}

/// The part of a [`QueryContext`] that threads can share, and everything else that a worker thread needs.
pub(crate) struct SharedContext<'a> {
    program: &'a Program,
    analysis: &'a Analysis,
    relaxing: Relaxing,
    limits: ExploreLimits,
    steps: u64,
    growth: u64,
    hard: &'a CompSet,
    control: &'a dyn Control,
    cache: Option<&'a CacheView>,
    tests: Vec<(&'a PreparedTest, &'a TestOutcome)>,
    solver: smt::Choice,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> SharedContext<'a> {
    /// The context for these failing tests.
    pub(crate) fn new(
        shared: &QueryContext<'a>,
        tests: Vec<(&'a PreparedTest, &'a TestOutcome)>,
        solver: smt::Choice,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> SharedContext<'a> {
        SharedContext {
            program: shared.program,
            analysis: shared.analysis,
            relaxing: shared.relaxing,
            limits: shared.limits,
            steps: shared.steps,
            growth: shared.growth,
            hard: shared.hard,
            control: shared.control,
            cache: shared.cache,
            tests,
            solver,
            stopped,
        }
    }

    fn shared<'s>(
        &'s self,
        concrete: &'s Image<u64>,
        symbolic: &'s Image<eval::Sym>,
    ) -> QueryContext<'s> {
        QueryContext {
            program: self.program,
            on_demand: None,
            analysis: self.analysis,
            relaxing: self.relaxing,
            concrete,
            symbolic,
            limits: self.limits,
            steps: self.steps,
            growth: self.growth,
            hard: self.hard,
            control: self.control,
            cache: self.cache,
        }
    }
}
