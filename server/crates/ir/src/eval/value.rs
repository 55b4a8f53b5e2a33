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

/// The number that a pointer shows when it is looked at as an integer. Objects are far apart, so that distinct objects
/// have distinct addresses; nothing else may be concluded from it.
pub fn flat_address(object: ObjId, offset: u64) -> u64 {
    match object {
        0 => offset,
        o if is_function(o) => 0x40_0000 + u64::from(o - FIRST_FUNCTION) * 16,
        o => (u64::from(o) << 32)
            .wrapping_add(0x7f00_0000_1000)
            .wrapping_add(offset),
    }
}
