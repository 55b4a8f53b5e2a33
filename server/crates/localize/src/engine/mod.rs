//! The engine: answers the queries of the search with the evaluator, and certifies what is found.
//!
//! * `group`: groups of failing tests that are explained together;
//! * `failing_test`: a failing run as written, where its relaxed runs begin, and the certificate by replay;
//!   `observation`: what components computed in that run; `witnesses`: how tests passed;
//! * `query_context`: what all queries of a job share;
//! * `feasibility`: the [`Oracle`](search::Oracle) of the search; `query_engine`: answers to its queries by symbolic
//!   exploration; `worker_pool`: threads with query engines of their own;
//! * `directed`: the search for passing runs from the failing one on, without a solver;
//! * `branches`: the program with closed branches, for on-demand queries;
//! * `cached`: answers found by earlier searches;
//! * `edit_witness`: witnesses from edited programs, a fallback where nothing else finds any;
//! * `known`: witnesses that carry over from test to test;
//! * `evidence`: evidence from deleting statements and flipping conditions;
//! * `values`: values in the failing run, and values that are needed;
//! * `maxsat`: one guarded formula over all tests (`CFaults` §3).

mod branches;
mod cached_queries;
mod directed;
mod edit_witness;
mod evidence;
mod failing_test;
mod feasibility;
mod group;
mod maxsat;
mod observation;
mod query_context;
mod query_engine;
mod values;
mod witness_pool;
mod witnesses;
mod worker_pool;

pub(crate) use edit_witness::EditWitnessSource;
pub(crate) use evidence::{Trials, evidence};
pub(crate) use failing_test::FailingTest;
pub(crate) use feasibility::FeasibilityOracle;
pub(crate) use group::{functions_of, group, new_group};
pub(crate) use maxsat::maxsat;
pub(crate) use query_context::QueryContext;
pub(crate) use values::{Needed, ValueBudget, needed_values};
pub(crate) use witnesses::Witnesses;
pub(crate) use worker_pool::{SharedContext, WorkerPool};
