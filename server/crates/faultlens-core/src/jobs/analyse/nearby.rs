//! Comparison of a patched program with the one on the disk, on inputs near those of the tests (`check-fix`).

use exec::run::{PreparedTest, prepare};
use ir::flow::uninstrumented;
use lower::{LowerOptions, lower};
use repair::Nearby;

use super::Job;
use super::run::Ready;
use crate::jobs::protocol::JobSpec;
use crate::model;

/// Most instructions for one input: another number may make a loop practically endless.
const INSTRUCTIONS: u64 = 2_000_000;

impl Job<'_> {
    /// The effect of the patch there; `None` if the program on the disk cannot be read.
    pub(super) fn nearby(&self, ready: &Ready<'_>) -> Option<model::Nearby> {
        let spec = on_disk(self.spec);
        let mut job = Job::new(&spec, self.control, self.emit);
        let parse = job.parse().ok()?;
        let before = uninstrumented(&lower(&parse, &LowerOptions::default()).program);
        let entry = &self.spec.options.entry;
        let tests = ready.tests().iter();
        let prepared = tests.filter_map(|test| prepare(&before, entry, test).ok());
        let prepared: Vec<PreparedTest> = prepared.collect();
        let tests: Vec<&PreparedTest> = prepared.iter().collect();
        let nearby = Nearby::new(&before, None, &tests, INSTRUCTIONS);
        let stopped = || self.control.stop_reason().is_some();
        let compared = nearby.compare(&uninstrumented(ready.program), &stopped);
        let shown = |input: &Vec<u8>| String::from_utf8_lossy(input).into_owned();
        Some(model::Nearby {
            inputs: compared.inputs,
            breaks: compared.breaks.iter().map(shown).collect(),
            heals: compared.heals,
        })
    }
}

/// The job for the program without the patch.
fn on_disk(spec: &JobSpec) -> JobSpec {
    let mut spec = spec.clone();
    spec.text = None;
    for other in &mut spec.linked {
        other.text = None;
    }
    spec
}
