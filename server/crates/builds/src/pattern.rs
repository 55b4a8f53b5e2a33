//! The regular expressions of `CMake`: `. [] ^ $ * + ? | ()`, searched by a library.

use regex_automata::meta::{Config, Regex};
use regex_automata::util::captures::Captures;

/// The longest pattern, in bytes, and the largest automaton made of one.
const LONGEST_PATTERN: usize = 2_000;
const LARGEST_AUTOMATON: usize = 1 << 20;

/// A regular expression in the library's syntax that is ready to search; `None` if it is not well formed or too large.
/// Most are used once, so automata that take long to build are not worth it.
pub(crate) fn searchable(pattern: &str) -> Option<Regex> {
    if pattern.len() > LONGEST_PATTERN {
        return None;
    }
    let config = Config::new()
        .nfa_size_limit(Some(LARGEST_AUTOMATON))
        .onepass(false)
        .dfa(false)
        .hybrid(false);
    let mut builder = Regex::builder();
    builder.configure(config).build(pattern).ok()
}

/// A regular expression of `CMake` that is ready to search.
pub(crate) struct Pattern(Regex);

impl Pattern {
    /// Translates a pattern; `None` if it is not well formed or too large.
    pub(crate) fn new(text: &str) -> Option<Pattern> {
        if text.len() > LONGEST_PATTERN {
            return None;
        }
        searchable(&translated(text)).map(Pattern)
    }

    /// Whether the pattern fits somewhere.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.0.is_match(text)
    }

    /// The texts of the whole and of its groups where the pattern fits first.
    pub(crate) fn groups(&self, text: &str) -> Option<Vec<String>> {
        let mut found = self.0.create_captures();
        self.0.captures(text, &mut found);
        found.is_match().then(|| {
            let groups = found.iter();
            groups
                .map(|group| group.map_or("", |span| &text[span]).to_owned())
                .collect()
        })
    }

    /// All texts that the pattern fits.
    pub(crate) fn all<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let found = self.0.find_iter(text);
        found.map(|one| &text[one.range()]).collect()
    }

    /// Replaces every match; `\1` in the replacement stands for the first group.
    pub(crate) fn replace_all(&self, text: &str, replacement: &str, longest: usize) -> String {
        let mut result = String::new();
        let mut from = 0;
        for found in self.0.captures_iter(text) {
            let Some(whole) = found.get_match() else {
                continue;
            };
            result.push_str(&text[from..whole.start()]);
            replace_one(&mut result, text, &found, replacement);
            from = whole.end();
            if result.len() > longest {
                return result;
            }
        }
        result + &text[from..]
    }
}

/// Adds what stands for one match.
fn replace_one(result: &mut String, text: &str, found: &Captures, replacement: &str) {
    let mut letters = replacement.chars();
    while let Some(letter) = letters.next() {
        let next = (letter == '\\').then(|| letters.next()).flatten();
        match next.map(|next| (next, next.to_digit(10))) {
            Some((_, Some(digit))) => {
                let group = found.get_group(digit as usize);
                result.push_str(group.map_or("", |span| &text[span]));
            }
            Some((other, None)) => result.push(other),
            None => result.push(letter),
        }
    }
}

/// The pattern in the library's syntax, in which more characters have a meaning. A `.` is any character, and `^` and `$`
/// are the ends of the text, not of a line.
pub(crate) fn translated(pattern: &str) -> String {
    let mut result = String::new();
    let mut letters = pattern.chars().peekable();
    let mut in_set = false;
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => {
                let escaped = letters.next().unwrap_or('\\');
                if !escaped.is_alphanumeric() {
                    result.push('\\');
                }
                result.push(escaped);
            }
            '[' if !in_set => {
                in_set = true;
                result.push('[');
                result.extend(letters.next_if_eq(&'^'));
                // A bracket that comes first is one of the letters.
                if letters.next_if_eq(&']').is_some() {
                    result.push_str("\\]");
                }
            }
            ']' if in_set => {
                in_set = false;
                result.push(']');
            }
            '.' if !in_set => result.push_str("(?s:.)"),
            '^' if !in_set => result.push_str("\\A"),
            '$' if !in_set => result.push_str("\\z"),
            '[' | '&' | '~' | '{' | '}' | '#' => {
                result.push('\\');
                result.push(letter);
            }
            other => result.push(other),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn patterns_are_found() {
        for (pattern, text, expected) in [
            ("b+", "abbbc", Some("bbb")),
            ("^a|c$", "xc", Some("c")),
            ("^b", "a\nb", None),
            ("a$", "a\nb", None),
            ("a.*b", "a\nb", Some("a\nb")),
            ("(ab)*c", "ababc", Some("ababc")),
            ("[^a-c]+", "abcxyz", Some("xyz")),
            ("a\\.b", "a.b", Some("a.b")),
            ("colou?r", "color", Some("color")),
            ("[]x]", "]", Some("]")),
            ("[^]]+", "]ab", Some("ab")),
            ("[[&]+", "a[&b", Some("[&")),
            ("{x}", "{x}", Some("{x}")),
            ("z", "abc", None),
            ("(", "abc", None),
            ("(a*)*b", "aaaaaaaaaaaaaaaaaaaaaaaac", None),
        ] {
            let found = Pattern::new(pattern).and_then(|pattern| pattern.groups(text));
            let found = found.and_then(|groups| groups.into_iter().next());
            assert_eq!(found.as_deref(), expected, "{pattern}");
        }
        let replaced = |pattern: &str, text: &str, replacement: &str| {
            Pattern::new(pattern).map(|pattern| pattern.replace_all(text, replacement, 100))
        };
        assert_eq!(
            replaced("([a-z]+)=([0-9]*)", "a=1, b=22", "\\2:\\1").as_deref(),
            Some("1:a, 22:b")
        );
        assert_eq!(replaced("x*", "ab", "-").as_deref(), Some("-a-b-"));
    }
}
