//! The diagnoses of strategies `multi` and `sniper` are the minimal sets that enumeration finds, on small random
//! programs, with angelic values and with deletion.
//!
//! Four comparisons are made for each case: enumeration with the search, with angelic values of the same two bits
//! (equal sets); enumeration with the whole engine at full width (every set that enumeration finds feasible is feasible
//! there); the same with branches opened on demand (equal sets); and the inclusion law for both.

use std::cell::Cell;
use std::time::Instant;

use exec::run::{PreparedTest, TestOutcome, prepare};
use ir::CompId;
use ir::CompSet;
use localize::report::{Bounds, Certificate, Diagnosis, Minimal, Report, Status};
use localize::{JobOptions, Relaxing, Session};
use proptest::prelude::{Strategy as _, any, prop_oneof};
use proptest::test_runner::{TestCaseError, TestError};
use search::{BranchCounts, Search, SearchOptions, Strategy, multi, sniper};
use search::{QueryVerdict, Weights};
use testkit::generate::{tiny, tiny_asserting, tiny_main};
use testkit::{BruteForce, EnumerationBudget, Feasible, Narrow, cases, runner};

use crate::mutant::Mutant;
use crate::support::Patience;

/// Size of the largest sets.
const SIZE: usize = 2;
/// Maximum number of diagnoses of a case whose supersets with one more component are checked.
const LAWFUL: usize = 3;

/// Statistics over all cases.
#[derive(Default)]
struct Seen {
    compared: Cell<u32>,
    dear: Cell<u32>,
    bounded: Cell<u32>,
    sets: Cell<u32>,
    deletions: Cell<u32>,
    laws: Cell<u32>,
    on_demand: Cell<u32>,
    left_closed: Cell<u32>,
    asserting: Cell<u32>,
}

fn add(cell: &Cell<u32>, n: usize) {
    cell.set(cell.get() + n as u32);
}

#[test]
fn diagnoses_are_what_enumeration_finds() {
    let seen = Seen::default();
    let program = prop_oneof![
        2 => tiny().boxed(),
        2 => tiny_asserting().boxed(),
        1 => tiny_main().boxed(),
    ];
    let strategy = (program, 0usize..40, 0usize..6, any::<[u32; 4]>());
    let result = runner(cases(150)).run(&strategy, |(program, at, how, picks)| {
        // Many changes have no effect on the tests.
        match (at..at + 8).find_map(|at| Mutant::new(&program, at, how)) {
            Some(case) => check(&case, picks, &seen).map_err(TestCaseError::fail),
            None => Ok(()),
        }
    });
    let numbers = [
        &seen.compared,
        &seen.dear,
        &seen.bounded,
        &seen.sets,
        &seen.deletions,
        &seen.laws,
        &seen.on_demand,
        &seen.left_closed,
        &seen.asserting,
    ];
    let numbers = numbers.map(Cell::get);
    eprintln!(
        "compared, too dear, within bounds, sets, by deletion, inclusions, on demand, with less than all, with assertions: {numbers:?}"
    );
    if let Err(TestError::Fail(reason, (program, at, how, _))) = &result {
        panic!("{reason}\nchange {how} from {at} on of\n{program}");
    }
    result.unwrap();
    assert!(numbers[0] * 3 > numbers[1], "nearly all was too dear");
    assert!(numbers[3..].iter().all(|n| *n > 10));
}

fn check(case: &Mutant, picks: [u32; 4], seen: &Seen) -> Result<(), String> {
    let program = &case.compiled.program;
    let prepared = case
        .tests
        .iter()
        .map(|t| prepare(program, "main", t).unwrap());
    let mut prepared: Vec<PreparedTest> = prepared.collect();
    let ran = case.compiled.run(&case.tests);
    for (test, ran) in prepared.iter_mut().zip(&ran) {
        test.goal.asserts.clone_from(&ran.asserts);
    }
    let asserting = prepared.iter().filter(|test| !test.goal.asserts.is_empty());
    add(&seen.asserting, asserting.count());
    let tests: Vec<&PreparedTest> = prepared.iter().collect();
    let subjects: Vec<_> = prepared.iter().zip(&ran).collect();
    for relaxing in [Relaxing::Angelic, Relaxing::Deletion] {
        check_mode(case, (&tests, &subjects), relaxing, picks, seen)
            .map_err(|complaint| format!("{relaxing:?}: {complaint}"))?;
    }
    Ok(())
}

fn check_mode(
    case: &Mutant,
    (tests, subjects): (&[&PreparedTest], &[(&PreparedTest, &TestOutcome)]),
    relaxing: Relaxing,
    picks: [u32; 4],
    seen: &Seen,
) -> Result<(), String> {
    let program = &case.compiled.program;
    let budget = EnumerationBudget {
        relaxing,
        ..EnumerationBudget::default()
    };
    let brute = BruteForce::new(program, budget);
    let engine = |bits| Narrow::new(program, subjects, bits, smt::Choice::Sat).relaxing(relaxing);

    let (wanted, exact) = brute.minimal(tests, SIZE);
    let mut narrow = engine(Some(2));
    if exact {
        let found = searched(&mut narrow, case, multi);
        let combined = searched(&mut narrow, case, sniper);
        if narrow.inexact {
            add(&seen.bounded, 1);
        } else {
            add(&seen.compared, 1);
            let sets = match relaxing {
                Relaxing::Angelic => &seen.sets,
                Relaxing::Deletion => &seen.deletions,
            };
            add(sets, wanted.len());
            same(case, &wanted, &found)?;
            same(case, &wanted, &combined).map_err(|c| format!("sniper: {c}"))?;
        }
    } else {
        add(&seen.dear, 1);
    }
    let begun = Instant::now();
    let report = localized(case, relaxing, Strategy::Multi);
    if begun.elapsed().as_secs() > 1 {
        eprintln!("slow: {:?} {}", begun.elapsed(), case.text);
    }
    wide_enough(case, &wanted, &report)?;
    on_demand(case, relaxing, &report, seen)?;
    let mut wide = engine(None);
    for set in &wanted {
        if infeasible(&mut wide, tests.len(), set) {
            let sets = std::slice::from_ref(set);
            return Err(complaint(case, "full width finds infeasible", sets));
        }
    }
    let mut engines = [narrow, wide];
    supersets(case, &wanted, &mut engines, seen)?;
    inclusion(case, tests, &brute, &mut engines, picks, seen)
}

fn searched(oracle: &mut Narrow<'_>, case: &Mutant, search: Search) -> Vec<CompSet> {
    let mut found = Vec::new();
    let options = SearchOptions {
        max_size: SIZE,
        ..SearchOptions::default()
    };
    let weights = Weights::hierarchical(&case.compiled.program.components);
    let tests = case.tests.len();
    search(oracle, tests, &weights, &options, &mut |f| {
        found.push(f.set);
    });
    found
}

fn same(case: &Mutant, wanted: &[CompSet], found: &[CompSet]) -> Result<(), String> {
    let missing: Vec<CompSet> = wanted
        .iter()
        .filter(|w| !found.contains(w))
        .cloned()
        .collect();
    let extra: Vec<CompSet> = found
        .iter()
        .filter(|f| !wanted.contains(f))
        .cloned()
        .collect();
    if !missing.is_empty() {
        return Err(complaint(case, "not found by the search", &missing));
    }
    if !extra.is_empty() {
        return Err(complaint(case, "not found by enumeration", &extra));
    }
    Ok(())
}

/// Result of the engine as it is used, for all failing tests together.
fn localized(case: &Mutant, relaxing: Relaxing, strategy: Strategy) -> Report {
    let options = JobOptions {
        strategy,
        relaxing,
        max_size: SIZE,
        joint: true,
        step_limit: 20_000,
        // Without edits of larger budgets.
        work: Some(u64::MAX),
        ..JobOptions::default()
    };
    let (parse, program) = (&case.compiled.parse, &case.compiled.program);
    let mut session = Session::new(parse, program, &case.tests, options);
    session.localize(&Patience::seconds(20), &mut |_| {})
}

/// Checks that every set found by enumeration contains a full-width diagnosis, and that all of these are verified.
fn wide_enough(case: &Mutant, wanted: &[CompSet], report: &Report) -> Result<(), String> {
    if let Some(d) = report.diagnoses.iter().find(|d| !d.verified) {
        return Err(format!("{}: not verified: {d:?}", case.text));
    }
    if report.status
        != (Status::Complete {
            bounds: Bounds::default(),
        })
    {
        return Ok(());
    }
    let sets = sets(case, report);
    let uncovered = wanted.iter().find(|w| !sets.iter().any(|s| s.is_subset(w)));
    match uncovered {
        Some(set) => Err(complaint(
            case,
            "no diagnosis of full width is in",
            std::slice::from_ref(set),
        )),
        None => Ok(()),
    }
}

/// Sets certified by values of the program's components: edits can do more than values, and statements that may be
/// missing are no components of the program.
fn sets(case: &Mutant, report: &Report) -> Vec<CompSet> {
    let known = case.compiled.program.components.len();
    let written = |d: &&Diagnosis| d.suspects.iter().all(|s| s.comp.index() < known);
    let diagnoses = report.diagnoses.iter().filter(written);
    diagnoses
        .filter(|d| d.certificate == Certificate::Values)
        .map(|d| d.suspects.iter().map(|s| s.comp).collect())
        .collect()
}

/// Checks that opening branches on demand finds the same sets with the same certificates.
fn on_demand(case: &Mutant, relaxing: Relaxing, all: &Report, seen: &Seen) -> Result<(), String> {
    let report = localized(case, relaxing, Strategy::Ofc);
    if all.status
        != (Status::Complete {
            bounds: Bounds::default(),
        })
        || report.status != all.status
    {
        return Ok(());
    }
    add(&seen.on_demand, 1);
    let closed = |(_, e): &(usize, BranchCounts)| e.explored < e.all;
    add(
        &seen.left_closed,
        report.explored.iter().filter(|e| closed(e)).count(),
    );
    let firm = |d: &Diagnosis| d.verified && d.minimal == Minimal::Proved;
    if !report.diagnoses.iter().all(firm) {
        return Err(complaint(
            case,
            "on demand not proved",
            &sets(case, &report),
        ));
    }
    same(case, &sets(case, all), &sets(case, &report)).map_err(|c| format!("on demand: {c}"))
}

/// Checks that a diagnosis with any further component still lets every test pass.
fn supersets(
    case: &Mutant,
    wanted: &[CompSet],
    engines: &mut [Narrow<'_>],
    seen: &Seen,
) -> Result<(), String> {
    let components = case.compiled.program.components.len() as u32;
    for set in wanted.iter().take(LAWFUL) {
        for larger in (0..components).map(|c| set.with(CompId(c))) {
            for engine in engines.iter_mut() {
                add(&seen.laws, 1);
                if infeasible(engine, case.tests.len(), &larger) {
                    let sets = [set.clone(), larger];
                    return Err(complaint(case, "the engine breaks the law", &sets));
                }
            }
        }
    }
    Ok(())
}

/// Whether some test is proved not to pass.
fn infeasible(engine: &mut Narrow<'_>, tests: usize, set: &CompSet) -> bool {
    let proved = |v| matches!(v, QueryVerdict::Infeasible { bounded: false, .. });
    (0..tests).any(|t| proved(engine.verdict(t, set)))
}

/// Checks that a feasible set remains feasible when more is relaxed.
fn inclusion(
    case: &Mutant,
    tests: &[&PreparedTest],
    brute: &BruteForce<'_>,
    oracles: &mut [Narrow<'_>],
    picks: [u32; 4],
    seen: &Seen,
) -> Result<(), String> {
    let n = case.compiled.program.components.len() as u32;
    let small: CompSet = picks[..2].iter().map(|p| CompId(p % n)).collect();
    let large: CompSet = picks.iter().map(|p| CompId(p % n)).collect();
    for (t, test) in tests.iter().enumerate() {
        if brute.ask(test, &small) == Feasible::Yes {
            add(&seen.laws, 1);
            if brute.ask(test, &large) == Feasible::No {
                return Err(complaint(
                    case,
                    "enumeration breaks the law",
                    &[small, large],
                ));
            }
        }
        for oracle in &mut *oracles {
            let passes = matches!(oracle.verdict(t, &small), QueryVerdict::Feasible(_));
            let superset = passes.then(|| oracle.verdict(t, &large));
            if let Some(QueryVerdict::Infeasible { bounded: false, .. }) = superset {
                return Err(complaint(
                    case,
                    "the engine breaks the law",
                    &[small, large],
                ));
            }
        }
    }
    Ok(())
}

fn complaint(case: &Mutant, what: &str, sets: &[CompSet]) -> String {
    let sets: Vec<_> = sets.iter().map(|s| case.compiled.texts(s)).collect();
    let tests: Vec<_> = case.tests.iter().map(|t| (&t.id, &t.expect)).collect();
    format!("{what}: {sets:?}\n{}\n{tests:?}", case.text)
}
