//! The oracle for standard output, fed piece by piece.
//!
//! Matching walks along the normal form of the expected output ([`Expected`]): its state is a position there. A run that
//! prints a wrong byte is dead at once, which is what prunes symbolic runs (DESIGN, "The expected output prunes").
//!
//! A relaxed `printf` may print *any* text: after it the matcher is at any position from there on, a **gap**.
//! A gap is not spelled out until something is printed after it; then what survives is kept as a sorted set of positions,
//! which is usually small, since few places of the expected output go on with the bytes printed. So one path of the
//! evaluator stands for all of them until it needs to know where it is ([`Matcher::states`]).
//!
//! A position is enough in every mode. Under [`Compare::Trim`] the normal form has no white space
//! before a newline or at its end; so white space other than the expected byte is right only where the expected line
//! ends, and changes nothing there: nothing but its newline can follow. Under [`Compare::Tokens`] white space inside a
//! word is wrong, at its end it is the expected space, and before a word or after the last byte it changes nothing.

use std::sync::Arc;

use crate::expected::{Expected, is_space};
use crate::model::Compare;

/// How far a program's output agrees with the expected one. Cheap to clone and to compare; the expected output is
/// passed to every method, always the same one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Matcher(Repr);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// So many bytes of the normal form are matched.
    One(usize),
    /// So many or more.
    Gap(usize),
    /// As many as one of these says: at least two, sorted.
    Many(Arc<[usize]>),
}

impl Default for Matcher {
    fn default() -> Self {
        Matcher::new()
    }
}

impl Matcher {
    /// Before the first byte of output.
    pub fn new() -> Self {
        Matcher(Repr::One(0))
    }

    /// Goes on by what the program prints. False if no continuation can match any more; the matcher is then of no use.
    /// After a gap, true means that some text in the gap makes it match.
    pub fn feed(&mut self, expected: &Expected, bytes: &[u8]) -> bool {
        if !expected.is_known() || bytes.is_empty() {
            return true;
        }
        let survivors = match &mut self.0 {
            Repr::One(position) => {
                let after = advance(expected, bytes, *position);
                *position = after.unwrap_or(*position);
                return after.is_some();
            }
            Repr::Gap(least) => feed_each(expected, bytes, *least..=expected.bytes().len()),
            Repr::Many(positions) => feed_each(expected, bytes, positions.iter().copied()),
        };
        self.0 = match survivors.as_slice() {
            [] => return false,
            [position] => Repr::One(*position),
            _ => Repr::Many(survivors.into()),
        };
        true
    }

    /// Whether the output may end here.
    pub fn finish(&self, expected: &Expected) -> bool {
        let at_end = |position: &usize| *position == expected.bytes().len();
        match &self.0 {
            _ if !expected.is_known() => true,
            Repr::One(position) => at_end(position),
            // The text in the gap may be all that is missing.
            Repr::Gap(_) => true,
            Repr::Many(positions) => positions.iter().any(at_end),
        }
    }

    /// What must still come, in normal form; `None` if that is not one text: after a gap (see [`Self::states`]) or when
    /// nothing is expected.
    ///
    /// For a number whose value is open: under [`Compare::Exact`] it must be printed as a prefix of this. In the other
    /// modes guess the value from the text after its leading white space, print it, and [`feed`](Self::feed) that.
    pub fn rest<'a>(&self, expected: &'a Expected) -> Option<&'a [u8]> {
        match self.0 {
            Repr::One(position) if expected.is_known() => expected.bytes().get(position..),
            _ => None,
        }
    }

    /// The matcher after any text at all, the empty one included.
    pub fn any_text(&self) -> Matcher {
        Matcher(Repr::Gap(match &self.0 {
            Repr::One(position) | Repr::Gap(position) => *position,
            // Everything that is reached from a later place is reached from the first one too.
            Repr::Many(positions) => positions.first().copied().unwrap_or_default(),
        }))
    }

    /// Whether this stands for more than one place.
    pub fn is_ambiguous(&self) -> bool {
        !matches!(self.0, Repr::One(_))
    }

    /// The places that this stands for, one matcher each, in the order of the expected output.
    pub fn states(&self, expected: &Expected) -> Vec<Matcher> {
        let one = |position| Matcher(Repr::One(position));
        match &self.0 {
            Repr::One(position) => vec![one(*position)],
            _ if !expected.is_known() => vec![Matcher::new()],
            Repr::Gap(least) => (*least..=expected.bytes().len()).map(one).collect(),
            Repr::Many(positions) => positions.iter().copied().map(one).collect(),
        }
    }

    /// Like [`feed`](Self::feed), with every place after it as a matcher of its own; none if there is none.
    pub fn feed_all(&self, expected: &Expected, bytes: &[u8]) -> Vec<Matcher> {
        let mut fed = self.clone();
        if fed.feed(expected, bytes) {
            fed.states(expected)
        } else {
            Vec::new()
        }
    }
}

/// The positions after some output, sorted, from those before it, which are sorted too.
fn feed_each(
    expected: &Expected,
    bytes: &[u8],
    positions: impl Iterator<Item = usize>,
) -> Vec<usize> {
    // Of two positions the later one never falls behind the other, so the order is kept.
    let mut after: Vec<usize> = positions
        .filter_map(|position| advance(expected, bytes, position))
        .collect();
    after.dedup();
    after
}

/// The position after some output; `None` if that is wrong here.
fn advance(expected: &Expected, bytes: &[u8], position: usize) -> Option<usize> {
    let text = expected.bytes();
    let mut bytes = bytes.iter();
    match expected.compare() {
        Compare::Exact => {
            let fits = text.get(position..)?.starts_with(bytes.as_slice());
            fits.then_some(position + bytes.len())
        }
        Compare::Trim => bytes.try_fold(position, |at, byte| trim_byte(text, at, *byte)),
        Compare::Tokens => bytes.try_fold(position, |at, byte| token_byte(text, at, *byte)),
    }
}

fn trim_byte(text: &[u8], at: usize, byte: u8) -> Option<usize> {
    match text.get(at) {
        Some(&next) if next == byte => Some(at + 1),
        Some(b'\n') | None if is_space(byte) => Some(at),
        _ => None,
    }
}

fn token_byte(text: &[u8], at: usize, byte: u8) -> Option<usize> {
    let inside_word = at > 0 && text.get(at - 1) != Some(&b' ');
    match text.get(at) {
        Some(b' ') if is_space(byte) => Some(at + 1),
        Some(&next) if next == byte => Some(at + 1),
        Some(_) if is_space(byte) && !inside_word => Some(at),
        None if is_space(byte) => Some(at),
        _ => None,
    }
}
