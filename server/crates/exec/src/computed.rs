//! What a run computes, place by place, so that the runs of two versions of a program can be compared.

use std::hash::{Hash, Hasher};

use eval::{Concrete, Machine, Stop};
use ir::flow::definition;
use ir::{Inst, Reg};
use rustc_hash::{FxHashMap, FxHasher};
use syntax::Span;

/// The values that a run computes at each place of the text: a hash of the sequence. Of a pointer, only the offset
/// counts, and whether it is null: objects have other numbers in another version.
pub type Computed = FxHashMap<Span, u64>;

/// Runs a machine to its end. `None` if it needs more than `steps` instructions.
pub(crate) fn computed(machine: &mut Machine<'_, Concrete>, steps: u64) -> Option<Computed> {
    let mut found = Computed::default();
    machine.allow_steps(steps);
    for _ in 0..steps {
        let place = machine.running().and_then(|(function, _)| {
            let pc = machine.state.calls.pc() as usize;
            Some((function.code.get(pc)?, *function.spans.get(pc)?))
        });
        let returned = match place {
            Some((Inst::Return { value }, _)) => *value,
            _ => None,
        };
        let mut note = |machine: &Machine<'_, Concrete>, register: Reg| {
            let value = machine.state.calls.register(register);
            if let (Some(value), Some((_, span))) = (value, place) {
                let hash = found.entry(span).or_default();
                let mut hasher = FxHasher::default();
                (*hash, value.bits, value.object == 0).hash(&mut hasher);
                *hash = hasher.finish();
            }
        };
        if let Some(register) = returned {
            note(machine, register);
        }
        match machine.step_once() {
            Ok(()) => {}
            Err(stop) if matches!(*stop, Stop::StepLimit) => return None,
            Err(_) => return Some(found),
        }
        // The result of a call is noted when it returns.
        if let Some((inst, _)) = place
            && !matches!(inst, Inst::Call(_))
            && let Some(register) = definition(inst)
        {
            note(machine, *register);
        }
    }
    None
}
