//! Built-in headers of test libraries for C, and of the library of the CS50 course.
//!
//! The libraries need not be installed, and none of their code runs. The header of Unity is the base: its assertions
//! are written for the evaluator, and the other headers are written in terms of Unity. Includes of Unity's headers
//! always lead to the built-in ones. Headers of other libraries are often copied into a project; such a header is
//! replaced by the built-in one if its text shows that it is the library's, and is the user's otherwise.

use std::path::Path;

/// A header of a library.
struct Header {
    /// Name under which it is included, without folders.
    name: &'static str,
    text: &'static str,
    /// Text that identifies the library's own header, if programs may have another header of the same name.
    sign: Option<&'static str>,
}

const fn header_of(name: &'static str, text: &'static str, sign: Option<&'static str>) -> Header {
    Header { name, text, sign }
}

/// Headers that programs include, with the built-in texts.
const HEADERS: [Header; 23] = [
    header_of(INCLUDED_AS, include_str!("unity.h"), None),
    header_of("unity_fixture.h", include_str!("unity_fixture.h"), None),
    header_of("unity_internals.h", "#include \"unity.h\"\n", None),
    header_of("check.h", include_str!("check.h"), Some("tcase_add_test")),
    header_of(
        "cmocka.h",
        include_str!("cmocka.h"),
        Some("cmocka_unit_test"),
    ),
    header_of("CUnit.h", include_str!("CUnit.h"), Some("CU_add_test")),
    header_of(
        "Basic.h",
        "#include \"CUnit.h\"\n",
        Some("CU_basic_run_tests"),
    ),
    header_of(
        "criterion.h",
        include_str!("criterion.h"),
        Some("criterion_test"),
    ),
    header_of(
        "Console.h",
        "#include \"CUnit.h\"\n",
        Some("CU_console_run_tests"),
    ),
    header_of(
        "Automated.h",
        "#include \"CUnit.h\"\n",
        Some("CU_automated_run_tests"),
    ),
    header_of("TestDB.h", "#include \"CUnit.h\"\n", Some("CU_TestInfo")),
    header_of(
        "TestRun.h",
        "#include \"CUnit.h\"\n",
        Some("CU_run_all_tests"),
    ),
    header_of(
        "criterion/redirect.h",
        include_str!("criterion_redirect.h"),
        Some("cr_redirect_stdout"),
    ),
    header_of(
        "criterion/parameterized.h",
        include_str!("criterion_parameterized.h"),
        Some("criterion_test_params"),
    ),
    header_of(
        "new/assert.h",
        "#include \"criterion.h\"\n",
        Some("criterion"),
    ),
    header_of(
        "munit.h",
        include_str!("munit.h"),
        Some("MUNIT_SUITE_OPTION_NONE"),
    ),
    header_of(
        "greatest.h",
        include_str!("greatest.h"),
        Some("GREATEST_MAIN_BEGIN"),
    ),
    header_of("minunit.h", include_str!("minunit.h"), Some("MU_RUN_TEST")),
    header_of("acutest.h", include_str!("acutest.h"), Some("TEST_LIST")),
    header_of("CuTest.h", include_str!("CuTest.h"), Some("SUITE_ADD_TEST")),
    header_of("utest.h", include_str!("utest.h"), Some("UTEST_MAIN")),
    header_of("cs50.h", include_str!("cs50.h"), Some("get_string")),
    header_of("conio.h", include_str!("conio.h"), Some("getch")),
];
/// The header that every user of Unity includes, as do the headers written in terms of Unity.
const INCLUDED_AS: &str = "unity.h";
/// Name under which the built-in text at the end of a unit is included.
pub(crate) const APPENDED: &str = "faultlens-appended.h";
/// Function of the built-in header that runs a test with its setup and teardown. Any function passed as its second
/// argument is a test.
pub const RUN: &str = "__unity_run";
/// Function that runs a test of a group, whose key is its first argument, for each number of a range.
pub(crate) const RUN_IN: &str = "__faultlens_run_in";
/// Function that runs a test of a group with the arguments that follow.
pub(crate) const RUN_WITH: &str = "__faultlens_run_with";
/// Function that runs a test of a group under a name, possibly with arguments.
pub(crate) const RUN_NAMED: &str = "__faultlens_run_named";
/// Function that names a test of a group whose outcome is not modelled, and what is not.
pub(crate) const RUN_OPEN: &str = "__faultlens_run_open";
/// Function that makes a group, with pairs of functions that run before and after each of its tests.
pub(crate) const GROUP: &str = "__faultlens_group";
/// Function that adds such pairs to a group.
pub(crate) const FIXTURE: &str = "__faultlens_fixture";
/// Function that declares the setup and teardown of all tests of a table.
pub(crate) const OF_TABLE: &str = "__faultlens_of_table";
/// Function that sets what runs before the tests that follow, and what it gets.
pub(crate) const SETUP: &str = "__faultlens_setup";
/// Function that sets what runs after the tests that follow, and what it gets.
pub(crate) const TEARDOWN: &str = "__faultlens_teardown";
/// Macro that is defined if ignored tests are to run.
pub(crate) const INCLUDE_IGNORED: &str = "__FAULTLENS_INCLUDE_IGNORED";
/// Functions that Unity calls before and after each test.
pub(crate) const AROUND: [&str; 2] = ["setUp", "tearDown"];

/// Path and text of the built-in header of this name, if it replaces any header of the project.
pub(super) fn header(name: &str) -> Option<(String, String)> {
    ours(name)
        .filter(|header| header.sign.is_none())
        .map(text_of)
}

/// Path and text of the built-in header, if a header of this name and text is the library's. `text` is `None` if the
/// project has no such header.
pub(super) fn header_for(name: &str, text: Option<&str>) -> Option<(String, String)> {
    ours(name)
        .filter(|header| {
            let sign = header.sign.unwrap_or_default();
            text.is_none_or(|text| text.contains(sign))
        })
        .map(text_of)
}

/// Whether a header of this name is that of a framework of unit tests.
pub(super) fn is_one(name: &str) -> bool {
    ours(name).is_some_and(|header| !["cs50.h", "conio.h"].contains(&header.name))
}

fn ours(name: &str) -> Option<&'static Header> {
    HEADERS.iter().find(|header| {
        let rest = name.strip_suffix(header.name);
        rest.is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
    })
}

fn text_of(header: &Header) -> (String, String) {
    (path(header.name), header.text.to_owned())
}

/// Whether a file is a library's own source. It is left out, because the built-in header replaces it.
pub(crate) fn is_library(path: &Path) -> bool {
    [
        "unity.c",
        "unity_fixture.c",
        "munit.c",
        "CuTest.c",
        "cs50.c",
    ]
    .map(AsRef::as_ref)
    .map(Some)
    .contains(&path.file_name())
}

/// Path of a header that is built in.
pub fn path(name: &str) -> String {
    format!("{}{name}", syntax::BUILT_IN)
}

/// The test that a generated function runs, or the function itself.
pub(crate) fn run_by(entry: &str) -> &str {
    let test = entry.strip_prefix(RUNNER).unwrap_or(entry);
    test.split(CASE).next().unwrap_or(test)
}

/// Separator between the name of a test and the number of its case.
const CASE: &str = "__case_";
/// What follows the name of a test whose fixture is in another file.
const UNSEEN: &str = "__case_unseen";
/// Prefix for the names of generated functions that run tests.
const RUNNER: &str = "__run_";

/// Whether a program includes Unity.
pub fn included(sources: &syntax::Sources) -> bool {
    sources
        .files
        .iter()
        .any(|source| source.path == path(INCLUDED_AS))
}

/// A test with its setup and teardown, as C statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FramedTest {
    /// Name of the test function.
    pub test: String,
    /// Number of the case, for a test with several cases.
    case: Option<usize>,
    /// Whether the fixture of the test is in another file.
    is_of_unseen_group: bool,
    before: String,
    call: String,
    after: String,
}

/// Kinds of tables in which libraries keep tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// Table of cmocka: each function gets the address of a state.
    State,
    /// Table of µnit: the setup returns a fixture, which the other functions get.
    Fixture,
    /// Tables of `CUnit`, Acutest and Criterion: functions without arguments.
    Plain,
}

/// Tables by the names of their records, with the fields for the name, function, setup, teardown and first state of a
/// test.
pub(crate) const TABLES: [(&str, Table, [&str; 5]); 5] = [
    ("__acutest_test", Table::Plain, ["name", "func", "", "", ""]),
    (
        "CMUnitTest",
        Table::State,
        [
            "name",
            "test_func",
            "setup_func",
            "teardown_func",
            "initial_state",
        ],
    ),
    (
        "MunitTest",
        Table::Fixture,
        ["name", "test", "setup", "tear_down", ""],
    ),
    (
        "CU_TestInfo",
        Table::Plain,
        ["pName", "pTestFunc", "", "", ""],
    ),
    (
        "__criterion_test",
        Table::Plain,
        ["name", "test", "init", "fini", ""],
    ),
];

/// The record that describes a table of `CUnit`'s tests as a suite, and its fields: the name, what runs before and after
/// the suite, what runs before and after each of its tests, and the tests.
pub(crate) const SUITE_OF_TABLE: (&str, [&str; 6]) = (
    "CU_SuiteInfo",
    [
        "pName",
        "pInitFunc",
        "pCleanupFunc",
        "pSetUpFunc",
        "pTearDownFunc",
        "pTests",
    ],
);
/// The record for a suite of Criterion, whose name begins the names of its tests, and its fields: the name, and what
/// runs before and after each test.
pub(crate) const SUITE_BY_NAME: (&str, [&str; 3]) = ("__criterion_suite", ["name", "init", "fini"]);

impl Table {
    /// What a function gets that runs before or after all tests of a table.
    pub(crate) fn passed_to_group(self) -> &'static str {
        match self {
            Table::State => "&__cmocka_group_state",
            Table::Fixture | Table::Plain => "",
        }
    }
}

impl FramedTest {
    /// A test as run by `RUN_TEST`.
    pub(crate) fn plain(test: &str) -> FramedTest {
        let [before, after] = AROUND;
        FramedTest::between(before, test, after)
    }

    /// A test with nothing around it.
    pub(crate) fn alone(test: &str) -> FramedTest {
        FramedTest {
            test: test.to_owned(),
            case: None,
            is_of_unseen_group: false,
            before: String::new(),
            call: format!("{test}();"),
            after: String::new(),
        }
    }

    /// The test as it is if another file says what runs around it: it is not judged.
    pub(crate) fn of_unseen_group(self) -> FramedTest {
        let what = "a fixture that another file gives to the group of this test";
        FramedTest {
            is_of_unseen_group: true,
            before: String::new(),
            call: format!("__not_modelled(\"{what}\");"),
            ..self
        }
    }

    /// Puts statements around the test and what is around it already.
    pub(crate) fn within(self, before: &str, after: &str) -> FramedTest {
        FramedTest {
            before: format!("{before} {}", self.before),
            after: format!("{} {after}", self.after),
            ..self
        }
    }

    /// Replaces the call of the test by another statement.
    pub(crate) fn instead(self, case: Option<usize>, call: String) -> FramedTest {
        FramedTest { case, call, ..self }
    }

    /// A test between a setup and a teardown function.
    pub(crate) fn between(before: &str, test: &str, after: &str) -> FramedTest {
        FramedTest {
            test: test.to_owned(),
            case: None,
            is_of_unseen_group: false,
            before: format!("{before}();"),
            call: format!("{test}();"),
            after: format!("{after}();"),
        }
    }

    /// Adds arguments to the test, as one case of a test with several.
    pub(crate) fn with(self, case: Option<usize>, arguments: &str) -> FramedTest {
        FramedTest {
            case,
            call: format!("{}({arguments});", self.test),
            ..self
        }
    }

    /// A test of a table; `state` is what its state is at first, if it says so.
    pub(crate) fn of(
        table: Table,
        before: Option<&str>,
        test: &str,
        after: Option<&str>,
        state: Option<&str>,
    ) -> FramedTest {
        let said = |function: Option<&str>, text: &dyn Fn(&str) -> String| {
            function.map_or_else(String::new, text)
        };
        let (before, call, after) = match table {
            Table::State => (
                format!(
                    "__cmocka_state = (void *)({}); {}",
                    state.unwrap_or("__cmocka_group_state"),
                    said(before, &|f| format!("{f}(&__cmocka_state);"))
                ),
                format!("{test}(&__cmocka_state);"),
                said(after, &|f| format!("{f}(&__cmocka_state);")),
            ),
            Table::Fixture => (
                said(before, &|f| format!("__munit_fixture = {f}(0, 0);")),
                format!("__munit_judge({test}(0, __munit_fixture));"),
                said(after, &|f| format!("{f}(__munit_fixture);")),
            ),
            Table::Plain => (
                said(before, &|f| format!("{f}();")),
                format!("{test}();"),
                said(after, &|f| format!("{f}();")),
            ),
        };
        FramedTest {
            test: test.to_owned(),
            case: None,
            is_of_unseen_group: false,
            before,
            call,
            after,
        }
    }

    /// Whether the function is called with arguments.
    pub(crate) fn has_arguments(&self) -> bool {
        !self.call.ends_with("();")
    }

    /// Name of the generated function that runs the test.
    pub(crate) fn runner(&self) -> String {
        let case = self
            .case
            .map_or_else(String::new, |case| format!("{CASE}{case}"));
        let group = if self.is_of_unseen_group { UNSEEN } else { "" };
        format!("{RUNNER}{}{group}{case}", self.test)
    }
}

/// The user's includes, and a built-in text for the end of a unit.
pub(crate) struct AppendedText<'a, I> {
    includes: &'a I,
    text: String,
}

/// Text of the functions that run the given tests, which must be visible in the unit.
pub(crate) fn runners(tests: &[FramedTest]) -> String {
    let run = |framed: &FramedTest| {
        let FramedTest {
            before,
            call,
            after,
            ..
        } = framed;
        let runner = framed.runner();
        format!("static void {runner}(void) {{ __unity_alone = 1; {before} {call} {after} }}\n")
    };
    tests.iter().map(run).collect()
}

impl<'a, I: syntax::Includes> AppendedText<'a, I> {
    /// Creates the includes with the given text.
    pub(crate) fn new(includes: &'a I, text: String) -> Self {
        AppendedText { includes, text }
    }

    /// Appends the include of the built-in text to the text of a unit; existing places do not move.
    pub(crate) fn to(text: &str) -> String {
        format!("{text}\n#include \"{APPENDED}\"\n")
    }
}

/// Unit that defines what Unity's header declares and the program does not define: its path and text.
pub(crate) fn definitions(defines: impl Fn(&str) -> bool) -> (String, String) {
    let missing = AROUND.into_iter().filter(|name| !defines(name));
    let functions = missing.map(|name| format!("void {name}(void) {{}}\n"));
    let text = std::iter::once("_Bool __unity_alone;\n".to_owned()).chain(functions);
    (path("faultlens-unity.c"), text.collect())
}

impl<I: syntax::Includes> syntax::Includes for AppendedText<'_, I> {
    fn open(&self, name: &str, from: &str, system: bool) -> Option<(String, String)> {
        if name == APPENDED {
            return Some((path(APPENDED), self.text.clone()));
        }
        self.includes.open(name, from, system)
    }
}

/// Message of a failed assertion in the format of Unity, such as `Expected 5 Was 6`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AssertionWords {
    /// Complete message.
    pub words: String,
    /// Expected and actual values, if the assertion compares.
    pub values: Option<(String, String)>,
}

/// Reads the message of the last assertion, if the output ends with it.
pub(crate) fn last_assertion(stdout: &[u8]) -> Option<AssertionWords> {
    let text = String::from_utf8_lossy(stdout);
    let (_, words) = text.trim_end().rsplit_once("FAIL: ")?;
    let values = words.split_once("Expected ").and_then(|(_, rest)| {
        let (expected, actual) = rest.split_once(" Was ")?;
        // The message of the assertion follows; numbers may contain a point, but not followed by a blank.
        let actual = match actual.strip_prefix('"').and_then(|rest| rest.rfind('"')) {
            Some(end) => &actual[..end + 2],
            None => actual.split(". ").next().unwrap_or(actual),
        };
        Some((expected.to_owned(), actual.to_owned()))
    });
    Some(AssertionWords {
        words: words.to_owned(),
        values,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_unity_are_read() {
        let values = |text: &str| last_assertion(text.as_bytes()).unwrap().values;
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
        assert_eq!(last_assertion(b"all is well\n"), None);
    }

    #[test]
    fn whatever_unity_is_included_it_is_ours() {
        for name in ["unity.h", "vendor/unity/src/unity.h", "unity_fixture.h"] {
            assert!(header(name).is_some_and(|(path, _)| path.starts_with(syntax::BUILT_IN)));
        }
        assert_eq!(header("immunity.h"), None);
    }

    #[test]
    fn the_header_of_a_library_is_told_from_another_of_its_name() {
        assert_eq!(header("check.h"), None);
        for name in [
            "check.h",
            "CUnit/Basic.h",
            "criterion/new/assert.h",
            "cs50.h",
            "conio.h",
        ] {
            assert!(header_for(name, None).is_some(), "{name}");
        }
        assert!(header_for("vendor/munit.h", Some("int MUNIT_SUITE_OPTION_NONE;")).is_some());
        assert_eq!(header_for("check.h", Some("#define CHECK(x) (x)")), None);
        assert_eq!(header_for("assert.h", None), None);
    }
}
