//! Frontiers: sets of executions that separate the beginning of a domain from its end.
//!
//! The frontier of the paper is a smallest cut of the domain (definition 3.2): nodes have capacity one, dependences
//! have unlimited capacity, and a maximum flow from the beginning to the end gives the number of nodes in a cut. Of all
//! smallest cuts the one nearest to the end is taken (§4.1, step 1): it bounds the set of nodes that reach the end in
//! the residual network.
//!
//! Two other kinds of frontier serve for comparison (§6.3): a single step back, and bisection.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::Direction::{Incoming, Outgoing};
use petgraph::algo::maximum_flow::ford_fulkerson;
use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef as _;

use crate::domain::{Domain, Graph};

/// Rule for choosing a frontier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frontier {
    /// A smallest cut.
    #[default]
    Mdfs,
    /// The nearest executions that the end depends on.
    SingleStep,
    /// The executions at half the distance of the farthest one from the end.
    Bisection,
}

impl Frontier {
    /// Members in the order of execution; empty if there is no frontier any more. Only executions that `can_be` members
    /// are chosen.
    pub(crate) fn of(
        self,
        graph: &Graph,
        domain: &Domain,
        can_be: &dyn Fn(usize) -> bool,
    ) -> Vec<usize> {
        match self {
            Frontier::Mdfs => cut(graph, domain, can_be),
            Frontier::SingleStep => nearest(graph, domain, can_be),
            Frontier::Bisection => {
                let distances = distances(graph, domain);
                let members = domain.inner().filter(|node| can_be(*node));
                let members: Vec<usize> = members.collect();
                let farthest = members.iter().filter_map(|node| distances.get(node)).max();
                let half = farthest.map_or(0, |farthest| farthest.div_ceil(2));
                let is_there = |node: &usize| distances.get(node) == Some(&half);
                members.into_iter().filter(is_there).collect()
            }
        }
    }
}

/// Nearest executions that can be members, on every path back from the end.
fn nearest(graph: &Graph, domain: &Domain, can_be: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let inner: BTreeSet<usize> = domain.inner().collect();
    let mut members = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut todo: Vec<usize> = domain.end.iter().copied().collect();
    while let Some(node) = todo.pop() {
        for cause in graph.causes[node].iter().copied() {
            if !inner.contains(&cause) || !seen.insert(cause) {
                continue;
            }
            if can_be(cause) {
                members.insert(cause);
            } else {
                todo.push(cause);
            }
        }
    }
    members.into_iter().collect()
}

/// Number of dependences between each execution and the end.
fn distances(graph: &Graph, domain: &Domain) -> BTreeMap<usize, usize> {
    let mut distances: BTreeMap<usize, usize> = BTreeMap::new();
    let mut layer: Vec<usize> = domain.end.iter().copied().collect();
    let mut distance = 0;
    while !layer.is_empty() {
        for node in &layer {
            distances.insert(*node, distance);
        }
        let causes = layer.iter().flat_map(|node| &graph.causes[*node]).copied();
        let next: BTreeSet<usize> = causes
            .filter(|cause| domain.nodes.contains(cause) && !distances.contains_key(cause))
            .collect();
        layer = next.into_iter().collect();
        distance += 1;
    }
    distances
}

/// Unlimited capacity.
const ANY: u32 = 1 << 30;

/// Flow network of a domain: every execution is a pair of nodes joined by an edge, whose capacity is the cost of
/// cutting the execution out.
struct Network {
    flow: DiGraph<(), u32>,
    begin: NodeIndex,
    end: NodeIndex,
    /// Entry and exit node by execution.
    sides: BTreeMap<usize, (NodeIndex, NodeIndex)>,
}

impl Network {
    fn of(graph: &Graph, domain: &Domain, can_be: &dyn Fn(usize) -> bool) -> Network {
        let mut flow = DiGraph::new();
        let (begin, end) = (flow.add_node(()), flow.add_node(()));
        let inner: BTreeSet<usize> = domain.inner().collect();
        let mut sides = BTreeMap::new();
        // An execution that is no assignment or decision and depends on none is the start of the program and cannot
        // begin a chain. Causes come before their dependants in the order.
        let mut matters: BTreeSet<usize> = BTreeSet::new();
        for node in domain.nodes.iter().copied() {
            let causes = graph.causes[node].iter();
            let is_free = inner.contains(&node) && can_be(node);
            let is_end = domain.begin.contains(&node) || domain.end.contains(&node);
            if is_free || is_end || causes.filter(|cause| matters.contains(cause)).count() > 0 {
                matters.insert(node);
            }
        }
        for node in matters {
            let (entered, left) = (flow.add_node(()), flow.add_node(()));
            let room = if inner.contains(&node) && can_be(node) {
                1
            } else {
                ANY
            };
            flow.add_edge(entered, left, room);
            sides.insert(node, (entered, left));
        }
        for (node, (entered, left)) in &sides {
            let causes = graph.causes[*node].iter();
            let inside: Vec<&usize> = causes.filter(|cause| sides.contains_key(cause)).collect();
            // Anything that is no statement and depends on nothing is the start of the program and cannot begin a
            // chain.
            let is_first = domain.begin.is_empty() && inside.is_empty();
            let is_first = is_first && !domain.end.contains(node);
            if is_first || domain.begin.contains(node) {
                flow.add_edge(begin, *entered, ANY);
            } else {
                // An execution that is known to be right and reaches the end directly does not make the end wrong.
                let is_end = domain.end.contains(node);
                let is_right = |cause: &usize| is_end && domain.begin.contains(cause);
                for cause in inside.into_iter().filter(|cause| !is_right(cause)) {
                    flow.add_edge(sides[cause].1, *entered, ANY);
                }
            }
            if domain.end.contains(node) {
                flow.add_edge(*left, end, ANY);
            }
        }
        Network {
            flow,
            begin,
            end,
            sides,
        }
    }

    /// Nodes that can reach the end in the residual network.
    fn side_of_end(&self, flows: &[u32]) -> BTreeSet<NodeIndex> {
        let mut side = BTreeSet::from([self.end]);
        let mut todo = vec![self.end];
        while let Some(node) = todo.pop() {
            let mut reach = |from: NodeIndex| {
                if side.insert(from) {
                    todo.push(from);
                }
            };
            let room = |edge: EdgeIndex| self.flow.edge_weight(edge).copied().unwrap_or(0);
            for edge in self.flow.edges_directed(node, Incoming) {
                if flows[edge.id().index()] < room(edge.id()) {
                    reach(edge.source());
                }
            }
            for edge in self.flow.edges_directed(node, Outgoing) {
                if flows[edge.id().index()] > 0 {
                    reach(edge.target());
                }
            }
        }
        side
    }
}

/// Smallest cut nearest to the end; empty if there is none.
fn cut(graph: &Graph, domain: &Domain, can_be: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let network = Network::of(graph, domain, can_be);
    let (size, flows) = ford_fulkerson(&network.flow, network.begin, network.end);
    if size == 0 || size >= ANY {
        return Vec::new();
    }
    let side = network.side_of_end(&flows);
    let is_cut =
        |(entered, left): &(NodeIndex, NodeIndex)| !side.contains(entered) && side.contains(left);
    let members = network.sides.iter().filter(|(_, sides)| is_cut(sides));
    members.map(|(node, _)| *node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(causes: &[&[usize]]) -> Graph {
        Graph {
            owners: vec![None; causes.len()],
            reads_input: vec![false; causes.len()],
            causes: causes.iter().map(|of_one| of_one.to_vec()).collect(),
            end: causes.len() - 1,
        }
    }

    #[test]
    fn the_frontier_is_a_smallest_cut_nearest_to_the_end() {
        // 0 and 1 meet in 2; 3 and 4 depend on it; the end depends on these two.
        let graph = graph(&[&[], &[], &[0, 1], &[2], &[2], &[3, 4]]);
        let domain = Domain::whole(&graph, &|_| false);
        assert_eq!(Frontier::Mdfs.of(&graph, &domain, &|_| true), [2]);
        assert_eq!(Frontier::SingleStep.of(&graph, &domain, &|_| true), [3, 4]);
        assert_eq!(Frontier::Bisection.of(&graph, &domain, &|_| true), [2]);
        let others = |node: usize| node != 3 && node != 4;
        assert_eq!(Frontier::SingleStep.of(&graph, &domain, &others), [2]);
        // Two cuts of two nodes: the nearer one is chosen.
        assert_eq!(
            Frontier::Mdfs.of(&graph, &domain, &|node| node != 2),
            [3, 4]
        );
        // Executions that cannot be cut form no frontier.
        let nothing = Frontier::Mdfs.of(&graph, &domain, &|_| false);
        assert!(nothing.is_empty());
    }

    #[test]
    fn domains_lie_before_what_is_wrong_and_behind_what_is_right() {
        let graph = graph(&[&[], &[], &[0, 1], &[2], &[2], &[3, 4]]);
        let whole = Domain::whole(&graph, &|_| false);
        let before = whole.before(&graph, BTreeSet::from([2]));
        assert_eq!(before.nodes, BTreeSet::from([0, 1, 2]));
        assert_eq!(Frontier::Mdfs.of(&graph, &before, &|_| true), [0, 1]);
        let behind = whole.domain_after(&graph, &BTreeSet::from([2]));
        assert_eq!(behind.nodes, BTreeSet::from([2, 3, 4, 5]));
        assert_eq!(Frontier::Mdfs.of(&graph, &behind, &|_| true), [3, 4]);
        assert_eq!(graph.chain(0), [0, 2, 3, 5]);
    }

    /// The first assigns a value, the second decides: neither comes before the other.
    #[test]
    fn what_cannot_be_altered_and_comes_first_begins_nothing() {
        // 0 is the call of a function in which 1 assigns; 2 decides; the end depends on both.
        let graph = graph(&[&[], &[0], &[], &[1, 2]]);
        let domain = Domain::whole(&graph, &|_| false);
        let found = Frontier::Mdfs.of(&graph, &domain, &|node| node != 0);
        assert_eq!(found, [1, 2]);
    }
}
