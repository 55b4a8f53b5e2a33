//! SIGINT, SIGTERM and SIGHUP end the job, not the process: what was found until then is still shown.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::Exit;
use crate::jobs::Canceller;

/// Signals in this time mean the same: `timeout` sends its signal to the process and to its group.
const SAME: Duration = Duration::from_secs(1);

/// What signals do.
#[derive(Debug, Clone, Default)]
pub(super) struct Signals(Arc<State>);

#[derive(Debug, Default)]
struct State {
    arrived: AtomicBool,
    first: Mutex<Option<Instant>>,
    job: OnceLock<Canceller>,
}

impl Signals {
    /// Begins to take signals.
    pub(super) fn take() -> Signals {
        let signals = Signals::default();
        let state = Arc::clone(&signals.0);
        // A second handler cannot be set when tests run several jobs in one process; the first one serves then.
        let _ = if ignores_hangups() {
            ctrlc::try_set_handler(move || state.arrive())
        } else {
            ctrlc::set_handler(move || state.arrive())
        };
        signals
    }

    /// A signal ends this job, one that has arrived already too.
    pub(super) fn cancel(&self, job: Canceller) {
        let job = self.0.job.get_or_init(|| job);
        if self.0.arrived.load(Ordering::SeqCst) {
            job.cancel();
        }
    }
}

impl State {
    fn arrive(&self) {
        self.arrived.store(true, Ordering::SeqCst);
        if let Some(job) = self.job.get() {
            job.cancel();
        }
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        if first.get_or_insert_with(Instant::now).elapsed() > SAME {
            // Whoever asks again does not wait for the report, which perhaps nobody reads.
            std::process::exit(Exit::Stopped as i32);
        }
    }
}

/// Whether this process was started to go on when its terminal is gone, as `nohup` starts it. It has no handlers then, for
/// there are only those of all three signals.
fn ignores_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 != 0)
}
