//! Descriptions of traps in one line.

use std::fmt;

use ir::Scalar;
use syntax::{Sources, Span};

use super::{Access, Calculation, NullUse, Thing, Trap, TrapKind, UninitialisedUse, Unwritten};
use crate::storage::Storage;

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
            (Some(word), _) if word.starts_with("reach_error") => {
                "`reach_error` is reached".to_owned()
            }
            (Some(word), _) if word.starts_with("__VERIFIER_error") => {
                "`__VERIFIER_error` is reached".to_owned()
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
            // Access to memory.
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
            // Arithmetic.
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
            // Values that memory or a variable does not hold.
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
            // Blocks of memory, and what may be written to them.
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
            // Calls, and the end of the run.
            TrapKind::InvalidCall {
                function: Some(name),
            } => write!(
                f,
                "call to function `{name}` through a pointer of incorrect type"
            ),
            TrapKind::StackOverflow => write!(
                f,
                "{family}: too many calls inside each other, or too large arrays"
            ),
            TrapKind::Leak { object, others } => self.leak(f, object, *others),
            TrapKind::Ignored(why) if !why.is_empty() => write!(f, "{family}: {why}"),
            TrapKind::Library(what) => f.write_str(what),
            // The name says everything.
            TrapKind::Null(NullUse::Offset)
            | TrapKind::InvalidPointer
            | TrapKind::DivisionByZero
            | TrapKind::InvalidCall { .. }
            | TrapKind::Assertion
            | TrapKind::Unreachable
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
