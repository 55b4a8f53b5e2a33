//! Values of places, as their declared types read them.

use eval::{Frame, Life, Name, ObjId, Object, Val, arith};
use ir::{Scalar, Shape};
use syntax::Span;

use super::{Spot, View, scalar_of};

/// Most elements of an array that are read.
const MOST_ELEMENTS: u64 = 8;
/// Most bytes of a text that are read.
const MOST_BYTES: usize = 1 << 12;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// No value has been stored there.
    Indeterminate,
    /// The place cannot be read: its object does not exist any more, or is too small.
    Unreadable,
    /// A number, extended to 64 bits.
    Number(Scalar, u64),
    /// The value of a bit-field.
    Field(i64),
    /// A null pointer.
    Null,
    /// A pointer that points to no object.
    Address(u64),
    /// A pointer to this function.
    Function(String),
    /// A pointer to an object.
    Pointer(Pointee),
    /// A text in an array of characters, or one that a pointer to characters points to.
    Text {
        /// The bytes before its end.
        bytes: Vec<u8>,
        /// Whether a zero byte ends it.
        has_end: bool,
        /// The object, if a pointer to the text was read.
        pointee: Option<Pointee>,
    },
    /// The elements of an array: the first ones, and whether there are more.
    Array(Vec<Value>, bool),
    /// The members of a record.
    Record(Vec<(String, Value)>),
    /// An aggregate whose parts were not read.
    Omitted,
    /// A number made from an address: bytes of it, or computed with it. It differs from run to run.
    MadeFromAddress,
}

/// The object that a pointer points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointee {
    /// The object.
    pub object: PointeeObject,
    /// Offset in bytes.
    pub offset: u64,
    /// Whether the object can be accessed, and why not.
    pub life: Life,
}

/// An object that a pointer points to, as messages name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PointeeObject {
    /// A part of a variable.
    Variable {
        /// Name of the variable.
        name: String,
        /// Path to the part: `[1].next`; `None` if the offset leads to no part of the pointer's type.
        path: Option<String>,
        /// Whether the variable is an array.
        is_array: bool,
        /// Name of the function in which the variable is declared; `None` for one at file scope.
        function: Option<String>,
        /// Whether the name means this variable where the value is read.
        in_scope: bool,
    },
    /// An allocated block.
    Block {
        /// Number of the block among those allocated at its place, from 1.
        number: usize,
        /// Type of its contents: `struct node`; empty if it is not known.
        kind: String,
        /// Place of the allocation.
        born: Span,
    },
    /// An object that no declaration makes, in words: the arguments of the program, the stream of a file.
    Outside(String),
    /// An unknown object.
    Unknown,
}

impl Value {
    /// Whether the value is one: something was stored, and can be read.
    pub fn is_known(&self) -> bool {
        !matches!(self, Value::Indeterminate | Value::Unreadable)
    }

    /// The object that the value points to.
    pub fn pointee(&self) -> Option<&Pointee> {
        match self {
            Value::Pointer(pointee) => Some(pointee),
            Value::Text { pointee, .. } => pointee.as_ref(),
            _ => None,
        }
    }

    /// The value as a constant expression of C, if it is a scalar that can be written as one.
    pub fn constant(&self) -> Option<String> {
        Some(match self {
            Value::Number(scalar, bits) => number(*scalar, *bits),
            Value::Field(value) => value.to_string(),
            Value::Null => "NULL".to_owned(),
            Value::Function(name) => name.clone(),
            Value::Pointer(pointee) if pointee.life == Life::Live => match &pointee.object {
                PointeeObject::Variable {
                    name,
                    path,
                    in_scope: true,
                    ..
                } => address(name, path.as_deref()?),
                _ => return None,
            },
            Value::Text {
                bytes,
                has_end: true,
                ..
            } => quoted(bytes),
            _ => return None,
        })
    }
}

/// `&x[1]`; the address of an array's first element is written as the array.
pub fn address(name: &str, path: &str) -> String {
    match path.strip_suffix("[0]") {
        Some(path) => format!("{name}{path}"),
        None => format!("&{name}{path}"),
    }
}

/// A number as a constant of C.
pub fn number(scalar: Scalar, bits: u64) -> String {
    let bits = arith::extend(scalar, bits);
    match scalar {
        Scalar::F32 => float(f64::from(f32::from_bits(bits as u32))),
        Scalar::F64 => float(f64::from_bits(bits)),
        Scalar::I8 => match bits as u8 {
            b'\'' => "'\\''".to_owned(),
            b'\\' => "'\\\\'".to_owned(),
            byte @ 32..=126 => format!("'{}'", byte as char),
            0 => "'\\0'".to_owned(),
            b'\n' => "'\\n'".to_owned(),
            b'\t' => "'\\t'".to_owned(),
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

/// A text as a string literal; bytes that are not UTF-8 are replaced.
pub fn quoted(bytes: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(bytes))
}

impl View<'_> {
    /// The value at a place; the parts of aggregates are read down to this depth.
    pub(super) fn value_at(&self, spot: &Spot, depth: usize) -> Value {
        let shape = match spot {
            Spot::Register(_, _, shape) | Spot::Memory(_, _, shape) => shape,
            Spot::Bits(object, offset, bits) => return self.bits(*object, *offset, *bits),
        };
        match (shape, self.read(spot)) {
            (Shape::Array(element, n), _) => self.array(spot, element, *n, depth),
            (Shape::Record(id), _) => self.record(spot, *id, depth),
            (Shape::VariableArray(..) | Shape::Unknown | Shape::Function, _) => Value::Omitted,
            (Shape::Number(_) | Shape::Pointer(_), None) => Value::Unreadable,
            (_, Some(value)) if !value.init => Value::Indeterminate,
            _ if self.is_part_of_address(spot) => Value::MadeFromAddress,
            (_, Some(value)) if value.object == 0 && self.differs_elsewhere(spot, value.bits) => {
                Value::MadeFromAddress
            }
            // An address in an integer.
            (Shape::Number(_), Some(value)) if value.object != 0 => {
                self.pointer(value, &Shape::Unknown)
            }
            (Shape::Number(scalar), Some(value)) => Value::Number(*scalar, value.bits),
            (Shape::Pointer(to), Some(value)) => self.pointer(value, to),
        }
    }

    /// Whether a place holds some bytes of a pointer, or a pointer and other bytes.
    fn is_part_of_address(&self, spot: &Spot) -> bool {
        let Spot::Memory(object, offset, shape) = spot else {
            return false;
        };
        let object = self.object(*object).zip(scalar_of(shape));
        object.is_some_and(|(object, scalar)| object.cuts_pointer(*offset, self.cell(scalar)))
    }

    /// Whether a scalar has another value in the run with other addresses.
    fn differs_elsewhere(&self, spot: &Spot, bits: u64) -> bool {
        let Some(state) = self.elsewhere else {
            return false;
        };
        let other = match spot {
            Spot::Register(_, at, _) => state.calls.registers().get(*at),
            Spot::Memory(..) | Spot::Bits(..) => View { state, ..*self }.read(spot),
        };
        other.is_some_and(|other| other.bits != bits)
    }

    fn array(&self, spot: &Spot, element: &Shape, n: u64, depth: usize) -> Value {
        let Spot::Memory(object, offset, _) = spot else {
            return Value::Omitted;
        };
        let Some(whole) = self.object(*object).filter(|o| o.life == Life::Live) else {
            return Value::Unreadable;
        };
        if matches!(element, Shape::Number(Scalar::I8 | Scalar::U8))
            && let Some(text) = Self::text(whole, *offset, n)
        {
            return text;
        }
        let size = self.shapes().size(element).max(1);
        let n = match n {
            0 => whole.size().saturating_sub(*offset) / size,
            n => n,
        };
        if depth == 0 {
            return Value::Omitted;
        }
        let each = (0..n.min(MOST_ELEMENTS)).map(|i| {
            let at = Spot::Memory(*object, offset + i * size, element.clone());
            self.value_at(&at, depth - 1)
        });
        let elements: Vec<Value> = each.collect();
        // An array without any value has none.
        if n > 0
            && elements
                .iter()
                .all(|element| *element == Value::Indeterminate)
        {
            return Value::Indeterminate;
        }
        Value::Array(elements, n > MOST_ELEMENTS)
    }

    fn record(&self, spot: &Spot, id: u32, depth: usize) -> Value {
        let (Spot::Memory(object, offset, _), Some(record)) =
            (spot, self.shapes().records.get(id as usize))
        else {
            return Value::Omitted;
        };
        if self.object(*object).is_none_or(|o| o.life != Life::Live) {
            return Value::Unreadable;
        }
        if depth == 0 {
            return Value::Omitted;
        }
        let fields = record.fields.iter().filter(|field| !field.name.is_empty());
        let each = fields.map(|field| {
            let value = match field.bits {
                Some(bits) => self.bits(*object, offset + field.offset, bits),
                None => {
                    let at = Spot::Memory(*object, offset + field.offset, field.shape.clone());
                    self.value_at(&at, depth - 1)
                }
            };
            (field.name.clone(), value)
        });
        let members: Vec<(String, Value)> = each.collect();
        if !members.is_empty() && members.iter().all(|(_, m)| *m == Value::Indeterminate) {
            return Value::Indeterminate;
        }
        Value::Record(members)
    }

    /// The value of a bit-field: storage unit, first bit and width.
    pub(super) fn bits(
        &self,
        object: ObjId,
        offset: u64,
        (unit, shift, width): (Scalar, u8, u8),
    ) -> Value {
        let spot = Spot::Memory(object, offset, Shape::Number(unit));
        match self.read(&spot) {
            None => Value::Unreadable,
            Some(value) if !value.init => Value::Indeterminate,
            Some(value) if self.differs_elsewhere(&spot, value.bits) => Value::MadeFromAddress,
            Some(value) => {
                let others = 64 - u32::from(width.clamp(1, 64));
                let bits = value.bits >> shift << others;
                Value::Field(if unit.signed() {
                    bits as i64 >> others
                } else {
                    (bits >> others) as i64
                })
            }
        }
    }

    /// The text at an offset; `most` is its room, or 0 if only the object ends it. `None` if it is not a text.
    fn text(object: &Object<u64>, offset: u64, most: u64) -> Option<Value> {
        let from = usize::try_from(offset).ok()?;
        let size = usize::try_from(object.size()).ok()?;
        let end = match most {
            0 => size,
            most => size.min(from.saturating_add(most as usize)),
        };
        let mut bytes = Vec::new();
        for at in from..end.min(from.saturating_add(MOST_BYTES)) {
            if object.cuts_pointer(at as u64, Scalar::U8) {
                return None;
            }
            let byte = object
                .load(&mut eval::Concrete::default(), at, Scalar::U8)
                .ok()?;
            if !byte.init {
                let is_text = !bytes.is_empty();
                return is_text.then_some(Value::Text {
                    bytes,
                    has_end: false,
                    pointee: None,
                });
            }
            if byte.bits == 0 {
                return Some(Value::Text {
                    bytes,
                    has_end: true,
                    pointee: None,
                });
            }
            // Bytes that are not text are shown as numbers.
            let is_text = matches!(byte.bits as u8, b' '..=b'~' | b'\n' | b'\t' | b'\r' | 0x80..);
            if !is_text {
                return None;
            }
            bytes.push(byte.bits as u8);
        }
        (!bytes.is_empty()).then_some(Value::Text {
            bytes,
            has_end: false,
            pointee: None,
        })
    }

    /// The value of a pointer.
    fn pointer(&self, value: Val<u64>, to: &Shape) -> Value {
        if let Some(function) = value.function() {
            let function = self.program.functions.get(function.index());
            return Value::Function(function.map_or_else(String::new, |f| f.name.clone()));
        }
        if value.object == 0 {
            return match value.bits {
                0 => Value::Null,
                bits => Value::Address(bits),
            };
        }
        let is_text = matches!(to, Shape::Number(Scalar::I8 | Scalar::U8));
        let live = self.object(value.object).filter(|o| o.life == Life::Live);
        // The name under which the program was started is not part of the test.
        let text = live.filter(|object| is_text && object.name != Name::Argument(0));
        let target = self.pointee(value.object, value.bits, to);
        match text.and_then(|object| Self::text(object, value.bits, 0)) {
            Some(Value::Text { bytes, has_end, .. }) => Value::Text {
                bytes,
                has_end,
                pointee: Some(target),
            },
            _ => Value::Pointer(target),
        }
    }

    /// The target of a pointer to `to`.
    pub(super) fn pointee(&self, id: ObjId, offset: u64, to: &Shape) -> Pointee {
        let Some(object) = self.object(id) else {
            return Pointee {
                object: PointeeObject::Unknown,
                offset,
                life: Life::Live,
            };
        };
        let outside = match &object.name {
            Name::Fixed(_) if object.born != Span::default() => None,
            Name::Fixed("argv") => Some("the arguments".to_owned()),
            Name::Argument(0) => Some("the name of the program".to_owned()),
            Name::Argument(i) => Some(format!("the text of argument {i}")),
            Name::Fixed(_) | Name::Stream(_) => Some(object.name.text(self.program)),
            Name::Global(_) | Name::Slot(..) => None,
        };
        let named = if let Some(name) = outside {
            PointeeObject::Outside(name)
        } else if object.born == Span::default() {
            let shape = self.declared(id);
            let name = object.name.text(self.program);
            let own = self.variable(&name);
            PointeeObject::Variable {
                in_scope: matches!(own, Some(Spot::Memory(other, ..)) if other == id),
                function: self.declaring_function(&object.name).map(str::to_owned),
                name,
                path: shape
                    .as_ref()
                    .and_then(|shape| self.path_to(shape, offset, to)),
                is_array: matches!(shape, Some(Shape::Array(..))),
            }
        } else {
            let same = (1..=id).filter(|other| {
                self.object(*other)
                    .is_some_and(|other| other.born == object.born)
            });
            let kind = match to {
                Shape::Record(id) => self.shapes().records.get(*id as usize).map(|r| &*r.name),
                _ => None,
            };
            PointeeObject::Block {
                number: same.count(),
                kind: kind.unwrap_or_default().to_owned(),
                born: object.born,
            }
        };
        Pointee {
            object: named,
            offset,
            life: object.life,
        }
    }

    /// Name of the function in which a variable is declared.
    fn declaring_function(&self, name: &Name) -> Option<&str> {
        let mut functions = self.program.functions.iter();
        let function = match name {
            Name::Slot(function, _) => functions.nth(function.index()),
            Name::Global(global) => {
                let scope = self.shapes().globals.get(*global as usize)?.scope;
                functions.find(|function| scope != Span::default() && scope.overlaps(function.span))
            }
            _ => None,
        };
        Some(&function?.name)
    }

    /// The declared type of an object.
    pub(super) fn declared(&self, id: ObjId) -> Option<Shape> {
        match self.object(id)?.name {
            Name::Global(global) => {
                let shape = &self.shapes().globals.get(global as usize)?.shape;
                Some(shape.clone())
            }
            Name::Slot(function, slot) => {
                let shapes = self.shapes().functions.get(function.index())?;
                let shape = &shapes.slots.get(slot.index())?.shape;
                let is_owner = |frame: &&Frame| {
                    frame.function == function && frame.slots.get(slot.index()) == Some(&id)
                };
                let owner = self.state.calls.frames().iter().find(is_owner);
                Some(owner.map_or_else(|| shape.clone(), |frame| self.sized(shape, frame)))
            }
            _ => None,
        }
    }

    /// The path from an object to the target of a pointer to `to`: `[1]`, `.name`. For a pointer of unknown target
    /// type, the path to the scalar at that offset.
    fn path_to(&self, shape: &Shape, offset: u64, to: &Shape) -> Option<String> {
        if offset == 0 && shape == to {
            return Some(String::new());
        }
        match shape {
            Shape::Array(element, n) => {
                let size = self.shapes().size(element);
                let index = offset.checked_div(size)?;
                // A pointer may point one past the end.
                if *n != 0 && index > *n {
                    return None;
                }
                let rest = self.path_to(element, offset % size, to)?;
                Some(format!("[{index}]{rest}"))
            }
            Shape::Record(_) => self.shapes().path(shape, offset).map(|(path, _)| path),
            _ => (offset == 0).then(String::new),
        }
    }
}
