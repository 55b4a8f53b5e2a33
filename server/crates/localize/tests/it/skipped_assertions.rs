//! A fix that keeps assertions from being evaluated is not convincing and does not count.

use ir::CompId;
use localize::report::{Certificate, Diagnosis, Evidence, Report};
use localize::{JobOptions, Session};
use testkit::{CompiledProgram, run_of_main};

use crate::support::Patience;

fn localized(compiled: &CompiledProgram) -> Report {
    let tests = [run_of_main("main", &[], "", None)];
    let (parse, program) = (&compiled.parse, &compiled.program);
    let mut session = Session::new(parse, program, &tests, JobOptions::default());
    session.localize(&Patience::seconds(60), &mut |_| {})
}

/// Diagnoses with a component on this line, and the text of each of their fixes.
fn on_line(
    compiled: &CompiledProgram,
    report: &Report,
    wanted: u32,
) -> (Vec<Diagnosis>, Vec<String>) {
    let line = |comp: CompId| {
        let span = compiled.program.components.get(comp.index())?.span;
        Some(compiled.parse.sources.line_col(span).0)
    };
    let all = report.diagnoses.iter();
    let here: Vec<Diagnosis> = all
        .filter(|d| d.suspects.iter().any(|s| line(s.comp) == Some(wanted)))
        .cloned()
        .collect();
    let fixes = here.iter().flat_map(|d| &d.fixes);
    let fixes = fixes.map(|fix| fix.edit.text.clone()).collect();
    (here, fixes)
}

#[test]
fn a_fix_asks_all_that_was_asked() {
    let compiled = CompiledProgram::new(
        "#include <assert.h>
int twice(int x)
{
    return x * x * x * x;
}
int main(void)
{
    for (int i = 0; i < 4; i++)
        assert(twice(i) == 2 * i);
    return 0;
}
",
    );
    let report = localized(&compiled);
    let (diagnoses, _) = on_line(&compiled, &report, 4);
    assert!(!diagnoses.is_empty());
    let (diagnoses, fixes) = on_line(&compiled, &report, 8);
    assert!(!diagnoses.is_empty());
    assert_eq!(fixes, [""; 0]);
}

/// A loop that never begins evaluates no assertion, not even the one that an access out of bounds has interrupted; one
/// that ends before the failure evaluates all that were evaluated.
#[test]
fn evidence_asks_all_that_was_asked() {
    let program = |from: u32| {
        CompiledProgram::new(&format!(
            "#include <assert.h>
int main(void)
{{
    int a[4] = {{0, 1, 4, 9}};
    for (int i = {from}; i <= 4; i++)
        assert(a[i] == i * i);
    return 0;
}}
"
        ))
    };
    let seen = |compiled: &CompiledProgram| {
        let (diagnoses, fixes) = on_line(compiled, &localized(compiled), 5);
        let flips = |d: &Diagnosis| d.evidence.contains(&Evidence::Flip);
        (diagnoses.iter().any(flips), fixes)
    };
    let (flips, fixes) = seen(&program(0));
    assert!(!flips);
    assert!(fixes.iter().any(|f| f == "<"), "{fixes:?}");
    let (flips, _) = seen(&program(4));
    assert!(!flips);
}

/// Lines of programs, in which an assertion fails, that could only keep it from being reached, and a line that explains
/// the failure.
#[test]
fn what_skips_an_assertion_explains_nothing() {
    let rows: [(&str, &[u32], u32); 6] = [
        // The assertion is in the called function.
        (
            "#include <assert.h>
static int half(int n)
{
    int h = n - 2;
    assert(h * 2 == n);
    return h;
}
int main(void)
{
    half(6);
    return 0;
}
",
            &[10],
            4,
        ),
        // In a loop, behind conditions.
        (
            "#include <assert.h>
static int total;
static void add(int n)
{
    total += n * n;
    if (n > 0)
        assert(total < 10);
}
int main(void)
{
    for (int i = 4; i < 5; i++)
        add(i);
    return 0;
}
",
            &[6, 12],
            5,
        ),
        // The program is wrong before the assertion has been evaluated.
        (
            "#include <assert.h>
#include <stddef.h>
static int cells[2] = {1, 2};
static int *cell(int i)
{
    return i == 1 ? NULL : &cells[i];
}
static void scenario(void)
{
    int last = 1;
    assert(*cell(last) == 2);
}
int main(void)
{
    scenario();
    return 0;
}
",
            &[15],
            6,
        ),
        // The second of several assertions.
        (
            "#include <assert.h>
static int count;
static void push(void) { count += 1; }
static void pop(void) { count -= 2; }
static void run(int deep)
{
    push();
    assert(count == 1);
    if (deep)
        push();
    pop();
    assert(count == 1);
}
int main(void)
{
    run(1);
    return 0;
}
",
            &[16],
            4,
        ),
        // An early return is as good as none.
        (
            "#include <assert.h>
static int sign(int n)
{
    int s = 1;
    if (n == 0)
        return 0;
    if (n < 0)
        s = 1;
    assert(s * n >= 0);
    return s;
}
int main(void)
{
    return sign(-3) > 0;
}
",
            &[5, 6],
            8,
        ),
        // What says that a place is not reached need not be reached.
        (
            "#include <assert.h>
static int kind(int c)
{
    int k = c > 5 ? 3 : 1;
    switch (k) {
    case 1:
        return 10;
    default:
        assert(!\"a kind\");
    }
    return 0;
}
int main(void)
{
    kind(7);
    return 0;
}
",
            &[],
            4,
        ),
    ];
    for (text, never, explains) in rows {
        let compiled = CompiledProgram::new(text);
        let report = localized(&compiled);
        for line in never {
            let (mut diagnoses, _) = on_line(&compiled, &report, *line);
            // Another argument may do, which keeps the call. Together with other changes, the assertion may be reached
            // in an earlier round.
            diagnoses.retain(|d| d.certificate == Certificate::Values && d.suspects.len() == 1);
            assert!(diagnoses.is_empty(), "line {line}: {diagnoses:?}\n{text}");
        }
        let (diagnoses, _) = on_line(&compiled, &report, explains);
        assert!(!diagnoses.is_empty(), "line {explains}\n{text}");
        let known = compiled.program.components.len();
        let mut suspects = report.diagnoses.iter().flat_map(|d| &d.suspects);
        assert!(suspects.all(|s| s.comp.index() < known), "{text}");
    }
}
