//! What is known where an execution is about to begin: values from which a forced one can be made.

use ir::eval::{ForcedValue, Observed, State};
use ir::{CompId, Program, Reg, Scalar};

use crate::limits::{MAX_RECENT_OBSERVATIONS, MAX_RECENT_VALUES, MAX_VARIABLES};

/// Values around an execution of a component, in the run with the choices made so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// What it computes there as written.
    pub(super) was: Option<ForcedValue>,
    /// What its next execution computes.
    pub(super) next: Option<ForcedValue>,
    /// What its last execution computed.
    pub(super) previous: Option<ForcedValue>,
    /// Variables of the function that are in registers.
    pub(super) variables: Vec<(Reg, ForcedValue)>,
    /// Latest numbers of other components, latest first.
    pub(super) numbers: Vec<(CompId, ForcedValue)>,
    /// Latest pointers of other components, latest first.
    pub(super) pointers: Vec<(CompId, ForcedValue)>,
}

/// Values that components computed so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Recent {
    /// The latest one of each component, latest component last.
    numbers: Vec<(CompId, ForcedValue)>,
    pointers: Vec<(CompId, ForcedValue)>,
    /// The latest one of each component of the set.
    own: Vec<(CompId, ForcedValue)>,
}

/// The value that was observed, if it is known.
pub(super) fn given(observed: &Observed<u64>) -> Option<ForcedValue> {
    let value = observed.value;
    value
        .init
        .then(|| ForcedValue::of(observed.ty, value.bits, value.object))
}

impl Recent {
    /// Takes over what was observed, in order. Of what is long ago only the values of `own` components count.
    pub(super) fn absorb(&mut self, observed: &[Observed<u64>], is_own: impl Fn(CompId) -> bool) {
        let old = observed.len().saturating_sub(MAX_RECENT_OBSERVATIONS);
        for (i, o) in observed.iter().enumerate() {
            let own = is_own(o.comp);
            if i < old && !own {
                continue;
            }
            let Some(value) = given(o) else { continue };
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

    /// What is known before an execution of `comp`.
    pub(super) fn facts(&self, comp: CompId) -> Facts {
        let others = |all: &[(CompId, ForcedValue)]| -> Vec<(CompId, ForcedValue)> {
            let others = all.iter().rev().filter(|(c, _)| *c != comp);
            others.take(MAX_RECENT_VALUES).copied().collect()
        };
        let own = self.own.iter().find(|(c, _)| *c == comp);
        Facts {
            previous: own.map(|(_, value)| *value),
            numbers: others(&self.numbers),
            pointers: others(&self.pointers),
            ..Facts::default()
        }
    }
}

/// The variables of the running function that are in registers and have a value.
pub(super) fn variables(program: &Program, state: &State<u64>) -> Vec<(Reg, ForcedValue)> {
    let Some(frame) = state.frames.last() else {
        return Vec::new();
    };
    let function = &program.functions[frame.function.index()];
    let value = |&(reg, _, ty): &(Reg, String, Scalar)| {
        let value = state.regs.get(frame.base as usize + reg as usize)?;
        value
            .init
            .then(|| (reg, ForcedValue::of(ty, value.bits, value.object)))
    };
    let variables = function.variables.iter();
    variables.filter_map(value).take(MAX_VARIABLES).collect()
}

/// Makes a value the latest one.
fn put(all: &mut Vec<(CompId, ForcedValue)>, comp: CompId, value: ForcedValue) {
    all.retain(|(c, _)| *c != comp);
    all.push((comp, value));
}

impl Facts {
    /// Takes over the next value of the component; false if it needs no more.
    pub(super) fn observe(&mut self, value: ForcedValue) -> bool {
        if self.was.is_none() {
            self.was = Some(value);
            return true;
        }
        self.next = Some(value);
        false
    }
}
