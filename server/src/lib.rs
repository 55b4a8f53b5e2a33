//! The tool: the only package that knows LSP and terminals. `ARCHITECTURE.md` beside the manifest is the map.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod class;
pub mod cli;
mod html_parts;
pub mod lsp;
pub mod mcp;
mod new_test;
mod patch;

use faultlens_core::{config, files, function_scan, jobs, model, test_outline};
