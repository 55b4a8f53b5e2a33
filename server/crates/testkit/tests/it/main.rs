//! Tests of the core as a whole: against a compiler, against enumeration, and against known facts about the fixtures.
//!
//! `FAULTLENS_CASES=5000` makes the random tests longer. Without a C compiler, `FAULTLENS_NO_CC=1` skips the tests that
//! compare with one.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    clippy::disallowed_methods
)]

mod behind;
mod beyond;
mod cc;
mod convincing;
mod cores;
mod deletion;
mod differential;
mod directed;
mod edits;
mod extended;
mod extended_oracle;
mod fixtures;
mod halves;
mod indexes;
mod insertions;
mod invariance;
mod library;
mod macros;
mod mathematics;
mod minimality;
mod on_demand;
mod papers;
mod perhaps;
mod pins;
mod plain_repairs;
mod reach;
mod refinement;
mod relowering;

mod steps;
mod support;
mod three_faults;
mod undefined;
mod warm;
mod ways;
mod workers;
