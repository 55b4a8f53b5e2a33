//! Templates of invariants: a variable within bounds or different from a constant, and two variables in a relation or
//! with a bounded difference.

use ir::Scalar;
use term::{BvCmp, BvOp, Sort, Term};

use crate::trace::{Trace, VarId};

/// Comparison of two variables of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `==`
    Equal,
    /// `!=`
    Different,
}

/// An atomic fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// An integer lies between two numbers, inclusively.
    Within {
        /// The variable.
        var: VarId,
        /// Lower bound.
        low: i128,
        /// Upper bound.
        high: i128,
    },
    /// An integer differs from this number.
    Differs {
        /// The variable.
        var: VarId,
        /// The excluded number.
        value: i128,
    },
    /// Two integers of one type compare in this way.
    Related {
        /// Left operand.
        left: VarId,
        /// Their comparison.
        relation: Relation,
        /// Right operand.
        right: VarId,
    },
    /// The left of two integers of one type exceeds the right one by at most this much, as mathematical numbers (the
    /// difference need not fit the type).
    Apart {
        /// Left operand.
        left: VarId,
        /// Right operand.
        right: VarId,
        /// Largest difference.
        most: i128,
    },
    /// A variable has the same value as in the run: used for truth values, pointers and floating-point numbers.
    Same {
        /// The variable.
        var: VarId,
    },
}

impl Atom {
    /// The variables in the fact.
    pub fn vars(&self) -> impl Iterator<Item = VarId> + use<> {
        let (a, b) = match *self {
            Atom::Within { var, .. } | Atom::Differs { var, .. } | Atom::Same { var } => {
                (var, None)
            }
            Atom::Related { left, right, .. } | Atom::Apart { left, right, .. } => {
                (left, Some(right))
            }
        };
        std::iter::once(a).chain(b)
    }

    /// The fact that a variable has its value in the run.
    pub fn exactly(trace: &Trace, var: VarId) -> Atom {
        match number(trace, var) {
            Some(value) => Atom::Within {
                var,
                low: value,
                high: value,
            },
            None => Atom::Same { var },
        }
    }

    /// This fact, stated about another variable of the same type.
    pub fn renamed(self, from: VarId, to: VarId) -> Atom {
        let new = |v: VarId| if v == from { to } else { v };
        match self {
            Atom::Within { var, low, high } => Atom::Within {
                var: new(var),
                low,
                high,
            },
            Atom::Differs { var, value } => Atom::Differs {
                var: new(var),
                value,
            },
            Atom::Same { var } => Atom::Same { var: new(var) },
            Atom::Apart { left, right, most } => Atom::Apart {
                left: new(left),
                right: new(right),
                most,
            },
            Atom::Related {
                left,
                relation,
                right,
            } => Atom::Related {
                left: new(left),
                relation,
                right: new(right),
            },
        }
    }

    /// The fact as a formula.
    pub fn term(&self, trace: &mut Trace) -> Term {
        // Facts become comparisons of the type's own signedness, or equations where that is irrelevant.
        match *self {
            Atom::Within { var, low, high } => {
                let ty = trace.var(var).ty;
                let (min, max) = range(ty);
                if low == high {
                    let constant_term = constant(trace, var, low);
                    return trace
                        .pool
                        .eq(trace.variables[var.index()].term, constant_term);
                }
                let mut bounds = Vec::new();
                if low > min {
                    let bound = constant(trace, var, low);
                    bounds.push(at_most(trace, ty, bound, trace.variables[var.index()].term));
                }
                if high < max {
                    let bound = constant(trace, var, high);
                    bounds.push(at_most(trace, ty, trace.variables[var.index()].term, bound));
                }
                trace.pool.and_all(&bounds)
            }
            Atom::Differs { var, value } => {
                let constant_term = constant(trace, var, value);
                let equal = trace
                    .pool
                    .eq(trace.variables[var.index()].term, constant_term);
                trace.pool.not(equal)
            }
            Atom::Same { var } => {
                let (term, value) = (trace.var(var).term, trace.var(var).value);
                let sort = trace.pool.sort(term);
                if sort == Sort::Bool {
                    return if value == 1 {
                        term
                    } else {
                        trace.pool.not(term)
                    };
                }
                let constant = trace.pool.constant(sort, value);
                trace.pool.eq(term, constant)
            }
            Atom::Apart { left, right, most } => difference(trace, left, right, most),
            Atom::Related {
                left,
                relation,
                right,
            } => {
                let ty = trace.var(left).ty;
                let (a, b) = (trace.var(left).term, trace.var(right).term);
                match relation {
                    Relation::AtMost => at_most(trace, ty, a, b),
                    Relation::Less => {
                        let other = at_most(trace, ty, b, a);
                        trace.pool.not(other)
                    }
                    Relation::Equal => trace.pool.eq(a, b),
                    Relation::Different => {
                        let equal = trace.pool.eq(a, b);
                        trace.pool.not(equal)
                    }
                }
            }
        }
    }
}

/// `left < right + n` or, where the distance is negative, `left + n <= right`, as mathematical numbers: a sum that does
/// not fit is greater than all numbers that do. Programs use this form, and facts in the same form are proved fast.
fn difference(trace: &mut Trace, left: VarId, right: VarId, most: i128) -> Term {
    let ty = trace.var(left).ty;
    let (min, max) = range(ty);
    let (farther, by) = if most >= 0 {
        (right, most + 1)
    } else {
        (left, -most)
    };
    if by > max - min {
        return trace.pool.bool(most >= 0);
    }
    let (a, b) = (trace.var(left).term, trace.var(right).term);
    let edge = constant(trace, farther, max - by);
    let fits = at_most(trace, ty, trace.variables[farther.index()].term, edge);
    let by = constant(trace, farther, by);
    if most >= 0 {
        let sum = trace.pool.bv_bin(BvOp::Add, b, by);
        let beyond = at_most(trace, ty, sum, a);
        let below = trace.pool.not(beyond);
        trace.pool.implies(fits, below)
    } else {
        let sum = trace.pool.bv_bin(BvOp::Add, a, by);
        let below = at_most(trace, ty, sum, b);
        trace.pool.and(fits, below)
    }
}

fn constant(trace: &mut Trace, var: VarId, value: i128) -> Term {
    let sort = trace.pool.sort(trace.var(var).term);
    trace.pool.constant(sort, value as u64)
}

fn at_most(trace: &mut Trace, ty: Scalar, a: Term, b: Term) -> Term {
    let op = if ty.signed() { BvCmp::Sle } else { BvCmp::Ule };
    trace.pool.bv_cmp(op, a, b)
}

/// The range of an integer type.
pub(crate) fn range(ty: Scalar) -> (i128, i128) {
    let bits = ty.bits();
    match ty {
        Scalar::Bool => (0, 1),
        _ if ty.signed() => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        _ => (0, (1 << bits) - 1),
    }
}

/// The value of a variable in the run, if it is a C integer.
pub(crate) fn number(trace: &Trace, var: VarId) -> Option<i128> {
    let v = trace.var(var);
    let sort = trace.pool.sort(v.term);
    if v.ty.is_float() || v.ty == Scalar::Ptr || v.object != 0 || sort == Sort::Bool {
        return None;
    }
    Some(as_number(v.ty, v.value))
}

/// The bits as a number of an integer type.
pub(crate) fn as_number(ty: Scalar, bits: u64) -> i128 {
    if ty.signed() {
        i128::from(term::value::signed(
            ty.bits(),
            bits & term::value::mask(ty.bits()),
        ))
    } else {
        i128::from(bits & term::value::mask(ty.bits()))
    }
}
