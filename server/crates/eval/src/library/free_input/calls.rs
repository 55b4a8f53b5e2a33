//! `getchar`, `fgets`, `fread`, `feof` and `ungetc` on input that is not known.

use ir::text::scanf::{CharSet, Outcome};
use ir::{BinOp, Scalar};

use super::super::Given;
use super::{After, Meets, Reading, ScannedValue};
use crate::domain::Domain;
use crate::free_input::{InputKind, InputPiece, TextKind};
use crate::machine::Machine;
use crate::stop::Exec;
use crate::value::Val;

impl<D: Domain> Machine<'_, D> {
    /// `getchar`
    pub(in crate::library) fn get_free_character(&mut self, mut reading: Reading) -> Given<D> {
        let text = self.free_text(&mut reading, &CharSet::ALL, 1..=1, None, false)?;
        self.end_reading(reading);
        match text {
            Outcome::Match(bytes) => {
                let bits = self.dom.cast(Scalar::U8, Scalar::I32, bytes[0]);
                Ok(Some(Val::scalar(bits)))
            }
            _ => self.int(-1),
        }
    }

    /// `fgets` with a limit, or `gets`, which leaves out the newline.
    pub(in crate::library) fn get_free_line(
        &mut self,
        mut reading: Reading,
        buffer: Val<D::Bits>,
        most: Option<u64>,
    ) -> Given<D> {
        let set = CharSet::of(|byte| byte != b'\n');
        let kind = reading.input.kind;
        let is_limited = most.is_some();
        let most = most.unwrap_or(u64::MAX);
        // What the first byte may be decides whether there is an empty line, and another one.
        let pushed = reading.input.pushed_back;
        let (newline, other) = match pushed {
            None => {
                let next = &reading.input.next;
                (next.contains(b'\n'), !next.and(&set).is_empty())
            }
            Some(byte) => {
                let byte = self.dom.of_term(Scalar::U8, byte);
                let is_other = self.is_one_of(byte, &set);
                let is_other = self.decide(is_other)?;
                (!is_other, is_other)
            }
        };
        let room = self.room(buffer);
        let room = if is_limited { None } else { room };
        let lengths = self.lengths(kind, 0..=most, room, TextKind::Line);
        let mut possible = Vec::new();
        for length in lengths {
            let begins = if length == 0 { newline } else { other };
            if begins && length < most {
                possible.push(Meets::Match(length, After::Newline));
            }
            if begins && length == most {
                possible.push(Meets::Match(length, After::Anything));
            }
            if length > 0 && begins && length < most && kind == InputKind::Any {
                possible.push(Meets::Match(length, After::End));
            }
        }
        if reading.input.may_end && pushed.is_none() {
            possible.push(Meets::End);
        }
        let met = self.choose(&mut reading, &possible)?;
        let Meets::Match(length, after) = met else {
            reading.meet_end();
            self.end_reading(reading);
            return Ok(Some(Val::scalar(D::constant(0))));
        };
        reading.input.pushed_back = None;
        let first = pushed.map(|byte| self.dom.of_term(Scalar::U8, byte));
        let is_newline_pushed = first.is_some() && length == 0;
        let after_text = if is_newline_pushed {
            After::Anything
        } else {
            after
        };
        let first = first.filter(|_| length > 0);
        let mut bytes = self.free_bytes(&mut reading, &set, length, after_text, first)?;
        if is_limited && after == After::Newline {
            bytes.push(D::constant(u64::from(b'\n')));
        }
        self.store_scanned(buffer, ScannedValue::Text(bytes))?;
        self.end_reading(reading);
        Ok(Some(buffer))
    }

    /// At most `wanted` bytes, for `fread` and `read`.
    pub(in crate::library) fn get_free_block(
        &mut self,
        mut reading: Reading,
        target: Val<D::Bits>,
        wanted: u64,
    ) -> Exec<u64> {
        if wanted == 0 {
            return Ok(0);
        }
        if reading.input.pushed_back.is_some() {
            return self.behind_pushed_back();
        }
        let kind = reading.input.kind;
        let mut possible = Vec::new();
        if !reading.input.next.is_empty() {
            let lengths = self.lengths(kind, 1..=wanted, None, TextKind::Block);
            possible.extend(lengths.into_iter().map(|length| match length {
                _ if length == wanted => (length, After::Anything),
                _ => (length, After::End),
            }));
        }
        if reading.input.may_end {
            possible.push((0, After::End));
        }
        let (length, after) = self.choose(&mut reading, &possible)?;
        let bytes = self.free_bytes(&mut reading, &CharSet::ALL, length, after, None)?;
        self.store_scanned(target, ScannedValue::Bytes(bytes))?;
        self.end_reading(reading);
        Ok(length)
    }

    /// `feof`
    pub(in crate::library) fn is_at_free_end(&mut self, mut reading: Reading) -> Exec<bool> {
        let input = &mut reading.input;
        let is_open = input.looked_ahead && input.may_end && !input.next.is_empty();
        if input.ended || !is_open || input.pushed_back.is_some() {
            return Ok(input.ended);
        }
        reading.pieces.clear();
        let ended = self.choose(&mut reading, &[false, true])?;
        if ended {
            reading.meet_end();
        } else {
            reading.input.may_end = false;
            reading.pieces.push(InputPiece::Next(reading.input.next));
        }
        self.end_reading(reading);
        Ok(ended)
    }

    /// `ungetc`
    pub(in crate::library) fn unget_free(
        &mut self,
        mut reading: Reading,
        byte: Val<D::Bits>,
    ) -> Given<D> {
        let ty = Scalar::I32;
        let is_end = self
            .dom
            .compare(BinOp::Eq, ty, byte.bits, D::constant(u64::MAX));
        if self.decide(is_end)? {
            return self.int(-1);
        }
        if reading.input.pushed_back.is_some() {
            return self.behind_pushed_back();
        }
        let bits = self.dom.cast(ty, Scalar::U8, byte.bits);
        reading.input.pushed_back = Some(self.dom.bits_term(Scalar::U8, bits));
        reading.input.ended = false;
        self.state.input.free = Some(Box::new(reading.input));
        let bits = self.dom.cast(Scalar::U8, ty, bits);
        Ok(Some(Val::scalar(bits)))
    }
}
