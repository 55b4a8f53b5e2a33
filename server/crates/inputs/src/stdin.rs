//! The text of an input, from the pieces that a symbolic run reads (see [`eval::FreeInput`]).
//!
//! A number is written in the notation of its conversion, white space only where two pieces would otherwise be read as
//! one. Not every list of pieces has a text (a `%n` that counts fewer bytes than the number before it has); whether the
//! program reads the text in the intended way is decided by a run on it.

use eval::InputPiece;
use ir::Scalar;
use ir::text::is_space;
use ir::text::scanf::CharSet;

use crate::limits::MOST_SPACES;

/// Text that is read as these pieces, or `None` if none was found.
pub fn text(pieces: &[InputPiece<u64>]) -> Option<Vec<u8>> {
    let mut writer = Writer::default();
    for (at, piece) in pieces.iter().enumerate() {
        writer.piece(piece, following(&pieces[at + 1..]))?;
    }
    Some(writer.finish())
}

/// The byte that follows a piece, if it is known.
fn following(pieces: &[InputPiece<u64>]) -> Option<u8> {
    pieces.iter().find_map(|piece| match piece {
        InputPiece::Bytes(bytes) => bytes.first().map(|byte| *byte as u8),
        InputPiece::Known(byte) => Some(*byte),
        InputPiece::Next(set) => simplest(set),
        InputPiece::Space | InputPiece::Number { .. } | InputPiece::End => Some(b' '),
        InputPiece::Call | InputPiece::Count(_) => None,
    })
}

/// A byte of a set that is easy to read.
fn simplest(set: &CharSet) -> Option<u8> {
    let easy = [b'x', b'\n', b' ', b'0'].into_iter();
    let easy = easy.chain(b'!'..=b'~').chain(set.bytes());
    easy.into_iter().find(|byte| set.contains(*byte))
}

/// An input text under construction.
#[derive(Default)]
struct Writer {
    text: Vec<u8>,
    /// Where the text begins that the current call reads.
    call: usize,
    /// Where the current call skips white space.
    space: Option<usize>,
    /// Whether the current call has read something.
    is_inside: bool,
    /// Whether what comes next could be read as a part of the last piece.
    touches: bool,
    /// The byte that comes next, if nothing reads it.
    next: Option<CharSet>,
    has_ended: bool,
}

impl Writer {
    fn piece(&mut self, piece: &InputPiece<u64>, following: Option<u8>) -> Option<()> {
        match piece {
            InputPiece::Call => {
                (self.call, self.space, self.is_inside) = (self.text.len(), None, false);
                return Some(());
            }
            InputPiece::Count(count) => return self.count(usize::try_from(*count).ok()?),
            InputPiece::Next(set) => self.next = Some(*set),
            InputPiece::End => (self.next, self.has_ended) = (None, true),
            InputPiece::Space => {
                self.next = None;
                self.space.get_or_insert(self.text.len());
                if self.touches {
                    self.text.push(if self.is_inside { b' ' } else { b'\n' });
                }
                self.touches = false;
            }
            InputPiece::Known(byte) => self.bytes([*byte], false),
            InputPiece::Bytes(bytes) => {
                let last = bytes.last().map(|byte| *byte as u8);
                let touches = last.is_some_and(|last| !is_space(last));
                self.bytes(bytes.iter().map(|byte| *byte as u8), touches);
            }
            InputPiece::Number {
                ty,
                value,
                conversion,
                width,
            } => {
                let number = number(*ty, *value, *conversion, *width, following);
                self.bytes(number.bytes(), true);
            }
        }
        self.is_inside = true;
        Some(())
    }

    fn bytes(&mut self, bytes: impl IntoIterator<Item = u8>, touches: bool) {
        self.text.extend(bytes);
        (self.touches, self.next) = (touches, None);
    }

    /// Lengthens what the current call has read to so many bytes.
    fn count(&mut self, count: usize) -> Option<()> {
        let missing = count.checked_sub(self.text.len() - self.call)?;
        if missing > 0 {
            let at = self.space.filter(|_| missing <= MOST_SPACES)?;
            self.text.splice(at..at, std::iter::repeat_n(b' ', missing));
        }
        Some(())
    }

    fn finish(mut self) -> Vec<u8> {
        let next = self.next.as_ref().and_then(simplest);
        self.text.extend(next);
        let is_open = self.touches || next.is_some_and(|byte| !is_space(byte));
        if is_open && !self.has_ended {
            self.text.push(b'\n');
        }
        self.text
    }
}

/// A number in the notation of a conversion, such that the byte that follows is not read as a part of it.
fn number(
    ty: Scalar,
    bits: u64,
    conversion: u8,
    width: Option<u32>,
    following: Option<u8>,
) -> String {
    let unsigned = bits & (u64::MAX >> (64 - ty.bits().clamp(1, 64)));
    let is_digit = following.is_some_and(|byte| byte.is_ascii_digit());
    let written = match (conversion, ty) {
        (_, Scalar::F32) => float(f64::from(f32::from_bits(bits as u32)), following),
        (_, Scalar::F64) => float(f64::from_bits(bits), following),
        (b'x' | b'X' | b'p', _) => format!("{unsigned:x}"),
        (b'o', _) => format!("{unsigned:o}"),
        (b'u', _) => unsigned.to_string(),
        (b'i', _) if is_digit => {
            let value = bits.cast_signed();
            let sign = if value < 0 { "-" } else { "" };
            format!("{sign}0{:o}", value.unsigned_abs())
        }
        _ => bits.cast_signed().to_string(),
    };
    match width {
        Some(width) if is_digit => match written.strip_prefix('-') {
            Some(digits) => format!("-{digits:0>width$}", width = width as usize - 1),
            None => format!("{written:0>width$}", width = width as usize),
        },
        _ => written,
    }
}

fn float(value: f64, following: Option<u8>) -> String {
    match following {
        Some(b'.' | b'e' | b'E') => format!("{value:e}"),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i64, conversion: u8) -> InputPiece<u64> {
        InputPiece::Number {
            ty: Scalar::I32,
            value: value.cast_unsigned(),
            conversion,
            width: None,
        }
    }

    #[test]
    fn pieces_become_text() {
        use InputPiece::{Bytes, Call, Count, End, Known, Next, Space};
        let bytes = |text: &str| Bytes(text.bytes().map(u64::from).collect());
        let not_digit = CharSet::of(|byte| !byte.is_ascii_digit());
        let cases: [(Vec<InputPiece<u64>>, Option<&str>); 9] = [
            (vec![], Some("")),
            (vec![Call, Space, number(5, b'd')], Some("5\n")),
            (
                vec![
                    Call,
                    Space,
                    number(5, b'd'),
                    Space,
                    number(-6, b'd'),
                    Call,
                    Space,
                    End,
                ],
                Some("5 -6\n"),
            ),
            (
                vec![
                    Call,
                    number(5, b'd'),
                    Known(b','),
                    Space,
                    number(6, b'd'),
                    Call,
                    End,
                ],
                Some("5,6"),
            ),
            (
                vec![Call, Space, number(5, b'd'), Call, Space, Next(not_digit)],
                Some("5\nx\n"),
            ),
            (
                vec![Call, number(8, b'i'), Call, bytes("9")],
                Some("0109\n"),
            ),
            (vec![Call, Space, number(7, b'd'), Count(4)], Some("   7\n")),
            (vec![Call, number(77, b'd'), Count(1)], None),
            (vec![Call, bytes("ab"), Call, bytes("\n")], Some("ab\n")),
        ];
        for (pieces, expected) in cases {
            let text = text(&pieces).map(|text| String::from_utf8(text).unwrap());
            assert_eq!(text.as_deref(), expected, "{pieces:?}");
        }
    }
}
