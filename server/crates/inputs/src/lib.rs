//! Inputs that make a program fail: their search ([`find()`]) and their reduction ([`reduce()`]).
//!
//! SNIPER (§5) takes the inputs of failing tests from a bounded model checker; here they come from the evaluator that
//! all other analyses use. Two techniques complement each other, as in concolic testing:
//!
//! * [`paths`]: a run may read anything, and all paths are followed symbolically; a path that ends in a trap or a failed
//!   assertion has a model, which [`stdin`] converts to a text that the program reads in that way;
//! * [`fuzz`]: simple inputs, and mutations of known ones, keeping those that reach new code.
//!
//! Neither technique is trusted: an input counts only if the program, run on it as written, fails.
//!
//! Pure: no files, processes or clocks.
//!
//! # References
//! S. Lamraoui, S. Nakajima: *A Formula-based Approach for Automatic Fault Localization of Multi-fault Programs*, 2016,
//! §5. P. Godefroid, M. Levin, D. Molnar: *Automated Whitebox Fuzz Testing*, NDSS 2008. A. Zeller, R. Hildebrandt:
//! *Simplifying and Isolating Failure-Inducing Input*, TSE 2002.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod find;
pub mod fuzz;
mod limits;
pub mod paths;
pub mod reduce;
pub mod stdin;
#[cfg(test)]
mod tests;

pub use eval::{LeftOut, TextKind};
pub use explore::UnknownReason;
pub use find::{
    EntryPoint, InputBudget, NotTried, PassingInput, SearchResult, Subject, find, samples,
};
pub use reduce::reduce;
