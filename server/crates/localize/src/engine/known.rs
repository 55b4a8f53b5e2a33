//! What is known of a set from one question to the next, and guessing a witness from it: what let one failing test pass
//! often lets the next one pass.
//!
//! A diagnosis has to be confirmed on every failing test, and these confirmations are nearly all the questions of a
//! search. Failing tests of one group mostly need the same: the other branch, the same constant. So before a question
//! is explored, the choices that answered it for other tests are replayed concretely. A replay costs a tenth of an
//! exploration, and one that passes is at once the certificate. Where scripts do not carry over (loops that run as
//! often as the test says), guessing for that set soon ends.

use super::witnesses::Witness;
use crate::directed::Experience;
use crate::limits::{MAX_FAILED_GUESSES, WITNESSES_PER_PART, WITNESSES_PER_SET};

/// What earlier questions about a set left.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    /// Witnesses of it for other tests, the last success first.
    witnesses: Vec<Witness>,
    hits: u32,
    misses: u32,
    /// What a directed search for other tests has found.
    pub(super) experience: Experience,
}

impl Known {
    /// Tries what worked; the first that `passes` is the witness.
    pub(super) fn guess(&mut self, passes: impl FnMut(&Witness) -> bool) -> Option<Witness> {
        if self.witnesses.is_empty() || self.misses > self.hits + MAX_FAILED_GUESSES {
            return None;
        }
        let Some(i) = self.witnesses.iter().position(passes) else {
            self.misses += 1;
            return None;
        };
        self.hits += 1;
        self.witnesses[..=i].rotate_right(1);
        self.witnesses.first().cloned()
    }

    /// What is known of a set of which nothing was asked yet: what is known of its parts.
    pub(super) fn of_parts<'k>(parts: impl Iterator<Item = &'k Known>) -> Known {
        let witnesses = parts.flat_map(|part| part.witnesses.iter().take(WITNESSES_PER_PART));
        Known {
            witnesses: witnesses.cloned().collect(),
            ..Known::default()
        }
    }

    /// Remembers a witness that was found for a larger set, unless it is known.
    pub(super) fn learn(&mut self, witness: &Witness) {
        if !self.witnesses.contains(witness) {
            self.add(witness);
        }
    }

    /// Remembers a witness.
    pub(super) fn add(&mut self, witness: &Witness) {
        self.witnesses.insert(0, witness.clone());
        self.witnesses.truncate(WITNESSES_PER_SET);
    }
}
