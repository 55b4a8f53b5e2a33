//! Programs whose failing inputs are found, and one that has none.

use eval::ChoiceSource;
use exec::run::{PreparedTest, Verdict, prepare};
use exec::runner::Runner;
use harness::Test;
use ir::Program;
use lower::{LowerOptions, lower};

use crate::find::{place, with_input};
use crate::{EntryPoint, InputBudget, SearchResult, Subject, find, reduce};

const BUDGET: InputBudget = InputBudget {
    failures: 1,
    passing: 0,
    all_paths: false,
    work: 20_000_000,
    tries: 500,
    steps: 100_000,
};

fn program(text: &str) -> Program {
    let parse = syntax::parse(
        "p.c",
        &format!("#include <assert.h>\n#include <stdio.h>\n{text}"),
        &syntax::NoIncludes,
        &syntax::Options::default(),
    );
    let lowered = lower(&parse, &LowerOptions::default());
    assert!(lowered.problems.is_empty(), "{:?}", lowered.problems);
    lowered.program
}

fn beginning(program: &Program) -> PreparedTest {
    prepare(program, "main", &Test::bare("t")).unwrap()
}

fn searched(text: &str, reference: Option<&str>, budget: InputBudget) -> SearchResult {
    let program = program(text);
    let right = reference.map(self::program);
    let from = beginning(&program);
    let right = right.map(|program| (beginning(&program), program));
    let subject = Subject {
        entry: EntryPoint {
            program: &program,
            from: &from,
        },
        reference: right
            .as_ref()
            .map(|(from, program)| EntryPoint { program, from }),
        witness: None,
        seeds: Vec::new(),
        valid: None,
        values_are_chosen: false,
        uncounted: None,
    };
    let found = find(&subject, budget, &|| false);
    // Every reported failing input does fail.
    for failing in &found.failing {
        let ran = Runner::new(&program).run(
            &with_input(&from, &failing.input),
            ChoiceSource::Nothing,
            BUDGET.steps,
            false,
            &|| true,
        );
        let fails = matches!(ran.ran.verdict, Verdict::Fail(_));
        assert!(fails || reference.is_some(), "{failing:?}");
    }
    found
}

/// First input found, and the line of the text (behind the two headers) on which the program fails.
fn found(text: &str) -> (String, u32) {
    let found = searched(text, None, BUDGET);
    let failing = found.failing.first().expect("an input");
    let at = place(&failing.outcome).unwrap().start as usize;
    let all = format!("#include <assert.h>\n#include <stdio.h>\n{text}");
    let line = all[..at].matches('\n').count() as u32 - 1;
    let input = String::from_utf8(failing.input.clone()).unwrap();
    (input, line)
}

#[test]
fn an_equation_is_solved() {
    let text = "int main(void) {\n int x, y;\n if (scanf(\"%d,%d\", &x, &y) != 2) return 0;\n if (x * 7 == 91 && y > x) {\n  assert(y != 20);\n }\n return 0;\n}\n";
    assert_eq!(found(text), ("13,20\n".to_owned(), 5));
}

#[test]
fn undefined_behaviour_of_an_array_is_found() {
    let text = "int main(void) {\n int a[4] = {0}, i;\n scanf(\"%d\", &i);\n if (i < 0) i = -i;\n a[i % 5] = 1;\n printf(\"%d\\n\", a[0]);\n return 0;\n}\n";
    assert_eq!(found(text), ("4\n".to_owned(), 5));
}

#[test]
fn letters_are_read_as_letters() {
    let text = "int main(void) {\n int c, n = 0;\n while ((c = getchar()) != EOF && c != '\\n')\n  if (c == 'q') n++;\n assert(n < 2);\n return 0;\n}\n";
    assert_eq!(found(text).0.matches('q').count(), 2);
}

#[test]
fn words_and_lines_are_read() {
    let word = "int main(void) {\n char w[8];\n if (scanf(\"%7s\", w) != 1) return 0;\n assert(w[0] != 'x' || w[1] != 'y');\n return 0;\n}\n";
    assert!(found(word).0.starts_with("xy"));
    let line = "int main(void) {\n char l[20];\n if (!fgets(l, sizeof l, stdin)) return 0;\n assert(l[0] != '#' || l[1] != ' ');\n return 0;\n}\n";
    assert!(found(line).0.starts_with("# "));
}

#[test]
fn that_there_is_none_is_said_where_every_path_was_followed() {
    let text = "int main(void) {\n int x;\n if (scanf(\"%d\", &x) != 1) return 0;\n if (x > 10) x = 10; else if (x < -10) x = -10;\n assert(x >= -10 && x <= 10);\n return 0;\n}\n";
    let found = searched(text, None, BUDGET);
    assert!(found.failing.is_empty() && found.is_complete());
    // An unbounded loop has paths that were not followed.
    let text = "int main(void) {\n int x, n = 0;\n while (scanf(\"%d\", &x) == 1) n++;\n assert(n >= 0);\n return 0;\n}\n";
    let few = InputBudget {
        tries: 50,
        ..BUDGET
    };
    let found = searched(text, None, few);
    assert!(found.failing.is_empty() && !found.is_complete());
}

/// Bodies of `main` that fail on some inputs that people seldom type, each with the kind.
const FAILING: [(&str, &str); 22] = [
    (
        "a number that is none",
        "int a; int r = scanf(\"%d\", &a); if (r == EOF) return 0; assert(r == 1);",
    ),
    (
        "the second number is none",
        "int a, b; int r = scanf(\"%d %d\", &a, &b); assert(r != 1 || a != 6);",
    ),
    (
        "only a sign",
        "int a; if (scanf(\"%d\", &a) == 0) assert(getchar() != '+');",
    ),
    (
        "what stays behind a number",
        "int a; char c = 0; if (scanf(\"%d\", &a) == 1) { c = getchar(); assert(c != 'z'); }",
    ),
    (
        "white space as a character",
        "char a, b; if (scanf(\"%c%c\", &a, &b) == 2) assert(a != '\\t' || b != ' ');",
    ),
    (
        "a newline left by a number",
        "int a; char c; if (scanf(\"%d%c\", &a, &c) == 2) assert(c != '\\n' || a != 3);",
    ),
    (
        "a byte that is not ASCII",
        "int c = getchar(); assert(c != 200);",
    ),
    ("a zero byte", "int c = getchar(); assert(c != 0);"),
    (
        "the number of bytes",
        "int a, n = 0; if (scanf(\"%d%n\", &a, &n) == 1) assert(n != 7);",
    ),
    (
        "an octal number",
        "int a; if (scanf(\"%i\", &a) == 1) assert(a != 8 || getchar() != '8');",
    ),
    ("nothing", "assert(getchar() != EOF);"),
    (
        "another separator",
        "int a, b; int r = scanf(\"%d,%d\", &a, &b); if (r == 1) assert(getchar() != ';');",
    ),
    (
        "a word that is too long",
        "char w[3]; if (scanf(\"%s\", w) == 1) return w[0] == 0;",
    ),
    (
        "a line without a newline",
        "char l[6]; if (fgets(l, 6, stdin)) { int i = 0; while (l[i] && l[i] != '\\n') i++; assert(l[i] == '\\n' || i != 2); }",
    ),
    (
        "a line that does not fit",
        "char l[4]; if (fgets(l, 4, stdin)) assert(getchar() != 'q');",
    ),
    (
        "the end behind a number",
        "int a; if (scanf(\"%d\", &a) == 1) assert(!feof(stdin));",
    ),
    (
        "no end behind a number",
        "int a; if (scanf(\"%d\", &a) == 1) assert(feof(stdin));",
    ),
    (
        "a character that is pushed back",
        "int c = getchar(), d; ungetc(c, stdin); d = getchar(); assert(c == EOF || d != 'k');",
    ),
    (
        "part of a block",
        "char b[4]; assert(fread(b, 1, 4, stdin) != 3 || b[2] != 'm');",
    ),
    (
        "letters of a set",
        "char w[5]; if (scanf(\"%4[a-c]\", w) == 1) assert(w[0] != 'c' || getchar() != 'x');",
    ),
    (
        "digits of another number",
        "int a, b; if (scanf(\"%2d%d\", &a, &b) == 2) assert(a != 41 || b != 7);",
    ),
    (
        "a hexadecimal number",
        "unsigned a; if (scanf(\"%x\", &a) == 1) assert(a != 0xbeefu);",
    ),
];

#[test]
fn no_kind_of_input_is_forgotten() {
    for (kind, body) in FAILING {
        let text = format!("int main(void) {{\n {body}\n return 0;\n}}\n");
        let found = searched(&text, None, BUDGET);
        assert!(!found.failing.is_empty(), "{kind}: {:?}", found.left_out);
    }
}

/// Bodies of `main` that fail on no input.
const SAFE: [&str; 13] = [
    "int n, s = 0; if (scanf(\"%d\", &n) != 1 || n < 0 || n > 9) return 0; for (int i = 1; i <= n; i++) s += i; assert(s <= 45);",
    "int a; if (scanf(\"%d\", &a) != 1) return 0; assert(a == a);",
    "int a = 0; int r = scanf(\"%d\", &a); assert(r == 1 || r == 0 || r == EOF); if (r != 1) assert(a == 0);",
    "int a = 1, b = 2; int r = scanf(\"%d %d\", &a, &b); if (r == 1) assert(b == 2);",
    "int a; char c; if (scanf(\"%d%c\", &a, &c) == 2) assert(c < '0' || c > '9');",
    "char w[9]; if (scanf(\"%8s\", w) == 1) { assert(w[0] != ' ' && w[0] != '\\n'); int c = getchar(); (void)c; }",
    "char w[5]; if (scanf(\"%4[xy]\", w) == 1) assert(w[0] == 'x' || w[0] == 'y');",
    "int c = getchar(); assert(c == EOF || c >= 0 && c <= 255);",
    "char l[5]; if (fgets(l, 5, stdin)) { int i = 0; while (i < 5 && l[i]) i++; assert(i < 5); }",
    "int a, b = 0; if (scanf(\"%d\", &a) == 0) { assert(scanf(\"%d\", &b) != EOF || feof(stdin)); }",
    "int c = getchar(); if (c != EOF) { ungetc(c, stdin); assert(getchar() == c); }",
    "char b[3]; unsigned long n = fread(b, 1, 3, stdin); assert(n <= 3); if (n < 3) assert(feof(stdin));",
    "int a; if (scanf(\"%3d\", &a) == 1) assert(a >= -99 && a <= 999);",
];

#[test]
fn what_is_said_to_hold_for_all_inputs_holds_for_all_short_ones() {
    let letters = b" \n-+05x,\0\xff";
    let failing = FAILING.map(|(_, body)| body);
    for body in failing.into_iter().chain(SAFE) {
        let text = format!("int main(void) {{\n {body}\n return 0;\n}}\n");
        let found = searched(&text, None, BUDGET);
        let program = program(&text);
        let from = beginning(&program);
        let mut runner = Runner::new(&program);
        let mut fails = |input: &[u8]| {
            let test = with_input(&from, input);
            let ran = runner.run(&test, ChoiceSource::Nothing, BUDGET.steps, false, &|| true);
            matches!(ran.ran.verdict, Verdict::Fail(_))
        };
        let mut inputs: Vec<Vec<u8>> = vec![Vec::new()];
        let mut begin = 0;
        for _ in 0..3 {
            let end = inputs.len();
            for shorter in begin..end {
                for letter in letters {
                    let longer = [&inputs[shorter][..], &[*letter]].concat();
                    inputs.push(longer);
                }
            }
            begin = end;
        }
        let wrong = inputs.iter().find(|input| fails(input));
        let says = found.failing.is_empty() && found.is_complete();
        assert!(!says || wrong.is_none(), "{body}: {wrong:?}");
    }
}

#[test]
fn programs_that_fail_on_no_input_are_proved_to() {
    for body in SAFE {
        let text = format!("int main(void) {{\n {body}\n return 0;\n}}\n");
        let found = searched(&text, None, BUDGET);
        assert!(found.failing.is_empty(), "{body}: {:?}", found.failing);
        assert!(
            found.is_complete(),
            "{body}: {:?} {:?}",
            found.unknown,
            found.left_out
        );
    }
}

#[test]
fn another_output_than_the_reference_is_a_failure() {
    let text = |op: &str| {
        format!(
            "int main(void) {{\n int x;\n if (scanf(\"%d\", &x) != 1) return 0;\n puts(x {op} 40 ? \"a\" : \"b\");\n return 0;\n}}\n"
        )
    };
    let found = searched(&text(">"), Some(&text(">=")), BUDGET);
    let failing = &found.failing[0];
    assert_eq!(failing.input, b"40\n");
    assert_eq!(failing.expected.as_deref(), Some(&b"a\n"[..]));
}

#[test]
fn a_reference_begins_at_its_own_main() {
    let text = "int main(void) {\n int x;\n if (scanf(\"%d\", &x) != 1) return 0;\n printf(\"%d\\n\", x > 7);\n return 0;\n}\n";
    let right = "static int f(int x) { return x + 1; }\nint main(void) {\n int x;\n if (scanf(\"%d\", &x) != 1) return 0;\n printf(\"%d\\n\", f(x) > 8);\n return 0;\n}\n";
    assert!(searched(text, Some(right), BUDGET).failing.is_empty());
    let wrong = text.replace("x > 7", "x > 8");
    let found = searched(&wrong, Some(right), BUDGET);
    assert_eq!(
        found.failing[0].expected.as_deref(),
        Some(b"1\n".as_slice())
    );
}

#[test]
fn every_failing_path_has_an_input() {
    let text = "int main(void) {\n int x, y, z = 0;\n if (scanf(\"%d %d\", &x, &y) != 2) return 0;\n if (x > 5) z = 1;\n if (y > 3) z = 2;\n assert(z == 0);\n return 0;\n}\n";
    let paths = InputBudget {
        all_paths: true,
        failures: 10,
        ..BUDGET
    };
    let found = searched(text, None, paths);
    // Passing: the end of the input before either number, and neither large. Failing: one of them large, or both.
    assert_eq!((found.passing.len(), found.failing.len()), (3, 3));
    // Other inputs are not counted as paths.
    assert_eq!((found.unknown, found.left_out.len()), (None, 1));
}

#[test]
fn other_inputs_go_with_a_failing_one() {
    let text = "int main(void) {\n int x, y = 0;\n if (scanf(\"%d\", &x) != 1) return 0;\n if (x > 10) y = 1;\n assert(y == 0);\n return 0;\n}\n";
    let with = InputBudget {
        passing: 2,
        ..BUDGET
    };
    let found = searched(text, None, with);
    assert!(found.failing.len() >= 2, "{found:?}");
    // The nearest input that passes.
    assert_eq!(found.passing[0].input, b"10\n");
}

#[test]
fn a_program_that_reads_nothing_has_one_input() {
    let with = InputBudget {
        passing: 2,
        ..BUDGET
    };
    let found = searched(
        "int main(void) {\n int x = 3;\n assert(x == 4);\n return 0;\n}\n",
        None,
        with,
    );
    let inputs: Vec<&[u8]> = found.failing.iter().map(|f| &*f.input).collect();
    assert_eq!(inputs, [b""]);
}

#[test]
fn every_path_has_an_input() {
    let text = "int main(void) {\n int x, y;\n if (scanf(\"%d %d\", &x, &y) != 2) return 0;\n if (x > y) puts(\"a\"); else puts(\"b\");\n if (y > 3) puts(\"c\");\n return 0;\n}\n";
    let paths = InputBudget {
        all_paths: true,
        ..BUDGET
    };
    let found = searched(text, None, paths);
    // Two conditions, and the end of the input before either number.
    assert_eq!((found.passing.len(), found.unknown), (6, None));
}

#[test]
fn a_failing_input_is_made_small() {
    let mut runs = 0;
    let mut fails = |input: &[u8]| {
        runs += 1;
        let words: Vec<i64> = String::from_utf8_lossy(input)
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        Some(words.len() >= 2 && words.iter().any(|n| *n >= 10))
    };
    let input = b"1 2 3\n4 5 77\n\n8 9 100 11\n12 13 14 15 16\n";
    let small = reduce(input, &mut fails);
    let small = String::from_utf8(small).unwrap();
    let numbers: Vec<i64> = small
        .split_whitespace()
        .map(|n| n.parse().unwrap())
        .collect();
    assert_eq!(numbers.len(), 2, "{small}");
    assert_eq!(numbers.iter().filter(|n| **n == 10).count(), 1, "{small}");
    assert!(runs < 300, "{runs}");
}

#[test]
fn reducing_ends_when_it_is_told_to() {
    let mut left = 3;
    let small = reduce(b"1 2 3 4 5 6 7 8\n", &mut |input| {
        left -= 1;
        (left > 0).then_some(!input.is_empty())
    });
    assert!(!small.is_empty() && small.len() < 16);
    assert!(left > -10, "nobody asks on and on");
}
