//! Regions: the code that the outcome of a branch controls.
//!
//! A region begins at a branch and ends where its paths join. Each iteration of a loop is a region of its own, which
//! ends at the next evaluation of the condition, as in the paper (§3, complete traces of `while`).

use eval::{Sym, Val};
use exec::run::PreparedTest;
use ir::{Inst, Pc, Reg};
use term::{Sort, Term};

use super::merge::BranchMerge;
use super::recorder::{NoTrace, Recorder, Region};
use super::{Cell, Definition, Failure, StepKind, VarId, Variable};

impl<'p> Recorder<'p> {
    /// Executes a branch, of a statement or inside an expression.
    pub(super) fn branch(
        &mut self,
        pc: Pc,
        inst: &'p Inst,
        test: &PreparedTest,
    ) -> Result<Option<Failure>, NoTrace> {
        if let BranchMerge::Done(end) = self.merge(pc, inst, test)? {
            return Ok(end);
        }
        self.reenter(pc);
        if let Err(stop) = self.execute() {
            return self.ended(*stop, test);
        }
        let to = self.machine.state.calls.pc();
        let (held, targets) = match inst {
            Inst::Branch { then, els, .. } | Inst::BranchIf { then, els, .. } => {
                (to == *then, vec![*then, *els])
            }
            Inst::Switch(s) => {
                let cases = s.cases.iter().map(|c| c.2);
                (to != s.default, cases.chain([s.default]).collect())
            }
            _ => return Ok(None),
        };
        let untaken: Vec<Pc> = targets.into_iter().filter(|t| *t != to).collect();
        let decided = self.when.clone();
        let others = self.other_results(pc, &untaken, &decided, test);
        self.enter(pc, held, (to, untaken), &decided, others);
        Ok(None)
    }

    /// Begins the region of a branch that was just decided.
    fn enter(
        &mut self,
        pc: Pc,
        held: bool,
        (taken, untaken): (Pc, Vec<Pc>),
        decided: &[Term],
        others: Vec<(Reg, Val<Sym>)>,
    ) {
        let step = self.step(StepKind::Condition { held }, pc);
        self.require(step, Vec::new());
        let outer = self.guard();
        let control = if decided.is_empty() {
            // The values alone decide the branch, so it could not have gone otherwise.
            outer
        } else {
            let condition = self.all(decided);
            Some(self.define_control(step, condition))
        };
        let (function, _) = self.function();
        self.regions.push(Region {
            activation: self.activation(),
            pc,
            meet: self.facts[function.index()]
                .meet
                .get(pc as usize)
                .copied()
                .flatten(),
            taken,
            untaken,
            control,
            step,
            others,
        });
    }

    fn define_control(&mut self, step: usize, condition: Term) -> VarId {
        let term = self.machine.dom.terms.var(Sort::Bool);
        let id = VarId(self.variables.len() as u32);
        self.variables.push(Variable {
            term,
            cell: Cell::Control(step),
            ty: ir::Scalar::Bool,
            value: 1,
            object: 0,
            step,
            scope: None,
            text: self.machine.span(),
            name: String::new(),
            named: false,
        });
        self.of_term.insert(term, id);
        self.steps[step].definitions.push(Definition {
            var: id,
            value: condition,
            when: Vec::new(),
        });
        id
    }

    /// Ends the previous iteration when a branch is executed again.
    fn reenter(&mut self, pc: Pc) {
        let activation = self.activation();
        let earlier = self
            .regions
            .iter()
            .rposition(|r| r.activation == activation && r.pc == pc);
        if let Some(earlier) = earlier {
            while self.regions.len() > earlier {
                self.leave(false);
            }
        }
    }

    /// Ends the regions whose paths join at the current instruction.
    pub(super) fn leave_regions(&mut self) {
        let (activation, pc) = (self.activation(), self.machine.state.calls.pc());
        let ends = |r: &Region| r.activation == activation && r.meet == Some(pc);
        while self.regions.last().is_some_and(ends) {
            self.leave(true);
        }
    }

    /// Ends the regions of an activation that has returned.
    pub(super) fn end_regions_of(&mut self, activation: u32) {
        while self
            .regions
            .last()
            .is_some_and(|r| r.activation == activation)
        {
            self.leave(true);
        }
    }

    /// Ends the innermost region; `met` says that its paths join here, not that its branch is executed again.
    fn leave(&mut self, met: bool) {
        if let Some(region) = self.regions.pop() {
            self.frame(&region, met);
        }
    }
}
