//! How the server's life ends.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use tokio::sync::Notify;

/// How the server's life ends.
#[derive(Debug, Default)]
pub(crate) struct Life {
    /// The client asked for the end, as it should before `exit`.
    pub(crate) shutdown_requested: AtomicBool,
    /// The client's process is gone, or does not read any more.
    pub(crate) orphaned: Notify,
    /// Why nothing can be written to the client.
    pub(crate) output_error: OnceLock<io::Error>,
}

impl Life {
    /// Nothing can be written to the client any more.
    pub(crate) fn output_failed(&self, error: &io::Error) {
        let copy = io::Error::new(error.kind(), error.to_string());
        let _ = self.output_error.set(copy);
        self.orphaned.notify_one();
    }
}
