//! The kinds of memory that objects are in, and how their lives end.

/// Whether an object may be accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Life {
    /// It may.
    Live,
    /// `free` ended its life.
    Freed,
    /// Its block was left.
    Ended,
    /// Its function returned.
    Returned,
}

/// What kind of memory an object is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Globals, string literals.
    Static,
    /// Local variables.
    Stack,
    /// `malloc` made it.
    Heap,
    /// The program was given it.
    Outside,
}
