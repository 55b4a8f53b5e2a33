//! Reasons why an instruction did not simply complete.

use harness::Matcher;
use ir::{BranchId, CompId, Lack};
use syntax::Span;
use term::Term;

use super::trap::Trap;

/// A condition that the driver has to handle.
#[derive(Debug, Clone)]
pub enum Stop {
    /// The condition is not known: the driver assumes it and its negation in two copies of the state, notes the
    /// decision there, and the instruction is executed again.
    Fork(Term),
    /// The driver continues with one copy of the state for each option; the instruction is complete in them.
    Options(Vec<Continuation>),
    /// A component that the driver relaxes begins; the program counter is still on its `Enter`.
    Enter(CompId),
    /// A relaxed pointer: the driver chooses the object. (A concrete run without a choice stops like this at every
    /// angelic value.)
    AngelicPointer,
    /// A relaxed text in memory: the driver chooses its length.
    AngelicText,
    /// A branch that the driver has closed begins: see [`ir::Inst::Closed`], on which the program counter still is.
    Closed {
        /// The branch.
        branch: BranchId,
        /// Whether no code follows that represents the branch.
        opaque: bool,
    },
    /// Undefined behaviour or a failed assertion.
    Trap(Trap),
    /// Undefined behaviour or a failed assertion unless the condition holds. Only if the driver wants to be told of it
    /// ([`super::Domain::reports_traps`]): it assumes the condition, and the instruction is executed again.
    MayTrap {
        /// Condition under which there is no trap.
        unless: Term,
        /// The trap otherwise.
        trap: Trap,
    },
    /// The program ended by itself.
    Exit(Ending),
    /// Unexpected output was printed, or an assumption is false: no passing run continues from here.
    Dead,
    /// The run reached something that is not modelled.
    Unsupported {
        /// What is missing.
        what: Lack,
        /// Place of the construct.
        span: Span,
    },
    /// What a library function finds is not known: the driver continues with a copy of the state for each of the
    /// possibilities, notes its number there, and the instruction is executed again.
    Choose(u32),
    /// The evaluator needs the value of the term: the driver picks one that is possible and excludes it in a copy.
    Concretise(Term),
    /// The step limit was met.
    StepLimit,
}

/// Ending of the program.
#[derive(Debug, Clone)]
pub enum Ending {
    /// `exit(n)` or return from `main`; `None`: symbolic, see the state's `result`.
    Status(Option<i32>),
    /// The function that the test calls returned.
    Returned,
}

/// An option for the continuation of an output instruction.
#[derive(Debug, Clone)]
pub struct Continuation {
    /// Conditions of this option.
    pub constraints: Vec<Term>,
    /// Output position afterwards.
    pub output: Matcher,
    /// Printed text.
    pub text: Vec<u8>,
}

/// Result of an instruction. Boxed, so that the hot path returns a single word.
pub type Exec<T> = Result<T, Box<Stop>>;

impl From<Trap> for Box<Stop> {
    fn from(trap: Trap) -> Box<Stop> {
        Box::new(Stop::Trap(trap))
    }
}
