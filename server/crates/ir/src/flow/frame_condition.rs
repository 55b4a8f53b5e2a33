//! The effects that a branch not taken could have had: the variables of a frame condition.
//!
//! An explanation of a failure must also say that a variable was *not* assigned because another branch was taken (the
//! frame conditions of "Flow-sensitive Fault Localization", §5). These variables are computed from the code.

use super::points_to::Base;
use super::summaries::{StatePart, Summaries};
use crate::limits::MAX_WRITTEN_OFFSETS;
use crate::program::{FnId, Pc, Reg, Scalar};

/// Scalars of a type in a named object that stores may write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenScalars {
    /// The object.
    pub base: Base,
    /// Type that is written; `None`: any bytes.
    pub ty: Option<Scalar>,
    /// Byte offsets; `None` if they are too many or unknown.
    pub offsets: Option<Vec<u64>>,
}

/// Locations and effects of a piece of code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WriteSet {
    /// Registers of the function.
    pub registers: Vec<Reg>,
    /// Named objects.
    pub places: Vec<WrittenScalars>,
    /// Whether the code may print.
    pub prints: bool,
    /// Whether the code may do anything else.
    pub anything: bool,
}

impl WriteSet {
    /// The possible writes of a function's code on the paths from `targets` to `meet`, with components as written.
    pub fn between(
        summaries: &Summaries<'_>,
        function: FnId,
        targets: &[Pc],
        meet: Option<Pc>,
    ) -> WriteSet {
        let positions = summaries.between(function, targets, meet);
        let effects = summaries.piece(function, positions.iter().copied());
        WriteSet {
            registers: summaries.registers(function, &positions),
            places: summaries.written_scalars(function, &effects),
            prints: effects.state.contains(StatePart::Output),
            anything: effects.may_do_more_than_write_and_print(),
        }
    }
}

impl Summaries<'_> {
    /// The scalars that code of a function with these effects may write in named objects.
    pub fn written_scalars(&self, function: FnId, effects: &super::Effects) -> Vec<WrittenScalars> {
        let places = effects.writes.iter().map(|(spot, ty)| {
            let width = ty.map_or(1, |ty| u64::from(ty.size()));
            let size = self.size(function, spot.base);
            WrittenScalars {
                base: spot.base,
                ty: *ty,
                offsets: spot.offsets(width, size, MAX_WRITTEN_OFFSETS),
            }
        });
        places.collect()
    }
}
