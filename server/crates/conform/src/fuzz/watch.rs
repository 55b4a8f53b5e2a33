//! Parent's side of a child: tracks its position, and whether and how it died.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::failure::{Failure, of_death};
use super::worker::localized;
use crate::cli::FuzzArgs;
use crate::{Outcome, child};

/// Factor between the limit on CPU time and that on elapsed time for one input.
pub(super) const STANDSTILL: u64 = 10;

/// Result of one child.
pub(super) struct WorkerReport {
    pub(super) executions: u64,
    /// Last input that was begun.
    pub(super) last: Option<u64>,
    pub(super) failure: Option<Failure>,
}

/// Runs a child on the inputs from `from` on until one fails, or until the time is over.
pub(super) fn watch(
    args: &FuzzArgs,
    files: &[PathBuf],
    from: u64,
    until: Instant,
) -> Outcome<WorkerReport> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["fuzz-worker", &format!("--seed={}", args.seed)]);
    command.arg(format!("--from={from}"));
    command.arg(format!("--until={}", args.inputs));
    command.arg(format!("--stride={}", args.jobs.max(1)));
    command.arg(format!("--memory={}", args.memory));
    command.arg(format!("--hang={}", args.hang)).args(files);
    command.stdin(Stdio::null()).stderr(Stdio::piped());
    let mut child = child::spawn(&mut command).map_err(|e| e.to_string())?;
    let lines = lines(&mut child);
    let mut place = WorkerPosition::default();
    // The child limits its own CPU time; if even that fails it hangs, since the limit allows for a busy machine.
    let hang = Duration::from_secs(args.hang * STANDSTILL);
    let hangs = place.follow(&lines, hang, until);
    let what = match hangs {
        Some(true) => Some(format!("hang in {}", place.stage)),
        // The time is over.
        Some(false) => None,
        None => death(&mut child, &place),
    };
    child::kill(&child);
    child.wait().map_err(|error| error.to_string())?;
    if let (Some(what), None) = (&what, place.input) {
        return Err(format!("the worker does not start: {what}"));
    }
    let failure = what.map(|what| Failure {
        input: place.input.unwrap_or(from),
        what,
        localized: localized(place.input.unwrap_or(from)),
    });
    Ok(WorkerReport {
        executions: place.executions,
        last: place.input,
        failure,
    })
}

/// Position of a child.
#[derive(Default)]
struct WorkerPosition {
    executions: u64,
    input: Option<u64>,
    stage: String,
    panic: String,
}

impl WorkerPosition {
    /// Reads the child's lines until it hangs (`true`), the time is over (`false`), or it has ended (`None`).
    fn follow(&mut self, lines: &Receiver<String>, hang: Duration, until: Instant) -> Option<bool> {
        while Instant::now() < until {
            match lines.recv_timeout(hang) {
                Ok(line) => self.note(&line),
                Err(RecvTimeoutError::Timeout) => return Some(true),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        Some(false)
    }

    fn note(&mut self, line: &str) {
        if let Some(message) = line.strip_prefix("! ") {
            message.clone_into(&mut self.panic);
        } else if let Some((input, stage)) = line.split_once(' ') {
            self.input = input.parse().ok();
            stage.clone_into(&mut self.stage);
            self.executions += u64::from(stage == "parse");
        }
    }
}

fn death(child: &mut Child, place: &WorkerPosition) -> Option<String> {
    let mut errors = String::new();
    if let Some(mut pipe) = child.stderr.take() {
        // Output before an error is kept.
        let _ = pipe.read_to_string(&mut errors);
    }
    let status = child.wait().ok()?;
    of_death(&place.stage, status, &place.panic, &errors)
}

fn lines(child: &mut Child) -> Receiver<String> {
    let (sender, receiver) = mpsc::sync_channel(1000);
    if let Some(pipe) = child.stdout.take() {
        thread::spawn(move || {
            let lines = BufReader::new(pipe).lines().map_while(Result::ok);
            // A failed send means that the child is being killed.
            lines.for_each(|line| drop(sender.send(line)));
        });
    }
    receiver
}
