//! Formula-based fault localization: the oracle of the search, repair, refinement and ranking, from tests to a report.
//!
//! Pure: no files, processes or clocks; the time limit comes in through [`search::Oracle::stopped`] and the job's
//! control.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod control;
mod edits;
pub mod engine;
mod explaining;
mod extended;
mod finer;
mod found;
mod group_search;
mod insertions;
mod ledger;
pub mod likelihood;
mod limits;
mod options;
mod pipeline;
mod query_cache;
pub mod rank;
mod refine;
mod relowered;
pub mod report;
mod rounds;
mod run;
pub mod session;
pub mod spectrum;
mod stage;
mod stages;
mod suspicion;
mod variant;

pub use control::{Control, Event, Sink};
pub use ir::Relaxing;
pub use options::{JobOptions, Weighting};
pub use query_cache::QueryCache;
pub use session::Session;
