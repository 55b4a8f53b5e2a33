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
//!   [`wording`] texts of outputs; [`macro_value`] numbers defined by macros; [`macro_body`] other bodies of macros;
//!   [`table_values`] single values of tables;//!   [`declared_type`] types; [`same_edit`] the same edit in several places; [`all_comparisons`] edits of all comparisons of a function; [`moved_statement`] statements at other
//!   places; [`mod@rearranged`] neighbours in another arrangement.
//! * [`validate`] runs the tests within a budget, failing ones first.
//! * [`kind`] and [`mod@plausibility`] rate the plausibility of an edit; [`nearby_inputs`] examines its effects beyond
//!   the tests.
//!
//! Pure: no files, processes or clocks.
//!
//! # References
//! * R. `DeMillo`, R. Lipton, F. Sayward: *Hints on Test Data Selection*, 1978 (the operators; why small edits
//!   suffice).
//! * V. Debroy, W. E. Wong: *Using Mutation to Automatically Suggest Fixes for Faulty Programs*, 2010.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod all_comparisons;
mod apart;
mod braces;
mod declared_type;
mod edit;
mod emptied;
mod generate;
mod generator;
mod insertion;
mod joint;
mod kind;
mod lasting;
mod limits;
mod macro_body;
mod macro_value;
mod macros;
mod missing;
mod moved_statement;
mod named_numbers;
mod naturalness;
mod nearby_inputs;
mod other_order;
mod patch;
mod plausibility;
mod rearranged;
mod reversed_loop;
mod same_edit;
mod shadowed;
mod sites;
mod synthesis;
mod table_values;
mod validate;
mod wording;

pub use all_comparisons::everywhere;
pub use declared_type::{DeclaredType, declared_types};
pub use generator::Generator;
pub use joint::Joint;
pub use limits::LEAST_SURE;
pub use macro_value::{MacroValue, definitions, sizes};
pub use missing::{Missing, MissingWanted, checked_pointers, inserted, missing_in_branches};
pub use moved_statement::moved;
pub use naturalness::tokens;
pub use nearby_inputs::{Behaviour, Difference, Nearby, NearbyComparison, coming_to_an_end};
pub use patch::{Evidence, Fix, Judged, TextEdit};
pub use rearranged::{first_rearranged, rearranged};
pub use same_edit::alike;
pub use validate::{
    EditWitnesses, Effort, FIXING, FirstHalf, Fixer, Fixers, Judges, LAYER_ONE, MISSING,
    PassingEdits, REDEFINING, Reading, Refuted, Repair, RightRuns, SYNTHESIS, TABULATED, Tally,
    TrialBudget, passing_after, progress, read_again,
};
pub use wording::{Rewording, reword, reworded};
