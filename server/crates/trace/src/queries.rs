//! Queries about a recorded run: the writer of a value, and the branch that led past a place.

use ir::flow::successors;
use ir::{FnId, Inst, Pc};
use rustc_hash::FxHashSet;

use crate::program_facts::targets;
use crate::recording::Recording;
use crate::window::{NodeId, Owner};

/// An execution of an instruction, with its place and the component that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Execution {
    /// Number of the node.
    pub node: NodeId,
    /// Function of the instruction.
    pub function: FnId,
    /// The instruction.
    pub pc: Pc,
    /// The execution of a component that it belongs to.
    pub owner: Option<Owner>,
    /// The node of the branch or call that decided that the instruction is executed; 0 if that was not recorded.
    pub control: NodeId,
}

impl Recording<'_> {
    /// The last recorded execution that matches.
    pub fn last(&self, fits: &dyn Fn(&Execution) -> bool) -> Option<Execution> {
        (0..self.windows()).rev().find_map(|index| {
            let (window, _) = self.window(index);
            let nodes = (window.first..window.next()).rev();
            nodes
                .filter_map(|node| Self::of_window(&window, node))
                .find(|execution| fits(execution))
        })
    }

    /// The last `most` recorded executions of components, in order, by their first nodes.
    pub fn statements(&self, most: usize) -> Vec<Execution> {
        let mut found: Vec<Execution> = Vec::new();
        for index in (0..self.windows()).rev() {
            let (window, _) = self.window(index);
            let mut seen: FxHashSet<Owner> = FxHashSet::default();
            let nodes = window.first..window.next();
            let own = nodes.filter_map(|node| Self::of_window(&window, node));
            let mut own: Vec<Execution> = own
                .filter(|execution| execution.owner.is_some_and(|owner| seen.insert(owner)))
                .collect();
            own.append(&mut found);
            found = own;
            if found.len() >= most {
                break;
            }
        }
        found.drain(..found.len().saturating_sub(most));
        found
    }

    /// The execution with this node.
    pub fn execution(&self, node: NodeId) -> Option<Execution> {
        let (window, _) = self.window(self.window_of(node)?);
        Self::of_window(&window, node)
    }

    /// The first node of the component's execution that a node belongs to.
    pub fn first_of(&self, execution: &Execution) -> Execution {
        let Some(owner) = execution.owner else {
            return *execution;
        };
        let Some(index) = self.window_of(execution.node) else {
            return *execution;
        };
        let (window, _) = self.window(index);
        let nodes = (window.first..=execution.node).rev();
        let own = nodes.map_while(|node| Self::of_window(&window, node));
        // The nodes of calls lie between the parts of a statement.
        let own = own.filter(|earlier| earlier.owner == Some(owner));
        own.last().unwrap_or(*execution)
    }

    fn of_window(window: &crate::window::Window, node: NodeId) -> Option<Execution> {
        let found = window.node(node)?;
        Some(Execution {
            node,
            function: found.function,
            pc: found.pc,
            owner: found.owner,
            control: found.control,
        })
    }

    /// The last branch that led past a place that was not reached: of the branches taken away from the place, the one
    /// with the smallest region around it.
    pub fn led_past(&self, function: FnId, place: Pc) -> Option<Execution> {
        let f = &self.facts.program.functions[function.index()];
        let facts = self.facts.function(function);
        // For each branch of the function with a path to the place before the paths join: the amount of code on that
        // path.
        let mut around: Vec<(usize, Pc)> = Vec::new();
        for (pc, inst) in (0..).zip(&f.code) {
            if !matches!(
                inst,
                Inst::Branch { .. } | Inst::BranchIf { .. } | Inst::Switch(_)
            ) {
                continue;
            }
            let meet = facts.meet[pc as usize];
            let ways = targets(f, pc);
            let regions = ways.iter().map(|to| region(f, *to, meet));
            let regions: Vec<FxHashSet<Pc>> = regions.collect();
            let leading = regions.iter().filter(|region| region.contains(&place));
            let (leading, all) = (leading.clone().count(), leading.map(FxHashSet::len).min());
            if let Some(size) = all.filter(|_| leading < regions.len()) {
                around.push((size, pc));
            }
        }
        around.sort_unstable();
        around.into_iter().find_map(|(_, pc)| {
            self.last(&|execution| execution.function == function && execution.pc == pc)
        })
    }
}

/// The code that is reachable from a place before the paths join.
fn region(f: &ir::Function, from: Pc, meet: Option<Pc>) -> FxHashSet<Pc> {
    let mut seen = FxHashSet::default();
    let mut open = vec![from];
    while let Some(pc) = open.pop() {
        if Some(pc) != meet && (pc as usize) < f.code.len() && seen.insert(pc) {
            open.extend(successors(f, pc));
        }
    }
    seen
}
