//! Fixes from outside: numbered, shown as a patch, written into the files; and patches of others, judged by the tests.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use std::fs;

use common::{Folder, faultlens};

const PROGRAM: &str = "\
#include <stdio.h>
int larger(int a, int b) {
  if (a < b)
    return a;
  return b;
}
int main(void) {
  int a, b;
  scanf(\"%d %d\", &a, &b);
  printf(\"%d\\n\", larger(a, b));
  return 0;
}
";

/// The program with three tests, of which two fail.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("src/p.c", PROGRAM.as_bytes());
    for (id, input, output) in [
        ("t1", "1 2\n", "2\n"),
        ("t2", "5 3\n", "5\n"),
        ("t3", "4 4\n", "4\n"),
    ] {
        folder.write(&format!("src/tests/{id}.in"), input.as_bytes());
        folder.write(&format!("src/tests/{id}.out"), output.as_bytes());
    }
    folder
}

#[test]
fn a_fix_is_a_patch_that_passes_all_tests() {
    let folder = folder("fix-patch");
    let text = faultlens(folder.path(), &["localize", "src/p.c"]);
    text.is_calm();
    assert!(
        text.stdout.contains("   fix 1: replace `<` by `>"),
        "{text:?}"
    );
    let patch = faultlens(folder.path(), &["localize", "src/p.c", "--format", "patch"]);
    patch.is_calm();
    assert_eq!(patch.status, 1);
    assert!(
        patch
            .stdout
            .starts_with("--- a/src/p.c\n+++ b/src/p.c\n@@ -1,6 +1,6 @@\n"),
        "{patch:?}"
    );
    folder.write("fix.patch", patch.stdout.as_bytes());
    let checked = faultlens(folder.path(), &["check-fix", "fix.patch"]);
    checked.is_calm();
    assert_eq!(
        (checked.status, &*checked.stdout),
        (0, "all 3 tests pass with this patch\n  mended: t1, t2\n")
    );
    // Nothing was written.
    assert_eq!(
        fs::read_to_string(folder.path().join("src/p.c")).unwrap(),
        PROGRAM
    );
    let there_is_none = faultlens(
        folder.path(),
        &["localize", "src/p.c", "--format", "patch", "--fix", "77"],
    );
    assert_eq!(there_is_none.status, 2);
    assert!(
        there_is_none.stderr.contains("there is no fix 77"),
        "{there_is_none:?}"
    );
}

#[test]
fn a_fix_is_written_into_the_file() {
    let folder = folder("fix-apply");
    let applied = faultlens(folder.path(), &["localize", "src/p.c", "--apply", "1"]);
    applied.is_calm();
    assert_eq!(applied.status, 0, "{applied:?}");
    assert!(
        applied
            .stdout
            .starts_with("fix 1 is in src/p.c now: replace `<` by `>"),
        "{applied:?}"
    );
    let tests = faultlens(folder.path(), &["test", "src/p.c"]);
    assert_eq!(tests.status, 0, "{tests:?}");
    let none = faultlens(folder.path(), &["localize", "src/p.c", "--apply", "1"]);
    assert_eq!(none.status, 2);
    assert!(none.stderr.contains("no fix was found"), "{none:?}");
}

#[test]
fn patches_of_others_are_judged() {
    let folder = folder("fix-check");
    let patch = |file: &str, new: &str| {
        format!(
            "--- {file}\n+++ {file}\n@@ -3,3 +3,3 @@\n   if (a < b)\n-    return a;\n+    return {new};\n   return b;\n"
        )
    };
    let check = |patch: &str| {
        folder.write("a.patch", patch.as_bytes());
        let arguments = ["check-fix", "a.patch", "src/p.c", "--format", "json"];
        let run = faultlens(folder.path(), &arguments);
        run.is_calm();
        run
    };
    let good = check(&patch("p.c", "b; return a")).json();
    assert_eq!(good["mended"], serde_json::json!(["t1", "t2"]));
    let half = check(&patch("src/p.c", "b"));
    assert_eq!(half.status, 1);
    assert_eq!(half.json()["mended"], serde_json::json!(["t1"]));
    assert_eq!(half.json()["failing"], serde_json::json!(["t2"]));
    let bad = check(&patch("p.c", "b; return a + 1")).json();
    assert_eq!(bad["broken"], serde_json::json!(["t3"]));
    assert_eq!(bad["problems"], serde_json::json!([]));
    let undeclared = check(&patch("p.c", "nowhere")).json();
    assert_eq!(
        undeclared["problems"][0]["message"],
        "use of undeclared identifier `nowhere`"
    );
    for (wrong, words) in [
        (patch("other.c", "b"), "`other.c` is not one of the C files"),
        (
            patch("p.c", "b").replace("return a", "return c"),
            "are not there",
        ),
        ("nonsense\n".to_owned(), "it is no unified diff"),
    ] {
        let run = check(&wrong);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(words), "{run:?}");
    }
}

#[test]
fn a_sketch_says_what_belongs_into_its_holes() {
    let folder = folder("fix-sketch");
    let run = faultlens(
        folder.path(),
        &["localize", "src/p.c", "--export", "sketch"],
    );
    run.is_calm();
    assert_eq!(run.status, 1);
    for words in [
        "2 of 3 tests of src/p.c fail",
        "HOLE_1: src/p.c:3, in `larger`, condition `a < b`",
        "test t1, execution 1: was true, a value with which the test passes: false",
        "  t1: expected \"2\", printed \"1\"",
        "  if (HOLE_1 /* a < b */)\n    return a;\n",
        "faultlens check-fix ANSWER.patch src/p.c",
    ] {
        assert!(run.stdout.contains(words), "{words}: {}", run.stdout);
    }
    // It is C but for its holes.
    let filled = run.stdout.replace("HOLE_1 /* a < b */", "a > b");
    folder.write("src/p.c", filled.as_bytes());
    let tests = faultlens(folder.path(), &["test", "src/p.c"]);
    assert_eq!(tests.status, 0, "{tests:?}");
}
