//! Queries that are hard for bit-blasting: each of these programs once ended as `stopped`, with open queries.

use localize::report::Status;
use localize::{JobOptions, Session};
use testkit::{CompiledProgram, run_of_main};

use crate::support::Patience;

/// Checks that all queries about the program are answered.
#[track_caller]
fn check(text: &str, tests: &[(&str, &str)]) {
    let compiled = CompiledProgram::new(text);
    let tests: Vec<_> = (0..)
        .zip(tests)
        .map(|(i, (input, output))| {
            let name = format!("{i}");
            run_of_main(&name, &[], input, Some(output.as_bytes()))
        })
        .collect();
    let options = JobOptions::default();
    let mut session = Session::new(&compiled.parse, &compiled.program, &tests, options);
    let report = session.localize(&Patience::seconds(60), &mut |_| {});
    assert!(
        matches!(report.status, Status::Complete { .. }),
        "{:?}",
        report.status
    );
    assert!(!report.diagnoses.is_empty());
    assert!(report.diagnoses.iter().all(|d| d.verified));
}

/// Sums and quotients of unknown floats that have to print as a given number.
#[test]
fn a_mean_of_floats() {
    check(
        "#include <stdio.h>
int main(void)
{
    int n;
    float x, sum = 0;
    scanf(\"%d\", &n);
    for (int i = 0; i < n; i++) {
        scanf(\"%f\", &x);
        sum = sum + x;
    }
    sum = sum / 3;
    printf(\"%.2f\\n\", sum);
    return 0;
}
",
        &[("2 1.5 2.1", "1.80\n"), ("4 1 2 0.5 4", "1.88\n")],
    );
}

/// Whatever integers are read, a third of their sum is not 2.40.
#[test]
fn a_sum_of_whole_numbers() {
    check(
        "#include <stdio.h>
int main(void)
{
    int x, i;
    float sum = 0;
    for (i = 0; i < 3; i++) {
        scanf(\"%d\", &x);
        sum = sum + x;
    }
    printf(\"%.2f\\n\", sum / 3);
    return 0;
}
",
        &[("2 3 2", "2.40\n")],
    );
}

/// The remainder of a remainder, whatever was subtracted before.
#[test]
fn a_chain_of_remainders() {
    check(
        "#include <stdio.h>
int main(void)
{
    int n, days, hours;
    scanf(\"%d\", &n);
    days = n / 720;
    n = n - days * 720;
    hours = n / 24;
    n = n - hours * 24;
    if (hours < 10)
        if (n < 10)
            printf(\"%d+0%d:0%d\\n\", days, hours, n);
        else
            printf(\"%d+0%d:%d\\n\", days, hours, n);
    else if (n < 10)
        printf(\"%d+%d:0%d\\n\", days, hours, n);
    else
        printf(\"%d+%d:%d\\n\", days, hours, n);
    return 0;
}
",
        &[("100", "4+00:04\n"), ("1015", "42+00:07\n")],
    );
}

/// A loop over divisors that begins anywhere and prints them instead of their number.
#[test]
fn a_loop_over_divisors() {
    check(
        "#include <stdio.h>
int main(void)
{
    int i, first;
    scanf(\"%d\", &first);
    for (i = first; i <= 12; i++) {
        if (12 % i == 0)
            printf(\"%d\\n\", i);
    }
    return 0;
}
",
        &[("1", "6\n"), ("3", "4\n")],
    );
}

/// An uninitialised array, filled by a loop at arbitrary indices: each write is a choice, not a separate run for each
/// place.
#[test]
fn an_array_filled_at_unknown_places() {
    check(
        "#include <stdio.h>
int least(int a, int b, int c)
{
    int best = a;
    if (b < best)
        best = b;
    if (c < best)
        best = c;
    printf(\"%d;\", best);
    return 0;
}
int main(void)
{
    int table[4], k;
    for (k = 0; k < 4; k++)
        scanf(\"%d\", &table[k]);
    printf(\"%d\", least(table[1], table[2], table[3]));
    return 0;
}
",
        &[("9 4 2 6", "2;\n"), ("0 7 8 5", "5;\n")],
    );
}
