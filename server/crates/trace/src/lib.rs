//! Recorded runs: the dynamic dependence graph of a failing test, and backward slices from its failure (the MDFS paper, §3.1).
//!
//! [`record`] runs a test on the machine of `ir` with the [concrete domain](ir::eval::Concrete), one instruction at a time,
//! and notes for each what it reads and writes. There is no second interpreter: which bytes a library function touches is
//! told by the machine itself ([`ir::eval::Domain::accessed`]).
//!
//! # Nodes
//! A node is one execution of one instruction. Nodes are numbered in the order of execution, so an edge always leads to a
//! smaller number and the graph has no cycles. Each node belongs to an execution of a component, its [`Owner`]; distances
//! count edges between owners, and [`Slice::executions`] is the graph's view at the level of statements, which the paper
//! draws. Code of the library that is written in C belongs to the call.
//!
//! # Edges
//! * [`Kind::Data`]: a register or a byte that is read was written by that node. The position of an input stream, the state
//!   of `rand` and files are cells of their own.
//! * [`Kind::Control`]: the innermost branch whose region (up to its post-dominator) is being executed, else the call of the
//!   function; for a component inside another one, also the beginning of the outer one. `break`, `continue`, `goto` and
//!   `return` count as branches, since they may be what should not have been executed (Ball and Horwitz, 1993).
//! * [`Kind::Summary`]: a branch that, taken otherwise, could have written what is read (definition 3.1), or printed, or
//!   ended the program.
//! * [`Kind::Order`]: what was printed before decides where in the output a byte lands.
//! * [`Kind::Aliased`]: a store whose address is computed, and a branch not taken with a store through an unknown pointer,
//!   could have written what is read. The paper has only the second, within its summary control dependences; both
//!   are needed for a slice outside of which nothing matters, and both make slices of programs with many pointers large.
//!
//! # Differences from the paper
//! Only the latest executions of a branch since a value was written are summary control dependences of its readers, not all:
//! an earlier one could have written a value that was overwritten since.
//! Such a dependence is kept as a chain through the branches that could have written a place; readers name a link of it and
//! when the value was written (`Edge::Since` in `window`), so that a run of *n* branches and *n* reads needs no *n*² edges.
//! Summary control dependences reach into called functions.
//!
//! # Long runs
//! Nodes and edges are kept for one window of the run at a time; at the beginning of each window there is a snapshot of
//! the machine and of who wrote what. A slice goes backwards through the windows and records again those that it
//! enters. A run that is longer than the limit is recorded from the last snapshot of a fast run that is near
//! enough to the failure; what came before is one node, and slices that reach it are not [complete](Slice::is_complete).
//!
//! # What is not followed
//! What bytes written as one size may mean when they are read as another size through an unknown pointer; leaks.
//!
//! # References
//! * F. Li, W. Huo, X. Zhang et al.: *Effective Fault Localization Based on Minimum Debugging Frontier Set*, 2013, and its
//!   extended version of 2016 (definitions 2.1–3.2, algorithms 1–3).
//! * T. Ball, S. Horwitz: *Slicing Programs with Arbitrary Control-flow*, 1993.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod context;
mod domain;
mod dot;
mod effects;
mod event;
mod facts;
mod place;
mod recorder;
mod recording;
mod scene;
mod shadow;
mod slice;
mod step;
mod sweep;
mod why;
mod window;

pub use context::Context;
pub use dot::{Shape, dot};
pub use event::{Event, EventKind};
pub use place::{Kind, Kinds, Leaf};
pub use recording::{Limits, NotRecorded, ProgramFacts, Recording, Test, record};
pub use scene::{NOT_SET, NamedValue, View, names_in};
pub use slice::{Dependence, Edge, Slice, SliceNode};
pub use why::Execution;
pub use window::{NodeId, Owner};
