//! Tests of the evaluator on whole programs.
//!
//! `FAULTLENS_CASES=5000` makes the random tests longer.
#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

mod effects;
mod equivalent_runs;
mod library;
