//! Tests of the exploration of whole programs.
#![allow(clippy::unwrap_used)]
#![allow(
    clippy::needless_raw_string_hashes,
    reason = "`UPDATE_EXPECT` writes them so"
)]

mod conditional_init;
mod cores;
mod demand_dump;
mod fingerprints;
