//! No file content makes the parser panic, hang or overflow a stack of 2 MB (that of a test thread).

use proptest::prelude::*;

use crate::{parse, problems};

/// Checks that a repetitive text gives a problem that contains `expected`.
fn check_limit(text: &str, expected: &str) {
    let parse = parse(text);
    assert!(
        problems(&parse).contains(expected),
        "expected {expected:?} in:\n{}",
        problems(&parse)
    );
}

fn nested(before: &str, open: &str, inner: &str, close: &str, after: &str) -> String {
    let n = 20_000;
    format!(
        "{before}{}{inner}{}{after}",
        open.repeat(n),
        close.repeat(n)
    )
}

#[test]
fn deep_nesting_is_reported() {
    let body = "int f(void) { ";
    for text in [
        nested(body, "(", "1", ")", "; }"),
        nested(body, "{", ";", "}", "}"),
        nested("struct s {", "struct {", "int x;", "};", "};"),
        nested("int ", "(*", "x", ")", ";"),
        nested("int a = ", "{", "1", "}", ";"),
        nested(body, "a[", "1", "]", "; }"),
        nested(body, "({", "1;", "})", "; }"),
    ] {
        check_limit(&text, "brackets are nested too deeply");
    }
    for text in [
        nested(body, "- ", "1", "", "; }"),
        nested(body, "a + ", "1", "", "; }"),
        nested(body, "a = ", "1", "", "; }"),
        nested(body, "a ? b : ", "1", "", "; }"),
        nested(body, "(int) ", "1", "", "; }"),
        nested(body, "sizeof ", "a", "", "; }"),
        nested(body, "* ", "a", "", "; }"),
        nested("int f(void) { int a ", "(int) ", "", "", "; }"),
        nested(body, "", "a", "[1]", "; }"),
        nested(body, "", "a", "(1)", "; }"),
        nested(body, "", "a", ".b", "; }"),
        nested(body, "", "a", "++", "; }"),
        nested(body, "if (a) ", ";", "", "}"),
        nested(body, "if (a) ; else ", ";", "", "}"),
        nested(body, "for (;;) ", ";", "", "}"),
        nested(body, "do ", ";", " while (0);", "}"),
        nested(body, "x: ", ";", "", "}"),
    ] {
        check_limit(&text, "nested too deeply");
    }
    check_limit(&nested(body, "a, ", "1", "", "; }"), "too long");
    check_limit(
        &nested("#if ", "(", "1", ")", "\n#endif\n"),
        "nested too deeply",
    );
    check_limit(
        &nested("#if ", "1 ? ", "1", " : 1", "\n#endif\n"),
        "nested too deeply",
    );
}

#[test]
fn long_lists_are_fine() {
    let many = "1, ".repeat(20_000);
    let cases: String = (0..5_000).map(|i| format!("case {i}: x();\n")).collect();
    for text in [
        format!("int a[] = {{ {many} }};"),
        format!("int f(void) {{ g({many} 1); }}"),
        format!("int f(void) {{ switch (a) {{ {cases} }} }}"),
        format!("int {};", "*".repeat(20_000) + "p"),
        format!("char *s = {};", "\"abc\" ".repeat(20_000)),
    ] {
        let parse = parse(&text);
        assert_eq!(problems(&parse), "");
        assert_eq!(parse.unit.items.len(), 1);
    }
}

#[test]
fn bombs_are_defused() {
    let doubling: String = (0..60)
        .map(|i| format!("#define A{} A{i} A{i}\n", i + 1))
        .collect();
    check_limit(
        &format!("#define A0 1\n{doubling}int x = A60;\n"),
        "too long after preprocessing",
    );
    check_limit(
        &format!(
            "#define F(x) x x\nint x = {}1{};\n",
            "F(".repeat(50),
            ")".repeat(50)
        ),
        "too long after",
    );
    check_limit(
        &format!(
            "#define F(x) x\nint x = {}1{};\n",
            "F(".repeat(500),
            ")".repeat(500)
        ),
        "nested too deeply",
    );
    check_limit(
        "#include \"a.h\"\n//- a.h\n#include \"a.h\"\n",
        "included too deeply",
    );
    check_limit(
        "#include \"a.h\"\n#include \"a.h\"\n//- a.h\n#include \"a.h\"\n#include \"a.h\"\n",
        "included too deeply",
    );
}

#[test]
fn what_is_no_program_is_said_to_be_none() {
    check_limit(
        &"int x;\n".repeat(1_500_000),
        "file too large (10 MB; the limit is 4 MB)",
    );
    check_limit("\u{7f}ELF\0\0\0", "not a text file");
    assert_eq!(problems(&parse("")), "");
    assert_eq!(problems(&parse("\n\n  // nothing\n")), "");
}

/// Pieces that a random program is built from; often wrong, but close to C.
const PIECES: [&str; 64] = [
    "int",
    "char",
    "*",
    "x",
    "y",
    "T",
    "typedef",
    "struct",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ";",
    ",",
    "=",
    "+",
    "-",
    "&",
    "&&",
    "->",
    ".",
    "...",
    "if",
    "else",
    "while",
    "for",
    "do",
    "switch",
    "case",
    "default",
    ":",
    "?",
    "break",
    "return",
    "goto",
    "sizeof",
    "1",
    "2.5",
    "'a'",
    "\"s\"",
    "\n#define T int\n",
    "\n#define F(x) x ## T #x\n",
    "F(",
    "\n#if 1\n",
    "\n#else\n",
    "\n#endif\n",
    "\n",
    "enum",
    "union",
    "typeof",
    "offsetof",
    "va_arg",
    "asm",
    "_Generic",
    "__attribute__",
    "static",
    "const",
    "unsigned",
    "0x",
    "/*",
    "*/",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        check_spans(&text);
    }

    #[test]
    fn random_tokens_never_panic(pieces in proptest::collection::vec(0..PIECES.len(), 0..120)) {
        let text: Vec<&str> = pieces.iter().map(|i| PIECES[*i]).collect();
        check_spans(&text.join(" "));
    }

    #[test]
    fn a_broken_program_never_panics(at in 0..PROGRAM.len(), length in 0..20_usize, piece in 0..PIECES.len()) {
        let end = (at + length).min(PROGRAM.len());
        check_spans(&format!("{} {} {}", &PROGRAM[..at], PIECES[piece], &PROGRAM[end..]));
    }
}

/// Parses, and checks that every problem and every top-level node lies in the text.
fn check_spans(text: &str) {
    let parse = syntax::parse(
        "main.c",
        text,
        &syntax::NoIncludes,
        &syntax::Options::default(),
    );
    let inside = |span: syntax::Span| span.start <= span.end && span.end as usize <= text.len();
    for problem in &parse.problems {
        assert!(inside(problem.span), "{problem:?}");
    }
    for item in &parse.unit.items {
        let span = match item {
            syntax::ast::Item::Function(function) => function.span,
            syntax::ast::Item::Declaration(declaration) => declaration.span,
            syntax::ast::Item::End => continue,
        };
        assert!(inside(span), "{span:?}");
    }
    let _ = syntax::dump::unit(&parse.unit);
}

const PROGRAM: &str = r#"
#include <stdio.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define DEBUG(fmt, ...) printf(fmt "\n", ##__VA_ARGS__)
typedef struct node { int value; struct node *next; } node;
static int table[3][2] = { { 1, 2 }, [2] = { [1] = 3 } };
enum color { RED, GREEN = 5 };
old(a, b) int a; char *b; { return a + *b; }
int sum(const node *list, int (*f)(int)) {
  int total = 0;
  for (const node *at = list; at != NULL; at = at->next) total += f ? f(at->value) : (at)->value;
  switch (total) { case 1: case 2 ... 4: break; default: goto out; }
  do { total--; } while (total > MAX(10, table[1][1]));
out:
  DEBUG("%d", (int) sizeof(node) * total);
  return total;
}
"#;
