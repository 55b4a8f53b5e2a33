//! Propagation of marks through one instruction.

use ir::program::{BinOp, BuiltinCall, Callee, Inst, Reg, Scalar, UnOp};
use ir::{Direction, Effect, FormatText, StreamSource};

use super::Varying;
use super::marks::{ALL, BITS, Mark, Marks, NONE, keeps_object, spread};
use crate::concrete::Concrete;
use crate::machine::Machine;
use crate::value::{ObjId, Val, is_function};

/// The marks to be set once an instruction has been executed.
pub(super) enum Then {
    Nothing,
    Set(Option<Reg>, Mark),
    /// A frame begins, with these marks on the arguments.
    Begin(Vec<Mark>),
    /// The frame ends; the register is the caller's one that receives the result.
    End(Option<Reg>, Mark),
}

/// The machine before an instruction of a frame.
pub(super) struct View<'a, 'p> {
    pub(super) machine: &'a Machine<'p, Concrete>,
    pub(super) base: usize,
}

impl View<'_, '_> {
    fn value(&self, r: Reg) -> Val<u64> {
        self.machine.get(self.base, r)
    }

    fn depth(&self) -> usize {
        self.machine.state.calls.frames.len()
    }
}

impl Varying {
    /// The marks that an instruction is going to set; `None` if it must not be followed.
    pub(super) fn before(
        &mut self,
        view: &View<'_, '_>,
        inst: &Inst,
        result: Option<Reg>,
    ) -> Option<Then> {
        let at = |r: Reg| {
            self.regs
                .get(view.base + r as usize)
                .copied()
                .unwrap_or(ALL)
        };
        let set = |dst: &Reg, mark: Mark| Some(Then::Set(Some(*dst), mark));
        match inst {
            Inst::Const { dst, .. }
            | Inst::Undef { dst }
            | Inst::AddrGlobal { dst, .. }
            | Inst::AddrFn { dst, .. }
            | Inst::AddrArguments { dst } => set(dst, NONE),
            Inst::Move { dst, src } => set(dst, at(*src)),
            Inst::Bin { op, dst, a, b, .. } => set(dst, self.binary(view, *op, *a, *b)),
            Inst::Un { op, dst, a, .. } => {
                let number = *op != UnOp::Not && self.is_new(view.value(*a));
                set(dst, spread(at(*a)) | if number { BITS } else { NONE })
            }
            Inst::Cast { to, dst, a, .. } => {
                let keeps = to.size() == 8 || *to == Scalar::Bool;
                let number = !keeps && self.is_new(view.value(*a));
                set(dst, spread(at(*a)) | if number { BITS } else { NONE })
            }
            Inst::PtrAdd {
                dst, base, index, ..
            } => set(dst, at(*base) | (spread(at(*index)) & BITS)),
            Inst::PtrField { dst, base, .. } => set(dst, at(*base)),
            Inst::PtrDiff { dst, a, b, .. } => set(dst, spread(at(*a) | at(*b)) & BITS),
            Inst::Bounds { .. } | Inst::Jump { .. } => Some(Then::Nothing),
            Inst::Extent {
                dst, count, step, ..
            } => set(dst, spread(at(*count) | at(*step)) & BITS),
            Inst::AddrSlot { dst, slot } => {
                let differs = view.depth() == self.depth && self.slots[slot.index()];
                set(dst, if differs { ALL } else { NONE })
            }
            Inst::SlotLive { slot } | Inst::SlotSized { slot, .. } | Inst::SlotDead { slot } => {
                if view.depth() == self.depth {
                    self.slots[slot.index()] = false;
                }
                Some(Then::Nothing)
            }
            Inst::SlotKeep { slot } => {
                let differs = view.depth() == self.depth && self.slots[slot.index()];
                (!differs).then_some(Then::Nothing)
            }
            Inst::Load { dst, addr, ty } | Inst::LoadBits { dst, addr, ty, .. } => {
                set(dst, self.loaded(view, *addr, *ty))
            }
            Inst::Store { addr, src, ty } => {
                let mark = at(*src);
                self.write(view, *addr, u64::from(ty.size()), |_| Some(mark))
            }
            Inst::StoreBits { addr, src, ty, .. } => {
                let mark = at(*src) | self.loaded(view, *addr, *ty);
                self.write(view, *addr, u64::from(ty.size()), |_| Some(mark))
            }
            Inst::Zero { dst, size } => self.write(view, *dst, u64::from(*size), |_| Some(NONE)),
            Inst::Copy { dst, src, size } => {
                let from = view.value(*src);
                let marks = match (at(*src), self.memory.get(&from.object)) {
                    (NONE, None) => vec![NONE; *size as usize],
                    (NONE, Some(marks)) => (0..u64::from(*size))
                        .map(|i| marks.of(from.bits.wrapping_add(i), 1))
                        .collect(),
                    _ => vec![ALL; *size as usize],
                };
                let size = u64::from(*size);
                self.write(view, *dst, size, |i| marks.get(i as usize).copied())
            }
            Inst::Branch { cond, .. } => {
                // A pointer into an object is never null, whatever its offset.
                let decided = at(*cond) == BITS && view.value(*cond).object != 0;
                (at(*cond) == NONE || decided).then_some(Then::Nothing)
            }
            Inst::BranchIf { op, a, b, .. } => {
                (self.binary(view, *op, *a, *b) == NONE).then_some(Then::Nothing)
            }
            Inst::Switch(switch) => (at(switch.value) == NONE).then_some(Then::Nothing),
            Inst::Call(call) => {
                let known = match call.callee {
                    Callee::Fn(_) => true,
                    Callee::Ptr(callee) => at(callee.pointer) == NONE,
                };
                known.then(|| Then::Begin(call.args.iter().map(|(r, _)| at(*r)).collect()))
            }
            Inst::Return { value } => Some(Then::End(result, value.map_or(NONE, at))),
            Inst::ReturnNothing => Some(Then::End(result, NONE)),
            Inst::Builtin(call) => self.builtin(view, call),
            Inst::Enter { .. } => Some(Then::Nothing),
            // The run stops here.
            Inst::Unsupported { .. } => Some(Then::Nothing),
            Inst::Angelic { .. }
            | Inst::Hole { .. }
            | Inst::AngelicText { .. }
            | Inst::AngelicOutput { .. }
            | Inst::InputToEnd { .. }
            | Inst::Closed { .. } => None,
        }
    }

    /// Whether the value points to an object that is created anew in each iteration.
    fn is_new(&self, v: Val<u64>) -> bool {
        v.object as usize > self.objects && !is_function(v.object)
    }

    fn binary(&self, view: &View<'_, '_>, op: BinOp, a: Reg, b: Reg) -> Mark {
        let at = |r: Reg| {
            self.regs
                .get(view.base + r as usize)
                .copied()
                .unwrap_or(ALL)
        };
        let (x, y) = (view.value(a), view.value(b));
        // The addresses of such objects differ in each iteration; only their equality is stable.
        let numbers = x.object != y.object && (self.is_new(x) || self.is_new(y));
        let equality = matches!(op, BinOp::Eq | BinOp::Ne);
        if equality && x.object != y.object && keeps_object(x, at(a)) && keeps_object(y, at(b)) {
            return NONE;
        }
        let own = if numbers && !equality { ALL } else { NONE };
        spread(at(a) | at(b)) | own
    }

    fn loaded(&self, view: &View<'_, '_>, addr: Reg, ty: Scalar) -> Mark {
        let p = view.value(addr);
        if self.regs.get(view.base + addr as usize) != Some(&NONE) {
            return ALL;
        }
        // The bytes of an address that differs in each iteration are unstable.
        let object = view.machine.state.memory.get(p.object);
        let split = object.is_some_and(|o| o.cuts_pointer(p.bits, ty));
        let over = self.memory.get(&p.object);
        let mark = over.map_or(NONE, |marks| marks.of(p.bits, u64::from(ty.size())));
        mark | if split { ALL } else { NONE }
    }

    /// Marks what is written; `None` if the object that is written is unknown.
    fn write(
        &mut self,
        view: &View<'_, '_>,
        addr: Reg,
        size: u64,
        mark: impl Fn(u64) -> Option<Mark>,
    ) -> Option<Then> {
        let p = view.value(addr);
        match self.regs.get(view.base + addr as usize).copied() {
            Some(NONE) => {}
            Some(BITS) => {
                self.mark_object(p.object);
                return Some(Then::Nothing);
            }
            _ => return None,
        }
        let object = view.machine.state.memory.get(p.object)?;
        let end = p.bits.checked_add(size)?;
        if end > object.size() || object.splits_pointer(p.bits as usize, size as usize) {
            // The store traps, or leaves parts of an address.
            self.mark_object(p.object);
            return Some(Then::Nothing);
        }
        let marks = |i: u64| mark(i).unwrap_or(ALL);
        if !self.memory.contains_key(&p.object) && (0..size).all(|i| marks(i) == NONE) {
            return Some(Then::Nothing);
        }
        let blank = || Marks::Bytes(vec![NONE; object.size() as usize]);
        if let Marks::Bytes(bytes) = self.memory.entry(p.object).or_insert_with(blank) {
            for i in 0..size {
                match bytes.get_mut((p.bits + i) as usize) {
                    Some(own) => *own = marks(i),
                    None => return None,
                }
            }
        }
        Some(Then::Nothing)
    }

    /// Marks all of the object that a pointer points into.
    fn mark_object(&mut self, id: ObjId) {
        if id != 0 && !is_function(id) {
            self.memory.insert(id, Marks::Whole);
        }
    }

    fn is_marked(&self, id: ObjId) -> bool {
        self.memory.get(&id).is_some_and(|marks| !marks.is_none())
    }

    /// Handles a call of a library function.
    fn builtin(&mut self, view: &View<'_, '_>, call: &BuiltinCall) -> Option<Then> {
        let at = |r: Reg| {
            self.regs
                .get(view.base + r as usize)
                .copied()
                .unwrap_or(ALL)
        };
        let args: Vec<(Val<u64>, Mark)> = call
            .args
            .iter()
            .map(|(r, _)| (view.value(*r), at(*r)))
            .collect();
        let mark_of = |i: u8| args.get(usize::from(i)).map_or(NONE, |(_, mark)| *mark);
        let differs = args
            .iter()
            .any(|(v, mark)| *mark != NONE || self.is_marked(v.object));
        let object_of = |i: u8| args.get(usize::from(i)).map_or(0, |(v, _)| v.object);
        let effects = call.effects(self.format(view, call));
        // What a list of arguments points to is reached through other memory.
        let differs = differs || effects.contains(&Effect::ReadsAnywhere);
        let result = if differs { ALL } else { NONE };
        for effect in &effects {
            match *effect {
                Effect::Writes(at, _) => {
                    if mark_of(at) & !BITS != NONE {
                        return None;
                    }
                    if differs {
                        self.mark_object(object_of(at));
                    }
                }
                Effect::WritesAnywhere | Effect::Opens | Effect::Files => return None,
                // A file would have other contents, or another position, in each iteration.
                Effect::Stream(StreamSource::Argument(_), Direction::Prints) if differs => {
                    return None;
                }
                Effect::Stream(_, Direction::Takes)
                    if args.iter().any(|(_, mark)| mark & !BITS != NONE) =>
                {
                    return None;
                }
                Effect::Stream(_, Direction::Moves) => return None,
                Effect::Random if call.builtin.result().is_some() => {
                    let mark = if self.random { BITS } else { NONE };
                    return Some(Then::Set(call.dst, mark));
                }
                Effect::Random => self.random |= differs,
                Effect::Allocates if differs || call.builtin.frees().is_some() => return None,
                Effect::Allocates => self.blocks += 1,
                Effect::Frees(at) => {
                    let is_freed = object_of(at) != 0 && mark_of(at) == NONE;
                    self.blocks -= i64::from(is_freed);
                }
                _ => {}
            }
        }
        if differs
            && effects.contains(&Effect::Errno)
            && let Some(errno) = view.machine.program.errno
        {
            self.memory.insert(errno.0 + 1, Marks::Whole);
        }
        Some(Then::Set(call.dst, result))
    }

    /// The format of a call, where it is the same in each iteration.
    fn format<'v>(&self, view: &View<'v, '_>, call: &BuiltinCall) -> FormatText<'v> {
        let text = call.format_register().and_then(|register| {
            let p = view.value(register);
            let is_same = self.regs.get(view.base + register as usize) == Some(&NONE)
                && !self.is_marked(p.object);
            let object = view.machine.state.memory.get(p.object)?;
            object.known_text(p.bits as usize).filter(|_| is_same)
        });
        text.map_or(FormatText::Unknown, FormatText::Known)
    }
}
