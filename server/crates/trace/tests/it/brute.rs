//! No change outside the slice affects the failure: components outside are relaxed and forced to take each of their
//! alternatives, and the run is observed.

use eval::{
    ChoiceSource, Concrete, Ending, ForcedChoice, ForcedChoices, ForcedRun, ForcedValue, Image,
    Machine, Stop,
};
use exec::run::PreparedTest;
use ir::CompSet;
use ir::{CompId, Program};
use proptest::prelude::{Strategy as _, any, prop_oneof};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use testkit::generate::{Shape, rich, tiny, tiny_main};
use testkit::{BruteForce, CompiledProgram, EnumerationBudget, Feasible, call, run_of_main};
use trace::{Kinds, NotRecorded, ProgramFacts, RecordingLimits};

use crate::support::{prepared, recorded};

const STEPS: u64 = 20_000;

/// Observable outcome of a run.
#[derive(Debug, Clone, PartialEq)]
enum Seen {
    Passes,
    /// The first wrong byte: its position and its value.
    Output(usize, u8),
    Missing,
    Status(Option<i32>),
    Result(Option<u64>),
    Trap(String, syntax::Span),
    NoEnd,
    /// The run is impossible.
    Nothing,
}

fn observe(program: &Program, test: &PreparedTest, relaxed: ChoiceSource) -> (Seen, Vec<u32>) {
    let mut dom = Concrete::new(program.components.len(), relaxed);
    let state = Image::new(program).start(&mut dom, program, &test.start, true);
    let mut machine = Machine::new(program, dom, state, test.goal.expected.clone(), STEPS);
    let stop = *machine.run(None).unwrap_err();
    let Some(printed) = machine.state.output.collected() else {
        unreachable!()
    };
    let mut matcher = harness::Matcher::new();
    let expected = &test.goal.expected;
    let wrong = printed.iter().position(|b| !matcher.feed(expected, &[*b]));
    let seen = match (wrong, stop) {
        (Some(at), _) => Seen::Output(at, printed[at]),
        (None, Stop::Trap(trap)) => Seen::Trap(format!("{:?}", trap.kind), trap.span),
        (None, Stop::StepLimit) => Seen::NoEnd,
        (None, Stop::Exit(_)) if !matcher.finish(expected) => Seen::Missing,
        (None, Stop::Exit(Ending::Status(s))) => match test.goal.exit {
            Some(wanted) if !s.is_some_and(|s| wanted.allows(s)) => Seen::Status(s),
            _ => Seen::Passes,
        },
        (None, Stop::Exit(Ending::Returned)) => match (&test.goal.returns, machine.state.result) {
            (Some((ty, literal)), Some(v)) => {
                let memory = &machine.state.memory;
                if eval::equals(&mut machine.dom, memory, *ty, v, literal) == Some(true) {
                    Seen::Passes
                } else {
                    Seen::Result(v.init.then_some(v.bits))
                }
            }
            _ => Seen::Passes,
        },
        _ => Seen::Nothing,
    };
    (seen, machine.dom.executions)
}

/// All choices that executions of a component can make: one execution at a time, or all.
fn changes(program: &Program, component: CompId, executions: u32) -> Vec<ForcedChoices> {
    let function = &program.functions[program.components[component.index()].function.index()];
    let relaxation = function.relaxations.iter().find(|r| r.comp == component);
    let mut all = Vec::new();
    for (alt, found) in relaxation.iter().flat_map(|r| r.alts.iter().enumerate()) {
        for value in [-3, -1, 0, 1, 2, 5] {
            let choice = ForcedChoice::new(alt, found.kind, Some(ForcedValue::Int(value)));
            all.push(ForcedChoices::always(choice.clone()));
            for at in 0..executions.min(4) {
                all.push(ForcedChoices {
                    at: [(at, choice.clone())].into(),
                    rest: None,
                });
            }
        }
    }
    all
}

/// Counts over all cases.
#[derive(Debug, Default)]
struct Counts {
    failing: u32,
    outside: u32,
    changed: u32,
    asked: u32,
}

fn check(
    compiled: &CompiledProgram,
    test: &harness::Test,
    counts: &mut Counts,
) -> Result<(), String> {
    let program = &compiled.program;
    let prepared = prepared(compiled, test);
    let facts = ProgramFacts::new(program);
    let limits = RecordingLimits {
        steps: STEPS,
        ..RecordingLimits::default()
    };
    let recording = match recorded(&facts, &prepared, limits) {
        Ok(recording) => recording,
        Err(NotRecorded::Passes | NotRecorded::Unsupported { .. }) => return Ok(()),
        Err(why) => return Err(format!("{why:?}")),
    };
    counts.failing += 1;
    let slice = recording.slice(Kinds::ALL);
    let inside = slice.components();
    let (before, executions) = observe(program, &prepared, ChoiceSource::Nothing);
    let brute = BruteForce::new(program, EnumerationBudget::default());
    for (i, times) in executions.iter().enumerate() {
        let component = CompId(i as u32);
        if *times == 0 || inside.contains_key(&component) {
            continue;
        }
        counts.outside += 1;
        let which = || compiled.texts(&CompSet::new().with(component)).concat();
        for choices in changes(program, component, *times) {
            let set = CompSet::new().with(component);
            let relaxed = ChoiceSource::Forced(ForcedRun::new(set, choices.clone(), 0));
            let (after, _) = observe(program, &prepared, relaxed);
            counts.changed += 1;
            // Another failure may come first; the test does not pass then either.
            let other = match (&after, &before) {
                (Seen::Trap(..) | Seen::NoEnd | Seen::Nothing, _) => true,
                (Seen::Output(now, _), Seen::Output(then, _)) => now < then,
                // Output before the failure is wrong now.
                (Seen::Output(..), _) => true,
                _ => false,
            };
            if after != before && !other {
                return Err(format!(
                    "{} is outside, but {choices:?} leads to {after:?} instead of {before:?}",
                    which()
                ));
            }
        }
        if counts.asked < 2_000 {
            counts.asked += 1;
            let set = CompSet::new().with(component);
            if brute.ask(&prepared, &set) == Feasible::Yes {
                return Err(format!("{} is outside, but makes the test pass", which()));
            }
        }
    }
    Ok(())
}

/// Tests that cannot pass, because the expected output differs from the actual one.
fn tests(compiled: &CompiledProgram, shape: Shape, pick: u32) -> Vec<harness::Test> {
    match shape {
        Shape::Function => [(0, 1), (1, -1), (2, 2)]
            .iter()
            .map(|(a, b)| {
                call(
                    "t",
                    "f",
                    &[*a, *b],
                    Some(format!("{}", pick as i32 % 7 - 3)),
                )
            })
            .collect(),
        _ => {
            let input = format!("{} {}\n", pick % 5, pick as i32 / 5 % 7 - 3);
            let test = run_of_main("t", &[], &input, None);
            let prepared = prepared(compiled, &test);
            let program = &compiled.program;
            let mut dom = Concrete::new(program.components.len(), ChoiceSource::Nothing);
            let image = Image::new(program);
            let state = image.start(&mut dom, program, &prepared.start, true);
            let mut machine =
                Machine::new(program, dom, state, prepared.goal.expected.clone(), STEPS);
            let _ = machine.run(None);
            let Some(printed) = machine.state.output.collected() else {
                unreachable!()
            };
            // A different digit somewhere, a missing end, and additional output at the end.
            let mut all = Vec::new();
            if !printed.is_empty() {
                let at = pick as usize / 64 % printed.len();
                let mut changed = printed.to_vec();
                changed[at] = if changed[at] == b'4' { b'2' } else { b'4' };
                all.push(changed);
                all.push(printed[..at].to_vec());
            }
            all.push([printed, &b"1\n"[..]].concat());
            all.iter()
                .map(|out| run_of_main("t", &[], &input, Some(out)))
                .collect()
        }
    }
}

#[test]
fn nothing_outside_a_slice_matters() {
    let program = prop_oneof![2 => tiny().boxed(), 2 => tiny_main().boxed(), 3 => rich().boxed()];
    let strategy = (program, 0usize..40, 0usize..6, any::<u32>());
    let cases = std::env::var("PROPTEST_CASES").ok();
    let cases = cases.and_then(|n| n.parse().ok()).unwrap_or(150);
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 400,
        ..Config::default()
    };
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let counts = std::cell::RefCell::new(Counts::default());
    let result =
        TestRunner::new_with_rng(config, random).run(&strategy, |(program, at, how, pick)| {
            let text = program.mutated(at, how).to_string();
            let compiled = CompiledProgram::new(&text);
            for test in tests(&compiled, program.shape, pick) {
                check(&compiled, &test, &mut counts.borrow_mut()).map_err(|why| {
                    TestCaseError::fail(format!("{why}\n{:?}\n{text}", test.expect))
                })?;
            }
            Ok(())
        });
    let counts = counts.into_inner();
    if let Err(why) = result {
        panic!("{}", words(&why));
    }
    assert!(counts.outside > 20 * cases / 150, "{counts:?}");
}

/// The message of the smallest failing case, without its tree.
fn words<T>(why: &proptest::test_runner::TestError<T>) -> String {
    match why {
        proptest::test_runner::TestError::Fail(why, _) => why.to_string(),
        proptest::test_runner::TestError::Abort(why) => why.to_string(),
    }
}
