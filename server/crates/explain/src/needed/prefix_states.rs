//! A second run as written, with a copy of the state after each place.

use eval::{Machine, MachineDomain, State};
use ir::Program;

use super::change::InstructionExecution;

/// Number of instructions between two checks whether the job must end.
const TURN: u64 = 4096;

/// The states right after these executions of instructions; `None` for those that the run does not reach.
pub(super) fn states<D: MachineDomain>(
    machine: &mut Machine<'_, D>,
    places: &[InstructionExecution],
    stopped: &dyn Fn() -> bool,
) -> Vec<Option<State<D::Bits>>> {
    let mut found: Vec<Option<State<D::Bits>>> = places.iter().map(|_| None).collect();
    let mut watched = ExecutionCounter::new(machine.program(), places);
    let mut left = places.len();
    let mut turns = 0;
    while left > 0 && (turns % TURN != 0 || !stopped()) {
        turns += 1;
        let state = &machine.state;
        let Some(frame) = state.calls.running() else {
            break;
        };
        let here = watched.visit(frame.function.index(), state.calls.pc() as usize);
        if machine.step_once().is_err() {
            break;
        }
        if let Some(visit) = here {
            for (place, slot) in places.iter().zip(&mut found) {
                if watched.is(place, visit) && slot.is_none() {
                    *slot = Some(machine.state.clone());
                    left -= 1;
                }
            }
        }
    }
    found
}

/// Counters of the executions of watched instructions.
struct ExecutionCounter {
    /// For each function and position, one more than the index into `counts`; 0 if the instruction is not watched.
    index: Vec<Vec<u32>>,
    counts: Vec<u32>,
}

/// An execution of a watched instruction: the instruction's index and the number of the execution.
type Visit = (u32, u32);

impl ExecutionCounter {
    fn new(program: &Program, places: &[InstructionExecution]) -> ExecutionCounter {
        let functions = program.functions.iter();
        let mut index: Vec<Vec<u32>> = functions.map(|f| vec![0; f.code.len()]).collect();
        let mut counts = Vec::new();
        for place in places {
            let slot = &mut index[place.function.index()][place.pc as usize];
            if *slot == 0 {
                counts.push(0);
                *slot = counts.len() as u32;
            }
        }
        ExecutionCounter { index, counts }
    }

    /// Counts an execution of an instruction.
    fn visit(&mut self, function: usize, pc: usize) -> Option<Visit> {
        let index = self.index.get(function)?.get(pc)?.checked_sub(1)?;
        let count = &mut self.counts[index as usize];
        *count += 1;
        Some((index, *count))
    }

    fn is(&self, place: &InstructionExecution, (index, count): Visit) -> bool {
        let of_place = self.index[place.function.index()][place.pc as usize];
        of_place == index + 1 && place.visit == count
    }
}
