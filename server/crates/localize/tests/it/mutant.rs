//! Random programs with a fault, and tests that tell them from the program without it.

use exec::run::Verdict;
use harness::Test;
use testkit::generate::{Program, Shape};
use testkit::{CompiledProgram, call, run_of_main};

/// Arguments of the tests.
const INPUTS: [(i64, i64); 4] = [(0, 1), (1, -1), (-1, 2), (2, 2)];
/// Number of failing tests used.
const TESTS: usize = 2;

/// A faulty program with failing tests.
pub(crate) struct Mutant {
    pub(crate) text: String,
    pub(crate) compiled: CompiledProgram,
    pub(crate) tests: Vec<Test>,
}

impl Mutant {
    /// The program with a fault, and the tests that distinguish it from the correct program; `None` if there are none.
    pub(crate) fn new(program: &Program, at: usize, how: usize) -> Option<Mutant> {
        let right = program.to_string();
        let text = program.mutated(at, how).to_string();
        let compiled = CompiledProgram::new(&text);
        let tests = match program.shape {
            Shape::Function => calls(&right),
            _ => runs(&right),
        };
        let verdicts = compiled.run(&tests);
        let failing = tests.into_iter().zip(verdicts);
        let failing = failing.filter(|(_, r)| matches!(r.verdict, Verdict::Fail(_)));
        let tests: Vec<Test> = failing.map(|(t, _)| t).take(TESTS).collect();
        (!tests.is_empty()).then_some(Mutant {
            text,
            compiled,
            tests,
        })
    }
}

/// Calls of `f` that expect the results of the correct program.
fn calls(right: &str) -> Vec<Test> {
    let mut tests = Vec::new();
    for (a, b) in INPUTS {
        let print = format!(
            "#include <stdio.h>\n{right}int main(void) {{ printf(\"%d\", f({a}, {b})); return 0; }}"
        );
        let ran = &CompiledProgram::new(&print).run(&[run_of_main("t", &[], "", None)])[0];
        if ran.verdict == Verdict::Pass {
            let result = String::from_utf8(ran.stdout.clone()).unwrap();
            tests.push(call(&format!("{a} {b}"), "f", &[a, b], Some(result)));
        }
    }
    tests
}

/// Runs of `main` that expect the output of the correct program.
fn runs(right: &str) -> Vec<Test> {
    let compiled = CompiledProgram::new(right);
    let input = |(a, b): (i64, i64)| format!("{a} {b}\n");
    let tests = INPUTS.map(|i| run_of_main(&input(i), &[], &input(i), None));
    let ran = compiled.run(&tests);
    let fine = tests
        .iter()
        .zip(ran)
        .filter(|(_, r)| r.verdict == Verdict::Pass);
    fine.map(|(t, r)| run_of_main(&t.id, &[], &t.id, Some(&r.stdout)))
        .collect()
}
