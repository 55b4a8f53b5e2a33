//! Slices of recorded runs.
#![allow(clippy::unwrap_used, clippy::expect_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files and options")]
#![allow(
    clippy::needless_raw_string_hashes,
    reason = "`UPDATE_EXPECT` writes them so"
)]

mod brute;
mod cases;
mod context;
mod executions;
mod papers;
mod support;
mod windows;
