//! The instructions: what each one does with the state.
//!
//! An instruction either completes or leaves the state such that it can be executed again ([`Stop::Fork`]): all
//! decisions are made before anything is written.

use ir::Builtin;
use ir::program::{AltKind, BinOp, Callee, Function, Inst, Pc, Scalar};

use super::domain::Domain;
use super::machine::{Flow, Machine};
use super::memory::global_address;
use super::script::{Entering, Entry};
use super::stop::{Exec, Stop};
use super::trap::UninitialisedUse;
use super::value::{Val, function_object};

impl<'p, D: Domain> Machine<'p, D> {
    /// Executes the instruction at the current position. Only the frequent instructions are handled here, so that this
    /// fits into the loop around it; the others are in [`Machine::step_slow`].
    #[allow(
        clippy::inline_always,
        reason = "the loop around it is the hottest there is: 0.7 of the time"
    )]
    #[inline(always)]
    pub(super) fn step(&mut self, function: &'p Function, base: usize) -> Exec<Flow> {
        let pc = self.state.calls.pc as usize;
        let Some(inst) = function.code.get(pc) else {
            return self.leave(function, None);
        };
        match inst {
            // Registers.
            Inst::Const { dst, ty: _, bits } => {
                self.set(base, *dst, Val::scalar(D::constant(*bits)));
            }
            Inst::Move { dst, src } => {
                let v = self.get(base, *src);
                self.set(base, *dst, v);
            }
            Inst::Bin { op, ty, dst, a, b } => {
                let (a, b) = (self.get(base, *a), self.get(base, *b));
                let v = self.binary(*op, *ty, a, b)?;
                self.set(base, *dst, v);
            }
            Inst::Un { op, ty, dst, a } => {
                let a = self.get(base, *a);
                let v = self.unary(*op, *ty, a)?;
                self.set(base, *dst, v);
            }
            Inst::Cast { from, to, dst, a } => {
                let a = self.get(base, *a);
                let v = self.convert(*from, *to, a)?;
                self.set(base, *dst, v);
            }
            // Addresses.
            Inst::PtrAdd {
                dst,
                base: pointer,
                index,
                size,
            } => {
                let (p, i) = (self.get(base, *pointer), self.get(base, *index));
                let v = self.pointer_add(p, i, *size)?;
                self.set(base, *dst, v);
            }
            Inst::Bounds { index, limit, of } => {
                let i = self.get(base, *index);
                self.bounds(i, *limit, of)?;
            }
            Inst::PtrField {
                dst,
                base: pointer,
                offset,
            } => {
                let p = self.get(base, *pointer);
                let v = self.pointer_field(p, *offset)?;
                self.set(base, *dst, v);
            }
            Inst::AddrSlot { dst, slot } => {
                let object = self.slot_object(function, slot.index())?;
                self.set(base, *dst, Val::pointer(object, D::constant(0)));
            }
            Inst::AddrGlobal { dst, global } => {
                self.set(base, *dst, global_address::<D>(*global));
            }
            // Memory.
            Inst::Load { dst, addr, ty } => {
                let p = self.get(base, *addr);
                let v = self.load(p, *ty)?;
                self.set(base, *dst, v);
            }
            Inst::Store { addr, src, ty } => {
                let (p, v) = (self.get(base, *addr), self.get(base, *src));
                self.store(p, *ty, v)?;
            }
            // Control flow.
            Inst::Jump { to } => return Ok(Flow::Goto(*to)),
            Inst::Branch {
                cond,
                ty,
                then,
                els,
            } => {
                let c = self.get(base, *cond);
                let yes = self.truth_of(*ty, c)?;
                return Ok(Flow::Goto(if yes { *then } else { *els }));
            }
            Inst::BranchIf {
                op,
                ty,
                a,
                b,
                then,
                els,
            } => {
                let (a, b) = (self.get(base, *a), self.get(base, *b));
                let c = self.binary(*op, *ty, a, b)?;
                let yes = self.truth_of(Scalar::I32, c)?;
                return Ok(Flow::Goto(if yes { *then } else { *els }));
            }
            Inst::Enter { comp, relaxation } => match self.dom.enter(*comp) {
                Entering::Kept => {}
                entering => return enter(function, *relaxation, *comp, entering),
            },
            // All others.
            inst => return self.step_slow(function, base, inst),
        }
        Ok(Flow::Next)
    }

    /// Executes one of the less frequent instructions.
    #[inline(never)]
    fn step_slow(&mut self, function: &'p Function, base: usize, inst: &'p Inst) -> Exec<Flow> {
        match inst {
            Inst::Hole { dst, ty } => {
                let v = Val::scalar(self.dom.hole(*ty));
                self.set(base, *dst, v);
            }
            Inst::Undef { dst } => {
                let undef = self.state.unwritten::<D>();
                self.set(base, *dst, undef);
            }
            Inst::PtrDiff { dst, a, b, size } => {
                let (a, b) = (self.get(base, *a), self.get(base, *b));
                let v = self.pointer_difference(a, b, *size);
                self.set(base, *dst, v);
            }
            Inst::AddrArguments { dst } => {
                let object = self.state.calls.frames.last().map_or(0, |f| f.arguments);
                self.set(base, *dst, Val::pointer(object, D::constant(0)));
            }
            Inst::AddrFn { dst, function } => {
                self.set(
                    base,
                    *dst,
                    Val::pointer(function_object(*function), D::constant(0)),
                );
            }
            Inst::SlotLive { slot } => {
                self.slot_live(slot.index(), function.slots[slot.index()].size)?;
            }
            Inst::SlotKeep { slot } => self.slot_keep(function, slot.index())?,
            Inst::SlotSized { slot, size } => {
                let size = self.get(base, *size);
                let bytes = self.concretise(Scalar::U64, size.bits)?;
                self.slot_sized(slot.index(), bytes)?;
            }
            Inst::Extent {
                dst,
                may_be_empty,
                count,
                step,
            } => {
                let (count, step) = (self.get(base, *count), self.get(base, *step));
                let bytes = self.extent(count, step, *may_be_empty)?;
                self.set(base, *dst, bytes);
            }
            Inst::SlotDead { slot } => self.slot_dead(slot.index()),
            Inst::LoadBits {
                dst,
                addr,
                ty,
                shift,
                width,
            } => {
                let p = self.get(base, *addr);
                let v = self.load_bits(p, *ty, *shift, *width)?;
                self.set(base, *dst, v);
            }
            Inst::StoreBits {
                addr,
                src,
                ty,
                shift,
                width,
            } => {
                let (p, v) = (self.get(base, *addr), self.get(base, *src));
                self.store_bits(p, *ty, v, *shift, *width)?;
            }
            Inst::Copy { dst, src, size } => {
                let (d, s) = (self.get(base, *dst), self.get(base, *src));
                self.copy(d, s, u64::from(*size))?;
            }
            Inst::Zero { dst, size } => {
                let d = self.get(base, *dst);
                self.fill(d, D::constant(0), u64::from(*size))?;
            }
            Inst::Switch(switch) => {
                let v = self.get(base, switch.value);
                self.determinate(v, UninitialisedUse::Branch)?;
                let to = self.select_case(switch, v)?;
                return Ok(Flow::Goto(to));
            }
            Inst::Call(call) => {
                return match call.callee {
                    Callee::Fn(f) => self.call(base, f, &call.args, call.dst),
                    Callee::Ptr(callee) => self.call_through(base, callee, call),
                };
            }
            Inst::Builtin(call) => {
                match (call.builtin, self.program.at_exit) {
                    (Builtin::Exit, Some(at_exit)) => {
                        return self.call(base, at_exit, &call.args, None);
                    }
                    (Builtin::Setjmp, _) => return self.set_jump(base, call),
                    (Builtin::Longjmp, _) => return self.long_jump(base, call),
                    _ => {}
                }
                let result = self.builtin(base, call)?;
                if let (Some(dst), Some(v)) = (call.dst, result) {
                    self.set(base, dst, v);
                }
            }
            Inst::Return { value } => {
                let v = value.map(|r| self.get(base, r));
                return self.leave(function, v);
            }
            Inst::ReturnNothing => return self.leave(function, None),
            Inst::Angelic { dst, ty, comp, .. } => {
                let v = self.dom.angelic(*comp, *ty)?;
                self.log_value(*comp, *ty, v);
                self.set(base, *dst, v);
            }
            Inst::AngelicText { addr, comp } => {
                let p = self.get(base, *addr);
                match self.dom.angelic_text(*comp) {
                    Some(bytes) => self.store_text(p, &bytes)?,
                    None => return Err(Box::new(Stop::AngelicText)),
                }
            }
            Inst::AngelicOutput { comp } => match self.dom.angelic_text(*comp) {
                Some(bytes) => self.print_known(&bytes)?,
                None => self.print_arbitrary(*comp),
            },
            Inst::InputToEnd { stream } => {
                let stream = stream.map(|r| self.get(base, r));
                self.input_to_end(stream)?;
            }
            Inst::Closed { branch, opaque } => {
                let (branch, opaque) = (*branch, *opaque);
                return Err(Box::new(Stop::Closed { branch, opaque }));
            }
            Inst::Unsupported { what } => {
                let u = &self.program.unsupported[*what as usize];
                return Err(Box::new(Stop::Unsupported {
                    what: u.what.clone(),
                    span: u.span,
                }));
            }
            // The frequent instructions are executed in `step`.
            _ => {}
        }
        Ok(Flow::Next)
    }

    fn log_value(&mut self, comp: ir::CompId, ty: Scalar, v: Val<D::Bits>) {
        if D::known(v.bits).is_none() {
            let term = self.dom.bits_term(ty, v.bits);
            self.state.log.push(Entry::Value {
                comp,
                ty,
                term,
                object: v.object,
            });
        }
    }

    /// The truth of the condition of a branch.
    fn truth_of(&mut self, ty: Scalar, v: Val<D::Bits>) -> Exec<bool> {
        if !v.init && self.is_nonzero_anyway(ty, v)? {
            return Ok(true);
        }
        self.determinate(v, UninitialisedUse::Branch)?;
        if v.object != 0 {
            return Ok(true);
        }
        let c = self.dom.nonzero(ty, v.bits);
        self.decide(c)
    }

    fn select_case(&mut self, switch: &ir::Switch, v: Val<D::Bits>) -> Exec<Pc> {
        let x = self.flat(switch.ty, v);
        for &(low, high, to) in &switch.cases {
            let hit = if low == high {
                self.dom
                    .compare(BinOp::Eq, switch.ty, x, D::constant(low as u64))
            } else {
                let above = self
                    .dom
                    .compare(BinOp::Le, switch.ty, D::constant(low as u64), x);
                let below = self
                    .dom
                    .compare(BinOp::Le, switch.ty, x, D::constant(high as u64));
                self.dom.and(above, below)
            };
            if self.decide(hit)? {
                return Ok(to);
            }
        }
        Ok(switch.default)
    }
}

/// Enters an alternative of a component.
#[inline(never)]
pub(super) fn enter(
    function: &Function,
    relaxation: u32,
    comp: ir::CompId,
    entering: Entering,
) -> Exec<Flow> {
    let alts = &function.relaxations[relaxation as usize].alts;
    let of = |kind: &AltKind| alts.iter().find(|a| a.kind == *kind);
    let alt = match entering {
        Entering::Kept => return Ok(Flow::Next),
        Entering::Ask => return Err(Box::new(Stop::Enter(comp))),
        Entering::Kind(kinds) => kinds.iter().find_map(of),
        Entering::Alternative(i) => alts.get(i),
    };
    match alt {
        Some(alt) => Ok(Flow::Goto(alt.pc)),
        None => Err(Box::new(Stop::Dead)),
    }
}
