//! Lowering of text that is wrong or not modelled: it yields a message with its place, and code that ends the run
//! there.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use lower::{LowerOptions, lower};
use syntax::{NoIncludes, Options, parse};

fn check(text: &str, expected: &Expect) {
    let parse = parse("t.c", text, &NoIncludes, &Options::default());
    let lowered = lower(&parse, &LowerOptions::default());
    let at = |span: syntax::Span| &text[span.start as usize..span.end as usize];
    let mut all = String::new();
    for problem in &lowered.problems {
        let _ = writeln!(
            all,
            "{:?} `{}`: {}",
            problem.severity,
            at(problem.span),
            problem.message
        );
    }
    for u in &lowered.program.unsupported {
        let _ = writeln!(all, "`{}`: {}", at(u.span), u.what);
    }
    expected.assert_eq(&all);
}

#[test]
fn names() {
    check(
        "int main(void) { x = 1; return y.f + p->q; }",
        &expect![[r#"
            Error `x`: use of undeclared identifier `x`
            Error `y`: use of undeclared identifier `y`
            Error `p`: use of undeclared identifier `p`
            `x`: an error: use of undeclared identifier `x`
            `y`: an error: use of undeclared identifier `y`
            `p`: an error: use of undeclared identifier `p`
            `x`: `main` has an error: use of undeclared identifier `x`
        "#]],
    );
}

#[test]
fn functions_without_a_body() {
    check(
        "int printf(const char *, ...); int other(int); int main(void) { missing(2); strlen(); return other(1) + (__CPROVER_assert != 0) + (printf != 0); }",
        &expect![[r#"
            Error `strlen()`: too few arguments to function `strlen`
            `missing(2)`: undefined reference to `missing`
            `strlen()`: a call of `strlen` with too few arguments is not modelled
            `other(1)`: undefined reference to `other`
            `__CPROVER_assert`: the address of the library function `__CPROVER_assert` is not modelled
            `strlen()`: `main` has an error: too few arguments to function `strlen`
        "#]],
    );
}

#[test]
fn variables_defined_elsewhere() {
    check(
        "extern int far; int main(void) { return far; }",
        &expect![[r#"
            `far`: undefined reference to `far`
        "#]],
    );
}

#[test]
fn types() {
    check(
        "struct s; union u { int i; }; int main(int n, char **v) {
             int a[n], b[2][n]; struct s s; union u u; int i = u; u + 1; *n; v.x; n->y; 1 = 2; &3; a[0] = b[0][0]; return v % 2;
         }",
        &expect![[r#"
            Error `s`: the type of `s` is incomplete
            Error `u`: a value of this type cannot be converted to the type that is needed here
            Error `u + 1`: these operands have no arithmetic type
            Error `*n`: the operand of `*` or `[]` is not a pointer
            Error `x`: no member named `x`
            Error `y`: no member named `y`
            Error `3`: this expression does not designate an object
            Error `v % 2`: this operator does not apply to pointers
            `s`: an error: the type of `s` is incomplete
            `u`: an error: a value of this type cannot be converted to the type that is needed here
            `u + 1`: an error: these operands have no arithmetic type
            `*n`: an error: the operand of `*` or `[]` is not a pointer
            `x`: an error: no member named `x`
            `y`: an error: no member named `y`
            `1 =`: a statement with a syntax error is not modelled
            `3`: an error: this expression does not designate an object
            `v % 2`: an error: this operator does not apply to pointers
            `s`: `main` has an error: the type of `s` is incomplete
        "#]],
    );
}

#[test]
fn statements() {
    check(
        "int main(void) { break; goto nowhere; case 1: switch (1.5) { } return 0; }",
        &expect![[r#"
            Error `break;`: there is no loop or switch to leave here
            Error `goto nowhere`: use of undeclared label `nowhere`
            Error `1`: a `case` outside of a switch
            Error `1.5`: the value of a switch is not an integer
            `break;`: an error: there is no loop or switch to leave here
            `1`: an error: a `case` outside of a switch
            `1.5`: an error: the value of a switch is not an integer
            `goto nowhere`: an error: use of undeclared label `nowhere`
            `break;`: `main` has an error: there is no loop or switch to leave here
        "#]],
    );
}

#[test]
fn variable_arguments() {
    check(
        "#include <stdarg.h>
         int sum(int n, ...) { va_list l; va_start(l, n); n = va_arg(l, int); va_end(l); return n; }",
        &expect![""],
    );
}

#[test]
fn static_initialisers() {
    check(
        "int f(int n) { static int k = n; return k; } int a[2] = { 1, 2, 3 };",
        &expect![[r#"
            Error `k = n`: the initialiser of a static object is not constant
            Warning `3`: more initialisers than the object has room for
            `k = n`: an error: the initialiser of a static object is not constant
            `k = n`: `f` has an error: the initialiser of a static object is not constant
        "#]],
    );
}

#[test]
fn long_double() {
    check(
        "long double f(long double x) { return x; }",
        &expect![[r#"
        Warning `long double`: `long double` is treated as `double`
        Warning `long double`: `long double` is treated as `double`
    "#]],
    );
}
