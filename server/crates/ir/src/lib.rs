//! Typed IR of C, and its single evaluator over two value domains.
//!
//! * [`program`]: the IR; relaxation is part of its code.
//! * [`lower`]: translates the syntax tree to the IR; C's types are resolved here.
//! * [`eval`]: the machine, generic over the value domain; memory; the library functions.
//! * [`flow`]: control flow, liveness, compaction of the register file, and the uninstrumented form for runs of tests;
//! * [`demand`]: the program with some of its branches closed;
//! * [`explore`]: the driver that forks and merges symbolic runs;
//! * [`fingerprint`]: identifies unchanged functions of a program after an edit.
//!
//! Invariants: there is one evaluator; nothing here performs I/O or reads a clock; a solver is accessed only through
//! [`term::Feasibility`].
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod builtin;
mod component_set;
pub mod demand;
pub mod eval;
pub mod explore;
pub mod fingerprint;
pub mod flow;
pub mod lower;
pub mod program;
mod relaxing;
pub mod text;

pub use builtin::{Builtin, Nature, STREAMS};
pub use component_set::CompSet;
pub use program::*;
pub use relaxing::Relaxing;
