//! Moves the constants of loops to registers of their own, which hold them from the beginning of the activation.
//!
//! Within a basic block, readers of a constant's register read the new register instead, until the old one is written
//! again. If the old register is not read after the block, the instruction that loaded it is removed.

use std::collections::BTreeMap;

use crate::flow::cfg::block_beginnings;
use crate::flow::operands::{definition, uses_mut};
use crate::flow::{Liveness, Successors, successors};
use crate::program::{Constant, Function, Inst, Pc, Reg};

/// Most constants that are kept, because each has a small cost in every activation.
const MOST: usize = 24;

/// Registers that currently hold a constant: its permanent register, and the instruction that loaded it.
type Known = BTreeMap<Reg, (Reg, usize)>;

/// Moves the constants of loops.
pub(super) fn preload(f: &mut Function) {
    let live = Liveness::new(f);
    let all: Vec<Successors> = (0..f.code.len())
        .map(|pc| successors(f, pc as Pc))
        .collect();
    let begins = block_beginnings(&all);
    let looped = looped(f);
    let mut known = Known::default();
    let mut unread = vec![false; f.code.len()];
    for pc in 0..f.code.len() {
        let mut inst = f.code[pc].clone();
        uses_mut(&mut inst, &mut |r| {
            if let Some((constant, _)) = known.get(r) {
                *r = *constant;
            }
        });
        if let Some(dst) = definition(&inst) {
            if let Some((_, at)) = known.remove(dst) {
                unread[at] = true;
            }
            if looped[pc]
                && let Some(constant) = constant(&inst)
                && let Some(register) = register(f, constant)
            {
                known.insert(*dst, (register, pc));
            }
        }
        f.code[pc] = inst;
        if begins[pc + 1] {
            let after = successors(f, pc as Pc);
            for (old, (_, at)) in std::mem::take(&mut known) {
                unread[at] = !after.iter().any(|next| live.live(*next, old));
            }
        }
    }
    for (pc, unread) in unread.into_iter().enumerate() {
        if unread {
            // The layout pass removes a jump to the next instruction.
            f.code[pc] = Inst::Jump { to: pc as Pc + 1 };
        }
    }
}

fn constant(inst: &Inst) -> Option<Constant> {
    match inst {
        Inst::Const { bits, .. } => Some(Constant::Bits(*bits)),
        Inst::AddrGlobal { global, .. } => Some(Constant::Global(*global)),
        _ => None,
    }
}

/// The register that holds a constant, created if necessary.
fn register(f: &mut Function, constant: Constant) -> Option<Reg> {
    let first = f.regs - f.constants.len() as Reg;
    if let Some(i) = f.constants.iter().position(|c| *c == constant) {
        return Some(first + i as Reg);
    }
    if f.constants.len() >= MOST {
        return None;
    }
    f.constants.push(constant);
    f.regs += 1;
    Some(f.regs - 1)
}

/// For each instruction, whether it is between a backward jump and its target.
fn looped(f: &Function) -> Vec<bool> {
    let mut looped = vec![false; f.code.len()];
    let mut marked_from = f.code.len();
    for pc in (0..f.code.len()).rev() {
        if let Some(first) = successors(f, pc as Pc).into_iter().min()
            && first as usize <= pc
        {
            let first = first as usize;
            if first < marked_from {
                let until = marked_from.min(pc + 1);
                looped[first..until].fill(true);
                marked_from = first;
            }
        }
    }
    looped
}
