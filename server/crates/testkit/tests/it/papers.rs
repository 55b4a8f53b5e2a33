//! Examples printed in the papers, rebuilt with the same lines; our numbers are compared with theirs.

use std::collections::BTreeSet;

use exec::run::{PreparedTest, prepare};
use harness::Test;
use ir::CompSet;
use localize::report::{Bounds, Certificate, Minimal, Report, Status};
use localize::{JobOptions, Relaxing, Session};
use search::Weights;
use search::{BranchCounts, OfTest, SearchOptions, Strategy, all_diagnoses, set_combine, vote};
use testkit::{CompiledProgram, Narrow, call, run_of_main};

use crate::support::Patience;

type Lines = BTreeSet<u32>;

/// SNIPER §4, Listing 1: the sign is not changed.
const ABSOLUTE: &str = "\
int absolute(int x) {
  int abs;
  if (x >= 0) {
    abs = x;
  } else {
    abs = x * 1;
  }
  assert(abs >= 0);
  return abs;
}
";

/// SNIPER §5.5, Listing 2, of which our text of the paper contains the last line and the sets: two faults, one of which
/// shows only for 0, the other for 1.
const TWO_FAULTS: &str = "\
int faulty(int x) {
  int y;
  if (x > 0)
    y = 7;
  else
    y = 42;
  assert((x == 0 && y == 24) || (x == 1 && y == 42));
  return y;
}
";

/// `CFaults` §1, Listing 1.1: the largest of three numbers, with all three conditions wrong. (Lines that are empty here
/// contain the right conditions as comments there.)
const LARGEST: &str = "\
#include <stdio.h>
int main(void) {
  int f, s, t;
  scanf(\"%d%d%d\", &f, &s, &t);
  if (f < s && f >= t)

    printf(\"%d\", f);
  if (f > s && s <= t)

    printf(\"%d\", s);
  if (f > t && s > t)

    printf(\"%d\", t);
  return 0;
}
";

/// Jin and Orso §III-B4, Fig. 2: the second result is always larger than the first. The function begins on the line of
/// its first conditional, so that the line numbers are those of the figure.
const TWO_CONDITIONALS: &str = "\
int above(int x, int y) { int a, b; if (x >= 0)
    a = x;
  else
    a = -x;
  if (y < 5)
    b = a + 1;
  else
    b = a + 2;
  assert(b <= a);
  return b;
}
";

/// A program with failing tests.
struct Example {
    compiled: CompiledProgram,
    tests: Vec<Test>,
}

impl Example {
    fn absolute() -> Example {
        Example {
            compiled: CompiledProgram::new(&with_assert(ABSOLUTE)),
            tests: vec![call("-1", "absolute", &[-1], None)],
        }
    }

    fn two_faults() -> Example {
        let test = |x: i64| call(&x.to_string(), "faulty", &[x], None);
        Example {
            compiled: CompiledProgram::new(&with_assert(TWO_FAULTS)),
            tests: [0, 1].map(test).into(),
        }
    }

    fn two_conditionals() -> Example {
        Example {
            compiled: CompiledProgram::new(&with_assert(TWO_CONDITIONALS)),
            tests: vec![call("0,0", "above", &[0, 0], None)],
        }
    }

    /// The example with the tests of the paper's Table 1.
    fn largest(text: &str) -> Example {
        let tests = [("1 2 3", "3"), ("6 2 1", "6"), ("-1 3 1", "3")];
        let test = |(i, o): (&str, &str)| run_of_main(i, &[], i, Some(o.as_bytes()));
        Example {
            compiled: CompiledProgram::new(text),
            tests: tests.map(test).into(),
        }
    }

    fn localized(&self, strategy: Strategy, relaxing: Relaxing) -> Report {
        let options = JobOptions {
            strategy,
            relaxing,
            ..JobOptions::default()
        };
        let (parse, program) = (&self.compiled.parse, &self.compiled.program);
        let mut session = Session::new(parse, program, &self.tests, options);
        let report = session.localize(&Patience::seconds(60), &mut |_| {});
        assert_eq!(report.groups.len(), 1);
        assert!(report.diagnoses.iter().all(|d| d.verified));
        report
    }

    /// Minimal correction sets of each test, of any size.
    fn of_each_test(&self, relaxing: Relaxing) -> Vec<OfTest> {
        let program = &self.compiled.program;
        let prepared = self.tests.iter().map(|t| prepare(program, "main", t));
        let prepared: Vec<PreparedTest> = prepared.collect::<Result<_, _>>().unwrap();
        let ran = self.compiled.run(&self.tests);
        let tests: Vec<_> = prepared.iter().zip(&ran).collect();
        let mut oracle = Narrow::new(program, &tests, None, smt::Choice::Auto).relaxing(relaxing);
        let options = SearchOptions {
            max_size: program.components.len(),
            ..SearchOptions::default()
        };
        let all = all_diagnoses(&mut oracle, tests.len(), &self.weights(), &options);
        assert!(all.iter().all(|of| of.outcome.complete) && !oracle.inexact);
        all
    }

    fn weights(&self) -> Weights {
        Weights::unit(&self.compiled.program.components)
    }

    fn lines(&self, set: &CompSet) -> Lines {
        let line = |c: ir::CompId| {
            let span = self.compiled.program.components[c.index()].span;
            self.compiled.parse.sources.line_col(span).0
        };
        set.iter().map(line).collect()
    }

    fn diagnoses(&self, report: &Report) -> BTreeSet<Lines> {
        let set = |d: &localize::report::Diagnosis| d.suspects.iter().map(|s| s.comp).collect();
        // The papers insert no statements.
        let known = self.compiled.program.components.len();
        let sets = report.diagnoses.iter().map(set);
        let written = sets.filter(|s: &CompSet| s.iter().all(|c| c.index() < known));
        written.map(|s| self.lines(&s)).collect()
    }

    fn sets(&self, of: &OfTest) -> BTreeSet<Lines> {
        of.sets.iter().map(|one| self.lines(&one.set)).collect()
    }
}

/// Adds a declaration on the first line, so that the line numbers of the listings remain.
fn with_assert(text: &str) -> String {
    format!("void assert(int); {text}")
}

fn set_of<const N: usize>(sets: [&[u32]; N]) -> BTreeSet<Lines> {
    sets.map(|set| set.iter().copied().collect()).into()
}

/// Minimal sets of lines that hit all of these sets.
fn minimal_hitting_sets(sets: &BTreeSet<Lines>) -> BTreeSet<Lines> {
    let all: Vec<u32> = sets
        .iter()
        .flatten()
        .copied()
        .collect::<Lines>()
        .into_iter()
        .collect();
    let subset = |mask: u32| -> Lines {
        let chosen = (0..all.len()).filter(|i| mask >> i & 1 == 1);
        chosen.map(|i| all[i]).collect()
    };
    let hits = |set: &Lines| sets.iter().all(|other| !other.is_disjoint(set));
    let hitting: Vec<Lines> = (0..1 << all.len()).map(subset).filter(hits).collect();
    let smaller = |set: &Lines| hitting.iter().any(|h| h.is_subset(set) && h != set);
    hitting
        .iter()
        .filter(|set| !smaller(set))
        .cloned()
        .collect()
}

/// The paper: MCSes {3, 4} and {6}, MUSes {4, 6} and {3, 6}.
#[test]
fn sniper_listing_1() {
    let example = Example::absolute();
    let mcses = set_of([&[3, 4], &[6]]);
    for strategy in [
        Strategy::Sniper,
        Strategy::BugAssist,
        Strategy::Multi,
        Strategy::MaxSat,
    ] {
        let report = example.localized(strategy, Relaxing::Angelic);
        assert_eq!(example.diagnoses(&report), mcses, "{strategy:?}");
        // With one test there is nothing to combine, and the votes are the diagnoses.
        assert_eq!(
            report.status,
            Status::Complete {
                bounds: Bounds::default()
            }
        );
    }
    assert_eq!(minimal_hitting_sets(&mcses), set_of([&[4, 6], &[3, 6]]));
}

fn complete_and_proved(report: &Report) {
    assert_eq!(
        report.status,
        Status::Complete {
            bounds: Bounds::default()
        }
    );
    // The papers edit nothing.
    let by_values = |d: &&localize::report::Diagnosis| d.certificate == Certificate::Values;
    let mut sets = report.diagnoses.iter().filter(by_values);
    assert!(sets.all(|d| d.minimal == Minimal::Proved));
}

/// The paper: {3, 4} and {6} for x = 0, {3} and {4} for x = 1, complete diagnoses {3, 4}, {3, 6} and {4, 6}.
#[test]
fn sniper_listing_2() {
    let example = Example::two_faults();
    let each = example.of_each_test(Relaxing::Angelic);
    let sets: Vec<_> = each.iter().map(|of| example.sets(of)).collect();
    assert_eq!(sets, [set_of([&[3, 4], &[6]]), set_of([&[3], &[4]])]);
    let complete = set_of([&[3, 4], &[3, 6], &[4, 6]]);
    for strategy in [Strategy::Sniper, Strategy::Multi, Strategy::MaxSat] {
        let report = example.localized(strategy, Relaxing::Angelic);
        assert_eq!(example.diagnoses(&report), complete, "{strategy:?}");
        complete_and_proved(&report);
        assert!(report.partial.is_empty());
    }
    // A set of the first test serves the second too. Diagnoses that combine one set of each are out of reach, and the
    // report says so.
    let report = example.localized(Strategy::BugAssist, Relaxing::Angelic);
    assert_eq!(example.diagnoses(&report), set_of([&[3, 4]]));
    assert!(
        matches!(&report.status, Status::Stopped { why } if why.to_string().contains("1 of its 4 sets"))
    );
    let partial = |p: &localize::report::Partial| {
        let set = p.comps.iter().copied().collect();
        (example.lines(&set), p.tests.clone())
    };
    let partial: BTreeSet<_> = report.partial.iter().map(partial).collect();
    let wanted = [
        ([3].into(), vec![1]),
        ([4].into(), vec![1]),
        ([6].into(), vec![0]),
    ];
    assert_eq!(partial, wanted.into());
}

/// The paper: {6} and {5, 8}, found with the second formula, which has one branch more than the failing trace. Of the
/// four branches, the one from line 1 to line 4 is never explored: whatever value it gives to `a`, `b` is larger.
#[test]
fn ofc_figure_2() {
    let example = Example::two_conditionals();
    let wanted = set_of([&[6], &[5, 8]]);
    for strategy in [Strategy::Ofc, Strategy::Multi] {
        let report = example.localized(strategy, Relaxing::Angelic);
        assert_eq!(example.diagnoses(&report), wanted, "{strategy:?}");
        complete_and_proved(&report);
        let explored = BranchCounts {
            all: 4,
            traced: 2,
            explored: 3,
            formulas: 2,
        };
        let on_demand = strategy == Strategy::Ofc;
        let wanted = on_demand.then_some((0, explored));
        assert_eq!(report.explored, Vec::from_iter(wanted));
    }
}

/// The paper: {5, 8, 11} from `CFaults`. It is a diagnosis because conditions are free. The paper mentions in §1 that
/// relaxing the `scanf` alone suffices as well, and omits this for its weight. We order by weight and omit nothing.
#[test]
fn cfaults_motivating_example() {
    let example = Example::largest(LARGEST);
    for strategy in [Strategy::Multi, Strategy::MaxSat, Strategy::Sniper] {
        let report = example.localized(strategy, Relaxing::Deletion);
        let wanted = set_of([&[5, 8, 11], &[4]]);
        assert_eq!(example.diagnoses(&report), wanted, "{strategy:?}");
        complete_and_proved(&report);
    }
    // No single test needs all three conditions, so a vote cannot find them.
    let report = example.localized(Strategy::BugAssist, Relaxing::Deletion);
    assert_eq!(example.diagnoses(&report), set_of([&[4]]));
    assert_eq!(report.partial.len(), 4);
}

/// The paper: 32 sets for `BugAssist`, 1297 for SNIPER, {4, 13} with most votes.
///
/// We count 5 and 11 on the program as printed, 24 and 114 when it reads the three numbers one by one, as `CFaults`
/// transforms a `scanf`: into three assignments, each with a guard. The remaining difference is due to the formula,
/// which the paper does not print in enough detail to reproduce: `CFaults` unrolls output into calls that fill a
/// buffer, with statements of its own around them, and combines tuples of sets, so that equal unions of different
/// tuples are counted as often as they occur (ours would be up to 784). The numbers support the same conclusion: sets
/// of single tests and their combinations are many, the minimal diagnoses few. {4, 13} is among the lines with votes
/// from all tests here as well.
#[test]
fn cfaults_table_2() {
    let three = LARGEST.replace(
        "scanf(\"%d%d%d\", &f, &s, &t);",
        "scanf(\"%d\", &f); scanf(\"%d\", &s); scanf(\"%d\", &t);",
    );
    let rows = [
        (LARGEST, vec![2, 3, 2], 5, 11, 2),
        (&three, vec![7, 14, 8], 24, 114, 19),
    ];
    for (text, of_tests, votes, unions, minimal) in rows {
        let example = Example::largest(text);
        let each = example.of_each_test(Relaxing::Deletion);
        let families: Vec<Vec<CompSet>> = each
            .iter()
            .map(|of| of.sets.iter().map(|one| one.set.clone()).collect())
            .collect();
        let counts: Vec<usize> = families.iter().map(Vec::len).collect();
        assert_eq!(counts, of_tests);
        assert_eq!(vote(&each, &example.weights()).len(), votes);
        let all = set_combine(&families, 100_000).unwrap();
        assert_eq!(all.len(), unions);
        let redundant = |set: &&CompSet| all.iter().any(|u| u.is_subset(set) && u != *set);
        assert_eq!(all.len() - all.iter().filter(redundant).count(), minimal);
    }
    let example = Example::largest(&three);
    let wanted: Lines = [4, 13].into();
    let each = example.of_each_test(Relaxing::Deletion);
    assert!(each.iter().all(|of| example.sets(of).contains(&wanted)));
}
