//! How often C is written like this: an n-gram model of its tokens.
//!
//! `i < n; i++` is common, `i < n; n++` is not, whatever the variables are called. So a token is looked at together with
//! the four before it, in which names are replaced by the order of their first use: both `i < n; i++` and `k < max; k++`
//! are `a < b ; a ++`. What the library declares keeps its name, and so do small numbers. The probability of a token after
//! others is their share of what was counted, or, if they were never seen together, that after one token less, times a
//! factor (T. Brants et al.: *Large Language Models in Machine Translation*, EMNLP 2007, "stupid backoff"; A. Hindle et
//! al.: *On the Naturalness of Software*, ICSE 2012).
//!
//! The counts are data: `c.ngrams`, made by `cargo xtask bench --learn count` from public C programs. They are sorted numbers of
//! four bytes: three of a hash of the tokens, and one of the logarithm of their count.

use std::collections::BTreeMap;

use repair::{TextEdit, tokens};
use rustc_hash::FxHashMap;
use syntax::Sources;

use crate::limits::{BACKOFF, LONGEST_NGRAM, MAX_NGRAMS, STEPS_OF_LOGARITHM, TOKENS_BEHIND};

static COUNTED: &[u8] = include_bytes!("c.ngrams");

/// Counts of sequences of tokens.
#[derive(Debug, Default)]
pub struct TokenCounts(FxHashMap<u32, u64>);

impl TokenCounts {
    /// Counts the sequences in a program.
    pub fn add(&mut self, text: &str) {
        let all = tokens(&without_comments(text)).join("\n");
        let all: Vec<&str> = all.split('\n').collect();
        for end in 1..=all.len() {
            for length in 0..=LONGEST_NGRAM.min(end) {
                *self.0.entry(hash(&all[end - length..end])).or_default() += 1;
            }
        }
    }

    /// The most frequent sequences, in the form of the table.
    pub fn table(&self) -> Vec<u8> {
        let mut all: Vec<(u64, u32)> = self.0.iter().map(|(hash, n)| (*n, *hash)).collect();
        all.sort_by_key(|(count, hash)| (std::cmp::Reverse(*count), *hash));
        all.truncate(MAX_NGRAMS);
        let entries: BTreeMap<u32, u8> = all
            .into_iter()
            .map(|(count, hash)| (hash, quantised(count)))
            .collect();
        let entries = entries.into_iter();
        let bytes = entries.flat_map(|(hash, count)| (hash << 8 | u32::from(count)).to_be_bytes());
        bytes.collect()
    }
}

/// How much more natural an edit makes its place: the logarithms of the probabilities of its new tokens and those behind
/// them, minus those of its old ones.
pub(super) fn gain(edit: &TextEdit, sources: &Sources) -> f64 {
    let text = sources.file(edit.span.file).map_or("", |file| &file.text);
    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
    let (Some(before), Some(old), Some(after)) =
        (text.get(..start), text.get(start..end), text.get(end..))
    else {
        return 0.0;
    };
    let near = before.char_indices().nth_back(200);
    let before = &before[near.map_or(0, |(at, _)| at)..];
    let after: String = after.chars().take(100).collect();
    let of = |middle: &str| {
        let (before, middle, after) = (tokens(before), tokens(middle), tokens(&after));
        let first = before.len();
        let last = first + middle.len() + after.len().min(TOKENS_BEHIND);
        let all = [before, middle, after].concat();
        let each = (first..last).map(|at| likelihood(&all[..=at]));
        each.sum::<f64>()
    };
    of(&edit.text) - of(old)
}

/// The logarithm of the probability of the last token after the others.
fn likelihood(tokens: &[&str]) -> f64 {
    let mut penalty = 0.0;
    for length in (1..=LONGEST_NGRAM.min(tokens.len())).rev() {
        let sequence = &tokens[tokens.len() - length..];
        let context = &sequence[..length - 1];
        if let (Some(both), Some(first)) = (counted(hash(sequence)), counted(hash(context))) {
            return both - first + penalty;
        }
        penalty += BACKOFF.ln();
    }
    penalty - counted(hash(&[])).unwrap_or(0.0)
}

/// The logarithm of the count of a sequence; `None` if it is rare.
fn counted(hash: u32) -> Option<f64> {
    let (entries, _) = COUNTED.as_chunks::<4>();
    let at = entries.partition_point(|entry| u32::from_be_bytes(*entry) >> 8 < hash);
    let entry = u32::from_be_bytes(*entries.get(at)?);
    (entry >> 8 == hash).then(|| f64::from(entry & 0xff) / STEPS_OF_LOGARITHM)
}

fn quantised(count: u64) -> u8 {
    ((count as f64).ln() * STEPS_OF_LOGARITHM)
        .round()
        .min(255.0) as u8
}

/// Hash of a sequence in which names stand for the order of their first use, in 24 bits: FNV-1a, which is the same
/// everywhere and always.
fn hash(tokens: &[&str]) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut feed = |text: &[u8]| {
        for byte in text.iter().chain(&[0]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let mut names: Vec<&str> = Vec::new();
    for token in tokens {
        let token = *token;
        let first = token.chars().next().unwrap_or(' ');
        if first.is_ascii_digit() && !["0", "1", "2", "10", "100"].contains(&token) {
            feed(b"number");
        } else if first == '"' {
            feed(b"text");
        } else if (first.is_alphabetic() || first == '_') && !is_of_c(token) {
            let known = names.iter().position(|name| *name == token);
            let at = known.unwrap_or(names.len());
            if known.is_none() {
                names.push(token);
            }
            feed(&[b'?', at as u8]);
        } else {
            feed(token.as_bytes());
        }
    }
    (hash >> 40) as u32
}

/// Words of the language and of its library that keep their names, in order.
const WORDS: &[&str] = &[
    "EOF", "FILE", "NULL", "abs", "atoi", "auto", "bool", "break", "calloc", "case", "ceil",
    "char", "const", "continue", "default", "define", "do", "double", "else", "endif", "enum",
    "exit", "extern", "fabs", "false", "fclose", "fgets", "float", "floor", "fopen", "for",
    "fprintf", "fputs", "free", "getchar", "goto", "if", "ifdef", "ifndef", "include", "int",
    "int64_t", "isalnum", "isalpha", "isdigit", "islower", "isspace", "isupper", "long", "main",
    "malloc", "memcpy", "memmove", "memset", "pow", "printf", "putchar", "puts", "realloc",
    "register", "return", "scanf", "short", "signed", "size_t", "sizeof", "snprintf", "sprintf",
    "sqrt", "sscanf", "static", "stderr", "stdin", "stdout", "strcat", "strchr", "strcmp",
    "strcpy", "strlen", "strncmp", "strncpy", "strstr", "struct", "switch", "tolower", "toupper",
    "true", "typedef", "uint16_t", "uint32_t", "uint64_t", "uint8_t", "union", "unsigned", "void",
    "volatile", "while",
];

/// Whether a word belongs to the language or its library.
fn is_of_c(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}

/// A text without its comments.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = if let Some(comment) = rest.strip_prefix("/*") {
            out.push(' ');
            2 + comment.find("*/").map_or(comment.len(), |end| end + 2)
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            let quoted = tokens(rest).first().map_or(1, |token| token.len());
            out.push_str(&rest[..quoted]);
            quoted
        };
        rest = &rest[end..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> f64 {
        let all = tokens(text);
        (1..=all.len()).map(|end| likelihood(&all[..end])).sum()
    }

    #[test]
    fn names_do_not_matter_but_their_order_does() {
        let hash = |text: &str| hash(&tokens(text));
        assert_eq!(hash("i < n; i++"), hash("k < max; k++"));
        assert_ne!(hash("i < n; i++"), hash("i < n; n++"));
        assert_ne!(hash("strlen(s)"), hash("strcmp(s)"));
        assert_eq!(hash("x + 7"), hash("y + 12"));
        assert_ne!(hash("x + 1"), hash("y + 2"));
    }

    #[test]
    fn words_are_in_order() {
        assert!(WORDS.is_sorted());
    }

    #[test]
    fn comments_are_left_out() {
        assert_eq!(
            without_comments("a /* b \" */ \"/*\" // c\nd"),
            "a   \"/*\" \nd"
        );
        assert_eq!(without_comments("a /* b"), "a  ");
    }

    /// What everybody writes is likelier than what nobody does.
    #[test]
    fn idioms_are_natural() {
        for (idiom, other) in [
            ("for (k = 0; k < max; k++)", "for (k = 0; k < max; max++)"),
            ("for (int i = 0; i < n; i++)", "for (int i = 0; i > n; i++)"),
            ("while (s[len] != '\\0')", "while (s[len] + '\\0')"),
            ("total = total + v[i];", "total = total % v[i];"),
            ("if (n == 0) return 1;", "if (n = 0) return 1;"),
            ("while (p != NULL)", "while (p > NULL)"),
        ] {
            assert!(
                of(idiom) > of(other),
                "{idiom}: {} {}",
                of(idiom),
                of(other)
            );
        }
    }

    #[test]
    fn the_table_is_sorted_and_small() {
        let (entries, rest) = COUNTED.as_chunks::<4>();
        assert!(entries.is_sorted() && rest.is_empty());
        assert!((1000..=MAX_NGRAMS).contains(&entries.len()));
    }
}
