//! All numeric limits on what symbolic runs read.

/// Longest word or line whose length is one of the possibilities, besides the longest that fits its buffer.
pub(crate) const FEW_BYTES: u64 = 12;
/// Longest word or line of which all bytes are unknown values.
pub(crate) const MOST_BYTES: u64 = 300;
/// Number of values after which a sample ends.
pub(crate) const MOST_SAMPLED: usize = 40;
/// Length of the words and lines of samples.
pub(crate) const SAMPLE_LENGTH: u64 = 3;
