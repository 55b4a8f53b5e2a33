//! Places that are read and written, and kinds of dependences between nodes.

use eval::ObjId;
use ir::Reg;
use ir::flow::StatePart;

/// Reason why a node depends on another one; see the crate's documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DependenceKind {
    /// The other node wrote the value that is read.
    Data,
    /// The other node decided that this one is executed.
    Control,
    /// The other node could have led to another value if it had gone the other way.
    Summary,
    /// The other node printed earlier.
    Order,
    /// The other node could have written the value that is read, as far as pointers and indices tell.
    Aliased,
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// Every kind: nothing outside such a slice matters to the failure.
    pub const ALL: Kinds = Kinds(0b1_1111);
    /// Kinds in the paper: data, control, summary control.
    pub const PAPER: Kinds = Kinds(0b0_0111);
    /// Data dependences only.
    pub const DATA: Kinds = Kinds(0b0_0001);

    /// Adds a kind to the set.
    #[must_use]
    pub fn with(self, kind: DependenceKind) -> Kinds {
        Kinds(self.0 | 1 << kind as u8)
    }

    /// Removes a kind from the set.
    #[must_use]
    pub fn without(self, kind: DependenceKind) -> Kinds {
        Kinds(self.0 & !(1 << kind as u8))
    }

    /// Whether the set contains the kind.
    pub fn contains(self, kind: DependenceKind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }
}

/// Number of bytes that share a list of branches that could have written them.
pub(crate) const GRANULE: u64 = 4;

/// A place that a branch not taken, or a store to another address, could have written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum UnwrittenPlace {
    /// A register of an activation.
    Register { activation: u32, register: Reg },
    /// Some bytes of an object.
    Granule { object: ObjId, index: u32 },
    /// Some place in an object.
    Object(ObjId),
    /// A scalar of this [size class](ir::flow::size_class) in an exposed object.
    Anywhere(u8),
    /// Another part of the state.
    State(StatePart),
}

/// An input of the test that a node reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leaf {
    /// Bytes of standard input.
    Input {
        /// First byte.
        from: usize,
        /// One past the last byte; equal to `from` if the read met the end.
        to: usize,
    },
    /// A program argument; the program's name is number 0.
    Argument(u32),
}
