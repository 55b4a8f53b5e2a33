//! The settings of a run.

/// Settings of a run, which stay the same from its beginning to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "settings that do not depend on each other"
)]
pub struct Settings {
    /// Whether memory that is lost at the end counts as a failure.
    pub leaks: bool,
    /// Whether memory has slack; see [`Start::slack`](crate::Start::slack).
    pub slack: bool,
    /// Whether standard output is compared.
    pub compares_output: bool,
    /// Whether standard error is compared.
    pub compares_errors: bool,
}
