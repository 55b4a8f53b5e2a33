//! Repairs that no kind of edit was made for: what the program's own names can say at a place.

use localize::JobOptions;

use crate::support::{Faulty, edits, faulty};

/// The faulty text is before `//!`, the correct one behind it. The edit changes the last text to the second one.
const PROGRAMS: [(&str, &[&str], &str); 5] = [
    // A call around an operand.
    (
        "\
#include <stdio.h>
static int low(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int main(void) {
  int c, n[26] = {0};
  while ((c = getchar()) != EOF) {
    int k = c - 'a'; //! int k = low(c) - 'a';
    if (k >= 0 && k < 26)
      n[k]++;
  }
  for (int i = 0; i < 26; i++)
    if (n[i])
      printf(\"%c%d\", 'a' + i, n[i]);
  printf(\"\\n\");
  return 0;
}
",
        &["abc", "ABC", "aA", "Hello", "zZz"],
        "low(c)",
    ),
    // A member for a parameter.
    (
        "\
#include <stdio.h>
struct account { int balance, limit, fee; };
static int draw(struct account *a, int amount) {
  if (amount + a->fee > a->balance + amount) //! if (amount + a->fee > a->balance + a->limit)
    return 0;
  a->balance -= amount + a->fee;
  return 1;
}
int main(void) {
  struct account a = {100, 50, 1};
  int x;
  while (scanf(\"%d\", &x) == 1)
    printf(\"%d %d\\n\", draw(&a, x), a.balance);
  return 0;
}
",
        &["10", "140", "149", "150", "90 40 30", "200"],
        "a->limit",
    ),
    // An index that is itself an element of a member.
    (
        "\
#include <stdio.h>
struct order { int place[8]; int count; };
static int weighted(const struct order *o, const int *value) {
  int sum = 0;
  for (int i = 0; i < o->count; i++)
    sum += (i + 1) * value[i]; //! sum += (i + 1) * value[o->place[i]];
  return sum;
}
int main(void) {
  struct order o;
  int value[8], n = 0;
  scanf(\"%d\", &o.count);
  while (n < o.count && scanf(\"%d %d\", &o.place[n], &value[n]) == 2)
    n++;
  printf(\"%d\\n\", weighted(&o, value));
  return 0;
}
",
        &[
            "2 1 5 0 7",
            "3 0 1 1 2 2 3",
            "3 2 4 0 1 1 9",
            "1 0 6",
            "4 3 2 2 5 1 8 0 1",
        ],
        "o->place[i]",
    ),
    // Two tests of one value that are both needed.
    (
        "\
#include <stdio.h>
int main(void) {
  int day, month, year;
  while (scanf(\"%d.%d.%d\", &day, &month, &year) == 3) {
    int is_late = month > 6; //! int is_late = month > 6 && year > 1999;
    printf(\"%s\\n\", is_late ? \"late\" : \"early\");
  }
  int known = 1999;
  return known - 1999;
}
",
        &[
            "1.7.2000",
            "1.7.1990",
            "1.7.1999",
            "2.3.2004",
            "5.6.1980",
            "9.12.2001 9.12.1950",
        ],
        "month > 6 && year > 1999",
    ),
    // The first element where a number stands.
    (
        "\
#include <stdio.h>
int main(void) {
  int n, a[10];
  scanf(\"%d\", &n);
  for (int i = 0; i < n; i++)
    scanf(\"%d\", &a[i]);
  int best = 0; //! int best = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > best)
      best = a[i];
  printf(\"%d\\n\", best);
  return 0;
}
",
        &["3 -1 -2 -3", "2 4 5", "1 -9", "3 0 1 0", "2 -5 -4"],
        "a[0]",
    ),
];

#[test]
fn the_names_of_the_program_say_what_was_meant() {
    for (text, inputs, wanted) in PROGRAMS {
        let program = faulty(text, inputs);
        let report = program.localized(
            JobOptions {
                max_size: 1,
                ..JobOptions::default()
            },
            60,
        );
        let Faulty {
            compiled, faults, ..
        } = program;
        let fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
        let fixes: Vec<_> = fixes.map(|fix| edits(&compiled, fix)).collect();
        let right = vec![(faults[0], wanted.to_owned())];
        assert!(fixes.contains(&right), "{text}\n{fixes:?}");
    }
}
