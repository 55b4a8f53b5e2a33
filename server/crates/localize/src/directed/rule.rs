//! Rules by which the value of an execution is made from what is known there.
//!
//! A rule means the same at every execution, so one that helped at an execution is tried first at others, and one may be
//! followed by all of them.

use ir::eval::Given;
use ir::{CompId, Reg, Scalar};

use super::facts::Facts;

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Rule {
    /// This number; 0 is null, too.
    Constant(i64),
    /// What is computed as written, plus this.
    Written(i64),
    /// The negative of what is computed as written.
    Negated,
    /// What the last execution computed, plus this.
    Previous(i64),
    /// What the next execution computes.
    Next,
    /// What the last forced execution was given, plus this; at the first one this alone.
    Counter(i64),
    /// What a variable of the function holds, plus this.
    Variable(Reg, i64),
    /// What another component has computed last.
    Of(CompId),
    /// As written, moved by how far the first wrong number is off.
    Moved,
    /// One of the numbers that the output is to show next: the first is 0.
    Wanted(usize),
    /// The next byte that is to be printed.
    Byte,
    /// One of the numbers on standard input: the first is 0.
    Input(usize),
}

/// What rules look at.
pub(super) struct Known<'k> {
    pub(super) facts: &'k Facts,
    /// What the last forced execution was given for the same value.
    pub(super) counter: Option<Given>,
    /// How far the first wrong number is off.
    pub(super) off: Option<f64>,
    /// The numbers that the output is to show next.
    pub(super) wanted: &'k [f64],
    /// The next byte that is to be printed.
    pub(super) byte: Option<u8>,
    /// The numbers on standard input.
    pub(super) input: &'k [f64],
}

impl Rule {
    /// The value for a register of type `ty`; `None` if the rule says nothing here.
    pub(super) fn value(self, known: &Known<'_>, ty: Scalar) -> Option<Given> {
        let facts = known.facts;
        let plus = |value: Option<Given>, step: i64| match value? {
            Given::Int(x) if ty != Scalar::Ptr => Some(Given::Int(x.wrapping_add(step))),
            Given::Float(x) => number(x + step as f64, ty),
            other => (step == 0).then_some(other),
        };
        let of_type = |value: Given| match value {
            Given::Pointer(..) => (ty == Scalar::Ptr).then_some(value),
            Given::Int(x) if ty == Scalar::Ptr => (x == 0).then_some(value),
            Given::Int(x) => number(x as f64, ty).map(|f| if ty.is_float() { f } else { value }),
            Given::Float(x) => number(x, ty),
        };
        let value = match self {
            Rule::Constant(x) => Given::Int(x),
            Rule::Written(step) => plus(facts.was, step)?,
            Rule::Negated => match facts.was? {
                Given::Int(x) => Given::Int(x.wrapping_neg()),
                Given::Float(x) => Given::Float(-x),
                Given::Pointer(..) => return None,
            },
            Rule::Previous(step) => plus(facts.previous, step)?,
            Rule::Next => facts.next?,
            Rule::Counter(step) => match known.counter {
                None if ty == Scalar::Ptr => return None,
                None => Given::Int(step),
                given => plus(given, step)?,
            },
            Rule::Variable(reg, step) => {
                let variable = facts.variables.iter().find(|(r, _)| *r == reg)?;
                plus(Some(variable.1), step)?
            }
            Rule::Of(comp) => {
                let all = match ty {
                    Scalar::Ptr => &facts.pointers,
                    _ => &facts.numbers,
                };
                all.iter().find(|(c, _)| *c == comp)?.1
            }
            Rule::Moved => {
                let off = known.off?;
                match facts.was? {
                    Given::Int(x) => number(x as f64 - off, ty)?,
                    Given::Float(x) => number(x - off, ty)?,
                    Given::Pointer(..) => return None,
                }
            }
            Rule::Wanted(i) => number(*known.wanted.get(i)?, ty)?,
            Rule::Byte => Given::Int(known.byte?.into()),
            Rule::Input(i) => number(*known.input.get(i)?, ty)?,
        };
        of_type(value)
    }
}

/// A number of type `ty`; `None` if the type has no such number.
fn number(x: f64, ty: Scalar) -> Option<Given> {
    match ty {
        Scalar::Ptr => None,
        ty if ty.is_float() => Some(Given::Float(x)),
        Scalar::Bool => (x == 0.0 || x == 1.0).then_some(Given::Int(x as i64)),
        _ => (x.fract() == 0.0 && x.abs() < 1e15).then_some(Given::Int(x as i64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(rule: Rule, ty: Scalar) -> Option<Given> {
        let facts = Facts {
            was: Some(Given::Int(7)),
            previous: Some(Given::Float(2.5)),
            variables: vec![(3, Given::Int(10)), (4, Given::Pointer(9, 16))],
            ..Facts::default()
        };
        let known = Known {
            facts: &facts,
            counter: None,
            off: Some(-2.0),
            wanted: &[4.0, 0.5],
            byte: Some(b'x'),
            input: &[1.0],
        };
        rule.value(&known, ty)
    }

    #[test]
    fn rules_give_values_that_the_type_has() {
        let int = |rule| value(rule, Scalar::I32);
        assert_eq!(int(Rule::Written(-1)), Some(Given::Int(6)));
        assert_eq!(int(Rule::Negated), Some(Given::Int(-7)));
        assert_eq!(int(Rule::Moved), Some(Given::Int(9)));
        assert_eq!(int(Rule::Variable(3, 1)), Some(Given::Int(11)));
        // At the first execution nothing was given before.
        assert_eq!(int(Rule::Counter(1)), Some(Given::Int(1)));
        assert_eq!(int(Rule::Byte), Some(Given::Int(120)));
        // 2.5 and 0.5 are no integers, and what is not known has no value.
        let none = [
            Rule::Previous(0),
            Rule::Wanted(1),
            Rule::Wanted(2),
            Rule::Next,
        ];
        assert_eq!(none.map(int), [None; 4]);
        assert_eq!(value(Rule::Wanted(1), Scalar::F64), Some(Given::Float(0.5)));
        assert_eq!(
            value(Rule::Written(1), Scalar::F32),
            Some(Given::Float(8.0))
        );
        let pointer = |rule| value(rule, Scalar::Ptr);
        assert_eq!(pointer(Rule::Variable(4, 0)), Some(Given::Pointer(9, 16)));
        assert_eq!(pointer(Rule::Constant(0)), Some(Given::Int(0)));
        let none = [
            Rule::Variable(4, 1),
            Rule::Variable(3, 0),
            Rule::Constant(1),
        ];
        assert_eq!(none.map(pointer), [None; 3]);
        assert_eq!(value(Rule::Written(0), Scalar::Bool), None);
    }
}
