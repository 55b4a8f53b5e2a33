//! Unit tests in C: functions with assertions, Unity's and the standard library's.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use common::{Folder, faultlens};
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
    let trusted = "test functions are correct: they say what is right";
    assert_eq!(report["assumed"], serde_json::json!([trusted]));
    let with_line = localize(&["--correct", "7"]);
    assert_eq!(
        with_line["assumed"],
        serde_json::json!(["correct, as you say: line 7", trusted])
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
        "TEST_IGNORE(); TEST_FAIL()",
        "TEST_PASS(); TEST_FAIL()",
    ];
    let mut text = "#include \"unity.h\"\nstatic int three[] = {1, 2, 3}, four[] = {1, 2, 4};\nstatic double zero;\n".to_owned();
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
