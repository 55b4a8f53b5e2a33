//! The path of a symbolic run: its condition, and the driver's decisions.

use ir::{FnId, Pc};
use term::Term;

use super::call_stack::PausePoint;
use crate::copies::clone_rarely_filled;

/// Number of the driver's decisions of a branch in one activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DecisionCount {
    /// Number of frames.
    depth: u32,
    /// The running function.
    function: FnId,
    /// Position of the branch.
    pc: Pc,
    /// Number of decisions on the shortest of the paths that have joined.
    fewest: u32,
    /// Number of decisions on the longest of them.
    most: u32,
}

impl DecisionCount {
    fn branch(&self) -> (u32, FnId, Pc) {
        (self.depth, self.function, self.pc)
    }
}

/// What is known and decided about the path of a run.
#[derive(Debug, Default)]
pub struct PathState {
    /// Path condition: the conjunction of these terms.
    condition: Vec<Term>,
    /// Decisions of the driver for the current instruction.
    decisions: Vec<(Term, bool)>,
    /// Values that the driver picked for the current instruction.
    pinned: Vec<(Term, u64)>,
    /// Possibilities that the driver chose for the current instruction, in order.
    chosen: Vec<u32>,
    /// Numbers of the driver's decisions, by branch.
    forks: Vec<DecisionCount>,
    /// Number of instructions executed on this path.
    spent: u64,
}

/// Implemented manually: most of the lists are empty in most copies.
impl Clone for PathState {
    fn clone(&self) -> PathState {
        PathState {
            condition: clone_rarely_filled(&self.condition),
            decisions: clone_rarely_filled(&self.decisions),
            pinned: clone_rarely_filled(&self.pinned),
            chosen: clone_rarely_filled(&self.chosen),
            forks: clone_rarely_filled(&self.forks),
            spent: self.spent,
        }
    }
}

impl PathState {
    /// The path condition: the conjunction of these terms.
    pub fn condition(&self) -> &[Term] {
        &self.condition
    }

    /// Whether the path condition contains this term.
    pub fn assumes(&self, term: Term) -> bool {
        self.condition.contains(&term)
    }

    /// Adds a term to the path condition.
    pub fn assume(&mut self, term: Term) {
        self.condition.push(term);
    }

    /// Adds these terms to the path condition.
    pub fn assume_all(&mut self, terms: &[Term]) {
        self.condition.extend_from_slice(terms);
    }

    /// Adds a term to the path condition, unless it contains the term already.
    pub fn assume_once(&mut self, term: Term) {
        if !self.condition.contains(&term) {
            self.condition.push(term);
        }
    }

    /// Removes the term that was added to the path condition last.
    pub fn retract(&mut self) {
        self.condition.pop();
    }

    /// Takes the path condition and leaves an empty one.
    pub fn take_condition(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.condition)
    }

    /// Forgets the path condition.
    pub fn clear_condition(&mut self) {
        self.condition.clear();
    }

    /// Decides a condition for the current instruction.
    pub fn decide(&mut self, condition: Term, holds: bool) {
        self.decisions.push((condition, holds));
    }

    /// The driver's decision of a condition for the current instruction.
    pub(crate) fn decision(&self, condition: Term) -> Option<bool> {
        let mut decisions = self.decisions.iter();
        decisions.find(|d| d.0 == condition).map(|d| d.1)
    }

    /// Picks the value of a term for the current instruction.
    pub fn pin(&mut self, term: Term, value: u64) {
        self.pinned.push((term, value));
    }

    /// The value that the driver picked for a term for the current instruction.
    pub(crate) fn pinned(&self, term: Term) -> Option<u64> {
        let mut pinned = self.pinned.iter();
        pinned.find(|p| p.0 == term).map(|p| p.1)
    }

    /// Chooses the next possibility for the current instruction.
    pub fn choose(&mut self, possibility: u32) {
        self.chosen.push(possibility);
    }

    /// Possibilities that the driver chose for the current instruction, in order.
    pub fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    /// Whether the driver decided a condition for the current instruction.
    pub fn has_decisions(&self) -> bool {
        !self.decisions.is_empty()
    }

    /// Whether the driver decided a condition or picked a value for the current instruction.
    #[inline]
    pub(crate) fn has_choices(&self) -> bool {
        !self.decisions.is_empty() || !self.pinned.is_empty() || !self.chosen.is_empty()
    }

    /// Forgets the driver's choices for an instruction, which is complete.
    #[inline]
    pub fn forget_choices(&mut self) {
        self.decisions.clear();
        self.pinned.clear();
        self.chosen.clear();
    }

    /// Counts a decision at the current instruction of this activation. Returns the number of the decision, in this
    /// activation and its callers, on the shortest and on the longest of the paths that have joined.
    pub fn count_decision(&mut self, function: FnId, place: PausePoint) -> (u32, u32) {
        let (depth, pc) = (place.depth as u32, place.pc);
        let is_here = |f: &&mut DecisionCount| f.branch() == (depth, function, pc);
        match self.forks.iter_mut().find(is_here) {
            Some(f) => {
                f.fewest += 1;
                f.most += 1;
            }
            None => self.forks.push(DecisionCount {
                depth,
                function,
                pc,
                fewest: 1,
                most: 1,
            }),
        }
        let in_any = |f: &&DecisionCount| (f.function, f.pc) == (function, pc);
        let all = self.forks.iter().filter(in_any);
        all.fold((0, 0), |(fewest, most), f| {
            (fewest + f.fewest, most + f.most)
        })
    }

    /// Forgets the counts of activations above this depth, which have ended.
    pub(crate) fn forget_counts_above(&mut self, depth: usize) {
        let depth = depth as u32;
        self.forks.retain(|f| f.depth <= depth);
    }

    /// Number of instructions executed on this path.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Adds to the number of instructions executed on this path.
    pub fn spend(&mut self, instructions: u64) {
        self.spent += instructions;
    }

    /// Number of terms with which both path conditions begin.
    pub fn common(&self, other: &PathState) -> usize {
        let pairs = self.condition.iter().zip(&other.condition);
        pairs.take_while(|(a, b)| a == b).count()
    }

    /// Joins another path to this one: the condition is cut to its first `common` terms, and instructions are counted
    /// on the shorter path, so that no path within a bound is given up because a longer one has joined it.
    pub fn join(&mut self, other: &PathState, common: usize) {
        self.condition.truncate(common);
        self.spent = self.spent.min(other.spent);
        for f in &mut self.forks {
            let same = other.forks.iter().find(|g| g.branch() == f.branch());
            f.fewest = same.map_or(0, |g| g.fewest.min(f.fewest));
            f.most = same.map_or(f.most, |g| g.most.max(f.most));
        }
        for f in &other.forks {
            if self.forks.iter().all(|g| g.branch() != f.branch()) {
                self.forks.push(DecisionCount { fewest: 0, ..*f });
            }
        }
    }
}
