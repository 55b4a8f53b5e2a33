//! The slice: which executed statements the failure depends on, and how far away they are (the dynamic dependence graph of
//! the MDFS paper, §3.1).
//!
//! The recorded trace says it all: a name depends on the names in its value and in what picks it (*data*: an index, a
//! pointer); on the condition of the region around its step, or on the call that began its function (*control*); and
//! where a region ends, a name that the branch not taken could have written depends on the condition that skipped that
//! (*summary control*). The paper finds the last kind with φ nodes over the whole function, for each earlier execution of
//! the branch; here the frame conditions of the trace know the one execution that did skip the assignment.
//!
//! Differences from a slice over the text: what folds is no dependence (`x * 0` does not depend on `x`); an assignment
//! through a pointer that was not executed is only seen where the trace has a frame condition for it; and a value that was
//! never initialised has no name, so a trap because of one only has dependences of control.

mod graph;
mod walk;

use ir::{CompId, FnId};
use syntax::Span;

pub use walk::slice;

/// Why a statement is in the slice: the kind of the last dependence on a shortest way to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Via {
    /// It gives a value that is used.
    Data,
    /// It decides that something is executed.
    Control,
    /// It decided that something is not executed which would have given another value.
    Summary,
}

/// An execution of a statement that the failure depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependence {
    /// The statement.
    pub component: CompId,
    /// Which execution of it, from 1.
    pub execution: u32,
    /// The activation of the function that it runs in.
    pub activation: u32,
    /// The function that it runs in.
    pub function: FnId,
    /// Where it stands.
    pub span: Span,
    /// Number of dependences between it and the failure, at least 1.
    pub distance: u32,
    /// The kind of the last of them.
    pub via: Via,
}
