//! `scanf`, `getchar`, `fgets`, `fread`, where the input is known bytes; see `free_input` for other input.

use ir::text::scanf::{Directive, Scan, ScanSpec, Value, parse_format, scan};
use ir::text::{FormatError, FormatErrorKind, Length};
use ir::{BinOp, Scalar};

use super::files::EBADF;
use super::{Arg, Given, Stream};
use crate::disk::Descriptor;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::stop::Exec;
use crate::storage::Life;
use crate::trap::TrapKind;
use crate::value::{ObjId, Val};

/// The signed integer type of this size, as which an integer is stored.
pub(super) fn integer(bits: u32) -> Scalar {
    match bits {
        8 => Scalar::I8,
        16 => Scalar::I16,
        32 => Scalar::I32,
        _ => Scalar::I64,
    }
}

/// The type that a conversion for floating-point numbers stores.
pub(super) fn float(spec: &ScanSpec) -> Scalar {
    if spec.length == Length::Default {
        Scalar::F32
    } else {
        Scalar::F64
    }
}

impl<D: Domain> Machine<'_, D> {
    /// `scanf` on a stream. Only inputs that match the format count if it `matches` by definition.
    pub(super) fn scan_input(
        &mut self,
        stream: Stream,
        format: Val<D::Bits>,
        args: &[Arg<D>],
        matches: bool,
    ) -> Given<D> {
        let directives = self.scan_format(format)?;
        self.scan_directives(stream, &directives, args, matches)
    }

    fn scan_directives(
        &mut self,
        stream: Stream,
        directives: &[Directive],
        args: &[Arg<D>],
        matches: bool,
    ) -> Given<D> {
        if let Some(reading) = self.free_reading(stream) {
            return self.scan_free(reading, directives, args, matches);
        }
        let Some((input, at)) = self.source(stream)? else {
            return self.int(-1);
        };
        let found = scan(&input, at, directives);
        self.assign(&input, directives, &found, args)?;
        let suppressed = directives.iter().filter(|d| d.is_suppressed()).count();
        let conversions = directives
            .iter()
            .filter(|d| matches!(d, Directive::Conversion(_)));
        if stream == Stream::Input && found.values.len() + suppressed < conversions.count() {
            self.state.input.fall_short();
        }
        self.advance(stream, found.pos - at, found.at_end);
        self.int(found.returns)
    }

    /// Sets what was never set of a number in memory: all of it to the next number of standard input, or each of its
    /// bytes if others were set; to 0 at the end of the input.
    pub(crate) fn set_unset(&mut self, id: ObjId, at: u64, ty: Scalar) -> Exec<()> {
        let size = ty.size() as usize;
        let Some(o) = self.state.memory.get(id) else {
            return Ok(());
        };
        let begin = at as usize;
        if o.all_init(begin, size) || o.life != Life::Live {
            return Ok(());
        }
        let is_whole = (begin..begin + size).all(|byte| !o.all_init(byte, 1));
        if !is_whole {
            for byte in at..at + size as u64 {
                self.set_unset(id, byte, Scalar::U8)?;
            }
            return Ok(());
        }
        let target = Val::pointer(id, D::constant(at));
        let format: &[u8] = match ty {
            Scalar::I8 => b"%hhd",
            Scalar::U8 | Scalar::Bool => b"%hhu",
            Scalar::I16 => b"%hd",
            Scalar::U16 => b"%hu",
            Scalar::I32 => b"%d",
            Scalar::U32 => b"%u",
            Scalar::I64 => b"%lld",
            Scalar::U64 => b"%llu",
            Scalar::F32 => b"%f",
            Scalar::F64 => b"%lf",
            Scalar::Ptr | Scalar::Ptr32 => return Ok(()),
        };
        let Ok(directives) = parse_format(format) else {
            return Ok(());
        };
        let stream = self.standard(Stream::Input)?;
        let read = self.scan_directives(stream, &directives, &[(target, Scalar::Ptr)], true)?;
        if read.is_none_or(|read| D::known(read.bits) != Some(1)) {
            self.store(target, ty, Val::scalar(D::constant(0)))?;
        } else if ty == Scalar::Bool {
            let byte = self.load(target, Scalar::U8)?;
            let truth = self
                .dom
                .bin(BinOp::And, Scalar::U8, byte.bits, D::constant(1));
            self.store(target, Scalar::U8, Val::scalar(truth))?;
        }
        Ok(())
    }

    pub(super) fn scan_string(
        &mut self,
        text: Val<D::Bits>,
        format: Val<D::Bits>,
        args: &[Arg<D>],
    ) -> Given<D> {
        let directives = self.scan_format(format)?;
        let input = self.text(text)?;
        let found = scan(&input, 0, &directives);
        self.assign(&input, &directives, &found, args)?;
        self.int(found.returns)
    }

    fn scan_format(&mut self, format: Val<D::Bits>) -> Exec<Vec<Directive>> {
        let text = self.text(format)?;
        match parse_format(&text) {
            Ok(mut directives) => {
                let model = self.program.data_model;
                for directive in &mut directives {
                    if let Directive::Conversion(spec) = directive
                        && (spec.is_int() || spec.conv == b'n')
                    {
                        spec.length = spec.length.in_lp64(model);
                    }
                }
                Ok(directives)
            }
            Err(FormatError {
                kind: FormatErrorKind::Unsupported(c),
                ..
            }) => self.unmodelled(&format!(
                "a conversion of `scanf` with `{}`",
                c.escape_ascii()
            )),
            Err(_) => self.trap(TrapKind::Library("invalid format of `scanf`".into())),
        }
    }

    /// Stores the values that were found in the targets that the arguments point to.
    fn assign(
        &mut self,
        input: &[u8],
        directives: &[Directive],
        found: &Scan,
        args: &[Arg<D>],
    ) -> Exec<()> {
        // A suppressed conversion has neither a value nor an argument.
        let specs = directives.iter().filter_map(|d| match d {
            Directive::Conversion(spec) if !spec.suppress => Some(spec),
            _ => None,
        });
        for (i, (value, spec)) in found.values.iter().zip(specs).enumerate() {
            let target = self.target(args, i)?;
            // Store the value in the type that the conversion names.
            let (ty, bits) = match value {
                Value::Int(v) | Value::Consumed(v) => {
                    let ty = integer(spec.int_bits());
                    (ty, crate::arith::extend(ty, *v))
                }
                Value::Float(x) => {
                    let ty = float(spec);
                    (ty, crate::arith::from_f64(ty, *x))
                }
                Value::Chars(range) => {
                    self.store_bytes(target, &input[range.clone()])?;
                    continue;
                }
                Value::Text(range) => {
                    self.store_text(target, &input[range.clone()])?;
                    continue;
                }
            };
            self.store(target, ty, Val::scalar(D::constant(bits)))?;
        }
        Ok(())
    }

    /// Where a value of `scanf` is stored: its argument of this number.
    pub(super) fn target(&self, args: &[Arg<D>], at: usize) -> Exec<Val<D::Bits>> {
        let Some(&(target, ty)) = args.get(at) else {
            return self.trap(TrapKind::Library(
                "too few arguments for the format of `scanf`".into(),
            ));
        };
        if !ty.is_pointer() {
            return self.trap(TrapKind::Library(
                "an argument of `scanf` is not a pointer".into(),
            ));
        }
        Ok(target)
    }

    pub(super) fn store_bytes(&mut self, p: Val<D::Bits>, bytes: &[u8]) -> Exec<()> {
        self.access(p, bytes.len() as u64, true)?;
        for (i, b) in bytes.iter().enumerate() {
            let at = self.offset(p, i as u64);
            self.store(at, Scalar::U8, Val::scalar(D::constant(u64::from(*b))))?;
        }
        Ok(())
    }

    pub(super) fn get_character(&mut self, stream: Stream) -> Given<D> {
        if let Some(reading) = self.free_reading(stream) {
            return self.get_free_character(reading);
        }
        if stream == Stream::Input {
            // Fast path: no handle on the whole input is needed.
            let byte = self.state.input.read_byte();
            return self.int(byte.map_or(-1, i32::from));
        }
        let Some((input, at)) = self.source(stream)? else {
            return self.int(-1);
        };
        let byte = input.get(at).copied();
        self.advance(stream, usize::from(byte.is_some()), byte.is_none());
        self.int(byte.map_or(-1, i32::from))
    }

    pub(super) fn unget_character(&mut self, stream: Stream, v: Val<D::Bits>) -> Given<D> {
        if let Some(reading) = self.free_reading(stream) {
            return self.unget_free(reading, v);
        }
        let c = self.concretise(Scalar::I32, v.bits)? as i32;
        if c == -1 {
            return self.int(-1);
        }
        match stream {
            Stream::File(i) if self.state.disk.streams[i].readable => {
                self.state.disk_mut().push_back(i, c as u8);
            }
            Stream::File(_) | Stream::Output | Stream::Error => return self.int(-1),
            Stream::Input => self.state.input.push_back(c as u8),
        }
        self.int(i32::from(c as u8))
    }

    /// `fgets`, or `gets` without a limit.
    pub(super) fn get_line(
        &mut self,
        stream: Stream,
        buffer: Val<D::Bits>,
        limit: Option<Val<D::Bits>>,
    ) -> Given<D> {
        let null = Val::scalar(D::constant(0));
        let most = match limit {
            Some(n) => match self.concretise(Scalar::I32, n.bits)? as i32 {
                size @ 1.. => size as usize - 1,
                // Not even the final zero byte fits.
                _ => return Ok(Some(null)),
            },
            None => usize::MAX,
        };
        if let Some(reading) = self.free_reading(stream).filter(|_| most > 0) {
            let most = limit.is_some().then_some(most as u64);
            return self.get_free_line(reading, buffer, most);
        }
        let Some((input, at)) = self.source(stream)? else {
            return Ok(Some(null));
        };
        let rest = &input[at..];
        let newline = rest.iter().position(|b| *b == b'\n');
        let taken = newline.map_or(rest.len(), |i| i + 1).min(most);
        let at_end = newline.is_none() && taken == rest.len() && taken < most;
        if taken == 0 && most > 0 {
            if stream == Stream::Input {
                self.state.input.fall_short();
            }
            self.advance(stream, 0, true);
            return Ok(Some(null));
        }
        let keep_newline = limit.is_some() || rest[..taken].last() != Some(&b'\n');
        let text = if keep_newline {
            &rest[..taken]
        } else {
            &rest[..taken - 1]
        };
        self.store_text(buffer, text)?;
        self.advance(stream, taken, at_end);
        Ok(Some(buffer))
    }

    /// `read`
    pub(super) fn read_block(&mut self, args: &[Arg<D>]) -> Given<D> {
        let descriptor = self.concretise(Scalar::I32, args[0].0.bits)? as i32;
        let wanted = self.concretise(Scalar::U64, args[2].0.bits)? as usize;
        match self.state.disk.descriptors.get(descriptor) {
            Descriptor::Input => {}
            Descriptor::File(stream) => return self.read_file(stream, args[1].0, wanted),
            Descriptor::Closed => return self.fails(EBADF, -1),
            Descriptor::Output | Descriptor::Error => {
                return self.unmodelled("reading from an output stream");
            }
        }
        if let Some(reading) = self.free_reading(Stream::Input) {
            let taken = self.get_free_block(reading, args[1].0, wanted as u64)?;
            return Ok(Some(Val::scalar(D::constant(taken))));
        }
        if self.state.input.has_read_ahead() {
            // The stream has buffered input beyond the read position.
            return self.unmodelled("`read` after input was read through a stream");
        }
        let (input, at) = self.state.input.source();
        let rest = &input[at.min(input.len())..];
        let taken = rest.len().min(wanted);
        if taken == 0 {
            self.state.input.fall_short();
        } else {
            self.store_bytes(args[1].0, &rest[..taken])?;
            self.state.input.advance_descriptor(taken);
        }
        Ok(Some(Val::scalar(D::constant(taken as u64))))
    }

    /// `fread`
    pub(super) fn get_items(&mut self, args: &[Arg<D>]) -> Given<D> {
        let size = self.concretise(Scalar::U64, args[1].0.bits)?;
        let count = self.concretise(Scalar::U64, args[2].0.bits)?;
        let stream = self.stream(args[3].0)?;
        let wanted = size.saturating_mul(count) as usize;
        if wanted == 0 {
            return self.int(0);
        }
        if let Some(reading) = self.free_reading(stream) {
            let taken = self.get_free_block(reading, args[0].0, wanted as u64)?;
            return Ok(Some(Val::scalar(D::constant(taken / size))));
        }
        let Some((input, at)) = self.source(stream)? else {
            return self.int(0);
        };
        let rest = &input[at..];
        let taken = rest.len().min(wanted);
        self.store_bytes(args[0].0, &rest[..taken])?;
        if stream == Stream::Input && taken < wanted {
            self.state.input.fall_short();
        }
        self.advance(stream, taken, taken < wanted);
        Ok(Some(Val::scalar(D::constant(taken as u64 / size))))
    }
}
