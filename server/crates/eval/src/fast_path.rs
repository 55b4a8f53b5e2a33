//! The fast path for instructions that only compute with known values.
//!
//! Nearly all instructions of nearly all runs compute with determinate numbers, read and write plain bytes of live
//! objects, and branch on the results. They need no decision, do not trap, and stay in the frame; so they are executed
//! here in a tight loop that keeps the position and the registers in locals. Any other instruction is left, without
//! side effects, to [`Machine::run`]'s general step, which handles all cases. Both paths compute values with the same
//! functions ([`super::arith`], [`Object`]'s bytes).

use ir::program::{BinOp, Function, Inst, Pc, Reg, Scalar, UnOp};

use super::arith;
use super::domain::Domain;
use super::instructions::enter;
use super::machine::{Flow, Machine};
use super::memory::{Memory, global_address};
use super::object::Object;
use super::script::Entering;
use super::state::{CallStack, Defined, State, Stored};
use super::stop::Exec;
use super::value::Val;

impl<D: Domain> Machine<'_, D> {
    /// Executes instructions from the current position until one does not qualify, the position is `here`, or no steps
    /// are left.
    ///
    /// # Errors
    /// Stops where the driver must be asked about a component.
    pub(super) fn run_fast_path(
        &mut self,
        function: &Function,
        base: usize,
        here: Option<Pc>,
    ) -> Exec<()> {
        // A search for failing inputs notes pointers outside their objects, and shifts.
        let is_search = self.state.input.free.is_some();
        // Keep the position and the registers in locals.
        let State { calls, memory, .. } = &mut self.state;
        let CallStack {
            frames,
            pc: position,
            registers,
            ..
        } = calls;
        let Some(frame) = frames.last() else {
            return Ok(());
        };
        let here = here.unwrap_or(Pc::MAX);
        let numbered = self.numbers.is_some();
        let mut regs = Running(&mut registers.stored[base..]);
        let mut pc = *position;
        let mut left = self.steps;
        let mut result = Ok(());
        while left > 0 && pc != here {
            let Some(inst) = function.code.get(pc as usize) else {
                break;
            };
            let mut next = pc + 1;
            // Execute the instruction; `None` if it does not qualify. The most frequent kinds come first.
            let done = match inst {
                Inst::Bin { op, ty, dst, a, b } if !is_search || *op != BinOp::Shl => regs
                    .pair::<D>(*a, *b)
                    .and_then(|(x, y)| arith::checked(*op, *ty, x, y))
                    .map(|v| regs.put::<D>(*dst, v)),
                Inst::BranchIf {
                    op,
                    ty,
                    a,
                    b,
                    then,
                    els,
                } if *ty != Scalar::Ptr => regs.pair::<D>(*a, *b).map(|(x, y)| {
                    let holds = arith::compare(*op, *ty, x, y);
                    next = if holds { *then } else { *els };
                }),
                // The general step numbers executions.
                Inst::Enter { comp, relaxation } if !numbered => match self.dom.enter(*comp) {
                    Entering::Kept => Some(()),
                    entering => match enter(function, *relaxation, *comp, entering) {
                        Ok(Flow::Goto(to)) => {
                            next = to;
                            Some(())
                        }
                        Ok(_) => Some(()),
                        Err(stop) => {
                            left -= 1;
                            result = Err(stop);
                            None
                        }
                    },
                },
                Inst::Jump { to } => {
                    next = *to;
                    Some(())
                }
                Inst::Branch {
                    cond,
                    ty,
                    then,
                    els,
                } => regs.truth::<D>(*ty, *cond).map(|yes| {
                    next = if yes { *then } else { *els };
                }),
                Inst::Cast { from, to, dst, a } if *to != Scalar::Ptr && !from.is_float() => regs
                    .number::<D>(*a)
                    .map(|x| regs.put::<D>(*dst, arith::cast(*from, *to, x))),
                Inst::Const { dst, bits, .. } => {
                    regs.put::<D>(*dst, *bits);
                    Some(())
                }
                Inst::Move { dst, src } => regs.copy(*dst, *src),
                Inst::Load { dst, addr, ty } => regs
                    .place::<D>(*addr)
                    .and_then(|(object, at)| load::<D>(memory.get(object)?, at, *ty))
                    .map(|v| regs.set(*dst, v)),
                Inst::Store { addr, src, ty } => regs
                    .place::<D>(*addr)
                    .zip(regs.number::<D>(*src))
                    .and_then(|((object, at), v)| store(memory, object, at, *ty, v)),
                Inst::PtrAdd {
                    dst,
                    base,
                    index,
                    size,
                } => regs
                    .place::<D>(*base)
                    .zip(regs.number::<D>(*index))
                    .filter(|_| !is_search)
                    .map(|((object, at), i)| {
                        let at = at.wrapping_add(i.wrapping_mul(*size as u64));
                        regs.set(*dst, Val::pointer(object, D::constant(at)));
                    }),
                Inst::PtrField { dst, base, offset } => {
                    regs.place::<D>(*base).map(|(object, at)| {
                        let at = D::constant(at.wrapping_add(u64::from(*offset)));
                        regs.set(*dst, Val::pointer(object, at));
                    })
                }
                Inst::Bounds { index, limit, .. } => {
                    let inside = regs.number::<D>(*index).is_some_and(|i| i < *limit);
                    inside.then_some(())
                }
                Inst::AddrSlot { dst, slot } => {
                    let object = frame.slots[slot.index()];
                    let lives = object != 0;
                    lives.then(|| regs.set(*dst, Val::pointer(object, D::constant(0))))
                }
                Inst::AddrGlobal { dst, global } => {
                    regs.set(*dst, global_address::<D>(*global));
                    Some(())
                }
                Inst::Un {
                    op: UnOp::Not,
                    ty,
                    dst,
                    a,
                } => regs
                    .truth::<D>(*ty, *a)
                    .map(|yes| regs.put::<D>(*dst, u64::from(!yes))),
                _ => None,
            };
            // Advance, or leave the instruction to the general step.
            if done.is_none() {
                break;
            }
            pc = next;
            left -= 1;
        }
        // Write back how far the run has come.
        *position = pc;
        self.steps = left;
        result
    }
}

/// The registers of the running frame.
struct Running<'a, B>(&'a mut [Stored<B>]);

impl<B: Copy> Running<'_, B> {
    #[inline]
    fn get(&self, r: Reg) -> Stored<B> {
        self.0[r as usize]
    }

    /// Sets a register to a determinate value.
    #[inline]
    fn set(&mut self, r: Reg, v: Val<B>) {
        self.0[r as usize] = Stored::determinate(v.object, v.bits);
    }

    /// Copies a register that has no mask.
    #[inline]
    fn copy(&mut self, to: Reg, from: Reg) -> Option<()> {
        let v = self.get(from);
        (v.defined != Defined::Some).then(|| self.0[to as usize] = v)
    }

    #[inline]
    fn put<D: Domain<Bits = B>>(&mut self, r: Reg, bits: u64) {
        self.set(r, Val::scalar(D::constant(bits)));
    }

    /// The number in a register, if it is known.
    #[inline]
    fn number<D: Domain<Bits = B>>(&self, r: Reg) -> Option<u64> {
        let v = self.get(r);
        if v.defined == Defined::All && v.object == 0 {
            D::known(v.bits)
        } else {
            None
        }
    }

    #[inline]
    fn pair<D: Domain<Bits = B>>(&self, a: Reg, b: Reg) -> Option<(u64, u64)> {
        let (x, y) = (self.number::<D>(a), self.number::<D>(b));
        x.zip(y)
    }

    /// An object and a known offset in it.
    #[inline]
    fn place<D: Domain<Bits = B>>(&self, r: Reg) -> Option<(u32, u64)> {
        let v = self.get(r);
        if v.defined == Defined::All && v.object != 0 {
            Some((v.object, D::known(v.bits)?))
        } else {
            None
        }
    }

    /// The truth value of a known condition.
    #[inline]
    fn truth<D: Domain<Bits = B>>(&self, ty: Scalar, r: Reg) -> Option<bool> {
        let v = self.get(r);
        if v.defined != Defined::All {
            return None;
        }
        if v.object != 0 {
            return Some(true);
        }
        D::known(v.bits).map(|bits| arith::nonzero(ty, bits))
    }
}

/// Reads a scalar that consists of initialised plain bytes, or is stored as one value.
#[inline]
fn load<D: Domain>(o: &Object<D::Bits>, at: u64, ty: Scalar) -> Option<Val<D::Bits>> {
    let range = o.range(at, ty.cell())?;
    if !o.is_plain() {
        return o.stored(at, ty.cell());
    }
    let bits = o.initialised_bytes(range, ty.cell())?;
    // Not every byte is a valid `_Bool`, and a pointer assembled byte by byte may refer to an object.
    let valid = match ty {
        Scalar::Bool => bits <= 1,
        Scalar::Ptr | Scalar::Ptr32 => bits == 0,
        _ => true,
    };
    valid.then(|| Val::scalar(D::constant(bits)))
}

/// Writes a number over plain bytes.
#[inline]
fn store<B: Copy + PartialEq>(
    memory: &mut Memory<B>,
    object: u32,
    at: u64,
    ty: Scalar,
    bits: u64,
) -> Option<()> {
    let o = memory.get(object)?;
    let range = o.range(at, ty)?;
    if o.read_only || !o.is_plain() {
        return None;
    }
    memory.get_mut(object)?.put_number(range, bits);
    Some(())
}
