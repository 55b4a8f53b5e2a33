//! Values that components computed in the original failing run.

use eval::ChoiceSource;
use ir::{CompId, Scalar};
use rustc_hash::FxHashMap;

use super::query_context::QueryContext;
use exec::run::PreparedTest;
use exec::runner::Runner;

/// Values that components computed in the failing run, by component: the execution that computed it, from 0, its type,
/// its bits, and whether it is a number that is known.
#[derive(Debug, Default)]
pub(super) struct Was(FxHashMap<CompId, Vec<(u32, Known)>>);

/// A value as it was observed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    /// Type of the value.
    pub(super) ty: Scalar,
    /// Its bits; `None` for indeterminate values and for addresses.
    pub(super) bits: Option<u64>,
}

impl Was {
    /// The value that an execution of a component computed, if it computed one.
    pub(super) fn at(&self, comp: CompId, execution: u32) -> Option<Known> {
        let values = self.0.get(&comp)?;
        let at = values
            .binary_search_by_key(&execution, |value| value.0)
            .ok()?;
        Some(values[at].1)
    }

    /// The value of a component that was executed once.
    pub(super) fn only(&self, comp: CompId) -> Option<Known> {
        match self.0.get(&comp)?.as_slice() {
            [(_, only)] => Some(*only),
            _ => None,
        }
    }
}

/// Records the values that components computed; for a run without end, the values at its beginning.
pub(super) fn observe(shared: &QueryContext<'_>, test: &PreparedTest) -> Was {
    let mut runner = Runner::on(shared.program, shared.concrete.clone());
    let (nothing, steps) = (ChoiceSource::Nothing, shared.limits.path_steps);
    let finished = runner.run(test, nothing, steps, true, &|| true);
    let mut observed: Vec<_> = finished.numbers.iter().zip(&finished.observed).collect();
    observed.sort_by_key(|(execution, _)| **execution);
    let mut was = Was::default();
    for (execution, o) in observed {
        let bits = (o.value.init && o.value.object == 0).then_some(o.value.bits);
        let known = Known { ty: o.ty, bits };
        was.0.entry(o.comp).or_default().push((*execution, known));
    }
    was
}
