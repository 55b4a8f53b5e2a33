//! The graph as the algorithm sees it: executions of statements by number, and the part of them that is looked at.

use std::collections::{BTreeMap, BTreeSet};

use trace::{Kind, NodeId, Owner, Slice, SliceNode};

/// Executions that are looked at, at most: those nearest to the failure. What comes before them counts as the beginning.
const MOST_NODES: usize = 20_000;

/// Executions that are looked at in order to find a chain.
const MOST_VISITED: usize = 500;

/// The dynamic dependence graph of a failing run: executions of statements, numbered in their order.
#[derive(Debug, Clone)]
pub struct Graph {
    /// What each is an execution of; none for the failure itself and for what belongs to no statement.
    pub owners: Vec<Option<Owner>>,
    /// Which of them read input.
    pub reads_input: Vec<bool>,
    /// What each depends on directly.
    pub causes: Vec<Vec<usize>>,
    /// The failure.
    pub end: usize,
}

impl Graph {
    /// Of a slice that has edges.
    ///
    /// Executions are numbered by their ends: a call within a statement is over before the statement is, and what the
    /// statement does with the result depends on it. That the call would not have happened without the statement is a
    /// dependence in the other direction, and is left out.
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
        order.truncate(MOST_NODES);
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
                if kind == Kind::Summary {
                    summaries.push((from, to));
                } else {
                    causes[from].push(to);
                }
            }
        }
        // A summary control dependence is there only where no chain of others leads the same way (Algorithm 3): what is
        // found through it is found through the chain. The nearest first: those farther away may lead through it.
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

    /// A shortest chain of dependences from an execution to the failure, both included.
    pub fn chain(&self, from: usize) -> Vec<usize> {
        // Where each execution is reached from, on a walk from the failure.
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

/// Whether a chain of dependences leads from an execution to an earlier one, as far as that is looked at.
fn is_reached(causes: &[Vec<usize>], from: usize, to: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut todo = vec![from];
    while let Some(node) = todo.pop() {
        for cause in causes[node].iter().copied().filter(|cause| *cause >= to) {
            if cause == to {
                return true;
            }
            if seen.len() < MOST_VISITED && seen.insert(cause) {
                todo.push(cause);
            }
        }
    }
    false
}

/// The part of a graph that is looked at: what lies between the beginning and the end.
#[derive(Debug, Clone)]
pub(crate) struct Domain {
    /// All of it.
    pub(crate) nodes: BTreeSet<usize>,
    /// Known to be right, or empty at first: the run begins where an execution depends on nothing.
    pub(crate) begin: BTreeSet<usize>,
    /// Known to be wrong.
    pub(crate) end: BTreeSet<usize>,
}

impl Domain {
    /// Everything that the failure depends on but for what is right: input (§4.1, step 3), and what the user says (§6.2).
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

    /// What lies before these, which are wrong.
    pub(crate) fn before(&self, graph: &Graph, wrong: BTreeSet<usize>) -> Domain {
        Domain {
            nodes: before(graph, &wrong, &|node| self.nodes.contains(&node)),
            begin: self.begin.clone(),
            end: wrong,
        }
    }

    /// What lies behind these, which are right.
    pub(crate) fn behind(&self, graph: &Graph, right: &BTreeSet<usize>) -> Domain {
        // Executions are numbered in their order: one walk suffices.
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
