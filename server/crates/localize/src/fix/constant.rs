//! Solving for a constant that makes all tests pass.
//!
//! The constant is left open, one variable for all its executions in all tests. Counterexample-guided: a value is
//! proposed (a natural one if there is one), the tests are run with it, the first one that fails is run symbolically
//! and what it demands of the constant is added; the next proposal satisfies all demands so far. Tests agree quickly on
//! an interval or on nothing.
//!
//! # References
//! A. Solar-Lezama: *Program Synthesis by Sketching*, 2008, §4 (CEGIS).

use ir::eval::{Image, Sym, Symbolic};
use ir::explore::{Analysis, Explorer, Limits};
use ir::{FnId, Inst, Program, Scalar};
use syntax::Span;
use term::{Pool, Term, Verdict};

use super::edits::Hole;
use super::{Fixer, Judges, Trial};
use crate::engine::run::Prepared;

/// Proposals at most.
const MOST_ROUNDS: u32 = 16;

impl Fixer<'_> {
    /// Fills the constant at `place` in, and gives it as C text with the number of passing tests that it breaks.
    pub(super) fn solve(
        &mut self,
        program: &mut Program,
        place: Hole,
        judges: &Judges<'_>,
        tolerance: usize,
    ) -> Option<(String, usize)> {
        let (function, pc) = constant_at(program, place.span)?;
        let Inst::Const { dst, ty, .. } = program.functions[function.index()].code[pc] else {
            return None;
        };
        if ty.is_float() || matches!(ty, Scalar::Ptr | Scalar::Bool) {
            return None;
        }
        let analysis = Analysis::new(program);
        let mut solver = smt::solver(smt::Choice::Auto);
        solver.set_plain(true);
        solver.set_limits(smt::Limits {
            conflicts: Some(2_000),
            millis: Some(50),
            together: None,
        });
        let mut pool = Pool::new();
        let hole = pool.var(ir::eval::sort(ty));
        let mut demands: Vec<Term> = Vec::new();
        let mut test = *judges.failing.first()?;
        let mut near = None;
        for _ in 0..MOST_ROUNDS {
            program.functions[function.index()].code[pc] = Inst::Hole { dst, ty };
            let stopped = self.stopped;
            let asked = (test, judges.steps);
            let Some(demand) = demand(
                program,
                &analysis,
                &mut pool,
                hole,
                solver.as_mut(),
                asked,
                stopped,
            ) else {
                return near;
            };
            // The test fails with a value that meets its demand: the demand is not exact.
            if demands.contains(&demand) {
                return near;
            }
            demands.push(demand);
            let natural = self.natural(place.old, ty, |bits| {
                demands.iter().all(|d| pool.eval(*d, &|_| bits) == 1)
            });
            let bits = match natural {
                Some(bits) => bits,
                None if solver.check(&pool, &demands) == Verdict::Yes => {
                    ir::eval::arith::extend(ty, solver.value(&pool, hole))
                }
                None => return near,
            };
            program.functions[function.index()].code[pc] = Inst::Const { dst, ty, bits };
            match self.trial(program, judges, tolerance) {
                Trial::Passes(0, _) => return Some((literal(ty, bits), 0)),
                Trial::Passes(broken, first) => {
                    near = Some((literal(ty, bits), broken));
                    match first {
                        Some(broken) => test = broken,
                        None => return near,
                    }
                }
                Trial::FailsAt(failing) => test = failing,
                Trial::Void => return near,
            }
        }
        near
    }
}

impl Fixer<'_> {
    /// The most natural constant that `fits`: near the old one, a round multiple of it, or one that the program has
    /// elsewhere.
    fn natural(&self, old: i64, ty: Scalar, fits: impl Fn(u64) -> bool) -> Option<u64> {
        let near = [1, -1, 2, -2].map(|by| old.wrapping_add(by));
        let round = [0, 1, -1, old.wrapping_neg(), old.wrapping_mul(2), old / 2];
        let scaled = [old.wrapping_mul(10), old / 10];
        let all = near.into_iter().chain(round).chain(scaled);
        let all = all.chain(self.constants.iter().copied());
        // As the registers hold it; what the type cannot hold is no candidate.
        let bits = |value: i64| {
            let bits = ir::eval::arith::extend(ty, value as u64);
            (bits as i64 == value).then_some(bits)
        };
        let mask = u64::MAX >> (64 - ty.bits());
        all.filter_map(bits).find(|bits| fits(*bits & mask))
    }
}

/// The one instruction that loads the constant.
fn constant_at(program: &Program, place: Span) -> Option<(FnId, usize)> {
    let mut found = None;
    for (i, f) in program.functions.iter().enumerate() {
        for (pc, span) in f.spans.iter().enumerate() {
            if *span == place && matches!(f.code[pc], Inst::Const { .. }) {
                if found.is_some() {
                    return None;
                }
                found = Some((FnId(i as u32), pc));
            }
        }
    }
    found
}

/// What a test demands of the hole; `None` if that could not be found out.
fn demand(
    program: &Program,
    analysis: &Analysis,
    pool: &mut Pool,
    hole: Term,
    solver: &mut dyn smt::Solver,
    (test, steps): (&Prepared, u64),
    stopped: &dyn Fn() -> bool,
) -> Option<Term> {
    let image: Image<Sym> = Image::new(program);
    let state = image.start(&mut Symbolic::new(0), program, &test.start, false);
    let limits = Limits {
        unwind: 64,
        path_steps: steps,
        total_steps: steps.saturating_mul(8),
        forks: 200,
        open_checks: 4,
        terms: 1_000_000,
    };
    let mut explorer = Explorer::new(
        program,
        analysis,
        (state, Vec::new()),
        test.goal.clone(),
        limits,
        std::mem::take(pool),
        solver,
        stopped,
    );
    explorer.set_hole(hole);
    let passing = explorer.passing();
    *pool = explorer.finish();
    if passing.unknown.is_some() {
        return None;
    }
    let paths: Vec<Term> = passing.paths.iter().map(|p| pool.and_all(p)).collect();
    Some(pool.or_all(&paths))
}

fn literal(ty: Scalar, bits: u64) -> String {
    if ty.signed() {
        (bits as i64).to_string()
    } else {
        bits.to_string()
    }
}
