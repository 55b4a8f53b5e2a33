//! Limits for the interpretation of a build description.
//!
//! A description may be wrong or hostile: functions that call themselves, lists that
//! double, folders that contain themselves. Every interpreter therefore pays for what it
//! does out of a [`Budget`] and stops, without an error, when nothing is left.

/// The most commands or statements that are executed.
const STEPS: usize = 50_000;
/// The most letters that are produced by all the expansions together.
const WORK: usize = 20_000_000;
/// The most calls, blocks and files inside each other.
const DEPTH: usize = 60;
/// The longest value of a variable, and the longest file that is read.
pub(crate) const LONGEST: usize = 400_000;

/// What is left of the limits.
pub(crate) struct Budget {
    steps: usize,
    work: usize,
    depth: usize,
}

impl Budget {
    /// A budget of which nothing is spent.
    pub(crate) fn new() -> Self {
        Budget {
            steps: STEPS,
            work: WORK,
            depth: DEPTH,
        }
    }

    /// Pays for one statement; false if there is nothing left.
    pub(crate) fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0 && self.work > 0
    }

    /// Pays for an amount of text; false if there is nothing left.
    pub(crate) fn spend(&mut self, amount: usize) -> bool {
        self.work = self.work.saturating_sub(amount.max(1));
        self.work > 0
    }

    /// Goes one level deeper; false (and no level deeper) if this is too deep.
    pub(crate) fn enter(&mut self) -> bool {
        if self.depth == 0 {
            return false;
        }
        self.depth -= 1;
        true
    }

    /// Comes back from a level that was entered.
    pub(crate) fn leave(&mut self) {
        self.depth += 1;
    }
}
