//! Slices of recorded runs.
#![allow(clippy::unwrap_used, clippy::expect_used)]
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
