//! Traps, and decisions that the driver makes where a value is not known.

use ir::program::{FnId, Scalar};
use syntax::Span;

use super::domain::Domain;
use super::machine::Machine;
use super::stop::{Exec, Stop};
use super::trap::{Trap, TrapKind, UninitialisedUse};
use super::value::Val;

impl<D: Domain> Machine<'_, D> {
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
}
