//! One step of a recording: the reads of an instruction, its node, and its writes.

use eval::{ByteAccess, ObjId, Stop};
use ir::flow::{Base, SIZE_CLASSES, StatePart, definition, uses};
use ir::{Builtin, BuiltinCall, Callee, Function, Inst, Reg};
use smallvec::SmallVec;

use crate::event::Event;
use crate::location::{DependenceKind, GRANULE, Leaf, UnwrittenPlace};
use crate::program_facts::begins_jump;
use crate::recorder::{At, Recorder};
use crate::shadow::{EnteredComponent, FrameShadow, Live, Tag};
use crate::window::NodeId;

/// State of the machine before an instruction.
struct Before {
    depth: usize,
    printed: usize,
    input: usize,
    owner: Option<crate::Owner>,
}

impl<'p> Recorder<'p> {
    /// Executes an instruction.
    ///
    /// # Errors
    /// The stop that ends the run; the edges then hold the reads of the instruction so far.
    pub(crate) fn step(&mut self) -> Result<Option<Event>, Box<Stop>> {
        self.instructions += 1;
        self.edges.clear();
        self.machine.dom.clear();
        let Some((at, function)) = self.at() else {
            self.machine.step_once()?;
            return Ok(None);
        };
        self.leave_regions(at);
        let inst = function.code.get(at.pc as usize);
        if let Some(Inst::Enter { comp, .. }) = inst {
            return self.enter(at, function, *comp).map(|()| None);
        }
        match inst {
            // Arguments are read by the instructions that use the parameters.
            Some(Inst::Call(call)) => {
                if let Callee::Ptr(callee) = call.callee {
                    self.read_register(at, callee.pointer, DependenceKind::Data);
                }
            }
            Some(inst) => uses(inst, &mut |r| {
                self.read_register(at, *r, DependenceKind::Data);
            }),
            None => {}
        }
        let before = Before {
            depth: self.machine.state.calls.depth(),
            printed: self.machine.printed(),
            input: self.machine.state.input.position(),
            owner: self.owner(at),
        };
        self.machine.step_once()?;
        match self.machine.state.calls.depth() {
            _ if is_long_jump(inst) => self.landed(at),
            now if now > before.depth => self.called(at, inst, before.owner),
            now if now < before.depth => self.returned(at),
            _ => return Ok(inst.and_then(|inst| self.completed(at, inst, &before))),
        }
        Ok(None)
    }

    /// Leaves the regions of branches whose paths join here.
    fn leave_regions(&mut self, at: At) {
        if let Some(frame) = self.shadow.frames.last_mut() {
            while frame.live.last().is_some_and(|l| l.meet == Some(at.pc)) {
                frame.live.pop();
            }
        }
    }

    /// Begins a component.
    fn enter(&mut self, at: At, f: &Function, comp: ir::CompId) -> Result<(), Box<Stop>> {
        self.machine.step_once()?;
        let execution = self.machine.dom.concrete.executions[comp.index()];
        let nested = self.facts.function(at.function).nested[at.pc as usize];
        let jumps = begins_jump(f, at.pc);
        if let Some(frame) = self.shadow.frames.last_mut() {
            // The inner component depends on the beginning of the outer one.
            let outer = nested.and_then(|outer| frame.entered.get(&outer));
            let outer = outer.map_or(0, |e| e.node);
            frame
                .entered
                .insert(comp, EnteredComponent { execution, node: 0 });
            if outer != 0 {
                self.push_edge(outer, DependenceKind::Control);
            }
        }
        let node = self.add_node(at);
        if let Some(frame) = self.shadow.frames.last_mut() {
            frame
                .entered
                .insert(comp, EnteredComponent { execution, node });
        }
        if jumps {
            self.branched(at, node);
        }
        Ok(())
    }

    /// Records a branch, or a jump that could have been left out, to the current position of the machine.
    fn branched(&mut self, at: At, node: NodeId) {
        let taken = self.machine.state.calls.pc();
        let written = self.facts.untaken(at.function, at.pc, taken);
        let activation = self.shadow.frames.last().map_or(0, |f| f.activation);
        for register in &written.registers {
            let register = *register;
            let place = UnwrittenPlace::Register {
                activation,
                register,
            };
            self.could_write(node, place, DependenceKind::Summary);
        }
        for place in &written.places {
            let Some(object) = self.object_of(place.base) else {
                continue;
            };
            let (Some(offsets), Some(ty)) = (&place.offsets, place.ty) else {
                let place = UnwrittenPlace::Object(object);
                self.could_write(node, place, DependenceKind::Summary);
                continue;
            };
            let last = u64::from(ty.size()) - 1;
            for index in offsets
                .iter()
                .flat_map(|at| at / GRANULE..=(at + last) / GRANULE)
            {
                let index = index as u32;
                let place = UnwrittenPlace::Granule { object, index };
                self.could_write(node, place, DependenceKind::Summary);
            }
        }
        for class in (0..SIZE_CLASSES).filter(|class| written.effects.anywhere[*class]) {
            self.could_write(
                node,
                UnwrittenPlace::Anywhere(class as u8),
                DependenceKind::Aliased,
            );
        }
        for part in written.effects.state.iter() {
            self.could_write(node, UnwrittenPlace::State(part), DependenceKind::Summary);
        }
        let meet = self.facts.function(at.function).meet[at.pc as usize];
        if let Some(frame) = self.shadow.frames.last_mut() {
            // An earlier branch whose region ends here too can be found through this one.
            if frame.live.last().is_some_and(|l| l.meet == meet) {
                frame.live.pop();
            }
            frame.live.push(Live { node, meet });
        }
    }

    fn object_of(&self, base: Base) -> Option<ObjId> {
        match base {
            Base::Global(g) => Some(g.0 + 1),
            Base::Slot(slot) => {
                let frame = self.machine.state.calls.running()?;
                let object = frame.slots.get(slot.index()).copied();
                object.filter(|o| *o != 0)
            }
            Base::Parameter(_) | Base::Rest => None,
        }
    }

    /// Records a call; the edges hold what decides which function is called.
    fn called(&mut self, at: At, inst: Option<&Inst>, owner: Option<crate::Owner>) {
        let arguments: SmallVec<[Reg; 8]> = match inst {
            Some(Inst::Call(call)) => call.args.iter().map(|(r, _)| *r).collect(),
            Some(Inst::Builtin(call)) => call.args.iter().map(|(r, _)| *r).collect(),
            Some(Inst::Return { value }) => value.iter().copied().collect(),
            _ => SmallVec::new(),
        };
        let call = self.add_node(at);
        let Some(frame) = self.machine.state.calls.running() else {
            return;
        };
        let (function, base) = (frame.function, frame.base as usize);
        let parameters = self.facts.program.functions[function.index()].params.len();
        let fixed = arguments.len().min(parameters);
        let tags: SmallVec<[Tag; 8]> = arguments[..fixed]
            .iter()
            .map(|r| self.argument_tag(at, *r))
            .collect();
        // Variable arguments lie in an object of their own.
        self.edges.clear();
        for r in &arguments[fixed..] {
            self.read_register(at, *r, DependenceKind::Data);
        }
        let variable = if self.edges.is_empty() {
            call
        } else {
            self.add_node(at)
        };
        self.add_objects(variable);
        let size = self.machine.state.calls.registers().len();
        self.shadow.registers.truncate(base);
        self.shadow.registers.extend(tags);
        self.shadow.registers.resize(size, Tag::of(call));
        let activation = self.activations;
        self.activations += 1;
        let frame = FrameShadow::new(activation, call, owner);
        self.shadow.frames.push(frame);
    }

    /// The last writer of an argument, for the tag of the parameter's register: a new node if a branch could have
    /// written it.
    fn argument_tag(&mut self, at: At, register: Reg) -> Tag {
        let tag = self.shadow.registers[at.base + register as usize];
        if tag.barrier <= tag.node {
            return Tag::of(tag.node);
        }
        self.edges.clear();
        self.read_register(at, register, DependenceKind::Data);
        Tag::of(self.add_node(at))
    }

    /// Records the return from a function; the edges are the reads of the `return`.
    fn returned(&mut self, at: At) {
        let value = self.add_node(at);
        self.shadow.frames.pop();
        self.shadow
            .registers
            .truncate(self.machine.state.calls.registers().len());
        let Some((mut caller, function)) = self.at() else {
            return;
        };
        let Some(pc) = caller.pc.checked_sub(1) else {
            return;
        };
        caller.pc = pc;
        let Some(Inst::Call(call)) = function.code.get(pc as usize) else {
            return;
        };
        let Some(dst) = call.dst else { return };
        self.edges.clear();
        self.push_edge(value, DependenceKind::Data);
        let node = self.add_node(caller);
        self.write_register(caller, dst, Tag::of(node));
    }

    /// Records that `longjmp` continues after a `setjmp`; the edges are the reads of the call. What follows depends on it.
    fn landed(&mut self, at: At) {
        for read in std::mem::take(&mut self.machine.dom.touched) {
            self.read_memory(read, DependenceKind::Data);
        }
        let node = self.add_node(at);
        let depth = self.machine.state.calls.depth();
        self.shadow.frames.truncate(depth);
        let registers = self.machine.state.calls.registers().len();
        self.shadow.registers.truncate(registers);
        if let Some(frame) = self.shadow.frames.last_mut() {
            frame.live.push(Live { node, meet: None });
        }
        let Some((there, function)) = self.at() else {
            return;
        };
        let call = there
            .pc
            .checked_sub(1)
            .and_then(|pc| function.code.get(pc as usize));
        if let Some(Inst::Builtin(call)) = call
            && let Some(dst) = call.dst
        {
            self.write_register(there, dst, Tag::of(node));
        }
    }

    fn write_register(&mut self, at: At, register: Reg, tag: Tag) {
        if let Some(known) = self.shadow.registers.get_mut(at.base + register as usize) {
            *known = tag;
        }
    }

    /// Whether an instruction computes a temporary value from constants alone.
    fn is_fixed(&self, at: At, inst: &Inst, dst: Reg) -> bool {
        if self.facts.function(at.function).variables.contains(&dst) {
            return false;
        }
        match inst {
            Inst::Const { .. } | Inst::AddrSlot { .. } | Inst::AddrGlobal { .. } => true,
            Inst::Move { .. }
            | Inst::Bin { .. }
            | Inst::Un { .. }
            | Inst::Cast { .. }
            | Inst::PtrAdd { .. }
            | Inst::PtrField { .. } => {
                let mut all = true;
                uses(inst, &mut |r| all &= self.is_fixed_register(at, *r));
                all
            }
            _ => false,
        }
    }

    fn is_fixed_register(&self, at: At, register: Reg) -> bool {
        let tag = self.shadow.registers.get(at.base + register as usize);
        tag.is_some_and(|tag| tag.fixed && tag.barrier <= tag.node)
    }

    /// Records an instruction that was executed within its frame.
    fn completed(&mut self, at: At, inst: &'p Inst, before: &Before) -> Option<Event> {
        if matches!(
            inst,
            Inst::Jump { .. } | Inst::Bounds { .. } | Inst::SlotDead { .. }
        ) {
            return None;
        }
        let touched = std::mem::take(&mut self.machine.dom.touched);
        // The address comes first: the possible targets of the store do not depend on the value.
        self.computed_address(at, inst, &touched);
        let mut leaves: SmallVec<[Leaf; 2]> = SmallVec::new();
        for read in touched.iter().filter(|t| !t.write) {
            self.read_memory(*read, DependenceKind::Data);
            leaves.extend(self.argument(*read));
        }
        if let Inst::Builtin(call) = inst {
            self.read_states(call.builtin);
            let changed = self.facts.library().changed(call.builtin);
            let read = changed.contains(StatePart::Input);
            let now = self.machine.state.input.position();
            if read && call.builtin != Builtin::Ungetc {
                leaves.push(Leaf::Input {
                    from: before.input.min(now),
                    to: now,
                });
            }
        }
        let node = self.add_node(at);
        for leaf in leaves {
            self.window.add_leaf(node, leaf);
        }
        self.machine.dom.touched = touched;
        let event = match inst {
            Inst::Builtin(call) => self.printed(at, call, before.printed),
            _ => None,
        };
        if event.is_none() {
            self.written(at, inst, node);
            if matches!(
                inst,
                Inst::Branch { .. } | Inst::BranchIf { .. } | Inst::Switch(_)
            ) {
                self.branched(at, node);
            }
        }
        event
    }

    /// Adds a node for the computed address of a store, if the store has one.
    fn computed_address(&mut self, at: At, inst: &Inst, touched: &[ByteAccess]) {
        // An address that never changes cannot have been another one.
        let is_fixed = match inst {
            Inst::Store { addr: r, .. }
            | Inst::StoreBits { addr: r, .. }
            | Inst::Copy { dst: r, .. }
            | Inst::Zero { dst: r, .. } => self.is_fixed_register(at, *r),
            Inst::Builtin(_) => false,
            _ => true,
        };
        if is_fixed {
            return;
        }
        let Some(targets) = self.facts.targets(at.function, at.pc) else {
            return;
        };
        let mut addresses = targets.addresses.iter();
        if targets.is_fixed || addresses.all(|r| self.is_fixed_register(at, *r)) {
            return;
        }

        // The node depends on what the address was computed from, and on nothing else of the instruction.
        let edges = std::mem::take(&mut self.edges);
        for register in &targets.addresses {
            self.read_register(at, *register, DependenceKind::Data);
        }
        if self.edges.is_empty() {
            self.edges = edges;
            return;
        }
        let owner = self.owner(at);
        let activation = self.shadow.frames.last().map_or(0, |f| f.activation);
        let new = crate::window::NewNode {
            function: at.function,
            pc: at.pc,
            owner,
            activation,
            control: 0,
        };
        let node = self.window.push(new, &self.edges);
        self.edges = edges;

        // With another address, the store could have written to any object that the pointer may refer to.
        let objects = touched.iter().filter(|t| t.write).map(|t| t.object);
        let mut objects: SmallVec<[ObjId; 4]> = objects.collect();
        if let Some(bases) = &targets.objects {
            objects.extend(bases.iter().filter_map(|base| self.object_of(*base)));
        } else {
            for class in (0..SIZE_CLASSES).filter(|class| targets.classes[*class]) {
                let place = UnwrittenPlace::Anywhere(class as u8);
                self.could_write(node, place, DependenceKind::Aliased);
            }
        }
        objects.sort_unstable();
        objects.dedup();
        for object in objects {
            self.could_write(
                node,
                UnwrittenPlace::Object(object),
                DependenceKind::Aliased,
            );
        }
    }

    /// Adds reads of the parts of the state that a library function reads or changes.
    fn read_states(&mut self, builtin: Builtin) {
        let library = self.facts.library();
        let mut parts = library.changed(builtin);
        parts.extend(library.read(builtin));
        for part in parts.iter() {
            let kind = match part {
                StatePart::Output => DependenceKind::Order,
                StatePart::End => continue,
                _ => DependenceKind::Data,
            };
            self.read_state(part, kind);
        }
    }

    /// Makes the node the last writer of everything that the instruction wrote.
    fn written(&mut self, at: At, inst: &Inst, node: NodeId) {
        if let Some(dst) = definition(inst) {
            let fixed = self.is_fixed(at, inst, *dst);
            let tag = Tag {
                fixed,
                ..Tag::of(node)
            };
            self.write_register(at, *dst, tag);
        }
        self.add_objects(node);
        let touched = std::mem::take(&mut self.machine.dom.touched);
        for write in touched.iter().filter(|t| t.write) {
            if let Some(object) = self.shadow.object_mut(write.object) {
                object.write(write.at, write.size, node);
            }
        }
        self.machine.dom.touched = touched;
        if let Inst::Builtin(call) = inst {
            for part in self.facts.library().changed(call.builtin).iter() {
                *self.shadow.state_mut(part) = Tag::of(node);
            }
            self.freed(at, call, node);
        }
    }

    fn freed(&mut self, at: At, call: &BuiltinCall, node: NodeId) {
        let pointer = call.builtin.frees().and_then(|at| call.args.get(at));
        let freed = pointer.and_then(|(r, _)| {
            let registers = self.machine.state.calls.registers();
            let value = registers.get(at.base + *r as usize)?;
            let object = self.machine.state.memory.get(value.object)?;
            (object.life != eval::Life::Live).then_some(value.object)
        });
        if let Some(object) = freed.and_then(|o| self.shadow.object_mut(o)) {
            object.ended = node;
        }
    }
}

/// Whether an instruction continues elsewhere than in its function or a called one.
fn is_long_jump(inst: Option<&Inst>) -> bool {
    matches!(inst, Some(Inst::Builtin(call)) if call.builtin == Builtin::Longjmp)
}
