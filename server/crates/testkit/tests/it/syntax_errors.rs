//! Syntax errors, against gcc: the line, and the words.

use std::fmt::Write as _;

use syntax::{NoIncludes, Options, Severity};

use crate::cc::{self, Compiled};

/// Texts with one mistake each. What gcc says first must be said on the same line.
const TEXTS: &[&str] = &[
    // Semicolons.
    "int area(int w, int h) {\n  int a = w * h\n  return a;\n}\n",
    "int twice(int v) {\n  v = v + v\n  v--;\n  return v;\n}\n",
    "void show(int);\nvoid all(int n) {\n  while (n > 0) {\n    show(n)\n    n--;\n  }\n}\n",
    "int last(void) {\n  return 4\n}\n",
    "int pick(int n) {\n  do {\n    n /= 2;\n  } while (n > 9)\n  return n;\n}\n",
    "int pair(int n) {\n  int low\n  int high = n;\n  return high;\n}\n",
    "int pair(int n) {\n  int low\n  n++;\n  return n;\n}\n",
    "int seek(int *v) {\n  for (;;) {\n    if (*v) break\n    v++;\n  }\n  return *v;\n}\n",
    "struct point { int x, y; }\nint main(void) { return 0; }\n",
    "struct point {\n  int x\n  int y;\n};\n",
    "typedef unsigned char byte\nbyte first;\n",
    "enum colour { RED, GREEN }\nstruct pen { enum colour c; };\n",
    "extern int counter\nint other;\n",
    "int sum(int n) {\n  for (int i = 0, i < n; i++) ;\n  return n;\n}\n",
    "int sum(int i) {\n  for (i = 0; i < 9, i++) ;\n  return i;\n}\n",
    // Parentheses, brackets and braces.
    "int sign(int n) {\n  if (n < 0 {\n    return -1;\n  }\n  return 1;\n}\n",
    "int sign(int n) {\n  if n < 0\n    return -1;\n  return 1;\n}\n",
    "int mean(int a, int b) {\n  return (a + b / 2;\n}\n",
    "int f(int);\nint g(int a) {\n  return f(a * (a + 1);\n}\n",
    "int f(int);\nint g(int a) {\n  return f(a));\n}\n",
    "int f(int);\nint g(int a) {\n  f(a;\n  return a;\n}\n",
    "int g(int a) {\n  int v[4;\n  return a;\n}\n",
    "int g(int *v, int i) {\n  return v[i + 1;\n}\n",
    "int g(int i) {\n  int v[3] = { 1, 2, 3;\n  return i;\n}\n",
    "int g(int i) {\n  int v[3] = { 1 2, 3 };\n  return i;\n}\n",
    "int f(int a) {\n  if (a) {\n    a = 2;\n\n  return a;\n}\n",
    "int f(int a) {\n  a++;\n  return a;\n}\n}\n",
    "int f(int a) {\n  switch (a) {\n  case 1: return 2;\n  default: return 3;\n}\n",
    "int f(int a);\n{\n  return a;\n}\n",
    "int f(int a)\n  return a;\n}\n",
    "int main(void) {\n  return 0;\n",
    "int main()\n",
    "int f(int a) { return a[0)]; }\n",
    // Expressions.
    "int f(int a) {\n  a = a + ;\n  return a;\n}\n",
    "int f(int a) {\n  return a * / 2;\n}\n",
    "int f(int a, int b) {\n  return a && || b;\n}\n",
    "int f(int a) {\n  return f(a, );\n}\n",
    "int f(int a) {\n  return a ? 1 2;\n}\n",
    "int f(int a) {\n  if ()\n    return 1;\n  return a;\n}\n",
    "int f(int a) {\n  a = 3 4;\n  return a;\n}\n",
    "int puts(const char *);\nint f(int a) {\n  puts(\"a\" a);\n  return a;\n}\n",
    "int puts(const char *);\nint f(int a) {\n  puts(a \"a\");\n  return a;\n}\n",
    "int f(int a) {\n  a 'x';\n  return a;\n}\n",
    "struct s { int a; };\nint f(struct s *p) {\n  return p->;\n}\n",
    "int f(int a) {\n  a = int;\n  return a;\n}\n",
    "int f(double a) {\n  return (int a;\n}\n",
    "int limit = ;\n",
    "int f(int a) {\n  int b = a +\n  return b;\n}\n",
    "int list[] = { 1, , 2 };\n",
    "int f(int a) { return sizeof; }\n",
    // Statements.
    "int f(int a) {\n  a = 1;\n  else a = 2;\n  return a;\n}\n",
    "int f(int a) {\n  if (a == 1);\n    a = 3;\n  else\n    a = 2;\n  return a;\n}\n",
    "int f(int a) {\n  if (a) {\n    a = 3;\n  else {\n    a = 2;\n  }\n  return a;\n}\n",
    "int f(int a) {\n  do a--; (a > 0);\n  return a;\n}\n",
    "int f(int a) {\n  switch (a) {\n  case 1 a = 2; break;\n  }\n  return a;\n}\n",
    "int f(int a) {\n  switch (a) {\n  default; a = 2; break;\n  }\n  return a;\n}\n",
    "int f(int a) {\n  switch (a) {\n  case: a = 2; break;\n  }\n  return a;\n}\n",
    "int f(int a) {\n  goto 3;\n  return a;\n}\n",
    "int f(int a) {\n  while (a)\n    int b = a;\n  return a;\n}\n",
    "int f(int a) {\n  if (a)\n}\n",
    "int f(int a) {\n  ) a++;\n  return a;\n}\n",
    // Declarations.
    "int f(int a int b) {\n  return a + b;\n}\n",
    "int f(int a, ) {\n  return a;\n}\n",
    "int f(3) {\n  return 1;\n}\n",
    "int f(void) {\n  int while = 3;\n  return 1;\n}\n",
    "int f(void) {\n  int 3;\n  return 1;\n}\n",
    "enum e { A B };\n",
    "enum e { A, 3 };\n",
    "enum { A = , B };\n",
    "struct s { int a; 3; };\n",
    "struct s { int a; return 1; };\n",
    "struct { int a b; } one;\n",
    "struct 3 x;\n",
    "if (x) y = 2;\n",
    "int x;\nreturn x;\n",
    "int printf(const char *, ...);\nprintf(\"x\");\n",
    "int *f(int), 3;\n",
    "int (*f(int);\n",
    "static int int2() { return 1; };;\n}\n",
    // What the grammar allows and the rules of C forbid.
    "int f(int a) {\n  int b = a;\n  int b = 2;\n  return b;\n}\n",
    "int f(int a) {\n  for (int i = 0, j = 0; i < a; i++) {\n    int k = j;\n    int k;\n    j += k;\n  }\n  return a;\n}\n",
    "int f(int a) {\n  int a = 2;\n  return a;\n}\n",
    "int f(int a,\n      int a) {\n  return a;\n}\n",
    "int f(int a, b) {\n  return a;\n}\n",
    "int f(void) {\n  const int size = 3;\n  size = 4;\n  return size;\n}\n",
    "int f(const int step) {\n  return step++;\n}\n",
    "const double rate = 2;\nvoid f(void) {\n  rate -= 1;\n}\n",
    "void f(const char *text) {\n  *text = 0;\n}\n",
    "int f(int a) {\nagain:\n  if (a--) goto again;\nagain:\n  return a;\n}\n",
    "struct s {\n  int a;\n  char a;\n};\n",
    "struct s { int a; };\nstruct s { int b; };\n",
    "enum a { ON, OFF };\nenum b { OFF };\n",
    "int count = 3;\nint twice = count * 2;\n",
    "int f(int n) {\n  static int most = 0;\n  static int more = most + 1;\n  return n + more;\n}\n",
    "int n = 3;\nint list[n];\n",
    "unsigned rows = 2;\nstatic char grid[4][rows + 1];\n",
    "int f(void) {\n  return 09;\n}\n",
    "int f(int a) {\n  return a + 0128;\n}\n",
    // Characters that are no tokens.
    "int f(int a) {\n  a = @3;\n  return a;\n}\n",
    "int f(int a) {\n  return a ` 2;\n}\n",
    "int puts(const char *);\nint main(void) {\n  puts(\"abc);\n  return 0;\n}\n",
    "int f(int a) {\n  char c = 'a;\n  return a;\n}\n",
];

/// A message without its kind, all quotation marks being the same.
fn plain(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let message = message.replace(['‘', '’', '\'', '"'], "`");
    message.replace("```", "`").replace("``", "`")
}

/// Lines and words of our errors.
fn ours(text: &str) -> Vec<(u32, String)> {
    let parse = syntax::parse("p.c", text, &NoIncludes, &Options::default());
    let errors = parse
        .problems
        .iter()
        .filter(|p| p.severity == Severity::Error);
    let said = errors.map(|error| {
        let before = &text[..error.span.start as usize];
        (
            before.matches('\n').count() as u32 + 1,
            plain(&error.message),
        )
    });
    said.collect()
}

#[test]
fn syntax_errors_read_as_gcc_says_them() {
    if !cc::available() {
        return;
    }
    let mut wrong = String::new();
    for text in TEXTS {
        let compiled = Compiled::object(text, &[]);
        let errors = compiled
            .messages
            .iter()
            .filter(|(_, said)| said.starts_with("error: "));
        let (line, said) = errors.clone().next().expect("an error");
        let theirs = (*line, plain(said));
        let ours = ours(text);
        // The end of the text may be on an empty line.
        let lines = text.lines().count() as u32;
        let same = |(line, said): &(u32, String)| {
            *said == theirs.1 && (*line == theirs.0 || *line == lines && theirs.0 == lines + 1)
        };
        if !ours.iter().any(same) {
            let _ = writeln!(wrong, "{text}gcc: {theirs:?}\nours: {ours:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
