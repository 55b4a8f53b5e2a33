//! Registers that an instruction writes and reads, for inspection and for modification.

use crate::program::{Callee, Inst, Reg};

/// Generates the shared and the mutable form of both functions, which differ only in how they borrow.
macro_rules! operands {
    ($vis:vis $definition:ident, $uses:ident, $iter:ident, $reg:ty, $inst:ty $(, $mutable:tt)?) => {
        /// The register that an instruction writes.
        $vis fn $definition(inst: $inst) -> Option<$reg> {
            match inst {
                Inst::Const { dst, .. }
                | Inst::Hole { dst, .. }
                | Inst::Move { dst, .. }
                | Inst::Undef { dst }
                | Inst::Bin { dst, .. }
                | Inst::Un { dst, .. }
                | Inst::Cast { dst, .. }
                | Inst::PtrAdd { dst, .. }
                | Inst::PtrDiff { dst, .. }
                | Inst::PtrField { dst, .. }
                | Inst::AddrSlot { dst, .. }
                | Inst::AddrGlobal { dst, .. }
                | Inst::AddrArguments { dst }
                | Inst::AddrFn { dst, .. }
                | Inst::Load { dst, .. }
                | Inst::LoadBits { dst, .. }
                | Inst::Extent { dst, .. }
                | Inst::Angelic { dst, .. } => Some(dst),
                Inst::Call(c) => (&$($mutable)? c.dst).into(),
                Inst::Builtin(c) => (&$($mutable)? c.dst).into(),
                _ => None,
            }
        }

        /// Calls `f` on the registers that an instruction reads.
        $vis fn $uses(inst: $inst, f: &mut dyn FnMut($reg)) {
            match inst {
                Inst::Move { src: r, .. }
                | Inst::Un { a: r, .. }
                | Inst::Cast { a: r, .. }
                | Inst::Bounds { index: r, .. }
                | Inst::PtrField { base: r, .. }
                | Inst::SlotSized { size: r, .. }
                | Inst::Load { addr: r, .. }
                | Inst::LoadBits { addr: r, .. }
                | Inst::AngelicText { addr: r, .. }
                | Inst::InputToEnd { stream: Some(r) }
                | Inst::Zero { dst: r, .. }
                | Inst::Branch { cond: r, .. }
                | Inst::Return { value: Some(r) } => f(r),
                Inst::Bin { a, b, .. }
                | Inst::PtrDiff { a, b, .. }
                | Inst::BranchIf { a, b, .. }
                | Inst::PtrAdd { base: a, index: b, .. }
                | Inst::Extent { count: a, step: b, .. }
                | Inst::Store { addr: a, src: b, .. }
                | Inst::StoreBits { addr: a, src: b, .. }
                | Inst::Copy { dst: a, src: b, .. } => {
                    f(a);
                    f(b);
                }
                Inst::Switch(s) => f(&$($mutable)? s.value),
                Inst::Call(c) => {
                    if let Callee::Ptr(callee) = &$($mutable)? c.callee {
                        f(&$($mutable)? callee.pointer);
                    }
                    c.args.$iter().for_each(|(r, _)| f(r));
                }
                Inst::Builtin(c) => c.args.$iter().for_each(|(r, _)| f(r)),
                _ => {}
            }
        }
    };
}

operands!(pub definition, uses, iter, &Reg, &Inst);
operands!(pub definition_mut, uses_mut, iter_mut, &mut Reg, &mut Inst, mut);
