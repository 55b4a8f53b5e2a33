//! The effects that a branch not taken could have had: the variables of a frame condition.
//!
//! An explanation of a failure must also say that a variable was *not* assigned because another branch was taken (the
//! frame conditions of "Flow-sensitive Fault Localization", §5). These variables are computed from the code.

use std::collections::BTreeSet;

use super::cfg::written_successors;
use super::operands::definition;
use super::points_to::Base;
use super::summaries::{Effects, Summaries};
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

/// The possible effects of a piece of code.
#[derive(Debug, Clone, Default)]
pub struct WriteSet {
    /// Registers of the function that it may write, sorted.
    pub registers: Vec<Reg>,
    /// Scalars of named objects that it may write.
    pub places: Vec<WrittenScalars>,
    /// All effects.
    pub effects: Effects,
}

impl Summaries<'_> {
    /// The possible effects of a function's code on the paths from `targets` to `meet`, with components as written.
    pub fn between(&self, function: FnId, targets: &[Pc], meet: Option<Pc>) -> WriteSet {
        let f = self.function(function);
        let mut inside = BTreeSet::new();
        let mut todo = targets.to_vec();
        while let Some(pc) = todo.pop() {
            if Some(pc) != meet && (pc as usize) < f.code.len() && inside.insert(pc) {
                todo.extend(written_successors(f, pc));
            }
        }
        self.write_set(function, &inside)
    }

    /// The possible effects of these instructions of a function.
    pub fn write_set(&self, function: FnId, positions: &BTreeSet<Pc>) -> WriteSet {
        let effects = self.piece(function, positions.iter().copied());
        let places = effects.writes.iter().map(|(spot, ty)| {
            let width = ty.map_or(1, |ty| u64::from(ty.size()));
            let size = self.size(function, spot.base);
            WrittenScalars {
                base: spot.base,
                ty: *ty,
                offsets: spot.offsets(width, size, MAX_WRITTEN_OFFSETS),
            }
        });
        let code = &self.function(function).code;
        let definitions = positions
            .iter()
            .filter_map(|pc| definition(&code[*pc as usize]));
        let registers: BTreeSet<Reg> = definitions.copied().collect();
        WriteSet {
            registers: registers.into_iter().collect(),
            places: places.collect(),
            effects,
        }
    }
}
