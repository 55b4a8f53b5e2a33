//! The functions of the C library, in both value domains.
//!
//! A library function first reads and decides, and writes last, because an instruction that needs a decision of the
//! driver is executed again from its beginning.

mod characters;
mod conversion;
mod descriptors;
mod element;
mod files;
mod free_input;
mod heap;
mod input;
mod matching;
mod math;
mod numbers;
mod output;
mod platform;
mod printf;
mod printf_fast;
mod random;
mod strings;

use ir::program::BuiltinCall;
use ir::{Builtin as B, Scalar};

use super::access::Text;
use super::domain::Domain;
use super::free_input::LeftOut;
use super::machine::Machine;
use super::stop::{Exec, Stop};
use super::trap::{TrapKind, UninitialisedUse};
use super::value::Val;

/// An argument with its type.
type Arg<D> = (Val<<D as Domain>::Bits>, Scalar);

/// Number of arguments that most calls do not exceed.
const FEW: usize = 4;

/// Result of a library function; `None` for `void`.
type Given<D> = Exec<Option<Val<<D as Domain>::Bits>>>;

/// A stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stream {
    /// Standard input.
    Input,
    /// Standard output.
    Output,
    /// Standard error.
    Error,
    /// A stream that the run opened.
    File(usize),
}

impl<D: Domain> Machine<'_, D> {
    /// Executes a call of a library function.
    pub(super) fn builtin(&mut self, base: usize, call: &BuiltinCall) -> Given<D> {
        // Nearly all calls have few arguments, which need no allocation.
        let mut few = [(Val::scalar(D::constant(0)), Scalar::I32); FEW];
        let many: Vec<Arg<D>>;
        let values = call.args.iter().map(|(r, t)| (self.get(base, *r), *t));
        let args = if call.args.len() <= FEW {
            for (i, value) in values.enumerate() {
                few[i] = value;
            }
            &few[..call.args.len()]
        } else {
            many = values.collect();
            &many
        };
        let is_use = call.builtin != B::Unused;
        for (v, _) in args.iter().filter(|_| is_use) {
            self.determinate(*v, UninitialisedUse::Argument(call.builtin.name()))?;
        }
        if args.len() < call.builtin.params().len() {
            return self.trap(TrapKind::Library(format!(
                "too few arguments for `{}`",
                call.builtin.name()
            )));
        }
        self.library(call.builtin, args)
    }

    /// Executes a library function with these arguments; each family has a file of its own.
    fn library(&mut self, builtin: B, args: &[Arg<D>]) -> Given<D> {
        let v = |i: usize| args[i].0;
        match builtin {
            // Formatted output.
            B::Printf => {
                self.reads_text(b"%s\n", v(0), &args[1..])?;
                let stream = self.standard(Stream::Output)?;
                self.print(stream, v(0), &args[1..])
            }
            B::Fprintf => {
                self.reads_text(b"%s", v(1), &args[2..])?;
                let stream = self.stream(v(0))?;
                self.print(stream, v(1), &args[2..])
            }
            B::Sprintf => self.sprint(v(0), None, v(1), &args[2..]),
            B::Snprintf => self.sprint(v(0), Some(v(1)), v(2), &args[3..]),
            B::Asprintf => self.sprint_new(v(0), v(1), &args[2..]),
            B::Vprintf => {
                let args = self.variable(v(1))?;
                let stream = self.standard(Stream::Output)?;
                self.print(stream, v(0), &args)
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
            B::Vasprintf => {
                let args = self.variable(v(2))?;
                self.sprint_new(v(0), v(1), &args)
            }
            // Other output.
            B::Puts => {
                let stream = self.standard(Stream::Output)?;
                self.put_text(stream, v(0), b"\n")
            }
            B::Fputs => {
                let stream = self.stream(v(1))?;
                self.put_text(stream, v(0), b"")
            }
            B::Putchar => {
                let stream = self.standard(Stream::Output)?;
                self.put_character(stream, v(0))
            }
            B::Fputc | B::Putc => {
                let stream = self.stream(v(1))?;
                self.put_character(stream, v(0))
            }
            B::Fwrite => self.put_items(args),
            B::Write => self.write_block(args),
            B::Fflush => self.flush(v(0)),
            B::SetBuffering => self.set_buffering(v(0), v(1)),
            // Formatted input.
            B::Scanf => {
                let stream = self.standard(Stream::Input)?;
                self.scan_input(stream, v(0), &args[1..], false)
            }
            B::ScanNumber => {
                let stream = self.standard(Stream::Input)?;
                self.scan_input(stream, v(0), &args[1..], true)
            }
            B::Fscanf => {
                let stream = self.stream(v(0))?;
                self.scan_input(stream, v(1), &args[2..], false)
            }
            B::Sscanf => self.scan_string(v(0), v(1), &args[2..]),
            B::Vscanf => {
                let stream = self.standard(Stream::Input)?;
                let args = self.variable(v(1))?;
                self.scan_input(stream, v(0), &args, false)
            }
            B::Vfscanf => {
                let stream = self.stream(v(0))?;
                let args = self.variable(v(2))?;
                self.scan_input(stream, v(1), &args, false)
            }
            B::Vsscanf => {
                let args = self.variable(v(2))?;
                self.scan_string(v(0), v(1), &args)
            }
            // Other input.
            B::Getchar => {
                let stream = self.standard(Stream::Input)?;
                self.get_character(stream)
            }
            B::Fgetc | B::Getc => {
                let stream = self.stream(v(0))?;
                self.get_character(stream)
            }
            B::Ungetc => {
                let stream = self.stream(v(1))?;
                self.unget_character(stream, v(0))
            }
            B::Gets => {
                let stream = self.standard(Stream::Input)?;
                self.get_line(stream, v(0), None)
            }
            B::Fgets => {
                let stream = self.stream(v(2))?;
                self.get_line(stream, v(0), Some(v(1)))
            }
            B::Fread => self.get_items(args),
            B::Read => self.read_block(args),
            // Streams and files.
            B::Feof => self.at_end(v(0)),
            B::Ferror => self.has_error(v(0)),
            B::Clearerr => self.clear_error(v(0)),
            B::Fileno => self.descriptor(v(0)),
            B::Fseek => self.seek(v(0), v(1), v(2)),
            B::Ftell => self.tell(v(0)),
            B::Fopen => self.open(v(0), v(1)),
            B::Freopen => self.reopen(v(0), v(1), v(2)),
            B::Tmpfile => self.open_temporary(),
            B::Fclose => self.close(v(0)),
            B::Open => self.open_descriptor(args),
            B::Close => self.close_descriptor(v(0)),
            B::Lseek => self.seek_descriptor(args),
            B::Duplicate => self.duplicate(args),
            B::Fdopen => self.open_stream_of(args),
            B::FactsOfName => self.facts_of_name(args),
            B::FactsOfDescriptor => self.facts_of_descriptor(args),
            B::Chmod => self.set_mode(args),
            B::Ftruncate => self.resize_file(args),
            B::Link => self.link(args),
            B::Mkdir => self.make_folder(args),
            B::Rmdir => self.remove_folder(v(0)),
            B::NamesIn => self.names_in(v(0)),
            B::Chdir => self.change_folder(v(0)),
            B::Remove => self.remove(v(0), true),
            B::Unlink => self.remove(v(0), false),
            B::Rename => self.rename(v(0), v(1)),
            // What our own headers call.
            B::SetErrno => {
                let number = self.concretise(Scalar::I32, v(0).bits)? as i32;
                self.set_errno(number);
                Ok(None)
            }
            B::NotModelled => {
                let what = self.text(v(0))?;
                self.unmodelled(&String::from_utf8_lossy(&what))
            }
            // The end of the run, and checks.
            // They continue elsewhere, so the instruction itself executes them.
            B::Setjmp | B::Longjmp => Ok(None),
            B::Exit => self.exit(v(0)),
            B::ExitNow => self.exit_now(v(0)),
            B::Abort => self.trap(TrapKind::Abort),
            B::Undefined => {
                let what = self.text(v(0))?;
                let what = String::from_utf8_lossy(&what).into_owned();
                self.trap(TrapKind::Library(what))
            }
            B::Assert | B::VerifierAssert | B::CproverAssert | B::EsbmcAssert => {
                let ok = if v(0).object == 0 {
                    self.dom.nonzero(args[0].1, v(0).bits)
                } else {
                    D::verdict(true)
                };
                let outermost = self.state.calls.frames.len() == 1;
                let place = self.span();
                self.state.asserted.note(place, outermost);
                self.require(ok, || TrapKind::Assertion)?;
                Ok(None)
            }
            B::ReachError => self.trap(TrapKind::Assertion),
            B::Unused => {
                if args.iter().any(|(v, _)| !v.init) {
                    self.leave_out(LeftOut::Unused);
                }
                Ok(None)
            }
            B::Unreachable => self.trap(TrapKind::Unreachable),
            B::IgnoreTest => {
                let why = self.text(v(0))?;
                let why = String::from_utf8_lossy(&why).into_owned();
                self.trap(TrapKind::Ignored(why))
            }
            // Memory and numbers.
            B::Malloc | B::Calloc | B::Realloc | B::Free => self.heap(builtin, args),
            B::Atoi
            | B::Atol
            | B::Atoll
            | B::Atof
            | B::Strtol
            | B::Strtoul
            | B::StrtolNarrow
            | B::StrtoulNarrow
            | B::Strtod
            | B::Strtof => self.parse_number(builtin, args),
            B::Abs => self.absolute(Scalar::I32, v(0)),
            B::Labs => self.absolute(Scalar::I64, v(0)),
            B::Rand => self.rand(),
            B::Srand => self.srand(v(0)),
            // Texts and characters.
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
            | B::Isgraph
            | B::Isblank => self.classify(builtin, v(0)),
            B::Toupper | B::Tolower => self.change_case(builtin, v(0)),
            // `math.h`.
            B::Sqrt
            | B::Sqrtf
            | B::Fabs
            | B::Fabsf
            | B::Floor
            | B::Floorf
            | B::Ceil
            | B::Ceilf
            | B::Round
            | B::Roundf
            | B::Trunc
            | B::Truncf
            | B::Rint
            | B::Rintf
            | B::Exp
            | B::Expf
            | B::Exp2
            | B::Exp2f
            | B::Expm1
            | B::Expm1f
            | B::Log
            | B::Logf
            | B::Log10
            | B::Log10f
            | B::Log2
            | B::Log2f
            | B::Log1p
            | B::Log1pf
            | B::Sin
            | B::Sinf
            | B::Cos
            | B::Cosf
            | B::Tan
            | B::Tanf
            | B::Asin
            | B::Asinf
            | B::Acos
            | B::Acosf
            | B::Atan
            | B::Atanf
            | B::Sinh
            | B::Sinhf
            | B::Cosh
            | B::Coshf
            | B::Tanh
            | B::Tanhf
            | B::Asinh
            | B::Acosh
            | B::Atanh
            | B::Cbrt
            | B::Cbrtf
            | B::Logb
            | B::Logbf
            | B::Pow
            | B::Powf
            | B::Fmod
            | B::Fmodf
            | B::Atan2
            | B::Atan2f
            | B::Fmin
            | B::Fminf
            | B::Fmax
            | B::Fmaxf
            | B::Fdim
            | B::Fdimf
            | B::Hypot
            | B::Hypotf
            | B::Copysign
            | B::Copysignf
            | B::Nextafter
            | B::Nextafterf
            | B::Remainder
            | B::Remainderf
            | B::Fma
            | B::Fmaf
            | B::Scalbln
            | B::Scalblnf
            | B::Lround
            | B::Lrint
            | B::Asinhf
            | B::Acoshf
            | B::Atanhf
            | B::Erf
            | B::Erff
            | B::Erfc
            | B::Erfcf
            | B::Tgamma
            | B::Tgammaf
            | B::Lgamma
            | B::Lgammaf
            | B::FloatClass
            | B::FloatClassf
            | B::Signbit => self.math(builtin, args),
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

    /// Ends the run because `what` is not modelled.
    fn unmodelled<T>(&self, what: &str) -> Exec<T> {
        Err(Box::new(Stop::Unsupported {
            what: what.into(),
            span: self.span(),
        }))
    }

    /// The bytes of the string at `p`, without the NUL; the driver picks values for symbolic ones.
    fn text(&mut self, p: Val<D::Bits>) -> Exec<Text> {
        if let Some(text) = self.known_text(p) {
            return Ok(Text::from_slice(text));
        }
        let mut bytes = self.plain_text(p);
        loop {
            let b = self.byte_at(p, bytes.len() as u64)?;
            match self.concretise(Scalar::U8, b)? as u8 {
                0 => return Ok(bytes),
                byte => bytes.push(byte),
            }
        }
    }
}
