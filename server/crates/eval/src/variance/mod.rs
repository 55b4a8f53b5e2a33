//! Forward propagation of marks on everything in a state that may differ from one iteration of a loop to the next.
//!
//! Registers and bytes carry marks. An instruction whose result may depend on something marked marks what it writes;
//! any other instruction clears the marks of what it writes. Values that determine control flow or targets (a
//! condition, the object that is written, the function that is called) must not be marked: otherwise [`Varying::step`]
//! refuses. Where a mark only determines whether an instruction traps, it does no harm: a run that traps does not end
//! normally either.

mod marks;
mod propagation;

use ir::program::{ARGUMENT_CELL, Reg};
use rustc_hash::FxHashMap;

use marks::{Mark, Marks, NONE, difference, different_bytes, different_slots};
use propagation::{Then, View};

use super::concrete::Concrete;
use super::machine::Machine;
use super::state::State;
use super::stop::Exec;
use super::value::ObjId;

/// The parts of a state that may differ.
#[derive(Debug, Clone, Default)]
pub(super) struct Varying {
    /// Marks of the registers of all frames.
    regs: Vec<Mark>,
    memory: FxHashMap<ObjId, Marks>,
    /// Whether the slot refers to another object, by slot of the frame with the loop.
    slots: Vec<bool>,
    /// Whether the results of `rand` may differ.
    random: bool,
    /// Number of frames at the head of the loop.
    depth: usize,
    /// Number of objects at the head of the loop; later objects have other ids in each iteration.
    objects: usize,
    /// Number of blocks allocated minus blocks freed.
    blocks: i64,
}

impl Varying {
    /// The differences between two states at the head of a loop; `None` if more than values differ.
    pub(super) fn between(before: &State<u64>, now: &State<u64>, depth: usize) -> Option<Varying> {
        let same_streams = before.input.continues_like(&now.input) && before.disk == now.disk;
        if !same_streams || before.calls.registers.len() != now.calls.registers.len() {
            return None;
        }
        let mut varying = Varying {
            regs: before
                .calls
                .registers
                .iter()
                .zip(now.calls.registers.iter())
                .map(difference)
                .collect(),
            slots: different_slots(before, now, depth)?,
            random: before.random != now.random,
            ..Varying::at_head(now, depth)
        };
        for (id, a, b) in now.memory.changed_since(&before.memory) {
            if !(a.conditional.is_empty() && b.conditional.is_empty()) {
                return None;
            }
            let marks = different_bytes(a, b);
            if !marks.is_none() {
                varying.memory.insert(id, marks);
            }
        }
        Some(varying)
    }

    fn at_head(state: &State<u64>, depth: usize) -> Varying {
        Varying {
            depth,
            objects: state.memory.len(),
            ..Varying::default()
        }
    }

    /// The marks at the head of the next iteration, which is about to be followed.
    pub(super) fn begin(&self, state: &State<u64>) -> Varying {
        Varying {
            objects: state.memory.len(),
            blocks: 0,
            ..self.clone()
        }
    }

    /// Whether more blocks were allocated than freed: memory will run out some time.
    pub(super) fn allocates(&self) -> bool {
        self.blocks > 0
    }

    /// Adds the marks of another state, for everything that existed at the head of its iteration; true if any are new.
    pub(super) fn widen(&mut self, other: &Varying) -> bool {
        let mut wider = self.random != (self.random || other.random);
        self.random |= other.random;
        for (own, mark) in self.regs.iter_mut().zip(&other.regs) {
            wider |= *mark & !*own != NONE;
            *own |= mark;
        }
        for (own, differs) in self.slots.iter_mut().zip(&other.slots) {
            wider |= *differs && !*own;
            *own |= differs;
        }
        let old = |id: &ObjId| *id as usize <= other.objects;
        for (id, marks) in other.memory.iter().filter(|(id, _)| old(id)) {
            wider |= self.widen_object(*id, marks);
        }
        wider
    }

    fn widen_object(&mut self, id: ObjId, marks: &Marks) -> bool {
        match (self.memory.get_mut(&id), marks) {
            (Some(Marks::Whole), _) => false,
            (Some(Marks::Bytes(own)), Marks::Bytes(new)) if own.len() == new.len() => {
                let mut wider = false;
                for (own, mark) in own.iter_mut().zip(new) {
                    wider |= *mark & !*own != NONE;
                    *own |= mark;
                }
                wider
            }
            (Some(own), _) => {
                *own = Marks::Whole;
                true
            }
            (None, marks) => {
                let any = !marks.is_none();
                if any {
                    self.memory.insert(id, marks.clone());
                }
                any
            }
        }
    }

    /// Executes an instruction and marks what it writes. Returns false, without executing anything, if something that
    /// may differ determines how the run continues, or may do so.
    ///
    /// # Errors
    /// Stops where the run itself stops.
    pub(super) fn step(&mut self, machine: &mut Machine<'_, Concrete>) -> Exec<bool> {
        let program = machine.program;
        let Some(frame) = machine.state.calls.frames.last() else {
            return Ok(false);
        };
        let (base, dst) = (frame.base as usize, frame.dst);
        let function = &program.functions[frame.function.index()];
        let then = match function.code.get(machine.state.calls.pc as usize) {
            None => Some(Then::End(dst, NONE)),
            Some(inst) => {
                let view = View { machine, base };
                self.before(&view, inst, dst)
            }
        };
        let Some(then) = then else { return Ok(false) };
        machine.steps = machine.steps.saturating_sub(1);
        machine.step_once()?;
        self.after(machine, base, then);
        Ok(true)
    }

    fn after(&mut self, machine: &Machine<'_, Concrete>, base: usize, then: Then) {
        match then {
            Then::Nothing | Then::Set(None, _) => {}
            Then::Set(Some(dst), mark) => self.set(base, dst, mark),
            Then::Begin(arguments) => {
                let Some(frame) = machine.state.calls.frames.last() else {
                    return;
                };
                let function = &machine.program.functions[frame.function.index()];
                self.regs.truncate(frame.base as usize);
                let fixed = function.params.len().min(arguments.len());
                self.regs.extend_from_slice(&arguments[..fixed]);
                self.regs.resize(machine.state.calls.registers.len(), NONE);
                if frame.arguments != 0 {
                    let cells = arguments[fixed..].iter();
                    let each = |mark: &Mark| [*mark; ARGUMENT_CELL as usize];
                    let marks = Marks::Bytes(cells.flat_map(each).collect());
                    if !marks.is_none() {
                        self.memory.insert(frame.arguments, marks);
                    }
                }
            }
            Then::End(dst, mark) => {
                self.regs.truncate(machine.state.calls.registers.len());
                if let (Some(dst), Some(caller)) = (dst, machine.state.calls.frames.last()) {
                    self.set(caller.base as usize, dst, mark);
                }
            }
        }
    }

    fn set(&mut self, base: usize, dst: Reg, mark: Mark) {
        if let Some(own) = self.regs.get_mut(base + dst as usize) {
            *own = mark;
        }
    }
}
