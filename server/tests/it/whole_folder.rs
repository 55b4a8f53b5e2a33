//! `test FOLDER` and `localize FOLDER`.

use crate::common::{Folder, faultlens};

const SHARED: &str = "int twice(int x) { return 2 * x; }\n";
const HEADER: &str = "int twice(int x);\n";
const RIGHT: &str = "#include <stdio.h>\n#include \"twice.h\"\nint main(void) { printf(\"%d\\n\", twice(4)); return 0; }\n";
const WRONG: &str = "#include <stdio.h>\n#include \"twice.h\"\nint main(void) { printf(\"%d\\n\", twice(4) - 1); return 0; }\n";

/// Two programs that share a file, one in a folder of its own, and files that are no programs.
fn project(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (path, text) in [
        ("lib/twice.h", HEADER),
        ("lib/twice.c", SHARED),
        ("lib/right.c", RIGHT),
        ("lib/wrong.c", WRONG),
        ("lib/tests/right_1.out", "8\n"),
        ("lib/tests/wrong_1.out", "8\n"),
        (
            "other/own.c",
            "#include <stdio.h>\nint main(void) { puts(\"a\"); return 0; }\n",
        ),
        ("other/tests/1.out", "a\n"),
        ("notes.txt", "x"),
        (".hidden/p.c", WRONG),
    ] {
        folder.write(path, text.as_bytes());
    }
    folder
}

#[test]
fn every_program_below_a_folder_is_tested_by_itself() {
    let folder = project("whole-test");
    let run = faultlens(folder.path(), &["test", "."]);
    let last = run.stdout.lines().last().unwrap();
    let said = "3 programs: 2 without a failing test; 1 with failing tests (lib/wrong.c)";
    assert_eq!(last, said, "{}", run.stdout);
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.contains("lib/right.c: 1 test, all pass"),
        "{}",
        run.stdout
    );

    let run = faultlens(folder.path(), &["test", "other"]);
    assert!(
        run.stdout
            .ends_with("1 program: 1 without a failing test\n"),
        "{}",
        run.stdout
    );
    assert_eq!(run.status, 0);
}

#[test]
fn every_program_below_a_folder_is_localized_by_itself() {
    let folder = project("whole-localize");
    let run = faultlens(folder.path(), &["localize", ".", "--format", "json"]);
    let reports: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let files = reports.as_array().unwrap().iter();
    let suspects: Vec<String> = files
        .map(|report| {
            format!(
                "{} {}",
                report["file"].as_str().unwrap(),
                report["ranking"][0]["line"]
            )
        })
        .collect();
    assert_eq!(
        suspects,
        ["lib/right.c null", "lib/wrong.c 3", "other/own.c null"]
    );
    assert_eq!(run.status, 1);
}

#[test]
fn a_folder_without_programs_and_formats_for_one_file_are_refused() {
    let folder = project("whole-refused");
    folder.write("empty/notes.txt", b"x");
    for (arguments, why) in [
        (&["test", "empty"][..], "no C file below it has tests"),
        (&["test", ".", "--format", "junit"], "name its C file"),
        (&["find", "."], "it is a folder"),
    ] {
        let run = faultlens(folder.path(), arguments);
        let said = run.stderr + &run.stdout;
        assert!(said.contains(why), "{arguments:?}: {said}");
        assert_eq!(run.status, 2);
    }
}
