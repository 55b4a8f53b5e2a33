//! Explanations of whole programs.
#![allow(clippy::unwrap_used)]
#![allow(
    clippy::needless_raw_string_hashes,
    reason = "`UPDATE_EXPECT` writes them so"
)]

mod faulty;
mod needed;
mod papers;
mod programs;
mod proved;
mod recursive;
mod support;
