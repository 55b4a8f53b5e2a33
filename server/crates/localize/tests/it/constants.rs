//! Constants used as indices: with few elements each one is tried, with many the right one is solved for.

use localize::{JobOptions, Session};
use testkit::{CompiledProgram, run_of_main};

use crate::support::Patience;

/// Texts of all fixes of a program for one test without input.
fn fixes(text: &str, expected: &str) -> Vec<String> {
    let compiled = CompiledProgram::new(text);
    let tests = [run_of_main("main", &[], "", Some(expected.as_bytes()))];
    let (parse, program) = (&compiled.parse, &compiled.program);
    let mut session = Session::new(parse, program, &tests, JobOptions::default());
    let report = session.localize(&Patience::seconds(60), &mut |_| {});
    let fixes = report.diagnoses.iter().flat_map(|d| &d.fixes);
    fixes.map(|fix| fix.edit.text.clone()).collect()
}

/// A program in which element `i` of the array holds `i * i + 7`, and the element at index `read` is printed.
fn program(elements: usize, read: usize) -> String {
    format!(
        "#include <stdio.h>
int squares[{elements}];
int main(void)
{{
    int count = {elements};
    for (int i = 0; i < count; i++)
        squares[i] = i * i + 7;
    int chosen = squares[{read}];
    printf(\"%d\\n\", chosen);
    return 0;
}}
"
    )
}

#[test]
fn of_few_elements_each_is_tried() {
    let found = fixes(&program(12, 3), "107\n");
    assert!(found.contains(&"10".to_string()), "{found:?}");
}

#[test]
fn of_many_elements_the_right_one_is_solved_for() {
    let found = fixes(&program(60, 3), "1376\n");
    assert!(found.contains(&"37".to_string()), "{found:?}");
}
