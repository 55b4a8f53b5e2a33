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

/// Arrangement of the objects in memory: which address each of them has.
///
/// Objects are far apart, so that distinct objects have distinct addresses; nothing else may be inferred from an
/// address. What holds in one layout only is an accident of the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Objects in order of creation, each at a round address.
    #[default]
    Ascending,
    /// Objects at uneven distances, the later ones of a block of 4096 before the earlier ones (with 64-bit pointers). No
    /// address ends in a byte of 0. Addresses are multiples of 16, as `malloc` guarantees, but of no larger number.
    Uneven,
}

/// Address that object 0 would have in [`Layout::Ascending`].
const OBJECTS: u64 = 0x7f00_0000_1000;
/// Address of the first room in [`Layout::Uneven`].
const UNEVEN_OBJECTS: u64 = 0x5000_0000_0000;
/// Those addresses in a program with 32-bit pointers.
const NARROW_OBJECTS: u64 = 0x2000_0000;
const NARROW_UNEVEN_OBJECTS: u64 = 0x5000_0000;
/// Logarithm of the distance of the addresses of consecutive objects.
const ROOM_LOG: u32 = 32;
/// That distance in a program with 32-bit pointers. Larger objects overlap the addresses of others.
pub(super) const NARROW_ROOM: u64 = 1 << 16;
/// Alignment of the objects in [`Layout::Uneven`].
const ALIGNMENT: u64 = 16;
/// Bits of an object's number that are inverted there: later objects come first.
const INVERTED: u64 = 0xfff;

/// Distance of an object from its round address in [`Layout::Uneven`]: a multiple of [`ALIGNMENT`] whose lowest byte is
/// not 0.
fn unevenness(object: ObjId) -> u64 {
    let lowest = (u64::from(object % 15) + 1) * ALIGNMENT;
    let others = u64::from(object).wrapping_mul(0x9d) % 0x2f;
    others << 8 | lowest
}

impl Layout {
    /// Address of the first byte of an object, in a program with pointers of `word` bytes: the integer to which a
    /// pointer to it converts.
    pub(super) fn base_address(self, object: ObjId, word: u32) -> u64 {
        let at = u64::from(object);
        match (self, word) {
            _ if object == 0 => 0,
            (Layout::Ascending, _) if is_function(object) => {
                0x40_0000 + u64::from(object - FIRST_FUNCTION) * 16
            }
            (Layout::Uneven, _) if is_function(object) => {
                0x41_2330 + u64::from(object - FIRST_FUNCTION) * 0x100
            }
            (Layout::Ascending, 8) => (at << ROOM_LOG).wrapping_add(OBJECTS),
            (Layout::Uneven, 8) => ((at ^ INVERTED) << ROOM_LOG)
                .wrapping_add(UNEVEN_OBJECTS)
                .wrapping_add(unevenness(object)),
            (Layout::Ascending, _) => (at * NARROW_ROOM).wrapping_add(NARROW_OBJECTS),
            (Layout::Uneven, _) => (at * NARROW_ROOM)
                .wrapping_add(NARROW_UNEVEN_OBJECTS)
                .wrapping_add(unevenness(object)),
        }
    }

    /// The object that most likely contains an address in a program with pointers of `word` bytes, and the offset in
    /// it: with 64-bit pointers the nearest object, otherwise the one in whose room the address is.
    pub(super) fn object_at(self, address: u64, word: u32) -> Option<(ObjId, u64)> {
        let half = 1 << (ROOM_LOG - 1);
        let number = match (self, word) {
            (Layout::Ascending, 8) => address.checked_sub(OBJECTS)?.checked_add(half)? >> ROOM_LOG,
            (Layout::Uneven, 8) => {
                (address.checked_sub(UNEVEN_OBJECTS)?.checked_add(half)? >> ROOM_LOG) ^ INVERTED
            }
            (Layout::Ascending, _) => address.checked_sub(NARROW_OBJECTS)? / NARROW_ROOM,
            (Layout::Uneven, _) => address.checked_sub(NARROW_UNEVEN_OBJECTS)? / NARROW_ROOM,
        };
        let object = ObjId::try_from(number).ok()?;
        let known = object > 0 && !is_function(object);
        known.then(|| {
            let base = self.base_address(object, word);
            (object, address.wrapping_sub(base))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_back() {
        for layout in [Layout::Ascending, Layout::Uneven] {
            let wide = [(1, 0), (7, 4095), (3, u64::MAX), (30_000, 1 << 30)];
            let narrow = [(1, 0), (7, 4095), (3, 0x5000)];
            let all = wide
                .map(|of| (8, of))
                .into_iter()
                .chain(narrow.map(|of| (4, of)));
            for (word, (object, offset)) in all {
                let address = layout.base_address(object, word).wrapping_add(offset);
                let found = layout.object_at(address, word);
                assert_eq!(found, Some((object, offset)), "{layout:?} {word}");
            }
            assert_eq!(layout.object_at(0, 8), None);
            assert_eq!(layout.object_at(0, 4), None);
        }
        assert_eq!(Layout::Ascending.object_at(0x4000_0000, 8), None);
    }

    #[test]
    fn layouts_have_no_address_and_no_lowest_byte_in_common() {
        for word in [4, 8] {
            let first = Layout::Uneven.base_address(1, word);
            for object in 1..1000 {
                let [round, uneven] =
                    [Layout::Ascending, Layout::Uneven].map(|l| l.base_address(object, word));
                assert_eq!(round & 0xff, 0);
                assert!(uneven & 0xff != 0 && uneven % ALIGNMENT == 0);
                assert!(object == 1 || (first < uneven) == (word == 4));
                let function = function_object(FnId(object));
                assert_ne!(Layout::Uneven.base_address(function, word) % 0x100, 0);
            }
        }
    }
}
