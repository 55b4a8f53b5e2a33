//! Undefined behaviour and failed assertions, in the words that users of sanitizers know.
//!
//! What is a failure is what the address, undefined behaviour and memory sanitizers and, on demand, the leak sanitizer
//! stop at. `grammar-tests/undefined` has a program for each kind, and says where we differ: a left shift of or into the
//! sign is what GCC and Clang define it to be, and a pointer is checked where it is used, not where it is formed. Where
//! only Clang stops and correct programs do the same (null plus an offset, a parameter of type array of length 0), it is
//! no failure; nor is null for a block of length 0, which C2y allows.

use std::fmt;

use syntax::{Source, Sources, Span};

use super::storage::Storage;
use crate::Scalar;

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TrapKind {
    /// Access outside an object.
    OutOfBounds {
        /// What is missed.
        object: Thing,
        /// Where the access would begin, if known.
        offset: Option<i64>,
        /// What was attempted.
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
    /// Dereference of something that is no address of an object.
    InvalidPointer,
    /// The object's life has ended.
    Dangling {
        /// What is gone.
        object: Thing,
        /// Where the access would begin, if known.
        offset: Option<i64>,
        /// What was attempted.
        access: Access,
    },
    /// Access that the type's alignment forbids.
    Misaligned {
        /// Where.
        object: Thing,
        /// Where the access would begin, if known.
        offset: Option<i64>,
        /// What was attempted.
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
        /// Type of what is shifted.
        ty: Scalar,
    },
    /// A float that does not fit the integer type.
    FloatToInt {
        /// Its IEEE bits as a `double`, if known.
        value: Option<u64>,
        /// The integer type.
        to: Scalar,
    },
    /// A byte that is no value of its type was read.
    InvalidValue {
        /// The byte, if known.
        value: Option<u64>,
        /// The type.
        ty: Scalar,
    },
    /// An indeterminate value decided something or was printed.
    Uninitialised {
        /// What it was used for.
        used: UninitialisedUse,
        /// The byte that was read, if a library function did so.
        at: Option<Unwritten>,
        /// A function of the run that ended without the `return` whose value its caller uses (C11 6.9.1p12). The value
        /// may come from there; sanitizers and valgrind do not see that.
        no_return: Option<std::sync::Arc<str>>,
    },
    /// `free`/`realloc` of something that `malloc` did not return.
    InvalidFree {
        /// What the pointer points into, if anything.
        object: Option<Thing>,
        /// Where to, if known.
        offset: Option<i64>,
    },
    /// Freed twice.
    DoubleFree(Thing),
    /// What may not be written to was.
    ReadOnly(Thing),
    /// Source and target of a library function overlap.
    Overlap {
        /// The function.
        function: &'static str,
        /// What both are in.
        object: Thing,
        /// Number of bytes.
        size: u64,
        /// Where source and target begin.
        offsets: [u64; 2],
    },
    /// Call through something that is no function, or with wrong arguments.
    InvalidCall {
        /// The function, if it is one.
        function: Option<std::sync::Arc<str>>,
    },
    /// Too deep recursion.
    StackOverflow,
    /// `assert`, `reach_error()` …
    Assertion,
    /// `abort()`
    Abort,
    /// The test says that it is not to be counted (Unity's `TEST_IGNORE`), with its message, which may be empty. Not a
    /// failure, but no passing run goes on from here.
    Ignored(String),
    /// What nothing points to any more was never freed; looked for on demand.
    Leak {
        /// One of the blocks, the first that was allocated.
        object: Thing,
        /// How many others are lost.
        others: usize,
    },
    /// A library function was called with arguments that it does not allow.
    Library(String),
}

/// An object, as messages name it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Thing {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// What kind of memory it is in.
    pub storage: Storage,
    /// Where it was allocated, if on the heap.
    pub born: Span,
    /// Where it was freed, if it was.
    pub died: Span,
    /// Its life ended with its function rather than with its block.
    pub returned: bool,
}

/// A byte that was read and never written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Unwritten {
    /// What it is of.
    pub object: Thing,
    /// Where in it, if known.
    pub offset: Option<u64>,
    /// The byte follows written text that has no terminating zero.
    pub ends_text: bool,
}

/// An attempt to read or write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Access {
    /// Number of bytes.
    pub size: u64,
    /// Writing.
    pub write: bool,
}

/// What a null pointer was used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NullUse {
    /// It was read or written through.
    Access(Access),
    /// A member's address was taken.
    Member,
    /// It was called.
    Call,
    /// Something was subtracted from it.
    Offset,
}

/// What an indeterminate value was used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UninitialisedUse {
    /// To decide a branch.
    Branch,
    /// As an address or part of one.
    Address,
    /// As an argument of a library function.
    Argument(&'static str),
    /// As a byte that a library function reads.
    Byte,
    /// As the length of an array.
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
    /// In one line. Which part of a contract does not hold is read off the place, where it is written.
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
    /// In one line.
    pub fn text(&self, sources: &Sources) -> String {
        TrapText {
            kind: self,
            sources,
        }
        .to_string()
    }

    /// The same without what differs from run to run: values and offsets.
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

    /// The words of the kind alone.
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

/// A kind of trap on its way to a text.
struct TrapText<'a> {
    kind: &'a TrapKind,
    sources: &'a Sources,
}

impl TrapText<'_> {
    fn line(&self, span: Span) -> u32 {
        self.sources.line_col(span).0
    }

    /// Where a block was allocated, if that is in a text of the user's.
    fn birth(&self, f: &mut fmt::Formatter<'_>, thing: &Thing) -> fmt::Result {
        let source = self.sources.file(thing.born.file);
        if source.is_some_and(Source::is_built_in) {
            return Ok(());
        }
        write!(f, " allocated at line {}", self.line(thing.born))
    }

    /// The object, with its size.
    fn thing(&self, f: &mut fmt::Formatter<'_>, thing: &Thing) -> fmt::Result {
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
        self.thing(f, object)
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

/// As `%g` has it.
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
    /// What.
    pub kind: TrapKind,
    /// Where.
    pub span: Span,
}
