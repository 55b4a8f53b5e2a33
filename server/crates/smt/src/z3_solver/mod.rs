//! The Z3 backend: it supports all terms, at some 400 µs for the smallest query.
//!
//! Z3 has several engines. Queries without floats go to its finite-domain engine (`QF_FD`: its own bit-blaster and SAT
//! solver), which answered fastest on the formulas of fault localization and shares no code with our SAT path, so that
//! each can check the other; queries with floats go to the general one. Each engine gets the assertions when it is
//! first needed.
//!
//! Z3 polls its own time limit and may overrun it, and an interrupt that comes just before a check begins is lost. So
//! a thread watches every check and interrupts it repeatedly until it ends.

mod raw;
mod translate;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use term::{Feasibility, Memo, Pool, Satisfiability, Term};
use z3::ast::Bool;
use z3::{Model, Params, SatResult};

use self::translate::{Translation, Word};
use crate::limits::{
    MAX_ASSUMPTION_RATIO, MIN_IDLE_ASSUMPTIONS, Z3_GRACE, Z3_INTERRUPT_PERIOD, Z3_WATCH_PERIOD,
};
use crate::{Interrupt, Solver, SolverLimits, Stats};

/// An engine of Z3, and the number of assertions that it has.
struct Engine {
    solver: z3::Solver,
    asserted: usize,
    /// Literals that stand for assumptions.
    names: FxHashMap<Term, Bool>,
    limits: Option<SolverLimits>,
}

/// Bit-vectors and floats by Z3.
pub struct Z3Solver {
    interrupt: Interrupt,
    pool: Option<u64>,
    translation: Translation,
    asserted: Vec<Term>,
    finite: Option<Engine>,
    general: Option<Engine>,
    core: Vec<Term>,
    model: Option<Model>,
    memo: Memo,
    limits: SolverLimits,
    checks: u64,
}

impl Z3Solver {
    /// A solver that `interrupt` stops.
    pub fn new(interrupt: Interrupt) -> Self {
        Z3Solver {
            interrupt,
            pool: None,
            translation: Translation::default(),
            asserted: Vec::new(),
            finite: None,
            general: None,
            core: Vec::new(),
            model: None,
            memo: Memo::default(),
            limits: SolverLimits::default(),
            checks: 0,
        }
    }

    fn bind(&mut self, pool: &Pool) {
        if self.pool != Some(pool.id()) {
            self.forget();
            self.asserted.clear();
            self.pool = Some(pool.id());
        }
    }

    /// Drops all state in Z3; assertions stay and are passed to it again.
    fn forget(&mut self) {
        self.translation.clear();
        self.finite = None;
        self.general = None;
        self.model = None;
    }

    fn solve(&mut self, pool: &Pool, assumptions: &[Term]) -> Option<Satisfiability> {
        let floats = self
            .asserted
            .iter()
            .chain(assumptions)
            .any(|&t| pool.has_float(t));

        // Z3 has a faster solver for formulas without floats. One with many idle names is slow, and is replaced.
        let slot = if floats {
            &mut self.general
        } else {
            &mut self.finite
        };
        let most_names = MIN_IDLE_ASSUMPTIONS + MAX_ASSUMPTION_RATIO * assumptions.len();
        if slot
            .as_ref()
            .is_some_and(|engine| engine.names.len() > most_names)
        {
            *slot = None;
        }

        // Z3 simplifies what is asserted, which can take longer than the check.
        let engine = slot.get_or_insert_with(|| new_engine(floats));
        engine.set_limits(self.limits);
        let context = engine.solver.get_context().clone();
        let (asserted, translation) = (&self.asserted, &mut self.translation);
        let checked = watched(&context, &self.interrupt, self.limits, || {
            engine.check(pool, asserted, assumptions, translation)
        })?;
        let (result, names) = checked.result?;

        // The names in Z3's core tell which assumptions are needed.
        Some(match result {
            // Z3 remembers an interrupt that came as the check ended: the model could no longer be read.
            SatResult::Sat if checked.is_interrupted => Satisfiability::Unknown,
            SatResult::Sat => {
                self.model = engine.solver.get_model();
                Satisfiability::Yes
            }
            SatResult::Unsat => {
                let core = engine.solver.get_unsat_core();
                let needed = |name: &Bool| core.iter().any(|c| c.ast_eq(name));
                let pairs = assumptions.iter().zip(&names);
                self.core
                    .extend(pairs.filter(|(_, name)| needed(name)).map(|(&t, _)| t));
                Satisfiability::No
            }
            SatResult::Unknown => Satisfiability::Unknown,
        })
    }
}

impl Engine {
    /// Catches up with the assertions and checks the assumptions; returns the literals that stand for these, too.
    fn check(
        &mut self,
        pool: &Pool,
        asserted: &[Term],
        assumptions: &[Term],
        translation: &mut Translation,
    ) -> Option<(SatResult, Vec<Bool>)> {
        for &t in &asserted[self.asserted..] {
            self.solver.assert(translation.boolean(pool, t)?);
            self.asserted += 1;
        }
        let names = assumptions.iter();
        let names: Option<Vec<Bool>> = names.map(|&t| self.name(pool, t, translation)).collect();
        let names = names?;
        Some((self.solver.check_assumptions(&names), names))
    }

    /// A literal that implies `t`. Z3 would create a new one for every assumption of every check, and keep it.
    fn name(&mut self, pool: &Pool, t: Term, translation: &mut Translation) -> Option<Bool> {
        if let Some(name) = self.names.get(&t) {
            return Some(name.clone());
        }
        let meaning = translation.boolean(pool, t)?;
        let name = Bool::fresh_const("a");
        self.solver.assert(name.implies(&meaning));
        self.names.insert(t, name.clone());
        Some(name)
    }

    fn set_limits(&mut self, limits: SolverLimits) {
        if self.limits != Some(limits) {
            self.limits = Some(limits);
            self.solver.set_params(&parameters(limits));
        }
    }
}

/// The value of a variable in a model; `None` if no query mentioned the variable.
fn model_value(model: &Model, translation: &Translation, variable: Term) -> Option<u64> {
    match translation.known(variable)? {
        Word::Bool(b) => model.eval(b, true)?.as_bool().map(u64::from),
        Word::Bits(bits) => model.eval(bits, true)?.as_u64(),
        Word::Float(f) => {
            let f = model.eval(f, true)?;
            // Z3 leaves the bits of a NaN open; all ones are a NaN of either sort.
            if model.eval(&f.is_nan(), true)?.as_bool()? {
                return Some(u64::MAX);
            }
            model.eval(&f.to_ieee_bv(), true)?.as_u64()
        }
    }
}

fn new_engine(floats: bool) -> Engine {
    let finite = if floats {
        None
    } else {
        z3::Solver::new_for_logic("QF_FD")
    };
    Engine {
        solver: finite.unwrap_or_default(),
        asserted: 0,
        names: FxHashMap::default(),
        limits: None,
    }
}

fn parameters(limits: SolverLimits) -> Params {
    let bound = |limit: Option<u64>| {
        limit
            .and_then(|limit| u32::try_from(limit).ok())
            .unwrap_or(u32::MAX)
    };
    let mut params = Params::new();
    params.set_u32("timeout", bound(limits.millis));
    params.set_u32("max_conflicts", bound(limits.conflicts));
    // Z3's own unit of work takes about the same time, and 0 means no bound.
    params.set_u32("rlimit", limits.work.map_or(0, |work| bound(Some(work))));
    params
}

/// What came of work that was watched.
struct Watched<R> {
    result: R,
    /// Whether it was interrupted.
    is_interrupted: bool,
}

/// Ends the watch over some work, however the work ends.
struct EndOfWatch<'w> {
    is_done: &'w AtomicBool,
    interrupt: &'w Interrupt,
}

impl Drop for EndOfWatch<'_> {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::SeqCst);
        self.interrupt.wake();
    }
}

/// Does work in Z3 that ends soon after its time limit or an interrupt; what Z3 is then in the middle of may panic. `None`
/// if no thread could be created to watch it.
fn watched<R>(
    context: &z3::Context,
    interrupt: &Interrupt,
    limits: SolverLimits,
    work: impl FnOnce() -> R,
) -> Option<Watched<R>> {
    let begun = Instant::now();
    let deadline = limits
        .millis
        .map(|ms| begun + Duration::from_millis(ms) + Z3_GRACE);
    let is_done = AtomicBool::new(false);
    let is_interrupted = AtomicBool::new(false);
    let handle = context.handle();
    thread::scope(|scope| {
        let watcher = || {
            while !is_done.load(Ordering::SeqCst) {
                let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                let pause = if late || interrupt.is_raised() {
                    is_interrupted.store(true, Ordering::SeqCst);
                    handle.interrupt();
                    Z3_INTERRUPT_PERIOD
                } else {
                    deadline.map_or(Z3_WATCH_PERIOD, |d| {
                        d.saturating_duration_since(Instant::now())
                    })
                };
                let quiet = interrupt.is_raised();
                interrupt.sleep(pause, || {
                    is_done.load(Ordering::SeqCst) || (!quiet && interrupt.is_raised())
                });
            }
        };
        thread::Builder::new().spawn_scoped(scope, watcher).ok()?;
        let end = EndOfWatch {
            is_done: &is_done,
            interrupt,
        };
        let result = work();
        drop(end);
        Some(Watched {
            result,
            is_interrupted: is_interrupted.load(Ordering::SeqCst),
        })
    })
}

impl Feasibility for Z3Solver {
    fn check(&mut self, pool: &Pool, assumptions: &[Term]) -> Satisfiability {
        self.bind(pool);
        self.checks += 1;
        self.memo.clear();
        self.core.clear();
        self.model = None;
        if self.interrupt.is_raised() || crate::z3().is_err() {
            return Satisfiability::Unknown;
        }
        // The bindings panic if Z3 returns an error.
        let answer = catch_unwind(AssertUnwindSafe(|| self.solve(pool, assumptions)));
        answer.ok().flatten().unwrap_or_else(|| {
            self.forget();
            Satisfiability::Unknown
        })
    }

    fn value(&mut self, pool: &Pool, t: Term) -> u64 {
        let bound = self.pool == Some(pool.id());
        let model = self.model.as_ref().filter(|_| bound);
        let value = |v| {
            model
                .and_then(|m| model_value(m, &self.translation, v))
                .unwrap_or(0)
        };
        pool.eval_with(t, &value, &mut self.memo)
    }
}

impl Solver for Z3Solver {
    fn assert(&mut self, pool: &Pool, t: Term) {
        self.bind(pool);
        self.asserted.push(t);
    }

    fn core(&mut self) -> Vec<Term> {
        self.core.clone()
    }

    fn set_limits(&mut self, limits: SolverLimits) {
        self.limits = limits;
    }

    fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    fn stats(&self) -> Stats {
        Stats {
            checks: self.checks,
            clauses: 0,
            vars: self.translation.made,
            propagations: 0,
        }
    }

    fn name(&self) -> &'static str {
        "z3"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_ends_with_work_that_panics() {
        if crate::z3().is_err() {
            return;
        }
        let context = z3::Context::thread_local();
        let limits = SolverLimits::default();
        let interrupt = Interrupt::default();
        let watched = catch_unwind(AssertUnwindSafe(|| {
            watched(&context, &interrupt, limits, || -> u32 {
                panic!("as the bindings do if Z3 returns an error")
            })
            .is_some()
        }));
        assert!(watched.is_err());
    }
}
