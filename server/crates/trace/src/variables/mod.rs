//! Values of variables at a point of a recorded run, written as in C.
//!
//! A run is recorded once and can be inspected any number of times: the window that holds a node is run again up to
//! the node ([`Recording::show_states`]), and then variables are read by their declared types ([`ir::Shapes`]). A name
//! may be any C path from a variable: `list->head->value`, `cells[i][j + 1]`, `*p`.

mod path;
mod place;
mod value;
mod written;

use std::sync::Arc;

use eval::{ByteAccess, Frame, ObjId, Object, State, Val};
use ir::{
    Access, CompId, FnId, Function, Pc, Place, Program, Scalar, Shape, Shapes, VariableShape,
};
use syntax::Span;

use crate::recorder::Recorder;
use crate::recording::Recording;
use crate::shadow::Shadow;
use crate::window::NodeId;
pub use path::names_in;
pub use value::{Pointee, PointeeObject, Value, address, number, quoted};
pub use written::{ComparedPart, NameScope, Written};

/// Depth to which nested records are read.
const DEPTH: usize = 3;

/// A variable, or a part of one, and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedValue {
    /// The place, as C names it.
    pub name: String,
    /// Its value.
    pub value: Value,
}

/// The state of a run at a point.
#[derive(Clone, Copy)]
pub struct View<'a> {
    program: &'a Program,
    state: &'a State<u64>,
    /// The state in a run with other addresses, if addresses became numbers.
    elsewhere: Option<&'a State<u64>>,
    shadow: &'a Shadow,
    /// Bytes touched by the last instruction.
    accesses: &'a [ByteAccess],
    /// Number of executions of each component so far.
    executions: &'a [u32],
    /// The text whose names are looked up.
    text: Span,
}

/// A place in memory or in a register, with its type.
#[derive(Debug, Clone)]
enum Spot {
    /// The value of a register, and its index among all registers.
    Register(Val<u64>, usize, Shape),
    Memory(ObjId, u64, Shape),
    /// A bit-field in the unit at this offset: the type of the unit, the first bit, and the width.
    Bits(ObjId, u64, (Scalar, u8, u8)),
}

impl Recording<'_> {
    /// Shows the state before each of these nodes, which are sorted. For a node after the last one, shows the state at
    /// the end.
    pub fn show_states(&self, nodes: &[NodeId], see: &mut dyn FnMut(NodeId, &View<'_>)) {
        let mut rest = nodes;
        while let Some(first) = rest.first() {
            let Some(window) = self.window_of(*first) else {
                rest = &rest[1..];
                continue;
            };
            let mut recorder = self.resumed(window);
            let mut elsewhere = self.resumed_elsewhere(window);
            let end = self.end_of(window);
            loop {
                let next = recorder.window.next();
                while let Some(node) = rest.first().filter(|node| **node <= next) {
                    see(*node, &View::of(&recorder, elsewhere.as_ref()));
                    rest = &rest[1..];
                }
                let is_done = rest
                    .first()
                    .is_none_or(|node| end.is_some_and(|end| *node >= end));
                // The recording of a non-terminating run is cut off at the limit.
                let is_over = recorder.instructions >= self.instructions();
                if is_done || is_over || !matches!(recorder.step(), Ok(None)) {
                    break;
                }
                // From where the other run takes another way, its states cannot be compared.
                elsewhere = elsewhere.and_then(|mut other| {
                    let goes_on = matches!(other.step(), Ok(None));
                    (goes_on && other.at() == recorder.at()).then_some(other)
                });
            }
            // Nodes after the end of the run are shown the final state.
            while let Some(node) = rest.first().filter(|_| end.is_none()) {
                see(*node, &View::of(&recorder, elsewhere.as_ref()));
                rest = &rest[1..];
            }
        }
    }
}

impl<'a> View<'a> {
    fn of(recorder: &'a Recorder<'_>, elsewhere: Option<&'a Recorder<'_>>) -> View<'a> {
        let position = recorder
            .at()
            .and_then(|(at, f)| f.spans.get(at.pc as usize));
        View {
            program: recorder.facts.program,
            state: &recorder.machine.state,
            elsewhere: elsewhere.map(|other| &other.machine.state),
            shadow: &recorder.shadow,
            accesses: &recorder.machine.dom.touched,
            executions: &recorder.machine.dom.concrete.executions,
            text: position.copied().unwrap_or_default(),
        }
    }

    /// The same state, with names as they are meant in this text.
    #[must_use]
    pub fn within(self, text: Span) -> View<'a> {
        View { text, ..self }
    }

    /// Number of executions of a component so far.
    pub fn executions(&self, component: CompId) -> u32 {
        let executions = self.executions.get(component.index());
        executions.copied().unwrap_or_default()
    }

    /// The current function.
    pub fn function(&self) -> Option<FnId> {
        self.state.calls.running().map(|frame| frame.function)
    }

    /// The position in the current function.
    pub fn pc(&self) -> Pc {
        self.state.calls.pc()
    }

    /// Number of activations.
    pub fn depth(&self) -> usize {
        self.state.calls.depth()
    }

    /// The variables of the current function whose names can be used here, in the order of their declarations as far as
    /// that is known.
    pub fn variables(&self) -> Vec<NamedValue> {
        let Some((_, function)) = self.running() else {
            return Vec::new();
        };
        let registers = function.variables.iter().map(|(_, name, _)| name.as_str());
        let slots = function.slots.iter().map(|slot| &*slot.name);
        let is_name = |name: &&str| name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let mut names: Vec<&str> = Vec::new();
        for name in registers.chain(slots).filter(is_name) {
            if !names.contains(&name) && self.local(name).is_some() {
                names.push(name);
            }
        }
        self.seen(names.into_iter())
    }

    /// The global variables that the user declared.
    pub fn globals(&self) -> Vec<NamedValue> {
        let globals = self.program.globals.iter();
        let own = globals.filter(|global| global.span != Span::default());
        self.seen(
            own.map(|global| &*global.name)
                .filter(|name| !name.contains(' ')),
        )
    }

    fn seen<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<NamedValue> {
        names.filter_map(|name| self.named(name)).collect()
    }

    /// The place that a text names, with its value: a variable, a member, an element. `None` if the text names nothing
    /// here.
    pub fn named(&self, text: &str) -> Option<NamedValue> {
        let place = path::parse(text)?;
        let value = self.value_at(&self.spot(&place)?, DEPTH);
        Some(NamedValue {
            name: place.to_string(),
            value,
        })
    }

    /// The last node that wrote the place that a text names; `None` if that was before the recorded part of the run,
    /// or never.
    pub fn writer(&self, text: &str) -> Option<NodeId> {
        let spot = self.spot(&path::parse(text)?)?;
        let mut last = 0;
        match &spot {
            // An argument was passed by the call, whatever wrote it before.
            Spot::Register(_, at, _) => {
                last = self.shadow.registers.get(*at)?.node.max(self.call()?);
            }
            Spot::Memory(object, offset, _) | Spot::Bits(object, offset, _) => {
                let size = self.size(&spot).max(1);
                let shadow = self.shadow.object(*object)?;
                shadow.writers(*offset, size, |node| last = last.max(node));
            }
        }
        (last != 0).then_some(last)
    }

    /// The places in a text that name scalars with values here, each once: in `a[i] < n` these are `a[i]`, `i` and
    /// `n`. For a place that cannot be reached (`p->next`, where `p` leads nowhere) the longest prefix with a value is
    /// returned.
    pub fn named_in(&self, text: &str) -> Vec<NamedValue> {
        let mut found: Vec<NamedValue> = Vec::new();
        for mut place in names_in(text).into_iter().filter_map(path::parse_start) {
            let seen = loop {
                if let Some(value) = self.scalar(&place) {
                    let name = place.to_string();
                    break Some(NamedValue { name, value });
                }
                match place.path.pop() {
                    None => break None,
                    // `p->next` without the member is `p`.
                    Some(Access::Field(_)) if place.path.last() == Some(&Access::Deref) => {
                        place.path.pop();
                    }
                    Some(_) => {}
                }
            };
            let is_new = |seen: &NamedValue| found.iter().all(|known| known.name != seen.name);
            let seen = seen.filter(is_new);
            found.extend(seen);
        }
        found
    }

    /// The value of a scalar that can be read.
    fn scalar(&self, place: &Place) -> Option<Value> {
        let spot = self.spot(place)?;
        self.read(&spot)?;
        Some(self.value_at(&spot, 1))
    }

    /// The innermost activation of a function of the user, in which names are looked up, and the function.
    fn running(&self) -> Option<(&'a Frame, &'a Function)> {
        let mut frames = self.state.calls.frames().iter().rev();
        frames.find_map(|frame| {
            let function = &self.program.functions[frame.function.index()];
            (function.span != Span::default()).then_some((frame, &**function))
        })
    }

    /// The node of the call that began the innermost activation of a function of the user.
    fn call(&self) -> Option<NodeId> {
        let (frame, _) = self.running()?;
        let mut frames = self.state.calls.frames().iter();
        let at = frames.position(|other| other.base == frame.base)?;
        Some(self.shadow.frames.get(at)?.call)
    }

    fn shapes(&self) -> &'a Shapes {
        &self.program.shapes
    }

    /// The variable that a name means in the text.
    fn variable(&self, name: &str) -> Option<Spot> {
        if let Some(local) = self.local(name) {
            return Some(local);
        }
        let shapes = self.shapes().globals.iter().enumerate();
        let globals = self.program.globals.iter().zip(shapes);
        let named = globals.filter(|(global, (_, variable))| {
            let is_local = variable.scope != Span::default();
            &*global.name == name && (!is_local || variable.scope.overlaps(self.text))
        });
        // A local name comes first, then that of the file.
        let (_, (at, variable)) = named.max_by_key(|(global, (_, variable))| {
            let is_here = global.span.file == self.text.file;
            (variable.scope != Span::default(), is_here)
        })?;
        let shape = variable.shape.clone();
        Some(Spot::Memory(at as ObjId + 1, 0, shape))
    }

    /// The variable of the current function that a name means in the text: that of the innermost block.
    fn local(&self, name: &str) -> Option<Spot> {
        let (frame, function) = self.running()?;
        let shapes = self.shapes().functions.get(frame.function.index())?;
        let in_scope = |variable: &VariableShape| variable.scope.overlaps(self.text);
        let mut best: Option<(u32, Spot)> = None;
        let mut offer = |variable: &VariableShape, spot: Spot| {
            if best
                .as_ref()
                .is_none_or(|(start, _)| *start < variable.scope.start)
            {
                best = Some((variable.scope.start, spot));
            }
        };
        let registers = function.variables.iter().zip(&shapes.variables);
        for ((register, ..), variable) in
            registers.filter(|((_, own, _), variable)| own == name && in_scope(variable))
        {
            let index = frame.index_of(*register);
            let value = self.state.calls.registers().get(index)?;
            let shape = self.sized(&variable.shape, frame);
            offer(variable, Spot::Register(value, index, shape));
        }
        let slots = function.slots.iter().zip(&shapes.slots).zip(&frame.slots);
        for ((slot, variable), object) in slots {
            if &*slot.name == name && *object != 0 && in_scope(variable) {
                let shape = self.sized(&variable.shape, frame);
                offer(variable, Spot::Memory(*object, 0, shape));
            }
        }
        best.map(|(_, spot)| spot)
    }

    /// The type with the lengths that its arrays have in an activation; unknown where these are not computed yet.
    fn sized(&self, shape: &Shape, frame: &Frame) -> Shape {
        match shape {
            Shape::Pointer(to) => Shape::Pointer(Arc::new(self.sized(to, frame))),
            Shape::Array(element, n) => Shape::Array(Arc::new(self.sized(element, frame)), *n),
            Shape::VariableArray(element, register) => {
                let element = self.sized(element, frame);
                let bytes = self.state.calls.registers().get(frame.index_of(*register));
                let bytes = bytes.filter(|size| size.init);
                let length =
                    bytes.and_then(|size| size.bits.checked_div(self.shapes().size(&element)));
                length.map_or(Shape::Unknown, |n| Shape::Array(Arc::new(element), n))
            }
            Shape::Number(_) | Shape::Record(_) | Shape::Function | Shape::Unknown => shape.clone(),
        }
    }

    fn object(&self, id: ObjId) -> Option<&'a Object<u64>> {
        self.state.memory.get(id)
    }

    /// The scalar at a place; `None` where nothing can be read.
    fn read(&self, spot: &Spot) -> Option<Val<u64>> {
        let (object, offset, scalar) = match spot {
            Spot::Register(value, ..) => return Some(*value),
            Spot::Memory(object, offset, shape) => (*object, *offset, scalar_of(shape)?),
            Spot::Bits(object, offset, (unit, ..)) => (*object, *offset, *unit),
        };
        let mut dom = eval::Concrete::default();
        self.object(object)?
            .read(&mut dom, offset, self.cell(scalar))
    }

    /// A type as objects store it.
    fn cell(&self, scalar: Scalar) -> Scalar {
        scalar.in_memory(self.program.data_model).cell()
    }

    /// Size of a place in bytes.
    fn size(&self, spot: &Spot) -> u64 {
        match spot {
            Spot::Register(_, _, shape) | Spot::Memory(_, _, shape) => self.shapes().size(shape),
            Spot::Bits(_, _, (unit, ..)) => u64::from(unit.size()),
        }
    }
}

fn scalar_of(shape: &Shape) -> Option<Scalar> {
    match shape {
        Shape::Number(scalar) => Some(*scalar),
        Shape::Pointer(_) => Some(Scalar::Ptr),
        _ => None,
    }
}
