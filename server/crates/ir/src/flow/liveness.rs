//! Live registers: two states can be merged although dead registers differ.
//!
//! A trap inside an alternative leads to its end, so a register that is read there is live throughout the alternative.

use std::ops::Range;

use crate::program::{Function, Inst, Reg};

use super::cfg::block_beginnings;
use super::operands::{definition, uses};
use super::{Successors, successors};

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

    fn along(function: &Function, with_evidence: bool) -> Liveness {
        let words = (function.regs as usize).div_ceil(64);
        let Some(known) = BlockLiveness::along(function, with_evidence) else {
            let bits = Vec::new();
            return Liveness { words, bits };
        };
        let mut bits = vec![0; words * function.code.len()];
        let mut row = vec![0; words];
        for at in 0..known.blocks.len() {
            known.behind(at, &mut row);
            for pc in known.blocks[at].clone().rev() {
                live_before(&function.code[pc], &mut row);
                bits[pc * words..][..words].copy_from_slice(&row);
            }
        }
        Liveness { words, bits }
    }

    /// Whether register `r` is live at `pc`.
    pub fn live(&self, pc: u32, r: Reg) -> bool {
        let i = pc as usize * self.words + r as usize / 64;
        match self.bits.get(i) {
            Some(word) => word >> (r % 64) & 1 == 1,
            None => self.words > 0 && self.bits.is_empty(),
        }
    }
}

/// Live registers where basic blocks begin.
pub(super) struct BlockLiveness {
    words: usize,
    blocks: Vec<Range<usize>>,
    /// The blocks that may follow each one.
    next: Vec<Vec<usize>>,
    /// A bit set for each block.
    bits: Vec<u64>,
}

impl BlockLiveness {
    /// Computes the live registers for all alternatives of components; `None` if the function is too large.
    pub(super) fn new(function: &Function) -> Option<BlockLiveness> {
        BlockLiveness::along(function, true)
    }

    /// Computes the live registers by the usual backward data flow.
    fn along(function: &Function, with_evidence: bool) -> Option<BlockLiveness> {
        let words = (function.regs as usize).div_ceil(64);
        let n = function.code.len();
        if words.saturating_mul(n) > MAX_WORDS {
            return None;
        }
        // Without evidence, alternatives that are not searched are never taken. A run that traps inside an alternative
        // goes on at its end.
        let successors_of = |pc| {
            let mut next = successors(function, pc as u32);
            if let Inst::Enter { relaxation, .. } = &function.code[pc] {
                let alts = &function.relaxations[*relaxation as usize].alts;
                let dropped = |s: &u32| alts.iter().any(|a| a.pc == *s && !a.searched);
                next.retain(|s| with_evidence || !dropped(s));
            }
            next
        };
        let mut succ: Vec<Successors> = (0..n).map(successors_of).collect();
        for rescue in function.rescues.iter().filter(|r| (r.resume as usize) < n) {
            let inside = succ.get_mut(rescue.start as usize..n.min(rescue.end as usize));
            for next in inside.unwrap_or_default() {
                next.push(rescue.resume);
            }
        }
        let blocks = blocks(&succ);
        let block_at = |pc: &u32| blocks.partition_point(|block| block.start < *pc as usize);
        let next = blocks.iter().map(|block| {
            let after = succ[block.end - 1].iter();
            after.map(block_at).collect()
        });
        let next = next.collect();
        let bits = vec![0; words * blocks.len()];
        let mut live = BlockLiveness {
            words,
            blocks,
            next,
            bits,
        };
        live.flow(function);
        Some(live)
    }

    /// Backward, because most information flows that way, until nothing changes.
    fn flow(&mut self, function: &Function) {
        let words = self.words;
        // What a block reads before it writes it, and what it writes.
        let transfers = self.blocks.iter().map(|block| {
            let (mut read, mut written) = (vec![0; words], vec![0; words]);
            for inst in function.code[block.clone()].iter().rev() {
                if let Some(&d) = definition(inst) {
                    written[d as usize / 64] |= 1 << (d % 64);
                }
                live_before(inst, &mut read);
            }
            (read, written)
        });
        let transfers: Vec<(Vec<u64>, Vec<u64>)> = transfers.collect();
        let mut row = vec![0; words];
        // The round in which each block last changed: nothing new comes from those that did not.
        let mut changed = vec![0; transfers.len()];
        let mut round = 0;
        while round == 0 || changed.contains(&round) {
            round += 1;
            for (at, (read, written)) in transfers.iter().enumerate().rev() {
                let is_new = |next: &usize| changed[*next] + 1 >= round;
                if round > 1 && !self.next[at].iter().any(is_new) {
                    continue;
                }
                self.behind(at, &mut row);
                let first = &mut self.bits[at * words..][..words];
                for (w, old) in first.iter_mut().enumerate() {
                    let new = read[w] | row[w] & !written[w];
                    if *old != new {
                        *old = new;
                        changed[at] = round;
                    }
                }
            }
        }
    }

    /// What is live behind a block.
    fn behind(&self, at: usize, row: &mut [u64]) {
        row.fill(0);
        for next in &self.next[at] {
            for (w, x) in row.iter_mut().zip(self.before(*next)) {
                *w |= x;
            }
        }
    }

    fn before(&self, at: usize) -> &[u64] {
        &self.bits[at * self.words..][..self.words]
    }

    /// Calls `f` on the registers that are live at the first and at the last instruction of each block.
    pub(super) fn each(&self, f: &mut dyn FnMut(u32, Reg)) {
        let mut row = vec![0; self.words];
        for (at, block) in self.blocks.iter().enumerate() {
            each_bit(self.before(at), &mut |r| f(block.start as u32, r));
            self.behind(at, &mut row);
            each_bit(&row, &mut |r| f(block.end as u32 - 1, r));
        }
    }
}

fn each_bit(row: &[u64], f: &mut dyn FnMut(Reg)) {
    for (i, word) in row.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            f(i as Reg * 64 + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
}

/// What is live before an instruction, from what is live behind it.
fn live_before(inst: &Inst, row: &mut [u64]) {
    if let Some(&d) = definition(inst) {
        row[d as usize / 64] &= !(1 << (d % 64));
    }
    uses(inst, &mut |&r| row[r as usize / 64] |= 1 << (r % 64));
}

/// The basic blocks: instructions that are always executed one after the other.
fn blocks(succ: &[Successors]) -> Vec<Range<usize>> {
    let begins = block_beginnings(succ);
    let mut start = 0;
    let ends = (1..begins.len()).filter(|end| begins[*end]);
    ends.map(|end| std::mem::replace(&mut start, end)..end)
        .collect()
}
