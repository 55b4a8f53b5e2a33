//! Possible effects of code that was not executed, as a recording needs them.

use eval::Name;
use ir::flow::{
    Base, LibraryUse, SIZE_CLASSES, Scope, Summaries, WriteSet, WrittenScalars, size_class,
};
use ir::{BuiltinCall, Effect, FnId, Inst, Pc, Program, Reg, Scalar, SlotId};
use rustc_hash::FxHashSet;

/// Possible targets of an instruction's writes to memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct WriteTargets {
    /// Registers with the addresses.
    pub(crate) addresses: Vec<Reg>,
    /// Size classes of what is written.
    pub(crate) classes: [bool; SIZE_CLASSES],
    /// The named objects that the addresses may lead to; `None`: anywhere.
    pub(crate) objects: Option<Vec<Base>>,
    /// Whether the address is always the same place of the same object.
    pub(crate) is_fixed: bool,
}

/// Effects of the code of a program.
#[derive(Debug)]
pub(crate) struct StaticEffects<'p> {
    program: &'p Program,
    summaries: Summaries<'p>,
    exposed_globals: FxHashSet<u32>,
    exposed_slots: FxHashSet<(FnId, SlotId)>,
}

impl<'p> StaticEffects<'p> {
    pub(crate) fn new(program: &'p Program) -> StaticEffects<'p> {
        let mut effects = StaticEffects {
            program,
            summaries: Summaries::new(program, Scope::AsWritten),
            exposed_globals: FxHashSet::default(),
            exposed_slots: FxHashSet::default(),
        };
        effects.expose();
        effects
    }

    /// Finds the objects whose addresses are stored, passed or returned.
    fn expose(&mut self) {
        for (id, f) in (0..).map(FnId).zip(&self.program.functions) {
            for (pc, inst) in (0..).zip(&f.code) {
                for register in escaping(inst) {
                    for base in self.pointees(id, pc, register) {
                        match base {
                            Base::Global(g) => _ = self.exposed_globals.insert(g.0),
                            Base::Slot(s) => _ = self.exposed_slots.insert((id, s)),
                            Base::Parameter(_) | Base::Rest => {}
                        }
                    }
                }
            }
        }
    }

    fn pointees(&self, function: FnId, pc: Pc, register: Reg) -> Vec<Base> {
        let known = self.summaries.points_to(function, pc, register);
        known.unwrap_or_default()
    }

    /// The program's use of the library.
    pub(crate) fn library(&self) -> LibraryUse {
        self.summaries.library()
    }

    /// Whether code that does not name the object may reach it through pointers.
    pub(crate) fn is_exposed(&self, name: &Name) -> bool {
        match name {
            Name::Global(g) => self.exposed_globals.contains(g),
            Name::Slot(function, slot) => self.exposed_slots.contains(&(*function, *slot)),
            _ => true,
        }
    }

    /// Possible effects of the code of a function on the paths from `targets` to `meet`, as written.
    pub(crate) fn between(&self, function: FnId, targets: &[Pc], meet: Option<Pc>) -> WriteSet {
        self.summaries.between(function, targets, meet)
    }

    /// Possible targets of an instruction's writes to memory; `None` if it writes to no memory.
    pub(crate) fn targets(&self, function: FnId, pc: Pc) -> Option<WriteTargets> {
        let (address, ty) = match &self.program.functions[function.index()].code[pc as usize] {
            Inst::Store { addr, ty, .. } | Inst::StoreBits { addr, ty, .. } => (*addr, Some(*ty)),
            Inst::Copy { dst, .. } | Inst::Zero { dst, .. } => (*dst, None),
            Inst::Builtin(call) => return self.call_targets(function, pc, call),
            _ => return None,
        };
        let WriteSet {
            places, effects, ..
        } = self.summaries.write_set(function, &[pc].into());
        let is_anywhere = effects.anywhere.contains(&true);
        let mut classes = [ty.is_none(); SIZE_CLASSES];
        if let Some(ty) = ty {
            classes[size_class(u64::from(ty.size()))] = true;
        }
        // Whole records have no offsets; they lie in the same places as their objects, or in arrays.
        let is_one = |place: &WrittenScalars| place.offsets.as_ref().is_some_and(|o| o.len() == 1);
        Some(WriteTargets {
            addresses: vec![address],
            classes,
            is_fixed: !is_anywhere && matches!(&places[..], [place] if is_one(place)),
            objects: (!is_anywhere).then(|| places.iter().map(|place| place.base).collect()),
        })
    }

    fn call_targets(&self, function: FnId, pc: Pc, call: &BuiltinCall) -> Option<WriteTargets> {
        let may_write = call.builtin.has(|effect| {
            matches!(
                effect,
                Effect::Writes(..) | Effect::PrintfFormat(..) | Effect::ScanfFormat(..)
            )
        });
        if !may_write {
            return None;
        }
        let (addresses, objects) = self.summaries.written_arguments(function, pc, call);
        (!addresses.is_empty()).then_some(WriteTargets {
            addresses,
            classes: [true; SIZE_CLASSES],
            objects,
            is_fixed: false,
        })
    }
}

/// Registers whose value escapes through an instruction: it is stored, passed or returned.
fn escaping(inst: &Inst) -> Vec<Reg> {
    match inst {
        Inst::Store { src, .. } => vec![*src],
        Inst::Return { value } => value.iter().copied().collect(),
        Inst::Cast { a, .. } => vec![*a],
        Inst::Call(call) => call.args.iter().map(|(r, _)| *r).collect(),
        // The result may point into an argument.
        Inst::Builtin(call) if call.builtin.result() == Some(Scalar::Ptr) => {
            call.args.iter().map(|(r, _)| *r).collect()
        }
        _ => Vec::new(),
    }
}
