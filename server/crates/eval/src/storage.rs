//! The kinds of memory that contain objects, and the ends of lifetimes.

/// Whether an object may be accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Life {
    /// The object is live and may be accessed.
    Live,
    /// The object was freed.
    Freed,
    /// The object's block was left.
    Ended,
    /// The object's function returned.
    Returned,
}

/// Kind of memory that contains an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Globals, string literals.
    Static,
    /// Local variables.
    Stack,
    /// Memory from `malloc`.
    Heap,
    /// Objects that the program was given, such as arguments.
    Outside,
}
