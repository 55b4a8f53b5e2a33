//! Programs with statements inserted where they may be missing.

use lower::{InsertionRequest, LowerOptions, Statements, lower, lower_insertions};
use syntax::{NoIncludes, Options, parse};

#[test]
fn other_components_keep_their_ids() {
    let text = "\
#include <stdio.h>
int total;
int f(int n) {
  int i, *p = &total;
  for (i = 0; i < n; i++) {
    if (i == 3) { total += i; }
    else *p = i;
  }
  return total;
}
";
    let parse = parse("t.c", text, &NoIncludes, &Options::default());
    let options = LowerOptions::default();
    let known = lower(&parse, &options).program.components;
    for what in [
        Statements::Jumps,
        Statements::Assignments,
        Statements::Terms,
        Statements::Output,
    ] {
        let wanted = InsertionRequest {
            what,
            at: &|_| true,
        };
        let more = lower_insertions(&parse, &options, wanted);
        assert_eq!(more.program.components[..known.len()], known[..]);
        assert!(more.program.components.len() > known.len(), "{what:?}");
    }
}
