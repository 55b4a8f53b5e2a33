//! Programs with three faults that every failing test shows: all three are in one set.

use localize::JobOptions;

use crate::support::{Faulty, faulty};

/// The faulty text is before `//!`, the correct one behind it.
const PROGRAMS: [(&str, &[&str]); 2] = [
    // Nested branches on one value.
    (
        "\
#include <stdio.h>
int main(void) {
  int a, b, c, least, most, middle;
  scanf(\"%d %d %d\", &a, &b, &c);
  least = a;
  if (b < least)
    least = a; //! least = b;
  if (c < least)
    least = c;
  most = a;
  if (b > most)
    most = b;
  if (c > most)
    most = b; //! most = c;
  middle = a + b - least - most; //! middle = a + b + c - least - most;
  printf(\"%d %d %d\\n\", least, middle, most);
  return 0;
}
",
        &["5 2 9", "4 1 8", "3 1 7"],
    ),
    // An array.
    (
        "\
#include <stdio.h>
int main(void) {
  int n, a[8], sum = 0, odd = 0, last = -1;
  scanf(\"%d\", &n);
  for (int i = 0; i < n; i++)
    scanf(\"%d\", &a[i]);
  for (int i = 0; i < n; i++) {
    sum = a[i]; //! sum = sum + a[i];
    if (a[i] % 2 == 1)
      odd = odd + i; //! odd = odd + 1;
    if (a[i] > 5)
      last = a[i]; //! last = i;
  }
  printf(\"%d %d %d\\n\", sum, odd, last);
  return 0;
}
",
        &["3 7 2 9", "4 1 8 3 5", "3 9 7 5"],
    ),
];

#[test]
fn three_faults_are_in_one_set() {
    for (text, inputs) in PROGRAMS {
        let program = faulty(text, inputs);
        let report = program.localized(JobOptions::default(), 20);
        let Faulty {
            compiled, faults, ..
        } = program;
        let sets = report.diagnoses.iter().map(|d| {
            let components = &compiled.program.components;
            let spans = d
                .suspects
                .iter()
                .filter_map(|s| components.get(s.comp.index()));
            spans
                .map(|c| compiled.parse.sources.line_col(c.span).0)
                .collect::<Vec<u32>>()
        });
        let sets: Vec<Vec<u32>> = sets.collect();
        assert!(
            sets.contains(&faults),
            "{text}\n{faults:?} is not in {sets:?}"
        );
    }
}
