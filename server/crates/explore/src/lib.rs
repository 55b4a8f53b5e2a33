//! The driver of symbolic runs: can a test pass when given components are relaxed?
//!
//! A run is symbolic only where relaxed components made it so; everything else folds (docs/dev/design.md, Evaluating
//! with symbols). Where an instruction needs a decision, the state is copied; the copies run up to the join point of
//! the branch (its immediate post-dominator) and are merged there if their difference can be expressed in terms.
//! Regions between a branch and its join point nest: they form a stack, and the innermost one is finished first. Loops
//! need no special rule: each iteration is a branch whose join point is the loop's exit.
//!
//! The expected output keeps the number of states small: a run that prints a wrong byte, traps or fails an assertion is
//! dead at once. The [result](ExploreResult) is *passes*, with a script of choices, as soon as one run passes under a
//! satisfiable path condition; *fails* when no state is left; *unknown* when a limit was exceeded.
//!
//! * [`demand`]: the program with some of its branches closed;
//! * [`fingerprint`]: identifies unchanged functions of a program after an edit.
//!
//! Invariant: a solver is accessed only through [`term::Feasibility`].
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod analysis;
mod checkpoints;
mod closed_branches;
pub mod demand;
mod driver;
mod explorer;
mod failing;
mod failing_goal;
pub mod fingerprint;
mod input_reads;
mod limits;
mod merge;
mod options;
mod result;
mod witness;

pub use analysis::Analysis;
pub use checkpoints::{Checkpoints, SnapshotRun};
pub use explorer::{Explorer, Passing};
pub use failing_goal::{Failing, HuntGoal, InputPieces};
pub use input_reads::Reads;
pub use limits::ExploreLimits;
pub use result::{ExploreResult, UnknownReason};
