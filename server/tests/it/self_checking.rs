//! Programs that are their own tests: what counts is their exit status, also where they assert something besides.

use crate::common::{Folder, faultlens};

const CODE: &str = "#include <assert.h>\nint half(int x) { assert(x >= 0); return x / 3; }\n";

/// Texts of tests, and the tests that are found with their verdicts.
const PROGRAMS: [(&str, &str); 5] = [
    // The tested code asserts; the test counts.
    (
        "int half(int x);\nstatic int failures;\nstatic void test_half(void) { if (half(4) != 2) failures++; }\n\
         int main(void) { test_half(); return failures; }\n",
        "FAIL main",
    ),
    // A precondition is asserted, what matters is counted.
    (
        "#include <assert.h>\nint half(int x);\nstatic int failures;\n\
         static void test_half(void) { int x = half(4); assert(x > 0); if (x != 2) failures++; }\n\
         int main(void) { test_half(); return failures != 0; }\n",
        "FAIL main",
    ),
    // Tests that register themselves before main.
    (
        "int half(int x);\nstatic int (*tests[4])(void), count;\nstatic int is_half(void) { return half(4) == 2; }\n\
         static void add(void) __attribute__((constructor));\nstatic void add(void) { tests[count++] = is_half; }\n\
         int main(void) { int failed = 0; for (int i = 0; i < count; i++) failed += !tests[i](); return failed; }\n",
        "FAIL main",
    ),
    // Nothing but assertions: each function is a test.
    (
        "#include <assert.h>\nint half(int x);\nstatic void test_half(void) { assert(half(4) == 2); }\n\
         static void test_zero(void) { assert(half(0) == 0); }\nint main(void) { test_half(); test_zero(); return 0; }\n",
        "FAIL test_half pass test_zero",
    ),
    // A count that is right.
    (
        "int half(int x);\nstatic int failures;\nstatic void test_zero(void) { if (half(0) != 0) failures++; }\n\
         int main(void) { test_zero(); return failures; }\n",
        "pass main",
    ),
];

#[test]
fn the_exit_status_counts_beside_assertions() {
    for (text, expected) in PROGRAMS {
        let folder = Folder::new("self-checking");
        folder.write("src/half.c", CODE.as_bytes());
        folder.write("tests/test_half.c", text.as_bytes());
        for file in ["tests/test_half.c", "src/half.c", "."] {
            let run = faultlens(folder.path(), &["test", file]);
            run.is_calm();
            let rows = run.stdout.lines().filter_map(|line| {
                let mut words = line.split_whitespace();
                let verdict = words
                    .next()
                    .filter(|word| ["FAIL", "pass"].contains(word))?;
                Some(format!("{verdict} {}", words.next()?))
            });
            let rows: Vec<String> = rows.collect();
            assert_eq!(rows.join(" "), expected, "{file} {text}\n{run:?}");
        }
    }
}

#[test]
fn a_program_with_input_in_a_makefile_is_no_test_by_itself() {
    let folder = Folder::new("makefile-input");
    let text = "#include <stdio.h>\nint main(void) { int x; return scanf(\"%d\", &x) != 1; }\n";
    folder.write("reader.c", text.as_bytes());
    folder.write(
        "Makefile",
        b"reader: reader.c\n\tcc -o $@ $^\ntest: reader\n\t./reader < a.txt > out; cmp out a.want\n",
    );
    let run = faultlens(folder.path(), &["test", "reader.c"]);
    run.is_calm();
    assert!(!run.stdout.contains("checks itself"), "{run:?}");
}

#[test]
fn an_expected_output_beside_an_unknown_input_is_no_test() {
    let folder = Folder::new("unknown-input");
    folder.write("shout.c", b"int main(void) { return 0; }\n");
    folder.write("tests/people.txt", b"Ada\n");
    folder.write("tests/people.expected", b"ADA\n");
    let run = faultlens(folder.path(), &["test", "shout.c"]);
    run.is_calm();
    assert!(
        run.stdout.contains("people.txt beside it may be the input"),
        "{run:?}"
    );
    assert!(!run.stdout.contains("FAIL"), "{run:?}");
}

#[test]
fn arguments_and_status_count_in_the_layouts_of_others() {
    let folder = Folder::new("arguments-above");
    let text = "#include <stdio.h>\nint main(int argc, char **argv) { puts(argc > 1 ? argv[1] : \"none\"); return argc; }\n";
    folder.write("src/echo.c", text.as_bytes());
    folder.write("test/one.args", b"hello\n");
    folder.write("test/one.out", b"hello\n");
    folder.write("test/one.exit", b"2\n");
    folder.write("test/two.in", b"1\n");
    folder.write("test/two.out", b"none\n");
    let run = faultlens(folder.path(), &["test", "src/echo.c"]);
    run.is_calm();
    assert!(run.stdout.contains("2 tests, all pass"), "{run:?}");
}
