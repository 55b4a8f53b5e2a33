//! Formats of `printf` and `scanf`, split into pieces.

/// A format in pieces.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pieces(pub(super) Vec<FormatPiece>);

#[derive(Debug, Clone, PartialEq)]
pub(super) enum FormatPiece {
    /// A conversion such as `%5.2lf`: the text before the letters, and the letters.
    Conversion(String, String),
    /// Any other character or escape.
    Other(String),
}

impl Pieces {
    /// Splits a format into pieces. In source text (`has_escapes`), an escape is one piece.
    pub(super) fn of(format: &str, has_escapes: bool) -> Pieces {
        let mut pieces = Vec::new();
        let mut rest = format;
        while let Some(first) = rest.chars().next() {
            let piece = match first {
                '%' => conversion(rest),
                '\\' if has_escapes => escape(rest),
                other => FormatPiece::Other(other.to_string()),
            };
            rest = &rest[piece.text().len()..];
            pieces.push(piece);
        }
        Pieces(pieces)
    }

    /// Text of the format.
    pub(super) fn text(&self) -> String {
        self.0.iter().map(FormatPiece::text).collect()
    }
}

impl FormatPiece {
    /// Text of the piece in the format.
    pub(super) fn text(&self) -> String {
        match self {
            FormatPiece::Conversion(before, letters) => format!("{before}{letters}"),
            FormatPiece::Other(text) => text.clone(),
        }
    }
}

fn conversion(rest: &str) -> FormatPiece {
    let is_flag = |c: char| c.is_ascii_digit() || "-+ #.*%".contains(c);
    let flags = rest[1..].find(|c| !is_flag(c)).unwrap_or(rest.len() - 1) + 1;
    let letters: String = rest[flags..]
        .chars()
        .scan(true, |more, c| {
            let goes_on = std::mem::replace(more, "hlLjzt".contains(c));
            goes_on.then_some(c)
        })
        .collect();
    FormatPiece::Conversion(rest[..flags].to_owned(), letters)
}

fn escape(rest: &str) -> FormatPiece {
    let end = rest.char_indices().nth(2).map_or(rest.len(), |(at, _)| at);
    FormatPiece::Other(rest[..end].to_owned())
}
