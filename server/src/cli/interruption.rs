//! SIGINT, SIGTERM and SIGHUP: the job ends early, with a report of what was found.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::jobs::Canceller;

/// What cancels the job when somebody asks for its end, which may be before it begins.
#[derive(Default)]
pub(super) struct Interruption(Arc<State>);

#[derive(Default)]
struct State {
    came: AtomicBool,
    job: OnceLock<Canceller>,
}

impl Interruption {
    /// From now on the signals do not end this process.
    pub(super) fn wanted() -> Interruption {
        let interruption = Interruption::default();
        let state = Arc::clone(&interruption.0);
        let cancel = move || {
            state.came.store(true, Ordering::SeqCst);
            if let Some(job) = state.job.get() {
                job.cancel();
            }
        };
        // A second handler cannot be set when tests run several jobs in one process; the first one serves then.
        let _ = if ignores_hangups() {
            ctrlc::try_set_handler(cancel)
        } else {
            ctrlc::set_handler(cancel)
        };
        interruption
    }

    /// This is the job that is to be cancelled.
    pub(super) fn is_of(&self, job: Canceller) {
        let job = self.0.job.get_or_init(|| job);
        if self.0.came.load(Ordering::SeqCst) {
            job.cancel();
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
