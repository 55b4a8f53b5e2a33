//! Detection of a closed stdout (`>&-`) at the start of the process.
//!
//! Before `main`, Rust's runtime opens `/dev/null` in place of closed standard streams, so that a result would be lost
//! without an error. The check must therefore run earlier.

#[cfg(target_os = "linux")]
pub(super) use linux::stdout_was_closed;

/// Not detected on this system.
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
        // SAFETY: the number is only used during the call, which checks whether it belongs to an open file.
        let stdout = unsafe { BorrowedFd::borrow_raw(1) };
        let closed = rustix::io::fcntl_getfd(stdout) == Err(rustix::io::Errno::BADF);
        CLOSED.store(closed, Ordering::Relaxed);
    }

    pub(in crate::cli) fn stdout_was_closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }
}
