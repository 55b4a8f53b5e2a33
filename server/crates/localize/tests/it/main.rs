//! Tests of localizations of whole programs.
//!
//! `FAULTLENS_CASES=5000` makes the random tests longer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]
#![allow(clippy::disallowed_methods, reason = "tests read files and the clock")]

mod beyond_values;
mod constants;
mod definitions;
mod deletion;
mod directed;
mod divided_groups;
mod edits;
mod extended;
mod extended_oracle;
mod hard_queries;
mod hidden_faults;
mod insertions;
mod joint_fixes;
mod macro_value;
mod math_functions;
mod mended;
mod minimality;
mod mutant;
mod on_demand;
mod partial_edits;
mod pins;
mod plain_repairs;
mod query_cache;
mod refine;
mod repairs_are_c;
mod skipped_assertions;
mod support;
mod synthesis;
mod three_faults;
mod undecided_tests;
mod worker_pool;
