//! Places in a text: byte offsets, LSP positions in three encodings, and the lines and columns of reports.
//!
//! There are two notions of *line*. LSP ends lines at `\n`, `\r\n` and a lone `\r`; compilers and our reports count
//! `\n` only. Both are always converted to byte offsets first, and from there to the other notion.

use std::ops::Range;

use tower_lsp::ls_types::{Position, PositionEncodingKind, Range as LspRange};

/// Encoding in which a client counts columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Code units of 16 bits, the default of the protocol.
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// Best encoding that the client offers, in our order of preference; UTF-16 if it offers none.
    pub(crate) fn negotiate(offered: &[String]) -> Self {
        let offers = |kind: PositionEncodingKind| offered.iter().any(|name| name == kind.as_str());
        if offers(PositionEncodingKind::UTF8) {
            Self::Utf8
        } else if offers(PositionEncodingKind::UTF32) && !offers(PositionEncodingKind::UTF16) {
            Self::Utf32
        } else {
            Self::Utf16
        }
    }

    /// Name of the encoding in the protocol.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// Width of a character in code units.
    fn width(self, c: char) -> u32 {
        match self {
            Self::Utf8 => c.len_utf8() as u32,
            Self::Utf16 => c.len_utf16() as u32,
            Self::Utf32 => 1,
        }
    }
}

/// Starts of the lines of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineIndex {
    /// Start of every line in the sense of LSP; the first is 0.
    lsp: Vec<usize>,
    /// Start of every line in the sense of C; the first is 0.
    source: Vec<usize>,
    len: usize,
}

impl LineIndex {
    /// Builds the index in one pass over the text.
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut lsp, mut source) = (vec![0], vec![0]);
        for (at, &byte) in bytes.iter().enumerate() {
            if byte == b'\n' {
                source.push(at + 1);
            }
            if byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                lsp.push(at + 1);
            }
        }
        Self {
            lsp,
            source,
            len: bytes.len(),
        }
    }

    /// Offset of a position. Positions beyond the end of their line or of the text are clamped, as the protocol
    /// demands; one in the middle of a character is moved to its start.
    pub(crate) fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let Some(&start) = self.lsp.get(position.line as usize) else {
            return self.len;
        };
        let line = text
            .get(start..self.line_end(text, position.line as usize))
            .unwrap_or_default();
        let mut column = 0;
        for (at, c) in line.char_indices() {
            column += encoding.width(c);
            if column > position.character {
                return start + at;
            }
        }
        start + line.len()
    }

    /// Position of an offset, which is first moved back to the start of its character.
    pub(crate) fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let offset = floor_char(text, offset);
        let line = self.lsp.partition_point(|&start| start <= offset) - 1;
        let start = self.lsp.get(line).copied().unwrap_or(0);
        let before = text.get(start..offset).unwrap_or_default();
        Position::new(line as u32, before.chars().map(|c| encoding.width(c)).sum())
    }

    /// Range between two offsets.
    pub(crate) fn range(&self, text: &str, span: &Range<usize>, encoding: Encoding) -> LspRange {
        LspRange::new(
            self.position(text, span.start, encoding),
            self.position(text, span.end, encoding),
        )
    }

    /// Byte range of a report's line, from 1, without its line end; the empty range at the end if there is no such
    /// line.
    pub(crate) fn source_line(&self, text: &str, line: u32) -> Range<usize> {
        let index = (line as usize).saturating_sub(1);
        let Some(&start) = self.source.get(index) else {
            return self.len..self.len;
        };
        let end = self
            .source
            .get(index + 1)
            .map_or(self.len, |&next| next - 1);
        let end = if end > start && text.as_bytes().get(end - 1) == Some(&b'\r') {
            end - 1
        } else {
            end
        };
        start..end
    }

    /// Line of an offset as people and compilers count, from 1.
    pub(crate) fn line_number(&self, offset: usize) -> u32 {
        self.source.partition_point(|&start| start <= offset) as u32
    }

    /// End of an LSP line, without its line end.
    fn line_end(&self, text: &str, line: usize) -> usize {
        let end = self.lsp.get(line + 1).copied().unwrap_or(self.len);
        let start = self.lsp.get(line).copied().unwrap_or(end);
        let content = text.get(start..end).unwrap_or_default();
        start + content.trim_end_matches(['\n', '\r']).len()
    }
}

/// Start of the character that contains a byte.
fn floor_char(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    proptest! {
        #[test]
        fn offset_and_position_are_inverse(text in "[ab\n\r\u{e9}\u{20ac}\u{1f980}]{0,40}") {
            let index = LineIndex::new(&text);
            for encoding in ALL {
                for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                    // Between the two characters of `\r\n` there is no position.
                    if offset > 0 && text.as_bytes()[offset - 1] == b'\r' && text.as_bytes().get(offset) == Some(&b'\n') {
                        continue;
                    }
                    let position = index.position(&text, offset, encoding);
                    prop_assert_eq!(index.offset(&text, position, encoding), offset, "{:?} {:?}", encoding, position);
                }
            }
        }

        #[test]
        fn any_position_is_clamped_to_a_character(text in "[a\n\r\u{1f980}]{0,20}", line in 0u32..30, character in 0u32..30) {
            let index = LineIndex::new(&text);
            for encoding in ALL {
                let offset = index.offset(&text, Position::new(line, character), encoding);
                prop_assert!(text.is_char_boundary(offset));
                prop_assert!(index.position(&text, offset, encoding) <= Position::new(line, character));
            }
        }

        #[test]
        fn source_lines_are_those_of_str_lines(text in "[ab\n]{0,40}") {
            let index = LineIndex::new(&text);
            for (number, line) in text.lines().enumerate() {
                let span = index.source_line(&text, number as u32 + 1);
                prop_assert_eq!(&text[span.clone()], line);
                prop_assert_eq!(index.line_number(span.start), number as u32 + 1);
            }
        }
    }

    #[test]
    fn columns_of_the_three_encodings() {
        let text = "\u{1f980}\u{e9}x";
        let index = LineIndex::new(text);
        let columns = ALL.map(|encoding| index.position(text, 6, encoding).character);
        assert_eq!(columns, [6, 3, 2]);
    }

    #[test]
    fn a_lone_carriage_return_ends_a_line_of_the_editor_only() {
        let text = "a\rb\r\nc";
        let index = LineIndex::new(text);
        assert_eq!(index.position(text, 2, Encoding::Utf8), Position::new(1, 0));
        assert_eq!(index.line_number(2), 1);
        assert_eq!(&text[index.source_line(text, 1)], "a\rb");
        assert_eq!(&text[index.source_line(text, 2)], "c");
        assert_eq!(index.source_line(text, 9), 6..6);
    }

    #[test]
    fn utf8_is_preferred_and_utf16_is_the_default() {
        let negotiate = |offered: &[&str]| {
            Encoding::negotiate(&offered.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(negotiate(&["utf-16", "utf-8"]), Encoding::Utf8);
        assert_eq!(negotiate(&["utf-32", "utf-16"]), Encoding::Utf16);
        assert_eq!(negotiate(&["utf-32"]), Encoding::Utf32);
        assert_eq!(negotiate(&[]), Encoding::Utf16);
    }
}
