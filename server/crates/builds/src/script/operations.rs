//! What `${…}` does with the value of a parameter.

use super::interpreter::Interpreter;
use super::regex::{from_glob, plain_text};
use super::syntax::{Operation, Word};
use super::value::{Part, Value};
use crate::pattern::searchable;

impl Interpreter<'_> {
    /// The value after an operation.
    pub(super) fn operated(&mut self, value: &Value, operation: &Operation) -> Value {
        let Some(text) = value.text() else {
            let stripped = match operation {
                Operation::Strip {
                    is_suffix, pattern, ..
                } => plain_text(&self.pattern(pattern))
                    .and_then(|plain| without_end(value, &plain, *is_suffix)),
                _ => None,
            };
            return stripped.unwrap_or_else(|| value.through("the shell"));
        };
        match operation {
            Operation::Strip {
                is_suffix,
                is_longest,
                pattern,
            } => {
                let pattern = self.pattern(pattern);
                Value::from(stripped(text, &pattern, *is_suffix, *is_longest))
            }
            Operation::Replace(which, pattern, replacement) => {
                let pattern = self.pattern(pattern);
                let replacement = self.single(replacement);
                match replacement.text() {
                    Some(replacement) => Value::from(replaced(text, *which, &pattern, replacement)),
                    None => replacement,
                }
            }
            Operation::Slice(start, length) => self.slice(text, start, length.as_ref()),
            Operation::Case { is_upper, is_all } => {
                let changed = text
                    .chars()
                    .enumerate()
                    .map(|(index, letter)| match is_upper {
                        _ if index > 0 && !is_all => letter,
                        true => letter.to_ascii_uppercase(),
                        false => letter.to_ascii_lowercase(),
                    });
                Value::from(changed.collect::<String>())
            }
            Operation::Fallback { .. } => value.clone(),
        }
    }

    /// A part of a text.
    fn slice(&mut self, text: &str, start: &Word, length: Option<&Word>) -> Value {
        let count = text.chars().count() as i64;
        let mut start = self.arithmetic(start).unwrap_or(0);
        if start < 0 {
            start = start.saturating_add(count);
        }
        let start = start.clamp(0, count);
        let length = match length {
            Some(length) => self.arithmetic(length).unwrap_or(0),
            None => count,
        };
        let end = match length {
            ..0 => count.saturating_add(length),
            length => start.saturating_add(length),
        };
        let taken = end.saturating_sub(start).max(0) as usize;
        let letters = text.chars().skip(start as usize).take(taken);
        Value::from(letters.collect::<String>())
    }
}

/// A text that is not known without a plain text at its start or end; `None` if nothing tells whether it is there.
fn without_end(value: &Value, plain: &str, is_suffix: bool) -> Option<Value> {
    let mut stripped = value.clone();
    let end = if is_suffix {
        stripped.0.last_mut()
    } else {
        stripped.0.first_mut()
    };
    let Some(Part::Known(text)) = end else {
        return None;
    };
    let rest = if is_suffix {
        text.strip_suffix(plain)
    } else {
        text.strip_prefix(plain)
    };
    match rest {
        Some(rest) => *text = rest.to_string(),
        // What comes before a shorter text may belong to the pattern.
        None if text.len() < plain.len() => return None,
        None => {}
    }
    stripped
        .0
        .retain(|part| !matches!(part, Part::Known(text) if text.is_empty()));
    Some(stripped)
}

/// Number of letters of a text.
pub(super) fn length(value: &Value) -> Value {
    match value.text() {
        Some(text) => Value::from(text.chars().count().to_string()),
        None => value.through("${#…}"),
    }
}

/// A text without a start or an end that fits a pattern.
fn stripped(text: &str, pattern: &str, is_suffix: bool, is_longest: bool) -> String {
    let inner = from_glob(pattern, is_longest);
    // A regular expression fits as early as possible, so what stands before the shortest end is taken greedily.
    let full = match (is_suffix, is_longest) {
        (false, _) => format!("\\A{inner}"),
        (true, false) => format!("\\A(?s:.*)({})\\z", from_glob(pattern, false)),
        (true, true) => format!("\\A(?s:.*?)({inner})\\z"),
    };
    let Some(regex) = searchable(&full) else {
        return text.to_string();
    };
    let mut found = regex.create_captures();
    regex.captures(text, &mut found);
    let span = found.get_group(usize::from(is_suffix));
    let kept = span.and_then(|span| {
        if is_suffix {
            text.get(..span.start)
        } else {
            text.get(span.end..)
        }
    });
    kept.unwrap_or(text).to_string()
}

/// A text in which what fits a pattern is replaced.
fn replaced(text: &str, which: Option<char>, pattern: &str, replacement: &str) -> String {
    let inner = from_glob(pattern, true);
    let full = match which {
        Some('#') => format!("\\A{inner}"),
        Some('%') => format!("{inner}\\z"),
        _ => inner,
    };
    let Some(regex) = searchable(&full).filter(|_| !pattern.is_empty()) else {
        return text.to_string();
    };
    let most = if which == Some('/') { usize::MAX } else { 1 };
    let mut result = String::new();
    let mut from = 0;
    for found in regex.find_iter(text).take(most) {
        result.push_str(text.get(from..found.start()).unwrap_or_default());
        result.push_str(replacement);
        from = found.end();
        if result.len() > crate::budget::LONGEST {
            break;
        }
    }
    result + text.get(from..).unwrap_or_default()
}
