//! Coverage of passing tests that were run elsewhere.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::common::{Folder, faultlens};

const PROGRAM: &str = "\
#include <stdio.h>

int main(void) {
    int a = 0, b = 0;
    scanf(\"%d %d\", &a, &b);
    int low = a;
    if (b < a)
        low = a;
    printf(\"%d\\n\", low);
    return 0;
}
";

/// A folder with the program, a failing test and this coverage.
fn folder(name: &str, coverage: &[(&str, &[u8])]) -> Folder {
    let folder = Folder::new(name);
    folder.write("lowest.c", PROGRAM.as_bytes());
    folder.write("tests/t.in", b"5 3\n");
    folder.write("tests/t.out", b"3\n");
    for (path, content) in coverage {
        folder.write(path, content);
    }
    folder
}

fn localize(folder: &Folder, coverage: &str) -> String {
    let run = faultlens(
        folder.path(),
        &["localize", "lowest.c", "--all", "--coverage", coverage],
    );
    run.is_calm();
    run.stdout
}

#[test]
fn what_passing_tests_executed_elsewhere_is_evidence() {
    let gcov = br#"{"files": [{"file": "../lowest.c", "lines": [{"line_number": 6, "count": 1}, {"line_number": 8, "count": 0}]}]}"#;
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(gcov).unwrap();
    let packed = packed.finish().unwrap();
    let lcov = b"TN:a\nSF:/elsewhere/lowest.c\nDA:6,1\nDA:8,1\nend_of_record\nTN:b\nSF:/elsewhere/lowest.c\nDA:6,1\nend_of_record\n";
    let folder = folder(
        "coverage",
        &[
            ("cov/one.gcov.json.gz", &packed),
            ("cov/two.info", lcov),
            ("cov/README", b"not coverage"),
        ],
    );
    let found = localize(&folder, "cov");
    assert!(
        found.contains("3 passing tests were run elsewhere; their coverage counts"),
        "{found}"
    );
    assert!(found.contains("and so do 1 of 3 passing ones"), "{found}");
    let found = localize(&folder, "cov/one.gcov.json.gz");
    assert!(
        found.contains("one passing test was run elsewhere; its coverage counts"),
        "{found}"
    );
}

#[test]
fn coverage_that_says_nothing_is_named() {
    let folder = folder(
        "coverage-none",
        &[
            ("other.info", b"SF:other.c\nDA:6,1\nend_of_record\n"),
            ("text", b"hello"),
        ],
    );
    let found = localize(&folder, "other.info");
    assert!(
        found.contains("no test of which other.info has the coverage runs this program"),
        "{found}"
    );
    let run = faultlens(
        folder.path(),
        &["localize", "lowest.c", "--coverage", "text"],
    );
    let said = format!("{}{}", run.stdout, run.stderr);
    assert!(
        said.contains("it is no coverage of gcov, llvm-cov or lcov"),
        "{said}"
    );
    let run = faultlens(
        folder.path(),
        &["localize", "lowest.c", "--coverage", "none"],
    );
    assert!(
        run.stderr.contains("none: there is no such file"),
        "{}",
        run.stderr
    );
}
