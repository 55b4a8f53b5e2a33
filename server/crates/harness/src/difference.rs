//! Descriptions of wrong output.

use crate::closest::closest;
use crate::expected::{Expected, tokens, trim_end};
use crate::matcher::Matcher;
use crate::model::Compare;
use crate::pattern_words;

/// The place and the description of a difference between the output and the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Line of the output with the first difference, from 1.
    pub line: usize,
    /// Column of the difference in bytes, from 1; just past the end of the line if something is missing.
    pub column: usize,
    /// One short sentence without a full stop, such as `expected "3", printed "1"`.
    pub summary: String,
    /// Whether nothing but white space differs.
    pub whitespace_only: bool,
}

/// Most characters of a text that are shown.
const SHOWN: usize = 40;

/// Explains how `actual` differs from `expected`, which is matched as `form`; `actual` must not match.
pub fn explain_difference(expected: &[u8], actual: &[u8], form: &Expected) -> Difference {
    if form.may_stand_anywhere() {
        return not_found(form, actual);
    }
    let offset = first_wrong_byte(form, actual);
    let (line, column) = position(actual, offset);
    let without_space = |text: &[u8]| -> Vec<u8> {
        tokens(text)
            .into_iter()
            .filter(|&byte| byte != b' ')
            .collect()
    };
    let whitespace_only = without_space(expected) == without_space(actual);
    let summary = if whitespace_only {
        whitespace_summary(expected, actual, line)
    } else {
        text_summary(expected, actual, line)
    };
    Difference {
        line,
        column,
        summary,
        whitespace_only,
    }
}

/// Line and column of an offset, from 1.
fn position(text: &[u8], offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.split(|&byte| byte == b'\n').count();
    let start_of_line = before.iter().rposition(|&byte| byte == b'\n');
    (line, offset - start_of_line.map_or(0, |at| at + 1) + 1)
}

/// The difference of an output that does not contain the expected text or expression.
fn not_found(expected: &Expected, actual: &[u8]) -> Difference {
    let pattern = quoted_from(expected.bytes(), 0);
    let wanted = match expected.compare() {
        Compare::Regex => str::from_utf8(expected.bytes())
            .ok()
            .and_then(|pattern| pattern_words::texts(pattern, |text| quoted_from(text, 0)))
            .unwrap_or_else(|| format!("text that matches {pattern}")),
        _ => format!("{pattern} somewhere in the output"),
    };
    let near = closest(expected, actual);
    let summary = match (trim_end(actual), near) {
        ([], _) => format!("expected {wanted}, printed nothing"),
        (_, Some(near)) => format!(
            "expected {wanted}, most similar is {}",
            quoted_from(&actual[near.start..near.end], 0)
        ),
        (actual, None) => format!("expected {wanted}, printed {}", quoted_from(actual, 0)),
    };
    let (line, column) = position(actual, near.map_or(0, |near| near.differs));
    Difference {
        line,
        column,
        summary,
        whitespace_only: false,
    }
}

/// Offset in `actual` of the first byte after which nothing can match; the length of `actual` if it only ends too
/// early.
fn first_wrong_byte(expected: &Expected, actual: &[u8]) -> usize {
    let mut matcher = Matcher::new();
    let wrong = actual
        .iter()
        .position(|&byte| !matcher.feed(expected, &[byte]));
    wrong.unwrap_or(actual.len())
}

fn whitespace_summary(expected: &[u8], actual: &[u8], line: usize) -> String {
    if expected.strip_suffix(b"\n") == Some(actual) {
        return "only the final newline differs: it is missing".to_owned();
    }
    if actual.strip_suffix(b"\n") == Some(expected) {
        return "only the final newline differs: there is one too many".to_owned();
    }
    format!("only white space differs, first in line {line}")
}

fn text_summary(expected: &[u8], actual: &[u8], line: usize) -> String {
    if trim_end(actual).is_empty() {
        let printed = match actual {
            [] => "nothing",
            _ => "only white space",
        };
        return format!("expected {}, printed {printed}", quoted_from(expected, 0));
    }
    if trim_end(expected).is_empty() {
        return format!("expected nothing, printed {}", quoted_from(actual, 0));
    }
    let (expected_lines, actual_lines) = (lines(expected), lines(actual));
    let only_line = expected_lines.len() == 1 && actual_lines.len() == 1;
    let place = if only_line {
        String::new()
    } else {
        format!("output line {line}: ")
    };
    match (expected_lines.get(line - 1), actual_lines.get(line - 1)) {
        (Some(expected), Some(actual)) if expected == actual => {
            // The lines differ only in what `lines` drops; the texts diverge after this line.
            format!("{place}differs after {}", quoted_from(actual, 0))
        }
        (Some(expected), Some(actual)) => {
            let from = common_start(expected, actual);
            format!(
                "{place}expected {}, printed {}",
                quoted_from(expected, from),
                quoted_from(actual, from)
            )
        }
        (Some(expected), None) => {
            format!(
                "{place}expected {}, but the output ends",
                quoted_from(expected, 0)
            )
        }
        (None, Some(actual)) => {
            format!(
                "{place}printed {} after the expected end",
                quoted_from(actual, 0)
            )
        }
        (None, None) => format!("{place}the output differs"),
    }
}

/// The lines of a text, without a last empty one.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    trim_end(text)
        .split(|&byte| byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .collect()
}

/// Offset from which to show two long texts so that their first difference is visible.
fn common_start(a: &[u8], b: &[u8]) -> usize {
    let common = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    if a.len().max(b.len()) <= SHOWN {
        0
    } else {
        common.saturating_sub(SHOWN / 4)
    }
}

/// The first line of a text from an offset on, in quotes, shortened.
fn quoted_from(text: &[u8], from: usize) -> String {
    let text = trim_end(&text[from..]);
    let text = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let text = String::from_utf8_lossy(text);
    let mut shown: String = text.chars().take(SHOWN).flat_map(escape).collect();
    if from > 0 {
        shown.insert(0, '…');
    }
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    format!("\"{shown}\"")
}

/// Makes control characters visible.
fn escape(letter: char) -> Vec<char> {
    if letter.is_control() {
        letter.escape_default().collect()
    } else {
        vec![letter]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn explain(expected: &str, actual: &str, compare: Compare) -> (usize, usize, String, bool) {
        let Difference {
            line,
            column,
            summary,
            whitespace_only,
        } = {
            let form = Expected::new(&Arc::from(expected.as_bytes()), compare);
            explain_difference(expected.as_bytes(), actual.as_bytes(), &form)
        };
        (line, column, summary, whitespace_only)
    }

    #[test]
    fn says_what_differs() {
        use Compare::{Exact, Tokens, Trim};
        let long = "a".repeat(60);
        for (expected, actual, compare, line, column, summary) in [
            ("3\n", "1\n", Exact, 1, 1, r#"expected "3", printed "1""#),
            ("3", "1\n", Exact, 1, 1, r#"expected "3", printed "1""#),
            (
                "1\n2\n3\n",
                "1\n2\n4\n",
                Exact,
                3,
                1,
                r#"output line 3: expected "3", printed "4""#,
            ),
            (
                "1\n2\n",
                "1\n",
                Exact,
                2,
                1,
                r#"output line 2: expected "2", but the output ends"#,
            ),
            (
                "1\n",
                "1\n2\n",
                Exact,
                2,
                1,
                r#"output line 2: printed "2" after the expected end"#,
            ),
            ("3\n", "", Exact, 1, 1, r#"expected "3", printed nothing"#),
            ("", "3\n", Exact, 1, 1, r#"expected nothing, printed "3""#),
            (
                "sum 12\n",
                "sum 13\n",
                Trim,
                1,
                6,
                r#"expected "sum 12", printed "sum 13""#,
            ),
            (
                "1 2 3",
                "1  2 4",
                Tokens,
                1,
                6,
                r#"expected "1 2 3", printed "1  2 4""#,
            ),
            (
                "a\x01b",
                "a\tc",
                Exact,
                1,
                2,
                r#"expected "a\u{1}b", printed "a\tc""#,
            ),
        ] {
            let found = explain(expected, actual, compare);
            assert_eq!(
                found,
                (line, column, summary.to_owned(), false),
                "{expected:?} {actual:?}"
            );
        }
        let (.., summary, _) = explain(&format!("{long}b"), &format!("{long}c"), Exact);
        assert_eq!(
            summary,
            "expected \"…aaaaaaaaaab\", printed \"…aaaaaaaaaac\""
        );
    }

    #[test]
    fn says_when_only_white_space_differs() {
        use Compare::{Exact, Trim};
        for (expected, actual, compare, summary) in [
            (
                "3\n",
                "3",
                Exact,
                "only the final newline differs: it is missing",
            ),
            (
                "3",
                "3\n",
                Exact,
                "only the final newline differs: there is one too many",
            ),
            (
                "1\n2 3\n",
                "1\n2  3\n",
                Trim,
                "only white space differs, first in line 2",
            ),
            (
                "1 2\n",
                "12\n",
                Exact,
                "only white space differs, first in line 1",
            ),
        ] {
            let (.., found, whitespace_only) = explain(expected, actual, compare);
            assert_eq!((found.as_str(), whitespace_only), (summary, true));
        }
    }
}
