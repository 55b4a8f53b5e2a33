//! C as people write it: spellings, headers and macros beside the plain ones.

use crate::common::{Folder, faultlens};

/// Prints the types of expressions; what it prints was made with gcc 12.
const SELECTIONS: &str = r#"#include <stddef.h>
#include <stdint.h>
#include <string.h>
#define N(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", long long: "llong", unsigned long long: "ullong", char *: "char *", const char *: "const char *", char **: "char **", const char **: "const char **", float: "float", double: "double", void *: "void *", const void *: "const void *", default: "other")
typedef long long wide; typedef const char *text;
static long count(void) { return 1; }
static const char *name(text t) { return t; }
static wide twice(wide a, long b, const char *const c) { puts(N(a)); puts(N(b)); puts(N(c)); return a + b; }
int main(void) {
    long l = 1; long long ll = 2; unsigned u = 3; size_t s = 4; int64_t i64 = 5; char b[3] = "", *p = b; const char *c = ""; float f = 0;
    const char t[] = "x"; text w = c; void *v = b; const void *cv = c; char **pp = &p; const char *list[2] = {c, c}; short h = 1;
    puts(N(l)); puts(N(ll)); puts(N(l + ll)); puts(N(u + l)); puts(N(s)); puts(N(i64)); puts(N(b)); puts(N(c)); puts(N(t)); puts(N(w));
    puts(N(v)); puts(N(cv)); puts(N(pp)); puts(N(list)); puts(N(list[0])); puts(N(*pp)); puts(N(&c)); puts(N(h)); puts(N(h * 2L)); puts(N(s - 1));
    puts(N(3)); puts(N(3L)); puts(N(3LL)); puts(N(3U)); puts(N(3UL)); puts(N(0xffffffff)); puts(N(4294967296)); puts(N(sizeof l)); puts(N("s")); puts(N('a'));
    puts(N(count())); puts(N(name(c))); puts(N(strlen(c))); puts(N((wide)1)); puts(N(p + 1)); puts(N(p - b)); puts(N(f * 2)); puts(N(f * 2.0)); puts(N(l ? l : ll));
    puts(N(u << 2L)); puts(N(-l)); puts(N(!l)); puts(N(l == ll)); puts(N(l++)); puts(N(ll = 3)); puts(N((u, l)));
    { int l = 2; puts(N(l)); for (unsigned long long l = 0; l < 1; l++) puts(N(l)); }
    puts(N(twice(1, 2, c)));
    return 0;
}
"#;
const SELECTED: &str = "long\n\
    llong\n\
    llong\n\
    long\n\
    ulong\n\
    long\n\
    char *\n\
    const char *\n\
    const char *\n\
    const char *\n\
    void *\n\
    const void *\n\
    char **\n\
    const char **\n\
    const char *\n\
    char *\n\
    const char **\n\
    other\n\
    long\n\
    ulong\n\
    int\n\
    long\n\
    llong\n\
    unsigned\n\
    ulong\n\
    unsigned\n\
    long\n\
    ulong\n\
    char *\n\
    int\n\
    long\n\
    const char *\n\
    ulong\n\
    llong\n\
    char *\n\
    long\n\
    float\n\
    double\n\
    llong\n\
    unsigned\n\
    long\n\
    int\n\
    int\n\
    long\n\
    llong\n\
    long\n\
    int\n\
    ullong\n\
    llong\n\
    ";

/// Programs, their input and what they print.
const PROGRAMS: [(&str, &str, &str); 19] = [
    // Selections by type, as gcc makes them: see `SELECTIONS`.
    (SELECTIONS, "", SELECTED),
    // `static_assert`, at every place where a declaration may be.
    (
        "#include <assert.h>\nstatic_assert(sizeof(int) == 4, \"int\");\nstruct s { int a; static_assert(1, \"in it\"); };\n\
         int main(void) { static_assert(2 > 1); puts(\"ok\"); }",
        "",
        "ok\n",
    ),
    // Questions to the compiler, alone and within `defined`.
    (
        "#if defined(__has_include) && __has_include(<stdio.h>) && !__has_include(\"none.h\")\nint a = 1;\n#endif\n\
         #if __has_attribute(unused) && __has_attribute(__noreturn__) && !__has_attribute(none)\nint b = 2;\n#endif\n\
         #ifdef __has_builtin\n#if __has_builtin(__builtin_expect) && !__has_builtin(__builtin_none)\nint c = 3;\n#endif\n#endif\n\
         #define HEADER <limits.h>\n#if __has_include(HEADER)\nint d = 4;\n#endif\n\
         int main(void) { printf(\"%d\\n\", a + b + c + d); }",
        "",
        "10\n",
    ),
    // Digraphs, also inside macros.
    (
        "%:define CAT(a, b) a%:%:b\n%:define TEXT(a) %:a\nint main(void) <% int CAT(v, 1)<:2:> = <%3, 4%>; \
         printf(\"%d %s\\n\", v1<:1:>, TEXT(x)); %>",
        "",
        "4 x\n",
    ),
    // `__VA_OPT__`, with and without arguments, with parentheses inside and beside `##`.
    (
        "#define LOG(f, ...) printf(f __VA_OPT__(,) __VA_ARGS__)\n#define CALL(f, ...) f(1 __VA_OPT__(, (__VA_ARGS__)))\n\
         static int one(int a) { return a; }\nstatic int two(int a, int b) { return a + b; }\n\
         int main(void) { LOG(\"a\\n\"); LOG(\"%d\\n\", CALL(one)); LOG(\"%d %d\\n\", CALL(two, 4), 5); }",
        "",
        "a\n1\n5 5\n",
    ),
    // `#line` with a file, and back.
    (
        "int main(void) {\n#line 7 \"grammar.y\"\n    printf(\"%s %d\\n\", __FILE__, __LINE__);\n#line 20\n    printf(\"%s %d\\n\", __FILE__, __LINE__);\n}",
        "",
        "grammar.y 7\ngrammar.y 20\n",
    ),
    // Atomic objects of one thread.
    (
        "#include <stdatomic.h>\nstatic atomic_int hits = ATOMIC_VAR_INIT(2);\nstatic _Atomic(unsigned char) low;\n\
         int main(void) {\n    int was = atomic_fetch_add(&hits, 3), expected = 5;\n    low = 255; low += 2;\n\
         _Bool swapped = atomic_compare_exchange_strong(&hits, &expected, 9);\n    atomic_flag lock = ATOMIC_FLAG_INIT;\n\
         _Bool free = !atomic_flag_test_and_set(&lock), again = atomic_flag_test_and_set(&lock);\n\
         printf(\"%d %d %d %d %d %d\\n\", was, atomic_load(&hits), low, swapped, free, again);\n}",
        "",
        "2 9 1 1 1 1\n",
    ),
    (
        "#include <stdatomic.h>\nint main(void) {\n    atomic_long n; atomic_init(&n, 6); n++;\n    atomic_uint bits = 12;\n\
         atomic_fetch_and_explicit(&bits, 6, memory_order_relaxed); atomic_fetch_or(&bits, 1);\n\
         long old = atomic_exchange(&n, 1); long want = 3;\n    _Bool ok = atomic_compare_exchange_weak(&n, &want, 4);\n\
         atomic_store(&bits, bits + 1);\n    printf(\"%ld %ld %u %d %ld\\n\", old, n, bits, ok, want);\n}",
        "",
        "7 1 6 0 1\n",
    ),
    // Conditions in the parentheses of a macro.
    (
        "#include <ctype.h>\nint main(void) {\n    int c, n = 0, m = 0;\n    while ((c = getchar()) != EOF)\n        if isalpha(c) n++;\n\
         else if isdigit((c + 0)) m++;\n    printf(\"%d %d\\n\", n, m);\n}",
        "ab1c22\n",
        "3 3\n",
    ),
    (
        "#include <ctype.h>\nint main(void) {\n    int c = getchar();\n    while isspace(c) c = getchar();\n\
         switch isupper(c) { case 0: puts(\"small\"); break; default: puts(\"great\"); }\n}",
        "  Q\n",
        "great\n",
    ),
    // The library of CS50, new and old.
    (
        "#include <cs50.h>\nint main(void) { string s = get_string(\"name? \"); int n = get_int(\"n? \"); printf(\"%s %i\\n\", s, n); }",
        "Ann\nx\n5\n",
        "name? n? n? Ann 5\n",
    ),
    (
        "#include <cs50.h>\nint main(void) { int n = GetInt(); string s = GetString(); char c = GetChar(); printf(\"%i %s %c\\n\", n, s, c); }",
        "x\n5\nhey you\nqq\nq\n",
        "Retry: Retry: 5 hey you q\n",
    ),
    (
        "#include <cs50.h>\nint main(void) { float f = GetFloat(); long long l = GetLongLong(); printf(\"%.1f %lli %d\\n\", f, l, GetInt() == INT_MAX); }",
        "1.5\n-7\n",
        "1.5 -7 1\n",
    ),
    // The console of DOS: the last key need not be in the input.
    (
        "#include <conio.h>\nint main(void) { int n; clrscr(); gotoxy(5, 2); scanf(\"%d\", &n); cprintf(\"%d\\n\", n * n); getch(); return 0; }",
        "5\n",
        "25\n",
    ),
    (
        "#include <conio.h>\nvoid main() { char c; textcolor(4); c = getche(); putch('\\n'); while (!kbhit()) ; cputs(\"end\\n\"); putch(c); putch('\\n'); _getch(); }",
        "k",
        "k\nend\nk\n",
    ),
    // What gcc predefines.
    (
        "int main(void) {\n#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && __x86_64__\n\
         printf(\"%d %d %d\\n\", __CHAR_BIT__, __SIZEOF_POINTER__, __INT_MAX__ == 2147483647);\n#endif\n}",
        "",
        "8 8 1\n",
    ),
    (
        "#if linux && unix && __amd64__ && __SSE2_MATH__ && __PIC__ && __FLT_EVAL_METHOD__ == 0 && defined __GNUC_STDC_INLINE__\n\
         #define TEXT(x) #x\n#define SHOWN(x) TEXT(x)\n__INT_FAST16_TYPE__ wide = __DBL_DIG__;\n\
         int main(void) { printf(\"%ld %g[%s]%s\\n\", wide, __DBL_MAX__, SHOWN(__USER_LABEL_PREFIX__), SHOWN(__UINT64_C(1))); }\n#endif",
        "",
        "15 1.79769e+308[]1UL\n",
    ),
    (
        "#include <stdalign.h>\n_Thread_local int t = 1;\nalignas(16) static char room[16];\n\
         int main(void) { __auto_type x = 2; typeof(x) y = ({ int q = x; q + t; }); printf(\"%d %zu\\n\", y, alignof(int) + sizeof room); }",
        "",
        "3 20\n",
    ),
    (
        "int add(a, b) int a, b; { return a + b; }\nmain() { register int i; auto int j = 3; i = 4; printf(\"%d\\n\", add(i, j)); return 0; }",
        "",
        "7\n",
    ),
];

#[test]
fn programs_do_what_they_do_elsewhere() {
    let folder = Folder::new("dialects");
    for (program, input, output) in PROGRAMS {
        folder.write("p.c", format!("#include <stdio.h>\n{program}\n").as_bytes());
        folder.write("tests/t.in", input.as_bytes());
        folder.write("tests/t.out", output.as_bytes());
        let run = faultlens(folder.path(), &["test", "p.c"]);
        run.is_calm();
        assert_eq!(run.status, 0, "{program}\n{}", run.stdout);
        assert_eq!(
            run.stdout
                .contains("warning: the condition needs parentheses"),
            program.contains("if isalpha") || program.contains("while isspace"),
            "{program}\n{}",
            run.stdout
        );
    }
}

#[test]
fn the_standard_of_the_flags_decides_what_is_predefined() {
    let folder = Folder::new("standard");
    folder.write(
        "p.c",
        b"#include <stdio.h>\nint main(void) {\n#ifdef linux\n    printf(\"linux \");\n#endif\n    printf(\"%ld\\n\", __STDC_VERSION__ + 0L);\n}\n",
    );
    for (flags, output) in [
        ("", "linux 201710\n"),
        ("-std=c99\n", "199901\n"),
        ("-std=gnu11\n", "linux 201112\n"),
        ("-std=c2x\n", "202000\n"),
        ("-std=gnu17\n-Ulinux\n", "201710\n"),
        ("-Dlinux=2\n-Ulinux\n-D__STDC_VERSION__=7\n", "7\n"),
    ] {
        folder.write("compile_flags.txt", flags.as_bytes());
        folder.write("tests/t.out", output.as_bytes());
        let run = faultlens(folder.path(), &["test", "p.c"]);
        assert_eq!(run.status, 0, "{flags}{}", run.stdout);
    }
}

/// Programs that print with more digits than `double` has, the input, gcc's output, and whether the test passes.
const LONG_DOUBLES: &[(&str, &str, &str, bool)] = &[
    (
        "int main(void) { int n; scanf(\"%d\", &n); long double f = 1; while (n > 1) f *= n--; printf(\"%.0Lf\\n\", f); return 0; }",
        "30",
        "265252859812191058647452510846976\n",
        true,
    ),
    (
        "long double third(long double x) { return x / 3; }\nint main(void) { long double x; scanf(\"%Lf\", &x); printf(\"t=%.18Lf;\\n\", third(x)); return 0; }",
        "1",
        "t=0.333333333333333333;\n",
        true,
    ),
    (
        "long double third(long double x) { return x / 4; }\nint main(void) { long double x; scanf(\"%Lf\", &x); printf(\"t=%.18Lf;\\n\", third(x)); return 0; }",
        "1",
        "t=0.333333333333333333;\n",
        false,
    ),
    (
        "struct sum { long double of; int n; };\nint main(void) { struct sum s = {0, 0}; double x; while (scanf(\"%lf\", &x) == 1) { s.of += x; s.n++; } printf(\"%d %.17Lg\\n\", s.n, s.of); return 0; }",
        "0.1 0.2 0.3",
        "3 0.60000000000000003\n",
        true,
    ),
    (
        "int main(void) { double x; scanf(\"%lf\", &x); printf(\"%.18f\\n\", x / 3); return 0; }",
        "1",
        "0.333333333333333333\n",
        false,
    ),
];

#[test]
fn digits_that_only_a_long_double_has_fail_no_test() {
    for (at, (text, input, output, passes)) in LONG_DOUBLES.iter().enumerate() {
        let folder = Folder::new(&format!("long-double-{at}"));
        folder.write("p.c", format!("#include <stdio.h>\n{text}\n").as_bytes());
        folder.write("tests/a.in", input.as_bytes());
        folder.write("tests/a.out", output.as_bytes());
        let run = faultlens(folder.path(), &["test", "p.c"]);
        run.is_calm();
        assert_eq!(run.status == 0, *passes, "{text}\n{}", run.stdout);
        let says = run.stdout.contains("compared to 12 digits");
        assert_eq!(says, text.contains("long double"), "{}", run.stdout);
    }
}
