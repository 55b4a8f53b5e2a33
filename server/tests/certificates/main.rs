//! What a report shows suffices: every certificate by values is replayed from the JSON of `faultlens localize` alone.
//!
//! [`replay`] forces the listed choices on the evaluator, and nothing else. [`native`] writes them into the C text of
//! simple statements, and compares what the compiled program prints.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::print_stderr, reason = "the tests say what they skip")]

#[path = "../common/mod.rs"]
mod common;

mod native;
mod programs;
mod replay;
mod shown;

use std::collections::BTreeMap;
use std::path::Path;

use common::{Folder, faultlens};
use exec::run::Verdict;
use testkit::generate::{rich, tiny_main};
use testkit::{CompiledProgram, LoadedFixture, cases, fixtures, run_of_main, runner};

use shown::Certificate;

/// One in this number of certificates is replayed natively: compiling takes long.
const COMPILED: usize = 3;

/// Number of certificates by how they were replayed.
#[derive(Debug, Default)]
struct Counts {
    replayed: u32,
    native: u32,
    /// Reasons why certificates were not replayed.
    skipped: BTreeMap<&'static str, u32>,
    /// Reasons why certificates were not replayed natively.
    not_native: BTreeMap<&'static str, u32>,
    wrong: Vec<String>,
}

impl Counts {
    /// Replays all certificates of the report on the program of this folder.
    fn add(&mut self, folder: &Path) {
        let report = faultlens(folder, &["localize", "program.c", "--format", "json"]).json();
        let LoadedFixture { compiled, tests } = LoadedFixture::new(folder);
        let text = compiled.parse.sources.files[0].text.clone();
        for (i, certificate) in Certificate::of_report(&report).iter().enumerate() {
            let test = tests.iter().find(|test| test.id == certificate.test);
            let test = test.expect("the test of a certificate is one of the program's");
            match replay::passes(certificate, &text, test) {
                Ok(true) => self.replayed += 1,
                Ok(false) => self.note_wrong("the evaluator", folder, certificate),
                Err(reason) => *self.skipped.entry(reason).or_default() += 1,
            }
            if i % COMPILED != 0 || !native::is_available() {
                continue;
            }
            match native::passes(certificate, &text, test) {
                Ok(true) => self.native += 1,
                Ok(false) => self.note_wrong("the compiled program", folder, certificate),
                Err(reason) => *self.not_native.entry(reason).or_default() += 1,
            }
        }
    }

    fn note_wrong(&mut self, by: &str, folder: &Path, certificate: &Certificate<'_>) {
        let text = std::fs::read_to_string(folder.join("program.c")).unwrap();
        let place = folder.display();
        self.wrong
            .push(format!("{place}, {by}: {certificate:#?}\n{text}"));
    }

    /// No certificate fails, and enough of them were replayed.
    fn check(&self, least: u32, least_native: u32) {
        eprintln!(
            "{} replayed, {} natively; skipped: {:?}; natively: {:?}",
            self.replayed, self.native, self.skipped, self.not_native
        );
        let wrong = self.wrong.len();
        assert!(wrong == 0, "{wrong} fail:\n{}", self.wrong.join("\n"));
        assert!(self.replayed >= least, "{self:?}");
        assert!(
            self.native >= least_native || !native::is_available(),
            "{self:?}"
        );
    }
}

#[test]
fn certificates_of_the_fixtures_pass() {
    let mut counts = Counts::default();
    for folder in fixtures() {
        counts.add(&folder);
    }
    counts.check(600, 130);
}

#[test]
fn certificates_of_chosen_programs_pass() {
    let mut counts = Counts::default();
    for program in programs::PROGRAMS {
        let [old, new] = program.fault;
        assert_eq!(program.text.matches(old).count(), 1, "{old}");
        let text = program.text.replace(old, new);
        let folder = faulty(program.text, &text, program.inputs).expect("some test fails");
        counts.add(folder.path());
    }
    counts.check(200, 40);
}

/// Inputs of generated programs.
const INPUTS: [&str; 6] = ["0 1\n", "1 -1\n", "-1 2\n", "2 2\n", "3 0\n", "7 -3\n"];

#[test]
fn certificates_of_generated_faults_pass() {
    use proptest::prelude::{Strategy as _, prop_oneof};
    let counts = std::cell::RefCell::new(Counts::default());
    let program = prop_oneof![2 => tiny_main().boxed(), 1 => rich().boxed()];
    let strategy = (program, 0usize..40, 0usize..6);
    let result = runner(cases(30)).run(&strategy, |(program, at, how)| {
        let right = program.to_string();
        let mutants = (at..at + 8).map(|at| program.mutated(at, how).to_string());
        let mut faulty = mutants.filter_map(|text| faulty(&right, &text, &INPUTS));
        if let Some(folder) = faulty.next() {
            counts.borrow_mut().add(folder.path());
        }
        Ok(())
    });
    result.unwrap();
    counts.borrow().check(4 * cases(30), cases(30));
}

/// A folder with a faulty program, and tests that expect the output of the right one; `None` if all of them pass.
fn faulty(right: &str, text: &str, inputs: &[&str]) -> Option<Folder> {
    let right = CompiledProgram::new(right);
    let runs = inputs
        .iter()
        .map(|input| run_of_main(input, &[], input, None));
    let runs: Vec<_> = runs.collect();
    let wanted = right.run(&runs);
    let fine = runs.iter().zip(&wanted);
    let fine: Vec<_> = fine
        .filter(|(_, ran)| ran.verdict == Verdict::Pass)
        .collect();
    let expecting = fine
        .iter()
        .map(|(run, ran)| run_of_main(&run.id, &[], &run.id, Some(&ran.stdout)));
    let ran = CompiledProgram::new(text).run(&expecting.collect::<Vec<_>>());
    let fails = |verdict: &Verdict| matches!(verdict, Verdict::Fail(_));
    ran.iter().find(|ran| fails(&ran.verdict))?;
    let folder = Folder::new("certificates-generated");
    folder.write("program.c", text.as_bytes());
    for (i, (run, ran)) in fine.iter().enumerate() {
        folder.write(&format!("tests/t{i}.in"), run.id.as_bytes());
        folder.write(&format!("tests/t{i}.out"), &ran.stdout);
    }
    Some(folder)
}
