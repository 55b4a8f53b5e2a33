//! Macros that define a wrong number.

use ir::ComponentKind;
use localize::{JobOptions, Session};
use testkit::{CompiledProgram, run_of_main};

use crate::support::Patience;

/// A program whose macro is the size of an array and the limit of a loop, so that each use would have to change.
const TEXT: &str = "\
#include <stdio.h>
#define MOST 3 /* numbers */
#define FIRST 0
int main(void) {
  int kept[MOST], n = FIRST, sum = 0;
  while (n < MOST && scanf(\"%d\", &kept[n]) == 1)
    n++;
  for (int i = n - 1; i >= FIRST; i--) {
    printf(\"%d \", kept[i]);
    sum += kept[i];
  }
  printf(\"= %d\\n\", sum);
  return 0;
}
";

#[test]
fn a_size_that_is_too_small() {
    let compiled = CompiledProgram::new(TEXT);
    let tests = [
        ("two", "4 5\n", "5 4 = 9\n"),
        ("four", "1 2 3 4\n", "4 3 2 1 = 10\n"),
        ("five", "1 2 3 4 5\n", "5 4 3 2 1 = 15\n"),
    ]
    .map(|(id, input, output)| run_of_main(id, &[], input, Some(output.as_bytes())));
    let options = JobOptions::default();
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
    let report = session.localize(&Patience::seconds(20), &mut |_| {});
    let found = report.diagnoses.first().expect("there is a diagnosis");
    let [only] = &found.suspects[..] else {
        panic!("several components: {found:?}");
    };
    let of = report.component(&compiled.program, only.comp);
    let (component, _) = of.expect("it is known");
    assert_eq!(component.kind, ComponentKind::Macro);
    let edit = &found.fixes[0].edit;
    let text = |span| compiled.parse.sources.text(span);
    assert_eq!((text(component.span), text(edit.span)), ("3", "3"));
    assert!(edit.text.parse::<i64>().is_ok_and(|n| n >= 5), "{edit:?}");
}
