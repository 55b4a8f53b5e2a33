//! Automatic choice of the backend: the SAT solver first, interval propagation (HC4) where numeric ranges matter more
//! than bits, and Z3 where neither can answer.
//!
//! Nearly all queries are tiny: a model is guessed ([`crate::model_guess`]), or the SAT solver answers them in
//! microseconds. Floating-point operations, products and quotients need large circuits: such queries are first given to
//! interval propagation ([`crate::interval`]). Z3 is started when that gives up on a query with floats, or when a query
//! is so hard that Z3's rewriting may pay off.

use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use term::{Feasibility, FpOp, Node, Pool, Satisfiability, Term};

use crate::interval::IntervalSolver;
use crate::limits::{
    ALL_CHECKS_FACTOR, FIRST_INTERVALS_DIVISOR, MAX_FLOAT_PRODUCTS, MAX_MILLIS_WITH_FLOATS,
    MAX_SAT_CONFLICTS, MAX_TIME_WITH_FLOATS, MIN_MILLIS_WITH_FLOATS, REVISIONS_PER_CONFLICT,
};
use crate::model_guess::ModelGuess;
use crate::{Interrupt, SatSolver, Solver, SolverLimits, Stats, Z3Solver};

/// The backend that gave the last answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    ModelGuess,
    Sat,
    Intervals,
    Z3,
}

/// The backend that `Choice::Auto` names.
pub struct AutoSolver {
    sat: SatSolver,
    z3: Option<Z3Solver>,
    intervals: IntervalSolver,
    model_guess: ModelGuess,
    interrupt: Interrupt,
    limits: SolverLimits,
    pool: Option<u64>,
    asserted: Vec<Term>,
    /// Whether some assertion contains floats, so that the SAT solver has only a part of the assertions.
    floats: bool,
    /// Time spent on checks with floats.
    on_floats: Duration,
    /// Work of the SAT solver when limits were set, and work of Z3 since then, estimated from the clock.
    sat_before: u64,
    z3_spent: u64,
    /// The backend that gave the last answer.
    by: By,
    /// Work of [`IntervalSolver`] when limits were set.
    before: u64,
    checks: u64,
    /// The assumptions of the last check, if [`IntervalSolver`] refuted them.
    assumed: Vec<Term>,
}

impl AutoSolver {
    /// A solver that can be stopped by `interrupt`.
    pub fn new(interrupt: Interrupt) -> Self {
        AutoSolver {
            sat: SatSolver::new(interrupt.clone()),
            z3: None,
            intervals: IntervalSolver::default(),
            model_guess: ModelGuess::default(),
            interrupt,
            limits: SolverLimits::default(),
            pool: None,
            asserted: Vec::new(),
            floats: false,
            on_floats: Duration::ZERO,
            sat_before: 0,
            z3_spent: 0,
            by: By::Sat,
            before: 0,
            checks: 0,
            assumed: Vec::new(),
        }
    }

    fn bind(&mut self, pool: &Pool) {
        if self.pool != Some(pool.id()) {
            self.pool = Some(pool.id());
            self.asserted.clear();
            self.floats = false;
        }
    }

    /// Checks by interval propagation, with a part of the budget.
    fn check_intervals(&mut self, pool: &Pool, assumptions: &[Term], part: u64) -> Satisfiability {
        let whole = self.limits.conflicts.unwrap_or(MAX_SAT_CONFLICTS) * REVISIONS_PER_CONFLICT;
        let used = self.intervals.work() - self.before;
        let budget = (whole / part).min((whole * ALL_CHECKS_FACTOR).saturating_sub(used));
        if budget == 0 || self.interrupt.is_raised() {
            return Satisfiability::Unknown;
        }
        let roots = [self.asserted.as_slice(), assumptions].concat();
        let verdict = self.intervals.check(pool, &roots, budget, &self.interrupt);
        if verdict != Satisfiability::Unknown {
            self.by = By::Intervals;
            self.assumed = assumptions.to_vec();
        }
        verdict
    }

    /// Checks a query that the SAT solver cannot handle.
    fn check_floats(&mut self, pool: &Pool, assumptions: &[Term]) -> Satisfiability {
        let Some(work) = self.limits.work else {
            return self.check_z3(pool, assumptions);
        };
        let millis = work / SolverLimits::MILLISECOND;
        let in_vain = self.on_floats >= MAX_TIME_WITH_FLOATS || millis < MIN_MILLIS_WITH_FLOATS;
        if in_vain || self.float_products(pool, assumptions) > MAX_FLOAT_PRODUCTS {
            return Satisfiability::Unknown;
        }
        let whole = self.limits;
        self.limits.millis = Some(millis.min(MAX_MILLIS_WITH_FLOATS));
        let begin = Instant::now();
        let verdict = self.check_z3(pool, assumptions);
        self.on_floats += begin.elapsed();
        self.limits = whole;
        verdict
    }

    /// Number of floating-point products and quotients in the query, counted up to one more than allowed.
    fn float_products(&self, pool: &Pool, assumptions: &[Term]) -> usize {
        let mut seen = FxHashSet::default();
        let mut open: Vec<Term> = [self.asserted.as_slice(), assumptions].concat();
        let mut found = 0;
        while let Some(t) = open.pop() {
            if !pool.has_float(t) || !seen.insert(t) {
                continue;
            }
            let node = pool.node(t);
            found += usize::from(matches!(node, Node::FpBin(FpOp::Mul | FpOp::Div, ..)));
            if found > MAX_FLOAT_PRODUCTS {
                break;
            }
            open.extend(node.children());
        }
        found
    }

    /// Tries to answer a check of assumptions alone with a guessed model. Returns whether that succeeded.
    fn at_a_glance(&mut self, pool: &Pool, assumptions: &[Term]) -> bool {
        let looks = self.asserted.is_empty() && !self.interrupt.is_raised();
        if !looks || !self.model_guess.finds_model(pool, assumptions) {
            return false;
        }
        self.by = By::ModelGuess;
        true
    }

    fn check_z3(&mut self, pool: &Pool, assumptions: &[Term]) -> Satisfiability {
        self.by = By::Z3;
        let z3 = self.z3.get_or_insert_with(|| {
            let mut z3 = Z3Solver::new(self.interrupt.clone());
            for &t in &self.asserted {
                z3.assert(pool, t);
            }
            z3
        });
        z3.set_limits(self.limits);
        let begin = Instant::now();
        let verdict = z3.check(pool, assumptions);
        self.z3_spent += begin.elapsed().as_millis() as u64 * SolverLimits::MILLISECOND;
        verdict
    }

    /// Checks with the first backend that can answer.
    fn decide(&mut self, pool: &Pool, assumptions: &[Term]) -> Satisfiability {
        if self.floats || assumptions.iter().any(|&t| pool.has_float(t)) {
            return match self.check_intervals(pool, assumptions, 1) {
                Satisfiability::Unknown => self.check_floats(pool, assumptions),
                verdict => verdict,
            };
        }
        if self.at_a_glance(pool, assumptions) {
            return Satisfiability::Yes;
        }
        let products = assumptions.iter().any(|&t| pool.has_product(t));
        if products {
            let verdict = self.check_intervals(pool, assumptions, FIRST_INTERVALS_DIVISOR);
            if verdict != Satisfiability::Unknown {
                return verdict;
            }
        }
        let budget = self.limits.conflicts.unwrap_or(u64::MAX);
        self.sat.set_limits(SolverLimits {
            conflicts: Some(budget.min(MAX_SAT_CONFLICTS)),
            ..self.limits
        });
        let verdict = self.sat.check(pool, assumptions);
        // If the caller's budget is smaller than the SAT solver's own limit, it is a bound, and Z3 is not tried.
        if verdict == Satisfiability::Unknown
            && self.sat.out_of_conflicts()
            && budget > MAX_SAT_CONFLICTS
        {
            return self.check_z3(pool, assumptions);
        }
        match verdict {
            Satisfiability::Unknown => self.check_intervals(pool, assumptions, 1),
            verdict => verdict,
        }
    }
}

impl Feasibility for AutoSolver {
    fn check(&mut self, pool: &Pool, assumptions: &[Term]) -> Satisfiability {
        self.bind(pool);
        self.checks += 1;
        self.by = By::Sat;
        let spent = self.sat.stats().work() - self.sat_before + self.z3_spent;
        if self.limits.together.is_some_and(|most| spent >= most) {
            return self.check_intervals(pool, assumptions, 1);
        }
        self.decide(pool, assumptions)
    }

    fn set_plain(&mut self, plain: bool) {
        // A guessed model is already simple.
        self.sat.set_plain(plain);
    }

    fn value(&mut self, pool: &Pool, t: Term) -> u64 {
        match (self.by, &mut self.z3) {
            (By::ModelGuess, _) => self.model_guess.value(pool, t),
            (By::Intervals, _) => self.intervals.value(pool, t),
            (By::Z3, Some(z3)) => z3.value(pool, t),
            _ => self.sat.value(pool, t),
        }
    }
}

impl Solver for AutoSolver {
    fn assert(&mut self, pool: &Pool, t: Term) {
        self.bind(pool);
        self.asserted.push(t);
        self.floats |= pool.has_float(t);
        self.sat.assert(pool, t);
        if let Some(z3) = &mut self.z3 {
            z3.assert(pool, t);
        }
    }

    fn core(&mut self) -> Vec<Term> {
        match (self.by, &mut self.z3) {
            (By::ModelGuess, _) => Vec::new(),
            (By::Intervals, _) => self.assumed.clone(),
            (By::Z3, Some(z3)) => z3.core(),
            _ => self.sat.core(),
        }
    }

    fn set_limits(&mut self, limits: SolverLimits) {
        self.limits = limits;
        self.sat_before = self.sat.stats().work();
        self.z3_spent = 0;
        self.before = self.intervals.work();
    }

    fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    fn stats(&self) -> Stats {
        let sat = self.sat.stats();
        let z3 = self.z3.as_ref().map(Solver::stats).unwrap_or_default();
        Stats {
            checks: self.checks,
            clauses: sat.clauses,
            vars: sat.vars + z3.vars,
            propagations: sat.propagations + self.intervals.work(),
        }
    }

    fn name(&self) -> &'static str {
        "auto"
    }
}
