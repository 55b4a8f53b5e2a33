//! Queries about a recorded run: the writer of a value, and the branch that led past a place.

use ir::flow::{post_dominators_along, written_successors};
use ir::{FnId, Inst, Pc};
use rustc_hash::FxHashSet;

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
        let mut own = own.filter(|earlier| earlier.owner == Some(owner));
        let mut first = *execution;
        for earlier in own.by_ref() {
            first = earlier;
            if self.begins(&earlier) {
                break;
            }
        }
        first
    }

    /// The executions of such instructions of a function from a node to another one, in order, as far as they are in
    /// the same window.
    pub fn between(
        &self,
        first: NodeId,
        last: &Execution,
        fits: fn(&Inst) -> bool,
    ) -> Vec<Execution> {
        let Some(index) = self.window_of(last.node) else {
            return Vec::new();
        };
        let (window, _) = self.window(index);
        let nodes = first.max(window.first)..=last.node;
        let all = nodes.filter_map(|node| Self::of_window(&window, node));
        let own = all.filter(|e| e.function == last.function);
        own.filter(|e| self.instruction(e).is_some_and(fits))
            .collect()
    }

    /// Number of executions of an instruction up to this one; `None` if too much would have to be recorded again.
    pub fn count_until(&self, execution: &Execution) -> Option<u32> {
        if self.is_partial() || self.windows() > MOST_COUNTED {
            return None;
        }
        let mut count = 0;
        for index in 0..=self.window_of(execution.node)? {
            let (window, _) = self.window(index);
            let nodes = window.first..window.next().min(execution.node + 1);
            let all = nodes.filter_map(|node| Self::of_window(&window, node));
            let own = all.filter(|e| (e.function, e.pc) == (execution.function, execution.pc));
            count += own.count() as u32;
        }
        Some(count)
    }

    fn instruction(&self, execution: &Execution) -> Option<&Inst> {
        let function = &self.facts.program.functions[execution.function.index()];
        function.code.get(execution.pc as usize)
    }

    /// Whether the execution of a component begins here.
    fn begins(&self, execution: &Execution) -> bool {
        let component = execution.owner.map(|owner| owner.component);
        matches!(self.instruction(execution), Some(Inst::Enter { comp, .. }) if Some(*comp) == component)
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

    /// The last branch that kept a place from being reached, which was not reached: the nearest of the branches on which
    /// its execution depends that was executed.
    pub fn led_past(&self, function: FnId, place: Pc) -> Option<Execution> {
        let f = &self.facts.program.functions[function.index()];
        let joins = post_dominators_along(f, written_successors);
        let mut places = vec![place];
        let mut seen: FxHashSet<Pc> = places.iter().copied().collect();
        // Level by level: the branches that decide about the place, then those that decide about these.
        while !places.is_empty() {
            let deciding: Vec<Pc> = (0..)
                .zip(&f.code)
                .filter(|(_, inst)| decides(inst))
                .map(|(pc, _)| pc)
                .filter(|pc| places.iter().any(|place| depends(f, &joins, *place, *pc)))
                .collect();
            let last = self.last(&|e| e.function == function && deciding.contains(&e.pc));
            if last.is_some() {
                return last;
            }
            places = deciding.into_iter().filter(|pc| seen.insert(*pc)).collect();
        }
        None
    }
}

/// Most windows that are recorded again for counting.
const MOST_COUNTED: usize = 4;

fn decides(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Branch { .. } | Inst::BranchIf { .. } | Inst::Switch(_)
    )
}

/// Whether a branch decides if a place is executed: after one of its targets it always is, and after another not.
fn depends(f: &ir::Function, joins: &[Option<Pc>], place: Pc, branch: Pc) -> bool {
    let always = |from: Pc| {
        let mut at = Some(from);
        // The positions through which every path from there leads.
        std::iter::from_fn(|| {
            let here = at?;
            at = joins.get(here as usize).copied().flatten();
            Some(here)
        })
        .take(f.code.len())
        .any(|here| here == place)
    };
    let targets = written_successors(f, branch);
    let leading = targets.iter().filter(|to| always(**to)).count();
    leading > 0 && leading < targets.len()
}
