//! Live registers: two states can be merged although dead registers differ.
//!
//! A trap inside an alternative leads to its end, so a register that is read there is live throughout the alternative.

use crate::program::{Function, Inst, Reg};

use super::operands::{definition, uses};
use super::successors;

/// Most words of bit sets; larger functions are not analysed.
const MAX_WORDS: usize = 8 << 20;

/// Live registers at each position, as bit sets.
#[derive(Debug, Clone)]
pub struct Liveness {
    words: usize,
    /// Empty if the function is too large: then every register counts as live.
    bits: Vec<u64>,
}

impl Liveness {
    /// Computes the live registers, for all alternatives of components.
    pub fn new(function: &Function) -> Liveness {
        Liveness::along(function, true)
    }

    /// Computes the live registers, where components take only the alternatives that are searched.
    pub fn searched(function: &Function) -> Liveness {
        Liveness::along(function, false)
    }

    /// Computes the live registers by the usual backward data flow.
    fn along(function: &Function, with_evidence: bool) -> Liveness {
        let words = (function.regs as usize).div_ceil(64);
        let n = function.code.len();

        // Too large a function is left alone: every register counts as live.
        if words.saturating_mul(n) > MAX_WORDS {
            let bits = Vec::new();
            return Liveness { words, bits };
        }
        let mut live = Liveness {
            words,
            bits: vec![0; words * n],
        };

        // Without evidence, alternatives that are not searched are never taken. A run that traps inside an alternative
        // goes on at its end.
        let successors_of = |pc| {
            let mut next = successors(function, pc as u32);
            if let Inst::Enter { relaxation, .. } = &function.code[pc] {
                let alts = &function.relaxations[*relaxation as usize].alts;
                let dropped = |s: &u32| alts.iter().any(|a| a.pc == *s && !a.searched);
                next.retain(|s| with_evidence || !dropped(s));
            }
            let rescues = function.rescues.iter();
            let around = rescues.filter(|r| (r.start as usize..r.end as usize).contains(&pc));
            let resumes = around.map(|r| r.resume).filter(|r| (*r as usize) < n);
            next.extend(resumes);
            next
        };
        let succ: Vec<Vec<u32>> = (0..n).map(successors_of).collect();

        // Backward, because most information flows that way, until nothing changes.
        let mut changed = true;
        let mut row = vec![0; words];
        while changed {
            changed = false;
            for pc in (0..n).rev() {
                row.fill(0);
                for s in &succ[pc] {
                    for (w, x) in row.iter_mut().zip(live.row(*s as usize)) {
                        *w |= x;
                    }
                }
                let inst = &function.code[pc];
                if let Some(&d) = definition(inst) {
                    row[d as usize / 64] &= !(1 << (d % 64));
                }
                uses(inst, &mut |&r| row[r as usize / 64] |= 1 << (r % 64));
                let old = &mut live.bits[pc * words..(pc + 1) * words];
                if old != row {
                    old.copy_from_slice(&row);
                    changed = true;
                }
            }
        }
        live
    }

    fn row(&self, pc: usize) -> &[u64] {
        &self.bits[pc * self.words..(pc + 1) * self.words]
    }

    /// Whether the function is small enough for the analysis.
    pub(super) fn is_known(&self) -> bool {
        self.words == 0 || !self.bits.is_empty()
    }

    /// Calls `f` on all registers that are live at `pc`; only if [`Liveness::is_known`].
    pub(super) fn each(&self, pc: u32, f: &mut dyn FnMut(Reg)) {
        for (i, word) in self.row(pc as usize).iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                f(i as Reg * 64 + rest.trailing_zeros());
                rest &= rest - 1;
            }
        }
    }

    /// Whether register `r` is live at `pc`.
    pub fn live(&self, pc: u32, r: Reg) -> bool {
        let i = pc as usize * self.words + r as usize / 64;
        match self.bits.get(i) {
            Some(word) => word >> (r % 64) & 1 == 1,
            None => !self.is_known(),
        }
    }
}
