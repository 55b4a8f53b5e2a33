//! Positions in source texts: a file and a byte range.

/// Index of a source text in [`crate::Sources`]; 0 is the parsed file itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u16);

/// Half-open byte range in one source text *as the user typed it*.
///
/// Text that a macro produced carries the span of the macro's use (see [`crate::MacroUse`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// Source text.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Smallest span that covers both; if `other` is in another file, `self` unchanged.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Span of the last byte, such as the closing brace of a block.
    #[must_use]
    pub fn last_byte(self) -> Span {
        Span {
            start: self.end.saturating_sub(1).max(self.start),
            ..self
        }
    }

    /// Whether the two overlap or are adjacent.
    pub(crate) fn touches(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.end && other.start <= self.end
    }

    /// Whether `other` lies inside `self`.
    pub fn encloses(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }

    /// Whether the two share at least one byte.
    pub fn overlaps(self, other: Span) -> bool {
        self.file == other.file && self.start < other.end && other.start < self.end
    }
}
