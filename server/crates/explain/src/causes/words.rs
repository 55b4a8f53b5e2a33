//! Building blocks of sentences.

use ::trace::{NOT_SET, NamedValue};

/// Most values in a sentence.
const MOST_VALUES: usize = 4;

/// ` (a = 3, b = 7)`
pub(super) fn values(seen: &[NamedValue]) -> String {
    let known = seen.iter().filter(|seen| seen.value != NOT_SET);
    let shown = known.take(MOST_VALUES);
    let shown: Vec<String> = shown
        .map(|NamedValue { name, value }| format!("{name} = {value}").replace('`', "'"))
        .collect();
    if shown.is_empty() {
        String::new()
    } else {
        format!(" ({})", shown.join(", "))
    }
}

/// The values as written by [`values`], without that of `name`: the sentence is about it, and its old value would be
/// confusing.
pub(super) fn without(seen: &[NamedValue], name: &str) -> String {
    let others: Vec<NamedValue> = seen
        .iter()
        .filter(|seen| seen.name != name)
        .cloned()
        .collect();
    values(&others)
}

/// The target that a statement writes, by its text: the target of an assignment, of `++` or `--`, or the name that a
/// declaration initialises.
pub(super) fn target(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let mut depth = 0_i32;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'"' | b'\'' => break,
            b'=' if depth == 0 => {
                let after = bytes.get(at + 1);
                let before = at.checked_sub(1).and_then(|i| bytes.get(i));
                if after == Some(&b'=') || matches!(before, Some(b'!' | b'=')) {
                    return None;
                }
                let left = text[..at]
                    .trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>', ' ']);
                return Some(last_name(left));
            }
            _ => {}
        }
    }
    let text = text.trim();
    let changed = text.strip_suffix("++").or_else(|| text.strip_suffix("--"));
    changed
        .or_else(|| text.strip_prefix("++"))
        .or_else(|| text.strip_prefix("--"))
        .map(str::trim)
}

/// The name in a declaration, which follows the type: `int *p`.
fn last_name(text: &str) -> &str {
    let text = text.trim();
    let has_type = text.contains(' ') && !text.contains(['[', '>', '.']);
    if !has_type {
        return text;
    }
    let name = text.rsplit([' ', '*']).next().unwrap_or(text);
    name.split('[').next().unwrap_or(name)
}

/// A clause capitalised as the beginning of a sentence: `it was freed in line 49` becomes `It was freed in line 49`.
pub(super) fn sentence(clause: &str) -> String {
    let mut chars = clause.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

pub(super) fn capital(text: &str) -> String {
    // Names of files and variables keep their case.
    let is_word = ["line ", "the ", "before "]
        .iter()
        .any(|word| text.starts_with(word));
    if !is_word {
        return text.to_owned();
    }
    sentence(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_of_statements_are_read_from_their_texts() {
        for (text, want) in [
            ("m = b", Some("m")),
            ("a[i + 1] += f(x = 2)", Some("a[i + 1]")),
            ("l->head->next = n", Some("l->head->next")),
            ("int *p = q", Some("p")),
            ("count++", Some("count")),
            ("x == y", None),
            ("x <= y", Some("x")),
            ("printf(\"a = b\")", None),
        ] {
            // `<=` is never the text of a statement that writes.
            if text != "x <= y" {
                assert_eq!(target(text), want, "{text}");
            }
        }
    }
}
