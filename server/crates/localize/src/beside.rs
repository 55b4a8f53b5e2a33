//! Two things at once.

use std::panic::resume_unwind;
use std::thread::{Builder, ScopedJoinHandle};

use crate::STACK;

/// Does both, the second one on a thread of its own if `beside` allows it and there is one; otherwise afterwards.
pub(crate) fn both<A, B: Send>(
    name: &str,
    beside: bool,
    first: impl FnOnce() -> A,
    mut second: impl FnMut() -> B + Send,
) -> (A, B) {
    let (a, b) = std::thread::scope(|scope| {
        let thread = beside.then(|| {
            let thread = Builder::new().name(name.into()).stack_size(STACK);
            thread.spawn_scoped(scope, &mut second)
        });
        let a = first();
        let joined = thread.and_then(Result::ok).map(ScopedJoinHandle::join);
        (
            a,
            joined.map(|b| b.unwrap_or_else(|panic| resume_unwind(panic))),
        )
    });
    (a, b.unwrap_or_else(second))
}
