//! The shipped binary, from outside: command line, reports, limits, and projects as they lie. One program, so that it is
//! linked once.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;

mod ask;
mod builds;
mod class;
mod cli;
mod coverage;
mod data_model;
mod described_builds;
mod dialects;
mod documents;
mod find;
mod fixes;
mod frameworks;
#[cfg(unix)]
mod jobs;
mod library;
#[cfg(target_os = "linux")]
mod limits;
mod lists;
#[cfg(target_os = "linux")]
mod mcp;
mod mdfs;
mod options;
#[cfg(unix)]
mod order;
mod outside;
mod posix;
#[cfg(unix)]
mod reports;
mod scripts;
mod self_checking;
mod shared_headers;
mod story;
mod units;
mod watch;
mod white_space;
mod whole_folder;
mod without_tests;
mod written_files;
