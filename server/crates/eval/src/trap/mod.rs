//! Undefined behaviour and failed assertions, in the terms of the sanitizers.
//!
//! A failure is whatever the address, undefined behaviour and memory sanitizers and, on demand, the leak sanitizer
//! stop at. `grammar-tests/undefined` has a program for each kind, and documents the differences: a left shift of or
//! into the sign has the meaning that GCC and Clang define, and a pointer is checked where it is used, not where it is
//! formed. Where only Clang stops and correct programs do the same (null plus an offset, a parameter of type array of
//! length 0), there is no failure; nor is null for a block of length 0, which C2y allows.

mod family;
mod text;

use ir::Scalar;
use syntax::Span;

use super::storage::Storage;

/// A failure at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trap {
    /// Kind of the failure.
    pub kind: TrapKind,
    /// Place of the failure.
    pub span: Span,
}

/// Kind of a trap.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TrapKind {
    /// Access outside an object.
    OutOfBounds {
        /// The object that the access misses.
        object: Thing,
        /// Offset at which the access would begin, if known.
        offset: Option<i64>,
        /// The attempted access.
        access: Access,
    },
    /// Index outside an array that is a part of its object.
    Index {
        /// The index, if known.
        index: Option<i64>,
        /// The array's type.
        array: std::sync::Arc<str>,
    },
    /// Use of a null pointer.
    Null(NullUse),
    /// Dereference of something that is not the address of an object.
    InvalidPointer,
    /// Access to an object after the end of its lifetime.
    Dangling {
        /// The dead object.
        object: Thing,
        /// Offset at which the access would begin, if known.
        offset: Option<i64>,
        /// The attempted access.
        access: Access,
    },
    /// Access that the type's alignment forbids.
    Misaligned {
        /// The accessed object.
        object: Thing,
        /// Offset at which the access would begin, if known.
        offset: Option<i64>,
        /// The attempted access.
        access: Access,
    },
    /// `/` or `%` by zero.
    DivisionByZero,
    /// Signed arithmetic out of range.
    SignedOverflow(Calculation),
    /// Shift count negative or too large.
    ShiftCount {
        /// The count, if known.
        count: Option<i64>,
        /// Type of the shifted value.
        ty: Scalar,
    },
    /// A float that does not fit the integer type.
    FloatToInt {
        /// IEEE bits of the float as a `double`, if known.
        value: Option<u64>,
        /// The integer type.
        to: Scalar,
    },
    /// A byte was read that is not a value of its type.
    InvalidValue {
        /// The byte, if known.
        value: Option<u64>,
        /// The type.
        ty: Scalar,
    },
    /// An indeterminate value decided something or was printed.
    Uninitialised {
        /// Use of the value.
        used: UninitialisedUse,
        /// The byte that was read, if a library function did so.
        at: Option<Unwritten>,
        /// A function of the run that ended without the `return` whose value its caller uses (C11 6.9.1p12). The value
        /// may come from there; sanitizers and valgrind do not see that.
        no_return: Option<std::sync::Arc<str>>,
    },
    /// `free`/`realloc` of something that `malloc` did not return.
    InvalidFree {
        /// The object that the pointer points into, if any.
        object: Option<Thing>,
        /// The offset in the object, if known.
        offset: Option<i64>,
    },
    /// Freed twice.
    DoubleFree(Thing),
    /// Write to a read-only object.
    ReadOnly(Thing),
    /// Source and target of a library function overlap.
    Overlap {
        /// The function.
        function: &'static str,
        /// The object that contains both.
        object: Thing,
        /// Number of bytes.
        size: u64,
        /// Offsets of source and target.
        offsets: [u64; 2],
    },
    /// Call through a pointer that is not to a function, or with wrong arguments.
    InvalidCall {
        /// The function, if it is one.
        function: Option<std::sync::Arc<str>>,
    },
    /// The recursion is too deep.
    StackOverflow,
    /// `assert`, `reach_error()` …
    Assertion,
    /// `__builtin_unreachable()`
    Unreachable,
    /// `abort()`
    Abort,
    /// The test asks not to be counted (Unity's `TEST_IGNORE`), with its message, which may be empty. Not a failure,
    /// but no passing run continues from here.
    Ignored(String),
    /// Memory that is no longer reachable was never freed; checked on demand.
    Leak {
        /// One of the blocks, the first that was allocated.
        object: Thing,
        /// Number of other blocks that are lost.
        others: usize,
    },
    /// A library function was called with arguments that it does not allow.
    Library(String),
}

/// An object, for messages.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Thing {
    /// Name of the object.
    pub name: String,
    /// Size of the object in bytes.
    pub size: u64,
    /// Kind of memory that contains it.
    pub storage: Storage,
    /// Place of the allocation, if it is on the heap.
    pub born: Span,
    /// Place where it was freed, if it was.
    pub died: Span,
    /// Whether its lifetime ended with its function rather than with its block.
    pub returned: bool,
}

/// A byte that was read but never written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Unwritten {
    /// Object of the byte.
    pub object: Thing,
    /// Offset of the byte, if known.
    pub offset: Option<u64>,
    /// Whether the byte follows written text that has no terminating zero.
    pub ends_text: bool,
}

/// An attempt to read or write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Access {
    /// Number of bytes.
    pub size: u64,
    /// Whether the access is a write.
    pub write: bool,
}

/// Use of a null pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NullUse {
    /// Read or write through the pointer.
    Access(Access),
    /// Address of a member.
    Member,
    /// Call of the pointer.
    Call,
    /// Subtraction from the pointer.
    Offset,
}

/// Use of an indeterminate value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UninitialisedUse {
    /// Decision of a branch.
    Branch,
    /// Address or part of one.
    Address,
    /// Argument of a library function.
    Argument(&'static str),
    /// Byte read by a library function.
    Byte,
    /// Length of an array.
    Length,
}

/// A signed operation with its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Calculation {
    /// The operator; `negation` for unary minus.
    pub operator: &'static str,
    /// Type of the result.
    pub ty: Scalar,
    /// The operands, if known.
    pub operands: Option<(i64, i64)>,
}

impl TrapKind {
    /// Whether an access is outside an object, or an index outside its array.
    pub fn is_overrun(&self) -> bool {
        matches!(self, TrapKind::OutOfBounds { .. } | TrapKind::Index { .. })
    }

    /// The kind without the properties that differ from run to run: values and offsets.
    pub fn general(&self) -> TrapKind {
        let mut kind = self.clone();
        match &mut kind {
            TrapKind::OutOfBounds { offset, .. }
            | TrapKind::Dangling { offset, .. }
            | TrapKind::Misaligned { offset, .. }
            | TrapKind::InvalidFree { offset, .. } => *offset = None,
            TrapKind::Index { index, .. } => *index = None,
            TrapKind::Uninitialised { at: Some(at), .. } => at.offset = None,
            TrapKind::SignedOverflow(calculation) => calculation.operands = None,
            TrapKind::ShiftCount { count, .. } => *count = None,
            TrapKind::FloatToInt { value, .. } | TrapKind::InvalidValue { value, .. } => {
                *value = None;
            }
            _ => {}
        }
        kind
    }
}
