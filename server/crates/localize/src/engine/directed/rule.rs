//! Rules that derive the value of an execution from the facts known there.
//!
//! A rule means the same at every execution. So one that helped at one execution is tried first at others, and a recipe
//! applies it to all of them.

use eval::ForcedValue;
use ir::{CompId, Reg, Scalar};

use super::facts::NearbyValues;

/// Source of a forced value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Rule {
    /// This number; 0 also stands for the null pointer.
    Constant(i64),
    /// The value computed as written, plus this number.
    Written(i64),
    /// The negated value as written.
    Negated,
    /// The value that the previous execution computed, plus this number.
    Previous(i64),
    /// The value that the next execution computes.
    Next,
    /// The value given to the previous forced execution, plus this number; at the first execution, this number alone.
    Counter(i64),
    /// The value of a variable of the function, plus this number.
    Variable(Reg, i64),
    /// The latest value that another component has computed.
    Of(CompId),
    /// The value as written, corrected by how far the first wrong number is off.
    Moved,
    /// One of the numbers that the output must show next, counted from 0.
    Wanted(usize),
    /// The next byte to be printed.
    Byte,
    /// One of the numbers on standard input, counted from 0.
    Input(usize),
}

/// The situation of an execution in a run, as far as moves and their rules depend on it.
pub(super) struct Situation<'s> {
    pub(super) facts: &'s NearbyValues,
    /// Values given to the previous forced execution.
    pub(super) counter: &'s [ForcedValue],
    /// Difference between the first wrong number and the expected one.
    pub(super) off: Option<f64>,
    /// Numbers that the output must show next.
    pub(super) wanted: Vec<f64>,
    /// Numbers on standard input.
    pub(super) input: &'s [f64],
    /// Next byte to be printed.
    pub(super) byte: Option<u8>,
    /// Number of executions between this one and the failure.
    pub(super) later: u32,
    /// Whether the failure is a trap.
    pub(super) traps: bool,
}

impl Rule {
    /// Value for the angelic choice of this index, in a register of type `ty`; `None` if the rule yields none here.
    pub(super) fn value(
        self,
        situation: &Situation<'_>,
        choice: usize,
        ty: Scalar,
    ) -> Option<ForcedValue> {
        let facts = situation.facts;
        let plus = |value: Option<ForcedValue>, step| plus(value?, step, ty);
        // One arm per source; whether the type has the value is decided in the end.
        let value = match self {
            Rule::Constant(x) => ForcedValue::Int(x),
            Rule::Written(step) => plus(facts.was, step)?,
            Rule::Negated => match facts.was? {
                ForcedValue::Int(x) => ForcedValue::Int(x.wrapping_neg()),
                ForcedValue::Float(x) => ForcedValue::Float(-x),
                ForcedValue::Pointer(..) => return None,
            },
            Rule::Previous(step) => plus(facts.previous, step)?,
            Rule::Next => facts.next?,
            Rule::Counter(step) => match situation.counter.get(choice).copied() {
                None if ty == Scalar::Ptr => return None,
                None => ForcedValue::Int(step),
                given => plus(given, step)?,
            },
            Rule::Variable(reg, step) => {
                let variable = facts.variables.iter().find(|(r, _)| *r == reg)?;
                plus(Some(variable.1), step)?
            }
            Rule::Of(comp) => {
                let others = match ty {
                    Scalar::Ptr => &facts.pointers,
                    _ => &facts.numbers,
                };
                others.iter().find(|(c, _)| *c == comp)?.1
            }
            Rule::Moved => {
                let off = situation.off?;
                match facts.was? {
                    ForcedValue::Int(x) => number(x as f64 - off, ty)?,
                    ForcedValue::Float(x) => number(x - off, ty)?,
                    ForcedValue::Pointer(..) => return None,
                }
            }
            Rule::Wanted(i) => number(*situation.wanted.get(i)?, ty)?,
            Rule::Byte => ForcedValue::Int(situation.byte?.into()),
            Rule::Input(i) => number(*situation.input.get(i)?, ty)?,
        };
        converted(value, ty)
    }
}

/// A value plus a number, in type `ty`; `None` if the type cannot represent it. Nothing but 0 is added to a pointer.
fn plus(value: ForcedValue, step: i64, ty: Scalar) -> Option<ForcedValue> {
    match value {
        ForcedValue::Int(x) if ty != Scalar::Ptr => Some(ForcedValue::Int(x.wrapping_add(step))),
        ForcedValue::Float(x) => number(x + step as f64, ty),
        other => (step == 0).then_some(other),
    }
}

/// A value of any type as a value of type `ty`; `None` if the type cannot represent it.
fn converted(value: ForcedValue, ty: Scalar) -> Option<ForcedValue> {
    match value {
        ForcedValue::Pointer(..) => (ty == Scalar::Ptr).then_some(value),
        ForcedValue::Int(x) if ty == Scalar::Ptr => (x == 0).then_some(value),
        ForcedValue::Int(x) => number(x as f64, ty).map(|f| if ty.is_float() { f } else { value }),
        ForcedValue::Float(x) => number(x, ty),
    }
}

/// The number `x` as a value of type `ty`; `None` if the type cannot represent it.
fn number(x: f64, ty: Scalar) -> Option<ForcedValue> {
    match ty {
        Scalar::Ptr => None,
        ty if ty.is_float() => Some(ForcedValue::Float(x)),
        Scalar::Bool => (x == 0.0 || x == 1.0).then_some(ForcedValue::Int(x as i64)),
        _ => (x.fract() == 0.0 && x.abs() < 1e15).then_some(ForcedValue::Int(x as i64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(rule: Rule, ty: Scalar) -> Option<ForcedValue> {
        let facts = NearbyValues {
            was: Some(ForcedValue::Int(7)),
            previous: Some(ForcedValue::Float(2.5)),
            variables: vec![(3, ForcedValue::Int(10)), (4, ForcedValue::Pointer(9, 16))],
            ..NearbyValues::default()
        };
        let situation = Situation {
            facts: &facts,
            counter: &[],
            off: Some(-2.0),
            wanted: vec![4.0, 0.5],
            input: &[1.0],
            byte: Some(b'x'),
            later: 0,
            traps: false,
        };
        rule.value(&situation, 0, ty)
    }

    #[test]
    fn rules_give_values_that_the_type_has() {
        let int = |rule| value(rule, Scalar::I32);
        assert_eq!(int(Rule::Written(-1)), Some(ForcedValue::Int(6)));
        assert_eq!(int(Rule::Negated), Some(ForcedValue::Int(-7)));
        assert_eq!(int(Rule::Moved), Some(ForcedValue::Int(9)));
        assert_eq!(int(Rule::Variable(3, 1)), Some(ForcedValue::Int(11)));
        // At the first execution, no value was given before.
        assert_eq!(int(Rule::Counter(1)), Some(ForcedValue::Int(1)));
        assert_eq!(int(Rule::Byte), Some(ForcedValue::Int(120)));
        // 2.5 and 0.5 are no integers, and an unknown value yields nothing.
        let none = [
            Rule::Previous(0),
            Rule::Wanted(1),
            Rule::Wanted(2),
            Rule::Next,
        ];
        assert_eq!(none.map(int), [None; 4]);
        assert_eq!(
            value(Rule::Wanted(1), Scalar::F64),
            Some(ForcedValue::Float(0.5))
        );
        assert_eq!(
            value(Rule::Written(1), Scalar::F32),
            Some(ForcedValue::Float(8.0))
        );
        let pointer = |rule| value(rule, Scalar::Ptr);
        assert_eq!(
            pointer(Rule::Variable(4, 0)),
            Some(ForcedValue::Pointer(9, 16))
        );
        assert_eq!(pointer(Rule::Constant(0)), Some(ForcedValue::Int(0)));
        let none = [
            Rule::Variable(4, 1),
            Rule::Variable(3, 0),
            Rule::Constant(1),
        ];
        assert_eq!(none.map(pointer), [None; 3]);
        assert_eq!(value(Rule::Written(0), Scalar::Bool), None);
    }
}
