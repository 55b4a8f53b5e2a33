//! The call graph, and facts that are propagated from callees to callers.

use std::collections::BTreeSet;

use crate::program::{Call, Callee, FnId, Function, Inst, Pc, Program};

/// Direct and possible calls between the functions of a program.
#[derive(Debug)]
pub struct CallGraph {
    /// Positions of each function's calls, with the callee if it is a certain one.
    sites: Vec<Vec<(Pc, Option<FnId>)>>,
    /// Functions whose address is taken anywhere: pointers may lead to them.
    pub pointed_to: Vec<FnId>,
}

impl CallGraph {
    /// The calls at the positions that `positions` gives for a function. A call through a pointer may lead to every
    /// function whose address is taken anywhere.
    pub fn new(program: &Program, positions: impl Fn(&Function) -> Vec<Pc>) -> CallGraph {
        let instructions = program.functions.iter().flat_map(|f| &f.code);
        let mut pointed_to: Vec<FnId> = instructions
            .filter_map(|inst| match inst {
                Inst::AddrFn { function, .. } => Some(*function),
                _ => None,
            })
            .collect();
        pointed_to.sort_unstable();
        pointed_to.dedup();
        let sites = program.functions.iter().map(|f| {
            let calls = positions(f)
                .into_iter()
                .filter_map(|pc| match &f.code[pc as usize] {
                    Inst::Call(call) => match call.callee {
                        Callee::Fn(callee) => Some((pc, Some(callee))),
                        Callee::Ptr(_) => Some((pc, None)),
                    },
                    _ => None,
                });
            calls.collect()
        });
        CallGraph {
            sites: sites.collect(),
            pointed_to,
        }
    }

    /// Functions that a function may call.
    fn callees(&self, caller: usize) -> BTreeSet<FnId> {
        let sites = self.sites[caller].iter();
        let certain = sites.clone().filter_map(|(_, callee)| *callee);
        let is_any = sites.clone().any(|(_, callee)| callee.is_none());
        let possible = self.pointed_to.iter().filter(|_| is_any);
        certain.chain(possible.copied()).collect()
    }

    /// The calls by which a function may call another one.
    pub fn sites<'p>(
        &self,
        program: &'p Program,
        caller: FnId,
        callee: FnId,
    ) -> impl Iterator<Item = (Pc, &'p Call)> {
        let code = &program.functions[caller.index()].code;
        let sites = self.sites[caller.index()].iter();
        let is_possible = self.pointed_to.binary_search(&callee).is_ok();
        sites.filter_map(move |(pc, certain)| match &code[*pc as usize] {
            Inst::Call(call) => {
                let calls = certain.map_or(is_possible, |certain| certain == callee);
                calls.then_some((*pc, &**call))
            }
            _ => None,
        })
    }

    /// The least facts that contain a function's own ones and those of everything that it may call. `add` gets a caller
    /// with its facts so far and a callee with its facts; it adds what the caller gets from the callee, and returns whether
    /// that changed anything.
    pub fn propagate<T: Clone>(
        &self,
        own: Vec<T>,
        add: impl Fn(FnId, &mut T, FnId, &T) -> bool,
    ) -> Vec<T> {
        let mut callers = vec![Vec::new(); own.len()];
        for caller in 0..own.len() {
            for callee in self.callees(caller) {
                callers[callee.index()].push(caller);
            }
        }
        let mut facts = own;
        let mut is_queued = vec![true; facts.len()];
        let mut queue: Vec<usize> = (0..facts.len()).rev().collect();
        while let Some(callee) = queue.pop() {
            is_queued[callee] = false;
            let known = facts[callee].clone();
            for caller in &callers[callee] {
                let (id, callee) = (FnId(*caller as u32), FnId(callee as u32));
                let has_changed = add(id, &mut facts[*caller], callee, &known);
                if has_changed && !std::mem::replace(&mut is_queued[*caller], true) {
                    queue.push(*caller);
                }
            }
        }
        facts
    }
}
