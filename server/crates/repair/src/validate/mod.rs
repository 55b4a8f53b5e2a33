//! The validator: runs the tests on edited programs.
//!
//! Edits are made in the tree, and the changed program is lowered without components, so a candidate costs about as
//! much as one more test. Failing tests are run first, since they reject most candidates. Passing tests that never
//! enter the edited component cannot change, and are not run. Constants are not enumerated but solved for
//! ([`constant`]).

mod attempts;
mod budget;
mod constant;
mod disturbance;
mod fixer;
mod fixer_pool;
mod idle;
mod judges;
mod outcome;
mod passing;
mod reading;
mod tally;
mod trial;
mod witnesses;

use lower::LowerOptions;

pub use budget::{FIXING, LAYER_ONE, MISSING, REDEFINING, SYNTHESIS, TABULATED, TrialBudget};
pub(crate) use constant::with_number;
pub use disturbance::RightRuns;
pub use fixer::{Fixer, Refuted};
pub use fixer_pool::Fixers;
pub use judges::{Judges, passing_after, progress};
pub use outcome::{FirstHalf, Repair};
pub use passing::PassingEdits;
pub use reading::{Reading, read_again};
pub use tally::{Effort, Tally};
pub(crate) use trial::TrialRunner;
pub use witnesses::EditWitnesses;

/// Lowering options for edited programs, which run only a few times.
pub(crate) fn bare() -> LowerOptions {
    LowerOptions {
        instrument: false,
        compact: false,
        ..LowerOptions::default()
    }
}
