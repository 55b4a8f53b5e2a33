//! Register contents: bits that may be symbolic, the object a pointer points into, and whether it was ever written.

use crate::FnId;

/// Identity of a memory object during one run; 0 is no object.
pub type ObjId = u32;

/// Object ids from here on are functions.
const FIRST_FUNCTION: u32 = 0x8000_0000;

/// What a register holds.
///
/// For a pointer into an object, `object` names it and `bits` is the byte offset. Anything else has `object` 0; then
/// `bits` is the value itself (the null pointer is 0). An integer made from a pointer keeps its object until something
/// is computed with it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Val<B> {
    /// Value or offset.
    pub bits: B,
    /// Provenance.
    pub object: ObjId,
    /// False: indeterminate.
    pub init: bool,
}

impl<B> Val<B> {
    /// A determinate value that is no pointer to an object.
    pub fn scalar(bits: B) -> Val<B> {
        Val {
            bits,
            object: 0,
            init: true,
        }
    }

    /// An indeterminate value; which `bits` stand in it means nothing.
    pub fn indeterminate(bits: B) -> Val<B> {
        Val {
            bits,
            object: 0,
            init: false,
        }
    }

    /// A pointer.
    pub fn pointer(object: ObjId, offset: B) -> Val<B> {
        Val {
            bits: offset,
            object,
            init: true,
        }
    }

    /// The function pointed to.
    pub fn function(&self) -> Option<FnId> {
        self.object.checked_sub(FIRST_FUNCTION).map(FnId)
    }
}

/// The pseudo-object of a function's address.
pub fn function_object(f: FnId) -> ObjId {
    FIRST_FUNCTION + f.0
}

/// The pseudo-object stands for a function.
pub fn is_function(object: ObjId) -> bool {
    object >= FIRST_FUNCTION
}

/// Where the address of object 0 would be.
const OBJECTS: u64 = 0x7f00_0000_1000;

/// The number that a pointer shows when it is looked at as an integer. Objects are far apart, so that distinct objects
/// have distinct addresses; nothing else may be concluded from it.
pub fn flat_address(object: ObjId, offset: u64) -> u64 {
    match object {
        0 => offset,
        o if is_function(o) => 0x40_0000 + u64::from(o - FIRST_FUNCTION) * 16,
        o => (u64::from(o) << 32)
            .wrapping_add(OBJECTS)
            .wrapping_add(offset),
    }
}

/// Where the address of object 0 would be in a program with pointers of 32 bits.
const NARROW_OBJECTS: u64 = 0x2000_0000;

/// Bytes between the addresses of objects there. Larger ones reach into the addresses of others.
pub(super) const NARROW_ROOM: u64 = 1 << 16;

/// [`flat_address`] of the first byte of an object, in a program whose pointers have so many bytes.
pub(super) fn base_address(object: ObjId, word: u32) -> u64 {
    match (object, word) {
        (0, _) | (_, 8) => flat_address(object, 0),
        (o, _) if is_function(o) => flat_address(o, 0),
        (o, _) => (u64::from(o) * NARROW_ROOM).wrapping_add(NARROW_OBJECTS),
    }
}

/// The object that an address most likely leads to in a program whose pointers have so many bytes, and the offset in it.
pub(super) fn object_at(address: u64, word: u32) -> Option<(ObjId, u64)> {
    match word {
        8 => wide_object_at(address),
        _ => narrow_object_at(address),
    }
}

/// The object in whose room an address with 32 bits lies, and the offset of the address in it.
fn narrow_object_at(address: u64) -> Option<(ObjId, u64)> {
    let distance = address.checked_sub(NARROW_OBJECTS)?;
    let id = ObjId::try_from(distance / NARROW_ROOM).ok()?;
    (id > 0).then_some((id, distance % NARROW_ROOM))
}

/// The object that lies nearest to an address with 64 bits, and the offset of the address in it.
fn wide_object_at(address: u64) -> Option<(ObjId, u64)> {
    let distance = address.checked_sub(OBJECTS)?;
    let object = distance.checked_add(1 << 31)? >> 32;
    let id = ObjId::try_from(object).ok()?;
    let known = id > 0 && !is_function(id);
    known.then(|| (id, distance.wrapping_sub(object << 32)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_back() {
        for (object, offset) in [(1, 0), (7, 4095), (3, u64::MAX), (70_000, 1 << 30)] {
            assert_eq!(
                object_at(flat_address(object, offset), 8),
                Some((object, offset))
            );
        }
        assert_eq!(object_at(0, 8), None);
        assert_eq!(object_at(0x4000_0000, 8), None);
    }
}
