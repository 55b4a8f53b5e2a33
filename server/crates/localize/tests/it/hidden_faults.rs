//! Faults behind an undefined access: two edits, or a group of their own.

use localize::JobOptions;
use localize::report::{Certificate, GroupKind, Report};
use testkit::CompiledProgram;

use crate::support::localized_by;

fn localized(text: &str, tests: &[(&str, &str)]) -> (CompiledProgram, Report) {
    localized_by(text, tests, JobOptions::default())
}

/// A program whose sum is never set to 0, and whose last number is left out.
const TWO: &str = "\
#include <stdio.h>
int main(void) {
  int sum, a[10], n = 0;
  while (n < 10 && scanf(\"%d\", &a[n]) == 1)
    n++;
  for (int i = 1; i < n; i++)
    sum += a[i];
  printf(\"%d\\n\", sum);
  return 0;
}
";

#[test]
fn the_first_of_two_edits_lets_the_tests_come_to_an_end() {
    let tests = [("1 2 3\n", "6\n"), ("5 5\n", "10\n"), ("7\n", "7\n")];
    let (compiled, report) = localized(TWO, &tests);
    let line = |span| compiled.parse.sources.line_col(span).0;
    let pairs = report.diagnoses.iter().filter(|d| d.suspects.len() == 2);
    let edited = pairs.filter(|d| d.certificate == Certificate::Edit && d.verified);
    let mut lines = edited.map(|d| {
        let fix = &d.fixes[0];
        let mut lines = vec![line(fix.edit.span)];
        lines.extend(fix.also.iter().map(|edit| line(edit.span)));
        lines.sort_unstable();
        lines
    });
    let right = |lines: &Vec<u32>| lines.contains(&6) && lines[0] < 7;
    assert!(lines.any(|lines| right(&lines)), "{:#?}", report.diagnoses);
    assert!(report.groups.iter().all(|g| g.behind.is_none()));
}

#[test]
fn what_no_two_edits_mend_is_a_group_of_its_own() {
    let text = TWO.replace("sum += a[i]", "sum += a[i] * a[i]");
    let tests = [("1 2 3\n", "1x2x3\n"), ("5 5\n", "5x5\n")];
    let (_, report) = localized(&text, &tests);
    let (last, behind) = (report.groups.len() - 1, report.groups.last().unwrap());
    assert_eq!(behind.kind, GroupKind::WrongOutcome);
    assert_eq!(behind.behind, Some(0));
    assert_eq!(report.groups[0].kind, GroupKind::Trap);
    let mut sets = report.diagnoses.iter().filter(|d| d.group == last);
    assert!(sets.clone().all(|d| d.verified));
    assert!(sets.any(|d| d.certificate == Certificate::Values));
}

#[test]
fn where_nothing_else_is_wrong_there_is_nothing_behind() {
    let text = TWO.replace("i = 1", "i = 0");
    let tests = [("1 2 3\n", "6\n"), ("5 5\n", "10\n")];
    let (_, report) = localized(&text, &tests);
    assert!(report.groups.iter().all(|g| g.behind.is_none()));
    let fixed = report.diagnoses.iter().filter(|d| !d.fixes.is_empty());
    assert!(fixed.count() > 0, "{:#?}", report.diagnoses);
}
