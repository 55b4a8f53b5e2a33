//! Values that components computed in the original failing run.

use eval::ChoiceSource;
use ir::{CompId, Scalar};
use rustc_hash::FxHashMap;

use super::query_context::QueryContext;
use exec::run::PreparedTest;
use exec::runner::Runner;

/// Values that components computed in the failing run: by component, one entry for each execution.
pub(super) type Was = FxHashMap<CompId, Vec<(Scalar, u64, bool)>>;

/// Records the values that components computed; for a run without end, the values at its beginning.
pub(super) fn observe(shared: &QueryContext<'_>, test: &PreparedTest) -> Was {
    let mut runner = Runner::on(shared.program, shared.concrete.clone());
    let (nothing, steps) = (ChoiceSource::Nothing, shared.limits.path_steps);
    let finished = runner.run(test, nothing, steps, true, &|| true);
    let mut was = Was::default();
    for o in finished.observed {
        was.entry(o.comp).or_default().push((
            o.ty,
            o.value.bits,
            o.value.init && o.value.object == 0,
        ));
    }
    was
}
