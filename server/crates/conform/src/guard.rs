//! Conditions of the product's worker: a big stack, a memory limit, panics caught with their place.

use std::os::unix::process::ExitStatusExt as _;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitStatus;
use std::sync::{Mutex, PoisonError};
use std::thread;

use rustix::process::{Resource, Rlimit, Signal, getrlimit, setrlimit};

/// Limits of `server/crates/faultlens-core/src/jobs/worker.rs`.
const STACK: usize = 64 << 20;
const OVERHEAD: u64 = 128 << 20;

static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Limits the memory of this process.
pub(crate) fn limit_memory(megabytes: u64) -> Result<(), String> {
    let limit = Rlimit {
        current: Some((megabytes << 20).saturating_add(OVERHEAD)),
        maximum: getrlimit(Resource::Data).maximum,
    };
    setrlimit(Resource::Data, limit).map_err(|error| format!("no memory limit: {error}"))
}

/// Lets the system end this process after `seconds` more seconds of CPU time; a busy machine does not shorten them.
pub(crate) fn limit_work(seconds: u64) -> Result<(), String> {
    let limit = Rlimit {
        // A second that has begun counts as used.
        current: Some(seconds_worked()? + 1 + seconds),
        maximum: getrlimit(Resource::Cpu).maximum,
    };
    setrlimit(Resource::Cpu, limit).map_err(|error| format!("no limit on time: {error}"))
}

/// CPU time of this process in seconds.
fn seconds_worked() -> Result<u64, String> {
    let file = "/proc/self/stat";
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    // The second field, in brackets, is a name; fields 14 and 15 are in hundredths of a second.
    let fields = text.rsplit(')').next().unwrap_or_default();
    let fields = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    Ok(ticks / 100)
}

/// Whether a process was ended by the limit on CPU time.
pub(crate) fn exceeded_cpu_limit(status: ExitStatus) -> bool {
    status.signal() == Some(Signal::XCPU.as_raw())
}

/// Installs a panic hook that records panics instead of printing them.
pub(crate) fn note_panics() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, |l| {
            format!("{}:{}:{}", l.file(), l.line(), l.column())
        });
        let payload = info.payload();
        let words = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("no message");
        let mut last = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        *last = format!("panic at {place}: {words}");
    }));
}

/// Result of `work`, or the message of its panic. State that a panic leaves half-changed must not be used again.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        std::mem::take(&mut *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner))
    })
}

/// Runs `work` on a thread with the stack size of the product's analysis.
pub(crate) fn on_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let started = thread.spawn_scoped(scope, work);
        let started = started.map_err(|error| format!("no thread: {error}"))?;
        started.join().map_err(|_| "the thread panicked".to_owned())
    })
}
