//! Which reads of standard input can still come.
//!
//! Relaxed input may leave the stream where it was, where the call would leave it, or at its end. Where no unrelaxed
//! component reads afterwards, these differ in nothing that can be seen: one of them need be followed, and states that
//! differ only in the stream's position are equal. So for each position the readers that can come after it are worked
//! out, through calls, as a bit mask.

use crate::flow::successors;
use crate::program::{BuiltinCall, Callee, CompId, ComponentKind, Function, Inst, Pc, Program};
use crate::{Builtin, FnId};

/// The bit of everything that is no component of its own (`feof`) and of readers beyond the mask.
const OTHERS: u64 = 1 << 63;

/// Reads that can still come.
#[derive(Debug, Clone)]
pub struct Reads {
    /// By component: its bit if it reads.
    bits: Vec<u64>,
    /// By function and position.
    after: Vec<Vec<u64>>,
}

impl Reads {
    /// Works them out for a program.
    pub fn new(program: &Program) -> Reads {
        let mut next = 0;
        let bits: Vec<u64> = program
            .components
            .iter()
            .map(|c| {
                if c.kind != ComponentKind::Input {
                    return 0;
                }
                next += 1;
                if next < 64 { 1 << (next - 1) } else { OTHERS }
            })
            .collect();
        let all = bits.iter().fold(OTHERS, |a, b| a | b);
        let mut whole = vec![0; program.functions.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (i, f) in program.functions.iter().enumerate() {
                let mask = f
                    .code
                    .iter()
                    .fold(0, |m, inst| m | own(inst, &bits, &whole, all));
                changed |= mask != whole[i];
                whole[i] = mask;
            }
        }
        let after = program
            .functions
            .iter()
            .map(|f| positions(f, &bits, &whole, all))
            .collect();
        Reads { bits, after }
    }

    /// The bit of a component.
    pub fn bit(&self, comp: CompId) -> u64 {
        self.bits[comp.index()]
    }

    /// What can be read from a position of a function on, until it returns.
    pub fn from(&self, f: FnId, pc: Pc) -> u64 {
        self.after[f.index()].get(pc as usize).copied().unwrap_or(0)
    }
}

fn own(inst: &Inst, bits: &[u64], whole: &[u64], all: u64) -> u64 {
    match inst {
        Inst::Enter { comp, .. } => bits[comp.index()],
        Inst::Call(c) => match c.callee {
            Callee::Fn(f) => whole[f.index()],
            Callee::Ptr(_) => all,
        },
        Inst::Builtin(c) => builtin(c),
        _ => 0,
    }
}

fn builtin(call: &BuiltinCall) -> u64 {
    if call.builtin == Builtin::Feof {
        OTHERS
    } else {
        0
    }
}

fn positions(f: &Function, bits: &[u64], whole: &[u64], all: u64) -> Vec<u64> {
    let mut after = vec![0; f.code.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for pc in (0..f.code.len()).rev() {
            let mut mask = own(&f.code[pc], bits, whole, all);
            for s in successors(f, pc as Pc) {
                mask |= after[s as usize];
            }
            changed |= mask != after[pc];
            after[pc] = mask;
        }
    }
    after
}
