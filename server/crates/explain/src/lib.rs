//! Explanations of a failure: error invariants and the abstract error trace.
//!
//! * [`trace`]: the failing run as steps with formulas;
//! * [`invariant`]: the error invariants between the steps;
//! * [`check`]: an independent proof of every invariant;
//! * [`needed`]: values with which the test would pass;
//! * [`explain`]: all of these together;
//! * [`facts`]: what they tell about a run, so that it can be checked;
//! * [`causes`]: a few sentences that lead from the failure back to a suspect, with the values of the run;
//! * [`error_trace`]: the few statements that matter, and [`words`]: invariants as C expressions.
//!
//! Pure: no files, processes or clocks.
//!
//! # References
//! J. Christ, E. Ermis, M. Schäf, T. Wies: *Flow-sensitive Fault Localization*, VMCAI 2013.
//! F. Li, Z. Li, W. Huo, X. Feng: *Locating Software Faults Based on Minimum Debugging Frontier Set*, TSE 2016.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod causes;
pub mod check;
pub mod error_trace;
mod explanation;
pub mod facts;
pub mod invariant;
pub mod needed;
pub mod trace;
mod verify_recording;
pub mod words;

pub use explanation::{Explanation, Question, explain, slice};
pub use facts::{Claim, Fact, Moment};
