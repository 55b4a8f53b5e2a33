//! Values as C text, and names of places.

use eval::{Life, ObjId, Object, Val, arith};
use ir::{Scalar, Shape};

use super::{NOT_SET, Spot, View, scalar_of};

/// Most elements of an array, and most bytes of a text, that are shown.
const MOST_ELEMENTS: u64 = 8;
const MOST_BYTES: usize = 40;

impl View<'_> {
    /// The value at a place, in C.
    pub(super) fn shown(&self, spot: &Spot, depth: usize) -> String {
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
                .load(&mut eval::Concrete::default(), at, Scalar::U8)
                .ok()?;
            if !byte.init {
                return (!bytes.is_empty()).then(|| format!("{} without its end", quoted(&bytes)));
            }
            if byte.bits == 0 {
                return Some(quoted(&bytes));
            }
            // Bytes that are not text are shown as numbers.
            let is_text = matches!(byte.bits as u8, b' '..=b'~' | b'\n' | b'\t' | b'\r' | 0x80..);
            if !is_text {
                return None;
            }
            bytes.push(byte.bits as u8);
        }
        Some(format!("{} without its end", quoted(&bytes)))
    }

    /// The target of a pointer.
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

    /// The name of a place in memory: `&x[2]`, `the 2nd struct node from line 18`.
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
        let inside = self
            .shape_of(id)
            .and_then(|shape| self.path_to(shape, offset, to));
        let gone = match object.life {
            Life::Live => "",
            Life::Freed => ", which is freed",
            Life::Ended | Life::Returned => ", which is gone",
        };
        match (inside, offset) {
            _ if is_heap && offset == 0 => format!("{name}{gone}"),
            _ if is_heap => format!("{offset} bytes into {name}{gone}"),
            (Some(path), _) => format!("&{name}{path}{gone}"),
            (None, 0) => format!("&{name}{gone}"),
            (None, offset) => format!("&{name} + {offset} bytes{gone}"),
        }
    }

    /// The shape of an object, if it is a live variable.
    fn shape_of(&self, id: ObjId) -> Option<&Shape> {
        let global = usize::try_from(id).ok()?.checked_sub(1)?;
        if let Some(shape) = self.shapes().globals.get(global) {
            return Some(shape);
        }
        let mut frames = self.state.calls.frames().iter().rev();
        frames.find_map(|frame| {
            let slot = frame.slots.iter().position(|object| *object == id)?;
            let function = self.shapes().functions.get(frame.function.index())?;
            function.slots.get(slot)
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_several_blocks_are_said_as_in_english() {
        assert_eq!(
            [1, 2, 3, 11, 23].map(ordinal),
            ["1st", "2nd", "3rd", "11th", "23rd"]
        );
    }
}
