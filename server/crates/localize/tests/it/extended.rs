//! Extended components: the place that is written, and the argument that is passed.

use ir::ComponentKind;
use localize::JobOptions;
use localize::report::{Certificate, Diagnosis, Report};
use testkit::CompiledProgram;

use crate::support::localized_by;

fn localized(text: &str, tests: &[(&str, &str)]) -> (CompiledProgram, Report) {
    let options = JobOptions {
        max_size: 1,
        ..JobOptions::default()
    };
    localized_by(text, tests, options)
}

/// Texts of the components of this kind, with their needed values in the first test.
fn of_kind(
    compiled: &CompiledProgram,
    report: &Report,
    kind: ComponentKind,
) -> Vec<(String, Vec<String>)> {
    let needs = |d: &Diagnosis| {
        assert!(d.verified && d.certificate == Certificate::Values);
        let suspect = &d.suspects[0];
        let (component, added) = report.component(&compiled.program, suspect.comp)?;
        let values = suspect.values.iter().filter(|v| v.test == 0);
        let needs = values.map(|v| v.needs.clone()).collect();
        (component.kind == kind).then(|| (added.unwrap().statement.clone(), needs))
    };
    report.diagnoses.iter().filter_map(needs).collect()
}

#[test]
fn the_element_that_is_written() {
    let text = "\
#include <stdio.h>
int main(void) {
  int count[5] = {0}, n;
  while (scanf(\"%d\", &n) == 1)
    if (n >= 1 && n <= 4)
      count[n - 1]++;
  for (int i = 0; i <= 4; i++)
    printf(\"%d: %d\\n\", i, count[i]);
  return 0;
}
";
    // The counted element should be 2 n modulo 5.
    let tests = [
        ("1 2 2 9 4\n", "0: 0\n1: 0\n2: 1\n3: 1\n4: 2\n"),
        ("3 3\n", "0: 0\n1: 2\n2: 0\n3: 0\n4: 0\n"),
    ];
    let (compiled, report) = localized(text, &tests);
    let found = of_kind(&compiled, &report, ComponentKind::Target);
    // The order in which they are counted is open.
    let is_right = |(text, needs): &(String, Vec<String>)| {
        let mut needs = needs.clone();
        needs.sort_unstable();
        text == "n - 1" && needs == ["2", "3", "4", "4"]
    };
    assert!(found.iter().any(is_right), "{found:?}");
}

#[test]
fn the_argument_that_is_passed() {
    let text = "\
#include <stdio.h>
static void show(int times, int what) {
  for (int i = 0; i < times; i++)
    printf(\"%d \", what);
  printf(\"\\n\");
}
int main(void) {
  int n;
  scanf(\"%d\", &n);
  show(n, 7);
  return 0;
}
";
    let tests = [
        ("3\n", "7 7 7 7 7 7 7 7 7 7 7 \n"),
        ("1\n", "7 7 7 7 \n"),
        ("2\n", "7 7 \n"),
    ];
    let (compiled, report) = localized(text, &tests);
    let found = of_kind(&compiled, &report, ComponentKind::Argument);
    assert!(
        found.contains(&("n".to_owned(), vec!["11".to_owned()])),
        "{found:?}"
    );
    assert!(found.iter().all(|(text, _)| text != "7"), "{found:?}");
}
