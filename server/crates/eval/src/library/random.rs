//! `rand`, and `time` as a constant.

use ir::Scalar;

use super::Given;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::value::Val;

/// Result of `time(NULL)` in every run: 2001-09-09 01:46:40 UTC. A test must not depend on the clock.
const NOW: u64 = 1_000_000_000;

impl<D: Domain> Machine<'_, D> {
    pub(super) fn rand(&mut self) -> Given<D> {
        let number = self.state.random.draw();
        self.int(number)
    }

    pub(super) fn srand(&mut self, seed: Val<D::Bits>) -> Given<D> {
        let seed = self.concretise(Scalar::U32, seed.bits)? as u32;
        self.state.random.seed(seed);
        Ok(None)
    }

    pub(super) fn time(&mut self, p: Val<D::Bits>) -> Given<D> {
        if p.object != 0 {
            // `time_t` is a `long`.
            let ty = Scalar::signed_word(self.program.data_model);
            self.store(p, ty, Val::scalar(D::constant(NOW)))?;
        }
        Ok(Some(Val::scalar(D::constant(NOW))))
    }
}
