//! Expected output, in the form in which it is matched.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::automaton::Automaton;
use crate::model::{Compare, Expect, Tolerance};

/// Expected output of a program in a normal form, so that matching only moves a position along it.
#[derive(Debug, Clone)]
pub struct Expected {
    bytes: Arc<[u8]>,
    compare: Compare,
    tolerance: Tolerance,
    known: bool,
    search: SubstringData,
}

/// Additional data for matching if the text may appear anywhere in the output.
#[derive(Debug, Clone)]
pub(crate) enum SubstringData {
    /// No data: the output is the text.
    Whole,
    /// For each number of matched bytes, the number that remain matched if the next byte is wrong
    /// ([`Compare::Contains`]).
    Anywhere(Arc<[usize]>),
    /// The automaton of the expression ([`Compare::Regex`]); `None` if the expression is invalid, so that nothing
    /// matches.
    Pattern(Option<Arc<Automaton>>),
}

/// The fields that determine all others.
type Key<'a> = (&'a [u8], Compare, Tolerance, bool);

/// A text without the newlines at its end.
fn chomped(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| *byte != b'\n');
    &text[..end.map_or(0, |last| last + 1)]
}

/// A text in the normal form of a comparison.
fn normal_form(text: &[u8], compare: Compare) -> Cow<'_, [u8]> {
    match compare {
        Compare::Exact | Compare::Regex => Cow::Borrowed(text),
        Compare::Trim => Cow::Owned(trimmed(text)),
        Compare::Chomp => Cow::Borrowed(chomped(text)),
        Compare::Tokens => Cow::Owned(tokens(text)),
        Compare::Contains => Cow::Borrowed(text.trim_ascii()),
    }
}

impl Expected {
    /// An expectation of this output, compared in this way.
    pub fn new(stdout: &Arc<[u8]>, compare: Compare) -> Self {
        let bytes: Arc<[u8]> = match compare {
            Compare::Exact | Compare::Regex => Arc::clone(stdout),
            _ => Arc::from(&*normal_form(stdout, compare)),
        };
        let search = match compare {
            Compare::Contains => SubstringData::Anywhere(borders(&bytes).into()),
            Compare::Regex => {
                let automaton = std::str::from_utf8(&bytes).ok().map(Automaton::new);
                SubstringData::Pattern(automaton.and_then(Result::ok).map(Arc::new))
            }
            Compare::Exact | Compare::Trim | Compare::Chomp | Compare::Tokens => {
                SubstringData::Whole
            }
        };
        Expected {
            bytes,
            compare,
            tolerance: Tolerance::default(),
            known: true,
            search,
        }
    }

    /// Sets the tolerance of numbers. It has no effect where the text may stand anywhere.
    pub fn with_tolerance(mut self, tolerance: Tolerance) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// An expectation that any output matches.
    pub fn anything() -> Self {
        Expected {
            known: false,
            ..Expected::new(&Arc::default(), Compare::Exact)
        }
    }

    /// The expectation of a test.
    pub fn of(expect: &Expect) -> Self {
        match &expect.stdout {
            Some(stdout) => Expected::new(stdout, expect.compare).with_tolerance(expect.tolerance),
            None => Expected::anything(),
        }
    }

    /// The reason why a regular expression is invalid, as a clause.
    pub fn problem_of_pattern(pattern: &str) -> Option<String> {
        Automaton::new(pattern).err()
    }

    /// The normal form: the output itself, without trailing white space ([`Compare::Trim`]) or newlines
    /// ([`Compare::Chomp`]), as words separated by
    /// single spaces ([`Compare::Tokens`]), or the text or expression to be found.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// An output in the normal form of the comparison.
    pub(crate) fn normal_form<'t>(&self, output: &'t [u8]) -> Cow<'t, [u8]> {
        normal_form(output, self.compare)
    }

    /// The way of comparing the output.
    pub fn compare(&self) -> Compare {
        self.compare
    }

    /// The tolerance of numbers.
    pub fn tolerance(&self) -> Tolerance {
        self.tolerance
    }

    pub(crate) fn search(&self) -> &SubstringData {
        &self.search
    }

    /// Whether any output is expected at all.
    pub fn is_known(&self) -> bool {
        self.known
    }

    /// Whether the output may contain other text besides the expected one.
    pub fn may_stand_anywhere(&self) -> bool {
        !matches!(self.search, SubstringData::Whole)
    }

    fn key(&self) -> Key<'_> {
        (&self.bytes, self.compare, self.tolerance, self.known)
    }
}

impl PartialEq for Expected {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Expected {}

impl Hash for Expected {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// For each prefix of a text, the length of its longest proper border: the table of Knuth, Morris and Pratt.
fn borders(text: &[u8]) -> Vec<usize> {
    let mut borders = vec![0; text.len() + 1];
    let mut border = 0;
    for at in 1..text.len() {
        while border > 0 && text[border] != text[at] {
            border = borders[border];
        }
        border += usize::from(text[border] == text[at]);
        borders[at + 1] = border;
    }
    borders
}

/// Whether the byte is white space in the C locale.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Lines without trailing white space, and without empty lines at the end.
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

/// The words, separated by single spaces.
pub(crate) fn tokens(text: &[u8]) -> Vec<u8> {
    let words: Vec<&[u8]> = text
        .split(|&byte| is_space(byte))
        .filter(|word| !word.is_empty())
        .collect();
    words.join(&b' ')
}

/// The text without trailing white space.
pub(crate) fn trim_end(text: &[u8]) -> &[u8] {
    let end = text
        .iter()
        .rposition(|&byte| !is_space(byte))
        .map_or(0, |last| last + 1);
    &text[..end]
}
