//! Programs as they lie in their repositories: nothing says how they are built but what is there anyway.

use crate::common::{outcomes, test};
use serde_json::Value as Json;

fn assumed(report: &Json) -> Vec<&str> {
    let said = report["assumed"].as_array().unwrap().iter();
    said.filter_map(Json::as_str).collect()
}

const HEADER: &str = "static inline int twice(int x) { return FACTOR * x; }\n";
const TWICE: &str = "#include <assert.h>\n#include \"twice.h\"\nint main(void) { assert(twice(2) == 4); return 0; }\n";

#[test]
fn a_makefile_says_what_is_defined_and_where_headers_are() {
    let makefile = "SRC = ../lib\nCFLAGS += -I$(SRC) -DFACTOR=2 -Wall\n";
    let files = [
        ("test/Makefile", makefile),
        ("lib/twice.h", HEADER),
        ("test/t.c", TWICE),
    ];
    let report = test(&files, "test/t.c");
    assert_eq!(outcomes(&report), ["main pass"]);
    let said = "the compiler is given `-DFACTOR=2 -I../lib`, as Makefile says";
    assert_eq!(assumed(&report), [said]);
    // Without it the header is found all the same, where headers are.
    let files = [
        (
            "include/twice.h",
            "#define FACTOR 2\nstatic inline int twice(int x) { return FACTOR * x; }\n",
        ),
        ("test/t.c", TWICE),
    ];
    let report = test(&files, "test/t.c");
    assert_eq!(outcomes(&report), ["main pass"]);
    let said = "twice.h is the one in include: nothing says where headers are";
    assert_eq!(assumed(&report), [said]);
}

#[test]
fn files_of_a_program_are_found_through_its_headers_and_its_makefile() {
    let main = "#include <assert.h>\n#include \"deep.h\"\nint main(void) { assert(deep() == 1); assert(far() == 2); return 0; }\n";
    let header = "int deep(void);\nint far(void);\n";
    let files = [
        (
            "Makefile",
            "t: tests/t.o other/far.o src/deep.o\n\t$(CC) -o $@ $^\n",
        ),
        ("tests/t.c", main),
        ("src/deep.h", header),
        (
            "src/deep.c",
            "#include \"deep.h\"\nint deep(void) { return 1; }\n",
        ),
        ("other/far.c", "int far(void) { return 2; }\n"),
    ];
    let report = test(&files, "tests/t.c");
    assert_eq!(outcomes(&report), ["main pass"], "{report}");
    let said = assumed(&report).join("\n");
    assert!(
        said.contains("deep.c belongs to the program: it defines `deep`"),
        "{said}"
    );
    assert!(
        said.contains("far.c belongs to the program: it defines `far`"),
        "{said}"
    );
}

/// A type without a tag, in a header that is reached by two spellings, is one type.
#[test]
fn a_header_is_one_by_whatever_path() {
    let files = [
        ("Makefile", "CFLAGS = -I.\n"),
        (
            "pair.h",
            "typedef struct { int a; } pair;\npair *make(void);\n",
        ),
        (
            "pair.c",
            "#include \"pair.h\"\nstatic pair one = { 1 };\npair *make(void) { return &one; }\n",
        ),
        (
            "tests/t.c",
            "#include <assert.h>\n#include \"../pair.h\"\nint main(void) { pair *p = make(); assert(p->a == 1); return 0; }\n",
        ),
        (
            "tests/u.c",
            "#include <assert.h>\n#include <pair.h>\nint main(void) { pair *p = make(); assert(p->a == 1); return 0; }\n",
        ),
    ];
    for file in ["tests/t.c", "tests/u.c"] {
        let report = test(&files, file);
        assert_eq!(outcomes(&report), ["main pass"], "{report}");
        assert_eq!(report["problems"], Json::Array(Vec::new()));
    }
}

#[test]
fn a_main_behind_a_condition_is_there_when_it_is_wanted() {
    let text = "#include <assert.h>\nint half(int x) { return x / 2; }\n#ifdef HALF_TEST\nint main(void) { assert(half(4) == 2); return 0; }\n#endif\n";
    let report = test(&[("half.c", text)], "half.c");
    assert_eq!(outcomes(&report), ["main pass"]);
    let said = "`HALF_TEST` is defined: without it there is no `main`";
    assert_eq!(assumed(&report), [said]);
}

const COUNTS: &str = "#include <stdio.h>\nstatic int failed;\n#define CHECK(x) do { if (!(x)) { failed++; printf(\"%s:%d\\n\", __FILE__, __LINE__); } } while (0)\n\
    int half(int x) { return x / HALF; }\nint main(void) { CHECK(half(4) == 2); CHECK(half(6) == 3); return failed != 0; }\n";

#[test]
fn checks_that_count_are_tests_by_the_exit_status() {
    let right = COUNTS.replace("HALF", "2");
    let wrong = COUNTS.replace("HALF", "3");
    let report = test(&[("half.c", &right)], "half.c");
    assert_eq!(outcomes(&report), ["main pass"]);
    let said = "the program checks itself: it passes if its exit status is 0";
    assert_eq!(assumed(&report), [said]);
    assert_eq!(
        outcomes(&test(&[("half.c", &wrong)], "half.c")),
        ["main fail"]
    );
    // A program that merely refuses what it reads is no test, unless it is called one or `make test` runs it.
    let refuses = "#include <stdio.h>\nint main(void) { int n; if (scanf(\"%d\", &n) != 1) return 1; printf(\"%d\\n\", n); return 0; }\n";
    let report = test(&[("read.c", refuses)], "read.c");
    assert_eq!(outcomes(&report), [""; 0]);
    let reason = report["reason"].as_str().unwrap();
    assert!(
        reason.contains("`faultlens add-test read.c --accept`"),
        "{reason}"
    );
    assert_eq!(
        outcomes(&test(&[("test_read.c", refuses)], "test_read.c")),
        ["main fail"]
    );
    let makefile = "read: read.c\n\tcc -o $@ $<\ntest: read\n\t./read\n";
    let files = [("read.c", refuses), ("Makefile", makefile)];
    assert_eq!(outcomes(&test(&files, "read.c")), ["main fail"]);
}

/// `make` runs tests in the folder around theirs: the files that they name are there.
#[test]
fn a_test_runs_where_the_files_are_that_it_names() {
    let text = "#include <assert.h>\n#include <stdio.h>\nint main(void) { FILE *f = fopen(\"tests/data.txt\", \"r\"); assert(f); assert(fgetc(f) == '7'); return 0; }\n";
    let files = [("tests/t.c", text), ("tests/data.txt", "7\n")];
    assert_eq!(outcomes(&test(&files, "tests/t.c")), ["main pass"]);
}
