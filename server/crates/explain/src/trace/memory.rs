//! Memory: names for scalars that are stored, and for scalars that are read for the first time.
//!
//! Addresses are fixed to those of the run, *under the condition* that they are the same: an element that is read or
//! written through an index has its value only if the index is the same. The formulas leave out that another element
//! would be written otherwise; [`super::Trace::addresses_assumed`] says so.

use std::rc::Rc;

use eval::{Bytes, Domain, ObjId, Object, Stop, Storage, Sym, Symbolic, Val, arith};
use exec::run::PreparedTest;
use ir::{Builtin, Inst, Nature, Pc, Reg, Scalar};
use syntax::Span;
use term::Term;

use super::recorder::{Bulk, NoTrace, Recorder};
use super::{Cell, Failure, StepKind};

/// The place of a scalar in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scalars {
    pub(super) object: ObjId,
    pub(super) offset: u64,
    pub(super) ty: Scalar,
}

impl<'p> Recorder<'p> {
    /// Executes a load or store of a scalar.
    pub(super) fn access(
        &mut self,
        pc: Pc,
        inst: &'p Inst,
        test: &PreparedTest,
    ) -> Result<Option<Failure>, NoTrace> {
        let (address, ty, written) = match *inst {
            Inst::Load { dst, addr, ty } | Inst::LoadBits { dst, addr, ty, .. } => {
                (addr, ty, Some(dst))
            }
            Inst::Store { addr, ty, .. } | Inst::StoreBits { addr, ty, .. } => (addr, ty, None),
            _ => return Ok(None),
        };
        let at = self.register_index(address);
        let pointer = self.machine.state.calls.registers().value(at);
        let pinned = self.pin(at, Scalar::Ptr, pointer);
        let span = self.machine.span();
        let done = self.execute();
        // The register may hold a variable of the source, whose name must stay.
        if done.is_err() || written != Some(address) {
            self.machine.state.calls.registers_mut().set(at, pointer);
        }
        if let Err(stop) = done {
            return match pinned {
                Some((_, here)) => self.missed(*stop, here, span, test),
                None => self.ended(*stop, test),
            };
        }
        let required = match self.take_requirements() {
            Ok(required) => required,
            Err(holds) => return Ok(Some(self.failed(span, holds))),
        };
        let known = Symbolic::known(pointer.bits).unwrap_or(0);
        let offset = pinned.map_or(known, |(at, _)| at);
        self.when.extend(pinned.map(|(_, t)| t));
        let place = Scalars {
            object: pointer.object,
            offset,
            ty: ty.cell(),
        };
        match written {
            Some(dst) => {
                // A pointer in memory has 32 bits; its value in the register differs.
                if ty != Scalar::Ptr32 {
                    self.first_seen(place, dst);
                }
                self.after(pc, StepKind::Assign, Some(dst), required);
            }
            None => {
                self.addresses_assumed |= pinned.is_some();
                let step = self.step(StepKind::Assign, pc);
                self.require(step, required);
                let when = self.when.clone();
                self.define_scalar(step, place, when);
            }
        }
        Ok(None)
    }

    /// Handles an access that failed at the address of the run: its postcondition is stated for all addresses where
    /// that is possible.
    fn missed(
        &mut self,
        stop: Stop,
        here: Term,
        span: Span,
        test: &PreparedTest,
    ) -> Result<Option<Failure>, NoTrace> {
        self.machine.state.path.clear_condition();
        if matches!(stop, Stop::Trap(_))
            && self.execute().is_ok()
            && let Err(holds) = self.take_requirements()
        {
            self.when.clear();
            return Ok(Some(self.failed(span, holds)));
        }
        self.when = vec![here];
        self.ended(stop, test)
    }

    /// Index of a register of the current function among all registers.
    pub(super) fn register_index(&self, register: Reg) -> usize {
        let running = self.machine.state.calls.running();
        running.map_or(register as usize, |frame| frame.index_of(register))
    }

    /// Fixes a register to its value in the run. Returns the value and the condition that the register has it.
    fn pin(&mut self, at: usize, ty: Scalar, pointer: Val<Sym>) -> Option<(u64, Term)> {
        let Sym::Term(t) = pointer.bits else {
            return None;
        };
        let offset = arith::extend(ty, self.value(t));
        let bits = Sym::Known(offset);
        let pinned = Val { bits, ..pointer };
        self.machine.state.calls.registers_mut().set(at, pinned);
        let pool = &mut self.machine.dom.terms;
        let constant = pool.constant(pool.sort(t), offset);
        Some((offset, pool.eq(t, constant)))
    }

    /// Names a value that was just loaded, if it has no name: it was there from the beginning, or a library function
    /// wrote it.
    fn first_seen(&mut self, place: Scalars, dst: Reg) {
        let at = self.register_index(dst);
        let loaded = self.machine.state.calls.registers().value(at);
        if !loaded.init || Symbolic::known(loaded.bits).is_none() || loaded.object != 0 {
            return;
        }
        let Some(step) = self.origin(place) else {
            return;
        };
        if self.define_scalar(step, place, Vec::new())
            && let Some(o) = self.machine.state.memory.get(place.object)
            && let Some(value) = o.read(&mut self.machine.dom, place.offset, place.ty)
        {
            self.machine.state.calls.registers_mut().set(at, value);
        }
    }

    /// The step that wrote these bytes, which have no name.
    pub(super) fn origin(&self, place: Scalars) -> Option<usize> {
        let range = place.offset as usize..place.offset as usize + place.ty.size() as usize;
        let bulk = self.bulk.get(&place.object).into_iter().flatten().rev();
        let mut by = bulk.filter(|b| b.start <= range.start && range.end <= b.end);
        if let Some(bulk) = by.next() {
            return Some(bulk.step);
        }
        let object = self.machine.state.memory.get(place.object)?;
        let given = matches!(object.storage, Storage::Static | Storage::Outside);
        (given && !object.read_only).then_some(0)
    }

    /// Names the scalar at a place. Returns `false` if it cannot have a name.
    pub(super) fn define_scalar(&mut self, step: usize, place: Scalars, when: Vec<Term>) -> bool {
        let Scalars { object, offset, ty } = place;
        let Some(o) = self.machine.state.memory.get(object) else {
            return false;
        };
        let Some(value) = o.read(&mut self.machine.dom, offset, ty) else {
            return false;
        };
        if !value.init || eval::is_function(value.object) {
            return false;
        }
        let name = (o.name.text(self.machine.program()), true);
        let cell = Cell::Memory {
            object,
            offset,
            size: ty.size(),
        };
        let fresh = self.define(step, cell, name, ty, value, when);
        if let Some(o) = self.machine.state.memory.get_mut(object) {
            o.store(&mut self.machine.dom, offset as usize, ty, fresh);
        }
        true
    }

    /// Executes a library function or a write of a whole object; the bytes that it changes may get names later.
    pub(super) fn bulk(
        &mut self,
        pc: Pc,
        inst: &'p Inst,
        test: &PreparedTest,
    ) -> Result<Option<Failure>, NoTrace> {
        let (kind, written, pointers) = match inst {
            Inst::Builtin(call) => {
                let pointers = call.args.iter().filter(|(_, ty)| *ty == Scalar::Ptr);
                let pointers: Vec<Reg> = pointers.map(|(r, _)| *r).collect();
                (kind_of(call.builtin), call.dst, pointers)
            }
            Inst::Copy { dst, .. } | Inst::Zero { dst, .. } => (StepKind::Assign, None, vec![*dst]),
            _ => return Ok(None),
        };
        let specification =
            matches!(inst, Inst::Builtin(call) if call.builtin.nature() == Nature::Specification);
        let mut before: Vec<(ObjId, Rc<Object<Sym>>)> = Vec::new();
        for r in pointers {
            let pointer = self.machine.state.calls.register(r);
            let object = pointer.map_or(0, |pointer| pointer.object);
            let handle = self
                .machine
                .state
                .memory
                .handles()
                .get((object as usize).wrapping_sub(1));
            before.extend(handle.map(|o| (object, Rc::clone(o))));
        }
        let span = self.machine.span();
        let printed = self.machine.state.output.destination().clone();
        let done = match inst {
            // Formulas with these functions can be searched, but Z3 proves nothing about them.
            Inst::Builtin(call) if call.builtin.is_transcendental() => {
                self.call_on_known_values(&call.args, call.dst)
            }
            Inst::Builtin(call) => match self.execute() {
                Err(stop) if matches!(*stop, Stop::Unsupported { .. }) => {
                    self.call_on_known_values(&call.args, call.dst)
                }
                done => done,
            },
            _ => self.execute(),
        };
        if let Err(stop) = done {
            return self.stopped_output(pc, *stop, kind, written, test);
        }
        let requirements = self.take_requirements();
        let required = match requirements {
            Ok(required) => required,
            Err(holds) if kind == StepKind::Output => {
                return Ok(Some(self.said_wrong(span, holds)));
            }
            Err(holds) => return Ok(Some(self.failed(span, holds))),
        };
        if kind == StepKind::Output && *self.machine.state.output.destination() != printed {
            self.spoke();
        }
        let step = self.step(kind, pc);
        // Required output is not assumed: only the first wrong byte counts.
        let required = if kind == StepKind::Output || specification {
            Vec::new()
        } else {
            required
        };
        self.require(step, required);
        for (object, old) in before {
            self.changed(step, object, &old);
        }
        if let Some(register) = written {
            let frame = self.machine.state.calls.depth().saturating_sub(1);
            self.define_register(step, frame, register);
        }
        Ok(None)
    }

    /// Executes a library function that has no formula, with its arguments fixed to their values in the run.
    fn call_on_known_values(
        &mut self,
        args: &[(Reg, Scalar)],
        dst: Option<Reg>,
    ) -> Result<(), Box<Stop>> {
        let place = |(r, ty): &(Reg, Scalar)| (self.register_index(*r), *ty);
        let places = args.iter().map(place);
        let before: Vec<(usize, Scalar, Val<Sym>)> = places
            .map(|(at, ty)| (at, ty, self.machine.state.calls.registers().value(at)))
            .collect();
        let pinned: Vec<(u64, Term)> = before
            .iter()
            .filter_map(|(at, ty, value)| self.pin(*at, *ty, *value))
            .collect();
        self.machine.state.path.clear_condition();
        self.machine.state.path.forget_choices();
        let done = self.execute();
        // The result may be in the register of an argument.
        let result = dst.filter(|_| done.is_ok()).map(|r| self.register_index(r));
        for (at, _, value) in before.into_iter().filter(|b| Some(b.0) != result) {
            self.machine.state.calls.registers_mut().set(at, value);
        }
        self.when.extend(pinned.into_iter().map(|(_, here)| here));
        done
    }

    /// Notes the changes of an object in a step; values that already have names get new ones.
    fn changed(&mut self, step: usize, object: ObjId, old: &Rc<Object<Sym>>) {
        let Some(new) = self.machine.state.memory.get(object) else {
            return;
        };
        if std::ptr::eq(new, Rc::as_ptr(old)) || new.bytes.len() != old.bytes.len() {
            return;
        }
        let places = |find: fn(&Bytes, &Bytes) -> Option<usize>| {
            let found = [find(&new.bytes, &old.bytes), find(&new.init, &old.init)];
            found.into_iter().flatten()
        };
        let first = places(Bytes::first_difference).min();
        let last = places(Bytes::last_difference).max();
        let entries: Vec<Scalars> = new
            .rich
            .iter()
            .filter(|r| !old.rich.contains(r))
            .map(|r| Scalars {
                object,
                offset: u64::from(r.offset),
                ty: r.ty,
            })
            .collect();
        if let (Some(start), Some(end)) = (first, last) {
            let grain = usize::from(new.grain.max(1));
            let bulk = Bulk {
                step,
                start: start - start % grain,
                end: (end / grain + 1) * grain,
            };
            self.bulk.entry(object).or_default().push(bulk);
        }
        for place in entries {
            let when = self.when.clone();
            self.define_scalar(step, place, when);
        }
    }
}

/// Kind of step for a library function.
fn kind_of(builtin: Builtin) -> StepKind {
    match builtin.nature() {
        Nature::Output => StepKind::Output,
        Nature::Input => StepKind::Input,
        _ => StepKind::Library,
    }
}
