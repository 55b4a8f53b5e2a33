//! Every backend: the same queries, deep terms, floats.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::many_single_char_names,
    reason = "tests"
)]

mod backends;
mod depth;
mod floats;
mod support;
