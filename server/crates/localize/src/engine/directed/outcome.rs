//! Results of runs, and the comparison of their progress.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// How a run ended. The order is that of [`Progress`]: later variants are further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Event {
    /// The run exceeded its instructions, or reached something that cannot be executed.
    Cut,
    /// A trap: undefined behaviour or a failed assertion.
    Trap,
    /// Unexpected output, or an unexpected end: too early, or with another result.
    Wrong,
    /// The test passes.
    Pass,
}

/// Progress of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Progress {
    /// Words of the expected output that were printed before the first wrong byte.
    pub(super) words: usize,
    pub(super) event: Event,
    /// Difference between the first wrong number and the number expected in its place.
    pub(super) off: Option<f64>,
    /// Bytes of the expected output that were printed before the first wrong byte.
    pub(super) bytes: usize,
    /// Instructions executed before the event.
    pub(super) steps: u64,
}

/// Outcome of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Outcome {
    pub(super) progress: Progress,
    /// Executions of components of the set before the event.
    pub(super) executions: u32,
    /// Fingerprint, equal for runs that cannot be told apart from outside.
    pub(super) look: u64,
}

impl Progress {
    /// Whether this run got further than another.
    pub(super) fn is_further_than(&self, other: &Progress) -> bool {
        if self.words != other.words {
            return self.words > other.words;
        }
        if self.event != other.event {
            return self.event > other.event && self.bytes >= other.bytes;
        }
        match (self.event, self.off, other.off) {
            // How long such a run continued depends on where it began.
            (Event::Cut, ..) => self.bytes > other.bytes,
            (Event::Trap, ..) => self.bytes >= other.bytes && self.steps > other.steps,
            (_, Some(a), Some(b)) => a.abs() < b.abs(),
            _ => self.bytes > other.bytes,
        }
    }

    /// Whether this run got as far as another and ended no worse.
    pub(super) fn is_no_worse_than(&self, other: &Progress) -> bool {
        self.words == other.words && self.event == other.event && self.bytes >= other.bytes
    }
}

impl Outcome {
    pub(super) fn passes(&self) -> bool {
        self.progress.event == Event::Pass
    }
}

/// Fingerprint of the observable behaviour of a run: what it prints and where, and, if nothing is wrong, where it
/// ended.
pub(super) fn fingerprint(progress: &Progress, is_ended: bool, wrong: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    (progress.bytes, progress.event, wrong).hash(&mut hasher);
    if is_ended || progress.event < Event::Wrong {
        progress.steps.hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(words: usize, event: Event, bytes: usize, steps: u64) -> Progress {
        Progress {
            words,
            event,
            off: None,
            bytes,
            steps,
        }
    }

    #[test]
    fn right_words_come_first_then_the_event_then_steps_or_bytes() {
        let trap = progress(2, Event::Trap, 9, 100);
        assert!(progress(3, Event::Cut, 12, 1).is_further_than(&trap));
        assert!(progress(2, Event::Wrong, 9, 10).is_further_than(&trap));
        // A text that becomes wrong earlier is no progress.
        assert!(!progress(2, Event::Wrong, 8, 10).is_further_than(&trap));
        assert!(progress(2, Event::Trap, 9, 101).is_further_than(&trap));
        assert!(!trap.is_further_than(&trap) && trap.is_no_worse_than(&trap));
        let off = |x| Progress {
            off: Some(x),
            ..progress(2, Event::Wrong, 9, 1)
        };
        assert!(off(-1.0).is_further_than(&off(3.0)));
        assert!(!off(3.0).is_further_than(&off(-3.0)));
    }
}
