//! The evaluator: one machine over two value domains.

mod access;
pub mod arith;
mod bits;
mod concrete;
mod disk;
mod domain;
mod frames;
mod leaks;
mod library;
mod literal;
mod machine;
mod memory;
mod numbers;
mod pointers;
mod script;
mod start;
mod state;
mod stop;
mod symbolic;
mod trap;
mod value;
mod variable;

pub use concrete::{Concrete, Relaxed, always};
pub use disk::Disk;
pub use domain::Domain;
pub use literal::{Literal, parse_literal};
pub use machine::{Endless, Machine, Observed, Place};
pub use memory::{Bytes, Life, Memory, Name, Object, Piece, Rich, Storage};
pub use script::{Choice, Entering, Entry, Log, Script};
pub use start::{Image, Start, equals};
pub use state::{Decided, Frame, Output, State, Streams};
pub use stop::{Continuation, Ending, Exec, Stop};
pub use symbolic::{Guard, Sym, SymCond, Symbolic, sort};
pub use trap::{Access, Calculation, NullUse, Thing, Trap, TrapKind, UninitialisedUse};
pub use value::{ObjId, Val, flat_address, function_object, is_function};
