//! Words, lines and blocks of input that is not known.

use std::ops::RangeInclusive;

use ir::Scalar;
use ir::text::scanf::{CharSet, Outcome};
use term::Term;

use super::{After, Meets, Reading};
use crate::domain::Domain;
use crate::free_input::{InputKind, InputPiece, LeftOut, TextKind};
use crate::limits::{FEW_BYTES, MOST_BYTES, SAMPLE_LENGTH};
use crate::machine::Machine;
use crate::stop::Exec;
use crate::value::Val;

impl<D: Domain> Machine<'_, D> {
    /// A text of a set, of a length that `fits`, for a buffer with `room`, if that is known; without a final NUL.
    pub(super) fn free_text(
        &mut self,
        reading: &mut Reading,
        set: &CharSet,
        fits: RangeInclusive<u64>,
        room: Option<u64>,
        matches: bool,
    ) -> Exec<Outcome<Vec<D::Bits>>> {
        let most = *fits.end();
        let lengths = self.lengths(reading.input.kind, fits, room, TextKind::Word);
        let found = lengths.into_iter().map(|length| {
            let after = if length == most {
                After::Anything
            } else {
                After::Other
            };
            Meets::Match(length, after)
        });
        let (met, first) = if reading.input.pushed_back.is_some() {
            let (met, byte) = self.meets(reading, set, matches)?;
            let met = match met {
                Meets::Match(..) => self.choose(reading, &found.collect::<Vec<_>>())?,
                met => met,
            };
            (met, byte)
        } else {
            let possible = reading.possible(set, matches, found);
            (self.choose(reading, &possible)?, None)
        };
        reading.after_mismatch(met, set);
        match met {
            Meets::End => Ok(Outcome::InputFailure),
            Meets::Mismatch | Meets::LateMismatch => Ok(Outcome::MatchingFailure),
            Meets::Match(length, after) => self
                .free_bytes(reading, set, length, after, first)
                .map(Outcome::Match),
        }
    }

    /// Possible lengths of a text in a buffer.
    pub(super) fn lengths(
        &mut self,
        kind: InputKind,
        fits: RangeInclusive<u64>,
        room: Option<u64>,
        text: TextKind,
    ) -> Vec<u64> {
        let (least, most) = fits.into_inner();
        if let InputKind::Sample(_) = kind {
            let room = room.map_or(u64::MAX, |room| room.saturating_sub(1));
            return vec![SAMPLE_LENGTH.min(room).clamp(least, most)];
        }
        // All texts that do not fit are alike.
        let longest = match (kind, room) {
            (InputKind::Any, Some(room)) => most.min(room.max(least)),
            (_, Some(room)) => most.min(room.saturating_sub(1).max(least)),
            (_, None) => most,
        };
        let few = longest.min(FEW_BYTES.max(least));
        let mut lengths: Vec<u64> = (least..=few).collect();
        if longest > few && kind == InputKind::Any {
            let all = few + 1..=longest;
            if *all.end() <= MOST_BYTES {
                lengths.push(*all.end());
            }
            if all.start() != all.end() {
                self.leave_out(LeftOut::Lengths {
                    kind: text,
                    from: few + 1,
                    to: (longest != u64::MAX).then(|| longest - 1),
                });
            }
        }
        lengths
    }

    /// Bytes of a set; the first may have been pushed back.
    pub(super) fn free_bytes(
        &mut self,
        reading: &mut Reading,
        set: &CharSet,
        length: u64,
        after: After,
        first: Option<D::Bits>,
    ) -> Exec<Vec<D::Bits>> {
        let typical = CharSet::of(|byte| matches!(byte, b' '..=b'~' | b'\n'));
        let mut bytes = Vec::new();
        for at in 0..length {
            if let (0, Some(byte)) = (at, first) {
                bytes.push(byte);
                continue;
            }
            let mut allowed = *set;
            if at == 0 {
                allowed = allowed.and(&reading.input.next);
            }
            if reading.input.kind == InputKind::Typical && !allowed.and(&typical).is_empty() {
                allowed = allowed.and(&typical);
            }
            if let Some(byte) = reading.input.sample_byte(&allowed) {
                bytes.push(D::constant(u64::from(byte)));
                continue;
            }
            let byte = self.dom.unknown(Scalar::U8);
            let is_allowed = self.is_one_of(byte, &allowed);
            self.assume(is_allowed)?;
            bytes.push(byte);
        }
        let new = bytes.iter().skip(usize::from(first.is_some()));
        let terms = new.map(|byte| self.dom.bits_term(Scalar::U8, *byte));
        let terms: Vec<Term> = terms.collect();
        if !terms.is_empty() {
            reading.pieces.push(InputPiece::Bytes(terms));
        }
        match after {
            After::Anything => reading.input.anything_follows(),
            After::Other if length > 0 => reading.input.one_of_follows(set.complement()),
            After::Other => {}
            After::Newline => {
                reading.pieces.push(InputPiece::Known(b'\n'));
                reading.input.anything_follows();
            }
            After::End => reading.meet_end(),
        }
        Ok(bytes)
    }

    /// Number of bytes from a pointer to the end of its object, if that is known.
    pub(super) fn room(&self, p: Val<D::Bits>) -> Option<u64> {
        let object = self.state.memory.get(p.object)?;
        object.size().checked_sub(D::known(p.bits)?)
    }
}
