//! Fixes from outside: numbered, shown as a patch, written into the files; and patches of others, judged by the tests.

use std::fs;
use std::process::{Command, Output};

use crate::common::{Folder, faultlens};

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

/// An edited text is the text of the edited tree, although `return-1` needs no blank and `return 1` does.
#[test]
fn what_is_inserted_does_not_run_into_its_neighbours() {
    let folder = Folder::new("fix-apart");
    let program = "#include <stdio.h>\nstatic int order(int a,int b){if(a<b)return-1;if(a>b)return-1;return 0;}\n\
                   int main(void){int a,b;scanf(\"%d%d\",&a,&b);printf(\"%d\\n\",order(a,b));return 0;}\n";
    folder.write("p.c", program.as_bytes());
    for (id, input, output) in [
        ("t1", "1 2\n", "-1\n"),
        ("t2", "2 1\n", "1\n"),
        ("t3", "3 3\n", "0\n"),
        ("t4", "9 0\n", "1\n"),
    ] {
        folder.write(&format!("tests/{id}.in"), input.as_bytes());
        folder.write(&format!("tests/{id}.out"), output.as_bytes());
    }
    let patch = faultlens(folder.path(), &["localize", "p.c", "--format", "patch"]);
    patch.is_calm();
    assert!(
        patch.stdout.contains("if(a>b)return 1;return 0;"),
        "{patch:?}"
    );
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
    let now = applied.stdout.lines().nth(1).unwrap();
    assert!(
        now.starts_with("now in src/p.c: 3 tests, all pass"),
        "{applied:?}"
    );
    let none = faultlens(folder.path(), &["localize", "src/p.c", "--apply", "1"]);
    assert_eq!(none.status, 2);
    assert!(none.stderr.contains("no fix was found"), "{none:?}");
}

/// Bytes of a C file, as one of the encodings and editors that there are would write it.
fn odd_texts() -> Vec<(&'static str, Vec<u8>)> {
    let with = |begin: &[u8], text: &str| [begin, text.as_bytes()].concat();
    let crlf = PROGRAM.replace('\n', "\r\n");
    let mixed = PROGRAM.replacen('\n', "\r\n", 3);
    let high: Vec<u8> = [b"/* ".to_vec(), (0x80..=0xff).collect(), b" */\n".to_vec()].concat();
    let mark = b"\xef\xbb\xbf";
    vec![
        ("Latin-1", with(&high, PROGRAM)),
        ("Latin-1 by a single byte", with(b"// \xe9\n", PROGRAM)),
        ("Latin-1 with CRLF", with(b"// caf\xe9\r\n", &crlf)),
        ("UTF-8", with("/* Größe: 3 € 🦀 */ ".as_bytes(), PROGRAM)),
        ("a byte order mark", with(mark, PROGRAM)),
        ("a mark and CRLF", with(mark, &crlf)),
        (
            "a mark before Latin-1",
            with(&[mark, &high[..]].concat(), PROGRAM),
        ),
        ("mixed line ends", with(b"", &mixed)),
        ("lone carriage returns", with(b"/* a\rb */\r", PROGRAM)),
        ("form feeds and tabs", with(b"\x0c\x0b\t", PROGRAM)),
        ("an end without a newline", with(b"", PROGRAM.trim_end())),
        ("a cut UTF-8 character", with(b"/* \xe2\x82 */ ", PROGRAM)),
    ]
}

#[test]
fn only_the_bytes_of_a_fix_change_whatever_the_encoding() {
    for (what, before) in odd_texts() {
        let folder = folder("fix-bytes");
        folder.write("src/p.c", &before);
        let patch = ["localize", "src/p.c", "--format", "patch"];
        let patch = Command::new(env!("CARGO_BIN_EXE_faultlens"))
            .args(patch)
            .current_dir(folder.path())
            .output()
            .unwrap();
        folder.write("fix.patch", &patch.stdout);
        let checked = faultlens(folder.path(), &["check-fix", "fix.patch"]);
        assert_eq!(
            checked.stdout, "all 3 tests pass with this patch\n  mended: t1, t2\n",
            "{what}: {checked:?}"
        );
        let applied = faultlens(folder.path(), &["localize", "src/p.c", "--apply", "1"]);
        applied.is_calm();
        assert!(
            applied.stdout.contains("3 tests, all pass"),
            "{what}: {applied:?}"
        );
        let (_, new) = applied.stdout.split_once("replace `<` by `").unwrap();
        let new = new.split_once('`').unwrap().0;
        let condition = b"(a < b)";
        let at = before
            .windows(condition.len())
            .position(|bytes| bytes == condition);
        let (start, end) = before.split_at(at.unwrap() + "(a ".len());
        let expected = [start, new.as_bytes(), &end[1..]].concat();
        let after = fs::read(folder.path().join("src/p.c")).unwrap();
        assert!(after == expected, "{what}: {}", after.escape_ascii());
    }
}

/// Runs `faultlens` where no file of more than 512 bytes can be written, as on a full disk.
fn on_a_full_disk(folder: &Folder, arguments: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_faultlens"))
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .unwrap()
}

#[test]
fn a_full_disk_loses_nothing() {
    let folder = folder("fix-full");
    let text = format!("{PROGRAM}{}", "// and so on\n".repeat(99));
    folder.write("src/p.c", text.as_bytes());
    let file = folder.path().join("src/p.c");
    let apply = ["localize", "src/p.c", "--apply", "1"];
    // A file with two names is not replaced by another.
    for has_other_name in [false, true] {
        if has_other_name {
            fs::hard_link(&file, folder.path().join("other.c")).unwrap();
        }
        let run = on_a_full_disk(&folder, &apply);
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(said.contains("cannot write src/p.c"), "{said}");
        assert_eq!((run.status.code(), run.stdout), (Some(2), Vec::new()));
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        let names = fs::read_dir(folder.path().join("src")).unwrap();
        assert_eq!(names.count(), 2, "a file is left behind");
    }
    let applied = faultlens(folder.path(), &apply);
    assert_eq!(applied.status, 0, "{applied:?}");
    let other = fs::read(folder.path().join("other.c")).unwrap();
    assert_eq!(other, fs::read(&file).unwrap());
}

/// A sum and a product with a fault each.
const TWO_FAULTS: &str = "\
#include <stdio.h>
static int sum(int a, int b) { return a - b; }
static int product(int a, int b) { return a / b; }
int main(void) {
  int which, a, b;
  scanf(\"%d %d %d\", &which, &a, &b);
  if (which)
    printf(\"%d\\n\", sum(a, b));
  else
    printf(\"%d\\n\", product(a, b));
  return 0;
}
";

#[test]
fn tests_that_still_fail_after_a_fix_are_told() {
    let folder = Folder::new("fix-part");
    folder.write("p.c", TWO_FAULTS.as_bytes());
    for (id, input, output) in [
        ("s1", "1 5 3", "8\n"),
        ("s2", "1 2 2", "4\n"),
        // No small edit of the product gives these.
        ("p1", "0 6 2", "77\n"),
        ("p2", "0 5 3", "1234\n"),
    ] {
        folder.write(&format!("tests/{id}.in"), input.as_bytes());
        folder.write(&format!("tests/{id}.out"), output.as_bytes());
    }
    let applied = faultlens(folder.path(), &["localize", "p.c", "--apply", "1"]);
    applied.is_calm();
    let tests = faultlens(folder.path(), &["test", "p.c"]);
    let failing = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("  FAIL"));
        lines
            .filter_map(|line| line.split_whitespace().nth(1).map(str::to_owned))
            .collect::<Vec<_>>()
    };
    assert_eq!(failing(&applied.stdout).len(), 2, "{applied:?}");
    assert_eq!(failing(&applied.stdout), failing(&tests.stdout));
    assert_eq!((applied.status, tests.status), (1, 1));
}

#[test]
fn only_changes_of_c_files_are_checked() {
    let folder = folder("fix-check-other");
    let code = "--- a/src/p.c\n+++ b/src/p.c\n@@ -3 +3 @@\n-  if (a < b)\n+  if (a > b)\n";
    let readme = "--- a/src/tests/README\n+++ b/src/tests/README\n@@ -1 +1 @@\n-a\n+b\n";
    let new = "--- /dev/null\n+++ b/src/tests/t4.in\n@@ -0,0 +1 @@\n+1 1\n";
    folder.write("src/tests/README", b"a\n");
    folder.write("a.patch", format!("{readme}{code}{new}").as_bytes());
    let run = faultlens(folder.path(), &["check-fix", "a.patch"]);
    run.is_calm();
    let said = "all 3 tests pass with this patch\n  left out, because they are not C: src/tests/README, src/tests/t4.in\n";
    assert!(run.stdout.starts_with(said), "{run:?}");
    folder.write("a.patch", readme.as_bytes());
    let run = faultlens(folder.path(), &["check-fix", "a.patch"]);
    let words = "it changes no C file, only src/tests/README";
    assert!(run.status == 2 && run.stderr.contains(words), "{run:?}");
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

/// A program whose one test is passed by more than one repair.
const SQUARE: &str = "\
#include <stdio.h>
int main(void) {
  int n;
  scanf(\"%d\", &n);
  printf(\"%d\\n\", n * 3);
  return 0;
}
";

#[test]
fn a_reference_tells_repairs_apart_that_pass_all_tests() {
    let folder = Folder::new("fix-reference");
    folder.write("p.c", SQUARE.as_bytes());
    folder.write("good.c", SQUARE.replace("n * 3", "n * n").as_bytes());
    folder.write("bad.c", SQUARE.replace("n * 3", "n + 3").as_bytes());
    folder.write("tests/t.in", b"2\n");
    folder.write("tests/t.out", b"4\n");
    let fixes = |arguments: &[&str]| {
        let all = [&["localize", "p.c", "--format", "json"], arguments].concat();
        let run = faultlens(folder.path(), &all);
        run.is_calm();
        let report = run.json();
        let of_sets = report["diagnoses"].as_array().unwrap().iter();
        let fixes = of_sets.flat_map(|d| d["fixes"].as_array().unwrap().clone());
        let news: Vec<String> = fixes.map(|fix| fix["new"].to_string()).collect();
        (news, report)
    };
    let (without, _) = fixes(&[]);
    assert!(without.contains(&"\"2\"".to_owned()), "{without:?}");
    let (with, report) = fixes(&["--reference", "good.c"]);
    assert!(with.contains(&"\"n\"".to_owned()), "{with:?}");
    assert!(!with.contains(&"\"2\"".to_owned()), "{with:?}");
    assert!(
        report["assumed"].to_string().contains("good.c is right"),
        "{}",
        report["assumed"]
    );
    // Nobody is judged by what is wrong itself.
    let (fixes, report) = fixes(&["--reference", "bad.c"]);
    assert_eq!(fixes, without);
    let problems = report["problems"].to_string();
    assert!(problems.contains("it does not pass test t"), "{problems}");
}

#[test]
fn a_repair_that_breaks_on_inputs_near_the_tests_is_doubtful() {
    let folder = Folder::new("fix-nearby");
    // All tests pass with a quotient. Where nothing was divided before, nobody has thought of a divisor 0.
    let program = "\
#include <stdio.h>
int main(void) {
  int a, b;
  scanf(\"%d %d\", &a, &b);
  printf(\"%d\\n\", a - b);
  return 0;
}
";
    folder.write("p.c", program.as_bytes());
    for (id, input, output) in [
        ("t1", "6 2", "3\n"),
        ("t2", "9 3", "3\n"),
        ("t3", "4 2", "2\n"),
    ] {
        folder.write(&format!("tests/{id}.in"), input.as_bytes());
        folder.write(&format!("tests/{id}.out"), output.as_bytes());
    }
    let run = faultlens(folder.path(), &["localize", "p.c", "--format", "json"]);
    run.is_calm();
    let report = run.json();
    let fixes = report["diagnoses"].as_array().unwrap().iter();
    let fixes: Vec<_> = fixes.flat_map(|d| d["fixes"].as_array().unwrap()).collect();
    let quotient = fixes.iter().find(|fix| fix["new"] == "a / b");
    assert_eq!(
        quotient.expect("the quotient")["doubtful"],
        true,
        "{fixes:?}"
    );
}

#[test]
fn patches_are_tried_on_inputs_near_the_tests() {
    let folder = folder("fix-check-near");
    let check = |last: &str| {
        let patch = format!(
            "--- p.c\n+++ p.c\n@@ -3,3 +3,3 @@\n   if (a < b)\n-    return a;\n-  return b;\n+    return b;\n+  return {last};\n"
        );
        folder.write("a.patch", patch.as_bytes());
        let run = faultlens(folder.path(), &["check-fix", "a.patch", "src/p.c"]);
        run.is_calm();
        assert!(run.stdout.contains("all 3 tests pass"), "{run:?}");
        run.stdout
    };
    let words = "lead to undefined behaviour that was not there before";
    // No test has a 0.
    let said = check("a + 0 / b");
    assert!(said.contains(words), "{said}");
    let said = check("a");
    assert!(!said.contains(words), "{said}");
}

#[test]
fn test_code_is_not_repaired() {
    let folder = Folder::new("fix-test-code");
    folder.write("twice.h", b"int twice(int n);\n");
    let twice = "#include \"twice.h\"\nint twice(int n) { return n + 2; }\n";
    folder.write("twice.c", twice.as_bytes());
    let tests = "\
#include <assert.h>
#include \"twice.h\"
static int expected(int n) { return 2 * n; }
static void check(int n) { assert(twice(n) == expected(n)); }
int main(void) {
  check(2);
  check(5);
  return 0;
}
";
    folder.write("test_twice.c", tests.as_bytes());
    let arguments = ["localize", "test_twice.c", "--format", "json"];
    let run = faultlens(folder.path(), &arguments);
    run.is_calm();
    let report = run.json();
    let fixes = report["diagnoses"].as_array().unwrap().iter();
    let fixes: Vec<_> = fixes.flat_map(|d| d["fixes"].as_array().unwrap()).collect();
    assert!(!fixes.is_empty(), "{report}");
    for fix in fixes {
        assert_eq!(fix["file"], "twice.c", "{fix}");
    }
}

#[test]
fn a_fix_of_two_files_names_them_and_is_drawn() {
    let folder = Folder::new("fix-of-two-files");
    let main = "#include <stdio.h>\nint area(int, int);\nint edge(int, int);\nint main(void) { int a, b; scanf(\"%d %d\", &a, &b); \
                printf(\"%d %d\\n\", area(a, b), edge(a, b)); return 0; }\n";
    let files = [
        ("main.c", main),
        ("area.c", "int area(int a, int b) { return a * a; }\n"),
        (
            "edge.c",
            "int edge(int a, int b) {\n  return 2 * (a - b);\n}\n",
        ),
        ("tests/1.in", "2 3\n"),
        ("tests/1.out", "6 10\n"),
        ("tests/2.in", "4 4\n"),
        ("tests/2.out", "16 16\n"),
        ("tests/3.in", "5 2\n"),
        ("tests/3.out", "10 14\n"),
    ];
    for (name, content) in files {
        folder.write(name, content.as_bytes());
    }
    let told = faultlens(folder.path(), &["localize", "main.c"]).stdout;
    for part in [
        "in line 1 of area.c replace the second `a` by `b`",
        "in line 2 of edge.c replace `-` by `+`",
        "     area.c\n     - 1 | int area(int a, int b) { return a * a; }\n     + 1 | int area(int a, int b) { return b * a; }\n",
        "     edge.c\n     - 2 |   return 2 * (a - b);\n     + 2 |   return 2 * (a + b);\n",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
}
