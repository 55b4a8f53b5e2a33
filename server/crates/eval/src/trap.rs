//! Undefined behaviour and failed assertions, in the terms of the sanitizers.
//!
//! A failure is whatever the address, undefined behaviour and memory sanitizers and, on demand, the leak sanitizer
//! stop at. `grammar-tests/undefined` has a program for each kind, and documents the differences: a left shift of or
//! into the sign has the meaning that GCC and Clang define, and a pointer is checked where it is used, not where it is
//! formed. Where only Clang stops and correct programs do the same (null plus an offset, a parameter of type array of
//! length 0), there is no failure; nor is null for a block of length 0, which C2y allows.

use std::fmt;

use ir::Scalar;
use syntax::{Sources, Span};

use super::storage::Storage;

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

impl Trap {
    /// A description in one line. The text at the place says which part of a contract does not hold.
    pub fn text(&self, sources: &Sources) -> String {
        let written = match self.kind {
            TrapKind::Assertion => sources.text(self.span),
            _ => "",
        };
        let mut words = written.split_whitespace();
        match (words.next(), words.next()) {
            (Some("ensures"), Some(_)) => "postcondition does not hold".to_owned(),
            (Some("assigns"), Some(_)) => {
                "something is changed that `assigns` does not name".to_owned()
            }
            (Some("invariant"), Some(_)) => "loop invariant does not hold".to_owned(),
            _ => self.kind.text(sources),
        }
    }
}

impl TrapKind {
    /// A description in one line.
    pub fn text(&self, sources: &Sources) -> String {
        TrapText {
            kind: self,
            sources,
        }
        .to_string()
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

    /// Name of the kind alone, as sanitizers call it.
    pub fn family(&self) -> &'static str {
        match self {
            TrapKind::OutOfBounds { object, .. } => match object.storage {
                Storage::Heap => "heap-buffer-overflow",
                Storage::Stack => "stack-buffer-overflow",
                Storage::Static => "global-buffer-overflow",
                Storage::Outside => "buffer-overflow",
            },
            TrapKind::Index { .. } => "index out of bounds",
            TrapKind::Null(NullUse::Offset) => "applying a non-zero offset to a null pointer",
            TrapKind::Null(_) => "null pointer dereference",
            TrapKind::InvalidPointer => "dereference of an invalid pointer",
            TrapKind::Dangling { object, .. } => match (object.storage, object.returned) {
                (Storage::Heap, _) => "heap-use-after-free",
                (_, false) => "stack-use-after-scope",
                (_, true) => "stack-use-after-return",
            },
            TrapKind::Misaligned { .. } => "misaligned address",
            TrapKind::DivisionByZero => "division by zero",
            TrapKind::SignedOverflow(_) => "signed integer overflow",
            TrapKind::ShiftCount { .. } => "shift exponent out of range",
            TrapKind::FloatToInt { .. } => {
                "floating value outside the range of representable values"
            }
            TrapKind::InvalidValue { .. } => "load of an invalid value",
            TrapKind::Uninitialised { .. } => "use of an uninitialised value",
            TrapKind::InvalidFree { .. } => "bad-free",
            TrapKind::DoubleFree(_) => "double-free",
            TrapKind::ReadOnly(_) => "write to read-only memory",
            TrapKind::Overlap { function, .. } => match *function {
                "memcpy" => "memcpy-param-overlap",
                "strcpy" => "strcpy-param-overlap",
                "strcat" => "strcat-param-overlap",
                "strncpy" => "strncpy-param-overlap",
                _ => "strncat-param-overlap",
            },
            TrapKind::InvalidCall { .. } => "invalid call through a function pointer",
            TrapKind::StackOverflow => "stack-overflow",
            TrapKind::Assertion => "assertion failed",
            TrapKind::Abort => "aborted",
            TrapKind::Ignored(_) => "test ignored",
            TrapKind::Leak { .. } => "memory leak",
            TrapKind::Library(_) => "invalid call of a library function",
        }
    }
}

/// A kind of trap, for formatting.
struct TrapText<'a> {
    kind: &'a TrapKind,
    sources: &'a Sources,
}

impl TrapText<'_> {
    fn line(&self, span: Span) -> u32 {
        self.sources.line_col(span).0
    }

    /// Adds the place where a block was allocated, if that is in the user's text.
    fn birth(&self, f: &mut fmt::Formatter<'_>, thing: &Thing) -> fmt::Result {
        if self.sources.is_built_in(thing.born) {
            return Ok(());
        }
        write!(f, " allocated at line {}", self.line(thing.born))
    }

    /// Writes the object, with its size.
    fn write_object(&self, f: &mut fmt::Formatter<'_>, thing: &Thing) -> fmt::Result {
        if thing.storage == Storage::Heap {
            return self.block(f, thing);
        }
        let s = if thing.size == 1 { "" } else { "s" };
        write!(f, "`{}`, which has {} byte{s}", thing.name, thing.size)
    }

    fn block(&self, f: &mut fmt::Formatter<'_>, thing: &Thing) -> fmt::Result {
        let (size, s) = (thing.size, if thing.size == 1 { "" } else { "s" });
        write!(f, "the block of {size} byte{s}")?;
        if thing.born != Span::default() {
            self.birth(f, thing)?;
        }
        Ok(())
    }

    fn out_of_bounds(
        &self,
        f: &mut fmt::Formatter<'_>,
        (object, offset, access): (&Thing, Option<i64>, &Access),
    ) -> fmt::Result {
        if access.size > i64::MAX as u64 {
            let (verb, size) = (access.verb(), access.size as i64);
            write!(f, "negative-size-param: {verb} of {size} bytes at ")?;
        } else {
            write!(f, "{}: {access} ", self.kind.family())?;
            match offset {
                Some(at) => write!(f, "at byte {at} of ")?,
                None => write!(f, "outside of ")?,
            }
        }
        self.write_object(f, object)
    }

    fn unwritten(&self, f: &mut fmt::Formatter<'_>, at: &Unwritten) -> fmt::Result {
        match at.offset {
            Some(offset) => write!(f, ", byte {offset} of ")?,
            None => f.write_str(", a byte of ")?,
        }
        if at.object.storage == Storage::Heap {
            self.block(f, &at.object)?;
        } else {
            write!(f, "`{}`", at.object.name)?;
        }
        f.write_str(", was never written")?;
        if at.ends_text {
            f.write_str(": is the terminating '\\0' missing?")?;
        }
        Ok(())
    }

    fn dangling(
        &self,
        f: &mut fmt::Formatter<'_>,
        (object, offset, access): (&Thing, Option<i64>, &Access),
    ) -> fmt::Result {
        write!(f, "{}: {access} ", self.kind.family())?;
        match offset {
            Some(at) => write!(f, "at byte {at} of ")?,
            None => write!(f, "somewhere in ")?,
        }
        if object.storage == Storage::Heap {
            self.block(f, object)?;
            return write!(f, " and freed at line {}", self.line(object.died));
        }
        let left = if object.returned {
            "function returned"
        } else {
            "block was left"
        };
        write!(f, "`{}`, whose {left}", object.name)
    }

    fn overflow(&self, f: &mut fmt::Formatter<'_>, c: &Calculation) -> fmt::Result {
        write!(f, "{}: ", self.kind.family())?;
        match (c.operator, c.operands) {
            ("negation", Some((x, _))) => write!(f, "negation of {x}")?,
            ("negation", None) => write!(f, "the negation")?,
            (operator, Some((x, y))) => write!(f, "{x} {operator} {y}")?,
            (operator, None) => write!(f, "the result of `{operator}`")?,
        }
        write!(
            f,
            " cannot be represented in `{}`",
            c.ty.c_name(self.sources.data_model)
        )
    }

    fn shift(&self, f: &mut fmt::Formatter<'_>, count: Option<i64>, ty: Scalar) -> fmt::Result {
        let (bits, name) = (ty.bits(), ty.c_name(self.sources.data_model));
        match count {
            Some(n) if n < 0 => write!(f, "shift exponent {n} is negative"),
            Some(n) => write!(
                f,
                "shift exponent {n} is too large for {bits}-bit type `{name}`"
            ),
            None => write!(f, "{} for {bits}-bit type `{name}`", self.kind.family()),
        }
    }

    fn invalid_free(
        &self,
        f: &mut fmt::Formatter<'_>,
        object: Option<&Thing>,
        offset: Option<i64>,
    ) -> fmt::Result {
        write!(f, "{}: ", self.kind.family())?;
        let Some(object) = object else {
            return f.write_str("the pointer was not returned by malloc");
        };
        if object.storage != Storage::Heap {
            return write!(f, "`{}` was not allocated by malloc", object.name);
        }
        match offset {
            Some(at) => write!(f, "byte {at} of ")?,
            None => write!(f, "a byte of ")?,
        }
        self.block(f, object)?;
        f.write_str(" is not its beginning")
    }

    fn leak(&self, f: &mut fmt::Formatter<'_>, object: &Thing, others: usize) -> fmt::Result {
        let (size, s) = (object.size, if object.size == 1 { "" } else { "s" });
        let line = self.line(object.born);
        write!(f, "memory leak: {size} byte{s} allocated at line {line}")?;
        match others {
            0 => Ok(()),
            1 => f.write_str(", and 1 more block"),
            n => write!(f, ", and {n} more blocks"),
        }
    }
}

impl fmt::Display for TrapText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = self.kind.family();
        match self.kind {
            TrapKind::OutOfBounds {
                object,
                offset,
                access,
            } => self.out_of_bounds(f, (object, *offset, access)),
            TrapKind::Index {
                index: Some(i),
                array,
            } => write!(f, "index {i} out of bounds for type `{array}`"),
            TrapKind::Index { array, .. } => write!(f, "{family} for type `{array}`"),
            TrapKind::Null(NullUse::Access(access)) => write!(f, "{family}: {access}"),
            TrapKind::Null(NullUse::Member) => write!(f, "{family}: access to a member"),
            TrapKind::Null(NullUse::Call) => {
                write!(f, "{family}: call through a null function pointer")
            }
            TrapKind::Dangling {
                object,
                offset,
                access,
            } => self.dangling(f, (object, *offset, access)),
            TrapKind::Misaligned {
                object,
                offset,
                access,
            } => {
                let (name, wants) = (&object.name, access.size);
                write!(f, "{family}: {access} ")?;
                match offset {
                    Some(at) => write!(f, "at byte {at} of `{name}`")?,
                    None => write!(f, "in `{name}`")?,
                }
                write!(f, ", which requires {wants} byte alignment")
            }
            TrapKind::SignedOverflow(calculation) => self.overflow(f, calculation),
            TrapKind::ShiftCount { count, ty } => self.shift(f, *count, *ty),
            TrapKind::FloatToInt {
                value: Some(bits),
                to,
            } => {
                let text = float_text(f64::from_bits(*bits));
                let name = to.c_name(self.sources.data_model);
                write!(
                    f,
                    "{text} is outside the range of representable values of type `{name}`"
                )
            }
            TrapKind::FloatToInt { to, .. } => write!(
                f,
                "{family} of type `{}`",
                to.c_name(self.sources.data_model)
            ),
            TrapKind::InvalidValue { value, ty } => {
                match value {
                    Some(value) => write!(f, "load of value {value}")?,
                    None => f.write_str("load of a value")?,
                }
                let name = ty.c_name(self.sources.data_model);
                write!(f, ", which is not a valid value for type `{name}`")
            }
            TrapKind::Uninitialised {
                used,
                at,
                no_return,
            } => {
                write!(f, "{family}: {used}")?;
                if let Some(at) = at {
                    self.unwritten(f, at)?;
                }
                match no_return {
                    Some(name) => write!(f, "; `{name}` ended without a `return`"),
                    None => Ok(()),
                }
            }
            TrapKind::InvalidFree { object, offset } => {
                self.invalid_free(f, object.as_ref(), *offset)
            }
            TrapKind::DoubleFree(object) => {
                write!(f, "{family}: ")?;
                self.block(f, object)?;
                write!(f, " was freed at line {}", self.line(object.died))
            }
            TrapKind::ReadOnly(object) => write!(f, "write to read-only `{}`", object.name),
            TrapKind::Overlap {
                object,
                size,
                offsets: [from, to],
                ..
            } => write!(
                f,
                "{family}: {size} bytes at byte {from} and at byte {to} of `{}`",
                object.name
            ),
            TrapKind::InvalidCall {
                function: Some(name),
            } => write!(
                f,
                "call to function `{name}` through a pointer of incorrect type"
            ),
            TrapKind::StackOverflow => write!(f, "{family}: recursion too deep"),
            TrapKind::Leak { object, others } => self.leak(f, object, *others),
            TrapKind::Ignored(why) if !why.is_empty() => write!(f, "{family}: {why}"),
            TrapKind::Library(what) => f.write_str(what),
            TrapKind::Null(NullUse::Offset)
            | TrapKind::InvalidPointer
            | TrapKind::DivisionByZero
            | TrapKind::InvalidCall { .. }
            | TrapKind::Assertion
            | TrapKind::Abort
            | TrapKind::Ignored(_) => f.write_str(family),
        }
    }
}

impl Access {
    fn verb(self) -> &'static str {
        if self.write { "write" } else { "read" }
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = if self.size == 1 { "" } else { "s" };
        write!(f, "{} of {} byte{s}", self.verb(), self.size)
    }
}

impl fmt::Display for UninitialisedUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UninitialisedUse::Branch => f.write_str("it decides a branch"),
            UninitialisedUse::Address => f.write_str("it is used as a pointer or an index"),
            UninitialisedUse::Argument(function) => write!(f, "an argument of `{function}`"),
            UninitialisedUse::Byte => f.write_str("a byte that a library function reads"),
            UninitialisedUse::Length => f.write_str("it is the length of an array"),
        }
    }
}

/// Formats a number like `%g`.
fn float_text(x: f64) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    if !x.is_finite() {
        return if x > 0.0 { "inf" } else { "-inf" }.into();
    }
    let text = format!("{x:.5e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    if (-5..6).contains(&exponent) {
        return format!("{x}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// A failure at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trap {
    /// Kind of the failure.
    pub kind: TrapKind,
    /// Place of the failure.
    pub span: Span,
}
