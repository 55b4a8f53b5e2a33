//! Objects in memory.
//!
//! An object is bytes with a mask of the initialised ones. What bytes cannot hold (a pointer's object, a symbolic
//! value) lies over them as a *rich* entry; entries never overlap. So `memcpy`, unions and `char *` views work on
//! whatever lies there, and the common case (no rich entries) is a plain read of bytes. Places that only some runs of a
//! state have written are kept apart ([`super::perhaps`]).
//! Objects are shared between copies of a state until one of them writes.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use syntax::Span;

use super::arith;
use super::bytes::Bytes;
use super::domain::Domain;
use super::perhaps::Perhaps;
use super::stop::{Exec, Stop};
use super::trap::Thing;
use super::value::{ObjId, Val, base_address};
use crate::Scalar;
use crate::program::{FnId, Program, SlotId};

/// Whether an object may be accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Life {
    /// It may.
    Live,
    /// `free` ended its life.
    Freed,
    /// Its block was left.
    Ended,
    /// Its function returned.
    Returned,
}

/// What kind of memory an object is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Globals, string literals.
    Static,
    /// Local variables.
    Stack,
    /// `malloc` made it.
    Heap,
    /// The program was given it.
    Outside,
}

/// Names an object in messages; cheap to make and to copy, for a run makes many objects and seldom names one. Nothing in
/// it is shared by threads: who counts a name's owners waits for the others who do.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Name {
    /// That of this global of the program.
    Global(u32),
    /// That of this slot of a function.
    Slot(FnId, SlotId),
    /// Of ours.
    Fixed(&'static str),
    /// A program argument.
    Argument(u32),
    /// The stream of a file.
    Stream(Rc<str>),
}

impl Name {
    /// In words.
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
    /// The value, determinate.
    pub val: Val<B>,
}

impl<B: Copy> Rich<B> {
    /// A symbolic floating value: its bytes cannot be expressed.
    fn opaque<D: Domain<Bits = B>>(&self) -> bool {
        self.ty.is_float() && D::known(self.val.bits).is_none()
    }
}

/// One object.
#[derive(Debug, PartialEq)]
pub struct Object<B> {
    /// For messages.
    pub name: Name,
    /// May it be accessed?
    pub life: Life,
    /// Writing traps.
    pub read_only: bool,
    /// What kind of memory it is in.
    pub storage: Storage,
    /// Where it was allocated, if on the heap.
    pub born: Span,
    /// Where it was freed.
    pub died: Span,
    /// The size that it had while it lived.
    pub extent: u32,
    /// Contents.
    pub bytes: Bytes,
    /// 1 for each initialised byte.
    pub init: Bytes,
    /// Sorted by offset.
    pub rich: Vec<Rich<B>>,
    /// Places that may or may not be initialised, sorted by offset; the mask leaves them out.
    pub perhaps: Vec<Perhaps<B>>,
    /// Size of the latest scalar store: how merging cuts the bytes.
    pub grain: u8,
}

/// By hand, for a run copies each object that it is the first to write: contents are copied at once and not byte by byte.
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
            rich: seldom(&self.rich),
            perhaps: seldom(&self.perhaps),
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
            perhaps,
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
        copy_seldom(perhaps, &original.perhaps);
        *grain = original.grain;
    }
}

/// See [`seldom`].
fn copy_seldom<T: Clone>(into: &mut Vec<T>, from: &[T]) {
    if !(into.is_empty() && from.is_empty()) {
        from.clone_into(into);
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
            init: Bytes::filled(u8::from(zeroed), size),
            rich: Vec::new(),
            perhaps: Vec::new(),
            grain: 1,
        }
    }

    /// Becomes a new object, in the room of one that is no more.
    fn renew(&mut self, name: Name, storage: Storage, size: usize, zeroed: bool) {
        self.name = name;
        self.life = Life::Live;
        self.read_only = false;
        self.storage = storage;
        (self.born, self.died) = (Span::default(), Span::default());
        self.extent = size as u32;
        self.bytes = Bytes::filled(0, size);
        self.init = Bytes::filled(u8::from(zeroed), size);
        self.rich.clear();
        self.perhaps.clear();
        self.grain = 1;
    }

    /// Bytes.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// As messages name it.
    pub fn thing(&self, program: &Program) -> Thing {
        Thing {
            name: self.name.text(program),
            size: u64::from(self.extent),
            storage: self.storage,
            born: self.born,
            died: self.died,
            returned: self.life == Life::Returned,
        }
    }

    /// Ends its life and frees the contents.
    pub fn end(&mut self, life: Life) {
        self.life = life;
        self.bytes = Bytes::filled(0, 0);
        self.init = Bytes::filled(0, 0);
        self.rich = Vec::new();
        self.perhaps = Vec::new();
    }

    /// All bytes of a range are initialised.
    pub fn all_init(&self, at: usize, size: usize) -> bool {
        self.init.are_all(at..at + size, 1)
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

    /// Number of bytes from `at` on over which nothing else lies.
    pub(crate) fn bare(&self, at: usize) -> usize {
        let rest = self.bytes.len().saturating_sub(at);
        let values = self
            .rich
            .get(self.overlapping(at, rest))
            .and_then(<[_]>::first);
        let value = values.map(|r| (r.offset as usize).max(at) - at);
        let perhaps = self
            .perhaps
            .get(self.perhaps_in(at, rest))
            .and_then(<[_]>::first);
        let perhaps = perhaps.map(|p| p.bytes().start.max(at) - at);
        rest.min(value.unwrap_or(rest)).min(perhaps.unwrap_or(rest))
    }

    /// Nothing but bytes is in it.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.rich.is_empty() && self.perhaps.is_empty()
    }

    /// The pointer that was stored at exactly this place.
    pub(super) fn stored(&self, at: u64, ty: Scalar) -> Option<Val<B>> {
        let i = self.rich.partition_point(|r| u64::from(r.offset) < at);
        let r = self.rich.get(i)?;
        (u64::from(r.offset) == at && r.ty == ty && r.val.object != 0).then_some(r.val)
    }

    /// An address sticks out of a range.
    pub(super) fn splits_pointer(&self, at: usize, size: usize) -> bool {
        self.rich[self.overlapping(at, size)].iter().any(|r| {
            let (start, end) = (r.offset as usize, r.offset as usize + r.ty.size() as usize);
            start < at || end > at + size
        })
    }

    /// A scalar read there consists of bytes of an address.
    pub(super) fn cuts_pointer(&self, at: u64, ty: Scalar) -> bool {
        let inside = at
            .checked_add(u64::from(ty.size()))
            .is_some_and(|end| end <= self.size());
        if self.rich.is_empty() || !inside {
            return false;
        }
        let over = &self.rich[self.overlapping(at as usize, ty.size() as usize)];
        let whole = |r: &Rich<B>| u64::from(r.offset) == at && r.ty.size() == ty.size();
        !over.iter().all(whole)
    }

    /// Where a scalar at `at` lies, if the object lives and has it inside and aligned.
    #[inline]
    pub(super) fn range(&self, at: u64, ty: Scalar) -> Option<Range<usize>> {
        let size = u64::from(ty.size());
        let end = at.checked_add(size)?;
        let fits = self.life == Life::Live && end <= self.size() && at & (size - 1) == 0;
        fits.then_some(at as usize..end as usize)
    }

    /// The scalar there, if all its bytes are initialised.
    #[inline]
    pub(super) fn initialised_bytes(&self, range: Range<usize>, ty: Scalar) -> Option<u64> {
        let ones = u64::MAX / 0xff;
        let wanted = ones >> (64 - ty.bits());
        let found = self.init.number(range.clone());
        (found == wanted).then(|| arith::extend(ty, self.bytes.number(range)))
    }

    /// Writes the low bytes of a number there.
    #[inline]
    pub(super) fn put_number(&mut self, range: Range<usize>, bits: u64) {
        self.grain = range.len() as u8;
        self.init.put_number(range.clone(), u64::MAX / 0xff);
        self.bytes.put_number(range, bits);
    }

    /// Reads a scalar; the range is inside the object. An indeterminate byte makes the value indeterminate.
    pub fn load<D: Domain<Bits = B>>(&self, dom: &mut D, at: usize, ty: Scalar) -> Exec<Val<B>> {
        let size = ty.size() as usize;
        if !self.all_init(at, size) {
            return Ok(Val {
                bits: D::constant(0),
                object: 0,
                init: false,
            });
        }
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
            if first.ty == ty || first.val.object != 0 {
                return Ok(first.val);
            }
            if first.ty.is_float() == ty.is_float() {
                let bits = dom.extract(first.ty, first.val.bits, 0, ty);
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
        self.clear_perhaps(at, size);
        self.grain = size as u8;
        self.init.fill(at..at + size, u8::from(val.init));
        if !val.init {
            return;
        }
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
                        val,
                    },
                );
            }
        }
    }

    /// Takes the rich entries out of a range; what sticks out of it becomes bytes.
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
                        val: Val::scalar(bits),
                    },
                );
            }
        }
    }

    /// A copy of a range, for [`Object::paste`].
    pub fn cut<D: Domain<Bits = B>>(&self, dom: &mut D, at: usize, size: usize) -> Piece<B> {
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
                        val: Val::scalar(bits),
                    }),
                }
            }
        }
        Piece { bytes, init, rich }
    }

    /// Gives all bytes of a range the same value; the range is inside the object.
    pub fn fill<D: Domain<Bits = B>>(&mut self, dom: &mut D, range: Range<usize>, byte: u8) {
        self.clear_rich(dom, range.start, range.len());
        self.clear_perhaps(range.start, range.len());
        self.bytes.fill(range.clone(), byte);
        self.init.fill(range, 1);
    }

    /// Writes a piece; the range is inside the object.
    pub fn paste<D: Domain<Bits = B>>(&mut self, dom: &mut D, at: usize, piece: &Piece<B>) {
        let size = piece.bytes.len();
        self.clear_rich(dom, at, size);
        self.clear_perhaps(at, size);
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
pub struct Piece<B> {
    /// Contents.
    pub bytes: Bytes,
    /// Mask.
    pub init: Bytes,
    /// Relative to the piece.
    pub rich: Vec<Rich<B>>,
}

fn rich_byte<D: Domain>(dom: &mut D, r: &Rich<D::Bits>, index: usize) -> D::Bits {
    let shift = index as u32 * 8;
    if r.val.object == 0 {
        return dom.extract(r.ty, r.val.bits, shift, Scalar::U8);
    }
    // A pointer looked at byte by byte shows its address.
    let base = D::constant(base_address(r.val.object, r.ty.size()));
    let flat = dom.bin(crate::BinOp::Add, Scalar::U64, base, r.val.bits);
    dom.extract(Scalar::U64, flat, shift, Scalar::U8)
}

/// A copy of what is empty as a rule. States and objects have many such fields, and are copied more than anything else.
#[inline]
pub(super) fn seldom<T: Clone>(some: &[T]) -> Vec<T> {
    if some.is_empty() {
        Vec::new()
    } else {
        some.to_vec()
    }
}

/// A copy with room for so many elements.
pub(super) fn roomy<T: Clone>(some: &[T], capacity: usize) -> Vec<T> {
    let mut copy = Vec::with_capacity(capacity.max(some.len()));
    copy.extend_from_slice(some);
    copy
}

/// Boxes that are kept for the objects of the next run.
const MOST_SPARE: usize = 64;
/// A run with more objects shares what is left of dead ones: a long run makes millions of them.
const MANY: usize = 1 << 12;
/// Kinds of dead objects that are kept for that.
const MOST_REMAINS: usize = 1 << 14;

/// What messages may say of an object whose life has ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Remains {
    name: Name,
    life: Life,
    storage: Storage,
    born: Span,
    died: Span,
    extent: u32,
    read_only: bool,
}

/// All objects of a run. Ids are never used twice.
#[derive(Debug)]
pub struct Memory<B> {
    objects: Vec<Rc<Object<B>>>,
    /// Boxes of objects of a run that is over, for those to come; nobody else has them.
    spare: Vec<Rc<Object<B>>>,
    /// Dead objects, one for all that are alike.
    remains: FxHashMap<Remains, Rc<Object<B>>>,
}

impl<B> Clone for Memory<B> {
    fn clone(&self) -> Memory<B> {
        Memory {
            objects: self.objects.clone(),
            spare: Vec::new(),
            remains: FxHashMap::default(),
        }
    }
}

impl<B: PartialEq> PartialEq for Memory<B> {
    fn eq(&self, other: &Memory<B>) -> bool {
        self.objects == other.objects
    }
}

impl<B: Copy + PartialEq> Memory<B> {
    /// No objects.
    pub fn new() -> Memory<B> {
        Memory {
            objects: Vec::new(),
            spare: Vec::new(),
            remains: FxHashMap::default(),
        }
    }

    /// A copy with room for so many more objects.
    pub(super) fn with_room(&self, more: usize) -> Memory<B> {
        Memory {
            objects: roomy(&self.objects, self.objects.len() + more),
            spare: Vec::new(),
            remains: FxHashMap::default(),
        }
    }

    /// Makes it what the image is. Small objects that only this memory has stay where they are, to be written again.
    pub(super) fn rewind(&mut self, image: &Memory<B>) {
        let is_small = |object: &Object<B>| object.bytes.is_small();
        let kept = image.objects.len().min(self.objects.len());
        for mut object in self.objects.drain(kept..) {
            let own = Rc::get_mut(&mut object);
            if self.spare.len() < MOST_SPARE && own.is_some_and(|own| is_small(own)) {
                self.spare.push(object);
            }
        }
        for (mine, original) in self.objects.iter_mut().zip(&image.objects) {
            if Rc::ptr_eq(mine, original) {
                continue;
            }
            match Rc::get_mut(mine) {
                Some(own) if is_small(original) => own.clone_from(original),
                _ => *mine = Rc::clone(original),
            }
        }
        self.objects.extend_from_slice(&image.objects[kept..]);
    }

    /// Makes an object with `size` bytes, all zero or all indeterminate.
    pub fn make(&mut self, name: Name, storage: Storage, size: usize, zeroed: bool) -> ObjId {
        self.make_with(name, storage, size, zeroed, |_| {})
    }

    /// The same with what is written to it at once.
    pub(super) fn make_with(
        &mut self,
        name: Name,
        storage: Storage,
        size: usize,
        zeroed: bool,
        write: impl FnOnce(&mut Object<B>),
    ) -> ObjId {
        let Some(mut place) = self.spare.pop() else {
            let mut object = Object::new(name, storage, size, zeroed);
            write(&mut object);
            return self.push(Rc::new(object));
        };
        let object = Rc::make_mut(&mut place);
        object.renew(name, storage, size, zeroed);
        write(object);
        self.push(place)
    }

    /// Adds an object.
    pub fn add(&mut self, object: Object<B>) -> ObjId {
        let object = match self.spare.pop() {
            Some(mut place) => {
                *Rc::make_mut(&mut place) = object;
                place
            }
            None => Rc::new(object),
        };
        self.push(object)
    }

    fn push(&mut self, object: Rc<Object<B>>) -> ObjId {
        self.objects.push(object);
        self.objects.len() as ObjId
    }

    /// The object of that id.
    pub fn get(&self, id: ObjId) -> Option<&Object<B>> {
        self.objects
            .get((id as usize).wrapping_sub(1))
            .map(Rc::as_ref)
    }

    /// The object of that id, for writing; copied first when other states share it.
    pub fn get_mut(&mut self, id: ObjId) -> Option<&mut Object<B>>
    where
        B: Clone,
    {
        self.objects
            .get_mut((id as usize).wrapping_sub(1))
            .map(Rc::make_mut)
    }

    /// The objects of an earlier state of the same run that may have changed since, each as it was and as it is.
    pub(super) fn changed_since<'a>(
        &'a self,
        before: &'a Memory<B>,
    ) -> impl Iterator<Item = (ObjId, &'a Object<B>, &'a Object<B>)> {
        let pairs = before.objects.iter().zip(&self.objects);
        (1..)
            .zip(pairs)
            .filter(|(_, (a, b))| !Rc::ptr_eq(a, b))
            .map(|(id, (a, b))| (id, &**a, &**b))
    }

    /// Ends the life of an object.
    pub fn end(&mut self, id: ObjId, life: Life, died: Span) {
        let Some(place) = self.objects.get_mut((id as usize).wrapping_sub(1)) else {
            return;
        };
        let object = Rc::make_mut(place);
        object.died = died;
        object.end(life);
        if self.objects.len() > MANY {
            self.share_remains(id as usize - 1);
        }
    }

    /// Lets a dead object take no memory of its own.
    fn share_remains(&mut self, at: usize) {
        let object = &self.objects[at];
        let remains = Remains {
            name: object.name.clone(),
            life: object.life,
            storage: object.storage,
            born: object.born,
            died: object.died,
            extent: object.extent,
            read_only: object.read_only,
        };
        let Some(known) = self.remains.get(&remains) else {
            if self.remains.len() < MOST_REMAINS {
                self.remains.insert(remains, Rc::clone(object));
            }
            return;
        };
        let mut own = std::mem::replace(&mut self.objects[at], Rc::clone(known));
        if self.spare.len() < MOST_SPARE && Rc::get_mut(&mut own).is_some() {
            self.spare.push(own);
        }
    }

    /// Number of objects; ids are `1..=len`.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// There are no objects.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// The shared handles, for merging.
    pub fn handles(&mut self) -> &mut Vec<Rc<Object<B>>> {
        &mut self.objects
    }
}

impl<B: Copy + PartialEq> Default for Memory<B> {
    fn default() -> Memory<B> {
        Memory::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_objects_of_long_runs_take_no_memory_of_their_own() {
        let mut memory: Memory<u64> = Memory::new();
        let name = |slot| Name::Slot(FnId(0), SlotId(slot));
        let mut ids = Vec::new();
        for i in 0..MANY as u32 + 10 {
            let id = memory.make(name(i % 2), Storage::Stack, 4, false);
            memory.end(id, Life::Ended, Span::default());
            ids.push(id);
        }
        let [.., a, b, c] = ids[..] else { panic!() };
        assert_eq!(
            memory.get(a).map(|o| &o.name),
            memory.get(c).map(|o| &o.name)
        );
        assert_ne!(
            memory.get(a).map(|o| &o.name),
            memory.get(b).map(|o| &o.name)
        );
        let alone = memory.make(name(1), Storage::Stack, 4, true);
        assert_eq!(memory.get(alone).map(|o| o.life), Some(Life::Live));
        let objects = memory.handles();
        assert!(Rc::ptr_eq(
            &objects[a as usize - 1],
            &objects[c as usize - 1]
        ));
    }
}
