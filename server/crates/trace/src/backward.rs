//! The backward sweep through a run: nodes are visited in descending order, hence once each and after all that depend
//! on them.

use std::collections::BTreeSet;

use ir::CompId;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::location::{DependenceKind, Kinds, Leaf, UnwrittenPlace};
use crate::recording::Recording;
use crate::slice::{Edge as SliceEdge, Slice, SliceNode};
use crate::window::{Edge, NodeId, Owner, Window};

/// A dependence through which a node was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Arrival {
    /// Distance of the dependent node.
    distance: u32,
    /// The execution that the dependent node belongs to.
    from: Option<Owner>,
    /// Kind of the last dependence between different executions.
    before: DependenceKind,
    /// Kind of this dependence.
    kind: DependenceKind,
}

/// A search for nodes that could have written a place.
#[derive(Debug, Clone, Copy)]
struct WriterSearch {
    place: UnwrittenPlace,
    after: NodeId,
    arrival: Arrival,
    by: NodeId,
}

/// Pending arrivals and searches at a node.
#[derive(Debug, Default)]
struct Waiting {
    /// The nearest arrival from each execution: a path within one execution costs nothing.
    arrivals: SmallVec<[Arrival; 2]>,
    searches: SmallVec<[WriterSearch; 2]>,
}

impl Waiting {
    fn arrive(&mut self, new: Arrival) {
        match self.arrivals.iter().position(|a| a.from == new.from) {
            Some(i) if new.distance < self.arrivals[i].distance => self.arrivals[i] = new,
            Some(_) => {}
            None => self.arrivals.push(new),
        }
        self.arrivals.sort_by_key(|a| (a.distance, a.from));
        self.arrivals.truncate(2);
    }

    /// Adds a search. If there are two for the same place, the one with the smaller distance and the longer reach is
    /// enough.
    fn search(&mut self, new: WriterSearch) {
        let covers = |a: &WriterSearch, b: &WriterSearch| {
            a.place == b.place && a.after <= b.after && a.arrival.distance <= b.arrival.distance
        };
        if self.searches.iter().any(|known| covers(known, &new)) {
            return;
        }
        self.searches.retain(|known| !covers(&new, known));
        self.searches.push(new);
    }
}

struct Sweep<'a> {
    recording: &'a Recording<'a>,
    kinds: Kinds,
    with_edges: bool,
    /// Pending arrivals and searches in each window.
    waiting: Vec<FxHashMap<NodeId, Waiting>>,
    /// Whether the beginning of the recorded part was reached.
    before: bool,
    nodes: Vec<SliceNode>,
    edges: Vec<SliceEdge>,
    leaves: FxHashSet<Leaf>,
    readers: BTreeSet<Owner>,
}

impl Recording<'_> {
    /// The backward slice from the failure event along dependences of these kinds, without edges.
    pub fn slice(&self, kinds: Kinds) -> Slice {
        sweep(self, kinds, false)
    }

    /// The backward slice from the failure event along dependences of these kinds, with the edges within it.
    pub fn graph(&self, kinds: Kinds) -> Slice {
        sweep(self, kinds, true)
    }
}

/// Computes the slice from the failure event.
fn sweep(recording: &Recording<'_>, kinds: Kinds, with_edges: bool) -> Slice {
    let windows = recording.windows();
    let mut sweep = Sweep {
        recording,
        kinds,
        with_edges,
        waiting: (0..windows).map(|_| FxHashMap::default()).collect(),
        before: false,
        nodes: Vec::new(),
        edges: Vec::new(),
        leaves: FxHashSet::default(),
        readers: BTreeSet::new(),
    };

    // Windows of the recording from the failure backwards; those that were not kept are recorded again.
    let event = recording.event().node;
    sweep.arrive(
        event,
        Arrival {
            distance: 0,
            from: None,
            before: DependenceKind::Data,
            kind: DependenceKind::Data,
        },
    );
    let (mut replayed, mut unread) = (0, None);
    for index in (0..windows).rev() {
        if sweep.waiting[index].is_empty() {
            continue;
        }
        if replayed >= recording.limits.windows {
            unread = Some(index);
            break;
        }
        let (window, recorded) = recording.window(index);
        replayed += usize::from(recorded);
        sweep.window(index, &window);
    }

    // Of the windows that were not read any more, only the executed components are known.
    let complete = unread.is_none() && !(recording.is_partial() && sweep.before);
    let mut earlier: Vec<CompId> = Vec::new();
    if let Some(index) = unread {
        earlier = recording.executed_until(index + 1);
    } else if !complete {
        earlier = recording.earlier().to_vec();
    }
    sweep.nodes.reverse();
    sweep.edges.sort_unstable();
    sweep.edges.dedup();
    let mut inputs: Vec<Leaf> = sweep.leaves.into_iter().collect();
    inputs.sort_unstable();
    Slice {
        nodes: sweep.nodes,
        edges: sweep.edges,
        inputs,
        readers: sweep.readers,
        earlier,
        complete,
    }
}

impl Sweep<'_> {
    /// Visits the nodes of a window at which something is pending.
    fn window(&mut self, index: usize, window: &Window) {
        let mut id = window.next();
        while id > window.first {
            id -= 1;
            let Some(waiting) = self.waiting[index].remove(&id) else {
                if self.waiting[index].is_empty() {
                    break;
                }
                continue;
            };
            let mut waiting = waiting;
            self.searched(id, window, &mut waiting);
            if !waiting.arrivals.is_empty() {
                self.visit(id, window, &waiting.arrivals);
            }
        }
    }

    /// Ends searches at a node that could have written their place, and continues them at the previous such node.
    fn searched(&mut self, id: NodeId, window: &Window, waiting: &mut Waiting) {
        let searches = std::mem::take(&mut waiting.searches);
        for member in window.members(id) {
            for search in searches.iter().filter(|s| s.place == member.place) {
                if self.kinds.contains(member.kind) {
                    let kind = member.kind;
                    waiting.arrive(Arrival {
                        kind,
                        ..search.arrival
                    });
                    self.edge(search.by, id, kind);
                }
                if member.previous > search.after {
                    self.search(member.previous, *search);
                }
            }
        }
    }

    fn visit(&mut self, id: NodeId, window: &Window, arrivals: &[Arrival]) {
        let Some(node) = window.node(id) else { return };
        // A path within one execution has no length, nor has a path through nodes that belong to no component.
        let costs = |a: &Arrival| {
            let same = node.owner.is_none() || node.owner == a.from;
            let first = a.from.is_none() && a.distance == 0 && id == self.recording.event().node;
            if same || first {
                (a.distance, a.before)
            } else {
                (a.distance + 1, a.kind)
            }
        };
        let Some((distance, via)) = arrivals.iter().map(costs).min() else {
            return;
        };
        self.nodes.push(SliceNode {
            node: id,
            function: node.function,
            pc: node.pc,
            activation: node.activation,
            owner: node.owner,
            distance,
            via,
        });
        let leaves = window.leaves(id).iter().map(|(_, leaf)| *leaf);
        if leaves.len() > 0 {
            self.readers.extend(node.owner);
        }
        self.leaves.extend(leaves);
        let arrival = |kind| Arrival {
            distance,
            from: node.owner,
            before: via,
            kind,
        };
        if self.kinds.contains(DependenceKind::Control) {
            self.depend(id, node.control, arrival(DependenceKind::Control));
        }
        for edge in window.edges(id) {
            match *edge {
                Edge::To { node, kind } if self.kinds.contains(kind) => {
                    self.depend(id, node, arrival(kind));
                }
                Edge::To { .. } => {}
                Edge::Since {
                    place,
                    latest,
                    after,
                } => self.search(
                    latest,
                    WriterSearch {
                        place,
                        after,
                        arrival: arrival(DependenceKind::Summary),
                        by: id,
                    },
                ),
            }
        }
    }

    fn depend(&mut self, from: NodeId, to: NodeId, arrival: Arrival) {
        self.edge(from, to, arrival.kind);
        self.arrive(to, arrival);
    }

    fn edge(&mut self, from: NodeId, to: NodeId, kind: DependenceKind) {
        if self.with_edges && to != 0 {
            self.edges.push(SliceEdge { from, to, kind });
        }
    }

    fn arrive(&mut self, node: NodeId, arrival: Arrival) {
        match self.at(node) {
            Some(waiting) => waiting.arrive(arrival),
            None => self.before = true,
        }
    }

    fn search(&mut self, node: NodeId, search: WriterSearch) {
        if let Some(waiting) = self.at(node) {
            waiting.search(search);
        }
    }

    fn at(&mut self, node: NodeId) -> Option<&mut Waiting> {
        let window = self.recording.window_of(node)?;
        Some(self.waiting[window].entry(node).or_default())
    }
}
