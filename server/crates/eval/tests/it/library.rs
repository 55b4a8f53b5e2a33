//! Unsupported library behaviour, and the messages that report it.

use exec::run::{Failure, Verdict};
use testkit::{CompiledProgram, call, run_of_main};

const HEADERS: &str = "#include <errno.h>\n#include <math.h>\n#include <signal.h>\n#include <stdio.h>\n\
                       #include <stdlib.h>\n#include <string.h>\n#include <time.h>\n";

/// Verdict on a function's body in words, and the line where it was reached.
fn verdict(body: &str) -> String {
    let text = format!("{HEADERS}int main(void) {{\n{body}\nreturn 0; }}\n");
    let compiled = CompiledProgram::new(&text);
    let tests = [run_of_main("t", &[], "1 2", None)];
    told(&compiled, &tests)
}

fn told(compiled: &CompiledProgram, tests: &[harness::Test]) -> String {
    let ran = &compiled.run(tests)[0];
    let (words, span) = match &ran.verdict {
        Verdict::Pass => return "pass".to_owned(),
        Verdict::Fail(Failure::Trap(trap)) => {
            (trap.kind.text(&compiled.parse.sources), Some(trap.span))
        }
        Verdict::Unanalysable { reason, span } => (reason.clone(), *span),
        Verdict::Fail(other) => return format!("{other:?}"),
        Verdict::Undecided(why) => return format!("{why:?}"),
        Verdict::Ignored { .. } => return "ignored".to_owned(),
    };
    let lines_before = HEADERS.lines().count() + 1;
    let line = span.map_or(0, |span| {
        compiled.parse.sources.line_col(span).0 as usize - lines_before
    });
    format!("{line}: {words}")
}

/// A stream reads ahead, so what follows its first character is not left for `read`.
#[test]
fn reading_past_a_stream_is_named() {
    for reads in ["getchar();", "fgetc(stdin);", "int n; scanf(\"%d\", &n);"] {
        let body = format!("{reads}\nchar rest[8]; return (int)read(0, rest, 8);");
        let words = verdict(&format!("long read(int, void *, unsigned long);\n{body}"));
        assert_eq!(
            words, "3: `read` after input was read through a stream is not modelled",
            "{reads}"
        );
    }
}

#[test]
fn misuse_of_streams_is_undefined_and_named() {
    for (body, want) in [
        (
            "FILE *f = fopen(\"none\", \"r\");\nfgetc(f);",
            "2: null stream",
        ),
        (
            "FILE *f = fopen(\"a\", \"w\"); fclose(f);\nfputs(\"x\", f);",
            "2: use of the stream of `a` after it was closed",
        ),
        (
            "FILE *f = fopen(\"a\", \"w\"); fclose(f);\nfclose(f);",
            "2: use of the stream of `a` after it was closed",
        ),
        (
            "fclose(stdin);\ngetchar();",
            "2: use of the stream of `stdin` after it was closed",
        ),
        ("int n;\nfclose((FILE *)&n);", "2: invalid stream"),
        ("FILE *f = fopen(\"a\", \"w\");\nfree(f);", "2: bad-free"),
        (
            "FILE *f = fopen(\"a\", \"r\");\nfread(f, 1, 1, stdin);",
            "2: null pointer dereference",
        ),
        (
            "char b[2]; FILE *f = fopen(\"a\", \"w+\");\nfputs(\"abc\", f); rewind(f); fgets(b, 4, f);",
            "2: stack-buffer-overflow",
        ),
        (
            "int x;\nfwrite(&x, sizeof x, 1, stdout);",
            "2: use of an uninitialised value",
        ),
    ] {
        let told = verdict(body);
        assert!(told.starts_with(want), "{body}: {told}");
    }
}

#[test]
fn what_is_not_modelled_is_named_where_it_is_reached() {
    let mut wrong = Vec::new();
    for (body, want) in [
        (
            "fopen(\"/etc/passwd\", \"r\");",
            "1: opening `/etc/passwd` (it is outside the folders of the program and of the test) is not modelled",
        ),
        (
            "fopen(\".\", \"r\");",
            "1: opening a folder is not modelled",
        ),
        (
            "\nrewind(stdin);",
            "2: the position of a standard stream is not modelled",
        ),
        (
            "fgetc(stdout);",
            "1: reading from an output stream is not modelled",
        ),
        (
            "FILE *f = fopen(\"a\", \"w\"), *g = fopen(\"a\", \"r\"); fputs(\"x\", f);\nfgetc(g);",
            "2: reading a file before what was written to it is flushed is not modelled",
        ),
        (
            "int *p = &errno; FILE *f = fopen(\"a\", \"w\");\nfwrite(&p, sizeof p, 1, f);",
            "2: writing the bytes of a pointer is not modelled",
        ),
        (
            "printf(\"%ls\", L\"\\u00e9\");",
            "1: printing a wide character that is not ASCII is not modelled",
        ),
        (
            "printf(\"%m\");",
            "1: a conversion of `printf` with `m` is not modelled",
        ),
        (
            "char *s; scanf(\"%ms\", &s);",
            "1: a conversion of `scanf` with `m` is not modelled",
        ),
        (
            "FILE *f = fopen(\"a\", \"w\"); fseek(f, 1L << 32, SEEK_SET);\nfputc('!', f);",
            "2: a file of more than 16 MiB is not modelled",
        ),
        (
            "\nmalloc(5L << 30);",
            "2: a block of more than 4 GB is not modelled",
        ),
        (
            "static int a[1 << 28] = {[(1 << 28) - 1] = 1};\nreturn a[0];",
            "2: `a`, which has more than 256 MB, is not modelled",
        ),
        (
            "for (int i = 0; i < 4096; i++) putchar('x');\n_Exit(0);",
            "2: `_exit` with output that is not flushed is not modelled",
        ),
        ("system(\"ls\");", "1: a call of `system` is not modelled"),
        (
            "\nraise(SIGTERM);",
            "2: a signal that ends the program is not modelled",
        ),
        (
            "char b[9]; time_t t = 0;\nstrftime(b, 9, \"%+\", gmtime(&t));",
            "2: such a conversion of `strftime` is not modelled",
        ),
        (
            "freopen(NULL, \"r\", stdin);",
            "1: `freopen` without a name is not modelled",
        ),
        ("tmpnam(NULL);", "1: a call of `tmpnam` is not modelled"),
        ("raise(SIGABRT);", "1: aborted"),
    ] {
        let seen = verdict(body);
        if seen != want {
            wrong.push(format!("{body}: {seen}, wanted {want}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_test_of_one_function_knows_no_files() {
    let text =
        "#include <stdio.h>\nint f(int n) {\nreturn fopen(\"a\", n ? \"w\" : \"r\") != NULL; }\n";
    let compiled = CompiledProgram::new(text);
    let said = |n| {
        let tests = [call("t", "f", &[n], Some("1".into()))];
        format!("{:?}", compiled.run(&tests)[0].verdict)
    };
    assert_eq!(said(1), "Pass");
    assert!(
        said(0).contains("no files were given to this run"),
        "{}",
        said(0)
    );
}
