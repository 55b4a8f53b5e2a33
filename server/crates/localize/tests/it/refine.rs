//! Parts of a component that suffice: on programs made for this purpose, and compared with enumeration on random ones.

use std::cell::Cell;

use exec::run::{PreparedTest, prepare};
use ir::CompId;
use ir::CompSet;
use localize::report::{Diagnosis, Suspect};
use localize::{JobOptions, Session};
use lower::{LowerOptions, lower_parts};
use proptest::test_runner::{TestCaseError, TestError};
use testkit::generate::tiny;
use testkit::{
    BruteForce, CompiledProgram, EnumerationBudget, Feasible, call, cases, run_of_main, runner,
};

use crate::mutant::Mutant;
use crate::support::Patience;

/// Parts of the component with this text: parts needed together joined by `+`, each with its kind.
fn refined(text: &str, tests: &[harness::Test], component: &str) -> Option<Vec<String>> {
    let compiled = CompiledProgram::new(text);
    let options = JobOptions::default();
    let mut session = Session::new(&compiled.parse, &compiled.program, tests, options);
    let report = session.localize(&Patience::seconds(20), &mut |_| {});
    let source = |span| compiled.parse.sources.text(span);
    let place = |s: &&Suspect| {
        source(report.component(&compiled.program, s.comp).unwrap().0.span) == component
    };
    let single = |d: &&Diagnosis| d.suspects.len() == 1;
    let mut singles = report.diagnoses.iter().filter(single);
    let suspect = singles.find_map(|d| d.suspects.iter().find(place));
    let sets = suspect
        .expect("the component is a diagnosis")
        .refined
        .as_ref()?;
    let told = |set: &Vec<localize::report::Part>| {
        let parts = set
            .iter()
            .map(|p| format!("{:?} {}", p.kind, source(p.span)));
        parts.collect::<Vec<_>>().join(" + ")
    };
    Some(sets.iter().map(told).collect())
}

/// Arguments and result of a call.
type Call<'a> = (&'a [i64], i64);

/// Calls of `f`, each with its arguments and expected result.
fn calls(tests: &[Call<'_>]) -> Vec<harness::Test> {
    let test = |(i, (arguments, result)): (usize, &Call<'_>)| {
        call(&i.to_string(), "f", arguments, Some(result.to_string()))
    };
    tests.iter().enumerate().map(test).collect()
}

#[test]
fn operands_that_matter() {
    let cases: [(&str, &[Call<'_>], &str, &[&str]); 8] = [
        // A product with zero is zero, whatever the other factor.
        (
            "int f(int a, int b) { return a * b; }",
            &[(&[3, 0], 6)],
            "return a * b",
            &["Operand b"],
        ),
        (
            "int f(int a, int b, int c) { int x = a % 4 + b * c; return x; }",
            &[(&[1, 2, 0], 7)],
            "x = a % 4 + b * c",
            &["Operator a % 4", "Operand c"],
        ),
        // Only both tests together determine the operand.
        (
            "int f(int a, int b) { int x; x = a * b; return x; }",
            &[(&[3, 0], 6), (&[0, 5], 0), (&[2, 0], 2)],
            "x = a * b",
            &["Operand b"],
        ),
        (
            "int f(int a, int n, int b) { if (a < n && b > 0) return 1; return 0; }",
            &[(&[4, 4, 1], 1)],
            "a < n && b > 0",
            &["Operand a", "Operand n"],
        ),
        // No operand suffices alone: the connective, or both operands.
        (
            "int f(int a, int b) { if (a == 1 && b == 1) return 1; return 0; }",
            &[(&[0, 0], 1)],
            "a == 1 && b == 1",
            &[],
        ),
        (
            "int f(int i) { int t[4] = {5, 6, 7, 8}; return t[i % 2]; }",
            &[(&[3], 8)],
            "return t[i % 2]",
            &["Constant 2"],
        ),
        (
            "int f(int n, int k) { int *p = 0; if (p == 0 && n > k * k) return 1; return 2; }",
            &[(&[4, 2], 1)],
            "p == 0 && n > k * k",
            &["Operand n", "Operand k", "Operand k"],
        ),
        (
            "int twice(int x) { return x + x; } int f(int a) { int r = twice(a + 1) + 0 * a; return r; }",
            &[(&[2], 8)],
            "twice(a + 1)",
            &["Operand a", "Constant 1"],
        ),
    ];
    for (text, tests, component, wanted) in cases {
        let found = refined(text, &calls(tests), component);
        assert_eq!(found.expect(text), wanted, "{text}");
    }
}

#[test]
fn arguments_of_an_output() {
    let program = |values: &str| {
        format!(
            "#include <stdio.h>\nint main(void) {{ int a = 1, b = 2, c = 3; printf(\"%d %d %d\", {values}); }}"
        )
    };
    let ask = |values: &str, wanted: &[u8]| {
        let tests = [run_of_main("t", &[], "", Some(wanted))];
        let component = format!("printf(\"%d %d %d\", {values})");
        refined(&program(values), &tests, &component).unwrap()
    };
    assert_eq!(ask("a, b * 2, c", b"1 6 3"), ["Operand b", "Constant 2"]);
    assert_eq!(ask("a, b, c * 2", b"4 2 8"), ["Operand a + Operand c"]);
    // Three parts are no refinement, nor is another text.
    assert_eq!(ask("a, b, c", b"4 5 6"), [""; 0]);
    assert_eq!(ask("a, b, c", b"1, 2, 3"), [""; 0]);
}

/// If no smaller part is found, enumeration finds none either; and the parts found let every test pass when they are
/// relaxed in a program lowered for this purpose.
#[test]
fn refinements_are_what_enumeration_finds() {
    let seen: [Cell<u32>; 3] = Default::default();
    let strategy = (tiny(), 0usize..40, 0usize..6);
    let result = runner(cases(120)).run(&strategy, |(program, at, how)| {
        let case = (at..at + 8).find_map(|at| Mutant::new(&program, at, how));
        case.map_or(Ok(()), |case| {
            check(&case, &seen).map_err(TestCaseError::fail)
        })
    });
    let numbers = seen.map(|n| n.get());
    eprintln!("components, confirmed sets, enumerated parts: {numbers:?}");
    if let Err(TestError::Fail(reason, _)) = &result {
        panic!("{reason}");
    }
    result.unwrap();
    assert!(numbers.iter().all(|n| *n > 40));
}

fn check(case: &Mutant, seen: &[Cell<u32>; 3]) -> Result<(), String> {
    let (parse, program) = (&case.compiled.parse, &case.compiled.program);
    let mut session = Session::new(parse, program, &case.tests, JobOptions::default());
    let report = session.localize(&Patience::seconds(60), &mut |_| {});
    for diagnosis in &report.diagnoses {
        for suspect in &diagnosis.suspects {
            if let Some(sets) = &suspect.refined {
                let places: Vec<Vec<syntax::Span>> = sets
                    .iter()
                    .map(|set| set.iter().map(|p| p.span).collect())
                    .collect();
                add(&seen[0]);
                let group = &report.groups[diagnosis.group];
                let tests: Vec<&harness::Test> =
                    group.tests.iter().map(|t| &case.tests[*t]).collect();
                check_component(case, &tests, (diagnosis, suspect), &places, seen)?;
            }
        }
    }
    Ok(())
}

fn add(cell: &Cell<u32>) {
    cell.set(cell.get() + 1);
}

fn check_component(
    case: &Mutant,
    tests: &[&harness::Test],
    (diagnosis, suspect): (&Diagnosis, &Suspect),
    sets: &[Vec<syntax::Span>],
    seen: &[Cell<u32>; 3],
) -> Result<(), String> {
    let whole = case.compiled.program.components[suspect.comp.index()].span;
    let fine = lower_parts(&case.compiled.parse, &LowerOptions::default(), &[whole]).program;
    let prepared: Vec<PreparedTest> = tests
        .iter()
        .map(|t| prepare(&fine, "main", t).unwrap())
        .collect();
    let tests: Vec<&PreparedTest> = prepared.iter().collect();
    let others = diagnosis.suspects.iter().map(|s| s.comp);
    let rest: CompSet = others.filter(|c| *c != suspect.comp).collect();
    let parts: Vec<usize> =
        (case.compiled.program.components.len()..fine.components.len()).collect();
    let with = |places: &[syntax::Span]| {
        let of = parts
            .iter()
            .filter(|p| places.contains(&fine.components[**p].span));
        of.fold(rest.clone(), |set, p| set.with(CompId(*p as u32)))
    };
    let named = format!(
        "{}\n{} {sets:?}",
        case.text,
        case.compiled.texts(&rest.with(suspect.comp)).join(", ")
    );
    // Eight bits cover the values that such programs compute.
    let wide = BruteForce::new(
        &fine,
        EnumerationBudget {
            bits: 8,
            ..EnumerationBudget::default()
        },
    );
    for set in sets {
        match wide.all_pass(&tests, &with(set)) {
            Feasible::Yes => add(&seen[1]),
            Feasible::No => return Err(format!("{named}: not sufficient: {set:?}")),
            Feasible::TooDear => {}
        }
    }
    let narrow = BruteForce::new(&fine, EnumerationBudget::default());
    for part in &parts {
        let place = fine.components[*part].span;
        let covers = |set: &Vec<syntax::Span>| set.iter().all(|p| place.encloses(*p));
        let before = syntax::Span {
            end: place.start,
            ..whole
        };
        let before = case
            .compiled
            .parse
            .sources
            .text(before)
            .trim_end_matches(['(', ' ']);
        if before.is_empty() || before.ends_with('=') || before.ends_with("return") {
            // The whole value is not a part of it.
            continue;
        }
        if narrow.all_pass(&tests, &with(&[place])) == Feasible::Yes {
            add(&seen[2]);
            if !sets.iter().any(covers) {
                return Err(format!("{named}: {place:?} suffices"));
            }
        }
    }
    Ok(())
}
