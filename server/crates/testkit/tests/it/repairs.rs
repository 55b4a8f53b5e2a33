//! Every repair is C: gcc has nothing to say about the repaired text that it does not say about the original, and the
//! compiled program passes the tests.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use exec::run::Verdict;
use harness::Action;
use localize::report::{Fix, Report};
use localize::{JobOptions, Session};
use testkit::{LoadedFixture, cases, fixtures};

use crate::cc::{self, Binary, Compiled, Outcome};
use crate::support::Patience;

/// Options of gcc under which a repair must not bring a warning.
const OPTIONS: [&str; 5] = [
    "-Wint-conversion",
    "-Wincompatible-pointer-types",
    "-Wformat",
    "-Wreturn-type",
    "-Wparentheses",
];
/// Number of instructions for all tests of a program together.
const STEPS: u64 = 200_000;
/// Work for one search: most repairs are found by edits, which have budgets of their own.
const WORK: u64 = 200_000;
/// Time limit in seconds for a search that counts its work.
const HANG_SECONDS: u64 = 600;

/// Slips of programmers, as changes of the text.
const SLIPS: [(&str, &str); 14] = [
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" == ", " != "),
    (" + 1", ""),
    (" - 1", ""),
    (" + ", " - "),
    (" = 0", " = 1"),
    ("i++", "i += 2"),
    (" && ", " || "),
    ("*", "+"),
    ("->next", ""),
    ("return 1", "return 0"),
    ("%d", "%u"),
];

/// A program with the folder of its tests.
struct Subject {
    name: String,
    folder: PathBuf,
    text: String,
}

/// The faulty programs of the fixtures.
fn faulty_fixtures() -> Vec<Subject> {
    let subject = |folder: PathBuf| Subject {
        name: folder.file_name().unwrap().to_string_lossy().into_owned(),
        text: std::fs::read_to_string(folder.join("program.c")).unwrap(),
        folder,
    };
    fixtures().into_iter().map(subject).collect()
}

/// Corrected fixtures with one slip each, evenly chosen among all.
fn slips(count: usize) -> Vec<Subject> {
    let mut all = Vec::new();
    for folder in fixtures() {
        let Ok(text) = std::fs::read_to_string(folder.join("fixed.c")) else {
            continue;
        };
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let body = text.find('{').unwrap_or(0);
        for (old, new) in SLIPS {
            for (at, _) in text[body..].match_indices(old) {
                let at = body + at;
                let changed = [&text[..at], new, &text[at + old.len()..]].concat();
                let line = text[..at].lines().count();
                let parse = syntax::parse(
                    "a.c",
                    &changed,
                    &syntax::NoIncludes,
                    &syntax::Options::default(),
                );
                let lowered = lower::lower(&parse, &lower::LowerOptions::default());
                let wrong = |p: &syntax::Problem| p.severity == syntax::Severity::Error;
                if !parse.has_errors() && !lowered.problems.iter().any(wrong) {
                    all.push(Subject {
                        name: format!("{name}:{line} {old} -> {new}"),
                        folder: folder.clone(),
                        text: changed,
                    });
                }
            }
        }
    }
    let step = (all.len() / count).max(1);
    all.into_iter().step_by(step).collect()
}

/// A repaired text, and the tests that it must pass.
struct Repaired {
    text: String,
    tests: Vec<usize>,
}

/// All repairs of a report, applied: fixes, and edits that fix some of the tests.
fn repaired(text: &str, report: &Report, passing: &[usize]) -> Vec<Repaired> {
    let mut found: Vec<Repaired> = Vec::new();
    let mut add = |fix: &Fix, tests: &[usize]| {
        let mut edits: Vec<_> = fix.edits().collect();
        edits.sort_by_key(|e| std::cmp::Reverse(e.span.start));
        let mut edited = text.to_owned();
        for edit in edits {
            let place = edit.span.start as usize..edit.span.end as usize;
            edited.replace_range(place, &edit.text);
        }
        if found.iter().all(|known| known.text != edited) {
            found.push(Repaired {
                text: edited,
                tests: [tests, passing].concat(),
            });
        }
    };
    for diagnosis in &report.diagnoses {
        let tests = &report.groups[diagnosis.group].tests;
        diagnosis.fixes.iter().for_each(|fix| add(fix, tests));
        diagnosis
            .partial
            .iter()
            .for_each(|(fix, tests)| add(fix, tests));
    }
    for partial in &report.partial {
        partial
            .fixes
            .iter()
            .for_each(|fix| add(fix, &partial.tests));
    }
    found
}

/// Number of messages of each kind, without the names that they mention.
fn kinds(compiled: &Compiled) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for (_, message) in &compiled.messages {
        let option = message.rfind('[').filter(|_| message.ends_with(']'));
        let kind = match option {
            Some(at) => message[at..].to_owned(),
            None => message.split('\u{2018}').step_by(2).collect(),
        };
        *kinds.entry(kind).or_insert(0) += 1;
    }
    kinds
}

/// Checks all repairs of a program; returns their number.
fn check(subject: &Subject, number: usize, wrong: &mut String) -> usize {
    // Localize, unless the slip makes a text that is not C.
    let Subject { name, folder, text } = subject;
    let said = Compiled::object(text, &OPTIONS);
    if !said.is_accepted {
        return 0;
    }
    let loaded = LoadedFixture::with_text(folder, text);
    let options = JobOptions {
        work: Some(WORK),
        step_limit: STEPS,
        max_rounds: 1,
        ..JobOptions::default()
    };
    let (parse, program) = (&loaded.compiled.parse, &loaded.compiled.program);
    let mut session = Session::new(parse, program, &loaded.tests, options);
    let mut passing = Vec::new();
    let report = session.localize(&Patience::seconds(HANG_SECONDS), &mut |event| {
        if let localize::Event::Tests(ran) = event {
            let passes = |(i, r): (usize, &exec::run::TestOutcome)| {
                (r.verdict == Verdict::Pass).then_some(i)
            };
            passing = ran.iter().enumerate().filter_map(passes).collect();
        }
    });
    drop(session);
    let repairs = repaired(text, &report, &passing);
    if repairs.is_empty() {
        return 0;
    }

    // Compile each repaired text, and compare what gcc says with what it says about the original.
    let has_main = program.function("main").is_some();
    let before = kinds(&said);
    for (i, repair) in repairs.iter().enumerate() {
        let edit = first_change(text, &repair.text);
        let (compiled, binary) = if has_main {
            Binary::with_warnings(&repair.text, &format!("repair-{number}-{i}"), &OPTIONS)
        } else {
            (Compiled::object(&repair.text, &OPTIONS), None)
        };
        for (kind, count) in kinds(&compiled) {
            if count > before.get(&kind).copied().unwrap_or(0) {
                let _ = writeln!(wrong, "{name}: {edit}: {kind}");
            }
        }

        // Run the tests.
        let Some(binary) = binary else { continue };
        let repaired = LoadedFixture::with_text(folder, &repair.text);
        let tests: Vec<_> = repair
            .tests
            .iter()
            .map(|t| repaired.tests[*t].clone())
            .collect();
        let outcomes = repaired.compiled.run_within(STEPS, &tests);
        for (test, ran) in tests.iter().zip(outcomes) {
            if ran.verdict != Verdict::Pass {
                let _ = writeln!(wrong, "{name}: {edit}: {} {:?}", test.id, ran.verdict);
            }
            let Action::Main {
                args,
                stdin,
                folder: tests,
                files,
                ..
            } = &test.action
            else {
                continue;
            };
            let ours = Outcome {
                stdout: ran.stdout,
                exit: ran.exit,
            };
            let args: Vec<OsString> = args.iter().cloned().map(OsString::from_vec).collect();
            let theirs = match files {
                Some(_) => binary.run_with(&args, stdin, &[folder, Path::new(&**tests)]),
                None => binary.run(&args, stdin),
            };
            if ours != theirs {
                let _ = writeln!(
                    wrong,
                    "{name}: {edit}: {}: {ours:?}, gcc {theirs:?}",
                    test.id
                );
            }
        }
    }
    repairs.len()
}

/// The first line in which two texts differ, for messages.
fn first_change(old: &str, new: &str) -> String {
    let mut lines = old.lines().zip(new.lines());
    let changed = lines.find(|(a, b)| a != b);
    changed.map_or(String::new(), |(a, b)| {
        format!("`{}` -> `{}`", a.trim(), b.trim())
    })
}

fn check_all(subjects: &[Subject], least: usize) {
    let mut wrong = String::new();
    let checked = subjects.iter().enumerate();
    let repairs: usize = checked
        .map(|(i, subject)| check(subject, i, &mut wrong))
        .sum();
    eprintln!("{repairs} repairs of {} programs", subjects.len());
    assert!(wrong.is_empty(), "{wrong}");
    assert!(repairs >= least, "only {repairs} repairs");
}

#[test]
fn repairs_of_fixtures_are_c() {
    if cc::available() {
        check_all(&faulty_fixtures(), 40);
    }
}

#[test]
fn repairs_of_slips_are_c() {
    if cc::available() {
        check_all(&slips(cases(30) as usize), cases(30) as usize / 2);
    }
}
