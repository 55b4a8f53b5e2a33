//! The library functions of C, on the same values as everything else.
//!
//! A library function reads and decides first and writes last, because an instruction that needs a decision of the
//! driver is executed again from its beginning.

mod characters;
mod heap;
mod input;
mod math;
mod numbers;
mod output;
mod random;
mod strings;

use super::domain::Domain;
use super::machine::Machine;
use super::stop::{Exec, Stop};
use super::trap::{TrapKind, UninitialisedUse};
use super::value::Val;
use crate::program::BuiltinCall;
use crate::{Builtin as B, Scalar};

/// An argument with its type.
type Arg<D> = (Val<<D as Domain>::Bits>, Scalar);

/// What a library function gives: nothing for `void`.
type Given<D> = Exec<Option<Val<<D as Domain>::Bits>>>;

/// A standard stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stream {
    Input,
    Output,
    Error,
}

impl<D: Domain> Machine<'_, D> {
    /// Executes a call of a library function.
    pub(super) fn builtin(&mut self, base: usize, call: &BuiltinCall) -> Given<D> {
        let args: Vec<Arg<D>> = call
            .args
            .iter()
            .map(|(r, t)| (self.get(base, *r), *t))
            .collect();
        for (v, _) in &args {
            self.determinate(*v, UninitialisedUse::Argument(call.builtin.name()))?;
        }
        if args.len() < call.builtin.params().len() {
            return self.trap(TrapKind::Library(format!(
                "too few arguments for `{}`",
                call.builtin.name()
            )));
        }
        self.library(call.builtin, &args)
    }

    fn library(&mut self, builtin: B, args: &[Arg<D>]) -> Given<D> {
        let v = |i: usize| args[i].0;
        match builtin {
            B::Printf => self.print(Stream::Output, v(0), &args[1..]),
            B::Fprintf => {
                let stream = self.stream(v(0))?;
                self.print(stream, v(1), &args[2..])
            }
            B::Sprintf => self.sprint(v(0), None, v(1), &args[2..]),
            B::Snprintf => self.sprint(v(0), Some(v(1)), v(2), &args[3..]),
            B::Vprintf => {
                let args = self.variable(v(1))?;
                self.print(Stream::Output, v(0), &args)
            }
            B::Vfprintf => {
                let stream = self.stream(v(0))?;
                let args = self.variable(v(2))?;
                self.print(stream, v(1), &args)
            }
            B::Vsprintf => {
                let args = self.variable(v(2))?;
                self.sprint(v(0), None, v(1), &args)
            }
            B::Vsnprintf => {
                let args = self.variable(v(3))?;
                self.sprint(v(0), Some(v(1)), v(2), &args)
            }
            B::Puts => self.put_text(Stream::Output, v(0), b"\n"),
            B::Fputs => {
                let stream = self.stream(v(1))?;
                self.put_text(stream, v(0), b"")
            }
            B::Putchar => self.put_character(Stream::Output, v(0)),
            B::Fputc | B::Putc => {
                let stream = self.stream(v(1))?;
                self.put_character(stream, v(0))
            }
            B::Fflush | B::Ferror => self.int(0),
            B::Perror => Ok(None),
            B::Scanf => self.scan_input(v(0), &args[1..]),
            B::Fscanf => {
                self.input_stream(v(0))?;
                self.scan_input(v(1), &args[2..])
            }
            B::Sscanf => self.scan_string(v(0), v(1), &args[2..]),
            B::Getchar => self.get_character(),
            B::Fgetc | B::Getc => {
                self.input_stream(v(0))?;
                self.get_character()
            }
            B::Ungetc => {
                self.input_stream(v(1))?;
                self.unget_character(v(0))
            }
            B::Gets => self.get_line(v(0), None),
            B::Fgets => {
                self.input_stream(v(2))?;
                self.get_line(v(0), Some(v(1)))
            }
            B::Feof => {
                self.input_stream(v(0))?;
                self.int(i32::from(self.state.streams.eof))
            }
            B::Fopen | B::Fclose => self.unmodelled("access to files"),
            B::Exit => self.exit(v(0)),
            B::Abort => self.trap(TrapKind::Abort),
            B::Undefined => {
                let what = self.text(v(0))?;
                let what = String::from_utf8_lossy(&what).into_owned();
                self.trap(TrapKind::Library(what))
            }
            B::Assert | B::VerifierAssert | B::CproverAssert => {
                let ok = if v(0).object == 0 {
                    self.dom.nonzero(args[0].1, v(0).bits)
                } else {
                    D::verdict(true)
                };
                self.require(ok, || TrapKind::Assertion)?;
                Ok(None)
            }
            B::ReachError => self.trap(TrapKind::Assertion),
            B::Malloc | B::Calloc | B::Realloc | B::Free => self.heap(builtin, args),
            B::Atoi | B::Atol | B::Atoll | B::Atof | B::Strtol | B::Strtoul | B::Strtod => {
                self.parse_number(builtin, args)
            }
            B::Abs => self.absolute(Scalar::I32, v(0)),
            B::Labs => self.absolute(Scalar::I64, v(0)),
            B::Rand => self.rand(),
            B::Srand => self.srand(v(0)),
            B::Time => self.time(v(0)),
            B::Strlen
            | B::Strcpy
            | B::Strncpy
            | B::Strcat
            | B::Strncat
            | B::Strcmp
            | B::Strncmp
            | B::Strchr
            | B::Strrchr
            | B::Strstr
            | B::Strdup
            | B::Memcpy
            | B::Memmove
            | B::Memset
            | B::Memcmp => self.string(builtin, args),
            B::Strspn | B::Strcspn => self.span_of(builtin, args),
            B::Isalpha
            | B::Isdigit
            | B::Isalnum
            | B::Isspace
            | B::Isupper
            | B::Islower
            | B::Ispunct
            | B::Isxdigit
            | B::Isprint
            | B::Iscntrl
            | B::Isgraph => self.classify(builtin, v(0)),
            B::Toupper | B::Tolower => self.change_case(builtin, v(0)),
            _ => self.math(builtin, args),
        }
    }

    /// An `int` result.
    #[allow(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "the last expression of most functions here"
    )]
    fn int(&mut self, value: i32) -> Given<D> {
        Ok(Some(Val::scalar(D::constant(value as i64 as u64))))
    }

    /// Ends the run: this is not modelled.
    fn unmodelled<T>(&self, what: &str) -> Exec<T> {
        Err(Box::new(Stop::Unsupported {
            what: what.to_string(),
            span: self.span(),
        }))
    }

    fn stream(&self, v: Val<D::Bits>) -> Exec<Stream> {
        match (v.object, D::known(v.bits)) {
            (0, Some(0x10)) => Ok(Stream::Input),
            (0, Some(0x11)) => Ok(Stream::Output),
            (0, Some(0x12)) => Ok(Stream::Error),
            (0, Some(0)) => self.trap(TrapKind::Library("null stream".into())),
            _ => self.trap(TrapKind::Library("invalid stream".into())),
        }
    }

    fn input_stream(&self, v: Val<D::Bits>) -> Exec<()> {
        match self.stream(v)? {
            Stream::Input => Ok(()),
            _ => self.unmodelled("reading from an output stream"),
        }
    }

    /// The bytes of the string at `p`, without the NUL; symbolic ones are picked by the driver.
    fn text(&mut self, p: Val<D::Bits>) -> Exec<Vec<u8>> {
        let mut bytes = Vec::new();
        loop {
            let b = self.byte_at(p, bytes.len() as u64)?;
            match self.concretise(Scalar::U8, b)? as u8 {
                0 => return Ok(bytes),
                byte => bytes.push(byte),
            }
        }
    }
}
