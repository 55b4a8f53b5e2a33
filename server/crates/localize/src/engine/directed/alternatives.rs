//! What an execution of a component may be forced to do instead of what is written.

use eval::ForcedChoice;
use ir::{AltKind, CompId, Inst, Program, Relaxing, Scalar};

use crate::limits::MAX_FORCED_VALUES;

/// An alternative that can be forced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Alternative {
    /// Index into the component's alternatives.
    pub(crate) index: usize,
    pub(crate) kind: AltKind,
    /// Types of the values that the alternative asks for, at most [`MAX_FORCED_VALUES`] of them.
    types: [AngelicValue; MAX_FORCED_VALUES],
    values: usize,
}

/// A value that an alternative asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct AngelicValue {
    pub(crate) ty: Scalar,
    /// Size of the pointee, for pointers: a forced pointer may point to the beginning of any element of this size.
    pub(crate) elem: u32,
}

impl Alternative {
    /// Types of the values that the alternative asks for.
    pub(crate) fn asked(&self) -> &[AngelicValue] {
        &self.types[..self.values]
    }

    /// Type of the value that the alternative asks for, if it asks for exactly one.
    pub(crate) fn single(&self) -> Option<AngelicValue> {
        match self.asked() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The forced choice of this alternative, without values so far.
    pub(crate) fn choice(&self) -> ForcedChoice {
        ForcedChoice::new(self.index, self.kind, None)
    }
}

/// The alternatives of a component in this relax mode, except those that ask for text or for too many values.
pub(crate) fn alternatives(
    program: &Program,
    relaxing: Relaxing,
    comp: CompId,
) -> Vec<Alternative> {
    let component = &program.components[comp.index()];
    let function = &program.functions[component.function.index()];
    let Some(relaxation) = function.relaxations.iter().find(|r| r.comp == comp) else {
        return Vec::new();
    };
    let all = relaxing.alternatives(component.kind, relaxation, true);
    all.filter_map(|(index, alt)| {
        // The code of an alternative ends where that of the next one begins.
        let after = relaxation.alts.iter().map(|a| a.pc).filter(|p| *p > alt.pc);
        let end = after.min().unwrap_or(relaxation.resume).max(alt.pc);
        let code = function.code.get(alt.pc as usize..end as usize)?;
        let mut alternative = Alternative {
            index,
            kind: alt.kind,
            types: [AngelicValue {
                ty: Scalar::I32,
                elem: 1,
            }; MAX_FORCED_VALUES],
            values: 0,
        };
        for inst in code {
            match inst {
                Inst::Angelic {
                    ty, elem, comp: c, ..
                } if *c == comp => {
                    *alternative.types.get_mut(alternative.values)? = AngelicValue {
                        ty: *ty,
                        elem: *elem,
                    };
                    alternative.values += 1;
                }
                Inst::AngelicText { .. } | Inst::AngelicOutput { .. } => return None,
                _ => {}
            }
        }
        Some(alternative)
    })
    .collect()
}

/// The alternative that asks for one number, preferably the one that keeps the side effects of the original.
pub(crate) fn number_alternative(alternatives: &[Alternative]) -> Option<&Alternative> {
    let mut from_last = alternatives.iter().rev();
    from_last.find(|a| {
        let is_angelic = matches!(a.kind, AltKind::Angelic | AltKind::EvalAngelic);
        is_angelic && a.single().is_some_and(|asked| asked.ty != Scalar::Ptr)
    })
}
