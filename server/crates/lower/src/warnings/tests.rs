//! What gcc 12 warns about, line by line.

use syntax::{NoIncludes, Options, Problem, parse};

use super::*;
use crate::{LowerOptions, lower};

const HEAD: &str = "\
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int a; } s1; struct t { int b; }; enum e { A, B };
int *ip, i, g(int), m[3][4]; long *lp, l; unsigned *up, u; void *vp; char *cp, **cpp, c, (*a4)[4], (*a5)[5];
unsigned char *ucp, **ucpp; struct s *sp; struct t *tp; double d, *dp; float f, *fp; _Bool b; enum e *ep; short *hp;
int (*fn)(int), (*fl)(long), old();
int taken(int x) { return x; }
int by_pointer(int *x) { return *x; }
";

/// The kinds of warnings of a text after [`HEAD`], without repetitions.
fn kinds(text: &str) -> Vec<WarningKind> {
    let text = format!("{HEAD}{text}\n");
    let parse = parse("a.c", &text, &NoIncludes, &Options::default());
    assert!(parse.problems.is_empty(), "{text}: {:?}", parse.problems);
    let options = LowerOptions {
        instrument: false,
        compact: false,
        ..LowerOptions::default()
    };
    let lowered = lower(&parse, &options);
    // A wrong number of arguments is an error as well.
    let is_other = |problem: &&Problem| !problem.message.starts_with("too ");
    let others: Vec<&Problem> = lowered.problems.iter().filter(is_other).collect();
    assert!(others.is_empty(), "{text}: {others:?}");
    let mut kinds: Vec<WarningKind> = lowered.warnings.iter().map(|w| w.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

/// Asserts that each statement has exactly warnings of this kind, or none.
fn check(kind: Option<WarningKind>, statements: &[&str]) {
    for statement in statements {
        let found = kinds(&format!("void test(void) {{ {statement} }}"));
        assert_eq!(found, Vec::from_iter(kind), "{statement}");
    }
}

#[test]
fn pointers_are_no_numbers() {
    let statements = [
        "i = ip;",
        "ip = i;",
        "ip = 1;",
        "c = cp;",
        "i += ip;",
        "d = ip;",
        "ip = d;",
        "m[1][2] = ip;",
        "s1.a = ip;",
        "*cp = cp;",
        "int x = cp;",
        "int *x = i;",
        "int x[2] = { 1, ip };",
        "struct s x = { ip };",
        "x: taken(ip);",
        "by_pointer(i);",
        "fn(ip);",
        "strlen(i);",
        "strcmp(*cp, \"a\");",
        "puts(c);",
        "memset(i, 0, 1);",
        "abs(ip);",
        "exit(ip);",
        "putchar(cp);",
        "malloc(ip);",
        "strchr(cp, \"a\");",
        "if (ip == i) ;",
        "if (i < ip) ;",
        "ip > 1;",
        "(void)(*cp == (void *)0);",
        "i ? ip : i;",
        "vp = i ? i : ip;",
        "printf(5);",
        "enum e x = cp;",
    ];
    // A conditional expression whose value is not used is not looked at.
    let used = statements.map(|s| {
        if s.starts_with("i ?") {
            "vp = i ? ip : i;"
        } else {
            s
        }
    });
    check(Some(WarningKind::IntConversion), &used);
}

#[test]
fn pointers_to_other_types_need_casts() {
    let statements = [
        "ip = lp;",
        "fn = fl;",
        "cpp = ucpp;",
        "sp = tp;",
        "a4 = a5;",
        "a4 = &cp;",
        "ip = m;",
        "ip = &m;",
        "ip = fp;",
        "by_pointer(lp);",
        "strlen(ip);",
        "strcpy(cpp, cp);",
        "if (ip == lp) ;",
        "ip < up;",
        "vp = i ? ip : lp;",
        "struct s *x = tp;",
        "fputs(ip, stdout);",
        "i = ip - lp;",
        "void **x = cpp;",
        "hp = ip;",
        "sp = &sp;",
    ];
    check(Some(WarningKind::IncompatiblePointers), &statements);
}

#[test]
fn many_conversions_are_usual() {
    let statements = [
        "ip = 0;",
        "ip = '\\0';",
        "ip = A;",
        "ip = 1 - 1;",
        "ip = (void *)0;",
        "ip = NULL;",
        "b = ip;",
        "ip = vp;",
        "vp = fn;",
        "fn = vp;",
        "fn = g;",
        "fn = &g;",
        "ip = m[0];",
        "ip = *m;",
        "a4 = &\"abc\";",
        "ip == 0;",
        "ip > 0;",
        "vp == ip;",
        "ip = i ? ip : 0;",
        "vp = i ? ip : vp;",
        "taken('a');",
        "by_pointer(0);",
        "old(1, ip);",
        "!ip && i;",
        "ep = up;",
        "i = ip - m[1];",
        "i = *ip;",
        "ucp = cp;",
        "ip = up;",
        "strlen(ucp);",
        "d = c;",
        "i = (long)ip;",
        "ip = (int *)l;",
        "ip = malloc(4);",
        "free(ip);",
        "qsort(ip, 1, 4, 0);",
        "l = A;",
        "i = d;",
        "memcpy(ip, fp, 4);",
        "char x[4] = \"abc\";",
        "char *x[2] = { \"a\", 0 };",
        "i = i ? 1 : 2.5;",
        "switch (c) { }",
        "int (*compare)(const char *, const char *) = strcmp;",
        "strtod(cp, cpp);",
    ];
    check(None, &statements);
}

#[test]
fn calls_have_an_argument_for_each_parameter() {
    check(
        Some(WarningKind::ArgumentCount),
        &["taken(1, 2);", "fn(1, 2);", "i = abs(1, 2);"],
    );
    check(
        None,
        &["old(1, 2);", "old();", "printf(\"%d\", 1);", "assert(i);"],
    );
}

#[test]
fn formats_fit_their_arguments() {
    let statements = [
        "printf(\"%d\", l);",
        "printf(\"%hhd\", l);",
        "printf(\"%s\", vp);",
        "printf(\"%s\", ip);",
        "printf(\"%s\", a4);",
        "printf(\"%p\", i);",
        "printf(\"%c\", l);",
        "printf(\"%c\", d);",
        "printf(\"%f\", i);",
        "printf(\"%05s\", cp);",
        "printf(\"%+s\", cp);",
        "printf(\"%#d\", i);",
        "printf(\"%+u\", u);",
        "printf(\"%-05d\", i);",
        "printf(\"%05.2d\", i);",
        "printf(\"%.3c\", i);",
        "printf(\"% +d\", i);",
        "printf(\"%x\", ip);",
        "printf(\"%*d\", l, i);",
        "printf(\"\");",
        "printf(\"%d\");",
        "printf(\"%d\", i, i);",
        "printf(\"%y\");",
        "printf(\"%\");",
        "printf(\"%zu\", i);",
        "printf(\"%#s\", cp);",
        "printf(\"%hs\", cp);",
        "printf(\"%ls\", cp);",
        "printf(\"%hf\", d);",
        "printf(\"%lp\", vp);",
        "printf(\"%'s\", cp);",
        "printf(\"%0c\", i);",
        "printf(\"%05p\", vp);",
        "printf(\"%.2p\", vp);",
        "printf(\"%n\", lp);",
        "scanf(\"%d\", i);",
        "scanf(\"%d\", vp);",
        "scanf(\"%d\", lp);",
        "scanf(\"%s\", a4);",
        "scanf(\"%c\", ip);",
        "scanf(\"%f\", dp);",
        "scanf(\"%d\");",
        "scanf(\"%d\", ip, ip);",
        "scanf(\"\");",
        "scanf(\"%*d\", ip);",
        "scanf(\"%i\", cp);",
        "printf(i ? \"%s\" : \"%d\", i);",
        "sprintf(cp, \"%s\", i);",
        "fprintf(stderr, \"%s\", i);",
        "printf(\"%%d\", i);",
        "snprintf(cp, 3, \"%d\", d);",
        "printf(\"%d\", s1);",
        "printf(\"a\\0b\");",
        "sscanf(cp, \"%lf\", fp);",
    ];
    let modelled = statements
        .into_iter()
        .filter(|s| *s != "printf(\"%d\", s1);");
    check(Some(WarningKind::Format), &modelled.collect::<Vec<_>>());
}

#[test]
fn many_formats_are_usual() {
    let statements = [
        "printf(\"%d\", c);",
        "printf(\"%hd\", i);",
        "printf(\"%s\", ucp);",
        "printf(\"%p\", ip);",
        "printf(\"%lf\", f);",
        "printf(\"%.*f\", i, d);",
        "printf(\"%zu\", l);",
        "printf(\"%lc\", i);",
        "printf(\"%n\", ip);",
        "printf(cp);",
        "printf(\"%u %x\", i, A);",
        "printf(\"%d%%\\n\", b);",
        "printf(\"%-5s|%05d|%+.2f\", cp, i, d);",
        "scanf(\"%d\", up);",
        "scanf(\"%s\", ucp);",
        "scanf(\"%lf%f\", dp, fp);",
        "scanf(\"%hd\", hp);",
        "scanf(\"%[a-z]%*d\", cp);",
        "scanf(\"%p\", cpp);",
        "scanf(\"%p\", &vp);",
        "scanf(\"%hhd\", cp);",
        "scanf(\"%3d %c\", &i, &c);",
        "scanf(\"%ld\", &l);",
        "printf(\"%1$d\", i);",
        "printf(\"%ld\", sizeof i);",
    ];
    check(None, &statements);
}

#[test]
fn functions_give_what_they_promise() {
    let ends = [
        "return;",
        "while (x) ;",
        "for (;;) if (x) break;",
        "switch (x) { case 1: return 1; }",
        "assert(x);",
        "while (1) { if (x) goto out; } out: ;",
        "for (int j = 0; j < 3; j++) return j;",
        "",
        "if (x) return 1;",
        "while (1 && x) { }",
        "do { if (x) continue; return 1; } while (0);",
        "if (x) exit(1);",
        "puts(\"a\");",
    ];
    let does_not = [
        "while (1) ;",
        "if (x) return 1; else return 2;",
        "switch (x) { case 1: return 1; default: return 2; }",
        "exit(1);",
        "abort();",
        "do { return 1; } while (0);",
        "goto l; l: return 1;",
        "if (1) return 1;",
        "assert(0);",
        "for (;;) { switch (x) { case 1: break; default: return 1; } }",
        "do { if (x) return 1; } while (1);",
        "return 1; x++;",
        "if (x) return 1; else exit(1);",
        "x ? exit(1) : exit(2);",
        "for (;;) ;",
    ];
    let of = |body: &str| kinds(&format!("int test(int x) {{ {body} }}"));
    for body in ends {
        assert_eq!(of(body), [WarningKind::ReturnType], "{body}");
    }
    for body in does_not {
        assert_eq!(of(body), [], "{body}");
    }
    assert_eq!(
        kinds("void test(void) { return 5; }"),
        [WarningKind::ReturnType]
    );
    assert_eq!(
        kinds("int *test(void) { return i; }"),
        [WarningKind::IntConversion]
    );
    assert_eq!(
        kinds("void test(void) { return free(ip); } int main(void) { }"),
        []
    );
}

#[test]
fn only_more_warnings_are_new() {
    let all = |texts: &[&str]| {
        let body = texts.concat();
        let text = format!("{HEAD}void test(void) {{ {body} }}");
        let parse = parse("a.c", &text, &NoIncludes, &Options::default());
        let bare = LowerOptions {
            instrument: false,
            ..LowerOptions::default()
        };
        lower(&parse, &bare).warnings
    };
    let (one, other) = (all(&["i = ip;"]), all(&["c = ip;"]));
    assert!(
        !have_new(&one, &other),
        "one warning for another in the same place"
    );
    assert!(have_new(&[], &one) && !have_new(&one, &[]));
    assert!(have_new(&one, &all(&["i = ip;", "i = ip;"])));
    assert!(have_new(&one, &[one[0], one[0]]));
}

#[test]
fn the_order_of_operands_must_not_matter() {
    let undetermined = [
        "i = i++;",
        "cp[i] = i++;",
        "ip[i++] = cp[i];",
        "cp[i++] = cp[i++];",
        "g(i++) + i;",
        "printf(\"%d %d\", i, i++);",
        "if (i++ == i) i = 0;",
        "int k = i++ * i;",
        "while (cp[i] = (i = 2)) i = 1;",
        "switch (i-- - i) { default:; }",
    ];
    check(Some(WarningKind::Order), &undetermined);
    let determined = [
        "i = i + 1;",
        "cp[i++] = cp[l];",
        "i++ && i++;",
        "i++ ? 1 : 2, l = i;",
        "*cp++ = *ucp++;",
        "i = g(i);",
        "i += sizeof i++;",
        "for (i = 0, l = i; i < 3; i++, l = i);",
    ];
    check(None, &determined);
}
