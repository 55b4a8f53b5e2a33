//! Tests that are undecided: they are not explained, and do not prevent the explanation of others.

use localize::report::Status;
use localize::{JobOptions, Session};
use testkit::{CompiledProgram, run_of_main};

use crate::support::Patience;

/// A program whose loop does not end within the step limit if the input is 3, and whose output is wrong.
const TEXT: &str = "\
#include <stdio.h>
int main(void) {
  int n = 0;
  unsigned long i = 0;
  scanf(\"%d\", &n);
  if (n == 3)
    while (i + 1 != 0)
      i++;
  printf(\"%d\\n\", n + 2);
  return 0;
}
";

#[test]
fn nothing_is_suspected_for_undecided_tests() {
    let compiled = CompiledProgram::new(TEXT);
    let options = || JobOptions {
        step_limit: 300_000,
        ..JobOptions::default()
    };
    let open = run_of_main("open", &[], "3", Some(b"4\n"));
    let wrong = run_of_main("wrong", &[], "1", Some(b"2\n"));
    let tests = [open.clone()];
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options());
    let report = session.localize(&Patience::seconds(60), &mut |_| {});
    let undecided = matches!(&report.status, Status::Undecided { test, .. } if test == "open");
    assert!(undecided, "{:?}", report.status);
    assert!(report.diagnoses.is_empty() && report.groups.is_empty());
    let tests = [open, wrong];
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options());
    let report = session.localize(&Patience::seconds(60), &mut |_| {});
    let complete = matches!(report.status, Status::Complete { .. });
    assert!(complete, "{:?}", report.status);
    assert_eq!(report.groups.len(), 1);
    assert_eq!(report.groups[0].tests, [1]);
    assert!(!report.diagnoses.is_empty());
}
