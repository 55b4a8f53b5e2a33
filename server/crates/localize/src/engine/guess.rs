//! Guessing a witness: what let one failing test pass often lets the next one pass.
//!
//! A diagnosis has to be confirmed on every failing test, and these confirmations are nearly all the questions of a
//! search. Failing tests of one group mostly need the same: the other branch, the same constant. So before a question
//! is explored, the choices that answered it for other tests are replayed concretely. A replay costs a tenth of an
//! exploration, and one that passes is at once the certificate. Where scripts do not carry over (loops that run as
//! often as the test says), guessing for that set soon ends.

use ir::eval::Script;
use rustc_hash::FxHashMap;

use crate::set::CompSet;

/// Scripts kept for one set.
const KEPT: usize = 4;
/// Failed guesses for one set, beyond the successful ones, after which it is not guessed for any more.
const PATIENCE: u32 = 3;

/// Scripts that worked, by set.
#[derive(Debug, Default)]
pub(super) struct Guesses {
    by_set: FxHashMap<CompSet, Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// Last success first.
    scripts: Vec<Script>,
    hits: u32,
    misses: u32,
}

impl Guesses {
    /// Tries the scripts known for the set; the first that `passes` is the witness.
    pub(super) fn find(
        &mut self,
        set: &CompSet,
        mut passes: impl FnMut(&Script) -> bool,
    ) -> Option<Script> {
        let known = self.by_set.get_mut(set)?;
        if known.misses > known.hits + PATIENCE {
            return None;
        }
        let Some(i) = known.scripts.iter().position(&mut passes) else {
            known.misses += 1;
            return None;
        };
        known.hits += 1;
        known.scripts[..=i].rotate_right(1);
        known.scripts.first().cloned()
    }

    /// Remembers a script that worked.
    pub(super) fn add(&mut self, set: &CompSet, script: &Script) {
        let known = self.by_set.entry(set.clone()).or_default();
        known.scripts.insert(0, script.clone());
        known.scripts.truncate(KEPT);
    }
}
