//! Projects in folders, and the files that are found.
#![allow(clippy::unwrap_used)]

use super::*;
use std::fs;
use std::path::PathBuf;

/// Files in a temporary folder of their own.
struct Files(PathBuf);

impl Files {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = std::env::temp_dir().join(format!(
            "faultlens-companions-{name}-{}",
            std::process::id()
        ));
        for (name, text) in files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self(root)
    }

    /// Companions of a file, as `name: why`.
    fn of(&self, name: &str) -> Vec<String> {
        let path = self.0.join(name);
        let text = fs::read_to_string(&path).unwrap();
        let found = linked_sources(&path, &text).into_iter().map(|companion| {
            let name = companion.file.strip_prefix(&self.0).unwrap().display();
            format!("{name}: {}", companion.why)
        });
        found.collect()
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const MAIN: &str = "int main(void) { return push(1) + pop(); }";
const STACK: &str = "int push(int x) { return grow(x); } int pop(void) { return 0; }";
const GROW: &str = "int grow(int x) { return x; }";

#[test]
fn what_is_called_is_looked_for_beside_the_file() {
    let files = [("main.c", MAIN), ("stack.c", STACK), ("grow.c", GROW)];
    let files = Files::new("called", &files);
    assert_eq!(
        files.of("main.c"),
        [
            "grow.c: it defines `grow`",
            "stack.c: it defines `pop` and `push`"
        ]
    );
    assert_eq!(
        files.of("grow.c"),
        [
            "main.c: it calls `grow`",
            "stack.c: it defines `pop` and `push`"
        ]
    );
}

#[test]
fn what_is_included_is_no_file_of_its_own() {
    let files = [
        (
            "t.c",
            "#include \"core.c\"\n#include \"../lib/util.h\"\nint main(void) { return twice(1); }",
        ),
        (
            "core.c",
            "#include \"./inner.h\"\nint inc(int x) { return x + one(); }",
        ),
        ("inner.h", "#include \"inner.c\""),
        ("inner.c", "int one(void) { return 1; }"),
        (
            "util.c",
            "#include \"core.h\"\nint twice(int x) { return inc(inc(x)) + one(); }",
        ),
    ];
    let files = Files::new("included", &files);
    assert_eq!(files.of("t.c"), ["util.c: it defines `twice`"]);
}

#[test]
fn a_file_that_another_includes_is_still_found() {
    let all = "#include \"stack.c\"\nint all(void) { return pop(); }";
    let stack = "int push(int x) { return x; } int pop(void) { return 0; }";
    let files = [("main.c", MAIN), ("all.c", all), ("stack.c", stack)];
    let files = Files::new("amalgamated", &files);
    assert_eq!(files.of("main.c"), ["stack.c: it defines `pop` and `push`"]);
}

#[test]
fn definitions_are_found_behind_macros_and_initialisers() {
    let text = "#define API(t) t\nstatic const int n = sizeof(int) / sizeof(int);\n\
                API(int) push(int x) { return x; } int (*pop(void))(int) { return 0; }";
    let files = Files::new("macros", &[("main.c", MAIN), ("stack.c", text)]);
    assert_eq!(files.of("main.c"), ["stack.c: it defines `pop` and `push`"]);
}

#[test]
fn the_files_of_an_exercise_are_listed() {
    let list = r#"{"files": {"solution": ["half.c", "half.h"], "test": ["test_half.c"], "example": [".meta/example.c"]}}"#;
    let files = [
        (".exercism/config.json", list),
        ("half.c", ""),
        ("half.h", ""),
        ("test_half.c", MAIN),
        ("other.c", "int main(void) { return 0; }"),
    ];
    let files = Files::new("exercise", &files);
    let why = ".exercism/config.json lists it";
    assert_eq!(files.of("half.c"), [format!("test_half.c: {why}")]);
    assert_eq!(files.of("test_half.c"), [format!("half.c: {why}")]);
    assert_eq!(files.of("other.c"), [""; 0]);
}

#[test]
fn programs_that_are_complete_stay_alone() {
    let alone = "int push(int x) { return x; } int main(void) { printf(\"\"); return push(1); }";
    let static_one = "static int helper(void) { return 0; }";
    let files = [("a.c", alone), ("b.c", alone), ("c.c", static_one)];
    let files = Files::new("alone", &files);
    assert_eq!(files.of("a.c"), [""; 0]);
    assert_eq!(files.of("c.c"), [""; 0]);
}

#[test]
fn nothing_is_guessed_but_a_header_tells() {
    let files = [
        ("main.c", MAIN),
        ("named.c", &format!("#include \"stack.h\"\n{MAIN}")),
        ("stack.c", STACK),
        ("old_stack.c", STACK),
    ];
    let files = Files::new("guess", &files);
    assert_eq!(files.of("main.c"), [""; 0]);
    assert_eq!(
        files.of("named.c"),
        ["stack.c: it defines `pop` and `push`"]
    );
}

#[test]
fn a_file_beside_a_header_of_a_header_counts() {
    let of = |name: &str, main: &str, include: &str, header: &str, stack: &str| {
        let text = format!("#include \"{include}\"\n{MAIN}");
        let inner = "#include \"../lib/stack.h\"\n";
        let files = [
            (main, &*text),
            (header, inner),
            (stack, STACK),
            ("lib/stack.h", ""),
            ("lib/grow.c", GROW),
        ];
        Files::new(name, &files).of(main)
    };
    let expected = [
        "lib/grow.c: it defines `grow`",
        "lib/stack.c: it defines `pop` and `push`",
    ];
    assert_eq!(
        of("below", "app/main.c", "all.h", "app/all.h", "lib/stack.c"),
        expected
    );
    assert_eq!(
        of(
            "aside",
            "app/main.c",
            "../inc/all.h",
            "inc/all.h",
            "lib/stack.c"
        ),
        expected
    );
}

#[test]
fn what_an_editor_has_not_saved_counts() {
    let files = [
        ("app/main.c", "int x;"),
        ("lib/stack.c", STACK),
        ("lib/grow.c", GROW),
    ];
    let files = Files::new("unsaved", &files);
    let text = format!("#include \"../lib/stack.h\"\n{MAIN}");
    assert_eq!(linked_sources(&files.0.join("app/main.c"), &text).len(), 2);
}

#[test]
fn files_that_define_only_what_is_read_are_found() {
    let files = [
        (
            "main.c",
            "#include \"all.h\"\nextern int level, *place;\nint main(void) { int count = level; return rows[0].run(count) + name[0]; }",
        ),
        (
            "all.h",
            "struct row { int (*run)(int); };\nextern const struct row rows[]; extern char name[8]; extern int unused;",
        ),
        (
            "rows.c",
            "#include \"all.h\"\nstatic int run(int x) { return x; }\nconst struct row rows[] = { { run } };",
        ),
        ("rest.c", "char name[8] = \"a\"; static int level = 3;"),
        ("level.c", "int other = (1), level = 2;"),
        // None of these is meant.
        ("count.c", "int count, unused;"),
        ("own.c", "static char name[8]; struct rows { int level; };"),
    ];
    let files = Files::new("objects", &files);
    assert_eq!(
        files.of("main.c"),
        [
            "level.c: it defines `level`",
            "rest.c: it defines `name`",
            "rows.c: it defines `rows`"
        ]
    );
}

#[test]
fn files_that_define_the_same_are_not_linked_with_each_other() {
    let main = "int grow(int x) { return 2 * x; } int main(void) { return pop(); }";
    let files = [("main.c", main), ("stack.c", &format!("{STACK} {GROW}"))];
    let files = Files::new("clash", &files);
    assert_eq!(files.of("main.c"), [""; 0]);
}

#[test]
fn of_several_programs_the_test_counts() {
    let files = [
        ("main.c", MAIN),
        ("test_stack.c", MAIN),
        (
            "stack.c",
            "int push(int x) { return x; } int pop(void) { return 0; }",
        ),
    ];
    let files = Files::new("several", &files);
    assert_eq!(
        files.of("stack.c"),
        ["test_stack.c: it calls `pop` and `push`"]
    );
    fs::rename(files.0.join("test_stack.c"), files.0.join("other.c")).unwrap();
    assert_eq!(files.of("stack.c"), [""; 0]);
}

#[test]
fn what_is_not_beside_is_looked_for_in_the_project() {
    let test = "#include <p/stack.h>\nint main(void) { return push(1); }";
    let files = [
        ("p/.git/x", ""),
        ("p/include/p/stack.h", "int push(int x);"),
        ("p/core/stack.c", STACK),
        ("p/core/deep/grow.c", GROW),
        ("p/tests/unit.c", test),
        ("p/tests/grow.c", "int main(void) { return grow(2); }"),
        // Not of the project.
        ("other/push.c", STACK),
    ];
    let files = Files::new("project", &files);
    assert_eq!(
        files.of("p/tests/unit.c"),
        [
            "p/core/stack.c: it defines `push`",
            "p/core/deep/grow.c: it defines `grow`"
        ]
    );
    // A file of the same name is another one.
    assert_eq!(
        files.of("p/tests/grow.c"),
        ["p/core/deep/grow.c: it defines `grow`"]
    );
}

#[test]
fn a_test_anywhere_in_the_project_is_found_from_what_it_tests() {
    let files = [
        ("Makefile", ""),
        ("src/stack.c", STACK),
        ("src/grow.c", GROW),
        ("src/main.c", MAIN),
        ("check/test_all.c", MAIN),
        ("check/grow_test.c", "int main(void) { return grow(1); }"),
    ];
    let files = Files::new("tested", &files);
    assert_eq!(
        files.of("src/grow.c"),
        ["check/grow_test.c: it calls `grow`"]
    );
    assert_eq!(
        files.of("src/stack.c"),
        [
            "check/test_all.c: it calls `pop` and `push`",
            "src/grow.c: it defines `grow`"
        ]
    );
}

#[test]
fn a_function_that_is_only_passed_on_is_needed_and_a_macro_is_not() {
    let main = "#include \"order.h\"\n#define TWICE(x) ((x) + (x))\n\
                int main(void) { sort(rising); return TWICE(LEAST(1, 2)); }";
    let header = "#define LEAST(a, b) ((a) < (b) ? (a) : (b))\nint rising(int, int); void sort(int (*f)(int, int));";
    let files = [
        ("main.c", main),
        ("order.h", header),
        ("order.c", "int rising(int a, int b) { return a < b; }"),
        ("sort.c", "void sort(int (*f)(int, int)) { f(1, 2); }"),
        (
            "twice.c",
            "int TWICE(int x) { return x; } int LEAST(int a, int b) { return a; }",
        ),
    ];
    let files = Files::new("passed", &files);
    assert_eq!(
        files.of("main.c"),
        ["order.c: it defines `rising`", "sort.c: it defines `sort`"]
    );
}

#[test]
fn a_path_in_an_include_leads_to_its_folder() {
    let test =
        "#include <stdio.h>\n# include \"../src/grow.h\"\nint main(void) { return grow(1); }";
    let files = [("test/t.c", test), ("src/grow.c", GROW)];
    let files = Files::new("path", &files);
    assert_eq!(files.of("test/t.c"), ["src/grow.c: it defines `grow`"]);
}

#[test]
fn a_link_is_no_second_definition() {
    let files = [
        (
            "main.c",
            "#include \"lib/grow.h\"\nint main(void) { return grow(1); }",
        ),
        ("lib/grow.h", "int grow(int x);"),
        ("lib/grow.c", GROW),
    ];
    let files = Files::new("links", &files);
    let link = std::os::unix::fs::symlink;
    link(files.0.join("lib/grow.c"), files.0.join("copy.c")).unwrap();
    assert_eq!(files.of("main.c"), ["copy.c: it defines `grow`"]);
}
