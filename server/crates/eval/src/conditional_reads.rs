//! Decisions whether conditionally initialised places were written ([`ConditionalInit`]).

use ir::Scalar;

use super::domain::Domain;
use super::machine::Machine;
use super::object::{ConditionalInit, MaybeInit};
use super::stop::Exec;
use super::value::{ObjId, Val};

impl<D: Domain> Machine<'_, D> {
    /// Decides which of the conditionally initialised places that share a byte with a range were written; afterwards
    /// they are ordinary places.
    pub(super) fn decide_initialised(&mut self, id: ObjId, at: usize, size: usize) -> Exec<()> {
        self.decide_where(id, at, size, |_| true)
    }

    /// Decides only the places that extend beyond the range, before the range is overwritten as a whole.
    pub(super) fn decide_overlapping(&mut self, id: ObjId, at: usize, size: usize) -> Exec<()> {
        let sticks_out =
            |p: &ConditionalInit<D::Bits>| p.bytes().start < at || p.bytes().end > at + size;
        self.decide_where(id, at, size, sticks_out)
    }

    fn decide_where(
        &mut self,
        id: ObjId,
        at: usize,
        size: usize,
        wanted: impl Fn(&ConditionalInit<D::Bits>) -> bool,
    ) -> Exec<()> {
        while let Some(p) = self.state.memory.get(id).and_then(|o| {
            let mut over = o.conditional[o.conditional_in(at, size)].iter();
            over.find(|p| wanted(p)).copied()
        }) {
            let written = self.was_written(p.written)?;
            if let Some(o) = self.state.memory.get_mut(id) {
                let place = p.bytes();
                o.clear_conditional(place.start, place.len());
                if written {
                    o.store(&mut self.dom, place.start, p.ty, Val::scalar(p.bits));
                }
            }
        }
        Ok(())
    }

    fn was_written(&mut self, written: D::Bits) -> Exec<bool> {
        let cond = self.dom.nonzero(Scalar::U8, written);
        self.decide(cond)
    }

    /// Turns the contents of a place into a value that is known to be determinate or not.
    pub(super) fn decided_value(&mut self, held: MaybeInit<D::Bits>) -> Exec<Val<D::Bits>> {
        Ok(if self.was_written(held.written)? {
            Val::scalar(held.bits)
        } else {
            Val::indeterminate(D::constant(0))
        })
    }
}
