//! The context of a trap: the calls around it, the writers of the data that is read, and the end of the object's
//! lifetime.

use syntax::Span;
use testkit::{CompiledProgram, run_of_main};
use trace::{ProgramFacts, RecordingLimits};

use crate::support::{prepared, recorded};

/// The lines of the calls, of the writes and of the end of the object's lifetime.
fn context(source: &str) -> [Vec<u32>; 3] {
    let compiled = CompiledProgram::new(source);
    let test = run_of_main("t", &[], "", Some(b""));
    let facts = ProgramFacts::new(&compiled.program);
    let recording = recorded(
        &facts,
        &prepared(&compiled, &test),
        RecordingLimits::default(),
    )
    .unwrap();
    let context = &recording.event().context;
    let lines = |spans: &[Span]| -> Vec<u32> {
        let line = |span: &Span| compiled.parse.sources.line_col(*span).0;
        spans.iter().map(line).collect()
    };
    [&context.calls, &context.written, &context.ended].map(|spans| lines(spans))
}

#[test]
fn a_text_without_an_end_was_written_somewhere() {
    let source = "\
#include <stdio.h>
static void fill(char *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = 'a';
  to[0] = 'A';
}
static void show(const char *text) {
  printf(\"%s\", text);
}
int main(void) {
  char other[4] = \"abc\";
  char text[8];
  other[1] = 'B';
  fill(text, 3);
  show(text);
  return 0;
}
";
    // The latest write comes first.
    assert_eq!(context(source), [vec![15], vec![5, 4], vec![]]);
}

#[test]
fn memory_was_freed_somewhere() {
    let source = "\
#include <stdlib.h>
struct node { int value; struct node *next; };
static void drop(struct node *n) {
  free(n);
}
static void clear(struct node *n) {
  if (n)
    drop(n);
}
static int value(struct node *n) {
  return n->value;
}
int main(void) {
  struct node *n = calloc(1, sizeof *n);
  clear(n);
  return value(n);
}
";
    assert_eq!(context(source), [vec![16], vec![], vec![4, 8, 15]]);
}
