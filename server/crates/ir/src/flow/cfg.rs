//! Control flow of a function: successors, and the join points of branches.
//!
//! The join point of a branch is its immediate post-dominator, found with the iterative algorithm of Cooper, Harvey
//! and Kennedy ("A Simple, Fast Dominance Algorithm", 2001) on the reversed graph. A call that never returns counts as
//! an ordinary instruction, so that `if (…) { …; exit(1); }` still ends at its closing brace.

use smallvec::{SmallVec, smallvec};

use crate::program::{Function, Inst, Pc};

/// Positions after an instruction, seldom more than two.
pub type Successors = SmallVec<[Pc; 2]>;

/// Possible next positions; empty for a return.
pub fn successors(function: &Function, pc: Pc) -> Successors {
    let mut all: Successors = match &function.code[pc as usize] {
        Inst::Jump { to } => smallvec![*to],
        Inst::Branch { then, els, .. } | Inst::BranchIf { then, els, .. } => {
            smallvec![*then, *els]
        }
        Inst::Switch(s) => s.cases.iter().map(|c| c.2).chain([s.default]).collect(),
        Inst::Return { .. } | Inst::ReturnNothing => Successors::new(),
        Inst::Enter { relaxation, .. } => {
            let alts = &function.relaxations[*relaxation as usize].alts;
            std::iter::once(pc + 1)
                .chain(alts.iter().map(|a| a.pc))
                .collect()
        }
        _ => smallvec![pc + 1],
    };
    all.retain(|next| (*next as usize) < function.code.len());
    all
}

/// Successors that include the targets of traps in alternatives: a store that may be out of bounds and the case in
/// which it is skipped join at the end of the alternative, not after the store.
pub fn explored_successors(function: &Function, pc: Pc) -> Successors {
    let mut all = successors(function, pc);
    all.extend(function.rescue(pc));
    all
}

/// Successors where every component behaves as written.
pub fn written_successors(function: &Function, pc: Pc) -> Successors {
    match function.code[pc as usize] {
        Inst::Enter { .. } => smallvec![pc + 1],
        _ => successors(function, pc),
    }
}

/// Positions that can be reached when every component does what is written, in order.
pub fn as_written(function: &Function) -> Vec<Pc> {
    let mut is_reached = vec![false; function.code.len()];
    let mut todo = vec![0];
    while let Some(pc) = todo.pop() {
        if is_reached.get(pc as usize) == Some(&false) {
            is_reached[pc as usize] = true;
            todo.extend(written_successors(function, pc));
        }
    }
    let reached = (0..).zip(is_reached).filter(|(_, is_reached)| *is_reached);
    reached.map(|(pc, _)| pc).collect()
}

/// For each position, whether a basic block begins there, given the successors of all; there is one entry more, for the
/// end of the code.
pub(super) fn block_beginnings(succ: &[Successors]) -> Vec<bool> {
    let end = succ.len();
    let mut begins = vec![false; end + 1];
    begins[end] = true;
    for (pc, next) in succ.iter().enumerate() {
        if next[..] != [pc as Pc + 1] {
            begins[pc + 1] = true;
            for to in next {
                begins[*to as usize] = true;
            }
        }
    }
    begins
}

/// The immediate post-dominator of each position; `None` if the paths join only after the function has returned (or
/// never).
pub fn post_dominators(function: &Function) -> Vec<Option<Pc>> {
    post_dominators_along(function, successors)
}

/// Immediate post-dominators in the graph of these successors.
pub fn post_dominators_along(
    function: &Function,
    successors: fn(&Function, Pc) -> Successors,
) -> Vec<Option<Pc>> {
    // Positions without a successor lead to one artificial exit.
    let n = function.code.len();
    let exit = n;
    let succ: Vec<Vec<usize>> = (0..n)
        .map(|pc| {
            let s = successors(function, pc as Pc);
            if s.is_empty() {
                vec![exit]
            } else {
                s.into_iter().map(|p| p as usize).collect()
            }
        })
        .collect();

    // Iterated to a fixed point in reverse postorder of the reversed graph (Cooper, Harvey and Kennedy).
    let order = reverse_postorder(&succ, exit);
    let mut number = vec![usize::MAX; n + 1];
    for (i, node) in order.iter().enumerate() {
        number[*node] = i;
    }
    let mut idom = vec![usize::MAX; n + 1];
    idom[exit] = exit;
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().skip(1) {
            let mut new = usize::MAX;
            for &s in &succ[node] {
                if idom[s] == usize::MAX {
                    continue;
                }
                new = if new == usize::MAX {
                    s
                } else {
                    intersect(&idom, &number, s, new)
                };
            }
            if new != usize::MAX && idom[node] != new {
                idom[node] = new;
                changed = true;
            }
        }
    }

    // The artificial exit is no position of the code.
    idom[..n]
        .iter()
        .map(|d| (*d < exit).then_some(*d as Pc))
        .collect()
}

fn intersect(idom: &[usize], number: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while number[a] > number[b] {
            a = idom[a];
        }
        while number[b] > number[a] {
            b = idom[b];
        }
    }
    a
}

/// Nodes from which the exit is reachable, the exit first, in reverse postorder of the reversed graph.
fn reverse_postorder(succ: &[Vec<usize>], exit: usize) -> Vec<usize> {
    let mut pred = vec![Vec::new(); exit + 1];
    for (node, targets) in succ.iter().enumerate() {
        for &t in targets {
            pred[t].push(node);
        }
    }
    let mut seen = vec![false; exit + 1];
    let mut postorder = Vec::new();
    let mut stack = vec![(exit, 0)];
    seen[exit] = true;
    while let Some((node, i)) = stack.pop() {
        if let Some(&p) = pred[node].get(i) {
            stack.push((node, i + 1));
            if !seen[p] {
                seen[p] = true;
                stack.push((p, 0));
            }
        } else {
            postorder.push(node);
        }
    }
    postorder.reverse();
    postorder
}
