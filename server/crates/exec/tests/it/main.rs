//! Tests of runs of whole programs.

mod long_runs;
