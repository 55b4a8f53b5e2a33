//! Regular expressions of `grep` and `sed`, and file patterns, in the syntax of the library.

use crate::pattern::searchable;

/// A text in which no letter has a meaning.
pub(super) fn escaped(text: &str) -> String {
    let mut result = String::new();
    text.chars()
        .for_each(|letter| push_plain(&mut result, letter));
    result
}

/// Adds a letter without a meaning.
fn push_plain(result: &mut String, letter: char) {
    if "\\.+*?()|[]{}^$#&-~".contains(letter) {
        result.push('\\');
    }
    result.push(letter);
}

/// Adds a set of letters behind its bracket.
fn push_set(result: &mut String, letters: &mut std::iter::Peekable<std::str::Chars>) {
    result.push('[');
    if letters.next_if(|next| matches!(next, '^' | '!')).is_some() {
        result.push('^');
    }
    if letters.next_if_eq(&']').is_some() {
        result.push_str("\\]");
    }
    while let Some(letter) = letters.next() {
        match letter {
            ']' => break,
            '[' if letters.peek() == Some(&':') => {
                result.push('[');
                for letter in letters.by_ref() {
                    result.push(letter);
                    if letter == ']' {
                        break;
                    }
                }
            }
            '[' | '&' | '~' | '^' | '\\' => push_plain(result, letter),
            letter => result.push(letter),
        }
    }
    result.push(']');
}

/// Translates a basic or an extended regular expression of POSIX.
pub(super) fn from_posix(pattern: &str, is_extended: bool) -> String {
    let mut result = String::new();
    let mut letters = pattern.chars().peekable();
    let mut is_start = true;
    while let Some(letter) = letters.next() {
        let was_start = std::mem::replace(&mut is_start, false);
        match letter {
            '\\' => match letters.next() {
                Some(sign @ ('(' | ')' | '{' | '}' | '|' | '+' | '?')) if !is_extended => {
                    result.push(sign);
                    is_start = matches!(sign, '(' | '|');
                }
                Some(sign @ ('w' | 'W' | 's' | 'S' | 'b' | 'B' | 'd' | 'n' | 't' | 'r')) => {
                    result.extend(['\\', sign]);
                }
                Some('<' | '>') => result.push_str("\\b"),
                Some(other) => push_plain(&mut result, other),
                None => result.push_str("\\\\"),
            },
            '[' => push_set(&mut result, &mut letters),
            '*' if was_start => result.push_str("\\*"),
            '^' if was_start || is_extended => {
                result.push('^');
                is_start = !is_extended;
            }
            '$' if is_extended || letters.peek().is_none() || letters.peek() == Some(&'\\') => {
                result.push('$');
            }
            '^' | '$' => push_plain(&mut result, letter),
            '(' | ')' | '{' | '}' | '|' | '+' | '?' if !is_extended => {
                push_plain(&mut result, letter);
            }
            '#' | '&' | '-' | '~' => push_plain(&mut result, letter),
            other => result.push(other),
        }
    }
    result
}

/// Translates a pattern of file names; the result is to be put between `\A` and `\z`.
pub(super) fn from_glob(pattern: &str, is_greedy: bool) -> String {
    let mut result = String::new();
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => push_plain(&mut result, letters.next().unwrap_or('\\')),
            '*' if is_greedy => result.push_str("(?s:.*)"),
            '*' => result.push_str("(?s:.*?)"),
            '?' => result.push_str("(?s:.)"),
            '[' if letters.clone().skip(1).any(|letter| letter == ']') => {
                push_set(&mut result, &mut letters);
            }
            other => push_plain(&mut result, other),
        }
    }
    result
}

/// Whether a text fits a pattern of file names as a whole.
pub(super) fn is_fitting(pattern: &str, text: &str) -> bool {
    match plain_text(pattern) {
        Some(plain) => plain == text,
        None => searchable(&format!("\\A{}\\z", from_glob(pattern, true)))
            .is_some_and(|regex| regex.is_match(text)),
    }
}

/// The text that a pattern without signs stands for.
pub(super) fn plain_text(pattern: &str) -> Option<String> {
    let mut text = String::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.push(letters.next().unwrap_or('\\')),
            '*' | '?' | '[' => return None,
            other => text.push(other),
        }
    }
    Some(text)
}

/// The pattern that only fits a text.
pub(super) fn glob_of(text: &str) -> String {
    let mut pattern = String::new();
    for letter in text.chars() {
        if "*?[]\\".contains(letter) {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern
}
