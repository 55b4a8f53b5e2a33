//! Linear layout of the code that is reached when all components are kept.
//!
//! Instructions keep their order. A jump to the next instruction is removed; a jump back to a short condition becomes
//! a copy of the condition, which saves a loop one jump per iteration.

use syntax::Span;

use crate::flow::successors;
use crate::program::{Function, Inst, Pc};

/// Most instructions of a loop's condition that is copied to the loop's end.
const CONDITION: usize = 6;
/// Longest chain of jumps that is followed; a cycle of jumps alone has no end.
const CHAIN: usize = 16;

/// Removes the alternatives.
pub(super) fn straighten(f: &mut Function) {
    let end = f.code.len();
    let reached = reached(f);
    let mut code: Vec<Inst> = Vec::new();
    let mut spans: Vec<Span> = Vec::new();
    let mut moved = vec![0; end + 1];
    for pc in (0..end).filter(|pc| reached[*pc]) {
        moved[pc] = code.len() as Pc;
        let from = match &f.code[pc] {
            Inst::Jump { to } => {
                let to = threaded(f, *to) as usize;
                let next = (pc + 1..end).find(|pc| reached[*pc]).unwrap_or(end);
                if to == next {
                    continue;
                }
                turned(f, pc, to).unwrap_or(pc..pc + 1)
            }
            _ => pc..pc + 1,
        };
        code.extend_from_slice(&f.code[from.clone()]);
        spans.extend_from_slice(&f.spans[from]);
    }
    // The end of the code, which control may also reach by a jump.
    moved[end] = code.len() as Pc;
    code.push(Inst::ReturnNothing);
    spans.push(Span::default());
    for inst in &mut code {
        inst.each_target(|to| *to = moved[threaded(f, *to) as usize]);
    }
    for r in &mut f.relaxations {
        r.alts = Vec::new();
        r.covers_original = false;
        r.resume = moved[r.resume as usize];
    }
    f.code = code;
    f.spans = spans;
    f.rescues = Vec::new();
    f.observes = Vec::new();
}

/// Positions that are reached if no alternative is ever taken.
fn reached(f: &Function) -> Vec<bool> {
    let end = f.code.len();
    let mut reached = vec![false; end];
    let mut open = vec![0];
    while let Some(pc) = open.pop() {
        let Some(seen @ false) = reached.get_mut(pc as usize) else {
            continue;
        };
        *seen = true;
        match &f.code[pc as usize] {
            // A jump that is reached by fall-through keeps its position for now.
            inst if falls_through(inst) => open.push(pc + 1),
            _ => open.extend(successors(f, pc).into_iter().map(|to| threaded(f, to))),
        }
    }
    reached
}

/// Final target of a jump to `to`.
fn threaded(f: &Function, mut to: Pc) -> Pc {
    for _ in 0..CHAIN {
        match f.code.get(to as usize) {
            Some(Inst::Jump { to: next }) => to = *next,
            _ => break,
        }
    }
    to
}

/// The condition that a backward jump from `pc` leads to, if it is short and ends in a branch.
fn turned(f: &Function, pc: usize, to: usize) -> Option<std::ops::Range<usize>> {
    if to > pc {
        return None;
    }
    let condition = &f.code[to..pc.min(to + CONDITION)];
    let branch = condition.iter().position(|inst| !falls_through(inst))?;
    let ends = matches!(
        condition[branch],
        Inst::Branch { .. } | Inst::BranchIf { .. }
    );
    ends.then(|| to..to + branch + 1)
}

/// Whether control always continues with the next instruction.
fn falls_through(inst: &Inst) -> bool {
    !matches!(
        inst,
        Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::BranchIf { .. }
            | Inst::Switch(_)
            | Inst::Return { .. }
            | Inst::ReturnNothing
    )
}
