//! Programs with several faults, none of which one edit mends: edits that mend some tests each mend all together, and
//! each of them is told with the tests that pass from it on.

use localize::JobOptions;

use crate::support::{Faulty, edits, faulty};

/// The faulty text is before `//!`, the correct one behind it.
const PROGRAMS: [(&str, &[&str]); 9] = [
    // Each test fails because of both, first because of one and then because of the other.
    (
        "\
#include <stdio.h>
struct box { int width, height; };
static int area(const struct box *b) {
  return b->width * b->width; //! return b->width * b->height;
}
static int around(const struct box *b) {
  return 2 * b->width + b->height; //! return 2 * (b->width + b->height);
}
int main(void) {
  struct box b;
  while (scanf(\"%d %d\", &b.width, &b.height) == 2) {
    printf(\"%d\\n\", area(&b));
    printf(\"%d\\n\", around(&b));
  }
  return 0;
}
",
        &["2 3", "5 7 1 4", "3 8", "9 1", "6 2 4 5", ""],
    ),
    // Three functions, and inputs that call one, two or all of them.
    (
        "\
#include <stdio.h>
static int leap(int year) {
  return year % 4 == 0 && year % 100 != 0 || year % 200 == 0; //! return year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
}
static int days(int month, int year) {
  if (month == 2)
    return leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 10 ? 30 : 31; //! return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}
static int weeks(int days) {
  return days / 7 - 1; //! return days / 7 + 1;
}
int main(void) {
  char what;
  int a, b;
  while (scanf(\" %c %d %d\", &what, &a, &b) == 3) {
    if (what == 'l')
      printf(\"%s\\n\", leap(a) ? \"leap\" : \"common\");
    else if (what == 'd')
      printf(\"%d\\n\", days(a, b));
    else
      printf(\"%d\\n\", weeks(a));
  }
  return 0;
}
",
        &[
            "l 200 0", "l 2000 0", "l 1800 0", "d 11 1999", "d 10 2001", "d 2 2004", "w 20 0",
            "w 3 0", "l 600 0 d 10 1 w 9 0", "d 1 1", "d 11 5 w 14 0", "l 1900 0",
        ],
    ),
    // Two faults in one loop.
    (
        "\
#include <stdio.h>
int main(void) {
  int n, value, positive = 0, least = 1000;
  scanf(\"%d\", &n);
  for (int i = 0; i < n; i++) {
    scanf(\"%d\", &value);
    if (value >= 0) //! if (value > 0)
      positive++;
    if (value > least) //! if (value < least)
      least = value;
  }
  printf(\"%d\\n\", positive);
  if (n > 3)
    printf(\"%d\\n\", least);
  return 0;
}
",
        &["3 0 1 2", "2 -1 0", "3 4 5 6", "5 1 2 3 4 5", "4 -7 2 2 8", "1 0", "4 0 9 0 3"],
    ),
    // An array of counts: what is counted, and how it is printed.
    (
        "\
#include <stdio.h>
int main(void) {
  int c, counts[26] = {0}, lines = 1, digits = 0; //! int c, counts[26] = {0}, lines = 0, digits = 0;
  while ((c = getchar()) != EOF) {
    if (c == '\\n')
      lines++;
    if (c >= 'a' && c < 'z') //! if (c >= 'a' && c <= 'z')
      counts[c - 'a']++;
    if (c >= '1' && c <= '9') //! if (c >= '0' && c <= '9')
      digits++;
  }
  for (int i = 0; i < 26; i++)
    if (counts[i] > 0)
      printf(\"%c %d\\n\", 'a' + i, counts[i]);
  if (lines > 1)
    printf(\"lines %d\\n\", lines);
  if (digits > 0)
    printf(\"digits %d\\n\", digits);
  return 0;
}
",
        &["abba", "zoo", "fuzzy", "10", "a1", "a\nb\nc\n", "205", "x\ny\nz0\n"],
    ),
    // A stack with a command for each function.
    (
        "\
#include <stdio.h>
#include <string.h>
static int stack[16], top;
static void push(int value) { stack[top++] = value; }
static int pop(void) { return stack[--top]; }
static int peek(void) { return stack[top]; } //! static int peek(void) { return stack[top - 1]; }
int main(void) {
  char word[8];
  int value;
  while (scanf(\"%7s\", word) == 1) {
    if (strcmp(word, \"push\") == 0 && scanf(\"%d\", &value) == 1)
      push(value);
    else if (strcmp(word, \"pop\") == 0)
      printf(\"%d\\n\", pop());
    else if (strcmp(word, \"peek\") == 0)
      printf(\"%d\\n\", peek());
    else
      printf(\"%d\\n\", top * 2); //! printf(\"%d\\n\", top);
  }
  return 0;
}
",
        &[
            "push 4 peek", "push 7 pop", "push 1 push 2 pop pop", "push 3 push 9 peek size",
            "size", "push 8 peek pop size", "push 5 size",
        ],
    ),
    // A structure, and a wrong member in each of two functions.
    (
        "\
#include <stdio.h>
struct box { int width, height, depth; };
static int area(struct box b) { return b.width * b.width; } //! static int area(struct box b) { return b.width * b.height; }
static int edge(struct box b) { return b.width + b.height + b.height; } //! static int edge(struct box b) { return b.width + b.height + b.depth; }
int main(void) {
  struct box b;
  char what;
  while (scanf(\" %c %d %d %d\", &what, &b.width, &b.height, &b.depth) == 4)
    printf(\"%d\\n\", what == 'a' ? area(b) : 4 * edge(b));
  return 0;
}
",
        &["a 2 3 4", "a 5 7 1", "e 1 2 9", "e 4 3 8", "a 3 3 5", "e 6 2 2", "a 4 1 1 e 2 5 3"],
    ),
    // A semicolon that empties a branch, and characters summed as numbers: each failing test shows both.
    (
        "\
#include <stdio.h>
int main(void) {
  char line[64];
  int i, sum = 0, digits = 0;
  if (scanf(\"%63s\", line) != 1)
    return 1;
  for (i = 0; line[i] != 0; i++)
    if (line[i] >= '0' && line[i] <= '9') {
      sum += line[i]; //! sum += line[i] - '0';
      digits++;
    }
  if (digits == 0); //! if (digits == 0)
    printf(\"none\\n\");
  printf(\"%d digits, sum %d\\n\", digits, sum);
  return 0;
}
",
        &["12", "a7b8", "000", "abc", "x9"],
    ),
    // A semicolon that empties a loop, and the wrong of two members.
    (
        "\
#include <stdio.h>
struct range { int low, high; };
static int width(struct range r) { return r.high - r.high; } //! static int width(struct range r) { return r.high - r.low; }
int main(void) {
  struct range all[4];
  int n = 0, i, sum = 0;
  while (n < 4 && scanf(\"%d %d\", &all[n].low, &all[n].high) == 2)
    n++;
  for (i = 0; i < n - 1; i++); //! for (i = 0; i < n - 1; i++)
    printf(\"%d,\", all[i].low);
  for (i = 0; i < n; i++)
    sum += width(all[i]);
  printf(\" %d\\n\", sum);
  return 0;
}
",
        &["1 4 2 6", "0 2 1 3 5 9", "3 3 4 4", "7 8 1 2 0 0 4 5"],
    ),
    // The first wrong word needs both edits; the second one shows that one of them helps.
    (
        "\
#include <stdio.h>
int main(void) {
  int v, last = 0;
  int n = 1; //! int n = 0;
  while (scanf(\"%d\", &v) == 1) {
    n++;
    last = v;
  }
  printf(\"%d\\n%d\\n%d\\n%d\\n\",
         last + n, //! last - n,
         n, n * n, n % 3);
  return 0;
}
",
        &["5 6 9", "4 4", "1 2 3 4", "7 3 8 8 1"],
    ),
];

#[test]
fn each_fault_is_mended_and_told() {
    for (text, inputs) in PROGRAMS {
        let program = faulty(text, inputs);
        let report = program.localized(
            JobOptions {
                max_size: 2,
                ..JobOptions::default()
            },
            60,
        );
        let Faulty {
            compiled, faults, ..
        } = program;

        let line = |span| compiled.parse.sources.line_col(span).0;
        let changed = |fault: &localize::report::Fault| line(fault.fix.edit.span);
        let mut mended: Vec<u32> = report.mended.iter().map(changed).collect();
        mended.sort_unstable();
        assert_eq!(mended, faults, "{text}");
        let mut told: Vec<usize> = report.mended.iter().flat_map(|f| f.tests.clone()).collect();
        told.sort_unstable();
        told.dedup();
        let failing = report.groups.iter().flat_map(|group| group.tests.clone());
        let mut failing: Vec<usize> = failing.collect();
        failing.sort_unstable();
        assert_eq!(told, failing, "{text}");

        // Together they are a fix of every group.
        for group in 0..report.groups.len() {
            let of_group = report.diagnoses.iter().filter(|d| d.group == group);
            let mut fixes = of_group.flat_map(|d| &d.fixes);
            let is_joint = |lines: Vec<u32>| lines == faults;
            let lines = |fix| edits(&compiled, fix).into_iter().map(|edit| edit.0);
            assert!(fixes.any(|fix| is_joint(lines(fix).collect())), "{text}");
        }
    }
}

/// Numbers for which the tests have to be solved, as the first and as the second edit.
#[test]
fn numbers_are_parts_of_joint_repairs() {
    let text = "\
#include <stdio.h>
static int left(int n) {
  return 2 * n + 1; //! return 2 * n + 4;
}
static int right(int n) {
  return n * n + 1; //! return n * n + 4;
}
int main(void) {
  char what;
  int n;
  while (scanf(\" %c %d\", &what, &n) == 2) {
    if (what == 'l')
      printf(\"%d\\n\", left(n));
    else if (what == 'r')
      printf(\"%d\\n\", right(n));
    else
      puts(n > 4 ? \"far\" : \"near\");
  }
  return 0;
}
";
    let inputs = [
        "s 3",
        "s 3 s 1",
        "s 1",
        "s 2 s 5",
        "l 5 l 1",
        "r 6 r 2 r 0",
        "l 9",
        "r 1",
    ];
    let program = faulty(text, &inputs);
    let report = program.localized(JobOptions::default(), 60);
    let fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
    let lines = |fix| edits(&program.compiled, fix).into_iter().map(|edit| edit.0);
    let all: Vec<Vec<u32>> = fixes.map(|fix| lines(fix).collect()).collect();
    assert!(all.contains(&program.faults), "{all:?}");
}
