//! Tests that compare a file which the program writes.

use crate::common::{Folder, faultlens};

const TESTS: &str = "[[test]]\nname = \"one\"\nargs = [\"3\"]\noutput-file = \"out.txt\"\nstdout = \"n=3;\"\nexit = 0\n\
    [[test]]\nname = \"two\"\nargs = [\"12\"]\noutput-file = \"./out.txt\"\nstdout = \"n=12;\"\n";

/// The body of a program that writes the sum of its argument and a fault.
fn program(write: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <fcntl.h>\n#include <unistd.h>\n\
         int main(int argc, char **argv) {{\n    int number = atoi(argv[argc - 1]);\n    if (number > 10)\n        number++;\n\
         {write}\n    printf(\"written\\n\");\n    return 0;\n}}\n"
    )
}

#[test]
fn what_a_program_writes_is_compared_however_it_writes() {
    let ways = [
        "FILE *f = fopen(\"out.txt\", \"w\"); fprintf(f, \"n=%d;\", number); fclose(f);",
        "FILE *f = fopen(\"./out.txt\", \"wb\"); fputs(\"n\", f); fputc('=', f); fprintf(f, \"%d\", number); putc(';', f); fclose(f);",
        "FILE *f = fopen(\"out.txt\", \"a\"); char b[20]; fwrite(b, 1, sprintf(b, \"n=%d;\", number), f);",
        "int d = open(\"out.txt\", O_WRONLY | O_CREAT | O_TRUNC, 0644); char b[20]; write(d, b, sprintf(b, \"n=%d;\", number)); close(d);",
        "freopen(\"out.txt\", \"w\", stderr); fprintf(stderr, \"n=%d;\", number);",
        "FILE *f = fopen(\"out.txt\", \"w+\"); fprintf(f, \"n=%d;\", number); rewind(f); if (fgetc(f) != 'n') return 3; fclose(f);",
    ];
    for (at, way) in ways.iter().enumerate() {
        let folder = Folder::new(&format!("written-{at}"));
        folder.write("prog.c", program(way).as_bytes());
        folder.write("faultlens.toml", TESTS.as_bytes());
        let run = faultlens(folder.path(), &["localize", "prog.c", "--all"]);
        run.is_calm();
        assert!(
            run.stdout.contains("1 of 2 tests fails"),
            "{way}\n{}",
            run.stdout
        );
        assert!(run.stdout.contains("number++"), "{way}\n{}", run.stdout);
        let run = faultlens(folder.path(), &["test", "prog.c"]);
        let said = "FAIL  two  out.txt: expected \"n=12;\", printed \"n=13;\"";
        assert!(run.stdout.contains(said), "{way}\n{}", run.stdout);
        assert!(run.stdout.contains("pass  one"), "{way}\n{}", run.stdout);
    }
}

#[test]
fn a_file_that_is_not_written_in_order_is_not_judged() {
    let ways = [
        "FILE *f = fopen(\"out.txt\", \"w\"); fprintf(f, \"N=%d;\", number); rewind(f); fputc('n', f); fclose(f);",
        "FILE *f = fopen(\"t.txt\", \"w\"); fprintf(f, \"n=%d;\", number); fclose(f); rename(\"t.txt\", \"out.txt\");",
        "FILE *f = fopen(\"out.txt\", \"w\"); fputs(\"old\", f); fclose(f); f = fopen(\"out.txt\", \"w\"); fprintf(f, \"n=%d;\", number); fclose(f);",
    ];
    for (at, way) in ways.iter().enumerate() {
        let folder = Folder::new(&format!("unordered-{at}"));
        folder.write("prog.c", program(way).as_bytes());
        folder.write("faultlens.toml", TESTS.as_bytes());
        let run = faultlens(folder.path(), &["test", "prog.c"]);
        assert!(
            !run.stdout.contains("FAIL") && !run.stdout.contains("pass"),
            "{way}\n{}",
            run.stdout
        );
        assert!(
            run.stdout.contains("the compared file"),
            "{way}\n{}",
            run.stdout
        );
    }
}

const STREAMS: &str = "#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
    int main(int argc, char **argv, char **envp) {\n    const char *limit = getenv(\"LIMIT\");\n\
    int number = atoi(argv[1]), most = limit ? atoi(limit) : 5;\n    printf(\"%d\\n\", number);\n\
    if (number >= most) {\n        fprintf(stderr, \"%s: %d is too large\\n\", argv[0], number);\n        return 1;\n    }\n\
    if (number == 0) {\n        errno = ENOENT;\n        perror(envp[0] ? envp[0] : \"nothing\");\n    }\n    return 0;\n}\n";

#[test]
fn what_is_printed_to_standard_error_is_compared_if_the_test_says_so() {
    let folder = Folder::new("streams");
    folder.write("streams.c", STREAMS.as_bytes());
    let tests = "[[test]]\nname = \"errors first\"\nargs = [\"7\"]\noutput = \"both\"\nexit = \"failure\"\n\
        stdout = \"./streams: 7 is too large\\n7\\n\"\n\
        [[test]]\nname = \"only errors\"\nargs = [\"7\"]\noutput = \"stderr\"\nstdout = \"./streams: 7 is too large\\n\"\n\
        [[test]]\nname = \"limit\"\nargs = [\"5\"]\nenv = { LIMIT = \"5\" }\nstdout = \"5\\n\"\nexit = 0\n\
        [[test]]\nname = \"large\"\nargs = [\"7\"]\nenv = { LIMIT = \"9\" }\noutput = \"both\"\nstdout = \"7\\n\"\n\
        [[test]]\nname = \"perror\"\nargs = [\"0\"]\nenv = { A = \"b\" }\noutput = \"stderr\"\nstdout = \"A=b: No such file or directory\\n\"\n\
        [[test]]\nname = \"nothing\"\nargs = [\"0\"]\noutput = \"both\"\nstdout = \"nothing: No such file or directory\\n0\\n\"\n";
    folder.write("faultlens.toml", tests.as_bytes());
    let run = faultlens(folder.path(), &["test", "streams.c"]);
    run.is_calm();
    for said in [
        "1 of 6 tests fails",
        "FAIL  limit         expected exit status 0, got 1",
    ] {
        assert!(run.stdout.contains(said), "{said}\n{}", run.stdout);
    }
    let run = faultlens(folder.path(), &["localize", "streams.c", "--all"]);
    assert!(run.stdout.contains("replace `>=` by `>`"), "{}", run.stdout);
}
