//! `rand` and `srand`.

use ir::Scalar;

use super::Given;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::value::Val;

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
}
