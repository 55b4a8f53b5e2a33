//! Tests of the preprocessor by its output.

use expect_test::{Expect, expect};
use syntax::{DataModel, NoIncludes, Options};

use crate::{check, check_problems, parse, problems};

/// Checks `value` after preprocessing, as the initialiser of a variable.
fn check_value(directives: &str, value: &str, expected: &str) {
    let parse = parse(&format!("{directives}\nint result = {value};\n"));
    assert_eq!(problems(&parse), "", "in:\n{directives}\n{value}");
    let dump = syntax::dump::unit(&parse.unit);
    let (_, init) = dump.trim().rsplit_once("declare result: Int = ").unwrap();
    assert_eq!(init, expected, "in:\n{directives}\n{value}");
}

#[test]
fn object_like() {
    check_value("#define A 1", "A + A", "(Add 1 1)");
    check_value("#define A B\n#define B A + 1", "A", "(Add A 1)");
    check_value("#define A 1\n#undef A", "A", "A");
    check_value("#define A (1 + \\\n 2)", "A", "(Add 1 2)");
    check_value("#define EMPTY", "EMPTY 3 EMPTY", "3");
}

#[test]
fn function_like() {
    check_value(
        "#define F(x) x * x",
        "F(1 + 2)",
        "(Add (Add 1 (Mul 2 1)) 2)",
    );
    check_value(
        "#define F(x, y) x - y",
        "F((1, 2), g(3, 4))",
        "(Sub (, 1 2) (call g 3 4))",
    );
    check_value("#define F() 7", "F() + F ( )", "(Add 7 7)");
    check_value("#define F(x) (x)", "F + F(F)(1)", "(Add F (call F 1))");
    check_value("#define F(x) x\n#define G F", "G(3)", "3");
    check_value("#define F(x) [x]", "a F(\n  1\n)", "([] a 1)");
    check_value(
        "#define F(x) x + 1\n#define G(x) F(x) * 2",
        "G(F(3))",
        "(Add (Add 3 1) (Mul 1 2))",
    );
}

#[test]
fn variadic() {
    check_value("#define F(...) g(__VA_ARGS__)", "F(1, 2)", "(call g 1 2)");
    check_value(
        "#define F(a, ...) g(a, ##__VA_ARGS__)",
        "F(1) + F(1, 2)",
        "(Add (call g 1) (call g 1 2))",
    );
    check_value(
        "#define F(a, rest...) g(a, rest)",
        "F(1, 2, 3)",
        "(call g 1 2 3)",
    );
}

#[test]
fn a_macro_may_lead_back_to_itself_once_its_expansion_has_ended() {
    let each = "#define PARENS ()\n#define AGAIN(...) MORE(MORE(MORE(__VA_ARGS__)))\n#define MORE(...) LAST(LAST(__VA_ARGS__))\n\
        #define LAST(...) __VA_ARGS__\n#define EACH(m, ...) __VA_OPT__(AGAIN(STEP(m, __VA_ARGS__)))\n\
        #define STEP(m, a, ...) + m(a) __VA_OPT__(NEXT PARENS (m, __VA_ARGS__))\n#define NEXT() STEP\n";
    check_value(
        each,
        "0 EACH(f, 1, 2, 3)",
        "(Add (Add (Add 0 (call f 1)) (call f 2)) (call f 3))",
    );
    // Inside its own expansion it may not, and what was met there never will.
    check_value("#define f(x) x + f\n", "f(1)(2)", "(Add 1 (call f 2))");
    check_value(
        "#define a b\n#define b a c\n#define c - b\n",
        "a",
        "(Sub a b)",
    );
    check_value("#define g(x) x\n#define h g(h)\n", "h + g(h)", "(Add h h)");
}

#[test]
fn operators() {
    check_value("#define S(x) #x", "S(a  +\n \"b\\n\")", r#""a + \"b\\n\"""#);
    check_value(
        "#define J(a, b) a##b",
        "J(x, 1) + J(, y) + J(z, )",
        "(Add (Add x1 y) z)",
    );
    check_value(
        "#define J(a, b) a ## b\n#define K(a, b) J(a, b)\n#define L 3",
        "J(L, L) + K(L, L)",
        "(Add LL 33)",
    );
    check_value("#define J(a, b) a##b\n#define xy 42", "J(x, y)", "42");
    // Part of the example of C11 6.10.3.5, paragraph 4.
    check_value(
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2",
        "f(y+1)",
        "(call f (Mul 2 (Add y 1)))",
    );
}

#[test]
fn predefined() {
    check_value("\n\n", "__LINE__", "4");
    check_value("", "__FILE__", "\"main.c\"");
    check_value(
        "",
        "__STDC__ + sizeof(__FILE__)",
        "(Add 1 (sizeof \"main.c\"))",
    );
}

/// Conditions, and whether they hold.
#[test]
fn conditions() {
    let table = [
        ("1", true),
        ("0", false),
        ("defined A && !defined(B)", true),
        ("A == 3 && (A << 2) >= 12", true),
        ("UNKNOWN", false),
        ("-1 < 0u", false),
        ("-1 >> 1 == -1", true),
        ("1 ? 0 : 1", false),
        ("'a' == 97 && '\\n' == 10", true),
        ("0x10 + 010 == 24", true),
        ("10 / 3 * 3 + 10 % 3 == 10", true),
        ("~0 == -1 && !0", true),
        ("F(2) == 4", true),
        ("0 && 1 / 0", false),
        ("__STDC_VERSION__ >= 199901L", true),
    ];
    for (condition, holds) in table {
        let text = format!(
            "#define A 3\n#define F(x) x + x\n#if {condition}\nint yes;\n#else\nint no;\n#endif\n"
        );
        let parse = parse(&text);
        assert_eq!(problems(&parse), "", "{condition}");
        let expected = if holds {
            "declare yes: Int\n"
        } else {
            "declare no: Int\n"
        };
        assert_eq!(syntax::dump::unit(&parse.unit), expected, "{condition}");
    }
}

#[test]
fn groups() {
    check(
        "#ifdef A\nint a;\n#elif 1\nint b;\n#if 0\nint c;\n#else\nint d;\n#endif\n#elif 1\nint e;\n#else\nint f;\n#endif\n\
         #ifndef A\nint g;\n#endif\n#if 0\n# garbage 'here\n#if 1\nint h;\n#endif\n#endif\nint i;",
        &expect![[r#"
            declare b: Int
            declare d: Int
            declare g: Int
            declare i: Int
        "#]],
    );
}

#[test]
fn includes() {
    check(
        "#include \"a.h\"\n#include \"a.h\"\n#define NAME \"b.h\"\n#include NAME\n#include <c.h>\nint main_c;\n\
         //- a.h\n#pragma once\nint in_a;\n//- b.h\n#ifndef B\n#define B\n#include \"b.h\"\nint in_b;\n#endif\n\
         //- c.h\nint in_c;\n",
        &expect![[r#"
            declare in_a: Int
            declare in_b: Int
            declare in_c: Int
            declare main_c: Int
        "#]],
    );
}

#[test]
fn assert_stays_a_call() {
    check_value(
        "#include <assert.h>",
        "assert(a == b)",
        "(call assert (Eq a b))",
    );
    check_value(
        "#define NDEBUG\n#include <assert.h>",
        "(assert(a == b), 1)",
        "(, (cast Void 0) 1)",
    );
}

#[test]
fn options_define() {
    let options = Options {
        defines: vec![
            ("A".to_owned(), "7".to_owned()),
            ("F(x)".to_owned(), "x + A".to_owned()),
        ],
        ..Options::default()
    };
    let parse = syntax::parse("main.c", "int x = F(1);", &NoIncludes, &options);
    assert_eq!(
        syntax::dump::unit(&parse.unit),
        "declare x: Int = (Add 1 7)\n"
    );
}

#[test]
fn header_lists() {
    let parse =
        parse("#include <stdio.h>\n#include <string.h>\n#include <gtk.h>\n#include \"mine.h\"\n");
    assert_eq!(parse.std_headers, ["stdio.h", "string.h"]);
    assert_eq!(parse.missing_headers, ["gtk.h", "mine.h"]);
}

fn problem(text: &str, expected: &Expect) {
    check_problems(text, expected);
}

#[test]
fn problems_of_directives() {
    problem(
        "#include \"nowhere.h\"\n#include <nowhere.h>\n#include nowhere\n",
        &expect![[r#"
            main.c:1:1 Error `#include "nowhere.h"`: file "nowhere.h" not found
            main.c:2:1 Warning `#include <nowhere.h>`: header <nowhere.h> not found
            main.c:3:1 Error `#include nowhere`: expected "file" or <file> after #include
        "#]],
    );
    problem(
        "#if 1\n#else\n#else\n#endif\n#endif\n#elif\n",
        &expect![[r#"
            main.c:3:1 Error `#else`: there was an #else already
            main.c:5:1 Error `#endif`: this #endif belongs to no #if
            main.c:6:1 Error `#elif`: this belongs to no #if
        "#]],
    );
    problem(
        "#if 0\n#else\n#else\n#endif\n",
        &expect![[r#"
        main.c:3:1 Error `#else`: there was an #else already
    "#]],
    );
    problem(
        "#ifdef A\n",
        &expect![[r#"
        main.c:1:1 Error `#ifdef A`: this conditional is never closed with `#endif`
    "#]],
    );
    problem(
        "#if (1\n#endif\n#if 1.5\n#endif\n#if\n#endif\n",
        &expect![[r#"
            main.c:1:1 Error `#if (1`: the condition of this #if cannot be evaluated: `)` is missing
            main.c:3:1 Error `#if 1.5`: the condition of this #if cannot be evaluated: this is not an integer
            main.c:5:1 Error `#if`: the condition of this #if cannot be evaluated: an operand is missing
        "#]],
    );
    problem(
        "#error this won't do\n#warning careful\n#nonsense\n",
        &expect![[r#"
            main.c:1:1 Error `#error this won't do`: #error this won't do
            main.c:2:1 Warning `#warning careful`: #warning careful
            main.c:3:1 Error `#nonsense`: unknown directive `#nonsense`
        "#]],
    );
    problem(
        "#define F(x) x\nint a = F(1;\n",
        &expect![[r#"
            main.c:2:9 Error `F`: the arguments of macro `F` are never closed with `)`
        "#]],
    );
    problem(
        "#define F(x, y) x\nint a = F(1);\n",
        &expect![[r#"
        main.c:2:9 Error `F`: macro `F` takes 2 arguments, not 1
    "#]],
    );
    problem(
        "#define A 1\n#define A 1\n#define A 2\n#define defined 1\n#define\n",
        &expect![[r#"
            main.c:3:1 Warning `#define A 2`: macro `A` is defined again, differently
            main.c:4:9 Error `defined`: `defined` cannot be the name of a macro
            main.c:5:1 Error `#define`: a macro's name is missing
        "#]],
    );
    problem(
        "#define J(a, b) a##b\nint x = J(1, +);\n",
        &expect![[r#"
        main.c:2:9 Error `J(1, +)`: `##` does not make one token: `1+`
    "#]],
    );
    problem(
        "/* never closed\nint x;\n",
        &expect![[r#"
        main.c:1:1 Error `/*`: this comment is never closed
    "#]],
    );
    problem(
        "char *s = \"never closed;\nchar c = 'x;\n",
        &expect![[r#"
            main.c:1:11 Error `"never closed;`: missing terminating `"` character
            main.c:2:10 Error `'x;`: missing terminating `'` character
        "#]],
    );
}

#[test]
fn macros_that_gcc_would_have_are_told() {
    let told = |text: &str| problems(&parse(text));
    for question in [
        "#ifdef __SIZEOF_INT128__\n#endif\n",
        "#ifndef __SIZEOF_INT128__\n#endif\n",
        "#if defined(__SIZEOF_INT128__) && !defined __clang__\n#endif\n",
        "#if 0\n#elifdef __SIZEOF_INT128__\n#endif\n",
    ] {
        let text = told(question);
        let words = "`__SIZEOF_INT128__` is not defined here as it is in gcc, because 128-bit integers are not modelled";
        assert!(text.contains(words), "{question}: {text}");
    }
    assert!(told("#if defined __SSE2__\n#endif\n").contains("vector instructions"));
    for silent in [
        "#define __SSE2__ 1\n#ifdef __SSE2__\n#endif\n",
        "#ifdef __AVX__\n#endif\n",
        "#if 0\n#ifdef __SSE2__\n#endif\n#endif\n",
    ] {
        assert_eq!(told(silent), "");
    }
    let narrow = Options {
        data_model: DataModel::Ilp32,
        ..Options::default()
    };
    let parse = syntax::parse("main.c", "#ifdef __SSE2__\n#endif\n", &NoIncludes, &narrow);
    assert!(parse.problems.is_empty());
}
