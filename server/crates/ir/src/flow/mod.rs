//! Facts about a function's code that need no run: control flow, live registers, types of registers.

mod cfg;
mod compact;
mod liveness;
mod types;

pub use cfg::{post_dominators, successors};
pub use compact::compact;
pub use liveness::Liveness;
pub(crate) use liveness::{definition, uses};
pub use types::register_types;
