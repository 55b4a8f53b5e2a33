//! Panic barrier: a panic fails one request, not the server.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tower_lsp::jsonrpc::{Error, Result};

/// Runs the synchronous part of a request; a panic in it becomes an error response that says what to do.
///
/// Requests only read immutable snapshots, so no state can be half changed.
pub(crate) fn guard<T>(what: &str, body: impl FnOnce() -> T) -> Result<T> {
    catch_unwind(AssertUnwindSafe(body)).map_err(|panic| {
        let message = describe(panic.as_ref());
        tracing::error!("{what} panicked: {message}");
        let mut error = Error::internal_error();
        error.message = format!(
            "{what} failed in FaultLens itself: {message}. The server goes on; please report this with its log."
        )
        .into();
        error
    })
}

/// Message of a panic.
pub(crate) fn describe(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_with_a_way_forward() {
        let error = guard::<()>("hover", || panic!("index 7")).unwrap_err();
        assert_eq!(error.code, tower_lsp::jsonrpc::ErrorCode::InternalError);
        assert!(error.message.contains("hover") && error.message.contains("index 7"));
        assert_eq!(guard("hover", || 3).unwrap(), 3);
    }
}
