//! Nodes and edges of a part of a run.

use ir::{CompId, FnId, Pc};

use crate::location::{DependenceKind, Leaf, UnwrittenPlace};

/// Number of a node, in the order of execution. Node 0 stands for everything before the recorded part of the run.
pub type NodeId = u32;

/// An execution of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Owner {
    /// The component.
    pub component: CompId,
    /// Number of the execution in the whole run, from 1.
    pub execution: u32,
}

/// One execution of an instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InstructionNode {
    pub(crate) function: FnId,
    pub(crate) pc: Pc,
    pub(crate) owner: Option<Owner>,
    /// Number of the activation of the function, in order of calls.
    pub(crate) activation: u32,
    /// The node that decided that this one is executed.
    pub(crate) control: NodeId,
    /// Index of the node's first edge.
    edges: u32,
}

/// A dependence of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Another node.
    To { node: NodeId, kind: DependenceKind },
    /// All nodes after `after` that could have written the place; `latest` is the last of them.
    Since {
        place: UnwrittenPlace,
        latest: NodeId,
        after: NodeId,
    },
}

/// Membership in a chain: the node could have written the place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    pub(crate) node: NodeId,
    pub(crate) place: UnwrittenPlace,
    /// The previous node that could have written the place.
    pub(crate) previous: NodeId,
    pub(crate) kind: DependenceKind,
}

/// A node that is about to be added.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewNode {
    pub(crate) function: FnId,
    pub(crate) pc: Pc,
    pub(crate) owner: Option<Owner>,
    pub(crate) activation: u32,
    pub(crate) control: NodeId,
}

/// Nodes of a part of a run, with their edges.
#[derive(Debug, Default)]
pub(crate) struct Window {
    /// Number of the first node.
    pub(crate) first: NodeId,
    nodes: Vec<InstructionNode>,
    edges: Vec<Edge>,
    /// Members of chains, sorted by node.
    members: Vec<Member>,
    /// Inputs that are read, sorted by node.
    leaves: Vec<(NodeId, Leaf)>,
}

impl Window {
    pub(crate) fn new(first: NodeId) -> Window {
        Window {
            first,
            ..Window::default()
        }
    }

    /// Number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Number of the next node.
    pub(crate) fn next(&self) -> NodeId {
        self.first + self.nodes.len() as NodeId
    }

    pub(crate) fn push(&mut self, new: NewNode, edges: &[Edge]) -> NodeId {
        let id = self.next();
        self.nodes.push(InstructionNode {
            function: new.function,
            pc: new.pc,
            owner: new.owner,
            activation: new.activation,
            control: new.control,
            edges: self.edges.len() as u32,
        });
        self.edges.extend_from_slice(edges);
        id
    }

    pub(crate) fn add_member(&mut self, member: Member) {
        self.members.push(member);
    }

    pub(crate) fn add_leaf(&mut self, node: NodeId, leaf: Leaf) {
        self.leaves.push((node, leaf));
    }

    pub(crate) fn node(&self, id: NodeId) -> Option<&InstructionNode> {
        self.nodes.get(id.checked_sub(self.first)? as usize)
    }

    /// The dependences of a node except [`InstructionNode::control`].
    pub(crate) fn edges(&self, id: NodeId) -> &[Edge] {
        let at = (id - self.first) as usize;
        let end = self.nodes.get(at + 1).map(|n| n.edges as usize);
        let start = self.nodes.get(at).map_or(0, |n| n.edges as usize);
        &self.edges[start..end.unwrap_or(self.edges.len())]
    }

    /// The places that a node could have written.
    pub(crate) fn members(&self, id: NodeId) -> &[Member] {
        let start = self.members.partition_point(|m| m.node < id);
        let rest = &self.members[start..];
        &rest[..rest.partition_point(|m| m.node == id)]
    }

    /// The inputs that a node reads.
    pub(crate) fn leaves(&self, id: NodeId) -> &[(NodeId, Leaf)] {
        let start = self.leaves.partition_point(|(node, _)| *node < id);
        let rest = &self.leaves[start..];
        &rest[..rest.partition_point(|(node, _)| *node == id)]
    }
}
