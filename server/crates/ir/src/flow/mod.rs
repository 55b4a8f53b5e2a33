//! Static facts about the code of functions (control flow, live registers, types of registers, pointers, effects), and transformations
//! based on them: register compaction, and the plain form.

mod call_graph;
mod cfg;
mod compact;
mod frame_condition;
mod liveness;
mod operands;
mod points_to;
mod printable;
mod reachable;
mod reaching;
mod summaries;
mod types;
mod uninstrumented;

pub use call_graph::CallGraph;
pub use cfg::{
    Successors, as_written, explored_successors, post_dominators, post_dominators_along,
    successors, written_successors,
};
pub use compact::{compact, compact_above};
pub use frame_condition::{WriteSet, WrittenScalars};
pub use liveness::Liveness;
pub use operands::{definition, definition_mut, uses, uses_mut};
pub use points_to::{Base, Spot};
pub use printable::printable;
pub use reachable::reachable;
pub use summaries::{
    Effects, LibraryUse, SIZE_CLASSES, Scope, StatePart, StateParts, Summaries, size_class,
};
pub use types::register_types;
pub use uninstrumented::{LOWERED_STEPS, uninstrumented};
