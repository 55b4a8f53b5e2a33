//! Limits of an exploration: those set by the caller ([`ExploreLimits`]), and constant ones.

/// Limits of one exploration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExploreLimits {
    /// Number of times that one branch of one activation may be decided by forking; a path beyond it is abandoned,
    /// which turns a *no* into a "no within the bound".
    pub unwind: u32,
    /// Instructions on one path; a longer run counts as one that does not end.
    pub path_steps: u64,
    /// Instructions of all paths together.
    pub total_steps: u64,
    /// Forks of all paths together.
    pub forks: u32,
    /// Checks that the solver may leave undecided before the exploration is abandoned.
    pub open_checks: u32,
    /// Terms of the formula.
    pub terms: usize,
}

// Costs of the steps of an exploration, in instructions of the evaluator.

/// Cost of copying and merging a state, in instructions.
pub(crate) const FORK_INSTRUCTIONS: u64 = 30;
/// Cost of a term, including its share of a solver's check, in instructions.
pub(crate) const TERM_INSTRUCTIONS: u64 = 10;
/// Number of registers and objects that are copied in the time of one instruction.
pub(crate) const COPIES_PER_INSTRUCTION: u64 = 8;
/// Number of registers and objects of two states that are compared in the time of one instruction.
pub(crate) const COMPARISONS_PER_INSTRUCTION: usize = 8;

// States and choices.

/// Number of states above which the solver is asked at every branch whether both outcomes are possible.
pub(crate) const MAX_UNCHECKED_STATES: usize = 200;
/// Longest angelic text in memory, in bytes.
pub(crate) const MAX_ANGELIC_TEXT_BYTES: u64 = 24;
/// Objects that are tried for an angelic pointer.
pub(crate) const MAX_ANGELIC_POINTER_OBJECTS: usize = 64;

// Snapshots of the run as written.

/// Most snapshots of a run.
pub(crate) const MAX_CHECKPOINTS: u64 = 16;
/// Most bytes of call frames in all snapshots of a run: recursion may be deep.
pub(crate) const MAX_CHECKPOINT_STACK_BYTES: usize = 64 << 20;
/// Instructions of the run for each snapshot: with more snapshots, copies and memory would cost more than they save.
pub(crate) const INSTRUCTIONS_PER_CHECKPOINT: u64 = 200;

// In `failing`.

// In `demand`.

/// Most scalars of one object that a stub writes.
pub(crate) const MAX_STUB_SCALARS: usize = 64;
