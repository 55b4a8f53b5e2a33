//! Two faults that fail some tests each: edits that repair some tests, and pairs that repair all.

use localize::JobOptions;
use localize::report::{Certificate, Fix, LEAST_SURE, Report};
use testkit::CompiledProgram;

use crate::support::{edits, localized_by};

/// A program whose `larger` returns the smaller one, and whose `distance` adds.
const TWO: &str = "\
#include <stdio.h>
#include <string.h>
static int larger(int a, int b) {
  if (a < b)
    return a;
  return b;
}
static int distance(int a, int b) {
  int d = a + b;
  return d < 0 ? -d : d;
}
int main(void) {
  char word[20];
  int a, b;
  while (scanf(\"%19s %d %d\", word, &a, &b) == 3)
    if (strcmp(word, \"max\") == 0)
      printf(\"%d\\n\", larger(a, b));
    else
      printf(\"%d\\n\", distance(a, b));
  return 0;
}
";

fn localized(text: &str, tests: &[(&str, &str)]) -> (CompiledProgram, Report) {
    let options = JobOptions {
        max_size: 2,
        ..JobOptions::default()
    };
    localized_by(text, tests, options)
}

#[test]
fn two_edits_mend_what_each_of_them_mends_in_part() {
    let tests = [
        ("max 1 2\n", "2\n"),
        ("dist 1 5\n", "4\n"),
        ("dist 3 0\nmax 4 4\n", "3\n4\n"),
        ("max 7 3\ndist 9 2\n", "7\n7\n"),
    ];
    let (compiled, report) = localized(TWO, &tests);
    let by_edits = report.diagnoses.iter().find(|d| d.fixes.len() == 1);
    let pair = by_edits.expect("a pair");
    assert!(pair.suspects.len() == 2 && pair.verified);
    // Which of two arguments that are equal is the larger one is left open.
    let wanted = [">", "!(a < b)"].map(|one| [(4, one.to_owned()), (9, "-".to_owned())]);
    let found = edits(&compiled, &pair.fixes[0]);
    assert!(wanted.iter().any(|one| found == one), "{found:?}");
    // The search has found the set, too.
    assert_eq!(pair.certificate, Certificate::Values);
    // Relaxed input would suffice as well.
    let mut first: Vec<u32> = report.ranking.iter().take(2).map(|r| r.line).collect();
    first.sort_unstable();
    assert_eq!(first, [4, 9]);
}

/// A statement that no edit turns into the right formula.
const HARD: &str = "int d = a + b;";

#[test]
fn half_a_fix_is_a_hint() {
    let text = TWO.replace(HARD, "int d = (a * 31 + b * 17) % 1000;");
    let tests = [
        ("max 1 2\n", "2\n"),
        ("max 5 3\n", "5\n"),
        ("dist 1 5\n", "4\n"),
        ("dist 9 2\n", "7\n"),
        ("max 2 2\n", "2\n"),
    ];
    let (compiled, report) = localized(&text, &tests);
    // What numbers can be bent to say for two tests is doubtful.
    let mut fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
    assert!(
        fixes.all(|fix| fix.plausibility < LEAST_SURE),
        "{:?}",
        report.diagnoses
    );
    let of_sets = report.diagnoses.iter().flat_map(|d| &d.partial);
    let hints = report.partial.iter();
    let hints = hints.flat_map(|p| p.fixes.iter().map(|fix| (fix, &p.tests)));
    let all: Vec<_> = of_sets
        .map(|(fix, tests)| (fix, tests))
        .chain(hints)
        .collect();
    let right = |(fix, tests): &(&Fix, &Vec<usize>)| {
        edits(&compiled, fix) == [(4, ">".to_owned())] && **tests == [0, 1]
    };
    assert!(all.iter().any(right), "{all:?}");
    // All of them repair only some of the tests, as they claim.
    assert!(all.iter().all(|(_, tests)| tests.len() < 4), "{all:?}");
}
