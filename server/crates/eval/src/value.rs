//! Register contents: bits that may be symbolic, the object of a pointer, and which bits are determinate.

use ir::FnId;

/// Identity of a memory object during one run; 0 is no object.
pub type ObjId = u32;

/// Object ids from here on denote functions.
const FIRST_FUNCTION: u32 = 0x8000_0000;

/// Contents of a register.
///
/// For a pointer into an object, `object` identifies the object and `bits` is the byte offset. For anything else
/// `object` is 0 and `bits` is the value itself (the null pointer is 0). An integer made from a pointer keeps its
/// object until something is computed with it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Val<B> {
    /// Value or offset.
    pub bits: B,
    /// Mask of the indeterminate bits, which are 0 in `bits`. Only numbers have some, but not all of them.
    pub undefined: u64,
    /// Provenance.
    pub object: ObjId,
    /// Whether all bits are determinate.
    pub init: bool,
}

impl<B> Val<B> {
    /// A determinate value that does not point to an object.
    pub fn scalar(bits: B) -> Val<B> {
        Val::pointer(0, bits)
    }

    /// A value of which no bit is determinate; `bits` are 0.
    pub fn indeterminate(bits: B) -> Val<B> {
        Val::partial(bits, u64::MAX)
    }

    /// A number of which the bits in the mask are indeterminate.
    pub fn partial(bits: B, undefined: u64) -> Val<B> {
        Val {
            bits,
            undefined,
            object: 0,
            init: undefined == 0,
        }
    }

    /// A pointer to an offset in an object.
    pub fn pointer(object: ObjId, offset: B) -> Val<B> {
        Val {
            bits: offset,
            undefined: 0,
            object,
            init: true,
        }
    }

    /// The function that the value points to.
    pub fn function(&self) -> Option<FnId> {
        self.object.checked_sub(FIRST_FUNCTION).map(FnId)
    }
}

/// The pseudo-object of a function's address.
pub fn function_object(f: FnId) -> ObjId {
    FIRST_FUNCTION + f.0
}

/// Whether the id is the pseudo-object of a function.
pub fn is_function(object: ObjId) -> bool {
    object >= FIRST_FUNCTION
}

/// Address that object 0 would have.
const OBJECTS: u64 = 0x7f00_0000_1000;

/// The integer that a pointer converts to. Objects are far apart, so that distinct objects have distinct addresses;
/// nothing else may be inferred from the address.
pub fn flat_address(object: ObjId, offset: u64) -> u64 {
    match object {
        0 => offset,
        o if is_function(o) => 0x40_0000 + u64::from(o - FIRST_FUNCTION) * 16,
        o => (u64::from(o) << 32)
            .wrapping_add(OBJECTS)
            .wrapping_add(offset),
    }
}

/// Address that object 0 would have in a program with 32-bit pointers.
const NARROW_OBJECTS: u64 = 0x2000_0000;

/// Distance of the addresses of consecutive objects there. Larger objects overlap the addresses of others.
pub(super) const NARROW_ROOM: u64 = 1 << 16;

/// [`flat_address`] of the first byte of an object, in a program with pointers of `word` bytes.
pub(super) fn base_address(object: ObjId, word: u32) -> u64 {
    match (object, word) {
        (0, _) | (_, 8) => flat_address(object, 0),
        (o, _) if is_function(o) => flat_address(o, 0),
        (o, _) => (u64::from(o) * NARROW_ROOM).wrapping_add(NARROW_OBJECTS),
    }
}

/// The object that most likely contains an address in a program with pointers of `word` bytes, and the offset in it.
pub(super) fn object_at(address: u64, word: u32) -> Option<(ObjId, u64)> {
    match word {
        8 => wide_object_at(address),
        _ => narrow_object_at(address),
    }
}

/// The object whose room contains a 32-bit address, and the offset in it.
fn narrow_object_at(address: u64) -> Option<(ObjId, u64)> {
    let distance = address.checked_sub(NARROW_OBJECTS)?;
    let id = ObjId::try_from(distance / NARROW_ROOM).ok()?;
    (id > 0).then_some((id, distance % NARROW_ROOM))
}

/// The object nearest to a 64-bit address, and the offset from it.
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
