//! Whether the process began with a closed stdout (`>&-`).
//!
//! Before `main` Rust's runtime opens `/dev/null` in the place of standard streams that are closed, so that a result would
//! vanish there without an error. So this is asked before.

#[cfg(target_os = "linux")]
pub(super) use linux::stdout_was_closed;

/// Not known on this system.
#[cfg(not(target_os = "linux"))]
pub(super) fn stdout_was_closed() -> bool {
    false
}

#[cfg(target_os = "linux")]
#[allow(
    unsafe_code,
    reason = "a function that the loader calls before the runtime begins"
)]
mod linux {
    use std::os::fd::BorrowedFd;
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    #[used]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: the number is looked at during the call only; that it may belong to no open file is the question.
        let stdout = unsafe { BorrowedFd::borrow_raw(1) };
        let closed = rustix::io::fcntl_getfd(stdout) == Err(rustix::io::Errno::BADF);
        CLOSED.store(closed, Ordering::Relaxed);
    }

    pub(in crate::cli) fn stdout_was_closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }
}
