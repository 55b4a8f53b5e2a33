//! Jumps out of functions: `setjmp` and `longjmp`.
//!
//! `setjmp` notes a *landing*, the place after its call in the running activation, and stores the number of the landing
//! in the buffer. `longjmp` ends the activations above the landing's and continues there. A landing is forgotten when
//! its activation ends, so that a number that outlives it leads nowhere. A buffer may be copied, because it holds
//! nothing but the number.
//!
//! A function that calls `setjmp` has its variables in memory, where they keep what was written since, as in code that
//! is not optimised. Its registers hold parts of the expression around the call, so the landing keeps a copy of them.

use ir::Scalar;
use ir::program::BuiltinCall;

use super::domain::Domain;
use super::machine::{Flow, Machine};
use super::state::{Frame, Landing};
use super::stop::Exec;
use super::storage::Life;
use super::trap::{TrapKind, UninitialisedUse};
use super::value::Val;

impl<D: Domain> Machine<'_, D> {
    /// `setjmp`: returns 0, and notes where `longjmp` will continue.
    pub(super) fn set_jump(&mut self, base: usize, call: &BuiltinCall) -> Exec<Flow> {
        let buffer = self.argument(base, call, 0)?;
        let calls = &self.state.calls;
        let (depth, pc) = (calls.frames.len(), calls.pc + 1);
        // A call that is repeated in its activation replaces its landing; older buffers lead to the new one, too.
        let mut known = calls.landings.iter();
        let known = known.rposition(|l| (l.depth, l.pc) == (depth, pc));
        let number = known.map_or(calls.landed + 1, |at| calls.landings[at].number);
        self.store(buffer, Scalar::U64, Val::scalar(D::constant(number)))?;
        // Whether `siglongjmp` restores the blocked signals, which the library does.
        let saves = match call.args.get(1) {
            Some(_) => self.argument(base, call, 1)?,
            None => Val::scalar(D::constant(0)),
        };
        let second = self.offset(buffer, 8);
        self.store(second, Scalar::I32, saves)?;

        let calls = &mut self.state.calls;
        let registers = base..calls.registers.len();
        let landing = Landing {
            number,
            depth,
            pc,
            dst: call.dst,
            registers: registers.map(|at| calls.registers.value(at)).collect(),
        };
        match known {
            Some(known) => calls.landings[known] = landing,
            None => {
                calls.landed = number;
                calls.landings.push(landing);
            }
        }
        if let Some(dst) = call.dst {
            self.set(base, dst, Val::scalar(D::constant(0)));
        }
        Ok(Flow::Next)
    }

    /// `longjmp`: continues after the `setjmp` that wrote the buffer, which returns the value, or 1 for 0.
    pub(super) fn long_jump(&mut self, base: usize, call: &BuiltinCall) -> Exec<Flow> {
        let buffer = self.argument(base, call, 0)?;
        let value = self.argument(base, call, 1)?;
        let number = self.load(buffer, Scalar::U64)?;
        self.determinate(number, UninitialisedUse::Argument("longjmp"))?;
        let number = self.concretise(Scalar::U64, number.bits)?;
        let mut landings = self.state.calls.landings.iter();
        let Some(landing) = landings.rfind(|l| l.number == number).cloned() else {
            return self.trap(TrapKind::Library(
                "`longjmp` to a function that has returned".into(),
            ));
        };
        let is_nonzero = self.dom.nonzero(Scalar::I32, value.bits);
        let value = if self.decide(is_nonzero)? {
            value
        } else {
            Val::scalar(D::constant(1))
        };
        while self.state.calls.frames.len() > landing.depth {
            self.end_activation();
        }
        self.state.calls.pc = landing.pc;
        if let Some(frame) = self.state.calls.frames.last_mut() {
            frame.pc = 0;
            let (function, base) = (frame.function, frame.base as usize);
            for (register, value) in (base..).zip(landing.registers.iter()) {
                self.state.calls.registers.set(register, *value);
            }
            if let Some(dst) = landing.dst {
                self.state.calls.registers.set(base + dst as usize, value);
            }
            if self.observed.is_some()
                && let Some(call) = landing.pc.checked_sub(1)
            {
                self.observe(&self.program.functions[function.index()], base, call);
            }
        }
        Ok(Flow::Frame)
    }

    /// Ends the running activation and its objects; the one below it does not continue yet.
    pub(super) fn end_activation(&mut self) -> Option<Frame> {
        let frame = self.state.calls.frames.pop()?;
        let arguments = std::iter::once(&frame.arguments);
        for object in frame.slots.iter().chain(arguments).filter(|o| **o != 0) {
            self.end_object(*object, Life::Returned);
        }
        self.state.calls.registers.truncate(frame.base as usize);
        let depth = self.state.calls.frames.len();
        self.state.calls.forget_landings_above(depth);
        self.state.path.forget_counts_above(depth);
        Some(frame)
    }

    /// The value of an argument, which must be determinate.
    fn argument(&mut self, base: usize, call: &BuiltinCall, position: usize) -> Exec<Val<D::Bits>> {
        let Some((register, _)) = call.args.get(position) else {
            return self.trap(TrapKind::Library(format!(
                "too few arguments for `{}`",
                call.builtin.name()
            )));
        };
        let value = self.get(base, *register);
        self.determinate(value, UninitialisedUse::Argument(call.builtin.name()))?;
        Ok(value)
    }
}
