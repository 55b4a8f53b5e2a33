//! Conditionally initialised places: a condition tells whether they were written.
//!
//! A store at an unknown index writes one of several places, and of two runs that are merged only one may have written
//! a variable. If the place held a value before, the value becomes a choice; if it was indeterminate, it is now
//! *conditionally* initialised: it contains a scalar under a condition. The mask of the object's initialised bytes
//! leaves such places out. A run that reads one forks on the condition, and continues both with the value and with an
//! indeterminate one, which usually ends the run at once. So the condition is checked once, where a value is used, and
//! not where it was stored, for each place that it may have been stored to.

use std::ops::Range;

use ir::Scalar;

use super::{INIT, Object};
use crate::domain::Domain;
use crate::value::Val;

/// A scalar that exists under a condition. It is not a pointer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConditionalInit<B> {
    /// First byte.
    pub offset: u32,
    /// Type under which it was stored.
    pub ty: Scalar,
    /// The value, if it was written.
    pub bits: B,
    /// Whether it was written: a truth value as a `U8`, never known.
    pub written: B,
}

impl<B> ConditionalInit<B> {
    pub(crate) fn bytes(&self) -> Range<usize> {
        let start = self.offset as usize;
        start..start + self.ty.size() as usize
    }
}

/// Contents of a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MaybeInit<B> {
    /// The value, if it was written; it is not a pointer.
    pub bits: B,
    /// Whether it was written: a truth value as a `U8`.
    pub written: B,
}

impl<B: Copy + PartialEq> Object<B> {
    /// The conditionally initialised places that share a byte with `at..at + size`.
    pub(crate) fn conditional_in(&self, at: usize, size: usize) -> Range<usize> {
        let first = self.conditional.partition_point(|p| p.bytes().end <= at);
        let last = self
            .conditional
            .partition_point(|p| p.bytes().start < at + size);
        first..last.max(first)
    }

    /// The scalar at exactly this place, if it is conditionally initialised.
    pub fn conditional_at(&self, at: usize, ty: Scalar) -> Option<&ConditionalInit<B>> {
        let over = self.conditional_in(at, ty.size() as usize);
        let [p] = &self.conditional[over] else {
            return None;
        };
        let fits = p.offset as usize == at && p.ty.size() == ty.size();
        let alike = p.ty.is_float() == ty.is_float() && ty != Scalar::Bool;
        (fits && (p.ty == ty || alike)).then_some(p)
    }

    /// Type of the conditionally initialised scalar that begins here, if any.
    ///
    /// # Errors
    /// The place is in the middle of such a scalar.
    pub fn conditional_begins(&self, at: usize) -> Result<Option<Scalar>, Inside> {
        match &self.conditional[self.conditional_in(at, 1)] {
            [] => Ok(None),
            [p, ..] if p.offset as usize == at => Ok(Some(p.ty)),
            _ => Err(Inside),
        }
    }

    /// Removes the conditionally initialised places in a range. Those that extend beyond it must be settled before.
    pub(crate) fn clear_conditional(&mut self, at: usize, size: usize) {
        if !self.conditional.is_empty() {
            let over = self.conditional_in(at, size);
            self.conditional.drain(over);
        }
    }

    /// Writes a scalar under a condition; the range is inside the object, and no conditional place extends beyond it.
    pub fn store_conditionally<D: Domain<Bits = B>>(
        &mut self,
        dom: &mut D,
        at: usize,
        ty: Scalar,
        held: MaybeInit<B>,
    ) {
        let MaybeInit { bits, written } = held;
        let known = D::known(written);
        let val = match known {
            Some(1) => Val::scalar(bits),
            _ => Val::indeterminate(D::constant(0)),
        };
        self.store(dom, at, ty, val);
        if known.is_none() {
            let i = self.conditional_in(at, ty.size() as usize).start;
            let place = ConditionalInit {
                offset: at as u32,
                ty,
                bits,
                written,
            };
            self.conditional.insert(i, place);
        }
    }

    /// Contents of a place, as far as they can be given without a decision: not if only parts of it were written, or
    /// if it contains a pointer.
    pub fn maybe_initialised<D: Domain<Bits = B>>(
        &self,
        dom: &mut D,
        at: usize,
        ty: Scalar,
    ) -> Option<MaybeInit<B>> {
        let size = ty.size() as usize;
        if let Some(p) = self.conditional_at(at, ty) {
            let bits = dom.extract(p.ty, p.bits, 0, ty);
            return Some(MaybeInit {
                bits,
                written: p.written,
            });
        }
        let first = self.init.get(at);
        let mixed = !matches!(first, 0 | INIT) || !self.init.are_all(at..at + size, first);
        if mixed || !self.conditional_in(at, size).is_empty() {
            return None;
        }
        let v = self.load(dom, at, ty).ok()?;
        (v.object == 0).then(|| MaybeInit {
            bits: v.bits,
            written: D::constant(u64::from(v.init)),
        })
    }
}

/// Error: a place is in the middle of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inside;

impl<B: Copy> MaybeInit<B> {
    /// The choice between two contents.
    pub fn choice<D: Domain<Bits = B>>(
        dom: &mut D,
        ty: Scalar,
        cond: D::Cond,
        a: MaybeInit<B>,
        b: MaybeInit<B>,
    ) -> MaybeInit<B> {
        let absent = |held: &MaybeInit<B>| D::known(held.written) == Some(0);
        let bits = if absent(&a) {
            b.bits
        } else if absent(&b) {
            a.bits
        } else {
            dom.ite(ty, cond, a.bits, b.bits)
        };
        let written = dom.ite(Scalar::U8, cond, a.written, b.written);
        MaybeInit { bits, written }
    }
}
