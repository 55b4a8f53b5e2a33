//! Readable code of uninstrumented runs.

use expect_test::{Expect, expect};
use ir::Program;
use ir::flow::uninstrumented;
use lower::{LowerOptions, lower};
use syntax::{NoIncludes, Options, parse};
use testkit::dump_function;

/// The program of a text.
fn lowered(text: &str) -> Program {
    let parse = parse("t.c", text, &NoIncludes, &Options::default());
    let lowered = lower(&parse, &LowerOptions::default());
    assert_eq!(lowered.problems, Vec::new());
    lowered.program
}

/// The code of its function `t`.
fn of_t(program: &Program) -> String {
    let t = program.function("t").unwrap();
    dump_function(program, &program.functions[t.index()])
}

/// Compares the uninstrumented code of the function `t` with the expected code.
fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&of_t(&uninstrumented(&lowered(text))));
}

#[test]
fn a_loop_of_registers() {
    check(
        "int t(unsigned n) { unsigned h = 0; int steps = 0; for (; n != 1; steps++) {
            n = n & 1 ? 3 * n + 1 : n >> 1; h = (h ^ n) * 16777619u; } return h + steps; }",
        &expect![[r#"
            fn t(r0: U32) -> I32
              var r0 n: U32
              var r1 h: U32
              var r4 steps: I32
                0 enter c0 resume 2
                1 r1 = U32 0
                2 enter c1 resume 4
                3 r4 = I32 0
                4 enter c2 resume 0
                5 r20 = U32 1
                6 if r0 Ne r20 : U32 then 7 else 23
                7 enter c4 resume 16
                8 enter c5 resume 0
                9 r20 = And U32 r0, r26
               10 branch U32 r20 ? 11 : 14
               11 r20 = Mul U32 r27, r0
               12 r20 = Add U32 r20, r26
               13 jump 15
               14 r20 = Shr U32 r0, r26
               15 r0 = r20
               16 enter c6 resume 19
               17 r20 = Xor U32 r1, r0
               18 r1 = Mul U32 r20, r28
               19 enter c3 resume 0
               20 r4 = Add I32 r4, r26
               21 enter c2 resume 0
               22 if r0 Ne r26 : U32 then 7 else 23
               23 enter c7 resume 0
               24 r25 = r4 as I32 -> U32
               25 r20 = Add U32 r1, r25
               26 r23 = r20 as U32 -> I32
               27 return r23
               28 return nothing
        "#]],
    );
}

#[test]
fn a_loop_over_an_array() {
    check(
        "char composite[200]; void t(int i) { int count = 0; for (i = 2; i <= 199; i++) { if (composite[i]) continue; count++;
          for (long j = (long)i * i; j <= 200; j += i) composite[j] = 1; } }",
        &expect![[r#"
            fn t(r0: I32)
              var r0 i: I32
              var r1 count: I32
              var r14 j: I64
                0 enter c0 resume 2
                1 r1 = I32 0
                2 enter c1 resume 4
                3 r0 = I32 2
                4 enter c2 resume 0
                5 r24 = I32 199
                6 if r0 Le r24 : I32 then 7 else 34
                7 enter c4 resume 0
                8 r28 = r0 as I32 -> I64
                9 r27 = r32 + r28 * 1
               10 r29 = I8 *r27
               11 branch I8 r29 ? 12 : 14
               12 enter c5 resume 14
               13 jump 30
               14 enter c6 resume 16
               15 r1 = Add I32 r1, r33
               16 enter c7 resume 20
               17 r28 = r0 as I32 -> I64
               18 r31 = r0 as I32 -> I64
               19 r14 = Mul I64 r28, r31
               20 enter c8 resume 0
               21 if r14 Le r34 : I64 then 22 else 30
               22 enter c10 resume 25
               23 r27 = r32 + r14 * 1
               24 I8 *r27 = r33
               25 enter c9 resume 0
               26 r28 = r0 as I32 -> I64
               27 r14 = Add I64 r14, r28
               28 enter c8 resume 0
               29 if r14 Le r34 : I64 then 22 else 30
               30 enter c3 resume 0
               31 r0 = Add I32 r0, r33
               32 enter c2 resume 0
               33 if r0 Le r35 : I32 then 7 else 34
               34 return
               35 return nothing
        "#]],
    );
}

#[test]
fn conditions_of_several_parts() {
    check(
        "int t(const char *s, int n) { int k = 0; while (k < n && s[k] != ' ' && (s[k] == 'a' || s[k] > 'c')) k++;
          do { if (k > 3) break; } while (--n); return k && n; }",
        &expect![[r#"
            fn t(r0: Ptr, r1: I32) -> I32
              var r0 s: Ptr
              var r1 n: I32
              var r2 k: I32
                0 enter c0 resume 2
                1 r2 = I32 0
                2 enter c1 resume 25
                3 if r2 Lt r1 : I32 then 4 else 23
                4 r26 = r2 as I32 -> I64
                5 r27 = r0 + r26 * 1
                6 r28 = I8 *r27
                7 r29 = r28 as I8 -> I32
                8 if r29 Ne r33 : I32 then 9 else 23
                9 r26 = r2 as I32 -> I64
               10 r27 = r0 + r26 * 1
               11 r28 = I8 *r27
               12 r29 = r28 as I8 -> I32
               13 if r29 Eq r34 : I32 then 20 else 14
               14 r26 = r2 as I32 -> I64
               15 r27 = r0 + r26 * 1
               16 r28 = I8 *r27
               17 r29 = r28 as I8 -> I32
               18 r25 = Lt I32 r35, r29
               19 jump 21
               20 r25 = I32 1
               21 r29 = r25
               22 jump 24
               23 r29 = I32 0
               24 r25 = r29
               25 branch I32 r25 ? 26 : 30
               26 enter c2 resume 0
               27 r2 = Add I32 r2, r36
               28 enter c1 resume 25
               29 if r2 Lt r1 : I32 then 4 else 23
               30 enter c3 resume 0
               31 if r38 Lt r2 : I32 then 32 else 34
               32 enter c4 resume 34
               33 jump 39
               34 enter c6 resume 0
               35 enter c5 resume 38
               36 r1 = Sub I32 r1, r36
               37 r31 = r1
               38 branch I32 r31 ? 30 : 39
               39 enter c7 resume 0
               40 branch I32 r2 ? 41 : 44
               41 r30 = r1 as I32 -> Bool
               42 r25 = r30 as Bool -> I32
               43 jump 45
               44 r25 = I32 0
               45 return r25
               46 return nothing
        "#]],
    );
}

#[test]
fn loops_without_an_end() {
    check(
        "void t(void) { for (;;); }",
        &expect![[r#"
        fn t()
            0 jump 0
            1 return nothing
    "#]],
    );
    check(
        "int t(int x) { for (;;) if (x++) return x; }",
        &expect![[r#"
        fn t(r0: I32) -> I32
          var r0 x: I32
            0 enter c1 resume 0
            1 enter c0 resume 5
            2 r11 = r0
            3 r0 = Add I32 r11, r15
            4 r11 = r11
            5 branch I32 r11 ? 6 : 0
            6 enter c2 resume 0
            7 return r0
            8 return nothing
    "#]],
    );
}

#[test]
fn a_comparison_that_is_kept() {
    check(
        "int t(int a, int b) { int x; while (x = a < b) a += x; return x; }",
        &expect![[r#"
            fn t(r0: I32, r1: I32) -> I32
              var r0 a: I32
              var r1 b: I32
              var r2 x: I32
                0 enter c0 resume 2
                1 r2 = indeterminate
                2 enter c2 resume 0
                3 enter c1 resume 6
                4 r2 = Lt I32 r0, r1
                5 r16 = r2
                6 branch I32 r16 ? 7 : 14
                7 enter c3 resume 0
                8 r0 = Add I32 r0, r2
                9 enter c2 resume 0
               10 enter c1 resume 6
               11 r2 = Lt I32 r0, r1
               12 r16 = r2
               13 branch I32 r16 ? 7 : 14
               14 enter c4 resume 0
               15 return r2
               16 return nothing
        "#]],
    );
}
