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

/// The parts of [`Expected::bytes`] in which the output differs, in order; a part is empty where nothing is expected.
/// None if the expected text may stand anywhere, or if any output is right.
pub fn differing_parts(expected: &Expected, output: &[u8]) -> Vec<Range<usize>> {
    if !expected.is_known() || expected.may_stand_anywhere() {
        return Vec::new();
    }
    let printed = expected.normal_form(output);
    let (wanted, found) = (words(expected.bytes()), words(&printed));
    if wanted.len().max(found.len()) > MOST_ALIGNED_WORDS {
        let differs = *printed != *expected.bytes();
        return differs
            .then_some(0..expected.bytes().len())
            .into_iter()
            .collect();
    }
    let mut parts = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &wanted, &found) {
        let (tag, old, new) = op.as_tag_tuple();
        let mut at = length(&wanted[..old.start]);
        let is_each_wrong = old.len() == new.len();
        let old = &wanted[old];
        match tag {
            DiffTag::Equal => {}
            _ if is_each_wrong => {
                for word in old {
                    parts.push(at..at + word.len());
                    at += word.len();
                }
            }
            _ => parts.push(at..at + length(old)),
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

    fn parts(expected: &str, output: &str, compare: Compare) -> Vec<String> {
        let expected = Expected::new(&expected.as_bytes().into(), compare);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let parts = differing_parts(&expected, output.as_bytes()).into_iter();
        parts.map(|part| text(&expected.bytes()[part])).collect()
    }

    #[test]
    fn each_wrong_word_is_a_part_of_its_own() {
        use Compare::{Chomp, Contains, Exact, Tokens, Trim};
        for (expected, output, compare, wanted) in [
            (
                "a 1\nb 2\nc 3\n",
                "a 1\nb 4\nc 5\n",
                Exact,
                &["2\n", "3\n"][..],
            ),
            ("1 2 3\n", "1 2 3\n", Exact, &[]),
            ("1 2 3", "1 2 3\n", Trim, &[]),
            ("1 2 3", "1 2 3\n", Chomp, &[]),
            ("1 2 3", "1\n2\n4", Tokens, &["3"]),
            // A word too many or too few does not make the rest wrong.
            (
                "sum: 6\nmax: 3\n",
                "1 3 6 sum: 6\nmax: 2\n",
                Exact,
                &["", "3\n"],
            ),
            ("a b c d e\n", "a c d f\n", Exact, &["b ", "e\n"]),
            ("x y\n", "", Exact, &["x y\n"]),
            ("y", "no", Contains, &[]),
        ] {
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
        assert_eq!(parts(&long, &long, Compare::Exact), [""; 0]);
    }
}
