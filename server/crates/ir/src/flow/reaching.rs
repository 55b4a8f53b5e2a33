//! Reaching definitions: which instructions may have set a register before a position, alternatives included.
//!
//! Most registers are set in the block in which they are used. For the others the blocks before are searched, each of
//! which says at once whether it sets the register.

use super::cfg::explored_successors;
use super::operands::definition;
use crate::program::{Function, Pc, Reg};

/// What sets a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Definition {
    /// The call of the function: the register is a parameter.
    Entry,
    /// An instruction.
    At(Pc),
}

/// The blocks of a function and the definitions in them.
#[derive(Debug)]
pub(super) struct ReachingDefinitions {
    parameters: usize,
    /// First position of each block.
    starts: Vec<Pc>,
    /// Block of each position.
    block_of: Vec<usize>,
    /// Blocks from which each block is entered.
    predecessors: Vec<Vec<usize>>,
    /// Instructions that set each register, in order.
    definitions: Vec<Vec<Pc>>,
}

impl ReachingDefinitions {
    pub(super) fn new(function: &Function) -> ReachingDefinitions {
        let length = function.code.len();
        let mut definitions = vec![Vec::new(); function.regs as usize];
        // The position behind the last instruction may be marked, too.
        let mut is_start = vec![false; length + 1];
        let mut edges = Vec::new();
        for (pc, inst) in (0..).zip(&function.code) {
            if let Some(&register) = definition(inst) {
                definitions[register as usize].push(pc);
            }
            let next = explored_successors(function, pc);
            if next[..] != [pc + 1] {
                for start in next.iter().copied().chain([pc + 1]) {
                    is_start[start as usize] = true;
                }
            }
            edges.extend(next.into_iter().map(|to| (pc, to)));
        }
        let mut starts = Vec::new();
        let mut block_of = Vec::with_capacity(length);
        for (pc, is_start) in (0..length as Pc).zip(is_start) {
            if is_start || pc == 0 {
                starts.push(pc);
            }
            block_of.push(starts.len() - 1);
        }
        let mut predecessors = vec![Vec::new(); starts.len()];
        for (from, to) in edges {
            let (from, into) = (block_of[from as usize], block_of[to as usize]);
            if starts[into] == to && !predecessors[into].contains(&from) {
                predecessors[into].push(from);
            }
        }
        ReachingDefinitions {
            parameters: function.params.len(),
            starts,
            block_of,
            predecessors,
            definitions,
        }
    }

    /// The definitions of a register that reach a position, in order.
    pub(super) fn before(&self, pc: Pc, register: Reg) -> Vec<Definition> {
        let own = self.block_of[pc as usize];
        if let Some(last) = self.last_in(own, pc, register) {
            return vec![Definition::At(last)];
        }
        let mut found = Vec::new();
        let mut is_seen = vec![false; self.starts.len()];
        let mut todo = vec![own];
        while let Some(block) = todo.pop() {
            if block == 0 && (register as usize) < self.parameters {
                found.push(Definition::Entry);
            }
            for &before in &self.predecessors[block] {
                if std::mem::replace(&mut is_seen[before], true) {
                    continue;
                }
                let end = self.starts.get(before + 1).copied();
                match self.last_in(before, end.unwrap_or(Pc::MAX), register) {
                    Some(last) => found.push(Definition::At(last)),
                    None => todo.push(before),
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The last instruction of a block that sets a register before `end`.
    fn last_in(&self, block: usize, end: Pc, register: Reg) -> Option<Pc> {
        let all = &self.definitions[register as usize];
        let earlier = &all[..all.partition_point(|pc| *pc < end)];
        earlier
            .last()
            .copied()
            .filter(|pc| *pc >= self.starts[block])
    }
}
