//! What inputs look like, learnt from those of the tests.
//!
//! Nobody says which inputs a program has to handle, but its tests show some. An input that differs from all of them in
//! kind (a count below zero where all counts are positive, a letter where there are numbers, fewer numbers than their
//! count says) is no reason to call a program or a repair wrong because it differs from a correct one. So an input has
//! the shape of the tests' inputs if each of its words is of a kind that stands at this place in some test, is not
//! below 1 or below 0 if no test's is there, and if what all tests have in common holds: the number of words, how it
//! follows from the first one, and the last word. White space does not count.

use std::ops::RangeInclusive;

use crate::limits::{FIRST_WORDS, MUCH_LARGER, USUAL_NUMBER};

/// What the inputs of some tests have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputShape {
    /// The first words, as far as all tests have them.
    first: Vec<WordShape>,
    /// All further words.
    others: WordShape,
    /// Number of words.
    words: RangeInclusive<usize>,
    /// How the number of words behind the first one follows from it: `times * first + plus`.
    count: Option<(i64, i64)>,
    /// The last word.
    last: Option<Vec<u8>>,
}

/// What the words at a place have in common.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct WordShape {
    /// Least and greatest integer.
    integers: Option<(i64, i64)>,
    /// Least and greatest decimal number, rounded.
    decimals: Option<(i64, i64)>,
    /// Bytes of other words, sorted.
    bytes: Vec<u8>,
    /// Length of the longest other word.
    longest: usize,
}

impl InputShape {
    /// The shape of these inputs; `None` if none has a word.
    pub fn of<'a>(inputs: impl Iterator<Item = &'a [u8]>) -> Option<InputShape> {
        let all: Vec<Vec<&[u8]>> = inputs.map(words).collect();
        let lengths = || all.iter().map(Vec::len);
        let (least, most) = (lengths().min()?, lengths().max().filter(|most| *most > 0)?);
        // The number of words says something only if different inputs agree in it; otherwise only the first word may
        // have a meaning of its own.
        let agree = least == most && all.iter().any(|words| *words != all[0]);
        let places = if agree {
            least.min(FIRST_WORDS)
        } else {
            least.min(1)
        };
        let first = (0..places).map(|at| {
            let mut shape = WordShape::default();
            for words in &all {
                shape.learn(words[at]);
            }
            shape
        });
        let first: Vec<WordShape> = first.collect();
        let mut others = WordShape::default();
        for words in &all {
            words
                .iter()
                .skip(first.len())
                .for_each(|word| others.learn(word));
        }
        let last = |words: &Vec<&[u8]>| words.last().map(|word| word.to_vec());
        let ends = all.first().and_then(last);
        let have_same_end = all.len() > 1 && all.iter().all(|words| last(words) == ends);
        Some(InputShape {
            others,
            words: if agree {
                least..=most
            } else {
                least.min(1)..=usize::MAX
            },
            count: count(&all),
            last: ends.filter(|_| have_same_end && most > first.len()),
            first,
        })
    }

    /// Whether an input has this shape.
    pub fn admits(&self, input: &[u8]) -> bool {
        let words = words(input);
        let places = self.first.iter().chain(std::iter::repeat(&self.others));
        let mut words = words.iter().zip(places);
        self.has_form(input) && words.all(|(word, shape)| shape.admits(word))
    }

    /// Whether an input has as many words as it should have, and ends as it should, whatever the words are.
    pub fn has_form(&self, input: &[u8]) -> bool {
        let words = words(input);
        let counted = self.count.is_none_or(|(times, plus)| {
            let first = words.first().and_then(|word| integer(word));
            let wanted = first.and_then(|n| n.checked_mul(times)?.checked_add(plus));
            wanted == i64::try_from(words.len()).ok().map(|n| n - 1)
        });
        let ends = self.last.is_none() || words.last().copied() == self.last.as_deref();
        counted && ends && self.words.contains(&words.len())
    }
}

/// The factor and the summand with which the first word gives the number of the others, in all tests.
fn count(all: &[Vec<&[u8]>]) -> Option<(i64, i64)> {
    let pairs = all
        .iter()
        .map(|words| Some((integer(words.first()?)?, words.len() as i64 - 1)));
    let pairs: Vec<(i64, i64)> = pairs.collect::<Option<_>>()?;
    let (n, others) = *pairs.first()?;
    let (times, plus) = match pairs.iter().find(|(other, _)| *other != n) {
        Some((m, more)) if (others - more) % (n - m) == 0 => {
            let times = (others - more) / (n - m);
            (times, others - times * n)
        }
        // A single count may be one by chance; only the plainest rule is believed.
        None if n == others && n > 1 => (1, 0),
        _ => return None,
    };
    let holds = pairs.iter().all(|(n, others)| times * n + plus == *others);
    (holds && times > 0).then_some((times, plus))
}

impl WordShape {
    fn learn(&mut self, word: &[u8]) {
        let widen = |range: &mut Option<(i64, i64)>, n: i64| {
            let (least, most) = range.unwrap_or((n, n));
            *range = Some((least.min(n), most.max(n)));
        };
        if let Some(n) = integer(word) {
            widen(&mut self.integers, n);
        } else if let Some(n) = decimal(word) {
            widen(&mut self.decimals, n);
        } else {
            self.bytes.extend(word);
            self.bytes.sort_unstable();
            self.bytes.dedup();
            self.longest = self.longest.max(word.len());
        }
    }

    fn admits(&self, word: &[u8]) -> bool {
        if let Some(n) = integer(word) {
            return is_within(n, self.integers) || is_within(n, self.decimals);
        }
        if let Some(n) = decimal(word) {
            return is_within(n, self.decimals);
        }
        word.len() <= self.longest * MUCH_LARGER as usize
            && word.iter().all(|byte| self.is_of_class(*byte))
    }

    /// Whether the byte is known, or a lower-case letter, an upper-case letter or a digit as some known byte is.
    fn is_of_class(&self, byte: u8) -> bool {
        let classes = [
            u8::is_ascii_lowercase,
            u8::is_ascii_uppercase,
            u8::is_ascii_digit,
        ];
        let mut classes = classes.iter();
        self.bytes.contains(&byte)
            || classes.any(|class| class(&byte) && self.bytes.iter().any(class))
    }
}

/// Whether a number is as large as those in a range: of a sign that they have, and of a similar size.
fn is_within(n: i64, range: Option<(i64, i64)>) -> bool {
    let Some((least, most)) = range else {
        return false;
    };
    let least = match least {
        1.. => 1,
        0 => 0,
        _ => least.saturating_mul(MUCH_LARGER).min(-USUAL_NUMBER),
    };
    let most = match most {
        1.. => most.saturating_mul(MUCH_LARGER).max(USUAL_NUMBER),
        _ => 0,
    };
    (least..=most).contains(&n)
}

fn words(input: &[u8]) -> Vec<&[u8]> {
    let parts = input.split(u8::is_ascii_whitespace);
    parts.filter(|word| !word.is_empty()).collect()
}

fn integer(word: &[u8]) -> Option<i64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// A decimal number, rounded away from zero.
fn decimal(word: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(word).ok()?;
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let number: f64 = text.parse().ok().filter(|_| is_plain)?;
    Some(if number < 0.0 {
        number.floor() as i64
    } else {
        number.ceil() as i64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inputs of tests; inputs of this shape; inputs of another.
    const CASES: [(&[&str], &[&str], &[&str]); 8] = [
        // A count and as many numbers.
        (
            &["3\n1 2 -3", "2 5 6\n"],
            &["1 9", "4 -1 2 3 4"],
            &["-1", "2 1", "0 1", "x 1", ""],
        ),
        (
            &["0", "2 5 6"],
            &["0", "1 9", "1 1"],
            &["-1 1", "3 1 1", "1 -1"],
        ),
        (
            &["2 a 1 b 2", "1 c 3"],
            &["3 a 1 b 2 c 3"],
            &["2 a 1", "1 + 3"],
        ),
        // As many numbers as always, and how large they are.
        (
            &["5 0", "7 3"],
            &["1 1000", "60 0"],
            &["0 0", "1 -1", "1 2 3", "1", "5000 1", "1.5 2"],
        ),
        (&["1.5 2", "-3 4"], &["0.25 1", "-2 9"], &["a 2", "1 x"]),
        // Words and their letters.
        (
            &["hello world", "bye"],
            &["a quite different text"],
            &["a-b", "Hello", "a1"],
        ),
        // A word that ends the input.
        (
            &["4 2 -1", "3 9 9 9 -1"],
            &["5 -1", "1 1 1 -1"],
            &["4 2", "4 -1 2"],
        ),
        // A single test says little.
        (&["12 ab"], &["3", "3 x y"], &["-3 x", "3 x 7", ""]),
    ];

    #[test]
    fn inputs_have_the_shape_of_those_of_the_tests_or_not() {
        for (tests, same, others) in CASES {
            let shape = InputShape::of(tests.iter().map(|text| text.as_bytes())).unwrap();
            for input in tests.iter().chain(same) {
                assert!(
                    shape.admits(input.as_bytes()),
                    "{tests:?} {input:?} {shape:?}"
                );
            }
            for input in others {
                assert!(
                    !shape.admits(input.as_bytes()),
                    "{tests:?} {input:?} {shape:?}"
                );
            }
        }
        assert_eq!(InputShape::of([&b"\n"[..]].into_iter()), None);
    }
}
