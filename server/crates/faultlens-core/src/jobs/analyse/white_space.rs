//! Outputs that differ from what is expected in white space only, where words are compared.
//!
//! Most judges compare words, and so do the layouts of tests that come from them. But where the other outputs agree to
//! the last blank, the blanks are meant, and "all tests pass" would hide a fault.

use std::sync::Arc;

use exec::run::{TestOutcome, Verdict};
use harness::{Compare, Expected, Observed, Test};

/// A remark on passing tests whose outputs have other white space within lines, if the other passing ones have not.
pub(super) fn remark(tests: &[Test], outcomes: &[TestOutcome]) -> Option<String> {
    let compared = tests.iter().zip(outcomes).filter_map(|(test, ran)| {
        let expected = test.expect.stdout.as_ref()?;
        let by_words = test.expect.compare == Compare::Tokens
            && test.expect.observed == Observed::Output
            && test.expect.tolerance.is_none();
        let passes = ran.verdict == Verdict::Pass;
        (by_words && passes).then(|| (test, agrees(expected, &ran.stdout)))
    });
    let (same, other): (Vec<_>, Vec<_>) = compared.partition(|(_, agrees)| *agrees);
    let (first, _) = other.first().filter(|_| !same.is_empty())?;
    Some(format!(
        "white space is not compared: the output of {} of {} passing tests has other white space than expected, first \
         that of `{}`; with `compare = \"trim\"` in faultlens.toml they fail",
        other.len(),
        same.len() + other.len(),
        first.id
    ))
}

/// Whether an output is as expected but for white space at the ends of lines and of the whole.
fn agrees(expected: &Arc<[u8]>, actual: &[u8]) -> bool {
    let form = |text: &Arc<[u8]>| Expected::new(text, Compare::Trim).bytes().to_vec();
    form(expected) == form(&actual.into())
}
