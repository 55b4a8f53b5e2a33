//! Frame conditions: at the end of a region, everything that the branch not taken could have written keeps its value.

use std::rc::Rc;

use eval::{Domain, Sym, SymCond, Symbolic, Val};
use ir::flow::{Base, StatePart, WriteSet, WrittenScalars};
use ir::{FnId, Reg, Scalar};

use super::memory::Scalars;
use super::recorder::{Recorder, Region};
use super::{Cell, StepKind};

/// Most elements of one object that get frame conditions.
const MOST_ELEMENTS: usize = 64;

impl Recorder<'_> {
    /// Adds the frame conditions at the end of a region.
    pub(super) fn frame(&mut self, region: &Region, met: bool) {
        let Some(control) = region.control else {
            return;
        };
        let activation = region.activation;
        let function = self.steps[region.step].function;

        // Registers live as long as their function runs. Of the results of an expression that branches, those that are
        // known on both paths are merged and need no frame condition.
        let running = self.activations.last() == Some(&activation);
        let written = self.written_on(function, region, false);
        let registers = if running {
            let mut registers = self.framed_registers(function, &written.registers, region.step);
            if met {
                let mut results = self.results_of(function, region);
                results.retain(|r| !self.join_result(function, region, *r));
                registers.extend(results);
            }
            registers
        } else {
            Vec::new()
        };

        // Silence is kept, too, unless something was printed inside the region.
        let may_print = written.effects.state.contains(StatePart::Output);
        let prints = may_print && self.spoke_at <= region.step;
        let places = written.places.iter();
        let scalars: Vec<Scalars> = places
            .flat_map(|p| self.framed_scalars(p, running, region.step))
            .collect();
        if registers.is_empty() && scalars.is_empty() && !prints {
            return;
        }

        // One step at the end of the region holds all frame conditions, under the region's condition.
        let condition = &self.steps[region.step];
        let mut step = condition.clone();
        step.kind = StepKind::Frame {
            condition: region.step,
        };
        step.guard = Some(control);
        step.definitions.clear();
        step.assumed.clear();
        self.steps.push(step);
        let step = self.steps.len() - 1;
        self.when.clear();
        let frame = self.machine.state.calls.depth().saturating_sub(1);
        for register in registers {
            self.define_register(step, frame, register);
        }
        for place in scalars {
            self.define_scalar(step, place, Vec::new());
        }
        if prints {
            self.stay_silent(step);
        }
    }

    /// Possible writes of the branches that were not taken, or of the one that was taken.
    fn written_on(&mut self, function: FnId, region: &Region, taken: bool) -> Rc<WriteSet> {
        let targets = if taken {
            vec![region.taken]
        } else {
            region.untaken.clone()
        };
        if targets.is_empty() {
            return Rc::default();
        }
        // The branch taken determines which ones were not taken.
        let key = (function, region.pc, region.taken, taken);
        if let Some(known) = self.written.get(&key) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.summaries.between(function, &targets, region.meet));
        self.written.insert(key, Rc::clone(&found));
        found
    }

    /// Intermediate results of the branch taken, for an expression whose branches do more than compute.
    fn results_of(&mut self, function: FnId, region: &Region) -> Vec<Reg> {
        let written = self.written_on(function, region, true);
        let (pc, facts) = (self.machine.state.calls.pc(), &self.facts[function.index()]);
        let is_result = |r: &Reg| !facts.names.contains_key(r) && facts.live.live(pc, *r);
        written
            .registers
            .iter()
            .copied()
            .filter(is_result)
            .collect()
    }

    /// Merges an intermediate result with that of the branch not taken, if that is known. Returns whether it did.
    fn join_result(&mut self, function: FnId, region: &Region, register: Reg) -> bool {
        let at = self.register_index(register);
        let ours = self.machine.state.calls.registers().value(at);
        let theirs = region.others.iter().find(|o| o.0 == register);
        let ty = self.facts[function.index()].types[register as usize];
        let (Some(&(_, theirs)), Some(ty), Some(control)) = (theirs, ty, region.control) else {
            return false;
        };
        if !ours.init || !theirs.init || ours.object != theirs.object {
            return false;
        }
        let came = SymCond::Term(self.variables[control.index()].term);
        let bits = self.machine.dom.ite(ty, came, ours.bits, theirs.bits);
        let merged = Val { bits, ..ours };
        self.machine.state.calls.registers_mut().set(at, merged);
        let step = self.step(StepKind::Assign, region.pc);
        let frame = self.machine.state.calls.depth().saturating_sub(1);
        self.when.clear();
        self.define_register(step, frame, register);
        true
    }

    /// Live variables that were not written in the region.
    fn framed_registers(&self, function: FnId, written: &[Reg], since: usize) -> Vec<Reg> {
        let (pc, facts) = (self.machine.state.calls.pc(), &self.facts[function.index()]);
        let lives = |r: &Reg| facts.names.contains_key(r) && facts.live.live(pc, *r);
        let kept = |r: &Reg| {
            let value = self.machine.state.calls.register(*r);
            value.is_some_and(|value| self.kept_since(value.bits, since))
        };
        written
            .iter()
            .copied()
            .filter(|r| lives(r) && kept(r))
            .collect()
    }

    /// Whether the value has a name that was defined before a step.
    fn kept_since(&self, bits: Sym, since: usize) -> bool {
        let Sym::Term(t) = bits else { return false };
        let var = self.of_term.get(&t);
        var.is_some_and(|v| self.variables[v.index()].step < since)
    }

    /// The scalars of a place that were not written in the region.
    fn framed_scalars(
        &mut self,
        place: &WrittenScalars,
        running: bool,
        since: usize,
    ) -> Vec<Scalars> {
        // The object may have ended with its function, or with a call of `free`.
        let object = match place.base {
            Base::Global(g) => g.0 + 1,
            Base::Slot(slot) if running => {
                let frame = self.machine.state.calls.running();
                frame.map_or(0, |f| f.slots[slot.index()])
            }
            _ => 0,
        };
        if object == 0 || self.machine.state.memory.get(object).is_none() {
            return Vec::new();
        }

        // A single place gets a name, so that it can have a frame condition.
        if let (Some(ty), Some(&[offset])) = (place.ty, place.offsets.as_deref()) {
            let place = Scalars { object, offset, ty };
            self.name_what_is_there(place);
        }
        let Some(contents) = self.machine.state.memory.get(object) else {
            return Vec::new();
        };

        // Of the other places, those with a name from before the region.
        let is_possible = |offset: u64, ty: Scalar| {
            let fits = place.ty.is_none_or(|t| t == ty);
            fits && place
                .offsets
                .as_ref()
                .is_none_or(|offsets| place.ty.is_none() || offsets.contains(&offset))
        };
        let mut scalars = Vec::new();
        for r in &contents.rich {
            if is_possible(u64::from(r.offset), r.ty) && self.kept_since(r.bits, since) {
                let offset = u64::from(r.offset);
                scalars.push(Scalars {
                    object,
                    offset,
                    ty: r.ty,
                });
            }
        }
        if scalars.len() > MOST_ELEMENTS {
            scalars.clear();
        }
        scalars
    }

    /// Names a scalar that has its initial value, so that a frame condition can mention it.
    fn name_what_is_there(&mut self, place: Scalars) {
        let Some(o) = self.machine.state.memory.get(place.object) else {
            return;
        };
        let Some(value) = o.read(&mut self.machine.dom, place.offset, place.ty) else {
            return;
        };
        if value.init
            && value.object == 0
            && Symbolic::known(value.bits).is_some()
            && let Some(step) = self.origin(place)
        {
            self.define_scalar(step, place, Vec::new());
        }
    }

    /// Notes that the branch not taken could have printed, but nothing was printed since the last output that matched.
    fn stay_silent(&mut self, step: usize) {
        let pool = &mut self.machine.dom.terms;
        let before = match self.silence {
            Some(silence) => self.variables[silence.index()].term,
            None => pool.bool(true),
        };
        let fresh = pool.var(term::Sort::Bool);
        let name = (String::new(), false);
        let id = self.name(
            step,
            Cell::Silence,
            name,
            Scalar::Bool,
            0,
            (fresh, before),
            Vec::new(),
        );
        self.silence = Some(id);
    }
}
