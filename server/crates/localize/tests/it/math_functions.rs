//! Functions of `math.h` in formulas: a value is found through them, or it is proved that there is none.

use localize::report::{Report, Status};
use localize::{JobOptions, Session};
use testkit::{CompiledProgram, call};

use crate::support::Patience;

/// A program whose `k` should be another number; the result depends on it through a function.
fn localize(function: &str, wanted: i64) -> (CompiledProgram, Report) {
    let text = format!(
        "#include <math.h>\nint f(int n) {{\n  int k = n + 1;\n  return (int)(({function}) * 1000);\n}}\n"
    );
    let compiled = CompiledProgram::new(&text);
    let options = JobOptions {
        max_size: 1,
        ..JobOptions::default()
    };
    let tests = [call("t", "f", &[4], Some(wanted.to_string()))];
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
    let report = session.localize(&Patience::seconds(60), &mut |_| {});
    (compiled, report)
}

/// Lines of the single components, if the search is complete.
fn lines(function: &str, wanted: i64) -> Vec<u32> {
    let (compiled, report) = localize(function, wanted);
    let is_complete = matches!(report.status, Status::Complete { .. });
    assert!(is_complete, "{function}: {:?}", report.status);
    let suspects = report.diagnoses.iter().flat_map(|d| &d.suspects);
    // Statements that may be missing are no components of the program.
    let components = suspects.filter_map(|s| compiled.program.components.get(s.comp.index()));
    let line = |c: &ir::Component| compiled.parse.sources.line_col(c.span).0;
    let mut lines: Vec<u32> = components.map(line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

#[test]
fn a_number_is_found_through_them() {
    for (function, wanted) in [
        ("floor(k / 2.0)", 7_000),
        ("ceil(k / 4.0)", 9_000),
        ("trunc(k / -2.0)", -3_000),
        ("round(k / 8.0)", 4_000),
        ("rint(k / 8.0)", 6_000),
        ("log(k)", 6_907),
        ("log10(k)", 3_000),
        ("log2(k)", 5_000),
        ("exp(k)", 20_085),
        ("atan(k)", 1_560),
        ("sqrt(k)", 12_000),
        ("pow(k, 3)", 343_000),
        ("pow(2, k)", 256_000),
        ("fmin(k, 9.5)", 9_500),
        ("fmax(k, 3)", 3_000),
    ] {
        assert_eq!(lines(function, wanted), [3, 4], "{function}");
    }
}

/// The wanted value is not in the range of the function.
#[test]
fn where_there_is_none_that_is_proved() {
    for (function, wanted) in [
        ("floor(k / 2.0)", 7_500),
        ("round(sqrt(k))", 250),
        ("fabs(sin(k))", 1_001),
        ("exp(k / 1000.0)", -1),
        ("fmax(k, 3)", 2_000),
    ] {
        assert_eq!(lines(function, wanted), [4], "{function}");
    }
}
