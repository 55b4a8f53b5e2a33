//! Fuses a comparison, or a conversion to `_Bool`, and the branch on its result into one instruction.

use crate::flow::Liveness;
use crate::program::{BinOp, Function, Inst, Reg, Scalar};

/// Fuses comparisons whose result has no other use.
pub(super) fn comparisons(f: &mut Function) {
    let live = Liveness::new(f);
    for pc in 1..f.code.len() {
        if let Some(fused) = fused(f, &live, pc) {
            // The branch stays for jumps to it; otherwise it is unreachable.
            f.code[pc - 1] = fused;
        }
    }
}

fn fused(f: &Function, live: &Liveness, pc: usize) -> Option<Inst> {
    let Inst::Branch {
        cond, then, els, ..
    } = f.code[pc]
    else {
        return None;
    };
    let only_tested = |dst: Reg| dst == cond && !live.live(then, dst) && !live.live(els, dst);
    match f.code[pc - 1] {
        Inst::Bin { op, ty, dst, a, b } if is_comparison(op) && only_tested(dst) => {
            Some(Inst::BranchIf {
                op,
                ty,
                a,
                b,
                then,
                els,
            })
        }
        Inst::Cast {
            from,
            to: Scalar::Bool,
            dst,
            a,
        } if only_tested(dst) => Some(Inst::Branch {
            cond: a,
            ty: from,
            then,
            els,
        }),
        _ => None,
    }
}

fn is_comparison(op: BinOp) -> bool {
    matches!(op, BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne)
}
