//! Deep terms, like those of long loops.

use smt::{Choice, SolverLimits, solver};
use term::{BvOp, Pool, Satisfiability, Sort, Term};

/// `x ← g ? x + 1 : x ^ 5`, repeated `depth` times; the result is compared with a number.
fn chain(pool: &mut Pool, depth: usize) -> Term {
    let (one, five) = (pool.bv(8, 1), pool.bv(8, 5));
    let mut x = pool.var(Sort::Bv(8));
    for _ in 0..depth {
        let guard = pool.var(Sort::Bool);
        let sum = pool.bv_bin(BvOp::Add, x, one);
        let mixed = pool.bv_bin(BvOp::Xor, x, five);
        x = pool.ite(guard, sum, mixed);
    }
    x
}

fn solves(choice: Choice, depth: usize) {
    let mut pool = Pool::new();
    let x = chain(&mut pool, depth);
    let k = pool.bv(8, 77);
    let goal = pool.eq(x, k);
    let mut solver = solver(choice);
    solver.set_limits(SolverLimits {
        millis: Some(20_000),
        ..SolverLimits::default()
    });
    match solver.check(&pool, &[goal]) {
        Satisfiability::Yes => assert_eq!(solver.value(&pool, x), 77),
        verdict => assert_eq!(verdict, Satisfiability::Unknown, "there is a model"),
    }
}

#[test]
fn the_sat_solver_needs_no_stack() {
    solves(Choice::Sat, 20_000);
}

#[test]
fn z3_needs_no_stack() {
    solves(Choice::Z3, 1_000);
}
