//! Tests of lowered programs.
#![allow(clippy::unwrap_used)]
#![allow(
    clippy::needless_raw_string_hashes,
    reason = "`UPDATE_EXPECT` writes them so"
)]

mod dump;
mod incremental;
mod insertions;
mod plain_dump;
mod printable;
mod problems;
mod replay;
mod runs;
mod structure;
