//! Recorded runs: the dynamic dependence graph of a failing test, and backward slices from its failure (the MDFS paper,
//! §3.1).
//!
//! [`record`] runs a test on the machine of `ir` with the [concrete domain](eval::Concrete), one instruction at a
//! time, and notes what each instruction reads and writes. There is no second interpreter: the machine itself reports
//! which bytes a library function touches ([`eval::Domain::accessed`]).
//!
//! # Nodes
//! A node is one execution of one instruction. Nodes are numbered in the order of execution, so an edge always leads
//! to a smaller number and the graph has no cycles. Each node belongs to an execution of a component, its [`Owner`];
//! distances count edges between owners, and [`Slice::executions`] is the view of the graph at the level of
//! statements, which the paper draws. Library code that is written in C belongs to the call.
//!
//! # Edges
//! * [`DependenceKind::Data`]: the node wrote a register or a byte that is read. The position of an input stream, the
//!   state of
//!   `rand` and files are cells of their own.
//! * [`DependenceKind::Control`]: the innermost branch whose region (up to its post-dominator) is being executed, or
//!   else the call of the function; for a component inside another one, also the beginning of the outer one. `break`,
//!   `continue`, `goto` and `return` count as branches, because the fault may be that they are executed (Ball and
//!   Horwitz, 1993).
//! * [`DependenceKind::Summary`]: a branch that could have written the value that is read (definition 3.1), printed, or
//!   ended the program if it had been taken the other way.
//! * [`DependenceKind::Order`]: earlier output decides the position of a byte in the output.
//! * [`DependenceKind::Aliased`]: a store with a computed address, or a branch not taken with a store through an
//!   unknown pointer, could have written the value that is read. The paper has only the second, within its summary
//!   control dependences; both are needed for a slice outside of which nothing matters, and both make slices of
//!   programs with many pointers large.
//!
//! # Differences from the paper
//! Only those executions of a branch that came after a value was written are summary control dependences of the
//! value's readers: anything that an earlier execution could have written would have been overwritten. Such a
//! dependence is kept as a chain through the branches that could have written a place. Readers refer to a link of the
//! chain and to the time of the write (`Edge::Since` in `window`), so a run of *n* branches and *n* reads does not
//! need *n*² edges. Summary control dependences reach into called functions.
//!
//! # Long runs
//! Nodes and edges are kept for one window of the run at a time; at the beginning of each window there is a snapshot
//! of the machine and of the last writers. A slice goes backwards through the windows and records those that it enters
//! again. A run that is longer than the limit is recorded from the last snapshot of a fast run that is near enough to
//! the failure; everything before that is one node, and slices that reach it are not [complete](Slice::is_complete).
//!
//! # Dependences that are not tracked
//! The meaning of bytes that are written as one size and read as another size through an unknown pointer; leaks.
//!
//! # References
//! * F. Li, W. Huo, X. Zhang et al.: *Effective Fault Localization Based on Minimum Debugging Frontier Set*, 2013, and
//!   its extended version of 2016 (definitions 2.1–3.2, algorithms 1–3).
//! * T. Ball, S. Horwitz: *Slicing Programs with Arbitrary Control-flow*, 1993.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod backward;
mod context;
mod domain;
mod dot;
mod effects;
mod event;
mod location;
mod program_facts;
mod queries;
mod recorder;
mod recording;
mod shadow;
mod slice;
mod step;
mod variables;
mod window;

pub use context::Context;
pub use dot::{Shape, dot};
pub use event::{Event, EventKind};
pub use location::{DependenceKind, Kinds, Leaf};
pub use queries::Execution;
pub use recording::{NotRecorded, ProgramFacts, Recording, RecordingLimits, Test, record};
pub use slice::{Dependence, Edge, Slice, SliceNode};
pub use variables::{
    ComparedPart, NameScope, NamedValue, Pointee, PointeeObject, Value, View, Written, address,
    names_in, number, quoted,
};
pub use window::{NodeId, Owner};
