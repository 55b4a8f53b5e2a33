//! Loads and stores through pointers, at known and at symbolic offsets.
//!
//! A symbolic offset ranges over few values: every aligned place of the object is a candidate. A load becomes a chain
//! of if-then-else terms over the candidates; a store changes each of them conditionally. Where that cannot be
//! expressed (pointers among the candidates, or too many of them), the driver picks the offset.

use ir::{BinOp, Scalar};
use smallvec::SmallVec;
use term::Residues;

use super::domain::{ByteAccess, Domain};
use super::free_input::LeftOut;
use super::machine::Machine;
use super::object::{INIT, MaybeInit, Object};
use super::stop::{Exec, Stop};
use super::storage::Life;
use super::trap::{Access, NullUse, TrapKind, UninitialisedUse, Unwritten};
use super::value::{ObjId, Val, is_function};

/// Most candidates for which terms are built.
const MAX_CANDIDATES: i128 = 256;

/// A string that a library function reads; most are short.
pub(super) type Text = SmallVec<[u8; 32]>;

impl<D: Domain> Machine<'_, D> {
    /// Checks an access of `size` bytes and returns the object and the offset, which is then in bounds.
    pub(super) fn access(
        &mut self,
        p: Val<D::Bits>,
        size: u64,
        write: bool,
    ) -> Exec<(ObjId, D::Bits)> {
        // The pointer must point into an object.
        self.determinate(p, UninitialisedUse::Address)?;
        let access = Access { size, write };
        if p.object == 0 {
            return self.null_or_invalid(p, NullUse::Access(access));
        }
        if is_function(p.object) {
            return self.trap(TrapKind::InvalidPointer);
        }
        let Some(o) = self.state.memory.get(p.object) else {
            return self.trap(TrapKind::InvalidPointer);
        };
        // The object must be live, and writable for a write.
        let total = o.size();
        if o.life != Life::Live {
            let (object, offset) = (
                o.described(self.program),
                D::known(p.bits).map(|b| b as i64),
            );
            return self.trap(TrapKind::Dangling {
                object,
                offset,
                access,
            });
        }
        if write && o.read_only && !self.initialising() {
            let object = o.described(self.program);
            return self.trap(TrapKind::ReadOnly(object));
        }
        // An offset that is known and in bounds needs no decision.
        if let Some(at) = D::known(p.bits)
            && at <= total
            && size <= total - at
        {
            if !o.conditional.is_empty() {
                self.decide_at_known_offset(p.object, at as usize, size as usize, write)?;
            }
            self.dom.accessed(ByteAccess {
                object: p.object,
                at,
                size,
                write,
            });
            return Ok((p.object, p.bits));
        }
        // Any other offset is assumed to be in bounds, if it can be.
        let object = o.described(self.program);
        let inside = if size <= total {
            self.dom
                .compare(BinOp::Le, Scalar::U64, p.bits, D::constant(total - size))
        } else {
            D::verdict(false)
        };
        let offset = D::known(p.bits).map(|b| b as i64);
        self.require(inside, || TrapKind::OutOfBounds {
            object,
            offset,
            access,
        })?;
        Ok((p.object, p.bits))
    }

    #[cold]
    fn decide_at_known_offset(
        &mut self,
        id: ObjId,
        at: usize,
        size: usize,
        write: bool,
    ) -> Exec<()> {
        if write {
            self.decide_overlapping(id, at, size)
        } else {
            self.decide_initialised(id, at, size)
        }
    }

    /// Whether static objects are being initialised.
    fn initialising(&self) -> bool {
        let running = self.state.calls.frames.last().map(|f| f.function);
        running.is_some() && running == self.program.init
    }

    /// `*p`
    pub(super) fn load(&mut self, p: Val<D::Bits>, ty: Scalar) -> Exec<Val<D::Bits>> {
        if ty == Scalar::Ptr32 {
            let number = self.load(p, Scalar::U32)?;
            return self.convert(Scalar::U32, Scalar::Ptr, number);
        }
        let (id, offset) = self.access(p, u64::from(ty.size()), false)?;
        match D::known(offset) {
            Some(at) => self.load_at(id, at, ty),
            None => self.load_anywhere(id, offset, ty),
        }
    }

    fn load_at(&mut self, id: ObjId, at: u64, ty: Scalar) -> Exec<Val<D::Bits>> {
        if !at.is_multiple_of(u64::from(ty.size())) {
            return self.misaligned(id, Some(at), ty, false);
        }
        if self.program.unset_is_any {
            self.set_unset(id, at, ty)?;
        }
        let v = match self.state.memory.get(id) {
            Some(o) => o.load(&mut self.dom, at as usize, ty)?,
            None => return self.trap(TrapKind::InvalidPointer),
        };
        self.note_split_pointer(id, at, u64::from(ty.size()));
        if ty == Scalar::Ptr && v.init {
            // The pointer may have been assembled byte by byte.
            return self.pointer_from(v);
        }
        if ty == Scalar::Bool && v.init {
            let one = D::constant(1);
            let valid = self.dom.compare(BinOp::Le, Scalar::U8, v.bits, one);
            let value = D::known(v.bits);
            self.require(valid, || TrapKind::InvalidValue { value, ty })?;
        }
        Ok(v)
    }

    /// Notes that the bytes of a part of a pointer are read.
    fn note_split_pointer(&mut self, id: ObjId, at: u64, size: u64) {
        if self.state.input.free.is_some()
            && let Some(o) = self.state.memory.get(id)
            && o.splits_pointer(at as usize, size as usize)
        {
            self.leave_out(LeftOut::Address);
        }
    }

    #[cold]
    fn misaligned<T>(&self, id: ObjId, at: Option<u64>, ty: Scalar, write: bool) -> Exec<T> {
        let Some(o) = self.state.memory.get(id) else {
            return self.trap(TrapKind::InvalidPointer);
        };
        let size = u64::from(ty.size());
        self.trap(TrapKind::Misaligned {
            object: o.described(self.program),
            offset: at.map(|at| at as i64),
            access: Access { size, write },
        })
    }

    /// The aligned offsets in the object that are possible, if they are few; each costs a step. For arrays of records,
    /// only members of the right name are included.
    fn candidates(&mut self, id: ObjId, offset: D::Bits, ty: Scalar) -> Option<Vec<u64>> {
        let size = u64::from(ty.size());
        let total = self.state.memory.get(id).map_or(0, Object::size);
        let class = self.dom.residues(offset);
        let apart = class.modulus().max(size.into());
        if i128::from(total) / apart > MAX_CANDIDATES {
            return None;
        }
        let last = i128::from(total) - i128::from(size);
        let places: Vec<u64> = class
            .members(last)
            .map(|at| at as u64)
            .filter(|at| at.is_multiple_of(size))
            .collect();
        let n = places.len() as u64;
        self.steps = self.steps.saturating_sub(n).max(1);
        Some(places)
    }

    fn load_anywhere(&mut self, id: ObjId, offset: D::Bits, ty: Scalar) -> Exec<Val<D::Bits>> {
        let picked = |m: &mut Self| {
            let at = m.picked_offset(id, offset, u64::from(ty.size()))?;
            m.decide_initialised(id, at as usize, ty.size() as usize)?;
            m.load_at(id, at, ty)
        };
        let Some(places) = self.candidates(id, offset, ty) else {
            return picked(self);
        };
        let mut result: Option<MaybeInit<D::Bits>> = None;
        for at in places {
            if self.program.unset_is_any {
                self.set_unset(id, at, ty)?;
            }
            let Some(held) = self.held(id, at, ty)? else {
                return picked(self);
            };
            let here = self
                .dom
                .compare(BinOp::Eq, Scalar::U64, offset, D::constant(at));
            result = Some(match result {
                None => held,
                Some(rest) => MaybeInit::choice(&mut self.dom, ty, here, held, rest),
            });
        }
        self.aligned(id, offset, ty, false)?;
        match result {
            Some(held) => self.decided_value(held),
            None => self.trap(TrapKind::InvalidPointer),
        }
    }

    /// The contents of a place, unless they are a pointer or have a determinate part.
    fn held(&mut self, id: ObjId, at: u64, ty: Scalar) -> Exec<Option<MaybeInit<D::Bits>>> {
        if let Some(o) = self.state.memory.get(id)
            && let Some(held) = o.maybe_initialised(&mut self.dom, at as usize, ty)
            && D::known(held.written) != Some(1)
        {
            return Ok(Some(held));
        }
        // Initialised contents are loaded as usual; conditionally initialised ones may need decisions.
        self.decide_initialised(id, at as usize, ty.size() as usize)?;
        let v = self.load_at(id, at, ty)?;
        let is_partial = !matches!(v.undefined, 0 | u64::MAX);
        Ok((v.object == 0 && !is_partial).then(|| MaybeInit {
            bits: v.bits,
            written: D::constant(u64::from(v.init)),
        }))
    }

    fn aligned(&mut self, id: ObjId, offset: D::Bits, ty: Scalar, write: bool) -> Exec<()> {
        let multiple = Residues::new(ty.size().into(), 0);
        if self.dom.residues(offset).join(multiple) == multiple {
            return Ok(());
        }
        let low = self.dom.bin(
            BinOp::And,
            Scalar::U64,
            offset,
            D::constant(u64::from(ty.size()) - 1),
        );
        let ok = self
            .dom
            .compare(BinOp::Eq, Scalar::U64, low, D::constant(0));
        let object = self.state.memory.get(id).map(|o| o.described(self.program));
        let size = u64::from(ty.size());
        self.require(ok, || match object {
            Some(object) => TrapKind::Misaligned {
                object,
                offset: None,
                access: Access { size, write },
            },
            None => TrapKind::InvalidPointer,
        })
    }

    /// `*p = v`
    pub(super) fn store(&mut self, p: Val<D::Bits>, ty: Scalar, v: Val<D::Bits>) -> Exec<()> {
        if ty == Scalar::Ptr32 {
            let number = self.convert(Scalar::Ptr, Scalar::U32, v)?;
            return self.store(p, Scalar::U32, number);
        }
        let (id, offset) = self.access(p, u64::from(ty.size()), true)?;
        match D::known(offset) {
            Some(at) => self.store_at(id, at, ty, v),
            None => self.store_anywhere(id, offset, ty, v),
        }
    }

    fn store_at(&mut self, id: ObjId, at: u64, ty: Scalar, v: Val<D::Bits>) -> Exec<()> {
        if !at.is_multiple_of(u64::from(ty.size())) {
            return self.misaligned(id, Some(at), ty, true);
        }
        match self.state.memory.get_mut(id) {
            Some(o) => {
                o.store(&mut self.dom, at as usize, ty, v);
                Ok(())
            }
            None => self.trap(TrapKind::InvalidPointer),
        }
    }

    fn store_anywhere(
        &mut self,
        id: ObjId,
        offset: D::Bits,
        ty: Scalar,
        v: Val<D::Bits>,
    ) -> Exec<()> {
        let places = self.candidates(id, offset, ty);
        let expressible = v.init && v.object == 0;
        let mut merged = Vec::new();
        for &at in places.iter().flatten().filter(|_| expressible) {
            let Some(old) = self.held(id, at, ty)? else {
                merged.clear();
                break;
            };
            let here = self
                .dom
                .compare(BinOp::Eq, Scalar::U64, offset, D::constant(at));
            let new = MaybeInit {
                bits: v.bits,
                written: D::constant(1),
            };
            merged.push((at, MaybeInit::choice(&mut self.dom, ty, here, new, old)));
        }
        if merged.is_empty() {
            let at = self.picked_offset(id, offset, u64::from(ty.size()))?;
            self.decide_overlapping(id, at as usize, ty.size() as usize)?;
            return self.store_at(id, at, ty, v);
        }
        self.aligned(id, offset, ty, true)?;
        if let Some(o) = self.state.memory.get_mut(id) {
            for (at, held) in merged {
                o.store_conditionally(&mut self.dom, at as usize, ty, held);
            }
        }
        Ok(())
    }

    /// A possible offset of an access. It may have been picked for a smaller access of the same instruction, or before the
    /// access failed; another state tries the other values.
    fn picked_offset(&mut self, id: ObjId, offset: D::Bits, size: u64) -> Exec<u64> {
        let at = self.concretise(Scalar::U64, offset)?;
        let total = self.state.memory.get(id).map_or(0, Object::size);
        if at > total || size > total - at {
            return Err(Box::new(super::stop::Stop::Dead));
        }
        Ok(at)
    }

    /// Makes both pointers concrete for a transfer of `size` bytes.
    pub(super) fn range(
        &mut self,
        p: Val<D::Bits>,
        size: u64,
        write: bool,
    ) -> Exec<(ObjId, usize)> {
        let (id, offset) = self.access(p, size, write)?;
        let at = self.picked_offset(id, offset, size)?;
        self.decide_at_known_offset(id, at as usize, size as usize, write)?;
        Ok((id, at as usize))
    }

    /// `memmove`
    pub(super) fn copy(&mut self, dst: Val<D::Bits>, src: Val<D::Bits>, size: u64) -> Exec<()> {
        if size == 0 {
            return Ok(());
        }
        let (from, at) = self.range(src, size, false)?;
        let (to, put) = self.range(dst, size, true)?;
        if self.program.unset_is_any {
            // A copy is like its source.
            for byte in at..at + size as usize {
                self.set_unset(from, byte as u64, Scalar::U8)?;
            }
        }
        self.note_split_pointer(from, at as u64, size);
        let piece = match self.state.memory.get(from) {
            Some(o) => o.cut(&mut self.dom, at, size as usize),
            None => return self.trap(TrapKind::InvalidPointer),
        };
        if let Some(o) = self.state.memory.get_mut(to) {
            o.paste(&mut self.dom, put, &piece);
        }
        Ok(())
    }

    /// `memset` with the value `byte`.
    pub(super) fn fill(&mut self, dst: Val<D::Bits>, byte: D::Bits, size: u64) -> Exec<()> {
        if size == 0 {
            return Ok(());
        }
        let (id, at) = self.range(dst, size, true)?;
        let Some(o) = self.state.memory.get_mut(id) else {
            return self.trap(TrapKind::InvalidPointer);
        };
        if let Some(b) = D::known(byte) {
            o.fill(&mut self.dom, at..at + size as usize, b as u8);
            return Ok(());
        }
        for i in 0..size as usize {
            o.store(&mut self.dom, at + i, Scalar::U8, Val::scalar(byte));
        }
        Ok(())
    }

    /// The byte at `p + i`, which must be determinate.
    pub(super) fn byte_at(&mut self, p: Val<D::Bits>, i: u64) -> Exec<D::Bits> {
        // A library function that reads byte after byte spends steps like any loop.
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 {
            return Err(Box::new(Stop::StepLimit));
        }
        if let Some(byte) = self.plain_byte(p, i) {
            self.read_text(p, i, 1);
            return Ok(D::constant(byte));
        }
        let at = self.offset(p, i);
        let v = self.load(at, Scalar::U8)?;
        if !v.init && !self.state.settings.slack {
            return self.unwritten_byte(at);
        }
        Ok(v.bits)
    }

    /// Traps because a library function reads a byte that was never written.
    #[cold]
    fn unwritten_byte<T>(&self, p: Val<D::Bits>) -> Exec<T> {
        let offset = D::known(p.bits);
        let at = self.state.memory.get(p.object).map(|o| {
            let before = offset
                .and_then(|at| at.checked_sub(1))
                .map(|at| at as usize);
            Unwritten {
                object: o.described(self.program),
                offset,
                ends_text: before.is_some_and(|at| o.all_init(at, 1)),
            }
        });
        self.trap(TrapKind::Uninitialised {
            used: UninitialisedUse::Byte,
            at,
            no_return: self.without_return(),
        })
    }

    /// The byte at `p + i` if the read cannot fail: strings are read byte by byte, and most bytes are known.
    fn plain_byte(&self, p: Val<D::Bits>, i: u64) -> Option<u64> {
        let at = D::known(p.bits).filter(|_| p.init)?.wrapping_add(i);
        let object = self.state.memory.get(p.object).filter(|o| o.is_plain())?;
        let range = object.range(at, Scalar::U8)?;
        object.initialised_bytes(range, Scalar::U8)
    }

    /// The longest prefix of the string at `p`, up to the NUL, whose bytes can be read without failing.
    pub(super) fn plain_text(&mut self, p: Val<D::Bits>) -> Text {
        let known = || {
            let at = usize::try_from(D::known(p.bits).filter(|_| p.init)?).ok()?;
            let object = self.state.memory.get(p.object)?;
            let lives = object.life == Life::Live && object.is_plain();
            let (bytes, init) = (object.bytes.piece(at)?, object.init.piece(at)?);
            let length = bytes.iter().position(|byte| *byte == 0);
            let length = length.unwrap_or(bytes.len());
            let known = init[..length].iter().position(|init| *init != INIT);
            lives.then(|| &bytes[..known.unwrap_or(length)])
        };
        let known = known().unwrap_or_default();
        // Costs as many steps as reading byte by byte would; the last step is left to the caller.
        let most = usize::try_from(self.steps.saturating_sub(1)).unwrap_or(usize::MAX);
        let text = Text::from_slice(&known[..known.len().min(most)]);
        self.steps -= text.len() as u64;
        self.read_text(p, 0, text.len() as u64);
        text
    }

    /// Reports to the domain that `size` bytes from `p + i` were read without [`Machine::access`].
    #[inline]
    fn read_text(&mut self, p: Val<D::Bits>, i: u64, size: u64) {
        self.dom.accessed(ByteAccess {
            object: p.object,
            at: D::known(p.bits).unwrap_or(0).wrapping_add(i),
            size,
            write: false,
        });
    }

    /// The whole string at `p`, if reading it cannot fail; it costs as many steps as reading byte by byte would.
    pub(super) fn known_text(&mut self, p: Val<D::Bits>) -> Option<&[u8]> {
        let at = usize::try_from(D::known(p.bits).filter(|_| p.init)?).ok()?;
        let object = self.state.memory.get(p.object)?;
        let text = object.known_text(at)?;
        let steps = text.len() as u64 + 1;
        if self.steps <= steps {
            return None;
        }
        self.steps -= steps;
        self.dom.accessed(ByteAccess {
            object: p.object,
            at: at as u64,
            size: steps,
            write: false,
        });
        Some(text)
    }

    /// The pointer `p + i` for a character pointer `p`.
    pub(super) fn offset(&mut self, p: Val<D::Bits>, i: u64) -> Val<D::Bits> {
        let bits = self
            .dom
            .bin(BinOp::Add, Scalar::U64, p.bits, D::constant(i));
        Val { bits, ..p }
    }

    /// Stores bytes and a final NUL at `p`.
    pub(super) fn store_text(&mut self, p: Val<D::Bits>, bytes: &[u8]) -> Exec<()> {
        self.access(p, bytes.len() as u64 + 1, true)?;
        for (i, b) in bytes.iter().chain([&0]).enumerate() {
            let at = self.offset(p, i as u64);
            self.store(at, Scalar::U8, Val::scalar(D::constant(u64::from(*b))))?;
        }
        Ok(())
    }
}
