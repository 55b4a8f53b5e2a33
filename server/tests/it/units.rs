//! Unit tests in C: functions with assertions, Unity's and the standard library's.

use std::path::Path;

use crate::common::{Folder, faultlens};
use serde_json::Value;

const CLAMP: &str = "\
static int low_of;
static int clamp(int x, int low, int high) {
    if (x < low)
        return low;
    if (x > high)
        return low;
    return x;
}
";

/// The names of the tests and how they ended, and why what looks like a test is none.
fn tests(text: &str) -> (Vec<String>, Vec<String>, Value) {
    let folder = Folder::new("units");
    folder.write("clamp.c", text.as_bytes());
    let report = faultlens(folder.path(), &["test", "clamp.c", "--format", "json"]).json();
    let list = |key: &str, f: &dyn Fn(&Value) -> String| -> Vec<String> {
        report[key].as_array().unwrap().iter().map(f).collect()
    };
    let ended = list("tests", &|test| {
        format!(
            "{} {}",
            test["id"].as_str().unwrap(),
            test["outcome"].as_str().unwrap()
        )
    });
    let skipped = list("skipped", &|skipped| {
        skipped["reason"].as_str().unwrap().to_owned()
    });
    (ended, skipped, report)
}

#[test]
fn each_test_function_of_unity_is_a_test_of_its_own() {
    let text = format!(
        "#include \"unity/unity.h\"\n{CLAMP}
void setUp(void) {{ low_of = 2; }}
void tearDown(void) {{ low_of = 0; }}
void test_below(void) {{ TEST_ASSERT_EQUAL_INT(2, clamp(-3, low_of, 10)); low_of = 9; }}
void test_above(void) {{ TEST_ASSERT_EQUAL_INT_MESSAGE(10, clamp(11, low_of, 10), \"too high\"); }}
void test_not_run(void) {{ TEST_ASSERT(clamp(1, 0, 2) == 1); }}
void test_of(int x) {{ TEST_ASSERT_TRUE(x); }}
static int testing(void) {{ return 1; }}
int main(void) {{ UNITY_BEGIN(); RUN_TEST(test_below); RUN_TEST(test_above); test_of(testing()); return UNITY_END(); }}\n"
    );
    let (ended, skipped, report) = tests(&text);
    // Each begins with setUp and what the program begins with.
    assert_eq!(ended, ["test_below pass", "test_above fail"]);
    assert_eq!(
        skipped,
        [
            "line 15: `test_not_run` is not run by `main`",
            "line 16: `test_of` takes arguments: a test function has none"
        ]
    );
    let above = &report["tests"][1];
    assert_eq!(
        above["asserted"],
        serde_json::json!({ "expected": "10", "actual": "2" })
    );
    assert_eq!(
        above["reason"],
        "assertion failed: Expected 10 Was 2. too high"
    );
    assert_eq!(
        (&above["line"], &above["path_line"]),
        (&14.into(), &14.into())
    );
    assert_eq!(report["tests"][0]["asserted"], Value::Null);
}

#[test]
fn where_another_tool_writes_main_all_test_functions_are_run() {
    let text = format!(
        "#include <unity.h>\n{CLAMP}void test_above(void) {{ TEST_ASSERT_EQUAL(10, clamp(11, 0, 10)); }}\n"
    );
    assert_eq!(tests(&text).0, ["test_above fail"]);
}

#[test]
fn functions_with_asserts_are_tests_of_their_own() {
    let functions = format!(
        "#include <assert.h>\n{CLAMP}
static void check(int is, int should) {{ assert(is == should); }}
void test_below(void) {{ check(clamp(-3, 0, 10), 0); }}
void clamps_above_test(void) {{ check(clamp(11, 0, 10), 10); }}
void test_all(void) {{ test_below(); clamps_above_test(); }}\n"
    );
    let main = "int main(void) { test_all(); return 0; }\n";
    assert_eq!(
        tests(&format!("{functions}{main}")).0,
        ["test_below pass", "clamps_above_test fail"]
    );
    // What main asserts itself is a test beside them.
    let more = "int main(void) { test_below(); assert(clamp(5, 0, 10) == 5); return 0; }\n";
    assert_eq!(
        tests(&format!("{functions}{more}")).0,
        ["test_below pass", "main pass"]
    );
    // Functions that assert but are no tests, by their names: the program is the test, as ever.
    let plain = "int main(void) { check(clamp(11, 0, 10), 10); return 0; }\n";
    let renamed = functions.replace("test", "sample");
    assert_eq!(tests(&format!("{renamed}{plain}")).0, ["main fail"]);
}

#[test]
fn what_a_library_function_calls_undefined_is_no_assertion() {
    let text = "static int bits(unsigned x) { return 32 - __builtin_clz(x); }
int test_bits(void) { return bits(5); }
int main(void) { return test_bits() != 3; }\n";
    assert_eq!(tests(text).0, [""; 0]);
}

#[test]
fn tests_are_never_suspects() {
    let folder = Folder::new("units");
    let text = format!(
        "#include \"unity.h\"\n{CLAMP}static int bound;
void setUp(void) {{ bound = 10; }}
void test_above(void) {{ int x = 11; TEST_ASSERT_EQUAL_INT(10, clamp(x, 0, bound)); }}
void test_below(void) {{ TEST_ASSERT_EQUAL_INT(0, clamp(-1, 0, bound)); }}\n"
    );
    folder.write("clamp.c", text.as_bytes());
    let localize = |more: &[&str]| {
        faultlens(
            folder.path(),
            &[&["localize", "clamp.c", "--format", "json"], more].concat(),
        )
        .json()
    };
    let report = localize(&[]);
    let lines: Vec<u64> = report["ranking"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines[0], 7, "{lines:?}");
    assert!(lines.iter().all(|line| (3..=9).contains(line)), "{lines:?}");
    let trusted = "test functions were not suspected";
    assert_eq!(report["assumed"], serde_json::json!([trusted]));
    let with_line = localize(&["--correct", "7"]);
    assert_eq!(
        with_line["assumed"],
        serde_json::json!(["marked correct: line 7", trusted])
    );
}

/// Every assertion of Unity that compares, failing: what is said, and that its opposite passes.
#[test]
fn assertions_of_unity_say_what_was_expected() {
    let rows = [
        ("TEST_ASSERT_EQUAL(3, 4)", "Expected 3 Was 4"),
        ("TEST_ASSERT_EQUAL_INT8(3, 260)", "Expected 3 Was 4"),
        ("TEST_ASSERT_EQUAL_UINT(1, -1)", "Expected 1 Was 4294967295"),
        (
            "TEST_ASSERT_EQUAL_HEX16(0xAB, 0xCD)",
            "Expected 0xAB Was 0xCD",
        ),
        ("TEST_ASSERT_EQUAL_CHAR('a', 'b')", "Expected 'a' Was 'b'"),
        (
            "TEST_ASSERT_NOT_EQUAL(3, 3)",
            "Expected Not Equal To 3 Was 3",
        ),
        (
            "TEST_ASSERT_GREATER_THAN(3, 3)",
            "Expected Greater Than 3 Was 3",
        ),
        (
            "TEST_ASSERT_LESS_OR_EQUAL_UINT8(3, 4)",
            "Expected Less Or Equal To 3 Was 4",
        ),
        ("TEST_ASSERT_INT_WITHIN(2, 10, 13)", "Expected 10 Was 13"),
        ("TEST_ASSERT_UINT_WITHIN(2, 13, 10)", "Expected 13 Was 10"),
        (
            "TEST_ASSERT_EQUAL_FLOAT(1.5f, 1.6f)",
            "Expected 1.5 Was 1.6",
        ),
        (
            "TEST_ASSERT_DOUBLE_WITHIN(0.1, 2.0, 2.5)",
            "Expected 2 Was 2.5",
        ),
        (
            "TEST_ASSERT_EQUAL_STRING(\"ab\", \"ac\")",
            "Expected \"ab\" Was \"ac\"",
        ),
        (
            "TEST_ASSERT_EQUAL_STRING_LEN(\"ab\", \"bc\", 1)",
            "Expected \"ab\" Was \"bc\"",
        ),
        (
            "TEST_ASSERT_EQUAL_INT_ARRAY(three, four, 3)",
            "Element 2 Expected 3 Was 4",
        ),
        (
            "TEST_ASSERT_EACH_EQUAL_INT(1, three, 3)",
            "Element 1 Expected 1 Was 2",
        ),
        (
            "TEST_ASSERT_EQUAL_MEMORY(three, four, sizeof three)",
            "Element 8 Expected 3 Was 4",
        ),
        ("TEST_ASSERT_BITS_HIGH(6, 4)", "Expected 0x6 Was 0x4"),
        ("TEST_ASSERT_BIT_LOW(1, 2)", "Expected 0x0 Was 0x1"),
        ("TEST_ASSERT_TRUE(0)", "Expected TRUE Was FALSE"),
        ("TEST_ASSERT_FALSE(1)", "Expected FALSE Was TRUE"),
        ("TEST_ASSERT_NULL(three)", "Expected NULL"),
        ("TEST_ASSERT_NOT_NULL(0)", "Expected Non-NULL"),
        (
            "TEST_ASSERT_EQUAL_PTR(three, four)",
            "Expected The Same Pointer",
        ),
        ("TEST_FAIL_MESSAGE(\"so\")", "The Test Says So. so"),
        (
            "TEST_ASSERT_EQUAL_MEMORY_ARRAY_MESSAGE(three, four, 4, 3, \"so\")",
            "Element 0 Expected 3 Was 4. so",
        ),
        (
            "TEST_ASSERT_EQUAL_PTR_ARRAY(places, others, 2)",
            "Element 1 Expected The Same Pointer",
        ),
        (
            "TEST_ASSERT_UINT_ARRAY_WITHIN(0, three, four, 3)",
            "Element 2 Expected 3 Was 4",
        ),
        (
            "TEST_ASSERT_EACH_EQUAL_FLOAT(1.0f, reals, 2)",
            "Element 1 Expected 1 Was 2",
        ),
        ("TEST_ASSERT_DOUBLE_IS_INF(1.0)", "Expected Infinity"),
        (
            "TEST_ASSERT_FLOAT_IS_NOT_NAN(0.0 / zero)",
            "Expected Not NaN",
        ),
        (
            "TEST_ASSERT_LESS_THAN_FLOAT(1.5f, 1.5f)",
            "Expected Less Than 1.5 Was 1.5",
        ),
    ];
    let passing = [
        "TEST_ASSERT_EQUAL(3, 3)",
        "TEST_ASSERT_EQUAL_INT8(4, 260)",
        "TEST_ASSERT_EQUAL_FLOAT(1.0f, 1.000001f)",
        "TEST_ASSERT_EQUAL_STRING(\"ab\", \"ab\")",
        "TEST_ASSERT_EQUAL_INT_ARRAY(three, four, 2)",
        "TEST_ASSERT_UINT_WITHIN(3, 13, 10)",
        "TEST_ASSERT_EQUAL_MEMORY(three, four, 8)",
        "TEST_ASSERT_EACH_EQUAL_UINT8(7, \"\\a\\a\", 2)",
        "TEST_ASSERT_BIT_HIGH(1, 2)",
        "TEST_ASSERT_DOUBLE_IS_NAN(0.0 / zero)",
        "TEST_ASSERT_EQUAL_STRING(0, 0)",
        "TEST_ASSERT_EQUAL_MEMORY_ARRAY(three, four, 4, 2)",
        "TEST_ASSERT_EACH_EQUAL_MEMORY(three, three, sizeof three, 1)",
        "TEST_ASSERT_INT_ARRAY_WITHIN(1, three, four, 3)",
        "TEST_ASSERT_FLOAT_ARRAY_WITHIN(0.1f, reals, reals, 2)",
        "TEST_ASSERT_EACH_EQUAL_STRING(\"a\", words, 2)",
        "TEST_ASSERT_EACH_EQUAL_PTR(three, places, 2)",
        "TEST_ASSERT_DOUBLE_IS_INF(1.0 / zero)",
        "TEST_ASSERT_DOUBLE_IS_NOT_NEG_INF(1.0 / zero)",
        "TEST_ASSERT_FLOAT_IS_DETERMINATE(1.5f)",
        "TEST_ASSERT_FLOAT_IS_NOT_DETERMINATE(0.0 / zero)",
        "TEST_ASSERT_GREATER_THAN_DOUBLE(1.0, 1.5)",
        "TEST_ASSERT_NOT_EQUAL_FLOAT(1.0f, 1.5f)",
        "TEST_ASSERT_INT_NOT_WITHIN(1, 3, 5)",
        "TEST_ASSERT_NULL(NULL); TEST_MESSAGE(\"m\"); TEST_PRINTF(\"%d\", three[0])",
        "TEST_PASS(); TEST_FAIL()",
    ];
    let mut text = "#include \"unity.h\"\nstatic int three[] = {1, 2, 3}, four[] = {1, 2, 4};\nstatic double zero;
static float reals[] = {1, 2};\nstatic const char *words[] = {\"a\", \"a\"};
static int *places[] = {three, three}, *others[] = {three, four};\n".to_owned();
    let all = rows.iter().map(|row| row.0).chain(passing);
    for (number, assertion) in all.enumerate() {
        text.push_str(&test_function(number, assertion));
    }
    let (_, _, report) = tests(&text);
    let said: Vec<&str> = report["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| test["reason"].as_str().unwrap_or("passes"))
        .collect();
    let expected: Vec<String> = rows
        .iter()
        .map(|row| format!("assertion failed: {}", row.1))
        .chain(passing.iter().map(|_| "passes".to_owned()))
        .collect();
    assert_eq!(said, expected);
}

/// The text of a test function with one assertion.
fn test_function(number: usize, assertion: &str) -> String {
    format!("void test_{number}(void) {{ {assertion}; }}\n")
}

/// What plain assertions compared, told by a second run.
#[test]
fn plain_assertions_say_what_they_compared() {
    let rows = [
        ("assert(clamp(11, 0, 10) == 10)", "Expected 10 Was 0"),
        ("assert(10 == clamp(11, 0, 10))", "Expected 10 Was 0"),
        ("assert(clamp(11, 0, 10) >= LIMIT)", "Expected >= 10 Was 0"),
        ("assert(LIMIT <= clamp(11, 0, 10))", "Expected >= 10 Was 0"),
        ("assert(half(3) == 1.5)", "Expected 1.5 Was 1"),
        ("assert(next() == next() && next())", ""),
        ("assert(next() == 2)", "Expected 2 Was 1"),
        ("assert(strcmp(\"a,b\", \"a,c\") == 0)", "Expected 0 Was -1"),
        (
            "assert(\n        clamp(1, 0, 2) != 1)",
            "Expected != 1 Was 1",
        ),
        ("assert(clamp(11, 0, 10))", ""),
        (
            "for (int i = 0; i < 5; i++) assert(i != 3)",
            "Expected != 3 Was 3",
        ),
    ];
    let mut text = format!(
        "#include <assert.h>\n#include <string.h>\n#define LIMIT 10\n{CLAMP}
static double half(int x) {{ return x / 2; }}\nstatic int next(void) {{ static int n; return ++n; }}\n"
    );
    for (number, (assertion, _)) in rows.iter().enumerate() {
        text.push_str(&test_function(number, assertion));
    }
    let (_, _, report) = tests(&text);
    let reports = report["tests"].as_array().unwrap();
    let reasons: Vec<&str> = reports
        .iter()
        .map(|test| test["reason"].as_str().unwrap())
        .collect();
    let expected: Vec<String> = rows
        .iter()
        .map(|(_, words)| match *words {
            "" => "assertion failed".to_owned(),
            words => format!("assertion failed: {words}"),
        })
        .collect();
    assert_eq!(reasons, expected);
    // The second run is nobody's business.
    assert!(
        reports.iter().all(|test| test["stdout"] == ""),
        "{reports:?}"
    );
    assert_eq!(
        reports[0]["asserted"],
        serde_json::json!({ "expected": "10", "actual": "0" })
    );
}

#[test]
fn tests_in_one_file_find_the_fault_in_another() {
    let folder = Folder::new("units");
    folder.write(
        "clamp.c",
        CLAMP.replace("static int clamp", "int clamp").as_bytes(),
    );
    folder.write(
        "test_clamp.c",
        b"#include \"unity.h\"
int clamp(int x, int low, int high);
static int bound;
void setUp(void) { bound = 10; }
void test_above(void) { TEST_ASSERT_EQUAL_INT(bound, clamp(11, 0, bound)); }\n",
    );
    // Unity's own source would need Unity's own header.
    folder.write(
        "unity.c",
        b"#include \"unity.h\"\nstruct UNITY_STORAGE_T Unity;\nUNITY_FLOAT f;\n",
    );
    for files in [["clamp.c", "test_clamp.c"], ["test_clamp.c", "clamp.c"]] {
        let report = faultlens(
            folder.path(),
            &[
                "localize", files[0], files[1], "unity.c", "--format", "json",
            ],
        )
        .json();
        let best = &report["ranking"][0];
        assert_eq!(
            (&best["file"], &best["line"]),
            (&"clamp.c".into(), &6.into()),
            "{report}"
        );
        assert_eq!(
            report["tests"]["failing"],
            serde_json::json!(["test_above"])
        );
    }
}

/// A queue that writes behind its array, in a file of its own; the other one has `main` and the tests beside it.
#[test]
fn a_fault_in_another_file_of_a_program_is_found() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/queue-files");
    let report = faultlens(&fixture, &["localize", "program.c", "--format", "json"]).json();
    assert_eq!(
        report["tests"]["failing"],
        serde_json::json!(["full", "round"])
    );
    let best = &report["ranking"][0];
    let first = (&best["file"], &best["line"], &best["certified"]);
    let wanted = (&"queue.c".into(), &13.into(), &true.into());
    assert_eq!(first, wanted, "{report}");
}

const HALF: &str = "static int half(int x) { return x / 3; }\n";

#[test]
fn whatever_unity_runs_is_a_test() {
    let text = format!(
        "#include \"unity.h\"\n{HALF}#define GO(test) RUN_TEST(test)
void setUp(void) {{}} void tearDown(void) {{}}
static void two_is_half(void) {{ TEST_ASSERT_EQUAL_INT(2, half(4)); }}
static void test_zero(void) {{ TEST_ASSERT_EQUAL_INT(0, half(0)); }}
static void crashes(void) {{ *(int *)NULL = half(1); }}
static void test_forgotten(void) {{ TEST_ASSERT_EQUAL_INT(0, half(1)); }}
static void test_of(int in, int out) {{ TEST_ASSERT_EQUAL_INT(out, half(in)); }}
static void three_is_half(void) {{ test_of(6, 3); }}
static void test_part(void) {{ TEST_ASSERT_TRUE(half(0) == 0); }}
static void uses_part(void) {{ test_part(); }}
static void more(void) {{ GO(crashes); RUN_TEST(three_is_half, 12); RUN_TEST(&uses_part); }}
int main(void) {{ UNITY_BEGIN(); GO(two_is_half); more(); RUN_TEST(test_zero); return UNITY_END(); }}\n"
    );
    let (ended, skipped, _) = tests(&text);
    // In the order in which they are run.
    let expected = [
        "two_is_half fail",
        "crashes fail",
        "three_is_half fail",
        "uses_part pass",
        "test_zero pass",
    ];
    assert_eq!(ended, expected);
    assert_eq!(skipped, ["line 8: `test_forgotten` is not run by `main`"]);
}

#[test]
fn tests_that_a_function_or_table_of_the_users_runs_are_found() {
    let functions = format!(
        "#include \"unity.h\"\n{HALF}
static void zero(void) {{ TEST_ASSERT_EQUAL_INT(0, half(0)); }}
static void two(void) {{ TEST_ASSERT_EQUAL_INT(2, half(4)); }}\n"
    );
    for main in [
        "static void run(void (*test)(void)) { RUN_TEST(test); }
int main(void) { run(zero); run(two); return UNITY_END(); }",
        "static void (*const all[])(void) = { zero, two };
int main(void) { for (int i = 0; i < 2; i++) RUN_TEST(all[i]); return UNITY_END(); }",
    ] {
        let (ended, skipped, report) = tests(&format!("{functions}{main}\n"));
        assert_eq!(ended, ["zero pass", "two fail"], "{report}");
        assert_eq!(skipped, [""; 0]);
    }
}

#[test]
fn fixtures_of_unity_are_run_with_their_groups() {
    let text = format!(
        "#include \"unity_fixture.h\"\n{HALF}static int bound;
TEST_GROUP(half); TEST_SETUP(half) {{ bound = 2; }} TEST_TEAR_DOWN(half) {{ bound = 0; }}
TEST(half, of_zero) {{ TEST_ASSERT_EQUAL_INT(0, half(0)); TEST_ASSERT_EQUAL_INT(2, bound); }}
TEST(half, of_four) {{ TEST_ASSERT_EQUAL_INT(bound, half(4)); }}
IGNORE_TEST(half, later) {{ TEST_FAIL(); }}
TEST(half, unused) {{ TEST_FAIL(); }}
TEST_GROUP_RUNNER(half) {{ RUN_TEST_CASE(half, of_zero); RUN_TEST_CASE(half, of_four); RUN_TEST_CASE(half, later); }}
static void all(void) {{ RUN_TEST_GROUP(half); }}
int main(int argc, const char *argv[]) {{ return UnityMain(argc, argv, all); }}\n"
    );
    let expected = [
        "half.of_zero pass",
        "half.of_four fail",
        "half.later ignored",
    ];
    assert_eq!(tests(&text).0, expected);
}

#[test]
fn ignored_tests_neither_pass_nor_fail() {
    let text = format!(
        "#include \"unity.h\"\n{HALF}static void later(void) {{ TEST_IGNORE_MESSAGE(\"later\"); }}
void test_now(void) {{ TEST_ASSERT_EQUAL_INT(0, half(0)); }}
void test_ignored(void) {{ TEST_IGNORE(); TEST_FAIL(); }}
void test_helper(void) {{ later(); TEST_FAIL(); }}
void test_wrong(void) {{ TEST_ASSERT_EQUAL_INT(2, half(4)); TEST_IGNORE(); }}\n"
    );
    let (ended, _, report) = tests(&text);
    let expected = [
        "test_now pass",
        "test_ignored ignored",
        "test_helper ignored",
        "test_wrong fail",
    ];
    assert_eq!(ended, expected);
    assert_eq!(report["tests"][2]["reason"], "ignored: later");
    let folder = Folder::new("units");
    folder.write("half.c", text.as_bytes());
    let localized = faultlens(folder.path(), &["localize", "half.c", "--format", "json"]).json();
    let of = |key: &str| localized["tests"][key].clone();
    assert_eq!(of("passing"), serde_json::json!(["test_now"]));
    assert_eq!(of("failing"), serde_json::json!(["test_wrong"]));
    assert_eq!(
        of("ignored"),
        serde_json::json!(["test_ignored", "test_helper"])
    );
    // Without its failure the test would be ignored, so nothing lets it pass; least of all a change of the test.
    assert_eq!(localized["diagnoses"], serde_json::json!([]), "{localized}");
    let ranking = localized["ranking"].as_array().unwrap();
    let suspected = |line: &serde_json::Value| line["certified"] == false && line["line"] == 2;
    assert!(ranking.iter().all(suspected), "{localized}");
    // Without a test that counts nothing is well.
    let only = "#include \"unity.h\"\nvoid test_a(void) { TEST_IGNORE(); }\n";
    let (ended, _, report) = tests(only);
    assert_eq!(ended, ["test_a ignored"]);
    assert_eq!(report["reason"], "every test is ignored");
}

#[test]
fn assertions_need_no_semicolon() {
    let text = format!(
        "#include \"unity.h\"\n{HALF}
void test_a(void) {{
    TEST_ASSERT_TRUE(half(0) == 0)
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, half(1), \"one\")
    if (half(3) == 1) TEST_ASSERT_NULL(NULL) else TEST_FAIL()
    if (half(3) != 1) TEST_FAIL(); else TEST_ASSERT_EQUAL_STRING(\"a\", \"a\");
    for (int i = 0; i < 2; i++) TEST_ASSERT(half(i) == 0)
    int x = half(4);
    x == 1 ? TEST_ASSERT(1) : TEST_FAIL();
    TEST_ASSERT_EQUAL_INT(2, x)
}}\n"
    );
    let (ended, _, report) = tests(&text);
    assert_eq!(ended, ["test_a fail"], "{report}");
    assert_eq!(report["tests"][0]["line"], 12);
}

/// The suspects of a program, as `file:line`, and what is assumed.
fn suspects(files: &[(&str, &str)], more: &[&str]) -> (Vec<String>, Value) {
    let folder = Folder::new("units");
    for (name, text) in files {
        folder.write(name, text.as_bytes());
    }
    let names: Vec<&str> = files.iter().map(|file| file.0).collect();
    let words = [&["localize"], &names[..], &["--format", "json"], more].concat();
    let report = faultlens(folder.path(), &words).json();
    let ranking = report["ranking"].as_array().unwrap();
    let line = |r: &Value| format!("{}:{}", r["file"].as_str().unwrap(), r["line"]);
    (
        ranking.iter().map(line).collect(),
        report["assumed"].clone(),
    )
}

const TESTED: &str = "test functions were not suspected";

#[test]
fn helpers_that_assert_are_no_suspects() {
    let text = "#include \"unity.h\"
static int twice(int x) { return x + 2; }
static int bound(int x) { return 2 * x; }
static void test_twice(int in) { int out = bound(in); TEST_ASSERT_EQUAL_INT(out, twice(in)); }
static void test_twice_2(void) { test_twice(2); }
static void test_twice_3(void) { test_twice(3); }
int main(void) { UNITY_BEGIN(); RUN_TEST(test_twice_2); RUN_TEST(test_twice_3); return UNITY_END(); }\n";
    let (lines, assumed) = suspects(&[("twice.c", text)], &[]);
    // What asserts nothing may be what is tested, although only tests call it.
    assert_eq!(lines, ["twice.c:3", "twice.c:2"]);
    // The helper is named like a test.
    assert_eq!(assumed, serde_json::json!([TESTED]));
    // What the user suspects is a suspect.
    let (lines, _) = suspects(&[("twice.c", text)], &["--suspect", "4"]);
    assert_eq!(lines[0], "twice.c:4");
    // Plain assertions are the program's, too: only what does nothing but check is a helper.
    let plain = "#include <assert.h>
static int twice(int x) { assert(x >= 0); return x + 2; }
static void check(int in, int out) { int is = twice(in); assert(is == out); }
void test_twice_2(void) { check(2, 4); }
void test_twice_3(void) { check(3, 6); }\n";
    let (lines, _) = suspects(&[("plain.c", plain)], &[]);
    assert_eq!(lines, ["plain.c:2"]);
}

/// Whether `main` is a driver, so that neither it nor the values with which it calls what it tests are suspects, in
/// programs of one file.
#[test]
fn a_main_that_only_tests_is_no_suspect() {
    let driver = "`main` was not suspected: it says what is right";
    let rows = [
        // It asserts what functions return.
        (
            "#include <assert.h>
static int area(int w, int h) { int a = w + h; return a; }
int main(void) { int w = 3; assert(area(2, 2) == 4); assert(area(w, 5) == 15); return 0; }\n",
            true,
        ),
        // It builds inputs, and calls in a loop.
        (
            "#include <assert.h>
static int best(const int *a, int n) { int b = 0; for (int i = 0; i < n; i++) if (a[i] < b) b = a[i]; return b; }
int main(void) { int a[3]; for (int i = 0; i < 3; i++) a[i] = i + 1; assert(best(a, 3) == 3); return 0; }\n",
            true,
        ),
        // It leaves asserting to a function that checks, or to what it calls.
        (
            "#include <assert.h>
static int next(int n) { int m = n; if (n % 2 == 0) m = n / 2; else m = n * 3; return m; }
static void expect(int is, int should) { assert(is == should); }
int main(void) { int seven = 7; expect(next(8), 4); expect(next(seven), 22); return 0; }\n",
            true,
        ),
        (
            "#include <assert.h>
static int root(int n) { int r = 1; while (r * r < n) r += 2; assert(r * r == n); return r; }
int main(void) { root(9); root(16); return 0; }\n",
            true,
        ),
        // It does the work itself.
        (
            "#include <assert.h>
int main(void) { int s = 0; for (int i = 0; i < 4; i++) s += i; assert(s == 10); return 0; }\n",
            false,
        ),
        (
            "#include <assert.h>
static int twice(int n) { return 2 * n; }
int main(void) { int s = 0; for (int i = 0; i < 4; i++) s += i; s = s + 1; assert(twice(s) == 20); return 0; }\n",
            false,
        ),
    ];
    for (text, is_driver) in rows {
        let (lines, said) = suspects(&[("p.c", text)], &[]);
        let main = format!("p.c:{}", text.lines().count());
        let said = said.as_array().unwrap();
        assert_eq!(said.iter().any(|s| *s == driver), is_driver, "{text}");
        assert_eq!(lines.contains(&main), !is_driver, "{lines:?}\n{text}");
        assert!(!lines.is_empty(), "{text}");
    }
}

#[test]
fn what_only_tests_use_in_a_file_of_tests_is_no_suspect() {
    let tests = "#include \"unity.h\"
int twice(int x);
static int inputs[] = {2, 3};
static int input(int at) { return inputs[at]; }
void test_twice_2(void) { TEST_ASSERT_EQUAL_INT(4, twice(input(0))); }
void test_twice_3(void) { TEST_ASSERT_EQUAL_INT(6, twice(input(1))); }\n";
    let tested = "int twice(int x) {\n    return x + 2;\n}\n";
    let (lines, assumed) = suspects(&[("test_twice.c", tests), ("twice.c", tested)], &[]);
    assert_eq!(lines, ["twice.c:2"]);
    let helpers = "helpers of tests were not suspected: `input`";
    assert_eq!(assumed, serde_json::json!([TESTED, helpers]));
}

#[test]
fn test_functions_open_the_files_of_their_folder() {
    let folder = Folder::new("units");
    let text = "#include <stdio.h>
#include \"unity.h\"
static int first(const char *path) { FILE *file = fopen(path, \"r\"); return file ? fgetc(file) : -1; }
static void reads(void) { TEST_ASSERT_EQUAL_CHAR('x', first(\"inputs/a\")); }
static void finds_nothing(void) { TEST_ASSERT_EQUAL_INT(-1, first(\"inputs/b\")); }
int main(void) { RUN_TEST(reads); RUN_TEST(finds_nothing); return UNITY_END(); }\n";
    folder.write("first.c", text.as_bytes());
    folder.write("inputs/a", b"x");
    let report = faultlens(folder.path(), &["test", "first.c", "--format", "json"]).json();
    let outcomes = report["tests"].as_array().unwrap().iter();
    let outcomes: Vec<&Value> = outcomes.map(|test| &test["outcome"]).collect();
    assert_eq!(outcomes, ["pass", "pass"], "{report}");
}

/// The reports of `test` and of `explain --test` in a folder of these files.
fn explained(files: &[(&str, &str)], test: &str) -> Value {
    let folder = Folder::new("same-name");
    for (name, text) in files {
        folder.write(name, text.as_bytes());
    }
    let arguments = ["explain", "main.c", "--test", test, "--format", "json"];
    let run = faultlens(folder.path(), &arguments);
    run.is_calm();
    run.json()
}

/// Two files with static test functions of the same names; only one of the four tests fails.
const SUITES: [(&str, &str); 4] = [
    (
        "main.c",
        "void suite_low(void); void suite_high(void);\n\
         int main(void) { suite_high(); suite_low(); return 0; }\n",
    ),
    (
        "lib.c",
        "int low(int a, int b) { return a < b ? a : a; }\nint high(int a, int b) { return a < b ? b : a; }\n",
    ),
    (
        "test_high.c",
        "#include <assert.h>\nint high(int a, int b);\n\
         static void test_order(void) { assert(high(3, 5) == 5); }\n\
         static void test_swapped(void) { assert(high(5, 3) == 5); }\n\
         void suite_high(void) { test_order(); test_swapped(); }\n",
    ),
    (
        "test_low.c",
        "#include <assert.h>\nint low(int a, int b);\n\
         static void test_order(void) { assert(low(3, 5) == 3); }\n\
         static void test_swapped(void) { assert(low(5, 3) == 3); }\n\
         void suite_low(void) { test_order(); test_swapped(); }\n",
    ),
];

#[test]
fn static_functions_of_one_name_are_tests_of_their_files() {
    let report = crate::common::test(&SUITES, "main.c");
    assert_eq!(
        crate::common::outcomes(&report),
        [
            "test_high.c: test_order pass",
            "test_high.c: test_swapped pass",
            "test_low.c: test_order pass",
            "test_low.c: test_swapped fail"
        ]
    );
    let failed = &report["tests"][3];
    assert!(failed["path"].as_str().unwrap().ends_with("test_low.c"));
    assert_eq!(failed["path_line"], 4);
    // With its file, the name means one test, and without it the one of them that fails.
    for name in [
        "test_low.c: test_swapped",
        "test_low.c:test_swapped",
        "test_swapped",
    ] {
        let report = explained(&SUITES, name);
        assert_eq!(report["status"], "explained", "{name}: {report}");
        assert_eq!(report["failure"]["file"], "test_low.c", "{name}");
    }
    for name in ["test_high.c: test_swapped", "test_order"] {
        assert_eq!(explained(&SUITES, name)["status"], "passes", "{name}");
    }
    let none = explained(&SUITES, "lib.c: test_order");
    assert_eq!(none["reason"], "there is no test lib.c: test_order");
}

/// A suite of Unity with static tests, run with the expected level.
fn unity_suite(name: &str, level: &str, run: &str) -> String {
    format!(
        "#include \"unity.h\"\nextern int level;\n\
         static void is_set(void) {{ TEST_ASSERT_EQUAL_INT({level}, level); level = 9; }}\n\
         static void is_reset(void) {{ TEST_ASSERT_EQUAL_INT({level}, level); level = 9; }}\n\
         void {name}(void) {{ {run} }}\n"
    )
}

#[test]
fn suites_of_unity_run_their_own_functions() {
    let main = "#include \"unity.h\"\nvoid first(void); void second(void);\nint level;\n\
        void setUp(void) { level = 1; }\nvoid tearDown(void) { level = 0; }\n\
        int main(void) { UNITY_BEGIN(); first(); second(); return UNITY_END(); }\n";
    for run in [
        // By name, through a table, and through a function that gets the test.
        "RUN_TEST(is_set); RUN_TEST(is_reset);",
        "void (*all[])(void) = { is_set, is_reset }; \
         for (int i = 0; i < 2; i++) { void (*test)(void) = all[i]; RUN_TEST(test); }",
        "static void (*const all[2])(void) = { is_set, is_reset }; \
         for (int i = 0; i < 2; i++) RUN_TEST(all[i]);",
    ] {
        let (first, second) = (
            unity_suite("first", "1", run),
            unity_suite("second", "2", run),
        );
        let files = [("main.c", main), ("first.c", &first), ("second.c", &second)];
        assert_eq!(
            crate::common::outcomes(&crate::common::test(&files, "main.c")),
            [
                "first.c: is_set pass",
                "first.c: is_reset pass",
                "second.c: is_set fail",
                "second.c: is_reset fail"
            ],
            "{run}"
        );
    }
}

#[test]
fn functions_in_an_array_are_run_by_who_calls_them() {
    let suite = |name: &str, sign: &str| {
        format!(
            "#include <assert.h>\nstatic int pick(int n) {{ return n {sign} 1; }}\n\
             static void zero_test(void) {{ assert(pick(0) == 1); }}\n\
             static void one_test(void) {{ assert(pick(3) == 3); }}\n\
             static void (*const all[])(void) = {{ zero_test, one_test }};\n\
             void {name}(void) {{ for (int i = 0; i < 2; i++) all[i](); }}\n"
        )
    };
    let (odd, next) = (suite("odd", "|"), suite("next", "+"));
    let main = "void odd(void); void next(void);\nint main(void) { odd(); next(); return 0; }\n";
    let report = crate::common::test(
        &[("main.c", main), ("odd.c", &odd), ("next.c", &next)],
        "main.c",
    );
    assert_eq!(
        crate::common::outcomes(&report),
        [
            "next.c: zero_test pass",
            "next.c: one_test fail",
            "odd.c: zero_test pass",
            "odd.c: one_test pass"
        ]
    );
    assert_eq!(report["skipped"], serde_json::json!([]));
}

#[test]
fn tests_in_tables_of_libraries_are_told_apart() {
    let suite = |name: &str, sum: &str| {
        format!(
            "#include <stdarg.h>\n#include <stddef.h>\n#include <setjmp.h>\n#include <cmocka.h>\n\
             static void adds(void **state) {{ (void)state; assert_int_equal(1 + 1, {sum}); }}\n\
             int {name}(void) {{\n\
             const struct CMUnitTest tests[] = {{ cmocka_unit_test(adds) }};\n\
             return cmocka_run_group_tests(tests, NULL, NULL);\n}}\n"
        )
    };
    let (one, two) = (suite("one", "2"), suite("two", "3"));
    let main = "int one(void); int two(void);\nint main(void) { return one() + two(); }\n";
    // Files of one name are told apart by their folders.
    let files = [
        ("main.c", main),
        ("one/suite.c", &one),
        ("two/suite.c", &two),
        (
            "faultlens.toml",
            "sources = [\"main.c\", \"one/suite.c\", \"two/suite.c\"]\n",
        ),
    ];
    assert_eq!(
        crate::common::outcomes(&crate::common::test(&files, "main.c")),
        ["one/suite.c: adds pass", "two/suite.c: adds fail"]
    );
}

#[test]
fn a_function_is_not_mistaken_for_a_static_one_of_its_name() {
    // The first `value` in the text is not the one that is called, nor is the second one everywhere.
    let files = [
        (
            "main.c",
            "#include <assert.h>\nint twice(int n);\nvoid more(void);\n\
             static int value(int n) { return twice(n) + 1; }\n\
             static void test_value(void) { assert(value(2) == 5); }\n\
             int main(void) { test_value(); more(); return 0; }\n",
        ),
        (
            "lib.c",
            "int value(int n) { return n - 1; }\nint twice(int n) { return value(n) + n + 1; }\n",
        ),
        (
            "more.c",
            "#include <assert.h>\nint value(int n);\n\
             static void test_value(void);\n\
             void test_value(void) { assert(value(2) == 2); }\n\
             void more(void) { test_value(); }\n",
        ),
    ];
    assert_eq!(
        crate::common::outcomes(&crate::common::test(&files, "main.c")),
        ["main.c: test_value pass", "more.c: test_value fail"]
    );
    // A call in the configuration means the function that all files can call.
    let call = |returns: &str, name: &str| {
        format!("[[test]]\nname = \"{name}\"\ncall = \"value(7)\"\nreturns = \"{returns}\"\n")
    };
    let config = call("6", "all") + &call("14", "own");
    let with = [&files[..], &[("faultlens.toml", &config)]].concat();
    let report = crate::common::test(&with, "main.c");
    assert_eq!(crate::common::outcomes(&report), ["all pass", "own fail"]);
    // If none is for all files, nobody can know which one is meant.
    let own = [
        (
            "main.c",
            "static int value(int n) { return n - 1; }\nint other(int n);\n\
             int main(void) { return value(0) + other(0); }\n",
        ),
        (
            "other.c",
            "static int value(int n) { return n + 7; }\nint other(int n) { return value(n); }\n",
        ),
        ("faultlens.toml", &config),
    ];
    let report = crate::common::test(&own, "main.c");
    let reason = &report["tests"][0]["reason"];
    assert_eq!(reason, "several files have a static function `value`");
}

#[test]
fn cases_of_one_name_are_told_apart() {
    let suite = |name: &str, step: &str| {
        format!(
            "#include \"unity.h\"\nTEST_CASE(1, 2)\nTEST_CASE(3, 4)\n\
             static void test_next(int x, int y) {{ TEST_ASSERT_EQUAL_INT(y, x + {step}); }}\n\
             void {name}(void) {{ RUN_TEST(test_next); }}\n"
        )
    };
    let (one, two) = (suite("one", "1"), suite("two", "5 - x"));
    let main = "#include \"unity.h\"\nvoid one(void); void two(void);\n\
        int main(void) { UNITY_BEGIN(); one(); two(); return UNITY_END(); }\n";
    let files = [("main.c", main), ("one.c", &one), ("two.c", &two)];
    assert_eq!(
        crate::common::outcomes(&crate::common::test(&files, "main.c")),
        [
            "one.c: test_next(1, 2) pass",
            "one.c: test_next(3, 4) pass",
            "two.c: test_next(1, 2) fail",
            "two.c: test_next(3, 4) fail"
        ]
    );
}

/// The report for calls that are tests: a name, the call, and the value that it must return, if it is said.
fn localized(name: &str, program: &str, calls: &[(&str, &str, Option<&str>)]) -> Value {
    let folder = Folder::new(name);
    folder.write("calls.c", program.as_bytes());
    let entries = calls.iter().map(|(name, call, returns)| {
        let returns = returns.map_or_else(String::new, |value| format!("returns = '{value}'\n"));
        format!("[[test]]\nname = \"{name}\"\ncall = '{call}'\n{returns}")
    });
    let config: String = entries.collect();
    folder.write("faultlens.toml", config.as_bytes());
    faultlens(folder.path(), &["localize", "calls.c", "--format", "json"]).json()
}

/// The tests of each group, with the lines of its sets of one place.
fn groups(report: &Value) -> Vec<(String, Vec<u64>)> {
    let groups = report["groups"].as_array().unwrap().iter();
    let sets = report["diagnoses"].as_array().unwrap();
    let of_group = |group: &Value| {
        let tests = group["tests"].as_array().unwrap().iter();
        let tests: Vec<&str> = tests.map(|test| test.as_str().unwrap()).collect();
        let single = |set: &&Value| {
            set["group"] == group["id"] && set["components"].as_array().unwrap().len() == 1
        };
        let lines = sets.iter().filter(single);
        let lines = lines.map(|set| set["components"][0]["line"].as_u64().unwrap());
        let mut lines: Vec<u64> = lines.collect();
        lines.sort_unstable();
        lines.dedup();
        (tests.join(" "), lines)
    };
    groups.map(of_group).collect()
}

#[test]
fn calls_that_fail_in_different_functions_are_explained_apart() {
    let report = localized(
        "apart",
        "int offset = 3;\nlong long f(long long x) { return x + 1; }\n\
         const char *h(int x) { return \"ac\"; }\nlong k(long x) { return x * 3; }\n\
         double dd(long x) { return x * 0.7; }\nint shift(int x) { return x + offset; }\n",
        &[
            ("f", "f(1)", Some("3")),
            ("h", "h(1)", Some("\"abc\"")),
            ("k", "k(2)", Some("8")),
            ("dd", "dd(10)", Some("5.0")),
            ("shift", "shift(1)", Some("4")),
        ],
    );
    let expected = [("f", 2), ("h", 3), ("k", 4), ("dd", 5)];
    let expected = expected.map(|(test, line)| (test.to_owned(), vec![line]));
    assert_eq!(groups(&report), expected);
    let fixes = report["diagnoses"].as_array().unwrap().iter();
    let mut fixes = fixes.flat_map(|set| set["fixes"].as_array().unwrap());
    assert!(
        fixes.any(|fix| fix["new"] == "\"abc\""),
        "{}",
        report["diagnoses"]
    );
}

#[test]
fn calls_with_a_common_helper_are_explained_together_if_they_can_be() {
    let helper = |body: &str| {
        format!(
            "static int twice(int x) {{ return {body}; }}\nint one(int x) {{ return twice(x) + 1; }}\n\
             int two(int x) {{ return twice(x) + 2; }}\nint three(int x) {{ return twice(x) + 3; }}\n\
             int four(int x) {{ return twice(x) + 4; }}\n"
        )
    };
    let calls = [
        ("one", "one(3)", Some("7")),
        ("two", "two(4)", Some("10")),
        ("three", "three(5)", Some("13")),
        ("four", "four(6)", Some("16")),
    ];
    let report = localized("helper", &helper("3 * x"), &calls);
    let all = "one two three four".to_owned();
    assert_eq!(groups(&report), [(all, vec![1])]);

    // The helper is right, and each function is wrong: no three changes are enough.
    let wrong = helper("2 * x")
        .replace(" + ", " - ")
        .replace("return twice(x)", "return 9 * twice(x)");
    let report = localized("helpers", &wrong, &calls);
    let explained = groups(&report);
    let tests: Vec<&str> = explained.iter().map(|(tests, _)| &**tests).collect();
    assert_eq!(tests, ["one", "two", "three", "four"]);
    for ((_, lines), own) in explained.iter().zip(2..) {
        assert!(lines.contains(&own), "{explained:?}");
    }
}

#[test]
fn a_function_that_a_call_tests_is_suspected() {
    let program = "#include <assert.h>\nint f(int x) {\n    int y;\n    if (x == 1)\n        y = 0;\n    else\n        \
                   y = 7;\n    assert((x == 1 && y == 7) || (x == 0 && y == 42));\n    return y;\n}\n\
                   void check_sign(int x) {\n    int sign = x > 1;\n    assert(sign == (x > 0));\n}\n";
    let report = localized(
        "suspected",
        program,
        &[("x1", "f(1)", None), ("s", "check_sign(1)", None)],
    );
    let explained = groups(&report);
    assert_eq!(explained.len(), 2, "{explained:?}");
    assert!(explained[0].1.contains(&5), "{explained:?}");
    assert!(explained[1].1.contains(&12), "{explained:?}");
    assert!(
        !report["assumed"].to_string().contains("not suspected"),
        "{}",
        report["assumed"]
    );
}

#[test]
fn a_call_that_no_change_can_help_does_not_hide_the_others() {
    let program = "/*@ ensures (x == 1 && \\result == 7) || (x == 0 && \\result == 42); */\nint f(int x) {\n    \
                   int y;\n    if (x == 1)\n        y = 0;\n    else\n        y = 7;\n    return y;\n}\n";
    let calls = [
        ("x0", "f(0)", None),
        ("x1", "f(1)", None),
        ("x2", "f(2)", None),
    ];
    let report = localized("hopeless", program, &calls);
    let explained = groups(&report);
    let tests: Vec<&str> = explained.iter().map(|(tests, _)| &**tests).collect();
    assert_eq!(tests, ["x0", "x1", "x2"]);
    assert!(explained[0].1.contains(&7), "{explained:?}");
    assert!(explained[1].1.contains(&5), "{explained:?}");
    assert!(explained[2].1.is_empty(), "{explained:?}");
}

#[test]
fn a_returned_string_is_compared_by_its_characters() {
    let program = "const char *grade(int p) { return p > 50 ? \"pass\" : \"fail\"; }\n";
    let calls = [
        ("high", "grade(60)", Some("\"pass\"")),
        ("edge", "grade(50)", Some("\"pass\"")),
    ];
    let report = localized("grade", program, &calls);
    assert_eq!(report["tests"]["passing"], serde_json::json!(["high"]));
    let detail = &report["tests"]["details"][0];
    assert!(
        detail
            .to_string()
            .contains(r#"expected result \"pass\", got \"fail\""#),
        "{detail}"
    );
    assert_eq!(groups(&report)[0].1, [1]);
}
