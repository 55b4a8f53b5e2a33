//! A program without tests: a crash needs none.
//!
//! The program is run without input and on a few sample inputs, of which it reads what it asks for. If it fails on one
//! of them, that run is a test, and so are a few on which it does not. A run that found less input than it was to read
//! proves nothing: no input is an unusual input.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use eval::ChoiceSource;
use exec::run::{Failure, InputSupply, PreparedTest, TestOutcome, Verdict, prepare};
use exec::runner::Runner;
use harness::{Action, Discovery, Origin, Test, give_files};
use inputs::find::{place, with_input};
use ir::Program;
use syntax::ast::{ExprKind, StmtKind};
use syntax::visit::each_statement;
use syntax::{Parse, Span};

use super::display_paths::DisplayPaths;
use super::inputs::{PASSING, STEPS};
use super::test_places::boundary;
use super::{Job, NoAnswer};
use crate::files::Inside;

impl Job<'_> {
    /// Tests of a program that has none, if it crashes. A failure for lack of input is a note.
    ///
    /// # Errors
    /// Nothing crashes, or, with `no_tests`, the program cannot be run.
    pub(super) fn crashes(
        &mut self,
        parse: &Parse,
        program: &Program,
        no_tests: NoAnswer,
    ) -> Result<Discovery, NoAnswer> {
        let Some((bare, from)) = self.bare_test(parse, program) else {
            return Err(no_tests);
        };
        let control = self.control;
        let stopped = || control.stop_reason().is_some();
        let mut runner = Runner::new(program);
        let mut run = |input: &[u8]| {
            let test = with_input(&from, input);
            runner
                .run(&test, ChoiceSource::Nothing, STEPS, false, &|| !stopped())
                .ran
        };
        let first = run(b"");
        let mut all = vec![(bare.clone(), first)];
        if all[0].1.input == InputSupply::TooLittle {
            let samples = inputs::samples(program, &from, STEPS, &stopped);
            for (number, input) in (1..).zip(samples) {
                let outcome = run(&input);
                all.push((sample(&bare, number, input), outcome));
            }
        }
        // Each place of a crash makes one test.
        let mut tests: Vec<Test> = Vec::new();
        let mut places = Vec::new();
        for (test, outcome) in &all {
            let at = place(outcome);
            if crashes(outcome, parse) && !places.contains(&at) {
                places.push(at);
                tests.push(test.clone());
            }
        }
        if tests.is_empty() {
            self.note_lack_of_input(parse, &all[0].1);
            return Err(self.nothing_crashes(&all));
        }
        self.is_untested = true;
        all.retain(|(_, outcome)| passes(outcome));
        tests.extend(all.into_iter().map(|(test, _)| test).take(PASSING));
        let said = "there are no tests: the program was run without input and on sample inputs, and may only not crash";
        Ok(Discovery {
            tests,
            assumed: vec![said.to_owned()],
            ..Discovery::default()
        })
    }

    /// The test that runs the program without input; `None` if it cannot be run.
    fn bare_test(&self, parse: &Parse, program: &Program) -> Option<(Test, PreparedTest)> {
        let entry = program.function(&self.spec.options.entry)?;
        let at = program.functions[entry.index()].span;
        let origin = Origin {
            path: DisplayPaths::absolute(&self.spec.file).ok()?,
            line: parse.sources.line_col(at).0 as usize,
        };
        let mut bare = Test {
            origin,
            ..Test::bare("without input")
        };
        let mut functions = program.functions.iter();
        if functions
            .any(|f| f.calls(|builtin| ["fopen", "freopen", "open"].contains(&builtin.name())))
        {
            let folder = self.spec.file.parent().unwrap_or(Path::new(""));
            let files = Inside(boundary(self.spec));
            give_files(&mut bare, &folder.to_string_lossy(), &files);
        }
        let prepared = prepare(program, &self.spec.options.entry, &bare).ok()?;
        Some((bare, prepared))
    }

    /// What to say of runs of which none crashes: on what the program was run, and why some runs say nothing.
    fn nothing_crashes(&self, all: &[(Test, TestOutcome)]) -> NoAnswer {
        let good = all.iter().filter(|(_, outcome)| passes(outcome)).count();
        let without_input = passes(&all[0].1);
        let mut known = match (without_input, good - usize::from(without_input)) {
            (false, 0) => "the program was run".to_owned(),
            (true, 0) => "run without input, the program does not crash".to_owned(),
            (false, samples) => {
                format!("run on {samples} of the sample inputs, the program does not crash")
            }
            (true, samples) => {
                format!(
                    "run without input and on {samples} of the sample inputs, the program does not crash"
                )
            }
        };
        let unjudged: BTreeSet<String> = all.iter().filter_map(|(_, ran)| unjudged(ran)).collect();
        for why in &unjudged {
            let _ = write!(
                known,
                "; {}in a run {why}",
                if good > 0 { "but " } else { "" }
            );
        }
        let lacks_input = good == 0 && unjudged.is_empty();
        if lacks_input {
            known.push_str(" and fails, but for lack of input");
        }
        NoAnswer {
            reason: format!(
                "no tests found; {known}; `faultlens add-test {} --accept` makes a test of what it prints now",
                self.spec.file.display()
            ),
            line: None,
            is_calm: good > 0 || lacks_input,
        }
    }

    fn note_lack_of_input(&mut self, parse: &Parse, without: &TestOutcome) {
        if let (true, Verdict::Fail(Failure::Trap(trap))) =
            (without.input == InputSupply::TooLittle, &without.verdict)
        {
            let line = parse.sources.line_col(trap.span).0;
            let what = trap.text(&parse.sources);
            let file = self.spec.file.clone();
            self.warn_of(&file, format!("without input, line {line}: {what}"));
        }
    }
}

/// Why a run that does not pass is no failure either, if it is not for lack of input.
fn unjudged(ran: &TestOutcome) -> Option<String> {
    match &ran.verdict {
        _ if passes(ran) => None,
        Verdict::Unanalysable { reason, .. } => Some(reason.clone()),
        Verdict::Fail(Failure::NoEnd(_)) => Some("it does not end".to_owned()),
        Verdict::Fail(_) if ran.missing.is_empty() => None,
        Verdict::Fail(_) => Some(format!(
            "it fails where it looks for {}, which is not there",
            ran.missing.join(", ")
        )),
        _ => Some(format!("it did not end within {STEPS} instructions")),
    }
}

fn sample(bare: &Test, number: usize, input: Vec<u8>) -> Test {
    let mut test = Test {
        id: format!("sample input {number}"),
        ..bare.clone()
    };
    if let Action::Main { stdin, .. } = &mut test.action {
        *stdin = input.into();
    }
    test
}

fn passes(outcome: &TestOutcome) -> bool {
    outcome.ended && outcome.verdict == Verdict::Pass
}

/// Whether the run is a failure that nobody wants: not for lack of input or of files, and no loop without a condition,
/// which is meant to run for ever.
fn crashes(outcome: &TestOutcome, parse: &Parse) -> bool {
    if outcome.input == InputSupply::TooLittle || !outcome.missing.is_empty() {
        return false;
    }
    match &outcome.verdict {
        Verdict::Fail(Failure::Trap(_)) => true,
        Verdict::Fail(Failure::NoEnd(endless)) => {
            endless.span.is_some_and(|at| has_condition(parse, at))
        }
        _ => false,
    }
}

/// Whether the innermost loop around a place ends on a condition.
fn has_condition(parse: &Parse, at: Span) -> bool {
    let mut innermost = false;
    let mut unit = parse.unit.clone();
    each_statement(&mut unit, &mut |statement| {
        let condition = match &statement.kind {
            StmtKind::While(condition, _) | StmtKind::DoWhile(_, condition) => Some(condition),
            StmtKind::For(parts) => parts.condition.as_ref(),
            _ => return,
        };
        if statement.span.overlaps(at) {
            innermost = condition.is_some_and(|e| !matches!(e.kind, ExprKind::Int(_)));
        }
    });
    innermost
}
