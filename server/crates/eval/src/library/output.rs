//! Output to streams: texts, characters, blocks, and the elements that a call prints.
//!
//! The output of a call is first converted into elements: known bytes, or a symbolic value with its conversion. In a
//! concrete run all elements are known and are collected. In a symbolic run they are matched against the expected
//! output ([`super::matching`]).

use harness::{Compare, Matcher};
use ir::{CompId, Scalar};

use super::element::{Element, known_length};
use super::{Arg, Given, Stream};
use crate::domain::Domain;
use crate::machine::Machine;
use crate::script::Entry;
use crate::stop::{Exec, Stop};
use crate::trap::{TrapKind, UninitialisedUse};
use crate::value::Val;

impl<D: Domain> Machine<'_, D> {
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
        let number = self.concretise(Scalar::I32, args[0].0.bits)? as i32;
        let stream = match self.written_stream(number)? {
            Ok(stream) => stream,
            Err(number) => return self.fails(number, -1),
        };
        let bytes = self.concretise(Scalar::U64, args[2].0.bits)?;
        if stream == Stream::Output && self.state.output.is_held() {
            // The bytes would overtake that text.
            return self.unmodelled("`write` while text that was printed waits to be flushed");
        }
        if bytes == 0 {
            return self.int(0);
        }
        let elements = self.block(args[1].0, bytes, stream)?;
        let written = self.emit(stream, &elements)?;
        // `write` bypasses the buffer, which was empty.
        if let Stream::File(stream) = stream {
            self.state.disk_mut().streams[stream].dirty = false;
            if written.is_some_and(|v| D::known(v.bits) == Some(u64::MAX)) {
                return self.fails(super::files::EBADF, -1);
            }
        } else {
            self.state.output.flush();
        }
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
            rich.any(|r| r.object != 0 && range.contains(&u64::from(r.offset)))
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

    /// Prints to a stream, whose buffer holds the output until it is flushed.
    pub(super) fn emit(&mut self, stream: Stream, elements: &[Element<D::Bits>]) -> Given<D> {
        match stream {
            Stream::Input => self.trap(TrapKind::Library("output to `stdin`".into())),
            Stream::Error if self.state.settings.compares_errors => self.emit_error(elements),
            Stream::Error => self.int(0),
            // The test compares something else.
            Stream::Output if !self.state.settings.compares_output => {
                self.int(known_length(elements) as i32)
            }
            Stream::Output if self.state.settings.compares_errors => {
                self.emit_before_errors(elements)
            }
            Stream::Output => self.compare(elements),
            Stream::File(i) if self.state.disk.observed_by(i).is_some() => {
                self.emit_observed(i, elements)
            }
            Stream::File(i) => {
                let mut text = Vec::new();
                for e in elements {
                    self.pick(e, &mut text)?;
                }
                let written = self.write(i, &text)?;
                self.int(if written { text.len() as i32 } else { -1 })
            }
        }
    }

    /// Prints to standard output where the test compares standard error as well: known text waits in the buffer, because
    /// what is printed to standard error comes first.
    fn emit_before_errors(&mut self, elements: &[Element<D::Bits>]) -> Given<D> {
        let known: Option<Vec<&[u8]>> = elements.iter().map(Element::known).collect();
        if let Some(known) = known {
            let text = known.concat();
            if self.state.output.wait(&text) {
                return self.int(text.len() as i32);
            }
        }
        self.pass_on()?;
        self.compare(elements)
    }

    /// Prints to standard error, which the test compares and which is not buffered.
    fn emit_error(&mut self, elements: &[Element<D::Bits>]) -> Given<D> {
        if self.state.output.is_waiting() {
            return self.compare(elements);
        }
        if self.state.output.is_held() {
            let what = "standard error while text waits in the buffer of standard output";
            return self.unmodelled(what);
        }
        let printed = self.compare(elements)?;
        self.state.output.flush();
        Ok(printed)
    }

    /// Compares the text in the buffer of standard output, which is flushed.
    pub(crate) fn pass_on(&mut self) -> Exec<()> {
        let text = self.state.output.take_waiting();
        if !text.is_empty() {
            self.compare(&[Element::Known(text)])?;
        }
        Ok(())
    }

    /// Writes to the file that the test compares.
    fn emit_observed(&mut self, stream: usize, elements: &[Element<D::Bits>]) -> Given<D> {
        let disk = &self.state.disk;
        let in_order = disk
            .observed_by(stream)
            .is_some_and(|observed| disk.continues(stream, observed));
        if !in_order {
            return self.unmodelled("writing the compared file in another order than its own");
        }
        let known: Option<Vec<&[u8]>> = elements.iter().map(Element::known).collect();
        match known {
            Some(bytes) => {
                let bytes = bytes.concat();
                if !self.write(stream, &bytes)? {
                    return self.int(-1);
                }
                self.state.disk_mut().note_compared(Some(bytes.len()));
            }
            None => self.state.disk_mut().note_compared(None),
        }
        self.compare(elements)
    }

    /// Collects what the test compares, or compares it at once.
    fn compare(&mut self, elements: &[Element<D::Bits>]) -> Given<D> {
        match self.state.output.matcher().cloned() {
            None => {
                let mut printed = 0;
                for bytes in elements.iter().filter_map(Element::known) {
                    printed += bytes.len();
                    self.collect(bytes)?;
                }
                self.int(printed as i32)
            }
            Some(mut matcher) => {
                if let [Element::Known(bytes)] = elements
                    && !self.state.output.is_open()
                {
                    let (is_right, matched) = matcher.feed_words(&self.expected, bytes);
                    self.state.output.matched(matcher, &bytes[..matched]);
                    if !is_right {
                        return Err(Box::new(Stop::Dead));
                    }
                    return self.int(bytes.len() as i32);
                }
                self.match_elements(matcher, elements)
            }
        }
    }

    /// Appends to the collected output.
    fn collect(&mut self, bytes: &[u8]) -> Exec<()> {
        if !self.state.output.collect(bytes) {
            return self.unmodelled("output of more than 16 MiB");
        }
        Ok(())
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
        self.compare(&[Element::Known(bytes.to_vec())]).map(|_| ())
    }
}
