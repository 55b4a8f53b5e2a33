//! Budgets for finding repairs.

/// Budget for finding fixes of a group.
pub const FIXING: TrialBudget = TrialBudget {
    trials: 3000,
    steps: 100_000_000,
};

/// Budget for edits from the beginning.
pub const LAYER_ONE: TrialBudget = TrialBudget {
    trials: 2000,
    steps: 20_000_000,
};

/// Budget for inserting missing statements, for a group.
pub const MISSING: TrialBudget = TrialBudget {
    trials: 40_000,
    steps: 40_000_000,
};

/// Budget for synthesis.
pub const SYNTHESIS: TrialBudget = TrialBudget {
    trials: 60_000,
    steps: 60_000_000,
};

/// Budget for definitions: numbers and bodies of macros, declared types, sizes of arrays.
pub const REDEFINING: TrialBudget = TrialBudget {
    trials: 600,
    steps: 200_000_000,
};

/// Budget for the values of a table.
pub const TABULATED: TrialBudget = TrialBudget {
    trials: 4000,
    steps: 40_000_000,
};

/// Remaining budget of trials.
#[derive(Debug, Clone, Copy)]
pub struct TrialBudget {
    /// Number of programs that may be run.
    pub(super) trials: u64,
    /// Number of instructions in these runs.
    pub(super) steps: u64,
}

impl TrialBudget {
    /// Enough for so many runs of so many instructions, if that is not more than `most`.
    pub fn for_runs(self, length: u64, runs: u64, most: u64) -> TrialBudget {
        let wanted = length.saturating_mul(runs).min(most);
        TrialBudget {
            steps: self.steps.max(wanted),
            ..self
        }
    }

    /// So many times as much.
    pub fn times(self, factor: usize) -> TrialBudget {
        TrialBudget {
            trials: self.trials.saturating_mul(factor as u64),
            steps: self.steps.saturating_mul(factor as u64),
        }
    }

    /// One of `parts` equal parts.
    pub fn part(self, parts: usize) -> TrialBudget {
        TrialBudget {
            trials: self.trials / parts as u64,
            steps: self.steps / parts as u64,
        }
    }
}

impl std::iter::Sum for TrialBudget {
    fn sum<I: Iterator<Item = TrialBudget>>(all: I) -> TrialBudget {
        let none = TrialBudget {
            trials: 0,
            steps: 0,
        };
        all.fold(none, |sum, one| TrialBudget {
            trials: sum.trials + one.trials,
            steps: sum.steps + one.steps,
        })
    }
}
