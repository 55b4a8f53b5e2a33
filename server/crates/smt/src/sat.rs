//! The embedded SAT solver as a backend.
//!
//! Most queries of the search are tiny: after partial evaluation a hundred clauses remain. So a check must cost next to
//! nothing besides its clauses: terms are bit-blasted once, assumptions are literals, and no allocation grows with the
//! pool.
//!
//! The SAT solver assigns *every* variable before it answers yes, including those of earlier queries. When these
//! outnumber the variables of the current query, the solver is reset.
//!
//! Some models are shown to users ("needs 3"): when a model that should be simple is first read, its numbers are made
//! small and non-negative where the query permits.

use batsat::{Lit, SolverInterface, lbool};
use term::{Feasibility, Memo, Pool, Satisfiability, Term};

use crate::blast::{Blaster, supported};
use crate::limits::{
    CLAUSE_COST, FIRST_SLICE_CONFLICTS, MAX_SHRUNK_VARIABLES, MAX_SOLVER_RATIO,
    READABLE_MODEL_CONFLICTS, READABLE_MODEL_WORK, SLICE_CONFLICTS, SMALL_NUMBER_BITS,
    SMALL_SOLVER_VARIABLES,
};
use crate::stop_conditions::Watch;
use crate::{Interrupt, Solver, SolverLimits, Stats};

/// A bit-vector solver that bit-blasts to an embedded SAT solver; `Unknown` where floats occur.
pub struct SatSolver {
    blaster: Blaster,
    pool: Option<u64>,
    asserted: Vec<Term>,
    /// Whether an asserted term is not supported.
    foreign: bool,
    assumptions: Vec<(Term, Lit)>,
    literals: Vec<Lit>,
    core: Vec<Term>,
    /// Values of the SAT variables after a `Yes` whose model was read.
    model: Option<Vec<lbool>>,
    /// Whether the last answer was `Yes`.
    satisfied: bool,
    /// Whether models are shown to users, and should be simple.
    plain: bool,
    memo: Memo,
    limits: SolverLimits,
    checks: u64,
    propagations: u64,
}

impl SatSolver {
    /// A solver that can be stopped by `interrupt`.
    pub fn new(interrupt: Interrupt) -> Self {
        SatSolver {
            blaster: Blaster::new(Watch::new(interrupt)),
            pool: None,
            asserted: Vec::new(),
            foreign: false,
            assumptions: Vec::new(),
            literals: Vec::new(),
            core: Vec::new(),
            model: None,
            satisfied: false,
            plain: false,
            memo: Memo::default(),
            limits: SolverLimits::default(),
            checks: 0,
            propagations: 0,
        }
    }

    /// Whether the last check gave up only because of its conflict limit, so that another backend may continue.
    pub(crate) fn out_of_conflicts(&self) -> bool {
        self.blaster.gates.sat.cb().out_of_conflicts()
    }

    fn bind(&mut self, pool: &Pool) {
        if self.pool != Some(pool.id()) {
            if self.pool.is_some() {
                self.blaster.reset();
            }
            self.pool = Some(pool.id());
            self.asserted.clear();
            self.foreign = false;
            self.satisfied = false;
            self.model = None;
        }
    }

    /// Resets the solver when most variables belong to earlier queries.
    fn drop_ballast(&mut self, pool: &Pool, assumptions: &[Term]) {
        let held = self.blaster.gates.sat.num_vars() as usize;
        if held < SMALL_SOLVER_VARIABLES {
            return;
        }
        let roots = self.asserted.iter().chain(assumptions).copied();
        let most = held / MAX_SOLVER_RATIO;
        if self.blaster.cone(pool, roots, most) < most {
            self.blaster.reset();
            for i in 0..self.asserted.len() {
                self.add(pool, self.asserted[i]);
            }
        }
    }

    /// Searches in slices of conflicts, because the SAT solver reports its number of assignments only between them.
    fn search(&mut self, spent: u64) -> lbool {
        let sat = &mut self.blaster.gates.sat;
        let first = sat.num_propagations();
        let mut slice = FIRST_SLICE_CONFLICTS;
        let answer = loop {
            if self.limits.work.is_some() {
                sat.cb_mut().pause_after(slice);
            }
            let answer = sat.solve_limited(&self.literals);
            let assigned = sat.num_propagations().saturating_sub(first);
            let left = self.limits.work.unwrap_or(u64::MAX);
            let left = left.saturating_sub(spent + assigned);
            if answer != lbool::UNDEF || !sat.cb().paused() || left == 0 {
                break answer;
            }
            let each = (assigned / sat.cb().conflicts().max(1)).max(1);
            slice = (left / each).clamp(*SLICE_CONFLICTS.start(), *SLICE_CONFLICTS.end());
        };
        self.propagations += sat.num_propagations().saturating_sub(first);
        answer
    }

    fn add(&mut self, pool: &Pool, t: Term) {
        let watch = self.blaster.gates.sat.cb_mut();
        watch.start(SolverLimits::default());
        self.blaster.most_clauses = u64::MAX;
        match self.blaster.literal(pool, t) {
            Some(literal) => self.blaster.gates.clause(&[literal]),
            // Interrupted: the solver's state is unusable from now on.
            None => self.foreign = true,
        }
    }

    fn solve(&mut self, pool: &Pool, assumptions: &[Term]) -> Satisfiability {
        if self.foreign || assumptions.iter().any(|&t| !supported(pool, t)) {
            return Satisfiability::Unknown;
        }
        if self.blaster.gates.sat.cb().interrupt().is_raised() {
            return Satisfiability::Unknown;
        }

        // Building the clauses costs work, too.
        self.drop_ballast(pool, assumptions);
        self.literals.clear();
        self.blaster.gates.sat.cb_mut().start(self.limits);
        let clauses = self.blaster.gates.clauses;
        self.blaster.most_clauses = match self.limits.work {
            Some(work) => clauses.saturating_add(work / CLAUSE_COST),
            None => u64::MAX,
        };

        // Assumptions become literals. One that is false by itself is the core.
        for &t in assumptions {
            let Some(literal) = self.blaster.literal(pool, t) else {
                return Satisfiability::Unknown;
            };
            match self.blaster.gates.as_constant(literal) {
                Some(true) => {}
                Some(false) => {
                    self.core.push(t);
                    return Satisfiability::No;
                }
                None => {
                    self.assumptions.push((t, literal));
                    self.literals.push(literal);
                }
            }
        }

        // The search, and the assumptions that a refutation needs.
        let built = self.blaster.gates.clauses - clauses;
        let answer = self.search(CLAUSE_COST * built);
        let sat = &mut self.blaster.gates.sat;
        if answer == lbool::TRUE {
            Satisfiability::Yes
        } else if answer == lbool::FALSE {
            let needed = |&&(_, literal): &&(Term, Lit)| sat.unsat_core_contains_lit(!literal);
            self.core
                .extend(self.assumptions.iter().filter(needed).map(|&(t, _)| t));
            Satisfiability::No
        } else {
            Satisfiability::Unknown
        }
    }
}

impl SatSolver {
    /// Takes the model of the last `Yes`, simplified if that is requested and easy.
    fn take_model(&mut self, pool: &Pool) {
        self.model = Some(self.blaster.gates.sat.get_model().to_vec());
        if !self.plain {
            return;
        }
        let roots = self.asserted.iter().copied();
        let roots = roots.chain(self.assumptions.iter().map(|&(t, _)| t));
        let numbers = self.blaster.numbers(pool, roots);
        let known = self.literals.len();
        let first = self.blaster.gates.sat.num_propagations();
        for kept in SMALL_NUMBER_BITS {
            let high = numbers.iter().filter_map(|bits| bits.get(kept..));
            let all: Vec<Lit> = high.clone().flatten().copied().collect();
            if all.is_empty() || self.clear(&all) {
                continue;
            }
            for bits in high.take(MAX_SHRUNK_VARIABLES) {
                let assigned = self.blaster.gates.sat.num_propagations() - first;
                if assigned >= READABLE_MODEL_WORK {
                    break;
                }
                self.clear(bits);
            }
            break;
        }
        self.literals.truncate(known);
    }

    /// Fixes bits to 0 permanently if some model permits that, and takes that model. Returns whether one does.
    fn clear(&mut self, bits: &[Lit]) -> bool {
        let known = self.literals.len();
        self.literals.extend(bits.iter().map(|&bit| !bit));
        let sat = &mut self.blaster.gates.sat;
        sat.cb_mut().start(SolverLimits {
            conflicts: Some(READABLE_MODEL_CONFLICTS),
            ..self.limits
        });
        let found = sat.solve_limited(&self.literals) == lbool::TRUE;
        if found {
            self.model = Some(sat.get_model().to_vec());
        } else {
            self.literals.truncate(known);
        }
        found
    }
}

impl Feasibility for SatSolver {
    fn check(&mut self, pool: &Pool, assumptions: &[Term]) -> Satisfiability {
        self.bind(pool);
        self.checks += 1;
        self.memo.clear();
        self.core.clear();
        self.assumptions.clear();
        self.model = None;
        let verdict = self.solve(pool, assumptions);
        self.satisfied = verdict == Satisfiability::Yes;
        verdict
    }

    fn set_plain(&mut self, plain: bool) {
        self.plain = plain;
    }

    fn value(&mut self, pool: &Pool, t: Term) -> u64 {
        if self.pool != Some(pool.id()) {
            return pool.eval(t, &|_| 0);
        }
        if self.satisfied && self.model.is_none() {
            self.take_model(pool);
        }
        let model = self.model.as_deref().unwrap_or_default();
        pool.eval_with(t, &|v| self.blaster.value(model, pool, v), &mut self.memo)
    }
}

impl Solver for SatSolver {
    fn assert(&mut self, pool: &Pool, t: Term) {
        self.bind(pool);
        if supported(pool, t) {
            self.asserted.push(t);
            self.add(pool, t);
        } else {
            self.foreign = true;
        }
    }

    fn core(&mut self) -> Vec<Term> {
        self.core.clone()
    }

    fn set_limits(&mut self, limits: SolverLimits) {
        self.limits = limits;
    }

    fn interrupt(&self) -> Interrupt {
        self.blaster.gates.sat.cb().interrupt().clone()
    }

    fn stats(&self) -> Stats {
        let gates = &self.blaster.gates;
        Stats {
            checks: self.checks,
            clauses: gates.clauses,
            vars: gates.vars,
            propagations: self.propagations,
        }
    }

    fn name(&self) -> &'static str {
        "sat"
    }
}
