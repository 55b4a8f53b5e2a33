//! The fingerprints that change with an edit.

use explore::Reads;
use explore::fingerprint::Fingerprints;
use ir::{CompId, FnId, Program};
use lower::{LowerOptions, lower};
use syntax::{NoIncludes, Options, parse};

const TEXT: &str = r#"
int printf(const char *, ...);
int scanf(const char *, ...);
int total;
int add(int x) {
    total = total + x;
    return total;
}
void show(void) {
    printf("%d\n", total);
}
void hello(void) {
    printf("hello\n");
}
int main(void) {
    int i;
    for (i = 0; i < 3; i++)
        add(i);
    show();
    return 0;
}
"#;

fn program(text: &str) -> Program {
    let parse = parse("t.c", text, &NoIncludes, &Options::default());
    let lowered = lower(&parse, &LowerOptions::default());
    assert!(lowered.problems.is_empty(), "{:?}", lowered.problems);
    lowered.program
}

fn fingerprints(program: &Program) -> Fingerprints {
    Fingerprints::new(program, &Reads::new(program))
}

/// Names of the functions whose fingerprints an edit changes.
fn changed(from: &str, to: &str) -> String {
    let edited = TEXT.replacen(from, to, 1);
    assert_ne!(edited, TEXT);
    let (before, after) = (program(TEXT), program(&edited));
    let (was, is) = (fingerprints(&before), fingerprints(&after));
    let named = before.functions.iter().enumerate();
    let others = named.filter(|(i, _)| was.of(FnId(*i as u32)) != is.of(FnId(*i as u32)));
    let names: Vec<&str> = others.map(|(_, f)| f.name.as_str()).collect();
    names.join(" ")
}

#[test]
fn an_edit_changes_the_function_in_which_it_is() {
    for (from, to, expected) in [
        ("int total;", "/* What\n there is. */ int total;", ""),
        ("total = total + x;", "total   =\n total + (x);", ""),
        ("total + x", "total - x", "add"),
        (
            "total = total + x;",
            "int twice = 2 * x; total = total + twice;",
            "add",
        ),
        ("i < 3", "i <= 3", "main"),
        // The text of a literal belongs to the functions that use it; an additional literal shifts all later objects.
        (r"hello\n", r"hallo\n", "hello"),
        (
            r#"printf("hello\n")"#,
            r#"printf("%s\n", "hello")"#,
            "add show hello main @init",
        ),
        // Parts shared by all functions.
        ("int total;", "long total;", "add show hello main @init"),
        ("int total;", "int total = 1;", "@init"),
        (
            "int add(int x)",
            "int add(long x)",
            "add show hello main @init",
        ),
        // Input that may still be read after the call.
        (
            "show();",
            "show(); scanf(\"%d\", &i);",
            "add show hello main @init",
        ),
    ] {
        assert_eq!(changed(from, to), expected, "{from} -> {to}");
    }
}

#[test]
fn a_component_is_found_where_it_went() {
    let before = program(TEXT);
    let after = program(&TEXT.replacen("return total;", "if (x > 9) return 9; return total;", 1));
    let (was, is) = (fingerprints(&before), fingerprints(&after));
    let kinds = |program: &Program, comp: CompId| {
        let component = &program.components[comp.index()];
        (component.kind, component.function)
    };
    let mut found = 0;
    for c in (0..was.components()).map(CompId) {
        let place = was.place(c);
        assert_eq!(was.component(place), Some(c));
        let here = before.components[c.index()].function;
        if before.functions[here.index()].name == "add" {
            assert_eq!(is.component(place), None);
        } else {
            let there = is.component(place);
            assert!(there > Some(c));
            let there = there.map(|there| kinds(&after, there));
            assert_eq!(there, Some(kinds(&before, c)));
            found += 1;
        }
    }
    assert!(found > 5);
}
