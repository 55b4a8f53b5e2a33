//! Algorithm 4: successive frontiers, until there is none.

use std::collections::BTreeSet;

use crate::domain::{Domain, Graph};
use crate::frontier::Frontier;
use crate::limits::{MAX_FRONTIERS, MAX_MEMBERS, MAX_PAIRED};

/// Test for pollution: could these executions have had other results with which the test would have passed?
pub trait Pollution {
    /// Whether the execution is worth asking about: its statement can be altered, and it reads no input.
    fn is_candidate(&self, node: usize) -> bool;
    /// Whether the user declares the execution correct.
    fn is_right(&self, node: usize) -> bool;
    /// Whether the executions, altered together, are polluted. `None` if that is not known within the limits.
    fn is_polluted(&mut self, nodes: &[usize]) -> Option<bool>;
    /// Whether the search must end.
    fn is_stopped(&self) -> bool;
}

/// A polluted execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PollutedEntity {
    /// Node of the execution.
    pub node: usize,
    /// Nodes that were altered together with it.
    pub with: Vec<usize>,
    /// Number of the frontier, from 0.
    pub round: usize,
}

/// Result of the search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RootCauses {
    /// Polluted executions of the last frontier that had any.
    pub causes: Vec<PollutedEntity>,
    /// Polluted executions of the earlier frontiers, the latest first: the way from the fault to the failure.
    pub on_the_way: Vec<PollutedEntity>,
    /// Number of altered states.
    pub altered: usize,
    /// Number of frontiers examined.
    pub frontiers: usize,
    /// Number of alterations without an answer.
    pub unknown: usize,
}

/// Narrows the graph of a failing run down to its root causes.
pub fn search(graph: &Graph, frontier: Frontier, pollution: &mut dyn Pollution) -> RootCauses {
    let mut found = RootCauses::default();
    let mut domain = Domain::whole(graph, &|node| pollution.is_right(node));
    // Heads of chains: only input comes before them.
    let mut heads: Vec<PollutedEntity> = Vec::new();
    while found.frontiers < MAX_FRONTIERS && !pollution.is_stopped() {
        let members = frontier.of(graph, &domain, &|node| pollution.is_candidate(node));
        if members.is_empty() {
            break;
        }
        let polluted = polluted(&members, pollution, &mut found);
        found.frontiers += 1;
        if polluted.is_empty() {
            domain = domain.domain_after(graph, &members.into_iter().collect());
            continue;
        }
        let wrong: BTreeSet<usize> = polluted.iter().map(|p| p.node).collect();
        domain = domain.before(graph, wrong);
        let before = std::mem::replace(&mut found.causes, polluted);
        found.on_the_way.splice(0..0, before);
        let is_head = |p: &PollutedEntity| {
            let causes = graph.causes[p.node].iter();
            causes.filter(|cause| domain.nodes.contains(cause)).count() == 0
        };
        heads.extend(found.causes.iter().filter(|p| is_head(p)).cloned());
    }
    // A chain that has reached its head is not followed any further; others are.
    for head in heads {
        found.on_the_way.retain(|p| p.node != head.node);
        if found.causes.iter().all(|p| p.node != head.node) {
            found.causes.push(head);
        }
    }
    found.causes.sort_by_key(|p| p.node);
    found
}

/// Polluted members of a frontier: all that are polluted alone, else the first polluted pair (§4.1, step 2).
fn polluted(
    members: &[usize],
    pollution: &mut dyn Pollution,
    found: &mut RootCauses,
) -> Vec<PollutedEntity> {
    let round = found.frontiers;
    let mut is_polluted = |nodes: &[usize]| {
        if pollution.is_stopped() {
            return false;
        }
        found.altered += 1;
        let answer = pollution.is_polluted(nodes);
        found.unknown += usize::from(answer.is_none());
        answer == Some(true)
    };

    // Members that are polluted alone.
    let alone = members
        .iter()
        .take(MAX_MEMBERS)
        .filter(|node| is_polluted(&[**node]));
    let polluted: Vec<PollutedEntity> = alone
        .map(|node| PollutedEntity {
            node: *node,
            with: Vec::new(),
            round,
        })
        .collect();

    // Pairs are altered only where no member is polluted alone, and not in a frontier with many members.
    if !polluted.is_empty() || members.len() < 2 || members.len() > MAX_MEMBERS {
        return polluted;
    }
    let together = |nodes: &[usize]| -> Vec<PollutedEntity> {
        let others = |node: usize| nodes.iter().copied().filter(move |n| *n != node).collect();
        let entity = |node: &usize| PollutedEntity {
            node: *node,
            with: others(*node),
            round,
        };
        nodes.iter().map(entity).collect()
    };
    if members.len() <= MAX_PAIRED {
        for (i, first) in members.iter().enumerate() {
            for second in &members[i + 1..] {
                if is_polluted(&[*first, *second]) {
                    return together(&[*first, *second]);
                }
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Executions that are polluted alone, and sets that are polluted together.
    struct KnownPollution(Vec<Vec<usize>>);

    impl Pollution for KnownPollution {
        fn is_candidate(&self, _: usize) -> bool {
            true
        }

        fn is_right(&self, _: usize) -> bool {
            false
        }

        fn is_polluted(&mut self, nodes: &[usize]) -> Option<bool> {
            let is_part = |set: &Vec<usize>| set.iter().all(|node| nodes.contains(node));
            Some(self.0.iter().any(is_part))
        }

        fn is_stopped(&self) -> bool {
            false
        }
    }

    fn causes(causes: &[&[usize]], known: &[&[usize]], frontier: Frontier) -> (Vec<usize>, usize) {
        let graph = Graph {
            owners: vec![None; causes.len()],
            reads_input: vec![false; causes.len()],
            causes: causes.iter().map(|of_one| of_one.to_vec()).collect(),
            end: causes.len() - 1,
        };
        let mut known = KnownPollution(known.iter().map(|set| set.to_vec()).collect());
        let found = search(&graph, frontier, &mut known);
        (found.causes.iter().map(|p| p.node).collect(), found.altered)
    }

    /// A chain of ten executions with the fault in the fourth, so that it and all later ones are polluted.
    #[test]
    fn a_chain_is_followed_to_its_first_polluted_execution() {
        let chain: Vec<Vec<usize>> = (0..10_usize)
            .map(|n| n.checked_sub(1).into_iter().collect())
            .collect();
        let chain: Vec<&[usize]> = chain.iter().map(Vec::as_slice).collect();
        let wrong: Vec<Vec<usize>> = (3..9).map(|n| vec![n]).collect();
        let wrong: Vec<&[usize]> = wrong.iter().map(Vec::as_slice).collect();
        for frontier in [Frontier::Mdfs, Frontier::SingleStep, Frontier::Bisection] {
            assert_eq!(causes(&chain, &wrong, frontier).0, [3], "{frontier:?}");
        }
    }

    /// Where many executions lie between two bottlenecks, the frontier jumps from one to the other; single steps do
    /// not.
    #[test]
    fn a_wide_place_is_passed_over() {
        let mut all: Vec<Vec<usize>> = vec![vec![], vec![0]];
        all.extend((0..20).map(|_| vec![1]));
        all.push((2..22).collect());
        all.push(vec![22]);
        let all: Vec<&[usize]> = all.iter().map(Vec::as_slice).collect();
        let (found, altered) = causes(&all, &[&[1], &[22]], Frontier::Mdfs);
        assert_eq!(found, [1]);
        let (_, steps) = causes(&all, &[&[1], &[22]], Frontier::SingleStep);
        assert!(altered < steps, "{altered} < {steps}");
    }

    #[test]
    fn executions_that_are_polluted_together_only_are_both_causes() {
        let all: [&[usize]; 4] = [&[], &[], &[], &[0, 1, 2]];
        assert_eq!(causes(&all, &[&[0, 2]], Frontier::Mdfs).0, [0, 2]);
        assert_eq!(causes(&all, &[], Frontier::Mdfs).0, [0_usize; 0]);
    }
}
