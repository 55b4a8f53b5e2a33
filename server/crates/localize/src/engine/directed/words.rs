//! Output split into words, and the numbers in them.

/// The words of a text, in order.
pub(super) struct Words<'t> {
    text: &'t [u8],
    /// Beginning and end of each word.
    places: Vec<(usize, usize)>,
}

impl<'t> Words<'t> {
    pub(super) fn new(text: &'t [u8]) -> Words<'t> {
        let mut places = Vec::new();
        let mut begin = None;
        for (i, byte) in text.iter().enumerate() {
            match (begin, byte.is_ascii_whitespace()) {
                (None, false) => begin = Some(i),
                (Some(at), true) => {
                    places.push((at, i));
                    begin = None;
                }
                _ => {}
            }
        }
        places.extend(begin.map(|at| (at, text.len())));
        Words { text, places }
    }

    /// Number of words that begin before this byte.
    pub(super) fn before(&self, byte: usize) -> usize {
        self.places.partition_point(|(begin, _)| *begin < byte)
    }

    /// Length of the common run of words: from word `from` of this text, and from the first word of the other.
    pub(super) fn common(&self, from: usize, other: &Words<'_>) -> usize {
        let own = (from..self.places.len()).filter_map(|i| self.get(i));
        let others = (0..other.places.len()).filter_map(|i| other.get(i));
        own.zip(others).take_while(|(a, b)| a == b).count()
    }

    fn get(&self, index: usize) -> Option<&'t [u8]> {
        let (begin, end) = *self.places.get(index)?;
        self.text.get(begin..end)
    }

    /// The number in a word, ignoring punctuation around it.
    pub(super) fn number(&self, index: usize) -> Option<f64> {
        let word = std::str::from_utf8(self.get(index)?).ok()?;
        let number = word.trim_matches(|c: char| !(c.is_ascii_digit() || c == '-'));
        number.parse().ok().filter(|x: &f64| x.is_finite())
    }

    /// The distinct numbers in the next `words` words from this one on.
    pub(super) fn numbers(&self, from: usize, words: usize) -> Vec<f64> {
        let mut numbers = Vec::new();
        let end = self.places.len().min(from.saturating_add(words));
        for x in (from..end).filter_map(|i| self.number(i)) {
            if !numbers.contains(&x) {
                numbers.push(x);
            }
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn numbers_in_words() {
        let words = Words::new(b"info = (12.50), df=-3 x\n0x1 7. 7");
        let numbers: Vec<Option<f64>> = (0..6).map(|i| words.number(i)).collect();
        let expected = [None, None, Some(12.5), Some(-3.0), None, None];
        assert_eq!(numbers, expected);
        assert_eq!(words.numbers(2, 9), [12.5, -3.0, 7.0]);
        assert_eq!(words.common(0, &Words::new(b"info  =\n(12.51),")), 2);
        assert_eq!(words.common(1, &Words::new(b"= (12.50),")), 2);
        assert_eq!(
            (words.before(0), words.before(1), words.before(7)),
            (0, 1, 2)
        );
    }
}
