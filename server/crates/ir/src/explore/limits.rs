//! What an exploration may cost.

/// Limits of one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limits {
    /// How often one branch of one activation may be decided by forking; a path beyond it is given up, which makes a
    /// *no* a "no within the bound".
    pub unwind: u32,
    /// Instructions on one path; beyond it the run counts as one that does not end.
    pub path_steps: u64,
    /// Instructions of all paths together.
    pub total_steps: u64,
    /// Forks of all paths together.
    pub forks: u32,
    /// Checks that the solver may give up before the question is given up.
    pub open_checks: u32,
    /// Terms of the formula.
    pub terms: usize,
}
