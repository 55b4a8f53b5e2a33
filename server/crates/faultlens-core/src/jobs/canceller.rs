//! Cancellation of a job: kills its worker and all processes that the worker started.

use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Cancels one job; cheap to clone, may outlive the job.
#[derive(Debug, Clone)]
pub struct Canceller {
    id: u64,
    shared: Arc<WorkerHandle>,
}

#[derive(Debug)]
struct WorkerHandle {
    /// `None` once it was waited for: from then on its process id may belong to another process.
    child: Mutex<Option<Child>>,
    cancelled: AtomicBool,
}

impl Canceller {
    /// A canceller of the job of this worker; `id` is unique in this process.
    pub(super) fn new(id: u64, worker: Child) -> Canceller {
        Canceller {
            id,
            shared: Arc::new(WorkerHandle {
                child: Mutex::new(Some(worker)),
                cancelled: AtomicBool::new(false),
            }),
        }
    }

    /// The id of the job, unique in this process.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Kills the worker, if it is still running; the last event then says that the job was cancelled.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::SeqCst);
        self.kill();
    }

    /// Whether the job was cancelled.
    pub(super) fn is_cancelled(&self) -> bool {
        self.shared.cancelled.load(Ordering::SeqCst)
    }

    /// Kills the worker and the processes that it started.
    pub(super) fn kill(&self) {
        if let Some(child) = self.child().as_mut() {
            kill_group(child);
        }
    }

    /// Waits for a worker that has closed its output, and returns its exit status. If it does not end soon, it is
    /// killed, and so are the processes that it started.
    pub(super) fn wait(&self) -> Option<ExitStatus> {
        for _ in 0..200 {
            if has_ended(self.child().as_mut()?) {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let mut slot = self.child();
        let child = slot.as_mut()?;
        // Until the child was waited for, its group id cannot be reused.
        kill_group(child);
        let status = child.wait().ok();
        *slot = None;
        status
    }

    fn child(&self) -> MutexGuard<'_, Option<Child>> {
        self.shared
            .child
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a child has ended that was not waited for.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    pid_of(child).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), look), Ok(None)))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(unix)]
fn pid_of(child: &Child) -> Option<rustix::process::Pid> {
    let pid = i32::try_from(child.id()).ok()?;
    rustix::process::Pid::from_raw(pid)
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use rustix::process::{Signal, kill_process_group};
    if let Some(group) = pid_of(child) {
        // The child may have ended by itself, so an error is ignored.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.kill();
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}
