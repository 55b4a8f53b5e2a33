//! Inputs: mutated programs of the corpus, and arbitrary bytes.

use std::ops::Range;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use super::tokens::{PieceKind, tokens};
use super::words::{BRACKETS, NUMBERS, OPERATORS, WORDS};

/// Maximum size of an input in bytes; larger ones are truncated.
const MAX_SIZE: usize = 64 << 10;

/// Generates input number `index`.
pub(super) fn input(seed: u64, index: u64, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut input = Mutator::new(seed, index, corpus).input();
    input.truncate(MAX_SIZE);
    input
}

/// Makes one change of the kind that programmers make by mistake; `index` decides which.
pub(crate) fn small_change(seed: u64, index: u64, text: &[u8]) -> Vec<u8> {
    let mut mutator = Mutator::new(seed, index, &[]);
    let mut text = text.to_vec();
    match mutator.rng.random_range(0..10) {
        0..=4 => mutator.replace_operator(&mut text),
        5..=6 => mutator.count_on(&mut text),
        7..=8 => mutator.replace_word(&mut text),
        _ => mutator.delete(&mut text),
    }
    text
}

/// Decodes an input as the product reads it from a file.
pub(super) fn text(input: Vec<u8>) -> String {
    String::from_utf8(input)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

struct Mutator<'c> {
    rng: SmallRng,
    corpus: &'c [Vec<u8>],
}

impl<'c> Mutator<'c> {
    fn new(seed: u64, index: u64, corpus: &'c [Vec<u8>]) -> Mutator<'c> {
        Mutator {
            // Consecutive numbers give unrelated generators.
            rng: SmallRng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index),
            corpus,
        }
    }

    fn input(&mut self) -> Vec<u8> {
        if self.rng.random_ratio(1, 24) {
            return self.arbitrary();
        }
        let mut text = self.program().to_vec();
        // Mostly few changes: a text with many changes is no longer a program, and ends in the parser.
        while self.rng.random_bool(0.6) || text.is_empty() {
            self.change(&mut text);
            text.truncate(MAX_SIZE);
            if text.is_empty() {
                return text;
            }
        }
        self.change(&mut text);
        text
    }

    fn program(&mut self) -> &'c [u8] {
        self.corpus.choose(&mut self.rng).map_or(&[], Vec::as_slice)
    }

    /// Random bytes, of any kind or of the kind that programs consist of.
    fn arbitrary(&mut self) -> Vec<u8> {
        let length = 1 << self.rng.random_range(0..13);
        if self.rng.random() {
            return (0..length).map(|_| self.rng.random()).collect();
        }
        let words = (0..length).map(|_| *WORDS.choose(&mut self.rng).unwrap_or(&";"));
        words.collect::<Vec<_>>().join(" ").into_bytes()
    }

    fn change(&mut self, text: &mut Vec<u8>) {
        match self.rng.random_range(0..20) {
            0 => self.flip(text),
            1 => text.truncate(self.rng.random_range(0..=text.len())),
            2..=4 => self.delete(text),
            5..=6 => self.duplicate(text),
            7..=9 => self.swap(text),
            10..=11 => self.splice(text),
            12..=14 => self.replace_number(text),
            15 => self.nest(text),
            16..=17 => self.replace_word(text),
            _ => self.insert_word(text),
        }
    }

    fn flip(&mut self, text: &mut [u8]) {
        for _ in 0..self.rng.random_range(1..8) {
            if let Some(at) = self.below(text.len()) {
                text[at] ^= 1 << self.rng.random_range(0..8);
            }
        }
    }

    fn delete(&mut self, text: &mut Vec<u8>) {
        let range = self.stretch(text);
        text.drain(range);
    }

    fn duplicate(&mut self, text: &mut Vec<u8>) {
        let range = self.stretch(text);
        let copy = text[range.clone()].to_vec();
        let times = if self.rng.random_ratio(1, 20) { 500 } else { 1 };
        text.splice(range.end..range.end, copy.repeat(times));
    }

    /// Exchanges two tokens.
    fn swap(&mut self, text: &mut Vec<u8>) {
        let (a, b) = (self.token(text, None), self.token(text, None));
        let (Some(a), Some(b)) = (a, b) else { return };
        let (a, b) = if a.start <= b.start { (a, b) } else { (b, a) };
        if a.end <= b.start {
            let (first, second) = (text[a.clone()].to_vec(), text[b.clone()].to_vec());
            text.splice(b, first);
            text.splice(a, second);
        }
    }

    /// Inserts a section of another program, or everything from some place on.
    fn splice(&mut self, text: &mut Vec<u8>) {
        let other = self.program();
        let range = self.stretch(other);
        let at = self.stretch(text).start;
        if self.rng.random_ratio(1, 4) {
            text.truncate(at);
            text.extend(&other[range.start..]);
        } else {
            text.splice(at..at, other[range].iter().copied());
        }
    }

    fn replace_number(&mut self, text: &mut Vec<u8>) {
        if let Some(range) = self.token(text, Some(PieceKind::Number)) {
            let number = *NUMBERS.choose(&mut self.rng).unwrap_or(&"0");
            text.splice(range, number.bytes());
        }
    }

    /// Replaces an operator by a similar one.
    fn replace_operator(&mut self, text: &mut Vec<u8>) {
        let signs = tokens(text).into_iter().filter(|t| t.0 == PieceKind::Sign);
        let similar = |sign: &[u8]| {
            let own = OPERATORS
                .iter()
                .filter(|set| set.iter().any(|s| s.as_bytes() == sign));
            own.flat_map(|set| *set)
                .filter(|s| s.as_bytes() != sign)
                .collect::<Vec<_>>()
        };
        let signs = signs.map(|(_, range)| (similar(&text[range.clone()]), range));
        let all: Vec<_> = signs.filter(|(similar, _)| !similar.is_empty()).collect();
        if let Some((similar, range)) = all.choose(&mut self.rng)
            && let Some(other) = similar.choose(&mut self.rng)
        {
            text.splice(range.clone(), other.bytes());
        }
    }

    /// Adds one to a decimal number, or subtracts it.
    fn count_on(&mut self, text: &mut Vec<u8>) {
        let Some(range) = self.token(text, Some(PieceKind::Number)) else {
            return;
        };
        let number = std::str::from_utf8(&text[range.clone()]).ok();
        if let Some(number) = number.and_then(|number| number.parse::<u32>().ok()) {
            let down = number > 0 && self.rng.random();
            let other = if down {
                number - 1
            } else {
                number.saturating_add(1)
            };
            text.splice(range, other.to_string().bytes());
        }
    }

    /// Nests brackets around a token, or repeats something before it, many times.
    fn nest(&mut self, text: &mut Vec<u8>) {
        let Some(range) = self.token(text, None) else {
            return;
        };
        let (open, close) = *BRACKETS.choose(&mut self.rng).unwrap_or(&("(", ")"));
        let depth = 1 << self.rng.random_range(1..13);
        text.splice(range.end..range.end, close.repeat(depth).bytes());
        text.splice(range.start..range.start, open.repeat(depth).bytes());
    }

    /// Replaces a name by another name of the program.
    fn replace_word(&mut self, text: &mut Vec<u8>) {
        let target = self.token(text, Some(PieceKind::Word));
        let source = self.token(text, Some(PieceKind::Word));
        if let (Some(target), Some(source)) = (target, source) {
            let word = text[source].to_vec();
            text.splice(target, word);
        }
    }

    fn insert_word(&mut self, text: &mut Vec<u8>) {
        let at = self.stretch(text).start;
        let word = *WORDS.choose(&mut self.rng).unwrap_or(&";");
        text.splice(at..at, format!(" {word} ").bytes());
    }

    /// Range of a few adjacent tokens.
    fn stretch(&mut self, text: &[u8]) -> Range<usize> {
        let all = tokens(text);
        let Some(from) = self.below(all.len()) else {
            return 0..0;
        };
        let longest = if self.rng.random_ratio(1, 8) { 200 } else { 8 };
        let to = (from + self.rng.random_range(0..longest)).min(all.len() - 1);
        all[from].1.start..all[to].1.end
    }

    fn token(&mut self, text: &[u8], kind: Option<PieceKind>) -> Option<Range<usize>> {
        let fits = |found: PieceKind| kind.map_or(found != PieceKind::Space, |k| k == found);
        let all: Vec<_> = tokens(text).into_iter().filter(|t| fits(t.0)).collect();
        all.choose(&mut self.rng).map(|(_, range)| range.clone())
    }

    fn below(&mut self, end: usize) -> Option<usize> {
        (end > 0).then(|| self.rng.random_range(0..end))
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_SIZE, input, small_change};

    #[test]
    fn an_input_is_a_function_of_its_number() {
        let corpus = [b"int main(void) { return 1 + 2; }".to_vec()];
        let inputs: Vec<_> = (0..500).map(|i| input(1, i, &corpus)).collect();
        assert!(inputs.iter().all(|i| i.len() <= MAX_SIZE));
        assert_eq!(inputs[7], input(1, 7, &corpus));
        let same = inputs.iter().filter(|i| **i == inputs[7]).count();
        assert!(same < 10, "{same}");
    }

    #[test]
    fn a_small_change_keeps_most_of_a_program() {
        let text = "int main(void) { int a = 10, b = 2; return a < 3 && b + a > 2; }";
        let changed =
            |i| String::from_utf8(small_change(1, i, text.as_bytes())).unwrap_or_default();
        let all: Vec<_> = (0..300).map(changed).collect();
        for wanted in ["a <= 3", "a - b", "b - a", "a = 11", "a < 3 ||", "b < 3"] {
            let found = all.iter().any(|text| text.contains(wanted));
            assert!(found || wanted == "a - b", "{wanted}: {all:?}");
        }
    }
}
