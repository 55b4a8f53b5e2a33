//! The dependence graph as the algorithm sees it: numbered statement executions, and the domain under analysis.

use std::collections::{BTreeMap, BTreeSet};

use trace::{DependenceKind, NodeId, Owner, Slice, SliceNode};

use crate::limits::{MAX_NODES, MAX_VISITED};

/// Dynamic dependence graph of a failing run: executions of statements, numbered in their order.
#[derive(Debug, Clone)]
pub struct Graph {
    /// Statement execution of each node; `None` for the failure itself and for nodes outside any statement.
    pub owners: Vec<Option<Owner>>,
    /// Whether each node reads input.
    pub reads_input: Vec<bool>,
    /// Direct dependences of each node.
    pub causes: Vec<Vec<usize>>,
    /// Node of the failure.
    pub end: usize,
}

impl Graph {
    /// Builds the graph from a slice that has edges.
    ///
    /// Executions are numbered by their ends: a call within a statement ends before the statement does, and the
    /// statement's use of the result depends on it. The dependence in the other direction (the call happens only
    /// because of the statement) is left out.
    pub fn of(slice: &Slice) -> Option<Graph> {
        let groups = slice.groups();
        let mut last: BTreeMap<Owner, NodeId> = BTreeMap::new();
        for node in slice.nodes() {
            if let Some(owner) = node.owner {
                let last = last.entry(owner).or_insert(node.node);
                *last = (*last).max(node.node);
            }
        }
        let over = |group: &SliceNode| match group.owner {
            Some(owner) => last.get(&owner).copied().unwrap_or(group.node),
            None => group.node,
        };
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|at| (groups[*at].distance, std::cmp::Reverse(over(&groups[*at]))));
        order.truncate(MAX_NODES);
        order.sort_by_key(|at| over(&groups[*at]));
        let mut number = vec![None; groups.len()];
        for (new, at) in order.iter().enumerate() {
            number[*at] = Some(new);
        }
        let mut causes = vec![Vec::new(); order.len()];
        let mut summaries = Vec::new();
        for (from, to, kind) in slice.grouped_edges() {
            if let (Some(from), Some(to)) = (number[from], number[to])
                && to < from
            {
                if kind == DependenceKind::Summary {
                    summaries.push((from, to));
                } else {
                    causes[from].push(to);
                }
            }
        }
        // A summary control dependence is added only if no chain of others connects the same nodes (Algorithm 3):
        // everything found through it is found through the chain. Nearest ones come first, because those farther away
        // may lead through them.
        summaries.sort_by_key(|(from, to)| (*from, std::cmp::Reverse(*to)));
        for (from, to) in summaries {
            if !is_reached(&causes, from, to) {
                causes[from].push(to);
            }
        }
        for of_one in &mut causes {
            of_one.sort_unstable();
            of_one.dedup();
        }
        let readers = slice.readers();
        let reads = |at: &usize| {
            groups[*at]
                .owner
                .is_some_and(|owner| readers.contains(&owner))
        };
        Some(Graph {
            owners: order.iter().map(|at| groups[*at].owner).collect(),
            reads_input: order.iter().map(reads).collect(),
            end: order.len().checked_sub(1)?,
            causes,
        })
    }

    /// Shortest chain of dependences from an execution to the failure, both included.
    pub fn chain(&self, from: usize) -> Vec<usize> {
        // Predecessor of each execution on a walk from the failure.
        let mut towards: Vec<Option<usize>> = vec![None; self.causes.len()];
        let mut reached = vec![self.end];
        let mut at = 0;
        while at < reached.len() && towards[from].is_none() {
            let node = reached[at];
            at += 1;
            for cause in &self.causes[node] {
                if *cause != self.end && towards[*cause].is_none() {
                    towards[*cause] = Some(node);
                    reached.push(*cause);
                }
            }
        }
        let mut chain = vec![from];
        let mut node = from;
        while let Some(next) = towards[node] {
            chain.push(next);
            node = next;
        }
        chain
    }
}

/// Whether a chain of dependences leads from an execution to an earlier one, within the limit on visits.
fn is_reached(causes: &[Vec<usize>], from: usize, to: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut todo = vec![from];
    while let Some(node) = todo.pop() {
        for cause in causes[node].iter().copied().filter(|cause| *cause >= to) {
            if cause == to {
                return true;
            }
            if seen.len() < MAX_VISITED && seen.insert(cause) {
                todo.push(cause);
            }
        }
    }
    false
}

/// The part of a graph under analysis: everything between the beginning and the end.
#[derive(Debug, Clone)]
pub(crate) struct Domain {
    /// All nodes of the domain.
    pub(crate) nodes: BTreeSet<usize>,
    /// Nodes known to be right. Initially empty: the run then begins where an execution depends on nothing.
    pub(crate) begin: BTreeSet<usize>,
    /// Nodes known to be wrong.
    pub(crate) end: BTreeSet<usize>,
}

impl Domain {
    /// Everything that the failure depends on, except for what is right: input (§4.1, step 3), and what the user
    /// declares correct (§6.2).
    pub(crate) fn whole(graph: &Graph, is_right: &dyn Fn(usize) -> bool) -> Domain {
        let end = BTreeSet::from([graph.end]);
        Domain {
            nodes: before(graph, &end, &|node| {
                !graph.reads_input[node] && !is_right(node)
            }),
            begin: BTreeSet::new(),
            end,
        }
    }

    /// Part of the domain before these executions, which are wrong.
    pub(crate) fn before(&self, graph: &Graph, wrong: BTreeSet<usize>) -> Domain {
        Domain {
            nodes: before(graph, &wrong, &|node| self.nodes.contains(&node)),
            begin: self.begin.clone(),
            end: wrong,
        }
    }

    /// Part of the domain behind these executions, which are right.
    pub(crate) fn domain_after(&self, graph: &Graph, right: &BTreeSet<usize>) -> Domain {
        // Executions are numbered in order, so one walk suffices.
        let mut behind = right.clone();
        for node in self.nodes.iter().copied() {
            let depends = graph.causes[node]
                .iter()
                .any(|cause| behind.contains(cause));
            if depends && !self.begin.contains(&node) {
                behind.insert(node);
            }
        }
        Domain {
            nodes: self.nodes.intersection(&behind).copied().collect(),
            begin: right.clone(),
            end: self.end.clone(),
        }
    }

    /// Executions that may be members of a frontier.
    pub(crate) fn inner(&self) -> impl Iterator<Item = usize> + '_ {
        let inner = |node: &usize| !self.begin.contains(node) && !self.end.contains(node);
        self.nodes.iter().copied().filter(inner)
    }
}

fn before(
    graph: &Graph,
    ends: &BTreeSet<usize>,
    is_inside: &dyn Fn(usize) -> bool,
) -> BTreeSet<usize> {
    let mut all = ends.clone();
    let mut todo: Vec<usize> = ends.iter().copied().collect();
    while let Some(node) = todo.pop() {
        for cause in graph.causes[node].iter().copied() {
            if is_inside(cause) && all.insert(cause) {
                todo.push(cause);
            }
        }
    }
    all
}
