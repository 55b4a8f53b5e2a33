//! How far a run comes before its test fails.
//!
//! A test that checks several results fails at the first wrong one, and with several faults no single edit lets it
//! pass. An edit after which it fails *later* mends a part of it.

use eval::{AssertionCounts, Concrete, Machine};
use harness::Expected;
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
}

impl RunProgress {
    /// How far a machine came that has stopped. Its output is matched.
    pub(crate) fn of(machine: &Machine<'_, Concrete>, expected: &Expected) -> RunProgress {
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
        let rest = machine
            .state
            .output
            .matcher()
            .and_then(|m| m.rest(expected));
        let whole = expected.bytes();
        let printed =
            &whole[..whole.len() - rest.map_or(whole.len(), |rest| rest.len().min(whole.len()))];
        let is_end = |pair: &&[u8]| !pair[0].is_ascii_whitespace() && pair[1].is_ascii_whitespace();
        RunProgress {
            asserts: machine.state.asserted.clone(),
            place: place.unwrap_or_default(),
            printed: printed.windows(2).filter(is_end).count(),
        }
    }

    /// Whether this run came farther than another one: to a later check, or further in the expected output if there
    /// are no checks.
    pub(crate) fn is_beyond(&self, other: &RunProgress) -> bool {
        if other.asserts.is_empty() {
            return self.printed > other.printed;
        }
        let count = |asserts: &AssertionCounts| asserts.iter().map(|(_, times)| times).sum::<u32>();
        let later = self.place.file == other.place.file && self.place.start > other.place.start;
        self.asserts.covers(&other.asserts)
            && (count(&self.asserts) > count(&other.asserts) || later)
    }
}
