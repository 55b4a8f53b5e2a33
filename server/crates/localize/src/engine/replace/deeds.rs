//! What an execution of a component may be told to do, apart from what is written.

use ir::eval::{Deed, Given};
use ir::{AltKind, CompId, Function, Inst, Pc, Program, Relaxation, Relaxing, Scalar};

/// The alternatives of a component that take no value, or one number.
pub(in crate::engine) struct Deeds {
    /// Those without a value.
    bare: Vec<Deed>,
    /// The one with a value, and its type.
    valued: Option<(Deed, Scalar)>,
}

/// `None` if there are none in the mode.
pub(in crate::engine) fn deeds(
    program: &Program,
    relaxing: Relaxing,
    comp: CompId,
) -> Option<Deeds> {
    let component = &program.components[comp.index()];
    let function = &program.functions[component.function.index()];
    let relaxation = function.relaxations.iter().find(|r| r.comp == comp)?;
    let mut deeds = Deeds {
        bare: Vec::new(),
        valued: None,
    };
    for (i, alt) in relaxing.alternatives(component.kind, relaxation, true) {
        let deed = Deed {
            alt: i,
            kind: alt.kind,
            value: Given::Int(0),
        };
        match (alt.kind, value(function, relaxation, alt.pc)) {
            (AltKind::Skip | AltKind::InputEnd, Value::None) => deeds.bare.push(deed),
            // With the side effects that are written, where there are some.
            (AltKind::Angelic | AltKind::EvalAngelic, Value::Number(ty)) => {
                deeds.valued = Some((deed, ty));
            }
            _ => {}
        }
    }
    (!deeds.bare.is_empty() || deeds.valued.is_some()).then_some(deeds)
}

/// What an alternative has to be given.
enum Value {
    None,
    Number(Scalar),
    Other,
}

/// What the alternative that begins at `pc` asks for, along its code.
fn value(function: &Function, relaxation: &Relaxation, pc: Pc) -> Value {
    let after = relaxation.alts.iter().map(|a| a.pc).filter(|p| *p > pc);
    let end = after.min().unwrap_or(relaxation.resume).max(pc) as usize;
    let mut found = Value::None;
    for inst in function.code.get(pc as usize..end).unwrap_or_default() {
        match inst {
            Inst::Angelic { ty, comp, .. } if *comp == relaxation.comp => {
                found = match found {
                    Value::None if *ty != Scalar::Ptr => Value::Number(*ty),
                    _ => return Value::Other,
                };
            }
            Inst::AngelicText { .. } | Inst::AngelicOutput { .. } => return Value::Other,
            _ => {}
        }
    }
    found
}

impl Deeds {
    /// The alternative that takes a number, and its type.
    pub(in crate::engine) fn valued(&self) -> Option<(Deed, Scalar)> {
        self.valued
    }

    /// Values are whole numbers.
    pub(super) fn whole(&self) -> bool {
        self.valued.is_some_and(|(_, ty)| !ty.is_float())
    }

    /// What all executions may do alike.
    pub(super) fn everywhere(&self) -> Vec<Deed> {
        let mut all = self.bare.clone();
        if let Some((deed, _)) = self.valued {
            let values = [0, 1].map(Given::Int);
            all.extend(values.map(|value| Deed { value, ..deed }));
        }
        all
    }

    /// What one execution may do that computed `was`, when the output should show `wanted`.
    pub(super) fn once(&self, was: Option<Given>, wanted: Option<i64>) -> Vec<Deed> {
        let mut all = self.bare.clone();
        let Some((deed, ty)) = self.valued else {
            return all;
        };
        let near = match was {
            Some(Given::Int(x)) if ty != Scalar::Bool => {
                vec![x.wrapping_add(1), x.wrapping_sub(1), x.wrapping_neg()]
            }
            _ => Vec::new(),
        };
        let mut values = vec![0, 1];
        if ty != Scalar::Bool {
            values.extend(near);
            values.extend(wanted);
        }
        for (i, x) in values.iter().enumerate() {
            let new = was != Some(Given::Int(*x)) && !values[..i].contains(x);
            if new {
                let value = Given::Int(*x);
                all.push(Deed { value, ..deed });
            }
        }
        all
    }

    /// The alternative that takes a number, with the number to begin with.
    pub(super) fn number(&self, was: Option<Given>) -> Option<(Deed, f64)> {
        let (deed, ty) = self.valued?;
        let start = match was? {
            Given::Int(x) => x as f64,
            Given::Float(x) => x,
        };
        (ty != Scalar::Bool && start.is_finite()).then_some((deed, start))
    }
}
