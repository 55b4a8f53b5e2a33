//! What is read and what is not, where only configuration names it. See `docs/tests.md`.

use std::os::unix::fs::symlink;

use crate::common::{Folder, Run, faultlens};

const ECHO: &str = "#include <stdio.h>\nint main(void) {\n    int c;\n    while ((c = getchar()) != EOF)\n        putchar(c);\n    return 0;\n}\n";
const SECRET: &str = "root:x:0:0";

/// A project, and another folder.
fn folders() -> (Folder, Folder) {
    let (project, other) = (Folder::new("project"), Folder::new("other"));
    project.write("p.c", ECHO.as_bytes());
    other.write("secret.in", SECRET.as_bytes());
    other.write("secret.out", SECRET.as_bytes());
    other.write("tests/t.in", SECRET.as_bytes());
    other.write("tests/t.out", SECRET.as_bytes());
    (project, other)
}

fn path(folder: &Folder, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// Refused with a sentence, and nothing of the content shown, in text and JSON.
fn refuses(project: &Folder, args: &[&str]) -> Run {
    for form in ["json", "text"] {
        let run = faultlens(project.path(), &[args, &["--format", form]].concat());
        run.is_calm();
        let all = format!("{}{}", run.stdout, run.stderr);
        assert!(all.contains("outside the project"), "{run:?}");
        assert!(all.contains("--allow-outside"), "{run:?}");
        assert!(!all.contains(SECRET), "{run:?}");
        if form == "text" {
            return run;
        }
    }
    unreachable!("both forms were tried")
}

fn passes(project: &Folder, args: &[&str]) {
    let run = faultlens(project.path(), args);
    assert_eq!(run.status, 0, "{run:?}");
}

#[test]
fn files_of_tests_are_read_inside_only() {
    let (project, other) = folders();
    let name = other
        .path()
        .file_name()
        .unwrap()
        .to_string_lossy()
        .into_owned();
    for file in [path(&other, "secret.in"), format!("../{name}/secret.in")] {
        let config =
            format!("[[test]]\nname = \"t\"\nstdin-file = \"{file}\"\nstdout = \"{SECRET}\"\n");
        project.write("faultlens.toml", config.as_bytes());
        refuses(&project, &["test", "p.c"]);
        passes(&project, &["test", "p.c", "--allow-outside"]);
        let config = format!("[[test]]\nname = \"t\"\nstdin = \"x\"\nstdout-file = \"{file}\"\n");
        project.write("faultlens.toml", config.as_bytes());
        refuses(&project, &["localize", "p.c"]);
    }
    // A folder above that belongs to the project is inside.
    let inner = path(&project, "src");
    project.write("src/p.c", ECHO.as_bytes());
    project.write("data/x", b"1");
    project.write(
        "src/faultlens.toml",
        b"[[test]]\nname = \"t\"\nstdin-file = \"../data/x\"\nstdout-file = \"../data/x\"\n",
    );
    let run = faultlens(inner.as_ref(), &["test", "p.c"]);
    assert_eq!(run.status, 0, "{run:?}");
}

#[test]
fn tests_and_sources_that_a_project_names_are_inside() {
    let (project, other) = folders();
    let tests = path(&other, "tests");
    project.write(
        "faultlens.toml",
        format!("[options]\ntests = \"{tests}\"\n").as_bytes(),
    );
    assert_eq!(refuses(&project, &["test", "p.c"]).status, 2);
    passes(&project, &["test", "p.c", "--allow-outside"]);
    // What the user says is so.
    passes(&project, &["test", "p.c", "--tests", &tests]);
    project.write("faultlens.toml", b"");
    passes(
        &project,
        &["test", "p.c", "--tests", &path(&other, "tests/t.out")],
    );

    other.write("f.c", b"int f(void) { return 1; }\n");
    let f = path(&other, "f.c");
    project.write(
        "p.c",
        b"#include <assert.h>\nint f(void);\nint main(void) { assert(f() == 1); return 0; }\n",
    );
    project.write(
        "faultlens.toml",
        format!("sources = [\"p.c\", \"{f}\"]\n").as_bytes(),
    );
    assert_eq!(refuses(&project, &["test", "p.c"]).status, 2);
    passes(&project, &["test", "p.c", "--allow-outside"]);
    passes(&project, &["test", "p.c", &f]);
}

#[test]
fn commands_of_ctest_read_inside_only() {
    let (project, other) = folders();
    let (input, output) = (path(&other, "secret.in"), path(&other, "secret.out"));
    let command = format!("./p < {input} | diff - {output}");
    let listing = serde_json::json!({
        "kind": "ctestInfo",
        "tests": [{ "name": "t", "command": ["/bin/sh", "-c", command] }],
    });
    project.write("ctest.json", listing.to_string().as_bytes());
    refuses(&project, &["test", "p.c"]);
    passes(&project, &["test", "p.c", "--allow-outside"]);
    let listing = serde_json::json!({
        "kind": "ctestInfo",
        "tests": [{
            "name": "t",
            "command": ["./p"],
            "properties": [{ "name": "WORKING_DIRECTORY", "value": other.path().to_str().unwrap() }],
        }],
    });
    project.write("ctest.json", listing.to_string().as_bytes());
    refuses(&project, &["test", "p.c"]);
}

#[test]
fn links_lead_no_further() {
    let (project, other) = folders();
    project.write("tests/here.out", b"");
    for end in ["in", "out"] {
        let to = other.path().join(format!("secret.{end}"));
        symlink(to, project.path().join(format!("tests/link.{end}"))).unwrap();
    }
    let run = refuses(&project, &["test", "p.c"]);
    assert!(run.stdout.contains("1 test, all pass"), "{run:?}");
    passes(&project, &["test", "p.c", "--allow-outside"]);
    // A whole folder.
    let (project, other) = folders();
    symlink(other.path().join("tests"), project.path().join("tests")).unwrap();
    refuses(&project, &["test", "p.c"]);
    // A link to what is inside is as good as a file.
    let (project, _other) = folders();
    project.write("data/x.out", b"");
    project.write("tests/other.out", b"");
    symlink("../data/x.out", project.path().join("tests/x.out")).unwrap();
    let run = faultlens(project.path(), &["test", "p.c"]);
    assert!(run.stdout.contains("2 tests, all pass"), "{run:?}");
}

#[test]
fn a_project_cannot_give_itself_rights() {
    let (project, _other) = folders();
    project.write("faultlens.toml", b"[options]\nallow-outside = true\n");
    let run = faultlens(project.path(), &["test", "p.c"]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(
        run.stderr.contains("only who runs FaultLens can set this"),
        "{run:?}"
    );
}

const OPENS: &str = "#include <stdio.h>\nint main(void) {\n    FILE *f = fopen(\"PATH\", \"r\");\n    puts(f ? \"there\" : \"missing\");\n    return 0;\n}\n";

#[test]
fn what_is_missing_outside_is_missing_for_the_program() {
    let (project, other) = folders();
    project.write("tests/t.out", b"missing\n");
    for file in [
        "/no/such/faultlens/file",
        "../no-such-faultlens-file",
        "sub/../../no-such-faultlens-file",
    ] {
        project.write("sub/x", b"");
        project.write("p.c", OPENS.replace("PATH", file).as_bytes());
        for command in ["test", "localize"] {
            let run = faultlens(project.path(), &[command, "p.c"]);
            assert_eq!(run.status, 0, "{run:?}");
            assert!(
                run.stdout.contains("outside the project, does not exist"),
                "{run:?}"
            );
        }
    }
    // The result says so where the test fails, too.
    project.write("tests/t.out", b"there\n");
    let run = faultlens(project.path(), &["explain", "p.c"]);
    assert!(
        run.stdout.contains("outside the project, does not exist"),
        "{run:?}"
    );
    // An argument may name it.
    project.write(
        "p.c",
        OPENS
            .replace("main(void)", "main(int n, char **a)")
            .replace("\"PATH\"", "a[1]")
            .as_bytes(),
    );
    project.write("tests/t.out", b"missing\n");
    project.write("tests/t.args", b"/no/such/faultlens/file\n");
    passes(&project, &["test", "p.c"]);
    // What exists is not looked into.
    project.write(
        "tests/t.args",
        format!("{}\n", path(&other, "secret.in")).as_bytes(),
    );
    let run = faultlens(project.path(), &["test", "p.c"]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(
        run.stdout
            .contains("it is outside the project; --allow-outside"),
        "{run:?}"
    );
    project.write("tests/t.out", b"there\n");
    passes(&project, &["test", "p.c", "--allow-outside"]);
}

/// Ways in which a project includes a file: flags of its build, the text of its program.
#[test]
fn headers_are_read_inside_only() {
    let (project, other) = folders();
    let secret = path(&other, "secret.in");
    let flags = |flags: &str| {
        let folder = project.path().display();
        format!(
            "[{{\"directory\": \"{folder}\", \"file\": \"p.c\", \"command\": \"cc {flags} -c p.c\"}}]"
        )
    };
    project.write("tests/t.in", b"a");
    project.write("tests/t.out", b"a");
    for (command, text) in [
        (format!("-include {secret}"), String::new()),
        (
            format!("-I{}", other.path().display()),
            "#include \"secret.in\"\n".to_owned(),
        ),
        (
            format!("-I{}", other.path().display()),
            "#include <secret.in>\n".to_owned(),
        ),
        (String::new(), format!("#include \"{secret}\"\n")),
        (String::new(), "#include \"link.h\"\n".to_owned()),
    ] {
        project.write("compile_commands.json", flags(&command).as_bytes());
        project.write("p.c", format!("{text}{ECHO}").as_bytes());
        let link = project.path().join("link.h");
        let _ = std::fs::remove_file(&link);
        symlink(&secret, &link).unwrap();
        refuses(&project, &["test", "p.c"]);
    }
    // What is inside may be reached by any path.
    project.write("inc/own.h", b"#define OWN 1\n");
    let inside = format!("-include {}", path(&project, "inc/../inc/own.h"));
    project.write("compile_commands.json", flags(&inside).as_bytes());
    project.write(
        "p.c",
        format!("#include <stdio.h>\nint own = OWN;\n{ECHO}").as_bytes(),
    );
    passes(&project, &["test", "p.c"]);
}
