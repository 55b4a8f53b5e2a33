//! The evaluator of the IR: one machine over two value domains.
//!
//! * [`Machine`] executes instructions on a [`State`], whose parts are the [call stack](CallStack), the
//!   [memory](Memory), [standard input](StandardInput) and [output](StandardOutput), the files ([`Disk`]), and the
//!   [path](PathState). It is generic over the [`Domain`] of values.
//! * [`Concrete`] computes with bits; the runs of tests and the replays of certificates use it.
//! * [`Symbolic`] computes with terms where a value is not known; everything else folds as in a concrete run.
//! * A [`Script`] holds the choices of the relaxed components; a [`Trap`] is what ends a run abnormally.
//!
//! Invariant: C's semantics is written here once. What a concrete run does and what a formula says about it is the same
//! code.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod access;
pub mod arith;
mod bits;
mod bytes;
mod concrete;
mod conditional_reads;
mod copies;
mod cycle_detection;
mod decisions;
mod definedness;
mod disk;
mod domain;
mod execution_numbers;
mod fast_path;
mod forced_choices;
mod frames;
mod free_input;
mod goal;
mod instructions;
mod jumps;
mod leaks;
mod library;
mod limits;
mod literal;
mod loop_report;
mod machine;
mod memory;
mod nontermination;
mod numbers;
mod object;
mod pointers;
mod script;
mod start;
mod state;
mod stop;
mod storage;
mod symbolic;
mod trap;
mod value;
mod variable;
mod variance;

pub use bytes::Bytes;
pub use concrete::{ChoiceSource, Concrete, always};
pub use disk::Disk;
pub use domain::{ByteAccess, Domain};
pub use execution_numbers::ExecutionNumbers;
pub use forced_choices::{ForcedChoice, ForcedChoices, ForcedRun, ForcedValue};
pub use free_input::{FreeInput, InputKind, InputPiece, LeftOut, TextKind};
pub use goal::Goal;
pub use literal::{Literal, parse_literal};
pub use loop_report::{Endless, LoopOutput};
pub use machine::{Machine, MachineDomain, ObservedValue};
pub use memory::Memory;
pub use object::{ConditionalInit, Inside, MaybeInit, Name, Object, ObjectPart, Rich};
pub use script::{Choice, Entering, Entry, Log, Script};
pub use start::{Image, Start, allows, equals};
pub use state::{
    AssertionCounts, CallStack, Destination, Frame, PathState, PausePoint, RandomNumbers,
    Registers, Settings, StandardInput, StandardOutput, State,
};
pub use stop::{Continuation, Ending, Exec, Stop};
pub use storage::{Life, Storage};
pub use symbolic::{Guard, Sym, SymCond, Symbolic, VisitedCode, sort};
pub use trap::{Access, Calculation, NullUse, Thing, Trap, TrapKind, UninitialisedUse, Unwritten};
pub use value::{Layout, ObjId, Val, function_object, is_function};
