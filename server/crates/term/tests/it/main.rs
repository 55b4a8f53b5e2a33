//! Terms against a naive reference: every pair of operations, foldings one per line, random programs.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::many_single_char_names,
    reason = "tests"
)]

mod exhaustive;
mod folding;
mod reference;
mod support;
