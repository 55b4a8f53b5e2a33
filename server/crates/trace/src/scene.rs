//! What stood in variables at a point of a recorded run, as who wrote the program would write it.
//!
//! A run is recorded once and looked at as often as somebody asks: the window that holds a node is run again up to it
//! ([`Recording::look`]), and then variables are read by their declared types ([`ir::Shapes`]). Names may go on from a
//! variable as they do in C: `list->head->value`, `cells[i][j + 1]`, `*p`.

use ir::eval::{Life, ObjId, Object, State, Val, arith};
use ir::{FnId, Function, Pc, Program, Scalar, Shape, Shapes};
use syntax::Sources;

use crate::recorder::Recorder;
use crate::recording::Recording;
use crate::shadow::Shadow;
use crate::window::NodeId;

/// The value of what nothing was written to.
pub const NOT_SET: &str = "not set";
/// Elements of an array, and bytes of a text, that a value shows.
const MOST_ELEMENTS: u64 = 8;
const MOST_BYTES: usize = 40;
/// Depth to which records inside of each other are shown.
const DEPTH: usize = 3;

/// A variable and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
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
                if is_done || !matches!(recorder.step(), Ok(None)) {
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
    pub fn variables(&self) -> Vec<Seen> {
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
    pub fn globals(&self) -> Vec<Seen> {
        let globals = self.program.globals.iter();
        let own = globals.filter(|global| global.span != syntax::Span::default());
        self.seen(
            own.map(|global| &*global.name)
                .filter(|name| !name.contains(' ')),
        )
    }

    fn seen<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<Seen> {
        names
            .filter_map(|name| {
                Some(Seen {
                    name: name.to_owned(),
                    value: self.value(name)?,
                })
            })
            .collect()
    }

    /// The value of what a text names: a variable, a member, an element. `None` if it names nothing here.
    pub fn value(&self, text: &str) -> Option<String> {
        let mut path = Path {
            view: self,
            rest: text.trim(),
        };
        let spot = path.spot()?;
        path.rest
            .trim()
            .is_empty()
            .then(|| self.shown(&spot, DEPTH))
    }

    /// The node that wrote what a text names last; `None` if that was before the recorded part of the run, or never.
    pub fn writer(&self, text: &str) -> Option<NodeId> {
        let mut path = Path {
            view: self,
            rest: text.trim(),
        };
        let spot = path.spot().filter(|_| path.rest.trim().is_empty())?;
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
    pub fn named_in(&self, text: &str) -> Vec<Seen> {
        let mut found: Vec<Seen> = Vec::new();
        for name in names_in(text) {
            let seen = starts(name).into_iter().find_map(|name| {
                let value = self.scalar_value(name)?;
                let name = name.to_owned();
                Some(Seen { name, value })
            });
            let is_new = |seen: &Seen| found.iter().all(|known| known.name != seen.name);
            let seen = seen.filter(is_new);
            found.extend(seen);
        }
        found
    }

    /// The value of a scalar that can be read.
    fn scalar_value(&self, name: &str) -> Option<String> {
        let mut path = Path {
            view: self,
            rest: name,
        };
        let spot = path.spot().filter(|_| path.rest.is_empty())?;
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
                let scalar = scalar_of(shape)?;
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

    /// What stands there, in C.
    fn shown(&self, spot: &Spot, depth: usize) -> String {
        match spot.shape() {
            Shape::Array(element, n) => self.array(spot, element, *n, depth),
            Shape::Record(id) => self.record(spot, *id, depth),
            Shape::Pointer(to) => match self.read(spot) {
                Some(value) if value.init => self.pointer(value, to),
                _ => NOT_SET.to_owned(),
            },
            shape => match (self.read(spot), scalar_of(shape)) {
                (Some(value), Some(scalar)) if value.init => number(scalar, value.bits),
                _ => NOT_SET.to_owned(),
            },
        }
    }

    fn array(&self, spot: &Spot, element: &Shape, n: u64, depth: usize) -> String {
        let Spot::Memory(object, offset, _) = spot else {
            return String::new();
        };
        if matches!(element, Shape::Number(Scalar::I8 | Scalar::U8))
            && let Some(text) = self.text(*object, *offset, n)
        {
            return text;
        }
        let size = self.shapes().size(element).max(1);
        let whole = self
            .object(*object)
            .map_or(0, Object::size)
            .saturating_sub(*offset);
        let n = if n == 0 { whole / size } else { n };
        if depth == 0 {
            return "{…}".to_owned();
        }
        let each = (0..n.min(MOST_ELEMENTS)).map(|i| {
            let at = Spot::Memory(*object, offset + i * size, element.clone());
            self.shown(&at, depth - 1)
        });
        let mut all: Vec<String> = each.collect();
        if n > MOST_ELEMENTS {
            all.push("…".to_owned());
        }
        format!("{{{}}}", all.join(", "))
    }

    fn record(&self, spot: &Spot, id: u32, depth: usize) -> String {
        let (Spot::Memory(object, offset, _), Some(record)) =
            (spot, self.shapes().records.get(id as usize))
        else {
            return String::new();
        };
        if depth == 0 {
            return "{…}".to_owned();
        }
        let fields = record.fields.iter().filter(|field| !field.name.is_empty());
        let each = fields.map(|field| {
            let at = Spot::Memory(*object, offset + field.offset, field.shape.clone());
            let value = match field.bits {
                Some(bits) => self.bits(*object, offset + field.offset, bits),
                None => self.shown(&at, depth - 1),
            };
            format!("{} = {value}", field.name)
        });
        format!("{{{}}}", each.collect::<Vec<_>>().join(", "))
    }

    fn bits(&self, object: ObjId, offset: u64, (unit, shift, width): (Scalar, u8, u8)) -> String {
        let spot = Spot::Memory(object, offset, Shape::Number(unit));
        match self.read(&spot) {
            Some(value) if value.init => {
                let bits = value.bits >> shift & (u64::MAX >> (64 - u32::from(width.clamp(1, 64))));
                let is_negative = unit.signed() && bits >> (width - 1) & 1 == 1;
                let extended = if is_negative {
                    bits as i64 - (1_i64 << width)
                } else {
                    bits as i64
                };
                extended.to_string()
            }
            _ => NOT_SET.to_owned(),
        }
    }

    /// The bytes of a text up to its end.
    fn text(&self, object: ObjId, offset: u64, most: u64) -> Option<String> {
        let object = self
            .object(object)
            .filter(|object| object.life == Life::Live)?;
        let from = usize::try_from(offset).ok()?;
        let size = usize::try_from(object.size()).ok()?;
        let end = if most == 0 {
            size
        } else {
            size.min(from + most as usize)
        };
        let mut bytes = Vec::new();
        for at in from..end {
            let byte = object
                .load(&mut ir::eval::Concrete::default(), at, Scalar::U8)
                .ok()?;
            if !byte.init {
                return (!bytes.is_empty()).then(|| format!("{} without its end", quoted(&bytes)));
            }
            if byte.bits == 0 {
                return Some(quoted(&bytes));
            }
            bytes.push(byte.bits as u8);
        }
        Some(format!("{} without its end", quoted(&bytes)))
    }

    /// Where a pointer leads.
    fn pointer(&self, value: Val<u64>, to: &Shape) -> String {
        if let Some(function) = value.function() {
            return self
                .program
                .functions
                .get(function.index())
                .map_or_else(|| "a function".to_owned(), |function| function.name.clone());
        }
        if value.object == 0 {
            return match value.bits {
                0 => "NULL".to_owned(),
                bits => format!("{bits:#x}"),
            };
        }
        let is_text = matches!(to, Shape::Number(Scalar::I8 | Scalar::U8));
        if let Some(text) = is_text
            .then(|| self.text(value.object, value.bits, 0))
            .flatten()
        {
            return text;
        }
        self.place(value.object, value.bits, to)
    }

    /// What a place in memory is called: `&x[2]`, `the 2nd struct node from line 18`.
    fn place(&self, id: ObjId, offset: u64, to: &Shape) -> String {
        let Some(object) = self.object(id) else {
            return "somewhere".to_owned();
        };
        let is_heap = object.born != syntax::Span::default();
        let name = if is_heap {
            let same = (1..=id).filter(|other| {
                self.object(*other)
                    .is_some_and(|other| other.born == object.born)
            });
            let kind = match to {
                Shape::Record(id) => self.shapes().records.get(*id as usize).map(|r| &*r.name),
                _ => None,
            };
            let kind = kind.filter(|kind| !kind.is_empty()).unwrap_or("block");
            let line = self.sources.line_col(object.born).0;
            format!("the {} {kind} from line {line}", ordinal(same.count()))
        } else {
            object.name.text(self.program)
        };
        let shape = match usize::try_from(id).ok().and_then(|id| id.checked_sub(1)) {
            Some(global) => self.shapes().globals.get(global),
            None => None,
        };
        let inside = shape.and_then(|shape| self.shapes().path(shape, offset));
        let gone = match object.life {
            Life::Live => "",
            Life::Freed => ", which is freed",
            Life::Ended | Life::Returned => ", which is gone",
        };
        match (inside, offset) {
            _ if is_heap && offset == 0 => format!("{name}{gone}"),
            _ if is_heap => format!("{offset} bytes into {name}{gone}"),
            (_, 0) => format!("&{name}{gone}"),
            (Some((path, _)), _) => format!("&{name}{path}{gone}"),
            (None, offset) => format!("&{name} + {offset} bytes{gone}"),
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

/// A name, and what it begins with, the longest first: `a->b[1]`, `a->b`, `a`.
fn starts(name: &str) -> Vec<&str> {
    let mut all = vec![name];
    let mut rest = name;
    while let Some(at) = rest.rfind(['[', '.', '>']) {
        rest = rest[..at].trim_end_matches('-');
        all.push(rest);
    }
    all
}

/// `1st`, `2nd`, `3rd`, `4th`
fn ordinal(n: usize) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

fn scalar_of(shape: &Shape) -> Option<Scalar> {
    match shape {
        Shape::Number(scalar) => Some(*scalar),
        Shape::Pointer(_) => Some(Scalar::Ptr),
        _ => None,
    }
}

fn number(scalar: Scalar, bits: u64) -> String {
    let bits = arith::extend(scalar, bits);
    match scalar {
        Scalar::F32 => float(f64::from(f32::from_bits(bits as u32))),
        Scalar::F64 => float(f64::from_bits(bits)),
        Scalar::I8 => match bits as u8 {
            byte @ 32..=126 => format!("'{}'", byte as char),
            0 => "'\\0'".to_owned(),
            b'\n' => "'\\n'".to_owned(),
            _ => (bits as i64).to_string(),
        },
        _ if scalar.signed() => (bits as i64).to_string(),
        _ => bits.to_string(),
    }
}

fn float(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.1}")
    } else {
        format!("{value}")
    }
}

fn quoted(bytes: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST_BYTES)]).into_owned();
    let more = if bytes.len() > MOST_BYTES { "…" } else { "" };
    format!("{shown:?}{more}")
}

/// Reads what a text names, from left to right.
struct Path<'v, 'a, 't> {
    view: &'v View<'a>,
    rest: &'t str,
}

impl<'t> Path<'_, '_, 't> {
    fn spot(&mut self) -> Option<Spot> {
        if let Some(rest) = self.rest.strip_prefix('*') {
            self.rest = rest.trim_start();
            let pointer = self.spot()?;
            return self.led(&pointer, 0);
        }
        let name = self.name()?;
        let mut spot = self.view.variable(name)?;
        loop {
            self.rest = self.rest.trim_start();
            if let Some(rest) = self.rest.strip_prefix("->") {
                self.rest = rest;
                let record = self.led(&spot, 0)?;
                spot = self.member(&record)?;
            } else if let Some(rest) = self.rest.strip_prefix('.') {
                self.rest = rest;
                spot = self.member(&spot)?;
            } else if let Some(rest) = self.rest.strip_prefix('[') {
                self.rest = rest;
                let index = self.index()?;
                self.rest = self.rest.trim_start().strip_prefix(']')?;
                spot = self.led(&spot, index)?;
            } else {
                return Some(spot);
            }
        }
    }

    fn name(&mut self) -> Option<&'t str> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        let is_name = name.starts_with(|c: char| !c.is_ascii_digit());
        (is_name && !name.is_empty()).then_some(name)
    }

    /// The element that an array or a pointer leads to.
    fn led(&self, spot: &Spot, index: i64) -> Option<Spot> {
        let (object, offset, element) = match spot.shape() {
            Shape::Array(element, _) => match spot {
                Spot::Memory(object, offset, _) => (*object, *offset, element),
                Spot::Register(..) => return None,
            },
            Shape::Pointer(element) => {
                let value = self.view.read(spot).filter(|value| value.init)?;
                if value.object == 0 || value.function().is_some() {
                    return None;
                }
                (value.object, value.bits, element)
            }
            _ => return None,
        };
        let size = self.view.shapes().size(element);
        let distance = index.checked_mul(i64::try_from(size).ok()?)?;
        Some(Spot::Memory(
            object,
            offset.checked_add_signed(distance)?,
            (**element).clone(),
        ))
    }

    fn member(&mut self, spot: &Spot) -> Option<Spot> {
        self.rest = self.rest.trim_start();
        let name = self.name()?;
        let (Spot::Memory(object, offset, Shape::Record(id)), shapes) = (spot, self.view.shapes())
        else {
            return None;
        };
        let record = shapes.records.get(*id as usize)?;
        let field = record
            .fields
            .iter()
            .find(|field| field.name == name && field.bits.is_none())?;
        Some(Spot::Memory(
            *object,
            offset + field.offset,
            field.shape.clone(),
        ))
    }

    /// A number, or what has one, perhaps with another added.
    fn index(&mut self) -> Option<i64> {
        let mut sum = self.operand()?;
        loop {
            self.rest = self.rest.trim_start();
            if let Some(rest) = self.rest.strip_prefix('+') {
                self.rest = rest;
                sum = sum.checked_add(self.operand()?)?;
            } else if let Some(rest) = self.rest.strip_prefix('-') {
                self.rest = rest;
                sum = sum.checked_sub(self.operand()?)?;
            } else {
                return Some(sum);
            }
        }
    }

    fn operand(&mut self) -> Option<i64> {
        self.rest = self.rest.trim_start();
        let digits = self
            .rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest.len());
        if digits > 0 {
            let (number, rest) = self.rest.split_at(digits);
            self.rest = rest;
            return number.parse().ok();
        }
        let spot = self.spot()?;
        let value = self
            .view
            .read(&spot)
            .filter(|value| value.init && value.object == 0)?;
        let scalar = scalar_of(spot.shape()).filter(|scalar| !scalar.is_float())?;
        Some(arith::extend(scalar, value.bits) as i64)
    }
}

/// The parts of an expression that may name something: variables with what follows them, the longest first, and what stands
/// in their brackets. Names of functions that are called are left out.
pub fn names_in(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let is_part = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'') => at = behind_quote(bytes, at, quote),
            // A member behind an element: it was told with that.
            b if is_part(b) && is_member(&bytes[..at]) => {
                at = (at..bytes.len())
                    .find(|i| !is_part(bytes[*i]))
                    .unwrap_or(bytes.len());
            }
            b if is_part(b) && !b.is_ascii_digit() => {
                let end = path_end(bytes, at);
                let is_call = text[end..].trim_start().starts_with('(');
                if !is_call {
                    found.push(&text[at..end]);
                }
                // What stands in brackets has names of its own.
                let name_end = (at..end).find(|i| !is_part(bytes[*i])).unwrap_or(end);
                at = name_end.max(at + 1);
                while at < end && bytes[at] != b'[' {
                    at += 1;
                }
            }
            b if is_part(b) => {
                at = (at..bytes.len())
                    .find(|i| !is_part(bytes[*i]))
                    .unwrap_or(bytes.len());
            }
            _ => at += 1,
        }
    }
    found
}

/// Whether what ends here leads to a member.
fn is_member(before: &[u8]) -> bool {
    before.ends_with(b"->") || before.ends_with(b"].") || before.ends_with(b").")
}

fn behind_quote(bytes: &[u8], from: usize, quote: u8) -> usize {
    let mut at = from + 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// Where the name that begins here ends, with the members and elements that follow it.
fn path_end(bytes: &[u8], from: usize) -> usize {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let word = |from: usize| from + bytes[from..].iter().take_while(|b| is_part(b)).count();
    let mut at = word(from);
    loop {
        match &bytes[at..] {
            [b'-', b'>', rest @ ..] if rest.first().is_some_and(is_part) => at = word(at + 2),
            [b'.', rest @ ..] if rest.first().is_some_and(is_part) => at = word(at + 1),
            [b'[', ..] => {
                let mut depth = 0_usize;
                let close = bytes[at..].iter().position(|b| {
                    depth += usize::from(*b == b'[');
                    depth -= usize::from(*b == b']');
                    depth == 0
                });
                match close {
                    Some(close) => at += close + 1,
                    None => return at,
                }
            }
            _ => return at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_name_begins_with() {
        assert_eq!(starts("a->b[1].c"), ["a->b[1].c", "a->b[1]", "a->b", "a"]);
        assert_eq!([1, 2, 11, 23].map(ordinal), ["1st", "2nd", "11th", "23rd"]);
    }

    #[test]
    fn names_of_an_expression_are_told_with_their_members() {
        for (text, want) in [
            ("a < b", vec!["a", "b"]),
            ("cells[r][c + 1] == '#'", vec!["cells[r][c + 1]", "r", "c"]),
            ("l->head->next != NULL", vec!["l->head->next", "NULL"]),
            ("f(x, \"no name\") + 10", vec!["x"]),
            ("p.q[i].r", vec!["p.q[i].r", "i"]),
        ] {
            assert_eq!(names_in(text), want, "{text}");
        }
    }
}
