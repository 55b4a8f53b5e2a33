//! Limits of an exploration: what a caller sets ([`Limits`]), and what is the same for all.

/// Limits of one exploration.
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
    /// Checks that the solver may give up before the exploration is given up.
    pub open_checks: u32,
    /// Terms of the formula.
    pub terms: usize,
}

// Costs, to compare what an exploration does with the instructions that it executes.

/// Cost of a copy of a state and its merge, in instructions.
pub(super) const FORK_INSTRUCTIONS: u64 = 30;
/// Cost of a term, its share of a solver's check included, in instructions.
pub(super) const TERM_INSTRUCTIONS: u64 = 10;
/// Registers and objects that are copied in the time of one instruction.
pub(super) const COPIES_PER_INSTRUCTION: u64 = 8;
/// Registers and objects of two states that are compared in the time of one instruction.
pub(super) const COMPARISONS_PER_INSTRUCTION: usize = 8;

// States and choices.

/// States beyond which the solver is asked at every branch whether both outcomes are possible.
pub(super) const MAX_UNCHECKED_STATES: usize = 200;
/// Longest angelic text in memory, in bytes.
pub(super) const MAX_ANGELIC_TEXT_BYTES: u64 = 24;
/// Objects that an angelic pointer is tried on.
pub(super) const MAX_ANGELIC_POINTER_OBJECTS: usize = 64;

// Snapshots of the run as written.

/// Snapshots per run, at most.
pub(super) const MAX_CHECKPOINTS: u64 = 16;
/// Bytes of the calls in all snapshots of a run, at most: recursion may be deep.
pub(super) const MAX_CHECKPOINT_STACK_BYTES: usize = 64 << 20;
/// Instructions of the run for each of them: with more, what they cost in copies and memory is more than they save.
pub(super) const INSTRUCTIONS_PER_CHECKPOINT: u64 = 200;

// In `failing`.

/// Models of one path that are looked at before it is given up.
pub(crate) const MAX_MODELS_PER_PATH: usize = 12;
