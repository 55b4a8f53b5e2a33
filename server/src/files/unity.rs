//! Unity, a library for unit tests that much of embedded C is tested with.
//!
//! Whatever `unity.h` a program includes, it gets ours, so that it need not be there and nothing of it runs.

use std::path::Path;

/// The assertions and how tests are run, written for the evaluator.
const HEADER: &str = include_str!("unity.h");
/// The name that programs include.
const INCLUDED_AS: &str = "unity.h";
/// Paths of texts that no file holds begin so.
const BUILT_IN: &str = "built-in/";
/// The name under which the functions that run tests are included.
const RUNNERS: &str = "faultlens-runners.h";

/// The path and text of our header, if this is what is included.
pub(super) fn header(name: &str) -> Option<(String, String)> {
    let file = name.rsplit('/').next()?;
    (file == INCLUDED_AS).then(|| (path(INCLUDED_AS), HEADER.to_owned()))
}

/// Whether a file is Unity's own source. It is left out: its work is done in our header.
pub(crate) fn is_library(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "unity.c")
}

/// Whether a file is one of ours: nothing in it is the user's.
pub(crate) fn is_built_in(path: &str) -> bool {
    path.starts_with(BUILT_IN)
}

fn path(name: &str) -> String {
    format!("{BUILT_IN}{name}")
}

/// The function that runs a test with what has to be done before and after it.
pub(crate) fn runner(test: &str) -> String {
    format!("__run_{test}")
}

/// Whether a program includes Unity.
pub(crate) fn included(sources: &syntax::Sources) -> bool {
    sources
        .files
        .iter()
        .any(|source| source.path == path(INCLUDED_AS))
}

/// The user's includes, and the functions that run tests, to stand at the end of the text.
pub(crate) struct WithRunners<'a, I> {
    includes: &'a I,
    runners: String,
}

impl<'a, I: syntax::Includes> WithRunners<'a, I> {
    /// For the functions of a unit; `defines` tells which there are.
    pub(crate) fn new(includes: &'a I, tests: &[&str], defines: impl Fn(&str) -> bool) -> Self {
        let around = ["setUp", "tearDown"]
            .into_iter()
            .filter(|name| !defines(name));
        let around = around.map(|name| format!("void {name}(void) {{}}\n"));
        let run = tests.iter().map(|test| {
            let runner = runner(test);
            format!("void {runner}(void) {{ setUp(); {test}(); tearDown(); }}\n")
        });
        WithRunners {
            includes,
            runners: around.chain(run).collect(),
        }
    }

    /// The text of the unit with the functions at its end; all that was there stays where it was.
    pub(crate) fn appended_to(text: &str) -> String {
        format!("{text}\n#include \"{RUNNERS}\"\n")
    }
}

impl<I: syntax::Includes> syntax::Includes for WithRunners<'_, I> {
    fn open(&self, name: &str, from: &str, system: bool) -> Option<(String, String)> {
        if name == RUNNERS {
            return Some((path(RUNNERS), self.runners.clone()));
        }
        self.includes.open(name, from, system)
    }
}

/// What Unity's words say of a failed assertion: `Expected 5 Was 6`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    /// All of it.
    pub(crate) words: String,
    /// What was expected, and what was there instead, where the assertion compares.
    pub(crate) values: Option<(String, String)>,
}

/// Reads what the last assertion printed, if the output ends with that.
pub(crate) fn said(stdout: &[u8]) -> Option<Said> {
    let text = String::from_utf8_lossy(stdout);
    let (_, words) = text.trim_end().rsplit_once("FAIL: ")?;
    let values = words.split_once("Expected ").and_then(|(_, rest)| {
        let (expected, actual) = rest.split_once(" Was ")?;
        // What follows is the message of the assertion; numbers may have a point, but no blank after it.
        let actual = match actual.strip_prefix('"').and_then(|rest| rest.rfind('"')) {
            Some(end) => &actual[..end + 2],
            None => actual.split(". ").next().unwrap_or(actual),
        };
        Some((expected.to_owned(), actual.to_owned()))
    });
    Some(Said {
        words: words.to_owned(),
        values,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_unity_are_read() {
        let values = |text: &str| said(text.as_bytes()).unwrap().values;
        let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(values("noise\nFAIL: Expected 5 Was 6\n"), pair("5", "6"));
        assert_eq!(
            values("FAIL: Expected 1.5 Was 2.25. too far\n"),
            pair("1.5", "2.25")
        );
        assert_eq!(
            values("FAIL: Expected \"a Was b\" Was \"c. d\". why\n"),
            pair("\"a", "b\" Was \"c")
        );
        assert_eq!(values("FAIL: Element 2 Expected 7 Was 8\n"), pair("7", "8"));
        assert_eq!(values("FAIL: Expression Evaluated To FALSE\n"), None);
        assert_eq!(said(b"all is well\n"), None);
    }

    #[test]
    fn whatever_unity_is_included_it_is_ours() {
        for name in ["unity.h", "vendor/unity/src/unity.h"] {
            assert!(header(name).is_some_and(|(path, _)| is_built_in(&path)));
        }
        assert_eq!(header("immunity.h"), None);
    }
}
