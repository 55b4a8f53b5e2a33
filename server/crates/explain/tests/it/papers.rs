//! The programs of "Flow-sensitive Fault Localization" (2013), as programs of our own with the same lines, with the
//! paper's results next to ours.
//!
//! The paper's invariants are over unbounded integers; ours are over `int`. Each of our invariants must follow from
//! the paper's at that place and mention no further variable.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use explain::error_trace::Role;
use explain::invariant::Atom;
use explain::trace::Flow;
use testkit::{CompiledProgram, call};

use crate::support::{Found, checked, explained, text};

/// Fig. 1: the assertion fails on one branch only.
pub(crate) const X_ZERO: &str = "\
void on_one_branch(int input) {
  int x = 1;
  int y = input - 42;
  if (y < 0) {
    x = 0;
  }
  assert(x != 0);
}
";

/// Fig. 2: the assertion fails on both branches.
pub(crate) const Y_ZERO: &str = "\
void on_both(int input) {
  int x = 0;
  int y = input - 42;
  if (y < 0) {
    y = 0;
  }
  assert(x != 0);
}
";

/// Fig. 5: a lock that one path does not release. (The paper leaves `x` and `y` open; here they are given.)
pub(crate) const LOCKING: &str = "\
int lock; void process(int x, int y) {
  int z;
  z = 0;
  lock = 1;
  if (x == 0) {
    if (y == 0)
      z = 1;
  }
  if (y != 0) {
    z = y;
  }
  if (x != 0) {
    z = 2;
    lock = 0;
  } else if (z > 0) {
    z = 3;
    lock = 0;
  }
  assert(lock == 0);
}
";

/// Fig. 7: the absolute value goes into the wrong variable.
pub(crate) const ABSOLUTE: &str = "\
int absolute(int input) { int puts(const char *);
  int sign, abs;
  abs = input;
  if (input == 0)
    return 0;
  if (input < 0) {
    sign = -1;
    puts(\"negative\");
  } else {
    sign = 1;
    puts(\"positive\");
  }
  if (sign == -1) {
    sign = input * -1;
  } else {
    abs = input;
  }
  assert(abs >= 0);
  return abs;
}
";

/// The paper's facts about a variable after a line: it lies within these bounds.
type Facts<'a> = BTreeMap<u32, Vec<(&'a str, i128, i128)>>;

const LEAST: i128 = i32::MIN as i128;
const GREATEST: i128 = i32::MAX as i128;

fn find(source: &str, function: &str, args: &[i64], flow: Flow) -> (CompiledProgram, Found) {
    let program = CompiledProgram::new(&format!("#include <assert.h>\n{source}"));
    let mut found = explained(&program, &call("t", function, args, None), flow).unwrap();
    let result = checked(&mut found, flow);
    assert!(result.is_proved() && result.proofs > 0, "{result:?}");
    (program, found)
}

/// Line numbers as in the paper: without our `#include`.
fn line(program: &CompiledProgram, span: syntax::Span) -> u32 {
    program.parse.sources.line_col(span).0 - 1
}

/// Statements that the paper calls relevant: those that write, and frame conditions (marked by a minus).
fn relevant(program: &CompiledProgram, found: &Found) -> Vec<i64> {
    let lines = found.story.statements.iter().filter_map(|s| {
        let line = i64::from(line(program, s.span));
        match s.role {
            Role::Writes => Some(line),
            Role::Skips => Some(-line),
            _ => None,
        }
    });
    lines.collect()
}

/// Each invariant follows from the paper's at its place, and mentions no other variable.
fn no_stronger(program: &CompiledProgram, found: &Found, paper: &Facts<'_>) {
    for s in &found.story.statements {
        let Some(facts) = paper.get(&line(program, s.span)) else {
            continue;
        };
        let cut = s.steps.last().unwrap() + 1;
        for atom in &found.chain.at[cut].atoms {
            let bounds = |var| {
                let name: &str = &found.trace.var(var).name;
                let fact = facts.iter().find(|f| f.0 == name);
                let (_, low, high) = fact.unwrap_or_else(|| panic!("line {cut}: {name}"));
                (*low, *high)
            };
            let follows = match *atom {
                Atom::Within { var, low, high } => {
                    let known = bounds(var);
                    low <= known.0 && known.1 <= high
                }
                Atom::Differs { var, value } => {
                    let known = bounds(var);
                    value < known.0 || known.1 < value
                }
                // *Control came this way*.
                Atom::Same { .. } => continue,
                Atom::Related { .. } | Atom::Apart { .. } => false,
            };
            assert!(follows, "{atom:?} behind line {}", line(program, s.span));
        }
    }
}

fn check(program: &CompiledProgram, found: &Found, wanted: &Expect) {
    wanted.assert_eq(&text(program, &found.story));
}

#[test]
fn one_branch() {
    let (program, found) = find(X_ZERO, "on_one_branch", &[-7], Flow::Sensitive);
    assert_eq!(relevant(&program, &found), [3, 5]);
    let below = vec![("y", LEAST, -1)];
    let paper = BTreeMap::from([
        (1, vec![("input", LEAST, 41)]),
        (3, below),
        (5, vec![("x", 0, 0)]),
    ]);
    no_stronger(&program, &found, &paper);
    check(
        &program,
        &found,
        &expect![[r#"
        2 input:  [input = -7]
           {input < 42}
        4 writes: y = input - 42 [y = -49]
           {y < 0}
        5 true: y < 0
           {}
        6 writes: x = 0 [x = 0]
           {x == 0}
        8 fails
    "#]],
    );
    let (program, found) = find(X_ZERO, "on_one_branch", &[-7], Flow::Assumed);
    assert_eq!(relevant(&program, &found), [5]);
    check(
        &program,
        &found,
        &expect![[r#"
        6 writes: x = 0 [x = 0]
           {x == 0}
        8 fails
    "#]],
    );
}

#[test]
fn both_branches() {
    let wanted = expect![[r#"
        3 writes: x = 0 [x = 0]
           {x == 0}
        8 fails
    "#]];
    for flow in [Flow::Sensitive, Flow::Assumed] {
        for input in [7, 70] {
            let (program, found) = find(Y_ZERO, "on_both", &[input], flow);
            assert_eq!(relevant(&program, &found), [2]);
            let paper = BTreeMap::from([(2, vec![("x", 0, 0)])]);
            no_stronger(&program, &found, &paper);
            check(&program, &found, &wanted);
        }
    }
}

#[test]
fn locking() {
    let (program, found) = find(LOCKING, "process", &[0, -1], Flow::Sensitive);
    assert_eq!(relevant(&program, &found), [4, 10, -15]);
    let start = vec![("x", 0, 0), ("y", -1, -1)];
    let mut locked = start.clone();
    locked.push(("lock", 1, 1));
    let paper = BTreeMap::from([
        (1, start),
        (4, locked),
        (10, vec![("x", 0, 0), ("lock", 1, 1), ("z", -1, -1)]),
        (15, vec![("lock", 1, 1), ("z", -1, -1)]),
    ]);
    no_stronger(&program, &found, &paper);
    check(
        &program,
        &found,
        &expect![[r#"
        2 input:  [x = 0, y = -1]
           {x == 0, y <= -1}
        5 writes: lock = 1 [lock = 1]
           {x == 0, y <= -1, lock != 0}
        10 true: y != 0
           {x == 0, y <= 0, lock != 0}
        11 writes: z = y [z = -1]
           {x == 0, z <= 0, lock != 0}
        13 false: x != 0
           {z <= 0, lock != 0}
        16 false: z > 0
           {lock != 0}
        16 stays: z > 0 [lock = 1]
           {lock != 0}
        20 fails
    "#]],
    );
    let (program, found) = find(LOCKING, "process", &[0, -1], Flow::Assumed);
    assert_eq!(relevant(&program, &found), [4]);
    let paper = BTreeMap::from([(4, vec![("lock", 1, 1)])]);
    no_stronger(&program, &found, &paper);
    check(
        &program,
        &found,
        &expect![[r#"
        5 writes: lock = 1 [lock = 1]
           {lock != 0}
        20 fails
    "#]],
    );
}

#[test]
fn a_missing_assignment() {
    let (program, found) = find(ABSOLUTE, "absolute", &[-1], Flow::Sensitive);
    // The frame condition of line 13: `abs` is not assigned on this branch.
    assert_eq!(relevant(&program, &found), [3, 7, -13]);
    let negative = vec![("input", LEAST, -1), ("abs", LEAST, -1)];
    let paper = BTreeMap::from([
        (1, vec![("input", LEAST, -1)]),
        (3, negative),
        (7, vec![("abs", LEAST, -1), ("sign", -1, -1)]),
        (13, vec![("abs", LEAST, -1), ("sign", -1, GREATEST)]),
    ]);
    no_stronger(&program, &found, &paper);
    check(
        &program,
        &found,
        &expect![[r#"
        2 input:  [input = -1]
           {input <= -1}
        4 writes: abs = input [abs = -1]
           {input <= -1, abs <= -1}
        5 false: input == 0
           {input <= -1, abs <= -1}
        7 true: input < 0
           {abs <= -1}
        8 writes: sign = -1 [sign = -1]
           {abs <= -1, sign == -1}
        14 true: sign == -1
           {abs <= -1}
        14 stays: sign == -1 [abs = -1]
           {abs <= -1}
        19 fails
    "#]],
    );
    let (program, found) = find(ABSOLUTE, "absolute", &[-1], Flow::Assumed);
    assert_eq!(relevant(&program, &found), [3]);
    check(
        &program,
        &found,
        &expect![[r#"
        2 input:  [input = -1]
           {input <= -1}
        4 writes: abs = input [abs = -1]
           {abs <= -1}
        19 fails
    "#]],
    );
}
