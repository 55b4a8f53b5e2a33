//! Generated programs with a fault.
//!
//! A generator produces a program and a faulty variant; if their outputs differ, the output of the first is the test
//! that the second fails.

use eval::{ChoiceSource, Concrete, Image, Machine};
use exec::run::prepare;
use harness::Test;
use proptest::strategy::{Strategy, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use testkit::generate::Program;
use testkit::{CompiledProgram, run_of_main};

const INPUT: &str = "77 -5";

/// The output of a program that ends without a trap.
fn output(program: &CompiledProgram) -> Option<Vec<u8>> {
    let test = prepare(
        &program.program,
        "main",
        &run_of_main("t", &[], INPUT, None),
    )
    .unwrap();
    let mut dom = Concrete::new(program.program.components.len(), ChoiceSource::Nothing);
    let state = Image::new(&program.program).start(&mut dom, &program.program, &test.start, true);
    let mut machine = Machine::new(
        &program.program,
        dom,
        state,
        std::sync::Arc::clone(&test.goal.expected),
        200_000,
    );
    let stop = machine.run(None).unwrap_err();
    let ended = matches!(*stop, eval::Stop::Exit(_));
    ended.then(|| machine.state.output.take_collected())
}

/// A program that fails a test.
pub(crate) struct Faulty {
    pub(crate) wrong: CompiledProgram,
    pub(crate) text: String,
    pub(crate) test: Test,
}

/// Faulty programs whose fault is observable, among this number of generated ones.
pub(crate) fn faulty(
    strategy: impl Strategy<Value = Program>,
    cases: usize,
) -> impl Iterator<Item = Faulty> {
    let programs = generated(strategy, cases).enumerate();
    programs.filter_map(|(i, program)| {
        let right = CompiledProgram::new(&program.to_string());
        let text = program.mutated(i * 7 + 3, i).to_string();
        let wrong = CompiledProgram::new(&text);
        let (wanted, printed) = (output(&right)?, output(&wrong)?);
        let test = run_of_main("t", &[], INPUT, Some(&wanted));
        (wanted != printed).then_some(Faulty { wrong, text, test })
    })
}

fn generated(
    strategy: impl Strategy<Value = Program>,
    cases: usize,
) -> impl Iterator<Item = Program> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..cases).map(move |_| strategy.new_tree(&mut runner).unwrap().current())
}
