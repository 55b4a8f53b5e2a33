//! Activations: calls, returns, and the lifetimes of local objects.

use ir::program::{
    BinOp, Call, Constant, FnId, Function, PointerCallee, Program, Reg, Scalar, SlotId,
};
use syntax::Span;

use super::domain::Domain;
use super::free_input::LeftOut;
use super::machine::{Flow, Machine};
use super::memory::global_address;
use super::object::Name;
use super::state::{Frame, Registers, Slots, State};
use super::stop::{Ending, Exec, Stop};
use super::storage::{Life, Storage};
use super::trap::{NullUse, TrapKind, UninitialisedUse};
use super::value::{ObjId, Val};

/// Size of the stack in bytes, the default of `ulimit -s` on most systems.
const STACK: u32 = 8 << 20;

/// Most registers of all calls together. A program that a compiler has translated overflows its stack before; one in
/// which a function computes hundreds of candidates does not, and would take all memory.
const MAX_REGISTERS: usize = 4 << 20;
/// Most frames of a run that is copied at each fork.
const MAX_SYMBOLIC_FRAMES: usize = 20_000;
/// A number of elements that no array has.
const MAX_ELEMENTS: u64 = 1 << 32;

/// Effect of passing a scalar under one type and receiving it under another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// The value is unchanged.
    Same,
    /// The value is converted.
    Converted,
    /// The value arrives with its 32 bits and zeros above: every write to half a register clears the other half.
    Widened,
    /// The value is unknown.
    Unknown,
}

/// The arrival of a scalar, by the calling convention. It is passed in a register that depends on whether it is a
/// float and, for floats, on its size. The register has as many valid bits as the type, but small types are extended
/// to `int`. If a `prototype` declares another type, a narrow integer does not arrive as a wide one.
fn arrival(from: Scalar, to: Scalar, prototype: bool) -> Arrival {
    let (has, wants) = (from.size().max(4), to.size());
    if from == to {
        Arrival::Same
    } else if from.is_float() || to.is_float() || to == Scalar::Bool {
        Arrival::Unknown
    } else if wants <= has {
        Arrival::Converted
    } else if prototype {
        Arrival::Unknown
    } else {
        Arrival::Widened
    }
}

/// Begins an activation of `callee`.
pub(super) fn activate<D: Domain>(
    state: &mut State<D::Bits>,
    program: &Program,
    callee: FnId,
    args: &[Val<D::Bits>],
    dst: Option<Reg>,
) {
    activate_with::<D>(state, program, callee, dst, |regs, most| {
        args.iter().take(most).for_each(|value| regs.push(*value));
    });
}

/// Begins an activation of `callee`; `pass` appends the arguments to the existing registers, up to the given number.
fn activate_with<D: Domain>(
    state: &mut State<D::Bits>,
    program: &Program,
    callee: FnId,
    dst: Option<Reg>,
    pass: impl FnOnce(&mut Registers<D::Bits>, usize),
) {
    let function = &program.functions[callee.index()];
    let base = state.calls.registers.len();
    let registers = function.regs as usize - function.constants.len();
    let undef = state.unwritten::<D>();
    pass(&mut state.calls.registers, function.params.len());
    state.calls.registers.fill(base + registers, undef);
    let constants = function.constants.iter().map(|c| match c {
        Constant::Bits(bits) => Val::scalar(D::constant(*bits)),
        Constant::Global(global) => global_address::<D>(*global),
    });
    constants.for_each(|value| state.calls.registers.push(value));
    let below = state.calls.frames.last().map_or(0, |f| f.stack);
    state.calls.frames.push(Frame {
        function: callee,
        pc: 0,
        base: base as u32,
        stack: below.saturating_add(function.frame),
        dst,
        read_as: None,
        slots: Slots::from_elem(0, function.slots.len()),
        arguments: 0,
    });
    state.calls.pc = 0;
}

impl<D: Domain> Machine<'_, D> {
    /// Calls the target of a pointer: a function of the pointer's type, or of one that compiled code cannot
    /// distinguish from it.
    pub(super) fn call_through(
        &mut self,
        base: usize,
        callee: PointerCallee,
        call: &Call,
    ) -> Exec<Flow> {
        let id = self.called(base, callee.pointer, call.args.len())?;
        let function = &self.program.functions[id.index()];
        // Arguments are converted before anything is written.
        let converted = self.converted_arguments(base, callee, call, function)?;
        let read_as = match (function.result, callee.result) {
            // A small result is not extended.
            (Some(from), Some(to)) if from.size() < to.size() => return self.incorrect(function),
            (Some(from), Some(to)) => match arrival(from, to, true) {
                Arrival::Same => None,
                Arrival::Converted => Some(to),
                Arrival::Widened | Arrival::Unknown => return self.incorrect(function),
            },
            _ => None,
        };
        let flow = self.call(base, id, &call.args, call.dst)?;
        if let Some(frame) = self.state.calls.frames.last_mut() {
            frame.read_as = read_as;
            let base = frame.base as usize;
            for (i, value) in converted {
                self.state.calls.registers.set(base + i, value);
            }
        }
        Ok(flow)
    }

    /// The converted arguments of a call through a pointer, with their positions: those that the function receives
    /// under other types.
    fn converted_arguments(
        &mut self,
        base: usize,
        callee: PointerCallee,
        call: &Call,
        function: &Function,
    ) -> Exec<Vec<(usize, Val<D::Bits>)>> {
        let mut converted = Vec::new();
        let passed = call.args.iter().zip(&function.params);
        for (i, (&(reg, from), &to)) in passed.enumerate() {
            let value = self.get(base, reg);
            let value = match arrival(from, to, callee.prototype && !function.old_style) {
                Arrival::Same => continue,
                Arrival::Converted => self.convert(from, to, value)?,
                Arrival::Widened => {
                    let wide = self.convert(from, Scalar::U32, value)?;
                    self.convert(Scalar::U32, to, wide)?
                }
                Arrival::Unknown => return self.incorrect(function),
            };
            converted.push((i, value));
        }
        Ok(converted)
    }

    #[cold]
    fn incorrect<T>(&self, function: &Function) -> Exec<T> {
        self.trap(TrapKind::InvalidCall {
            function: Some(function.name.as_str().into()),
        })
    }

    fn called(&mut self, base: usize, r: Reg, args: usize) -> Exec<FnId> {
        let p = self.get(base, r);
        self.determinate(p, UninitialisedUse::Address)?;
        let Some(f) = p.function() else {
            return if p.object == 0 {
                self.null_or_invalid(p, NullUse::Call)
            } else {
                self.trap(TrapKind::InvalidCall { function: None })
            };
        };
        let function = &self.program.functions[f.index()];
        if !function.old_style && !function.variadic && function.params.len() != args {
            return self.incorrect(function);
        }
        Ok(f)
    }

    pub(super) fn call(
        &mut self,
        base: usize,
        callee: FnId,
        args: &[(Reg, Scalar)],
        dst: Option<Reg>,
    ) -> Exec<Flow> {
        let called = &self.program.functions[callee.index()];
        self.require_stack(u64::from(called.frame))?;
        if self.state.calls.registers.len() + called.regs as usize > MAX_REGISTERS {
            return self.trap(TrapKind::StackOverflow);
        }
        if self.state.calls.frames.len() >= MAX_SYMBOLIC_FRAMES && self.dom.pool().is_some() {
            return Err(Box::new(Stop::Unsupported {
                what: format!("recursion of more than {MAX_SYMBOLIC_FRAMES} calls in a search")
                    .into(),
                span: self.span(),
            }));
        }
        if let Some(frame) = self.state.calls.frames.last_mut() {
            frame.pc = self.state.calls.pc + 1;
        }
        self.dom.called(callee);
        activate_with::<D>(&mut self.state, self.program, callee, dst, |regs, most| {
            for (r, _) in args.iter().take(most) {
                regs.push(regs.value(base + *r as usize));
            }
        });
        let function = &self.program.functions[callee.index()];
        if function.variadic {
            let fixed = function.params.len().min(args.len());
            let others = args[fixed..].iter();
            let others: Vec<_> = others.map(|(r, ty)| (self.get(base, *r), *ty)).collect();
            self.pass_variable(others.into_iter());
        }
        Ok(Flow::Frame)
    }

    pub(super) fn leave(&mut self, function: &Function, value: Option<Val<D::Bits>>) -> Exec<Flow> {
        if self.state.calls.frames.len() == 1 {
            return self.leave_last(function, value);
        }
        let value = self.read_result(function, value)?;
        if let Some(frame) = self.end_activation()
            && let Some(caller) = self.state.calls.frames.last_mut()
        {
            // The position of the running frame is cleared, so that states that came here by different calls are
            // equal.
            let after_call = std::mem::take(&mut caller.pc);
            self.state.calls.pc = after_call;
            let base = caller.base as usize;
            if let Some(dst) = frame.dst {
                if value.is_none() {
                    self.state.calls.no_return = Some(frame.function);
                }
                let undef = Val::indeterminate(D::constant(0));
                let value = value.unwrap_or(undef);
                self.state.calls.registers.set(base + dst as usize, value);
            }
            let caller = caller.function;
            if self.observed.is_some()
                && let Some(call) = after_call.checked_sub(1)
            {
                self.observe(&self.program.functions[caller.index()], base, call);
            }
        }
        Ok(Flow::Frame)
    }

    /// The result as the caller reads it; the caller may have used another function type.
    #[inline]
    fn read_result(
        &mut self,
        function: &Function,
        value: Option<Val<D::Bits>>,
    ) -> Exec<Option<Val<D::Bits>>> {
        let read_as = self
            .state
            .calls
            .frames
            .last()
            .and_then(|frame| frame.read_as);
        match (function.result, read_as, value) {
            (Some(from), Some(to), Some(value)) => self.convert(from, to, value).map(Some),
            _ => Ok(value),
        }
    }

    fn leave_last(&mut self, function: &Function, value: Option<Val<D::Bits>>) -> Exec<Flow> {
        if function.name != "main" {
            self.state.result = value;
            return Err(Box::new(Stop::Exit(Ending::Returned)));
        }
        // Falling off the end of main is `return 0` (C99 5.1.2.2.3).
        let v = value.unwrap_or(Val::scalar(D::constant(0)));
        if let Some(at_exit) = self.program.at_exit {
            return self.at_exit(at_exit, v);
        }
        // The variables of `main` do not keep memory reachable any more.
        let frames = std::mem::take(&mut self.state.calls.frames);
        let lost = self.lost();
        self.state.calls.frames = frames;
        match lost {
            Some(trap) => Err(trap.into()),
            None => self.end(v),
        }
    }

    /// Continues with the functions registered by `atexit`; the variables of `main` have ended their lifetimes.
    fn at_exit(&mut self, handlers: FnId, status: Val<D::Bits>) -> Exec<Flow> {
        self.determinate(status, UninitialisedUse::Argument("exit"))?;
        if let Some(frame) = self.state.calls.frames.last_mut() {
            let slots = std::mem::take(&mut frame.slots);
            frame.pc = self.state.calls.pc;
            frame.slots = Slots::from_elem(0, slots.len());
            for object in slots.into_iter().filter(|o| *o != 0) {
                self.end_object(object, Life::Ended);
            }
        }
        activate::<D>(&mut self.state, self.program, handlers, &[status], None);
        Ok(Flow::Frame)
    }

    /// Ends the program with this status.
    pub(super) fn exit<T>(&mut self, v: Val<D::Bits>) -> Exec<T> {
        match self.lost() {
            Some(trap) => Err(trap.into()),
            None => self.end(v),
        }
    }

    fn end<T>(&mut self, v: Val<D::Bits>) -> Exec<T> {
        self.pass_on()?;
        self.state.result = Some(v);
        // Only the low byte reaches the parent process.
        let status = if v.undefined as u8 == 0 {
            D::known(v.bits).map(|b| b as u8 as i32)
        } else {
            self.leave_out(LeftOut::Status);
            self.dom.first_values_mattered();
            Some(-1)
        };
        Err(Box::new(Stop::Exit(Ending::Status(status))))
    }

    /// Ends the lifetime of an automatic object.
    pub(super) fn end_object(&mut self, object: ObjId, life: Life) {
        self.state.memory.end(object, life, Span::default());
    }

    pub(super) fn slot_object(&mut self, function: &Function, slot: usize) -> Exec<ObjId> {
        let current = self.state.calls.frames.last().map_or(0, |f| f.slots[slot]);
        if current != 0 {
            return Ok(current);
        }
        // A jump skipped the declaration: the object exists, but is indeterminate.
        self.slot_live(slot, function.slots[slot].size)?;
        Ok(self.state.calls.frames.last().map_or(0, |f| f.slots[slot]))
    }

    /// The size in bytes of an array of `count` elements of `step` bytes.
    pub(super) fn extent(
        &mut self,
        count: Val<D::Bits>,
        step: Val<D::Bits>,
        may_be_empty: bool,
    ) -> Exec<Val<D::Bits>> {
        self.determinate(count, UninitialisedUse::Length)?;
        let least = D::constant(u64::from(!may_be_empty));
        let enough = self.dom.compare(BinOp::Le, Scalar::I64, least, count.bits);
        self.require(enough, || {
            let state = if may_be_empty {
                "negative"
            } else {
                "not positive"
            };
            TrapKind::Library(format!("the length of a variable-length array is {state}"))
        })?;
        let most = D::constant(MAX_ELEMENTS);
        let possible = self.dom.compare(BinOp::Lt, Scalar::I64, count.bits, most);
        self.require(possible, || TrapKind::StackOverflow)?;
        let bytes = self.dom.bin(BinOp::Mul, Scalar::U64, count.bits, step.bits);
        Ok(Val::scalar(bytes))
    }

    /// Begins the lifetime of the slot's object, unless it is live already.
    pub(super) fn slot_keep(&mut self, function: &Function, slot: usize) -> Exec<()> {
        let frame = self.state.calls.frames.last();
        if frame.is_some_and(|f| f.slots[slot] != 0) {
            return Ok(());
        }
        self.slot_live(slot, function.slots[slot].size)
    }

    /// Traps unless the stack has room for this number of bytes.
    fn require_stack(&self, bytes: u64) -> Exec<()> {
        let taken = self.state.calls.frames.last().map_or(0, |f| f.stack);
        if u64::from(taken).saturating_add(bytes) > u64::from(STACK) {
            return self.trap(TrapKind::StackOverflow);
        }
        Ok(())
    }

    /// Begins a new lifetime of the slot's object, as a variable-length array of this number of bytes.
    pub(super) fn slot_sized(&mut self, slot: usize, size: u64) -> Exec<()> {
        self.slot_dead(slot);
        self.require_stack(size)?;
        self.slot_live(slot, size)?;
        if let Some(frame) = self.state.calls.frames.last_mut() {
            frame.stack += size as u32;
        }
        Ok(())
    }

    /// Begins a new lifetime of the slot's object.
    pub(super) fn slot_live(&mut self, slot: usize, size: u64) -> Exec<()> {
        if size > u64::from(STACK) {
            return self.trap(TrapKind::StackOverflow);
        }
        self.slot_dead(slot);
        if let Some(frame) = self.state.calls.frames.last() {
            let name = Name::Slot(frame.function, SlotId(slot as u32));
            let id = self.state.make(name, Storage::Stack, size, false);
            if let Some(frame) = self.state.calls.frames.last_mut() {
                frame.slots[slot] = id;
            }
        }
        Ok(())
    }

    pub(super) fn slot_dead(&mut self, slot: usize) {
        let Some(frame) = self.state.calls.frames.last_mut() else {
            return;
        };
        let id = std::mem::take(&mut frame.slots[slot]);
        if id == 0 {
            return;
        }
        // Objects of constant size are part of the frame.
        let function = &self.program.functions[frame.function.index()];
        if function.slots[slot].size == 0
            && let Some(array) = self.state.memory.get(id)
        {
            frame.stack = frame.stack.saturating_sub(array.extent);
        }
        self.end_object(id, Life::Ended);
    }
}
