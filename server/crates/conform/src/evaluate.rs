//! Child process that evaluates one program.

use std::path::Path;
use std::time::{Duration, Instant};

use eval::{Trap, TrapKind};
use exec::run::{Failure, TestOutcome, UndecidedReason, Verdict};
use localize::{JobOptions, Session};
use serde::{Deserialize, Serialize};
use syntax::{Parse, Span};

use crate::cli::EvaluateArgs;
use crate::pipeline::{LoadedProgram, load};
use crate::{Outcome, guard};

/// Time in seconds for parsing and lowering, before the clock of a run starts.
const PREPARATION: u64 = 20;

/// Result of the evaluator for a program.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Evaluation {
    /// The program ran to its end.
    Ended { stdout: Vec<u8>, exit: Option<i32> },
    /// The program ended with `abort()` or a failed assertion.
    Aborted { why: String },
    /// The program had undefined behaviour.
    Undefined { why: String },
    /// The program cannot be parsed, lowered or run.
    Unsupported { why: String },
    /// The program met a limit on steps, time or recursion depth.
    Limit { why: String },
    /// The evaluator panicked.
    Panicked { why: String },
}

/// Evaluates a program, and writes the result to stdout as JSON.
pub(crate) fn run(args: &EvaluateArgs) -> Outcome<bool> {
    guard::limit_memory(args.settings.memory)?;
    let seconds = args.settings.time_limit().as_secs();
    guard::limit_work(seconds + PREPARATION)?;
    guard::note_panics();
    let words = args.settings.flag_words()?;
    let limits = RunLimits {
        steps: args.settings.steps,
        time: args.settings.time_limit(),
    };
    let work = || guard::catch(|| evaluate(&args.file, &words, limits));
    let evaluated = match guard::on_big_stack(work)? {
        Ok(evaluated) => evaluated,
        Err(why) => Evaluation::Panicked { why },
    };
    let json = serde_json::to_string(&evaluated).map_err(|error| error.to_string())?;
    println!("{json}");
    Ok(true)
}

/// Limits of a run.
#[derive(Clone, Copy)]
struct RunLimits {
    steps: u64,
    time: Duration,
}

fn evaluate(file: &Path, words: &[String], limits: RunLimits) -> Evaluation {
    let loaded = match load(file, words) {
        Ok(loaded) => loaded,
        Err(why) => return Evaluation::Unsupported { why },
    };
    if let Some(problem) = loaded.error() {
        let why = at(&loaded.parse, &problem.message, Some(problem.span));
        return Evaluation::Unsupported { why };
    }
    match run_main(&loaded, limits) {
        Some(ran) => report(&loaded.parse, ran),
        None => Evaluation::Limit {
            why: "time was over before it ran".to_owned(),
        },
    }
}

/// Runs `main`; `None` if there was no time left to begin.
fn run_main(loaded: &LoadedProgram, limits: RunLimits) -> Option<TestOutcome> {
    let test = [testkit::run_of_main("conform", &[], "", None)];
    let options = JobOptions {
        step_limit: limits.steps,
        ..JobOptions::default()
    };
    let control = Clock::new(limits.time);
    let mut session = Session::new(&loaded.parse, &loaded.lowered.program, &test, options);
    let ran = session.run_tests(&control).first();
    let not_run = Verdict::Undecided(UndecidedReason::NotRun);
    ran.filter(|ran| ran.verdict != not_run).cloned()
}

fn report(parse: &Parse, ran: TestOutcome) -> Evaluation {
    match ran.verdict {
        Verdict::Pass | Verdict::Fail(Failure::Outcome(_)) => Evaluation::Ended {
            stdout: ran.stdout,
            exit: ran.exit,
        },
        Verdict::Ignored { reason, span } => Evaluation::Aborted {
            why: at(parse, &format!("test ignored: {reason}"), Some(span)),
        },
        Verdict::Unanalysable { reason, span } => Evaluation::Unsupported {
            why: at(parse, &reason, span),
        },
        Verdict::Fail(Failure::NoEnd(_)) | Verdict::Undecided(_) => Evaluation::Limit {
            why: format!("no end within {} steps", ran.steps),
        },
        Verdict::Fail(Failure::Trap(trap)) => {
            let Trap { kind, span } = *trap;
            let why = at(parse, &kind.text(&parse.sources), Some(span));
            match kind {
                TrapKind::Abort | TrapKind::Assertion => Evaluation::Aborted { why },
                TrapKind::StackOverflow => Evaluation::Limit { why },
                _ => Evaluation::Undefined { why },
            }
        }
    }
}

/// Formats a message with its place.
fn at(parse: &Parse, message: &str, span: Option<Span>) -> String {
    let Some(span) = span else {
        return message.to_owned();
    };
    let line = parse.sources.line_col(span).0;
    let source = parse.sources.files.get(span.file.0 as usize);
    let path = source.map_or("", |source| source.path.as_str());
    let name = Path::new(path).file_name().unwrap_or_default();
    format!("{message} @ {}:{line}", name.to_string_lossy())
}

/// A control that ends a job at its time limit.
pub(crate) struct Clock {
    until: Instant,
}

impl Clock {
    pub(crate) fn new(time: Duration) -> Clock {
        Clock {
            until: Instant::now() + time,
        }
    }
}

impl exec::Control for Clock {
    fn stop_reason(&self) -> Option<String> {
        (Instant::now() >= self.until).then(|| "time is over".to_owned())
    }

    fn phase(&self, _: &'static str) {}
}

impl localize::Control for Clock {}
