//! Expands braces.

use super::syntax::{Piece, Word};

/// The most words that a word becomes.
pub(super) const MOST_WORDS: usize = 20_000;

/// The words that braces make of a word.
pub(super) fn with_braces(word: &Word) -> Vec<Word> {
    let mut result = Vec::new();
    let mut rest = vec![word.clone()];
    while let Some(word) = rest.pop() {
        let found = word
            .0
            .iter()
            .enumerate()
            .find_map(|(index, piece)| match piece {
                Piece::Text {
                    text,
                    is_quoted: false,
                } => Some((index, braces(text)?)),
                _ => None,
            });
        if result.len() + rest.len() > MOST_WORDS {
            return vec![word];
        }
        match found {
            None => result.push(word),
            Some((index, texts)) => {
                for text in texts.into_iter().rev() {
                    let mut word = word.clone();
                    if let Some(piece) = word.0.get_mut(index) {
                        let is_quoted = false;
                        *piece = Piece::Text { text, is_quoted };
                    }
                    rest.push(word);
                }
            }
        }
    }
    result
}

/// The texts that the first braces with a comma or two dots make of a text.
fn braces(text: &str) -> Option<Vec<String>> {
    text.match_indices('{').find_map(|(open, _)| {
        let mut depth = 0_usize;
        let mut items = vec![String::new()];
        let mut close = None;
        for (at, letter) in text.get(open..)?.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => {
                    items.push(String::new());
                    continue;
                }
                _ => {}
            }
            if depth == 0 {
                close = Some(open + at);
                break;
            }
            if at > 0 {
                items.last_mut()?.push(letter);
            }
        }
        if items.len() == 1 {
            items = range(items.first()?)?;
        }
        let (before, after) = (text.get(..open)?, text.get(close? + 1..)?);
        let texts = items.iter().map(|item| format!("{before}{item}{after}"));
        Some(texts.collect())
    })
}

/// The items of `1..5` or `a..e`, with a step behind.
fn range(text: &str) -> Option<Vec<String>> {
    let parts: Vec<&str> = text.split("..").collect();
    let (first, last) = (*parts.first()?, *parts.get(1)?);
    let step: i64 = parts.get(2).map_or(Some(1), |step| step.parse().ok())?;
    let letter = |text: &str| text.parse::<char>().ok().filter(char::is_ascii_alphabetic);
    let (start, end, is_text) = match (first.parse::<i64>(), last.parse::<i64>()) {
        (Ok(start), Ok(end)) => (start, end, false),
        _ => (letter(first)? as i64, letter(last)? as i64, true),
    };
    let has_zeros = [first, last]
        .iter()
        .any(|text| text.len() > 1 && text.starts_with('0'));
    let width = if has_zeros {
        first.len().max(last.len()).min(20)
    } else {
        0
    };
    let step = step.saturating_abs().max(1);
    let count = (i128::from(end) - i128::from(start)).unsigned_abs() / step.unsigned_abs() as u128;
    let numbers = (0..=i64::try_from(count).ok()?)
        .take(MOST_WORDS)
        .map(|index| {
            if start <= end {
                start.saturating_add(index.saturating_mul(step))
            } else {
                start.saturating_sub(index.saturating_mul(step))
            }
        });
    let items = numbers.map(|number| match u8::try_from(number) {
        Ok(byte) if is_text => char::from(byte).to_string(),
        _ => format!("{number:0width$}"),
    });
    Some(items.collect())
}
