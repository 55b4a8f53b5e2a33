//! Repairs of what no statement shows: bodies of macros, values of tables, declared types, and what names of the
//! program's own kinds say there.

use crate::synthesis::{has_repair, localized};

/// The faulty text is before `//!`, the correct one behind it. The edit changes the last text to the second one.
const PROGRAMS: [(&str, &[&str], &str); 12] = [
    (
        r#"#include <stdio.h>
#define AREA(w, h) w * h //! #define AREA(w, h) ((w) * (h))
int main(void) {
  int w, h, edge;
  while (scanf("%d %d %d", &w, &h, &edge) == 3)
    printf("%d\n", AREA(w + 2 * edge, h + 2 * edge));
  return 0;
}
"#,
        &["3 4 1", "5 5 0", "1 2 3 4 5 6"],
        "((w) * (h))",
    ),
    // One macro in another, that of which the tests know nothing.
    (
        r#"#include <stdio.h>
#define LESS(a, b) ((a) < (b) ? (a) : (b))
#define MORE(a, b) ((a) > (b) ? (b) : (a)) //! #define MORE(a, b) ((a) < (b) ? (b) : (a))
#define WITHIN(x, low, high) LESS(MORE(x, low), high)
int main(void) {
  int n;
  while (scanf("%d", &n) == 1)
    printf("%d ", WITHIN(n, -5, 40));
  return 0;
}
"#,
        &["5 200 -3", "40", "0 -50", "-9 41 12"],
        "<",
    ),
    // A parameter is a type.
    (
        r#"#include <stdio.h>
#define EXCHANGE(type, a, b) do { type kept = a; a = b; b = a; } while (0) //! #define EXCHANGE(type, a, b) do { type kept = a; a = b; b = kept; } while (0)
int main(void) {
  int v[20], n = 0;
  while (n < 20 && scanf("%d", &v[n]) == 1)
    n++;
  for (int i = 0; i + 1 < n; i += 2)
    EXCHANGE(int, v[i], v[i + 1]);
  for (int i = 0; i < n; i++)
    printf("%d ", v[i]);
  return 0;
}
"#,
        &["1 2 3", "7", "4 5 6 7", ""],
        "kept",
    ),
    // A quotient that should be rounded up, in a macro that several places use.
    (
        r#"#include <stdio.h>
#define PER_PAGE 8
#define PAGES(lines) ((lines) / PER_PAGE) //! #define PAGES(lines) (((lines) + PER_PAGE - 1) / PER_PAGE)
static int last[PAGES(80)];
int main(void) {
  int lines, all = 0;
  while (scanf("%d", &lines) == 1) {
    for (int page = 0; page < PAGES(lines); page++)
      last[page] = page + 1 < PAGES(lines) ? PER_PAGE : lines - page * PER_PAGE;
    printf("%d(%d) ", PAGES(lines), lines > 0 ? last[PAGES(lines) > 0 ? PAGES(lines) - 1 : 0] : 0);
    all += PAGES(lines);
  }
  printf("%d\n", all);
  return 0;
}
"#,
        &["8 16", "1 9 17", "0", "7 24 25", "80", "31"],
        "((lines) + PER_PAGE - 1) / PER_PAGE",
    ),
    // The name of another number.
    (
        r#"#include <stdio.h>
#define LINES 3
#define ROOM 5
#define FITS(line, at) ((line) < LINES && (at) < LINES) //! #define FITS(line, at) ((line) < LINES && (at) < ROOM)
int main(void) {
  unsigned line, at;
  while (scanf("%u %u", &line, &at) == 2)
    printf("%s ", FITS(line, at) ? "yes" : "no");
  return 0;
}
"#,
        &["0 0 2 4", "3 1 1 5", "1 3", "2 2 9 9", "0 5 0 4"],
        "ROOM",
    ),
    // A macro that makes names.
    (
        r#"#include <stdio.h>
#define MODE_AT 4
#define MODE_MASK 0xF0u
#define FIELD(name, value) (((unsigned)value << name##_AT) & name##_MASK) //! #define FIELD(name, value) (((unsigned)(value) << name##_AT) & name##_MASK)
int main(void) {
  unsigned a, b;
  while (scanf("%u %u", &a, &b) == 2)
    printf("%x ", FIELD(MODE, a | b));
  return 0;
}
"#,
        &["1 0", "3 4 9 16", "0 0", "0 7"],
        "(((unsigned)(value) << name##_AT) & name##_MASK)",
    ),
    // A value of a table with more of them than a search relaxes one by one.
    (
        r#"#include <stdio.h>
static const signed char digit[] = {
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -1, -1, -1, -1, -1, -1,
  10, 11, 12, 12, 14, 15, //! 10, 11, 12, 13, 14, 15,
};
int main(void) {
  int c, value = 0;
  while ((c = getchar()) != EOF && c >= '0' && c <= 'F' && digit[c] >= 0)
    value = value * 16 + digit[c];
  printf("%d\n", value);
  return 0;
}
"#,
        &["1F", "AD", "D0", "77", "CAFE", "F-D"],
        "13",
    ),
    (
        r#"#include <stdint.h>
#include <stdio.h>
struct gains { int32_t p, i; };
static int32_t scaled(int32_t gain, int32_t by) { return gain * by / 16; }
static int32_t step(const struct gains *g, int32_t wanted, int32_t now) {
  int16_t error = wanted - now; //! int32_t error = wanted - now;
  return scaled(g->p, error) + g->i;
}
int main(void) {
  struct gains g = {8, 1};
  int wanted, now;
  while (scanf("%d %d", &wanted, &now) == 2)
    printf("%d ", (int)step(&g, wanted, now));
  return 0;
}
"#,
        &["10 2", "40000 0", "5 5 0 40", "-50000 20", "7 100"],
        "int32_t",
    ),
    // What a search for the largest value begins with.
    (
        r#"#include <limits.h>
#include <stdio.h>
struct span { long low, high; };
int main(void) {
  struct span s;
  long n;
  s.low = LONG_MAX;
  s.high = 0; //! s.high = LONG_MIN;
  while (scanf("%ld", &n) == 1) {
    if (n < s.low)
      s.low = n;
    if (n > s.high)
      s.high = n;
  }
  printf("%ld\n", s.high - s.low);
  return 0;
}
"#,
        &["3 9 4", "-7 -2 -5", "5", "-1 8", "-40 -33"],
        "LONG_MIN",
    ),
    // Counters that begin again at 0.
    (
        r#"#include <stdint.h>
#include <stdio.h>
struct timer { uint32_t due; int fired; };
static int is_due(const struct timer *t, uint32_t now) {
  return now >= t->due; //! return (int32_t)(now - t->due) >= 0;
}
int main(void) {
  struct timer t = {0, 0};
  unsigned now, after;
  while (scanf("%u %u", &now, &after) == 2) {
    if (is_due(&t, now)) {
      t.fired++;
      t.due = now + after;
    }
    printf("%d ", t.fired);
  }
  return 0;
}
"#,
        &[
            "5 10 8 1 15 1 17 3",
            "2000000000 2000000000 4000000000 400000000 4100000000 5 200000000 9",
            "1 1 2 2 4 4",
            "2000000000 2147000000 4147000000 200000000 1 5 60000000 7",
            "9 0 9 0",
        ],
        "(int32_t)(now - t->due) >= 0",
    ),
    // The size of the whole.
    (
        r#"#include <stdio.h>
#include <string.h>
struct pool { char used[6]; int taken; };
static void clear(struct pool *p) {
  memset(p->used, 0, sizeof(p->used[0])); //! memset(p->used, 0, sizeof(p->used));
  p->taken = 0;
}
int main(void) {
  struct pool p = {{1, 1, 1, 1, 1, 1}, 6};
  int at;
  clear(&p);
  while (scanf("%d", &at) == 1 && at >= 0 && at < 6) {
    if (!p.used[at])
      p.taken++;
    p.used[at] = 1;
  }
  printf("%d\n", p.taken);
  return 0;
}
"#,
        &["0", "0 1 2", "3 3", "5", "4 0 4"],
        "sizeof(p->used)",
    ),
    // Another mask, written like the one that stands there.
    (
        r#"#include <stdio.h>
static unsigned low(unsigned word) { return word & 0x0Fu; } //! static unsigned low(unsigned word) { return word & 0x1Fu; }
int main(void) {
  unsigned word;
  while (scanf("%u", &word) == 1)
    printf("%u ", low(word));
  return 0;
}
"#,
        &["3", "16 17", "63", "9", "31 32 96"],
        "0x1Fu",
    ),
];

#[test]
fn definitions_are_repaired() {
    PROGRAMS.into_iter().for_each(has_repair);
}

/// Programs as above; the line behind `//!` is missing.
const LACKING: [(&str, &[&str], &str); 3] = [
    // A state that is never entered.
    (
        r#"#include <stdio.h>
enum state { IDLE, OPEN, HELD };
struct door { enum state state; int ticks; };
static void enter(struct door *d, enum state next) {
  d->state = next;
  d->ticks = 0;
}
static int poll(struct door *d, int pressed) {
  d->ticks++;
  switch (d->state) {
  case IDLE:
    if (pressed)
      enter(d, OPEN);
    return 0;
  case OPEN:
    if (!pressed) {
      enter(d, IDLE);
    } else if (d->ticks > 2) {
      //! enter(d, HELD);
      return 1;
    }
    return 0;
  case HELD:
    if (!pressed)
      enter(d, IDLE);
    return d->ticks > 2 ? 3 : 2;
  }
  return 9;
}
int main(void) {
  struct door d = {IDLE, 0};
  int pressed;
  while (scanf("%d", &pressed) == 1)
    printf("%d", poll(&d, pressed));
  return 0;
}
"#,
        &["1 1 1 1 1 1", "1 0 1", "0 0", "1 1 1 1 1 0 1 1", "1 1 1"],
        "enter(d, HELD);",
    ),
    // What the sibling asks first.
    (
        r#"#include <stdio.h>
enum error { FINE, UNKNOWN, ZERO };
struct reader { enum error error; int count; };
static int fail(struct reader *r, enum error error) {
  r->error = error;
  return 0;
}
static int apply(struct reader *r, char op, int a, int b) {
  switch (op) {
  case '+':
    return a + b;
  case '/':
    if (b == 0)
      return fail(r, ZERO);
    return a / b;
  case '%':
    //! if (b == 0) return fail(r, ZERO);
    return a % b;
  default:
    return fail(r, UNKNOWN);
  }
}
int main(void) {
  struct reader r = {FINE, 0};
  int a, b;
  char op;
  while (scanf("%d %c %d", &a, &op, &b) == 3)
    printf("%d:%d ", apply(&r, op, a, b), (int)r.error);
  return 0;
}
"#,
        &["1 + 2 7 / 2", "7 % 4", "5 % 0", "3 / 0", "8 ! 1 9 % 0"],
        "if (b == 0) return fail(r, ZERO);",
    ),
    // A reset that another function has.
    (
        r#"#include <stdio.h>
#define FIRST 7
struct frame { int sum, left; };
static void begin(struct frame *f) {
  f->left = 0;
  f->sum = FIRST;
}
static int feed(struct frame *f, int n) {
  if (f->left == 0) {
    //! f->sum = FIRST;
    f->left = n;
    return -1;
  }
  f->sum = f->sum * 3 + n;
  f->left--;
  return f->left == 0 ? f->sum : -1;
}
int main(void) {
  struct frame f;
  int n;
  begin(&f);
  while (scanf("%d", &n) == 1)
    printf("%d ", feed(&f, n));
  return 0;
}
"#,
        &["2 5 6", "1 4 1 4", "1 9", "2 1 1 1 8 2 3 3", ""],
        "f->sum = FIRST;",
    ),
];

#[test]
fn what_is_missing_names_enumerators_and_asks_what_siblings_ask() {
    for (text, inputs, wanted) in LACKING {
        let (_, report) = localized(text, inputs);
        let fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
        let texts: Vec<&str> = fixes.map(|fix| fix.edit.text.trim()).collect();
        assert!(texts.contains(&wanted), "{text}\n{texts:?}");
    }
}
