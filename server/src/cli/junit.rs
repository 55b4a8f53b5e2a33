//! `test --format junit`: test results for continuous integration.

use std::fmt::Write;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::model::{Outcome, TestReport, TestResult};

/// Formats the report as XML: a test without a verdict is an error, an ignored one is skipped.
pub(super) fn xml(report: &TestReport) -> String {
    let mut suite = TestSuite::new(report.file.clone());
    suite.set_time(milliseconds(report.time_ms));
    suite.add_test_cases(report.tests.iter().map(|test| case(report, test)));
    let mut all = Report::new("faultlens");
    all.set_time(milliseconds(report.time_ms));
    all.add_test_suite(suite);
    // Cannot fail: the text is written to memory.
    all.to_string().unwrap_or_default()
}

fn case(report: &TestReport, test: &TestResult) -> TestCase {
    let reason = test.reason.clone().unwrap_or_default();
    let status = match test.outcome {
        Outcome::Pass => TestCaseStatus::success(),
        Outcome::Ignored => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(reason);
            status
        }
        Outcome::Fail | Outcome::Unanalysable => {
            let kind = if test.outcome == Outcome::Fail {
                NonSuccessKind::Failure
            } else {
                NonSuccessKind::Error
            };
            let mut status = TestCaseStatus::non_success(kind);
            status
                .set_message(reason)
                .set_description(details(report, test));
            status
        }
    };
    let mut case = TestCase::new(test.id.clone(), status);
    case.set_classname(report.file.clone());
    case.set_time(milliseconds(test.time_ms));
    if !test.stdout.is_empty() {
        case.set_system_out(test.stdout.clone());
    }
    case
}

/// Place of the failure, and expected and actual output.
fn details(report: &TestReport, test: &TestResult) -> String {
    let mut text = String::new();
    if let Some(line) = test.line {
        let _ = writeln!(text, "{}:{line}", report.file);
    }
    if let Some(expected) = &test.expected {
        let _ = writeln!(text, "expected:\n{expected}\nprinted:\n{}", test.stdout);
    }
    if let Some(asserted) = &test.asserted {
        let _ = writeln!(
            text,
            "expected {}, was {}",
            asserted.expected, asserted.actual
        );
    }
    text
}

fn milliseconds(time: f64) -> Duration {
    Duration::try_from_secs_f64(time / 1000.0).unwrap_or_default()
}
