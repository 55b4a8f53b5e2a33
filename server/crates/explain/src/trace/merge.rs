//! Branches inside expressions (`&&`, `||`, `?:`): both paths are followed and their results merged.
//!
//! So `a && b` is one condition, as in the source, and not two branches one of which was not taken. This works only
//! for paths that write nothing but intermediate results; if one of them calls or assigns, the branch is a region like
//! any other.

use eval::{Domain, Registers, State, Sym, SymCond, Val};
use exec::run::PreparedTest;
use ir::flow::{definition, written_successors};
use ir::{FnId, Inst, Pc, Reg};
use term::Term;

use super::recorder::{NoTrace, Recorder};
use super::{Cell, Failure, StepKind};

/// Expressions nested deeper than this are not merged.
const DEEPEST: u32 = 16;
/// Paths of more instructions than this are not followed.
const LONGEST: usize = 256;

/// Result of an attempt to merge a branch.
pub(super) enum BranchMerge {
    /// The branch is not inside an expression.
    Not,
    /// Both paths were followed; the failure, if the run ends there.
    Done(Option<Failure>),
}

impl<'p> Recorder<'p> {
    /// Follows both paths of a branch, if it is inside an expression.
    pub(super) fn merge(
        &mut self,
        pc: Pc,
        inst: &'p Inst,
        test: &PreparedTest,
    ) -> Result<BranchMerge, NoTrace> {
        let (Inst::Branch { then, els, .. } | Inst::BranchIf { then, els, .. }) = inst else {
            return Ok(BranchMerge::Not);
        };
        let (id, _) = self.function();
        let meet = self.facts[id.index()]
            .meet
            .get(pc as usize)
            .copied()
            .flatten();
        let Some(meet) = meet.filter(|_| self.conditions.len() < DEEPEST as usize) else {
            return Ok(BranchMerge::Not);
        };
        let Some(results) = self.results(id, &[*then, *els], meet) else {
            return Ok(BranchMerge::Not);
        };
        if let Err(stop) = self.execute() {
            return self.ended(*stop, test).map(BranchMerge::Done);
        }
        if self.when.is_empty() {
            return Ok(BranchMerge::Done(None));
        }
        let decided = self.when.clone();
        let condition = self.all(&decided);
        let mut other = self.machine.state.clone();
        let taken = other.calls.pc();
        other.calls.jump(if taken == *then { *els } else { *then });
        if let Some(mut failure) = self.way(meet, condition, test)? {
            let pool = &mut self.machine.dom.terms;
            let otherwise = pool.not(condition);
            failure.holds = pool.or(failure.holds, otherwise);
            return Ok(BranchMerge::Done(Some(failure)));
        }
        let otherwise = self.machine.dom.terms.not(condition);
        let known = self.run_other_branch(&mut other, meet, otherwise, test);
        for register in results {
            let theirs = known.then_some(other.calls.registers());
            self.join(register, condition, theirs, pc);
        }
        Ok(BranchMerge::Done(None))
    }

    /// Intermediate results of the path not taken, if it only computes: `0` after the `&&` of `f() && g()` if `f()`
    /// does not hold.
    pub(super) fn other_results(
        &mut self,
        pc: Pc,
        untaken: &[Pc],
        decided: &[Term],
        test: &PreparedTest,
    ) -> Vec<(Reg, Val<Sym>)> {
        let (id, _) = self.function();
        let meet = self.facts[id.index()].meet.get(pc as usize);
        let (&[target], Some(&Some(meet))) = (untaken, meet) else {
            return Vec::new();
        };
        let found = self.results(id, &[target], meet).unwrap_or_default();
        if found.is_empty() || decided.is_empty() {
            return Vec::new();
        }
        let came = self.all(decided);
        let otherwise = self.machine.dom.terms.not(came);
        let mut other = self.machine.state.clone();
        other.calls.jump(target);
        let known = self.run_other_branch(&mut other, meet, otherwise, test);
        let base = other.calls.running().map_or(0, |f| f.base as usize);
        let value = |r: Reg| (r, other.calls.registers().value(base + r as usize));
        found.into_iter().filter(|_| known).map(value).collect()
    }

    /// Follows a path that the run does not take, in a separate state. Returns whether it reached the join point.
    fn run_other_branch(
        &mut self,
        other: &mut State<Sym>,
        meet: Pc,
        condition: Term,
        test: &PreparedTest,
    ) -> bool {
        let outer = std::mem::replace(&mut self.aside, true);
        std::mem::swap(&mut self.machine.state, other);
        let known = matches!(self.way(meet, condition, test), Ok(None));
        std::mem::swap(&mut self.machine.state, other);
        self.aside = outer;
        known
    }

    /// Follows a path to the join point. Its requirements apply under its condition.
    fn way(
        &mut self,
        meet: Pc,
        condition: Term,
        test: &PreparedTest,
    ) -> Result<Option<Failure>, NoTrace> {
        self.conditions.push(condition);
        let mut end = Ok(None);
        while self.machine.state.calls.pc() != meet {
            end = self.instruction(test);
            if !matches!(end, Ok(None)) {
                break;
            }
        }
        self.conditions.pop();
        end
    }

    /// The registers in which these paths leave results, if they only compute; `None` if they do more than that.
    fn results(&mut self, id: FnId, targets: &[Pc], meet: Pc) -> Option<Vec<Reg>> {
        let key = (id, *targets.first()?, meet);
        if let Some(known) = self.computing.get(&key) {
            return known.clone();
        }
        let found = self.find_results(id, targets, meet);
        self.computing.insert(key, found.clone());
        found
    }

    fn find_results(&self, id: FnId, targets: &[Pc], meet: Pc) -> Option<Vec<Reg>> {
        let f = &self.program.functions[id.index()];
        let facts = &self.facts[id.index()];
        let (mut seen, mut registers): (Vec<Pc>, Vec<Reg>) = Default::default();
        let mut todo = targets.to_vec();
        while let Some(pc) = todo.pop() {
            if pc == meet || seen.contains(&pc) {
                continue;
            }
            let inst = f.code.get(pc as usize)?;
            let backwards = written_successors(f, pc).iter().any(|next| *next <= pc);
            if seen.len() > LONGEST || backwards || !computes(inst) {
                return None;
            }
            if let Some(&dst) = definition(inst) {
                if facts.names.contains_key(&dst) {
                    return None;
                }
                if facts.live.live(meet, dst) && !registers.contains(&dst) {
                    registers.push(dst);
                }
            }
            seen.push(pc);
            todo.extend(written_successors(f, pc));
        }
        Some(registers)
    }

    /// Merges the results of the two paths in a register; `other` is the result of the path not taken, if that is
    /// known.
    fn join(&mut self, register: Reg, condition: Term, other: Option<&Registers<Sym>>, pc: Pc) {
        let Some(frame) = self.machine.state.calls.running() else {
            return;
        };
        let at = frame.index_of(register);
        let function = frame.function;
        let ours = self.machine.state.calls.registers().value(at);
        let theirs = other.map(|regs| regs.value(at));
        if theirs == Some(ours) || !ours.init {
            return;
        }
        let Some(ty) = self.facts[function.index()].types[register as usize] else {
            return;
        };
        if let Some(theirs) = theirs
            && theirs.init
            && theirs.object == ours.object
        {
            let condition = SymCond::Term(condition);
            let bits = self.machine.dom.ite(ty, condition, ours.bits, theirs.bits);
            let merged = Val { bits, ..ours };
            self.machine.state.calls.registers_mut().set(at, merged);
            return;
        }
        // The other path has no expressible result, so the result may be any value.
        let step = self.step(StepKind::Assign, pc);
        self.values += 1;
        let cell = Cell::Value(self.values);
        let name = (String::new(), false);
        let value = self.define(step, cell, name, ty, ours, vec![condition]);
        self.machine.state.calls.registers_mut().set(at, value);
    }
}

/// Whether the instruction only writes a register, and continues in this function.
fn computes(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Const { .. }
            | Inst::Move { .. }
            | Inst::Bin { .. }
            | Inst::Un { .. }
            | Inst::Cast { .. }
            | Inst::PtrAdd { .. }
            | Inst::PtrDiff { .. }
            | Inst::PtrField { .. }
            | Inst::Bounds { .. }
            | Inst::AddrSlot { .. }
            | Inst::AddrGlobal { .. }
            | Inst::AddrFn { .. }
            | Inst::Load { .. }
            | Inst::LoadBits { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::BranchIf { .. }
            | Inst::Enter { .. }
    )
}
