//! Support for the tests: a control with a time limit, localizations by tests of input and output, and comparable parts
//! of reports.

use std::fmt::Write;
use std::time::{Duration, Instant};

use exec::run::Verdict;
use localize::report::{Fix, Report};
use localize::{JobOptions, Session};
use testkit::{CompiledProgram, run_of_main};

/// A control that ends a job after a time limit.
pub(crate) struct Patience {
    until: Instant,
    seconds: u64,
}

impl Patience {
    /// Starts the time.
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

/// Tests of input and output, numbered from 1.
pub(crate) fn numbered(tests: &[(&str, &str)]) -> Vec<harness::Test> {
    let test = |((input, output), i): (&(&str, &str), i32)| {
        run_of_main(&i.to_string(), &[], input, Some(output.as_bytes()))
    };
    tests.iter().zip(1..).map(test).collect()
}

/// Localizes a program by tests of input and output, numbered from 1, in one round.
pub(crate) fn localized_by(
    text: &str,
    tests: &[(&str, &str)],
    options: JobOptions,
) -> (CompiledProgram, Report) {
    let compiled = CompiledProgram::new(text);
    let tests = numbered(tests);
    let options = JobOptions {
        max_rounds: 1,
        ..options
    };
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
    let report = session.localize(&Patience::seconds(30), &mut |_| {});
    drop(session);
    (compiled, report)
}

/// A program with faults, and tests by the program without them.
pub(crate) struct Faulty {
    pub(crate) compiled: CompiledProgram,
    /// Lines of the faults.
    pub(crate) faults: Vec<u32>,
    pub(crate) tests: Vec<harness::Test>,
}

impl Faulty {
    /// Localizes the program in one round, within so many seconds.
    pub(crate) fn localized(&self, options: JobOptions, seconds: u64) -> Report {
        let options = JobOptions {
            max_rounds: 1,
            ..options
        };
        self.localized_in_rounds(options, seconds)
    }

    /// Localizes the program within so many seconds.
    pub(crate) fn localized_in_rounds(&self, options: JobOptions, seconds: u64) -> Report {
        let (parse, program) = (&self.compiled.parse, &self.compiled.program);
        let mut session = Session::new(parse, program, &self.tests, options);
        session.localize(&Patience::seconds(seconds), &mut |_| {})
    }
}

/// A program in which faulty text is before ` //! `, the correct one behind it, with a test for each input.
pub(crate) fn faulty(text: &str, inputs: &[&str]) -> Faulty {
    let (mut faulty, mut right, mut faults) = (String::new(), String::new(), Vec::new());
    for (line, number) in text.lines().zip(1..) {
        let indent = &line[..line.len() - line.trim_start().len()];
        let (wrong, better) = line
            .split_once(" //! ")
            .unwrap_or((line, line.trim_start()));
        if wrong != line {
            faults.push(number);
        }
        faulty.extend([wrong, "\n"]);
        right.extend([indent, better, "\n"]);
    }
    let right = CompiledProgram::new(&right);
    let run = |input: &&str, output: Option<&[u8]>| run_of_main(input, &[], input, output);
    let asked: Vec<harness::Test> = inputs.iter().map(|input| run(input, None)).collect();
    let tests = inputs.iter().zip(right.run(&asked)).map(|(input, ran)| {
        assert_eq!(ran.verdict, Verdict::Pass);
        run(input, Some(&ran.stdout))
    });
    Faulty {
        tests: tests.collect(),
        compiled: CompiledProgram::new(&faulty),
        faults,
    }
}

/// Lines and texts of the edits of a fix, in order.
pub(crate) fn edits(compiled: &CompiledProgram, fix: &Fix) -> Vec<(u32, String)> {
    let line = |span| compiled.parse.sources.line_col(span).0;
    let mut all: Vec<_> = fix
        .edits()
        .map(|e| (line(e.span), e.text.clone()))
        .collect();
    all.sort();
    all
}

/// Everything in a report that does not depend on the clock; the solver's search for small values does.
pub(crate) fn found(report: &Report) -> String {
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
