//! Source texts: lines, columns, excerpts.

use crate::{FileId, Source, Sources, Span};

/// Prefix of the paths of texts that are not files.
pub const BUILT_IN: &str = "built-in/";

impl Source {
    /// Creates a source and records where its lines start.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts = std::iter::once(0)
            .chain(newlines.map(|(at, _)| at as u32 + 1))
            .collect();
        Self {
            path: path.into(),
            text,
            line_starts,
            latin1: false,
        }
    }

    /// Whether the text is part of FaultLens and not a file.
    pub fn is_built_in(&self) -> bool {
        self.path.starts_with(BUILT_IN)
    }

    /// 1-based line of a byte offset.
    pub fn line(&self, offset: u32) -> u32 {
        self.line_starts
            .partition_point(|&start| start <= offset)
            .max(1) as u32
    }

    /// Byte offset at which a 1-based line starts; past the end for lines that do not exist.
    pub fn line_start(&self, line: u32) -> u32 {
        let index = (line as usize).saturating_sub(1);
        self.line_starts
            .get(index)
            .copied()
            .unwrap_or(self.text.len() as u32)
    }

    /// The end of the line of a byte offset; for a last line without one, that of the line before.
    pub fn line_end(&self, offset: u32) -> &'static str {
        let rest = self.text.get(offset as usize..).unwrap_or_default();
        let until_end = match rest.find('\n') {
            Some(end) => &rest[..end],
            None => self.text.rsplit_once('\n').map_or("", |(before, _)| before),
        };
        if until_end.ends_with('\r') {
            "\r\n"
        } else {
            "\n"
        }
    }
}

impl Sources {
    /// The texts that the user wrote.
    pub fn texts_of_user(&self) -> impl Iterator<Item = &str> {
        let own = self.files.iter().filter(|file| !file.is_built_in());
        own.map(|file| &*file.text)
    }

    /// Source that contains a span of this file.
    pub fn file(&self, file: FileId) -> Option<&Source> {
        let index = file.0.checked_sub(self.first_file)?;
        self.files.get(usize::from(index))
    }

    /// Whether a span is in a text that no file holds.
    pub fn is_built_in(&self, span: Span) -> bool {
        self.file(span.file).is_some_and(Source::is_built_in)
    }

    /// 1-based line and 1-based column in bytes of the start of a span; (1, 1) for an unknown file.
    pub fn line_col(&self, span: Span) -> (u32, u32) {
        self.offset_line_col(span.file, span.start)
    }

    /// 1-based line and 1-based column in characters of the start of a span; (1, 1) for an unknown file.
    pub fn line_col_chars(&self, span: Span) -> (u32, u32) {
        let (line, bytes) = self.line_col(span);
        let before = |source: &Source| {
            let start = source.line_start(line) as usize;
            let prefix = source.text.get(start..start + bytes as usize - 1)?;
            Some(prefix.chars().count() as u32 + 1)
        };
        (line, self.file(span.file).and_then(before).unwrap_or(bytes))
    }

    /// 1-based line and byte column of a byte offset.
    pub fn offset_line_col(&self, file: FileId, offset: u32) -> (u32, u32) {
        self.file(file).map_or((1, 1), |source| {
            let line = source.line(offset);
            (line, offset - source.line_start(line).min(offset) + 1)
        })
    }

    /// Whether two spans are one in a file: a header has a source text for each unit that includes it.
    pub fn are_same(&self, one: Span, other: Span) -> bool {
        let path = |span: Span| self.file(span.file).map(|file| &file.path);
        (one.start, one.end) == (other.start, other.end) && path(one) == path(other)
    }

    /// Text of a span; empty if the span is not inside a source.
    pub fn text(&self, span: Span) -> &str {
        let range = span.start as usize..span.end as usize;
        self.file(span.file)
            .and_then(|source| source.text.get(range))
            .unwrap_or_default()
    }

    /// Span of the first word, or sign, of the text of a span.
    pub fn first_word(&self, span: Span) -> Span {
        let text = self.text(span);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let word = text.find(|c| !is_word(c)).unwrap_or(text.len());
        let first = text.chars().next().map_or(0, char::len_utf8);
        Span {
            end: span.start + word.max(first) as u32,
            ..span
        }
    }
}
