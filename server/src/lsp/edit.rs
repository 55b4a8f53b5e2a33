//! Edits of a text, and the places that move with them.

use std::ops::Range;

/// A replacement of a span of the old text by new text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    /// Replaced span of the old text.
    pub(crate) removed: Range<usize>,
    /// Number of bytes in its place in the new text.
    pub(crate) inserted: usize,
}

impl Edit {
    /// Smallest single edit between two texts: their difference after the common prefix and before the common suffix.
    /// For clients that send whole texts.
    pub(crate) fn between(old: &str, new: &str) -> Self {
        let shorter = old.len().min(new.len());
        let mut start = old
            .bytes()
            .zip(new.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        while !old.is_char_boundary(start) || !new.is_char_boundary(start) {
            start -= 1;
        }
        let rest = shorter - start;
        let mut end = old
            .bytes()
            .rev()
            .zip(new.bytes().rev())
            .take(rest)
            .take_while(|(a, b)| a == b)
            .count();
        while !old.is_char_boundary(old.len() - end) || !new.is_char_boundary(new.len() - end) {
            end -= 1;
        }
        Self {
            removed: start..old.len() - end,
            inserted: new.len() - end - start,
        }
    }

    /// Position of a span of the old text in the new one; `None` if all of it was removed.
    ///
    /// Text typed at either border of a span stays outside: a suspect does not grow by the text after it.
    pub(crate) fn moved(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let Range {
            start: from,
            end: to,
        } = self.removed;
        let shift = |at: usize| at - to + from + self.inserted;
        if to <= span.start {
            return Some(shift(span.start)..shift(span.end));
        }
        if from >= span.end {
            return Some(span.clone());
        }
        if from <= span.start && to >= span.end {
            return None;
        }
        // The edit overlaps the span: what remains is the rest of the span, with text typed strictly inside it.
        let start = if from <= span.start {
            from + self.inserted
        } else {
            span.start
        };
        let end = if to >= span.end {
            from
        } else {
            shift(span.end)
        };
        Some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn apply(text: &str, edit: &Edit, insert: &str) -> String {
        format!(
            "{}{insert}{}",
            &text[..edit.removed.start],
            &text[edit.removed.end..]
        )
    }

    proptest! {
        #[test]
        fn a_span_that_the_edit_does_not_touch_keeps_its_text(
            text in "[a-z]{1,30}", insert in "[0-9]{0,5}", a in 0usize..30, b in 0usize..30, c in 0usize..30, d in 0usize..30,
        ) {
            let at = |i: usize| i.min(text.len());
            let removed = at(a.min(b))..at(a.max(b));
            let span = at(c.min(d))..at(c.max(d));
            let edit = Edit { removed: removed.clone(), inserted: insert.len() };
            let new = apply(&text, &edit, &insert);
            let moved = edit.moved(&span);
            if let Some(moved) = &moved {
                prop_assert!(moved.start <= moved.end && moved.end <= new.len());
            }
            if removed.end <= span.start || removed.start >= span.end {
                prop_assert_eq!(&new[moved.unwrap()], &text[span]);
            } else if removed.start <= span.start && removed.end >= span.end {
                prop_assert_eq!(moved, None);
            }
        }

        #[test]
        fn the_edit_between_two_texts_makes_the_second(old in "[ab\u{e9}\u{1f980}]{0,12}", new in "[ab\u{e9}\u{1f980}]{0,12}") {
            let edit = Edit::between(&old, &new);
            let insert = &new[edit.removed.start..edit.removed.start + edit.inserted];
            prop_assert_eq!(apply(&old, &edit, insert), new.clone());
        }
    }

    #[test]
    fn borders_stay_outside() {
        let insert_at = |at: usize| Edit {
            removed: at..at,
            inserted: 2,
        };
        assert_eq!(insert_at(3).moved(&(3..5)), Some(5..7));
        assert_eq!(insert_at(5).moved(&(3..5)), Some(3..5));
        assert_eq!(insert_at(4).moved(&(3..5)), Some(3..7));
    }
}
