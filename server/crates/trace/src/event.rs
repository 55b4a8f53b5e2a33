//! The failure event: the point at which a run turns out to be wrong, and its dependences.

use eval::{Ending, ObjId, Stop, Trap, TrapKind, equals};
use ir::flow::StatePart;
use ir::flow::uses;
use ir::{Arguments, BuiltinCall, FnId, Inst, Pc};
use syntax::Span;

use crate::context::Context;
use crate::location::DependenceKind;
use crate::recorder::{At, Recorder};
use crate::window::{NewNode, NodeId};

/// The way in which a run turns out to be wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    /// Undefined behaviour, or a failed assertion.
    Trap(Box<Trap>),
    /// A byte of the output differs from the expected one.
    Output {
        /// Number of bytes printed before.
        position: usize,
        /// The byte that was printed.
        byte: u8,
        /// No more output was expected.
        surplus: bool,
    },
    /// The run ended, and more output was expected.
    Missing,
    /// The exit status, or the result of the function that the test calls.
    Result,
    /// The run does not end within the limit.
    NoEnd,
}

/// The failure event of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Kind of the event.
    pub kind: EventKind,
    /// Node of the event, the last one of the run.
    pub node: NodeId,
    /// Function of the event.
    pub function: FnId,
    /// Instruction of the event.
    pub pc: Pc,
    /// Place of the event in the text.
    pub span: Span,
    /// Context of the access, if the event is a trap.
    pub context: Context,
    /// For a wrong byte of the output that was copied from memory: the node that wrote it there.
    pub wrote: Option<NodeId>,
}

impl Recorder<'_> {
    /// Adds the event of a stop; `None` if the run passes, or stopped for a reason that is not a failure.
    pub(crate) fn stopped(&mut self, stop: Stop) -> Option<Event> {
        let mut context = Context::default();
        let (kind, span) = match stop {
            Stop::Trap(trap) => {
                let span = trap.span;
                let touched = self.read_trap(&trap);
                context = self.context(&trap, &touched);
                (EventKind::Trap(Box::new(trap)), span)
            }
            Stop::StepLimit => {
                self.edges.clear();
                (EventKind::NoEnd, self.machine.span())
            }
            Stop::Exit(ending) => (self.wrong_end(&ending)?, self.machine.span()),
            _ => return None,
        };
        let event = self.event(kind, span);
        Some(Event { context, ..event })
    }

    /// The node of the event at the running instruction, with the edges collected so far.
    fn event(&mut self, kind: EventKind, span: Span) -> Event {
        let at = self.at().map(|(at, _)| at);
        let at = at.unwrap_or(At {
            function: FnId(0),
            pc: 0,
            base: 0,
        });
        self.event_at(kind, span, at)
    }

    fn event_at(&mut self, kind: EventKind, span: Span, at: At) -> Event {
        // The event depends on the program not having ended earlier.
        self.read_state(StatePart::End, DependenceKind::Summary);
        if kind == EventKind::NoEnd {
            // The event depends on all branches and calls that are still active, in all functions.
            for i in 0..self.shadow.frames.len() {
                let control = self.shadow.frames[i].control();
                self.push_edge(control, DependenceKind::Control);
            }
        }
        // The instruction at which the limit is met is arbitrary, so the event belongs to no component.
        let node = if kind == EventKind::NoEnd || self.shadow.frames.is_empty() {
            let new = NewNode {
                function: at.function,
                pc: at.pc,
                owner: None,
                activation: 0,
                control: 0,
            };
            self.window.push(new, &self.edges)
        } else {
            self.add_node(at)
        };
        Event {
            kind,
            node,
            function: at.function,
            pc: at.pc,
            span,
            context: Context::default(),
            wrote: None,
        }
    }

    /// Adds the reads of a trapping instruction to the edges, which already hold its operands. Returns the objects
    /// that it touched.
    fn read_trap(&mut self, trap: &Trap) -> Vec<ObjId> {
        let touched = std::mem::take(&mut self.machine.dom.touched);
        for read in touched.iter().filter(|t| !t.write) {
            self.read_memory(*read, DependenceKind::Data);
        }
        let mut gone: Vec<ObjId> = touched.iter().map(|t| t.object).collect();
        if let Some((at, function)) = self.at()
            && let Some(inst) = function.code.get(at.pc as usize)
        {
            uses(inst, &mut |r| {
                let registers = self.machine.state.calls.registers();
                let value = registers.get(at.base + *r as usize);
                gone.extend(value.map(|v| v.object));
            });
            if let Inst::Builtin(call) = inst {
                self.read_cells_of_trap(call);
            }
        }
        if matches!(
            trap.kind,
            TrapKind::Dangling { .. } | TrapKind::DoubleFree(_)
        ) {
            for &object in &gone {
                let ended = self.shadow.object(object).map_or(0, |o| o.ended);
                if ended != 0 {
                    self.push_edge(ended, DependenceKind::Data);
                }
            }
        }
        gone
    }

    /// Adds the input and file positions: they decide which text is read, and that text may be the cause of the trap.
    fn read_cells_of_trap(&mut self, call: &BuiltinCall) {
        for part in self.facts.library().changed(call.builtin).iter() {
            if matches!(part, StatePart::Input | StatePart::Files) {
                self.read_state(part, DependenceKind::Data);
            }
        }
    }

    /// The way in which the end of the run is wrong, if it is; the edges then hold what that depends on.
    fn wrong_end(&mut self, ending: &Ending) -> Option<EventKind> {
        if !self.matcher.finish(&self.goal.expected) {
            self.edges.clear();
            self.read_state(StatePart::Output, DependenceKind::Order);
            return Some(EventKind::Missing);
        }
        let wrong = match ending {
            Ending::Status(status) => self
                .goal
                .exit
                .is_some_and(|wanted| !status.is_some_and(|status| wanted.allows(status))),
            Ending::Returned => match (self.goal.returns.clone(), self.machine.state.result) {
                (Some((ty, literal)), Some(value)) => {
                    let memory = &self.machine.state.memory;
                    equals(&mut self.machine.dom, memory, ty, value, &literal) != Some(true)
                }
                (Some(_), None) => true,
                (None, _) => false,
            },
        };
        wrong.then_some(EventKind::Result)
    }

    /// The event of a call that printed a wrong byte, if it did. The edges are those of the call's node.
    pub(crate) fn printed(&mut self, at: At, call: &BuiltinCall, before: usize) -> Option<Event> {
        let text = self.printed_since(before).to_vec();
        let expected = std::sync::Arc::clone(&self.goal.expected);
        let wrong = text.iter().position(|byte| {
            let fits = self.matcher.feed(&expected, &[*byte]);
            !fits
        });
        // An output that should contain a text is wrong where the most similar part differs.
        let differs = self.differs_at.and_then(|at| at.checked_sub(before));
        let wrong = wrong.or(differs.filter(|at| *at < text.len()))?;
        let surplus = self.matcher.finish(&expected);
        let wrote = self.writer_of_byte(&text, wrong);
        self.read_wrong_byte(at, call, wrong);
        let kind = EventKind::Output {
            position: before + wrong,
            byte: text[wrong],
            surplus,
        };
        let spans = &self.facts.program.functions[at.function.index()].spans;
        let span = spans.get(at.pc as usize).copied().unwrap_or_default();
        let event = self.event_at(kind, span, at);
        Some(Event { wrote, ..event })
    }

    /// The node that wrote the byte of memory of which a printed byte is a copy, if the call copied a text.
    fn writer_of_byte(&self, text: &[u8], byte: usize) -> Option<NodeId> {
        let (dom, whole) = (&self.machine.dom, 0..text.len());
        let conversions = dom.conversions.iter();
        let own = conversions.skip(1).find(|c| c.text.contains(&byte));
        let copied = own.map_or(whole, |conversion| conversion.text.clone());
        let offset = (byte - copied.start) as u64;
        // The text was read as a whole, with or without its end, or up to its end and more.
        let read = dom.touched.iter().rev().find(|read| {
            let object = self.machine.state.memory.get(read.object);
            let range = read.at as usize..read.at as usize + copied.len();
            !read.write
                && read.size >= copied.len() as u64
                && object.is_some_and(|object| {
                    let bytes = &object.bytes;
                    range.end <= bytes.len() && bytes.to_vec(range) == text[copied.clone()]
                })
        })?;
        let mut writer = None;
        let shadow = self.shadow.object(read.object)?;
        shadow.writers(read.at + offset, 1, |node| writer = Some(node));
        writer.filter(|node| *node != 0)
    }

    /// Adds the reads that decide a byte of the text of a call: those of the conversion that wrote it, and those of
    /// earlier conversions, which decide its position.
    fn read_wrong_byte(&mut self, at: At, call: &BuiltinCall, byte: usize) {
        let conversions = std::mem::take(&mut self.machine.dom.conversions);
        let touched = std::mem::take(&mut self.machine.dom.touched);
        // A call without variable arguments keeps its edges as they are.
        if let Some((format, Arguments::Following)) = call.builtin.format() {
            let fixed = format + 1;
            self.edges.clear();
            for (r, _) in call.args.iter().take(fixed) {
                self.read_register(at, *r, DependenceKind::Data);
            }
            // The first entry is the beginning of the text; the format was read before it.
            let mut read = Reads {
                argument: fixed,
                touched: 0,
            };
            for conversion in &conversions {
                let began = conversion.text.start <= byte;
                if !began {
                    break;
                }
                let own = conversion.text.contains(&byte) || conversion.text.end == 0;
                let kind = if own {
                    DependenceKind::Data
                } else {
                    DependenceKind::Order
                };
                let arguments = fixed + conversion.arguments;
                for (r, _) in &call.args[read.argument..arguments.min(call.args.len())] {
                    self.read_register(at, *r, kind);
                }
                let end = conversion.touched.min(touched.len());
                for t in touched[read.touched.min(end)..end]
                    .iter()
                    .filter(|t| !t.write)
                {
                    self.read_memory(*t, kind);
                }
                read = Reads {
                    argument: arguments.min(call.args.len()),
                    touched: end,
                };
            }
            self.read_state(StatePart::Output, DependenceKind::Order);
        }
        self.machine.dom.touched = touched;
    }
}

/// Cursor in a call's arguments and in its log.
struct Reads {
    argument: usize,
    touched: usize,
}
