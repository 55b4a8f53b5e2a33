//! SIGINT, SIGTERM and SIGHUP end the job, not the process: the results so far are still shown.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Exit;
use crate::jobs::Canceller;

/// Time within which further signals are ignored as duplicates: `timeout` sends its signal to the process and to its
/// group.
const SAME: Duration = Duration::from_secs(1);

/// Signal handling of a job.
#[derive(Debug, Clone, Default)]
pub(super) struct Signals(Arc<SignalState>);

#[derive(Debug, Default)]
struct SignalState {
    arrived: AtomicBool,
    first: Mutex<Option<Instant>>,
    jobs: Mutex<Vec<Canceller>>,
}

impl Signals {
    /// Listens for signals from now on.
    pub(super) fn take() -> Signals {
        let signals = Signals::default();
        let state = Arc::clone(&signals.0);
        listen(move || state.arrive());
        signals
    }

    /// Makes a signal cancel this job instead of an earlier one, including a signal that has already arrived.
    pub(super) fn cancel(&self, job: Canceller) {
        let mut current = self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        current.clear();
        drop(current);
        self.also_cancel(job);
    }

    /// Makes a signal cancel this job besides the earlier ones, including a signal that has already arrived.
    pub(super) fn also_cancel(&self, job: Canceller) {
        let mut current = self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if self.have_come() {
            job.cancel();
        }
        current.push(job);
    }

    /// Whether a signal has arrived.
    pub(super) fn have_come(&self) -> bool {
        self.0.arrived.load(Ordering::SeqCst)
    }
}

impl SignalState {
    fn arrive(&self) {
        self.arrived.store(true, Ordering::SeqCst);
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.iter().for_each(Canceller::cancel);
        drop(jobs);
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        if first.get_or_insert_with(Instant::now).elapsed() > SAME {
            // At a second signal the process ends without waiting for the report.
            std::process::exit(Exit::Stopped as i32);
        }
    }
}

/// Calls `arrive` at each signal. A signal that this process was told to ignore (hangups, by `nohup`) stays ignored.
#[cfg(unix)]
fn listen(mut arrive: impl FnMut() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = ignored_signals();
    let heard = [SIGINT, SIGTERM, SIGHUP].into_iter();
    let heard = heard.filter(|signal| ignored & (1 << (signal - 1)) == 0);
    // Without a listener a signal ends the process, as usual.
    if let Ok(mut signals) = signal_hook::iterator::Signals::new(heard) {
        std::thread::spawn(move || signals.forever().for_each(|_| arrive()));
    }
}

/// Signals that are ignored, as the kernel lists them: bit 0 is signal 1. Where it does not list them, none.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.unwrap_or_default()
}

#[cfg(not(unix))]
fn listen(arrive: impl FnMut() + Send + 'static) {
    // When tests run several jobs in one process, the first handler stays.
    let _ = ctrlc::set_handler(arrive);
}
