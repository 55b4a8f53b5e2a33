//! Extended components compared with enumeration: random programs in which an index, an argument or a size is replaced
//! by every vector of small values, one value for each execution. Whatever the search reports as sufficient must
//! suffice in one of these programs, with the reported values, and whatever suffices in one of them must be reported.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use harness::Test;
use ir::ComponentKind;
use localize::report::{Diagnosis, Report};
use localize::{JobOptions, Session};
use proptest::prelude::*;
use testkit::{CompiledProgram, cases, run_of_main, runner};

use crate::support::Patience;

/// Number of executions of the places under test.
const EXECUTIONS: usize = 2;
/// Values to try for indices and arguments, and for sizes in bytes.
const INDICES: [i64; 5] = [-1, 0, 1, 2, 3];
const SIZES: [i64; 5] = [0, 4, 8, 12, 16];
const INPUTS: [&str; 2] = ["1", "2"];

/// Maximum number of extended components reported.
const MOST: usize = 3;

/// Number of reported places of each kind.
type Compared = BTreeMap<String, u32>;

/// Texts of the places, and the index of the wrong one.
#[derive(Debug, Clone)]
struct Case {
    texts: [String; 4],
    wrong: usize,
    right: [[usize; EXECUTIONS]; INPUTS.len()],
}

/// Kinds of the places of a program.
const KINDS: [ComponentKind; 4] = [
    ComponentKind::Target,
    ComponentKind::Argument,
    ComponentKind::Argument,
    ComponentKind::Size,
];

/// Lines of the places in the program.
const LINES: [u32; 4] = [9, 10, 10, 11];

/// The program with these texts in its places. Each place is executed in both rounds of the loop.
fn program(texts: &[String; 4]) -> String {
    let [target, argument, other, size] = texts;
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\n\
         static int nth;\n\
         static void put(int *a, int at, int what) {{ a[at] += what; }}\n\
         int main(void) {{\n\
           int a[4] = {{0, 0, 0, 0}}, n;\n\
           scanf(\"%d\", &n);\n\
           for (int i = 0; i < 2; i++) {{\n\
             a[{target}] = 5 + i;\n\
             put(a, {argument}, {other});\n\
             int *p = malloc({size});\n\
             p[n] = a[n] + i;\n\
             printf(\"%d %d %d %d, %d\\n\", a[0], a[1], a[2], a[3], p[n]);\n\
             free(p);\n\
           }}\n\
           return 0;\n\
         }}\n"
    )
}

/// Text of a vector of values.
fn vector(values: &[i64]) -> String {
    let mut text = String::from("(int[]){");
    for v in values {
        let _ = write!(text, "{v}, ");
    }
    text + "}[nth++]"
}

fn texts() -> impl proptest::strategy::Strategy<Value = [String; 4]> {
    let index =
        || prop::sample::select(vec!["0", "i", "n", "i + n", "3 - i", "3 - n", "1 - i + n"]);
    let size = prop::sample::select(vec!["16", "n * 4", "n - n", "0 * i", "n / 3"]);
    (index(), index(), index(), size).prop_map(|(a, b, c, d)| [a, b, c, d].map(str::to_owned))
}

fn case() -> impl proptest::strategy::Strategy<Value = Case> {
    let right = || [0..5_usize, 0..5];
    let right = [right(), right()];
    (texts(), 0..4_usize, right).prop_map(|(texts, wrong, right)| Case {
        texts,
        wrong,
        right,
    })
}

fn values(kind: ComponentKind) -> [i64; 5] {
    if kind == ComponentKind::Size {
        SIZES
    } else {
        INDICES
    }
}

/// The program with a vector in one place.
fn with_vector(texts: &[String; 4], place: usize, values: &[i64]) -> String {
    let mut texts = texts.clone();
    texts[place] = vector(values);
    program(&texts)
}

/// Output of a program for an input; `None` if it traps.
fn printed(text: &str, input: &str) -> Option<Vec<u8>> {
    let compiled = CompiledProgram::new(text);
    let tests = [run_of_main("t", &[], input, None)];
    let ran = &compiled.run(&tests)[0];
    matches!(ran.verdict, exec::run::Verdict::Pass).then(|| ran.stdout.clone())
}

/// Vectors that make a place right, for each input.
fn vectors(texts: &[String; 4], place: usize, expected: &[Vec<u8>]) -> Vec<Vec<[i64; EXECUTIONS]>> {
    let of = values(KINDS[place]);
    let all: Vec<[i64; EXECUTIONS]> = of
        .iter()
        .flat_map(|a| of.iter().map(|b| [*a, *b]))
        .collect();
    let mut by_input = vec![Vec::new(); expected.len()];
    for values in all {
        let text = with_vector(texts, place, &values);
        for ((input, expected), found) in INPUTS.iter().zip(expected).zip(&mut by_input) {
            if printed(&text, input).as_ref() == Some(expected) {
                found.push(values);
            }
        }
    }
    by_input
}

/// Extended diagnoses by the offset of their place.
fn extended<'r>(compiled: &CompiledProgram, report: &'r Report) -> BTreeMap<usize, &'r Diagnosis> {
    let of = |d: &'r Diagnosis| {
        let (component, _) = report.component(&compiled.program, d.only()?)?;
        let is_extended = KINDS.contains(&component.kind);
        is_extended.then_some((component.span.start as usize, d))
    };
    report.diagnoses.iter().filter_map(of).collect()
}

/// Offset of a place.
fn offset(texts: &[String; 4], place: usize) -> usize {
    let mut texts = texts.clone();
    "@".clone_into(&mut texts[place]);
    program(&texts).find('@').unwrap()
}

#[test]
fn what_suffices_is_what_enumeration_finds() {
    let compared: RefCell<Compared> = RefCell::default();
    let count = cases(100);
    let mut runner = runner(count);
    runner
        .run(&case(), |case| {
            check(&case, &mut compared.borrow_mut());
            Ok(())
        })
        .unwrap();
    let compared = compared.into_inner();
    for (kind, apart) in [("Target", 50), ("Argument", 30), ("Size", 100)] {
        let times = compared.get(kind).copied().unwrap_or_default();
        assert!(times >= count / apart, "{compared:?}");
    }
}

fn check(case: &Case, compared: &mut Compared) {
    let of = values(KINDS[case.wrong]);
    let expected: Option<Vec<Vec<u8>>> = INPUTS
        .iter()
        .zip(&case.right)
        .map(|(input, right)| {
            let right = right.map(|i| of[i]);
            printed(&with_vector(&case.texts, case.wrong, &right), input)
        })
        .collect();
    // The correct program must not trap.
    let Some(expected) = expected else { return };
    let text = program(&case.texts);
    let compiled = CompiledProgram::new(&text);
    let tests: Vec<Test> = INPUTS
        .iter()
        .zip(&expected)
        .map(|(input, output)| run_of_main(input, &[], input, Some(output)))
        .collect();
    let options = JobOptions {
        max_size: 1,
        max_rounds: 1,
        joint: true,
        ..JobOptions::default()
    };
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
    let report = session.localize(&Patience::seconds(60), &mut |_| {});
    if report.groups.is_empty() {
        return;
    }
    let found = extended(&compiled, &report);
    let singles: BTreeSet<u32> = report
        .diagnoses
        .iter()
        .filter_map(Diagnosis::only)
        .filter_map(|c| compiled.program.components.get(c.index()))
        .map(|c| compiled.parse.sources.line_col(c.span).0)
        .collect();
    let has_convincing_edit = report.diagnoses.iter().any(Diagnosis::has_convincing_fix);
    for (place, kind) in KINDS.iter().enumerate() {
        let right = vectors(&case.texts, place, &expected);
        let suffices = right.iter().all(|vectors| !vectors.is_empty());
        let key = (LINES[place], &case.texts[place]);
        let told = found.get(&offset(&case.texts, place));
        assert!(
            told.is_none() || suffices,
            "{key:?} does not suffice\n{text}"
        );
        if let Some(diagnosis) = told {
            for value in &diagnosis.suspects[0].values {
                let needed: i64 = value.needs.parse().unwrap();
                let is_right = right[value.test].iter().any(|vector| {
                    (0..EXECUTIONS).any(|k| {
                        let mut with = *vector;
                        with[k] = needed;
                        let text = with_vector(&case.texts, place, &with);
                        printed(&text, INPUTS[value.test]).as_ref() == Some(&expected[value.test])
                    })
                });
                assert!(is_right, "{key:?} does not need {needed}\n{text}");
            }
            *compared.entry(format!("{kind:?}")).or_default() += 1;
        }
        // With a convincing edit, or another value of the statement, the search stops asking.
        let is_asked = !has_convincing_edit && !singles.contains(&key.0) && found.len() < MOST;
        assert!(
            !suffices || told.is_some() || !is_asked,
            "{key:?} suffices\n{text}"
        );
    }
}
