//! `printf` and related functions.
//!
//! The output of a call is first converted into elements: known bytes, or a symbolic value with its conversion. In a
//! concrete run all elements are known and are collected. In a symbolic run they are matched against the expected
//! output: known bytes must be the next expected ones, otherwise the run is dead; a symbolic number may print each
//! prefix of the expected rest that reads back as a number, and the run forks once for each, with the constraint that
//! the value is that number. So in every live run the position in the expected output is known.

use std::sync::Arc;

use harness::{Compare, Matcher};
use ir::text::accept::{FloatSet, float_candidates, int_candidates};
use ir::text::printf::{
    FormatPiece, Spec, format_char, format_float, format_int, format_ptr, format_str, in_order,
    parse_format,
};
use ir::text::{FormatError, FormatErrorKind};
use ir::{BinOp, CompId, Scalar};

use super::{Arg, Given, Stream};
use crate::arith;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::script::Entry;
use crate::stop::{Continuation as Way, Exec, Stop};
use crate::trap::{TrapKind, UninitialisedUse};
use crate::value::Val;

/// Greatest width and precision of a conversion.
const MAX_FIELD: usize = 1 << 20;
/// Most ways in which the output of one call may match; with more, a symbolic run is abandoned.
const MAX_WAYS: usize = 2000;

/// The text printed for a null pointer.
const NO_TEXT: &[u8] = b"(null)";

fn is_null<D: Domain>(v: Val<D::Bits>) -> bool {
    v.object == 0 && D::known(v.bits) == Some(0)
}

/// A part of the output of a call.
enum Element<B> {
    Known(Vec<u8>),
    Int(Spec, Scalar, B),
    Float(Spec, B),
    Char(B),
}

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

    /// `fwrite`
    pub(super) fn put_items(&mut self, args: &[Arg<D>]) -> Given<D> {
        let size = self.concretise(Scalar::U64, args[1].0.bits)?;
        let count = self.concretise(Scalar::U64, args[2].0.bits)?;
        let stream = self.stream(args[3].0)?;
        let bytes = size.saturating_mul(count);
        if bytes == 0 {
            return self.int(0);
        }
        let elements = self.block(args[0].0, bytes, stream)?;
        let written = self.emit(stream, &elements)?;
        let failed = written.is_some_and(|v| D::known(v.bits) == Some(u64::MAX));
        let count = if failed { 0 } else { count };
        Ok(Some(Val::scalar(D::constant(count))))
    }

    /// `write`
    pub(super) fn write_block(&mut self, args: &[Arg<D>]) -> Given<D> {
        let stream = match self.concretise(Scalar::I32, args[0].0.bits)? {
            1 => self.standard(Stream::Output)?,
            2 => self.standard(Stream::Error)?,
            _ => return self.unmodelled("`write` to what is not standard output or error"),
        };
        let bytes = self.concretise(Scalar::U64, args[2].0.bits)?;
        if matches!(stream, Stream::File(_)) {
            return self.unmodelled("`write` to a stream that was opened anew");
        }
        if stream == Stream::Output && self.state.output.is_held() {
            // The bytes would overtake that text.
            return self.unmodelled("`write` while text that was printed waits to be flushed");
        }
        if bytes == 0 {
            return self.int(0);
        }
        let elements = self.block(args[1].0, bytes, stream)?;
        self.emit(stream, &elements)?;
        // `write` bypasses the buffer, which was empty.
        self.state.output.flush();
        Ok(Some(Val::scalar(D::constant(bytes))))
    }

    /// The bytes of a block of memory.
    fn block(
        &mut self,
        p: Val<D::Bits>,
        bytes: u64,
        stream: Stream,
    ) -> Exec<Vec<Element<D::Bits>>> {
        let (object, at) = self.range(p, bytes, false)?;
        let range = at as u64..at as u64 + bytes;
        let pointers = self.state.memory.get(object).is_some_and(|o| {
            let mut rich = o.rich.iter();
            rich.any(|r| r.val.object != 0 && range.contains(&u64::from(r.offset)))
        });
        if pointers {
            return self.unmodelled("writing the bytes of a pointer");
        }
        let mut elements = vec![Element::Known(Vec::new())];
        for i in 0..bytes {
            let place = self.offset(p, i);
            let byte = self.load(place, Scalar::U8)?;
            // Indeterminate bytes (padding) may be written to a file; in output that the user sees they are an error.
            if matches!(stream, Stream::Output) {
                self.determinate(byte, UninitialisedUse::Byte)?;
            }
            match D::known(byte.bits) {
                Some(b) => match elements.last_mut() {
                    Some(Element::Known(known)) => known.push(b as u8),
                    _ => elements.push(Element::Known(vec![b as u8])),
                },
                None => elements.push(Element::Char(byte.bits)),
            }
        }
        Ok(elements)
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

    pub(super) fn put_text(&mut self, stream: Stream, p: Val<D::Bits>, end: &[u8]) -> Given<D> {
        let mut elements = self.characters(p, None)?;
        elements.push(Element::Known(end.to_vec()));
        self.emit(stream, &elements)
    }

    pub(super) fn put_character(&mut self, stream: Stream, v: Val<D::Bits>) -> Given<D> {
        let mut byte = self.dom.cast(Scalar::I32, Scalar::U8, v.bits);
        let ambiguous = self
            .state
            .output
            .matcher()
            .is_some_and(Matcher::is_ambiguous)
            || self.expected.compare() != Compare::Exact;
        if ambiguous {
            // The byte printed would depend on how the output is matched further on.
            byte = D::constant(self.concretise(Scalar::U8, byte)?);
        }
        let element = match D::known(byte) {
            Some(b) => Element::Known(vec![b as u8]),
            None => Element::Char(byte),
        };
        let printed = self.dom.cast(Scalar::U8, Scalar::I32, byte);
        let written = self.emit(stream, &[element])?;
        if written.is_some_and(|v| D::known(v.bits) == Some(u64::MAX)) {
            return Ok(written);
        }
        Ok(Some(Val::scalar(printed)))
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
        match size {
            None => self.store_text(buffer, &text)?,
            Some(n) => {
                let n = self.concretise(Scalar::U64, n.bits)? as usize;
                if n > 0 {
                    text.truncate(n - 1);
                    self.store_text(buffer, &text)?;
                }
            }
        }
        self.int(printed)
    }

    fn pick(&mut self, e: &Element<D::Bits>, text: &mut Vec<u8>) -> Exec<()> {
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
        let is_number = b"diuxXoc".contains(&spec.conv);
        if !value.init && is_number && ty.bits() > spec.int_bits() {
            return self.unmodelled("printing a part of a value that is not set as a whole");
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

    /// The bytes of a wide string, at most `limit`.
    fn narrowed(&mut self, text: Val<D::Bits>, limit: Option<usize>) -> Exec<Vec<u8>> {
        let mut bytes = Vec::new();
        while limit.is_none_or(|limit| bytes.len() < limit) {
            let place = self.offset(text, bytes.len() as u64 * 4);
            let wide = self.load(place, Scalar::I32)?;
            self.determinate(wide, UninitialisedUse::Byte)?;
            match self.narrow_character(wide.bits)? {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    /// The byte of a wide character in the C locale.
    fn narrow_character(&mut self, wide: D::Bits) -> Exec<u8> {
        match self.concretise(Scalar::I32, wide)? {
            byte @ ..128 => Ok(byte as u8),
            _ => self.unmodelled("printing a wide character that is not ASCII"),
        }
    }

    fn conversion(
        &mut self,
        spec: Spec,
        arg: &Arg<D>,
        out: &mut Vec<Element<D::Bits>>,
    ) -> Exec<()> {
        let (v, ty) = *arg;
        let wanted_float = spec.is_float();
        let wanted_pointer = matches!(spec.conv, b's' | b'p' | b'n');
        if wanted_float != ty.is_float() || wanted_pointer != ty.is_pointer() {
            return self.trap(TrapKind::Library(mismatch(&spec, ty)));
        }
        let mut bytes = Vec::new();
        match spec.conv {
            b's' if spec.is_wide() => {
                let text = self.narrowed(v, spec.precision_value())?;
                format_str(&mut bytes, &spec, &text);
            }
            b'c' if spec.is_wide() => {
                let byte = self.narrow_character(v.bits)?;
                format_char(&mut bytes, &spec, byte);
            }
            b's' => {
                let limit = spec.precision_value();
                let mut elements = if is_null::<D>(v) {
                    // glibc prints nothing where the replacement text exceeds the precision.
                    let fits = limit.is_none_or(|limit| limit >= NO_TEXT.len());
                    let text = if fits { NO_TEXT } else { b"" };
                    vec![Element::Known(text.to_vec())]
                } else {
                    self.characters(v, limit)?
                };
                if let [Element::Known(text)] = &elements[..] {
                    format_str(&mut bytes, &spec, text);
                    elements = vec![Element::Known(bytes)];
                }
                out.extend(elements);
                return Ok(());
            }
            b'p' => {
                let address = self.flat(Scalar::Ptr, v);
                let address = self.concretise(Scalar::U64, address)?;
                format_ptr(&mut bytes, &spec, address);
            }
            b'c' => {
                let byte = self.dom.cast(ty, Scalar::U8, v.bits);
                match D::known(byte) {
                    Some(b) => format_char(&mut bytes, &spec, b as u8),
                    None => {
                        out.push(Element::Char(byte));
                        return Ok(());
                    }
                }
            }
            _ if wanted_float => match D::known(v.bits) {
                Some(b) => format_float(&mut bytes, &spec, f64::from_bits(b)),
                None => {
                    out.push(Element::Float(spec, v.bits));
                    return Ok(());
                }
            },
            _ => {
                // As in the calling convention, an `int` passed for a `long` is zero-extended.
                let wide = self.flat(ty, v);
                match D::known(wide) {
                    Some(b) => format_int(&mut bytes, &spec, narrow(&spec, low_bits(ty, b))),
                    None => {
                        out.push(Element::Int(spec, ty, wide));
                        return Ok(());
                    }
                }
            }
        }
        out.push(Element::Known(bytes));
        Ok(())
    }

    /// The characters of a string, at most `limit`.
    fn characters(&mut self, p: Val<D::Bits>, limit: Option<usize>) -> Exec<Vec<Element<D::Bits>>> {
        let mut elements = vec![Element::Known(Vec::new())];
        let mut i = 0;
        while limit.is_none_or(|l| i < l as u64) {
            let b = self.byte_at(p, i)?;
            i += 1;
            if let Some(known) = D::known(b) {
                if known == 0 {
                    break;
                }
                match elements.last_mut() {
                    Some(Element::Known(bytes)) => bytes.push(known as u8),
                    _ => elements.push(Element::Known(vec![known as u8])),
                }
                continue;
            }
            let more = self.dom.nonzero(Scalar::U8, b);
            if !self.decide(more)? {
                break;
            }
            elements.push(Element::Char(b));
        }
        Ok(elements)
    }

    /// Prints to a stream, whose buffer holds the output until it is flushed.
    fn emit(&mut self, stream: Stream, elements: &[Element<D::Bits>]) -> Given<D> {
        match stream {
            Stream::Input => self.trap(TrapKind::Library("output to `stdin`".into())),
            Stream::Error => self.int(0),
            Stream::File(i) => {
                let mut text = Vec::new();
                for e in elements {
                    self.pick(e, &mut text)?;
                }
                let written = self.write(i, &text)?;
                self.int(if written { text.len() as i32 } else { -1 })
            }
            Stream::Output => match self.state.output.matcher().cloned() {
                None => {
                    let mut printed = 0;
                    for e in elements {
                        if let Element::Known(bytes) = e {
                            printed += bytes.len();
                            self.collect(bytes)?;
                        }
                    }
                    self.int(printed as i32)
                }
                Some(mut matcher) => {
                    if let [Element::Known(bytes)] = elements
                        && !self.state.output.is_open()
                    {
                        if !matcher.feed(&self.expected, bytes) {
                            return Err(Box::new(Stop::Dead));
                        }
                        self.state.output.matched(matcher, bytes);
                        return self.int(bytes.len() as i32);
                    }
                    self.match_elements(matcher, elements)
                }
            },
        }
    }

    /// Appends to the collected output.
    fn collect(&mut self, bytes: &[u8]) -> Exec<()> {
        if !self.state.output.collect(bytes) {
            return self.unmodelled("output of more than 16 MiB");
        }
        Ok(())
    }

    fn match_elements(&mut self, matcher: Matcher, elements: &[Element<D::Bits>]) -> Given<D> {
        let mut ways = vec![Way {
            output: matcher,
            constraints: Vec::new(),
            text: Vec::new(),
        }];
        for e in elements {
            if let Element::Known(bytes) = e {
                let expected = &self.expected;
                ways.retain_mut(|way| {
                    way.text.extend_from_slice(bytes);
                    way.output.feed(expected, bytes)
                });
            } else {
                let mut next = Vec::new();
                for way in ways {
                    self.match_unknown(&way, e, &mut next);
                }
                ways = next;
            }
            if ways.is_empty() {
                return Err(Box::new(Stop::Dead));
            }
            if ways.len() > MAX_WAYS {
                return self.unmodelled("output that could match in thousands of ways");
            }
        }
        match ways.pop() {
            Some(way) if ways.is_empty() => {
                let printed = way.text.len();
                self.state.proceed(way);
                self.int(printed as i32)
            }
            last => {
                ways.extend(last);
                Err(Box::new(Stop::Options(ways)))
            }
        }
    }

    fn match_unknown(&mut self, way: &Way, e: &Element<D::Bits>, out: &mut Vec<Way>) {
        let expected = Arc::clone(&self.expected);
        // Where the expected output may begin anywhere, the printed text may be unrelated to it.
        if !expected.is_known() || expected.may_stand_anywhere() {
            out.push(way.clone());
        }
        if !expected.is_known() {
            return;
        }
        for output in way.output.states(&expected) {
            let start = Way {
                output,
                ..way.clone()
            };
            let Some(rest) = start.output.rest(&expected) else {
                continue;
            };
            let exact = expected.compare() == Compare::Exact;
            let rest = if exact { rest } else { rest.trim_ascii_start() };
            match e {
                Element::Known(_) => {}
                Element::Int(spec, ty, bits) => {
                    let guess = if exact {
                        *spec
                    } else {
                        Spec {
                            width: None,
                            ..*spec
                        }
                    };
                    for c in int_candidates(&guess, rest) {
                        self.match_int(&start, spec, *ty, *bits, c.value, out);
                    }
                }
                Element::Float(spec, bits) => {
                    let guess = if exact {
                        *spec
                    } else {
                        Spec {
                            width: None,
                            ..*spec
                        }
                    };
                    for c in float_candidates(&guess, rest) {
                        self.match_float(&start, spec, *bits, c.values, out);
                    }
                }
                Element::Char(bits) => {
                    for byte in rest.first().copied().into_iter().chain(separators(exact)) {
                        let known = D::constant(u64::from(byte));
                        let c = self.dom.compare(BinOp::Eq, Scalar::U8, *bits, known);
                        self.constrained(&start, &[byte], &[c], out);
                    }
                }
            }
        }
    }

    fn match_int(
        &mut self,
        way: &Way,
        spec: &Spec,
        ty: Scalar,
        bits: D::Bits,
        value: u64,
        out: &mut Vec<Way>,
    ) {
        let wide = spec.int_bits();
        if wide > ty.bits() && value >> ty.bits() != 0 {
            return;
        }
        let unsigned = unsigned_of_bits(ty.bits());
        let same = self.dom.cast(ty, unsigned, bits);
        let (looked_at, as_ty) = if wide < ty.bits() {
            let narrow = unsigned_of_bits(wide);
            (self.dom.cast(unsigned, narrow, same), narrow)
        } else {
            (same, unsigned)
        };
        let constant = D::constant(arith::extend(as_ty, value));
        let c = self.dom.compare(BinOp::Eq, as_ty, looked_at, constant);
        let mut text = Vec::new();
        format_int(&mut text, spec, value);
        self.constrained(way, &text, &[c], out);
    }

    fn match_float(
        &mut self,
        way: &Way,
        spec: &Spec,
        bits: D::Bits,
        values: FloatSet,
        out: &mut Vec<Way>,
    ) {
        let FloatSet::Range { lo, hi, negative } = values else {
            return;
        };
        let (low, high) = (D::constant(lo.to_bits()), D::constant(hi.to_bits()));
        let mut conditions = vec![
            self.dom.compare(BinOp::Le, Scalar::F64, low, bits),
            self.dom.compare(BinOp::Le, Scalar::F64, bits, high),
        ];
        if lo <= 0.0 && hi >= 0.0 {
            // `<=` does not distinguish the zeros, but their texts differ: exclude the zero of the other sign.
            let zero = D::constant(if negative { 0 } else { (-0.0f64).to_bits() });
            if let Some(c) = self.not_identical(bits, zero) {
                conditions.push(c);
            }
        }
        let mut text = Vec::new();
        format_float(&mut text, spec, lo);
        self.constrained(way, &text, &conditions, out);
    }

    fn not_identical(&mut self, a: D::Bits, b: D::Bits) -> Option<D::Cond> {
        let (x, y) = (
            self.dom.bits_term(Scalar::F64, a),
            self.dom.bits_term(Scalar::F64, b),
        );
        let pool = self.dom.pool()?;
        let same = pool.eq(x, y);
        let bits = pool.bv_of_bool(same, 8);
        let bits = self.dom.of_term(Scalar::U8, bits);
        Some(
            self.dom
                .compare(BinOp::Eq, Scalar::U8, bits, D::constant(0)),
        )
    }

    fn constrained(&mut self, way: &Way, text: &[u8], conditions: &[D::Cond], out: &mut Vec<Way>) {
        let mut next = way.clone();
        if !next.output.feed(&self.expected, text) {
            return;
        }
        next.text.extend_from_slice(text);
        for c in conditions {
            match D::truth(*c) {
                Some(true) => {}
                Some(false) => return,
                None => next.constraints.push(self.dom.cond_term(*c)),
            }
        }
        out.push(next);
    }

    /// Prints an arbitrary text: the position in the expected output becomes open.
    pub(crate) fn print_arbitrary(&mut self, comp: CompId) {
        if self.state.output.matcher().is_none() {
            return;
        }
        if let Some(printed) = self.state.output.open(&self.expected) {
            // The log begins with the text printed before, so that the texts of the gaps can be computed from the log
            // alone.
            self.state.log.push(Entry::Printed {
                bytes: printed.into(),
            });
        }
        self.state.log.push(Entry::Output { comp });
    }

    /// Prints a known text (in a replay).
    pub(crate) fn print_known(&mut self, bytes: &[u8]) -> Exec<()> {
        self.emit(Stream::Output, &[Element::Known(bytes.to_vec())])
            .map(|_| ())
    }
}

/// Number of known bytes.
fn known_length<B>(elements: &[Element<B>]) -> usize {
    let known = elements.iter().map(|e| match e {
        Element::Known(bytes) => bytes.len(),
        _ => 0,
    });
    known.sum()
}

/// White space that may be printed instead of the expected byte where output is not compared exactly.
fn separators(exact: bool) -> impl Iterator<Item = u8> {
    let blanks: &[u8] = if exact { b"" } else { b" \n\t" };
    blanks.iter().copied()
}

fn low_bits(ty: Scalar, bits: u64) -> u64 {
    bits & (u64::MAX >> (64 - ty.bits()))
}

fn narrow(spec: &Spec, bits: u64) -> u64 {
    bits & (u64::MAX >> (64 - spec.int_bits()))
}

fn unsigned_of_bits(bits: u32) -> Scalar {
    match bits {
        8 => Scalar::U8,
        16 => Scalar::U16,
        32 => Scalar::U32,
        _ => Scalar::U64,
    }
}

fn mismatch(spec: &Spec, ty: Scalar) -> String {
    let given = match ty {
        Scalar::F32 | Scalar::F64 => "a floating value",
        Scalar::Ptr | Scalar::Ptr32 => "a pointer",
        _ => "an integer",
    };
    format!("`%{}` of `printf` was given {given}", spec.conv as char)
}
