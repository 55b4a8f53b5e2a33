//! Where no formula can be made, values are found by trying: the diagnosis is there, and certified.

use localize::{Options, Session};
use testkit::{Compiled, run_of_main};

use crate::support::Patience;

/// The lines of the diagnoses of one statement.
fn lines(text: &str, tests: &[(&str, &str)]) -> Vec<u32> {
    let compiled = Compiled::new(text);
    let tests: Vec<_> = tests
        .iter()
        .enumerate()
        .map(|(i, (input, output))| {
            run_of_main(&i.to_string(), &[], input, Some(output.as_bytes()))
        })
        .collect();
    let options = Options::default();
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
    let report = session.localize(&Patience::seconds(20), &mut |_| {});
    let mut lines: Vec<u32> = report
        .diagnoses
        .iter()
        .filter(|d| d.suspects.len() == 1 && d.verified)
        .map(|d| {
            let component = report.component(&compiled.program, d.suspects[0].comp);
            let span = component.unwrap().0.span;
            compiled.parse.sources.line_col(span).0
        })
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// `log` of an unknown is no term; the value in front of it is found by the secant method, for each of two numbers of the
/// output in turn.
#[test]
fn a_number_in_front_of_a_library_function() {
    let text = "#include <stdio.h>
#include <math.h>
int main(void)
{
    double x;
    while (scanf(\"%lf\", &x) == 1) {
        double a = x + 3;
        double y = log(a);
        printf(\"y = %.3f\\n\", y);
    }
    return 0;
}
";
    // What x + 2 gives.
    let found = lines(
        text,
        &[
            ("1\n4\n", "y = 1.099\ny = 1.792\n"),
            ("0.5\n", "y = 0.916\n"),
        ],
    );
    assert!(found.contains(&7), "{found:?}");
}

/// The condition has to go the other way in some of its executions only.
#[test]
fn a_condition_that_goes_wrong_now_and_then() {
    let text = "#include <stdio.h>
#include <math.h>
int main(void)
{
    double x, sum = 0;
    while (scanf(\"%lf\", &x) == 1) {
        if (x > 2)
            sum += sqrt(sin(x) * sin(x));
        printf(\"%.4f \", cos(sum));
    }
    return 0;
}
";
    // What x >= 2 gives: cos(0) = 1, cos(|sin 2|), cos(|sin 2| + |sin 3|), twice.
    let output = "1.0000 0.6143 0.4972 -0.3792 ";
    let found = lines(text, &[("1 2 3 2\n", output)]);
    assert!(found.contains(&7), "{found:?}");
}
