//! A fix that keeps assertions from being evaluated is not convincing and does not count.

use ir::CompId;
use localize::report::{Diagnosis, Evidence, Report};
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

/// A loop that never begins evaluates no assertion; one that ends before the failure evaluates all that were evaluated.
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
    // An access out of bounds before any assertion was evaluated.
    let (flips, _) = seen(&program(4));
    assert!(flips);
}
