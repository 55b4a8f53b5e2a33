//! Needed values, compared with runs for all values.

use std::fmt::Write as _;

use eval::{ChoiceSource, Concrete, Image};
use exec::run::{passes_from, prepare};
use expect_test::{Expect, expect};
use explain::error_trace::NeededValue;
use explain::trace::{Flow, TraceLimits};
use explain::{Explanation, Question, explain};
use harness::Test;
use testkit::{CompiledProgram, call, run_of_main};

fn explained(program: &CompiledProgram, test: &Test) -> Explanation {
    explained_within(program, test, false)
}

/// The explanation with or without time to generalise facts.
fn explained_within(program: &CompiledProgram, test: &Test, hurry: bool) -> Explanation {
    let question = Question {
        program: &program.program,
        sources: &program.parse.sources,
        test: &prepare(&program.program, "main", test).unwrap(),
        flow: Flow::Sensitive,
        limits: TraceLimits::default(),
        checks: 100_000,
        interrupt: smt::Interrupt::default(),
        stopped: &|| false,
        should_finish: &|| hurry,
    };
    explain(&question, &|_| {}).unwrap()
}

/// One line for each statement: line, text, needed value.
fn check(source: &str, test: &Test, wanted: &Expect) {
    let program = CompiledProgram::new(source);
    let sources = &program.parse.sources;
    let mut text = String::new();
    for s in explained(&program, test).story.statements {
        let needed = match &s.needed {
            NeededValue::Open => "?".to_owned(),
            NeededValue::Nothing => "nothing helps".to_owned(),
            NeededValue::This(needs) if needs.exact => format!("needs {}", needs.holds),
            NeededValue::This(needs) => format!("{} would do", needs.holds),
        };
        let line = sources.line_col(s.span).0;
        let _ = writeln!(text, "{line}: {}  {needed}", sources.text(s.span));
    }
    wanted.assert_eq(&text);
}

fn passes(program: &CompiledProgram, test: &Test) -> bool {
    let test = prepare(&program.program, "main", test).unwrap();
    let mut dom = Concrete::new(program.program.components.len(), ChoiceSource::Nothing);
    let image = Image::new(&program.program);
    let state = image.start(&mut dom, &program.program, &test.start, false);
    passes_from(&program.program, state, &test, dom, 1_000_000).0
}

/// Without time, the facts are those of the run; it is still proved that they lead to the failure.
#[test]
fn in_a_hurry() {
    let source = "#include <stdio.h>\nint main(void) {\n  int x, y = 1;\n  scanf(\"%d\", &x);\n  if (x < 10)\n    \
                  y = 0;\n  printf(\"%d\\n\", y);\n}\n";
    let program = CompiledProgram::new(source);
    let test = run_of_main("t", &[], "3", Some(b"1\n"));
    let facts = |hurry| {
        let found = explained_within(&program, &test, hurry);
        assert!(found.checked.is_proved() && found.hurried == hurry);
        let statements = found.story.statements.into_iter();
        statements.flat_map(|s| s.holds).collect::<Vec<_>>()
    };
    assert!(facts(false).contains(&"x < 10".to_owned()));
    assert!(facts(true).contains(&"x == 3".to_owned()));
}

/// The needed value of a number that is read equals the set of numbers with which the program passes.
#[test]
fn what_is_read() {
    let bodies = [
        ("printf(\"%d\\n\", x / 3);", "7\n"),
        ("puts(x > 12 ? \"yes\" : \"no\");", "yes\n"),
        ("puts(x == 9 ? \"no\" : \"yes\");", "yes\n"),
        ("puts(x > 3 && x < 15 ? \"no\" : \"yes\");", "yes\n"),
        (
            "int n = 0; while (x > 0) { x -= 4; n++; } printf(\"%d\\n\", n);",
            "5\n",
        ),
        ("if (x % 5 == 2) puts(\"yes\"); else puts(\"no\");", "yes\n"),
        (
            "unsigned char c = x; puts(c >= 100 ? \"yes\" : \"no\");",
            "yes\n",
        ),
        (
            "int v[4] = {4, 5, 6, 7}; printf(\"%d\\n\", v[x & 3]);",
            "7\n",
        ),
    ];
    for (body, output) in bodies {
        let source = |condition: &str| {
            format!(
                "#include <stdio.h>\nint main(void) {{ int x; scanf(\"%d\", &x); {condition} }}"
            )
        };
        let test =
            |x: i32, output: &str| run_of_main("t", &[], &x.to_string(), Some(output.as_bytes()));
        let program = CompiledProgram::new(&source(body));
        let found = explained(&program, &test(9, output));
        let read = &found.story.statements[0];
        let NeededValue::This(needs) = &read.needed else {
            panic!("{body}: {:?}", read.needed);
        };
        let says = CompiledProgram::new(&source(&format!("printf(\"%d\", {});", needs.holds)));
        for x in -300..300 {
            let (passes, said) = (
                passes(&program, &test(x, output)),
                passes(&says, &test(x, "1")),
            );
            let right = if needs.exact {
                passes == said
            } else {
                passes || !said
            };
            assert!(right, "{body} with {x}: {passes}, but {}", needs.holds);
        }
    }
}

#[test]
fn conditions_and_values() {
    let source = "\
#include <assert.h>
void f(int input) {
  int limit = 10, x = 1;
  int y = input - 42;
  if (y < limit)
    x = 0;
  assert(x != 0);
}
";
    check(
        source,
        &call("t", "f", &[-7], None),
        &expect![[r#"
        2: f  ?
        3: limit = 10  needs limit <= -49
        4: y = input - 42  needs y >= 10
        5: y < limit  needs false
        6: x = 0  needs x != 0
    "#]],
    );
}

/// One iteration more, or one less, is a query about one execution of the condition.
#[test]
fn executions_and_results() {
    let source = "\
#include <stdio.h>
int a[4] = {1, 2, 3, 4};
int twice(int n) { return n + n + 1; }
int main(void) {
  int sum = 0;
  for (int i = 0; i <= 2; i++)
    sum += a[i];
  printf(\"%d\\n\", twice(sum));
  return 0;
}
";
    let test = run_of_main("t", &[], "", Some(b"7\n"));
    check(
        source,
        &test,
        &expect![[r#"
        2: a[4] = {1, 2, 3, 4}  needs a[2] == 0
        5: sum = 0  needs sum == -3
        6: i = 0  i == 2 would do
        6: i <= 2  nothing helps
        7: sum += a[i]  needs sum == -2
        6: i++  ?
        6: i <= 2  nothing helps
        7: sum += a[i]  needs sum == 0
        6: i++  i >= 3 would do
        6: i <= 2  needs false
        7: sum += a[i]  needs sum == 3
        6: i++  ?
        6: i <= 2  nothing helps
        6: i <= 2  ?
        8: twice(sum)  ?
        3: return n + n + 1  needs twice(sum) == 7
    "#]],
    );
}

/// A failure that no single change fixes.
#[test]
fn two_faults() {
    let source = "\
#include <stdio.h>
int main(void) {
  int x = 1, y = 2;
  printf(\"%d\\n\", x);
  x = y + 2;
  printf(\"%d\\n\", x);
  printf(\"%d\\n\", y + 1);
  return 0;
}
";
    let test = run_of_main("t", &[], "", Some(b"1\n7\n8\n"));
    check(
        source,
        &test,
        &expect![[r#"
        3: y = 2  nothing helps
        5: x = y + 2  nothing helps
    "#]],
    );
}
