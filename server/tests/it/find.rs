//! Failing inputs: found, written down as tests, and made small.

use crate::common::{Folder, faultlens};

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
            .contains("6 tests written to faultlens.toml, 3 of them passing"),
        "{}",
        found.stdout
    );
    let report = faultlens(folder.path(), &["localize", "--format", "json", "days.c"]).json();
    assert_eq!(
        report["tests"]["failing"],
        serde_json::json!(["found-1", "found-2", "found-3"])
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
    assert_eq!(report["tests"].as_array().unwrap().len(), 6);
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
        found.stdout.contains("loop.c:9: `reach_error` is reached"),
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
fn a_witness_is_run_first() {
    let folder = Folder::new("find_witness");
    // Nobody finds this number by trying, and a hash is not solved either.
    folder.write(
        "hash.c",
        b"extern unsigned __VERIFIER_nondet_uint(void);\nvoid reach_error(void);\nint main(void) {\n    unsigned x = __VERIFIER_nondet_uint(), h = x;\n    for (int i = 0; i < 40; i++)\n        h = (h ^ (h >> 15)) * 2654435761u + x;\n    if (h == 3577502185u)\n        reach_error();\n    return 0;\n}\n",
    );
    folder.write("w.yml", b"- entry_type: violation_sequence\n  content:\n  - segment:\n    - waypoint:\n        type: function_return\n        action: follow\n        location: {line: 4}\n        constraint: {value: \"\\\\result == 123456789\"}\n");
    let report = faultlens(
        folder.path(),
        &["find", "--witness", "w.yml", "--format", "json", "hash.c"],
    )
    .json();
    assert_eq!(report["failing"][0]["stdin"], "123456789\n");
    assert_eq!(report["runs"], 1);
    folder.write("w.txt", b"4\n");
    let report = faultlens(
        folder.path(),
        &[
            "find",
            "--timeout",
            "8",
            "--witness",
            "w.txt",
            "--format",
            "json",
            "hash.c",
        ],
    )
    .json();
    assert!(
        report["assumed"]
            .to_string()
            .contains("does not fail on the input of the witness")
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

const CONTRACTS: &str = r"
/*@ requires 0 <= x <= 1000;
  @ ensures \result * \result <= x < (\result + 1) * (\result + 1);
  @*/
int root(int x)
{
    int r = 0;
    //@ loop invariant r * r <= x;
    while ((r + 1) * (r + 1) < x)
        r++;
    return r;
}

/*@ requires 1 <= n <= 2 && \valid(a + (0 .. n - 1));
  @ assigns a[0 .. n - 1];
  @ ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[n - 1 - i]);
  @*/
void reverse(int *a, int n)
{
    for (int i = 0; i < n / 2; i++) {
        int t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
    }
}
";

#[test]
fn a_call_that_breaks_a_contract_is_found_and_localized() {
    let folder = Folder::new("find_contract");
    folder.write("f.c", CONTRACTS.as_bytes());
    let report = faultlens(
        folder.path(),
        &["find", "--write", "--format", "json", "f.c"],
    )
    .json();
    let failing = report["failing"].as_array().unwrap();
    assert_eq!(failing[0]["message"], "postcondition does not hold");
    assert_eq!(failing[0]["failure"]["line"], 3);
    // Only one of the two functions is wrong.
    let calls: Vec<&str> = failing
        .iter()
        .map(|f| f["call"].as_str().unwrap())
        .collect();
    assert!(
        calls.iter().all(|call| call.starts_with("root(")),
        "{calls:?}"
    );
    let passing = report["passing"].as_array().unwrap();
    assert!(passing.iter().all(|p| p["call"].is_string()), "{passing:?}");
    let report = faultlens(folder.path(), &["localize", "--format", "json", "f.c"]).json();
    assert!(report["tests"]["failing"].as_array().unwrap().len() >= 2);
    assert!(!report["tests"]["passing"].as_array().unwrap().is_empty());
    assert_eq!(report["ranking"][0]["line"], 9);
}

#[test]
fn a_call_with_an_array_is_judged_by_the_contract() {
    let folder = Folder::new("call_contract");
    let wrong = CONTRACTS.replace("i < n / 2", "i < n");
    folder.write("f.c", wrong.as_bytes());
    folder.write(
        "faultlens.toml",
        b"[[test]]\nname = \"one\"\ncall = \"reverse({7}, 1)\"\n[[test]]\nname = \"two\"\ncall = \"reverse({1, 2}, 2)\"\n",
    );
    let report = faultlens(folder.path(), &["test", "--format", "json", "f.c"]).json();
    assert_eq!(report["tests"][0]["outcome"], "pass");
    assert_eq!(report["tests"][1]["outcome"], "fail");
    assert_eq!(report["tests"][1]["reason"], "postcondition does not hold");
}

#[test]
fn a_contract_that_cannot_be_compiled_spoils_nothing_else() {
    let folder = Folder::new("contract_errors");
    folder.write("p.c", b"#include <stdio.h>\n/*@ ensures \\result == ghost_sum; */\nint twice(int x)\n{\n    //@ assert sorted && x > 0;\n    //@ assert x < 9;\n    return 2 * x;\n}\nint main(void)\n{\n    printf(\"%d\\n\", twice(9));\n    return 0;\n}\n");
    folder.write("tests/a.out", b"18\n");
    let report = faultlens(folder.path(), &["test", "--format", "json", "p.c"]).json();
    // What can be checked still is.
    assert_eq!(report["tests"][0]["reason"], "assertion failed");
    assert_eq!(report["tests"][0]["line"], 6);
    let problems = report["problems"].as_array().unwrap();
    let warned: Vec<_> = problems
        .iter()
        .map(|p| (&p["line"], &p["severity"]))
        .collect();
    let warning = serde_json::json!("warning");
    assert_eq!(warned, [(&5.into(), &warning), (&2.into(), &warning)]);
}

#[test]
fn an_invariant_is_checked_when_its_loop_is_met() {
    let folder = Folder::new("invariant");
    let text = "#include <stdio.h>\nint main(void)\n{\n    int n, sum = 0;\n    if (scanf(\"%d\", &n) != 1 || n < 0 || n > 9)\n        return 0;\n    /*@ loop invariant sum == i * n; */\n    for (int i = 0; i < n; i++)\n        sum += i == 3 ? n + 1 : n;\n    //@ assert sum == n * n;\n    printf(\"%d\\n\", sum);\n    return 0;\n}\n";
    folder.write("p.c", text.as_bytes());
    let found = faultlens(folder.path(), &["find", "p.c"]);
    assert!(
        found
            .stdout
            .contains("p.c:7: loop invariant does not hold\n   > 4"),
        "{}",
        found.stdout
    );
    let without = text.replace("/*@ loop", "/* loop");
    folder.write("p.c", without.as_bytes());
    let found = faultlens(folder.path(), &["find", "p.c"]);
    assert!(
        found.stdout.contains("p.c:10: assertion failed"),
        "{}",
        found.stdout
    );
}

/// Christ et al., *Flow-Sensitive Fault Localization*, Fig. 1.
const X_ZERO: &str = "#include <assert.h>
void xZero(int input) {
    int x = 1;
    int y = input - 42;
    if (y < 0) {
        x = 0;
    }
    assert(x != 0);
}
";

/// The first lines of a localization's ranking.
fn first_lines(report: &serde_json::Value, count: usize) -> Vec<u64> {
    let ranking = report["ranking"].as_array().unwrap().iter().take(count);
    let mut lines: Vec<u64> = ranking.map(|r| r["line"].as_u64().unwrap()).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn a_function_with_an_assertion_needs_no_main() {
    let folder = Folder::new("find_function");
    folder.write("xzero.c", X_ZERO.as_bytes());
    let tested = faultlens(folder.path(), &["test", "xzero.c"]);
    assert!(
        tested.stdout.contains(
            "no `main` to run; `faultlens find xzero.c --write` makes tests of calls that fail: `xZero` can be tested"
        ),
        "{}",
        tested.stdout
    );
    let found = faultlens(folder.path(), &["find", "--write", "xzero.c"]);
    assert_eq!(found.status, 1, "{}", found.stdout);
    assert!(
        found
            .stdout
            .contains("1. xzero.c:8: assertion failed\n   xZero("),
        "{}",
        found.stdout
    );
    assert!(
        found
            .stdout
            .contains("assumed: there is no `main`, so the search calls `xZero`"),
        "{}",
        found.stdout
    );
    // The function is the tested code although nothing says what it returns.
    let report = faultlens(folder.path(), &["localize", "--format", "json", "xzero.c"]).json();
    assert_eq!(first_lines(&report, 3), [4, 5, 6]);
}

#[test]
fn all_functions_that_say_what_is_right_are_searched() {
    let folder = Folder::new("find_functions");
    folder.write(
        "bank.c",
        b"#include <assert.h>
static void check_range(int x, int low, int high) { assert(low <= x && x <= high); }
void test_range(void) { check_range(1, 0, 2); }
int percent(int x) { check_range(x % 102, -101, 100); return x % 102; }
int clamp(int x, int low, int high)
{
    if (low > high)
        return 0;
    int result = x < low ? low : x > high ? low : x;
    assert(result == x || x < low || result == high);
    return result;
}
/*@ requires 0 <= n <= 100; ensures 2 * \\result >= n; */
unsigned half(unsigned n) { return n / 2; }
static int sum(const int values[], int len, int key)
{
    int found = 0, others = 0;
    for (int i = 0; i < len; i++)
        if (values[i] == key)
            found++;
        else if (values[i] > key)
            others++;
    assert(len < 0 || found + others == len);
    return found;
}
int unspecified(int x) { return 1 / x; }
struct point { int x; };
int of_point(struct point *p) { assert(p->x); return p->x; }
",
    );
    let report = faultlens(folder.path(), &["find", "--format", "json", "bank.c"]).json();
    let failing = report["failing"].as_array().unwrap();
    let mut functions: Vec<&str> = failing
        .iter()
        .map(|f| f["call"].as_str().unwrap().split('(').next().unwrap())
        .collect();
    functions.dedup();
    assert_eq!(functions, ["percent", "clamp", "half", "sum"]);
    let problems = report["problems"].to_string();
    assert!(
        problems.contains("arguments for `of_point` cannot be chosen"),
        "{problems}"
    );
    // A name of its own still means one function.
    let report = faultlens(
        folder.path(),
        &["find", "--entry", "half", "--format", "json", "bank.c"],
    )
    .json();
    let failing = report["failing"].as_array().unwrap();
    let of_half = |f: &serde_json::Value| f["call"].as_str().unwrap().starts_with("half(");
    assert!(failing.iter().all(of_half), "{failing:?}");
}

#[test]
fn without_main_it_is_said_what_can_be_called() {
    let folder = Folder::new("find_nothing_stated");
    folder.write(
        "two.c",
        b"int add(int a, int b) { return a + b; }\nint negate(int a) { return -a; }\n",
    );
    let found = faultlens(folder.path(), &["find", "two.c"]);
    assert!(
        found.stdout.contains(
            "there is no `main`; `--entry NAME` searches one of the functions `add`, `negate`"
        ),
        "{}",
        found.stdout
    );
    let found = faultlens(folder.path(), &["find", "--entry", "negate", "two.c"]);
    assert!(
        found.stdout.contains("negate(-2147483648)"),
        "{}",
        found.stdout
    );
    // A misspelt name is not replaced by another function.
    folder.write("xzero.c", X_ZERO.as_bytes());
    let found = faultlens(folder.path(), &["find", "--entry", "xzero", "xzero.c"]);
    assert!(
        found.stdout.contains("there is no `xzero`"),
        "{}",
        found.stdout
    );
}

#[test]
fn the_only_function_is_run_if_it_takes_nothing() {
    let folder = Folder::new("find_scenario");
    let text = "#include <assert.h>
static int items[4], head, count;
static void push(int x) { items[(head + count) % 4] = x; count++; }
static int pop(void)
{
    int x = items[head];
    head = (head + 2) % 4;
    count--;
    return x;
}
void scenario(void)
{
    push(7);
    push(8);
    assert(pop() == 7);
    assert(pop() == 8);
}
";
    folder.write("queue.c", text.as_bytes());
    let report = faultlens(folder.path(), &["localize", "--format", "json", "queue.c"]).json();
    assert_eq!(report["tests"]["failing"], serde_json::json!(["scenario"]));
    assert!(
        report["assumed"]
            .to_string()
            .contains("the test is a call of `scenario`"),
        "{}",
        report["assumed"]
    );
    assert!(
        first_lines(&report, 3).contains(&7),
        "{}",
        report["ranking"]
    );
}

#[test]
fn what_no_search_covers_is_listed_with_its_place() {
    let folder = Folder::new("find_left_out");
    // Each text, and the line and the words of what is left out.
    let cases = [
        (
            "#include <stdio.h>\nint main(int argc, char **argv) {\n    (void)argv;\n    printf(\"%d\\n\", argc);\n    return 0;\n}\n",
            2,
            "arguments",
        ),
        (
            "#include <stdlib.h>\nint main(void) {\n    return getenv(\"HOME\") == NULL;\n}\n",
            3,
            "environment",
        ),
        (
            "#include <time.h>\nint main(void) {\n    return time(NULL) % 2;\n}\n",
            3,
            "times",
        ),
        (
            "#include <stdlib.h>\nint main(void) {\n    return rand() % 2;\n}\n",
            3,
            "random",
        ),
        (
            "static void copy(int *restrict a, int *restrict b) { *a = *b; }\nint main(void) {\n    int x = 1, y;\n    copy(&y, &x);\n    return y != 1;\n}\n",
            1,
            "restrict",
        ),
        (
            "int main(void) {\n    int a = 0, b = 0;\n    int *p = &a, *q = &b;\n    return p < q ? 0 : 1;\n}\n",
            4,
            "different objects",
        ),
        (
            "int main(void) {\n    int a[4] = {0};\n    int *p = a + 6;\n    return p == a;\n}\n",
            3,
            "outside its object",
        ),
        (
            "#include <stdio.h>\nint main(void) {\n    int n = 0;\n    while (getchar() != EOF)\n        n = !n;\n    return n;\n}\n",
            4,
            "repeated",
        ),
        (
            "#include <stdint.h>\n#include <stdlib.h>\nint main(void) {\n    char *y = malloc(8);\n    uintptr_t a = (uintptr_t)y;\n    free(y);\n    char *x = malloc(8);\n    int same = (uintptr_t)x == a;\n    free(x);\n    return same;\n}\n",
            8,
            "what number an address is",
        ),
        (
            "#include <stdlib.h>\nint main(void) {\n    char *y = malloc(8), *x;\n    free(y);\n    x = malloc(8);\n    int same = x == y;\n    free(x);\n    return same;\n}\n",
            6,
            "what number an address is",
        ),
        (
            "int main(void) {\n    int a[2], b[2], *end = a + 2, *start = b;\n    return end == start;\n}\n",
            3,
            "what number an address is",
        ),
        (
            "#include <string.h>\nint main(void) {\n    int a, *p = &a;\n    unsigned char first;\n    memcpy(&first, &p, 1);\n    return first == 0x24;\n}\n",
            5,
            "what number an address is",
        ),
        (
            "extern unsigned long __VERIFIER_nondet_ulong(void);\nint v;\nint main(void) {\n    int *p = (int *)__VERIFIER_nondet_ulong();\n    return p == &v;\n}\n",
            5,
            "what number an address is",
        ),
        (
            "int main(void) {\n    int x = -1, n = 3;\n    return (x << n) + 8;\n}\n",
            3,
            "a shift to the left",
        ),
        (
            "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int x = __VERIFIER_nondet_int();\n    return x < 0 || x > 40 ? 0 : (1 << x % 32) == 7;\n}\n",
            4,
            "a shift to the left",
        ),
        (
            "void g() {}\nint main(void) {\n    g(1);\n    return 0;\n}\n",
            3,
            "other types",
        ),
        (
            "int add(a, b) int a; int b; { return a + b; }\nint main(void) {\n    return add(1, 2.5) * 0;\n}\n",
            3,
            "other types",
        ),
        (
            "typedef long double big;\nint main(void) {\n    big x = 1;\n    return x + 1 < x;\n}\n",
            1,
            "`long double`",
        ),
        (
            "#include <assert.h>\nint main(void) {\n    assert(0.1L != 0.1);\n    return 0;\n}\n",
            3,
            "whether this fails with a more exact `long double`: assertion failed",
        ),
    ];
    for (text, line, what) in cases {
        folder.write("p.c", text.as_bytes());
        let found = faultlens(folder.path(), &["find", "--format", "json", "p.c"]);
        assert_eq!(found.status, 3, "{text}{}", found.stdout);
        let report = found.json();
        let left_out = report["left_out"].as_array().unwrap();
        let is_listed = left_out.iter().any(|left_out| {
            left_out["line"] == line && left_out["what"].as_str().unwrap().contains(what)
        });
        assert!(
            is_listed && report["complete"] == false,
            "{text}{left_out:?}"
        );
    }
}

#[test]
fn what_is_certain_is_not_listed() {
    let folder = Folder::new("find_certain");
    for text in [
        "#include <assert.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\nint g, h;\nint main(void) {\n    int a[4], *p = malloc(4), *i = &g, *j = &h;\n    assert(strchr(\"ab\", 99) == NULL);\n    if (p == NULL || !p)\n        return 1;\n    assert(&g != &h && p != &g && p != (void *)-1 && (uintptr_t)i != (uintptr_t)j);\n    assert((uintptr_t)(a + 1) - (uintptr_t)a == 4 && (uintptr_t)(a + 1) > (uintptr_t)a);\n    uintptr_t n = (uintptr_t)p;\n    *(int *)n = 3;\n    assert(*p == 3 && n != 0);\n    free(p);\n    return 0;\n}\n",
        "struct s { int x; long l; };\nint main(void) {\n    struct s s = {3, 5};\n    s.x <<= 20;\n    s.l <<= 40;\n    return (1L << 20) != 1048576 || s.x != 3 << 20 || s.l >> 40 != 5;\n}\n",
        "void g() {}\nint add(a, b) int a; int b; { return a + b; }\nfloat half(x) float x; { return x / 2; }\nstruct s { int i; };\nint of(v, q) struct s v; struct s *q; { return v.i + q->i; }\nint main(void) {\n    char one = 1;\n    struct s v = {2};\n    g();\n    return add(one, 2) != 3 || half(3.0f) != 1.5f || of(v, &v) != 4;\n}\n",
        "#include <stddef.h>\nint main(void) {\n    return sizeof(max_align_t) == 0;\n}\n",
    ] {
        folder.write("p.c", text.as_bytes());
        let found = faultlens(folder.path(), &["find", "p.c"]);
        assert_eq!(found.status, 0, "{text}{}", found.stdout);
    }
}

#[test]
fn a_number_may_be_the_address_that_a_pointer_has() {
    let folder = Folder::new("find_number");
    for body in [
        "int t[3]; union { unsigned long n; int *p; } u; u.n = __VERIFIER_nondet_ulong(); assert(u.p != t + 1);",
        "char *h = malloc(4), *q; unsigned long n = __VERIFIER_nondet_ulong(); memcpy(&q, &n, sizeof q); if (h == q) free(h); free(h);",
        "void *p; if (scanf(\"%p\", &p) == 1 && p == (void *)d) assert(0);",
        "int *p; if (fread(&p, sizeof p, 1, stdin) == 1) switch (p == &g.b) { case 1: assert(0); }",
        "int (*f)(void) = (int (*)(void))__VERIFIER_nondet_ulong(); assert(f != main);",
        "unsigned long n = __VERIFIER_nondet_ulong(); if (n == (unsigned long)&g) assert(0);",
    ] {
        let text = format!(
            "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nextern unsigned long __VERIFIER_nondet_ulong(void);\nstatic double d[2];\nstruct {{ int a, b; }} g;\nint main(void) {{\n    {body}\n    return 0;\n}}\n"
        );
        folder.write("p.c", text.as_bytes());
        let found = faultlens(folder.path(), &["find", "p.c"]);
        assert_eq!(found.status, 1, "{text}{}", found.stdout);
    }
}

/// Programs for verifiers, with the failure that is found in them.
#[test]
fn other_verifiers_have_other_names() {
    let folder = Folder::new("find_names");
    for (text, failure) in [
        (
            "int main() {\n    int f;\n    __VERIFIER_assume(f == 1);\n    return 0;\n}\n",
            "p.c:3: use of an uninitialised value: it decides a branch",
        ),
        (
            "void __ESBMC_assume(_Bool);\nstruct s { int a; char b; };\nint main() {\n    struct s x;\n    x.a = 1;\n    __ESBMC_assume(x.a == 1);\n    __ESBMC_assume(x.b);\n    return 0;\n}\n",
            "p.c:7: use of an uninitialised value: it decides a branch",
        ),
        (
            "int nondet_int();\nint main() {\n    int x = nondet_int();\n    __ESBMC_assume(x > 5);\n    __ESBMC_assert(x > 5, \"holds\");\n    __ESBMC_assert(x != 77, \"does not\");\n}\n",
            "p.c:6: assertion failed",
        ),
        (
            "int main() {\n    int x;\n    __ESBMC_assert(x == 3, \"x\");\n}\n",
            "p.c:3: use of an uninitialised value: an argument of `__ESBMC_assert`",
        ),
        (
            "extern void __VERIFIER_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main() {\n    if (__VERIFIER_nondet_int() == 7)\n        __VERIFIER_error();\n}\n",
            "p.c:5: `__VERIFIER_error` is reached",
        ),
    ] {
        folder.write("p.c", text.as_bytes());
        let found = faultlens(folder.path(), &["find", "p.c"]);
        assert!(found.stdout.contains(failure), "{text}{}", found.stdout);
    }
}

/// Programs that read what they never set, and whether some value of it makes them fail.
const UNSET: [(&str, bool); 13] = [
    // Parts that were set stay; a copy is like its source; a truth value is 0 or 1.
    (
        "union { int i; unsigned char c[4]; } v; v.c[0] = 1; assert((v.i & 0xff) == 1); if (v.c[1] == 7) assert(v.c[2] != 7);",
        true,
    ),
    (
        "int x = 0x1234; short s; memcpy(&x, &s, 2); if (s == 5) assert((x >> 16) != 0 || x != 5);",
        true,
    ),
    (
        "int x = 0x1234; short s; memcpy(&x, &s, 2); assert((x >> 16) == 0); if (s) return 1;",
        false,
    ),
    (
        "struct s { int a, b; } x, y; x.a = 1; y = x; assert(y.b == x.b); if (x.b) return 1;",
        false,
    ),
    (
        "_Bool b; int k = b; assert(k == 0 || k == 1); if (b) return 1;",
        false,
    ),
    (
        "struct { _Bool on; int n; } r; r.n = 2; if (r.on) assert(r.n != 2);",
        true,
    ),
    // A scalar in a register, in memory, and in a loop that declares it anew.
    ("int x; if (x > 5 && x < 8) assert(x != 7);", true),
    (
        "int x; int *p = &x; if (*p == x) return 0; assert(0);",
        false,
    ),
    (
        "int sum = 0; for (int i = 0; i < 2; i++) { unsigned char b; sum += b; } assert(sum != 510);",
        true,
    ),
    // Elements, members and allocated memory; bytes that the library reads.
    (
        "char name[4]; name[3] = 0; if (name[0] == 'a' && name[1] == 'b') assert(strlen(name) != 2);",
        true,
    ),
    (
        "struct { short a; long b; } r; r.a = 1; if (r.b < 0) return 0; assert(r.b >= 0 && r.a == 1);",
        false,
    ),
    (
        "int *v = malloc(2 * sizeof *v); if (!v) return 0; if (v[0] == v[1]) assert(v[1] == v[0]); free(v);",
        false,
    ),
    // An index that is not known.
    (
        "int v[3], i; if (i < 0 || i > 2) return 0; v[1] = 4; if (v[i] == 9) assert(i != 2);",
        true,
    ),
];

#[test]
fn a_number_that_was_never_set_may_be_any() {
    let folder = Folder::new("find_unset");
    for (body, fails) in UNSET {
        let program = format!(
            "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void)\n{{\n    {body}\n    return 0;\n}}\n"
        );
        folder.write("p.c", program.as_bytes());
        let found = faultlens(folder.path(), &["find", "--uninit", "any", "p.c"]);
        assert_eq!(found.status == 1, fails, "{body}\n{}", found.stdout);
        assert!(
            !found.stdout.contains("uninitialised"),
            "{body}\n{}",
            found.stdout
        );
        let found = faultlens(folder.path(), &["find", "p.c"]);
        assert!(
            found.stdout.contains("uninitialised"),
            "{body}\n{}",
            found.stdout
        );
    }
}

/// Expressions whose behaviour C leaves undefined in ways that no run checks, with what is said of them; nothing of
/// those that look alike.
const EXPRESSIONS: [(&str, &str); 27] = [
    (
        "int a = 1; int b = (a = 2) + (a = 3); return b > 9;",
        "other orders",
    ),
    (
        "int i = 0, v[3] = {0}; v[i] = i++; return v[0] > 9;",
        "other orders",
    ),
    ("int i = 1; i = i++ + 1; return i > 9;", "other orders"),
    (
        "int n = 2; return abs(n++) > abs(n) + max(n, n--);",
        "other orders",
    ),
    (
        "int i = 0, v[3] = {0}; v[i++] = 2; i = v[0] + i * i; return i > 9;",
        "",
    ),
    (
        "int a = 1; int b = a++ && a == 2; int c = a ? a++ : a--; return b + c > 9;",
        "",
    ),
    (
        "int a = 1; a += a * a; a = max(a, a + 1); return a > 9;",
        "",
    ),
    ("int n; n; return 0;", "whose value is not used"),
    ("int n, *p = &n; *p; return 0;", "whose value is not used"),
    (
        "struct { struct { int i; } in; } s; s.in; return 0;",
        "whose value is not used",
    ),
    ("int n = 3, *p = &n; n; *p; p[0]; return n > 9;", ""),
    ("int n; (void)n; return 0;", ""),
    (
        "union { int i; char c; } u; u.i = 7; u.c = u.i; return u.c > 9;",
        "overlaps",
    ),
    ("float f = 1; return *(int *)&f == 9;", "read as the type"),
    (
        "long n = 5; printf(\"%d\\n\", n); return 0;",
        "whose arguments do not fit",
    ),
    ("long n = 5; printf(\"%ld\\n\", n); return 0;", ""),
    // Whoever started the program reads its exit status.
    ("int n; return n;", "never set"),
    ("int n; if (max(1, 2) > 2) n = 0; return n;", "never set"),
    ("int n = 0; return n;", ""),
    ("register int a[2] = {1, 2}; return a[1] > 9;", "`register`"),
    // A variable of a function that is `const` lies in memory that can be written.
    (
        "const char w[] = \"ab\"; char *b = strchr(w, 'b'); *b = 'c'; return w[0] > 'a';",
        "is written to",
    ),
    (
        "const int n = 3; *(int *)&n = 4; return n > 9;",
        "is written to",
    ),
    (
        "struct { const char c[4]; } s = {\"abc\"}; char *const e = strrchr(s.c, 'c'); return *e > 'd';",
        "",
    ),
    (
        "char w[] = \"ab\"; const char *v = w; char *b = strchr(v, 'b'); *b = 'c'; return w[0] > 'a';",
        "",
    ),
    (
        "const char *const w = \"ab\"; return (int)w[0] > 'a' || strchr(\"ab\", 'b') == 0;",
        "",
    ),
    (
        "int n = max(1, 2), a[2][2] = {{1}}; int (*p)[n] = (int (*)[n])a; return p[0][0] > 9;",
        "variable-length",
    ),
    (
        "int a[2][2] = {{1}}; int (*p)[2] = (int (*)[2])a; return p[0][0] > 9;",
        "",
    ),
];

#[test]
fn expressions_that_no_run_checks_are_listed() {
    let folder = Folder::new("find_expressions");
    for (body, what) in EXPRESSIONS {
        let program = format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nstatic int max(int a, int b) {{ return a > b ? a : b; }}\n\
             int main(void)\n{{\n    {body}\n}}\n"
        );
        folder.write("p.c", program.as_bytes());
        let found = faultlens(folder.path(), &["find", "p.c"]);
        let listed = found
            .stdout
            .lines()
            .filter(|line| line.starts_with("not tried: "));
        let listed: Vec<&str> = listed.collect();
        assert_eq!(
            found.status,
            if what.is_empty() { 0 } else { 3 },
            "{body}\n{}",
            found.stdout
        );
        assert!(
            listed
                .iter()
                .all(|line| line.starts_with("not tried: p.c:7: ")),
            "{body}\n{listed:?}"
        );
        assert!(
            what.is_empty() || listed.iter().any(|line| line.contains(what)),
            "{body}\n{listed:?}"
        );
    }
}

#[test]
fn chosen_values_do_not_run_out() {
    let folder = Folder::new("find_chosen");
    for (read, status) in [
        (
            "extern int __VERIFIER_nondet_int(void);\n#define NEXT __VERIFIER_nondet_int()",
            0,
        ),
        // A program that reads text has to end where the text ends.
        (
            "#include <stdio.h>\nstatic int next(void) { int n = 0; scanf(\"%d\", &n); return n; }\n#define NEXT next()",
            1,
        ),
    ] {
        let program = format!(
            "{read}\nint main(void)\n{{\n    int lines = 0;\n    while (NEXT != -1)\n        lines = 1;\n    return lines - lines;\n}}\n"
        );
        folder.write("p.c", program.as_bytes());
        let found = faultlens(folder.path(), &["find", "p.c"]);
        assert_eq!(found.status == 1, status == 1, "{read}\n{}", found.stdout);
    }
}

type InputsAndOutputs = [(&'static str, &'static str); 2];

/// Programs that differ from a correct one only on inputs that no test looks like: the body after `int n, x, sum = 0;`
/// of the program and of the reference, an input and the output of a test, and another test.
const ODD_INPUTS: [(&str, &str, InputsAndOutputs); 5] = [
    // A negative count, and more or fewer numbers than counted.
    (
        "scanf(\"%d\", &n); while (n--) { scanf(\"%d\", &x); sum += x; if (n > 50) break; } printf(\"%d\\n\", sum);",
        "scanf(\"%d\", &n); for (int i = 0; i < n; i++) { if (scanf(\"%d\", &x) != 1) x = 7; sum += x; } printf(\"%d\\n\", sum);",
        [("3\n1 2 3\n", "6\n"), ("1\n5\n", "5\n")],
    ),
    // A month that is none.
    (
        "scanf(\"%d\", &n); printf(\"%d\\n\", n == 2 ? 28 : n == 4 || n == 6 || n == 9 || n == 11 ? 30 : 31);",
        "scanf(\"%d\", &n); printf(\"%d\\n\", n < 1 ? 0 : n == 2 ? 28 : n == 4 || n == 6 || n == 9 || n == 11 ? 30 : 31);",
        [("2\n", "28\n"), ("12\n", "31\n")],
    ),
    // A word instead of a number, or nothing.
    (
        "n = 0; scanf(\"%d\", &n); printf(\"%d\\n\", n * 2);",
        "if (scanf(\"%d\", &n) != 1) { puts(\"error\"); return 0; } printf(\"%d\\n\", n * 2);",
        [("4\n", "8\n"), ("-3\n", "-6\n")],
    ),
    // Other letters.
    (
        "char w[200]; scanf(\"%99s\", w); for (char *p = w; *p; p++) *p -= 32; puts(w);",
        "char w[200]; scanf(\"%99s\", w); for (char *p = w; *p; p++) if (*p >= 'a' && *p <= 'z') *p -= 32; puts(w);",
        [("hello\n", "HELLO\n"), ("abc\n", "ABC\n")],
    ),
    // Another end.
    (
        "while (scanf(\"%d\", &x) == 1 && x) sum += x; printf(\"%d\\n\", sum);",
        "while (scanf(\"%d\", &x) == 1 && x) sum += x; printf(\"%d\\n\", x ? -1 : sum);",
        [("3 4 5 0\n", "12\n"), ("7 0\n", "7\n")],
    ),
];

#[test]
fn a_reference_accuses_nobody_on_inputs_that_no_test_looks_like() {
    let folder = Folder::new("find_odd");
    let whole = |body: &str| {
        format!(
            "#include <stdio.h>\nint main(void)\n{{\n    int n, x, sum = 0;\n    {body}\n    return 0 * n * x * sum;\n}}\n"
        )
    };
    for (body, right, tests) in ODD_INPUTS {
        // What is not set is not used.
        let whole = |body: &str| {
            whole(body)
                .replace("0 * n * x * sum", "0")
                .replace("int n, x,", "int n = 0, x = 0,")
        };
        folder.write("p.c", whole(body).as_bytes());
        folder.write("right.c", whole(right).as_bytes());
        for (number, (input, output)) in tests.iter().enumerate() {
            folder.write(&format!("tests/t{number}.in"), input.as_bytes());
            folder.write(&format!("tests/t{number}.out"), output.as_bytes());
        }
        let arguments = ["find", "--reference", "right.c", "p.c"];
        let found = faultlens(folder.path(), &arguments);
        assert_eq!(found.status, 3, "{body}\n{}", found.stdout);
        let limits = "not tried: inputs that look otherwise than those of the tests (--valid)";
        assert!(found.stdout.contains(limits), "{body}\n{}", found.stdout);
        // A checker that takes everything.
        folder.write("all.c", b"int main(void) { return 0; }\n");
        let found = faultlens(
            folder.path(),
            &[&arguments[..], &["--valid", "all.c"]].concat(),
        );
        assert_eq!(found.status, 1, "{body}\n{}", found.stdout);
    }
}

#[test]
fn inputs_count_on_a_condition() {
    let folder = Folder::new("find_valid");
    let program = "#include <stdio.h>\nint main(void)\n{\n    int n, v[10];\n    char kind;\n    scanf(\"%d %c\", &n, &kind);\n    for (int i = 0; i < n; i++)\n        scanf(\"%d\", &v[i]);\n    printf(\"%d %c\\n\", v[n - 1], kind);\n    return 0;\n}\n";
    folder.write("p.c", program.as_bytes());
    let find = |valid: &str| faultlens(folder.path(), &["find", "--valid", valid, "p.c"]);
    let all = find("n < 1000");
    assert_eq!(all.status, 1, "{}", all.stdout);
    let some = find("n >= 1 && n <= 10 && (kind == 'a' || kind == 'b')");
    assert!(!some.stdout.contains("overflow"), "{}", some.stdout);
    for (condition, why) in [
        ("n >=", "--valid: "),
        ("m > 1", "--valid: "),
        ("none.c", "there is no file"),
    ] {
        let wrong = find(condition);
        assert_eq!(wrong.status, 2, "{}", wrong.stdout);
        assert!(wrong.stdout.contains(why), "{}", wrong.stdout);
    }
}

/// Texts that are printed into the buffer that they are in, and ones that are not; a trace without a failure.
#[test]
fn a_text_is_not_printed_over_itself() {
    let folder = Folder::new("find_over");
    for (call, overlaps) in [
        ("sprintf(b, \"x%s\", b)", true),
        ("snprintf(b, sizeof b, \"%s-%d\", b, 3)", true),
        ("sprintf(b + 1, \"%s\", b)", true),
        ("sprintf(b, \"%d%s\", 1, b + 2)", true),
        ("sprintf(b + 20, \"%s\", b)", false),
        ("sprintf(b, \"%d\", b[0])", false),
        ("sprintf(b, \"%s\", c)", false),
        ("sprintf(b + 5, \"%s and more\", b)", false),
        ("snprintf(b, 3, \"%s\", b + 8)", false),
        ("snprintf(b, 0, \"%s\", b)", false),
        // The end of a string is read, too.
        ("strcpy(b + 3, b)", true),
        ("strcpy(b + 4, b)", false),
        ("strcpy(b, b)", false),
        ("strcat(b, b)", true),
    ] {
        let program = format!(
            "#include <stdio.h>\n#include <string.h>\nint main(void)\n{{\n    char b[40] = \"abc\\0....a long text\", c[4] = \"d\";\n    {call};\n    puts(b);\n    return c[0] == 'e';\n}}\n"
        );
        folder.write("p.c", program.as_bytes());
        let found = faultlens(folder.path(), &["find", "p.c"]);
        assert_eq!(
            found.stdout.contains("-param-overlap"),
            overlaps,
            "{call}\n{}",
            found.stdout
        );
    }
    folder.write(
        "success.json",
        b"[{\"program\": \"CBMC\"}, {\"cProverStatus\": \"success\"}]",
    );
    let found = faultlens(folder.path(), &["find", "--witness", "success.json", "p.c"]);
    assert_eq!(found.status, 2, "{}", found.stdout);
}
