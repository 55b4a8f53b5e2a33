//! Splits the text of a `meson.build` into tokens.
//!
//! The end of a line ends a statement, except inside of parentheses and brackets.

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Name(String),
    Number(i64),
    /// A string; the flag says that names in `@…@` are to be replaced.
    Text(String, bool),
    /// An operator or a bracket.
    Mark(&'static str),
    EndOfLine,
}

/// A token and the line where it stands.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub token: Token,
    pub line: usize,
}

/// The operators and brackets; longer ones first.
const MARKS: [&str; 23] = [
    "==", "!=", "<=", ">=", "+=", "(", ")", "[", "]", "{", "}", ",", ":", ".", "+", "-", "*", "/",
    "%", "<", ">", "=", "?",
];

/// The tokens of a text; letters that fit nowhere are skipped.
pub(super) fn tokens(text: &str) -> Vec<Placed> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut line = 1;
    let mut depth = 0_usize;
    while let Some(letter) = rest.chars().next() {
        let after = rest.get(letter.len_utf8()..).unwrap_or_default();
        let mut token = None;
        let mut left = after;
        if letter == '\n' {
            token = (depth == 0).then_some(Token::EndOfLine);
        } else if letter == '#' {
            left = after
                .find('\n')
                .and_then(|end| after.get(end..))
                .unwrap_or_default();
        } else if letter == '\\' {
            // A backslash joins this line with the next one.
            left = after.strip_prefix('\n').unwrap_or(after);
        } else if letter == '\'' {
            (token, left) = string(rest, false);
        } else if letter == 'f' && after.starts_with('\'') {
            (token, left) = string(after, true);
        } else if letter.is_ascii_alphanumeric() || letter == '_' {
            let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
            let (word, other) = rest.split_at(end);
            left = other;
            token = Some(number_or_name(word));
        } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            left = rest.get(mark.len()..).unwrap_or_default();
            match *mark {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            token = Some(Token::Mark(mark));
        }
        tokens.extend(token.map(|token| Placed { token, line }));
        let length = rest.len().saturating_sub(left.len());
        line += rest.get(..length).unwrap_or_default().matches('\n').count();
        rest = left;
    }
    tokens.push(Placed {
        token: Token::EndOfLine,
        line,
    });
    tokens
}

/// The token for a word of letters and digits.
fn number_or_name(word: &str) -> Token {
    let hexadecimal = word
        .strip_prefix("0x")
        .and_then(|digits| i64::from_str_radix(digits, 16).ok());
    match word.parse().ok().or(hexadecimal) {
        Some(number) => Token::Number(number),
        None => Token::Name(word.to_string()),
    }
}

/// Takes a string that starts with `'` or `'''`, and gives what is left after it.
fn string(text: &str, is_format: bool) -> (Option<Token>, &str) {
    if let Some(inside) = text.strip_prefix("'''") {
        let (string, left) = inside.split_once("'''").unwrap_or((inside, ""));
        return (Some(Token::Text(string.to_string(), is_format)), left);
    }
    let mut string = String::new();
    let mut letters = text.chars();
    letters.next();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => break,
            '\\' => match letters.next() {
                Some('n') => string.push('\n'),
                Some('t') => string.push('\t'),
                Some('r') => string.push('\r'),
                Some(same @ ('\\' | '\'')) => string.push(same),
                // Any other backslash is an ordinary letter.
                Some(other) => string.extend(['\\', other]),
                None => {}
            },
            _ => string.push(letter),
        }
    }
    (Some(Token::Text(string, is_format)), letters.as_str())
}
