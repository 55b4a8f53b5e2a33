//! Model guessing, before any solver is asked.
//!
//! Most satisfiable queries are as simple as `x > 600`, `b ∧ ¬c` or `ite(b, x, y) = 0`: a model is obvious, and
//! building circuits would take longer than everything else. So a model is guessed first, top down: the goal for a term
//! is propagated to one operand, or to both, until it reaches variables. The first goal for a variable counts; other
//! variables are 0. Then the terms are evaluated with these values. If all hold, the guess is a model; otherwise
//! nothing is known, and a solver is asked.
//!
//! For a goal that is a bound, a value slightly beyond it is chosen, a power of two: it often also satisfies the same
//! query about another test, whose bound is different.

use crate::limits::MAX_GOALS;
use term::value::{mask, sign_bit, signed};
use term::{BvOp, Memo, Node, Pool, Term};

/// Guesses models.
#[derive(Default)]
pub(crate) struct ModelGuess {
    /// Values of variables, by the goals that reached them.
    model: Vec<(Term, u64)>,
    memo: Memo,
    goals: Vec<(Term, u64)>,
}

/// Side of a bound on which the goal lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

impl ModelGuess {
    /// Whether a model of all roots was found; [`ModelGuess::value`] then returns its values. The result depends on
    /// which goal comes first, so both orders are tried.
    pub(crate) fn finds_model(&mut self, pool: &Pool, roots: &[Term]) -> bool {
        let goals = roots.iter().map(|&t| (t, 1));
        self.follow(pool, roots, goals.clone().rev())
            || roots.len() > 1 && self.follow(pool, roots, goals)
    }

    /// Propagates goals, last one first. Returns whether the resulting values are a model.
    fn follow(
        &mut self,
        pool: &Pool,
        roots: &[Term],
        goals: impl Iterator<Item = (Term, u64)>,
    ) -> bool {
        self.model.clear();
        self.memo.clear();
        self.goals.clear();
        self.goals.extend(goals);
        for _ in 0..MAX_GOALS {
            let Some((t, value)) = self.goals.pop() else {
                return roots.iter().all(|&t| self.value(pool, t) == 1);
            };
            self.propagate_goal(pool, t, value);
        }
        false
    }

    /// The value of a term in the model that was found.
    pub(crate) fn value(&mut self, pool: &Pool, t: Term) -> u64 {
        let model = &self.model;
        let of = |v| model.iter().find(|(var, _)| *var == v).map_or(0, |m| m.1);
        pool.eval_with(t, &of, &mut self.memo)
    }

    /// Propagates the goal that `t` has this value.
    fn propagate_goal(&mut self, pool: &Pool, t: Term, value: u64) {
        let all = mask(pool.sort(t).bits());
        match *pool.node(t) {
            Node::Var(_) if self.known(t).is_none() => self.model.push((t, value)),
            Node::Not(a) => self.want(a, 1 - value),
            Node::And(a, b) if value == 1 => {
                self.want(b, 1);
                self.want(a, 1);
            }
            Node::And(a, b) => {
                let other = self.truth(pool, a) == Some(true);
                self.want(if other { b } else { a }, 0);
            }
            Node::Eq(a, b) => self.propagate_equal(pool, a, b, value == 1),
            Node::Slt(a, b) => self.propagate_less(pool, a, b, value == 1, true),
            Node::Ult(a, b) => self.propagate_less(pool, a, b, value == 1, false),
            Node::Ite(c, a, b) => {
                let first = match (pool.as_const(a), pool.as_const(b)) {
                    (Some(a), _) => a == value,
                    (_, Some(b)) => b != value,
                    _ => self.truth(pool, c) != Some(false),
                };
                self.want(if first { a } else { b }, value);
                self.want(c, u64::from(first));
            }
            Node::SExt(a) | Node::ZExt(a) => self.want(a, value & mask(pool.width(a))),
            Node::Extract(a, low) => self.want(a, value << low),
            Node::Concat(high, low) => {
                self.want(low, value & mask(pool.width(low)));
                self.want(high, value >> pool.width(low));
            }
            Node::Neg(a) => self.want(a, value.wrapping_neg() & all),
            Node::BvNot(a) => self.want(a, !value & all),
            Node::Bin(op, a, b) => self.propagate_result(pool, op, a, b, value & all),
            _ => {}
        }
    }

    fn want(&mut self, t: Term, value: u64) {
        self.goals.push((t, value));
    }

    /// The goal for a variable, if there is one.
    fn known(&self, t: Term) -> Option<u64> {
        self.model.iter().find(|(var, _)| *var == t).map(|m| m.1)
    }

    /// The value of a Boolean variable or of its negation, if there is a goal for it.
    fn truth(&self, pool: &Pool, t: Term) -> Option<bool> {
        match *pool.node(t) {
            Node::Not(a) => self.known(a).map(|value| value == 0),
            _ => self.known(t).map(|value| value == 1),
        }
    }

    fn propagate_equal(&mut self, pool: &Pool, a: Term, b: Term, equal: bool) {
        let (open, value) = match (pool.as_const(a), pool.as_const(b)) {
            (Some(value), _) => (b, value),
            (_, Some(value)) => (a, value),
            _ if equal => return,
            _ => (a, 0),
        };
        let other = u64::from(value == 0);
        self.want(open, if equal { value } else { other });
    }

    /// Propagates the goal `a < b`, or its negation.
    fn propagate_less(&mut self, pool: &Pool, a: Term, b: Term, less: bool, is_signed: bool) {
        let width = pool.width(a);
        let number = |t| {
            let bits = pool.as_const(t)?;
            Some(if is_signed {
                i128::from(signed(width, bits))
            } else {
                i128::from(bits)
            })
        };
        let (open, bound, side) = match (number(a), number(b)) {
            (Some(bound), None) if less => (b, bound, Side::Above),
            (Some(bound), None) => (b, bound + 1, Side::Below),
            (None, Some(bound)) if less => (a, bound, Side::Below),
            (None, Some(bound)) => (a, bound - 1, Side::Above),
            _ => return,
        };
        let most = if is_signed {
            i128::from(sign_bit(width) - 1)
        } else {
            i128::from(mask(width))
        };
        let least = if is_signed { -most - 1 } else { 0 };
        let goal = beyond(bound, side);
        let nearest = match side {
            Side::Above => bound + 1,
            Side::Below => bound - 1,
        };
        let fitting = [goal, nearest]
            .into_iter()
            .find(|v| (least..=most).contains(v));
        if let Some(value) = fitting {
            self.want(open, value as u64 & mask(width));
        }
    }

    /// Propagates the goal for a result to the operand that is not a constant.
    fn propagate_result(&mut self, pool: &Pool, op: BvOp, a: Term, b: Term, value: u64) {
        let all = mask(pool.width(a));
        let goal = match (op, pool.as_const(a), pool.as_const(b)) {
            (BvOp::Add, Some(c), _) => (b, value.wrapping_sub(c)),
            (BvOp::Add, _, Some(c)) => (a, value.wrapping_sub(c)),
            (BvOp::Sub, Some(c), _) => (b, c.wrapping_sub(value)),
            (BvOp::Sub, _, Some(c)) => (a, value.wrapping_add(c)),
            (BvOp::Xor, Some(c), _) => (b, value ^ c),
            (BvOp::Xor, _, Some(c)) => (a, value ^ c),
            (BvOp::Mul, Some(c), _) if c != 0 && value.is_multiple_of(c) => (b, value / c),
            (BvOp::Mul, _, Some(c)) if c != 0 && value.is_multiple_of(c) => (a, value / c),
            _ => return,
        };
        self.want(goal.0, goal.1 & all);
    }
}

/// A simple number on this side of a bound: 0 if possible, otherwise a power of two.
fn beyond(bound: i128, side: Side) -> i128 {
    match side {
        Side::Above if bound < 0 => 0,
        Side::Above => (bound as u128 + 1).next_power_of_two() as i128,
        Side::Below => -beyond(-bound, Side::Above),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{BvCmp, Sort};

    fn sees(pool: &Pool, roots: &[Term]) -> bool {
        let mut guess = ModelGuess::default();
        let seen = guess.finds_model(pool, roots);
        let holds = roots.iter().all(|&t| guess.value(pool, t) == 1);
        assert!(!seen || holds);
        seen
    }

    #[test]
    fn what_is_plain_to_see_is_seen() {
        let mut pool = Pool::new();
        let (x, y) = (pool.var(Sort::Bv(32)), pool.var(Sort::Bv(32)));
        let b = pool.var(Sort::Bool);
        let c600 = pool.bv(32, 600);
        let minus = pool.bv(32, (-5i32 as u32).into());
        let most = pool.bv(32, i32::MAX as u64);
        let above = pool.bv_cmp(BvCmp::Slt, c600, x);
        let below = pool.bv_cmp(BvCmp::Slt, x, minus);
        let not_above = pool.not(above);
        let either = pool.ite(b, x, y);
        let zero = pool.bv(32, 0);
        let is_zero = pool.eq(either, zero);
        let is_not = pool.not(is_zero);
        let not_b = pool.not(b);
        let sum = pool.bv_bin(BvOp::Add, x, c600);
        let sum_is = pool.eq(sum, minus);
        assert!(sees(&pool, &[]));
        assert!(sees(&pool, &[above]));
        assert!(sees(&pool, &[not_above]));
        assert!(sees(&pool, &[below]));
        assert!(sees(&pool, &[is_not, above]));
        assert!(sees(&pool, &[not_b, is_not, below]));
        assert!(sees(&pool, &[sum_is]));
        let nothing = pool.bv_cmp(BvCmp::Slt, most, x);
        assert!(!sees(&pool, &[nothing]));
        assert!(!sees(&pool, &[above, not_above]));
        assert!(!sees(&pool, &[above, below]));
    }

    #[test]
    fn bounds_are_kept_simply() {
        let above = |bound| beyond(bound, Side::Above);
        let below = |bound| beyond(bound, Side::Below);
        assert_eq!(
            [-3, -1, 0, 1, 600, 1024].map(above),
            [0, 0, 1, 2, 1024, 2048]
        );
        assert_eq!([3, 1, 0, -1, -600].map(below), [0, 0, -1, -2, -1024]);
    }
}
