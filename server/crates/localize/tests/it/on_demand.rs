//! Branches opened on demand: the branches that stay closed, and the completeness of the result.

use std::collections::BTreeSet;

use harness::Test;
use localize::report::{Certificate, Minimal, Report};
use localize::{JobOptions, Session};
use search::{BranchCounts, Strategy};
use testkit::{CompiledProgram, call, run_of_main};

use crate::support::Patience;

/// A faulty program, its failing test, and the extent of the exploration by `ofc`.
struct Row {
    name: &'static str,
    text: &'static str,
    test: Test,
    /// Number of branches of the program, of the failing run, and explored.
    branches: (usize, usize, usize),
    /// Number of formulas.
    formulas: u64,
}

fn f(arguments: &[i64], wanted: i64) -> Test {
    call("f", "f", arguments, Some(wanted.to_string()))
}

fn rows() -> Vec<Row> {
    vec![
        Row {
            name: "what is written behind a branch is never read",
            text: "
int f(int x, int y) {
  int r = x, notes;
  if (y > 3) notes = 1; else notes = 2;
  if (x < 0) notes = notes + 1;
  if (x > 10) r = x - 1;
  return r;
}",
            test: f(&[5, 9], 6),
            branches: (6, 3, 4),
            formulas: 2,
        },
        Row {
            name: "whatever is written there does not help",
            text: "
int f(int x) {
  int r = 1;
  if (x > 2) r = 5;
  if (x > 1) return r * 2;
  return r * 4;
}",
            test: f(&[2], 7),
            branches: (4, 2, 3),
            formulas: 2,
        },
        Row {
            name: "through functions, into globals and arrays",
            text: "
#include <stdio.h>
int shown, hidden, table[4];
void show(int v) { shown = v; }
void hide(int v) { hidden = v; }
int main(void) {
  int x = 3;
  if (x > 5) show(1); else show(2);
  if (x > 6) hide(1); else hide(2);
  if (x > 7) table[x % 4] = 1;
  printf(\"%d\\n\", shown);
  return 0;
}",
            test: run_of_main("main", &[], "", Some(b"7\n")),
            branches: (6, 3, 4),
            formulas: 2,
        },
        Row {
            name: "text that is printed before a wrong one does not help, text in its place may",
            text: "
#include <stdio.h>
int main(void) {
  int x = 3;
  if (x > 5) printf(\"large \");
  if (x > 1) printf(\"some\\n\"); else puts(\"few\");
  return 0;
}",
            test: run_of_main("main", &[], "", Some(b"one\n")),
            branches: (4, 2, 3),
            formulas: 2,
        },
        Row {
            name: "a write through any pointer, an early end",
            text: "
#include <stdlib.h>
void set(int *at, int v) { if (v > 4) *at = v; }
int f(int x) {
  int a = 0, b = 0;
  if (x > 50) exit(1);
  if (x > 9) return 4;
  set(&a, x);
  set(&b, 1);
  return a;
}",
            test: f(&[2], 3),
            branches: (6, 3, 6),
            formulas: 4,
        },
    ]
}

fn localized(row: &Row, strategy: Strategy) -> Report {
    let compiled = CompiledProgram::new(row.text);
    let options = JobOptions {
        strategy,
        max_size: 2,
        ..JobOptions::default()
    };
    let tests = std::slice::from_ref(&row.test);
    let mut session = Session::new(&compiled.parse, &compiled.program, tests, options);
    session.localize(&Patience::seconds(60), &mut |_| {})
}

/// Sets certified by values; edits are tried with only one of the strategies.
fn sets(report: &Report) -> BTreeSet<Vec<ir::CompId>> {
    let of = |d: &localize::report::Diagnosis| d.suspects.iter().map(|s| s.comp).collect();
    let all = report.diagnoses.iter();
    let by_values = all.filter(|d| d.certificate == Certificate::Values);
    by_values.map(of).collect()
}

#[test]
fn branches_that_do_not_matter_stay_closed() {
    for row in rows() {
        let name = row.name;
        let all = localized(&row, Strategy::Multi);
        let report = localized(&row, Strategy::Ofc);
        assert!(!report.diagnoses.is_empty(), "{name}");
        assert_eq!(sets(&report), sets(&all), "{name}");
        assert_eq!(report.status, all.status, "{name}");
        let proved = |d: &localize::report::Diagnosis| d.verified && d.minimal == Minimal::Proved;
        assert!(report.diagnoses.iter().all(proved), "{name}");
        let (all, traced, explored) = row.branches;
        let wanted = BranchCounts {
            all,
            traced,
            explored,
            formulas: row.formulas,
        };
        assert_eq!(report.explored, [(0, wanted)], "{name}");
    }
}
