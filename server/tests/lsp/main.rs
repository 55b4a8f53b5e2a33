//! The shipped binary as a language server, with the capabilities of real editors.
//!
//! `capabilities/` holds what each editor announced when it was captured (VS Code 1.139.1, Neovim 0.11.4, Helix 25.07.1,
//! Eglot 1.9, ALE 3.3.0), reduced to the members that concern us.
#![allow(clippy::unwrap_used, clippy::expect_used)]
#![allow(
    clippy::print_stdout,
    reason = "two of the tests measure, and say what"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "`json!(…)` reads better without a reference"
)]

#[path = "../common/mod.rs"]
mod common;

mod client;
#[allow(dead_code, reason = "the tests in the crate use the rest")]
mod conduct;
mod editors;
mod latency;
mod malformed;
mod processes;
mod rules;
mod sequences;
mod warm;
mod workspace;
