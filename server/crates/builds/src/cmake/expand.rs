//! Replaces `${NAME}` and escapes in arguments, and splits bare arguments at `;`.
//!
//! A list is a text with `;` between its items in `CMake`, so a bare argument can become
//! several arguments, or none.

use super::interpreter::Interpreter;
use super::words::{Argument, Kind};
use crate::budget::LONGEST;

/// The deepest nesting of `${…${…}…}`.
const DEEPEST: usize = 10;

/// An argument after the replacement.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub text: String,
    /// Whether it was quoted; `if` does not take such a word as a variable's name.
    pub is_quoted: bool,
}

impl Interpreter<'_> {
    /// The texts of the arguments after the replacement.
    pub(super) fn expand_all(&mut self, arguments: &[Argument]) -> Vec<String> {
        self.expand_words(arguments)
            .into_iter()
            .map(|word| word.text)
            .collect()
    }

    /// The arguments after the replacement.
    pub(super) fn expand_words(&mut self, arguments: &[Argument]) -> Vec<Word> {
        let mut words = Vec::new();
        for argument in arguments {
            let is_quoted = argument.kind != Kind::Bare;
            if argument.kind == Kind::Bracket {
                words.push(Word {
                    text: argument.text.clone(),
                    is_quoted,
                });
                continue;
            }
            let text = self.expand(&argument.text);
            if is_quoted {
                words.push(Word { text, is_quoted });
            } else {
                words.extend(
                    items(&text)
                        .into_iter()
                        .map(|text| Word { text, is_quoted }),
                );
            }
        }
        words
    }

    /// A text with its variables and escapes replaced.
    pub(super) fn expand(&mut self, text: &str) -> String {
        let letters: Vec<char> = text.chars().collect();
        let mut at = 0;
        let expanded = self.expand_until(&letters, &mut at, None, 0);
        if self.budget.spend(expanded.len()) {
            expanded
        } else {
            String::new()
        }
    }

    /// Expands up to a closing letter or the end; `at` is moved behind it.
    fn expand_until(
        &self,
        letters: &[char],
        at: &mut usize,
        end: Option<char>,
        depth: usize,
    ) -> String {
        let mut result = String::new();
        while let Some(letter) = letters.get(*at).copied() {
            *at += 1;
            if Some(letter) == end {
                break;
            }
            if result.len() > LONGEST {
                continue;
            }
            match letter {
                '\\' => {
                    let escaped = letters.get(*at).copied();
                    *at += 1;
                    push_escaped(&mut result, escaped);
                }
                '$' => {
                    let rest = letters.get(*at..).unwrap_or_default();
                    let skipped = reference_start(rest).filter(|_| depth < DEEPEST);
                    let Some(skipped) = skipped else {
                        result.push('$');
                        continue;
                    };
                    *at += skipped;
                    let name = self.expand_until(letters, at, Some('}'), depth + 1);
                    // `$ENV{…}` is unknown: nothing is taken from the machine.
                    if skipped == 1 || skipped == "CACHE{".len() {
                        result.push_str(self.value(&name));
                    }
                }
                _ => result.push(letter),
            }
        }
        result
    }
}

/// How many letters after `$` open a reference to a variable, if they do.
fn reference_start(rest: &[char]) -> Option<usize> {
    for opening in ["{", "ENV{", "CACHE{"] {
        if opening.chars().eq(rest.iter().copied().take(opening.len())) {
            return Some(opening.len());
        }
    }
    None
}

/// Adds the letter that an escape stands for.
fn push_escaped(result: &mut String, escaped: Option<char>) {
    match escaped {
        Some('n') => result.push('\n'),
        Some('t') => result.push('\t'),
        Some('r') => result.push('\r'),
        // An escaped `;` does not separate; it is kept until the list is split.
        Some(';') => result.push_str("\\;"),
        Some(other) => result.push(other),
        None => {}
    }
}

/// The items of a list that are not empty.
pub(super) fn items(text: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut item = String::new();
    let mut brackets = 0;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.peek() == Some(&';') => item.extend(letters.next()),
            ';' if brackets <= 0 => items.push(std::mem::take(&mut item)),
            _ => {
                brackets += i32::from(letter == '[') - i32::from(letter == ']');
                item.push(letter);
            }
        }
    }
    items.push(item);
    items.retain(|item| !item.is_empty());
    items
}
