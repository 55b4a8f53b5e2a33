//! Facts known just before an execution: values from which a forced value can be derived.

use eval::{ForcedValue, ObservedValue, State};
use ir::{CompId, Program, Reg, Scalar};

use crate::limits::{MAX_RECENT_OBSERVATIONS, MAX_RECENT_VALUES, MAX_VARIABLES};

/// Values around an execution of a component, in the run with the choices made so far.
#[derive(Debug, Clone, Default)]
pub(super) struct NearbyValues {
    /// Value that the component computes there as written.
    pub(super) was: Option<ForcedValue>,
    /// Value that the component's next execution computes.
    pub(super) next: Option<ForcedValue>,
    /// Value that the component's previous execution computed.
    pub(super) previous: Option<ForcedValue>,
    /// Variables of the function that are in registers.
    pub(super) variables: Vec<(Reg, ForcedValue)>,
    /// Latest numbers of other components, most recent first.
    pub(super) numbers: Vec<(CompId, ForcedValue)>,
    /// Latest pointers of other components, most recent first.
    pub(super) pointers: Vec<(CompId, ForcedValue)>,
}

/// Values that components computed so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Recent {
    /// The latest number of each component, most recent component last.
    numbers: Vec<(CompId, ForcedValue)>,
    pointers: Vec<(CompId, ForcedValue)>,
    /// The latest value of each component of the set.
    own: Vec<(CompId, ForcedValue)>,
}

/// The observed value, if it is known.
pub(super) fn observed_value(observed: &ObservedValue<u64>) -> Option<ForcedValue> {
    let value = observed.value;
    value
        .init
        .then(|| ForcedValue::of(observed.ty, value.bits, value.object))
}

impl Recent {
    /// Records observations in order. Of the older ones, only the values of `own` components are kept.
    pub(super) fn absorb(
        &mut self,
        observed: &[ObservedValue<u64>],
        is_own: impl Fn(CompId) -> bool,
    ) {
        let old = observed.len().saturating_sub(MAX_RECENT_OBSERVATIONS);
        for (i, o) in observed.iter().enumerate() {
            let own = is_own(o.comp);
            if i < old && !own {
                continue;
            }
            let Some(value) = observed_value(o) else {
                continue;
            };
            if own {
                put(&mut self.own, o.comp, value);
            }
            match o.ty {
                Scalar::Bool => {}
                Scalar::Ptr => put(&mut self.pointers, o.comp, value),
                _ => put(&mut self.numbers, o.comp, value),
            }
        }
    }

    /// The facts before an execution of `comp`.
    pub(super) fn facts(&self, comp: CompId) -> NearbyValues {
        let others = |all: &[(CompId, ForcedValue)]| -> Vec<(CompId, ForcedValue)> {
            let others = all.iter().rev().filter(|(c, _)| *c != comp);
            others.take(MAX_RECENT_VALUES).copied().collect()
        };
        let own = self.own.iter().find(|(c, _)| *c == comp);
        NearbyValues {
            previous: own.map(|(_, value)| *value),
            numbers: others(&self.numbers),
            pointers: others(&self.pointers),
            ..NearbyValues::default()
        }
    }
}

/// Variables of the running function that are in registers and have a value.
pub(super) fn variables(program: &Program, state: &State<u64>) -> Vec<(Reg, ForcedValue)> {
    let Some(frame) = state.calls.running() else {
        return Vec::new();
    };
    let function = &program.functions[frame.function.index()];
    let value = |&(reg, _, ty): &(Reg, String, Scalar)| {
        let value = state.calls.registers().get(frame.index_of(reg))?;
        value
            .init
            .then(|| (reg, ForcedValue::of(ty, value.bits, value.object)))
    };
    let variables = function.variables.iter();
    variables.filter_map(value).take(MAX_VARIABLES).collect()
}

/// Makes `value` the most recent one.
fn put(all: &mut Vec<(CompId, ForcedValue)>, comp: CompId, value: ForcedValue) {
    all.retain(|(c, _)| *c != comp);
    all.push((comp, value));
}

impl NearbyValues {
    /// Records the next value of the component. Returns false once no more values are needed.
    pub(super) fn observe(&mut self, value: ForcedValue) -> bool {
        if self.was.is_none() {
            self.was = Some(value);
            return true;
        }
        self.next = Some(value);
        false
    }
}
