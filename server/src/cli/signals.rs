//! SIGINT, SIGTERM and SIGHUP end the job, not the process: the results so far are still shown.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
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
    job: OnceLock<Canceller>,
}

impl Signals {
    /// Installs the signal handlers.
    pub(super) fn take() -> Signals {
        let signals = Signals::default();
        let state = Arc::clone(&signals.0);
        // When tests run several jobs in one process, a second handler cannot be set; the first one is used then.
        let _ = if ignores_hangups() {
            ctrlc::try_set_handler(move || state.arrive())
        } else {
            ctrlc::set_handler(move || state.arrive())
        };
        signals
    }

    /// Makes a signal cancel this job, including a signal that has already arrived.
    pub(super) fn cancel(&self, job: Canceller) {
        let job = self.0.job.get_or_init(|| job);
        if self.0.arrived.load(Ordering::SeqCst) {
            job.cancel();
        }
    }
}

impl SignalState {
    fn arrive(&self) {
        self.arrived.store(true, Ordering::SeqCst);
        if let Some(job) = self.job.get() {
            job.cancel();
        }
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        if first.get_or_insert_with(Instant::now).elapsed() > SAME {
            // At a second signal the process ends without waiting for the report.
            std::process::exit(Exit::Stopped as i32);
        }
    }
}

/// Whether this process ignores hangups, as when started by `nohup`. It then installs no handlers, because they can
/// only be installed for all three signals together.
fn ignores_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 != 0)
}
