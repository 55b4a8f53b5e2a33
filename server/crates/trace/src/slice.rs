//! The parts of a slice.

use std::collections::{BTreeMap, BTreeSet};

use ir::{CompId, FnId, Pc};
use rustc_hash::FxHashMap;

use crate::location::{DependenceKind, Leaf};
use crate::window::{NodeId, Owner};

/// A node of a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SliceNode {
    /// Number of the node.
    pub node: NodeId,
    /// Function of the node.
    pub function: FnId,
    /// The instruction.
    pub pc: Pc,
    /// The activation of the function.
    pub activation: u32,
    /// The execution of a component that the node belongs to.
    pub owner: Option<Owner>,
    /// Least number of dependences between executions of components on a path to the failure event.
    pub distance: u32,
    /// Kind of the last dependence on that path.
    pub via: DependenceKind,
}

/// A dependence between two nodes of a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// The later node, which depends on the other.
    pub from: NodeId,
    /// The earlier node.
    pub to: NodeId,
    /// Kind of the dependence.
    pub kind: DependenceKind,
}

/// An execution of a component in a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependence {
    /// The execution.
    pub owner: Owner,
    /// First node of the execution.
    pub node: NodeId,
    /// Function of the execution.
    pub function: FnId,
    /// The activation of the function.
    pub activation: u32,
    /// Least distance of the execution's nodes.
    pub distance: u32,
    /// Kind of the last dependence on a shortest path.
    pub via: DependenceKind,
}

/// The nodes that a failure event depends on, in the order of execution; the event is the last one.
#[derive(Debug, Clone)]
pub struct Slice {
    pub(crate) nodes: Vec<SliceNode>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) inputs: Vec<Leaf>,
    pub(crate) readers: BTreeSet<Owner>,
    pub(crate) earlier: Vec<CompId>,
    pub(crate) complete: bool,
}

impl Slice {
    /// The nodes, in the order of execution.
    pub fn nodes(&self) -> &[SliceNode] {
        &self.nodes
    }

    /// The edges between the nodes, for a [`Recording::graph`](crate::Recording::graph); they lead from later to
    /// earlier nodes.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The inputs that nodes of the slice read, each once.
    pub fn inputs(&self) -> &[Leaf] {
        &self.inputs
    }

    /// The executions of components that read the inputs.
    pub fn readers(&self) -> &BTreeSet<Owner> {
        &self.readers
    }

    /// Whether all dependences were followed to the beginning of the run. Otherwise any execution before the recorded
    /// part, or before the windows within the budget, counts as part of the slice: see [`Slice::earlier`].
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Components with executions that count as part of the slice because they came before the part that was examined.
    pub fn earlier(&self) -> &[CompId] {
        &self.earlier
    }

    /// The executions of components, in the order of their first nodes.
    pub fn executions(&self) -> Vec<Dependence> {
        let mut at: FxHashMap<Owner, usize> = FxHashMap::default();
        let mut found: Vec<Dependence> = Vec::new();
        for node in &self.nodes {
            let Some(owner) = node.owner else { continue };
            let i = *at.entry(owner).or_insert(found.len());
            match found.get_mut(i) {
                Some(known) if node.distance < known.distance => {
                    (known.distance, known.via) = (node.distance, node.via);
                }
                Some(_) => {}
                None => found.push(Dependence {
                    owner,
                    node: node.node,
                    function: node.function,
                    activation: node.activation,
                    distance: node.distance,
                    via: node.via,
                }),
            }
        }
        found
    }

    /// The components, each with the least distance of its executions; components from [`Slice::earlier`] alone have
    /// no distance.
    pub fn components(&self) -> BTreeMap<CompId, Option<u32>> {
        let mut all: BTreeMap<CompId, Option<u32>> =
            self.earlier.iter().map(|c| (*c, None)).collect();
        for node in &self.nodes {
            if let Some(owner) = node.owner {
                let nearest = all.entry(owner.component).or_insert(None);
                let distance = nearest.map_or(node.distance, |d| d.min(node.distance));
                *nearest = Some(distance);
            }
        }
        all
    }

    /// Edges between executions of components (and nodes that belong to none), each once: pairs of indices into
    /// [`Slice::groups`], the dependent one first. Calls create cycles, because the parts of a statement that are
    /// evaluated before and after a call belong to one execution.
    pub fn grouped_edges(&self) -> Vec<(usize, usize, DependenceKind)> {
        let (_, of) = self.grouping();
        let mut all: Vec<(usize, usize, DependenceKind)> = self
            .edges
            .iter()
            .filter_map(|e| Some((*of.get(&e.from)?, *of.get(&e.to)?, e.kind)))
            .filter(|(from, to, _)| from != to)
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The first node of each execution of a component, and the nodes that belong to none, in the order of execution.
    pub fn groups(&self) -> Vec<SliceNode> {
        self.grouping().0
    }

    fn grouping(&self) -> (Vec<SliceNode>, FxHashMap<NodeId, usize>) {
        let mut at: FxHashMap<Owner, usize> = FxHashMap::default();
        let mut of = FxHashMap::default();
        let mut groups: Vec<SliceNode> = Vec::new();
        for node in &self.nodes {
            let new = groups.len();
            let i = match node.owner {
                Some(owner) => *at.entry(owner).or_insert(new),
                None => new,
            };
            if i == new {
                groups.push(*node);
            } else if node.distance < groups[i].distance {
                (groups[i].distance, groups[i].via) = (node.distance, node.via);
            }
            of.insert(node.node, i);
        }
        (groups, of)
    }
}
