//! The part of an output that is most similar to a text that it should contain.

use std::cmp::Reverse;

use crate::expected::Expected;
use crate::model::Compare;

/// Most comparisons of two bytes.
const MOST_COMPARED: usize = 1 << 23;

/// The part of an output that is most similar to the expected text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closest {
    /// Offset of its first byte.
    pub start: usize,
    /// Offset behind its last byte.
    pub end: usize,
    /// Offset of the first byte that differs; the length of the output if it only ends too early.
    pub differs: usize,
}

/// An alignment of a prefix of the text with a part of the output.
#[derive(Debug, Clone, Copy)]
struct Alignment {
    /// Number of bytes that differ, are missing, or are too many.
    cost: usize,
    start: usize,
    /// Offset of the first difference; the largest number if there is none.
    differs: usize,
}

impl Alignment {
    fn worse(self, at: usize) -> Alignment {
        Alignment {
            cost: self.cost + 1,
            differs: self.differs.min(at),
            ..self
        }
    }

    /// Order of preference: few differences, and then a long beginning without any.
    fn rank(&self) -> (usize, Reverse<usize>) {
        (self.cost, Reverse(self.differs - self.start))
    }
}

/// The part of an output that is most similar to the text that it should contain: that with the smallest edit distance
/// (P. H. Sellers, 1980). `None` if the output need not contain a text, or if nothing in it is similar: more than half
/// of the text would have to change.
pub fn closest(expected: &Expected, output: &[u8]) -> Option<Closest> {
    let text = expected.bytes();
    if expected.compare() != Compare::Contains
        || text.is_empty()
        || text.len().saturating_mul(output.len()) > MOST_COMPARED
    {
        return None;
    }
    // The best alignments of the text so far that end at each offset.
    let mut row: Vec<Alignment> = (0..=output.len())
        .map(|start| Alignment {
            cost: 0,
            start,
            differs: usize::MAX,
        })
        .collect();
    for byte in text {
        let mut before = row[0];
        row[0] = before.worse(0);
        for at in 1..=output.len() {
            let same = output[at - 1] == *byte;
            let paired = if same { before } else { before.worse(at - 1) };
            let (missing, surplus) = (row[at].worse(at), row[at - 1].worse(at - 1));
            before = row[at];
            let all = [paired, missing, surplus];
            row[at] = all.into_iter().min_by_key(Alignment::rank)?;
        }
    }
    let ends = row.iter().enumerate();
    let (end, best) = ends.min_by_key(|(end, alignment)| (alignment.rank(), Reverse(*end)))?;
    (best.cost * 2 <= text.len()).then_some(Closest {
        start: best.start,
        end,
        differs: best.differs.min(output.len()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_part_is_found() {
        let found = |text: &str, output: &str| {
            let text = text.as_bytes().to_vec().into();
            let expected = Expected::new(&text, Compare::Contains);
            let found = closest(&expected, output.as_bytes())?;
            Some((&output[found.start..found.end], found.differs)).map(|(s, d)| (s.to_owned(), d))
        };
        let whole = |text: &str, differs| Some((text.to_owned(), differs));
        assert_eq!(
            found("mean: 3.00", "sum: 9\nmean: 2.75\ndone\n"),
            whole("mean: 2.75", 13)
        );
        // A byte is missing, or there is one too many.
        assert_eq!(found("abcdef", "xx abdef yy"), whole("abdef", 5));
        assert_eq!(found("abcdef", "xx abccdef"), whole("abccdef", 6));
        assert_eq!(found("total 12", "total 1"), whole("total 1", 7));
        assert_eq!(found("abcdef", "nothing here"), None);
    }
}
