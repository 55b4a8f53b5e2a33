//! The generator of `rand`: glibc's sequence, an additive feedback generator of degree 31.

use std::rc::Rc;

/// State of the generator; copies of a run's state share it until one of them draws a number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RandomNumbers {
    /// The last 31 numbers, oldest first; empty before the first use.
    ring: Rc<Vec<u32>>,
}

impl RandomNumbers {
    /// Draws the next number.
    pub(crate) fn draw(&mut self) -> i32 {
        if self.ring.is_empty() {
            self.seed(1);
        }
        let next = advance(Rc::make_mut(&mut self.ring));
        (next >> 1) as i32
    }

    /// Begins the sequence of this seed.
    pub(crate) fn seed(&mut self, seed: u32) {
        self.ring = Rc::new(seeded(seed));
    }
}

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
