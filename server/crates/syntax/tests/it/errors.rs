//! Messages about text that is not C, and the parts that survive.

use expect_test::expect;

use crate::{check_problems, parse};

#[test]
fn missing_semicolons() {
    check_problems(
        "int f(void) {\n  int x = 3\n  int y = 4;\n  return x;\n}\n",
        &expect![[r#"
            main.c:3:3 Error `int`: expected `,` or `;` before `int`
        "#]],
    );
    check_problems(
        "int f(void) {\n  x = 3\n  y = 4;\n}\n",
        &expect![[r#"
            main.c:2:7 Error `3`: expected `;` before `y`
        "#]],
    );
    check_problems(
        "int f(void) {\n  g(1)\n  return 0;\n}\n",
        &expect![[r#"
            main.c:2:6 Error `)`: expected `;` before `return`
        "#]],
    );
    check_problems(
        "int f(void) {\n  return 0\n}\n",
        &expect![[r#"
            main.c:2:10 Error `0`: expected `;` before `}` token
        "#]],
    );
    check_problems(
        "int x",
        &expect![[r#"
            main.c:1:5 Error `x`: expected `=`, `,`, `;`, `asm` or `__attribute__` at end of input
        "#]],
    );
}

#[test]
fn brackets() {
    check_problems(
        "int f(void) {\n  if (x == 3 {\n    y = 1;\n  }\n}\n",
        &expect![[r#"
            main.c:2:12 Error `3`: expected `)` before `{` token
        "#]],
    );
    check_problems(
        "int f(void) {\n  g(1, 2;\n}\n",
        &expect![[r#"
            main.c:2:8 Error `2`: expected `)` before `;` token
        "#]],
    );
    check_problems(
        "int f(void) {\n  g(1));\n}\n",
        &expect![[r#"
            main.c:2:6 Error `)`: expected `;` before `)` token
        "#]],
    );
    check_problems(
        "int f(void) {\n  int a[3;\n}\n",
        &expect![[r#"
            main.c:2:9 Error `3`: expected `]` before `;` token
        "#]],
    );
    check_problems(
        "int f(void) {\n  g();\n  }\n}\n",
        &expect![[r#"
            main.c:4:1 Error `}`: expected identifier or `(` before `}` token
        "#]],
    );
    check_problems(
        "int f(void) {\n  while x < 3 { x++; }\n}\n",
        &expect![[r#"
            main.c:2:3 Error `while`: expected `(` before `x`
        "#]],
    );
}

#[test]
fn keywords_and_operators() {
    check_problems(
        "int f(void) {\n  else x = 3;\n}\n",
        &expect![[r#"
            main.c:2:3 Error `else`: `else` without a previous `if`
        "#]],
    );
    check_problems(
        "int f(void) {\n  int for = 3;\n}\n",
        &expect![[r#"
            main.c:2:7 Error `for`: expected identifier or `(` before `for`
        "#]],
    );
    check_problems(
        "int f(void) {\n  x = 3 + ;\n}\n",
        &expect![[r#"
            main.c:2:11 Error `;`: expected expression before `;` token
        "#]],
    );
    check_problems(
        "int f(void) {\n  x = 3 @ 4;\n}\n",
        &expect![[r#"
            main.c:2:9 Error `@`: stray `@` in program
        "#]],
    );
    check_problems(
        "int f(void) {\n  x = 99999999999999999999; y = 12ab; z = '';\n}\n",
        &expect![[r#"
            main.c:2:7 Error `99999999999999999999`: `99999999999999999999` is too large for any integer type
            main.c:2:33 Error `12ab`: `12ab` is not a number
            main.c:2:43 Error `''`: this character constant is empty
        "#]],
    );
}

#[test]
fn outside_of_functions() {
    check_problems(
        "if (x) y = 2;\nint z;\n",
        &expect![[r#"
            main.c:1:1 Error `if`: expected identifier or `(` before `if`
        "#]],
    );
    check_problems(
        "class A { int x; };\n",
        &expect![[r#"
            main.c:1:9 Error `{`: expected `=`, `,`, `;`, `asm` or `__attribute__` before `{` token
        "#]],
    );
    check_problems(
        "int f(a) int b; { return 0; }\n",
        &expect![[r#"
        main.c:1:14 Error `b`: `b` is not in the parameter list
    "#]],
    );
    check_problems(
        "int f(void) { int g(int x) { return x; } return g(0); }\n",
        &expect![[r#"
            main.c:1:15 Warning `int g(int x) { return x; }`: a function inside a function is not modelled; is a `}` missing before it?
        "#]],
    );
}

/// Each broken text is placed between two valid functions, which must survive.
#[test]
fn the_rest_stays_intact() {
    for broken in [
        "int f(void) { x = ; }",
        "int f(void) {\n  if (x) {\n    y();\n  return 0;\n}\n",
        "int f(void) { } }",
        "int f(void) { g(((; }",
        "int f(void) { printf(\"hello); }\n",
        "int f(void) { else else else }",
        "#if 0\n#elif\n#endif\n",
        "int f(void) { @ ` $$$ \\ }",
    ] {
        let text = format!(
            "int before(void) {{ return 1; }}\n{broken}\nint after(void) {{ return 2; }}\n"
        );
        let parse = parse(&text);
        let dump = syntax::dump::unit(&parse.unit);
        assert!(
            dump.starts_with("function before: function() returning Int\n  return 1\n"),
            "{broken}: {dump}"
        );
        assert!(
            dump.ends_with("function after: function() returning Int\n  return 2\n"),
            "{broken}: {dump}"
        );
        assert!(
            parse.has_errors() || broken.starts_with("int f(void) { @"),
            "{broken}"
        );
    }
}
