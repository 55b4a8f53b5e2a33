//! Names of the objects that an instruction wrote.

use eval::{ByteAccess, Name, ObjId};
use ir::flow::definition;
use ir::{FnId, Inst, Pc, Place, Scalar, Shape};
use syntax::Span;

use super::{DEPTH, PointeeObject, Spot, Value, View};

/// An object that was written, with its value directly afterwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// Name of the object.
    pub name: String,
    /// Where the name can be used.
    pub scope: NameScope,
    /// The object that has no name in the text, of which the name is a part.
    pub block: Option<PointeeObject>,
    /// The value.
    pub value: Value,
}

/// A part of an object that was compared.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparedPart {
    /// Name of the part.
    pub name: String,
    /// Its value; `None` for bytes between the members of a record.
    pub value: Option<Value>,
}

/// The part of a program in which a name means an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameScope {
    /// The place where the object is written.
    Here,
    /// This function, which is waiting for a call to return.
    Caller(FnId),
    /// Nowhere: the name is only a path from [`Written::block`].
    Nowhere,
}

/// Bytes of an object, and the bits of a bit-field in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Target {
    object: ObjId,
    at: u64,
    size: u64,
    bits: Option<(u8, u8)>,
    /// Whether a scalar was written, and not a record.
    is_scalar: bool,
}

impl View<'_> {
    /// The object that the last instruction wrote, which is that at `pc`. `target` is the place that the text says it
    /// writes. Of several objects, or of a large one, the part is returned that `read` touches.
    pub fn written(
        &self,
        function: FnId,
        pc: Pc,
        target: Option<&Place>,
        read: &[ByteAccess],
    ) -> Option<Written> {
        let inst = self
            .program
            .functions
            .get(function.index())?
            .code
            .get(pc as usize)?;
        let writes: Vec<ByteAccess> = (self.accesses.iter().copied())
            .filter(|access| access.write && access.size > 0)
            .collect();
        let Some(first) = writes.first() else {
            return self.written_variable(function, inst);
        };
        let bits = match inst {
            Inst::StoreBits { shift, width, .. } => Some((*shift, *width)),
            _ => None,
        };
        let found = |write: ByteAccess| {
            let wanted = Target {
                object: write.object,
                at: write.at,
                size: write.size,
                bits,
                is_scalar: matches!(inst, Inst::Store { .. }),
            };
            self.name_of(wanted, target)
        };
        // Of several objects and of arrays the part that is read; a record is told as a whole.
        let part = part_read(&writes, read);
        let (write, part) = part.unwrap_or((*first, *first));
        let whole = found(write)?;
        let is_record = matches!(whole.3, Spot::Memory(_, _, Shape::Record(_)));
        let (name, scope, block, spot) = if is_record { whole } else { found(part)? };
        Some(Written {
            name,
            scope,
            block,
            value: self.value_at(&spot, DEPTH),
        })
    }

    /// The parts with the bytes that the last instruction compared last, if these differ.
    pub fn difference(&self) -> Option<[ComparedPart; 2]> {
        let reads = self.reads();
        let [.., a, b] = reads.as_slice() else {
            return None;
        };
        let byte = |read: &ByteAccess| {
            let byte = Shape::Number(Scalar::U8);
            let value = self.read(&Spot::Memory(read.object, read.at, byte))?;
            value.init.then_some(value.bits)
        };
        let part = |read: &ByteAccess| {
            let wanted = Target {
                object: read.object,
                at: read.at,
                size: read.size,
                bits: None,
                is_scalar: true,
            };
            let (name, scope, _, spot) = self.name_of(wanted, None)?;
            let is_padding = matches!(spot, Spot::Memory(_, _, Shape::Record(_)));
            (scope != NameScope::Nowhere).then(|| ComparedPart {
                name,
                value: (!is_padding).then(|| self.value_at(&spot, DEPTH)),
            })
        };
        (byte(a)? != byte(b)?).then_some([part(a)?, part(b)?])
    }

    /// Number of objects that the last instruction wrote.
    pub fn writes(&self) -> usize {
        let mut objects: Vec<ObjId> = Vec::new();
        for access in self.accesses.iter().filter(|a| a.write && a.size > 0) {
            if !objects.contains(&access.object) {
                objects.push(access.object);
            }
        }
        objects.len()
    }

    /// Bytes that the last instruction read.
    pub fn reads(&self) -> Vec<ByteAccess> {
        let reads = self.accesses.iter().copied();
        reads
            .filter(|access| !access.write && access.size > 0)
            .collect()
    }

    /// The variable in a register that the last instruction wrote.
    fn written_variable(&self, function: FnId, inst: &Inst) -> Option<Written> {
        let (frame, running) = self.running()?;
        if frame.function != function || matches!(inst, Inst::Undef { .. }) {
            return None;
        }
        let register = definition(inst)?;
        let variables = &running.variables;
        let at = variables.iter().position(|(own, ..)| own == register)?;
        let shapes = self.shapes().functions.get(function.index())?;
        let shape = self.sized(&shapes.variables.get(at)?.shape, frame);
        let index = frame.index_of(*register);
        let value = self.state.calls.registers().get(index)?;
        Some(Written {
            name: variables[at].1.clone(),
            scope: NameScope::Here,
            block: None,
            value: self.value_at(&Spot::Register(value, index, shape), DEPTH),
        })
    }

    /// A name for an object, and the place that has the name: the smallest named one around the object.
    fn name_of(
        &self,
        wanted: Target,
        target: Option<&Place>,
    ) -> Option<(String, NameScope, Option<PointeeObject>, Spot)> {
        // The name in the text, if it still leads there.
        if let Some(place) = target
            && let Some(spot) = self.spot(place)
            && let Some((path, part)) = self.part(&spot, wanted)
        {
            let base = place.to_string();
            let is_deref = base.starts_with('*') && !path.is_empty();
            let base = if is_deref { format!("({base})") } else { base };
            return Some((format!("{base}{path}"), NameScope::Here, None, part));
        }

        // A variable.
        let object = self.object(wanted.object)?;
        if let Some(shape) = self
            .declared(wanted.object)
            .filter(|_| object.born == Span::default())
        {
            // Temporary objects have no names in C.
            let name = object.name.text(self.program);
            if name.contains(' ') {
                return None;
            }
            let whole = Spot::Memory(wanted.object, 0, shape);
            let (path, part) = self.part(&whole, wanted)?;
            let is_here =
                matches!(self.variable(&name), Some(Spot::Memory(own, ..)) if own == wanted.object);
            let scope = match &object.name {
                _ if is_here => NameScope::Here,
                Name::Slot(function, _) => NameScope::Caller(*function),
                _ => NameScope::Nowhere,
            };
            return Some((format!("{name}{path}"), scope, None, part));
        }

        // A place that a pointer leads to.
        if let Some((name, part)) = self.through_pointer(wanted) {
            return Some((name, NameScope::Here, None, part));
        }

        // A part of a block.
        let spot = target.and_then(|place| self.spot(place));
        let to = match &spot {
            Some(Spot::Memory(_, _, shape)) => shape.clone(),
            _ => Shape::Unknown,
        };
        let block = self.pointee(wanted.object, 0, &to).object;
        let part = Spot::Memory(wanted.object, wanted.at, to);
        let name = format!("[{}]", wanted.at);
        Some((name, NameScope::Nowhere, Some(block), part))
    }

    /// A name of an object that begins with a pointer in scope.
    fn through_pointer(&self, wanted: Target) -> Option<(String, Spot)> {
        let (_, function) = self.running()?;
        let registers = function.variables.iter().map(|(_, name, _)| name.as_str());
        let slots = function.slots.iter().map(|slot| &*slot.name);
        let globals = self.program.globals.iter().map(|global| &*global.name);
        let names = registers.chain(slots).chain(globals);
        let found = names.filter(|name| !name.contains(' ')).filter_map(|name| {
            let pointer = self.variable(name)?;
            let (Spot::Register(_, _, Shape::Pointer(element))
            | Spot::Memory(_, _, Shape::Pointer(element))) = &pointer
            else {
                return None;
            };
            let value = self.read(&pointer).filter(|value| value.init)?;
            let size = self.shapes().size(element);
            if value.object != wanted.object || size == 0 {
                return None;
            }
            let (step, from) = (i64::try_from(size).ok()?, i64::try_from(value.bits).ok()?);
            let index = i64::try_from(wanted.at)
                .ok()?
                .checked_sub(from)?
                .div_euclid(step);
            let start = u64::try_from(from.checked_add(index.checked_mul(step)?)?).ok()?;
            let whole = Spot::Memory(wanted.object, start, (**element).clone());
            let (path, part) = self.part(&whole, wanted)?;
            let name = match (index, path.strip_prefix('.')) {
                (0, Some(member)) => format!("{name}->{member}"),
                (0, None) if path.is_empty() => format!("*{name}"),
                _ => format!("{name}[{index}]{path}"),
            };
            Some((index, name, part))
        });
        let nearest = found.min_by_key(|(index, ..)| index.unsigned_abs());
        nearest.map(|(_, name, part)| (name, part))
    }

    /// The smallest part of a place that contains all of the bytes, with the path to it.
    fn part(&self, spot: &Spot, wanted: Target) -> Option<(String, Spot)> {
        let (object, start, shape) = match spot {
            Spot::Memory(object, start, shape) => (*object, *start, shape),
            Spot::Bits(object, start, (_, shift, width)) => {
                let is_same = (*object, *start) == (wanted.object, wanted.at)
                    && wanted.bits == Some((*shift, *width));
                return is_same.then(|| (String::new(), spot.clone()));
            }
            Spot::Register(..) => return None,
        };
        let size = self.size(spot);
        let offset = wanted.at.checked_sub(start)?;
        let end = offset.checked_add(wanted.size)?;
        // An array without a length is as long as its object.
        let is_open = matches!(shape, Shape::Array(_, 0));
        if object != wanted.object || (end > size && !is_open) {
            return None;
        }
        let whole = || Some((String::new(), spot.clone()));
        match shape {
            _ if wanted.size == size && !wanted.is_scalar => whole(),
            Shape::Array(element, _) => {
                let step = self.shapes().size(element);
                let Some(index) = offset.checked_div(step) else {
                    return whole();
                };
                let first = start.checked_add(index.checked_mul(step)?)?;
                let inner = Spot::Memory(object, first, (**element).clone());
                match self.part(&inner, wanted) {
                    Some((path, part)) => Some((format!("[{index}]{path}"), part)),
                    None => whole(),
                }
            }
            Shape::Record(id) => {
                let record = self.shapes().records.get(*id as usize)?;
                let inner = record.fields.iter().find_map(|field| {
                    let at = start + field.offset;
                    let inner = match field.bits {
                        Some(bits) => Spot::Bits(object, at, bits),
                        None => Spot::Memory(object, at, field.shape.clone()),
                    };
                    let (path, part) = self.part(&inner, wanted)?;
                    let point = if field.name.is_empty() { "" } else { "." };
                    Some((format!("{point}{}{path}", field.name), part))
                });
                inner.or_else(whole)
            }
            _ => whole(),
        }
    }
}

/// The write of which a reader reads a part, and that part.
fn part_read(writes: &[ByteAccess], read: &[ByteAccess]) -> Option<(ByteAccess, ByteAccess)> {
    writes.iter().find_map(|write| {
        read.iter().find_map(|read| {
            let at = write.at.max(read.at);
            let end = (write.at + write.size).min(read.at + read.size);
            let part = ByteAccess {
                at,
                size: end.saturating_sub(at),
                ..*write
            };
            (write.object == read.object && part.size > 0).then_some((*write, part))
        })
    })
}
