//! Values of variables at a point of a recorded run, written as in C.
//!
//! A run is recorded once and can be inspected any number of times: the window that holds a node is run again up to
//! the node ([`Recording::show_states`]), and then variables are read by their declared types ([`ir::Shapes`]). A name
//! may be any C path from a variable: `list->head->value`, `cells[i][j + 1]`, `*p`.

mod path;
mod values;

use eval::{Life, ObjId, Object, State, Val};
use ir::{FnId, Function, Pc, Program, Scalar, Shape, Shapes};
use syntax::Sources;

use crate::recorder::Recorder;
use crate::recording::Recording;
use crate::shadow::Shadow;
use crate::window::NodeId;
pub use path::names_in;
use path::{Path, starts};

/// The value shown for an uninitialised variable.
pub const NOT_SET: &str = "not set";
/// Depth to which nested records are shown.
const DEPTH: usize = 3;

/// A variable and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedValue {
    /// Name of the variable.
    pub name: String,
    /// Value of the variable, as in C, or [`NOT_SET`].
    pub value: String,
}

/// The state of a run at a point.
pub struct View<'a> {
    program: &'a Program,
    sources: &'a Sources,
    state: &'a State<u64>,
    shadow: &'a Shadow,
}

/// A place in memory or in a register, with its type.
#[derive(Debug, Clone)]
enum Spot {
    /// The value of a register, and its index among all registers.
    Register(Val<u64>, usize, Shape),
    Memory(ObjId, u64, Shape),
}

impl Recording<'_> {
    /// Shows the state before each of these nodes, which are sorted. For a node after the last one, shows the state at
    /// the end.
    pub fn show_states(
        &self,
        sources: &Sources,
        nodes: &[NodeId],
        see: &mut dyn FnMut(NodeId, &View<'_>),
    ) {
        let mut rest = nodes;
        while let Some(first) = rest.first() {
            let Some(window) = self.window_of(*first) else {
                rest = &rest[1..];
                continue;
            };
            let mut recorder = self.resumed(window);
            let end = self.end_of(window);
            loop {
                let next = recorder.window.next();
                while let Some(node) = rest.first().filter(|node| **node <= next) {
                    see(*node, &View::of(&recorder, sources));
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
            }
            // Nodes after the end of the run are shown the final state.
            while let Some(node) = rest.first().filter(|_| end.is_none()) {
                see(*node, &View::of(&recorder, sources));
                rest = &rest[1..];
            }
        }
    }
}

impl<'a> View<'a> {
    fn of(recorder: &'a Recorder<'_>, sources: &'a Sources) -> View<'a> {
        View {
            program: recorder.facts.program,
            sources,
            state: &recorder.machine.state,
            shadow: &recorder.shadow,
        }
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

    /// The variables of the current function, in the order of their declarations as far as that is known.
    pub fn variables(&self) -> Vec<NamedValue> {
        let Some(function) = self.running() else {
            return Vec::new();
        };
        let registers = function.variables.iter().map(|(_, name, _)| name.as_str());
        let slots = function.slots.iter().map(|slot| &*slot.name);
        let is_name = |name: &&str| name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let mut names: Vec<&str> = Vec::new();
        for name in registers.chain(slots).filter(is_name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        self.seen(names.into_iter())
    }

    /// The global variables that the user declared.
    pub fn globals(&self) -> Vec<NamedValue> {
        let globals = self.program.globals.iter();
        let own = globals.filter(|global| global.span != syntax::Span::default());
        self.seen(
            own.map(|global| &*global.name)
                .filter(|name| !name.contains(' ')),
        )
    }

    fn seen<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<NamedValue> {
        names.filter_map(|name| self.named(name)).collect()
    }

    /// The value of the place that a text names: a variable, a member, an element. `None` if the text names nothing
    /// here.
    pub fn value(&self, text: &str) -> Option<String> {
        let spot = self.spot(text)?;
        Some(self.shown(&spot, DEPTH))
    }

    /// The place that a text names.
    fn spot(&self, text: &str) -> Option<Spot> {
        let mut path = Path {
            view: self,
            rest: text.trim(),
        };
        path.spot().filter(|_| path.rest.trim().is_empty())
    }

    /// The value of the place that a text names, together with the text.
    pub fn named(&self, name: &str) -> Option<NamedValue> {
        let value = self.value(name)?;
        Some(NamedValue {
            name: name.to_owned(),
            value,
        })
    }

    /// The last node that wrote the place that a text names; `None` if that was before the recorded part of the run,
    /// or never.
    pub fn writer(&self, text: &str) -> Option<NodeId> {
        let spot = self.spot(text)?;
        let mut last = 0;
        match &spot {
            Spot::Register(_, at, _) => last = self.shadow.registers.get(*at)?.node,
            Spot::Memory(object, offset, shape) => {
                let size = self.shapes().size(shape).max(1);
                let shadow = self.shadow.object(*object)?;
                shadow.writers(*offset, size, |node| last = last.max(node));
            }
        }
        (last != 0).then_some(last)
    }

    /// The places in a text that name scalars with values here, each once: in `a[i] < n` these are `a[i]`, `i` and
    /// `n`. For a place that cannot be reached (`p->next`, where `p` leads nowhere) the longest prefix with a value is
    /// shown.
    pub fn named_in(&self, text: &str) -> Vec<NamedValue> {
        let mut found: Vec<NamedValue> = Vec::new();
        for name in names_in(text) {
            let seen = starts(name).into_iter().find_map(|name| {
                let value = self.scalar_value(name)?;
                let name = name.to_owned();
                Some(NamedValue { name, value })
            });
            let is_new = |seen: &NamedValue| found.iter().all(|known| known.name != seen.name);
            let seen = seen.filter(is_new);
            found.extend(seen);
        }
        found
    }

    /// The value of a scalar that can be read.
    fn scalar_value(&self, name: &str) -> Option<String> {
        let spot = self.spot(name)?;
        scalar_of(spot.shape())?;
        self.read(&spot)?;
        Some(self.shown(&spot, 1))
    }

    fn running(&self) -> Option<&'a Function> {
        let function = self.function()?;
        Some(&self.program.functions[function.index()])
    }

    fn shapes(&self) -> &'a Shapes {
        &self.program.shapes
    }

    /// A variable of the current function, the innermost of its name, or a global one.
    fn variable(&self, name: &str) -> Option<Spot> {
        let frame = self.state.calls.running()?;
        let function = self.running()?;
        let shapes = self.shapes().functions.get(frame.function.index());
        let register = function
            .variables
            .iter()
            .rposition(|(_, own, _)| own == name);
        let shape_of = |shapes: Option<&Vec<Shape>>, at: usize| {
            shapes
                .and_then(|all| all.get(at))
                .cloned()
                .unwrap_or_default()
        };
        // If several blocks have variables of this name, the live ones are in scope.
        let slots = function.slots.iter().enumerate().rev();
        let mut live = slots
            .filter(|(_, slot)| &*slot.name == name)
            .filter_map(|(at, _)| {
                let object = *frame.slots.get(at)?;
                (object != 0).then_some((at, object))
            });
        if let Some((at, object)) = live.next() {
            let shape = shape_of(shapes.map(|s| &s.slots), at);
            return Some(Spot::Memory(object, 0, shape));
        }
        if let Some(at) = register {
            let (register, ..) = function.variables[at];
            let index = frame.base as usize + register as usize;
            let value = *self.state.calls.registers().get(index)?;
            return Some(Spot::Register(
                value,
                index,
                shape_of(shapes.map(|s| &s.variables), at),
            ));
        }
        let global = self
            .program
            .globals
            .iter()
            .position(|global| &*global.name == name)?;
        let shape = self
            .shapes()
            .globals
            .get(global)
            .cloned()
            .unwrap_or_default();
        Some(Spot::Memory(global as ObjId + 1, 0, shape))
    }

    fn object(&self, id: ObjId) -> Option<&'a Object<u64>> {
        self.state.memory.get(id)
    }

    /// The scalar at a place; `None` where nothing can be read.
    fn read(&self, spot: &Spot) -> Option<Val<u64>> {
        match spot {
            Spot::Register(value, ..) => Some(*value),
            Spot::Memory(object, offset, shape) => {
                let scalar = scalar_of(shape)?.in_memory(self.program.data_model).cell();
                let object = self.object(*object)?;
                let at = usize::try_from(*offset).ok()?;
                let end = at.checked_add(scalar.size() as usize)?;
                if object.life != Life::Live || end as u64 > object.size() {
                    return None;
                }
                object.load(&mut eval::Concrete::default(), at, scalar).ok()
            }
        }
    }
}

impl Spot {
    fn shape(&self) -> &Shape {
        match self {
            Spot::Register(_, _, shape) | Spot::Memory(_, _, shape) => shape,
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
