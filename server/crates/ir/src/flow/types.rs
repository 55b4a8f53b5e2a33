//! Types of registers, as far as the code determines them: a register has one type throughout.

use crate::program::{BinOp, Callee, Function, Inst, Program, Scalar, UnOp};

/// The type of each register of a function.
pub fn register_types(program: &Program, f: &Function) -> Vec<Option<Scalar>> {
    let mut types = vec![None; f.regs as usize];
    for (r, _, ty) in &f.variables {
        types[*r as usize] = Some(*ty);
    }
    for (i, ty) in f.params.iter().enumerate() {
        types[i] = Some(*ty);
    }
    let mut moves = Vec::new();
    for inst in &f.code {
        if let Inst::Move { dst, src } = inst {
            moves.push((*dst as usize, *src as usize));
        } else if let Some((r, ty)) = result_type(program, inst) {
            types[r as usize].get_or_insert(ty);
        }
    }
    // Types are propagated along moves in both directions, in a few rounds.
    for _ in 0..8 {
        for &(dst, src) in &moves {
            let ty = types[dst].or(types[src]);
            types[dst] = ty;
            types[src] = types[src].or(ty);
        }
    }
    types
}

fn result_type(program: &Program, inst: &Inst) -> Option<(u32, Scalar)> {
    Some(match inst {
        Inst::Const { dst, ty, .. }
        | Inst::Hole { dst, ty }
        | Inst::Angelic { dst, ty, .. }
        | Inst::LoadBits { dst, ty, .. } => (*dst, *ty),
        Inst::Load { dst, ty, .. } => (*dst, ty.in_register()),
        Inst::Bin {
            op: BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne,
            dst,
            ..
        } => (*dst, Scalar::I32),
        Inst::Bin { dst, ty, .. } => (*dst, *ty),
        Inst::Un {
            op: UnOp::Not, dst, ..
        } => (*dst, Scalar::I32),
        Inst::Un { dst, ty, .. } => (*dst, *ty),
        Inst::Cast { dst, to, .. } => (*dst, *to),
        Inst::PtrDiff { dst, .. } => (*dst, Scalar::I64),
        Inst::Extent { dst, .. } => (*dst, Scalar::U64),
        Inst::PtrAdd { dst, .. }
        | Inst::PtrField { dst, .. }
        | Inst::AddrSlot { dst, .. }
        | Inst::AddrGlobal { dst, .. }
        | Inst::AddrArguments { dst }
        | Inst::AddrFn { dst, .. } => (*dst, Scalar::Ptr),
        Inst::Builtin(c) => (c.dst?, c.builtin.result()?),
        Inst::Call(c) => match c.callee {
            Callee::Fn(f) => (c.dst?, program.functions[f.index()].result?),
            Callee::Ptr(_) => return None,
        },
        _ => return None,
    })
}
