//! Context of an undefined access: the calls in which it happens, the writers of the object, and the end of its
//! lifetime.
//!
//! The shadow ([`crate::shadow`]) already knows all of that when the run traps, so nothing is searched for. The calls
//! are read off the chain of control dependences, which leads from each activation to its call. Whatever lies before
//! the last window of a long recording is left out.

use eval::{Life, Name, ObjId, Trap, TrapKind};
use ir::{FnId, SlotId};
use syntax::Span;

use crate::recorder::Recorder;
use crate::window::NodeId;

/// Context of an undefined access, as places in the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// Calls in progress, the innermost one first.
    pub calls: Vec<Span>,
    /// For a read of a byte that was never written: the places that wrote other bytes of the object, each once, the
    /// latest first.
    pub written: Vec<Span>,
    /// For a use of an object after the end of its lifetime: the place that ended it and the calls around that place,
    /// the innermost one first.
    pub ended: Vec<Span>,
    /// For a use of a local variable after the end of its lifetime: its function and slot.
    pub local: Option<(FnId, SlotId)>,
    /// Whether that function has returned.
    pub has_returned: bool,
}

impl Recorder<'_> {
    /// Context of a trap whose instruction touched these objects.
    pub(crate) fn context(&self, trap: &Trap, touched: &[ObjId]) -> Context {
        let calls = self.shadow.frames.iter().rev();
        let calls = calls.filter_map(|frame| self.span_of(frame.call));
        let mut context = Context {
            calls: calls.collect(),
            ..Context::default()
        };
        match &trap.kind {
            TrapKind::Dangling { .. } | TrapKind::DoubleFree(_) => {
                let ended = touched.iter().filter_map(|o| self.shadow.object(*o));
                let ended = ended.map(|o| o.ended).find(|node| *node != 0);
                context.ended = ended.map_or_else(Vec::new, |node| self.with_calls(node));
                let objects = touched.iter();
                let objects = objects.filter_map(|o| self.machine.state.memory.get(*o));
                let mut gone = objects.filter(|object| object.life != Life::Live);
                if let Some(object) = gone.next() {
                    context.has_returned = object.life == Life::Returned;
                    context.local = match object.name {
                        Name::Slot(function, slot) => Some((function, slot)),
                        _ => None,
                    };
                }
            }
            TrapKind::Uninitialised { at: Some(at), .. } => {
                if let Some(object) = touched.last() {
                    context.written = self.writers_of(*object, at.object.size);
                }
            }
            _ => {}
        }
        context
    }

    /// Places that wrote an object of this size.
    fn writers_of(&self, object: ObjId, size: u64) -> Vec<Span> {
        let mut writers: Vec<NodeId> = Vec::new();
        if let Some(shadow) = self.shadow.object(object) {
            shadow.writers(0, size, |node| writers.push(node));
            writers.retain(|node| *node != shadow.birth);
        }
        writers.sort_unstable_by(|a, b| b.cmp(a));
        let mut places: Vec<Span> = Vec::new();
        for span in writers.into_iter().filter_map(|node| self.span_of(node)) {
            if !places.contains(&span) {
                places.push(span);
            }
        }
        places
    }

    /// The place of a node and the calls around it.
    fn with_calls(&self, node: NodeId) -> Vec<Span> {
        let mut places: Vec<Span> = self.span_of(node).into_iter().collect();
        let mut inner = node;
        while let Some(node) = self.window.node(inner) {
            let outer = node.control;
            let Some(around) = self.window.node(outer) else {
                break;
            };
            if around.activation != node.activation {
                places.extend(self.span_of(outer));
            }
            inner = outer;
        }
        places
    }

    fn span_of(&self, node: NodeId) -> Option<Span> {
        let node = self.window.node(node)?;
        let spans = &self.facts.program.functions[node.function.index()].spans;
        spans.get(node.pc as usize).copied()
    }
}
