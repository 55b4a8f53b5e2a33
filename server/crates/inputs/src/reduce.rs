//! Reduction of a failing input: delta debugging on lines, then words, then bytes; finally numbers are simplified.
//!
//! As many parts as possible are removed at once while the failure stays the same; when no larger piece can be removed,
//! smaller ones are tried, down to a single part (`ddmin`, Zeller and Hildebrandt 2002, §3). The result is an input
//! from which no single part can be removed.

/// Returns the smallest input found that fails in the same way. `fails` decides whether an input does; once it returns
/// `None`, no further input is tried.
pub fn reduce(input: &[u8], fails: &mut dyn FnMut(&[u8]) -> Option<bool>) -> Vec<u8> {
    let mut is_over = false;
    let fails: &mut dyn FnMut(&[u8]) -> Option<bool> = &mut |input| {
        let answer = if is_over { None } else { fails(input) };
        is_over = answer.is_none();
        answer
    };
    if fails(&[]) == Some(true) {
        return Vec::new();
    }
    let mut small = input.to_vec();
    for cut in [lines, words] {
        let parts = cut(&small);
        let join = |kept: &[usize]| kept.iter().flat_map(|at| parts[*at].clone()).collect();
        small = ddmin(parts.len(), &join, fails);
    }
    // White space between words is kept: without it they would become other words.
    let bytes = small.clone();
    let letters: Vec<usize> = (0..bytes.len())
        .filter(|at| !bytes[*at].is_ascii_whitespace())
        .collect();
    let join = |kept: &[usize]| {
        let mut kept = kept.iter().map(|at| letters[*at]).peekable();
        let all = bytes.iter().enumerate();
        let stays =
            all.filter(|(at, byte)| kept.next_if_eq(at).is_some() || byte.is_ascii_whitespace());
        stays.map(|(_, byte)| *byte).collect()
    };
    small = ddmin(letters.len(), &join, fails);
    shrink_numbers(small, fails)
}

fn lines(input: &[u8]) -> Vec<Vec<u8>> {
    let lines = input.split_inclusive(|byte| *byte == b'\n');
    lines.map(<[u8]>::to_vec).collect()
}

/// Splits an input into words, each with the white space behind it.
fn words(input: &[u8]) -> Vec<Vec<u8>> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    let mut was_space = false;
    for byte in input {
        let is_space = byte.is_ascii_whitespace();
        match words.last_mut() {
            Some(last) if is_space || !was_space => last.push(*byte),
            _ => words.push(vec![*byte]),
        }
        was_space = is_space;
    }
    words
}

/// Removes as many of `count` parts as possible. `join` builds an input from the parts that are kept.
fn ddmin(
    count: usize,
    join: &dyn Fn(&[usize]) -> Vec<u8>,
    fails: &mut dyn FnMut(&[u8]) -> Option<bool>,
) -> Vec<u8> {
    let mut parts: Vec<usize> = (0..count).collect();
    let mut pieces = 2;
    while parts.len() >= 2 {
        let size = parts.len().div_ceil(pieces);
        let mut left_out = None;
        for begin in (0..parts.len()).step_by(size) {
            let end = (begin + size).min(parts.len());
            let rest = [&parts[..begin], &parts[end..]].concat();
            match fails(&join(&rest)) {
                None => return join(&parts),
                Some(true) => {
                    left_out = Some(rest);
                    break;
                }
                Some(false) => {}
            }
        }
        match left_out {
            Some(rest) => {
                parts = rest;
                pieces = (pieces - 1).max(2);
            }
            None if pieces < parts.len() => pieces = (pieces * 2).min(parts.len()),
            None => break,
        }
    }
    join(&parts)
}

/// Makes numbers smaller, one after another, as long as possible.
fn shrink_numbers(mut input: Vec<u8>, fails: &mut dyn FnMut(&[u8]) -> Option<bool>) -> Vec<u8> {
    let mut at = 0;
    while at < words(&input).len() {
        let parts = words(&input);
        let smaller = smaller_numbers(&parts[at]).into_iter().find_map(|part| {
            let mut parts = parts.clone();
            parts[at] = part;
            let text = parts.concat();
            (fails(&text) == Some(true)).then_some(text)
        });
        match smaller {
            Some(text) => input = text,
            None => at += 1,
        }
    }
    input
}

/// Candidates that are simpler than the number in a word, the simplest first.
fn smaller_numbers(word: &[u8]) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(word);
    let (digits, space) = text.split_at(text.trim_end().len());
    let Ok(number) = digits.parse::<i64>() else {
        return Vec::new();
    };
    let all = [0, 1, number / 2, number - number.signum()];
    let plainer = all
        .into_iter()
        .filter(|n| n.unsigned_abs() < number.unsigned_abs());
    plainer
        .map(|n| format!("{n}{space}").into_bytes())
        .collect()
}
