//! Marks of the user on lines: "this one is correct", "suspect this one". Marks move with the text and affect the next
//! localization; they live as long as the document is open.

use std::ops::Range;

use super::edit::Edit;
use super::line_index::LineIndex;

/// A mark on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// No set of changes contains anything on the line.
    Correct,
    /// Sets with something on the line come first.
    Suspect,
}

/// Marked lines of a document, each stored as the place of its text without indentation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Marks(Vec<(Mark, Range<usize>)>);

impl Marks {
    /// Whether nothing is marked.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Marks a line, given by its number from 1, or removes the mark if it is the same. Empty lines cannot be marked.
    pub(crate) fn toggle(&mut self, mark: Mark, index: &LineIndex, text: &str, line: u32) {
        let was = self.on(index, line);
        self.0
            .retain(|(_, place)| index.line_number(place.start) != line);
        let place = trimmed(text, index.source_line(text, line));
        if was != Some(mark) && !place.is_empty() {
            self.0.push((mark, place));
            self.0.sort_by_key(|(_, place)| place.start);
        }
    }

    /// Mark on a line, given by its number from 1.
    pub(crate) fn on(&self, index: &LineIndex, line: u32) -> Option<Mark> {
        let on_line = |(_, place): &&(Mark, Range<usize>)| index.line_number(place.start) == line;
        self.0.iter().find(on_line).map(|(mark, _)| *mark)
    }

    /// All marks with their lines, from 1, in order.
    pub(crate) fn lines(&self, index: &LineIndex) -> impl Iterator<Item = (Mark, u32)> {
        self.0
            .iter()
            .map(|(mark, place)| (*mark, index.line_number(place.start)))
    }

    /// Marks after an edit; those of deleted lines are dropped.
    pub(crate) fn moved(&self, edit: &Edit) -> Marks {
        let moved = self.0.iter().filter_map(|(mark, place)| {
            let place = edit.moved(place)?;
            (!place.is_empty()).then_some((*mark, place))
        });
        Marks(moved.collect())
    }
}

/// Place without white space at either end.
fn trimmed(text: &str, place: Range<usize>) -> Range<usize> {
    let line = text.get(place.clone()).unwrap_or_default();
    let start = place.end - line.trim_start().len();
    start..start + line.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "int a;\n  int b;\n\nint c;\n";

    fn marked(lines: &[(Mark, u32)]) -> Marks {
        let index = LineIndex::new(TEXT);
        let mut marks = Marks::default();
        for (mark, line) in lines {
            marks.toggle(*mark, &index, TEXT, *line);
        }
        marks
    }

    fn lines(marks: &Marks, text: &str) -> Vec<(Mark, u32)> {
        marks.lines(&LineIndex::new(text)).collect()
    }

    #[test]
    fn a_second_mark_takes_the_first_back_or_replaces_it() {
        use Mark::{Correct, Suspect};
        let marks = marked(&[
            (Suspect, 4),
            (Correct, 2),
            (Correct, 3),
            (Suspect, 1),
            (Suspect, 1),
        ]);
        assert_eq!(lines(&marks, TEXT), [(Correct, 2), (Suspect, 4)]);
        let marks = marked(&[(Correct, 2), (Suspect, 2)]);
        assert_eq!(lines(&marks, TEXT), [(Suspect, 2)]);
    }

    #[test]
    fn marks_move_with_their_lines_and_go_with_them() {
        let marks = marked(&[(Mark::Correct, 2), (Mark::Suspect, 4)]);
        let after = "int b;\n\nlong c;\n";
        let moved = marks
            .moved(&Edit {
                removed: 0..9,
                inserted: 0,
            })
            .moved(&Edit {
                removed: 8..11,
                inserted: 4,
            });
        assert_eq!(
            lines(&moved, after),
            [(Mark::Correct, 1), (Mark::Suspect, 3)]
        );
        let gone = marks.moved(&Edit {
            removed: 7..16,
            inserted: 0,
        });
        assert_eq!(lines(&gone, "int a;\n\nint c;\n"), [(Mark::Suspect, 3)]);
    }
}
