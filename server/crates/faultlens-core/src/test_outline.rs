//! Outline of the tests in a C file without parsing it: test functions, and a `main` that asserts.
//!
//! The outline is cheap enough for every file of a workspace, and only a guess if macros and includes matter:
//! preprocessor conditions are ignored, and assertions in other files are not seen. Any function that the text runs
//! with Unity counts as a test.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Builtin, Nature};

use crate::function_scan::{self, ScanEvent};

/// Whether a function has the name of a test: `test_add`, `add_test`.
pub(crate) fn is_test_name(name: &str) -> bool {
    let starts = ["test", "Test"].iter().any(|start| name.starts_with(start));
    starts || name.ends_with("_test") || name.ends_with("_tests")
}

const MAIN: &str = "main";
/// Functions and macros that run tests in Unity and in other libraries: one test, or all of a group.
const RUNS: [&str; 12] = [
    "tcase_add_test",
    "cmocka_run_group_tests",
    "CU_add_test",
    "CU_ADD_TEST",
    "CU_register_suites",
    "MU_RUN_TEST",
    "munit_suite_main",
    "GREATEST_MAIN_BEGIN",
    "RUN_TEST",
    "RUN_TEST_CASE",
    "RUN_TEST_GROUP",
    "UnityDefaultTestRun",
];

/// The functions and macros of a text.
#[derive(Debug, Default)]
pub struct Outline<'t> {
    functions: Vec<&'t str>,
    /// Functions that have the name of a test and no parameters.
    tests: BTreeSet<&'t str>,
    uses: Uses<'t>,
    /// Whether the text includes Criterion, which runs its tests itself.
    has_criterion: bool,
    /// Whether its `main` has no parameters.
    has_plain_main: bool,
}

impl<'t> Outline<'t> {
    /// Outlines a text.
    pub fn of(text: &'t str) -> Self {
        let mut outline = Self::default();
        function_scan::scan(text, |seen| outline.add(text, seen));
        outline
    }

    fn add(&mut self, text: &'t str, seen: ScanEvent) {
        match seen {
            ScanEvent::Head(head) => {
                let name = text.get(head.span).unwrap_or_default();
                self.functions.push(name);
                self.has_plain_main |= name == MAIN && !head.takes_something;
                if is_test_name(name) && !head.takes_something {
                    self.tests.insert(name);
                }
            }
            ScanEvent::Inside(span) => {
                if let (Some(function), Some(name)) = (self.functions.last(), text.get(span)) {
                    self.uses.add(function, [name]);
                }
            }
            ScanEvent::Called(_)
            | ScanEvent::Prototype(_)
            | ScanEvent::Listed(_)
            | ScanEvent::Object(..) => {}
            ScanEvent::Directive(line) => {
                let mut names = function_scan::names(text, line.start + 1..line.end);
                match names.next() {
                    Some("define") => {
                        if let Some(name) = names.next() {
                            self.uses.add(name, names);
                        }
                    }
                    Some("include") => self.has_criterion |= names.next() == Some("criterion"),
                    _ => {}
                }
            }
        }
    }

    /// Whether the text defines the program's entry.
    pub fn has_main(&self) -> bool {
        self.defines(MAIN)
    }

    /// Whether the text defines a function of this name.
    pub fn defines(&self, name: &str) -> bool {
        self.functions.contains(&name)
    }

    /// Whether the text defines the program's entry without parameters.
    pub(crate) fn has_plain_main(&self) -> bool {
        self.has_plain_main
    }

    /// Whether the text apparently contains tests itself: a `main` that runs some with Unity, test functions that
    /// assert something and are not excluded, or a `main` that asserts something.
    pub(crate) fn has_tests(&self) -> bool {
        let asserts = |from: &str| self.uses.reached(from).into_iter().any(is_assertion);
        let run = self.has_main().then(|| self.uses.reached(MAIN));
        let runs_tests = |reached: &BTreeSet<&str>| RUNS.iter().any(|name| reached.contains(name));
        let is_of_utest = |name: &&str| ["UTEST", "UTEST_F"].contains(name);
        if self.has_criterion
            || self.functions.iter().any(is_of_utest)
            || run.as_ref().is_some_and(runs_tests)
        {
            return true;
        }
        let taken = |test: &&str| {
            let mut others = self.uses.of(test).filter(|name| name != test);
            let runs_others = others.any(|name| self.tests.contains(name));
            let left_out = run.as_ref().is_some_and(|run| !run.contains(*test));
            !runs_others && !left_out && asserts(test)
        };
        self.tests.iter().any(taken) || run.is_some() && asserts(MAIN)
    }

    /// Whether running the program may be a test that its exit status decides: it uses a macro that reports the line.
    pub(crate) fn reports_lines(&self) -> bool {
        self.has_main() && self.uses.reached(MAIN).contains("__LINE__")
    }
}

/// For each function or macro, the names in its body.
#[derive(Debug, Default)]
struct Uses<'t>(BTreeMap<&'t str, Vec<&'t str>>);

impl<'t> Uses<'t> {
    fn add(&mut self, user: &'t str, names: impl IntoIterator<Item = &'t str>) {
        self.0.entry(user).or_default().extend(names);
    }

    fn of(&self, name: &str) -> impl Iterator<Item = &'t str> + '_ {
        self.0.get(name).into_iter().flatten().copied()
    }

    /// All names that are reachable from a name.
    fn reached(&self, from: &str) -> BTreeSet<&'t str> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&str> = self.of(from).collect();
        while let Some(name) = open.pop() {
            if reached.insert(name) {
                open.extend(self.of(name));
            }
        }
        reached
    }
}

/// Whether the name is an assertion of the library, of verifiers, or of Unity.
fn is_assertion(name: &str) -> bool {
    let builtin = Builtin::by_name(name);
    // Those of Acutest are among them.
    let unity = ["TEST_ASSERT", "TEST_FAIL", "TEST_IGNORE", "TEST_CHECK"];
    builtin.is_some_and(|b| b.nature() == Nature::Specification)
        || unity.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_seen_without_parsing() {
        let unit = "void test_a(void) { TEST_ASSERT_EQUAL(1, f()); }";
        for (text, has) in [
            (unit.to_owned(), true),
            (
                format!("{unit} int main(void) {{ RUN_TEST(test_a); }}"),
                true,
            ),
            // Any function that `RUN_TEST` names is a test, even if a macro surrounds it.
            (
                "void works(void) { f(); } int main(void) { RUN_TEST(works); }".to_owned(),
                true,
            ),
            (
                "#define GO(t) RUN_TEST(t)\nvoid run(void) { GO(works); } int main(void) { run(); }".to_owned(),
                true,
            ),
            ("void run(void) { RUN_TEST(works); } int main(void) {}".to_owned(), false),
            ("void test_a(int x) { test_b(x); } void test_c(void) { test_d(1); } void test_d(int x) { assert(x); }".to_owned(), true),
            // A function that `main` does not run is not a test, nor is one that only runs others.
            (format!("{unit} int main(void) {{ return 0; }}"), false),
            (format!("void test_all() {{ test_a(); }} {unit}"), true),
            ("void test_a(int x) { assert(x); }".to_owned(), false),
            (
                "void test_a() { puts(\"assert\"); /* assert(0) */ }".to_owned(),
                false,
            ),
            ("void check(int x) { assert(x); }".to_owned(), false),
            (
                "void check(int x) { assert(x); } void a_test() { check(f()); }".to_owned(),
                true,
            ),
            (
                "#define CHECK(x) \\\n assert(x)\nvoid test_a() { CHECK(1); }".to_owned(),
                true,
            ),
            (
                "#define CHECK(x) (x)\nvoid test_a() { CHECK(1); }".to_owned(),
                false,
            ),
            (
                "void reach_error(void); int main() { if (f()) reach_error(); }".to_owned(),
                true,
            ),
            (
                "static_assert(1); int main() { return 0; }".to_owned(),
                false,
            ),
            ("int test_a() { return test_a(); }".to_owned(), false),
        ] {
            assert_eq!(Outline::of(&text).has_tests(), has, "{text}");
        }
    }

    #[test]
    fn any_text_has_an_outline() {
        let pieces = [
            "#",
            "# define",
            "#define x(",
            "{",
            "}",
            "(",
            ")",
            "\\",
            "\"",
            "'",
            "/*",
            "*/",
            "é",
            "main",
            "\n",
        ];
        for a in pieces {
            for b in pieces {
                for c in pieces {
                    let text = format!("{a}{b}{c}{a}");
                    Outline::of(&text).has_tests();
                }
            }
        }
    }
}
