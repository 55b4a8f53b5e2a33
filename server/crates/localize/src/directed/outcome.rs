//! How a run ends, and which of two runs got further.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// What a run came to. The order is that of [`Progress`]: later is further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Event {
    /// It did not end within its instructions, or met something that cannot be followed.
    Cut,
    /// A trap: undefined behaviour or a failed assertion.
    Trap,
    /// Output that is not expected, or an end that is not: too early, or with another result.
    Wrong,
    /// The test passes.
    Pass,
}

/// How far a run got.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Progress {
    /// Words of the expected output that were printed before anything wrong.
    pub(super) words: usize,
    pub(super) event: Event,
    /// How far the first wrong number is from the one expected in its place.
    pub(super) off: Option<f64>,
    /// Bytes of the expected output that were printed before anything wrong.
    pub(super) bytes: usize,
    /// Instructions before the event.
    pub(super) steps: u64,
}

/// What came of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Outcome {
    pub(super) progress: Progress,
    /// Executions of the set before the event.
    pub(super) executions: u32,
    /// Equal for runs of which the same is seen.
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
            // How long it went on depends on where it began.
            (Event::Cut, ..) => self.bytes > other.bytes,
            (Event::Trap, ..) => self.bytes >= other.bytes && self.steps > other.steps,
            (_, Some(a), Some(b)) => a.abs() < b.abs(),
            _ => self.bytes > other.bytes,
        }
    }

    /// Whether this run got neither less far than another nor to a worse end.
    pub(super) fn is_no_worse_than(&self, other: &Progress) -> bool {
        self.words == other.words && self.event == other.event && self.bytes >= other.bytes
    }
}

impl Outcome {
    pub(super) fn passes(&self) -> bool {
        self.progress.event == Event::Pass
    }
}

/// Fingerprint of what is seen of a run: what is printed where, and if nothing wrong is, where it ended.
pub(super) fn look(progress: &Progress, is_ended: bool, wrong: &[u8]) -> u64 {
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
        // A text that is wrong earlier is no progress.
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
