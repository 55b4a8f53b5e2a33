//! Plain faults, each with the repair that the author of the program would make: it must be offered first.

use localize::JobOptions;
use localize::report::Report;
use testkit::CompiledProgram;

use crate::support::localized_by;

/// A program with one plain fault.
struct Case {
    /// Name of the fault.
    name: &'static str,
    /// The function `main` and everything before it.
    text: &'static str,
    /// Inputs and expected outputs.
    tests: &'static [(&'static str, &'static str)],
    /// Texts that the edits of the first fix insert, without blanks.
    edits: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        name: "a semicolon empties a loop",
        text: "int main(void) { int n, f = 1, i; scanf(\"%d\", &n);
for (i = 2; i <= n; i++);
{ f *= i; }
printf(\"%d\\n\", f); return 0; }",
        tests: &[("4", "24\n"), ("1", "1\n"), ("6", "720\n")],
        edits: &[""],
    },
    Case {
        name: "a semicolon empties the last branch",
        text: "int main(void) { int a, b; scanf(\"%d %d\", &a, &b);
if (a > b) puts(\"first\"); else if (b > a);
puts(\"second\");
puts(\"done\"); return 0; }",
        tests: &[("4 1", "first\ndone\n"), ("1 4", "second\ndone\n"), ("2 2", "done\n")],
        edits: &[""],
    },
    Case {
        name: "two lines below an `if` without braces",
        text: "int main(void) { int n, v, s = 0, k = 0; scanf(\"%d\", &n);
while (n-- > 0) {
  scanf(\"%d\", &v);
  if (v % 2 == 0)
    s += v;
    k++;
}
printf(\"%d %d\\n\", s, k); return 0; }",
        tests: &[("3 1 2 4", "6 2\n"), ("2 1 3", "0 0\n"), ("1 8", "8 1\n")],
        edits: &["{", "}"],
    },
    Case {
        name: "two lines below an `else` without braces",
        text: "struct tank { int level, lost; };
void fill(struct tank *t, int by) {
\tif (t->level + by <= 10)
\t\tt->level += by;
\telse
\t\tt->lost += t->level + by - 10;
\t\tt->level = 10;
}
int main(void) { struct tank t = {0, 0}; int by;
while (scanf(\"%d\", &by) == 1) fill(&t, by);
printf(\"%d %d\\n\", t.level, t.lost); return 0; }",
        tests: &[("4 3", "7 0\n"), ("8 5 1", "10 4\n"), ("10", "10 0\n"), ("2", "2 0\n")],
        edits: &["{", "}"],
    },
    Case {
        name: "a loop without braces that does not end",
        text: "int main(void) { int n, i = 1, s = 0; scanf(\"%d\", &n);
    while (i <= n)
        s += i * i;
        i++;
    printf(\"%d\\n\", s); return 0; }",
        tests: &[("3", "14\n"), ("0", "0\n"), ("1", "1\n")],
        edits: &["{", "}"],
    },
    Case {
        name: "the size of a pointer for that of its record",
        text: "#include <string.h>
struct log { int marks[6]; int used; };
static void clear(struct log *l) { memset(l, 0, sizeof(l)); }
int main(void) { struct log l; int v, s = 0; clear(&l);
while (l.used < 6 && scanf(\"%d\", &v) == 1) l.marks[l.used++] = v;
for (v = 0; v < 6; v++) s += l.marks[v];
printf(\"%d %d\\n\", l.used, s); return 0; }",
        tests: &[("3 4", "2 7\n"), ("1", "1 1\n"), ("", "0 0\n")],
        edits: &["sizeof(*l)"],
    },
    Case {
        name: "a statement written twice",
        text: "int main(void) { int v, n = 0, big = 0;
while (scanf(\"%d\", &v) == 1) {
  if (v > 9) {
    big += v;
    big += v;
  }
  n++;
}
printf(\"%d %d\\n\", n, big); return 0; }",
        tests: &[("10 3", "2 10\n"), ("1 2", "2 0\n"), ("20 30 1", "3 50\n")],
        edits: &[""],
    },
    Case {
        name: "bits that are set and not cleared before",
        text: "#include <stdint.h>
static void put(uint8_t *port, uint8_t mask, uint8_t value) { *port |= value & mask; }
int main(void) { unsigned m, v; uint8_t port = 0xF0;
while (scanf(\"%x %x\", &m, &v) == 2) put(&port, (uint8_t)m, (uint8_t)v);
printf(\"%x\\n\", port); return 0; }",
        tests: &[("f 3", "f3\n"), ("f0 50", "50\n"), ("80 0 1 1", "71\n"), ("f 3 3 1", "f1\n")],
        edits: &["*port&=~mask;"],
    },
    Case {
        name: "the name of another number",
        text: "#define SIZE 8u
#define MASK (SIZE - 1u)
int main(void) { unsigned v[SIZE] = {0}, at = 0, x;
while (scanf(\"%u\", &x) == 1) { v[at] = x; at = (at + 1u) & SIZE; }
for (x = 0; x <= MASK; x++) printf(\"%u \", v[x]); return 0; }",
        tests: &[("4 5", "4 5 0 0 0 0 0 0 "), ("1", "1 0 0 0 0 0 0 0 "), ("1 2 3 4 5 6 7 8 9", "9 2 3 4 5 6 7 8 ")],
        edits: &["MASK"],
    },
    Case {
        name: "an assignment for a comparison before another condition",
        text: "int main(void) { int v[5] = {4, 8, 15, 16, 23}, key, at = 0, hit = 0; scanf(\"%d\", &key);
while (hit = 0 && at < 5) { if (v[at] == key) hit = 1; else at++; }
if (hit) printf(\"%d\\n\", at); else puts(\"none\"); return 0; }",
        tests: &[("15", "2\n"), ("4", "0\n"), ("5", "none\n")],
        edits: &["hit==0&&at<5"],
    },
    Case {
        name: "characters of digits are summed",
        text: "int main(void) { char t[20]; int i, s = 0; scanf(\"%19s\", t);
for (i = 0; t[i]; i++) s += t[i];
printf(\"%d\\n\", s); return 0; }",
        tests: &[("123", "6\n"), ("7", "7\n"), ("9041", "14\n")],
        edits: &["t[i]-'0'"],
    },
    Case {
        name: "a character that was read counts digits",
        text: "int main(void) { int n[10] = {0}, c, i;
while ((c = getchar()) != EOF) if (c >= '0' && c <= '9') n[c]++;
for (i = 0; i < 10; i++) printf(\"%d\", n[i]); puts(\"\"); return 0; }",
        tests: &[("1991", "0200000002\n"), ("a0", "1000000000\n"), ("", "0000000000\n")],
        edits: &["c-'0'"],
    },
    Case {
        name: "digits are stored as numbers",
        text: "int main(void) { char t[12]; int n, i = 0; scanf(\"%d\", &n);
do { t[i++] = n % 8; n /= 8; } while (n > 0);
while (i > 0) putchar(t[--i]); puts(\"\"); return 0; }",
        tests: &[("8", "10\n"), ("5", "5\n"), ("83", "123\n")],
        edits: &["t[i++]=n%8+'0'"],
    },
    Case {
        name: "an array that is returned ends with its function",
        text: "char *twice(char c) { char both[3]; both[0] = both[1] = c; both[2] = 0; return both; }
int main(void) { char c; while (scanf(\" %c\", &c) == 1) puts(twice(c)); return 0; }",
        tests: &[("a", "aa\n"), ("x y", "xx\nyy\n")],
        edits: &["static"],
    },
    Case {
        name: "an array that a structure leads to ends with its function",
        text: "struct list { int *of; int n; };
struct list upto(int n) { int all[9]; int i; struct list l; l.n = n;
for (i = 0; i < n; i++) all[i] = i * i; l.of = all; return l; }
int main(void) { int n, i; scanf(\"%d\", &n); struct list l = upto(n);
for (i = 0; i < l.n; i++) printf(\"%d \", l.of[i]); puts(\"\"); return 0; }",
        tests: &[("3", "0 1 4 \n"), ("0", "\n"), ("5", "0 1 4 9 16 \n")],
        edits: &["static"],
    },
    Case {
        name: "the end of a line is read as the answer",
        text: "int main(void) { int n, sum = 0; char more;
do { scanf(\"%d\", &n); sum += n; scanf(\"%c\", &more); } while (more == 'y');
printf(\"%d\\n\", sum); return 0; }",
        tests: &[("4\ny\n5\nn\n", "9\n"), ("3\nn\n", "3\n"), ("1\ny\n2\ny\n3\nn\n", "6\n")],
        edits: &["scanf(\"%c\",&more)"],
    },
    Case {
        name: "the same wrong bound in two loops",
        text: "int main(void) { int r, c, i, j, s = 0; int m[5][5]; scanf(\"%d %d\", &r, &c);
for (i = 0; i < r; i++) for (j = 0; j < r; j++) scanf(\"%d\", &m[i][j]);
for (i = 0; i < r; i++) for (j = 0; j < r; j++) s += m[i][j] * (i + 1);
printf(\"%d\\n\", s); return 0; }",
        tests: &[
            ("2 3 1 2 3 4 5 6", "36\n"),
            ("2 2 1 2 3 4", "17\n"),
            ("1 4 5 6 7 8", "26\n"),
        ],
        edits: &["c", "c"],
    },
    Case {
        name: "an address is forgotten in each input",
        text: "int main(void) { int a, b;
scanf(\"%d\", a);
scanf(\"%d\", b);
printf(\"%d\\n\", a * b); return 0; }",
        tests: &[("2 3", "6\n"), ("4 5", "20\n")],
        edits: &["scanf(\"%d\", &a)", "scanf(\"%d\", &b)"],
    },
    Case {
        name: "two outputs that were meant to look for the fault",
        text: "int twice(int n) { printf(\"n %d\\n\", n); return 2 * n; }
int main(void) { int n; scanf(\"%d\", &n);
printf(\"here\\n\");
printf(\"%d\\n\", twice(n)); return 0; }",
        tests: &[("2", "4\n"), ("5", "10\n")],
        edits: &["", ""],
    },
    Case {
        name: "memory is asked for before it is known how much",
        text: "int main(void) { int n, i, s = 0; int *a;
a = malloc(n * sizeof(int));
scanf(\"%d\", &n);
for (i = 0; i < n; i++) scanf(\"%d\", &a[i]);
for (i = 0; i < n; i++) s += a[i];
printf(\"%d\\n\", s); return 0; }",
        tests: &[("2 3 4", "7\n"), ("1 5", "5\n")],
        edits: &["a = malloc(n * sizeof(int));", "scanf(\"%d\", &n);"],
    },
    Case {
        name: "bits that are shifted into a byte that was never set, at the wrong end",
        text: "int main(void) { int n, i; unsigned char *p = malloc(1);
scanf(\"%d\", &n);
for (i = 0; i < 8; i++) *p = (*p >> 1) | ((n >> i & 1) << 6);
printf(\"%d\\n\", *p & 0x7f);
if (*p & 0x80) printf(\"high\\n\");
free(p); return 0; }",
        tests: &[("5", "5\n"), ("200", "72\nhigh\n")],
        edits: &["7"],
    },
    Case {
        name: "the parts of a loop's head in another order",
        text: "int main(void) { int n, i, s = 0; scanf(\"%d\", &n);
for (i = 1; i++; i <= n) { s += i; if (i > 50) break; }
printf(\"%d\\n\", s); return 0; }",
        tests: &[("3", "6\n"), ("4", "10\n")],
        edits: &["i <= n", "i++"],
    },
    Case {
        name: "or for and, three times",
        text: "int main(void) { int a, b, c; scanf(\"%d %d %d\", &a, &b, &c);
if (a + b > c || b + c > a || c + a > b) printf(\"yes\\n\"); else printf(\"no\\n\"); return 0; }",
        tests: &[
            ("3 4 5", "yes\n"),
            ("1 2 9", "no\n"),
            ("9 1 2", "no\n"),
            ("1 9 2", "no\n"),
        ],
        edits: &["a + b > c && b + c > a && c + a > b"],
    },
    Case {
        name: "a place behind the end of a ring",
        text: "int main(void) { int n, i, at = 0, x; int ring[4] = {0}; scanf(\"%d\", &n);
for (i = 0; i < n; i++) { scanf(\"%d\", &x); ring[at] = x; at = at + 1; }
for (i = 0; i < 4; i++) printf(\"%d \", ring[i]);
printf(\"%d\\n\", at); return 0; }",
        tests: &[
            ("3 1 2 3", "1 2 3 0 3\n"),
            ("5 1 2 3 4 5", "5 2 3 4 1\n"),
            ("6 1 2 3 4 5 6", "5 6 3 4 2\n"),
        ],
        edits: &["(at + 1) % 4"],
    },
    Case {
        name: "an area below zero",
        text: "int main(void) { double w, h; scanf(\"%lf %lf\", &w, &h);
printf(\"%.1f\\n\", w * h / 2); return 0; }",
        tests: &[("2 3", "3.0\n"), ("-2 3", "3.0\n"), ("4 -4", "8.0\n")],
        edits: &["fabs(w * h / 2)"],
    },
    Case {
        name: "equal quotients of whole numbers",
        text: "int main(void) { int a, b, c, d; scanf(\"%d %d %d %d\", &a, &b, &c, &d);
if (a / b == c / d) printf(\"same\\n\"); else printf(\"other\\n\"); return 0; }",
        tests: &[
            ("1 2 2 4", "same\n"),
            ("1 2 1 3", "other\n"),
            ("4 2 5 2", "other\n"),
            ("6 2 3 1", "same\n"),
        ],
        edits: &["a * d == c * b"],
    },
    Case {
        name: "conversions for another type",
        text: "int main(void) { float a, b; scanf(\"%d %d\", &a, &b);
printf(\"%.1f\\n\", a + b); return 0; }",
        tests: &[("1.5 2", "3.5\n"), ("4 0.5", "4.5\n")],
        edits: &["scanf(\"%f %f\", &a, &b)"],
    },
    Case {
        name: "an output without its value",
        text: "int main(void) { int n; scanf(\"%d\", &n);
printf(\"n is %d\\n\"); return 0; }",
        tests: &[("3", "n is 3\n"), ("14", "n is 14\n")],
        edits: &["printf(\"n is %d\\n\", n)"],
    },
    Case {
        name: "a case without an else",
        text: "int main(void) { int y; scanf(\"%d\", &y);
if (y % 100 == 0) { if (y % 400 == 0) printf(\"leap\\n\"); }
else if (y % 4 == 0) printf(\"leap\\n\"); else printf(\"common\\n\"); return 0; }",
        tests: &[
            ("2000", "leap\n"),
            ("1900", "common\n"),
            ("1996", "leap\n"),
            ("1800", "common\n"),
            ("1997", "common\n"),
        ],
        edits: &["else printf(\"common\\n\");"],
    },
    Case {
        name: "an input that is not read",
        text: "int main(void) { int a, b; scanf(\"%d\", &a);
printf(\"%d\\n\", a - b); return 0; }",
        tests: &[("5 3", "2\n"), ("9 1", "8\n")],
        edits: &["scanf(\"%d\", &b);"],
    },
    Case {
        name: "a search that looks behind the end",
        text: "int main(void) { int n, i, p, a[9]; scanf(\"%d %d\", &n, &p);
for (i = 0; i < n; i++) scanf(\"%d\", &a[i]);
i = 0;
while (a[i] <= p) i++;
printf(\"%d\\n\", i); return 0; }",
        tests: &[
            ("3 5 1 9 2", "1\n"),
            ("3 9 1 2 3", "3\n"),
            ("2 1 1 1", "2\n"),
        ],
        edits: &["i < n && a[i] <= p"],
    },
    Case {
        name: "one name for another in all of a formula",
        text: "int main(void) { int n, i, s = 0; scanf(\"%d\", &n);
for (i = 1; i <= n; i++) s += n * (n + 1) / 2;
printf(\"%d\\n\", s); return 0; }",
        tests: &[("1", "1\n"), ("3", "10\n"), ("4", "20\n")],
        edits: &["s += i * (i + 1) / 2"],
    },
    Case {
        name: "a blank behind the last value",
        text: "int main(void) { int n, i, x; scanf(\"%d\", &n);
for (i = 0; i < n; i++) { scanf(\"%d\", &x); printf(\"%d \", x * x); }
printf(\"\\n\"); return 0; }",
        tests: &[("2 3 4", "9 16\n"), ("1 5", "25\n"), ("3 1 2 3", "1 4 9\n")],
        edits: &["printf(\"%d\", x * x); if (i < n - 1) printf(\" \")"],
    },
    Case {
        name: "a size that has a name",
        text: "enum { ROOM = 3 };
int main(void) { int n, i, at = 0, ring[ROOM] = {0}; scanf(\"%d\", &n);
for (i = 0; i < n; i++) { scanf(\"%d\", &ring[at]); at = at + 1; }
for (i = 0; i < ROOM; i++) printf(\"%d\\n\", ring[i]); return 0; }",
        tests: &[
            ("2 1 2", "1\n2\n0\n"),
            ("4 1 2 3 4", "4\n2\n3\n"),
            ("5 1 2 3 4 5", "4\n5\n3\n"),
        ],
        edits: &["(at + 1) % ROOM"],
    },
    Case {
        name: "an element for its array",
        text: "int sum(int a[], int n) { int s = 0; while (n > 0) s += a[--n]; return s; }
int main(void) { int n, i, a[9]; scanf(\"%d\", &n);
for (i = 0; i < n; i++) scanf(\"%d\", &a[i]);
printf(\"%d\\n\", sum(a[n], n)); return 0; }",
        tests: &[("2 3 4", "7\n"), ("1 5", "5\n")],
        edits: &["sum(a, n)"],
    },
    Case {
        name: "a chain is cut where an element is put in front",
        text: "#define ROOM 3
struct e { int key; struct e *next; };
struct e *all[ROOM];
void put(int key) { struct e *e = malloc(sizeof *e); e->key = key;
e->next = NULL;
all[key % ROOM] = e; }
int has(int key) { struct e *e = all[key % ROOM]; while (e && e->key != key) e = e->next; return e != NULL; }
int main(void) { int n; while (scanf(\"%d\", &n) == 1 && n) put(n);
while (scanf(\"%d\", &n) == 1) printf(\"%d\", has(n)); return 0; }",
        tests: &[
            ("1 2 3 0 3 2 1 4", "1110"),
            ("1 4 7 0 1 4 7 2", "1110"),
            ("2 5 0 5 2 8", "110"),
            ("4 7 0 1 4 7", "011"),
            ("0 1", "0"),
        ],
        edits: &["e->next = all[key % ROOM]"],
    },
    Case {
        name: "a sign is set instead of changed",
        text: "int main(void) { int n, i, sign = 1, s = 0; scanf(\"%d\", &n);
for (i = 1; i <= n; i++) { s += sign * i * i;
sign = 1; }
printf(\"%d\\n\", s); return 0; }",
        tests: &[("1", "1\n"), ("2", "-3\n"), ("3", "6\n"), ("6", "-21\n")],
        edits: &["sign = -sign"],
    },
    Case {
        name: "operands are taken from a stack in the wrong order",
        text: "int stack[9], top;
int pop(int *x) { if (top == 0) return 0; *x = stack[--top]; return 1; }
int main(void) { int n, a, b; char c;
while (scanf(\" %c\", &c) == 1) {
if (c >= '0' && c <= '9') { stack[top++] = c - '0'; continue; }
if (!pop(&a) || !pop(&b)) { printf(\"error\\n\"); return 0; }
n = c == '+' ? a + b : c == '-' ? a - b : a / b;
stack[top++] = n; }
printf(\"%d\\n\", stack[0]); return 0; }",
        tests: &[
            ("9 2 -", "7\n"),
            ("2 3 +", "5\n"),
            ("8 2 /", "4\n"),
            ("1 +", "error\n"),
        ],
        edits: &["!pop(&b) || !pop(&a)"],
    },
    Case {
        name: "no room for the end of a string",
        text: "int main(void) { char word[40], *copy; char *p;
while (scanf(\"%39s\", word) == 1) {
copy = malloc(strlen(word));
strcpy(copy, word);
for (p = copy; *p; p++) putchar(*p);
putchar(' '); free(copy); }
return 0; }",
        tests: &[("one two", "one two "), ("a", "a "), ("", "")],
        edits: &["strlen(word) + 1"],
    },
    Case {
        name: "a remainder by the number of elements that are used",
        text: "#define SIZE 4
static int ring[SIZE], head, used;
static void put(int v) { ring[(head + used) % SIZE] = v; used++; }
static int get(void) { int v = ring[head]; head = (head + 1) % SIZE; used--; return v; }
static int peek(int k) { return ring[(head + k) % used]; }
int main(void) { char c; int v;
while (scanf(\" %c\", &c) == 1) {
  if (c == 'p' && scanf(\"%d\", &v) == 1) put(v);
  else if (c == 'g') printf(\"%d\\n\", get());
  else if (c == 'k' && scanf(\"%d\", &v) == 1) printf(\"%d\\n\", peek(v));
}
return 0; }",
        tests: &[
            ("p1 p2 p3 k0 k2", "1\n3\n"),
            ("p1 p2 p3 g g k0", "1\n2\n3\n"),
            ("p5 p6 g k0", "5\n6\n"),
            ("p1 p2 p3 p4 g g p5 p6 k3", "1\n2\n6\n"),
        ],
        edits: &["SIZE"],
    },
    Case {
        name: "a search in a tree that goes on one too far",
        text: "#include <stdlib.h>
struct node { int key; struct node *left, *right; };
static struct node *insert(struct node *t, int key) {
  if (!t) { t = calloc(1, sizeof *t); t->key = key; return t; }
  if (key < t->key) t->left = insert(t->left, key); else t->right = insert(t->right, key);
  return t; }
static int count(struct node *t) { return t ? 1 + count(t->left) + count(t->right) : 0; }
static struct node *nth(struct node *t, int k) {
  if (!t) return NULL;
  int l = count(t->left);
  if (k < l) return nth(t->left, k);
  if (k == l) return t;
  return nth(t->right, k - l); }
int main(void) { int n, k, v; struct node *root = NULL, *found;
scanf(\"%d\", &n);
while (n-- > 0 && scanf(\"%d\", &v) == 1) root = insert(root, v);
scanf(\"%d\", &k);
found = nth(root, k);
if (found) printf(\"%d\\n\", found->key); else printf(\"none\\n\");
return 0; }",
        tests: &[
            ("3 5 2 8 0", "2\n"),
            ("3 5 2 8 1", "5\n"),
            ("3 5 2 8 2", "8\n"),
            ("4 1 2 3 4 3", "4\n"),
            ("2 7 9 5", "none\n"),
            ("1 7 0", "7\n"),
        ],
        edits: &["k-l-1"],
    },
    Case {
        name: "a call that follows the same statement elsewhere",
        text: "static int count, peak;
static void note(void) { if (count > peak) peak = count; }
static void enter(int two) { if (two) { count += 2; note(); return; } count++; note(); }
static void load(int n) { while (n-- > 0) { count++; } }
static void leave(void) { if (count > 0) count--; }
int main(void) { char c; int n;
while (scanf(\" %c\", &c) == 1) {
  if (c == 'e') enter(0);
  else if (c == 'd') enter(1);
  else if (c == 'n' && scanf(\"%d\", &n) == 1) load(n);
  else if (c == 'l') leave();
  else if (c == 'z') count = 0;
}
printf(\"%d %d\\n\", count, peak); return 0; }",
        tests: &[
            ("e e l e", "2 2\n"),
            ("d e", "3 3\n"),
            ("n 4 l l", "2 4\n"),
            ("e n 2 z e", "1 3\n"),
            ("n 3 z", "0 3\n"),
            ("l e", "1 1\n"),
        ],
        edits: &["note();"],
    },
    Case {
        name: "a check of a pointer with an `else`",
        text: "struct job { int id; struct job *next; };
static struct job *first, *last;
static void submit(int id) {
    struct job *j = malloc(sizeof *j);
    j->id = id;
    j->next = NULL;
    last->next = j;
    last = j;
}
int main(void) { int id, n = 0;
while (scanf(\"%d\", &id) == 1) { submit(id); n++; }
for (struct job *j = first; j; j = j->next) printf(\"%d \", j->id);
printf(\"of %d\\n\", n); return 0; }",
        tests: &[("4 1 3", "4 1 3 of 3\n"), ("7", "7 of 1\n"), ("", "of 0\n")],
        edits: &["if(last)", "elsefirst=j;"],
    },
    Case {
        name: "the same step in two branches without braces",
        text: "int main(void) { char s[80]; int i = 0, up = 0, down = 0, other = 0; fgets(s, sizeof s, stdin);
while (s[i] != '\\n' && s[i] != '\\0') {
    if (s[i] == '+' && s[i + 1] == '+')
        up++;
    else if (s[i] == '-' && s[i + 1] == '-')
        down++;
    else
        other++;
    i++;
}
printf(\"%d %d %d\\n\", up, down, other); return 0; }",
        tests: &[
            ("++a\n", "1 0 1\n"),
            ("--\n", "0 1 0\n"),
            ("a++++b\n", "2 0 2\n"),
            ("+-+\n", "0 0 3\n"),
            ("++--++\n", "2 1 0\n"),
            ("\n", "0 0 0\n"),
        ],
        edits: &["{up++;i++;}", "{down++;i++;}"],
    },
    Case {
        name: "a multiple of two numbers of a condition",
        text: "static int blinks(int t) { return t % 6 == 0 && t % 30 != 0; }
int main(void) { int t; while (scanf(\"%d\", &t) == 1) printf(\"%s\\n\", blinks(t) ? \"on\" : \"off\"); return 0; }",
        tests: &[
            ("6 30 7", "on\noff\noff\n"),
            ("180 90", "on\noff\n"),
            ("360", "on\n"),
            ("12 60", "on\noff\n"),
            ("210 150", "off\noff\n"),
        ],
        edits: &["(t%6==0&&t%30!=0)||t%180==0"],
    },
    Case {
        name: "a character that only failing tests have",
        text: "#include <ctype.h>
int main(void) { char s[80]; int words = 0, in = 0; fgets(s, sizeof s, stdin);
for (char *p = s; *p; p++) {
    if (isalpha((unsigned char)*p)) { if (!in) words++; in = 1; } else in = 0;
}
printf(\"%d\\n\", words); return 0; }",
        tests: &[
            ("one two\n", "2\n"),
            ("well-known one\n", "2\n"),
            ("a-b-c\n", "1\n"),
            ("x, y. z\n", "3\n"),
            ("4 5\n", "0\n"),
        ],
        edits: &["isalpha((unsignedchar)*p)||*p=='-'"],
    },
    Case {
        name: "elements are moved from the wrong end",
        text: "static int used, row[20];
static void insert(int at, int v) {
    int i;
    for (i = at; i < used; i++)
        row[i + 1] = row[i];
    row[at] = v;
    used++;
}
int main(void) { int at, v; while (scanf(\"%d %d\", &at, &v) == 2) insert(at, v);
for (v = 0; v < used; v++) printf(\"%d \", row[v]); printf(\"\\n\"); return 0; }",
        tests: &[("0 5 1 6", "5 6 \n"), ("0 1 0 2 0 3", "3 2 1 \n"), ("0 4 1 7 1 9", "4 9 7 \n")],
        edits: &["used-1", "i>=at", "i--"],
    },
    Case {
        name: "elements are moved from the wrong end, downwards",
        text: "static int used, row[20];
static void erase(int at) {
    used--;
    for (int i = used - 1; i >= at; i--)
        row[i] = row[i + 1];
}
int main(void) { int at, v; while (used < 5 && scanf(\"%d\", &v) == 1) row[used++] = v;
while (scanf(\"%d\", &at) == 1) erase(at);
for (v = 0; v < used; v++) printf(\"%d \", row[v]); printf(\"\\n\"); return 0; }",
        tests: &[("1 2 3 4 5 1", "1 3 4 5 \n"), ("1 2 3 4 5 0 0", "3 4 5 \n"), ("1 2 3 4 5 4", "1 2 3 4 \n")],
        edits: &["at", "i<used", "i++"],
    },
    Case {
        name: "what a case assigns is lost",
        text: "int main(void) { char op; int a, b, r; while (scanf(\" %c %d %d\", &op, &a, &b) == 3) {
r = 0;
switch (op) {
case 'a': r = a + b; break;
case 's':
    r = a - b;
case 'm':
    r = a > b;
    break;
}
printf(\"%d\\n\", r); } return 0; }",
        tests: &[("s 5 2", "3\n"), ("a 1 2", "3\n"), ("s 2 5", "-3\n"), ("s 9 9 a 1 1", "0\n2\n")],
        edits: &["break;"],
    },
    Case {
        name: "the rest of a line is left by a number",
        text: "static int vowels(const char *s) { int n = 0; for (; *s; s++) if (strchr(\"aeiou\", *s)) n++; return n; }
int main(void) { char line[80]; int count; scanf(\"%d\", &count);
for (int k = 0; k < count; k++) { fgets(line, sizeof line, stdin); printf(\"%d\\n\", vowels(line)); } return 0; }",
        tests: &[("2\nmoon\nsun\n", "2\n1\n"), ("1\nsea\n", "2\n"), ("0\n", "")],
        edits: &["scanf(\"%d\",&count)"],
    },
    Case {
        name: "a sum to which nothing is added",
        text: "struct roll { int faces[5]; };
static int chance(struct roll r) {
    int s = 0;
    for (int i = 0; i < 5; i++) {
        if (r.faces[i] < 1 || r.faces[i] > 6) return -1;
    }
    return s;
}
int main(void) { struct roll r; for (int i = 0; i < 5; i++) scanf(\"%d\", &r.faces[i]);
printf(\"%d\\n\", chance(r)); return 0; }",
        tests: &[("1 2 3 4 5", "15\n"), ("6 6 6 6 6", "30\n"), ("1 1 9 1 1", "-1\n"), ("5 1 1 2 2", "11\n")],
        edits: &["s+=r.faces[i];"],
    },
    Case {
        name: "a variable that nothing sets",
        text: "struct probe { int last; };
static struct probe *probes[4];
static int unknown = -1;
static void note(int at, int v) { probes[at]->last = v; }
int main(void) { char op; int at, v; while (scanf(\" %c %d %d\", &op, &at, &v) == 3) {
if (op == 'n') probes[at] = calloc(1, sizeof *probes[at]);
else note(at, v); }
for (at = 0; at < 4; at++) if (probes[at]) printf(\"%d \", probes[at]->last);
printf(\"(%d)\\n\", unknown); return 0; }",
        tests: &[
            ("n 1 0 v 1 7", "7 (-1)\n"),
            ("v 2 5", "(2)\n"),
            ("n 0 0 v 3 4 v 0 6", "6 (3)\n"),
        ],
        edits: &["if(probes[at])", "elseunknown=at;"],
    },
];

fn localized(case: &Case) -> (CompiledProgram, Report) {
    let head = "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";
    let options = JobOptions {
        max_size: 1,
        ..JobOptions::default()
    };
    localized_by(&format!("{head}{}", case.text), case.tests, options)
}

#[test]
fn the_first_repair_is_the_one_that_was_meant() {
    let mut wrong = Vec::new();
    for case in CASES {
        let (_, report) = localized(case);
        let mut fixes = report
            .diagnoses
            .iter()
            .flat_map(|d| &d.fixes)
            .collect::<Vec<_>>();
        fixes.sort_by(|a, b| b.plausibility.total_cmp(&a.plausibility));
        let texts = fixes.first().map(|fix| {
            let mut texts: Vec<String> = fix.edits().map(|edit| bare(&edit.text)).collect();
            texts.sort();
            texts
        });
        let mut wanted: Vec<String> = case.edits.iter().map(|text| bare(text)).collect();
        wanted.sort();
        if texts.as_ref() != Some(&wanted) {
            let all: Vec<&String> = fixes.iter().map(|fix| &fix.edit.text).collect();
            wrong.push(format!(
                "{}: {texts:?} for {wanted:?} among {all:?}",
                case.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Text without blanks.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}
