//! Formula-based fault localization: guards, search, weights, ranking.
//!
//! Pure: no files, processes or clocks; time comes in through [`Oracle::stopped`] and the job's control.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod again;
mod beside;
pub mod engine;
mod fix;
mod insert;
mod job;
mod memory;
mod oracle;
pub mod rank;
mod refine;
pub mod report;
pub mod search;
pub mod session;
mod set;
pub mod spectrum;
mod weights;

pub use ir::Relaxing;
pub use memory::Memory;
pub use oracle::{Answer, Effort, Oracle, Within};
pub use session::{Control, Event, Options, Session, Weighting};
pub use set::CompSet;
pub use weights::Weights;

/// Bytes of stack for a thread that analyses programs: parts recurse along the tree, and programs nest deeply.
pub const STACK: usize = 64 << 20;
