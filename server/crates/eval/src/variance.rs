//! Forward propagation of marks on everything in a state that may differ from one iteration of a loop to the next.
//!
//! Registers and bytes carry marks. An instruction whose result may depend on something marked marks what it writes;
//! any other instruction clears the marks of what it writes. Values that determine control flow or targets (a
//! condition, the object that is written, the function that is called) must not be marked: otherwise [`Varying::step`]
//! refuses. Where a mark only determines whether an instruction traps, it does no harm: a run that traps does not end
//! normally either.

use ir::program::{ARGUMENT_CELL, BinOp, BuiltinCall, Callee, Inst, Reg, Scalar, UnOp};
use ir::{Builtin, Nature};
use rustc_hash::FxHashMap;

use super::concrete::Concrete;
use super::machine::Machine;
use super::object::Object;
use super::state::State;
use super::stop::Exec;
use super::value::{ObjId, Val, is_function};

/// The aspects of a value that may differ.
type Mark = u8;
/// Largest object whose bytes have individual marks; a larger one is marked as a whole.
const MOST_MARKED: u64 = 1 << 20;
const NONE: Mark = 0;
/// The number, or the offset of a pointer.
const BITS: Mark = 1;
/// Every aspect, including the object of a pointer and whether the value is determinate.
const ALL: Mark = 3;

/// Marks on the bytes of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Marks {
    Whole,
    Bytes(Vec<Mark>),
}

impl Marks {
    fn of(&self, at: u64, size: u64) -> Mark {
        match self {
            Marks::Whole => ALL,
            Marks::Bytes(bytes) => {
                let range = at as usize..(at.saturating_add(size)) as usize;
                let over = bytes.get(range);
                over.map_or(ALL, |over| over.iter().fold(NONE, |all, mark| all | mark))
            }
        }
    }

    fn is_none(&self) -> bool {
        matches!(self, Marks::Bytes(bytes) if bytes.iter().all(|mark| *mark == NONE))
    }
}

/// The parts of a state that may differ.
#[derive(Debug, Clone, Default)]
pub(super) struct Varying {
    /// Marks of the registers of all frames.
    regs: Vec<Mark>,
    memory: FxHashMap<ObjId, Marks>,
    /// Whether the slot refers to another object, by slot of the frame with the loop.
    slots: Vec<bool>,
    /// Whether the results of `rand` may differ.
    random: bool,
    /// Number of frames at the head of the loop.
    depth: usize,
    /// Number of objects at the head of the loop; later objects have other ids in each iteration.
    objects: usize,
    /// Number of blocks allocated minus blocks freed.
    blocks: i64,
}

/// The marks to be set once an instruction has been executed.
enum Then {
    Nothing,
    Set(Option<Reg>, Mark),
    /// A frame begins, with these marks on the arguments.
    Begin(Vec<Mark>),
    /// The frame ends; the register is the caller's one that receives the result.
    End(Option<Reg>, Mark),
}

impl Varying {
    /// The differences between two states at the head of a loop; `None` if more than values differ.
    pub(super) fn between(before: &State<u64>, now: &State<u64>, depth: usize) -> Option<Varying> {
        let same_streams = before.input.continues_like(&now.input) && before.disk == now.disk;
        if !same_streams || before.calls.registers.len() != now.calls.registers.len() {
            return None;
        }
        let mut varying = Varying {
            regs: before
                .calls
                .registers
                .iter()
                .zip(&now.calls.registers)
                .map(difference)
                .collect(),
            slots: different_slots(before, now, depth)?,
            random: before.random != now.random,
            ..Varying::at_head(now, depth)
        };
        for (id, a, b) in now.memory.changed_since(&before.memory) {
            if !(a.conditional.is_empty() && b.conditional.is_empty()) {
                return None;
            }
            let marks = different_bytes(a, b);
            if !marks.is_none() {
                varying.memory.insert(id, marks);
            }
        }
        Some(varying)
    }

    fn at_head(state: &State<u64>, depth: usize) -> Varying {
        Varying {
            depth,
            objects: state.memory.len(),
            ..Varying::default()
        }
    }

    /// The marks at the head of the next iteration, which is about to be followed.
    pub(super) fn begin(&self, state: &State<u64>) -> Varying {
        Varying {
            objects: state.memory.len(),
            blocks: 0,
            ..self.clone()
        }
    }

    /// Whether more blocks were allocated than freed: memory will run out some time.
    pub(super) fn allocates(&self) -> bool {
        self.blocks > 0
    }

    /// Adds the marks of another state, for everything that existed at the head of its iteration; true if any are new.
    pub(super) fn widen(&mut self, other: &Varying) -> bool {
        let mut wider = self.random != (self.random || other.random);
        self.random |= other.random;
        for (own, mark) in self.regs.iter_mut().zip(&other.regs) {
            wider |= *mark & !*own != NONE;
            *own |= mark;
        }
        for (own, differs) in self.slots.iter_mut().zip(&other.slots) {
            wider |= *differs && !*own;
            *own |= differs;
        }
        let old = |id: &ObjId| *id as usize <= other.objects;
        for (id, marks) in other.memory.iter().filter(|(id, _)| old(id)) {
            wider |= self.widen_object(*id, marks);
        }
        wider
    }

    fn widen_object(&mut self, id: ObjId, marks: &Marks) -> bool {
        match (self.memory.get_mut(&id), marks) {
            (Some(Marks::Whole), _) => false,
            (Some(Marks::Bytes(own)), Marks::Bytes(new)) if own.len() == new.len() => {
                let mut wider = false;
                for (own, mark) in own.iter_mut().zip(new) {
                    wider |= *mark & !*own != NONE;
                    *own |= mark;
                }
                wider
            }
            (Some(own), _) => {
                *own = Marks::Whole;
                true
            }
            (None, marks) => {
                let any = !marks.is_none();
                if any {
                    self.memory.insert(id, marks.clone());
                }
                any
            }
        }
    }

    /// Executes an instruction and marks what it writes. Returns false, without executing anything, if something that
    /// may differ determines how the run continues, or may do so.
    ///
    /// # Errors
    /// Stops where the run itself stops.
    pub(super) fn step(&mut self, machine: &mut Machine<'_, Concrete>) -> Exec<bool> {
        let program = machine.program;
        let Some(frame) = machine.state.calls.frames.last() else {
            return Ok(false);
        };
        let (base, dst) = (frame.base as usize, frame.dst);
        let function = &program.functions[frame.function.index()];
        let then = match function.code.get(machine.state.calls.pc as usize) {
            None => Some(Then::End(dst, NONE)),
            Some(inst) => {
                let view = View { machine, base };
                self.before(&view, inst, dst)
            }
        };
        let Some(then) = then else { return Ok(false) };
        machine.steps = machine.steps.saturating_sub(1);
        machine.step_once()?;
        self.after(machine, base, then);
        Ok(true)
    }

    /// The marks that an instruction is going to set; `None` if it must not be followed.
    fn before(&mut self, view: &View<'_, '_>, inst: &Inst, result: Option<Reg>) -> Option<Then> {
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

    fn after(&mut self, machine: &Machine<'_, Concrete>, base: usize, then: Then) {
        match then {
            Then::Nothing | Then::Set(None, _) => {}
            Then::Set(Some(dst), mark) => self.set(base, dst, mark),
            Then::Begin(arguments) => {
                let Some(frame) = machine.state.calls.frames.last() else {
                    return;
                };
                let function = &machine.program.functions[frame.function.index()];
                self.regs.truncate(frame.base as usize);
                let fixed = function.params.len().min(arguments.len());
                self.regs.extend_from_slice(&arguments[..fixed]);
                self.regs.resize(machine.state.calls.registers.len(), NONE);
                if frame.arguments != 0 {
                    let cells = arguments[fixed..].iter();
                    let each = |mark: &Mark| [*mark; ARGUMENT_CELL as usize];
                    let marks = Marks::Bytes(cells.flat_map(each).collect());
                    if !marks.is_none() {
                        self.memory.insert(frame.arguments, marks);
                    }
                }
            }
            Then::End(dst, mark) => {
                self.regs.truncate(machine.state.calls.registers.len());
                if let (Some(dst), Some(caller)) = (dst, machine.state.calls.frames.last()) {
                    self.set(caller.base as usize, dst, mark);
                }
            }
        }
    }

    fn set(&mut self, base: usize, dst: Reg, mark: Mark) {
        if let Some(own) = self.regs.get_mut(base + dst as usize) {
            *own = mark;
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
                self.mark_object(p);
                return Some(Then::Nothing);
            }
            _ => return None,
        }
        let object = view.machine.state.memory.get(p.object)?;
        let end = p.bits.checked_add(size)?;
        if end > object.size() || object.splits_pointer(p.bits as usize, size as usize) {
            // The store traps, or leaves parts of an address.
            self.mark_object(p);
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
    fn mark_object(&mut self, p: Val<u64>) {
        if p.object != 0 && !is_function(p.object) {
            self.memory.insert(p.object, Marks::Whole);
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
        let mark_of = |i: usize| args.get(i).map_or(NONE, |(_, mark)| *mark);
        let differs = args
            .iter()
            .any(|(v, mark)| *mark != NONE || self.is_marked(v.object));
        let result = if differs { ALL } else { NONE };
        // The memory that each function writes besides its result.
        match call.builtin {
            // The strings that they print are reached through other memory.
            Builtin::Vprintf => return Some(Then::Set(call.dst, ALL)),
            Builtin::Fprintf
            | Builtin::Vfprintf
            | Builtin::Fputs
            | Builtin::Fputc
            | Builtin::Putc
            | Builtin::Fwrite
                if differs =>
            {
                return None;
            }
            Builtin::Vfprintf => return None,
            Builtin::Memcpy
            | Builtin::Memmove
            | Builtin::Memset
            | Builtin::Strcpy
            | Builtin::Strncpy
            | Builtin::Strcat
            | Builtin::Strncat
            | Builtin::Sprintf
            | Builtin::Snprintf => {
                if mark_of(0) & !BITS != NONE {
                    return None;
                }
                if differs && let Some((to, _)) = args.first() {
                    self.mark_object(*to);
                }
            }
            Builtin::Rand => {
                let mark = if self.random { BITS } else { NONE };
                return Some(Then::Set(call.dst, mark));
            }
            Builtin::Srand => self.random |= differs,
            Builtin::Malloc | Builtin::Calloc if !differs => self.blocks += 1,
            Builtin::Free => {
                let freed = args
                    .first()
                    .is_some_and(|(v, mark)| v.object != 0 && *mark == NONE);
                self.blocks -= i64::from(freed);
            }
            Builtin::SetErrno if !differs => {}
            Builtin::Getchar
            | Builtin::Fgetc
            | Builtin::Getc
            | Builtin::Gets
            | Builtin::Fgets
            | Builtin::Scanf
            | Builtin::Fscanf
            | Builtin::Fread => {
                if args.iter().any(|(_, mark)| mark & !BITS != NONE) {
                    return None;
                }
                if differs {
                    for (v, _) in args {
                        self.mark_object(v);
                    }
                }
            }
            other => match other.nature() {
                Nature::Pure => {}
                Nature::Output | Nature::Specification | Nature::Exit => {}
                Nature::Memory | Nature::Input => return None,
            },
        }
        // Many functions set `errno`.
        if differs && let Some(errno) = view.machine.program.errno {
            self.memory.insert(errno.0 + 1, Marks::Whole);
        }
        Some(Then::Set(call.dst, result))
    }
}

/// The machine before an instruction of a frame.
struct View<'a, 'p> {
    machine: &'a Machine<'p, Concrete>,
    base: usize,
}

impl View<'_, '_> {
    fn value(&self, r: Reg) -> Val<u64> {
        self.machine.get(self.base, r)
    }

    fn depth(&self) -> usize {
        self.machine.state.calls.frames.len()
    }
}

/// A result computed from something that may point elsewhere may be any number, too.
fn spread(mark: Mark) -> Mark {
    if mark & !BITS == NONE { mark } else { ALL }
}

/// Whether the value is always the same number, or a pointer into the same object.
fn keeps_object(v: Val<u64>, mark: Mark) -> bool {
    mark == NONE || mark == BITS && v.object != 0
}

fn difference((a, b): (&Val<u64>, &Val<u64>)) -> Mark {
    if a == b {
        NONE
    } else if a.object == b.object && a.init == b.init {
        BITS
    } else {
        ALL
    }
}

/// The slots of the frame with the loop that refer to other objects now; `None` if the frames differ in more than that.
fn different_slots(before: &State<u64>, now: &State<u64>, depth: usize) -> Option<Vec<bool>> {
    let (a, b) = (
        before.calls.frames.get(..depth)?,
        now.calls.frames.get(..depth)?,
    );
    let ((top_a, a), (top_b, b)) = (a.split_last()?, b.split_last()?);
    let mut like_b = top_a.clone();
    like_b.slots.clone_from(&top_b.slots);
    if a != b || like_b != *top_b {
        return None;
    }
    let pairs = top_a.slots.iter().zip(&top_b.slots);
    Some(pairs.map(|(a, b)| a != b).collect())
}

fn different_bytes(a: &Object<u64>, b: &Object<u64>) -> Marks {
    if a.life != b.life || a.size() != b.size() {
        return Marks::Whole;
    }
    if a.size() > MOST_MARKED {
        return if a == b {
            Marks::Bytes(Vec::new())
        } else {
            Marks::Whole
        };
    }
    let all = 0..a.bytes.len();
    let bytes = |o: &Object<u64>| {
        o.bytes
            .to_vec(all.clone())
            .into_iter()
            .zip(o.init.to_vec(all.clone()))
    };
    let (contents, others) = (bytes(a), bytes(b));
    let mut marks: Vec<Mark> = contents
        .zip(others)
        .map(|((x, i), (y, j))| match (x == y, i == j) {
            (true, true) => NONE,
            (false, true) => BITS,
            (_, false) => ALL,
        })
        .collect();
    // Addresses overlay the bytes.
    for (own, other) in [(a, b), (b, a)] {
        for r in &own.rich {
            let found = other.rich.binary_search_by_key(&r.offset, |o| o.offset);
            let mark = match found.map(|i| &other.rich[i]) {
                Ok(o) if o == r => NONE,
                Ok(o) if o.ty == r.ty => difference((&r.val, &o.val)),
                _ => ALL,
            };
            let range = r.offset as usize..(r.offset + r.ty.size()) as usize;
            marks[range].iter_mut().for_each(|own| *own |= mark);
        }
    }
    Marks::Bytes(marks)
}
