//! Weighted `MaxSAT` by bounding the cost, with Z3.
//!
//! "The relaxed soft terms weigh at most k" is a pseudo-Boolean constraint, which Z3's finite-domain engine treats
//! natively alongside its own bit-blasting. The search tries increasing k, in growing steps through the possible sums
//! of the weights, and bisects once a model is found. Diagnoses are small, so few queries are needed, and a small k
//! prunes well.
//!
//! Measured on the trace formula of one TCAS version with all its failing tests (131): Z3's own `Optimize` took 17 to
//! 19 s to the first optimum (both `maxres` and `rc2`), its general solver with a cardinality bound 5.1 s, the
//! finite-domain engine with the same bound 1.0 s. The engine gets terms, not our clauses, so the whole answer is
//! independent of our bit-blaster.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use term::{Pool, Satisfiability, Term};
use z3::ast::Bool;
use z3::{Model, SatResult};

use super::translate::Translation;
use super::{Engine, model_value, new_engine, watched_check};
use crate::limits::MAX_LISTED_COST;
use crate::{Interrupt, Optimizer, Optimum, SolverLimits};

/// [`Optimizer`] by bound search in Z3.
pub struct Z3Optimizer {
    interrupt: Interrupt,
    pool: Option<u64>,
    translation: Translation,
    engine: Option<Engine>,
    hard: Vec<Term>,
    soft: Vec<(Term, u64)>,
    relaxed_at_most: Option<u32>,
    /// Lower bound of the cost: kept from check to check, since hard terms are only added.
    at_least: u64,
    best: Option<Best>,
    limits: SolverLimits,
}

struct Best {
    cost: u64,
    kept: Vec<bool>,
    model: Model,
}

impl Z3Optimizer {
    /// An optimizer that `interrupt` stops.
    pub fn new(interrupt: Interrupt) -> Self {
        Z3Optimizer {
            interrupt,
            pool: None,
            translation: Translation::default(),
            engine: None,
            hard: Vec::new(),
            soft: Vec::new(),
            relaxed_at_most: None,
            at_least: 0,
            best: None,
            limits: SolverLimits::default(),
        }
    }

    fn bind(&mut self, pool: &Pool) {
        if self.pool != Some(pool.id()) {
            self.pool = Some(pool.id());
            self.forget();
            self.hard.clear();
            self.soft.clear();
            self.relaxed_at_most = None;
            self.at_least = 0;
        }
    }

    fn forget(&mut self) {
        self.translation.clear();
        self.engine = None;
        self.best = None;
    }

    /// Passes new hard terms to the engine.
    fn prepare(&mut self, pool: &Pool) -> Option<()> {
        let floats = self.hard.iter().any(|&t| pool.has_float(t));
        if self
            .engine
            .as_ref()
            .is_none_or(|engine| engine.floats != floats)
        {
            self.engine = Some(new_engine(floats));
        }
        let engine = self.engine.as_mut()?;
        for &t in &self.hard[engine.asserted..] {
            engine.solver.assert(self.translation.boolean(pool, t)?);
            engine.asserted += 1;
        }
        Some(())
    }

    /// The negations of the soft terms with their weights, for a constraint.
    fn relaxations(&mut self, pool: &Pool) -> Option<Vec<(Bool, u64)>> {
        let soft = self.soft.iter();
        soft.map(|&(t, weight)| Some((self.translation.boolean(pool, t)?.not(), weight)))
            .collect()
    }

    fn search(&mut self, pool: &Pool) -> Option<Satisfiability> {
        let begun = Instant::now();
        self.prepare(pool)?;
        let relaxations = self.relaxations(pool)?;
        let counted = match self.relaxed_at_most {
            Some(most) => Some(at_most(
                relaxations.iter().map(|(r, _)| (r, 1)),
                most.into(),
            )?),
            None => None,
        };
        let unit = unit(self.soft.iter().map(|&(_, weight)| weight));
        let costs = Costs::of(self.soft.iter().map(|&(_, weight)| weight / unit));
        // From here on, costs count units.
        let mut at_least = self.at_least.div_ceil(unit);
        let mut stride = 1;
        loop {
            self.at_least = at_least * unit;
            let found = self.best.as_ref().map(|best| best.cost / unit);
            if found == Some(at_least) {
                return Some(Satisfiability::Yes);
            }
            let bound = match found {
                Some(cost) => costs.between(at_least, cost),
                None => costs.after(at_least, stride - 1),
            };
            stride *= 2;
            let weighed = relaxations.iter().map(|(r, weight)| (r, weight / unit));
            let mut assumptions: Vec<Bool> = counted.iter().cloned().collect();
            assumptions.push(at_most(weighed, bound)?);
            match self.ask(pool, &assumptions, begun)? {
                SatResult::Sat => {
                    // Otherwise the model means something else to Z3 than to us, so there is no optimum.
                    let within = self
                        .best
                        .as_ref()
                        .is_some_and(|best| best.cost / unit <= bound);
                    debug_assert!(within, "a model within the bound {bound}");
                    if !within {
                        return Some(Satisfiability::Unknown);
                    }
                }
                SatResult::Unsat if found.is_none() && bound >= costs.total => {
                    return Some(Satisfiability::No);
                }
                SatResult::Unsat => at_least = costs.after(bound, 1),
                SatResult::Unknown => return Some(Satisfiability::Unknown),
            }
        }
    }

    /// Runs one query; a model is remembered with its real cost.
    fn ask(&mut self, pool: &Pool, assumptions: &[Bool], begun: Instant) -> Option<SatResult> {
        let mut limits = self.limits;
        if let Some(millis) = limits.millis {
            let left = Duration::from_millis(millis).checked_sub(begun.elapsed());
            let Some(left) = left else {
                return Some(SatResult::Unknown);
            };
            limits.millis = Some(left.as_millis() as u64);
        }
        let engine = self.engine.as_mut()?;
        engine.set_limits(limits);
        let solver = &engine.solver;
        // Assumptions must be literals here, so each bound gets a name.
        let names: Vec<Bool> = assumptions
            .iter()
            .map(|assumption| {
                let name = Bool::fresh_const("bound");
                solver.assert(name.implies(assumption));
                name
            })
            .collect();
        let result = watched_check(solver, &names, &self.interrupt, limits)?;
        if result == SatResult::Sat {
            self.remember(pool);
        }
        Some(result)
    }

    fn remember(&mut self, pool: &Pool) {
        let Some(model) = self
            .engine
            .as_ref()
            .and_then(|engine| engine.solver.get_model())
        else {
            return;
        };
        let mut memo = term::Memo::default();
        let value = |v| model_value(&model, &self.translation, v).unwrap_or(0);
        let kept: Vec<bool> = self
            .soft
            .iter()
            .map(|&(t, _)| pool.eval_with(t, &value, &mut memo) == 1)
            .collect();
        let lost = self.soft.iter().zip(&kept).filter(|(_, kept)| !**kept);
        let cost = lost.map(|(&(_, weight), _)| weight).sum();
        if self.best.as_ref().is_none_or(|best| cost < best.cost) {
            self.best = Some(Best { cost, kept, model });
        }
    }
}

impl Optimizer for Z3Optimizer {
    fn hard(&mut self, pool: &Pool, t: Term) {
        self.bind(pool);
        self.hard.push(t);
    }

    fn soft(&mut self, pool: &Pool, guard: Term, weight: u64) {
        self.bind(pool);
        self.soft.push((guard, weight));
    }

    fn limit_relaxed(&mut self, pool: &Pool, count: u32) {
        self.bind(pool);
        if self.relaxed_at_most.is_some_and(|before| before < count) {
            // Cheaper models may be possible again.
            self.at_least = 0;
        }
        self.relaxed_at_most = Some(count);
    }

    fn check(&mut self, pool: &Pool) -> Optimum {
        self.bind(pool);
        self.best = None;
        let verdict = if self.interrupt.is_raised() || crate::z3().is_err() {
            Satisfiability::Unknown
        } else {
            // The bindings panic where Z3 returns an error.
            let answer = catch_unwind(AssertUnwindSafe(|| self.search(pool)));
            answer.ok().flatten().unwrap_or_else(|| {
                self.forget();
                Satisfiability::Unknown
            })
        };
        let (cost, kept) = self
            .best
            .as_ref()
            .map_or((0, Vec::new()), |best| (best.cost, best.kept.clone()));
        Optimum {
            verdict,
            cost,
            at_least: self.at_least,
            kept,
        }
    }

    fn value(&mut self, pool: &Pool, t: Term) -> u64 {
        let bound = self.pool == Some(pool.id());
        let model = self.best.as_ref().filter(|_| bound).map(|best| &best.model);
        pool.eval(t, &|v| {
            model
                .and_then(|m| model_value(m, &self.translation, v))
                .unwrap_or(0)
        })
    }

    fn set_limits(&mut self, limits: SolverLimits) {
        self.limits = limits;
    }

    fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

/// The greatest common divisor of the weights, at least 1; in units of it there are fewer, smaller costs to try.
fn unit(weights: impl Iterator<Item = u64>) -> u64 {
    let gcd = weights.fold(0, |mut a: u64, mut b| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    gcd.max(1)
}

/// The constraint that the true terms weigh at most `bound`; `None` if Z3's 32-bit weights do not suffice.
fn at_most<'a>(terms: impl Iterator<Item = (&'a Bool, u64)>, bound: u64) -> Option<Bool> {
    let terms: Option<Vec<(&Bool, i32)>> = terms
        .map(|(t, weight)| Some((t, i32::try_from(weight).ok()?)))
        .collect();
    Some(Bool::pb_le(&terms?, i32::try_from(bound).ok()?))
}

/// The possible costs: sums of weights.
struct Costs {
    /// Possible costs in increasing order, including 0; empty if there are too many.
    listed: Vec<u64>,
    total: u64,
}

impl Costs {
    fn of(weights: impl Iterator<Item = u64>) -> Self {
        let weights: Vec<u64> = weights.collect();
        let total: u64 = weights.iter().sum();
        let mut possible = vec![false; usize::try_from(total).map_or(0, |n| n + 1)];
        if possible.len() > MAX_LISTED_COST {
            return Costs {
                listed: Vec::new(),
                total,
            };
        }
        possible[0] = true;
        for weight in weights.iter().map(|&weight| weight as usize) {
            for sum in (weight..possible.len()).rev() {
                possible[sum] |= possible[sum - weight];
            }
        }
        let listed = (0..=total).filter(|&sum| possible[sum as usize]).collect();
        Costs { listed, total }
    }

    /// The possible cost that is `steps` steps above `cost`, at most the total.
    fn after(&self, cost: u64, steps: u64) -> u64 {
        if self.listed.is_empty() {
            return cost.saturating_add(steps).min(self.total);
        }
        let here = self.listed.partition_point(|&sum| sum < cost);
        let there = here.saturating_add(usize::try_from(steps).unwrap_or(usize::MAX));
        self.listed.get(there).copied().unwrap_or(self.total)
    }

    /// The middle one of the possible costs from `low` to below `high`.
    fn between(&self, low: u64, high: u64) -> u64 {
        if self.listed.is_empty() {
            return low + (high - 1 - low) / 2;
        }
        let from = self.listed.partition_point(|&sum| sum < low);
        let to = self.listed.partition_point(|&sum| sum < high);
        self.listed
            .get(from + (to.saturating_sub(from + 1)) / 2)
            .copied()
            .unwrap_or(low)
    }
}

#[cfg(test)]
mod tests {
    use super::Costs;

    #[test]
    fn costs_are_sums_of_weights() {
        let costs = Costs::of([3, 5, 5, 100].into_iter());
        assert_eq!(costs.listed[..6], [0, 3, 5, 8, 10, 13]);
        assert_eq!(costs.after(0, 0), 0);
        assert_eq!(costs.after(0, 1), 3);
        assert_eq!(costs.after(8, 2), 13);
        assert_eq!(costs.after(13, 100), 113);
        assert_eq!(costs.between(3, 13), 5);
        assert_eq!(costs.between(10, 13), 10);
    }

    #[test]
    fn too_many_costs_are_not_listed() {
        let costs = Costs::of([1 << 20, 7].into_iter());
        assert!(costs.listed.is_empty());
        assert_eq!(costs.after(5, 1), 6);
        assert_eq!(costs.between(5, 6), 5);
        assert_eq!(costs.between(0, 10), 4);
    }
}
