//! The memory of a run: all of its objects.
//!
//! Objects are shared between copies of a state until one of them writes.

use std::rc::Rc;

use ir::program::GlobalId;
use rustc_hash::FxHashMap;
use syntax::Span;

use super::copies::clone_with_capacity;
use super::domain::Domain;
use super::object::{Name, Object};
use super::storage::{Life, Storage};
use super::value::{ObjId, Val};

/// Most boxes that are kept for the objects of the next run.
const MOST_SPARE: usize = 64;
/// Number of objects beyond which a run shares the remains of dead ones: a long run creates millions of them.
const MANY: usize = 1 << 12;
/// Most distinct remains that are kept for that.
const MOST_REMAINS: usize = 1 << 14;

/// Properties of a dead object that messages may mention.
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

/// All objects of a run. Ids are never reused.
#[derive(Debug)]
pub struct Memory<B> {
    objects: Vec<Rc<Object<B>>>,
    /// Boxes of objects of an earlier run, for new objects; they are not shared.
    spare: Vec<Rc<Object<B>>>,
    /// Dead objects, one for each distinct set of remains.
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
    /// Creates a memory without objects.
    pub fn new() -> Memory<B> {
        Memory {
            objects: Vec::new(),
            spare: Vec::new(),
            remains: FxHashMap::default(),
        }
    }

    /// A copy with room for this number of additional objects.
    pub(super) fn clone_with_capacity(&self, more: usize) -> Memory<B> {
        Memory {
            objects: clone_with_capacity(&self.objects, self.objects.len() + more),
            spare: Vec::new(),
            remains: FxHashMap::default(),
        }
    }

    /// Resets the memory to the image. Small objects that only this memory owns stay in place, to be overwritten.
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

    /// Creates an object with `size` bytes, all zero or all indeterminate.
    pub fn make(&mut self, name: Name, storage: Storage, size: usize, zeroed: bool) -> ObjId {
        self.make_with(name, storage, size, zeroed, |_| {})
    }

    /// Creates an object and writes its initial contents.
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

    /// The object with this id.
    pub fn get(&self, id: ObjId) -> Option<&Object<B>> {
        self.objects
            .get((id as usize).wrapping_sub(1))
            .map(Rc::as_ref)
    }

    /// The object with this id, for writing; it is copied first if other states share it.
    pub fn get_mut(&mut self, id: ObjId) -> Option<&mut Object<B>>
    where
        B: Clone,
    {
        self.objects
            .get_mut((id as usize).wrapping_sub(1))
            .map(Rc::make_mut)
    }

    /// The objects of an earlier state of the same run that may have changed since, with their former and their
    /// current contents.
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

    /// Ends the lifetime of an object.
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

    /// Replaces a dead object by shared remains, so that it takes no memory of its own.
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

    /// Whether there are no objects.
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

/// Address of the beginning of a global object.
#[inline]
pub(super) fn global_address<D: Domain>(global: GlobalId) -> Val<D::Bits> {
    Val::pointer(global.0 + 1, D::constant(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::program::{FnId, SlotId};

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
