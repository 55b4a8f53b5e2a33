//! Fixes that change several places alike.

use localize::JobOptions;
use testkit::CompiledProgram;

use crate::support::{edits, localized_by};

/// The middle one of three numbers; each condition forgets equal ones.
const MEDIAN: &str = "\
#include <stdio.h>
int main(void) {
  int a, b, c;
  scanf(\"%d %d %d\", &a, &b, &c);
  if ((a < b && b < c) || (c < b && b < a))
    printf(\"%d\\n\", b);
  else if ((b < a && a < c) || (c < a && a < b))
    printf(\"%d\\n\", a);
  else if ((a < c && c < b) || (b < c && c < a))
    printf(\"%d\\n\", c);
  return 0;
}
";

#[test]
fn conditions_that_are_wrong_alike_are_changed_alike() {
    let passing = [("1 2 3\n", "2\n"), ("3 1 2\n", "2\n"), ("5 9 7\n", "7\n")];
    // The first condition alone would suffice.
    let one = [&[("4 4 9\n", "4\n")], &passing[..]].concat();
    // All conditions are needed.
    let all = [
        ("4 4 9\n", "4\n"),
        ("4 9 4\n", "4\n"),
        ("9 4 4\n", "4\n"),
        ("6 6 6\n", "6\n"),
    ];
    for tests in [one, [&all[..], &passing[..]].concat()] {
        let options = JobOptions {
            max_size: 2,
            ..JobOptions::default()
        };
        let (compiled, report) = localized_by(MEDIAN, &tests, options);
        let fixed = report.diagnoses.iter().find(|d| !d.fixes.is_empty());
        let fix = &fixed.expect("a fix").fixes[0];
        let edits = edits(&compiled, fix);
        assert_eq!(edits.len(), 12, "{edits:?}");
        assert!(edits.iter().all(|(_, text)| text == "<="), "{edits:?}");
    }
}

#[test]
fn a_condition_that_is_correct_is_not_changed_with_the_others() {
    let compiled = CompiledProgram::new(MEDIAN);
    let components = compiled.program.components.iter().zip(0..);
    let first = components
        .filter(|(c, _)| c.kind == ir::ComponentKind::Condition)
        .map(|(_, i)| ir::CompId(i))
        .next();
    let options = JobOptions {
        max_size: 1,
        correct: first.into_iter().collect(),
        ..JobOptions::default()
    };
    let tests = [("4 9 4\n", "4\n"), ("9 4 4\n", "4\n"), ("1 2 3\n", "2\n")];
    let (_, report) = localized_by(MEDIAN, &tests, options);
    let fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
    assert!(fixes.into_iter().all(|fix| fix.also.len() < 11));
}
