//! The existing tests of a C program, and the decision whether one passes.
//!
//! * [`mod@discover`]: finds the tests of a program (asserts in `main`, files beside it, `faultlens.toml`) and says why a
//!   candidate was not taken;
//! * [`Expected`] and [`Matcher`]: the oracle for standard output, fed piece by piece, so that a run can be given up at
//!   its first wrong byte;
//! * [`explain_difference`]: the verdict in English; [`differing_parts`]: all parts of an output that are wrong;
//!   [`fn@closest`]: the part of an output that is most similar to the text that it should contain;
//! * [`FileSet`]: the files that a program under test may open.
//!
//! Invariants: files are accessed only through [`Files`]; nothing is executed; results do not depend on the order in
//! which a folder is listed.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod aligned;
mod automaton;
mod closest;
mod coverage;
mod difference;
mod discover;
mod expected;
mod file_set;
mod files;
mod input_shape;
mod limits;
mod matcher;
mod model;
mod natural;
mod pattern_words;
mod witness;

#[cfg(test)]
mod tests;

pub use aligned::differing_parts;
pub use closest::{Closest, closest};
pub use coverage::{CoveredLines, read_coverage};
pub use difference::{Difference, explain_difference};
pub use discover::{TestSearch, discover, folder_of_listing, give_files, pairs_below, parse_call};
pub use expected::Expected;
pub use file_set::{FileEntry, FileSet, normal_path};
pub use files::{Files, Folder, OUTSIDE};
pub use input_shape::InputShape;
pub use matcher::Matcher;
pub use model::{
    Action, Compare, ConfigProblem, Discovery, ExitStatus, Expect, Observed, Origin,
    SkippedCandidate, SourceFacts, Test, TestFunction, Tolerance,
};
pub use natural::compare as natural_order;
pub use witness::{is_witness, witness_input};
