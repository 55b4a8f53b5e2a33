//! `malloc` and related functions.

use ir::{Builtin as B, Scalar};

use super::{Arg, Given};
use crate::domain::Domain;
use crate::machine::Machine;
use crate::object::{Name, Object};
use crate::stop::Exec;
use crate::storage::{Life, Storage};
use crate::trap::TrapKind;
use crate::value::Val;

/// Largest block that can be allocated.
const MAX_OBJECT: u64 = u32::MAX as u64;
/// Requests above this size fail on any machine; whether those in between do depends on the machine.
const MAX_MACHINE: u64 = 1 << 40;

impl<D: Domain> Machine<'_, D> {
    pub(super) fn heap(&mut self, builtin: B, args: &[Arg<D>]) -> Given<D> {
        match builtin {
            B::Malloc => {
                let n = self.concretise(Scalar::U64, args[0].0.bits)?;
                Ok(Some(self.allocate_or_null(n, false)?))
            }
            B::Calloc => {
                let n = self.concretise(Scalar::U64, args[0].0.bits)?;
                let size = self.concretise(Scalar::U64, args[1].0.bits)?;
                Ok(Some(self.allocate_or_null(n.saturating_mul(size), true)?))
            }
            B::Realloc => {
                let n = self.concretise(Scalar::U64, args[1].0.bits)?;
                self.reallocate(args[0].0, n)
            }
            B::Free => {
                self.free(args[0].0)?;
                Ok(None)
            }
            _ => self.unmodelled(&format!("a call of `{}`", builtin.name())),
        }
    }

    fn allocate_or_null(&mut self, size: u64, zeroed: bool) -> Exec<Val<D::Bits>> {
        if size > MAX_MACHINE {
            self.set_errno(super::files::ENOMEM);
            return Ok(Val::scalar(D::constant(0)));
        }
        if size > MAX_OBJECT {
            return self.unmodelled("a block of more than 4 GB");
        }
        Ok(self.allocate(size, zeroed))
    }

    /// Creates a heap object.
    pub(super) fn allocate(&mut self, size: u64, zeroed: bool) -> Val<D::Bits> {
        let name = Name::Fixed("allocated memory");
        let (id, born) = (
            self.state.make(name, Storage::Heap, size, zeroed),
            self.span(),
        );
        if let Some(object) = self.state.memory.get_mut(id) {
            object.born = born;
        }
        Val::pointer(id, D::constant(0))
    }

    fn reallocate(&mut self, p: Val<D::Bits>, size: u64) -> Given<D> {
        if p.object == 0 && D::known(p.bits) == Some(0) {
            return Ok(Some(self.allocate_or_null(size, false)?));
        }
        self.check_freeable(p)?;
        if size == 0 {
            // glibc frees the block for a new size of 0.
            self.free(p)?;
            return Ok(Some(Val::scalar(D::constant(0))));
        }
        let old = self.state.memory.get(p.object).map_or(0, Object::size);
        let new = self.allocate_or_null(size, false)?;
        if new.object != 0 {
            self.copy(new, p, old.min(size))?;
            self.free(p)?;
        }
        Ok(Some(new))
    }

    fn free(&mut self, p: Val<D::Bits>) -> Exec<()> {
        if p.object == 0 && D::known(p.bits) == Some(0) {
            return Ok(());
        }
        self.check_freeable(p)?;
        let place = self.span();
        self.state.memory.end(p.object, Life::Freed, place);
        Ok(())
    }

    fn check_freeable(&mut self, p: Val<D::Bits>) -> Exec<()> {
        let offset = D::known(p.bits).map(|b| b as i64);
        let Some(o) = self.state.memory.get(p.object) else {
            let object = None;
            return self.trap(TrapKind::InvalidFree { object, offset });
        };
        let object = o.described(self.program);
        if o.life == Life::Freed {
            return self.trap(TrapKind::DoubleFree(object));
        }
        if o.storage != Storage::Heap {
            let object = Some(object);
            return self.trap(TrapKind::InvalidFree { object, offset });
        }
        let start = self
            .dom
            .compare(ir::BinOp::Eq, Scalar::U64, p.bits, D::constant(0));
        self.require(start, || TrapKind::InvalidFree {
            object: Some(object),
            offset,
        })
    }
}
