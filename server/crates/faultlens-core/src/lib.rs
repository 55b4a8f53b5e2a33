//! The engine of FaultLens as a library: a C program from text, its tests, where its fault is, a report.
//!
//! ```
//! use faultlens_core::{GivenTest, Program};
//!
//! let program = Program::new(
//!     "sum.c",
//!     r#"#include <stdio.h>
//! int main(void) {
//!     int n, sum = 0;
//!     scanf("%d", &n);
//!     for (int i = 1; i < n; i++)
//!         sum += i;
//!     printf("%d\n", sum);
//!     return 0;
//! }
//! "#,
//! )
//! .with_test(GivenTest::new("none", "0", "0"))
//! .with_test(GivenTest::new("four", "4", "10"))
//! .with_test(GivenTest::new("ten", "10", "55"));
//!
//! let report = program.localize()?;
//! assert_eq!(report.tests.failing, ["four", "ten"]);
//! assert_eq!(report.ranking[0].line, 5);
//! // Each set of places comes with the repairs that pass all tests.
//! let repair = &report.diagnoses[0].fixes[0];
//! assert_eq!((&*repair.edit.old, &*repair.edit.new), ("<", "<="));
//! # Ok::<(), faultlens_core::NotRun>(())
//! ```
//!
//! Nothing is read from the disk, and nothing is executed but by the evaluator. The report is the one that `faultlens
//! localize --format json` prints; `docs/json.md` describes it. [`jobs::Worker`] runs the same jobs on files, in processes
//! that can be killed and that keep a limit on memory.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod config;
pub mod files;
pub mod function_scan;
pub mod jobs;
pub mod memory;
pub mod model;
mod program;
pub mod test_outline;

pub use jobs::{GivenTest, NotRun};
pub use program::Program;
