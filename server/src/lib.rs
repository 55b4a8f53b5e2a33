//! The tool: the only package that knows LSP, processes and files. `ARCHITECTURE.md` beside the manifest is the map.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod class;
pub mod cli;
pub mod config;
pub mod files;
mod function_scan;
mod html_parts;
pub mod jobs;
pub mod lsp;
pub mod mcp;
pub mod memory;
pub mod model;
mod new_test;
mod patch;
mod test_outline;
