//! The witness on facts about programs of which everything is known.
#![allow(clippy::expect_used, clippy::panic)]

use std::fs;
use std::time::Duration;

use super::check::{Failure, Verdict, check};
use super::fact::Fact;
use super::instrument::Plan;
use super::program::{Program, programs};
use super::sites::Sites;
use super::witness::{Filling, Witness};
use crate::scratch::Scratch;

/// A program with most kinds of places.
const PROGRAM: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 3
#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)

struct point { int x, y; struct point *next; };

static int days[4] = {31, 28, 31};

static int square(int n) {
    if (n < 0 || n > 100)
        return -1;
    return n * n;
}

static int twice(int depth) {
    int own = depth;
    return depth > 0 && twice(depth - 1) ? own : own + 1;
}

int main(void) {
    char buf[8], *p = buf;
    struct point a = {1, 2, NULL}, b = {.y = 5};
    int unset, sum = 0, *heap = malloc(8 * sizeof *heap);
    double half = 0.5;
    *p++ = 'q';
    strcpy(p, "rs");
    b.next = &a;
    for (int i = 0, n = 4; i < n; i++)
        if (i % 2) sum += square(i); else sum++;
    int k = 7, m = 9;
    SWAP(k, m);
    while (sum > LIMIT && k)
        sum -= 4;
    switch (sum) {
    case 4: half /= 4; break;
    default: half = 1e300 * 10;
    }
    heap[0] = twice(2);
    if (buf[0] == 'x') { int inner = 3; sum = inner; }
    printf("%d\n", sum);
    printf("%d %f\n", unset == 12345, half);
    return heap[0] + heap[1];
}
"#;

/// A fact about the place of this text in the program, of which the `nth` counts.
fn fact(text: &str, nth: usize, rest: &str) -> Fact {
    fact_of(PROGRAM, text, nth, rest)
}

/// A fact about the place of this text in a program.
fn fact_of(program: &str, text: &str, nth: usize, rest: &str) -> Fact {
    let at = program.match_indices(text).nth(nth).map(|(at, _)| at);
    let at = at.unwrap_or_else(|| panic!("there is no {text}"));
    let place = |at: usize| {
        let before = &program[..at];
        let line = before.matches('\n').count() + 1;
        (
            line,
            at - before.rfind('\n').map_or(0, |newline| newline + 1) + 1,
        )
    };
    let ((line, column), (end_line, end_column)) = (place(at), place(at + text.len()));
    let json = format!(
        r#"{{"file": "program.c", "line": {line}, "column": {column}, "end_line": {end_line},
            "end_column": {end_column}, {rest}}}"#
    );
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn value(execution: u32, object: &str, value: &str, moment: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        r#""execution": {execution}, "kind": "value", "object": "{object}", "value": "{value}", "moment": "{moment}""#
    )
}

fn wrote(execution: u32, object: &str, written: &str) -> String {
    value(execution, object, written, "after").replace("\"value\", \"object", "\"wrote\", \"object")
}

fn outcome(execution: u32, held: bool) -> String {
    format!(r#""execution": {execution}, "kind": "outcome", "value": "{held}""#)
}

fn executions(times: u32) -> String {
    format!(r#""execution": null, "kind": "executions", "value": "{times}""#)
}

const NOT_REACHED: &str = r#""execution": null, "kind": "not-reached""#;

/// Whether there is a compiler, or none is wanted.
fn has_compiler() -> bool {
    std::env::var_os("FAULTLENS_NO_CC").is_none()
}

/// Verdict of the witness on each fact about the program, if there is a compiler.
fn verdicts(facts: &[Fact]) -> Option<Vec<Verdict>> {
    verdicts_on(PROGRAM, facts)
}

/// Verdict of the witness on each fact about a program that fails where it prints.
fn verdicts_on(text: &str, facts: &[Fact]) -> Option<Vec<Verdict>> {
    if !has_compiler() {
        return None;
    }
    let scratch = Scratch::new().expect("a folder");
    let source = scratch.file("source.c");
    fs::write(&source, text).expect("a file");
    let limit = Duration::from_secs(10);
    let program = Program::laid_out(&source, &scratch.file("case"), limit).expect("a program");
    // The first output is wrong.
    let failure = Failure {
        file: "program.c".to_owned(),
        line: text[..text.find("printf").unwrap_or(0)]
            .matches('\n')
            .count() as u32
            + 1,
        column: 5,
        stdout: String::new(),
    };
    Some(check(&program, &program.tests[0], facts, &failure, limit).expect("verdicts"))
}

#[test]
fn what_is_true_is_confirmed() {
    let facts = [
        // Statements, before and after.
        fact("*p++ = 'q'", 0, &wrote(1, "buf[0]", "'q'")),
        fact("strcpy(p, \"rs\")", 0, &value(1, "buf", "\"qrs\"", "after")),
        fact("strcpy(p, \"rs\")", 0, &value(1, "p", "&buf[1]", "before")),
        fact("b.next = &a", 0, &wrote(1, "b.next->y", "2")),
        fact("b.next = &a", 0, &value(1, "b.next", "NULL", "before")),
        fact(
            "b.next = &a",
            0,
            &value(1, "b", "{x = 0, y = 5, next = &a}", "after"),
        ),
        fact("sum += square(i)", 0, &wrote(2, "sum", "12")),
        fact("sum -= 4", 0, &wrote(3, "sum", "0")),
        fact("return n * n", 0, &value(2, "n", "3", "before")),
        fact("half /= 4", 0, NOT_REACHED),
        fact("int t = a", 0, "\"kind\": \"other\"").clone(),
        // Declarations, also those of loops and of the file.
        fact("sum = 0", 0, &wrote(1, "sum", "0")),
        fact("half = 0.5", 0, &wrote(1, "half", "0.5")),
        fact("a = {1, 2, NULL}", 0, &wrote(1, "a", "{x = 1, y = 2}")),
        fact("n = 4", 0, &wrote(1, "n", "4")),
        fact(
            "days[4] = {31, 28, 31}",
            0,
            &wrote(1, "days", "{31, 28, 31, 0}"),
        ),
        // Conditions, operands, and parts of expressions.
        fact("i < n", 0, &outcome(5, false)),
        fact("i < n", 0, &value(5, "i", "4", "before")),
        fact("i++", 0, &wrote(4, "i", "4")),
        fact("sum > LIMIT", 0, &outcome(4, false)),
        fact("sum > LIMIT && k", 0, &outcome(3, true)),
        fact("k", 2, &outcome(3, true)),
        fact("n > 100", 0, &outcome(2, false)),
        fact("square(i)", 0, &value(2, "sum", "3", "before")),
        fact("twice(depth - 1)", 0, &outcome(1, true)),
        fact("own = depth", 0, &wrote(3, "own", "0")),
        fact("buf[0] == 'x'", 0, &outcome(1, false)),
        // Counts.
        fact("sum -= 4", 0, &executions(3)),
        fact("return n * n", 0, &executions(2)),
        fact("inner = 3", 0, NOT_REACHED),
        fact("printf(\"%d\\n\", sum)", 0, &value(1, "sum", "0", "before")),
        // What was never set, on the stack and on the heap.
        fact("sum = inner", 0, NOT_REACHED),
        fact(
            "heap[0] = twice(2)",
            0,
            &value(1, "unset", "indeterminate", "before"),
        ),
        fact(
            "heap[0] = twice(2)",
            0,
            &value(1, "heap[1]", "indeterminate", "after"),
        ),
    ];
    let Some(verdicts) = verdicts(&facts) else {
        return;
    };
    for (fact, verdict) in facts.iter().zip(verdicts) {
        let known = fact.kind != super::fact::FactKind::Other;
        assert_eq!(verdict == Verdict::True, known, "{fact}: {verdict:?}");
    }
}

#[test]
fn what_is_false_is_refuted() {
    let facts = [
        // The failure is only known if a fact is about it.
        fact("printf(\"%d\\n\", sum)", 0, &value(1, "sum", "1", "before")),
        fact("*p++ = 'q'", 0, &wrote(1, "buf[0]", "'r'")),
        fact("strcpy(p, \"rs\")", 0, &value(1, "buf", "\"qr\"", "after")),
        fact("b.next = &a", 0, &value(1, "b.next", "NULL", "after")),
        fact("b.next = &a", 0, &value(1, "b", "{x = 0, y = 4}", "after")),
        // Reading this crashes.
        fact("b.next = &a", 0, &value(1, "b.next->x", "1", "before")),
        fact("sum += square(i)", 0, &wrote(1, "sum", "12")),
        fact("sum += square(i)", 0, &wrote(3, "sum", "12")),
        fact("half = 1e300 * 10", 0, NOT_REACHED),
        fact("i < n", 0, &outcome(4, false)),
        fact("sum > LIMIT", 0, &outcome(4, true)),
        fact("k", 2, &outcome(1, false)),
        fact("sum -= 4", 0, &executions(2)),
        fact("half /= 4", 0, &executions(1)),
        // This comes after the failure.
        fact(
            "return heap[0] + heap[1]",
            0,
            &value(1, "sum", "0", "before"),
        ),
        fact(
            "heap[0] = twice(2)",
            0,
            &value(1, "sum", "indeterminate", "before"),
        ),
        fact("a = {1, 2, NULL}", 0, &wrote(1, "a.next", "indeterminate")),
    ];
    let Some(verdicts) = verdicts(&facts) else {
        return;
    };
    for (fact, verdict) in facts.iter().zip(verdicts) {
        assert!(matches!(verdict, Verdict::False(_)), "{fact}: {verdict:?}");
    }
}

/// Some values are set in the same way in both runs, though nothing was ever set.
#[test]
fn the_difference_of_values_that_were_never_set() {
    let facts = ["unset", "unset - unset"].map(|object| {
        let rest = value(1, object, "indeterminate", "before");
        fact("heap[0] = twice(2)", 0, &rest)
    });
    let Some(verdicts) = verdicts(&facts) else {
        return;
    };
    assert_eq!(verdicts[0], Verdict::True);
    assert!(
        matches!(verdicts[1], Verdict::Unchecked(_)),
        "{:?}",
        verdicts[1]
    );
}

/// The value of a function that ends without one is what a register happens to hold.
#[test]
fn the_value_of_a_function_that_ends_without_one() {
    let fall = |end: &str| {
        let program = format!(
            "#include <stdio.h>\nint sign(int n) {{ if (n > 0) return 1; {end} }}\n\
             int main(void) {{ int s; s = sign(-1);\nprintf(\"%d\\n\", s); return 0; }}\n"
        );
        let rest = value(1, "s", "indeterminate", "after");
        let fact = fact_of(&program, "s = sign(-1)", 0, &rest);
        verdicts_on(&program, &[fact]).map(|mut verdicts| verdicts.remove(0))
    };
    let (Some(open), Some(closed)) = (fall(""), fall("return 0;")) else {
        return;
    };
    assert!(matches!(open, Verdict::Unchecked(_)), "{open:?}");
    assert!(matches!(closed, Verdict::False(_)), "{closed:?}");
}

#[test]
fn what_the_witness_cannot_see_is_not_confirmed() {
    let another = value(1, "sum", "0", "before") + r#", "frame": "caller:main""#;
    let facts = [
        // Inside a macro; not in scope; of no known form; not comparable; at no place of the tree.
        fact("SWAP(k, m)", 0, &wrote(1, "t", "7")),
        fact("return n * n", 0, &value(1, "sum", "1", "before")),
        fact("return n * n", 0, &value(1, "n", "about 1", "before")),
        fact("return n * n", 0, &value(1, "n", "\"1\"", "before")),
        fact("return n *", 0, &value(1, "n", "1", "before")),
        fact("return n * n", 0, &another),
        fact("return n * n", 0, &value(1, "n", "1", "after")),
    ];
    let Some(verdicts) = verdicts(&facts) else {
        return;
    };
    for (fact, verdict) in facts.iter().zip(verdicts) {
        assert!(
            matches!(verdict, Verdict::Unchecked(_)),
            "{fact}: {verdict:?}"
        );
    }
}

/// Some programs of the corpus, with every place of theirs instrumented.
#[test]
fn the_witness_does_what_the_program_does() {
    if !has_compiler() {
        return;
    }
    let limit = Duration::from_secs(20);
    let (mut sites, mut accepted) = (0, 0);
    let corpus = testkit::repository().join("grammar-tests/run");
    let programs = programs(&[corpus]).expect("programs");
    let with_constants = programs
        .iter()
        .filter(|path| path.ends_with("known_to_gcc.c"));
    for path in programs.iter().step_by(7).chain(with_constants) {
        let scratch = Scratch::new().expect("a folder");
        let program = Program::laid_out(path, &scratch.file("case"), limit).expect("a program");
        let parse = program.parsed().expect("a tree");
        let all = Sites::of(&parse).instrumentable(&parse);
        let plan = Plan {
            parse: &parse,
            sites: &all,
            probes: &[],
            failure: None,
        };
        let witness = Witness::new(&program, plan).expect("a witness");
        sites += all.len();
        accepted += (0..all.len())
            .filter(|site| witness.has_site(*site))
            .count();
        let test = &program.tests[0];
        let log = witness.run(test, Filling::Zeros, limit).expect("a run");
        assert!(Program::passes(test, &log.ran), "{}", path.display());
        assert!(
            log.total.iter().any(|count| *count > 0),
            "{}",
            path.display()
        );
    }
    assert!(accepted * 100 > sites * 95, "{accepted} of {sites}");
}
