//! The registers of a run.
//!
//! Registers are most of what a fork copies, so a stored one is small: it tells whether all, none or some of its bits
//! are determinate, and only the rare masks of the last kind are kept, beside the registers.

use crate::copies::{clone_rarely_filled, clone_with_capacity, copy_seldom};
use crate::value::{ObjId, Val};

/// Which bits of a stored value are determinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defined {
    All,
    None,
    /// Those outside the mask in [`Registers::masks`].
    Some,
}

/// A value without its mask.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stored<B> {
    pub(crate) bits: B,
    pub(crate) object: ObjId,
    pub(crate) defined: Defined,
}

// The size in the concrete domain.
const _: () = assert!(size_of::<Stored<u64>>() == 16);

impl<B> Stored<B> {
    #[inline]
    fn of(value: Val<B>) -> Stored<B> {
        Stored {
            bits: value.bits,
            object: value.object,
            defined: match value.undefined {
                0 => Defined::All,
                u64::MAX => Defined::None,
                _ => Defined::Some,
            },
        }
    }

    /// The determinate value for an offset in an object, or a number if that is 0.
    #[inline]
    pub(crate) fn determinate(object: ObjId, bits: B) -> Stored<B> {
        Stored {
            bits,
            object,
            defined: Defined::All,
        }
    }
}

/// The registers of all frames.
#[derive(Debug)]
pub struct Registers<B> {
    /// One for each register.
    pub(crate) stored: Vec<Stored<B>>,
    /// Masks of the indeterminate bits, sorted by register: of those that have [`Defined::Some`], and outdated ones of
    /// others.
    masks: Vec<(usize, u64)>,
}

impl<B> Registers<B> {
    /// No registers, and room for some.
    pub(super) fn with_capacity(capacity: usize) -> Registers<B> {
        Registers {
            stored: Vec::with_capacity(capacity),
            masks: Vec::new(),
        }
    }

    pub(super) fn capacity(&self) -> usize {
        self.stored.capacity()
    }

    /// Removes all registers, and keeps the memory of at most this number.
    pub(super) fn clear(&mut self, most: usize) {
        self.stored.clear();
        self.stored.shrink_to(most);
        self.masks = Vec::new();
    }

    /// Number of registers.
    #[expect(clippy::len_without_is_empty, reason = "any run has registers")]
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Size of a copy, in bytes.
    pub(super) fn size(&self) -> usize {
        size_of_val(&*self.stored) + size_of_val(&*self.masks)
    }

    /// Removes the registers from this one on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.stored.truncate(len);
        if !self.masks.is_empty() {
            let kept = self.masks.partition_point(|(register, _)| *register < len);
            self.masks.truncate(kept);
        }
    }

    /// Adds a register.
    #[inline]
    pub(crate) fn push(&mut self, value: Val<B>) {
        let undefined = value.undefined;
        let stored = Stored::of(value);
        if stored.defined == Defined::Some {
            self.set_mask(self.stored.len(), undefined);
        }
        self.stored.push(stored);
    }

    /// Sets a register.
    ///
    /// # Panics
    /// There is no such register.
    #[inline]
    pub fn set(&mut self, register: usize, value: Val<B>) {
        let undefined = value.undefined;
        let stored = Stored::of(value);
        if stored.defined == Defined::Some {
            self.set_mask(register, undefined);
        }
        self.stored[register] = stored;
    }

    fn place(&self, register: usize) -> Result<usize, usize> {
        self.masks.binary_search_by_key(&register, |mask| mask.0)
    }

    #[cold]
    fn set_mask(&mut self, register: usize, undefined: u64) {
        match self.place(register) {
            Ok(at) => self.masks[at].1 = undefined,
            Err(at) => self.masks.insert(at, (register, undefined)),
        }
    }

    #[cold]
    fn mask(&self, register: usize) -> u64 {
        self.place(register).map_or(0, |at| self.masks[at].1)
    }
}

impl<B: Copy> Registers<B> {
    /// A copy with capacity for this number of registers.
    pub(super) fn copy(&self, capacity: usize) -> Registers<B> {
        Registers {
            stored: clone_with_capacity(&self.stored, capacity),
            masks: clone_rarely_filled(&self.masks),
        }
    }

    /// Value of a register.
    ///
    /// # Panics
    /// There is no such register.
    #[inline]
    pub fn value(&self, register: usize) -> Val<B> {
        self.with_mask(register, self.stored[register])
    }

    /// Value of a register, if there is such a register.
    pub fn get(&self, register: usize) -> Option<Val<B>> {
        let stored = self.stored.get(register)?;
        Some(self.with_mask(register, *stored))
    }

    /// Values of all registers.
    pub fn iter(&self) -> impl Iterator<Item = Val<B>> {
        let all = self.stored.iter().enumerate();
        all.map(|(register, stored)| self.with_mask(register, *stored))
    }

    #[inline]
    fn with_mask(&self, register: usize, stored: Stored<B>) -> Val<B> {
        let Stored {
            bits,
            object,
            defined,
        } = stored;
        match defined {
            Defined::All => Val::pointer(object, bits),
            Defined::None => Val::indeterminate(bits),
            Defined::Some => Val::partial(bits, self.mask(register)),
        }
    }

    /// Adds registers with this value, of which all bits or none are determinate, until there are `len`.
    pub(crate) fn fill(&mut self, len: usize, value: Val<B>) {
        self.stored.resize(len, Stored::of(value));
    }
}

impl<B: Copy> Clone for Registers<B> {
    fn clone(&self) -> Registers<B> {
        self.copy(0)
    }

    fn clone_from(&mut self, original: &Registers<B>) {
        self.stored.clone_from(&original.stored);
        copy_seldom(&mut self.masks, &original.masks);
    }
}

/// Implemented manually: outdated masks do not count.
impl<B: Copy + PartialEq> PartialEq for Registers<B> {
    fn eq(&self, other: &Registers<B>) -> bool {
        let has_none = self.masks.is_empty() && other.masks.is_empty();
        self.stored == other.stored && (has_none || self.iter().eq(other.iter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_values_are_kept() {
        let [low, high] = [0xf, 0xf0].map(|mask| Val::partial(0x100, mask));
        let mut registers = Registers::with_capacity(4);
        for value in [Val::scalar(1), low, Val::pointer(3, 8)] {
            registers.push(value);
        }
        registers.fill(4, Val::indeterminate(0));
        registers.set(2, high);
        let values = [Val::scalar(1), low, high, Val::indeterminate(0)];
        assert_eq!(registers.iter().collect::<Vec<_>>(), values);
        let copy = registers.clone();
        assert!(copy == registers);
        registers.set(1, high);
        assert!(copy != registers);
        // The mask that is out of date does not matter.
        registers.set(1, Val::scalar(5));
        let mut fresh = Registers::with_capacity(0);
        for value in registers.iter() {
            fresh.push(value);
        }
        assert!(fresh == registers);
        // Nor does one of a register that was removed.
        registers.truncate(1);
        registers.fill(3, Val::scalar(0));
        registers.push(low);
        assert_eq!(registers.get(3), Some(low));
        assert_eq!(registers.get(4), None);
        assert_eq!(registers.masks.len(), 1);
    }
}
