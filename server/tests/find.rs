//! Failing inputs: found, written down as tests, and made small.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Folder, faultlens};

const PROGRAM: &str = r#"
#include <assert.h>
#include <stdio.h>

static int days(int month, int year)
{
    if (month == 2)
        return year % 4 == 0 ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

int main(void)
{
    int month, year;
    if (scanf("%d %d", &month, &year) != 2 || month < 1 || month > 12 || year < 1800 || year > 2200)
        return 0;
    int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (month == 2)
        assert(days(month, year) == 28 + leap);
    printf("%d\n", days(month, year));
    return 0;
}
"#;

#[test]
fn a_failing_input_is_found_written_down_and_localized() {
    let folder = Folder::new("find_write");
    folder.write("days.c", PROGRAM.as_bytes());
    let found = faultlens(folder.path(), &["find", "--write", "days.c"]);
    assert_eq!(found.status, 1, "{}", found.stdout);
    assert!(
        found.stdout.contains("1. days.c:19: assertion failed"),
        "{}",
        found.stdout
    );
    assert!(found.stdout.contains("   > 2 1800\n"), "{}", found.stdout);
    assert!(
        found
            .stdout
            .contains("5 tests written to faultlens.toml, 3 of them passing"),
        "{}",
        found.stdout
    );
    let report = faultlens(folder.path(), &["localize", "--format", "json", "days.c"]).json();
    assert_eq!(
        report["tests"]["failing"],
        serde_json::json!(["found-1", "found-2"])
    );
    let lines: Vec<_> = report["ranking"]
        .as_array()
        .unwrap()
        .iter()
        .take(5)
        .map(|r| r["line"].as_u64().unwrap())
        .collect();
    assert!(lines.contains(&8), "{lines:?}");
    // Found again it is not written again, and the file stays one that can be read.
    let again = faultlens(folder.path(), &["find", "--write", "days.c"]);
    assert!(
        again.stdout.contains("faultlens.toml has it already"),
        "{}",
        again.stdout
    );
    let report = faultlens(folder.path(), &["test", "--format", "json", "days.c"]).json();
    assert_eq!(report["tests"].as_array().unwrap().len(), 5);
}

#[test]
fn with_a_reference_tests_have_an_expected_output() {
    let folder = Folder::new("find_reference");
    let text = |op: &str| {
        format!(
            "#include <stdio.h>\nint main(void)\n{{\n    int n, sum = 0;\n    if (scanf(\"%d\", &n) != 1)\n        return 0;\n    for (int i = 0; i {op} n && i < 9; i++)\n        sum += i;\n    printf(\"%d\\n\", sum);\n    return 0;\n}}\n"
        )
    };
    folder.write("sum.c", text("<").as_bytes());
    folder.write("good.c", text("<=").as_bytes());
    let found = faultlens(
        folder.path(),
        &["find", "--write", "--reference", "good.c", "sum.c"],
    );
    assert_eq!(found.status, 1, "{}{}", found.stdout, found.stderr);
    let report = faultlens(folder.path(), &["test", "--format", "json", "sum.c"]).json();
    assert_eq!(report["tests"][0]["outcome"], "fail");
    assert!(report["tests"][0]["expected"].is_string());
}

#[test]
fn what_a_verifier_would_choose_is_read_as_input() {
    let folder = Folder::new("find_verifier");
    folder.write(
        "loop.c",
        b"extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\nvoid reach_error(void);\nvoid assume(int c) { if (!c) abort(); }\nint main(void) {\n    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n    assume(x > 3 && x < 50);\n    if (x * y == 91)\n        reach_error();\n    return 0;\n}\n",
    );
    let found = faultlens(folder.path(), &["find", "loop.c"]);
    assert_eq!(found.status, 1, "{}", found.stdout);
    assert!(
        found.stdout.contains("what must not be reached is reached"),
        "{}",
        found.stdout
    );
    assert!(
        found.stdout.contains("   > 7\n   > 13\n") || found.stdout.contains("   > 13\n   > 7\n"),
        "{}",
        found.stdout
    );
}

#[test]
fn a_program_without_a_failure_says_so() {
    let folder = Folder::new("find_none");
    folder.write("ok.c", b"#include <assert.h>\n#include <stdio.h>\nint main(void)\n{\n    int x;\n    if (scanf(\"%d\", &x) != 1)\n        return 0;\n    assert(x <= 5 || x > 5);\n    return 0;\n}\n");
    let found = faultlens(folder.path(), &["find", "ok.c"]);
    assert_eq!(found.status, 0, "{}", found.stdout);
    assert!(
        found
            .stdout
            .contains("no input makes it fail: every path was followed"),
        "{}",
        found.stdout
    );
}

#[test]
fn the_input_of_a_failing_test_is_made_small() {
    let folder = Folder::new("reduce");
    folder.write("p.c", b"#include <stdio.h>\nint main(void)\n{\n    int x, a[4], n = 0;\n    while (scanf(\"%d\", &x) == 1)\n        if (x > 10)\n            a[n++] = x;\n    printf(\"%d\\n\", n);\n    return 0;\n}\n");
    folder.write(
        "tests/big.in",
        b"1 2 3 44 5\n66 77 8 9 10\n11 12 13 1 1 1\n",
    );
    folder.write("tests/big.out", b"6\n");
    let report = faultlens(folder.path(), &["reduce", "--format", "json", "p.c"]).json();
    let small = &report["failing"][0];
    let words = small["stdin"].as_str().unwrap().split_whitespace().count();
    assert_eq!(words, 5, "{small}");
    assert_eq!(small["failure"]["line"], 7);
    // What is right for another input nobody says.
    folder.write(
        "q.c",
        b"#include <stdio.h>\nint main(void) { puts(\"a\"); return 0; }\n",
    );
    let refused = faultlens(folder.path(), &["reduce", "--tests", "tests", "q.c"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stdout.contains("--reference"), "{}", refused.stdout);
}
