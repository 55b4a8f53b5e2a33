//! Jobs in this process: for libraries, and where there are no processes, as in a browser.
//!
//! The limits of time and work hold as in a worker. That of memory does not, a bug of the analysis is a panic, and only
//! a flag that the caller looks at could cancel; so a program with users starts workers ([`super::process`]).

use super::analyse::analyse;
use super::control::Control;
use super::protocol::{Event, JobSpec, Report};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum NotRun {
    /// A job in this process is about a program in memory.
    #[error("no test was given with the program")]
    NoTests,
    /// The analysis needs a thread with a large stack.
    #[error("no thread could be started: {0}")]
    NoThread(#[from] std::io::Error),
    /// The report has another form than the job asks for, which is a bug.
    #[error("the report has another form")]
    OtherReport,
}

/// Runs a job on a program in memory, and tells its events on the way. A stack of the usual size suffices.
///
/// # Errors
/// There are no tests, because a job on files needs a worker, or no thread could be started.
pub fn run_here(spec: &JobSpec, emit: &(dyn Fn(&Event) + Sync)) -> Result<Report, NotRun> {
    if !spec.is_in_memory() {
        return Err(NotRun::NoTests);
    }
    let control = Control::new(&spec.options);
    on_big_stack(|| analyse(spec, &control, emit))
}

/// Runs the job that a line of JSON describes, and gives each event to `send` as a line of JSON, the last one too.
pub fn run_line(line: &str, send: &(dyn Fn(&str) + Sync)) {
    let tell = |event: &Event| {
        if let Ok(line) = serde_json::to_string(event) {
            send(&line);
        }
    };
    let spec: Result<JobSpec, _> = serde_json::from_str(line);
    let report = spec
        .map_err(|error| error.to_string())
        .and_then(|spec| run_here(&spec, &tell).map_err(|why| why.to_string()));
    tell(&report.map_or_else(Event::failed, |report| Event::Done {
        report: Box::new(report),
    }));
}

/// The analysis follows the nesting of the program, however deep.
#[cfg(not(target_family = "wasm"))]
fn on_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, NotRun> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(exec::STACK);
        let analysis = thread.spawn_scoped(scope, work)?;
        Ok(analysis
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// The linker gives the only thread its stack.
#[cfg(target_family = "wasm")]
fn on_big_stack<T>(work: impl FnOnce() -> T) -> Result<T, NotRun> {
    Ok(work())
}
