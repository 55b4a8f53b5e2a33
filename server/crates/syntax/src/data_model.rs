//! Data models: widths of the types that C leaves to the implementation.

/// A data model. `char` has 8 bits, `short` 16, `int` 32 and `long long` 64 in all of them, and types are aligned to
/// their size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// `long` and pointers have 64 bits: Linux and macOS on today's computers.
    #[default]
    Lp64,
    /// `long` and pointers have 32 bits: ARM Cortex-M, RV32 and most other 32-bit processors. On 32-bit x86 Linux,
    /// members of 8 bytes are aligned to 4 only, which no model expresses.
    Ilp32,
}

impl DataModel {
    /// Name in settings, on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Lp64 => "lp64",
            DataModel::Ilp32 => "ilp32",
        }
    }

    /// Size in bytes of `long`, `size_t` and pointers.
    pub fn word(self) -> u32 {
        match self {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        }
    }
}
