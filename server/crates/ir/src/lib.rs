//! Typed IR of C, with relaxation as part of its code.
//!
//! * [`program`]: programs, functions, instructions, components and their alternatives;
//! * [`flow`]: control flow, liveness, compaction of the register file, and the uninstrumented form for runs of tests;
//! * [`text`]: how C's formatted input and output read and print numbers;
//! * [`Builtin`]: the functions of C's library that the evaluator runs itself.
//!
//! The crate `lower` produces programs, `eval` runs them, `explore` runs them with symbols. Invariant: nothing here or
//! in these crates performs I/O or reads a clock.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod builtin;
mod component_set;
pub mod flow;
mod limits;
pub mod program;
mod relaxing;
pub mod text;

pub use builtin::{
    Arguments, Builtin, Direction, Effect, Extent, Nature, STREAMS, StreamSource, is_in_a_library,
};
pub use component_set::CompSet;
pub use program::*;
pub use relaxing::Relaxing;
