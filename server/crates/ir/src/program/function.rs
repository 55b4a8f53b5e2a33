//! Functions: code with its registers, memory objects and alternatives.

use std::sync::Arc;

use syntax::Span;

use crate::builtin::Builtin;

use super::{GlobalId, Inst, Observe, Pc, Reg, Relaxation, Rescue, Scalar};

/// A function with a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// Name of the function; `@init` initialises the globals and runs before the entry.
    pub name: String,
    /// The only translation unit that can call the function by name, if it is one of several; `None` if all can.
    pub unit: Option<u32>,
    /// Place of the name in the source.
    pub span: Span,
    /// Types of the parameters, which arrive in registers `0..params.len()`.
    pub params: Vec<Scalar>,
    /// Whether more arguments are allowed.
    pub variadic: bool,
    /// Whether parameters are not checked against arguments (`f()`).
    pub old_style: bool,
    /// Type of the result; records are returned through a hidden first pointer parameter.
    pub result: Option<Scalar>,
    /// Number of registers.
    pub regs: u32,
    /// Initial values of the last registers; only [`crate::flow::uninstrumented`] creates these.
    pub constants: Vec<Constant>,
    /// Registers that are variables of the source: (register, name, type), parameters included.
    pub variables: Vec<(Reg, String, Scalar)>,
    /// Memory objects.
    pub slots: Vec<Slot>,
    /// Stack size of an activation in bytes, without variable-length arrays.
    pub frame: u32,
    /// The code.
    pub code: Vec<Inst>,
    /// Place of each instruction, for traps.
    pub spans: Vec<Span>,
    /// Alternatives, for [`Inst::Enter`].
    pub relaxations: Vec<Relaxation>,
    /// Ranges in which traps do not end the run, sorted by `start`, not overlapping.
    pub rescues: Vec<Rescue>,
    /// Values to observe, sorted by `pc`.
    pub observes: Vec<Observe>,
}

impl Function {
    /// Whether the function itself calls a library function that satisfies the predicate.
    pub fn calls(&self, is: impl Fn(Builtin) -> bool) -> bool {
        let mut code = self.code.iter();
        code.any(|inst| matches!(inst, Inst::Builtin(call) if is(call.builtin)))
    }

    /// Whether the function contains an assertion itself.
    pub fn asserts(&self) -> bool {
        self.code.iter().any(Inst::asserts)
    }

    /// Target of a trap at `pc`, if that is inside an alternative.
    pub fn rescue(&self, pc: Pc) -> Option<Pc> {
        let i = self.rescues.partition_point(|r| r.end <= pc);
        let r = self.rescues.get(i)?;
        let resolved = (r.resume as usize) < self.code.len();
        (r.start <= pc && resolved).then_some(r.resume)
    }
}

/// The initial value of a register at the entry of its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constant {
    /// Bits, extended to 64 as registers are.
    Bits(u64),
    /// The address of a global object.
    Global(GlobalId),
}

/// A local object in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Name of the variable, or purpose of the temporary.
    pub name: Arc<str>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment.
    pub align: u32,
}
