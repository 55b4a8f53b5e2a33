//! The parts in which an output differs from the expected one.
//!
//! Compared byte by byte, everything behind the first wrong byte is unknown. So the words of both texts are aligned as
//! well as possible (E. W. Myers, *An O(ND) Difference Algorithm and Its Variations*, 1986): a later word that is wrong
//! for another reason is a part of its own, and words that are right are known to be right. Where as many words were
//! printed as expected, each wrong word is a part.

use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};

use crate::expected::{Expected, is_space};
use crate::limits::MOST_ALIGNED_WORDS;

/// A part in which an output differs from the expected one. Both texts are in the normal form of the comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferingPart {
    /// Place in [`Expected::bytes`]; empty if nothing is expected there.
    pub expected: Range<usize>,
    /// What was printed there.
    pub printed: Vec<u8>,
}

/// The parts in which the output differs, in order; none if the expected text may stand anywhere, or if any output is
/// right.
pub fn differing_parts(expected: &Expected, output: &[u8]) -> Vec<DifferingPart> {
    if !expected.is_known() || expected.may_stand_anywhere() {
        return Vec::new();
    }
    let printed = expected.normal_form(output);
    let (wanted, found) = (words(expected.bytes()), words(&printed));
    if wanted.len().max(found.len()) > MOST_ALIGNED_WORDS {
        let whole = DifferingPart {
            expected: 0..expected.bytes().len(),
            printed: printed.to_vec(),
        };
        let differs = *printed != *expected.bytes();
        return differs.then_some(whole).into_iter().collect();
    }
    let part = |old: &[&[u8]], new: &[&[u8]], at: usize| DifferingPart {
        expected: at..at + length(old),
        printed: new.concat(),
    };
    let mut parts = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &wanted, &found) {
        let (tag, old, new) = op.as_tag_tuple();
        let mut at = length(&wanted[..old.start]);
        let (old, new) = (&wanted[old], &found[new]);
        match tag {
            DiffTag::Equal => {}
            _ if old.len() == new.len() => {
                for (old, new) in old.iter().zip(new) {
                    parts.push(part(&[old], &[new], at));
                    at += old.len();
                }
            }
            _ => parts.push(part(old, new, at)),
        }
    }
    parts
}

/// The text in words, each with the white space behind it; white space before the first word is one as well.
fn words(text: &[u8]) -> Vec<&[u8]> {
    let follows = |a: &u8, b: &u8| !is_space(*a) || is_space(*b);
    text.chunk_by(follows).collect()
}

/// Number of bytes of these words.
fn length(words: &[&[u8]]) -> usize {
    words.iter().map(|word| word.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Compare;

    fn parts(expected: &str, output: &str, compare: Compare) -> Vec<(String, String)> {
        let expected = Expected::new(&expected.as_bytes().into(), compare);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let parts = differing_parts(&expected, output.as_bytes()).into_iter();
        parts
            .map(|part| (text(&expected.bytes()[part.expected]), text(&part.printed)))
            .collect()
    }

    #[test]
    fn each_wrong_word_is_a_part_of_its_own() {
        use Compare::{Chomp, Contains, Exact, Tokens, Trim};
        for (expected, output, compare, wanted) in [
            (
                "a 1\nb 2\nc 3\n",
                "a 1\nb 4\nc 5\n",
                Exact,
                &[("2\n", "4\n"), ("3\n", "5\n")][..],
            ),
            ("1 2 3\n", "1 2 3\n", Exact, &[]),
            ("1 2 3", "1 2 3\n", Trim, &[]),
            ("1 2 3", "1 2 3\n", Chomp, &[]),
            ("1 2 3", "1\n2\n4", Tokens, &[("3", "4")]),
            // A word too many or too few does not make the rest wrong.
            (
                "sum: 6\nmax: 3\n",
                "1 3 6 sum: 6\nmax: 2\n",
                Exact,
                &[("", "1 3 6 "), ("3\n", "2\n")],
            ),
            (
                "a b c d e\n",
                "a c d f\n",
                Exact,
                &[("b ", ""), ("e\n", "f\n")],
            ),
            ("x y\n", "", Exact, &[("x y\n", "")]),
            ("y", "no", Contains, &[]),
        ] {
            let wanted: Vec<(String, String)> = wanted
                .iter()
                .map(|(a, b)| ((*a).into(), (*b).into()))
                .collect();
            assert_eq!(
                parts(expected, output, compare),
                wanted,
                "{expected:?} {output:?}"
            );
        }
    }

    #[test]
    fn long_outputs_differ_in_one_part() {
        let long = "word ".repeat(MOST_ALIGNED_WORDS);
        assert_eq!(parts(&long, &format!("{long} x"), Compare::Exact).len(), 1);
        assert_eq!(parts(&long, &long, Compare::Exact), []);
    }
}
