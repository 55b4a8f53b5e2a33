//! Standard input that is not known: a run reads anything that some input could hold.
//!
//! The input is created while it is read. What is known of the part that was not read yet is which byte may come next
//! and whether the input may end there: after `%d` no digit follows, after `%s` white space or the end, after a
//! conversion that failed the byte at which it failed. Each read is logged as a piece ([`InputPiece`]); under a model
//! of the path condition the pieces make up a text that the run reads in this way.

use ir::Scalar;
use ir::text::scanf::CharSet;
use term::Term;

use crate::limits::MOST_SAMPLED;

/// Numbers of samples. The first is often the count of the others.
const SAMPLES: [[u8; 8]; 3] = [
    [3, 1, 2, 4, 5, 7, 6, 8],
    [2, 5, 3, 1, 4, 6, 8, 7],
    [4, 7, 2, 9, 3, 5, 1, 6],
];
/// Characters of samples.
const SAMPLE_TEXT: &[u8] = b"abc\ndea\n";

/// Which inputs a run may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    /// What people type: every conversion finds what it looks for or the end of the input, all characters are
    /// printable.
    Typical,
    /// Any sequence of bytes.
    Any,
    /// One input of this number in which each read finds what it looks for: small numbers, letters, short words.
    Sample(u8),
}

/// What is known of the input that was not read yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeInput {
    /// Which inputs there are.
    pub(crate) kind: InputKind,
    /// Values that the next byte may have.
    pub(crate) next: CharSet,
    /// Whether the input may end here.
    pub(crate) may_end: bool,
    /// Whether a read met the end.
    pub(crate) ended: bool,
    /// Whether the last read looked at the next byte without reading it: if there is none, it met the end.
    pub(crate) looked_ahead: bool,
    /// A byte that was read and pushed back: it comes next.
    pub(crate) pushed_back: Option<Term>,
    /// Number of values that a sample has given so far.
    taken: usize,
}

impl FreeInput {
    /// Input of which nothing is known.
    pub(crate) fn new(kind: InputKind) -> FreeInput {
        FreeInput {
            kind,
            next: CharSet::ALL,
            may_end: true,
            ended: false,
            looked_ahead: false,
            pushed_back: None,
            taken: 0,
        }
    }

    /// The next number of a sample; `None` for other inputs.
    pub(crate) fn sample_number(&mut self) -> Option<u8> {
        let InputKind::Sample(sample) = self.kind else {
            return None;
        };
        let numbers = SAMPLES[usize::from(sample) % SAMPLES.len()];
        self.taken += 1;
        Some(numbers[(self.taken - 1) % numbers.len()])
    }

    /// The next byte of a sample, one of these; `None` for other inputs.
    pub(crate) fn sample_byte(&mut self, allowed: &CharSet) -> Option<u8> {
        let InputKind::Sample(sample) = self.kind else {
            return None;
        };
        self.taken += 1;
        let text = SAMPLE_TEXT
            .iter()
            .cycle()
            .skip(self.taken + usize::from(sample));
        let mut text = text.take(SAMPLE_TEXT.len()).copied();
        text.find(|byte| allowed.contains(*byte))
            .or_else(|| allowed.bytes().next())
    }

    /// Whether a sample ends here, because the program reads on and on; `None` for other inputs.
    pub(crate) fn sample_ends(&self) -> Option<bool> {
        let is_sample = matches!(self.kind, InputKind::Sample(_));
        is_sample.then_some(self.taken >= MOST_SAMPLED)
    }

    /// After something was read that says nothing about what follows.
    pub(crate) fn anything_follows(&mut self) {
        (self.next, self.may_end, self.looked_ahead) = (CharSet::ALL, true, false);
    }

    /// After the next byte was looked at: it is one of these, or the input ends.
    pub(crate) fn one_of_follows(&mut self, next: CharSet) {
        (self.next, self.may_end, self.looked_ahead) = (next, true, true);
    }
}

/// A kind of text that a run reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextKind {
    /// A word (`%s`, `%[…]`).
    Word,
    /// A line (`fgets`).
    Line,
    /// A block (`fread`).
    Block,
}

/// Possibilities that symbolic runs leave out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// Texts of these lengths.
    Lengths {
        /// Kind of the texts.
        kind: TextKind,
        /// Least number of bytes.
        from: u64,
        /// Largest number of bytes, if there is one.
        to: Option<u64>,
    },
    /// Numbers that end because their conversion reads no more characters.
    NumbersOfWidth {
        /// Letter of the conversion.
        conversion: u8,
        /// Maximum number of characters.
        width: u32,
    },
    /// Paths on which a place is executed more often.
    Repetitions,
    /// Paths on which a value at a place is another one.
    OtherValues,
    /// Paths that take longer.
    LongPaths,
    /// A pointer is computed that lies outside its object; only its use is checked.
    PointerOutside,
    /// Pointers into different objects are compared or subtracted; the result is that of one layout of memory.
    DifferentObjects,
    /// An address is used as a number, or may be that of another object; the result is that of one layout of memory.
    Address,
    /// A signed number is shifted to the left that may be negative, or too large for that.
    Shift,
    /// A value that may be indeterminate is read and not used.
    Unused,
    /// The program ends with an indeterminate exit status.
    Status,
}

/// A part of an input, in the order in which a run reads it. Values are terms in a log, and bits under a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputPiece<V> {
    /// A call begins to read.
    Call,
    /// Any amount of white space is skipped.
    Space,
    /// A known byte.
    Known(u8),
    /// A number in the notation of a conversion of `scanf`.
    Number {
        /// Type of the value.
        ty: Scalar,
        /// The value.
        value: V,
        /// Letter of the conversion.
        conversion: u8,
        /// Maximum number of characters.
        width: Option<u32>,
    },
    /// Bytes as they are.
    Bytes(Vec<V>),
    /// The number of bytes that the call has read so far (`%n`).
    Count(V),
    /// The next byte, which is not read yet, is one of these.
    Next(CharSet),
    /// The input ends.
    End,
}

impl<V> InputPiece<V> {
    /// The piece with other values.
    pub fn map<W>(self, mut value: impl FnMut(Scalar, V) -> W) -> InputPiece<W> {
        match self {
            InputPiece::Call => InputPiece::Call,
            InputPiece::Space => InputPiece::Space,
            InputPiece::Known(byte) => InputPiece::Known(byte),
            InputPiece::Number {
                ty,
                value: number,
                conversion,
                width,
            } => InputPiece::Number {
                ty,
                value: value(ty, number),
                conversion,
                width,
            },
            InputPiece::Bytes(bytes) => {
                let bytes = bytes.into_iter().map(|byte| value(Scalar::U8, byte));
                InputPiece::Bytes(bytes.collect())
            }
            InputPiece::Count(count) => InputPiece::Count(value(Scalar::I32, count)),
            InputPiece::Next(set) => InputPiece::Next(set),
            InputPiece::End => InputPiece::End,
        }
    }
}
