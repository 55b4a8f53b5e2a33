//! `scanf`, `getchar`, `fgets`, `fread` on standard input that is not known (see [`FreeInput`]).
//!
//! A call first decides which of the possible inputs it meets: a conversion that succeeds or fails, the length of a
//! word, the end. There are as many copies of the state as there are possibilities. In each, the values that were read
//! are unknown values of their types. The possibilities cover all inputs and may be slightly too many (a sign where
//! only digits can follow), so a path on which nothing goes wrong proves something, and an input is only reported after
//! a run on it. What is not covered is named ([`Domain::left_out`]).

mod calls;
mod number;
mod text;

use std::slice;

use ir::text::is_space;
use ir::text::scanf::{CharSet, Directive, Outcome, ScanSpec, apply};
use ir::{BinOp, Scalar};
use term::Term;

use super::input::integer;
use super::{Arg, Given, Stream};
use crate::domain::Domain;
use crate::free_input::{FreeInput, InputKind, InputPiece};
use crate::machine::Machine;
use crate::stop::{Exec, Stop};
use crate::value::Val;

/// A call that reads, while it decides what it meets.
pub(super) struct Reading {
    input: FreeInput,
    pieces: Vec<InputPiece<Term>>,
    /// Number of decisions so far.
    turn: usize,
    /// Number of arguments of a `scanf` that have a value so far.
    stored: usize,
}

/// A value that a conversion read.
enum ScannedValue<B> {
    /// A number of this type.
    Number(Scalar, B),
    /// Bytes without a final NUL.
    Bytes(Vec<B>),
    /// Bytes to which a final NUL is added.
    Text(Vec<B>),
}

/// What follows a text that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    /// A newline, which belongs to the line.
    Newline,
    /// Whatever does not belong to the text.
    Other,
    /// Anything, because no more bytes fit.
    Anything,
    /// The end of the input.
    End,
}

/// What a call meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meets {
    /// What it looks for; a text has this many bytes.
    Match(u64, After),
    /// Another byte.
    Mismatch,
    /// Another byte after a part of what it looks for.
    LateMismatch,
    /// The end of the input.
    End,
}

impl<D: Domain> Machine<'_, D> {
    /// Begins a call that reads, if the stream is standard input and its bytes are not known.
    pub(super) fn free_reading(&self, stream: Stream) -> Option<Reading> {
        let input = self.state.input.free.as_ref();
        let input = FreeInput::clone(input.filter(|_| stream == Stream::Input)?);
        Some(Reading {
            input,
            pieces: vec![InputPiece::Call],
            turn: 0,
            stored: 0,
        })
    }

    /// Ends a call that reads.
    fn end_reading(&mut self, reading: Reading) {
        self.state.input.free = Some(Box::new(reading.input));
        for piece in reading.pieces {
            self.state.log.push(crate::Entry::Read(piece));
        }
    }

    /// The possibility that the driver chose; without a choice there is only one. What a call looks for comes first in
    /// the list, and the end of the input last: a sample takes one of these two.
    fn choose<T: Copy>(&mut self, reading: &mut Reading, possible: &[T]) -> Exec<T> {
        let possible = match (reading.input.sample_ends(), possible) {
            (Some(false), [first, ..]) => slice::from_ref(first),
            (Some(true), [.., last]) => slice::from_ref(last),
            _ => possible,
        };
        if let [only] = possible {
            return Ok(*only);
        }
        let turn = reading.turn;
        reading.turn += 1;
        let chosen = self.state.path.chosen().get(turn);
        match chosen.and_then(|at| possible.get(*at as usize)) {
            Some(possibility) => Ok(*possibility),
            None if possible.is_empty() => Err(Box::new(Stop::Dead)),
            None => Err(Box::new(Stop::Choose(possible.len() as u32))),
        }
    }

    /// `scanf`. If the input `matches` in any case, neither a conversion that fails nor the end is a possibility.
    pub(super) fn scan_free(
        &mut self,
        mut reading: Reading,
        directives: &[Directive],
        args: &[Arg<D>],
        matches: bool,
    ) -> Given<D> {
        let (values, returns) = apply(directives, |directive| {
            self.free_directive(&mut reading, directive, args, matches)
        })?;
        for (at, value) in values.into_iter().enumerate() {
            let target = self.target(args, at)?;
            self.store_scanned(target, value)?;
        }
        self.end_reading(reading);
        self.int(returns)
    }

    fn free_directive(
        &mut self,
        reading: &mut Reading,
        directive: &Directive,
        args: &[Arg<D>],
        matches: bool,
    ) -> Exec<Outcome<Option<ScannedValue<D::Bits>>>> {
        let literal = match directive {
            Directive::Space => {
                self.skip_free_space(reading)?;
                return Ok(Outcome::Match(None));
            }
            Directive::Percent => {
                self.skip_free_space(reading)?;
                b'%'
            }
            Directive::Literal(byte) => *byte,
            Directive::Conversion(spec) => {
                let found = self.free_conversion(reading, spec, args, matches)?;
                reading.stored += usize::from(!spec.suppress);
                return Ok(found.map(Some));
            }
        };
        let wanted = CharSet::of(|byte| byte == literal);
        let (met, pushed) = self.meets(reading, &wanted, matches)?;
        reading.after_mismatch(met, &wanted);
        Ok(match met {
            Meets::End => Outcome::InputFailure,
            Meets::Mismatch | Meets::LateMismatch => Outcome::MatchingFailure,
            Meets::Match(..) => {
                if pushed.is_none() {
                    reading.pieces.push(InputPiece::Known(literal));
                }
                reading.input.anything_follows();
                Outcome::Match(None)
            }
        })
    }

    /// Skips white space, of which there may be any amount.
    fn skip_free_space(&mut self, reading: &mut Reading) -> Exec<()> {
        let spaces = CharSet::of(is_space);
        if let Some(byte) = reading.input.pushed_back {
            let byte = self.dom.of_term(Scalar::U8, byte);
            let is_space = self.is_one_of(byte, &spaces);
            if !self.decide(is_space)? {
                return Ok(());
            }
            reading.input.pushed_back = None;
        }
        let input = &mut reading.input;
        if !input.next.and(&spaces).is_empty() {
            reading.pieces.push(InputPiece::Space);
            input.one_of_follows(spaces.complement());
        }
        input.looked_ahead = true;
        Ok(())
    }

    /// Whether the next byte is `wanted`. Returns the byte if it is one that was pushed back, and no longer is if it is
    /// wanted.
    fn meets(
        &mut self,
        reading: &mut Reading,
        wanted: &CharSet,
        matches: bool,
    ) -> Exec<(Meets, Option<D::Bits>)> {
        let text = Meets::Match(1, After::Anything);
        if let Some(byte) = reading.input.pushed_back {
            let byte = self.dom.of_term(Scalar::U8, byte);
            let is_wanted = self.is_one_of(byte, wanted);
            return Ok(if self.decide(is_wanted)? {
                reading.input.pushed_back = None;
                (text, Some(byte))
            } else {
                (Meets::Mismatch, Some(byte))
            });
        }
        let possible = reading.possible(wanted, matches, [text]);
        Ok((self.choose(reading, &possible)?, None))
    }

    fn free_conversion(
        &mut self,
        reading: &mut Reading,
        spec: &ScanSpec,
        args: &[Arg<D>],
        matches: bool,
    ) -> Exec<Outcome<ScannedValue<D::Bits>>> {
        match spec.conv {
            b'n' => {
                let count = self.dom.unknown(Scalar::I32);
                let is_count = self
                    .dom
                    .compare(BinOp::Le, Scalar::I32, D::constant(0), count);
                self.assume(is_count)?;
                let term = self.dom.bits_term(Scalar::I32, count);
                reading.pieces.push(InputPiece::Count(term));
                let ty = integer(spec.int_bits());
                let count = self.dom.cast(Scalar::I32, ty, count);
                Ok(Outcome::Match(ScannedValue::Number(ty, count)))
            }
            b'c' => {
                let count = u64::from(spec.width.unwrap_or(1));
                self.free_text(reading, &CharSet::ALL, count..=count, None, matches)
                    .map(|text| text.map(ScannedValue::Bytes))
            }
            b'[' | b's' => {
                let set = match spec.conv {
                    b'[' => spec.set,
                    _ => {
                        self.skip_free_space(reading)?;
                        CharSet::of(|byte| !is_space(byte))
                    }
                };
                let most = spec.width.map_or(u64::MAX, u64::from);
                let room = args.get(reading.stored).filter(|_| !spec.suppress);
                let room = room.and_then(|(target, _)| self.room(*target));
                self.free_text(reading, &set, 1..=most, room, matches)
                    .map(|text| text.map(ScannedValue::Text))
            }
            _ => self.free_number(reading, spec, matches),
        }
    }

    fn store_scanned(&mut self, target: Val<D::Bits>, value: ScannedValue<D::Bits>) -> Exec<()> {
        let bytes = match value {
            ScannedValue::Number(ty, bits) => return self.store(target, ty, Val::scalar(bits)),
            ScannedValue::Bytes(bytes) => bytes,
            ScannedValue::Text(mut bytes) => {
                bytes.push(D::constant(0));
                bytes
            }
        };
        self.access(target, bytes.len() as u64, true)?;
        for (i, byte) in (0..).zip(bytes) {
            let at = self.offset(target, i);
            self.store(at, Scalar::U8, Val::scalar(byte))?;
        }
        Ok(())
    }

    fn behind_pushed_back<T>(&self) -> Exec<T> {
        self.unmodelled("reading behind `ungetc`")
    }

    /// Whether a byte is in a set.
    fn is_one_of(&mut self, byte: D::Bits, set: &CharSet) -> D::Cond {
        let ty = Scalar::U8;
        let mut outside = D::verdict(true);
        let mut from = 0_u16;
        while from < 256 {
            let begins = (from..256).find(|byte| set.contains(*byte as u8));
            let Some(low) = begins else { break };
            let ends = (low..256).find(|byte| !set.contains(*byte as u8));
            let end = ends.unwrap_or(256);
            let (least, most) = (D::constant(low.into()), D::constant((end - 1).into()));
            let above = self.dom.compare(BinOp::Le, ty, least, byte);
            let below = self.dom.compare(BinOp::Le, ty, byte, most);
            let inside = self.dom.and(above, below);
            let not_inside = self.dom.not(inside);
            outside = self.dom.and(outside, not_inside);
            from = end;
        }
        self.dom.not(outside)
    }

    /// Continues only if the condition holds.
    fn assume(&mut self, condition: D::Cond) -> Exec<()> {
        match D::truth(condition) {
            Some(true) => Ok(()),
            Some(false) => Err(Box::new(Stop::Dead)),
            None => {
                let term = self.dom.cond_term(condition);
                self.state.path.assume_once(term);
                Ok(())
            }
        }
    }
}

impl Reading {
    /// What a call meets that looks for one of these bytes.
    fn possible(
        &self,
        wanted: &CharSet,
        matches: bool,
        found: impl IntoIterator<Item = Meets>,
    ) -> Vec<Meets> {
        let input = &self.input;
        let mut possible = Vec::new();
        if !input.next.and(wanted).is_empty() {
            possible.extend(found);
        }
        if matches && !possible.is_empty() {
            return possible;
        }
        if input.may_end {
            possible.push(Meets::End);
        }
        // People type what is asked for.
        let mismatch = !input.next.and(&wanted.complement()).is_empty();
        if mismatch && (input.kind == InputKind::Any || possible.is_empty()) {
            possible.push(Meets::Mismatch);
        }
        possible
    }

    /// Notes what is known of the input if the next byte is not `wanted`, or the input ends.
    fn after_mismatch(&mut self, met: Meets, wanted: &CharSet) {
        let input = &mut self.input;
        match met {
            Meets::Match(..) | Meets::LateMismatch => {}
            Meets::Mismatch if input.pushed_back.is_some() => {}
            Meets::Mismatch => {
                input.next = input.next.and(&wanted.complement());
                input.may_end = false;
                self.pieces.push(InputPiece::Next(input.next));
            }
            Meets::End => self.meet_end(),
        }
    }

    fn meet_end(&mut self) {
        let input = &mut self.input;
        (input.next, input.ended) = (CharSet::default(), true);
        self.pieces.push(InputPiece::End);
    }
}
