//! Tests of the server in this process, over a pipe, with a client that checks every message and jobs that the test
//! controls.

mod client;
mod runner;

#[path = "../../../tests/lsp/conduct.rs"]
mod conduct;

mod behaviour;
mod explanations;
mod jobs;
mod robustness;
mod testing;
mod workspace;
