//! Unity, a library for unit tests that much of embedded C is tested with.
//!
//! Whatever `unity.h` a program includes, it gets ours, so that it need not be there and nothing of it runs.

use std::path::Path;

/// The headers that programs include, with our texts: the assertions, how tests are run, and fixtures, written for the
/// evaluator.
const HEADERS: [(&str, &str); 3] = [
    (INCLUDED_AS, include_str!("unity.h")),
    ("unity_fixture.h", include_str!("unity_fixture.h")),
    ("unity_internals.h", "#include \"unity.h\"\n"),
];
/// The header without which there is no use of Unity.
const INCLUDED_AS: &str = "unity.h";
/// Paths of texts that no file holds begin so.
const BUILT_IN: &str = "built-in/";
/// The name under which the functions that run tests are included.
const RUNNERS: &str = "faultlens-runners.h";
/// The function of our header that runs a test with what comes before and after it: whatever is its second argument is
/// a test.
pub(crate) const RUN: &str = "__unity_run";
/// Functions that Unity calls before and after each test.
pub(crate) const AROUND: [&str; 2] = ["setUp", "tearDown"];

/// The path and text of our header, if this is what is included.
pub(super) fn header(name: &str) -> Option<(String, String)> {
    let file = name.rsplit('/').next()?;
    let (name, text) = HEADERS.iter().find(|(name, _)| *name == file)?;
    Some((path(name), (*text).to_owned()))
}

/// Whether a file is Unity's own source. It is left out: its work is done in our header.
pub(crate) fn is_library(path: &Path) -> bool {
    ["unity.c", "unity_fixture.c"]
        .map(AsRef::as_ref)
        .map(Some)
        .contains(&path.file_name())
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
    format!("{RUNNER}{test}")
}

/// The test that a function of ours runs, or the function itself.
pub(crate) fn run_by(entry: &str) -> &str {
    entry.strip_prefix(RUNNER).unwrap_or(entry)
}

/// How the names of these functions begin.
const RUNNER: &str = "__run_";

/// Whether a program includes Unity.
pub(crate) fn included(sources: &syntax::Sources) -> bool {
    sources
        .files
        .iter()
        .any(|source| source.path == path(INCLUDED_AS))
}

/// A test with what is done before and after it, by the names of functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Framed {
    pub(crate) test: String,
    pub(crate) before: String,
    pub(crate) after: String,
}

impl Framed {
    /// A test as `RUN_TEST` runs it.
    pub(crate) fn plain(test: &str) -> Framed {
        let [before, after] = AROUND.map(str::to_owned);
        Framed {
            test: test.to_owned(),
            before,
            after,
        }
    }
}

/// The user's includes, and the functions that run tests, to stand at the end of the text.
pub(crate) struct WithRunners<'a, I> {
    includes: &'a I,
    runners: String,
}

impl<'a, I: syntax::Includes> WithRunners<'a, I> {
    /// For tests that are visible in a unit.
    pub(crate) fn new(includes: &'a I, tests: &[Framed]) -> Self {
        let run = |framed: &Framed| {
            let Framed {
                test,
                before,
                after,
            } = framed;
            let runner = runner(test);
            format!(
                "static void {runner}(void) {{ __unity_alone = 1; {before}(); {test}(); {after}(); }}\n"
            )
        };
        WithRunners {
            includes,
            runners: tests.iter().map(run).collect(),
        }
    }

    /// The text of the unit with the functions at its end; all that was there stays where it was.
    pub(crate) fn appended_to(text: &str) -> String {
        format!("{text}\n#include \"{RUNNERS}\"\n")
    }
}

/// A unit that defines what Unity's header declares and the program does not define: its path and text.
pub(crate) fn definitions(defines: impl Fn(&str) -> bool) -> (String, String) {
    let missing = AROUND.into_iter().filter(|name| !defines(name));
    let functions = missing.map(|name| format!("void {name}(void) {{}}\n"));
    let text = std::iter::once("_Bool __unity_alone;\n".to_owned()).chain(functions);
    (path("faultlens-unity.c"), text.collect())
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
        for name in ["unity.h", "vendor/unity/src/unity.h", "unity_fixture.h"] {
            assert!(header(name).is_some_and(|(path, _)| is_built_in(&path)));
        }
        assert_eq!(header("immunity.h"), None);
    }
}
