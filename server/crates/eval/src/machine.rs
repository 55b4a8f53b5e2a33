//! The machine: executes the instructions on a [`State`] one by one, generic over the value domain.
//!
//! It is explicit (frames, registers, program counter), so a state can be copied at any instruction, and it never
//! recurses on Rust's stack. An instruction either completes or leaves the state such that it can be executed again
//! ([`Stop::Fork`]): all decisions are made before anything is written.

use std::sync::Arc;

use harness::Expected;
use ir::Builtin;
use ir::program::{AltKind, BinOp, Callee, FnId, Function, Inst, Pc, Program, Reg, Scalar};
use syntax::Span;

use super::domain::Domain;
use super::memory::global_address;
use super::script::{Entering, Entry};
use super::state::{Frame, PausePoint, State};
use super::stop::{Ending, Exec, Stop};
use super::trap::{Trap, TrapKind, UninitialisedUse};
use super::value::{Val, function_object};

/// Effect of a completed instruction on control.
pub(super) enum Flow {
    Next,
    Goto(Pc),
    /// The current frame changed, and `pc` is set.
    Frame,
}

/// A machine with its state.
#[derive(Debug)]
pub struct Machine<'p, D: Domain> {
    /// The program.
    pub(super) program: &'p Program,
    /// The domain. Drivers use it together with the state, so both are fields of their own.
    pub dom: D,
    /// The state; drivers exchange it.
    pub state: State<D::Bits>,
    /// Expected standard output, for [`super::Destination::Match`].
    pub(super) expected: Arc<Expected>,
    /// Number of instructions that may still be executed.
    pub(super) steps: u64,
    /// Values that components computed as written, in order; collected on request.
    pub(super) observed: Option<Vec<ObservedValue<D::Bits>>>,
}

/// The value of one execution of a component as written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ObservedValue<B> {
    /// The component.
    pub comp: ir::CompId,
    /// The value.
    pub value: Val<B>,
    /// Type of the value.
    pub ty: Scalar,
}

/// A value domain in which machines run.
///
/// Each domain has these functions itself, so the evaluator is compiled once, in the crate of the domain, and not in
/// every crate that runs programs.
pub trait MachineDomain: Domain {
    /// Runs a machine; calls [`Machine::run_in_domain`].
    ///
    /// # Errors
    /// The stop of [`Machine::run`].
    fn run(machine: &mut Machine<'_, Self>, until: Option<PausePoint>) -> Exec<()>;
    /// Executes one instruction; calls [`Machine::step_once_in_domain`].
    ///
    /// # Errors
    /// The stop of [`Machine::step_once`].
    fn step_once(machine: &mut Machine<'_, Self>) -> Exec<()>;
}

impl<D: MachineDomain> Machine<'_, D> {
    /// Runs until the state reaches `until` (or has left that frame), or until a stop.
    ///
    /// # Errors
    /// The stop; the state is then at the instruction that caused it.
    #[inline]
    pub fn run(&mut self, until: Option<PausePoint>) -> Exec<()> {
        D::run(self, until)
    }

    /// Runs for at most this number of instructions. Also returns the number of instructions that were executed.
    #[inline]
    pub fn run_for(&mut self, steps: u64, until: Option<PausePoint>) -> (Exec<()>, u64) {
        self.steps = steps;
        let stop = self.run(until);
        (stop, steps - self.steps)
    }

    /// Executes one instruction of the current frame, for drivers that inspect each one.
    ///
    /// # Errors
    /// The stop; the state is then at the instruction that caused it.
    #[inline]
    pub fn step_once(&mut self) -> Exec<()> {
        D::step_once(self)
    }
}

impl<'p, D: Domain> Machine<'p, D> {
    /// A machine that may execute this number of instructions. It does not observe values.
    pub fn new(
        program: &'p Program,
        dom: D,
        state: State<D::Bits>,
        expected: Arc<Expected>,
        steps: u64,
    ) -> Machine<'p, D> {
        Machine {
            program,
            dom,
            state,
            expected,
            steps,
            observed: None,
        }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Expected standard output.
    pub fn expected(&self) -> &Expected {
        &self.expected
    }

    /// Number of instructions that may still be executed.
    pub fn steps_left(&self) -> u64 {
        self.steps
    }

    /// Sets the number of instructions that may still be executed.
    pub fn allow_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// Replaces the state by another one, and returns it.
    pub fn replace_state(&mut self, state: State<D::Bits>) -> State<D::Bits> {
        std::mem::replace(&mut self.state, state)
    }

    /// Takes the state out and leaves an empty one.
    pub fn take_state(&mut self) -> State<D::Bits> {
        self.replace_state(State::placeholder())
    }

    /// Collects the values that components compute as written from now on. Such runs are slower.
    pub fn observe_values(&mut self) {
        self.observed = Some(Vec::new());
    }

    /// Values that components computed as written, in order, as far as they were collected.
    pub fn observed(&self) -> &[ObservedValue<D::Bits>] {
        self.observed.as_deref().unwrap_or_default()
    }

    /// Forgets the values collected so far.
    pub fn forget_observed(&mut self) {
        if let Some(observed) = &mut self.observed {
            observed.clear();
        }
    }

    /// Takes the collected values, and ends their collection.
    pub fn take_observed(&mut self) -> Vec<ObservedValue<D::Bits>> {
        self.observed.take().unwrap_or_default()
    }

    /// The running function with its activation; `None` once the outermost one has returned.
    pub fn running(&self) -> Option<(&'p Function, &Frame)> {
        let frame = self.state.calls.frames.last()?;
        Some((&self.program.functions[frame.function.index()], frame))
    }

    /// The current instruction; `None` at the end of a function's code.
    pub fn instruction(&self) -> Option<&'p Inst> {
        let (function, _) = self.running()?;
        function.code.get(self.state.calls.pc as usize)
    }

    /// Implements [`Machine::run`] for the domains; each domain compiles it once.
    ///
    /// # Errors
    /// The stop of [`Machine::run`].
    pub fn run_in_domain(&mut self, until: Option<PausePoint>) -> Exec<()> {
        loop {
            let Some(frame) = self.state.calls.frames.last() else {
                return Err(Box::new(Stop::Exit(Ending::Returned)));
            };
            let function = &self.program.functions[frame.function.index()];
            let base = frame.base as usize;
            let depth = self.state.calls.frames.len();
            if until.is_some_and(|place| depth < place.depth) {
                return Ok(());
            }
            let here = until.filter(|place| place.depth == depth).map(|p| p.pc);
            self.run_frame(function, base, here)?;
            if here == Some(self.state.calls.pc) && self.state.calls.frames.len() == depth {
                return Ok(());
            }
        }
    }

    /// Number of bytes of output that were collected.
    pub fn printed(&self) -> usize {
        self.state.output.collected().map_or(0, <[u8]>::len)
    }

    /// Runs in one frame until it changes or `here` is reached.
    fn run_frame(&mut self, function: &'p Function, base: usize, here: Option<Pc>) -> Exec<()> {
        loop {
            if self.observed.is_none() && !self.state.path.has_choices() {
                self.run_fast_path(function, base, here)?;
            }
            if here == Some(self.state.calls.pc) {
                return Ok(());
            }
            if self.steps == 0 {
                return Err(Box::new(Stop::StepLimit));
            }
            self.steps -= 1;
            let pc = self.state.calls.pc;
            let watched = self.observed.is_some();
            if watched && matches!(function.code.get(pc as usize), Some(Inst::Return { .. })) {
                self.observe(function, base, pc);
            }
            match self.step(function, base) {
                Ok(flow) => {
                    // The result of a call is observed when it returns.
                    if watched && !matches!(flow, Flow::Frame) {
                        self.observe(function, base, pc);
                    }
                    if self.state.path.has_choices() {
                        self.state.path.forget_choices();
                    }
                    match flow {
                        Flow::Next => self.state.calls.pc += 1,
                        Flow::Goto(pc) => self.state.calls.pc = pc,
                        Flow::Frame => return Ok(()),
                    }
                }
                Err(stop) => self.stopped(function, stop)?,
            }
        }
    }

    /// Implements [`Machine::step_once`] for the domains; each domain compiles it once.
    ///
    /// # Errors
    /// The stop of [`Machine::step_once`].
    pub fn step_once_in_domain(&mut self) -> Exec<()> {
        let Some(frame) = self.state.calls.frames.last() else {
            return Err(Box::new(Stop::Exit(Ending::Returned)));
        };
        let function = &self.program.functions[frame.function.index()];
        let base = frame.base as usize;
        match self.step(function, base) {
            Ok(flow) => {
                self.state.path.forget_choices();
                match flow {
                    Flow::Next => self.state.calls.pc += 1,
                    Flow::Goto(pc) => self.state.calls.pc = pc,
                    Flow::Frame => {}
                }
                Ok(())
            }
            Err(stop) => self.stopped(function, stop),
        }
    }

    /// Handles a stop. A trap in an alternative of a relaxed component only means that its effect is skipped.
    fn stopped(&mut self, function: &Function, stop: Box<Stop>) -> Exec<()> {
        if let Stop::Trap(trap) = &*stop {
            // This trap means that an indeterminate value was used; and a pointer with a value may keep memory
            // reachable.
            if matches!(trap.kind, TrapKind::Uninitialised { .. }) || self.state.settings.leaks {
                self.dom.first_values_mattered();
            }
            if let Some(resume) = function.rescue(self.state.calls.pc) {
                self.state.path.forget_choices();
                self.state.calls.pc = resume;
                return Ok(());
            }
        }
        Err(stop)
    }

    #[cold]
    pub(super) fn observe(&mut self, function: &Function, base: usize, pc: Pc) {
        let first = function.observes.partition_point(|o| o.pc < pc);
        for o in function.observes[first..].iter().take_while(|o| o.pc == pc) {
            let Some(value) = self
                .state
                .calls
                .registers
                .get(base + o.reg as usize)
                .copied()
            else {
                continue;
            };
            if let Some(observed) = &mut self.observed {
                observed.push(ObservedValue {
                    comp: o.comp,
                    value,
                    ty: o.ty,
                });
            }
        }
    }

    /// Executes the instruction at the current position. Only the frequent instructions are handled here, so that this
    /// fits into the loop around it; the others are in [`Machine::step_slow`].
    #[allow(
        clippy::inline_always,
        reason = "the loop around it is the hottest there is: 0.7 of the time"
    )]
    #[inline(always)]
    fn step(&mut self, function: &'p Function, base: usize) -> Exec<Flow> {
        let pc = self.state.calls.pc as usize;
        let Some(inst) = function.code.get(pc) else {
            return self.leave(function, None);
        };
        match inst {
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
            Inst::Load { dst, addr, ty } => {
                let p = self.get(base, *addr);
                let v = self.load(p, *ty)?;
                self.set(base, *dst, v);
            }
            Inst::Store { addr, src, ty } => {
                let (p, v) = (self.get(base, *addr), self.get(base, *src));
                self.store(p, *ty, v)?;
            }
            Inst::Jump { to } => return Ok(Flow::Goto(*to)),
            Inst::Branch {
                cond,
                ty,
                then,
                els,
            } => {
                let c = self.get(base, *cond);
                self.determinate(c, UninitialisedUse::Branch)?;
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
                self.determinate(c, UninitialisedUse::Branch)?;
                let yes = self.truth_of(Scalar::I32, c)?;
                return Ok(Flow::Goto(if yes { *then } else { *els }));
            }
            Inst::Enter { comp, relaxation } => match self.dom.enter(*comp) {
                Entering::Kept => {}
                entering => return enter(function, *relaxation, *comp, entering),
            },
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
                if call.builtin == Builtin::Exit
                    && let Some(at_exit) = self.program.at_exit
                {
                    return self.call(base, at_exit, &call.args, None);
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

    /// The value of a register of the current frame.
    #[inline]
    pub(super) fn get(&self, base: usize, r: Reg) -> Val<D::Bits> {
        self.state.calls.registers[base + r as usize]
    }

    /// Sets a register of the current frame.
    #[inline]
    pub(super) fn set(&mut self, base: usize, r: Reg, v: Val<D::Bits>) {
        self.state.calls.registers[base + r as usize] = v;
    }

    /// Place of the current instruction in the text.
    pub fn span(&self) -> Span {
        let frames = &self.state.calls.frames;
        for (i, frame) in frames.iter().enumerate().rev() {
            let running = i + 1 == frames.len();
            // Inside the library, the place of the call counts.
            let pc = if running {
                self.state.calls.pc
            } else {
                frame.pc.saturating_sub(1)
            };
            let f = &self.program.functions[frame.function.index()];
            let span = f.spans.get(pc as usize).copied().unwrap_or_default();
            if span != Span::default() {
                return span;
            }
        }
        Span::default()
    }

    /// A trap at the current instruction.
    #[cold]
    pub(super) fn trap<T>(&self, kind: TrapKind) -> Exec<T> {
        Err(Trap {
            kind,
            span: self.span(),
        }
        .into())
    }

    #[cold]
    fn indeterminate(&self, used: UninitialisedUse) -> Exec<()> {
        self.trap(TrapKind::Uninitialised {
            used,
            at: None,
            no_return: self.without_return(),
        })
    }

    /// The last function that ended without the `return` whose value its caller uses.
    pub(super) fn without_return(&self) -> Option<std::sync::Arc<str>> {
        let name = |f: FnId| self.program.functions[f.index()].name.as_str().into();
        self.state.calls.no_return.map(name)
    }

    /// Traps if the value is indeterminate.
    #[inline]
    pub(super) fn determinate(&self, v: Val<D::Bits>, used: UninitialisedUse) -> Exec<()> {
        if v.init {
            Ok(())
        } else {
            self.indeterminate(used)
        }
    }

    /// The truth of a condition; if it is unknown, the driver decides.
    #[inline]
    pub(super) fn decide(&mut self, c: D::Cond) -> Exec<bool> {
        match D::truth(c) {
            Some(b) => Ok(b),
            None => self.decided(c),
        }
    }

    #[cold]
    fn decided(&mut self, c: D::Cond) -> Exec<bool> {
        let t = self.dom.cond_term(c);
        match self.state.path.decision(t) {
            Some(holds) => return Ok(holds),
            None if self.state.path.assumes(t) => return Ok(true),
            None => {}
        }
        if let Some(pool) = self.dom.pool() {
            let opposite = pool.not(t);
            if self.state.path.assumes(opposite) {
                return Ok(false);
            }
        }
        Err(Box::new(Stop::Fork(t)))
    }

    /// Traps unless the condition holds. If it is unknown, a run that traps cannot pass, so only the others continue,
    /// under the assumption that the condition holds. (In an alternative, where a trap means skipping, both continue.)
    #[inline]
    pub(super) fn require(&mut self, ok: D::Cond, kind: impl FnOnce() -> TrapKind) -> Exec<()> {
        match D::truth(ok) {
            Some(true) => Ok(()),
            Some(false) => self.trap(kind()),
            None => self.require_unknown(ok, kind),
        }
    }

    #[cold]
    fn require_unknown(&mut self, ok: D::Cond, kind: impl FnOnce() -> TrapKind) -> Exec<()> {
        let rescued = self.state.calls.frames.last().is_some_and(|f| {
            let function = &self.program.functions[f.function.index()];
            function.rescue(self.state.calls.pc).is_some()
        });
        if rescued {
            return if self.decide(ok)? {
                Ok(())
            } else {
                self.trap(kind())
            };
        }
        let t = self.dom.cond_term(ok);
        if !self.state.path.assumes(t) {
            if self.dom.reports_traps() {
                let (kind, span) = (kind(), self.span());
                let trap = Trap { kind, span };
                return Err(Box::new(Stop::MayTrap { unless: t, trap }));
            }
            self.state.path.assume(t);
        }
        Ok(())
    }

    /// A value that the evaluator must know; if it is unknown, the driver picks it.
    pub(super) fn concretise(&mut self, ty: Scalar, bits: D::Bits) -> Exec<u64> {
        if let Some(v) = D::known(bits) {
            return Ok(v);
        }
        let t = self.dom.bits_term(ty, bits);
        match self.state.path.pinned(t) {
            Some(value) => Ok(super::arith::extend(ty, value)),
            None => Err(Box::new(Stop::Concretise(t))),
        }
    }

    fn truth_of(&mut self, ty: Scalar, v: Val<D::Bits>) -> Exec<bool> {
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
