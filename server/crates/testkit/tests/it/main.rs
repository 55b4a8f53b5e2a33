//! Tests of the core as a whole: against a compiler, against known facts about the fixtures, and against papers.
//!
//! `FAULTLENS_CASES=5000` makes the random tests longer. Without a C compiler, `FAULTLENS_NO_CC=1` skips the tests that
//! compare with one.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    clippy::disallowed_methods
)]

mod cc;
mod differential;
mod fixtures;
mod invariance;
mod macros;
mod papers;
mod repairs;
mod support;
mod syntax_errors;
mod undefined;
mod warnings;
