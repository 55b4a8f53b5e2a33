//! The worker process, `faultlens worker`: reads one job, sends its events, and ends.

use std::io::{self, BufRead, Read, Stdout};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use std::sync::atomic::Ordering;

use super::analyse::analyse;
use super::control::Control;
use super::outbox::Outbox;
use super::process;
use super::protocol::{Event, JobSpec, Report};
use crate::files::compiler;
use crate::memory::{self, LIMIT};

/// Memory that the system allows a worker in addition to twice the limit. The system's limit counts whole stacks of
/// threads and reserved memory, and an allocator may crash if it is refused; so it only catches what the process
/// itself does not notice in time.
const BACKSTOP: u64 = 1 << 30;

/// [`Event::OutOfMemory`] on a line of its own, even if an incomplete line precedes it.
const OUT_OF_MEMORY: &[u8] = b"\n\"out-of-memory\"\n";

/// Initial capacity for a report without its sets, and for each set: the usual sizes. Repeated growth takes as long as
/// writing.
const WITHOUT_SETS: usize = 64 << 10;
const OF_A_SET: usize = 1 << 10;

/// Time between two signs of life.
const HEARTBEAT: Duration = Duration::from_millis(250);

/// Runs the job from stdin and writes its events to stdout.
pub fn run() -> ExitCode {
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line).is_err() || line.is_empty() {
        return ExitCode::from(2);
    }
    let outbox = Arc::new(Outbox::new(io::stdout()));
    let spec: JobSpec = match serde_json::from_str(&line) {
        Ok(spec) => spec,
        Err(error) => {
            let message = format!("the worker does not understand the job: {error}");
            emit(&outbox, &Event::failed(message));
            return ExitCode::from(2);
        }
    };
    limit_memory(spec.options.memory_mb, spec.options.workers, &outbox);
    let control = Arc::new(Control::new(&spec.options));
    let (told, watched) = (Arc::clone(&outbox), Arc::clone(&control));
    // The result is urgent, so the analysis starts first; its watchers can start in parallel.
    let analysis = on_big_stack(move || {
        let tell = |event: &Event| emit(&told, event);
        // Any state that a panic leaves inconsistent is discarded with the process.
        let last = panic::catch_unwind(AssertUnwindSafe(|| {
            done(analyse(&spec, &control, &tell), spec.written)
        }));
        tell(&last.unwrap_or_else(|_| Event::failed(take_panic())));
    });
    end_with_parent();
    start_heartbeat(Arc::clone(&watched), Arc::clone(&outbox));
    let limited = Arc::clone(&watched);
    thread::spawn(move || limited.watch_memory());
    thread::spawn(move || watched.raise_in_time());
    let ended = analysis.and_then(|analysis| analysis.join().ok());
    if ended.is_none() {
        let message = "the worker could not start a thread: too little memory";
        emit(&outbox, &Event::failed(message));
    }
    if compiler::left_behind() {
        end_now();
    }
    ExitCode::SUCCESS
}

/// The last event, in the requested form.
fn done(report: Report, written: bool) -> Event {
    if written && let Report::Localize(localized) = &report {
        let sets = localized.diagnoses.len() + localized.partial.len();
        let mut report = Vec::with_capacity(WITHOUT_SETS + sets * OF_A_SET);
        if serde_json::to_writer(&mut report, localized).is_ok() {
            report.push(b'\n');
            let end = localized.end();
            return Event::Written { end, report };
        }
    }
    Event::Done {
        report: Box::new(report),
    }
}

/// Sends an event. If the reader is gone, the process ends.
fn emit(outbox: &Outbox<Stdout>, event: &Event) {
    if outbox.send(event).is_err() {
        end_now();
    }
}

fn start_heartbeat(control: Arc<Control>, outbox: Arc<Outbox<Stdout>>) {
    thread::spawn(move || {
        loop {
            if outbox.serve(HEARTBEAT).is_err() {
                end_now();
            }
            let progress = Event::Progress {
                sets_found: control.sets_found.load(Ordering::Relaxed) as usize,
                queries: control.queries.load(Ordering::Relaxed),
                elapsed_ms: control.elapsed().as_millis() as u64,
                cost: control.cost(),
            };
            emit(&outbox, &progress);
        }
    });
}

/// Ends the process at the end of stdin, which means the end (or the wish) of the parent, whatever the solver is
/// doing.
fn end_with_parent() {
    thread::spawn(|| {
        let mut rest = Vec::new();
        // Reading blocks for as long as the parent lives.
        let _ = io::stdin().lock().read_to_end(&mut rest);
        end_now();
    });
}

/// Ends the process, and a compiler that it started, without running the exit handlers of a C++ library while another
/// thread is still inside that library.
fn end_now() -> ! {
    process::end_own_group();
    std::process::exit(2)
}

/// Limits this process from inside, and at a somewhat higher bound from outside.
fn limit_memory(megabytes: u64, workers: u64, outbox: &Arc<Outbox<Stdout>>) {
    let stacks = 4 * workers * exec::STACK as u64;
    let bytes = megabytes.saturating_mul(2 << 20);
    memory::limit_data(bytes.saturating_add(BACKSTOP).saturating_add(stacks));
    let outbox = Arc::clone(outbox);
    LIMIT.set(megabytes, move || {
        outbox.write_last();
        write_unbuffered(OUT_OF_MEMORY);
        end_now();
    });
}

/// Writes to stdout, past its buffer and its lock, which another thread may hold. An error cannot be told to anybody.
fn write_unbuffered(text: &[u8]) {
    #[cfg(unix)]
    let _ = rustix::io::write(io::stdout(), text);
    #[cfg(windows)]
    if let Ok(handle) =
        std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()
    {
        let _ = io::Write::write(&mut std::fs::File::from(handle), text);
    }
    #[cfg(not(any(unix, windows)))]
    let _ = text;
}

/// Runs `work` on a thread with a large stack; `None` if there is no such thread.
fn on_big_stack(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map_or_else(String::new, |l| format!(" at {}:{}", l.file(), l.line()));
        let payload = info.payload();
        let words = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("no message");
        let mut last = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        *last =
            format!("internal error{place}: {words}; this is a bug in FaultLens, please report it");
    }));
    thread::Builder::new()
        .name("analysis".to_owned())
        .stack_size(exec::STACK)
        .spawn(work)
        .ok()
}

static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

fn take_panic() -> String {
    std::mem::take(&mut *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner))
}
