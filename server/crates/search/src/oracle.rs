//! What the search may ask: can test `t` pass when the components of `R` are relaxed?
//!
//! The answer has three values (DESIGN §2, Search). *Yes* closes upward: a superset is feasible without a query, by the
//! inclusion law. A proved *no* closes downward. *Unknown* proves nothing.

use ir::WayId;
use ir::demand::Ways;
use ir::explore::UnknownReason;
use serde::{Deserialize, Serialize};

use ir::CompSet;

/// Answer to "can the test pass with this set relaxed?".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It can; asked in earnest ([`Effort::Full`]), the witness was certified by concrete replay.
    Yes,
    /// It cannot.
    No {
        /// A bound (loop unwinding, number of paths) was leant on: "no within the bound".
        bounded: bool,
        /// Components disjoint from the relaxed set, at least one of which must be relaxed too for the test to pass:
        /// all components that any explored run met, without the relaxed ones. (The complement is infeasible as well,
        /// for relaxing what is never reached changes nothing.)
        core: CompSet,
    },
    /// A limit was met before the answer, or something on the way is not modelled.
    Unknown {
        /// Why.
        reason: UnknownReason,
    },
}

/// Answer to the same question where some ways on from conditionals are closed ([`ir::demand`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Within {
    /// This is the answer, whatever may happen behind the closed ways.
    Answer(Answer),
    /// It depends on what happens behind these closed ways.
    Asks(Vec<WayId>),
}

/// How much one question may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Effort {
    /// Candidates of the search.
    Full,
    /// A first look at a candidate: cheap or not at all. A yes is certified.
    Quick,
    /// A detail of what has been found: cheap, and not asked again where it stays open. A yes is certified. The clock
    /// only ends what would take very long, so the answer is the same on a busy machine.
    Detail,
    /// Growing an infeasible set to shrink a core: an answer is nice to have, and a yes need not be certified.
    Low,
}

/// Tests that may leave a set open before the others are not asked: they could only refute it.
const MOST_OPEN: usize = 2;

/// The questions about one candidate: is it feasible for these tests? Asked in this order, until the row is settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The candidate.
    pub set: CompSet,
    /// Tests to ask.
    pub tests: Vec<usize>,
    /// Of each question.
    pub effort: Effort,
    /// Tests that are known to leave the set open.
    pub open: usize,
}

impl Row {
    /// Whether nothing more need be asked after this answer. `open` counts the tests that leave the set open; it begins
    /// as that of the row.
    pub fn is_settled_by(&self, answer: &Answer, open: &mut usize) -> bool {
        match answer {
            Answer::Yes => false,
            Answer::No { .. } => true,
            Answer::Unknown { .. } => {
                *open += 1;
                // Where one test asks for more effort, others will: the set is for later.
                self.effort == Effort::Quick || *open > MOST_OPEN
            }
        }
    }
}

/// An answer, and what it took, in units of [`Oracle::work`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The answer.
    pub answer: Answer,
    /// Work.
    pub work: u64,
    /// What was relaxed decided nothing: whatever it did, the run went one way. False if that is not known.
    pub idle: bool,
    /// A yes: with just these of its components relaxed the test passes, too, if that came out.
    pub part: Option<CompSet>,
}

/// Decides feasibility; implemented by the symbolic evaluator, by a formula, or by brute force in tests.
pub trait Oracle {
    /// Number of components; sets range over `0..components()`.
    fn components(&self) -> usize;

    /// Can failing test `test` (an index into the group) pass with `relaxed`?
    fn check(&mut self, test: usize, relaxed: &CompSet, effort: Effort) -> Answer;

    /// Rows that will be asked for, most likely all of them and in this order, after those announced before: an oracle
    /// with several threads begins.
    fn announce(&mut self, _rows: &[Row]) {}

    /// What was announced and not asked for will not be.
    fn recall(&mut self) {}

    /// The answers of a row, up to the one that settles it. Fewer of them: the oracle has [`stopped`](Oracle::stopped).
    fn row(&mut self, row: &Row) -> Vec<Asked> {
        one_by_one(self, row)
    }

    /// Number of ways on from the conditionals of the program; 0 if the oracle does not know of them.
    fn ways(&self) -> usize {
        0
    }

    /// The ways that the failing run of the test takes.
    fn trace(&mut self, _test: usize) -> Ways {
        Ways::default()
    }

    /// Can the test pass, as far as the `open` ways tell?
    fn check_within(
        &mut self,
        test: usize,
        relaxed: &CompSet,
        effort: Effort,
        _open: &Ways,
    ) -> Within {
        Within::Answer(self.check(test, relaxed, effort))
    }

    /// Sets that stayed open with little effort, all of a size: those among them that can be told by other means to be
    /// feasible for every test. The tests then say yes to them at once.
    fn reach(&mut self, _open: &[CompSet]) -> Vec<CompSet> {
        Vec::new()
    }

    /// So much has been asked in vain that asking more of the same would be: the search gives up what is open.
    fn weary(&self) -> bool {
        false
    }

    /// Work done for all questions so far, in units of about one executed instruction; only ratios matter.
    fn work(&self) -> u64;

    /// The job must end (deadline, cancellation); the search returns what it has.
    fn stopped(&self) -> bool;
}

/// The answers of a row, asked for by [`Oracle::check`].
pub fn one_by_one<O: Oracle + ?Sized>(oracle: &mut O, row: &Row) -> Vec<Asked> {
    let mut open = row.open;
    let mut all = Vec::with_capacity(row.tests.len());
    for &test in &row.tests {
        if oracle.stopped() {
            break;
        }
        let before = oracle.work();
        let answer = oracle.check(test, &row.set, row.effort);
        let work = oracle.work() - before;
        let settled = row.is_settled_by(&answer, &mut open);
        all.push(Asked {
            answer,
            work,
            idle: false,
            part: None,
        });
        if settled {
            break;
        }
    }
    all
}
