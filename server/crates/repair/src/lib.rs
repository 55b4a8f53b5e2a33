//! Repairs: generators create patches, a validator runs the tests on them, and a score says how likely a programmer is
//! to have meant them.
//!
//! A diagnosis of one component says that *some* values there would suffice; an edit says that *this text* does. It is
//! the strongest evidence for a line that tests can provide, and often the correction itself. The edits tried are
//! typical slips: an operator for another of its kind, a wrong constant, a variable for another of its type, a
//! condition that has a superfluous part or is negated, a missing statement. This is generate-and-validate over the
//! mutation operators of the testing literature.
//!
//! * [`generate`] creates the edits of the expressions at a place; [`missing`] statements that may be missing;
//!   [`wording`] texts of outputs; [`definition`] numbers defined by macros; [`mod@alike`] the same edit in several places;
//!   [`mod@everywhere`] edits of all comparisons of a function; [`mod@moved`] statements at other places.
//! * [`validate`] runs the tests within a budget, failing ones first.
//! * [`kind`] and [`doubts`] rate the plausibility of an edit; [`nearby`] examines its effects beyond the tests.
//!
//! Pure: no files, processes or clocks.
//!
//! # References
//! * R. `DeMillo`, R. Lipton, F. Sayward: *Hints on Test Data Selection*, 1978 (the operators; why small edits
//!   suffice).
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
pub use nearby::{Nearby, NearbyComparison, coming_to_an_end};
pub use patch::{Fix, TextEdit};
pub use validate::{
    EditWitnesses, FIXING, FirstHalf, Fixer, Fixers, Judges, LAYER_ONE, MISSING, REDEFINING,
    Refuted, Repair, TrialBudget, mended, progress,
};
pub use wording::{Rewording, reword, reworded};
