//! Patches: edits of the text in any number of places, and their plausibility.

use syntax::{Sources, Span};

use crate::generator::Generator;
use crate::limits::{AGREED_REPAIR, DISTURBING, LEAST_SURE};
use crate::naturalness::tokens;
use crate::nearby_inputs::{Difference, NearbyComparison};

/// One replacement in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// The replaced part of the text.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl TextEdit {
    /// Whether the edit keeps the old text and adds a statement before or after it.
    pub fn is_addition(&self, sources: &Sources) -> bool {
        let old = sources.text(self.span);
        let rest = self.text.strip_prefix(old);
        let rest = rest.or_else(|| self.text.strip_suffix(old));
        rest.is_some_and(|new| new.contains(';'))
    }
}

impl TextEdit {
    /// Number of its tokens between the first and the last that differ from those of the old text.
    pub fn tokens_added(&self, sources: &Sources) -> usize {
        let (old, new) = (tokens(sources.text(self.span)), tokens(&self.text));
        let shorter = old.len().min(new.len());
        let pairs = old.iter().zip(&new);
        let before = pairs.take_while(|(a, b)| a == b).count();
        let pairs = old.iter().rev().zip(new.iter().rev());
        let behind = pairs.take_while(|(a, b)| a == b).count();
        new.len() - before - behind.min(shorter - before)
    }

    /// The edit without blanks and without what it leaves as it is: the place, the old text, and the new one.
    fn essence(&self, sources: &Sources) -> (Span, String, String) {
        let old = sources.text(self.span);
        let solid = |text: &str| {
            text.chars()
                .filter(|c| !c.is_whitespace())
                .collect::<Vec<char>>()
        };
        let (was, is) = (solid(old), solid(&self.text));
        let shorter = was.len().min(is.len());
        let before = was.iter().zip(&is).take_while(|(a, b)| a == b).count();
        let ends = was.iter().rev().zip(is.iter().rev());
        let after = ends
            .take(shorter - before)
            .take_while(|(a, b)| a == b)
            .count();
        let kept = before.checked_sub(1).and_then(|last| {
            let solid = old.char_indices().filter(|(_, c)| !c.is_whitespace());
            solid.map(|(at, c)| at + c.len_utf8()).nth(last)
        });
        // Where the text goes on: blanks may belong to the kept part or not.
        let from = self.span.start + kept.unwrap_or(0) as u32;
        let behind = sources.file(self.span.file);
        let behind = behind.and_then(|file| file.text.get(from as usize..));
        let blanks = behind.map_or(0, |text| text.len() - text.trim_start().len());
        let start = from + blanks as u32;
        let place = Span {
            start,
            end: start,
            ..self.span
        };
        let rest = |of: &[char]| of[before..of.len() - after].iter().collect();
        (place, rest(&was), rest(&is))
    }
}

impl Fix {
    /// A fix by one edit, which no input is known to speak for or against.
    pub fn new(generator: Generator, edit: TextEdit, plausibility: f64) -> Fix {
        Fix {
            generator,
            edit,
            also: Vec::new(),
            plausibility,
            judged: None,
            nearby: NearbyComparison::default(),
            disturbed: None,
        }
    }

    /// Whether both change the text in the same way, blanks aside.
    pub fn is_same_change(&self, other: &Fix, sources: &Sources) -> bool {
        let essence = |edit: &TextEdit| edit.essence(sources);
        self.edits().map(essence).eq(other.edits().map(essence))
    }

    /// An input near those of the tests on which it is known to do something else than another one.
    pub fn difference(&self, other: &Fix) -> Option<Difference> {
        let (own, others) = (&self.nearby.behaviour, &other.nearby.behaviour);
        own.difference(others)
    }

    /// Whether there is such an input.
    pub fn does_otherwise(&self, other: &Fix) -> bool {
        self.difference(other).is_some()
    }

    /// Whether both are known on the same inputs and do the same there.
    pub fn does_the_same(&self, other: &Fix) -> bool {
        let (own, others) = (&self.nearby.behaviour, &other.nearby.behaviour);
        own.as_before().1 > 0 && own.fingerprint() == others.fingerprint()
    }

    /// Whether the fix makes a comparison of an assignment, or skips blanks before an input: slips that change almost
    /// every run, so that what the fix changes says nothing about it.
    pub(crate) fn is_slip(&self, sources: &Sources) -> bool {
        let (_, old, new) = self.edit.essence(sources);
        let text = &self.edit.text;
        let compares = new == "=" && text.contains("==");
        let skips_blanks = new.is_empty() && text.contains("scanf(\" %");
        self.also.is_empty() && old.is_empty() && (compares || skips_blanks)
    }

    /// Whether the fix leaves little doubt.
    pub fn is_sure(&self) -> bool {
        self.plausibility >= LEAST_SURE && self.disturbed.is_none_or(|share| share <= DISTURBING)
    }

    /// Whether the fix leaves little doubt if no other one does something else.
    pub fn may_be_sure(&self) -> bool {
        self.plausibility >= AGREED_REPAIR
    }

    /// Its edits.
    pub fn edits(&self) -> impl Iterator<Item = &TextEdit> {
        std::iter::once(&self.edit).chain(&self.also)
    }

    /// The fix that consists of these edits, in order of place; `None` if there are none.
    pub(crate) fn of(
        generator: Generator,
        mut edits: Vec<TextEdit>,
        plausibility: f64,
    ) -> Option<Fix> {
        edits.sort_by_key(|edit| edit.span);
        let mut edits = edits.into_iter();
        let edit = edits.next()?;
        Some(Fix {
            also: edits.collect(),
            ..Fix::new(generator, edit, plausibility)
        })
    }
}

/// What is known of a repair or a line: numbers, each with a name.
pub type Evidence = Vec<(&'static str, f64)>;

/// How likely a repair or a line is right, by what is known of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The probability.
    pub probability: f64,
    /// What it comes from.
    pub evidence: Evidence,
}

/// A verified fix: edits that together make every failing test of the group pass and break no passing one. All tests
/// were run.
#[derive(Debug, Clone, PartialEq)]
pub struct Fix {
    /// What made it.
    pub generator: Generator,
    /// The edit that identifies the fix.
    pub edit: TextEdit,
    /// Further edits that the fix needs.
    pub also: Vec<TextEdit>,
    /// Likelihood that a programmer would have written the fix, in `0..=1`, by its kind alone. A fix with 0 passes the
    /// tests by accident, and supports no line.
    pub plausibility: f64,
    /// How likely the fix is right, once everything that is known of it has been weighed.
    pub judged: Option<Judged>,
    /// What the repaired program does on inputs near those of the tests, beside the program as written.
    pub nearby: NearbyComparison,
    /// Share of the places at which the repaired program computes other values in tests that pass without it; `None`
    /// if there are none.
    pub disturbed: Option<f64>,
}

/// A C string literal, if the bytes are valid text of a file in this encoding.
pub(crate) fn literal(bytes: &[u8], latin1: bool) -> Option<String> {
    let text = if latin1 {
        bytes.iter().copied().map(char::from).collect()
    } else {
        std::str::from_utf8(bytes).ok()?.to_owned()
    };
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => return None,
            c => out.push(c),
        }
    }
    out.push('"');
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax::{NoIncludes, Options, parse};

    #[test]
    fn the_same_change_may_be_written_in_several_ways() {
        let text = "int f(int i, int n) { return i < n; }";
        let parse = parse("p.c", text, &NoIncludes, &Options::default());
        let fix = |old: &str, new: &str| {
            let start = text.find(old).unwrap() as u32;
            let end = start + old.len() as u32;
            let file = syntax::FileId(0);
            let edit = TextEdit {
                span: Span { file, start, end },
                text: new.to_owned(),
            };
            Fix::new("test", edit, 1.0)
        };
        let same = |a: &Fix, b: &Fix| a.is_same_change(b, &parse.sources);
        let operator = fix("<", "<=");
        assert!(same(&operator, &fix("i < n", "i <= n")));
        assert!(same(&fix("n;", "i;"), &fix("i < n", "i < i")));
        assert!(!same(&operator, &fix("i < n", "i < n + 1")));
    }
}
