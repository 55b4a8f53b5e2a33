//! Alternatives of relaxed components.

use serde::{Deserialize, Serialize};

use super::{CompId, Pc, Reg, Scalar};

/// Alternatives of a relaxed component.
#[derive(Debug, Clone, PartialEq)]
pub struct Relaxation {
    /// The component.
    pub comp: CompId,
    /// Alternatives.
    pub alts: Vec<Alt>,
    /// Whether the searched alternatives cover every run of the original that does not trap, so that the original
    /// itself need not be explored.
    pub covers_original: bool,
    /// Position at which the component's effect is complete; all alternatives end there or leave (return, break).
    pub resume: Pc,
}

/// An alternative of a relaxed component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alt {
    /// Kind of the alternative.
    pub kind: AltKind,
    /// Start of its code.
    pub pc: Pc,
    /// Whether the search explores it; the others serve as evidence for ranking (or are covered by a searched one).
    pub searched: bool,
}

/// Behaviour of an alternative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AltKind {
    /// Nothing is evaluated, nothing written ("deleted").
    Skip,
    /// Angelic values; operands are not evaluated (except for addresses of targets).
    Angelic,
    /// Evaluated with its side effects, then angelic values.
    EvalAngelic,
    /// Condition with the opposite outcome, side effects included.
    Flip,
    /// Input: angelic objects, stream position unchanged.
    InputKeep,
    /// Input: angelic objects, stream at its end.
    InputEnd,
    /// A jump that is not in the text is taken.
    Taken,
}

/// Traps at `start..end` continue at `resume`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rescue {
    /// First position.
    pub start: Pc,
    /// One past the last position.
    pub end: Pc,
    /// Position to continue at.
    pub resume: Pc,
}

/// After the instruction at `pc`, `reg` holds the value that component `comp` computed *as written* (for "was …, needs
/// …").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observe {
    /// The instruction.
    pub pc: Pc,
    /// The component.
    pub comp: CompId,
    /// The register.
    pub reg: Reg,
    /// Type of the register; conditions are observed as `Bool` if the register is their truth value.
    pub ty: Scalar,
}
