//! Projects whose files, flags and tests only a description of the build tells.

use crate::common::{Folder, faultlens};

const SCALE: &str = "#include \"scale.h\"\nint scale(int x) { return x * FACTOR; }\n";
const HEADER: &str = "int scale(int x);\n";
/// Another file that defines the same function, for another program.
const OTHER: &str = "int scale(int x) { return -x; }\n";
const TOOL: &str = "#include <scale.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include \"version.h\"\n\
    int main(int argc, char **argv) {\n    if (argc < 2) { puts(VERSION_TEXT); return 0; }\n\
    printf(\"%d\\n\", scale(atoi(argv[1])));\n    return argc > 2 ? 3 : 0;\n}\n";

const CMAKE: &str = "cmake_minimum_required(VERSION 3.10)\nproject(scaler VERSION 2.5 LANGUAGES C)\n\
    configure_file(version.h.in gen/version.h)\nadd_subdirectory(parts)\nfile(GLOB MAIN tool/*.c)\n\
    add_executable(scaler ${MAIN})\ntarget_link_libraries(scaler PRIVATE parts)\nenable_testing()\n\
    function(check name argument wanted)\n  add_test(NAME ${name} COMMAND scaler ${argument})\n\
      set_tests_properties(${name} PROPERTIES PASS_REGULAR_EXPRESSION \"^${wanted}\")\nendfunction()\n\
    check(two 2 6)\ncheck(three 3 10)\nadd_test(NAME version COMMAND scaler)\n\
    set_tests_properties(version PROPERTIES PASS_REGULAR_EXPRESSION \"scaler 2.5\")\n\
    add_test(NAME refused COMMAND scaler 1 2)\nset_tests_properties(refused PROPERTIES WILL_FAIL TRUE)\n";
const PARTS: &str = "add_library(parts triple.c)\ntarget_include_directories(parts PUBLIC ../api)\n\
    target_compile_definitions(parts PRIVATE FACTOR=3)\n";

const MESON: &str = "project('scaler', 'c', version: '2.5')\nconf = configuration_data()\nconf.set('PROJECT_NAME', meson.project_name())\n\
    conf.set('PROJECT_VERSION', meson.project_version())\n\
    configure_file(input: 'version.h.in', output: 'version.h', configuration: conf)\ninc = include_directories('api')\n\
    parts = static_library('parts', 'parts/triple.c', include_directories: inc, c_args: ['-DFACTOR=3'])\n\
    scaler = executable('scaler', files('tool/main.c'), link_with: parts, include_directories: inc)\n\
    test('shown', scaler)\ntest('two', scaler, args: ['2'])\ntest('three words', scaler, args: ['3', 'x'])\n\
    test('scripted', find_program('run.sh'))\n";

const AUTOMAKE: &str = "AM_CPPFLAGS = -I$(top_srcdir)/api -DFACTOR=3\nbin_PROGRAMS = scaler\nscaler_SOURCES = tool/main.c \\\n  parts/triple.c\n\
    check_PROGRAMS = t-scale\nt_scale_SOURCES = checks/t-scale.c parts/triple.c\nTESTS = $(check_PROGRAMS) run.sh\n";

/// The project without its description.
fn project(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (path, text) in [
        ("parts/triple.c", SCALE),
        ("parts/negative.c", OTHER),
        ("api/scale.h", HEADER),
        ("tool/main.c", TOOL),
        (
            "version.h.in",
            "#define VERSION_TEXT \"@PROJECT_NAME@ @PROJECT_VERSION@\"\n",
        ),
    ] {
        folder.write(path, text.as_bytes());
    }
    folder
}

#[test]
fn cmake_tells_files_flags_headers_and_tests() {
    let folder = project("described-cmake");
    folder.write("CMakeLists.txt", CMAKE.as_bytes());
    folder.write("parts/CMakeLists.txt", PARTS.as_bytes());
    for file in ["tool/main.c", "parts/triple.c", "."] {
        let run = faultlens(folder.path(), &["test", file]);
        run.is_calm();
        for said in [
            "pass  two",
            "FAIL  three    expected \"10\" at the beginning, printed \"9\"",
            "pass  version",
            "pass  refused",
            "gen/version.h is what the build makes of its template, as CMakeLists.txt says",
        ] {
            assert!(run.stdout.contains(said), "{file}: {said}\n{}", run.stdout);
        }
    }
}

#[test]
fn meson_tells_files_flags_headers_and_tests() {
    let folder = project("described-meson");
    folder.write("meson.build", MESON.as_bytes());
    for file in ["tool/main.c", "parts/triple.c", "."] {
        let run = faultlens(folder.path(), &["test", file]);
        run.is_calm();
        for said in [
            "pass  two",
            "FAIL  three words  expected exit status 0, got 3",
            "`scripted`: it runs a script",
        ] {
            let is_listed = run.stdout.contains(said) || said.starts_with('`');
            assert!(is_listed, "{file}: {said}\n{}", run.stdout);
        }
    }
}

#[test]
fn automake_tells_which_programs_check_themselves() {
    let folder = project("described-automake");
    folder.write("Makefile.am", AUTOMAKE.as_bytes());
    let check = "#include <scale.h>\nint main(int argc, char **argv) { return scale(2) == 7 ? 0 : argc; }\n";
    folder.write("checks/t-scale.c", check.as_bytes());
    for file in ["checks/t-scale.c", "."] {
        let run = faultlens(folder.path(), &["test", file]);
        run.is_calm();
        let said = "FAIL  main  expected exit status 0, got 1";
        assert!(run.stdout.contains(said), "{file}\n{}", run.stdout);
        assert!(
            run.stdout.contains("../parts/triple.c belongs"),
            "{}",
            run.stdout
        );
    }
}

#[test]
fn a_program_without_a_test_in_the_description_is_no_test() {
    let folder = project("described-helper");
    let helper =
        "#include <stdio.h>\nint main(void) { return fopen(\"table.txt\", \"r\") ? 0 : 3; }\n";
    folder.write("tests/table.c", helper.as_bytes());
    let test = "#include \"checks.h\"\nint main(int argc, char **argv) { CHECK(argc == 2); return failures; }\n";
    folder.write("tests/all.c", test.as_bytes());
    let checks = "#include <stdio.h>\nstatic int failures;\n#define CHECK(x) do { if (!(x)) { printf(\"%d\\n\", __LINE__); failures++; } } while (0)\n";
    folder.write("tests/checks.h", checks.as_bytes());
    let description = "add_executable(table tests/table.c)\nadd_executable(all tests/all.c)\nadd_test(NAME all COMMAND all)\n";
    folder.write("CMakeLists.txt", description.as_bytes());
    let run = faultlens(folder.path(), &["test", "."]);
    assert!(
        run.stdout
            .contains("1 program: 1 with failing tests (tests/all.c)"),
        "{}",
        run.stdout
    );
    // Without a description the header says that it is a test.
    std::fs::remove_file(folder.path().join("CMakeLists.txt")).unwrap();
    std::fs::remove_file(folder.path().join("tests/table.c")).unwrap();
    let run = faultlens(folder.path(), &["test", "."]);
    assert!(
        run.stdout
            .contains("1 program: 1 with failing tests (tests/all.c)"),
        "{}",
        run.stdout
    );
}

#[test]
fn words_in_one_line_of_arguments_are_remarked_on() {
    let folder = Folder::new("described-words");
    folder.write("tool.c", b"#include <stdio.h>\nint main(int argc, char **argv) { printf(\"%d\\n\", argc); return 0; }\n");
    folder.write("tests/a.args", b"-n 3 file\n");
    folder.write("tests/a.out", b"4\n");
    folder.write("tests/b.args", b"'two words' x\n");
    folder.write("tests/b.out", b"3\n");
    for command in ["test", "localize"] {
        let run = faultlens(folder.path(), &[command, "tool.c"]);
        run.is_calm();
        let said = "with one word in each line, 2 of 2 failing tests would pass";
        assert!(run.stdout.contains(said), "{}", run.stdout);
    }
    // One that passes as it is says what is meant.
    folder.write("tests/c.args", b"one argument\n");
    folder.write("tests/c.out", b"2\n");
    let run = faultlens(folder.path(), &["test", "tool.c"]);
    assert!(!run.stdout.contains("would pass"), "{}", run.stdout);
}

#[test]
fn examples_of_a_specification_are_tests_of_what_reads_its_input() {
    let folder = Folder::new("described-spec");
    let text = "#include <stdio.h>\nint main(int argc, char **argv) {\n    int c, last = '\\n';\n\
        if (argc > 1) printf(\"<b>%s</b>\", argv[1]);\n    printf(\"<p>\");\n\
        while ((c = getchar()) != EOF) { if (c != '\\n') putchar(c); last = c; }\n\
        printf(\"</p><hr>\\n\");\n    return last != '\\n';\n}\n";
    let fence = "`".repeat(32);
    let spec = format!(
        "# Words\n\n{fence} example\na \"b\"\n.\n<p>a &quot;b&quot;</p>\n<hr />\n{fence}\n\n\
         {fence} example\nx\n.\n<b>-v</b>\n<p>y</p><hr />\n.\n-v\n{fence}\n"
    );
    folder.write("src/words.c", text.as_bytes());
    folder.write("src/helper.c", b"int main(void) { return 0; }\n");
    folder.write("test/spec.txt", spec.as_bytes());
    let run = faultlens(folder.path(), &["test", "src/words.c"]);
    run.is_calm();
    assert!(run.stdout.contains("pass  spec-1"), "{}", run.stdout);
    assert!(run.stdout.contains("FAIL  spec-2"), "{}", run.stdout);
    let run = faultlens(folder.path(), &["test", "src/helper.c"]);
    assert!(!run.stdout.contains("spec-1"), "{}", run.stdout);
}
