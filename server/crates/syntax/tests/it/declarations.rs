//! Declarations, types, old-style definitions.

use expect_test::expect;

use crate::check;

#[test]
fn built_in_types_in_any_order() {
    check(
        "char a; signed char b; unsigned char c; short int d; unsigned short e; int f; unsigned g;\n\
         long int h; int unsigned long i; long long j; unsigned long long int k; float l; double m; long double n;\n\
         _Bool o; int const long static p; long unsigned volatile int q; __int128 r;",
        &expect![[r#"
            declare a: Char
            declare b: SignedChar
            declare c: UnsignedChar
            declare d: Short
            declare e: UnsignedShort
            declare f: Int
            declare g: UnsignedInt
            declare h: Long
            declare i: UnsignedLong
            declare j: LongLong
            declare k: UnsignedLongLong
            declare l: Float
            declare m: Double
            declare n: LongDouble
            declare o: Bool
            declare p: static const Long
            declare q: volatile UnsignedLong
            declare r: unsupported(__int128)
        "#]],
    );
}

#[test]
fn declarators_read_outwards() {
    check(
        "int *a[3], (*b)[3], *(*c)(int, char *), (*d[2])(void), **e, f(int n, ...), (g), h[2][3];\n\
         char *const i, *j[]; void (*signal(int, void (*)(int)))(int);",
        &expect![[r#"
            declare a: array 3 of pointer to Int
            declare b: pointer to array 3 of Int
            declare c: pointer to function(_: Int, _: pointer to Char) returning pointer to Int
            declare d: array 2 of pointer to function() returning Int
            declare e: pointer to pointer to Int
            declare f: function(n: Int, ...) returning Int
            declare g: Int
            declare h: array 2 of array 3 of Int
            declare i: const pointer to Char
            declare j: array of pointer to Char
            declare signal: function(_: Int, _: pointer to function(_: Int) returning Void) returning pointer to function(_: Int) returning Void
        "#]],
    );
}

#[test]
fn records_and_enums() {
    check(
        "struct s { int a, *b; unsigned c : 3, : 2, d : 1; int : 0; union { int i; float f; }; struct t *next; } x;\n\
         union u; struct { int a; } y; enum e { A, B = 3, C = B + 1, } z; enum e w;\n\
         typedef struct point { double x, y; } point, *point_ptr;\n\
         point p; point_ptr q;",
        &expect![[r#"
            declare x: struct s { a: Int; b: pointer to Int; c: UnsignedInt bits 3; _: UnsignedInt bits 2; d: UnsignedInt bits 1; _: Int bits 0; _: union { i: Int; f: Float }; next: pointer to struct t }
            declare union u
            declare y: struct { a: Int }
            declare z: enum e { A, B = 3, C = (Add B 1) }
            declare w: enum e
            declare point: typedef struct point { x: Double; y: Double }
            declare point_ptr: pointer to typedef struct point { x: Double; y: Double }
            declare p: point
            declare q: point_ptr
        "#]],
    );
}

#[test]
fn initialisers() {
    check(
        "int a[] = { 1, 2, [5] = 3, [7 ... 9] = 4, }; struct s b = { .x = 1, .y.z = 2, .w[1] = 3, u: 4 };\n\
         int c[2][2] = { { 1 }, { 2, 3 } }; char d[] = \"ab\" \"cd\"; int e = { 1 }; struct s f = {};",
        &expect![[r#"
            declare a: array of Int = { 1, 2, [5] = 3, [7 ... 9] = 4 }
            declare b: struct s = { .x = 1, .y.z = 2, .w[1] = 3, .u = 4 }
            declare c: array 2 of array 2 of Int = { { 1 }, { 2, 3 } }
            declare d: array of Char = "abcd"
            declare e: Int = { 1 }
            declare f: struct s = {  }
        "#]],
    );
}

#[test]
fn old_style_definitions() {
    check(
        "main(argc, argv) int argc; char *argv[]; { return 0; }\n\
         foo() { }\n\
         static bar(x) { return x; }\n\
         int *baz(a, b, c) /* the middle one */ register b; char *a;\n\n // c is implicit\n { return 0; }\n\
         typedef struct e { int v; } E;\n\
         E *new_e(v, next) int v; E *next; { return 0; }\n\
         double g(x, f) double x; int (*f)(); { return x; }\n\
         *h() { return 0; }\n\
         int modern(int a, E b) { return a; }",
        &expect![[r#"
            function main: function(argc: Int, argv: array of pointer to Char, old style) returning implicit Int
              return 0
            function foo: function(old style) returning implicit Int
            function bar: function(x: implicit Int, old style) returning static implicit Int
              return x
            function baz: function(a: pointer to Char, b: implicit Int, c: implicit Int, old style) returning pointer to Int
              return 0
            declare E: typedef struct e { v: Int }
            function new_e: function(v: Int, next: pointer to E, old style) returning pointer to E
              return 0
            function g: function(x: Double, f: pointer to function(old style) returning Int, old style) returning Double
              return x
            function h: function(old style) returning pointer to implicit Int
              return 0
            function modern: function(a: Int, b: E) returning Int
              return a
        "#]],
    );
}

#[test]
fn implicit_int() {
    check(
        "static a; const b = 3; extern c(); d = 4; void f(void) { register i; auto j = 1; i = j; }",
        &expect![[r#"
            declare a: static implicit Int
            declare b: const implicit Int = 3
            declare c: function(old style) returning extern implicit Int
            declare d: implicit Int = 4
            function f: function() returning Void
              declare i: implicit Int
              declare j: implicit Int = 1
              (= i j)
        "#]],
    );
}

#[test]
fn typedef_names_and_scopes() {
    check(
        "typedef int T;\n\
         struct s { T T; };\n\
         void f(void) { T x; T *y; { int T = 3; T * 2; T = (T) - 1; } T z; }\n\
         int g(int T) { return T * 2; }\n\
         T h(T a, T *b) { T: a = *b; goto T; }\n\
         typedef T U, *V, W[3], (*X)(T);\n\
         U u; V v; W w; X x;",
        &expect![[r#"
            declare T: typedef Int
            declare struct s { T: T }
            function f: function() returning Void
              declare x: T
              declare y: pointer to T
              block
                declare T: Int = 3
                (Mul T 2)
                (= T (Sub T 1))
              declare z: T
            function g: function(T: Int) returning Int
              return (Mul T 2)
            function h: function(a: T, b: pointer to T) returning T
              label T
                (= a (* b))
              goto T
            declare U: typedef T
            declare V: pointer to typedef T
            declare W: array 3 of typedef T
            declare X: pointer to function(_: T) returning typedef T
            declare u: U
            declare v: V
            declare w: W
            declare x: X
        "#]],
    );
}

#[test]
fn words_that_mean_nothing_here() {
    check(
        "static __inline__ __attribute__((always_inline)) int f(int *restrict p) __asm__(\"f\");\n\
         _Noreturn void die(void) __attribute__((noreturn, cold));\n\
         __extension__ typedef long long ll; _Static_assert(sizeof(int) == 4, \"int\");\n\
         _Alignas(16) char buffer[64] __attribute__((aligned(16))); struct __attribute__((packed)) s { char c; };\n\
         static _Thread_local int t; const char *__restrict r;",
        &expect![[r#"
            declare f: function(p: pointer to Int) returning static inline Int
            declare die: function() returning Void
            declare ll: typedef LongLong
            declare _Static_assert: array (Eq (sizeof type Int) 4) of typedef implicit Int
            declare buffer: aligned(16) array 64 of aligned(16) Char
            declare packed struct s { c: Char }
            declare t: static Int
            declare r: pointer to const Char
        "#]],
    );
}

#[test]
fn typeof_takes_types_and_expressions() {
    check(
        "int a[3]; typeof(a[0]) b; __typeof__(int *) c; typeof(a) *d; void f(void) { typeof(b) e = b; typeof(int *) g; }",
        &expect![[r#"
            declare a: array 3 of Int
            declare b: typeof(([] a 0))
            declare c: typeof(pointer to Int)
            declare d: pointer to typeof(a)
            function f: function() returning Void
              declare e: typeof(b) = b
              declare g: typeof(pointer to Int)
        "#]],
    );
}

#[test]
fn standard_headers_bring_types_and_constants() {
    check(
        "#include <stdio.h>\n#include <stdint.h>\n#include <stdbool.h>\n#include <limits.h>\n\
         FILE *f; size_t n; uint8_t u8; bool b = true; int m = INT_MAX; char *p = NULL; int e = EOF;",
        &expect![[r#"
            declare size_t: typedef UnsignedLong
            declare ssize_t: typedef Long
            declare off_t: typedef Long
            declare FILE: typedef struct __faultlens_file
            declare __builtin_va_list: typedef struct __faultlens_va_list
            declare va_list: typedef struct __faultlens_va_list { __cursor: Long }
            declare __gnuc_va_list: typedef struct __faultlens_va_list
            declare fpos_t: typedef struct __faultlens_fpos { __pos: Long }
            declare int8_t: typedef SignedChar
            declare int16_t: typedef Short
            declare int32_t: typedef Int
            declare int64_t: typedef Long
            declare uint8_t: typedef UnsignedChar
            declare uint16_t: typedef UnsignedShort
            declare uint32_t: typedef UnsignedInt
            declare uint64_t: typedef UnsignedLong
            declare int_least8_t: typedef SignedChar
            declare int_least16_t: typedef Short
            declare int_least32_t: typedef Int
            declare int_least64_t: typedef Long
            declare uint_least8_t: typedef UnsignedChar
            declare uint_least16_t: typedef UnsignedShort
            declare uint_least32_t: typedef UnsignedInt
            declare uint_least64_t: typedef UnsignedLong
            declare int_fast8_t: typedef SignedChar
            declare int_fast16_t: typedef Long
            declare int_fast32_t: typedef Long
            declare int_fast64_t: typedef Long
            declare uint_fast8_t: typedef UnsignedChar
            declare uint_fast16_t: typedef UnsignedLong
            declare uint_fast32_t: typedef UnsignedLong
            declare uint_fast64_t: typedef UnsignedLong
            declare intptr_t: typedef Long
            declare uintptr_t: typedef UnsignedLong
            declare intmax_t: typedef Long
            declare uintmax_t: typedef UnsignedLong
            declare f: pointer to FILE
            declare n: size_t
            declare u8: uint8_t
            declare b: Bool = 1
            declare m: Int = 2147483647
            declare p: pointer to Char = (cast pointer to Void 0)
            declare e: Int = (- 1)
        "#]],
    );
}

#[test]
fn types_inside_of_functions() {
    check(
        "void f(void) { struct p { int x; } q; enum { A, B } e; union { int i; } *u, v; struct p; typedef int T; T t;\n\
         struct p r = { 1 }; struct { struct { int a; } b, *c; } d; x; { y; } z; }",
        &expect![[r#"
            function f: function() returning Void
              declare q: struct p { x: Int }
              declare e: enum { A, B }
              declare u: pointer to union { i: Int }
              declare v: union { i: Int }
              declare struct p
              declare T: typedef Int
              declare t: T
              declare r: struct p = { 1 }
              declare d: struct { b: struct <anonymous at 138> { a: Int }; c: pointer to struct <anonymous at 138> }
              x
              block
                y
              z
        "#]],
    );
}
