//! Forced choices: prescribe what the executions of a set of components do in a concrete run.
//!
//! The executions of the components of a set are numbered together, from 0, in the order in which they begin. A choice
//! may be forced on each of them: an alternative, with the values for its angelic choices. A search for a passing run
//! tries such choices, pauses runs before an execution to continue from there several times, and records the choices of
//! a successful run as a [`Script`], which can be replayed.

use std::collections::BTreeMap;

use ir::{AltKind, CompId, CompSet, Scalar};
use smallvec::SmallVec;

use super::arith;
use super::script::{Choice, Entering, Script};
use super::value::{ObjId, Val};

/// Choices of a set of components, forced on a run.
#[derive(Debug, Clone, Default)]
pub struct ForcedRun {
    /// Components of the set.
    pub comps: CompSet,
    /// Choices of their executions.
    pub choices: ForcedChoices,
    /// Number of their executions so far, including those before the state in which the run began.
    pub executions: u32,
    /// Number of the execution before which the run stops, once, with [`Stop::Enter`](super::Stop::Enter).
    pub pause: Option<u32>,
    /// Choices made so far, if they are recorded.
    pub made: Option<Script>,
    /// Number of angelic values given to the current execution.
    values: usize,
}

/// Choices for the executions of a set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ForcedChoices {
    /// Choices of single executions, by number.
    pub at: BTreeMap<u32, ForcedChoice>,
    /// Choice of all other executions; `None`: as written.
    pub rest: Option<ForcedChoice>,
}

/// An alternative, with a value for each angelic choice in it.
#[derive(Debug, Clone, PartialEq)]
pub struct ForcedChoice {
    /// Index into the component's alternatives.
    pub alt: usize,
    /// Kind of the alternative.
    pub kind: AltKind,
    /// Values in the order in which they are requested; the last one is reused for all further requests.
    pub values: SmallVec<[ForcedValue; 1]>,
}

/// A forced value, converted to the requested type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ForcedValue {
    /// A number for any type; for pointers, only 0 (null).
    Int(i64),
    /// A number for any type except pointers.
    Float(f64),
    /// A pointer into this object, with the offset.
    Pointer(ObjId, u64),
}

impl ForcedChoices {
    /// Choices that make all executions do the same.
    pub fn always(choice: ForcedChoice) -> ForcedChoices {
        ForcedChoices {
            at: BTreeMap::new(),
            rest: Some(choice),
        }
    }

    fn of(&self, execution: u32) -> Option<&ForcedChoice> {
        self.at.get(&execution).or(self.rest.as_ref())
    }
}

impl ForcedChoice {
    /// An alternative that asks for no value, or is given this one each time.
    pub fn new(alt: usize, kind: AltKind, value: Option<ForcedValue>) -> ForcedChoice {
        ForcedChoice {
            alt,
            kind,
            values: value.into_iter().collect(),
        }
    }
}

impl ForcedValue {
    /// The value in a register of type `ty`.
    pub fn of(ty: Scalar, bits: u64, object: ObjId) -> ForcedValue {
        if object != 0 {
            ForcedValue::Pointer(object, bits)
        } else if ty.is_float() {
            ForcedValue::Float(arith::to_f64(ty, bits))
        } else {
            ForcedValue::Int(bits as i64)
        }
    }

    /// Contents of a register of type `ty`; `None` if the type cannot hold the value.
    fn value(self, ty: Scalar) -> Option<Val<u64>> {
        if let ForcedValue::Pointer(object, bits) = self {
            return (ty == Scalar::Ptr).then_some(Val::pointer(object, bits));
        }
        self.bits(ty).map(Val::scalar)
    }

    fn bits(self, ty: Scalar) -> Option<u64> {
        match self {
            ForcedValue::Int(0) => Some(0),
            _ if ty == Scalar::Ptr => None,
            ForcedValue::Int(i) => {
                let bits = arith::cast(Scalar::I64, ty, i as u64);
                (ty.is_float() || bits == i as u64).then_some(bits)
            }
            ForcedValue::Float(x) if ty.is_float() => Some(arith::from_f64(ty, x)),
            ForcedValue::Float(x) => {
                let whole = x.to_bits();
                let out = arith::float_out_of_range(Scalar::F64, ty, whole);
                (!out).then(|| arith::cast(Scalar::F64, ty, whole))
            }
            ForcedValue::Pointer(..) => None,
        }
    }
}

impl ForcedRun {
    /// Choices for the executions of a set, `executions` of which have already happened; nothing is recorded.
    pub fn new(comps: CompSet, choices: ForcedChoices, executions: u32) -> ForcedRun {
        ForcedRun {
            comps,
            choices,
            executions,
            ..ForcedRun::default()
        }
    }

    /// Records the choices that the run makes.
    #[must_use]
    pub fn recorded(mut self) -> ForcedRun {
        self.made = Some(Script::new());
        self
    }

    /// Whether neither a choice nor a pause is to come.
    pub(super) fn is_over(&self) -> bool {
        let last = self.choices.at.keys().chain(&self.pause).max();
        last.is_none_or(|last| *last < self.executions)
    }

    /// Decides the behaviour of a component of the set that is being entered.
    pub(super) fn enter(&mut self, comp: CompId) -> Entering {
        if self.pause == Some(self.executions) {
            self.pause = None;
            return Entering::Ask;
        }
        let choice = self.choices.of(self.executions);
        self.executions += 1;
        self.values = 0;
        if let Some(made) = &mut self.made {
            made.push_back(Choice::Enter {
                comp,
                alt: choice.map(|c| c.alt),
                kind: choice.map(|c| c.kind),
            });
        }
        choice.map_or(Entering::Kept, |c| Entering::Alternative(c.alt))
    }

    /// The next value for the current execution; `None` if there is none of this type.
    pub(super) fn angelic(&mut self, comp: CompId, ty: Scalar) -> Option<Val<u64>> {
        let choice = self.choices.of(self.executions.checked_sub(1)?)?;
        let given = choice.values.get(self.values).or(choice.values.last())?;
        let value = given.value(ty)?;
        self.values += 1;
        if let Some(made) = &mut self.made {
            made.push_back(Choice::Value {
                comp,
                ty,
                bits: value.bits,
                object: value.object,
            });
        }
        Some(value)
    }
}
