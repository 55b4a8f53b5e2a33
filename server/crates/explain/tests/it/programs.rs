//! Features that the papers' programs do not have: loops, calls, arrays, records, pointers, missing output, traps.

use expect_test::{Expect, expect};
use explain::invariant::Atom;
use explain::trace::{Flow, VarId};
use harness::Test;
use testkit::{CompiledProgram, call, run_of_main};

use crate::support::{checked, explained, text};

fn check(source: &str, test: &Test, wanted: &Expect) {
    let program = CompiledProgram::new(source);
    let mut found = explained(&program, test, Flow::Sensitive).unwrap();
    let result = checked(&mut found, Flow::Sensitive);
    assert!(result.is_proved() && result.proofs > 0, "{result:?}");
    wanted.assert_eq(&text(&program, &found.story));
}

/// The place of a write does not show that an element is a record: no nonexistent element is reported.
#[test]
fn elements_that_are_records() {
    let source = "\
#include <assert.h>
struct s { char name[8]; int n; } items[3];
int count(struct s *p) { return p->n; }
void set(int *n, int i) { *n = i; }
void f(int i) {
  set(&items[1].n, i);
  assert(count(&items[1]) == 0);
}
";
    let program = CompiledProgram::new(source);
    let found = explained(&program, &call("t", "f", &[5], None), Flow::Sensitive).unwrap();
    let text = text(&program, &found.story);
    assert!(
        text.contains("(char *)&items + 20") && !text.contains("items[5]"),
        "{text}"
    );
}

#[test]
fn records_pointers_and_elements() {
    let source = "\
#include <assert.h>
struct s { int a; char b; } g; struct s *p; int v[3][2];
void f(int i) {
  struct s l;
  p = &g;
  l.b = i;
  p->a = l.b;
  v[i][1] = g.a;
  int w = v[i][1] + p->a;
  assert(w == 0);
}
";
    check(
        source,
        &call("t", "f", &[1], None),
        &expect![[r#"
        3 input:  [i = 1]
           {i == 1}
        5 writes: p = &g [p = &g]
           {i == 1, p == &g}
        6 writes: l.b = i [l.b = 1]
           {i == 1, l.b == 1, p == &g}
        7 writes: p->a = l.b [p->a = 1]
           {i == 1, p->a == 1, p == &g}
        8 writes: v[i][1] = g.a [*(int *)((char *)&v + 12) = 1]
           {i == 1, p->a == 1, *(int *)((char *)&v + 12) != -1, p == &g}
        9 writes: w = v[i][1] + p->a [w = 2]
           {w != 0}
        10 fails
    "#]],
    );
}

#[test]
fn loops_and_calls() {
    let source = "\
#include <stdio.h>
int a[4];
int sum(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
int main(void) {
  for (int i = 0; i < 3; i++)
    a[i] = i;
  printf(\"%d\\n\", sum(2));
  return 0;
}
";
    check(
        source,
        &run_of_main("t", &[], "", Some(b"3\n")),
        &expect![[r#"
            10 writes: i = 0 [i = 0]
               {i == 0}
            10 true: i < 3
               {i == 0}
            11 writes: a[i] = i [a[0] = 0]
               {i == 0, a[0] == 0}
            10 writes: i++ [i = 1]
               {a[0] == 0, i == 1}
            10 true: i < 3
               {a[0] == 0, i == 1}
            11 writes: a[i] = i [a[1] = 1]
               {a[0] == 0, i == 1, a[1] == 1}
            10 writes: i++ [i = 2]
               {a[0] == 0, a[1] == 1, i == 2}
            10 true: i < 3
               {a[0] == 0, a[1] == 1, i >= 2}
            10 writes: i++ [i = 3]
               {a[0] == 0, a[1] == 1, i >= 3}
            10 false: i < 3
               {a[0] == 0, a[1] == 1}
            10 stays: i < 3 [a[0] = 0, a[1] = 1]
               {a[0] == 0, a[1] == 1}
            12 call: sum(2) [n = 2]
               {a[0] == 0, a[1] == 1, n == 2}
            4 writes: s = 0 [s = 0]
               {a[0] == 0, a[1] == 1, n == 2, s != 2}
            5 writes: i = 0 [i = 0]
               {a[0] == 0, a[1] == 1, n == 2, i == 0, s != 2}
            5 true: i < n
               {a[0] == 0, a[1] == 1, n == 2, i == 0, s != 2}
            6 writes: s += a[i] [s = 0]
               {a[1] == 1, n == 2, i == 0, s != 2}
            5 writes: i++ [i = 1]
               {a[1] == 1, n >= 2, i == 1, s != 2, n <= i + 1}
            5 true: i < n
               {a[1] == 1, i == 1, s != 2, n <= i + 1}
            6 writes: s += a[i] [s = 1]
               {s != 3, n <= i + 1}
            5 writes: i++ [i = 2]
               {s != 3, n <= i}
            5 false: i < n
               {s != 3}
            5 stays: i < n [s = 1]
               {s != 3}
            7 returns: return s [sum(2) = 1]
               {sum(2) != 3}
            12 fails
        "#]],
    );
}

#[test]
fn output_that_is_missing() {
    let source = "\
#include <stdio.h>
int main(void) {
  int x;
  scanf(\"%d\", &x);
  printf(\"a\\n\");
  if (x > 3 && x < 5)
    printf(\"b\\n\");
  return 0;
}
";
    let test = run_of_main("t", &[], "5", Some(b"a\nb\n"));
    check(
        source,
        &test,
        &expect![[r#"
        4 writes: scanf("%d", &x) [x = 5]
           {x != 4}
        6 false: x > 3 && x < 5
           {}
        6 stays: x > 3 && x < 5
           {nothing more was printed}
        8 fails
    "#]],
    );
}

#[test]
fn a_trap() {
    let source = "\
int main(void) {
  int v[3] = {0}, n = 2;
  n++;
  if (n > 5)
    n = 0;
  return v[n];
}
";
    let test = run_of_main("t", &[], "", Some(b""));
    check(
        source,
        &test,
        &expect![[r#"
            2 writes: n = 2 [n = 2]
               {n >= 2 && n <= 4}
            3 writes: n++ [n = 3]
               {n > 2 && n <= 5}
            4 false: n > 5
               {n > 2}
            4 stays: n > 5 [n = 3]
               {n > 2}
            6 fails
        "#]],
    );
}

#[test]
fn what_is_not_modelled_is_named() {
    let source = "#include <stdio.h>\nint main(void) { int x = 1; x += *(int *)\"abc\"; printf(\"%d\", x); \
                  return __builtin_frame_address(0) != 0; }\n";
    let program = syntax::parse(
        "p.c",
        source,
        &syntax::NoIncludes,
        &syntax::Options::default(),
    );
    let lowered = lower::lower(&program, &lower::LowerOptions::default());
    let test = run_of_main("t", &[], "", None);
    let prepared = exec::run::prepare(&lowered.program, "main", &test).unwrap();
    let refused = explain::trace::record(
        &lowered.program,
        &prepared,
        explain::trace::TraceLimits::default(),
        &|| false,
    );
    let refused = refused.unwrap_err();
    assert!(refused.span.is_some(), "{refused:?}");
}

/// Only the distance of the two numbers matters.
#[test]
fn distances() {
    let source = "\
#include <assert.h>
void f(int up, int down, int bias) {
  int up_then = bias ? up + 100 : up;
  int difference = up_then - down;
  assert(difference <= 25);
}
void g(unsigned char a, unsigned char b) {
  int apart = a > b + 10;
  assert(!apart);
}
";
    check(
        source,
        &call("t", "f", &[500, 480, 1], None),
        &expect![[r#"
            2 input:  [up = 500, down = 480, bias = 1]
               {bias != 0, down <= up}
            3 writes: up_then = bias ? up + 100 : up [up_then = 600]
               {down < up_then - 25}
            4 writes: difference = up_then - down [difference = 120]
               {difference > 25}
            5 fails
        "#]],
    );
    check(
        source,
        &call("t", "g", &[250, 3], None),
        &expect![[r#"
        7 input:  [a = 250, b = 3]
           {b < a - 10}
        8 writes: apart = a > b + 10 [apart = 1]
           {apart != 0}
        9 fails
    "#]],
    );
}

/// Proving bounds on factors again would take seconds, so they keep their values.
#[test]
fn products() {
    let source = "\
#include <assert.h>
void f(int rows, int columns, int most) {
  assert(rows * columns <= most - 10);
}
";
    check(
        source,
        &call("t", "f", &[20, 50, 1000], None),
        &expect![[r#"
            2 input:  [rows = 20, columns = 50, most = 1000]
               {rows == 20, columns == 50, most <= 1009}
            3 fails
        "#]],
    );
}

/// Statements about distances are about numbers, whether or not sums fit their type.
#[test]
fn distances_are_exact() {
    let source = "\
#include <assert.h>
void f(signed char a, signed char b) { assert(a + b == 300); }
void g(unsigned char a, unsigned char b) { assert(a + b == 600); }
";
    let program = CompiledProgram::new(source);
    for (function, least) in [("f", -128), ("g", 0)] {
        let found = explained(
            &program,
            &call("t", function, &[1, 2], None),
            Flow::Sensitive,
        );
        let mut trace = found.unwrap().trace;
        let named = |name: &str| trace.variables.iter().position(|v| v.name == name).unwrap();
        let [left, right] = ["a", "b"].map(|name| VarId(named(name) as u32));
        for most in [
            -300, -256, -255, -254, -128, -2, -1, 0, 1, 7, 127, 128, 254, 255, 256, 300,
        ] {
            let term = Atom::Apart { left, right, most }.term(&mut trace);
            let symbol = trace.var(left).term;
            for (a, b) in
                (least..least + 256).flat_map(|a| (least..least + 256).map(move |b| (a, b)))
            {
                let model = |t| if t == symbol { a as u64 } else { b as u64 };
                let holds = trace.pool.eval(term, &model) == 1;
                assert_eq!(
                    holds,
                    a - b <= most as i64,
                    "{function}: {a} - {b} <= {most}"
                );
            }
        }
    }
}

/// The value of the first operand of `&&` does not matter if the second is false.
#[test]
fn one_operand_is_enough() {
    let source = "\
#include <assert.h>
int positive(int x) { if (x > 0) return 1; return 0; }
int small(int y) { return y < 10; }
void f(int x, int y) {
  int both = positive(x) && small(y);
  assert(both);
}
";
    check(
        source,
        &call("t", "f", &[3, 70], None),
        &expect![[r#"
            4 input:  [y = 70]
               {y >= 10}
            5 call: small(y) [y = 70]
               {y >= 10}
            3 returns: return y < 10 [small(y) = 0]
               {small(y) == 0}
            5 writes: both = positive(x) && small(y) [both = 0]
               {both == 0}
            6 fails
        "#]],
    );
}

/// The result of a library function may be in the register of an argument.
#[test]
fn library_functions_inside_expressions() {
    let source = "\
#include <assert.h>
#include <math.h>
void f(double x) {
  double y = 1.0 + log(2.0 * x);
  assert(y > 3.0);
}
";
    let test = harness::Test {
        action: harness::Action::Call {
            function: "f".into(),
            unit: None,
            args: vec!["0.5".into()],
            stdin: [].into(),
            files: None,
        },
        ..call("t", "f", &[], None)
    };
    check(
        source,
        &test,
        &expect![[r#"
        3 input:  [x = 0.5]
           {x == 0.5}
        4 writes: y = 1.0 + log(2.0 * x) [y = 1.0]
           {y == 1.0}
        5 fails
    "#]],
    );
}

/// A function that is not modelled for all values is fixed to the arguments of its call.
#[test]
fn library_functions_of_values() {
    let source = "\
#include <stdio.h>
#include <math.h>
int main(void) {
  double x = 1.0, y;
  x = x * 2;
  y = log(x);
  if (y > 0.5)
    puts(\"large\");
  return 0;
}
";
    let test = run_of_main("t", &[], "", Some(b"small\n"));
    check(
        source,
        &test,
        &expect![[r#"
        4 writes: x = 1.0 [x = 1.0]
           {x == 1.0}
        5 writes: x = x * 2 [x = 2.0]
           {x == 2.0}
        6 writes: y = log(x) [y = 0.6931471805599453]
           {y == 0.6931471805599453}
        7 true: y > 0.5
           {}
        8 fails
    "#]],
    );
}
