//! Readable code of each kind of component.

use expect_test::{Expect, expect};
use lower::{LowerOptions, lower};
use syntax::{NoIncludes, Options, parse};
use testkit::dump_function;

/// Compares the code of the last function with the expected one.
fn check(text: &str, expected: &Expect) {
    let parse = parse("t.c", text, &NoIncludes, &Options::default());
    let lowered = lower(&parse, &LowerOptions::default());
    assert_eq!(lowered.problems, Vec::new());
    let program = &lowered.program;
    let last = program.functions.len() - 2;
    expected.assert_eq(&dump_function(program, &program.functions[last]));
}

#[test]
fn assignment_of_a_variable() {
    check(
        "void t(int x) { x = x + 1; }",
        &expect![[r#"
            fn t(r0: I32)
              var r0 x: I32
                0 enter c0 covered resume 7
                1 r3 = I32 1
                2 r0 = Add I32 r0, r3  ; c0 = r0: I32
                3 jump 7
              c0 Angelic:
                4 r0 = angelic I32 c0
                5 jump 7
              c0 Skip (evidence):
                6 jump 7
                7 return
        "#]],
    );
}

#[test]
fn assignment_through_an_index_that_may_trap() {
    check(
        "void t(int *a, int i) { a[i] += 2; }",
        &expect![[r#"
            fn t(r0: Ptr, r1: I32)
              var r0 a: Ptr
              var r1 i: I32
                0 enter c0 covered resume 14
                1 r2 = I32 2
                2 r3 = r1 as I32 -> I64
                3 r4 = r0 + r3 * 4
                4 r5 = I32 *r4
                5 r2 = Add I32 r5, r2
                6 I32 *r4 = r2  ; c0 = r2: I32
                7 jump 14
              c0 Angelic:
                8 r3 = r1 as I32 -> I64
                9 r4 = r0 + r3 * 4
               10 r2 = angelic I32 c0
               11 I32 *r4 = r2
               12 jump 14
              c0 Skip (evidence):
               13 jump 14
               14 return
              rescue 8..12 -> 14
        "#]],
    );
}

#[test]
fn assignment_with_a_call() {
    check(
        "int g; int f(int x) { g = x; return x; } void t(int x) { x = f(x); }",
        &expect![[r#"
            fn t(r0: I32)
              var r0 x: I32
                0 enter c2 covered resume 10
                1 r3 = call f(r0: I32)
                2 r0 = r3  ; c2 = r0: I32
                3 jump 10
              c2 Angelic:
                4 r0 = angelic I32 c2
                5 jump 10
              c2 EvalAngelic:
                6 r3 = call f(r0: I32)
                7 r0 = angelic I32 c2
                8 jump 10
              c2 Skip (evidence):
                9 jump 10
               10 return
        "#]],
    );
}

/// The function need not be run in addition.
#[test]
fn calls_of_pure_functions() {
    check(
        "int g; int f(int x) { int y = x + g; return y; } void t(int x) { x = f(x) + 1; }",
        &expect![[r#"
            fn t(r0: I32)
              var r0 x: I32
                0 enter c2 covered resume 12
                1 enter c3 covered resume 6
                2 r3 = call f(r0: I32)
                3 jump 6  ; c3 = r3: I32
              c3 Angelic:
                4 r3 = angelic I32 c3
                5 jump 6
                6 r4 = I32 1
                7 r0 = Add I32 r3, r4  ; c2 = r0: I32
                8 jump 12
              c2 Angelic:
                9 r0 = angelic I32 c2
               10 jump 12
              c2 Skip (evidence):
               11 jump 12
               12 return
        "#]],
    );
}

#[test]
fn assignment_of_a_pointer() {
    check(
        "void t(int *p, int *q) { p = q; }",
        &expect![[r#"
        fn t(r0: Ptr, r1: Ptr)
          var r0 p: Ptr
          var r1 q: Ptr
            0 enter c0 resume 6
            1 r0 = r1  ; c0 = r0: Ptr
            2 jump 6
          c0 Angelic:
            3 r0 = angelic Ptr of 4 bytes c0
            4 jump 6
          c0 Skip:
            5 jump 6
            6 return
    "#]],
    );
}

#[test]
fn assignment_of_a_record() {
    check(
        "struct s { char c; int n; }; void t(struct s *p, struct s *q) { *p = *q; }",
        &expect![[r#"
            fn t(r0: Ptr, r1: Ptr)
              var r0 p: Ptr
              var r1 q: Ptr
                0 enter c0 covered resume 10
                1 copy *r0 = *r1, 8 bytes
                2 jump 10
              c0 Angelic:
                3 r2 = angelic I8 c0
                4 I8 *r0 = r2
                5 r3 = r0 + 4
                6 r4 = angelic I32 c0
                7 I32 *r3 = r4
                8 jump 10
              c0 Skip (evidence):
                9 jump 10
               10 return
              rescue 3..8 -> 10
        "#]],
    );
}

#[test]
fn initialiser_and_declaration() {
    check(
        "void t(void) { int x, y = 1; int a[2] = { y }; }",
        &expect![[r#"
            fn t()
              var r0 x: I32
              var r2 y: I32
              slot s0 a size 8 align 4
                0 enter c0 covered resume 5
                1 r0 = indeterminate
                2 jump 5
              c0 Angelic:
                3 r0 = angelic I32 c0
                4 jump 5
                5 enter c1 covered resume 12
                6 r2 = I32 1  ; c1 = r2: I32
                7 jump 12
              c1 Angelic:
                8 r2 = angelic I32 c1
                9 jump 12
              c1 Skip (evidence):
               10 r2 = indeterminate
               11 jump 12
               12 live s0
               13 r5 = &s0 a
               14 enter c2 covered resume 25
               15 zero *r5, 8 bytes
               16 I32 *r5 = r2
               17 jump 25
              c2 Angelic:
               18 r6 = angelic I32 c2
               19 I32 *r5 = r6
               20 r5 = r5 + 4
               21 r6 = angelic I32 c2
               22 I32 *r5 = r6
               23 jump 25
              c2 Skip (evidence):
               24 jump 25
               25 return
        "#]],
    );
}

#[test]
fn increment() {
    check(
        "void t(unsigned char c, int *p) { c++; (*p)--; }",
        &expect![[r#"
            fn t(r0: U8, r1: Ptr)
              var r0 c: U8
              var r1 p: Ptr
                0 enter c0 covered resume 9
                1 r4 = I32 1
                2 r5 = r0 as U8 -> I32
                3 r4 = Add I32 r5, r4
                4 r0 = r4 as I32 -> U8  ; c0 = r0: U8
                5 jump 9
              c0 Angelic:
                6 r0 = angelic U8 c0
                7 jump 9
              c0 Skip (evidence):
                8 jump 9
                9 enter c1 covered resume 19
               10 r5 = I32 *r1
               11 r4 = I32 1
               12 r5 = Sub I32 r5, r4
               13 I32 *r1 = r5  ; c1 = r5: I32
               14 jump 19
              c1 Angelic:
               15 r4 = angelic I32 c1
               16 I32 *r1 = r4
               17 jump 19
              c1 Skip (evidence):
               18 jump 19
               19 return
              rescue 15..17 -> 19
        "#]],
    );
}

#[test]
fn conditional_write() {
    check(
        "void t(int x, int y) { x && (y = 1); }",
        &expect![[r#"
            fn t(r0: I32, r1: I32)
              var r0 x: I32
              var r1 y: I32
                0 enter c0 covered resume 19
                1 r6 = r0 as I32 -> Bool
                2 branch Bool r6 ? 3 : 7
                3 r1 = I32 1
                4 r6 = r1 as I32 -> Bool
                5 r7 = r6 as Bool -> I32
                6 jump 8
                7 r7 = I32 0
                8 jump 19
              c0 Skip:
                9 jump 19
              c0 EvalAngelic:
               10 r6 = r0 as I32 -> Bool
               11 branch Bool r6 ? 12 : 17
               12 r7 = I32 1
               13 r1 = angelic I32 c0
               14 r6 = r1 as I32 -> Bool
               15 r7 = r6 as Bool -> I32
               16 jump 18
               17 r7 = I32 0
               18 jump 19
               19 return
        "#]],
    );
}

#[test]
fn write_inside_a_condition() {
    check(
        "int g, f(void); int f(void) { return g++; } void t(int c) { while ((c = f()) != -1) ; }",
        &expect![[r#"
            fn t(r0: I32)
              var r0 c: I32
                0 enter c2 covered resume 52
                1 enter c3 covered resume 13
                2 r11 = call f()
                3 r0 = r11  ; c3 = r0: I32
                4 r11 = r0
                5 jump 13
              c3 Angelic:
                6 r0 = angelic I32 c3
                7 r11 = r0
                8 jump 13
              c3 EvalAngelic:
                9 r12 = call f()
               10 r0 = angelic I32 c3
               11 r11 = r0
               12 jump 13
               13 r12 = I32 -1
               14 r11 = Ne I32 r11, r12  ; c2 = r11: Bool
               15 jump 52
              c2 Angelic:
               16 r13 = angelic Bool c2
               17 r11 = r13 as Bool -> I32
               18 jump 52
              c2 EvalAngelic:
               19 enter c3 covered resume 31
               20 r12 = call f()
               21 r0 = r12
               22 r12 = r0
               23 jump 31
              c3 Angelic:
               24 r0 = angelic I32 c3
               25 r12 = r0
               26 jump 31
              c3 EvalAngelic:
               27 r14 = call f()
               28 r0 = angelic I32 c3
               29 r12 = r0
               30 jump 31
               31 r14 = I32 -1
               32 r12 = Ne I32 r12, r14
               33 r13 = angelic Bool c2
               34 r11 = r13 as Bool -> I32
               35 jump 52
              c2 Flip (evidence):
               36 enter c3 covered resume 48
               37 r12 = call f()
               38 r0 = r12
               39 r14 = r0
               40 jump 48
              c3 Angelic:
               41 r0 = angelic I32 c3
               42 r14 = r0
               43 jump 48
              c3 EvalAngelic:
               44 r12 = call f()
               45 r0 = angelic I32 c3
               46 r14 = r0
               47 jump 48
               48 r12 = I32 -1
               49 r14 = Ne I32 r14, r12
               50 r11 = Not I32 r14
               51 jump 52
               52 branch I32 r11 ? 53 : 54
               53 jump 0
               54 return
        "#]],
    );
}

#[test]
fn conditions() {
    check(
        "int t(int x, int y) { if (x < y) return 1; for (;x;) break; return 0; }",
        &expect![[r#"
            fn t(r0: I32, r1: I32) -> I32
              var r0 x: I32
              var r1 y: I32
                0 enter c0 covered resume 9
                1 r8 = Lt I32 r0, r1  ; c0 = r8: Bool
                2 jump 9
              c0 Angelic:
                3 r9 = angelic Bool c0
                4 r8 = r9 as Bool -> I32
                5 jump 9
              c0 Flip (evidence):
                6 r10 = Lt I32 r0, r1
                7 r8 = Not I32 r10
                8 jump 9
                9 branch I32 r8 ? 10 : 15
               10 enter c1 covered resume 15
               11 r8 = I32 1  ; c1 = r8: I32
               12 return r8
              c1 Angelic:
               13 r10 = angelic I32 c1
               14 return r10
               15 enter c2 covered resume 24
               16 r9 = r0 as I32 -> Bool  ; c2 = r9: Bool
               17 jump 24
              c2 Angelic:
               18 r9 = angelic Bool c2
               19 jump 24
              c2 Flip (evidence):
               20 r11 = r0 as I32 -> Bool
               21 r10 = Not Bool r11
               22 r9 = r10 as I32 -> Bool
               23 jump 24
               24 branch Bool r9 ? 25 : 29
               25 enter c3 resume 28
               26 jump 29
              c3 Skip:
               27 jump 28
               28 jump 15
               29 enter c4 covered resume 34
               30 r8 = I32 0  ; c4 = r8: I32
               31 return r8
              c4 Angelic:
               32 r10 = angelic I32 c4
               33 return r10
               34 return nothing
        "#]],
    );
}

#[test]
fn switch() {
    check(
        "int t(char x) { switch (x) { case 'a': x = 1; case 2 ... 4: break; } return x; }",
        &expect![[r#"
            fn t(r0: I8) -> I32
              var r0 x: I8
                0 enter c0 covered resume 5
                1 r4 = r0 as I8 -> I32  ; c0 = r4: I32
                2 jump 5
              c0 Angelic:
                3 r4 = angelic I32 c0
                4 jump 5
                5 jump 16
                6 enter c1 covered resume 12
                7 r0 = I8 1  ; c1 = r0: I8
                8 jump 12
              c1 Angelic:
                9 r0 = angelic I8 c1
               10 jump 12
              c1 Skip (evidence):
               11 jump 12
               12 enter c2 resume 15
               13 jump 17
              c2 Skip:
               14 jump 15
               15 jump 17
               16 switch I32 r4 97: 6 2..4: 12 else: 17
               17 enter c3 covered resume 22
               18 r4 = r0 as I8 -> I32  ; c3 = r4: I32
               19 return r4
              c3 Angelic:
               20 r4 = angelic I32 c3
               21 return r4
               22 return nothing
        "#]],
    );
}

#[test]
fn call_statement_with_effects_in_its_arguments() {
    check(
        "int g; void f(int x) { g = x; } void t(int i) { f(i++); }",
        &expect![[r#"
            fn t(r0: I32)
              var r0 i: I32
                0 enter c1 resume 25
                1 enter c2 covered resume 11
                2 r6 = r0
                3 r7 = I32 1
                4 r0 = Add I32 r6, r7  ; c2 = r0: I32
                5 r6 = r6
                6 jump 11
              c2 Angelic:
                7 r7 = r0
                8 r0 = angelic I32 c2
                9 r6 = r7
               10 jump 11
               11 call f(r6: I32)
               12 jump 25
              c1 Skip:
               13 jump 25
              c1 EvalAngelic:
               14 enter c2 covered resume 24
               15 r6 = r0
               16 r7 = I32 1
               17 r0 = Add I32 r6, r7
               18 r6 = r6
               19 jump 24
              c2 Angelic:
               20 r7 = r0
               21 r0 = angelic I32 c2
               22 r6 = r7
               23 jump 24
               24 jump 25
               25 return
        "#]],
    );
}

#[test]
fn allocation() {
    check(
        "void t(long *p) { p = malloc(8); }",
        &expect![[r#"
            fn t(r0: Ptr)
              var r0 p: Ptr
                0 enter c0 resume 12
                1 r3 = U64 8
                2 r4 = builtin malloc(r3: U64)
                3 r0 = r4  ; c0 = r0: Ptr
                4 jump 12
              c0 Angelic:
                5 r0 = angelic Ptr of 8 bytes c0
                6 jump 12
              c0 Skip:
                7 jump 12
              c0 EvalAngelic:
                8 r3 = U64 8
                9 r4 = builtin malloc(r3: U64)
               10 r0 = angelic Ptr of 8 bytes c0
               11 jump 12
               12 return
        "#]],
    );
}

#[test]
fn return_of_a_record() {
    check(
        "struct s { int a, b; }; struct s t(struct s v) { return v; }",
        &expect![[r#"
            fn t(r0: Ptr, r1: Ptr)
              slot s0 v size 8 align 4
                0 live s0
                1 r2 = &s0 v
                2 copy *r2 = *r1, 8 bytes
                3 enter c0 covered resume 13
                4 r2 = &s0 v
                5 copy *r0 = *r2, 8 bytes
                6 return
              c0 Angelic:
                7 r3 = angelic I32 c0
                8 I32 *r0 = r3
                9 r2 = r0 + 4
               10 r3 = angelic I32 c0
               11 I32 *r2 = r3
               12 return
               13 return nothing
        "#]],
    );
}

#[test]
fn exit() {
    check(
        "void t(int n) { exit(n + 1); }",
        &expect![[r#"
            fn t(r0: I32)
              var r0 n: I32
                0 enter c0 covered resume 9
                1 r2 = I32 1
                2 r2 = Add I32 r0, r2
                3 builtin exit(r2: I32)
                4 jump 9
              c0 Skip:
                5 jump 9
              c0 Angelic:
                6 r2 = angelic I32 c0
                7 builtin exit(r2: I32)
                8 jump 9
                9 return
        "#]],
    );
}

#[test]
fn output() {
    check(
        "void t(int n) { printf(\"%d\\n\", n); }",
        &expect![[r#"
        fn t(r0: I32)
          var r0 n: I32
            0 enter c0 covered resume 7
            1 r2 = &g0 string literal
            2 builtin printf(r2: Ptr, r0: I32)
            3 jump 7
          c0 Angelic:
            4 angelic output c0
            5 jump 7
          c0 Skip (evidence):
            6 jump 7
            7 return
    "#]],
    );
}

#[test]
fn output_that_may_go_elsewhere() {
    check(
        "void t(void *f) { fprintf(f, \"x\"); }",
        &expect![[r#"
        fn t(r0: Ptr)
          var r0 f: Ptr
            0 enter c0 resume 5
            1 r2 = &g0 string literal
            2 builtin fprintf(r0: Ptr, r2: Ptr)
            3 jump 5
          c0 Skip:
            4 jump 5
            5 return
    "#]],
    );
}

#[test]
fn input() {
    check(
        "int t(int *n, char *w) { return scanf(\"%d %s\", n, w); }",
        &expect![[r#"
            fn t(r0: Ptr, r1: Ptr) -> I32
              var r0 n: Ptr
              var r1 w: Ptr
                0 enter c0 covered resume 54
                1 enter c1 resume 25
                2 r2 = &g0 string literal
                3 r3 = builtin scanf(r2: Ptr, r0: Ptr, r1: Ptr)
                4 jump 25  ; c1 = r3: I32
              c1 InputKeep:
                5 r3 = angelic I32 c1
                6 r2 = &g0 string literal
                7 r4 = angelic I32 c1
                8 I32 *r0 = r4
                9 *r1 = angelic text c1
               10 jump 25
              c1 InputEnd:
               11 input to end
               12 r3 = angelic I32 c1
               13 r2 = &g0 string literal
               14 r4 = angelic I32 c1
               15 I32 *r0 = r4
               16 *r1 = angelic text c1
               17 jump 25
              c1 EvalAngelic:
               18 r2 = &g0 string literal
               19 r3 = builtin scanf(r2: Ptr, r0: Ptr, r1: Ptr)
               20 r3 = angelic I32 c1
               21 r4 = angelic I32 c1
               22 I32 *r0 = r4
               23 *r1 = angelic text c1
               24 jump 25
               25 return r3  ; c0 = r3: I32
              c0 Angelic:
               26 r3 = angelic I32 c0
               27 return r3
              c0 EvalAngelic:
               28 enter c1 resume 52
               29 r2 = &g0 string literal
               30 r3 = builtin scanf(r2: Ptr, r0: Ptr, r1: Ptr)
               31 jump 52
              c1 InputKeep:
               32 r3 = angelic I32 c1
               33 r2 = &g0 string literal
               34 r4 = angelic I32 c1
               35 I32 *r0 = r4
               36 *r1 = angelic text c1
               37 jump 52
              c1 InputEnd:
               38 input to end
               39 r3 = angelic I32 c1
               40 r2 = &g0 string literal
               41 r4 = angelic I32 c1
               42 I32 *r0 = r4
               43 *r1 = angelic text c1
               44 jump 52
              c1 EvalAngelic:
               45 r2 = &g0 string literal
               46 r3 = builtin scanf(r2: Ptr, r0: Ptr, r1: Ptr)
               47 r3 = angelic I32 c1
               48 r4 = angelic I32 c1
               49 I32 *r0 = r4
               50 *r1 = angelic text c1
               51 jump 52
               52 r3 = angelic I32 c0
               53 return r3
               54 return nothing
              rescue 6..10 -> 25
              rescue 13..17 -> 25
              rescue 33..37 -> 52
              rescue 40..44 -> 52
        "#]],
    );
}

#[test]
fn input_of_a_line() {
    check(
        "char *t(char *w) { return fgets(w, 8, stdin); }",
        &expect![[r#"
            fn t(r0: Ptr) -> Ptr
              var r0 w: Ptr
                0 enter c0 resume 78
                1 enter c1 resume 37
                2 r1 = Ptr 16
                3 r2 = I32 8
                4 r1 = builtin fgets(r0: Ptr, r2: I32, r1: Ptr)
                5 jump 37  ; c1 = r1: Ptr
              c1 InputKeep:
                6 r1 = Ptr 0
                7 r3 = Ptr 16
                8 r2 = I32 8
                9 *r0 = angelic text c1
               10 r4 = angelic Bool c1
               11 branch Bool r4 ? 12 : 14
               12 r1 = r0
               13 jump 15
               14 r1 = Ptr 0
               15 jump 37
              c1 InputEnd:
               16 input to end
               17 r1 = Ptr 0
               18 r3 = Ptr 16
               19 r2 = I32 8
               20 *r0 = angelic text c1
               21 r4 = angelic Bool c1
               22 branch Bool r4 ? 23 : 25
               23 r1 = r0
               24 jump 26
               25 r1 = Ptr 0
               26 jump 37
              c1 EvalAngelic:
               27 r3 = Ptr 16
               28 r2 = I32 8
               29 r1 = builtin fgets(r0: Ptr, r2: I32, r3: Ptr)
               30 *r0 = angelic text c1
               31 r4 = angelic Bool c1
               32 branch Bool r4 ? 33 : 35
               33 r1 = r0
               34 jump 36
               35 r1 = Ptr 0
               36 jump 37
               37 return r1  ; c0 = r1: Ptr
              c0 Angelic:
               38 r3 = angelic Ptr c0
               39 return r3
              c0 EvalAngelic:
               40 enter c1 resume 76
               41 r1 = Ptr 16
               42 r2 = I32 8
               43 r3 = builtin fgets(r0: Ptr, r2: I32, r1: Ptr)
               44 jump 76
              c1 InputKeep:
               45 r3 = Ptr 0
               46 r1 = Ptr 16
               47 r2 = I32 8
               48 *r0 = angelic text c1
               49 r4 = angelic Bool c1
               50 branch Bool r4 ? 51 : 53
               51 r3 = r0
               52 jump 54
               53 r3 = Ptr 0
               54 jump 76
              c1 InputEnd:
               55 input to end
               56 r3 = Ptr 0
               57 r1 = Ptr 16
               58 r2 = I32 8
               59 *r0 = angelic text c1
               60 r4 = angelic Bool c1
               61 branch Bool r4 ? 62 : 64
               62 r3 = r0
               63 jump 65
               64 r3 = Ptr 0
               65 jump 76
              c1 EvalAngelic:
               66 r1 = Ptr 16
               67 r2 = I32 8
               68 r3 = builtin fgets(r0: Ptr, r2: I32, r1: Ptr)
               69 *r0 = angelic text c1
               70 r4 = angelic Bool c1
               71 branch Bool r4 ? 72 : 74
               72 r3 = r0
               73 jump 75
               74 r3 = Ptr 0
               75 jump 76
               76 r1 = angelic Ptr c0
               77 return r1
               78 return nothing
              rescue 7..15 -> 37
              rescue 18..26 -> 37
              rescue 46..54 -> 76
              rescue 57..65 -> 76
        "#]],
    );
}

#[test]
fn specification() {
    check(
        "void t(int x) { assert(x > 1); }",
        &expect![[r#"
            fn t(r0: I32)
              var r0 x: I32
                0 r2 = I32 1
                1 r2 = Lt I32 r2, r0
                2 builtin assert(r2: I32)
                3 return
        "#]],
    );
}

#[test]
fn goto_into_a_block() {
    check(
        "void t(void) { goto in; { int a[2]; in: a[0] = 1; } }",
        &expect![[r#"
            fn t()
              slot s0 a size 8 align 4
                0 enter c0 resume 3
                1 jump 29
              c0 Skip:
                2 jump 3
                3 live s0
                4 r0 = &s0 a
                5 enter c1 covered resume 13
                6 jump 13
              c1 Angelic:
                7 r1 = angelic I32 c1
                8 I32 *r0 = r1
                9 r0 = r0 + 4
               10 r1 = angelic I32 c1
               11 I32 *r0 = r1
               12 jump 13
               13 enter c2 covered resume 27
               14 r0 = &s0 a
               15 r2 = I64 0
               16 r0 = r0 + r2 * 4
               17 r1 = I32 1
               18 I32 *r0 = r1  ; c2 = r1: I32
               19 jump 27
              c2 Angelic:
               20 r0 = &s0 a
               21 r2 = I64 0
               22 r0 = r0 + r2 * 4
               23 r1 = angelic I32 c2
               24 I32 *r0 = r1
               25 jump 27
              c2 Skip (evidence):
               26 jump 27
               27 dead s0
               28 return
               29 live s0
               30 jump 13
              rescue 20..25 -> 27
        "#]],
    );
}
