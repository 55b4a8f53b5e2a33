//! What stood in variables at a point of a recorded run, as who wrote the program would write it.
//!
//! A run is recorded once and looked at as often as somebody asks: the window that holds a node is run again up to it
//! ([`Recording::look`]), and then variables are read by their declared types ([`ir::Shapes`]). Names may go on from a
//! variable as they do in C: `list->head->value`, `cells[i][j + 1]`, `*p`.

mod path;
mod values;

use ir::eval::{Life, ObjId, Object, State, Val};
use ir::{FnId, Function, Pc, Program, Scalar, Shape, Shapes};
use syntax::Sources;

use crate::recorder::Recorder;
use crate::recording::Recording;
use crate::shadow::Shadow;
use crate::window::NodeId;
pub use path::names_in;
use path::{Path, starts};

/// The value of what nothing was written to.
pub const NOT_SET: &str = "not set";
/// Depth to which records inside of each other are shown.
const DEPTH: usize = 3;

/// A variable and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedValue {
    /// Its name.
    pub name: String,
    /// Its value, as it would be written in C, or [`NOT_SET`].
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
    /// Its value, and which of all registers it is.
    Register(Val<u64>, usize, Shape),
    Memory(ObjId, u64, Shape),
}

impl Recording<'_> {
    /// Shows the state before each of these nodes, which are sorted. A node beyond the last is shown at the end.
    pub fn look(
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
                // A run without end was recorded for a while only.
                let is_over = recorder.instructions >= self.instructions();
                if is_done || is_over || !matches!(recorder.step(), Ok(None)) {
                    break;
                }
            }
            // What comes after the end of the run is seen there.
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

    /// The function that runs.
    pub fn function(&self) -> Option<FnId> {
        self.state.frames.last().map(|frame| frame.function)
    }

    /// The position in it.
    pub fn pc(&self) -> Pc {
        self.state.pc
    }

    /// Number of activations.
    pub fn depth(&self) -> usize {
        self.state.frames.len()
    }

    /// The variables of the running function, in the order of their declarations as far as that is known.
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

    /// The global variables that have names of the user's.
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

    /// The value of what a text names: a variable, a member, an element. `None` if it names nothing here.
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

    /// The value of what a text names, with that text.
    pub fn named(&self, name: &str) -> Option<NamedValue> {
        let value = self.value(name)?;
        Some(NamedValue {
            name: name.to_owned(),
            value,
        })
    }

    /// The node that wrote what a text names last; `None` if that was before the recorded part of the run, or never.
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

    /// The places in a text that name scalars with values here, each once: of `a[i] < n` these are `a[i]`, `i` and `n`. Of
    /// what cannot be reached (`p->next`, where `p` leads nowhere) so much is told as can be.
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

    /// A variable of the running function, the innermost of its name, or a global one.
    fn variable(&self, name: &str) -> Option<Spot> {
        let frame = self.state.frames.last()?;
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
        // Of several blocks' variables of one name those are in scope that live.
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
            let value = *self.state.regs.get(index)?;
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
                object
                    .load(&mut ir::eval::Concrete::default(), at, scalar)
                    .ok()
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
