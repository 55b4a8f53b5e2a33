//! Directed search: certified passing runs are found starting from the failing one, even where no formula answers.

use harness::Test;
use ir::ComponentKind;
use localize::{JobOptions, Session};
use testkit::{CompiledProgram, call, run_of_main};

use crate::support::Patience;

/// Lines of the diagnoses of one existing statement.
fn lines(text: &str, tests: &[(&str, &str)]) -> Vec<u32> {
    let tests = tests.iter().enumerate().map(|(i, (input, output))| {
        run_of_main(&i.to_string(), &[], input, Some(output.as_bytes()))
    });
    lines_of(text, &tests.collect::<Vec<_>>(), None)
}

/// Lines of single-statement diagnoses that are found within a limit on work.
fn lines_of(text: &str, tests: &[Test], work: Option<u64>) -> Vec<u32> {
    let compiled = CompiledProgram::new(text);
    let options = JobOptions {
        work,
        ..JobOptions::default()
    };
    let mut session = Session::new(&compiled.parse, &compiled.program, tests, options);
    let report = session.localize(&Patience::seconds(120), &mut |_| {});
    let certified = report.diagnoses.iter();
    let certified = certified.filter(|d| d.suspects.len() == 1 && d.verified);
    let components = certified.filter_map(|d| {
        let component = report.component(&compiled.program, d.suspects[0].comp);
        component.map(|(component, _)| component)
    });
    let written = components.filter(|c| !matches!(c.kind, ComponentKind::Insertion(_)));
    let mut lines: Vec<u32> = written
        .map(|c| compiled.parse.sources.line_col(c.span).0)
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// `log` of an unknown is not a term; the value in front of it is found by the secant method, for each of two numbers
/// of the output in turn.
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
    // Output for x + 2.
    let found = lines(
        text,
        &[
            ("1\n4\n", "y = 1.099\ny = 1.792\n"),
            ("0.5\n", "y = 0.916\n"),
        ],
    );
    assert!(found.contains(&7), "{found:?}");
}

/// The condition has to change in only some of its executions.
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
    // Output for x >= 2: cos(0) = 1, cos(|sin 2|), cos(|sin 2| + |sin 3|), twice.
    let output = "1.0000 0.6143 0.4972 -0.3792 ";
    let found = lines(text, &[("1 2 3 2\n", output)]);
    assert!(found.contains(&7), "{found:?}");
}

const BUBBLE_SORT: &str = "#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n;
    if (scanf(\"%d\", &n) != 1)
        return 1;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        scanf(\"%d\", &a[i]);
    for (int i = 0; i < n; i++) {
        for (int j = 0;
             j < n;
             j++) {
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
        }
    }
    for (int i = 0; i < n; i++)
        printf(\"%d \", a[i]);
    free(a);
    return 0;
}
";

fn sorting(n: u32) -> Test {
    let numbers: Vec<u32> = (0..n).map(|i| i * 37 % (n + 1)).collect();
    let text = |numbers: &[u32]| {
        let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
        words.join(" ") + " "
    };
    let input = format!("{n}\n{}", text(&numbers));
    let mut sorted = numbers;
    sorted.sort_unstable();
    run_of_main("t", &[], &input, Some(text(&sorted).as_bytes()))
}

/// Each round of the sort reads behind the block; each time the loop condition has to change. The work grows no faster
/// than the run.
#[test]
fn a_loop_condition_before_each_of_many_traps() {
    for (n, work) in [(10, 400_000), (30, 2_000_000), (90, 10_000_000)] {
        let found = lines_of(BUBBLE_SORT, &[sorting(n)], Some(work));
        assert!(found.contains(&13), "{n}: {found:?}");
    }
}

/// A wrong counter is noticed only when all numbers have been stored in the wrong place: each execution follows the
/// same rule.
#[test]
fn a_counter_that_goes_the_wrong_way() {
    let text = "#include <assert.h>
int at[64], count;
static void add(int value)
{
    at[32 + count--] = value;
}
int main(void)
{
    for (int i = 0; i < 20; i++)
        add(3 * i);
    assert(count == 20);
    for (int i = 0; i < 20; i++)
        assert(at[32 + i] == 3 * i);
    return 0;
}
";
    let found = lines_of(text, &[run_of_main("t", &[], "", None)], None);
    assert!(found.contains(&5), "{found:?}");
}

/// The needed value is another variable of the function, in each of many calls.
#[test]
fn a_recursive_function_that_begins_at_the_wrong_variable() {
    let text = "#include <stdio.h>
int a[16];
static void sort(int low, int high)
{
    if (low >= high)
        return;
    int end =
        0;
    for (int i = low; i < high; i++) {
        if (a[i] < a[high]) {
            int t = a[i]; a[i] = a[end]; a[end] = t;
            end++;
        }
    }
    int t = a[end]; a[end] = a[high]; a[high] = t;
    sort(low, end - 1);
    sort(end + 1, high);
}
int main(void)
{
    int n = 0;
    while (n < 16 && scanf(\"%d\", &a[n]) == 1)
        n++;
    sort(0, n - 1);
    for (int i = 0; i < n; i++)
        printf(\"%d \", a[i]);
    return 0;
}
";
    let found = lines(text, &[("8 3 9 1 7 2 6 5 4\n", "1 2 3 4 5 6 7 8 9 ")]);
    assert!(found.contains(&7), "{found:?}");
}

/// A function that should return a value has not returned when the program ends.
#[test]
fn ending_the_program_is_no_result() {
    let text = "#include <stdlib.h>
int f(int x)
{
    if (x > 50)
        exit(0);
    return x;
}
";
    let test = call("t", "f", &[2], Some("3".into()));
    assert_eq!(lines_of(text, &[test], None), [6]);
}
