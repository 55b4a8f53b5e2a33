//! Lowered programs compute the same as with gcc 12 on x86-64: every expected text was printed by a program compiled
//! with it.

use std::sync::Arc;

use eval::{ChoiceSource, Concrete, Image, Machine, Start};
use harness::{Compare, Expected};
use lower::{LowerOptions, lower};
use syntax::{NoIncludes, Options, parse};

const STEPS: u64 = 100_000;

/// Runs `body` as the body of `main` after `declarations`.
fn prints(declarations: &str, body: &str, expected: &str) {
    let text = format!("#include <stdio.h>\n{declarations}\nint main(void) {{ {body} }}");
    let parse = parse("t.c", &text, &NoIncludes, &Options::default());
    let lowered = lower(&parse, &LowerOptions::default());
    assert_eq!(lowered.problems, Vec::new());
    let program = &lowered.program;
    let mut dom = Concrete::new(program.components.len(), ChoiceSource::Nothing);
    let start = Start {
        name: "program".into(),
        environment: std::sync::Arc::default(),
        function: program.function("main").unwrap(),
        args: Arc::default(),
        literals: Vec::new(),
        input: b"".as_slice().into(),
        leaks: false,
        slack: false,
        observed: harness::Observed::Output,
        files: None,
    };
    let state = Image::new(program).start(&mut dom, program, &start, true);
    let mut machine = Machine::new(
        program,
        dom,
        state,
        Arc::new(Expected::new(&Vec::new().into(), Compare::Exact)),
        STEPS,
    );
    let ending = machine.run(None);
    let output = machine.state.output.take_collected();
    assert_eq!(
        String::from_utf8_lossy(&output),
        expected,
        "{ending:?} {body}"
    );
}

#[test]
fn conversions() {
    prints(
        "",
        r#"char c = 200; unsigned char u = 200; short s = 40000; unsigned n = 5; int m = -1; long l = 5;
           printf("%d %d %d %d ", c, u, s, c + u); u = ~u; c += 100;
           printf("%d %d %d ", u, u << 3, c); printf("%d %d %u %u ", m < n, m < l, n - 10, -n);
           printf("%d %u %d %d ", -8 >> 1, 0x80000000u >> 4, -7 / 2, -7 % 3);
           printf("%d %d ", (int)7.9, (int)-7.9); u = 3.7; float f = 1.1f; _Bool b = 0.5; b += 5;
           printf("%d %.10f %d %d\n", u, f * 2.0, 1.5 < f, b);"#,
        "-56 200 -25536 144 55 440 44 0 1 4294967291 4294967291 -4 134217728 -3 -1 7 -7 3 2.2000000477 0 1\n",
    );
}

#[test]
fn bit_fields() {
    prints(
        "struct b { int a : 3; unsigned b : 5; int : 0; unsigned long c : 40; signed char d : 2; };",
        r#"struct b s = { 3, 17, 123456789012UL, -1 }; s.a = 5; s.b += 20; s.d++;
           printf("%d %u %lu %d %zu ", s.a, s.b, (unsigned long)s.c, s.d, sizeof s);
           s.a = 3; printf("%d ", s.a = 7); s.b = 0; printf("%d\n", s.b - 1 < 0);"#,
        "-3 5 123456789012 0 16 -1 1\n",
    );
}

#[test]
fn initialisers() {
    prints(
        "struct n { int x; struct { short y[2]; union { int i; char c[4]; }; } in; struct { int q, r; }; };
         struct n g = { 1, { { 2, 3 }, { 0x41424344 } }, { 5, 6 } }, h = { .in.y[1] = 9, .r = 4, .x = 8 };
         int t[][3] = { { 1, 2, 3 }, { 4, 5 }, 6, 7, 8, { [1] = 9 } };
         int d[10] = { 1, 2, [5] = 50, 51, [2] = 20, [7 ... 9] = 7 }; char w[2][4] = { \"abc\", \"de\" };",
        r#"printf("%d %d %d %d %d %d ", g.in.y[1], g.in.c[0], g.q + g.r, h.x, h.in.y[1], h.r);
           for (int i = 0; i < sizeof t / sizeof *t; i++) printf("%d,%d,%d;", t[i][0], t[i][1], t[i][2]);
           for (int i = 0; i < 10; i++) printf(" %d", d[i]); struct n *p = &(struct n){ .x = 7 };
           int l[3] = { 1 }; printf(" %s %d %d %d\n", w[1], p->x, p->r, l[2]);"#,
        "3 68 11 8 9 4 1,2,3;4,5,0;6,7,8;0,9,0; 1 2 20 0 0 50 51 7 7 7 de 7 0 0\n",
    );
}

#[test]
fn control_flow() {
    prints(
        "int sw(int x) { int r = 0; switch (x) { case 1: r += 1; case 2: r += 2; break; case 3 ... 6: r += 10;
           default: r += 100; break; case 9: r = -1; } return r; }
         int duff(int n) { int c = 0; switch (n % 4) { case 0: do { c++; case 3: c++; case 2: c++; case 1: c++; }
           while ((n -= 4) > 0); } return c; }
         int in(int x) { if (x) goto mid; { int a[2]; a[0] = 5; mid: a[1] = x; return a[1]; } }
         int out(int x) { for (;;) { while (1) { if (x > 5) goto done; x++; break; } if (x & 1) continue; x += 2; }
           done: return x; }",
        r#"for (int i = 0; i < 10; i++) printf("%d ", sw(i)); printf("%d %d %d %d\n", duff(7), duff(8), in(3), out(0));"#,
        "100 3 2 110 110 110 110 100 100 -1 7 8 3 8\n",
    );
}

#[test]
fn records_by_value_and_function_pointers() {
    prints(
        "struct s { int x, y; }; struct s make(int x) { struct s r = { x, x * 2 }; return r; }
         struct s twist(struct s n, int k) { n.x += k; return k ? twist(n, k - 1) : n; }
         int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; }
         int (*ops[])(int, int) = { add, &sub }; int (*pick(int w))(int, int) { return w ? sub : *add; }
         int kr(a, c, d) int a; char c; double d; { return a + c + (int)d; }",
        r#"struct s a = make(7), b, c[2]; a = twist(a, 4); c[1] = b = a; b.x = 1;
           printf("%d %d %d %d ", a.x, a.y, c[1].x, make(3).y);
           printf("%d %d %d %d\n", ops[1](5, 3), (*ops[0])(5, 3), pick(1)(9, 1), kr(1, 'a', 2.9));"#,
        "17 14 17 6 2 8 8 100\n",
    );
}

#[test]
fn operators() {
    prints(
        "int calls; int f(int n) { calls = calls * 10 + n; return n; } int h(int a, int b) { return a - b; } int g = 1;
         int bump(void) { g = 10; return 5; }",
        r#"int k = 0, z = (k++, k++, k + 10); printf("%d %d ", z, k); z = k > 1 && (k = 0) || !k; printf("%d %d ", z, k);
           z = k ?: 42; printf("%d ", z); z = ({ int w = 3; w * 2; }); printf("%d ", z);
           h(f(1), f(2)); printf("%d ", calls); z = g + bump(); printf("%d ", z); g = 1; g += bump(); printf("%d ", g);
           int a[5] = { 1, 2, 3, 4, 5 }, *p = a, *q = a + 4; p += 2; *p++ = 9; printf("%ld %d %d %d ", q - p, *p, a[2], 1[a]);
           unsigned char u = 255; u++; char c = 127; c++; int m = 1; m <<= 4; m |= 3; m ^= 1; m %= 7; printf("%d %d %d\n", u, c, m);"#,
        "12 2 1 0 42 6 21 15 15 1 4 9 2 0 -128 4\n",
    );
}
