//! `rand` with glibc's sequence (the additive feedback generator of degree 31), and `time` as a constant.

use std::rc::Rc;

use ir::Scalar;

use super::Given;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::value::Val;

/// Result of `time(NULL)` in every run: 2001-09-09 01:46:40 UTC. A test must not depend on the clock.
const NOW: u64 = 1_000_000_000;

/// The last 31 numbers, oldest first, after the warm-up in `srand`.
fn seeded(seed: u32) -> Vec<u32> {
    let mut word = if seed == 0 { 1 } else { seed as i32 };
    let mut r = Vec::with_capacity(31 + 310);
    r.push(word as u32);
    for _ in 1..31 {
        let next = (i64::from(word) * 16807) % 2_147_483_647;
        word = (if next < 0 { next + 2_147_483_647 } else { next }) as i32;
        r.push(word as u32);
    }
    // The first three are used unchanged; from then on r[i] = r[i-31] + r[i-3].
    let mut ring: Vec<u32> = r[3..].iter().chain(&r[..3]).copied().collect();
    for _ in 0..310 {
        advance(&mut ring);
    }
    ring
}

fn advance(ring: &mut Vec<u32>) -> u32 {
    let next = ring[0].wrapping_add(ring[28]);
    ring.remove(0);
    ring.push(next);
    next
}

impl<D: Domain> Machine<'_, D> {
    pub(super) fn rand(&mut self) -> Given<D> {
        let mut ring = if self.state.random.is_empty() {
            seeded(1)
        } else {
            self.state.random.as_ref().clone()
        };
        let next = advance(&mut ring);
        self.state.random = Rc::new(ring);
        self.int((next >> 1) as i32)
    }

    pub(super) fn srand(&mut self, seed: Val<D::Bits>) -> Given<D> {
        let seed = self.concretise(Scalar::U32, seed.bits)? as u32;
        self.state.random = Rc::new(seeded(seed));
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
