//! The engine: answers the search's questions with the evaluator, certifies what was found.
//!
//! * `group`: which failing tests are explained together;
//! * `subject`: a failing test and where relaxed runs of it begin; `witnesses`: how tests passed;
//! * `asker`: answers to questions by symbolic exploration; `feasible`: the [`Oracle`](crate::Oracle) that asks it and
//!   remembers; `crew`: threads with askers of their own;
//! * `branches`: the program with closed branches, for questions on demand;
//! * `recall`: answers that earlier searches have found;
//! * `replace`: witnesses found by trying values, where a question is too dear;
//! * `mend`: witnesses from edited programs, where nothing else finds any;
//! * `trial`: runs with planned choices, begun where they differ;
//! * `known`: witnesses that carry over from test to test;
//! * `replay`: the certificate, and evidence from deleting and flipping;
//! * `values`: what was, what is needed;
//! * `maxsat`: one guarded formula over all tests (`CFaults` §3).

mod asker;
mod branches;
mod crew;
mod feasible;
mod group;
mod known;
mod maxsat;
mod mend;
mod recall;
mod replace;
mod replay;
mod subject;
mod trial;
mod values;
mod witnesses;

pub(crate) use asker::Shared;
pub(crate) use crew::{Crew, Hand};
pub(crate) use feasible::Feasible;
pub(crate) use group::group;
pub(crate) use maxsat::maxsat;
pub(crate) use mend::{Mender, Refuted};
pub(crate) use replay::{Trials, evidence};
pub(crate) use subject::Subject;
pub(crate) use values::needed_values;
pub(crate) use witnesses::{Witness, Witnesses};
