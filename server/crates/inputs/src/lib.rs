//! Inputs that make a program fail: found ([`find`]) and made small ([`reduce`]).
//!
//! SNIPER (§5) takes the inputs of failing tests from a bounded model checker; here they come from the evaluator that
//! everything else uses. Two ways complement each other, as in concolic testing:
//!
//! * [`paths`]: the calls that read are relaxed, so that a run may read anything, and all paths are followed with symbols; a
//!   path that ends in a trap or a failed assertion has a model, which [`stdin`] writes down as a text that the program would
//!   read in that way;
//! * [`tries`]: plain inputs, and what becomes of known ones when their words are changed, keeping those that reach something
//!   new.
//!
//! Neither is believed: an input counts when the program, run on it as written, fails.
//!
//! Pure: no files, processes or clocks.
//!
//! # References
//! S. Lamraoui, S. Nakajima: *A Formula-based Approach for Automatic Fault Localization of Multi-fault Programs*, 2016, §5.
//! P. Godefroid, M. Levin, D. Molnar: *Automated Whitebox Fuzz Testing*, NDSS 2008.
//! A. Zeller, R. Hildebrandt: *Simplifying and Isolating Failure-Inducing Input*, TSE 2002.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod find;
mod format;
pub mod paths;
pub mod reduce;
pub mod stdin;
#[cfg(test)]
mod tests;
pub mod tries;

pub use find::{Budget, PassingInput, SearchResult, Subject, find};
pub use reduce::reduce;
