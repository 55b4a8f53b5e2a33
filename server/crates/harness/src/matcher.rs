//! The oracle for standard output, fed piece by piece.
//!
//! Matching walks along the normal form of the expected output ([`Expected`]): its state is a position there. A run that
//! prints a wrong byte is dead at once, which is what prunes symbolic runs (docs/dev/design.md, Evaluating with symbols).
//!
//! A relaxed `printf` may print *any* text: after it the matcher is at any position from there on, a **gap**. A gap is
//! not expanded until something is printed after it. The remaining positions are then kept as a sorted set, which is
//! usually small, because few places of the expected output continue with the printed bytes. So one path of the
//! evaluator represents all of them until it needs to know its position ([`Matcher::states`]).
//!
//! A position suffices in every mode. Under [`Compare::Trim`], the normal form has no white space before a newline or
//! at its end. So white space other than the expected byte is right only at the end of the expected line, and changes
//! nothing there: only the newline can follow. Under [`Compare::Chomp`], only newlines follow the last byte. Under
//! [`Compare::Tokens`], white space inside a word is wrong; at its end it is the expected space; before a word or after
//! the last byte it changes nothing. Under [`Compare::Contains`], the position is the length of the longest prefix of the
//! text that the output ends with, and under [`Compare::Regex`], a state of the automaton.
//!
//! Only a number that differs from the expected one but may be close enough needs more state: its text so far.

use std::sync::Arc;

use crate::expected::{Expected, SubstringData, is_space};
use crate::model::Compare;

/// Most bytes of a number: the largest `double` has 309 digits before its point.
const LONGEST_NUMBER: usize = 400;

/// State of the comparison of a program's output with the expected one. Cheap to clone and to compare; every method
/// takes the expected output, which must always be the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Matcher(Repr);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// This number of bytes of the normal form is matched.
    One(usize),
    /// This number of bytes or more are matched.
    Gap(usize),
    /// One of these numbers of bytes is matched: at least two numbers, sorted.
    Many(Arc<[usize]>),
    /// This number of bytes is matched, followed by this text in place of the expected number.
    Number(usize, Arc<[u8]>),
}

impl Default for Matcher {
    fn default() -> Self {
        Matcher::new()
    }
}

impl Matcher {
    /// The matcher before the first byte of output.
    pub fn new() -> Self {
        Matcher(Repr::One(0))
    }

    /// Advances by the program's output. Returns `false` if no continuation can match any more; the matcher is then
    /// unusable. After a gap, `true` means that some text in the gap makes the output match.
    pub fn feed(&mut self, expected: &Expected, bytes: &[u8]) -> bool {
        if !expected.is_known() || bytes.is_empty() {
            return true;
        }
        let survivors = match &mut self.0 {
            Repr::One(_) | Repr::Number(..) if !expected.tolerance().is_none() => {
                let after = feed_near(expected, bytes, &self.0);
                let is_right = after.is_some();
                self.0 = after.unwrap_or(Repr::One(0));
                return is_right;
            }
            Repr::Number(..) => return false,
            Repr::One(position) => {
                let after = advance(expected, bytes, *position);
                *position = after.unwrap_or(*position);
                return after.is_some();
            }
            Repr::Gap(least) => feed_each(expected, bytes, after_gap(expected, *least)),
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
        let at_end = |position: &usize| match expected.search() {
            SubstringData::Pattern(Some(automaton)) => automaton.accepts(*position),
            SubstringData::Pattern(None) => false,
            SubstringData::Whole | SubstringData::Anywhere(_) => {
                *position == expected.bytes().len()
            }
        };
        match &self.0 {
            _ if !expected.is_known() => true,
            Repr::One(position) if !expected.tolerance().is_none() => {
                at_end(position) || ends_near(expected, *position)
            }
            Repr::One(position) => at_end(position),
            Repr::Number(start, text) => {
                number_end(expected, *start, text) == Some(expected.bytes().len())
            }
            // The text in the gap may be all that is missing.
            Repr::Gap(_) => true,
            Repr::Many(positions) => positions.iter().any(at_end),
        }
    }

    /// Matches output, and returns whether all of it is right, and the number of bytes that are matched: if a byte is
    /// wrong, those of the words before it.
    pub fn feed_words(&mut self, expected: &Expected, bytes: &[u8]) -> (bool, usize) {
        let mut ahead = self.clone();
        if ahead.feed(expected, bytes) {
            *self = ahead;
            return (true, bytes.len());
        }
        let mut matched = 0;
        let mut ahead = self.clone();
        for (at, byte) in bytes.iter().enumerate() {
            if !ahead.feed(expected, &[*byte]) {
                break;
            }
            if byte.is_ascii_whitespace() {
                self.clone_from(&ahead);
                matched = at + 1;
            }
        }
        (false, matched)
    }

    /// The missing output, in normal form; `None` if it is not a single text: after a gap (see [`Self::states`]) or
    /// when nothing is expected.
    ///
    /// For a number whose value is open: under [`Compare::Exact`] its text must be a prefix of this. In the other
    /// modes, guess the value from the text after its leading white space, print it, and [`feed`](Self::feed) that.
    pub fn rest<'a>(&self, expected: &'a Expected) -> Option<&'a [u8]> {
        match self.0 {
            Repr::One(position) if expected.is_known() => match expected.search() {
                SubstringData::Pattern(automaton) => automaton.as_ref()?.completion(position),
                SubstringData::Whole | SubstringData::Anywhere(_) => {
                    expected.bytes().get(position..)
                }
            },
            _ => None,
        }
    }

    /// The matcher after an arbitrary text, which may be empty.
    pub fn any_text(&self) -> Matcher {
        Matcher(Repr::Gap(match &self.0 {
            Repr::One(position) | Repr::Gap(position) | Repr::Number(position, _) => *position,
            // Everything that is reachable from a later position is reachable from the first one too.
            Repr::Many(positions) => positions.first().copied().unwrap_or_default(),
        }))
    }

    /// Whether the matcher represents more than one position.
    pub fn is_ambiguous(&self) -> bool {
        !matches!(self.0, Repr::One(_) | Repr::Number(..))
    }

    /// The positions that the matcher represents, one matcher each, in the order of the expected output.
    pub fn states(&self, expected: &Expected) -> Vec<Matcher> {
        let one = |position| Matcher(Repr::One(position));
        match &self.0 {
            Repr::One(position) => vec![one(*position)],
            _ if !expected.is_known() => vec![Matcher::new()],
            Repr::Gap(least) => after_gap(expected, *least).map(one).collect(),
            Repr::Many(positions) => positions.iter().copied().map(one).collect(),
            Repr::Number(..) => vec![self.clone()],
        }
    }

    /// A text that leads here from the beginning of the output: the actual output, where that is known.
    pub fn printed(&self, expected: &Expected) -> Vec<u8> {
        let text = Matcher::new().text_before(self, expected);
        text.unwrap_or_default()
    }

    /// The text that leads from here to another matcher; `None` if it is not unique.
    pub fn text_before(&self, later: &Matcher, expected: &Expected) -> Option<Vec<u8>> {
        let from = match &self.0 {
            Repr::One(position) => *position,
            _ => return None,
        };
        let (to, more) = match &later.0 {
            Repr::One(position) => (*position, &[][..]),
            Repr::Number(start, text) => (*start, &**text),
            Repr::Gap(_) | Repr::Many(_) => return None,
        };
        match expected.search() {
            SubstringData::Pattern(automaton) => automaton.as_ref()?.path(from, to),
            SubstringData::Whole | SubstringData::Anywhere(_) => {
                let text = expected.bytes().get(from..to)?;
                Some([text, more].concat())
            }
        }
    }

    /// Like [`feed`](Self::feed), but returns a matcher for each resulting position; empty if there is none.
    pub fn feed_all(&self, expected: &Expected, bytes: &[u8]) -> Vec<Matcher> {
        let mut fed = self.clone();
        if fed.feed(expected, bytes) {
            fed.states(expected)
        } else {
            Vec::new()
        }
    }
}

/// The sorted positions after some output, from the sorted positions before it.
fn feed_each(
    expected: &Expected,
    bytes: &[u8],
    positions: impl Iterator<Item = usize>,
) -> Vec<usize> {
    let mut after: Vec<usize> = positions
        .filter_map(|position| advance(expected, bytes, position))
        .collect();
    // Within a text, a later position never falls behind an earlier one, so the order is kept.
    if expected.may_stand_anywhere() {
        after.sort_unstable();
    }
    after.dedup();
    after
}

/// The position after some output; `None` if the output is wrong here.
fn advance(expected: &Expected, bytes: &[u8], position: usize) -> Option<usize> {
    let text = expected.bytes();
    let mut bytes = bytes.iter();
    match expected.compare() {
        Compare::Exact => {
            let fits = text.get(position..)?.starts_with(bytes.as_slice());
            fits.then_some(position + bytes.len())
        }
        Compare::Trim => bytes.try_fold(position, |at, byte| trim_byte(text, at, *byte)),
        Compare::Chomp => bytes.try_fold(position, |at, byte| chomp_byte(text, at, *byte)),
        Compare::Tokens => bytes.try_fold(position, |at, byte| token_byte(text, at, *byte)),
        Compare::Contains => Some(bytes.fold(position, |at, byte| found_byte(expected, at, *byte))),
        Compare::Regex => match expected.search() {
            SubstringData::Pattern(Some(automaton)) => {
                automaton.advance(bytes.as_slice(), position)
            }
            _ => None,
        },
    }
}

/// The positions that any text can reach from `least`.
fn after_gap(expected: &Expected, least: usize) -> Box<dyn Iterator<Item = usize> + '_> {
    match expected.search() {
        SubstringData::Whole | SubstringData::Anywhere(_) => {
            Box::new(least..=expected.bytes().len())
        }
        SubstringData::Pattern(None) => Box::new(std::iter::empty()),
        SubstringData::Pattern(Some(automaton)) => Box::new(
            (0..automaton.len()).filter(move |state| automaton.path(least, *state).is_some()),
        ),
    }
}

/// The position after one more byte, where newlines behind the end are ignored.
fn chomp_byte(text: &[u8], at: usize, byte: u8) -> Option<usize> {
    match text.get(at) {
        Some(expected) => (*expected == byte).then_some(at + 1),
        None => (byte == b'\n').then_some(at),
    }
}

/// The longest prefix of the text that the output ends with after one more byte; once all of it was found, it stays
/// found.
fn found_byte(expected: &Expected, mut at: usize, byte: u8) -> usize {
    let text = expected.bytes();
    let SubstringData::Anywhere(borders) = expected.search() else {
        return at;
    };
    while at < text.len() && text.get(at) != Some(&byte) {
        if at == 0 {
            return 0;
        }
        at = borders.get(at).copied().unwrap_or(0);
    }
    if at < text.len() { at + 1 } else { at }
}

/// Advances where numbers may differ within a tolerance.
fn feed_near(expected: &Expected, bytes: &[u8], from: &Repr) -> Option<Repr> {
    bytes
        .iter()
        .try_fold(from.clone(), |repr, &byte| match repr {
            Repr::One(at) => match advance(expected, &[byte], at) {
                Some(next) => Some(Repr::One(next)),
                None => {
                    let (start, printed) = number_so_far(expected.bytes(), at);
                    near_byte(expected, start, printed, byte)
                }
            },
            Repr::Number(start, printed) => near_byte(expected, start, &printed, byte),
            Repr::Gap(_) | Repr::Many(_) => None,
        })
}

/// Advances by one byte after `printed`, which stands in place of the number at `start`.
fn near_byte(expected: &Expected, start: usize, printed: &[u8], byte: u8) -> Option<Repr> {
    if !is_of_number(byte) {
        let end = number_end(expected, start, printed)?;
        return advance(expected, &[byte], end).map(Repr::One);
    }
    let is_number = number(number_at(expected.bytes(), start)).is_some();
    let fits = is_number && printed.len() < LONGEST_NUMBER;
    fits.then(|| Repr::Number(start, [printed, &[byte]].concat().into()))
}

/// End of the expected number at `start`, if `printed` is close enough to it.
fn number_end(expected: &Expected, start: usize, printed: &[u8]) -> Option<usize> {
    let text = number_at(expected.bytes(), start);
    let is_near = expected.tolerance().allows(number(text)?, number(printed)?);
    is_near.then_some(start + text.len())
}

/// Whether the output may end inside the last number, because it is close enough.
fn ends_near(expected: &Expected, at: usize) -> bool {
    let (start, printed) = number_so_far(expected.bytes(), at);
    number_end(expected, start, printed) == Some(expected.bytes().len())
}

/// Start of the number that ends at, or extends past, a position, and its text up to there.
fn number_so_far(text: &[u8], at: usize) -> (usize, &[u8]) {
    let before = text.get(..at).unwrap_or_default();
    let start = before.iter().rposition(|&byte| !is_of_number(byte));
    let start = start.map_or(0, |other| other + 1);
    (start, before.get(start..).unwrap_or_default())
}

fn number_at(text: &[u8], start: usize) -> &[u8] {
    let rest = text.get(start..).unwrap_or_default();
    rest.split(|&byte| !is_of_number(byte))
        .next()
        .unwrap_or_default()
}

/// Whether a number may contain the byte.
fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E')
}

fn number(word: &[u8]) -> Option<f64> {
    let number: f64 = std::str::from_utf8(word).ok()?.parse().ok()?;
    number.is_finite().then_some(number)
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
