//! Places that are read and written, and kinds of dependences between nodes.

use ir::Reg;
use ir::eval::ObjId;

/// Why a node depends on another one; see the crate's documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// It wrote what is read.
    Data,
    /// It decided that the node is executed.
    Control,
    /// Had it gone otherwise, it could have led to another value.
    Summary,
    /// It printed before.
    Order,
    /// It could have written what is read, as far as pointers and indices tell.
    Aliased,
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// Every kind: outside such a slice nothing matters to the failure.
    pub const ALL: Kinds = Kinds(0b1_1111);
    /// Those of the paper: data, control, summary control.
    pub const PAPER: Kinds = Kinds(0b0_0111);
    /// Data only.
    pub const DATA: Kinds = Kinds(0b0_0001);

    /// The set with one kind more.
    #[must_use]
    pub fn with(self, kind: Kind) -> Kinds {
        Kinds(self.0 | 1 << kind as u8)
    }

    /// The set with one kind less.
    #[must_use]
    pub fn without(self, kind: Kind) -> Kinds {
        Kinds(self.0 & !(1 << kind as u8))
    }

    /// Whether the kind is among them.
    pub fn contains(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }
}

/// Part of the state of a run that is neither register nor memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cell {
    /// What was printed.
    Output,
    /// The position in standard input.
    Input,
    /// The state of `rand`.
    Random,
    /// Files and the streams on them.
    Files,
    /// That the program has not ended.
    End,
}

/// Number of [`Cell`]s.
pub(crate) const CELLS: usize = 5;

/// Bytes that share a list of branches that could have written them.
pub(crate) const GRANULE: u64 = 4;

/// What a branch not taken, or a store to another address, could have written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// A register of an activation.
    Register { activation: u32, register: Reg },
    /// Some bytes of an object.
    Granule { object: ObjId, index: u32 },
    /// Some place in an object.
    Object(ObjId),
    /// Something of this [`size_class`] in an object whose address is known to others.
    Anywhere(u8),
    /// Another part of the state.
    Cell(Cell),
}

/// Number of size classes.
pub(crate) const SIZES: usize = 4;

/// The class of a scalar's size in bytes: its logarithm.
pub(crate) fn size_class(bytes: u64) -> usize {
    (bytes.max(1).ilog2() as usize).min(SIZES - 1)
}

/// An input of the test that a node reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leaf {
    /// Bytes of standard input.
    Input {
        /// First byte.
        from: usize,
        /// One past the last; the same if the read met the end.
        to: usize,
    },
    /// A program argument, counted from the program's name.
    Argument(u32),
}
