//! What is known of a set from one question to the next, and guessing a witness from it: what let one failing test pass
//! often lets the next one pass.
//!
//! A diagnosis has to be confirmed on every failing test, and these confirmations are nearly all the questions of a
//! search. Failing tests of one group mostly need the same: the other branch, the same constant. So before a question
//! is explored, the choices that answered it for other tests are replayed concretely. A replay costs a tenth of an
//! exploration, and one that passes is at once the certificate. Where scripts do not carry over (loops that run as
//! often as the test says), guessing for that set soon ends.

use ir::eval::Script;

/// Scripts kept for one set.
const KEPT: usize = 4;
/// Failed guesses for one set, beyond the successful ones, after which it is not guessed for any more.
const PATIENCE: u32 = 3;

/// What earlier questions about a set left.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    /// Scripts that worked, the last success first.
    scripts: Vec<Script>,
    hits: u32,
    misses: u32,
    /// Its questions are too dear for a first look, and replacing values worked.
    pub(super) dear: bool,
}

impl Known {
    /// Tries the scripts that worked; the first that `passes` is the witness.
    pub(super) fn guess(&mut self, passes: impl FnMut(&Script) -> bool) -> Option<Script> {
        if self.scripts.is_empty() || self.misses > self.hits + PATIENCE {
            return None;
        }
        let Some(i) = self.scripts.iter().position(passes) else {
            self.misses += 1;
            return None;
        };
        self.hits += 1;
        self.scripts[..=i].rotate_right(1);
        self.scripts.first().cloned()
    }

    /// Remembers a script that worked.
    pub(super) fn add(&mut self, script: &Script) {
        self.scripts.insert(0, script.clone());
        self.scripts.truncate(KEPT);
    }
}
