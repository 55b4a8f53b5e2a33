//! The bytes that a program can print at all, and the components that print.

use harness::{Compare, Expected};
use ir::ComponentKind;
use lower::{LowerOptions, lower};

fn lacks(text: &str, compare: Compare, expected: &str) -> bool {
    let text = format!("#include <stdio.h>\n{text}");
    let options = syntax::Options::default();
    let parse = syntax::parse("t.c", &text, &syntax::NoIncludes, &options);
    let program = lower(&parse, &LowerOptions::default()).program;
    let expected = Expected::new(&expected.as_bytes().into(), compare);
    program.printable.lacks(&expected)
}

fn exactly(text: &str, expected: &str) -> bool {
    lacks(text, Compare::Exact, expected)
}

#[test]
fn the_printers_are_the_outputs() {
    let text = "#include <stdio.h>\nint main(void) { int i; for (i = 0; i < 9; i++) printf(\"%d\", i); puts(\"\"); }";
    let options = syntax::Options::default();
    let parse = syntax::parse("t.c", text, &syntax::NoIncludes, &options);
    let program = lower(&parse, &LowerOptions::default()).program;
    let printers = program.printable.printers();
    let kinds = printers.iter().map(|c| program.components[c.index()].kind);
    assert_eq!(kinds.collect::<Vec<_>>(), [ComponentKind::Output; 2]);
}

#[test]
fn numbers_print_no_words() {
    let program = r#"int main(void) { int n = 3; printf("n: %5d", n); return 0; }"#;
    assert!(!exactly(program, "n: -17"));
    assert!(exactly(program, "n: 3\n"));
    assert!(exactly(program, "N: 3"));
    assert!(!lacks(program, Compare::Tokens, "n:\n3\n"));
    let real = r#"int main(void) { double x = 3; printf("%.2e %g", x, x); return 0; }"#;
    assert!(!exactly(real, "-1.5e+10 -inf nan"));
    assert!(exactly(real, "1.5e+10;3"));
}

#[test]
fn every_function_that_may_run_counts() {
    let program = r#"
        static void end(void) { putchar('\n'); }
        static void never(void) { puts("?"); }
        int main(void) { void (*p)(void) = end; fputs("ab", stdout); p(); return 0; }"#;
    assert!(!exactly(program, "abba\n"));
    assert!(exactly(program, "abc\n"));
}

#[test]
fn a_parameter_comes_from_the_caller() {
    let program = r#"
        static void show(int c, const char *s) { if (c == 0) { c = 'a'; s = "b"; } putchar(c); printf(s); }
        int main(void) { show('x', "y"); return 0; }"#;
    assert!(!exactly(program, "xy"));
}

#[test]
fn text_from_elsewhere_may_be_anything() {
    for output in [
        "printf(s)",
        "printf(\"%s\", s)",
        "putchar(*s)",
        "puts(s)",
        "fwrite(s, 1, 2, stdout)",
    ] {
        let program =
            format!("int main(int c, char **v) {{ char *s = v[0]; {output}; return 0; }}");
        assert!(!exactly(&program, "x"), "{output}");
    }
}
