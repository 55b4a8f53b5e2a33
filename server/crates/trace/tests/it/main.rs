//! Slices of recorded runs.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod brute;
mod cases;
mod papers;
mod support;
mod windows;
