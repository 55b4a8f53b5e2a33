//! How far a run comes before its test fails.
//!
//! A test that checks several results fails at the first wrong one, and with several faults no single edit lets it
//! pass. An edit after which it fails *later*, or after which fewer parts of its output are wrong, mends a part of it.

use std::ops::Range;

use eval::{AssertionCounts, Concrete, Machine};
use harness::{Expected, Matcher, differing_parts};
use syntax::Span;

/// How far a run came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunProgress {
    /// The checks that were made, the failing one included.
    asserts: AssertionCounts,
    /// Where the outermost function was.
    place: Span,
    /// Words of the expected output that were printed, up to the first difference.
    printed: usize,
    /// The parts in which the output differs from the expected one; `None` if the run did not end by itself.
    wrong: Option<Vec<Range<usize>>>,
}

impl RunProgress {
    /// How far a machine came that has stopped. Its output is collected; `ended` says whether it ended by itself.
    pub(crate) fn of(
        machine: &Machine<'_, Concrete>,
        expected: &Expected,
        ended: bool,
    ) -> RunProgress {
        let calls = &machine.state.calls;
        let outermost = calls.frames().first();
        let place = outermost.and_then(|frame| {
            // A caller continues after its call.
            let pc = match calls.depth() {
                1 => calls.pc(),
                _ => frame.pc.saturating_sub(1),
            };
            let function = &machine.program().functions[frame.function.index()];
            function.spans.get(pc as usize).copied()
        });
        let output = machine.state.output.collected().unwrap_or_default();
        let (_, matched) = Matcher::new().feed_words(expected, output);
        let is_end = |pair: &&[u8]| !pair[0].is_ascii_whitespace() && pair[1].is_ascii_whitespace();
        RunProgress {
            asserts: machine.state.asserted.clone(),
            place: place.unwrap_or_default(),
            printed: output[..matched].windows(2).filter(is_end).count(),
            wrong: ended.then(|| differing_parts(expected, output)),
        }
    }

    /// Whether this run came farther than another one: to a later check, or if there are no checks, further in the
    /// expected output or to an output of which only some of the same parts are wrong.
    pub(crate) fn is_beyond(&self, other: &RunProgress) -> bool {
        if other.asserts.is_empty() {
            return self.printed > other.printed || self.mends_some_of(other);
        }
        let count = |asserts: &AssertionCounts| asserts.iter().map(|(_, times)| times).sum::<u32>();
        let later = self.place.file == other.place.file && self.place.start > other.place.start;
        self.asserts.covers(&other.asserts)
            && (count(&self.asserts) > count(&other.asserts) || later)
    }

    /// Whether some parts of the other output are right now and no other part is wrong.
    fn mends_some_of(&self, other: &RunProgress) -> bool {
        let (Some(now), Some(before)) = (&self.wrong, &other.wrong) else {
            return false;
        };
        let was_wrong = |part: &Range<usize>| before.contains(part);
        now.len() < before.len() && now.iter().all(was_wrong)
    }
}
