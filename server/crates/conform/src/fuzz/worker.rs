//! Child process that runs the core on one input after another, and reports each step in advance.

use std::io::Write as _;
use std::time::Duration;

use localize::{JobOptions, Session};
use lower::{LowerOptions, lower};
use syntax::{Includes, Severity};

use super::{corpus, failure, mutate};
use crate::cli::FuzzWorkerArgs;
use crate::evaluate::Clock;
use crate::{Outcome, guard};

/// Step limit of a run.
const STEPS: u64 = 100_000;
/// Interval of the inputs that are also localized (one in this many).
const LOCALIZED: u64 = 200;
/// Time limit of a localization.
const LOCALIZE: Duration = Duration::from_millis(500);
/// Number of inputs after which the child ends, so that leftovers of earlier inputs do not count against later ones.
const INPUTS: u64 = 4_000;

/// Processes the inputs until one fails.
pub(crate) fn run(args: &FuzzWorkerArgs) -> Outcome<bool> {
    guard::limit_memory(args.memory)?;
    guard::note_panics();
    let texts = corpus::texts(&args.corpus)?;
    let all = || {
        if args.plain {
            return texts
                .into_iter()
                .all(|text| one(args, 0, text, args.localize));
        }
        let inputs = (0..INPUTS).map(|n| args.from + n * args.stride);
        inputs.take_while(|&i| i < args.until).all(|i| {
            let input = mutate::input(args.seed, i, &texts);
            one(args, i, input, localized(i))
        })
    };
    guard::on_big_stack(all)
}

/// Whether input `i` is localized.
pub(super) fn localized(i: u64) -> bool {
    i.is_multiple_of(LOCALIZED)
}

/// Runs the core on an input; returns whether it survived.
fn one(args: &FuzzWorkerArgs, i: u64, input: Vec<u8>, localize: bool) -> bool {
    if let Err(message) = guard::limit_work(args.hang) {
        say(&format!("! {message}"));
        return false;
    }
    let text = mutate::text(input);
    let mut stage = "start";
    let survived = guard::catch(|| {
        through(&text, localize, &mut |next| {
            stage = next;
            say(&format!("{i} {next}"));
        });
    });
    let told =
        survived.map_err(|message| say(&format!("! {}", failure::of_panic(stage, &message))));
    told.is_ok()
}

/// Runs the stages of the product: a text with errors is lowered, but not run.
fn through(text: &str, localize: bool, stage: &mut dyn FnMut(&'static str)) {
    stage("parse");
    let includes = Own(text.to_owned());
    let parse = syntax::parse("program.c", text, &includes, &syntax::Options::default());
    stage("lower");
    let lowered = lower(&parse, &LowerOptions::default());
    let mut problems = parse.problems.iter().chain(&lowered.problems);
    if problems.any(|p| p.severity == Severity::Error) {
        return;
    }
    // The name is never printed.
    let tests = [testkit::run_of_main(
        "fuzz",
        &["7"],
        "3 4\nx",
        Some(b"\x01"),
    )];
    let options = JobOptions {
        step_limit: STEPS,
        ..JobOptions::default()
    };
    let mut session = Session::new(&parse, &lowered.program, &tests, options);
    stage("run");
    session.run_tests(&Clock::new(LOCALIZE));
    if localize {
        stage("localize");
        session.localize(&Clock::new(LOCALIZE), &mut |_| {});
    }
}

/// Sends a line to the parent. If the parent no longer reads, the broken pipe ends this process.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    if out.write_all(format!("{line}\n").as_bytes()).is_err() {
        std::process::exit(0);
    }
}

/// An [`Includes`] that lets a program include itself.
struct Own(String);

impl Includes for Own {
    fn open(&self, name: &str, _: &str, _: bool) -> Option<(String, String)> {
        (name == "self.h").then(|| (name.to_owned(), self.0.clone()))
    }
}
