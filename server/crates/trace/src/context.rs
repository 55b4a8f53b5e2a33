//! What stands around an undefined access: the calls in which it happens, who wrote the object, and how its life ended.
//!
//! All of that is known to the shadow when the run traps ([`crate::shadow`]); nothing is searched for. Calls are read off
//! the chain of control dependences, which leads out of every activation by its call. What is not in the last window of a
//! long recording is left out.

use ir::eval::{ObjId, Trap, TrapKind};
use syntax::Span;

use crate::recorder::Recorder;
use crate::window::NodeId;

/// What stands around an undefined access, as places in the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// The calls that were being executed, the innermost one first.
    pub calls: Vec<Span>,
    /// Where the object was written of which a byte was read that nothing has written; the latest writes first, each
    /// place once.
    pub written: Vec<Span>,
    /// Where the life of an object ended that was used after that, and the calls in which that happened, the innermost
    /// one first.
    pub ended: Vec<Span>,
}

impl Recorder<'_> {
    /// The context of a trap, whose instruction touched these objects.
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

    /// The places that wrote an object of this size.
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

    /// Where a node stands, and the calls around it.
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
