//! Numbers that `scanf` reads from input that is not known.

use ir::text::scanf::{CharSet, Outcome, ScanSpec};
use ir::{BinOp, Scalar};

use super::super::input::{float, integer};
use super::{After, Meets, Reading, ScannedValue};
use crate::domain::Domain;
use crate::free_input::{InputKind, InputPiece, LeftOut};
use crate::machine::Machine;
use crate::stop::Exec;

impl<D: Domain> Machine<'_, D> {
    /// A number.
    pub(super) fn free_number(
        &mut self,
        reading: &mut Reading,
        spec: &ScanSpec,
        matches: bool,
    ) -> Exec<Outcome<ScannedValue<D::Bits>>> {
        self.skip_free_space(reading)?;
        let notation = Notation::of(spec);
        if let Some(byte) = reading.input.pushed_back {
            let byte = self.dom.of_term(Scalar::U8, byte);
            let begins = self.is_one_of(byte, &notation.first);
            return if self.decide(begins)? {
                self.behind_pushed_back()
            } else {
                Ok(Outcome::MatchingFailure)
            };
        }
        let text = Meets::Match(0, After::Other);
        let mut possible = reading.possible(&notation.first, matches, [text]);
        if possible.len() > 1 && possible.contains(&Meets::Mismatch) {
            possible.push(Meets::LateMismatch);
        }
        let met = self.choose(reading, &possible)?;
        reading.after_mismatch(met, &notation.first);
        match met {
            Meets::End => return Ok(Outcome::InputFailure),
            Meets::Mismatch => return Ok(Outcome::MatchingFailure),
            Meets::LateMismatch => {
                // Only a sign, and something else behind it.
                reading.pieces.push(InputPiece::Known(b'-'));
                reading.input.one_of_follows(notation.after);
                return Ok(Outcome::MatchingFailure);
            }
            Meets::Match(..) => {}
        }
        let ty = notation.ty;
        let value = match reading.input.sample_number() {
            Some(number) if ty.is_float() => {
                D::constant(crate::arith::from_f64(ty, f64::from(number)))
            }
            Some(number) => D::constant(u64::from(number)),
            None => self.dom.unknown(ty),
        };
        if let Some(width) = spec.width
            && D::known(value).is_none()
        {
            self.fits_width(ty, value, width, spec)?;
        } else if ty.is_float() && reading.input.kind == InputKind::Typical {
            let is_number = self.dom.compare(BinOp::Eq, ty, value, value);
            self.assume(is_number)?;
        }
        let term = self.dom.bits_term(ty, value);
        reading.pieces.push(InputPiece::Number {
            ty,
            value: term,
            conversion: spec.conv,
            width: spec.width,
        });
        match spec.width {
            Some(_) => reading.input.anything_follows(),
            None => reading.input.one_of_follows(notation.after),
        }
        Ok(Outcome::Match(ScannedValue::Number(ty, value)))
    }

    /// Assumes that a number can be written with `width` characters.
    fn fits_width(&mut self, ty: Scalar, value: D::Bits, width: u32, spec: &ScanSpec) -> Exec<()> {
        let is_decimal = matches!(spec.conv, b'd' | b'u');
        let (Some(most), true) = (10_i64.checked_pow(width), is_decimal) else {
            if !is_decimal {
                let conversion = spec.conv;
                self.leave_out(LeftOut::NumbersOfWidth { conversion, width });
            }
            return Ok(());
        };
        if ty.bits() < 64 && most > 1 << (ty.bits() - 1) {
            return Ok(());
        }
        let least = if spec.conv == b'd' { 1 - most / 10 } else { 0 };
        let (least, most) = (D::constant(least as u64), D::constant(most as u64));
        let is_above = self.dom.compare(BinOp::Le, ty, least, value);
        let is_below = self.dom.compare(BinOp::Lt, ty, value, most);
        self.assume(is_above)?;
        self.assume(is_below)
    }
}

/// The notation of a number.
struct Notation {
    /// Type of the value.
    ty: Scalar,
    /// Bytes with which a number begins.
    first: CharSet,
    /// Bytes that may follow a number.
    after: CharSet,
}

impl Notation {
    fn of(spec: &ScanSpec) -> Notation {
        let is_sign = |byte: u8| matches!(byte, b'+' | b'-');
        if spec.is_float() {
            return Notation {
                ty: float(spec),
                first: CharSet::of(|byte| {
                    is_sign(byte)
                        || byte.is_ascii_digit()
                        || matches!(byte, b'.' | b'i' | b'I' | b'n' | b'N')
                }),
                // Anything may follow `inf`.
                after: CharSet::ALL,
            };
        }
        let radix = if matches!(spec.conv, b'x' | b'X' | b'p') {
            16
        } else {
            10
        };
        let radix = if spec.conv == b'o' { 8 } else { radix };
        // `%i` reads 019 as 1 and leaves the 9.
        let last = if spec.conv == b'i' { 8 } else { radix };
        let is_digit = |byte: u8, radix| char::from(byte).is_digit(radix);
        Notation {
            ty: integer(spec.int_bits()),
            first: CharSet::of(|byte| {
                is_sign(byte) || is_digit(byte, radix) || spec.conv == b'p' && byte == b'('
            }),
            after: CharSet::of(|byte| !is_digit(byte, last)),
        }
    }
}
