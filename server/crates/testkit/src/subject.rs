//! Programs and tests built from texts, without files.

use std::sync::Arc;

use exec::Control;
use exec::run::{TestOutcome, prepare, step_limit};
use exec::run_all::RunAll;
use harness::{Action, Expect, Origin, Test};
use ir::Program;
use ir::flow::uninstrumented;
use syntax::Parse;

/// Time for which tests run by default, in seconds, as counted by [`step_limit`]; the same as in a localization.
const STEP_SECONDS: f64 = 20.0;

/// Control that stops nothing: the step limit is enough.
struct NoLimit;

impl Control for NoLimit {
    fn stop_reason(&self) -> Option<String> {
        None
    }

    fn phase(&self, _: &'static str) {}
}

/// A program compiled from its text.
#[derive(Debug)]
pub struct CompiledProgram {
    /// Syntax tree of the program.
    pub parse: Parse,
    /// Lowered program, with components.
    pub program: Program,
}

impl CompiledProgram {
    /// Parses and lowers a text that needs no files.
    ///
    /// # Panics
    /// If there is anything wrong with the text, which is part of a test.
    pub fn new(text: &str) -> CompiledProgram {
        let parse = syntax::parse(
            "program.c",
            text,
            &syntax::NoIncludes,
            &syntax::Options::default(),
        );
        assert!(!parse.has_errors(), "{:?}\n{text}", parse.problems);
        let lowered = lower::lower(&parse, &lower::LowerOptions::default());
        let wrong = |p: &&syntax::Problem| p.severity == syntax::Severity::Error;
        let wrong = lowered.problems.iter().find(wrong);
        assert!(wrong.is_none(), "{wrong:?}\n{text}");
        CompiledProgram {
            parse,
            program: lowered.program,
        }
    }

    /// Runs tests as a localization does before it searches.
    pub fn run(&self, tests: &[Test]) -> Vec<TestOutcome> {
        self.run_within(step_limit(STEP_SECONDS), tests)
    }

    /// Runs tests within a number of instructions for all of them together; see [`RunAll::steps`].
    pub fn run_within(&self, steps: u64, tests: &[Test]) -> Vec<TestOutcome> {
        let prepared = tests
            .iter()
            .map(|test| prepare(&self.program, "main", test));
        let prepared: Vec<_> = prepared.collect();
        let all = RunAll {
            program: &uninstrumented(&self.program),
            tests: &prepared,
            steps,
            workers: 1,
            control: &NoLimit,
        };
        let mut outcomes = Vec::new();
        all.run(&mut outcomes, &|_| false);
        outcomes
    }

    /// Texts of some components, for messages.
    pub fn texts(&self, set: &ir::CompSet) -> Vec<String> {
        let text = |c: ir::CompId| {
            let span = self.program.components[c.index()].span;
            let line = self.parse.sources.line_col(span).0;
            format!("{line}: {}", self.parse.sources.text(span))
        };
        set.iter().map(text).collect()
    }
}

fn test(id: &str, action: Action, expect: Expect) -> Test {
    let origin = Origin {
        path: "testkit".into(),
        line: 1,
    };
    Test {
        id: id.into(),
        origin,
        action,
        expect,
    }
}

/// Creates a test of the whole program.
pub fn run_of_main(id: &str, args: &[&str], input: &str, stdout: Option<&[u8]>) -> Test {
    let action = Action::Main {
        program: "program".into(),
        args: args.iter().map(|a| a.as_bytes().to_vec()).collect(),
        environment: Arc::default(),
        stdin: Arc::from(input.as_bytes()),
        folder: "".into(),
        files: Some(Arc::default()),
    };
    let expect = Expect {
        stdout: stdout.map(Arc::from),
        ..Expect::default()
    };
    test(id, action, expect)
}

/// Creates a test of one function: arguments and result are literals of C.
pub fn call(id: &str, function: &str, args: &[i64], returns: Option<String>) -> Test {
    let action = Action::Call {
        function: function.into(),
        unit: None,
        args: args.iter().map(i64::to_string).collect(),
        stdin: [].into(),
        files: None,
    };
    let expect = Expect {
        returns,
        ..Expect::default()
    };
    test(id, action, expect)
}
