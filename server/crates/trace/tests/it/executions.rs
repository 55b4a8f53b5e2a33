//! Slices of small programs: the dependences of the failure, with their distances and kinds.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use harness::Test;
use testkit::{CompiledProgram, call, run_of_main};
use trace::{DependenceKind, Kinds, ProgramFacts, RecordingLimits};

use crate::support::{prepared, recorded};

/// One line for each execution: line, distance, kind, text.
fn text(source: &str, test: &Test) -> String {
    let program = CompiledProgram::new(source);
    let sources = &program.parse.sources;
    let mut out = String::new();
    let facts = ProgramFacts::new(&program.program);
    let recording = recorded(
        &facts,
        &prepared(&program, test),
        RecordingLimits::default(),
    )
    .unwrap();
    for d in recording.slice(Kinds::PAPER).executions() {
        let kind = match d.via {
            DependenceKind::Data => "data",
            DependenceKind::Control => "control",
            DependenceKind::Summary => "summary",
            DependenceKind::Order | DependenceKind::Aliased => "not of the paper",
        };
        let span = program.program.components[d.owner.component.index()].span;
        let (line, text) = (sources.line_col(span).0, sources.text(span));
        let _ = writeln!(out, "{line}: {text}  {} {kind}", d.distance);
    }
    out
}

fn check(source: &str, test: &Test, wanted: &Expect) {
    wanted.assert_eq(&text(source, test));
}

#[test]
fn data_and_control() {
    let source = "\
#include <assert.h>
void f(int a, int b, int c) {
  int unused = a + 1;
  int x = b, y = 5;
  if (c > y)
    x = x + 1;
  unused = x;
  assert(x < 3);
}
";
    check(
        source,
        &call("t", "f", &[1, 2, 9], None),
        &expect![[r#"
        4: x = b  2 data
        4: y = 5  3 data
        5: c > y  2 control
        6: x = x + 1  1 data
    "#]],
    );
}

/// The fault is a missing assignment: only the condition that skipped the assignment leads to it.
#[test]
fn a_missing_assignment() {
    let source = |skipped: &str| {
        format!(
            "\
#include <assert.h>
void magnitude(int n) {{
  int size = n, negative = 0;
  if (n < 0)
    negative = 1;
  if (negative)
    n = -n;
  else
    {skipped} = n;
  assert(size >= 0);
}}
"
        )
    };
    let test = call("t", "magnitude", &[-4], None);
    check(
        &source("size"),
        &test,
        &expect![[r#"
        3: size = n  1 data
        4: n < 0  3 control
        5: negative = 1  2 data
        6: negative  1 summary
    "#]],
    );
    // If the path that is not taken assigns something else, neither condition is relevant.
    check(
        &source("negative"),
        &test,
        &expect![[r#"
        3: size = n  1 data
    "#]],
    );
}

#[test]
fn calls_and_elements() {
    let source = "\
#include <stdio.h>
int table[3], last;
void reset(void) { last = 2; }
int pick(int i, int other) { return table[i]; }
int main(void) {
  int unused = 3;
  reset();
  table[0] = 4;
  table[last] = 6;
  printf(\"%d\\n\", pick(last, unused));
  return 0;
}
";
    check(
        source,
        &run_of_main("t", &[], "", Some(b"4\n")),
        &expect![[r#"
            7: reset()  5 control
            3: last = 2  4 data
            9: table[last] = 6  3 data
            10: printf("%d\n", pick(last, unused))  0 data
            10: pick(last, unused)  1 data
            4: return table[i]  2 data
        "#]],
    );
}

#[test]
fn iterations() {
    let source = "\
#include <stdio.h>
int main(void) {
  int sum = 0, n = 0;
  for (int i = 0; i < 2; i++) {
    sum += i;
    n++;
  }
  printf(\"%d\\n\", sum);
  return 0;
}
";
    check(
        source,
        &run_of_main("t", &[], "", Some(b"3\n")),
        &expect![[r#"
            3: sum = 0  3 data
            4: i = 0  3 data
            4: i < 2  3 control
            5: sum += i  2 data
            4: i++  2 data
            4: i < 2  2 control
            5: sum += i  1 data
            4: i++  2 data
            4: i < 2  1 summary
            8: printf("%d\n", sum)  0 data
        "#]],
    );
}

/// Missing output depends on the decisions that prevented it, and not on earlier output.
#[test]
fn missing_output() {
    let source = "\
#include <stdio.h>
int main(void) {
  int x = 1, y = 2;
  printf(\"%d\\n\", y);
  if (x > 3)
    puts(\"more\");
  return 0;
}
";
    check(
        source,
        &run_of_main("t", &[], "", Some(b"2\nmore\n")),
        &expect![[r#"
            3: x = 1  2 data
            5: x > 3  1 summary
            7: return 0  0 data
        "#]],
    );
}
