//! The values that a failed `assert(a == b)` compared.
//!
//! A run reports only that the assertion failed. So the program is parsed again with each such assertion rewritten to
//! print both sides before it fails, and the tests that failed there are run once more. The additional output shows
//! the values; it has no influence on verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use eval::TrapKind;
use exec::run::{Failure, TestOutcome, Verdict};
use harness::{Expect, Test};
use localize::Session;
use lower::{LowerOptions, lower};

use super::Job;
use super::run::{Ready, core_options};
use crate::files::frameworks::{self, AssertionWords};

/// Comparison operators, the longer ones first, each with its counterpart for swapped operands.
const COMPARISONS: [(&str, &str); 6] = [
    ("==", "=="),
    ("!=", "!="),
    ("<=", ">="),
    (">=", "<="),
    ("<", ">"),
    (">", "<"),
];

impl Job<'_> {
    /// The values that the failed assertions of tests compared, by the tests' ids. Unity's assertions print them
    /// already.
    pub(super) fn compared(
        &self,
        ready: &Ready<'_>,
        outcomes: &[TestOutcome],
    ) -> BTreeMap<String, AssertionWords> {
        if frameworks::included(ready.sources()) {
            return BTreeMap::new();
        }
        let mut places = BTreeSet::new();
        let mut tests = Vec::new();
        for (test, ran) in ready.tests().iter().zip(outcomes) {
            if let Some(place) = failed_assertion(ran) {
                places.insert((place.start, place.end));
                let expect = Expect::default();
                tests.push(Test {
                    expect,
                    ..test.clone()
                });
            }
        }
        let text = ready
            .sources()
            .files
            .first()
            .map_or("", |source| source.text.as_str());
        let text = rewrite_assertions(text, places.into_iter().map(|(start, end)| start..end));
        text.and_then(|text| self.run_rewritten(text, &tests))
            .unwrap_or_default()
    }

    fn run_rewritten(
        &self,
        text: String,
        tests: &[Test],
    ) -> Option<BTreeMap<String, AssertionWords>> {
        let mut spec = self.spec.clone();
        spec.text = Some(text);
        let parse = Job::new(&spec, self.control, &|_| {}).parse().ok()?;
        let lowered = lower(&parse, &LowerOptions::default());
        let options = core_options(&spec.options);
        let mut session = Session::new(&parse, &lowered.program, tests, options);
        let outcomes = session.run_tests(&self.outside());
        let said = tests.iter().zip(outcomes).filter_map(|(test, ran)| {
            let failed = matches!(&ran.verdict, Verdict::Fail(Failure::Trap(trap)) if trap.kind == TrapKind::Assertion);
            Some((test.id.clone(), frameworks::last_assertion(&ran.stdout).filter(|_| failed)?))
        });
        Some(said.collect())
    }
}

/// The place where a run failed, if it is an assertion in the text of the main file.
fn failed_assertion(ran: &TestOutcome) -> Option<Range<usize>> {
    match &ran.verdict {
        Verdict::Fail(Failure::Trap(trap))
            if trap.kind == TrapKind::Assertion && trap.span.file.0 == 0 =>
        {
            Some(trap.span.start as usize..trap.span.end as usize)
        }
        _ => None,
    }
}

/// The text with these assertions rewritten to print their comparisons; `None` if none of them is a comparison.
fn rewrite_assertions(
    text: &str,
    assertions: impl DoubleEndedIterator<Item = Range<usize>>,
) -> Option<String> {
    let mut told = text.to_owned();
    let mut any = false;
    for place in assertions.rev() {
        if let Some(assertion) = text.get(place.clone()).and_then(rewritten) {
            told.replace_range(place, &assertion);
            any = true;
        }
    }
    any.then_some(told)
}

/// An assertion that prints the compared values before it fails. Each side is evaluated once, as written.
fn rewritten(assertion: &str) -> Option<String> {
    let condition = assertion
        .strip_prefix("assert")?
        .trim()
        .strip_prefix('(')?
        .strip_suffix(')')?;
    let (left, (comparison, turned), right) = parts(condition)?;
    let value = |side: &str| {
        format!(
            "printf(_Generic({side}, float: \"%g\", double: \"%g\", unsigned long: \"%lu\", default: \"%ld\"), \
             _Generic({side}, float: {side}, double: {side}, default: (long){side}));"
        )
    };
    let swapped = is_constant(left) && !is_constant(right);
    let (expected, actual) = if swapped {
        ("left__", "right__")
    } else {
        ("right__", "left__")
    };
    let relation = match if swapped { turned } else { comparison } {
        "==" => String::new(),
        other => format!("{other} "),
    };
    Some(format!(
        "assert(({{ __typeof__(0 + ({left})) left__ = ({left}); __typeof__(0 + ({right})) right__ = ({right}); \
         if (!(left__ {comparison} right__)) {{ printf(\"\\nFAIL: Expected {relation}\"); {} printf(\" Was \"); {} }} \
         left__ {comparison} right__; }}))",
        value(expected),
        value(actual)
    ))
}

/// The two sides and the operator of a condition that is a single comparison.
fn parts(condition: &str) -> Option<(&str, (&'static str, &'static str), &str)> {
    let mut found = None;
    let (mut depth, mut quote) = (0_usize, None);
    let bytes = condition.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let mut width = 1;

        // Inside quotation marks and parentheses, nothing counts. Outside, any operator that binds less tightly than a
        // comparison means that the condition is more than one.
        match (quote, byte) {
            (Some(_), b'\\') => width = 2,
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => depth = depth.checked_sub(1)?,
            (None, _) if depth > 0 => {}
            (None, b'?' | b',' | b';' | b'/' | b'^' | b'|') => return None,
            (None, _)
                if rest.starts_with(b"&&")
                    || rest.starts_with(b"<<")
                    || rest.starts_with(b">>") =>
            {
                return None;
            }
            (None, _) if rest.starts_with(b"->") => width = 2,
            (None, _) => {
                if let Some(comparison) = COMPARISONS
                    .iter()
                    .find(|c| rest.starts_with(c.0.as_bytes()))
                {
                    width = comparison.0.len();
                    if found.replace((at, *comparison)).is_some() {
                        return None;
                    }
                } else if byte == b'=' || byte == b'&' && found.is_some() {
                    return None;
                }
            }
        }
        at += width;
    }
    let (at, comparison) = found?;
    let (left, right) = (
        condition.get(..at)?,
        condition.get(at + comparison.0.len()..)?,
    );
    Some((left.trim(), comparison, right.trim()))
}

/// Whether a side is a number, a character, or a name in the style of constants.
fn is_constant(side: &str) -> bool {
    if side.starts_with('\'') {
        return true;
    }
    // Suffixes of numbers may be lower case, too.
    let of_a_name = |c: char| c.is_ascii_lowercase() && !"xulf".contains(c);
    !side.starts_with(|c: char| c.is_ascii_lowercase()) && !side.contains(of_a_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_single_comparisons_are_told() {
        let split = |condition| {
            parts(condition).map(|(left, comparison, right)| (left, comparison.0, right))
        };
        assert_eq!(split("f(3, 4) == 9"), Some(("f(3, 4)", "==", "9")));
        assert_eq!(split("p->x <= g('=')"), Some(("p->x", "<=", "g('=')")));
        assert_eq!(
            split("strcmp(s, \"a == b\") == 0"),
            Some(("strcmp(s, \"a == b\")", "==", "0"))
        );
        assert_eq!(split("(a == b) != c"), Some(("(a == b)", "!=", "c")));
        for condition in [
            "a",
            "a == b && c",
            "a < b < c",
            "a ? b == c : d",
            "x = y",
            "a << 2 == 4",
            "a == b, c",
            "a) == (b",
            "a | b == c",
        ] {
            assert_eq!(split(condition), None, "{condition}");
        }
        assert_eq!(rewritten("assert(ok)"), None);
        assert_eq!(rewritten("check(a == b)"), None);
    }

    #[test]
    fn constants_are_what_is_expected() {
        for constant in ["9", "-1", "0x1F", "MAX_SIZE", "'a'", "10ul", "1.5f"] {
            assert!(is_constant(constant), "{constant}");
        }
        assert!(!is_constant("count") && !is_constant("f(3)"));
    }
}
