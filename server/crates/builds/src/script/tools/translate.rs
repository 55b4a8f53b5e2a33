//! `tr`.

use super::Options;
use crate::script::escapes::unescaped;

/// `tr`.
pub(super) fn tr(options: &Options, text: &str) -> Option<String> {
    let is_complement = options.has("c") || options.has("C");
    let first = set(options.operand(0)?)?;
    let is_in = |letter: char| first.contains(&letter) != is_complement;
    if options.has("d") {
        return Some(text.chars().filter(|letter| !is_in(*letter)).collect());
    }
    let second = options.operand(1).map_or(Some(Vec::new()), set)?;
    let translated = text.chars().map(|letter| {
        if !is_in(letter) || second.is_empty() {
            return letter;
        }
        let place = first
            .iter()
            .position(|other| *other == letter)
            .unwrap_or(usize::MAX);
        second
            .get(place)
            .or(second.last())
            .copied()
            .unwrap_or(letter)
    });
    if !options.has("s") {
        return Some(translated.collect());
    }
    let mut result = String::new();
    for letter in translated {
        let is_squeezed = if second.is_empty() {
            is_in(letter)
        } else {
            second.contains(&letter)
        };
        if !(is_squeezed && result.ends_with(letter)) {
            result.push(letter);
        }
    }
    Some(result)
}

/// The letters of a set; `None` if it is not modelled.
pub(super) fn set(text: &str) -> Option<Vec<char>> {
    let classes = [
        ("[:upper:]", "A-Z"),
        ("[:lower:]", "a-z"),
        ("[:digit:]", "0-9"),
        ("[:alpha:]", "A-Za-z"),
        ("[:alnum:]", "0-9A-Za-z"),
        ("[:space:]", " \t\n\r\u{b}\u{c}"),
        ("[:blank:]", " \t"),
        ("[:punct:]", "!-/:-@[-`{-~"),
    ];
    let mut text = unescaped(text, false).text;
    for (class, letters) in classes {
        text = text.replace(class, letters);
    }
    if text.contains("[:") {
        return None;
    }
    let letters: Vec<char> = text.chars().collect();
    let mut result = Vec::new();
    let mut at = 0;
    while let Some(first) = letters.get(at) {
        match (letters.get(at + 1), letters.get(at + 2)) {
            (Some('-'), Some(last)) if first <= last => {
                result.extend((*first..=*last).take(2_000));
                at += 3;
            }
            _ => {
                result.push(*first);
                at += 1;
            }
        }
    }
    Some(result)
}
