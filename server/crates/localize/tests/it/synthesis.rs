//! Repairs that no kind of edit was made for: what the program's own names can say at a place.

use localize::JobOptions;
use localize::report::{Fix, LEAST_SURE, Report};

use crate::support::{Faulty, edits, faulty, localized_by};

/// The faulty text is before `//!`, the correct one behind it. The edit changes the last text to the second one.
const PROGRAMS: [(&str, &[&str], &str); 25] = [
    // A pointer to a text that is overwritten.
    (
        "\
#include <stdio.h>
#include <string.h>
struct note { const char *text; int day; };
static struct note notes[8];
static int count;
static void keep(int day, const char *text) {
  notes[count].day = day;
  notes[count].text = text; //! notes[count].text = strdup(text);
  count++;
}
int main(void) {
  char word[20];
  int day;
  while (count < 8 && scanf(\"%d %19s\", &day, word) == 2)
    keep(day, word);
  for (int i = 0; i < count; i++)
    printf(\"%d:%s \", notes[i].day, notes[i].text);
  printf(\"\\n\");
  return 0;
}
",
        &["1 rain", "1 sun 2 rain", "5 fog 6 fog", "3 a 2 b 1 c", ""],
        "notes[count].text = strdup(text)",
    ),
    // Operators in the other order.
    (
        "\
#include <stdio.h>
static unsigned put(unsigned word, unsigned value, int at, int width) {
  unsigned mask = ((1u << width) - 1) << at;
  return (word & ~mask) | ((value & mask) << at); //! return (word & ~mask) | ((value << at) & mask);
}
int main(void) {
  unsigned word, value;
  int at, width;
  while (scanf(\"%u %u %d %d\", &word, &value, &at, &width) == 4)
    printf(\"%u\\n\", put(word, value, at, width));
  return 0;
}
",
        &["0 3 0 2", "255 0 4 2", "0 5 8 3", "1 9 4 3", "65535 6 3 4", "7 1 1 1"],
        "(value << at) & mask",
    ),
    // One test only, but a statement beside it that is the same with other names.
    (
        "\
#include <stdio.h>
struct queue { int cell[4], room, first, next; };
static void put(struct queue *q, int value) {
  q->cell[q->next] = value;
  q->next = q->next + 1; //! q->next = (q->next + 1) % q->room;
}
static int take(struct queue *q) {
  int value = q->cell[q->first];
  q->first = (q->first + 1) % q->room;
  return value;
}
int main(void) {
  struct queue q = {{0}, 4, 0, 0};
  int n;
  scanf(\"%d\", &n);
  for (int i = 0; i < n; i++) {
    put(&q, 100 + i);
    printf(\"%d \", take(&q));
  }
  printf(\"\\n\");
  return 0;
}
",
        &["9"],
        "(q->next + 1) % q->room",
    ),
    // The sign of a comparison, where each operand is a component of its own.
    (
        "\
#include <stdio.h>
#include <string.h>
int main(void) {
  char names[8][12], name[12];
  int n = 0;
  while (n < 8 && scanf(\"%11s\", name) == 1) {
    int at = 0;
    while (at < n && strcmp(names[at], name)) //! while (at < n && strcmp(names[at], name) < 0)
      at++;
    for (int i = n; i > at; i--)
      strcpy(names[i], names[i - 1]);
    strcpy(names[at], name);
    n++;
  }
  for (int i = 0; i < n; i++)
    printf(\"%s \", names[i]);
  printf(\"\\n\");
  return 0;
}
",
        &["a b c", "c b a", "b d a c", "x", "m m k", "q p"],
        "strcmp(names[at], name) < 0",
    ),
    // A byte that has a sign.
    (
        "\
#include <stdio.h>
static int offset(const unsigned char *packet) {
  return packet[0] * 10 + packet[1]; //! return packet[0] * 10 + (signed char)packet[1];
}
int main(void) {
  unsigned a, b;
  while (scanf(\"%u %u\", &a, &b) == 2) {
    unsigned char packet[2] = {(unsigned char)a, (unsigned char)b};
    printf(\"%d\\n\", offset(packet));
  }
  return 0;
}
",
        &["1 2", "3 255", "0 128", "9 127", "2 200", "7 7"],
        "(signed char)packet[1]",
    ),
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
    // A state among those that the program compares with this member.
    (
        "\
#include <stdio.h>
enum state { FREE, HELD, SOLD };
struct seat { enum state state; int owner; };
static int held(const struct seat *s, int n, int owner) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (s[i].owner == owner) //! if (s[i].owner == owner && s[i].state == HELD)
      count++;
  return count;
}
int main(void) {
  struct seat s[6] = {{FREE, 0}};
  char what;
  int at, owner;
  while (scanf(\" %c %d %d\", &what, &at, &owner) == 3) {
    if (what == 'h' && s[at].state == FREE) {
      s[at].state = HELD;
      s[at].owner = owner;
    } else if (what == 'b' && s[at].state == HELD) {
      s[at].state = SOLD;
    } else if (what == 'f') {
      s[at].state = FREE;
    } else if (what == '?') {
      printf(\"%d\\n\", held(s, 6, owner));
    }
  }
  return 0;
}
",
        &[
            "h 1 7 ? 0 7",
            "h 1 7 h 2 7 f 2 0 ? 0 7",
            "h 0 3 b 0 0 h 4 3 ? 0 3",
            "h 5 9 f 5 0 ? 0 9",
            "h 0 1 h 1 2 ? 0 2",
            "h 3 4 b 3 0 ? 0 4 h 1 4 ? 0 4",
        ],
        "s[i].owner == owner && s[i].state == HELD",
    ),
    // A wider type, in a program that names it.
    (
        "\
#include <stdint.h>
#include <stdio.h>
static int32_t scaled(int32_t a, int32_t b) {
  int64_t p = a * b; //! int64_t p = (int64_t)a * b;
  return (int32_t)(p >> 16);
}
int main(void) {
  int a, b;
  while (scanf(\"%d %d\", &a, &b) == 2)
    printf(\"%d\\n\", scaled(a, b));
  return 0;
}
",
        &[
            "2 3",
            "65536 65536",
            "131072 98304",
            "-65536 70000",
            "10 10",
            "65536 1",
        ],
        "(int64_t)a",
    ),
    // The name of another number; the macro is the whole operand.
    (
        "\
#include <stdio.h>
#define OPEN 0x28
#define SHUT 0x29
#define DEEP 3
int main(void) {
  int c, depth = 0, most = 0;
  while ((c = getchar()) != EOF) {
    if (c == OPEN)
      depth++;
    else if (c == OPEN) //! else if (c == SHUT)
      depth--;
    if (depth > most)
      most = depth;
  }
  printf(\"%d %d %d\\n\", depth, most, most > DEEP);
  return 0;
}
",
        &["(a)", "((", "()()", "(()(", "x", "(((())))"],
        "SHUT",
    ),
    // A comparison binds more tightly than an operator of bits.
    (
        "\
#include <stdio.h>
enum { READ = 4, WRITE = 2, RUN = 1 };
static int may(unsigned rights, unsigned need) {
  return rights & need == need; //! return (rights & need) == need;
}
int main(void) {
  unsigned rights, need;
  while (scanf(\"%u %u\", &rights, &need) == 2)
    puts(may(rights, need) ? \"may\" : \"may not\");
  return 0;
}
",
        &[
            "7 4",
            "6 1",
            "4 4",
            "1 6",
            "3 2",
            "5 7",
        ],
        "(rights & need) == need",
    ),
    // A shift binds less tightly than a sum.
    (
        "\
#include <stdio.h>
static int address(int base, int index) {
  return base + index << 2; //! return base + (index << 2);
}
int main(void) {
  int base, index;
  while (scanf(\"%d %d\", &base, &index) == 2)
    printf(\"%d\\n\", address(base, index));
  return 0;
}
",
        &["0 8", "100 9", "4 8", "10 20", "0 5", "0 1"],
        "base + (index << 2)",
    ),
    // The mask has a name that stands for an expression.
    (
        "\
#include <stdio.h>
#define ROOM 8u
#define WRAP (ROOM - 1u)
static unsigned char next, first;
static unsigned waiting(void) {
  return next - first; //! return (next - first) & WRAP;
}
int main(void) {
  char what;
  while (scanf(\" %c\", &what) == 1) {
    if (what == '+')
      next = (next + 1u) & WRAP;
    else if (what == '-')
      first = (first + 1u) & WRAP;
    else
      printf(\"%u\\n\", waiting());
  }
  return 0;
}
",
        &[
            "+ + ?",
            "+++++ ---- +++++ ?",
            "?",
            "+ - ?",
            "++++++ ------ +++ ? - ?",
            "+++ ? - ?",
        ],
        "(next - first) & WRAP",
    ),
    // A bit is added to others.
    (
        "\
#include <stdio.h>
int main(void) {
  unsigned seen = 0;
  int digit, twice = 0;
  while (scanf(\"%1d\", &digit) == 1) {
    if (seen >> digit & 1u)
      twice++;
    seen = 1u << digit; //! seen |= 1u << digit;
  }
  printf(\"%d\\n\", twice);
  return 0;
}
",
        &[
            "11",
            "121",
            "123",
            "3443",
            "90210",
            "5",
        ],
        "seen |= 1u << digit",
    ),
    // What is negated is the comparison.
    (
        "\
#include <stdio.h>
int main(void) {
  int side, other, changes = 0, first = 1;
  while (scanf(\"%d\", &other) == 1) {
    if (!first && !side == other) //! if (!first && !(side == other))
      changes++;
    side = other;
    first = 0;
  }
  printf(\"%d\\n\", changes);
  return 0;
}
",
        &[
            "1 0 1",
            "2 3",
            "0 1 1",
            "4 4 5",
            "7",
            "3 1 2",
        ],
        "!(side == other)",
    ),
    // A condition that another function of the program computes.
    (
        "\
#include <stdio.h>
static int members[16], count;
static int holds(const int *set, int n, int value) {
  for (int i = 0; i < n; i++)
    if (set[i] == value)
      return 1;
  return 0;
}
static void join(int value) {
  members[count++] = value; //! if (!holds(members, count, value)) members[count++] = value;
}
int main(void) {
  char what;
  int value;
  while (count < 16 && scanf(\" %c %d\", &what, &value) == 2) {
    if (what == 'j')
      join(value);
    else
      printf(\"%s of %d\\n\", holds(members, count, value) ? \"in\" : \"out\", count);
  }
  return 0;
}
",
        &[
            "j 1 j 2 ? 1",
            "j 1 j 1 ? 1",
            "? 3",
            "j 4 ? 5 j 5 ? 5",
            "j 2 j 3 j 2 ? 3",
            "j 9 ? 9",
        ],
        "if (!holds(members, count, value))\n      ",
    ),
    // A width with zeros.
    (
        "\
#include <stdio.h>
int main(void) {
  int hours, minutes;
  while (scanf(\"%d %d\", &hours, &minutes) == 2)
    printf(\"%d:%d\\n\", hours, minutes); //! printf(\"%d:%02d\\n\", hours, minutes);
  return 0;
}
",
        &[
            "12 30",
            "9 5",
            "0 0",
            "23 59",
            "7 15",
            "18 9",
        ],
        "printf(\"%d:%02d\\n\", hours, minutes)",
    ),
    // An enumerator of the same type, not another number with a name.
    (
        "\
#include <stdio.h>
#define SEATS 7
enum seat { FREE, TAKEN, BROKEN };
static enum seat row[SEATS];
static int used;
static void report(int at) {
  if (row[at] == TAKEN) used--;
  row[at] = FREE; //! row[at] = BROKEN;
}
int main(void) {
  char what;
  int at;
  while (scanf(\" %c %d\", &what, &at) == 2) {
    if (what == 'b') {
      report(at);
    } else if (what == 't') {
      if (row[at] == FREE) {
        row[at] = TAKEN;
        used++;
      } else {
        printf(\"no\\n\");
      }
    }
  }
  printf(\"%d of %d\\n\", used, SEATS);
  return 0;
}
",
        &[
            "t 1 t 1",
            "b 2 t 2",
            "t 3 b 3 t 3",
            "t 0",
            "b 1 t 2",
            "t 4 t 5 b 4",
            "t 5 b 1 b 1",
        ],
        "BROKEN",
    ),
    // A value, not a step.
    (
        "\
#include <stdio.h>
int main(void) {
  int mark, last = -1, place = 0, at = 0;
  while (scanf(\"%d\", &mark) == 1) {
    if (mark != last)
      place++; //! place = at + 1;
    printf(\"%d \", place);
    last = mark;
    at++;
  }
  printf(\"\\n\");
  return 0;
}
",
        &[
            "9 7 5",
            "9 9 5",
            "8 8 8 3 3 1",
            "4",
            "6 5 5",
            "7 7 7 7",
        ],
        "place = at + 1",
    ),
    // Zeros in front of a number that has a width.
    (
        "\
#include <stdio.h>
static void show(long cents) {
  if (cents >= 100000)
    printf(\"%ld,%3ld\\n\", cents / 1000, cents % 1000); //! printf(\"%ld,%03ld\\n\", cents / 1000, cents % 1000);
  else
    printf(\"%ld\\n\", cents);
}
int main(void) {
  long cents;
  while (scanf(\"%ld\", &cents) == 1)
    show(cents);
  return 0;
}
",
        &[
            "123456",
            "100007",
            "250050",
            "99",
            "100100",
            "7",
        ],
        "printf(\"%ld,%03ld\\n\", cents / 1000, cents % 1000)",
    ),
    // An argument that a macro names twice.
    (
        "\
#include <stdio.h>
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
int main(void) {
  int price[10], n = 0, gain = 0, low = 0;
  while (n < 10 && scanf(\"%d\", &price[n]) == 1)
    n++;
  for (int i = 1; i < n; i++) {
    if (price[i] < price[low])
      low = i;
    gain = LARGER(gain, price[i] - price[i]); //! gain = LARGER(gain, price[i] - price[low]);
  }
  printf(\"%d\\n\", gain);
  return 0;
}
",
        &[
            "7 1 5 3 6 4",
            "9 8 7",
            "1 2",
            "5",
            "2 9 1 4",
            "3 3 3",
        ],
        "price[low]",
    ),
    // An argument that a macro does not put into parentheses.
    (
        "\
#include <stdio.h>
#define TIMES(a, b) a * b
int main(void) {
  int from, to;
  while (scanf(\"%d %d\", &from, &to) == 2) {
    int cells = TIMES(to, to); //! int cells = TIMES((to - from), to);
    printf(\"%d\\n\", cells);
  }
  return 0;
}
",
        &[
            "0 4",
            "1 5",
            "2 6",
            "0 7",
            "3 9",
            "1 2",
        ],
        "(to - from)",
    ),
];

/// Statements under a missing condition, in another order, or without their `else`. An edit is one of those that
/// together change the program.
const ARRANGED: [(&str, &[&str], &str); 19] = [
    // Two statements in an empty branch.
    (
        "\
#include <stdio.h>
struct range { int low, low_at, high, high_at; };
static void note(struct range *r, int value, int at) {
  if (value < r->low) {
    r->low = value;
    r->low_at = at;
  }
  if (value > r->high) {
    //! r->high = value; r->high_at = at;
  }
}
int main(void) {
  struct range r = {100, -1, -100, -1};
  int value, at = 0;
  while (scanf(\"%d\", &value) == 1)
    note(&r, value, at++);
  printf(\"%d at %d, %d at %d\\n\", r.low, r.low_at, r.high, r.high_at);
  return 0;
}
",
        &["1 5 2 7", "3 2 1", "5", "4 3 9 -2", ""],
        "r->high = value; r->high_at = at;",
    ),
    // A loop, not a condition.
    (
        "\
#include <stdio.h>
int main(void) {
  int digits[12] = {0}, n, value;
  while (scanf(\"%d\", &value) == 1) {
    int carry = value, at = 0;
    if (carry > 0) { //! while (carry > 0) {
      digits[at] += carry % 10;
      carry = carry / 10 + digits[at] / 10;
      digits[at++] %= 10;
    }
  }
  for (n = 11; n > 0 && digits[n] == 0;)
    n--;
  while (n >= 0)
    printf(\"%d\", digits[n--]);
  printf(\"\\n\");
  return 0;
}
",
        &["1 2", "12", "99 1", "5 5", "123 456 789", "7"],
        "while",
    ),
    // The end of a text.
    (
        "\
#include <ctype.h>
#include <stdio.h>
static int next(char *word) {
  int c, n = 0;
  while ((c = getchar()) != EOF && !isalpha(c))
    ;
  for (; c != EOF && isalpha(c); c = getchar())
    if (n < 15)
      word[n++] = (char)tolower(c);
  //! word[n] = '\\0';
  return n;
}
int main(void) {
  char word[16] = \"\";
  while (next(word) > 0)
    printf(\"%s.\", word);
  printf(\"\\n\");
  return 0;
}
",
        &[
            "One two",
            "a",
            "Three blind mice",
            "",
            "x yy zzz",
            "ever so",
        ],
        "word[n] = '\\0';",
    ),
    // Another sign, in a branch without braces.
    (
        "\
#include <stdio.h>
int main(void) {
  int n, value, sign = 1, sum = 0;
  scanf(\"%d\", &n);
  for (int i = 0; i < n && scanf(\"%d\", &value) == 1; i++)
    sum += sign * value; //! { sum += sign * value; sign = -sign; }
  printf(\"%d\\n\", sum);
  return 0;
}
",
        &["1 5", "2 3 4", "3 1 1 1", "4 9 2 7 5", "0", "5 1 2 3 4 5"],
        "{ sum += sign * value; sign = -sign; }",
    ),
    // A case that runs into the next one.
    (
        "\
#include <stdio.h>
int main(void) {
  char op;
  int n, total = 0;
  while (scanf(\" %c%d\", &op, &n) == 2)
    switch (op) {
    case 'a':
      total += n;
      break;
    case 's':
      total -= n;
      //! break;
    case 'd':
      total *= 2;
    }
  printf(\"%d\\n\", total);
  return 0;
}
",
        &["a3", "s4", "a5 s2", "d1", "a4 d0", "a7 s3 s2"],
        "break;",
    ),
    // What is taken from a list is put back in the other direction, before its head changes.
    (
        "\
#include <stdio.h>
#define NONE -1
struct slot { int value, next; } slots[6];
static int free_slot;
static int take(void) {
  int s = free_slot;
  if (s != NONE)
    free_slot = slots[s].next;
  return s;
}
static void give(int s) {
  //! slots[s].next = free_slot;
  free_slot = s;
}
int main(void) {
  int c;
  for (int i = 0; i < 6; i++)
    slots[i].next = i < 5 ? i + 1 : NONE;
  while (scanf(\"%d\", &c) == 1) {
    if (c < 0)
      printf(\"%d \", take());
    else
      give(c);
  }
  printf(\"\\n\");
  return 0;
}
",
        &[
            "-1 -1",
            "-1 0 -1 -1",
            "-1 -1 0 -1 -1",
            "-1 -1 -1 1 0 -1 -1 -1",
            "-1",
            "-1 -1 0 1 -1 -1 -1",
        ],
        "slots[s].next = free_slot;",
    ),
    // A reset beside its like.
    (
        "\
#include <stdio.h>
struct word { int length, capitals; };
static void finish(struct word *w) {
  printf(\"%d%s \", w->length, w->capitals ? \"!\" : \"\");
  w->length = 0;
  //! w->capitals = 0;
}
int main(void) {
  struct word w = {0, 0};
  int c;
  while ((c = getchar()) != EOF && c != '.') {
    if (c == ' ') {
      finish(&w);
      continue;
    }
    w.length++;
    if (c >= 'A' && c <= 'Z')
      w.capitals++;
  }
  finish(&w);
  printf(\"\\n\");
  return 0;
}
",
        &[
            "ab c.",
            "A b.",
            "x Yy z.",
            "Q.",
            "one TWO three four.",
            "no.",
        ],
        "w->capitals = 0;",
    ),
    (
        "\
#include <stdio.h>
int main(void) {
  int n, queue[20], tail = 0, need[20], total = 0;
  scanf(\"%d\", &n);
  for (int i = 0; i < n; i++)
    scanf(\"%d\", &need[i]);
  int which;
  while (scanf(\"%d\", &which) == 1) {
    need[which]--;
    queue[tail++] = which; //! if (need[which] == 0) queue[tail++] = which;
  }
  for (int i = 0; i < tail; i++)
    total += printf(\"%d \", queue[i]);
  printf(\"%d\\n\", total);
  return 0;
}
",
        &[
            "2 1 1 0 1",
            "3 2 1 1 0 1 2",
            "1 3 0 0 0",
            "2 2 2 0 1 0 1",
            "2 1 1 1 0",
        ],
        "if (need[which] == 0) ",
    ),
    (
        "\
#include <stdio.h>
int main(void) {
  int n, best = 0, at = -1, i = 0;
  while (scanf(\"%d\", &n) == 1) {
    best = n; at = i; //! if (n > best) { best = n; at = i; }
    i++;
  }
  printf(\"%d %d\\n\", best, at);
  return 0;
}
",
        &["1 2 3", "3 2 1", "5", "2 9 4 8", "7 7 7 1", "4 5 6"],
        "if (best < n) { best = n; at = i; }",
    ),
    (
        "\
#include <stdio.h>
static int stack[20], top;
static int pop(void) { return top > 0 ? stack[--top] : 0; }
int main(void) {
  char word[9];
  int x;
  while (scanf(\"%8s\", word) == 1) {
    if (sscanf(word, \"%d\", &x) == 1) {
      stack[top++] = x;
      continue;
    }
    int a, b;
    a = pop(); //! b = pop();
    b = pop(); //! a = pop();
    stack[top++] = word[0] == '+' ? a + b : word[0] == '*' ? a * b : a / b;
  }
  printf(\"%d\\n\", pop());
  return 0;
}
",
        &[
            "1 2 +",
            "8 2 /",
            "9 3 / 2 *",
            "3 4 *",
            "20 2 5 / 3 + /",
            "1",
        ],
        "a = pop();",
    ),
    (
        "\
#include <stdio.h>
int main(void) {
  int a, b, up = 0, down = 0, same = 0;
  while (scanf(\"%d %d\", &a, &b) == 2) {
    if (a < b) {
      up++;
      a = b;
    } //! } else
    if (a > b)
      down++;
    else
      same++;
  }
  printf(\"%d %d %d\\n\", up, down, same);
  return 0;
}
",
        &["1 2", "2 1", "3 3", "1 2 3 4 5 5", "4 3 1 9 2 2", "5 4 3 2"],
        "else ",
    ),
    (
        "\
#include <stdio.h>
int main(void) {
  int n, sum = 0, most = 0;
  while (scanf(\"%d\", &n) == 1) {
    if (sum > most) //! sum += n;
      most = sum; //! if (sum > most) most = sum;
    sum += n; //!
  }
  printf(\"%d %d\\n\", sum, most);
  return 0;
}
",
        &["1 2 3", "5 -2", "4", "1 -1 2", "-3 1", "2 2 -9"],
        "sum += n;",
    ),
    // The more general of two conditions comes first.
    (
        "\
#include <stdio.h>
static char grade(int score) {
  if (score >= 50) return 'C'; //! if (score >= 80) return 'A';
  if (score >= 80) return 'A'; //! if (score >= 50) return 'C';
  return 'F';
}
int main(void) {
  int score;
  while (scanf(\"%d\", &score) == 1)
    printf(\"%c\\n\", grade(score));
  return 0;
}
",
        &["49", "50", "79", "80", "95", "12 60"],
        "if (score >= 80) return 'A';",
    ),
    // So does the more general of two branches.
    (
        "\
#include <stdio.h>
static const char *kind(int sides, int equal) {
  const char *name = \"other\";
  if (sides == 4) name = \"quadrangle\"; //! if (sides == 4 && equal) name = \"square\";
  else if (sides == 4 && equal) name = \"square\"; //! else if (sides == 4) name = \"quadrangle\";
  else if (sides == 3) name = \"triangle\";
  return name;
}
int main(void) {
  int sides, equal;
  while (scanf(\"%d %d\", &sides, &equal) == 2)
    puts(kind(sides, equal));
  return 0;
}
",
        &["4 0", "4 1", "3 1", "5 0", "4 1 3 0", "7 1"],
        "sides == 4 && equal",
    ),
    // The loop over what is on the way is the outer one.
    (
        "\
#include <stdio.h>
#define N 5
static int reach[N][N];
int main(void) {
  int a, b;
  while (scanf(\"%d %d\", &a, &b) == 2)
    reach[a][b] = 1;
  for (int from = 0; from < N; from++) //! for (int by = 0; by < N; by++)
    for (int to = 0; to < N; to++) //! for (int from = 0; from < N; from++)
      for (int by = 0; by < N; by++) //! for (int to = 0; to < N; to++)
        if (reach[from][by] && reach[by][to])
          reach[from][to] = 1;
  int pairs = 0;
  for (int i = 0; i < N * N; i++)
    pairs += reach[i / N][i % N];
  printf(\"%d\\n\", pairs);
  return 0;
}
",
        &[
            "0 1 1 2",
            "4 3 3 2 2 1 1 0",
            "0 4 4 3 3 2",
            "1 2 3 4",
            "2 0 0 3 3 1",
            "0 1",
        ],
        "int by = 0; by < N; by++",
    ),
    // A sign that changes with each round; most names of the function are those of inner blocks.
    (
        "\
#include <stdio.h>
static long alternating(const int *v, int n) {
  int sign = 1;
  long all = 0;
  for (int i = 0; i < n; i++) {
    int least = v[i];
    for (int j = i + 1; j < n; j++) {
      int other = v[j];
      if (other < least)
        least = other;
    }
    all += sign * least;
    //! sign = -sign;
  }
  for (int k = 1; k < n; k++) {
    int before = v[k - 1], here = v[k];
    if (here == before)
      all += here;
  }
  return all;
}
int main(void) {
  int v[8], n = 0;
  while (n < 8 && scanf(\"%d\", &v[n]) == 1)
    n++;
  printf(\"%ld\\n\", alternating(v, n));
  return 0;
}
",
        &["1", "1 2", "5 3 4", "2 2 7", "", "9 8 1 4", "0 3"],
        "sign = -sign;",
    ),
    // A statement stands beside one of its form.
    (
        "\
#include <stdio.h>
static int depth, quoted;
static int level(const char *s) {
  const char *p = s;
  depth = 0; //! depth = 0; quoted = 0;
  for (; *p; p++) {
    if (*p == '\"')
      quoted = !quoted;
    if (!quoted && *p == '(')
      depth++;
    if (!quoted && *p == ')')
      depth--;
  }
  return depth;
}
int main(void) {
  char line[40];
  while (fgets(line, sizeof line, stdin))
    printf(\"%d\\n\", level(line));
  return 0;
}
",
        &[
            "((\n(",
            "\"(\n(",
            "(\"\n((",
            "a\nb",
            "()\n(",
            "\"(\"(\n\"x\"((",
            "\"x\n(\"(\"",
        ],
        "quoted = 0;",
    ),
    // An assignment is missing beside another one, which an edit would take away.
    (
        "\
#include <stdio.h>
struct reader { int escaped, lost, count; };
static void begin(struct reader *r) {
  r->escaped = 0; //! r->escaped = 0; r->lost = 0;
  r->count = 0;
}
int main(void) {
  struct reader r = {0, 0, 0};
  int c;
  begin(&r);
  while ((c = getchar()) != EOF) {
    if (c == ';') {
      printf(\"%d%s \", r.count, r.lost ? \" lost\" : \"\");
      begin(&r);
    } else if (r.escaped) {
      r.escaped = 0;
      r.count++;
    } else if (c == '/') {
      r.escaped = 1;
    } else if (++r.count > 4) {
      r.lost = 1;
    }
  }
  return 0;
}
",
        &["abc;", "abcdefg;a;", "a/;b;", "/a/b;c;"],
        "r.lost = 0;",
    ),
    // A conversion that is wrong in one place is wrong in all of them.
    (
        "\
#include <stdio.h>
int main(void) {
  int h, m;
  while (scanf(\"%i:%i\", &h, &m) == 2) //! while (scanf(\"%d:%d\", &h, &m) == 2)
    printf(\"%d \", h * 60 + m);
  return 0;
}
",
        &["7:30", "12:05", "08:15 10:20", "10:09 9:10", "23:59"],
        "scanf(\"%d:%d\", &h, &m)",
    ),
];

/// A program with one fault, and what is found in it.
pub(crate) fn localized(text: &str, inputs: &[&str]) -> (Faulty, Report) {
    let program = faulty(text, inputs);
    let options = JobOptions {
        max_size: 1,
        ..JobOptions::default()
    };
    let report = program.localized(options, 60);
    (program, report)
}

#[test]
fn what_is_written_is_arranged_in_another_way() {
    for (text, inputs, wanted) in ARRANGED {
        let (_, report) = localized(text, inputs);
        let words = |text: &str| text.split_whitespace().collect::<String>();
        let fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
        let fixes: Vec<Vec<String>> = fixes
            .map(|fix| fix.edits().map(|edit| words(&edit.text)).collect())
            .collect();
        let is_right = |fix: &Vec<String>| fix.contains(&words(wanted));
        assert!(fixes.iter().any(is_right), "{text}\n{fixes:?}");
    }
}

#[test]
fn the_names_of_the_program_say_what_was_meant() {
    PROGRAMS.into_iter().for_each(has_repair);
}

/// A repair of the program is the wanted text at the place of its fault, and nothing else.
pub(crate) fn has_repair((text, inputs, wanted): (&str, &[&str], &str)) {
    let (program, report) = localized(text, inputs);
    let Faulty {
        compiled, faults, ..
    } = program;
    let fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
    let fixes: Vec<_> = fixes.map(|fix| edits(&compiled, fix)).collect();
    let right = vec![(faults[0], wanted.to_owned())];
    assert!(fixes.contains(&right), "{text}\n{fixes:?}");
}

/// Programs as above, in which several repairs pass all tests.
const LIKELIEST: [(&str, &[&str], &str); 3] = [
    // A hash without collisions would pass the tests as well, but it puts every word elsewhere.
    (
        "\
#include <stdio.h>
#include <string.h>
struct entry { char word[12]; struct entry *next; };
static struct entry pool[30], *bucket[5];
static int used;
static unsigned place(const char *s) {
  unsigned sum = 0;
  while (*s)
    sum = sum * 31 + (unsigned char)*s++;
  return sum % 5;
}
static void add(const char *word) {
  struct entry *e = &pool[used++];
  strcpy(e->word, word);
  e->next = NULL; //! e->next = bucket[place(word)];
  bucket[place(word)] = e;
}
static int has(const char *word) {
  for (struct entry *e = bucket[place(word)]; e; e = e->next)
    if (strcmp(e->word, word) == 0)
      return 1;
  return 0;
}
int main(void) {
  char verb[8], word[12];
  while (scanf(\"%7s %11s\", verb, word) == 2) {
    if (verb[0] == '+')
      add(word);
    else
      printf(\"%s %d\\n\", word, has(word));
  }
  return 0;
}
",
        &[
            "+ a ? a ? b",
            "? oak",
            "+ elm + fir + oak ? elm ? fir ? oak ? ash",
            "+ b + a ? b ? c ? a",
            "+ ash + elm + yew + fig + oak + fir + bay ? ash ? elm ? yew ? fig ? oak ? fir ? bay",
            "+ a + f ? a ? f ? k",
        ],
        "e->next = bucket[place(word)]",
    ),
    // What the other branches do, with something else.
    (
        "\
#include <stdio.h>
int main(void) {
  int c, lines = 0;
  while ((c = getchar()) != EOF) {
    if (c >= 'a' && c <= 'z')
      putchar(c - 'a' + 'A');
    else if (c == '\\n') {
      putchar('/');
      lines++;
    } //! } else putchar(c);
  }
  printf(\"[%d]\\n\", lines);
  return 0;
}
",
        &["abc\n", "a1\n", "Hi you\n", "x\ny\n", "", "7 up\nOK\n"],
        "else putchar(c);",
    ),
    // Without the statement, the tests pass as well.
    (
        "\
#include <stdio.h>
struct item { int value; struct item *before, *after; };
static struct item items[20];
int main(void) {
  struct item *first = NULL, *last = NULL;
  int n = 0, x;
  while (n < 20 && scanf(\"%d\", &x) == 1) {
    struct item *one = &items[n++];
    *one = (struct item){x, NULL, first};
    first->before = one; //! if (first) first->before = one;
    first = one;
    if (!last) last = one;
  }
  for (struct item *one = last; one; one = one->before)
    printf(\"%d \", one->value);
  printf(\"%d\\n\", n);
  return 0;
}
",
        &["", "1", "1 2", "5 4 3", "7 7", "9 1 8 2"],
        "if (first) ",
    ),
];

#[test]
fn the_likeliest_repair_is_the_one_that_was_meant() {
    for (text, inputs, wanted) in LIKELIEST {
        let (_, report) = localized(text, inputs);
        let fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
        let mut fixes: Vec<&Fix> = fixes.collect();
        fixes.sort_by(|a, b| b.plausibility.total_cmp(&a.plausibility));
        let words = |text: &str| text.split_whitespace().collect::<String>();
        let first = fixes.first().expect("a repair");
        assert_eq!(words(&first.edit.text), words(wanted), "{text}\n{fixes:#?}");
        assert!(first.plausibility >= LEAST_SURE, "{text}\n{first:#?}");
    }
}

/// A program in which a statement is missing that must not always run.
const LIST: &str = "\
#include <stdio.h>
struct node { int key; struct node *next; };
static struct node pool[20], *first, *last;
static int used;
static void append(int key) {
  struct node *n = &pool[used++];
  n->key = key;
  if (!first) first = n;
  else last->next = n;
  last = n;
}
static void insert(int key) {
  struct node *n = &pool[used++], *at = first;
  n->key = key;
  if (!first || first->key > key) {
    n->next = first;
    first = n;
    if (!last) last = n;
  } else {
    while (at->next && at->next->key <= key) at = at->next;
    n->next = at->next;
    at->next = n;
    //! if (!n->next) last = n;
  }
}
int main(void) {
  char verb;
  int key;
  while (scanf(\" %c %d\", &verb, &key) == 2) {
    if (verb == 'a') append(key);
    else insert(key);
  }
  for (struct node *n = first; n; n = n->next) printf(\"%d \", n->key);
  printf(\"%d\\n\", last ? last->key : 0);
  return 0;
}
";

#[test]
fn a_statement_under_a_condition_is_found_with_larger_budgets() {
    let inputs = &[
        "a 5 i 3 a 9",
        "i 4 i 6 a 8 a 2",
        "a 7 a 1",
        "i 5 i 9 i 7 a 1",
        "i 2",
        "",
        "a 1 a 4 a 9 i 2 a 3",
        "a 3 i 3 i 8 i 4",
    ];
    let program = faulty(LIST, &inputs[..]);
    let options = || JobOptions {
        max_size: 1,
        ..JobOptions::default()
    };
    let has = |report: &Report| {
        let mut fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
        fixes.any(|fix| fix.edit.text.trim() == "if (!n->next) last = n;")
    };
    assert!(!has(&program.localized(options(), 60)));
    assert!(has(&program.localized_in_rounds(options(), 100)));
}

#[test]
fn the_line_of_the_repair_is_ranked() {
    let text = "\
#include <stdio.h>
static int overlaps(int a, int b, int c, int d) {
  return a < d
    && c <= b; //! && c < b;
}
int main(void) {
  int a, b, c, d;
  while (scanf(\"%d %d %d %d\", &a, &b, &c, &d) == 4)
    printf(\"%d\\n\", overlaps(a, b, c, d));
  return 0;
}
";
    let inputs = ["1 2 3 4", "1 2 2 3", "2 3 1 2", "1 9 2 3", "0 5 5 6"];
    let (_, report) = localized(text, &inputs);
    assert_eq!(report.ranking[0].line, 4);
}

#[test]
fn an_argument_of_which_a_macro_makes_a_text_is_left_alone() {
    let text = "\
#include <stdio.h>
#define CHECK(c) printf(\"%s: %s\\n\", #c, (c) ? \"ok\" : \"bad\")
#define ALL(c) CHECK(c)
int main(void) {
  int n;
  scanf(\"%d\", &n);
  ALL(n > 0);
  return 0;
}
";
    let tests = [
        ("1\n", "n > 0: ok\n"),
        ("0\n", "n > 0: ok\n"),
        ("-2\n", "n > 0: bad\n"),
    ];
    let (compiled, report) = localized_by(text, &tests, JobOptions::default());
    let fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
    let lines: Vec<u32> = fixes
        .flat_map(|fix| edits(&compiled, fix))
        .map(|(line, _)| line)
        .collect();
    assert!(!lines.contains(&7), "{lines:?}");
}

#[test]
fn an_input_tells_repairs_apart_between_which_the_tests_do_not_decide() {
    let text = "\
#include <stdio.h>
int main(void) {
  int x;
  scanf(\"%d\", &x);
  int y = x - 2; //! int y = x + 2;
  printf(\"%d\\n\", y - x);
  return 0;
}
";
    let (_, report) = localized(text, &["2", " 2", "2\n", "2 \n"]);
    let open = report.undecided.expect("`x + 2` and `y + x` pass");
    let [likely, other] = &open.fixes;
    assert_ne!(likely, other);
    assert_ne!(open.difference.lines[0], open.difference.lines[1]);
    assert_ne!(open.difference.input.trim_ascii(), b"2");
    let all = || report.diagnoses.iter().flat_map(|d| &d.fixes);
    let of = |fix: &Fix| all().find(|known| known.edits().eq(fix.edits()));
    let is_sure = |fix: &Fix| of(fix).is_some_and(|known| known.plausibility >= LEAST_SURE);
    assert!(is_sure(likely) && !is_sure(other));
}

#[test]
fn another_type_is_declared() {
    let sums = "\
#include <stdint.h>
#include <stdio.h>
struct totals {
  uint32_t sum; //! uint64_t sum;
  uint32_t count;
};
static void add(struct totals *t, uint32_t value) {
  t->sum += value;
  t->count++;
}
int main(void) {
  struct totals t = {0, 0};
  unsigned value;
  while (scanf(\"%u\", &value) == 1)
    add(&t, value);
  if (t.count)
    printf(\"%u\\n\", (unsigned)(t.sum / t.count));
  return 0;
}
";
    let inputs = [
        "1 2 3",
        "4000000000 4000000000",
        "7",
        "3000000000 2000000000 1000000000",
        "5 6",
    ];
    let clock = "\
#include <stdint.h>
#include <stdio.h>
int main(void) {
  unsigned from, to;
  while (scanf(\"%u %u\", &from, &to) == 2) {
    uint16_t a = (uint16_t)from, b = (uint16_t)to;
    int ticks = b - a; //! uint16_t ticks = b - a;
    printf(\"%d\\n\", ticks / 2);
  }
  return 0;
}
";
    let times = [
        "10 20",
        "65530 6",
        "0 65535",
        "5 5",
        "65535 0",
        "100 40 7 9",
    ];
    for (text, inputs, wanted) in [
        (sums, &inputs[..], "uint64_t"),
        (clock, &times[..], "uint16_t"),
    ] {
        let (_, report) = localized(text, inputs);
        let mut fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
        assert!(fixes.any(|fix| fix.edit.text == wanted), "{text}");
    }
}
