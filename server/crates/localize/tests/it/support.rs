//! Support for the tests: a control with a time limit, localizations by tests of input and output, and comparable parts
//! of reports.

use std::fmt::Write;
use std::time::{Duration, Instant};

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

/// Localizes a program by tests of input and output, numbered from 1, in one round.
pub(crate) fn localized_by(
    text: &str,
    tests: &[(&str, &str)],
    options: JobOptions,
) -> (CompiledProgram, Report) {
    let compiled = CompiledProgram::new(text);
    let numbered = tests.iter().zip(1..);
    let test = |((input, output), i): (&(&str, &str), i32)| {
        run_of_main(&i.to_string(), &[], input, Some(output.as_bytes()))
    };
    let tests: Vec<harness::Test> = numbered.map(test).collect();
    let options = JobOptions {
        max_rounds: 1,
        ..options
    };
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
    let report = session.localize(&Patience::seconds(30), &mut |_| {});
    drop(session);
    (compiled, report)
}

/// Lines and texts of the edits of a fix, in order.
pub(crate) fn edits(compiled: &CompiledProgram, fix: &Fix) -> Vec<(u32, String)> {
    let all = std::iter::once(&fix.edit).chain(&fix.also);
    let line = |span| compiled.parse.sources.line_col(span).0;
    let mut all: Vec<_> = all.map(|e| (line(e.span), e.text.clone())).collect();
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
