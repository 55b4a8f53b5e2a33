//! Why an instruction did not simply complete.

use harness::Matcher;
use syntax::Span;
use term::Term;

use super::trap::Trap;
use crate::{BranchId, CompId};

/// What the driver has to deal with.
#[derive(Debug, Clone)]
pub enum Stop {
    /// The condition is not known: the driver assumes it and its negation in two copies of the state, notes the
    /// decision there, and the instruction is executed again.
    Fork(Term),
    /// The driver continues with one copy of the state for each option; the instruction is complete in them.
    Options(Vec<Continuation>),
    /// A component that the driver relaxes begins; the program counter is still on its `Enter`.
    Enter(CompId),
    /// A relaxed pointer: the driver chooses the object. (A concrete run that asks stops so at every angelic value.)
    AngelicPointer,
    /// A relaxed text in memory: the driver chooses its length.
    AngelicText,
    /// A branch that the driver has closed begins: see [`crate::Inst::Closed`], on which the program counter still is.
    Closed {
        /// Which.
        branch: BranchId,
        /// Nothing follows that stands for it.
        opaque: bool,
    },
    /// Undefined behaviour or a failed assertion.
    Trap(Trap),
    /// Undefined behaviour or a failed assertion unless the condition holds. Only where the driver wants to hear of it
    /// ([`super::Domain::reports_traps`]): it assumes the condition, and the instruction is executed again.
    MayTrap {
        /// What must hold.
        unless: Term,
        /// What happens else.
        trap: Trap,
    },
    /// The program ended by itself.
    Exit(Ending),
    /// Output that the test does not expect was printed, or an assumption is false: no passing run goes on from here.
    Dead,
    /// Something that is not modelled was reached.
    Unsupported {
        /// "… is not modelled".
        what: String,
        /// Where.
        span: Span,
    },
    /// The evaluator needs the value of the term: the driver picks one that is possible and excludes it in a copy.
    Concretise(Term),
    /// The step limit.
    StepLimit,
}

/// How the program ended.
#[derive(Debug, Clone)]
pub enum Ending {
    /// `exit(n)` or return from `main`; `None`: symbolic, see the state's `result`.
    Status(Option<i32>),
    /// The function that a test calls returned.
    Returned,
}

/// One way in which an output instruction may go on.
#[derive(Debug, Clone)]
pub struct Continuation {
    /// What must hold for it.
    pub constraints: Vec<Term>,
    /// Output position.
    pub output: Matcher,
    /// What is printed.
    pub text: Vec<u8>,
}

/// Result of an instruction. Boxed, so that the hot path returns a single word.
pub type Exec<T> = Result<T, Box<Stop>>;

impl From<Trap> for Box<Stop> {
    fn from(trap: Trap) -> Box<Stop> {
        Box::new(Stop::Trap(trap))
    }
}
