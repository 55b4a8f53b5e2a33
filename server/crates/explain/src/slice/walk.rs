//! Backwards along the dependences, nearest first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Execution, Graph, Node};
use super::{Dependence, Via};
use crate::trace::Trace;

/// The executions of statements that the failure depends on, in the order of the run. The statement that fails is not
/// among them, but for its own parts that are executions of their own (calls).
pub fn slice(trace: &Trace) -> Vec<Dependence> {
    let graph = Graph::new(trace);
    let mut nearest: FxHashMap<Execution, (u32, Via, usize)> = FxHashMap::default();
    walk(&graph, &mut |node, distance, via| {
        let Some(execution) = graph.execution(node) else {
            return;
        };
        let step = graph.step(node);
        // Visited in order of distance: the first visit stays, but for the step, which says where in the run it is.
        let known = nearest.entry(execution).or_insert((distance, via, step));
        known.2 = known.2.min(step);
    });
    let mut found: Vec<_> = nearest.into_iter().collect();
    found.sort_unstable_by_key(|(execution, (.., step))| (*step, *execution));
    let dependence = |(execution, (distance, via, step)): (Execution, (u32, Via, usize))| {
        let (component, execution, activation) = execution;
        Dependence {
            component,
            execution,
            activation,
            function: trace.steps[step].function,
            span: trace.steps[step].span,
            distance,
            via,
        }
    };
    found.into_iter().map(dependence).collect()
}

/// Visits each node that the failure depends on once, with its distance, the nearest first.
fn walk(graph: &Graph<'_>, visit: &mut dyn FnMut(Node, u32, Via)) {
    let mut seen: FxHashSet<Node> = FxHashSet::default();
    let mut open = BinaryHeap::new();
    let push = |open: &mut BinaryHeap<_>, from: (Option<Execution>, u32, Via), (via, node)| {
        let (execution, distance, before) = from;
        let to = graph.execution(node);
        // Within one execution there is no way to go, and what belongs to none is on the way to something else.
        let (distance, via) = match to {
            Some(_) if to == execution => (distance, before),
            Some(_) => (distance + 1, via),
            None => (distance, via),
        };
        open.push(Reverse((distance, via, node)));
    };
    for edge in graph.of_failure() {
        push(&mut open, (None, 0, Via::Data), edge);
    }
    while let Some(Reverse((distance, via, node))) = open.pop() {
        if !seen.insert(node) {
            continue;
        }
        visit(node, distance, via);
        let execution = graph.execution(node);
        for edge in graph.of(node) {
            push(&mut open, (execution, distance, via), edge);
        }
    }
}
