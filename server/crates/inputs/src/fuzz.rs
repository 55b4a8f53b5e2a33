//! Fuzzing: simple inputs, and mutations of known ones, word by word.
//!
//! The order is fixed: the same program yields the same inputs.

/// Numbers that are typical boundary values.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "5",
    "10",
    "4",
    "7",
    "100",
    "-7",
    "12",
    "1000",
    "2147483647",
];
/// Words that are not numbers.
const WORDS: [&str; 4] = ["a", "abc", "x y", "+"];

/// A deterministic pseudo-random sequence (`xorshift64`).
#[derive(Debug)]
pub struct Dice(u64);

impl Default for Dice {
    fn default() -> Dice {
        Dice(0x9e37_79b9_7f4a_7c15)
    }
}

impl Dice {
    /// Returns a number below `end`, which must not be 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).unwrap_or(0)
    }

    fn one_of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }
}

/// Inputs that need no known input: sequences of numbers, all the same or different.
pub fn simple_inputs() -> impl Iterator<Item = Vec<u8>> {
    let counts = 1..=8_usize;
    counts.flat_map(|count| {
        let same = NUMBERS.iter().take(5).map(move |n| vec![*n; count]);
        let different = (0..3).map(move |from| {
            let all = NUMBERS.iter().cycle().skip(from);
            // The first number is often the count of the following ones.
            let first = (count - 1).to_string();
            let rest: Vec<&str> = all.take(count - 1).copied().collect();
            format!("{first} {}", rest.join(" ")).into_bytes()
        });
        let same = same.map(|words| words.join(" ").into_bytes());
        same.chain(different).map(|mut text| {
            text.push(b'\n');
            text
        })
    })
}

/// Mutates an input: some of its words are changed, removed, duplicated or exchanged.
pub fn near(input: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut parts = parts(input);
    for _ in 0..=dice.below(3) {
        change(&mut parts, dice);
    }
    parts.concat().into_bytes()
}

/// Distance between two inputs: the number of words that differ, then the sum of their numeric differences.
pub fn distance(a: &[u8], b: &[u8]) -> (usize, u64) {
    let (a, b) = (String::from_utf8_lossy(a), String::from_utf8_lossy(b));
    let counts = a
        .split_whitespace()
        .count()
        .abs_diff(b.split_whitespace().count());
    let pairs = a.split_whitespace().zip(b.split_whitespace());
    let different = pairs.filter(|(a, b)| a != b);
    different.fold((counts, 0), |(words, by), (a, b)| {
        let number = |word: &str| word.parse::<i64>().ok();
        let apart = number(a)
            .zip(number(b))
            .map_or(u64::MAX, |(a, b)| a.abs_diff(b));
        (words + 1, by.saturating_add(apart))
    })
}

/// Splits an input into words and the text between them.
fn parts(input: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(input);
    let mut parts: Vec<String> = Vec::new();
    let mut was_space = None;
    for c in text.chars() {
        let is_space = c.is_whitespace();
        match parts.last_mut() {
            Some(last) if was_space == Some(is_space) => last.push(c),
            _ => parts.push(c.to_string()),
        }
        was_space = Some(is_space);
    }
    parts
}

fn change(parts: &mut Vec<String>, dice: &mut Dice) {
    let is_word = |part: &String| !part.starts_with(char::is_whitespace);
    let words: Vec<usize> = (0..parts.len()).filter(|at| is_word(&parts[*at])).collect();
    if words.is_empty() {
        parts.push(dice.one_of(&NUMBERS).to_owned());
        return;
    }
    let at = words[dice.below(words.len())];
    match dice.below(6) {
        0 => dice.one_of(&NUMBERS).clone_into(&mut parts[at]),
        1 => {
            parts.remove(at);
        }
        2 => {
            let again = parts[at].clone();
            parts.insert(at, " ".to_owned());
            parts.insert(at, again);
        }
        3 => parts.swap(at, words[dice.below(words.len())]),
        _ => parts[at] = changed(&parts[at], dice),
    }
}

/// Changes a word a little: a number is incremented, decremented, doubled or negated; a word gains or loses a letter.
fn changed(word: &str, dice: &mut Dice) -> String {
    if let Ok(number) = word.parse::<i64>() {
        let other = match dice.below(5) {
            0 => number.saturating_add(1),
            1 => number.saturating_sub(1),
            2 => number.saturating_mul(2),
            3 => number.saturating_neg(),
            _ => number / 2,
        };
        return other.to_string();
    }
    let mut letters: Vec<char> = word.chars().collect();
    if letters.is_empty() {
        return dice.one_of(&WORDS).to_owned();
    }
    let at = dice.below(letters.len());
    match dice.below(3) {
        0 => {
            letters.remove(at);
        }
        1 => letters.insert(at, letters[at]),
        _ => return dice.one_of(&WORDS).to_owned(),
    }
    letters.into_iter().collect()
}
