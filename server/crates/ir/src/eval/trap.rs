//! Undefined behaviour and failed assertions, in the words that users of sanitizers know.

use std::fmt;

use syntax::Span;

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TrapKind {
    /// Access outside an object.
    OutOfBounds {
        /// Name of the object.
        object: String,
        /// Its size in bytes.
        size: u64,
        /// Where the access would begin.
        offset: Option<i64>,
        /// Bytes accessed; 0 when only a pointer was formed.
        access: u32,
    },
    /// Dereference of a null pointer.
    Null,
    /// Dereference of something that is no address of an object.
    InvalidPointer,
    /// The object's life has ended.
    Dangling {
        /// Name of the object.
        object: String,
        /// It was freed, rather than its function or block left.
        freed: bool,
    },
    /// Access that the type's alignment forbids.
    Misaligned,
    /// `/` or `%` by zero.
    DivisionByZero,
    /// Signed arithmetic out of range.
    SignedOverflow,
    /// Shift count negative or too large.
    ShiftCount,
    /// A float that does not fit the integer type.
    FloatToInt,
    /// An indeterminate value decided something or was printed.
    Uninitialised,
    /// `free`/`realloc` of something that `malloc` did not return.
    InvalidFree,
    /// Freed twice.
    DoubleFree,
    /// A string literal was written to.
    ReadOnly {
        /// Name of the object.
        object: String,
    },
    /// `<` or `-` on pointers into different objects.
    UnrelatedPointers,
    /// Call through something that is no function, or with wrong arguments.
    InvalidCall,
    /// Too deep recursion.
    StackOverflow,
    /// `assert`, `reach_error()` …
    Assertion,
    /// `abort()`
    Abort,
    /// A library function was called with arguments that it does not allow.
    Library(String),
}

impl fmt::Display for TrapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrapKind::OutOfBounds {
                object,
                size,
                offset: Some(at),
                access: 0,
            } => {
                write!(
                    f,
                    "pointer out of bounds: byte {at} of `{object}`, which has {size} bytes"
                )
            }
            TrapKind::OutOfBounds {
                object,
                size,
                offset: Some(at),
                access,
            } => write!(
                f,
                "access out of bounds: {access} bytes at byte {at} of `{object}`, which has {size} bytes"
            ),
            TrapKind::OutOfBounds { object, .. } => write!(f, "access out of bounds of `{object}`"),
            TrapKind::Null => f.write_str("null pointer dereference"),
            TrapKind::InvalidPointer => f.write_str("dereference of an invalid pointer"),
            TrapKind::Dangling {
                object,
                freed: true,
            } => write!(f, "use of `{object}` after free"),
            TrapKind::Dangling {
                object,
                freed: false,
            } => {
                write!(f, "use of `{object}` after the end of its life")
            }
            TrapKind::Misaligned => f.write_str("misaligned access"),
            TrapKind::DivisionByZero => f.write_str("division by zero"),
            TrapKind::SignedOverflow => f.write_str("signed integer overflow"),
            TrapKind::ShiftCount => f.write_str("shift count out of range"),
            TrapKind::FloatToInt => f.write_str("floating value out of range of the integer type"),
            TrapKind::Uninitialised => f.write_str("use of an uninitialised value"),
            TrapKind::InvalidFree => f.write_str("free of a pointer that was not allocated"),
            TrapKind::DoubleFree => f.write_str("double free"),
            TrapKind::ReadOnly { object } => write!(f, "write to read-only `{object}`"),
            TrapKind::UnrelatedPointers => {
                f.write_str("comparison of pointers into different objects")
            }
            TrapKind::InvalidCall => f.write_str("invalid call through a function pointer"),
            TrapKind::StackOverflow => f.write_str("stack overflow: recursion too deep"),
            TrapKind::Assertion => f.write_str("assertion failed"),
            TrapKind::Abort => f.write_str("aborted"),
            TrapKind::Library(what) => f.write_str(what),
        }
    }
}

/// A failure at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trap {
    /// What.
    pub kind: TrapKind,
    /// Where.
    pub span: Span,
}
