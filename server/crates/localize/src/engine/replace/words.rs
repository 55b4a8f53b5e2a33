//! Output as words, and the numbers in them.

/// The words of a text, in order.
pub(super) struct Words(Vec<Vec<u8>>);

impl Words {
    pub(super) fn new(text: &[u8]) -> Words {
        let words = text.split(u8::is_ascii_whitespace);
        Words(
            words
                .filter(|w| !w.is_empty())
                .map(<[u8]>::to_vec)
                .collect(),
        )
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// How many words both have in common, from the first on.
    pub(super) fn common(&self, other: &Words) -> usize {
        let pairs = self.0.iter().zip(&other.0);
        pairs.take_while(|(a, b)| a == b).count()
    }

    /// The number in a word; punctuation around it does not count.
    pub(super) fn number(&self, index: usize) -> Option<f64> {
        let word = std::str::from_utf8(self.0.get(index)?).ok()?;
        let number = word.trim_matches(|c: char| !(c.is_ascii_digit() || c == '-'));
        number.parse().ok().filter(|x: &f64| x.is_finite())
    }

    /// The same, if it is an integer.
    pub(super) fn integer(&self, index: usize) -> Option<i64> {
        let x = self.number(index)?;
        (x.fract() == 0.0 && x.abs() < 1e15).then_some(x as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn numbers_in_words() {
        let words = Words::new(b"info = (12.50), df=-3 x\n0x1 7.\n");
        let numbers: Vec<Option<f64>> = (0..6).map(|i| words.number(i)).collect();
        let expected = [None, None, Some(12.5), Some(-3.0), None, None];
        assert_eq!(numbers, expected);
        assert_eq!(words.number(6), Some(7.0));
        assert_eq!(words.integer(3), Some(-3));
        assert_eq!(words.integer(2), None);
        assert_eq!(words.common(&Words::new(b"info  =\n(12.51),")), 2);
    }
}
