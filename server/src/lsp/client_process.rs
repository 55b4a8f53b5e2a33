//! Monitoring of the client's process: a server must not outlive its editor, even if the editor was killed and another
//! process holds the server's stdin open.

use std::sync::Arc;
use std::time::Duration;

use super::lifetime::Life;

/// Interval between two checks.
const PERIOD: Duration = Duration::from_millis(500);

/// Notifies `life` when the process has ended. A process that is not visible at first lives in another container or on
/// another machine, and is not monitored.
pub(crate) fn watch(process: u32, life: Arc<Life>) {
    if !is_alive(process) {
        tracing::info!("client process {process} is not visible from here and is not watched");
        return;
    }
    tokio::spawn(async move {
        while is_alive(process) {
            tokio::time::sleep(PERIOD).await;
        }
        tracing::warn!("client process {process} is gone");
        life.orphaned.notify_one();
    });
}

#[cfg(unix)]
fn is_alive(process: u32) -> bool {
    use rustix::process::{Pid, test_kill_process};
    let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) else {
        return false;
    };
    // For a process of another user the error is "not permitted", and the process is alive.
    !matches!(test_kill_process(pid), Err(rustix::io::Errno::SRCH))
}

#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_living_processes_are_alive() {
        assert!(is_alive(std::process::id()));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        assert!(!is_alive(child.id()));
        assert!(!is_alive(0));
    }
}
