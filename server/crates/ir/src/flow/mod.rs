//! Static facts about the code of functions (control flow, live registers, types of registers), and transformations
//! based on them: register compaction, and the plain form.

mod cfg;
mod compact;
mod liveness;
mod operands;
mod printable;
mod reachable;
mod types;
mod uninstrumented;

pub use cfg::{
    explored_successors, post_dominators, post_dominators_along, successors, written_successors,
};
pub use compact::compact;
pub use liveness::Liveness;
pub use operands::{definition, definition_mut, uses, uses_mut};
pub use printable::printable;
pub use reachable::reachable;
pub use types::register_types;
pub use uninstrumented::{LOWERED_STEPS, uninstrumented};
