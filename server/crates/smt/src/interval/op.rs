//! Operations of terms, for interval propagation.

use term::{Node, Sort};

/// An operation, with the sorts of its result and its operands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Op {
    pub(super) node: Node,
    pub(super) sort: Sort,
    pub(super) of: [Sort; 3],
    /// Whether this is a sum, difference or product whose exact value is known to fit.
    pub(super) exact: bool,
}
