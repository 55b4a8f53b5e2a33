//! How natural an edit is in its program: whether its tokens stand beside one another elsewhere.
//!
//! In `word1[i] == word2[j]`, both `i` and `flag` for `j` may pass the tests; where the program writes `[i` and never
//! `[flag`, the first was meant. So each token of the edited text is looked up together with the two tokens before it,
//! then with one, then alone (A. Hindle et al.: *On the Naturalness of Software*, ICSE 2012: programs repeat
//! themselves, most of all locally).
//!
//! Statements come in pairs, too: beside `r->head = (r->head + 1) % r->size;` stands one with `tail` for `head`. An edit
//! that makes a statement a copy of another, but for names, was meant more often than any that does not.

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Parse, Span};

use crate::limits::{COPY, MAX_OTHER_NAMES, MIN_TOKENS_OF_COPY, SAME_OPERANDS, TOKEN_CONTEXT};

/// Least factor for an edit none of whose tokens stand in the program.
const LEAST: f64 = 0.7;
/// Operators whose operands nobody makes the same.
const UNLIKE: [&str; 15] = [
    "-", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "&", "|", "^", "=",
];
/// Worth of a token by what is known of it: nothing, itself, with the token before it, with two tokens before it.
const WORTH: [f64; 4] = [0.0, 0.35, 0.75, 1.0];

/// Sequences of tokens of a program.
#[derive(Debug, Clone, Default)]
pub(crate) struct Naturalness {
    known: [FxHashSet<Vec<String>>; 3],
    /// Its longer statements.
    statements: FxHashSet<Vec<String>>,
}

impl Naturalness {
    /// The sequences of the user's files.
    pub(crate) fn of(parse: &Parse) -> Naturalness {
        let mut found = Naturalness::default();
        for file in &parse.sources.files {
            let all = tokens(&file.text);
            for (length, known) in (1..).zip(&mut found.known) {
                known.extend(all.windows(length).map(|some| {
                    let some = some.iter();
                    some.map(|token| (*token).to_owned())
                        .collect::<Vec<String>>()
                }));
            }
            let statements = all.split(|token| matches!(*token, ";" | "{" | "}"));
            let long = statements.filter(|tokens| tokens.len() >= MIN_TOKENS_OF_COPY);
            found.statements.extend(long.map(|tokens| {
                let tokens = tokens.iter();
                tokens.map(|token| (*token).to_owned()).collect()
            }));
        }
        found
    }

    /// Factor for the plausibility of an edit, from [`LEAST`] to [`COPY`], or [`SAME_OPERANDS`].
    pub(crate) fn factor(&self, parse: &Parse, span: Span, new: &str) -> f64 {
        let Some(file) = parse.sources.file(span.file) else {
            return 1.0;
        };
        let (start, end) = (span.start as usize, span.end as usize);
        let (Some(before), Some(old), Some(after)) = (
            file.text.get(..start),
            file.text.get(start..end),
            file.text.get(end..),
        ) else {
            return 1.0;
        };
        let is_copy = self.makes_copy(before, old, new, after);
        let before = &before[from(before)..];
        let after: String = after.chars().take(TOKEN_CONTEXT).collect();
        let (before, new, after) = (tokens(before), tokens(new), tokens(&after));
        let first = before.len();
        // The tokens behind the edit have other neighbours now.
        let end = first + new.len() + after.len().min(1);
        let all = [before, new, after].concat();
        let worth = (first..end).map(|at| self.worth(&all[..=at]));
        let count = (end - first).max(1) as f64;
        let known = LEAST + (1.0 - LEAST) * worth.sum::<f64>() / count;
        if (first.saturating_sub(1)..end).any(|at| has_same_operands(&all, at)) {
            return SAME_OPERANDS;
        }
        if is_copy { COPY * known } else { known }
    }

    /// Whether a text instead of the old one, between these, makes the statement a copy of another, and it was none.
    fn makes_copy(&self, before: &str, old: &str, new: &str, after: &str) -> bool {
        let ends = [';', '{', '}'];
        let before = &before[before.rfind(ends).map_or(0, |at| at + 1)..];
        let after = &after[..after.find(ends).unwrap_or(after.len())];
        let (before, after) = (tokens(before), tokens(after));
        let [old, new] = [old, new].map(|text| [&before[..], &tokens(text), &after].concat());
        let mut statements = self.statements.iter();
        statements.any(|known| is_copy(&new, known) && !is_copy(&old, known))
    }

    /// Worth of the last of these tokens.
    fn worth(&self, tokens: &[&str]) -> f64 {
        let is_known = |length: usize| {
            let from = tokens.len().checked_sub(length)?;
            let some: Vec<String> = tokens[from..].iter().map(|t| (*t).to_owned()).collect();
            self.known[length - 1].contains(&some).then_some(length)
        };
        let longest = (1..=3).rev().find_map(is_known);
        WORTH[longest.unwrap_or(0)]
    }
}

/// Whether the token at an index is an operator between two names or numbers that are the same.
fn has_same_operands(tokens: &[&str], at: usize) -> bool {
    let of = |distance: isize| {
        at.checked_add_signed(distance)
            .and_then(|at| tokens.get(at))
    };
    let (Some(operator), Some(left), Some(right)) = (of(0), of(-1), of(1)) else {
        return false;
    };
    let is_word = left.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    // What else belongs to the operands: members, elements, factors.
    let (before, behind) = (of(-2).unwrap_or(&""), of(2).unwrap_or(&""));
    let is_longer = [".", "->", "*", "/", "%", "&", "-", "+", "!", "~"].contains(before)
        || [".", "->", "[", "(", "*", "/", "%"].contains(behind);
    UNLIKE.contains(operator) && is_word && left == right && !is_longer
}

/// Whether two statements are the same but for a few names, each of which always stands for the same other one.
fn is_copy(new: &[&str], known: &[String]) -> bool {
    if new.len() != known.len() {
        return false;
    }
    let (mut there, mut back): (FxHashMap<&str, &str>, FxHashMap<&str, &str>) = Default::default();
    // What is called is not renamed, nor are `if` and `while`.
    let is_name = |token: &str| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let same = new.iter().zip(known).enumerate().all(|(at, (a, b))| {
        if !is_name(a) || !is_name(b) || new.get(at + 1) == Some(&"(") {
            return a == b;
        }
        *there.entry(a).or_insert(b) == b && *back.entry(b).or_insert(a) == *a
    });
    same && there.iter().filter(|(a, b)| a != b).count() <= MAX_OTHER_NAMES
}

/// Where the last part of a text begins that has enough tokens.
fn from(text: &str) -> usize {
    let mut begins = text.char_indices().rev();
    begins.nth(TOKEN_CONTEXT).map_or(0, |(at, _)| at)
}

/// Operators of several characters, longer ones first.
const OPERATORS: [&str; 22] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=",
];

/// The tokens of a text, roughly as C has them; comments are not told apart.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c: char| !is_word(c) && c != '.')
                .unwrap_or(rest.len())
        } else if first == '"' || first == '\'' {
            quoted(rest, first)
        } else {
            let mut operators = OPERATORS.iter();
            let operator = operators.find(|operator| rest.starts_with(**operator));
            operator.map_or(first.len_utf8(), |operator| operator.len())
        };
        let (mut token, mut behind) = rest.split_at(length);
        // `a.b` is three tokens, `1.5` is one.
        if !first.is_ascii_digit()
            && is_word(first)
            && let Some(dot) = token.find('.')
        {
            (token, behind) = rest.split_at(dot);
        }
        found.push(token);
        rest = behind.trim_start();
    }
    found
}

/// Length of a quoted text.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !is_escaped {
            return at + c.len_utf8();
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::tests::read;

    #[test]
    fn tokens_are_those_of_c() {
        assert_eq!(
            tokens("a.b[i]+=1.5 <<p->q; puts(\"x \\\" y\")"),
            [
                "a",
                ".",
                "b",
                "[",
                "i",
                "]",
                "+=",
                "1.5",
                "<<",
                "p",
                "->",
                "q",
                ";",
                "puts",
                "(",
                "\"x \\\" y\"",
                ")"
            ]
        );
        assert_eq!(tokens("c=='\\''"), ["c", "==", "'\\''"]);
    }

    #[test]
    fn what_stands_elsewhere_is_natural() {
        let text = "int f(int *a, int *b, int n, int flag) { int i = 0, j = n; \
                    while (a[i] == b[j]) i++; return a[i] + b[i] + flag; }";
        let parse = read(text);
        let natural = Naturalness::of(&parse);
        let start = text.find("b[j]").unwrap() as u32 + 2;
        let place = Span {
            start,
            end: start + 1,
            ..Span::default()
        };
        let factor = |new| natural.factor(&parse, place, new);
        assert!(factor("i") > factor("flag"));
        assert!(factor("flag") > factor("77"));
        assert!((factor("i") - 1.0).abs() < 0.1 && factor("77") >= LEAST);
    }

    #[test]
    fn a_copy_of_a_statement_is_more_natural_than_anything_else() {
        let text =
            "void f(int *a, int *b, int n) { a[1] = (a[1] + 1) % n; b[1] = b[1] + 1; n = n; }";
        let parse = read(text);
        let natural = Naturalness::of(&parse);
        let start = text.find("b[1] + 1").unwrap() as u32;
        let place = Span {
            start,
            end: start + "b[1] + 1".len() as u32,
            ..Span::default()
        };
        let factor = |new| natural.factor(&parse, place, new);
        assert!(factor("(b[1] + 1) % n") > 1.0);
        // Another name each time is no copy, nor is what calls something else.
        assert!(factor("(a[1] + 1) % n") <= 1.0 && factor("n") <= 1.0);
    }
}
