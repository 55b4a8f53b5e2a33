//! Macros that gcc predefines: those that every program sees, and those that depend on the data model.

use crate::DataModel;

/// Macros predefined in all data models, as far as programs use them.
const EVERYWHERE: &str = include_str!("predefined/everywhere.h");

/// Macros specific to LP64, then those that the texts of the standard headers use.
const LP64: &str = include_str!("predefined/lp64.h");

/// Macros specific to ILP32, then those that the texts of the standard headers use. None of them names a processor.
const ILP32: &str = include_str!("predefined/ilp32.h");

/// Texts to read before a unit.
pub(super) fn predefined(model: DataModel) -> [&'static str; 2] {
    let by_model = match model {
        DataModel::Lp64 => LP64,
        DataModel::Ilp32 => ILP32,
    };
    [EVERYWHERE, by_model]
}
