//! Missing statements: they are found if no statement of the text explains the failures, or if an inserted one is a
//! verified fix.

use harness::Test;
use localize::report::Report;
use localize::{JobOptions, Session};
use testkit::{CompiledProgram, call, run_of_main};

use crate::support::Patience;

fn localized(text: &str, tests: &[Test]) -> (CompiledProgram, Report) {
    let compiled = CompiledProgram::new(text);
    let options = JobOptions::default();
    let mut session = Session::new(&compiled.parse, &compiled.program, tests, options);
    let report = session.localize(&Patience::seconds(20), &mut |_| {});
    drop(session);
    (compiled, report)
}

/// Statements that may be missing: line, text, and the line of the edit if it is a verified fix.
fn missing(text: &str, tests: &[Test]) -> Vec<(u32, String, Option<u32>)> {
    let (compiled, report) = localized(text, tests);
    let line = |span| compiled.parse.sources.line_col(span).0;
    let known = compiled.program.components.len();
    let mut found = Vec::new();
    for diagnosis in &report.diagnoses {
        assert!(diagnosis.verified);
        for suspect in &diagnosis.suspects {
            if let Some(i) = suspect.comp.index().checked_sub(known) {
                let added = &report.added[i];
                let fix = diagnosis.fixes.first().map(|f| line(f.edit.span));
                found.push((line(added.component.span), added.statement.clone(), fix));
            }
        }
    }
    found
}

fn has(found: &[(u32, String, Option<u32>)], line: u32, statement: &str, fix: Option<u32>) {
    let one = (line, statement.to_owned(), fix);
    assert!(found.contains(&one), "{one:?} is not in {found:?}");
}

fn run(id: &str, input: &str, output: &str) -> Test {
    run_of_main(id, &[], input, Some(output.as_bytes()))
}

/// Calls of `f`, each with its arguments and expected result.
fn calls(tests: &[(&[i64], i64)]) -> Vec<Test> {
    let numbered = tests.iter().enumerate();
    let test = |(i, (arguments, result)): (usize, &(&[i64], i64))| {
        call(&i.to_string(), "f", arguments, Some(result.to_string()))
    };
    numbered.map(test).collect()
}

#[test]
fn a_break() {
    let text = "\
int f(int n, int x) {
  int a = 5, b = 6;
  switch (n) {
  case 0:
    a = x;
    b = x * x;
  case 1:
    a = a + 1;
    b = b - a;
    break;
  default:
    a = 0;
    break;
  }
  return a * 100 + b;
}
";
    let tests = calls(&[
        (&[0, 2], 204),
        (&[0, 3], 309),
        (&[0, 7], 749),
        (&[1, 4], 600),
        (&[2, 5], 6),
    ]);
    has(&missing(text, &tests), 7, "break;", Some(7));
}

#[test]
fn a_jump_to_the_end_on_an_error() {
    let text = "\
#include <stdio.h>
int main(void) {
  int n, sum = 0, status = 0;
  for (int i = 0; i < 3; i++) {
    if (scanf(\"%d\", &n) != 1)
      n = 0;
    if (n < 0) {
      printf(\"bad\\n\");
      status = 1;
    }
    sum += n;
  }
  printf(\"%d\\n\", sum);
done:
  return status;
}
";
    let tests = [
        run("bad", "1 -2 3\n", "bad\n"),
        run("worse", "-5 0 0\n", "bad\n"),
        run("good", "1 2 3\n", "6\n"),
    ];
    has(&missing(text, &tests), 9, "goto done;", Some(10));
}

#[test]
fn an_assignment_in_an_else_that_is_missing() {
    let text = "\
int f(int bits) {
  int place = 0, sum = 0;
  for (int i = 1; i < 6; i++) {
    if (bits % 2 == 1) {
      place = i;
    }
    sum = sum * 7 + place;
    bits = bits / 2;
  }
  return sum;
}
";
    let sum = |bits: i64| {
        let places = (1..6).map(|i| if bits >> (i - 1) & 1 == 1 { i } else { 0 });
        places.fold(0, |sum, place| sum * 7 + place)
    };
    let tests = [0, 5, 9, 16, 18, 31]
        .map(|bits| call(&bits.to_string(), "f", &[bits], Some(sum(bits).to_string())));
    let found = missing(text, &tests);
    has(&found, 6, "else place = 0;", Some(6));
}

#[test]
fn a_member_of_a_record_in_a_list() {
    let text = "\
#include <stdio.h>
#include <stdlib.h>
struct job { struct job *next; int rank; int id; };
static struct job *queues[3];
static void push(struct job *job) {
  job->next = queues[job->rank];
  queues[job->rank] = job;
}
static void raise(int from, int to) {
  struct job *job = queues[from];
  if (job) {
    queues[from] = job->next;
    job->next = queues[to];
    queues[to] = job;
  }
}
static void show(struct job *job) {
  while (job) {
    printf(\"%d:%d \", job->rank, job->id);
    job = job->next;
  }
}
int main(void) {
  int n;
  scanf(\"%d\", &n);
  for (int i = 0; i < n; i++) {
    struct job *job = malloc(sizeof *job);
    job->rank = i % 2;
    job->id = i;
    push(job);
  }
  if (n > 2)
    raise(1, 2);
  for (int r = 2; r >= 0; r--)
    show(queues[r]);
  printf(\"\\n\");
  return 0;
}
";
    let tests = [
        run("one", "1\n", "0:0 \n"),
        run("two", "2\n", "1:1 0:0 \n"),
        run("three", "3\n", "2:1 0:2 0:0 \n"),
        run("five", "5\n", "2:3 1:1 0:4 0:2 0:0 \n"),
    ];
    let found = missing(text, &tests);
    let fixed = |(line, statement, fix): &(u32, String, Option<u32>)| {
        (9..=16).contains(line) && statement == "job->rank = to;" && fix.is_some()
    };
    assert!(found.iter().any(fixed), "{found:?}");
}

#[test]
fn a_statement_that_slipped_out_of_its_loop() {
    let text = "\
#include <stdio.h>
int main(void) {
  int left, next, most;
  scanf(\"%d%d\", &left, &most);
  while (left > 1) {
    scanf(\"%d\", &next);
    if (next > most) {
      most = next;
    }
  }
  left = left - 1;
  printf(\"most: %d\\n\", most);
  return 0;
}
";
    let tests = [
        run("three", "3 1 2 3\n", "most: 3\n"),
        run("two", "2 9 4\n", "most: 9\n"),
        run("four", "4 2 5 1 3\n", "most: 5\n"),
        run("larger", "3 7 8 9\n", "most: 9\n"),
        run("one", "1 7\n", "most: 7\n"),
    ];
    has(&missing(text, &tests), 9, "left = left - 1;", Some(10));
}

#[test]
fn behind_an_output_with_other_words() {
    let text = "\
#include <stdio.h>
int main(void) {
  int n, sum = 0;
  scanf(\"%d\", &n);
  while (n > 0) {
    sum += n;
  }
  n--;
  printf(\"Sum: %d\\n\", sum);
  return 0;
}
";
    let tests = [
        run("three", "3\n", "sum=6\n"),
        run("four", "4\n", "sum=10\n"),
    ];
    let (compiled, report) = localized(text, &tests);
    let known = compiled.program.components.len();
    let given = |d: &&localize::report::Diagnosis| !d.given.is_empty() && !d.fixes.is_empty();
    let found = report.diagnoses.iter().find(given);
    let missing = found.and_then(|d| d.suspects.iter().find(|s| s.comp.index() >= known));
    let added = missing.map(|s| &report.added[s.comp.index() - known]);
    assert_eq!(added.map(|a| a.statement.as_str()), Some("n--;"));
}

#[test]
fn all_output() {
    let text = "\
#include <stdio.h>
int main(void) {
  int n, sum = 0;
  scanf(\"%d\", &n);
  for (int i = 1; i <= n; i++)
    sum += i;
  return 0;
}
";
    let tests = [run("three", "3\n", "6\n"), run("four", "4\n", "10\n")];
    has(&missing(text, &tests), 7, "printf(…);", None);
}

#[test]
fn nothing_where_an_edit_of_the_text_is_a_fix() {
    let text = "int f(int n) { int a = n; if (a > 3) a = 3; return a; }";
    let tests = calls(&[(&[1], 1), (&[2], 2), (&[5], 4), (&[9], 4)]);
    assert_eq!(missing(text, &tests), []);
}
