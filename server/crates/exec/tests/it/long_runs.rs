//! Verdicts on long runs: they end, are proved not to end, or are undecided.

use exec::run::{Failure, UndecidedReason, Verdict, step_limit};
use testkit::{CompiledProgram, run_of_main};

/// Name of the verdict, and number of instructions executed.
fn run(text: &str, input: &str, output: Option<&str>, limit: u64) -> (&'static str, u64) {
    let compiled = CompiledProgram::new(text);
    let tests = [run_of_main("t", &[], input, output.map(str::as_bytes))];
    let ran = &compiled.run_within(limit, &tests)[0];
    let verdict = match &ran.verdict {
        Verdict::Pass => "pass",
        Verdict::Fail(Failure::NoEnd(_)) => "no end",
        Verdict::Fail(Failure::Outcome(_)) => "wrong output",
        Verdict::Fail(Failure::Trap(_)) => "trap",
        Verdict::Undecided(UndecidedReason::Steps { .. }) => "undecided",
        other => panic!("{other:?}"),
    };
    (verdict, ran.steps)
}

/// Loops whose exits depend on nothing that changes are recognised early.
#[test]
fn loops_that_cannot_be_left_are_proved_endless() {
    for body in [
        // The wrong variable is incremented.
        "int i = 0, j = 0, n = 5; while (i < n) j++;",
        "unsigned i = 0, j = 0; for (i = 0; i < 5; j++) j += i;",
        "long i = 1, sum = 0; do { sum += i; } while (i != 0);",
        // Variables in memory, in blocks of their own.
        "int i = 0, j = 0; int *p = &j; while (i < 5) { int t = *p; int *q = &t; *p = *q + 1; }",
        "struct { int i, j; } s = {0, 0}; int *p = &s.j; while (s.i < 5) *p += 1;",
        // Elements of an array; it will trap eventually.
        "static char a[1 << 20]; int i = 0, j = 0; while (i < 5) a[j++] = 'x';",
        "static char a[1 << 20], *p = a; int i = 0; while (i < 5) *p++ = (char)i;",
        // Calls.
        "int i = 0, j = 0; while (i < five()) j = next(j);",
        "int i = 0, j = 0; while (i < 5) bump(&j);",
        "int i = 0, j = 0; while (i < five()) { int k; for (k = 0; k < 10; k++) bump(&j); }",
        // The library.
        "int i = 0, j = 0; while (i < 5) { char text[20]; sprintf(text, \"%d\", j++); }",
        "int i = 0, j = 0; while (i < 5) { int *p = malloc(sizeof *p); if (p) *p = j++; free(p); }",
        "int i = 0, c = 0; while (i < 5) c = getchar(), c++;",
        "int i = 0, j = 0; while (strlen(\"ab\") > 1 && i < 5) j++;",
        // Unexpected output.
        "int i = 0, j = 0; while (i < 5) printf(\"%d\\n\", j++);",
        // A cyclic list, walked from its beginning.
        "struct n { struct n *next; } a, b; unsigned steps = 0; a.next = &b; b.next = &a; \
         for (struct n *p = &a; p; p = p->next) steps++;",
    ] {
        let text = program(body);
        let limit = 20_000_000;
        let (verdict, steps) = run(&text, "", Some(""), limit);
        assert_eq!(verdict, "no end", "{body}");
        assert!(steps < 200_000, "{steps} instructions: {body}");
    }
}

/// Loops whose changing state may end them eventually: nothing is proved.
#[test]
fn loops_that_may_be_left_are_undecided() {
    for body in [
        "unsigned long i = 0; while (i + 1 != 0) i++;",
        "unsigned long i = 0, j = 0; while (j < 5) { i++; if (i == 0) j++; }",
        "unsigned long i = 0; int go = 1; while (go) { i++; go = i != 0; }",
        "unsigned long i = 0; int go[2] = {1, 1}; while (go[0]) { i++; go[i != 0] = 0; }",
        "static int a[2]; int *p = &a[0], *q = &a[1]; unsigned long i = 0; a[0] = 1; \
         while (*p) { i++; q = i == 0 ? p : q; *q = 0; }",
        "unsigned long i = 0; int (*f)(void) = five; while (f() == 5) { i++; f = i ? five : six; }",
        // Blocks that are never freed: memory will run out.
        "int i = 0; while (i < 5) if (!malloc(1)) i++;",
        // The state of `rand`.
        "int i = 0; while (i >= 0) i = rand();",
        "char text[30]; unsigned long i = 0; do sprintf(text, \"%lu\", ++i); while (strcmp(text, \"0\"));",
        "char text[30]; unsigned long i = 0; do { char *p = text; memcpy(p, &i, 8); ++i; } while (text[7] >= 0);",
    ] {
        let text = program(body);
        let (verdict, _) = run(&text, "", Some(""), 300_000);
        assert_eq!(verdict, "undecided", "{body}");
    }
}

/// Loops that look endless for a while but end.
#[test]
fn loops_that_are_left_late_pass() {
    for body in [
        "unsigned i = 0, n = 100000; while (i < n) i++;",
        "unsigned i, s = 0; for (i = 0; i < 3000000; i++) s += i % 7;",
        "unsigned i = 0, j = 0; while (j < 2) { i++; if (i == 50000) { j++; i = 0; } }",
        "static unsigned a[3] = {1, 0, 0}; unsigned i = 0; while (a[0]) { a[1 + i / 1000000] ++; i++; if (a[2] > 9) a[0] = 0; }",
        "unsigned i; struct n { struct n *next; } *l = 0; \
         for (i = 0; i < 20000; i++) { struct n *m = malloc(sizeof *m); if (!m) return 1; m->next = l; l = m; } \
         while (l) { struct n *m = l->next; free(l); l = m; }",
        "int c, n = 0; while ((c = getchar()) != EOF) n++;",
        // Deep recursion within the limit.
        "if (deep(100000) != 100000) return 1;",
    ] {
        let text = program(body);
        let input = "x".repeat(100_000);
        let (verdict, _) = run(&text, &input, Some(""), 600_000_000);
        assert_eq!(verdict, "pass", "{body}");
    }
}

/// All clocks advance with each reading, and sleeping passes time.
#[test]
fn loops_that_wait_for_a_clock_are_left() {
    for body in [
        "time_t t = time(0); while (time(0) == t) ;",
        "time_t end; time(&end); end += 3; while (difftime(end, time(NULL)) > 0) ;",
        "clock_t t = clock(); while ((double)(clock() - t) / CLOCKS_PER_SEC < 0.5) ;",
        "struct timeval a, b; gettimeofday(&a, 0); do gettimeofday(&b, 0); while (b.tv_usec == a.tv_usec);",
        "struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a); \
         do clock_gettime(CLOCK_MONOTONIC, &b); while (b.tv_sec - a.tv_sec < 2);",
        "struct timespec a, b; timespec_get(&a, TIME_UTC); \
         for (b = a; b.tv_sec == a.tv_sec && b.tv_nsec < a.tv_nsec + 1000; timespec_get(&b, TIME_UTC)) ;",
        "time_t t = time(0); int s = localtime(&t)->tm_sec; while (localtime(&t)->tm_sec == s) t = time(0);",
        "time_t t = time(0); sleep(2); usleep(500000); if (time(0) - t != 2) return 1;",
        "struct timespec a = {0, 1000000000}, b = {-1, 0}, c = {0, -1}, d = {0, 999999999}; if (nanosleep(&a, 0) != -1 || nanosleep(&b, 0) != -1 || nanosleep(&c, 0) != -1 || nanosleep(&d, 0)) return 1;",
        "struct timespec span = {3, 5}; time_t t = time(0); nanosleep(&span, 0); if (time(0) - t != 3) return 1;",
        // Sleeping takes no processor time, and a clock that is read once in a while does not run away.
        "clock_t t = clock(); sleep(5); if (clock() - t >= CLOCKS_PER_SEC) return 1;",
        "srand(time(0)); int r = rand(); srand(time(0)); if (rand() != r) return 1;",
    ] {
        let (verdict, _) = run(&program(body), "", Some(""), 20_000_000);
        assert_eq!(verdict, "pass", "{body}");
    }
}

/// What is said about a run without end is true of all of it.
#[test]
fn a_run_without_end_is_described() {
    for (body, output, text) in [
        (
            "for (;;) puts(\"y\");",
            "x\n",
            "output line 1: expected \"x\", printed \"y\"; the program does not end: it loops at line 14 and prints for ever",
        ),
        (
            "while (five()) putchar('y');",
            "",
            "expected nothing, printed \"yyyy…",
        ),
        (
            "for (;;) say();",
            "six\nsix\n",
            "output line 1: expected \"six\", printed \"5\"; the program does not end: it loops at line 14 and prints for ever",
        ),
        (
            "for (;;) { unsigned i; for (i = 0; i < 40000; i++) ; puts(\"y\"); }",
            "x\n",
            "output line 1: expected \"x\", printed \"y\"; the program does not end: it loops at line 14 and prints for ever",
        ),
        (
            "int i; for (i = 0; i < 3; i += 0) printf(\"%d \", i);",
            "0 1 2 ",
            "expected \"0 1 2\", printed \"0 0 0…",
        ),
        (
            "while (1) puts(\"\");",
            "x\n",
            "expected \"x\", printed only white space; the program does not end: it loops at line 14 and prints for ever",
        ),
        (
            "puts(\"x\"); while (1) ;",
            "x\n",
            "does not end: it loops at line 14 and prints nothing more",
        ),
        (
            "puts(\"y\"); while (five()) ;",
            "x\n",
            "expected \"x\", printed \"y\"; the program does not end: it loops at line 14 and prints nothing more",
        ),
        (
            "while (five()) fputs(\"e\", stderr);",
            "x\n",
            "does not end: it loops at line 14",
        ),
    ] {
        let compiled = CompiledProgram::new(&program(body));
        let tests = [run_of_main("t", &[], "", Some(output.as_bytes()))];
        let ran = &compiled.run_within(300_000_000, &tests)[0];
        let Verdict::Fail(Failure::NoEnd(endless)) = &ran.verdict else {
            panic!("{body}: {:?}", ran.verdict);
        };
        let told = endless.text(&compiled.parse.sources);
        let fits = match text.strip_suffix('…') {
            Some(begin) => told.starts_with(begin),
            None => told == text,
        };
        assert!(fits, "{body}: {told}");
    }
}

/// Output that is wrong already fails the test, whether the run ends or not.
#[test]
fn a_run_that_has_printed_something_wrong_fails_at_the_limit() {
    let body = "unsigned long i = 0; puts(\"2\"); while (i + 1 != 0) i++;";
    assert_eq!(
        run(&program(body), "", Some("1\n"), 300_000).0,
        "wrong output"
    );
    assert_eq!(run(&program(body), "", Some("2\n"), 300_000).0, "undecided");
    assert_eq!(
        run(&program(body), "", Some("2\n3\n"), 300_000).0,
        "undecided"
    );
    let body = "unsigned long i = 0; while (i + 1 != 0) printf(\"%lu\\n\", i++);";
    assert_eq!(
        run(&program(body), "", Some("0\n1\n"), 300_000).0,
        "wrong output"
    );
}

#[test]
fn endless_recursion_fills_the_stack() {
    for body in ["deep(-1);", "wide(1);"] {
        let (verdict, steps) = run(&program(body), "", Some(""), 600_000_000);
        assert_eq!(verdict, "trap", "{body}");
        assert!(steps < 10_000_000, "{steps} instructions: {body}");
    }
}

/// A run that returns to an earlier state is recognised without millions of instructions.
#[test]
fn a_run_that_goes_round() {
    let compiled = CompiledProgram::new(
        "#include <stdio.h>
int main(void)
{
    int n, least = 9;
    scanf(\"%d\", &n);
    while (n != 0) {
        if (n < least)
            least = n;
        scanf(\"%d\", &n);
    }
    printf(\"%d\\n\", least);
    return 0;
}
",
    );
    let tests = [
        run_of_main("round", &[], "5 3 4", Some(b"3\n")),
        run_of_main("ends", &[], "5 3 4 0", Some(b"3\n")),
    ];
    let limit = step_limit(20.0);
    let ran = compiled.run_within(limit, &tests);
    assert!(matches!(ran[0].verdict, Verdict::Fail(Failure::NoEnd(_))));
    assert!(ran[0].steps < limit / 100, "{} instructions", ran[0].steps);
    assert_eq!(ran[1].verdict, Verdict::Pass);
}

/// Long tests share the budget, and those that end are found to end.
#[test]
fn long_tests_share_the_instructions() {
    let text = program(
        "unsigned long i, n = 0; scanf(\"%lu\", &n); for (i = 0; i < n; i++) ; printf(\"%lu\\n\", i);",
    );
    let compiled = CompiledProgram::new(&text);
    let tests = [
        run_of_main("t0", &[], "8000000", Some(b"8000000\n")),
        run_of_main("t1", &[], "1000000000000", Some(b"1000000000000\n")),
        run_of_main("t2", &[], "5", Some(b"5\n")),
    ];
    let ran = compiled.run_within(200_000_000, &tests);
    assert_eq!(ran[0].verdict, Verdict::Pass);
    assert!(matches!(ran[1].verdict, Verdict::Undecided(_)));
    assert_eq!(ran[2].verdict, Verdict::Pass);
    let all: u64 = ran.iter().map(|ran| ran.steps).sum();
    assert!(all <= 200_000_000, "{all}");
}

fn program(body: &str) -> String {
    format!(
        "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static int five(void) {{ return 5; }}
static int six(void) {{ return 6; }}
static int next(int i) {{ return i + 1; }}
static void bump(int *p) {{ *p = next(*p); }}
static int deep(int n) {{ return n ? 1 + deep(n - 1) : 0; }}
static void say(void) {{ printf(\"%d\\n\", five()); }}
static int wide(int n) {{ int a[n]; a[n - 1] = n; return wide(n + 1) + a[n - 1]; }}
int main(void) {{ (void)six; (void)say; (void)bump; (void)deep; (void)wide; (void)five; {body} return 0; }}
"
    )
}
