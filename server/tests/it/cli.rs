//! The shipped binary, from outside: what it says about bad input, its exit statuses, its limits.

use std::time::{Duration, Instant};

use crate::common::{Folder, faultlens, faultlens_with};

/// Input that cannot be analysed: content of `p.c`, and part of what is said about it.
const BAD_INPUT: &[(&str, &[u8], &str)] = &[
    ("empty", b"", "it is empty"),
    ("blank", b" \n\n\t\n", "it is empty"),
    ("binary", b"\x7fELF\x02\x01\0\0\0", "not a text file"),
    ("syntax", b"int main(void) {\n  int x = ;\n}\n", "p.c:2:"),
    ("no main", b"int f(void) { return 0; }\n", "no tests found"),
    ("only a comment", b"/* nothing */\n", "no tests found"),
    ("unclosed", b"int main(void) { /* ", "p.c:1:"),
];

#[test]
fn hints_tell_no_more_than_their_level() {
    let folder = Folder::new("hints");
    let program = "#include <stdio.h>\nint largest(int n) {\n    int best = 0;\n    for (int i = 0; i < n; i++) {\n        \
        int x;\n        scanf(\"%d\", &x);\n        if (x < best)\n            best = x;\n    }\n    return best;\n}\n\
        int main(void) {\n    int n;\n    scanf(\"%d\", &n);\n    printf(\"%d\\n\", largest(n));\n    return 0;\n}\n";
    folder.write("max.c", program.as_bytes());
    let test = |name: &str, stdin: &str, stdout: &str, more: &str| {
        format!(
            "[[test]]\nname = \"{name}\"\nstdin = \"{stdin}\"\nstdout = \"{stdout}\\n\"\n{more}"
        )
    };
    let tests = [
        test("one", "1 0", "0", ""),
        test("two", "2 3 0", "3", ""),
        test("three", "3 1 5 2", "5", ""),
        test("secret", "3 9 77 8", "77", "hidden = true\n"),
    ];
    folder.write("faultlens.toml", tests.concat().as_bytes());
    let hint = |level: &str| {
        let run = faultlens(
            folder.path(),
            &["hint", "max.c", "--level", level, "--format", "json"],
        );
        run.is_calm();
        run.json()["hints"].to_string()
    };
    let hints = [hint("1"), hint("2"), hint("3"), hint("4")];
    let [test, function, line, repair] = &hints;
    assert!(
        test.contains("Test two fails") && test.contains("one, with `1 0`"),
        "{test}"
    );
    assert!(
        function.contains("`largest`") && !function.contains("ine 7"),
        "{function}"
    );
    assert!(line.contains("line 7: `x < best`"), "{line}");
    assert!(repair.contains("`>`"), "{repair}");
    for early in [test, function] {
        // Neither the repair, nor the line, nor the needed value.
        assert!(
            !early.contains('>') && !early.contains("x < best") && !early.contains("would pass"),
            "{early}"
        );
    }
    for any in &hints {
        assert!(!any.contains("77") && !any.contains("secret"), "{any}");
    }

    // Where only hidden tests fail, nothing of them is told.
    let hidden = [&tests[0], &tests[3]].map(String::as_str).concat();
    folder.write("faultlens.toml", hidden.as_bytes());
    for level in ["1", "2", "3"] {
        let told = hint(level);
        assert!(
            told.contains("hidden ones of your course") && !told.contains("77"),
            "{told}"
        );
    }
    // What the course allows.
    folder.write(
        "faultlens.toml",
        format!("[options]\nmax-hint = 2\n{}", tests.concat()).as_bytes(),
    );
    let refused = faultlens(folder.path(), &["hint", "max.c", "--level", "3"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("up to level 2"), "{refused:?}");
}

#[test]
fn bad_input_is_named_and_the_exit_status_is_2() {
    for (name, content, words) in BAD_INPUT {
        let folder = Folder::new("bad-input");
        folder.write("p.c", content);
        for command in ["localize", "test"] {
            let run = faultlens(folder.path(), &[command, "p.c"]);
            run.is_calm();
            assert_eq!(run.status, 2, "{name}: {run:?}");
            assert!(run.stdout.contains(words), "{name}: {run:?}");
            let json = faultlens(folder.path(), &[command, "p.c", "--format", "json"]);
            json.is_calm();
            assert_eq!(json.status, 2, "{name}: {json:?}");
            assert!(json.json()["reason"].is_string(), "{name}: {json:?}");
        }
    }
}

/// A program of two files whose fault is in the second: `extern`, `static`, a header with types and an inline function.
const LINKED: [(&str, &str); 3] = [
    (
        "list.h",
        "typedef struct node Node;\n\
         struct node { int value; Node *next; enum { PLAIN, MARKED } mark; };\n\
         typedef struct { int count; Node *first; } List;\n\
         extern int pushed;\n\
         void push(List *l, Node *n, int value);\n\
         int sum(const List *l);\n\
         static inline int twice(int x) { return 2 * x; }\n",
    ),
    (
        "main.c",
        "#include <stdio.h>\n#include \"list.h\"\n\
         static int helper(int x) { return x + 1; }\n\
         int main(void) {\n  Node a, b; List l = {0, NULL}, copy;\n  push(&l, &a, 3); push(&l, &b, 4);\n\
         copy = l;\n  printf(\"%d %d %d %d\\n\", sum(&copy), pushed, twice(helper(copy.count)), b.mark == MARKED);\n\
         return 0;\n}\n",
    ),
    (
        "list.c",
        "#include \"list.h\"\nint pushed;\nstatic int helper(int x) { pushed++; return x; }\n\
         void push(List *l, Node *n, int value) {\n  n->value = helper(value); n->mark = MARKED;\n\
         n->next = l->first; l->first = n; l->count++;\n}\n\
         int sum(const List *l) {\n  int total = 0;\n\
         for (const Node *n = l->first; n->next; n = n->next)\n    total += n->value;\n  return total;\n}\n",
    ),
];

#[test]
fn files_are_linked() {
    let folder = Folder::new("linked");
    for (name, text) in LINKED {
        folder.write(name, text.as_bytes());
    }
    folder.write("tests/t.out", b"7 2 6 1\n");
    let both = faultlens(folder.path(), &["test", "main.c", "list.c"]);
    both.is_calm();
    assert!(both.stdout.contains("printed \"4 2 6 1\""), "{both:?}");
    let found = faultlens(
        folder.path(),
        &["localize", "main.c", "list.c", "--max-size", "1"],
    );
    assert!(found.stdout.contains("list.c:10"), "{found:?}");
    // One file is enough where the other lies beside it, unless the project says otherwise.
    for file in ["main.c", "list.c"] {
        let alone = faultlens(folder.path(), &["test", file]);
        assert!(alone.stdout.contains("printed \"4 2 6 1\""), "{alone:?}");
        assert!(alone.stdout.contains("assumed: "), "{alone:?}");
    }
    folder.write("faultlens.toml", b"sources = [\"main.c\"]\n");
    let alone = faultlens(folder.path(), &["test", "main.c"]);
    assert!(
        alone.stdout.contains("undefined reference to `push`"),
        "{alone:?}"
    );
    // From either file, once the project says what belongs together.
    folder.write("faultlens.toml", b"sources = [\"main.c\", \"list.c\"]\n");
    for file in ["main.c", "list.c"] {
        let listed = faultlens(folder.path(), &["test", file]);
        assert!(listed.stdout.contains("printed \"4 2 6 1\""), "{listed:?}");
    }
    folder.write("faultlens.toml", b"sources = \"main.c\"\n");
    let wrong = faultlens(folder.path(), &["test", "main.c"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("`sources` is a list"), "{wrong:?}");
}

/// Programs whose only test is `main`, which ends well: all files are linked without a problem.
fn links(name: &str, files: &[(&str, &str)], arguments: &[&str]) {
    let folder = Folder::new(name);
    for (name, text) in files {
        folder.write(name, text.as_bytes());
    }
    let run = faultlens(folder.path(), &[&["test"], arguments].concat());
    assert_eq!(run.status, 0, "{run:?}");
    assert!(run.stdout.contains("all pass"), "{run:?}");
    assert!(!run.stderr.contains("error"), "{run:?}");
}

#[test]
fn a_header_that_is_reached_by_two_paths_has_one_set_of_types() {
    let header = "typedef struct { long a; } inner;\n\
                  typedef struct outer { inner in; union { int x; float y; } both; struct outer *next; } outer;\n\
                  outer *make(void);\n";
    let make = "#include \"h.h\"\n#include <stdlib.h>\n\
                static inner three(void) { inner i; i.a = 3; return i; }\n\
                outer *make(void) { outer *o = malloc(sizeof(outer)); o->in = three(); o->both.x = 1; return o; }\n";
    let main = "#include \"../h.h\"\n#include <assert.h>\n\
                int main(void) { outer *o = make(); inner i = o->in; assert(i.a == 3 && o->both.x == 1); return 0; }\n";
    let files = [("h.h", header), ("make.c", make), ("tests/main.c", main)];
    links("spellings", &files, &["tests/main.c"]);
    links("spellings2", &files, &["tests/main.c", "./tests/../make.c"]);
    // A copy is the same header.
    let copied = main.replace("../h.h", "h.h");
    let files = [
        ("h.h", header),
        ("make.c", make),
        ("tests/h.h", header),
        ("tests/main.c", &copied),
    ];
    links("spellings3", &files, &["tests/main.c", "make.c"]);
}

#[test]
fn structs_of_one_tag_differ_where_their_words_mean_other_types() {
    let one = "typedef int element;\nenum { ROOM = 2 };\nstruct node { element value; int more[ROOM]; };\n\
               int size(void) { return sizeof(struct node); }\n";
    let other = "#include <assert.h>\ntypedef double element;\nenum { ROOM = 4 };\n\
                 struct node { element value; int more[ROOM]; };\nint size(void);\n\
                 int main(void) { struct node n = {1.5, {1, 2, 3, 4}};\n\
                 assert(n.value == 1.5 && n.more[3] == 4 && sizeof n == 24 && size() == 12); return 0; }\n";
    links(
        "words",
        &[("one.c", one), ("other.c", other)],
        &["other.c", "one.c"],
    );
}

#[test]
fn an_included_c_file_is_no_unit_of_its_own() {
    let files = [
        (
            "core.c",
            "int inc(int x) __attribute__((weak));\nint inc(int x) { return x + 1; }\n",
        ),
        ("core.h", "int inc(int x);\n"),
        ("util.h", "int twice(int x);\n"),
        (
            "util.c",
            "#include \"core.h\"\nint twice(int x) { return inc(inc(x)); }\n",
        ),
        (
            "t.c",
            "#include \"core.c\"\n#include \"util.h\"\n#include <assert.h>\n\
             int main(void) { assert(twice(1) == 3); return 0; }\n",
        ),
    ];
    links("included", &files, &["t.c"]);
}

#[test]
fn a_weak_definition_gives_way_to_another() {
    let files = [
        (
            "weak.c",
            "int f(void) __attribute__((weak));\nint f(void) { return 1; }\nint g(void) { return f(); }\n",
        ),
        (
            "weaker.c",
            "__attribute__((weak)) int f(void) { return 2; }\n",
        ),
        ("strong.c", "int f(void) { return 3; }\n"),
        (
            "main.c",
            "#include <assert.h>\nint f(void); int g(void);\nint main(void) { assert(f() == 3 && g() == 3); return 0; }\n",
        ),
    ];
    links(
        "weak1",
        &files,
        &["main.c", "weak.c", "weaker.c", "strong.c"],
    );
    links(
        "weak2",
        &files,
        &["main.c", "strong.c", "weaker.c", "weak.c"],
    );
}

#[test]
fn places_are_told_with_their_file_and_line() {
    let folder = Folder::new("places");
    let main = "#include <stdio.h>\nint part(int n);\n\
                int main(void) {\n  int n;\n  scanf(\"%d\", &n);\n  printf(\"one\\n%d\\n\", part(n));\n}\n";
    folder.write("main.c", main.as_bytes());
    let part = "int part(int n) {\n  return 12 / n;\n}\n";
    folder.write("part.c", part.as_bytes());
    for (name, input, output) in [("stops", "0", "one\n0\n"), ("wrong", "3", "one\n5\n")] {
        folder.write(&format!("tests/{name}.in"), input.as_bytes());
        folder.write(&format!("tests/{name}.out"), output.as_bytes());
    }
    let report = faultlens(folder.path(), &["test", "main.c", "--format", "json"]).json();
    let [stops, wrong] = [0, 1].map(|at| &report["tests"][at]);
    // A line of another file is not one of this file.
    assert!(stops["line"].is_null(), "{stops}");
    let reason = stops["reason"].as_str().unwrap();
    assert!(reason.ends_with("(part.c:2)"), "{reason}");
    // The line of the expected output that was not printed.
    assert_eq!(wrong["path_line"], 2, "{wrong}");
    let reason = wrong["reason"].as_str().unwrap();
    assert_eq!(reason, "output line 2: expected \"5\", printed \"4\"");
    assert!(report["program"].is_null());
    let report = faultlens(folder.path(), &["test", "part.c", "--format", "json"]).json();
    assert_eq!(
        (&report["tests"][0]["line"], &report["program"]),
        (&2.into(), &"main.c".into())
    );
}

/// Programs with functions that nobody defines, what is said of them, and whether the one test passes.
const UNDEFINED: [(&str, &str, bool); 8] = [
    (
        "int area(int w, int h);\nint main(void) { return area(1, 2) - 2; }\n",
        "p.c:2:25: warning: undefined reference to `area` in `main`: looked through other.c, p.c; add the file with the \
         definition to the command (`faultlens test p.c FILE.c`), or to `sources` in faultlens.toml",
        false,
    ),
    (
        "int main(int n, char **a) { if (n > 9) undeclared(a); return 0; }\n",
        "undefined reference to `undeclared` in `main`:",
        true,
    ),
    (
        "double mean(double, double);\nstatic int low(void) { return mean(1, 2) > early(3); }\nint main(void) { return low(); }\n",
        "undefined reference to `early` in `low`, `mean` in `low`:",
        false,
    ),
    (
        "typedef struct list list; list *made(void);\nint main(void) { return made() == 0; }\n",
        "undefined reference to `made` in `main`:",
        false,
    ),
    (
        "extern int limit;\nint main(void) { return limit; }\n",
        "undefined reference to `limit` in `main`:",
        false,
    ),
    (
        "int order(int);\nstatic int with(int f(int)) { return f(0); }\nint main(void) { return with(order); }\n",
        "undefined reference to `order` in `main`:",
        false,
    ),
    // What is in the C library, or declared by a header of the system, is not modelled, but defined.
    (
        "#include <unistd.h>\nint main(void) { return fork() < 0; }\n",
        "a call of `fork` is not modelled",
        false,
    ),
    (
        "#include <sys/wait.h>\n#include <stdio.h>\nint main(void) { puts(\"x\"); return wait(0) != -1; }\n",
        "a call of `wait` is not modelled",
        false,
    ),
];

#[test]
fn an_undefined_function_reads_as_a_linker_says_it() {
    for (text, said, passes) in UNDEFINED {
        let folder = Folder::new("undefined");
        folder.write("p.c", text.as_bytes());
        folder.write("other.c", b"static int area(void) { return 1; }\n");
        folder.write("tests/t.exit", b"0\n");
        let run = faultlens(folder.path(), &["test", "p.c"]);
        run.is_calm();
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&run.stdout).contains(said), "{said}\n{}", run.stdout);
        assert_eq!(
            run.stdout.contains("undefined reference"),
            said.contains("undefined reference"),
            "{run:?}"
        );
        assert_eq!(run.status == 0, passes, "{run:?}");
    }
    // It says how to add the file, and then all is well.
    let folder = Folder::new("defined");
    folder.write("p/p.c", UNDEFINED[0].0.as_bytes());
    // Of two files nothing is guessed.
    for file in ["far/square.c", "near/area.c"] {
        folder.write(file, b"int area(int w, int h) { return w * h; }\n");
    }
    folder.write("p/tests/t.exit", b"0\n");
    let run = faultlens(folder.path(), &["test", "p/p.c"]);
    assert!(
        run.stdout.contains("undefined reference to `area`"),
        "{run:?}"
    );
    let run = faultlens(folder.path(), &["test", "p/p.c", "near/area.c"]);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(!run.stdout.contains("undefined reference"), "{run:?}");
}

#[test]
fn an_error_closes_its_function_only() {
    let folder = Folder::new("recovery");
    let text = "#include <stdio.h>\nstatic int half(int x) { return x / 3; }\n\
                static int broken(int x) {\n  int y = x +;\n  return y;\n}\n\
                int main(void) {\n  int x;\n  scanf(\"%d\", &x);\n\
                printf(\"%d\\n\", x < 0 ? broken(x) : half(x));\n  return 0;\n}\n";
    folder.write("p.c", text.as_bytes());
    for (name, input, output) in [("a", "8", "4\n"), ("b", "-8", "4\n"), ("c", "0", "0\n")] {
        folder.write(&format!("tests/{name}.in"), input.as_bytes());
        folder.write(&format!("tests/{name}.out"), output.as_bytes());
    }
    let run = faultlens(folder.path(), &["test", "p.c"]);
    run.is_calm();
    assert!(
        run.stdout
            .contains("p.c:4:14: error: expected expression before `;` token"),
        "{run:?}"
    );
    assert!(
        run.stdout
            .contains("1 of 3 tests fails, 1 could not be run"),
        "{run:?}"
    );
    let found = faultlens(folder.path(), &["localize", "p.c"]);
    assert!(
        found.stdout.contains("line 2  return x / 3   to pass "),
        "{found:?}"
    );
    // Where the error stands in no function, nothing can be said.
    let cut = text.replace(
        "static int broken(int x) {",
        "static int = ;\nint broken(int x) {",
    );
    folder.write("p.c", cut.as_bytes());
    let run = faultlens(folder.path(), &["test", "p.c"]);
    assert_eq!(run.status, 2, "{run:?}");
}

#[test]
fn what_two_files_define_twice_is_refused() {
    let folder = Folder::new("twice");
    folder.write(
        "a.c",
        b"int f(void) { return 1; }\nint main(void) { return f(); }\n",
    );
    folder.write("b.c", b"int f(void) { return 2; }\n");
    let run = faultlens(folder.path(), &["test", "a.c", "b.c"]);
    run.is_calm();
    assert!(
        run.stdout.contains("b.c:1:5: error: `f` is defined twice"),
        "{run:?}"
    );
}

#[test]
fn a_missing_file_a_folder_and_a_device_are_told_apart() {
    let folder = Folder::new("no-file");
    std::fs::create_dir(folder.path().join("d.c")).unwrap();
    for (file, words) in [
        ("none.c", "there is no such file"),
        ("d.c", "no C file below it has tests"),
        ("/dev/zero", "not a regular file"),
    ] {
        let run = faultlens(folder.path(), &["localize", file]);
        run.is_calm();
        assert_eq!(run.status, 2);
        let said = [&*run.stdout, &*run.stderr].concat();
        assert!(said.contains(words), "{run:?}");
    }
}

#[test]
fn a_huge_file_is_refused_at_once() {
    let folder = Folder::new("huge");
    folder.write("p.c", "int x;\n".repeat(1_500_000).as_bytes());
    let started = Instant::now();
    let run = faultlens(folder.path(), &["localize", "p.c"]);
    run.is_calm();
    assert_eq!(run.status, 2);
    assert!(run.stdout.contains("MB are not analysed"), "{run:?}");
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn deep_nesting_does_not_crash() {
    let folder = Folder::new("deep");
    let (open, close) = ("(".repeat(20_000), ")".repeat(20_000));
    let blocks = format!("{}{}", "{".repeat(20_000), "}".repeat(20_000));
    for text in [
        format!("int main(void) {{ return {open}1{close}; }}\n"),
        format!("int main(void) {blocks}\n"),
        format!("int main(void) {{ {} ; }}\n", "if (1) ".repeat(20_000)),
        format!("int main(void) {{ return {}1; }}\n", "- ".repeat(20_000)),
    ] {
        folder.write("p.c", text.as_bytes());
        folder.write("tests/t.out", b"");
        let run = faultlens(folder.path(), &["localize", "p.c", "--timeout", "10"]);
        run.is_calm();
        assert!(!run.stdout.contains("worker"), "{run:?}");
    }
}

#[test]
fn bad_usage_is_refused_with_what_is_possible() {
    let folder = Folder::new("usage");
    folder.write("p.c", b"int main(void) { return 0; }\n");
    let refused: &[(&[&str], &str)] = &[
        (&[], "Usage"),
        (&["localise", "p.c"], "localize"),
        (&["localize"], "<FILE>"),
        (
            &["localize", "p.c", "--strategy", "guess"],
            "[possible values: multi, maxsat, bugassist, sniper, ofc",
        ),
        (
            &["localize", "p.c", "--relax", "any"],
            "[possible values: angelic, deletion]",
        ),
        (
            &["localize", "p.c", "--format", "xml"],
            "[possible values: text, json, concise, markdown, html, patch, sarif, github, gitlab]",
        ),
        (&["localize", "p.c", "--correct", "0"], "`0` is not a line"),
        (
            &["localize", "p.c", "--workers", "65"],
            "it goes from 1 to 64",
        ),
        (
            &["localize", "p.c", "--max-size", "0"],
            "it goes from 1 to 16",
        ),
        (
            &["localize", "p.c", "--max-size", "99999999999999999999"],
            "not a whole number",
        ),
        (&["localize", "p.c", "--timeout", "-3"], "out of range"),
        (&["localize", "p.c", "--timeout", "inf"], "out of range"),
        (&["localize", "p.c", "--timeout", "soon"], "not a number"),
        (
            &["localize", "p.c", "--entry", "a b"],
            "the name of a function",
        ),
        (&["localize", "p.c", "--nonsense"], "--nonsense"),
        (&["test", "p.c", "--max-size", "2"], "--max-size"),
        (
            &["test", "p.c", "--format", "markdown"],
            "[possible values: text, json, concise, junit, github, gitlab]",
        ),
        (&["localize", "p.c", "--format", "dot"], "'dot'"),
        (&["add-test", "p.c", "--format", "json"], "--format"),
        (
            &["trace", "p.c", "--run", "--format", "dot"],
            "a run (--run) is a list",
        ),
        (
            &["localize", "p.c", "--reference", "nosuch.c"],
            "nosuch.c: there is no such file",
        ),
    ];
    for (args, words) in refused {
        let run = faultlens(folder.path(), args);
        run.is_calm();
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.stderr.contains(words), "{run:?}");
        assert_eq!(run.stdout, "", "{run:?}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"a\xff.c");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_faultlens"))
        .arg("localize")
        .arg(bytes)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_configuration_file_is_obeyed_and_its_mistakes_are_told() {
    let folder = Folder::new("config");
    folder.write("p.c", b"int main(void) { return 0; }\n");
    folder.write("faultlens.toml", b"[options]\nmax-size = 99\n");
    let run = faultlens(folder.path(), &["localize", "p.c"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("max-size: 99 is out of range; it goes from 1 to 16"),
        "{run:?}"
    );
    let doctor = faultlens(folder.path(), &["doctor"]);
    assert_eq!(doctor.status, 2);
    assert!(doctor.stdout.contains("99 is out of range"), "{doctor:?}");
    folder.write("faultlens.toml", b"[options]\ntimeout = 7.5\n");
    let doctor = faultlens(folder.path(), &["doctor"]);
    assert_eq!(doctor.status, 0, "{doctor:?}");
    assert!(doctor.stdout.contains("7.5 s"), "{doctor:?}");
}

#[test]
fn why_a_file_is_not_a_test_is_told() {
    let folder = Folder::new("skipped");
    folder.write("p.c", b"int main(void) { return 0; }\n");
    folder.write("tests/a.in", b"1\n");
    let run = faultlens(folder.path(), &["test", "p.c"]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.stdout.contains("tests/a.in"), "{run:?}");
}

#[test]
fn the_log_goes_to_stderr_and_only_if_asked_for() {
    let folder = Folder::new("log");
    folder.write("p.c", b"int main(void) { return 0; }\n");
    let silent = faultlens(folder.path(), &["test", "p.c", "--format", "json"]);
    assert_eq!(silent.stderr, "");
    let logged = faultlens(
        folder.path(),
        &["test", "p.c", "--format", "json", "--log", "debug"],
    );
    logged.json();
    assert!(logged.stderr.contains("a job starts"), "{logged:?}");
    assert!(
        logged.stderr.contains("[worker]") && logged.stderr.contains("parse"),
        "{logged:?}"
    );
}

#[test]
fn help_and_version_succeed() {
    let folder = Folder::new("help");
    for args in [
        &["--help"][..],
        &["--version"],
        &["localize", "--help"],
        &["help", "test"],
    ] {
        let run = faultlens(folder.path(), args);
        assert_eq!(run.status, 0, "{run:?}");
        assert!(!run.stdout.is_empty());
    }
}

#[test]
fn a_program_reads_the_files_around_it_and_writes_none() {
    let folder = Folder::new("files");
    folder.write(
        "copy.c",
        b"#include <stdio.h>\nint main(int argc, char **argv) {\n    char word[20];\n    \
          FILE *in = fopen(argv[1], \"r\"), *out = fopen(\"out.txt\", \"w\");\n    \
          if (!in) { perror(argv[1]); return 1; }\n    \
          while (fscanf(in, \"%19s\", word) == 1) { printf(\"%s\\n\", word); fprintf(out, \"%s\", word); }\n    \
          remove(argv[1]);\n    return fopen(argv[1], \"r\") != NULL;\n}\n",
    );
    folder.write("words.txt", b"of the program");
    for name in ["tests", "data"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    folder.write("data/deep.txt", b"in a folder");
    folder.write("tests/near.txt", b"of the test");
    for (id, arg, out, exit) in [
        ("a", "words.txt", "of\nthe\nprogram\n", "0"),
        ("b", "near.txt", "of\nthe\ntest\n", "0"),
        ("c", "data/deep.txt", "in\na\nfolder\n", "0"),
        ("d", "none.txt", "", "1"),
    ] {
        folder.write(&format!("tests/{id}.args"), arg.as_bytes());
        folder.write(&format!("tests/{id}.out"), out.as_bytes());
        folder.write(&format!("tests/{id}.exit"), exit.as_bytes());
    }
    let run = faultlens(folder.path(), &["test", "copy.c"]);
    run.is_calm();
    assert_eq!(run.status, 0, "{run:?}");
    assert!(!folder.path().join("out.txt").exists());
    assert!(folder.path().join("words.txt").exists());
}

#[test]
fn what_a_failure_depends_on() {
    let folder = Folder::new("trace");
    let text = "#include <stdio.h>\nint main(void) {\n  int x, y = 1, z = 4;\n  scanf(\"%d\", &x);\n  if (x > 10)\n    \
                y = 2;\n  z = x;\n  printf(\"%d\\n\", y);\n  return 0;\n}\n";
    folder.write("p.c", text.as_bytes());
    for (id, input, output) in [("good", "3", "1\n"), ("bad", "10", "2\n")] {
        folder.write(&format!("tests/{id}.in"), input.as_bytes());
        folder.write(&format!("tests/{id}.out"), output.as_bytes());
    }
    let trace = |args: &[&str]| {
        let run = faultlens(folder.path(), &[&["trace", "p.c"], args].concat());
        run.is_calm();
        run
    };
    for args in [&["--test", "bad"][..], &[]] {
        let run = trace(args);
        assert_eq!(run.status, 1, "{run:?}");
        for words in [
            "test bad fails: ",
            "it depends on 4 executions of statements:",
            "3 │ y = 1  ← data, distance 1",
            "4 │ scanf(\"%d\", &x)  ← data, distance 2",
            "5 │ x > 10  ← could have led to another value, distance 1",
            "8 │ printf(\"%d\\n\", y)  ← fails here",
            "inputs: stdin[0..2]",
        ] {
            assert!(run.stdout.contains(words), "{words}: {run:?}");
        }
        assert!(!run.stdout.contains("z = x"), "{run:?}");
    }
    let run = trace(&["--format", "dot"]);
    assert!(run.stdout.starts_with("digraph dependences {"), "{run:?}");
    assert!(run.stdout.contains("[style=dotted];"), "{run:?}");
    let run = trace(&["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["status"], "traced", "{report}");
    assert_eq!(report["complete"], true, "{report}");
    let run = trace(&["--test", "good"]);
    assert_eq!(run.status, 0, "{run:?}");
    let run = trace(&["--test", "none"]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.stdout.contains("there is no test none"), "{run:?}");
}

#[test]
fn a_failure_is_explained() {
    let folder = Folder::new("explain");
    let text = "#include <stdio.h>\nint main(void) {\n  int x, y = 1;\n  scanf(\"%d\", &x);\n  if (x < 10)\n    \
                y = 0;\n  printf(\"%d\\n\", y);\n  return 0;\n}\n";
    folder.write("p.c", text.as_bytes());
    for (id, input, output) in [("good", "20", "1\n"), ("bad", "3", "1\n")] {
        folder.write(&format!("tests/{id}.in"), input.as_bytes());
        folder.write(&format!("tests/{id}.out"), output.as_bytes());
    }
    let explain = |args: &[&str]| {
        let run = faultlens(
            folder.path(),
            &[&["explain", "p.c", "--all"], args].concat(),
        );
        run.is_calm();
        run
    };
    // Without a test it is the first that fails.
    for args in [&["--test", "bad"][..], &[]] {
        let run = explain(args);
        assert_eq!(run.status, 1, "{run:?}");
        for words in [
            "p.c:7: test bad fails",
            "here: x < 10",
            "How the failure happens (3 steps):",
            "4 │ scanf(\"%d\", &x)  → x = 3; needs x >= 10",
            "5 │ x < 10  is true; needs false",
            "6 │ y = 0; needs y == 1",
            "“needs”: had this step produced that value, the test would have passed.",
            "here: y != 1",
            "3 of 4 executed statements have to do with the failure: lines 4, 5, 6.",
        ] {
            assert!(run.stdout.contains(words), "{words}: {run:?}");
        }
    }
    // On the way that it took, the condition needs no reason.
    let run = explain(&["--test", "bad", "--assume-branches"]);
    assert!(!run.stdout.contains("x < 10"), "{run:?}");
    let run = explain(&["--test", "bad", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["status"], "explained", "{report}");
    assert_eq!(report["proved"], true, "{report}");
    let kinds = report["statements"].as_array().unwrap().iter();
    let kinds: Vec<_> = kinds.map(|s| s["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["writes", "true", "writes"]);
    let slice = report["slice"].as_array().unwrap().iter();
    let slice: Vec<_> = slice
        .map(|d| {
            (
                d["line"].as_u64(),
                d["distance"].as_u64(),
                d["via"].as_str(),
            )
        })
        .collect();
    let wanted = [(4, 3, "data"), (5, 2, "control"), (6, 1, "data")];
    assert_eq!(
        slice,
        wanted.map(|(line, far, via)| (Some(line), Some(far), Some(via)))
    );
    assert_eq!(report["depends_on"], 3, "{report}");
    let needs = serde_json::json!({ "holds": "y == 1", "value": "1", "exact": true });
    assert_eq!(report["statements"][2]["needs"], needs, "{report}");
    assert_eq!(report["statements"][2]["nothing_helps"], false, "{report}");
    let run = explain(&["--test", "bad", "--format", "markdown"]);
    assert!(
        run.stdout
            .contains("  6  y = 0  // needs y == 1\n     // holds: y != 1\n"),
        "{run:?}"
    );
    let run = explain(&["--test", "good"]);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(run.stdout.contains("test good passes"), "{run:?}");
    let run = explain(&["--test", "worse"]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.stdout.contains("there is no test worse"), "{run:?}");
}

/// A limit that is read once and has to be another: by how much, one test leaves open.
const LIMIT: &str = "#include <stdio.h>
int main(void) {
    int x, limit = 10;
    if (scanf(\"%d\", &x) != 1)
        return 1;
    printf(x < limit ? \"low\\n\" : \"high\\n\");
    return 0;
}
";

#[test]
fn other_values_that_would_do_are_told() {
    let folder = Folder::new("ranges");
    folder.write("limit.c", LIMIT.as_bytes());
    folder.write("tests/t0.in", b"7\n");
    folder.write("tests/t0.out", b"high\n");
    folder.write("tests/t1.in", b"3\n");
    folder.write("tests/t1.out", b"low\n");
    let arguments = ["localize", "limit.c", "--tests", "tests"];
    let json = [&arguments[..], &["--format", "json"]].concat();
    let run = faultlens(folder.path(), &json);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let components = report["diagnoses"].as_array().unwrap().iter();
    let components = components.map(|d| &d["components"][0]);
    let mut ranges = components.filter_map(|c| {
        let value = &c["values"][0];
        Some((
            c["text"].as_str()?,
            value["was"].as_str()?,
            value["range"].as_str()?,
        ))
    });
    let limit = ranges.find(|(text, ..)| text.contains("limit = 10"));
    assert_eq!(
        limit.map(|(_, was, range)| (was, range)),
        Some(("10", "<= 7")),
        "{report}"
    );
    let run = faultlens(folder.path(), &arguments);
    assert!(run.stdout.contains("(any <= 7)"), "{run:?}");
}

#[test]
fn what_cannot_be_explained_is_named() {
    let folder = Folder::new("explain-not");
    folder.write("p.c", b"int main(void) {\n  for (;;)\n    ;\n}\n");
    folder.write("tests/t.out", b"1\n");
    let run = faultlens(folder.path(), &["explain", "p.c"]);
    run.is_calm();
    assert_eq!(run.status, 2, "{run:?}");
    assert!(
        run.stdout.contains("what does not end is not explained"),
        "{run:?}"
    );
}

/// A spoilt library is where the loader looks first.
#[cfg(target_os = "linux")]
#[test]
fn without_z3_all_goes_on_but_what_needs_it_and_that_is_told() {
    let folder = Folder::new("no-z3");
    let installed = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../.deps/z3/lib");
    for library in std::fs::read_dir(installed).unwrap().flatten() {
        folder.write(&format!("lib/{}", library.file_name().display()), b"");
    }
    folder.write(
        "p.c",
        b"int twice(int x) { return x + x + 1; }\nint main(void) { assert(twice(2) == 4); return 0; }\n",
    );
    let without_z3 = |args: &[&str]| {
        let spoilt = folder.path().join("lib");
        let nowhere = folder.path().join("nowhere");
        let places = [("LD_LIBRARY_PATH", &*spoilt), ("FAULTLENS_Z3", &*nowhere)];
        let run = faultlens_with(folder.path(), args, &places);
        run.is_calm();
        run
    };
    // A system may have one that is too old, which is found instead.
    let is_told =
        |text: &str| text.contains("Z3 cannot be loaded: ") || text.contains("but FaultLens needs");

    let run = without_z3(&["localize", "p.c"]);
    assert_eq!(run.status, 1, "{run:?}");
    assert!(!is_told(&run.stdout), "{run:?}");

    let run = without_z3(&["localize", "p.c", "--strategy", "maxsat"]);
    assert_eq!(run.status, 1, "{run:?}");
    assert!(!is_told(&run.stdout), "{run:?}");

    let run = without_z3(&["localize", "p.c", "--solver", "z3"]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(is_told(&run.stdout), "{run:?}");

    let run = without_z3(&["doctor"]);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(is_told(&run.stdout), "{run:?}");
    assert!(
        run.stdout
            .contains("questions about floating-point numbers stay open"),
        "{run:?}"
    );
}

#[test]
fn without_a_certified_set_lines_are_suspected() {
    let folder = Folder::new("suspected");
    folder.write(
        "p.c",
        b"int unused(int x) { return x; }\nint twice(int x) {\n  int y = x + x;\n  return y + 1;\n}\n\
          int main(void) {\n  unused(1);\n  assert(twice(2) == 4);\n  return 0;\n}\n",
    );
    let work = |work, format| {
        let run = faultlens(
            folder.path(),
            &["localize", "p.c", "--work", work, "--format", format],
        );
        run.is_calm();
        run
    };

    // Nothing was searched: the failure depends on two lines, the nearer one first, and no set is certified. Beside what
    // is executed otherwise something may be missing.
    let run = work("0", "json");
    assert_eq!(run.status, 3, "{run:?}");
    let json = run.json();
    let ranking = json["ranking"].as_array().unwrap();
    let lines: Vec<_> = ranking.iter().map(|l| l["line"].as_u64()).collect();
    assert_eq!(lines[..], [Some(4), Some(3), Some(1)], "{run:?}");
    assert!(ranking.iter().all(|l| l["certified"] == false), "{run:?}");
    assert!(
        ranking
            .iter()
            .all(|l| l["diagnoses"] == serde_json::json!([]))
    );
    assert_eq!(json["stats"]["first_set_ms"], serde_json::Value::Null);
    let run = work("0", "text");
    assert!(
        run.stdout.contains("Not confirmed, but worth a look:"),
        "{run:?}"
    );

    // A search that ended early is an answer once it has a set, and the same one every time.
    let some = work("20000", "json").json();
    assert_eq!(some["ranking"], work("20000", "json").json()["ranking"]);
    let all = work("1000000000", "json");
    assert_eq!(all.status, 1, "{all:?}");
    assert_eq!(all.json()["ranking"][0]["certified"], true, "{all:?}");
    assert!(all.json()["stats"]["first_set_ms"].is_number(), "{all:?}");
}
