//! Substitute for Z3 where it cannot be loaded, as in a browser: gives up on every query.

use term::{Feasibility, Pool, Satisfiability, Term};

use crate::{Interrupt, Solver, SolverLimits, Stats};

/// A solver that gives up on every query.
pub struct Z3Solver {
    interrupt: Interrupt,
    checks: u64,
}

impl Z3Solver {
    /// A solver that `interrupt` would stop.
    pub fn new(interrupt: Interrupt) -> Self {
        Z3Solver {
            interrupt,
            checks: 0,
        }
    }
}

impl Feasibility for Z3Solver {
    fn check(&mut self, _: &Pool, _: &[Term]) -> Satisfiability {
        // Records why no answer is possible, for `z3_trouble`.
        let _ = crate::z3();
        self.checks += 1;
        Satisfiability::Unknown
    }

    fn value(&mut self, pool: &Pool, t: Term) -> u64 {
        pool.eval(t, &|_| 0)
    }
}

impl Solver for Z3Solver {
    fn assert(&mut self, _: &Pool, _: Term) {}

    fn core(&mut self) -> Vec<Term> {
        Vec::new()
    }

    fn set_limits(&mut self, _: SolverLimits) {}

    fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    fn stats(&self) -> Stats {
        Stats {
            checks: self.checks,
            ..Stats::default()
        }
    }

    fn name(&self) -> &'static str {
        "z3"
    }
}
