//! The stub of a closed branch: it has every effect that the branch may have on the rest of the program, and continues
//! where the branches of the conditional join.

use std::collections::{BTreeMap, BTreeSet};

use ir::flow::{
    Base, Effects, Liveness, StatePart, Summaries, definition, post_dominators, register_types,
    successors,
};
use ir::program::{BranchId, CompId, FnId, Function, Inst, Pc, Program, Reg, Scalar, SlotId};
use syntax::Span;

use crate::limits::MAX_STUB_SCALARS;

/// The component of a stub's choices: none. It is never looked up, because a run through a stub has no script.
const NOBODY: CompId = CompId(u32::MAX);

/// Analysis results for a function whose branches are closed.
pub(super) struct Surroundings<'p> {
    program: &'p Program,
    summaries: &'p Summaries<'p>,
    id: FnId,
    function: &'p Function,
    meet: Vec<Option<Pc>>,
    live: Liveness,
    types: Vec<Option<Scalar>>,
}

/// Code of a stub, with registers of its own.
#[derive(Default)]
pub(super) struct Stub {
    pub(super) code: Vec<Inst>,
    /// Registers added to those of the function, by type.
    extra: BTreeMap<Scalar, Reg>,
}

impl<'p> Surroundings<'p> {
    pub(super) fn new(program: &'p Program, summaries: &'p Summaries<'p>, id: FnId) -> Self {
        let function = &program.functions[id.index()];
        Surroundings {
            program,
            summaries,
            id,
            function,
            meet: post_dominators(function),
            live: Liveness::new(function),
            types: register_types(program, function),
        }
    }

    /// Appends the stub for the branch at `target` of the conditional at `conditional`.
    pub(super) fn emit(&self, stub: &mut Stub, branch: BranchId, conditional: Pc, target: Pc) {
        let begin = stub.code.len();
        let opaque = |opaque| Inst::Closed { branch, opaque };
        stub.code.push(opaque(false));
        let meet = self.meet[conditional as usize];
        if self.emit_effects(stub, target, meet).is_none() {
            stub.code.truncate(begin);
            stub.code.push(opaque(true));
        }
    }

    /// Emits the effects of a branch; `None` if they cannot be expressed.
    fn emit_effects(&self, stub: &mut Stub, target: Pc, meet: Option<Pc>) -> Option<()> {
        let region = self.region(target, meet)?;
        let inside = || (0..).zip(&region).filter(|(_, is)| **is).map(|(pc, _)| pc);
        let effects = self.summaries.piece(self.id, inside());
        if effects.may_do_more_than_write_and_print() {
            return None;
        }
        if let Some(meet) = meet {
            for r in self.defined(inside()).filter(|r| self.live.live(meet, *r)) {
                let ty = self.types[r as usize].filter(|ty| *ty != Scalar::Ptr)?;
                stub.code.push(any(r, ty));
            }
        }
        self.write_arbitrary(stub, &effects, &region, meet.is_some())?;
        if effects.state.contains(StatePart::Output) {
            stub.code.push(Inst::AngelicOutput { comp: NOBODY });
        }
        let end = match (meet, self.function.result) {
            (Some(to), _) => Inst::Jump { to },
            (None, None) => Inst::Return { value: None },
            (None, Some(Scalar::Ptr)) => return None,
            (None, Some(ty)) => {
                let value = stub.register(self.function, ty);
                stub.code.push(any(value, ty));
                Inst::Return { value: Some(value) }
            }
        };
        stub.code.push(end);
        Some(())
    }

    /// The positions between `target` and `meet`; `None` if a trap may leave the region.
    fn region(&self, target: Pc, meet: Option<Pc>) -> Option<Vec<bool>> {
        let f = self.function;
        let mut inside = vec![false; f.code.len()];
        let mut todo = vec![target];
        while let Some(pc) = todo.pop() {
            if Some(pc) == meet || pc as usize >= inside.len() || inside[pc as usize] {
                continue;
            }
            inside[pc as usize] = true;
            todo.extend(successors(f, pc));
        }
        let rescued = |pc: usize| {
            let pc = pc as Pc;
            let around = f.rescues.iter().find(|r| r.start <= pc && pc < r.end);
            around.map(|r| r.resume)
        };
        let stays = |to: Pc| Some(to) == meet || inside.get(to as usize) == Some(&true);
        let leads_out = |pc| rescued(pc).is_some_and(|to| !stays(to));
        let mut all = (0..inside.len()).filter(|pc| inside[*pc]);
        (!all.any(leads_out)).then_some(inside)
    }

    fn defined(&self, inside: impl Iterator<Item = Pc>) -> impl Iterator<Item = Reg> {
        let registers = inside.filter_map(|pc| definition(&self.function.code[pc as usize]));
        let mut registers: Vec<Reg> = registers.copied().collect();
        registers.sort_unstable();
        registers.dedup();
        registers.into_iter()
    }

    /// Writes arbitrary values to all scalars that may be written, except in objects that the rest of the program never
    /// reads.
    fn write_arbitrary(
        &self,
        stub: &mut Stub,
        effects: &Effects,
        region: &[bool],
        goes_on: bool,
    ) -> Option<()> {
        let mut cells = BTreeSet::new();
        for (spot, what) in &effects.writes {
            if self.is_unseen(spot.base, region, goes_on) {
                continue;
            }
            let extent = self.extent(spot.base, region)?;
            let ty = what.filter(|ty| !ty.is_pointer())?;
            let offsets = spot.offsets(u64::from(ty.size()), extent, MAX_STUB_SCALARS)?;
            cells.extend(offsets.into_iter().map(|offset| (spot.base, offset, ty)));
        }
        for (base, offset, ty) in cells {
            self.write_any(stub, base, offset, ty);
        }
        Some(())
    }

    /// Whether the rest of the program never reads the object.
    fn is_unseen(&self, base: Base, region: &[bool], goes_on: bool) -> bool {
        match base {
            Base::Global(global) => self.program.globals[global.index()].read_only,
            Base::Slot(slot) => !goes_on || !self.is_used_outside(slot, region),
            Base::Parameter(_) | Base::Rest => false,
        }
    }

    /// Size of an object in bytes; `None` if it may not be alive throughout.
    fn extent(&self, base: Base, region: &[bool]) -> Option<u64> {
        match base {
            Base::Global(global) => Some(self.program.globals[global.index()].size),
            Base::Slot(slot) if self.begins_inside(slot, region) => None,
            Base::Slot(slot) => Some(self.function.slots[slot.index()].size),
            Base::Parameter(_) | Base::Rest => None,
        }
    }

    fn write_any(&self, stub: &mut Stub, object: Base, offset: u64, ty: Scalar) {
        let (base, value) = (
            stub.register(self.function, Scalar::Ptr),
            stub.register(self.function, ty),
        );
        stub.code.push(match object {
            Base::Global(global) => Inst::AddrGlobal { dst: base, global },
            Base::Slot(slot) => Inst::AddrSlot { dst: base, slot },
            // Effects for any caller name no objects of the caller.
            Base::Parameter(_) | Base::Rest => return,
        });
        stub.code.push(Inst::PtrField {
            dst: base,
            base,
            offset: offset as u32,
        });
        stub.code.push(any(value, ty));
        stub.code.push(Inst::Store {
            addr: base,
            src: value,
            ty,
        });
    }

    fn is_used_outside(&self, slot: SlotId, region: &[bool]) -> bool {
        let names = |inst: &Inst| matches!(inst, Inst::AddrSlot { slot: s, .. } if *s == slot);
        let code = self.function.code.iter().zip(region);
        code.filter(|(_, inside)| !**inside)
            .any(|(inst, _)| names(inst))
    }

    fn begins_inside(&self, slot: SlotId, region: &[bool]) -> bool {
        let changes = |inst: &Inst| match inst {
            Inst::SlotLive { slot: s }
            | Inst::SlotKeep { slot: s }
            | Inst::SlotDead { slot: s }
            | Inst::SlotSized { slot: s, .. } => *s == slot,
            _ => false,
        };
        let code = self.function.code.iter().zip(region);
        code.filter(|(_, inside)| **inside)
            .any(|(inst, _)| changes(inst))
    }
}

impl Stub {
    fn register(&mut self, function: &Function, ty: Scalar) -> Reg {
        let next = function.regs + self.extra.len() as u32;
        *self.extra.entry(ty).or_insert(next)
    }

    /// Appends the stubs to their function.
    pub(super) fn append_to(self, function: &mut Function) {
        function.regs += self.extra.len() as u32;
        let spans = self.code.iter().map(|_| Span::default());
        function.spans.extend(spans);
        function.code.extend(self.code);
    }
}

fn any(dst: Reg, ty: Scalar) -> Inst {
    Inst::Angelic {
        dst,
        ty,
        elem: 1,
        comp: NOBODY,
    }
}
