//! The shortest path from the failure to a suspect over the dependences of the run.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use ::trace::{DependenceKind, Edge, Event, Execution, NodeId, Owner, Recording, Slice, SliceNode};
use ir::{CompId, ComponentKind};
use syntax::Span;

use super::observe::Look;
use super::{Suspect, Teller};

/// Most steps that are told individually; those in between are summarised.
const MOST_STEPS: usize = 4;

/// A step of the path: a statement, and how the previous step depends on it.
pub(super) struct Step {
    /// The execution of the instruction on which the later step depends; for the failure, its own.
    pub(super) execution: Execution,
    pub(super) kind: DependenceKind,
    /// The node that depends on it.
    pub(super) reader: Option<NodeId>,
    pub(super) span: Span,
    /// Kind of the component.
    pub(super) of: Option<ComponentKind>,
}

impl Step {
    /// The component of the statement.
    pub(super) fn component(&self) -> Option<CompId> {
        self.execution.owner.map(|owner| owner.component)
    }

    /// What is to be observed for this step.
    pub(super) fn look(&self, recording: &Recording<'_>) -> Look {
        Look {
            begin: recording.first_of(&self.execution).node,
            end: self.execution,
            reader: self.reader,
            span: self.span,
            shows_input: true,
        }
    }
}

/// Shortest paths from the failure to each node of the slice.
pub(super) struct Ways<'a> {
    nodes: HashMap<NodeId, &'a SliceNode>,
    /// Cost of the path to each node, and the later node that the path comes from, with the kind of that dependence.
    best: HashMap<NodeId, (u32, Option<(NodeId, DependenceKind)>)>,
    event: NodeId,
}

impl<'a> Ways<'a> {
    /// Computes the paths with Dijkstra's algorithm; a step within a statement costs nothing.
    pub(super) fn of(slice: &'a Slice, event: &Event) -> Ways<'a> {
        let (event, wrote) = (event.node, event.wrote);
        let nodes: HashMap<NodeId, &SliceNode> =
            slice.nodes().iter().map(|n| (n.node, n)).collect();
        let mut edges: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
        for edge in slice.edges() {
            edges.entry(edge.from).or_default().push(edge);
        }
        let owner = |node: NodeId| nodes.get(&node).and_then(|n| n.owner);
        let mut best = HashMap::from([(event, (0, None))]);
        let mut open = BinaryHeap::from([Reverse((0, Reverse(event)))]);
        while let Some(Reverse((cost, Reverse(node)))) = open.pop() {
            if best.get(&node).is_some_and(|(known, _)| *known < cost) {
                continue;
            }
            for edge in edges.get(&node).into_iter().flatten() {
                let same = owner(node).is_some() && owner(node) == owner(edge.to);
                // Of the bytes of a text, the wrong one comes first.
                let is_wrong = node == event && Some(edge.to) == wrote;
                let price = price(edge.kind) - u32::from(is_wrong);
                let cost = cost + if same { 0 } else { price };
                if best.get(&edge.to).is_none_or(|(known, _)| cost < *known) {
                    best.insert(edge.to, (cost, Some((node, edge.kind))));
                    open.push(Reverse((cost, Reverse(edge.to))));
                }
            }
        }
        Ways { nodes, best, event }
    }

    /// The executions of statements in the slice, except that of the failure.
    pub(super) fn owners(&self) -> impl Iterator<Item = (NodeId, Owner)> {
        let own = self.nodes.get(&self.event).and_then(|n| n.owner);
        let owned = self.nodes.values().filter_map(|n| Some((n.node, n.owner?)));
        owned.filter(move |(_, owner)| Some(*owner) != own)
    }

    /// A node of the slice.
    pub(super) fn node(&self, node: NodeId) -> Option<&SliceNode> {
        self.nodes.get(&node).copied()
    }

    /// Cost of the shortest path to a node.
    pub(super) fn cost(&self, node: NodeId) -> Option<u32> {
        self.best.get(&node).map(|(cost, _)| *cost)
    }

    /// The later node on the shortest path to a node, which depends on it.
    pub(super) fn reader(&self, node: NodeId) -> Option<NodeId> {
        let (_, from) = self.best.get(&node)?;
        from.map(|(later, _)| later)
    }

    /// The nearest node of a matching execution.
    fn nearest(&self, fits: &dyn Fn(Owner) -> bool) -> Option<NodeId> {
        let of = self.owners().filter(|(_, owner)| fits(*owner));
        let costs = of.filter_map(|(node, _)| Some((self.best.get(&node)?.0, node)));
        costs.min().map(|(_, node)| node)
    }

    /// The nodes from the failure to this one, each with the kind of the previous node's dependence on it.
    fn to(&self, node: NodeId) -> Vec<(NodeId, DependenceKind)> {
        let mut way = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at {
            let from = self.best.get(&node).and_then(|(_, from)| *from);
            way.push((node, from.map_or(DependenceKind::Data, |(_, kind)| kind)));
            at = from.map(|(later, _)| later);
        }
        way.reverse();
        way
    }
}

impl Teller<'_> {
    /// The steps from the failure to a suspected statement, or to the nearest statement if none is suspected.
    pub(super) fn way<'s>(
        &self,
        ways: &Ways<'_>,
        recording: &Recording<'_>,
        suspects: &'s [Suspect],
    ) -> (Vec<Step>, Option<&'s Suspect>) {
        let reached = |suspect: &'s Suspect| Some((self.execution_of(suspect, ways)?, suspect));
        let target = suspects.iter().find_map(reached);
        let suspect = target.map(|(_, suspect)| suspect);
        let node = target.map(|(node, _)| node);
        let node = node.or_else(|| ways.nearest(&|_| true));
        let way = ways.to(node.unwrap_or(ways.event));
        (self.steps(&way, ways, recording), suspect)
    }

    /// The node of the suspect's execution to which the story leads.
    fn execution_of(&self, suspect: &Suspect, ways: &Ways<'_>) -> Option<NodeId> {
        let kind = self.program.components[suspect.component.index()].kind;
        let own = ways.owners().map(|(_, owner)| owner);
        let own = own.filter(|owner| owner.component == suspect.component);
        // For a condition whose wrong execution is unknown, the last decision counts, as with the end of a loop.
        let is_open = suspect.execution.is_none() && kind == ComponentKind::Condition;
        let wanted = match suspect.execution {
            Some(execution) => Some(execution),
            None if is_open => own.map(|owner| owner.execution).max(),
            None => None,
        };
        let exact = wanted.and_then(|execution| {
            let owner = Owner {
                component: suspect.component,
                execution,
            };
            ways.nearest(&|other| other == owner)
        });
        // A part is represented by the enclosing statement, through which its value flows.
        let inner = self.span(suspect.component);
        exact.or_else(|| ways.nearest(&|owner| self.span(owner.component).encloses(inner)))
    }

    /// One step for each statement on the path; a statement is represented by the first of its nodes on the path,
    /// through which it is entered.
    fn steps(
        &self,
        way: &[(NodeId, DependenceKind)],
        ways: &Ways<'_>,
        recording: &Recording<'_>,
    ) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut last = None;
        for &(node, kind) in way {
            let Some(found) = ways.nodes.get(&node) else {
                continue;
            };
            let is_event = node == recording.event().node;
            if !is_event && found.owner.is_none() {
                continue;
            }
            if found.owner.is_some() && found.owner == last {
                continue;
            }
            last = found.owner;
            let component = found.owner.map(|owner| owner.component);
            let span = match component {
                _ if is_event => recording.event().span,
                Some(component) => self.span(component),
                None => continue,
            };
            steps.push(Step {
                execution: execution_of(found),
                kind,
                reader: ways.reader(node),
                span,
                of: component.map(|c| self.program.components[c.index()].kind),
            });
        }
        Self::without_parts(steps)
    }

    /// Omits steps that are parts of the previous statement on the path, which already shows their values.
    fn without_parts(steps: Vec<Step>) -> Vec<Step> {
        let mut kept: Vec<Step> = Vec::new();
        let last = steps.len().saturating_sub(1);
        for (i, step) in steps.into_iter().enumerate() {
            let later = kept.last();
            let is_part = later.is_some_and(|later| later.span.encloses(step.span));
            if !is_part || i == last {
                kept.push(step);
            }
        }
        kept
    }
}

/// The execution of the instruction of a node.
pub(super) fn execution_of(found: &SliceNode) -> Execution {
    Execution {
        node: found.node,
        function: found.function,
        pc: found.pc,
        owner: found.owner,
        control: 0,
    }
}

/// Cost of a dependence: data dependences are the cheapest, then control dependences, then all others.
fn price(kind: DependenceKind) -> u32 {
    match kind {
        DependenceKind::Data => 10,
        DependenceKind::Control => 14,
        DependenceKind::Summary => 40,
        DependenceKind::Aliased => 50,
        DependenceKind::Order => 60,
    }
}

/// Indices of the steps that are told, out of `count`: the first ones and the last ones.
pub(super) fn shown_steps(count: usize) -> Vec<usize> {
    if count <= MOST_STEPS {
        return (0..count).collect();
    }
    let first = MOST_STEPS / 2;
    (0..first)
        .chain(count - (MOST_STEPS - first)..count)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_long_way_are_told() {
        assert_eq!(shown_steps(3), [0, 1, 2]);
        assert_eq!(shown_steps(9), [0, 1, 7, 8]);
    }
}
