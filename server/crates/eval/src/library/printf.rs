//! `printf` and its relatives: a format and its arguments become the elements of the output.

use ir::Scalar;
use ir::text::printf::{FormatPiece, Spec, format_float, format_int, in_order, parse_format};
use ir::text::{FormatError, FormatErrorKind};

use super::conversion::{is_null, mismatch, narrow};
use super::element::{Element, known_length};
use super::{Arg, Given, Stream};
use crate::arith;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::stop::Exec;
use crate::trap::{TrapKind, UninitialisedUse};
use crate::value::Val;

/// Greatest width and precision of a conversion.
const MAX_FIELD: usize = 1 << 20;

impl<D: Domain> Machine<'_, D> {
    pub(super) fn print(
        &mut self,
        stream: Stream,
        format: Val<D::Bits>,
        args: &[Arg<D>],
    ) -> Given<D> {
        if let Some(text) = self.printf_fast(format, args) {
            return self.emit(stream, &[Element::Known(text)]);
        }
        let elements = self.format(format, args)?;
        self.emit(stream, &elements)
    }

    /// Reads the text of a `printf` or `fprintf` call that gcc replaces by `puts` or `fputs` because of its format:
    /// these dereference the pointer, which must not be null then.
    pub(super) fn reads_text(
        &mut self,
        replaced: &[u8],
        format: Val<D::Bits>,
        args: &[Arg<D>],
    ) -> Exec<()> {
        if let [(text, Scalar::Ptr)] = args
            && is_null::<D>(*text)
            && self.known_text(format) == Some(replaced)
        {
            self.byte_at(*text, 0)?;
        }
        Ok(())
    }

    /// `asprintf`
    pub(super) fn sprint_new(
        &mut self,
        target: Val<D::Bits>,
        format: Val<D::Bits>,
        args: &[Arg<D>],
    ) -> Given<D> {
        let elements = self.format(format, args)?;
        let mut text = Vec::new();
        for e in elements {
            self.pick(&e, &mut text)?;
        }
        let room = self.program.data_model.word();
        self.access(target, u64::from(room), true)?;
        let buffer = self.allocate(text.len() as u64 + 1, false);
        self.store_text(buffer, &text)?;
        self.store(target, self.pointer_in_memory(), buffer)?;
        self.int(text.len() as i32)
    }

    /// `sprintf`, `snprintf`: the driver picks values for symbolic parts.
    pub(super) fn sprint(
        &mut self,
        buffer: Val<D::Bits>,
        size: Option<Val<D::Bits>>,
        format: Val<D::Bits>,
        args: &[Arg<D>],
    ) -> Given<D> {
        let elements = self.format(format, args)?;
        let mut text = Vec::new();
        for e in elements {
            self.pick(&e, &mut text)?;
        }
        let printed = text.len() as i32;
        if let Some(n) = size {
            let n = self.concretise(Scalar::U64, n.bits)? as usize;
            if n == 0 {
                return self.int(printed);
            }
            text.truncate(n - 1);
        }
        self.reads_elsewhere(buffer, text.len() as u64 + 1, format, args)?;
        self.store_text(buffer, &text)?;
        self.int(printed)
    }

    /// Traps if a text that is printed overlaps the buffer that it is printed to.
    fn reads_elsewhere(
        &mut self,
        buffer: Val<D::Bits>,
        written: u64,
        format: Val<D::Bits>,
        args: &[Arg<D>],
    ) -> Exec<()> {
        let is_inside = |(value, ty): &&Arg<D>| ty.is_pointer() && value.object == buffer.object;
        if buffer.object == 0 || !args.iter().any(|arg| is_inside(&arg)) {
            return Ok(());
        }
        let format = self.text(format)?;
        let texts = parse_format(&format).unwrap_or_default().into_iter();
        let texts = texts
            .filter(|piece| matches!(piece, FormatPiece::Conversion(spec) if spec.conv == b's'));
        // Each conversion of a text takes one of the pointers.
        for (source, _) in args.iter().filter(is_inside).take(texts.count()) {
            let read = self.length(*source, u64::MAX)? + 1;
            self.disjoint("sprintf", *source, buffer, [read, written])?;
        }
        Ok(())
    }

    pub(super) fn pick(&mut self, e: &Element<D::Bits>, text: &mut Vec<u8>) -> Exec<()> {
        match e {
            Element::Known(bytes) => text.extend(bytes),
            Element::Int(spec, ty, bits) => {
                let v = self.concretise(*ty, *bits)?;
                format_int(text, spec, narrow(spec, v));
            }
            Element::Float(spec, bits) => {
                let v = self.concretise(Scalar::F64, *bits)?;
                format_float(text, spec, f64::from_bits(v));
            }
            Element::Char(bits) => text.push(self.concretise(Scalar::U8, *bits)? as u8),
        }
        Ok(())
    }

    fn format(&mut self, format: Val<D::Bits>, args: &[Arg<D>]) -> Exec<Vec<Element<D::Bits>>> {
        let mut text = self.text(format)?;
        let reordered: Vec<Arg<D>>;
        let mut args = args;
        if let Some((rewritten, order)) = in_order(&text).filter(|(_, order)| !order.is_empty()) {
            let argument = |number: &usize| args.get(number - 1).copied();
            reordered = order.iter().map_while(argument).collect();
            (text, args) = (rewritten.into(), &reordered);
        }
        let pieces = match parse_format(&text) {
            Ok(mut pieces) => {
                let model = self.program.data_model;
                for piece in &mut pieces {
                    if let FormatPiece::Conversion(spec) = piece
                        && (spec.is_int() || spec.conv == b'n')
                    {
                        spec.length = spec.length.in_lp64(model);
                    }
                }
                pieces
            }
            Err(FormatError {
                kind: FormatErrorKind::Unsupported(c),
                ..
            }) => {
                return self.unmodelled(&format!(
                    "a conversion of `printf` with `{}`",
                    c.escape_ascii()
                ));
            }
            Err(_) => {
                return self.trap(TrapKind::Library("invalid format of `printf`".into()));
            }
        };
        let mut counts = Vec::new();
        let mut elements = Vec::with_capacity(pieces.len());
        let mut rest = args.iter();
        self.dom.converted(0..0, 0);
        for piece in pieces {
            match piece {
                FormatPiece::Literal(bytes) => elements.push(Element::Known(bytes)),
                FormatPiece::Conversion(spec) => {
                    let spec = self.resolve_stars(spec, &mut rest)?;
                    let arg = self.next(&mut rest)?;
                    self.passed(spec, arg)?;
                    if spec.conv == b'n' {
                        counts.push((spec, *arg, self.length_of(&elements)?));
                    } else {
                        let start = known_length(&elements);
                        self.conversion(spec, arg, &mut elements)?;
                        let used = args.len() - rest.as_slice().len();
                        self.dom.converted(start..known_length(&elements), used);
                    }
                }
            }
        }
        // Written last, because the call may be executed again.
        for (spec, (target, ty), count) in counts {
            if !ty.is_pointer() {
                return self.trap(TrapKind::Library(mismatch(&spec, ty)));
            }
            let ty = match spec.int_bits() {
                8 => Scalar::I8,
                16 => Scalar::I16,
                32 => Scalar::I32,
                _ => Scalar::I64,
            };
            let count = arith::extend(ty, count);
            self.store(target, ty, Val::scalar(D::constant(count)))?;
        }
        Ok(elements)
    }

    /// Number of bytes printed so far, for `%n`.
    fn length_of(&mut self, elements: &[Element<D::Bits>]) -> Exec<u64> {
        let mut text = Vec::new();
        for e in elements {
            match e {
                Element::Char(_) => text.push(0),
                _ => self.pick(e, &mut text)?,
            }
        }
        Ok(text.len() as u64)
    }

    fn next<'a>(&self, rest: &mut std::slice::Iter<'a, Arg<D>>) -> Exec<&'a Arg<D>> {
        match rest.next() {
            Some(arg) => Ok(arg),
            None => self.trap(TrapKind::Library(
                "too few arguments for the format of `printf`".into(),
            )),
        }
    }

    /// Checks an argument that came through a `va_list`, which was not checked when it was passed.
    fn passed(&self, spec: Spec, (value, ty): &Arg<D>) -> Exec<()> {
        // The printed part may be initialised although the value as a whole is not.
        let is_number = b"diuxXoc".contains(&spec.conv) && !ty.is_float();
        let printed = if is_number {
            u64::MAX >> (64 - spec.int_bits())
        } else {
            u64::MAX
        };
        if value.undefined & printed == 0 {
            return Ok(());
        }
        self.determinate(*value, UninitialisedUse::Argument("printf"))
    }

    fn resolve_stars(&mut self, spec: Spec, rest: &mut std::slice::Iter<'_, Arg<D>>) -> Exec<Spec> {
        let (width, precision) = spec.stars();
        let mut star = |m: &mut Self, present: bool| -> Exec<Option<i32>> {
            if !present {
                return Ok(None);
            }
            let arg = m.next(rest)?;
            Ok(Some(m.concretise(Scalar::I32, arg.0.bits)? as i32))
        };
        let w = star(self, width)?;
        let p = star(self, precision)?;
        let spec = spec.resolved(w, p);
        let long = |n: Option<usize>| n.is_some_and(|n| n > MAX_FIELD);
        // The precision of a string only truncates it.
        let cuts = spec.conv == b's';
        if long(Some(spec.width_value())) || (!cuts && long(spec.precision_value())) {
            return self.unmodelled("a `printf` of more than a million characters at once");
        }
        Ok(spec)
    }
}
