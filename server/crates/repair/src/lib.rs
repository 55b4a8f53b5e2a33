//! Repairs: generators make patches, a validator runs the tests on them, and a score says how likely a programmer is to
//! have written them.
//!
//! A diagnosis of one component says that *some* values there would do; an edit says that *this text* does. It is the
//! strongest evidence for a line that tests can give, and often the correction itself. The edits tried are those by
//! which people most often differ from what they meant: an operator for another of its kind, a constant, a variable for
//! another of its type, a condition with a part too many or negated, a statement that is missing. This is generate and
//! validate over the mutation operators of the testing literature.
//!
//! * [`generate`] makes the edits of the expressions at a place; [`missing`] the statements that may be missing,
//!   [`wording`] the texts of outputs, [`definition`] numbers that macros stand for, [`alike`] the same edit in several
//!   places, [`everywhere`] all comparisons of a function, [`moved`] statements elsewhere.
//! * [`validate`] runs the tests, failing ones first, within a budget.
//! * [`kind`] and [`doubts`] say how plausible an edit is, [`nearby`] what it does beyond the tests.
//!
//! Pure: no files, processes or clocks.
//!
//! # References
//! * R. `DeMillo`, R. Lipton, F. Sayward: *Hints on Test Data Selection*, 1978 (the operators, and why small edits suffice).
//! * V. Debroy, W. E. Wong: *Using Mutation to Automatically Suggest Fixes for Faulty Programs*, 2010.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod alike;
mod definition;
mod doubts;
mod edit;
mod everywhere;
mod generate;
mod insertion;
mod joint;
mod kind;
mod limits;
mod missing;
mod moved;
mod named_numbers;
mod nearby;
mod patch;
mod site;
mod validate;
mod wording;

pub use alike::alike;
pub use definition::{Definition, definitions, sizes};
pub use everywhere::everywhere;
pub use insertion::insertion;
pub use joint::Joint;
pub use missing::Missing;
pub use moved::moved;
pub use nearby::{Compared, Nearby, coming_to_an_end};
pub use patch::{Fix, TextEdit};
pub use validate::{
    Budget, EditWitnesses, FIXING, FirstHalf, Fixer, Fixers, Judges, LAYER_ONE, MISSING,
    REDEFINING, Refuted, Repair, mended, progress,
};
pub use wording::{Rewording, reword, reworded};
