//! Replacements of a result at one place of the run.

use eval::{Domain, ObjId, State, Val};
use ir::{FnId, Inst, Pc, Program, Reg};

use super::RunContext;
use crate::error_trace::{Role, Statement};
use crate::invariant::number;
use crate::trace::{Cell, StepKind, VarId};

/// An execution of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InstructionExecution {
    pub(super) function: FnId,
    pub(super) pc: Pc,
    /// Number of the execution in the run, from 1.
    pub(super) visit: u32,
}

/// The result of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    /// The branch taken.
    Branch,
    /// A number in a register.
    Register(Reg),
    /// The result of the call that the instruction ended.
    Result,
    /// A number in memory.
    Memory { object: ObjId, offset: u64 },
}

/// A result that may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) place: InstructionExecution,
    pub(super) spot: Spot,
    /// The name of the number; `None` for a branch.
    pub(super) var: Option<VarId>,
    /// The cut after the execution.
    pub(super) cut: usize,
}

/// The replaceable result of a statement: the outcome of a condition, or the one number of its result that matters.
pub(super) fn change(asked: &RunContext<'_>, statement: &Statement) -> Option<Change> {
    let &k = statement.steps.last()?;
    let step = asked.trace.steps.get(k)?;
    let code = &asked.program.functions[step.function.index()].code;
    let (spot, var) = match (statement.role, step.kind) {
        (Role::Decides { .. }, StepKind::Condition { .. }) => {
            branch_targets(code, step.pc)?;
            (Spot::Branch, None)
        }
        (Role::Writes | Role::Returns, kind) => {
            let behind = &asked.chain.at[k + 1];
            let mut wanted = step.definitions.iter().filter(|d| behind.mentions(d.var));
            let (Some(d), None) = (wanted.next(), wanted.next()) else {
                return None;
            };
            number(asked.trace, d.var)?;
            let spot = match asked.trace.var(d.var).cell {
                _ if kind == StepKind::Return => Spot::Result,
                Cell::Local { register, .. } => Spot::Register(register),
                Cell::Memory { object, offset, .. } => Spot::Memory { object, offset },
                _ => return None,
            };
            (spot, Some(d.var))
        }
        _ => return None,
    };
    let place = InstructionExecution {
        function: step.function,
        pc: step.pc,
        visit: step.visit,
    };
    let cut = k + 1;
    Some(Change {
        place,
        spot,
        var,
        cut,
    })
}

/// The two targets of a branch.
fn branch_targets(code: &[Inst], pc: Pc) -> Option<[Pc; 2]> {
    match code.get(pc as usize)? {
        Inst::Branch { then, els, .. } | Inst::BranchIf { then, els, .. } => Some([*then, *els]),
        _ => None,
    }
}

/// Makes the branch that was just executed go the other way.
pub(super) fn turn<B>(
    program: &Program,
    place: InstructionExecution,
    state: &mut State<B>,
) -> Option<()> {
    let code = &program.functions[place.function.index()].code;
    let [then, els] = branch_targets(code, place.pc)?;
    let taken = state.calls.pc();
    state.calls.jump(if taken == then { els } else { then });
    Some(())
}

/// Replaces the number that was just computed.
pub(super) fn put<D: Domain>(
    program: &Program,
    (spot, ty): (Spot, ir::Scalar),
    (state, dom): (&mut State<D::Bits>, &mut D),
    bits: D::Bits,
) -> Option<()> {
    let register = |state: &State<D::Bits>, register: Reg| {
        let frame = state.calls.running()?;
        Some(frame.index_of(register))
    };
    let at = match spot {
        Spot::Branch => return None,
        Spot::Memory { object, offset } => {
            // The block may have been moved by the step that wrote to it.
            let object = state.memory.get_mut(object)?;
            if !object.holds(offset, ty) {
                return None;
            }
            object.store(dom, offset as usize, ty, Val::scalar(bits));
            return Some(());
        }
        Spot::Register(r) => register(state, r)?,
        Spot::Result => {
            let function = state.calls.running()?.function;
            let code = &program.functions[function.index()].code;
            let Inst::Call(call) = code.get(state.calls.pc().checked_sub(1)? as usize)? else {
                return None;
            };
            register(state, call.dst?)?
        }
    };
    let registers = state.calls.registers_mut();
    (at < registers.len()).then(|| registers.set(at, Val::scalar(bits)))
}
