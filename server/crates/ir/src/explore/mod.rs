//! The driver of symbolic runs: can this test pass when these components are relaxed?
//!
//! A run is symbolic only where relaxed components made it so; everything else folds (docs/dev/design.md, Evaluating with
//! symbols). Where an instruction needs a decision the state is copied; the copies run until the ways from the branch
//! meet again (its immediate post-dominator) and are merged there if their difference can be expressed in terms. Regions
//! between a branch and its meeting point nest: they form a stack, the innermost is finished first. Loops need no rule
//! of their own: each iteration is a branch whose meeting point is the loop's exit.
//!
//! What keeps the number of states small is the expected output: a run that prints a wrong byte, traps or fails an
//! assertion is dead at once. The [result](ExploreResult) is *passes*, with a script of choices, as soon as one run passes
//! under a satisfiable path condition; *fails* when no state is left; *unknown* when a limit was met.

mod analysis;
mod checkpoints;
mod closed;
mod driver;
mod failing;
mod limits;
mod merge;
mod options;
mod reads;
mod result;
mod witness;

pub use analysis::Analysis;
pub use checkpoints::{Checkpoints, SnapshotRun};
pub use driver::{Explorer, Goal, Passing};
pub use failing::{Failing, Plausible, Wanted};
pub use limits::Limits;
pub use reads::Reads;
pub use result::{ExploreResult, UnknownReason};
