//! Support for the tests: files, a control, the folders of the fixtures, and comparable parts of reports.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Access to files on disk.
pub(crate) struct Disk;

impl harness::Files for Disk {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(path).ok()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return Vec::new();
        };
        let names = entries.flatten().map(|e| e.file_name());
        let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn is_dir(&self, path: &str) -> bool {
        Path::new(path).is_dir()
    }
}

/// A control that ends a job after a time limit.
pub(crate) struct Patience {
    until: Instant,
    seconds: u64,
}

impl Patience {
    pub(crate) fn seconds(seconds: u64) -> Patience {
        Patience {
            until: Instant::now() + Duration::from_secs(seconds),
            seconds,
        }
    }
}

impl exec::Control for Patience {
    fn stop_reason(&self) -> Option<String> {
        let over = Instant::now() > self.until;
        over.then(|| format!("more than {} s", self.seconds))
    }

    fn phase(&self, _: &'static str) {}
}

impl localize::Control for Patience {}

/// Folders of all fixtures.
pub(crate) fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures");
    let root = root.canonicalize().expect("the fixtures are there");
    let entries = std::fs::read_dir(root).unwrap().flatten();
    let mut folders: Vec<PathBuf> = entries
        .map(|e| e.path())
        .filter(|p| p.join("expect.toml").is_file())
        .collect();
    folders.sort();
    assert!(folders.len() >= 18, "{} fixtures", folders.len());
    folders
}

/// A parsed and lowered program file, with the tests beside it.
pub(crate) struct Loaded {
    pub(crate) compiled: testkit::CompiledProgram,
    pub(crate) tests: Vec<harness::Test>,
}

/// Loads one program of a fixture.
pub(crate) fn load(folder: &Path, file: &str) -> Loaded {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    load_text(folder, file, &text)
}

/// Loads a program of a fixture with another text.
pub(crate) fn load_text(folder: &Path, file: &str, text: &str) -> Loaded {
    let path = folder.join(file);
    let compiled = testkit::CompiledProgram::new(text);
    let facts = harness::SourceFacts {
        has_main: compiled.program.function("main").is_some(),
        asserts: text.contains("assert("),
        opens_files: text.contains("fopen("),
        ..harness::SourceFacts::default()
    };
    let path = path.to_string_lossy();
    let found = harness::discover(&path, &facts, None, None, &Disk);
    assert!(found.problems.is_empty(), "{path}: {:?}", found.problems);
    Loaded {
        compiled,
        tests: found.tests,
    }
}

/// Everything in a report that does not depend on the clock; the solver's search for small values does.
pub(crate) fn found(report: &localize::report::Report) -> String {
    let mut text = format!("{:?}\n", report.status);
    let asked = (
        report.questions,
        report.solver_calls,
        report.unknown_answers,
    );
    let _ = writeln!(text, "{asked:?}");
    for d in &report.diagnoses {
        let comps: Vec<_> = d.suspects.iter().map(|s| s.comp).collect();
        let (evidence, fixes) = (&d.evidence, &d.fixes);
        let _ = writeln!(text, "{comps:?} {:?} {evidence:?} {fixes:?}", d.minimal);
    }
    for line in &report.ranking {
        let _ = writeln!(text, "{line:?}");
    }
    text
}

/// Number of random cases: the given number, or the one in the environment.
pub(crate) fn cases(normally: u32) -> u32 {
    let asked = std::env::var("FAULTLENS_CASES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(normally)
}

/// A runner that generates the same cases each time.
pub(crate) fn runner(cases: u32) -> TestRunner {
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 400,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Localizes a program by tests of input and output, numbered from 1, in one round.
pub(crate) fn localized_by(
    text: &str,
    tests: &[(&str, &str)],
    options: localize::JobOptions,
) -> (testkit::CompiledProgram, localize::report::Report) {
    let compiled = testkit::CompiledProgram::new(text);
    let numbered = tests.iter().zip(1..);
    let test = |((input, output), i): (&(&str, &str), i32)| {
        testkit::run_of_main(&i.to_string(), &[], input, Some(output.as_bytes()))
    };
    let tests: Vec<harness::Test> = numbered.map(test).collect();
    let options = localize::JobOptions {
        max_rounds: 1,
        ..options
    };
    let mut session = localize::Session::new(&compiled.parse, &compiled.program, &tests, options);
    let report = session.localize(&Patience::seconds(30), &mut |_| {});
    drop(session);
    (compiled, report)
}
