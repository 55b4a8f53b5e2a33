//! A recording in progress: the machine, and alongside it the last writers of its state.

use std::sync::Arc;

use eval::{ByteAccess, Goal, Machine, Name, State, Storage};
use harness::Matcher;
use ir::flow::{SIZE_CLASSES, StatePart, size_class};
use ir::{FnId, Function, Pc, Reg};
use smallvec::SmallVec;

use crate::domain::{LoggingDomain, executed};
use crate::location::{DependenceKind, Leaf, UnwrittenPlace};
use crate::program_facts::CachedFacts;
use crate::shadow::{FrameShadow, ObjectShadow, Shadow, Tag};
use crate::window::{Edge, Member, NewNode, NodeId, Owner, Window};

/// The position of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) function: FnId,
    pub(crate) pc: Pc,
    /// First register of the frame.
    pub(crate) base: usize,
}

/// Edges of a node that is about to be added; nearly all nodes have few.
pub(crate) type Edges = SmallVec<[Edge; 8]>;

/// A state from which a recording can continue.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    state: State<u64>,
    dom: LoggingDomain,
    shadow: Shadow,
    matcher: Matcher,
    activations: u32,
    pub(crate) next: NodeId,
    pub(crate) instructions: u64,
}

impl Snapshot {
    /// Components that were executed before the snapshot.
    pub(crate) fn executed(&self) -> Vec<ir::CompId> {
        executed(&self.dom.concrete.executions)
    }
}

/// Records a run.
pub(crate) struct Recorder<'p> {
    pub(crate) facts: &'p CachedFacts<'p>,
    pub(crate) machine: Machine<'p, LoggingDomain>,
    pub(crate) shadow: Shadow,
    pub(crate) window: Window,
    pub(crate) goal: Goal,
    /// State of the comparison of the output with the expected one.
    pub(crate) matcher: Matcher,
    /// Offset of the byte of the output at which it is wrong, where the comparison alone does not tell.
    pub(crate) differs_at: Option<usize>,
    /// Number of activations so far.
    pub(crate) activations: u32,
    pub(crate) instructions: u64,
    /// Dependences of the current instruction.
    pub(crate) edges: Edges,
    /// Whether node 0 stands for a part of the run that is not recorded.
    pub(crate) is_partial: bool,
}

impl<'p> Recorder<'p> {
    /// Begins with a state of the run, which is before the first instruction unless `is_partial`.
    pub(crate) fn new(
        facts: &'p CachedFacts<'p>,
        state: State<u64>,
        dom: LoggingDomain,
        (goal, matcher): (Goal, Matcher),
        is_partial: bool,
    ) -> Recorder<'p> {
        let mut shadow = Shadow::default();
        let registers = state.calls.registers().len();
        shadow.registers.resize(registers, Tag::default());
        for i in 0..state.calls.depth() {
            shadow.frames.push(FrameShadow::new(i as u32, 0, None));
        }
        let mut recorder = Recorder {
            facts,
            activations: state.calls.depth() as u32,
            machine: machine(facts, state, dom, &goal),
            shadow,
            window: Window::new(1),
            goal,
            matcher,
            differs_at: None,
            instructions: 0,
            edges: Edges::new(),
            is_partial,
        };
        recorder.add_objects(0);
        recorder
    }

    /// A snapshot of the recording, at which a new window begins.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            state: self.machine.state.snapshot(),
            dom: self.machine.dom.clone(),
            shadow: self.shadow.clone(),
            matcher: self.matcher.clone(),
            activations: self.activations,
            next: self.window.next(),
            instructions: self.instructions,
        }
    }

    /// Continues from a snapshot.
    pub(crate) fn resume(
        facts: &'p CachedFacts<'p>,
        snapshot: &Snapshot,
        goal: Goal,
        is_partial: bool,
    ) -> Recorder<'p> {
        Recorder {
            facts,
            machine: machine(facts, snapshot.state.clone(), snapshot.dom.clone(), &goal),
            shadow: snapshot.shadow.clone(),
            window: Window::new(snapshot.next),
            goal,
            matcher: snapshot.matcher.clone(),
            differs_at: None,
            activations: snapshot.activations,
            instructions: snapshot.instructions,
            edges: Edges::new(),
            is_partial,
        }
    }

    /// The current function and the position in it.
    pub(crate) fn at(&self) -> Option<(At, &'p Function)> {
        let frame = self.machine.state.calls.running()?;
        let at = At {
            function: frame.function,
            pc: self.machine.state.calls.pc(),
            base: frame.base as usize,
        };
        Some((at, &self.facts.program.functions[frame.function.index()]))
    }

    /// The execution of a component that an instruction belongs to.
    pub(crate) fn owner(&self, at: At) -> Option<Owner> {
        let facts = self.facts.function(at.function);
        let frame = self.shadow.frames.last()?;
        let Some(component) = facts.component.get(at.pc as usize).copied().flatten() else {
            return frame.owner.filter(|_| !facts.has_components);
        };
        let execution = frame.entered.get(&component)?.execution;
        Some(Owner {
            component,
            execution,
        })
    }

    /// Adds a node for an instruction of the current frame, with the edges collected so far and its control
    /// dependences.
    pub(crate) fn add_node(&mut self, at: At) -> NodeId {
        let owner = self.owner(at);
        let facts = self.facts.function(at.function);
        let frame = self.shadow.frames.last();
        let entered = frame.and_then(|frame| {
            facts.nested.get(at.pc as usize).copied().flatten()?;
            frame.entered.get(&owner?.component).copied()
        });
        let activation = frame.map_or(0, |f| f.activation);
        let control = frame.map_or(0, FrameShadow::control);
        if let Some(node) = entered.map(|e| e.node).filter(|n| *n != 0) {
            self.push_edge(node, DependenceKind::Control);
        }
        let new = NewNode {
            function: at.function,
            pc: at.pc,
            owner,
            activation,
            control,
        };
        self.window.push(new, &self.edges)
    }

    pub(crate) fn push_edge(&mut self, node: NodeId, kind: DependenceKind) {
        let edge = Edge::To { node, kind };
        if (node != 0 || self.is_partial) && !self.edges.contains(&edge) {
            self.edges.push(edge);
        }
    }

    /// Adds an edge to all nodes that could have written the place after `after`.
    fn push_since(&mut self, place: UnwrittenPlace, latest: NodeId, after: NodeId) {
        let edge = Edge::Since {
            place,
            latest,
            after,
        };
        if latest > after && !self.edges.contains(&edge) {
            self.edges.push(edge);
        }
    }

    /// Adds the dependences of a read of a register of the current frame.
    pub(crate) fn read_register(&mut self, at: At, register: Reg, kind: DependenceKind) {
        let Some(tag) = self.shadow.registers.get(at.base + register as usize) else {
            return;
        };
        let tag = *tag;
        let activation = self.shadow.frames.last().map_or(0, |f| f.activation);
        let place = UnwrittenPlace::Register {
            activation,
            register,
        };
        self.read_tag(tag, place, kind);
    }

    pub(crate) fn read_tag(&mut self, tag: Tag, place: UnwrittenPlace, kind: DependenceKind) {
        self.push_edge(tag.node, kind);
        self.push_since(place, tag.barrier, tag.node);
    }

    pub(crate) fn read_state(&mut self, cell: StatePart, kind: DependenceKind) {
        self.read_tag(self.shadow.state(cell), UnwrittenPlace::State(cell), kind);
    }

    /// Adds the dependences of a read of bytes of an object.
    pub(crate) fn read_memory(&mut self, touched: ByteAccess, kind: DependenceKind) {
        let ByteAccess {
            object, at, size, ..
        } = touched;
        let Some(shadow) = self.shadow.object(object).filter(|_| size > 0) else {
            return;
        };
        let mut writers: SmallVec<[NodeId; 8]> = SmallVec::new();
        shadow.writers(at, size, |node| {
            if !writers.contains(&node) {
                writers.push(node);
            }
        });
        let mut granules: SmallVec<[(u32, NodeId); 4]> = SmallVec::new();
        shadow.granules(at, size, |index, node| granules.push((index, node)));
        let (barrier, exposed) = (shadow.barrier, shadow.exposed);
        let oldest = writers.iter().copied().min().unwrap_or(0);
        for node in writers {
            self.push_edge(node, kind);
        }
        for (index, latest) in granules {
            self.push_since(UnwrittenPlace::Granule { object, index }, latest, oldest);
        }
        self.push_since(UnwrittenPlace::Object(object), barrier, oldest);
        if exposed {
            let classes = match size {
                1 | 2 | 4 | 8 => size_class(size)..size_class(size) + 1,
                _ => 0..SIZE_CLASSES,
            };
            for class in classes {
                let place = UnwrittenPlace::Anywhere(class as u8);
                self.push_since(place, self.shadow.anywhere[class], oldest);
            }
        }
    }

    /// The program argument that a read of memory reads, if it reads one.
    pub(crate) fn argument(&self, touched: ByteAccess) -> Option<Leaf> {
        let object = self.machine.state.memory.get(touched.object)?;
        match object.name {
            Name::Argument(i) if object.storage == Storage::Outside => Some(Leaf::Argument(i)),
            _ => None,
        }
    }

    /// Notes that a node could have written a place.
    pub(crate) fn could_write(
        &mut self,
        node: NodeId,
        place: UnwrittenPlace,
        kind: DependenceKind,
    ) {
        let shadow = &mut self.shadow;
        let previous = match place {
            UnwrittenPlace::Register { register, .. } => {
                let base = self.machine.state.calls.running().map_or(0, |f| f.base);
                let Some(tag) = shadow.registers.get_mut((base + register) as usize) else {
                    return;
                };
                std::mem::replace(&mut tag.barrier, node)
            }
            UnwrittenPlace::Granule { object, index } => match shadow.object_mut(object) {
                Some(o) => o.set_granule(index, node),
                None => return,
            },
            UnwrittenPlace::Object(object) => match shadow.object_mut(object) {
                Some(o) => std::mem::replace(&mut o.barrier, node),
                None => return,
            },
            UnwrittenPlace::Anywhere(class) => {
                std::mem::replace(&mut shadow.anywhere[class as usize], node)
            }
            UnwrittenPlace::State(cell) => {
                std::mem::replace(&mut shadow.state_mut(cell).barrier, node)
            }
        };
        if previous != node {
            self.window.add_member(Member {
                node,
                place,
                previous,
                kind,
            });
        }
    }

    /// Adds the objects that the machine has made since the last call, with this node as their maker.
    pub(crate) fn add_objects(&mut self, node: NodeId) {
        while self.shadow.objects() < self.machine.state.memory.len() {
            let id = self.shadow.objects() as u32 + 1;
            let object = self.machine.state.memory.get(id);
            let exposed = object.is_none_or(|o| self.facts.is_exposed(&o.name));
            self.shadow.add_object(ObjectShadow::new(node, exposed));
        }
    }

    /// Bytes printed since the output had this length.
    pub(crate) fn printed_since(&self, before: usize) -> &[u8] {
        let printed = self.machine.state.output.collected();
        printed
            .and_then(|bytes| bytes.get(before..))
            .unwrap_or_default()
    }
}

fn machine<'p>(
    facts: &CachedFacts<'p>,
    state: State<u64>,
    dom: LoggingDomain,
    goal: &Goal,
) -> Machine<'p, LoggingDomain> {
    Machine::new(
        facts.program,
        dom,
        state,
        Arc::clone(&goal.expected),
        u64::MAX,
    )
}
