//! Objects in memory.
//!
//! An object is bytes with a mask of the initialised ones. Values that bytes cannot hold (a pointer's object, a
//! symbolic value) are stored over them as *rich* entries; entries never overlap. So `memcpy`, unions and `char *`
//! views work on any contents, and the common case (no rich entries) is a plain read of bytes. Places that only some
//! runs of a state have written are kept separately ([`conditional_init`]).

mod conditional_init;

use std::ops::Range;
use std::rc::Rc;

use ir::program::{BinOp, FnId, Program, Scalar, SlotId};
use syntax::Span;

use super::arith;
use super::bytes::Bytes;
use super::copies::{clone_rarely_filled, copy_seldom};
use super::domain::Domain;
use super::stop::{Exec, Stop};
use super::storage::{Life, Storage};
use super::trap::Thing;
use super::value::{ObjId, Val};

pub use conditional_init::{ConditionalInit, Inside, MaybeInit};

/// The mask of an initialised byte.
pub(super) const INIT: u8 = u8::MAX;

/// Name of an object in messages. It is cheap to create and to copy, because a run creates many objects and rarely
/// names one. It shares nothing between threads: updates of a shared reference count would contend.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Name {
    /// Name of this global of the program.
    Global(u32),
    /// Name of this slot of a function.
    Slot(FnId, SlotId),
    /// A fixed name given by the evaluator.
    Fixed(&'static str),
    /// A program argument.
    Argument(u32),
    /// The stream of a file.
    Stream(Rc<str>),
}

impl Name {
    /// The name as text.
    pub fn text(&self, program: &Program) -> String {
        let of_slot = |function: &FnId, slot: &SlotId| {
            let function = program.functions.get(function.index())?;
            Some(function.slots.get(slot.index())?.name.to_string())
        };
        match self {
            Name::Global(i) => {
                let global = program.globals.get(*i as usize);
                global.map_or_else(String::new, |global| global.name.to_string())
            }
            Name::Slot(function, slot) => of_slot(function, slot).unwrap_or_default(),
            Name::Fixed(text) => (*text).to_string(),
            Name::Argument(i) => format!("argv[{i}]"),
            Name::Stream(file) => format!("the stream of {file}"),
        }
    }
}

/// A value that bytes cannot hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rich<B> {
    /// First byte.
    pub offset: u32,
    /// Type under which it was stored.
    pub ty: Scalar,
    /// The object of a pointer, or 0.
    pub object: ObjId,
    /// The value, or the offset in the object: determinate, because the mask is the object's.
    pub bits: B,
}

// The size in the concrete domain.
const _: () = assert!(size_of::<Rich<u64>>() == 24);

impl<B: Copy> Rich<B> {
    /// The value.
    pub fn val(&self) -> Val<B> {
        Val::pointer(self.object, self.bits)
    }

    /// Whether this is a symbolic floating value, whose bytes cannot be expressed.
    fn opaque<D: Domain<Bits = B>>(&self) -> bool {
        self.ty.is_float() && D::known(self.bits).is_none()
    }
}

/// One object.
#[derive(Debug, PartialEq)]
pub struct Object<B> {
    /// Name in messages.
    pub name: Name,
    /// Whether the object may be accessed.
    pub life: Life,
    /// Whether writing traps.
    pub read_only: bool,
    /// Kind of memory that contains the object.
    pub storage: Storage,
    /// Place of the allocation, if the object is on the heap.
    pub born: Span,
    /// Place where the object was freed.
    pub died: Span,
    /// Size during the object's lifetime, in bytes.
    pub extent: u32,
    /// Contents.
    pub bytes: Bytes,
    /// The mask: 1 for each initialised bit.
    pub init: Bytes,
    /// Values that bytes cannot hold, sorted by offset.
    pub rich: Vec<Rich<B>>,
    /// Conditionally initialised places, sorted by offset; the mask leaves them out.
    pub conditional: Vec<ConditionalInit<B>>,
    /// Size of the latest scalar store: the unit in which merging compares bytes.
    pub grain: u8,
}

/// Implemented manually because a run copies each object before its first write: contents are copied at once and not
/// byte by byte.
impl<B: Copy> Clone for Object<B> {
    fn clone(&self) -> Object<B> {
        Object {
            name: self.name.clone(),
            life: self.life,
            read_only: self.read_only,
            storage: self.storage,
            born: self.born,
            died: self.died,
            extent: self.extent,
            bytes: self.bytes.clone(),
            init: self.init.clone(),
            rich: clone_rarely_filled(&self.rich),
            conditional: clone_rarely_filled(&self.conditional),
            grain: self.grain,
        }
    }

    fn clone_from(&mut self, original: &Object<B>) {
        let Object {
            name,
            life,
            read_only,
            storage,
            born,
            died,
            extent,
            bytes,
            init,
            rich,
            conditional: perhaps,
            grain,
        } = self;
        name.clone_from(&original.name);
        *life = original.life;
        *read_only = original.read_only;
        *storage = original.storage;
        (*born, *died) = (original.born, original.died);
        *extent = original.extent;
        bytes.copy_from(&original.bytes);
        init.copy_from(&original.init);
        copy_seldom(rich, &original.rich);
        copy_seldom(perhaps, &original.conditional);
        *grain = original.grain;
    }
}

impl<B: Copy + PartialEq> Object<B> {
    /// An object with `size` bytes, all zero or all indeterminate.
    pub fn new(name: Name, storage: Storage, size: usize, zeroed: bool) -> Object<B> {
        Object {
            name,
            life: Life::Live,
            read_only: false,
            storage,
            born: Span::default(),
            died: Span::default(),
            extent: size as u32,
            bytes: Bytes::filled(0, size),
            init: Bytes::filled(if zeroed { INIT } else { 0 }, size),
            rich: Vec::new(),
            conditional: Vec::new(),
            grain: 1,
        }
    }

    /// Turns a dead object into a new one, and reuses its memory.
    pub(super) fn renew(&mut self, name: Name, storage: Storage, size: usize, zeroed: bool) {
        self.name = name;
        self.life = Life::Live;
        self.read_only = false;
        self.storage = storage;
        (self.born, self.died) = (Span::default(), Span::default());
        self.extent = size as u32;
        self.bytes = Bytes::filled(0, size);
        self.init = Bytes::filled(if zeroed { INIT } else { 0 }, size);
        self.rich.clear();
        self.conditional.clear();
        self.grain = 1;
    }

    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Whether the object exists and a scalar at this place is in it.
    #[inline]
    pub fn holds(&self, at: u64, ty: Scalar) -> bool {
        let end = at.checked_add(u64::from(ty.size()));
        self.life == Life::Live && end.is_some_and(|end| end <= self.size())
    }

    /// The object for messages.
    pub fn described(&self, program: &Program) -> Thing {
        Thing {
            name: self.name.text(program),
            size: u64::from(self.extent),
            storage: self.storage,
            born: self.born,
            died: self.died,
            returned: self.life == Life::Returned,
        }
    }

    /// Ends the object's lifetime and frees the contents.
    pub fn end(&mut self, life: Life) {
        self.life = life;
        self.bytes = Bytes::filled(0, 0);
        self.init = Bytes::filled(0, 0);
        self.rich = Vec::new();
        self.conditional = Vec::new();
    }

    /// Whether all bytes of a range are initialised.
    pub fn all_init(&self, at: usize, size: usize) -> bool {
        self.init.are_all(at..at + size, INIT)
    }

    /// The entries that share a byte with `at..at + size`.
    fn overlapping(&self, at: usize, size: usize) -> Range<usize> {
        let end = at + size;
        let first = self
            .rich
            .partition_point(|r| r.offset as usize + r.ty.size() as usize <= at);
        let last = self.rich.partition_point(|r| (r.offset as usize) < end);
        first..last.max(first)
    }

    /// Number of bytes from `at` on that are not covered by entries.
    pub fn bare(&self, at: usize) -> usize {
        let rest = self.bytes.len().saturating_sub(at);
        let values = self
            .rich
            .get(self.overlapping(at, rest))
            .and_then(<[_]>::first);
        let value = values.map(|r| (r.offset as usize).max(at) - at);
        let perhaps = self
            .conditional
            .get(self.conditional_in(at, rest))
            .and_then(<[_]>::first);
        let perhaps = perhaps.map(|p| p.bytes().start.max(at) - at);
        rest.min(value.unwrap_or(rest)).min(perhaps.unwrap_or(rest))
    }

    /// Whether the object contains only bytes.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.rich.is_empty() && self.conditional.is_empty()
    }

    /// The text at this offset, without its final zero byte; `None` unless all of it is known.
    pub(super) fn known_text(&self, at: usize) -> Option<&[u8]> {
        if self.life != Life::Live || !self.is_plain() {
            return None;
        }
        let (bytes, init) = (self.bytes.piece(at)?, self.init.piece(at)?);
        let mut known = bytes.iter().zip(init);
        let length = known.position(|(byte, init)| *byte == 0 || *init != INIT)?;
        (init[length] == INIT).then(|| &bytes[..length])
    }

    /// The pointer that was stored at exactly this place.
    pub(super) fn stored(&self, at: u64, ty: Scalar) -> Option<Val<B>> {
        let i = self.rich.partition_point(|r| u64::from(r.offset) < at);
        let r = self.rich.get(i)?;
        (u64::from(r.offset) == at && r.ty == ty && r.object != 0).then(|| r.val())
    }

    /// Whether a range contains only a part of an address.
    pub(super) fn splits_pointer(&self, at: usize, size: usize) -> bool {
        self.rich[self.overlapping(at, size)].iter().any(|r| {
            let (start, end) = (r.offset as usize, r.offset as usize + r.ty.size() as usize);
            start < at || end > at + size
        })
    }

    /// Whether a scalar read there consists of bytes of an address.
    pub fn cuts_pointer(&self, at: u64, ty: Scalar) -> bool {
        if self.rich.is_empty() || !self.holds(at, ty) {
            return false;
        }
        let over = &self.rich[self.overlapping(at as usize, ty.size() as usize)];
        let whole = |r: &Rich<B>| u64::from(r.offset) == at && r.ty.size() == ty.size();
        !over.iter().all(whole)
    }

    /// Byte range of a scalar at `at`, if the object is live and contains it in an aligned position.
    #[inline]
    pub(super) fn range(&self, at: u64, ty: Scalar) -> Option<Range<usize>> {
        let size = ty.size() as usize;
        let fits = self.holds(at, ty) && at as usize & (size - 1) == 0;
        fits.then(|| at as usize..at as usize + size)
    }

    /// The scalar there, if all its bytes are initialised.
    #[inline]
    pub(super) fn initialised_bytes(&self, range: Range<usize>, ty: Scalar) -> Option<u64> {
        let wanted = u64::MAX >> (64 - ty.bits());
        let found = self.init.number(range.clone());
        (found == wanted).then(|| arith::extend(ty, self.bytes.number(range)))
    }

    /// Writes the low bytes of a number there.
    #[inline]
    pub(super) fn put_number(&mut self, range: Range<usize>, bits: u64) {
        self.grain = range.len() as u8;
        self.init.put_number(range.clone(), u64::MAX);
        self.bytes.put_number(range, bits);
    }

    /// Reads a scalar; the range is inside the object. An indeterminate bit makes anything but an integer indeterminate.
    pub fn load<D: Domain<Bits = B>>(&self, dom: &mut D, at: usize, ty: Scalar) -> Exec<Val<B>> {
        let init = self.init.number(at..at + ty.size() as usize);
        let undefined = arith::extend(ty, !init);
        if undefined == 0 {
            return self.load_bits(dom, at, ty);
        }
        let has_parts = !ty.is_float() && !ty.is_pointer();
        if !has_parts || undefined == arith::extend(ty, u64::MAX) {
            return Ok(Val::indeterminate(D::constant(0)));
        }
        let bits = self.load_bits(dom, at, ty)?.bits;
        let defined = D::constant(arith::extend(ty, !undefined));
        Ok(Val::partial(
            dom.bin(BinOp::And, ty, bits, defined),
            undefined,
        ))
    }

    /// The scalar at a place; `None` if the object does not exist any more or does not contain it, or if the domain
    /// cannot read it.
    pub fn read<D: Domain<Bits = B>>(&self, dom: &mut D, at: u64, ty: Scalar) -> Option<Val<B>> {
        let held = self.holds(at, ty);
        held.then(|| self.load(dom, at as usize, ty))?.ok()
    }

    /// Reads a scalar without regard to what is initialised.
    fn load_bits<D: Domain<Bits = B>>(&self, dom: &mut D, at: usize, ty: Scalar) -> Exec<Val<B>> {
        let size = ty.size() as usize;
        if !self.rich.is_empty() {
            let over = self.overlapping(at, size);
            if !over.is_empty() {
                return self.load_rich(dom, over, at, ty);
            }
        }
        Ok(Val::scalar(D::constant(arith::extend(
            ty,
            self.bytes.number(at..at + size),
        ))))
    }

    fn load_rich<D: Domain<Bits = B>>(
        &self,
        dom: &mut D,
        over: Range<usize>,
        at: usize,
        ty: Scalar,
    ) -> Exec<Val<B>> {
        let first = &self.rich[over.start];
        if over.len() == 1 && first.offset as usize == at && first.ty.size() == ty.size() {
            if first.ty == ty || first.object != 0 {
                return Ok(first.val());
            }
            if first.ty.is_float() == ty.is_float() {
                let bits = dom.extract(first.ty, first.bits, 0, ty);
                return Ok(Val::scalar(bits));
            }
        }
        if self.rich[over].iter().any(Rich::opaque::<D>) {
            return Err(Box::new(Stop::Unsupported {
                what: "looking at the bytes of a symbolic floating value".into(),
                span: syntax::Span::default(),
            }));
        }
        let mut bytes = Vec::with_capacity(ty.size() as usize);
        for i in at..at + ty.size() as usize {
            bytes.push(self.byte(dom, i));
        }
        Ok(Val::scalar(dom.assemble(ty, &bytes)?))
    }

    /// One initialised byte.
    fn byte<D: Domain<Bits = B>>(&self, dom: &mut D, at: usize) -> B {
        match self.rich.get(self.overlapping(at, 1).start) {
            Some(r)
                if (r.offset as usize..r.offset as usize + r.ty.size() as usize).contains(&at) =>
            {
                rich_byte(dom, r, at - r.offset as usize)
            }
            _ => D::constant(u64::from(self.bytes.get(at))),
        }
    }

    /// Writes a scalar; the range is inside the object.
    pub fn store<D: Domain<Bits = B>>(&mut self, dom: &mut D, at: usize, ty: Scalar, val: Val<B>) {
        let size = ty.size() as usize;
        if !self.rich.is_empty() {
            self.clear_rich(dom, at, size);
        }
        self.clear_conditional(at, size);
        self.grain = size as u8;
        self.init.put_number(at..at + size, !val.undefined);
        match D::known(val.bits) {
            Some(bits) if val.object == 0 => {
                self.bytes.put_number(at..at + size, bits);
            }
            _ => {
                self.bytes.fill(at..at + size, 0);
                let i = self.overlapping(at, size).start;
                self.rich.insert(
                    i,
                    Rich {
                        offset: at as u32,
                        ty,
                        object: val.object,
                        bits: val.bits,
                    },
                );
            }
        }
    }

    /// Removes the rich entries from a range; their parts outside the range become bytes.
    pub fn clear_rich<D: Domain<Bits = B>>(&mut self, dom: &mut D, at: usize, size: usize) {
        let over = self.overlapping(at, size);
        let removed: Vec<Rich<B>> = self.rich.drain(over).collect();
        for r in removed {
            for i in 0..r.ty.size() as usize {
                let place = r.offset as usize + i;
                if !(at..at + size).contains(&place) {
                    if r.opaque::<D>() {
                        self.init.write(place, &[0]);
                        continue;
                    }
                    let bits = rich_byte(dom, &r, i);
                    self.put_byte::<D>(place, bits);
                }
            }
        }
    }

    fn put_byte<D: Domain<Bits = B>>(&mut self, at: usize, bits: B) {
        match D::known(bits) {
            Some(b) => self.bytes.write(at, &[b as u8]),
            None => {
                let i = self.overlapping(at, 1).start;
                self.rich.insert(
                    i,
                    Rich {
                        offset: at as u32,
                        ty: Scalar::U8,
                        object: 0,
                        bits,
                    },
                );
            }
        }
    }

    /// A copy of a range, for [`Object::paste`].
    pub fn cut<D: Domain<Bits = B>>(&self, dom: &mut D, at: usize, size: usize) -> ObjectPart<B> {
        let mut rich = Vec::new();
        let mut bytes = self.bytes.cut(at..at + size);
        let mut init = self.init.cut(at..at + size);
        for r in &self.rich[self.overlapping(at, size)] {
            let (start, end) = (r.offset as usize, r.offset as usize + r.ty.size() as usize);
            if start >= at && end <= at + size {
                rich.push(Rich {
                    offset: (start - at) as u32,
                    ..*r
                });
                continue;
            }
            for i in start.max(at)..end.min(at + size) {
                if r.opaque::<D>() {
                    init.write(i - at, &[0]);
                    continue;
                }
                let bits = rich_byte(dom, r, i - start);
                match D::known(bits) {
                    Some(b) => bytes.write(i - at, &[b as u8]),
                    None => rich.push(Rich {
                        offset: (i - at) as u32,
                        ty: Scalar::U8,
                        object: 0,
                        bits,
                    }),
                }
            }
        }
        ObjectPart { bytes, init, rich }
    }

    /// Gives all bytes of a range the same value; the range is inside the object.
    pub fn fill<D: Domain<Bits = B>>(&mut self, dom: &mut D, range: Range<usize>, byte: u8) {
        self.clear_rich(dom, range.start, range.len());
        self.clear_conditional(range.start, range.len());
        self.bytes.fill(range.clone(), byte);
        self.init.fill(range, INIT);
    }

    /// Writes a piece; the range is inside the object.
    pub fn paste<D: Domain<Bits = B>>(&mut self, dom: &mut D, at: usize, piece: &ObjectPart<B>) {
        let size = piece.bytes.len();
        self.clear_rich(dom, at, size);
        self.clear_conditional(at, size);
        self.bytes.paste(at, &piece.bytes);
        self.init.paste(at, &piece.init);
        let i = self.overlapping(at, size).start;
        self.rich.splice(
            i..i,
            piece.rich.iter().map(|r| Rich {
                offset: r.offset + at as u32,
                ..*r
            }),
        );
    }
}

/// Part of an object's contents.
#[derive(Debug, Clone)]
pub struct ObjectPart<B> {
    /// Contents.
    pub bytes: Bytes,
    /// Mask of the initialised bytes.
    pub init: Bytes,
    /// Entries, with offsets relative to the piece.
    pub rich: Vec<Rich<B>>,
}

fn rich_byte<D: Domain>(dom: &mut D, r: &Rich<D::Bits>, index: usize) -> D::Bits {
    let shift = index as u32 * 8;
    if r.object == 0 {
        return dom.extract(r.ty, r.bits, shift, Scalar::U8);
    }
    // A pointer that is read byte by byte shows its address.
    let base = dom.layout().base_address(r.object, r.ty.size());
    let flat = dom.bin(BinOp::Add, Scalar::U64, D::constant(base), r.bits);
    dom.extract(Scalar::U64, flat, shift, Scalar::U8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_held_only_by_an_object_that_exists_around_it() {
        let mut object: Object<u64> = Object::new(Name::Fixed("object"), Storage::Heap, 8, true);
        assert!(object.holds(4, Scalar::I32));
        for outside in [5, 8, 1 << 40, u64::MAX - 1] {
            assert!(!object.holds(outside, Scalar::I32), "{outside}");
        }
        object.life = Life::Freed;
        assert!(!object.holds(4, Scalar::I32));
    }
}
