//! Four ways to run a program are equivalent: instruction by instruction, through the fast path, as the plain program
//! that tests are run with, and in memory reused from another run. Output, end, trap with its place, and the number of
//! entries of each component are compared.

use std::path::PathBuf;
use std::sync::Arc;

use eval::{ChoiceSource, Concrete, Image, Machine, Start, State, Stop};
use harness::Expected;
use ir::Program;
use ir::flow::{LOWERED_STEPS, uninstrumented};
use proptest::strategy::{Strategy as _, ValueTree as _};
use testkit::generate::rich;
use testkit::{CompiledProgram, cases, repository, runner};

/// Step limit, more than any program of the corpora needs.
const STEPS: u64 = 50_000_000;

/// Everything observable about a run.
#[derive(Debug, PartialEq)]
struct Seen {
    output: String,
    end: String,
    executions: Vec<u32>,
}

/// Observations of a run, and its number of steps.
fn run(program: &Program, input: &str, lane: bool, steps: u64) -> (Seen, u64) {
    let (seen, used, _) = run_after(None, program, input, lane, steps);
    (seen, used)
}

/// Observations of a run in memory reused from an earlier one, with the state that it leaves.
fn run_after(
    before: Option<State<u64>>,
    program: &Program,
    input: &str,
    lane: bool,
    steps: u64,
) -> (Seen, u64, State<u64>) {
    let mut dom = Concrete::new(program.components.len(), ChoiceSource::Nothing);
    let start = Start {
        name: "program".into(),
        environment: std::sync::Arc::default(),
        function: program.function("main").unwrap(),
        args: [b"13".to_vec()].into(),
        literals: Vec::new(),
        input: input.as_bytes().into(),
        leaks: false,
        slack: false,
        observed: harness::Observed::Output,
        files: None,
    };
    let image = Image::new(program);
    let state = image.start_after(before, &mut dom, program, &start, true);
    let mut machine = Machine::new(program, dom, state, Arc::new(Expected::anything()), 0);
    if !lane {
        // A run that is observed does not use the fast path.
        machine.observe_values();
    }
    let (end, used) = machine.run_for(steps, None);
    let end = match end {
        Err(stop) if matches!(*stop, Stop::StepLimit) => "no end".to_owned(),
        end => format!("{end:?}"),
    };
    let output = machine.state.output.take_collected();
    let seen = Seen {
        output: String::from_utf8_lossy(&output).into_owned(),
        end,
        executions: machine.dom.executions,
    };
    (seen, used, machine.state)
}

/// Observations of a run after another one that was interrupted.
fn run_second(program: &Program, input: &str, first: u64, steps: u64) -> (Seen, u64) {
    let (_, _, left) = run_after(None, program, input, true, first);
    let (seen, used, _) = run_after(Some(left), program, input, true, steps);
    (seen, used)
}

fn check(name: &str, text: &str, input: &str, steps: u64) {
    let program = CompiledProgram::new(text).program;
    let short = uninstrumented(&program);
    let (general, all) = run(&program, input, false, steps);
    let ends = general.end != "no end";
    let mut seen = vec![
        run(&program, input, true, steps),
        run_second(&program, input, all / 2, steps),
        run_second(&program, input, all, steps),
    ];
    if ends {
        seen.push(run(&short, input, true, steps));
        seen.push(run(&short, input, false, steps));
    }
    for (way, (found, used)) in seen.into_iter().enumerate() {
        assert_eq!(found, general, "{name}, way {way}\n{text}");
        assert!(used <= all, "{name}, way {way}: {used} of {all} steps");
        let few = used.saturating_mul(LOWERED_STEPS) + 1_000;
        assert!(all <= few, "{name}, way {way}: {used} of {all} steps");
    }
}

fn corpus(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(repository().join(folder))
        .unwrap()
        .flatten();
    let mut files: Vec<_> = files.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "c"));
    files.sort();
    files
}

#[test]
fn of_the_corpora() {
    let mut checked = 0;
    for folder in [
        "grammar-tests/run",
        "grammar-tests/undefined",
        "server/crates/conform/speed",
    ] {
        for file in corpus(folder) {
            let text = std::fs::read_to_string(&file).unwrap();
            if text.contains("// unit:") {
                continue;
            }
            let input = std::fs::read_to_string(file.with_extension("in")).unwrap_or_default();
            // Long loops take long in each way.
            let steps = if folder.ends_with("speed") {
                200_000
            } else {
                STEPS
            };
            check(&file.display().to_string(), &text, &input, steps);
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn of_generated_programs() {
    let mut runner = runner(7);
    for _ in 0..cases(300) {
        let text = rich().new_tree(&mut runner).unwrap().current().to_string();
        check("generated", &text, "77 -5", 1_000_000);
    }
}
