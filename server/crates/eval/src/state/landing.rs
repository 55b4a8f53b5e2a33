//! Places to which `longjmp` leads.

use std::rc::Rc;

use ir::{Pc, Reg};

use crate::value::Val;

/// A place to which `longjmp` leads.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Landing<B> {
    /// Its number, different from those of all others in the run.
    pub(crate) number: u64,
    /// Number of activations there.
    pub(crate) depth: usize,
    /// Position after the call of `setjmp`.
    pub(crate) pc: Pc,
    /// Register for the result.
    pub(crate) dst: Option<Reg>,
    /// The registers of the activation at the call.
    pub(crate) registers: Rc<[Val<B>]>,
}
