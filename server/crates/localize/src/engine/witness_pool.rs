//! What is known about a set from earlier queries, and how a witness is guessed from it: choices that let one failing
//! test pass often let the next one pass.
//!
//! A diagnosis must be confirmed on every failing test, and these confirmations are nearly all the queries of a search.
//! Failing tests of one group mostly need the same change: the other branch, the same constant. So before a query is
//! explored, the choices that answered it for other tests are replayed concretely. A replay costs a tenth of an
//! exploration, and one that passes is itself the certificate. Where scripts do not carry over (loops whose number of
//! iterations depends on the test), guessing for that set soon stops.

use super::directed::Experience;
use super::witnesses::Witness;
use crate::limits::{MAX_FAILED_GUESSES, WITNESSES_PER_PART, WITNESSES_PER_SET};

/// What earlier queries about a set have found.
#[derive(Debug, Clone, Default)]
pub(super) struct WitnessPool {
    /// Witnesses of the set for other tests, most recent success first.
    witnesses: Vec<Witness>,
    hits: u32,
    misses: u32,
    /// What a directed search has found for other tests.
    pub(super) experience: Experience,
}

impl WitnessPool {
    /// Tries the known witnesses and returns the first one that `passes`.
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

    /// What is known about a set that has not been queried yet: the union of what is known about its parts.
    pub(super) fn of_parts<'k>(parts: impl Iterator<Item = &'k WitnessPool>) -> WitnessPool {
        let witnesses = parts.flat_map(|part| part.witnesses.iter().take(WITNESSES_PER_PART));
        WitnessPool {
            witnesses: witnesses.cloned().collect(),
            ..WitnessPool::default()
        }
    }

    /// Adds a witness that was found for a larger set, unless it is known already.
    pub(super) fn learn(&mut self, witness: &Witness) {
        if !self.witnesses.contains(witness) {
            self.add(witness);
        }
    }

    /// Adds a witness.
    pub(super) fn add(&mut self, witness: &Witness) {
        self.witnesses.insert(0, witness.clone());
        self.witnesses.truncate(WITNESSES_PER_SET);
    }
}
