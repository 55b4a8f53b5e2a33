//! Limits of a class, and of what its report shows.

use std::time::Duration;

/// Most folders of submissions that are listed.
pub(super) const MOST_FOLDERS: usize = 100_000;
/// Most bytes of all submissions together.
pub(super) const MOST_BYTES: u64 = 1 << 30;
/// Most archives inside each other.
pub(super) const DEEPEST: u32 = 2;
/// Largest file other than a C file and an archive, in bytes.
pub(super) const LARGEST_OTHER: usize = 1 << 20;
/// Longest expression that is taken for the context of a name, in bytes.
pub(super) const LONGEST_CONTEXT: u32 = 120;
/// Most sentences that tell how a test fails.
pub(super) const STORY: usize = 3;
/// Longest text of code in a title, in characters.
pub(super) const WIDTH: usize = 60;
/// Longest expression that is shown as a whole where one token differs, in bytes.
pub(super) const SHORT: usize = 24;
/// Most tests that are named in a sentence.
pub(super) const NAMED: usize = 8;
/// Longest id of a test that stands upright above its column, in characters.
pub(super) const UPRIGHT: usize = 3;
/// Time between two lines about the progress where they stay.
pub(crate) const QUIET: Duration = Duration::from_secs(10);
/// Work after which the search in a submission ends unless the user says otherwise, in instructions.
pub(crate) const WORK: u64 = 100_000_000;
/// How many times the time limit a job may take. The limits of tests and search are counted, so they are the same on
/// all machines, and the time is only for what gets out of hand.
pub(crate) const SAFETY: f64 = 15.0;
