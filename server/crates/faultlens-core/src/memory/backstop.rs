//! The system's own limit on memory.

/// Limits the private memory of this process, and of those that it starts, to this size.
#[cfg(target_os = "linux")]
pub(crate) fn limit_data(bytes: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // DATA counts memory that is really writable and private; AS would count address space that allocators only
    // reserve.
    let maximum = getrlimit(Resource::Data).maximum;
    let current = Some(maximum.map_or(bytes, |hard| hard.min(bytes)));
    if let Err(error) = setrlimit(Resource::Data, Rlimit { current, maximum }) {
        tracing::warn!(%error, "the memory limit could not be set");
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn limit_data(_: u64) {
    tracing::warn!("the memory limit is not enforced on this system");
}
