//! Effects of library functions.
//!
//! The table declares the effects of each function, in terms of its arguments. What the functions of the `printf` and
//! `scanf` families read and write depends on their formats as well: `BuiltinCall::effects` resolves it for one call.

/// One effect of a call. Arguments are counted from 0; a null pointer or an empty extent is not accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Reads memory from where an argument points to.
    Reads(u8, Extent),
    /// Writes memory from where an argument points to.
    Writes(u8, Extent),
    /// Reads memory that no argument points to itself.
    ReadsAnywhere,
    /// Writes memory that no argument points to itself.
    WritesAnywhere,
    /// Reads a `printf` format in an argument, and reads and writes what its conversions demand.
    PrintfFormat(u8, Arguments),
    /// Reads a `scanf` format in an argument, and writes what its conversions demand.
    ScanfFormat(u8, Arguments),
    /// Uses a stream.
    Stream(StreamSource, Direction),
    /// Opens a stream on a file.
    Opens,
    /// Changes the files by name, or closes a stream.
    Files,
    /// May set `errno`.
    Errno,
    /// Creates an object.
    Allocates,
    /// May end the lifetime of the object that an argument points to.
    Frees(u8),
    /// Uses the generator of `rand`.
    Random,
    /// Ends the run.
    Ends,
    /// States a condition that has to hold: the specification, which is never relaxed.
    Judges,
}

/// Amount of memory that a call accesses from where a pointer points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// A text with its final zero byte, or a part of it; for writes, the text that is there after the call.
    Text,
    /// As many bytes as this argument says.
    Bytes(u8),
    /// As many bytes as the product of these arguments says.
    Items(u8, u8),
    /// At most this number of bytes.
    Fixed(u8),
    /// Any part of the object.
    Object,
}

/// Place of the arguments of a format's conversions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arguments {
    /// They follow the format.
    Following,
    /// They are in the `va_list` that this argument points to.
    List(u8),
}

/// Origin of the stream that a call uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamSource {
    /// Standard input.
    Input,
    /// Standard output.
    Output,
    /// The stream that this argument points to.
    Argument(u8),
    /// The stream whose descriptor is this argument.
    Descriptor(u8),
}

/// Use of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Reads from it, or gives back what was read.
    Takes,
    /// Prints to it.
    Prints,
    /// Asks for its state.
    Asks,
    /// Changes its position or its state.
    Moves,
    /// Empties its buffer or changes how it is buffered: that matters only to a run that ends with text in the buffer.
    Flushes,
}
