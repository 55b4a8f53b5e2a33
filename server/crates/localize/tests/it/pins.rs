//! Pins of the user are respected: a component marked correct is in no set, and the sets found are the unpinned ones
//! that do not need it.

use std::collections::BTreeSet;

use ir::{CompId, ComponentKind};
use localize::report::{Certificate, Diagnosis, Minimal, Report, Status, Suspect};
use localize::{JobOptions, Session};
use search::Strategy;
use testkit::{LoadedFixture, fixture};

use crate::support::Patience;

/// Fixtures with a size up to which they are answered completely within a moment.
const FIXTURES: [(&str, usize); 3] = [("max3", 3), ("two-faults", 2), ("division-by-zero", 2)];
/// Fixtures so small that one formula over all tests is cheap.
const SMALL: [(&str, usize); 2] = [("wrong-constant", 1), ("pointer-swap", 1)];

fn localize(loaded: &LoadedFixture, options: JobOptions) -> Report {
    let (parse, program) = (&loaded.compiled.parse, &loaded.compiled.program);
    let options = JobOptions {
        step_limit: 200_000,
        // Without edits of larger budgets.
        work: Some(u64::MAX),
        // Search all sizes, whatever has been found.
        patience: u64::MAX,
        ..options
    };
    let mut session = Session::new(parse, program, &loaded.tests, options);
    let report = session.localize(&Patience::seconds(60), &mut |_| ());
    let complete = matches!(report.status, Status::Complete { .. });
    assert!(complete, "{:?}", report.status);
    report
}

fn sets(report: &Report) -> BTreeSet<Vec<CompId>> {
    let members = report.diagnoses.iter().map(|d| {
        let mut set: Vec<CompId> = d.suspects.iter().map(|s| s.comp).collect();
        set.sort_unstable();
        set
    });
    members.collect()
}

fn each(fixtures: &[(&str, usize)], check: impl Fn(&str, &LoadedFixture, usize)) {
    for &(name, max_size) in fixtures {
        check(name, &LoadedFixture::new(&fixture(name)), max_size);
    }
}

/// Diagnoses of statements in the text without input or output; those are ranked as if they were larger.
fn ordinary<'a>(
    loaded: &'a LoadedFixture,
    report: &'a Report,
) -> impl Iterator<Item = &'a Diagnosis> {
    let components = &loaded.compiled.program.components;
    let ordinary = |s: &Suspect| {
        let kind = components.get(s.comp.index()).map(|c| c.kind);
        kind.is_some_and(|kind| !matches!(kind, ComponentKind::Input | ComponentKind::Output))
    };
    let all = report.diagnoses.iter();
    all.filter(move |d| d.suspects.iter().all(ordinary))
}

#[test]
fn what_is_correct_is_in_no_set_and_the_others_stay() {
    for (strategy, fixtures) in [(Strategy::Multi, &FIXTURES[..]), (Strategy::MaxSat, &SMALL)] {
        each(fixtures, |name, loaded, max_size| {
            let options = |correct: Vec<CompId>| JobOptions {
                strategy,
                correct,
                max_size,
                ..JobOptions::default()
            };
            let free = localize(loaded, options(Vec::new()));
            let all = sets(&free);
            let known = loaded.compiled.program.components.len();
            let members = all.iter().flatten().copied();
            let members: BTreeSet<CompId> = members.filter(|c| c.index() < known).collect();
            assert!(!members.is_empty() && free.assumed.is_empty(), "{name}");
            for pin in members.into_iter().step_by(2) {
                let report = localize(loaded, options(vec![pin]));
                let written = |set: &Vec<CompId>| {
                    let known = loaded.compiled.program.components.len();
                    set.iter().all(|c| c.index() < known)
                };
                let without = all.iter().filter(|set| !set.contains(&pin));
                let wanted: BTreeSet<_> = without.filter(|s| written(s)).cloned().collect();
                let found = sets(&report).into_iter().filter(|s| written(s));
                assert_eq!(
                    found.collect::<BTreeSet<_>>(),
                    wanted,
                    "{name}, {strategy:?}, {pin:?}"
                );
                for d in &report.diagnoses {
                    let is_minimal =
                        d.certificate == Certificate::Edit || d.minimal == Minimal::Proved;
                    assert!(d.verified && is_minimal, "{name}: {d:?}");
                }
                let said = &report.assumed[0];
                assert!(said.starts_with("marked correct: line "), "{said}");
            }
        });
    }
}

#[test]
fn where_all_is_correct_nothing_is_found() {
    each(&FIXTURES, |name, loaded, max_size| {
        let all = 0..loaded.compiled.program.components.len();
        let options = JobOptions {
            correct: all.map(|i| CompId(i as u32)).collect(),
            max_size,
            ..JobOptions::default()
        };
        let report = localize(loaded, options);
        // Even if all statements are correct, one may be missing.
        assert_eq!(sets(&report).len(), report.added.len(), "{name}");
        assert!(matches!(report.status, Status::Complete { .. }), "{name}");
    });
}

#[test]
fn what_is_suspected_comes_first_among_sets_of_its_size_and_hides_nothing() {
    each(&FIXTURES, |name, loaded, max_size| {
        let options = |suspect| JobOptions {
            suspect,
            max_size,
            ..JobOptions::default()
        };
        let free = localize(loaded, options(Vec::new()));
        let last = ordinary(loaded, &free).last().unwrap();
        let (size, pin) = (last.suspects.len(), last.suspects[0].comp);
        let report = localize(loaded, options(vec![pin]));
        assert_eq!(sets(&report), sets(&free), "{name}");
        let mut of_size = ordinary(loaded, &report).filter(|d| d.suspects.len() == size);
        let first = of_size.next().unwrap();
        let named = first.suspects.iter().any(|s| s.comp == pin);
        assert!(named && first.weight < last.weight, "{name}");
        assert!(report.assumed[0].starts_with("marked suspect: line "));
    });
}
