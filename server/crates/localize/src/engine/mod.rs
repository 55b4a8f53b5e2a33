//! The engine: answers the search's questions with the evaluator, certifies what was found.
//!
//! * `group`: which failing tests are explained together;
//! * `failing_test`: its run as written, and where relaxed runs of it begin; `witnesses`: how tests passed;
//! * `feasibility`: the [`Oracle`](search::Oracle) of the search; `query_engine`: answers to its queries by symbolic
//!   exploration; `worker_pool`: threads with query engines of their own;
//! * `branches`: the program with closed branches, for questions on demand;
//! * `cached`: answers that earlier searches have found;
//! * `edit_witness`: witnesses from edited programs, where nothing else finds any;
//! * `known`: witnesses that carry over from test to test;
//! * `replay`: the certificate, and evidence from deleting and flipping;
//! * `values`: what was, what is needed;
//! * `maxsat`: one guarded formula over all tests (`CFaults` §3).

mod branches;
mod cached;
mod edit_witness;
mod failing_test;
mod feasibility;
mod group;
mod known;
mod maxsat;
mod query_engine;
mod replay;
mod values;
mod witnesses;
mod worker_pool;

pub(crate) use edit_witness::EditWitnessSource;
pub(crate) use failing_test::FailingTest;
pub(crate) use feasibility::FeasibilityOracle;
pub(crate) use group::group;
pub(crate) use maxsat::maxsat;
pub(crate) use query_engine::QueryContext;
pub(crate) use replay::{Trials, evidence};
pub(crate) use values::needed_values;
pub(crate) use witnesses::{Witness, Witnesses};
pub(crate) use worker_pool::{SharedContext, WorkerPool};
