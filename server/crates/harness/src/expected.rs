//! Expected output in the form in which it is matched.

use std::sync::Arc;

use crate::model::{Compare, Expect};

/// What a program is expected to print, brought to a normal form so that matching is a walk along it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expected {
    bytes: Arc<[u8]>,
    compare: Compare,
    known: bool,
}

impl Expected {
    /// The given output, compared in the given way.
    pub fn new(stdout: &Arc<[u8]>, compare: Compare) -> Self {
        let bytes = match compare {
            Compare::Exact => Arc::clone(stdout),
            Compare::Trim => trimmed(stdout).into(),
            Compare::Tokens => tokens(stdout).into(),
        };
        Expected {
            bytes,
            compare,
            known: true,
        }
    }

    /// No expectation: any output matches.
    pub fn anything() -> Self {
        Expected {
            bytes: Arc::default(),
            compare: Compare::Exact,
            known: false,
        }
    }

    /// What a test expects.
    pub fn of(expect: &Expect) -> Self {
        match &expect.stdout {
            Some(stdout) => Expected::new(stdout, expect.compare),
            None => Expected::anything(),
        }
    }

    /// The normal form: the output itself, or with trailing white space gone ([`Compare::Trim`]), or its words with one
    /// space between them ([`Compare::Tokens`]).
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How the output is compared.
    pub fn compare(&self) -> Compare {
        self.compare
    }

    /// Whether anything is expected at all.
    pub fn is_known(&self) -> bool {
        self.known
    }
}

/// White space in the C locale.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Lines without the white space at their ends, and no empty lines at the end.
pub(crate) fn trimmed(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        if index > 0 {
            out.push(b'\n');
        }
        out.extend_from_slice(trim_end(line));
    }
    let kept = trim_end(&out).len();
    out.truncate(kept);
    out
}

/// The words, one space between each two.
pub(crate) fn tokens(text: &[u8]) -> Vec<u8> {
    let words: Vec<&[u8]> = text
        .split(|&byte| is_space(byte))
        .filter(|word| !word.is_empty())
        .collect();
    words.join(&b' ')
}

/// The text without the white space at its end.
pub(crate) fn trim_end(text: &[u8]) -> &[u8] {
    let end = text
        .iter()
        .rposition(|&byte| !is_space(byte))
        .map_or(0, |last| last + 1);
    &text[..end]
}
