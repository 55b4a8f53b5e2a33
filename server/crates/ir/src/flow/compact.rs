//! Compaction of the register file.
//!
//! Lowering gives every intermediate result a register of its own. A state contains all registers of its frames, and
//! symbolic runs copy and merge states, so here intermediate results of one type share registers, by linear scan over
//! the range of code in which each is live. Parameters, variables and the sizes of variable-length arrays keep theirs.
//!
//! # References
//! M. Poletto, V. Sarkar: *Linear Scan Register Allocation*, TOPLAS 1999.

use std::sync::Arc;

use super::liveness::BlockLiveness;
use super::operands::{definition, definition_mut, uses, uses_mut};
use super::types::register_types;
use crate::program::{Function, Program, Reg, Scalar};

/// Compacts all functions of a program.
pub fn compact(program: &mut Program) {
    compact_above(program, 0);
}

/// Compacts the functions of a program that have more than this number of registers.
pub fn compact_above(program: &mut Program, registers: u32) {
    for i in 0..program.functions.len() {
        if program.functions[i].regs <= registers {
            continue;
        }
        let mut lengths = Vec::new();
        if let Some(shapes) = program.shapes.functions.get_mut(i) {
            shapes.each_length(&mut |register| lengths.push(*register));
        }
        if let Some(map) = allocate(program, &program.functions[i], lengths) {
            rename(Arc::make_mut(&mut program.functions[i]), &map);
            if let Some(shapes) = program.shapes.functions.get_mut(i) {
                shapes.each_length(&mut |register| *register = map[*register as usize]);
            }
        }
    }
}

/// First and last position at which a register is live.
type Stretch = (u32, u32);

/// The new register of each old one; `None` if the function is too large for the analysis. `lengths` are registers that
/// names of places need.
fn allocate(program: &Program, f: &Function, lengths: Vec<Reg>) -> Option<Vec<Reg>> {
    let live = BlockLiveness::new(f)?;
    let types = register_types(program, f);
    let mut fixed = vec![false; f.regs as usize];
    fixed[..f.params.len()].fill(true);
    for (r, _, _) in &f.variables {
        fixed[*r as usize] = true;
    }
    for (r, ty) in types.iter().enumerate() {
        fixed[r] |= ty.is_none();
    }
    for r in lengths {
        fixed[r as usize] = true;
    }
    let mut next = 0;
    let mut map = vec![0; f.regs as usize];
    for (r, new) in map.iter_mut().enumerate() {
        if fixed[r] {
            *new = next;
            next += 1;
        }
    }
    let mut order: Vec<(Stretch, usize)> = stretches(f, &live)
        .into_iter()
        .enumerate()
        .filter(|(r, _)| !fixed[*r])
        .filter_map(|(r, s)| Some((s?, r)))
        .collect();
    order.sort_unstable();
    // Registers in use: (last position, type, register); free ones by type.
    let mut active: Vec<(u32, Option<Scalar>, Reg)> = Vec::new();
    let mut free: Vec<(Option<Scalar>, Reg)> = Vec::new();
    for ((start, end), r) in order {
        // An instruction writes its result last, so the register of an operand that dies there can be reused.
        active.retain(|(last, ty, reg)| {
            let alive = *last > start;
            if !alive {
                free.push((*ty, *reg));
            }
            alive
        });
        let ty = types[r];
        let new = match free.iter().position(|x| x.0 == ty) {
            Some(i) => free.swap_remove(i).1,
            None => {
                next += 1;
                next - 1
            }
        };
        map[r] = new;
        active.push((end, ty, new));
    }
    Some(map)
}

/// The live range of each register, from its first to its last position; `None` for unused ones.
fn stretches(f: &Function, live: &BlockLiveness) -> Vec<Option<Stretch>> {
    let mut out: Vec<Option<Stretch>> = vec![None; f.regs as usize];
    let mut extend = |r: Reg, pc: u32| {
        let s = out[r as usize].get_or_insert((pc, pc));
        *s = (s.0.min(pc), s.1.max(pc));
    };
    for (pc, inst) in f.code.iter().enumerate() {
        let pc = pc as u32;
        if let Some(&d) = definition(inst) {
            extend(d, pc);
        }
        uses(inst, &mut |&r| extend(r, pc));
    }
    live.each(&mut |pc, r| extend(r, pc));
    out
}

fn rename(f: &mut Function, map: &[Reg]) {
    let new = |r: &mut Reg| *r = map[*r as usize];
    for inst in &mut f.code {
        uses_mut(inst, &mut |r| new(r));
        if let Some(dst) = definition_mut(inst) {
            new(dst);
        }
    }
    for o in &mut f.observes {
        new(&mut o.reg);
    }
    for v in &mut f.variables {
        new(&mut v.0);
    }
    f.regs = map.iter().max().map_or(0, |m| m + 1);
}
