//! Possible effects of code that was not executed: writing, printing, reading, ending the program.

use std::collections::BTreeSet;

use eval::Name;
use explore::demand::{Base, Untaken, WriteSet};
use ir::flow::{definition, written_successors};
use ir::{Builtin, BuiltinCall, Callee, FnId, Inst, Nature, Pc, Program, Reg, Scalar, SlotId};
use rustc_hash::FxHashSet;

use crate::location::{Cell, GRANULE, SIZES, size_class};

/// A set of bytes of an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Extent {
    /// The bytes of these granules.
    Granules(Vec<u32>),
    /// Any bytes.
    All,
}

/// Possible effects of a piece of code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// Registers that it may write.
    pub(crate) registers: Vec<Reg>,
    /// Named objects that it may write.
    pub(crate) objects: BTreeSet<(Base, Extent)>,
    /// Size classes of scalars that it may write anywhere.
    pub(crate) anywhere: [bool; SIZES],
    /// Cells that it may change.
    pub(crate) cells: Vec<Cell>,
}

impl Effects {
    fn add_cell(&mut self, cell: Cell) {
        if !self.cells.contains(&cell) {
            self.cells.push(cell);
        }
    }

    /// Adds the effects of a called function.
    fn add_call(&mut self, other: &Effects) {
        let outside = other.objects.iter().filter(|(base, _)| is_global(*base));
        self.objects.extend(outside.cloned());
        for (mine, others) in self.anywhere.iter_mut().zip(other.anywhere) {
            *mine |= others;
        }
        other.cells.iter().for_each(|cell| self.add_cell(*cell));
    }

    fn add_written(&mut self, written: &WriteSet, size: Option<u64>) {
        for place in &written.places {
            let width = place.ty.map_or(1, |ty| u64::from(ty.size()));
            let extent = match (&place.offsets, place.ty) {
                (Some(offsets), Some(_)) => {
                    let granules = offsets
                        .iter()
                        .flat_map(|at| at / GRANULE..=(at + width - 1) / GRANULE);
                    Extent::Granules(granules.map(|g| g as u32).collect())
                }
                _ => Extent::All,
            };
            self.objects.insert((place.base, extent));
        }
        if written.anything {
            match size {
                Some(size) => self.anywhere[size_class(size)] = true,
                None => self.anywhere = [true; SIZES],
            }
        }
    }

    /// Adds a write through a pointer that leads to one of these objects, or anywhere if they are unknown.
    fn add_pointer(&mut self, objects: Option<Vec<Base>>) {
        match objects {
            Some(objects) => {
                let all = objects.into_iter().map(|base| (base, Extent::All));
                self.objects.extend(all);
            }
            None => self.anywhere = [true; SIZES],
        }
    }
}

fn is_global(base: Base) -> bool {
    matches!(base, Base::Global(_))
}

/// Possible targets of a store, known from the computation of its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// The address is always the same place of the same object.
    Fixed,
    /// The address lies in one of these objects.
    Objects(Vec<Base>),
    /// The address may lie anywhere.
    Anywhere,
}

/// Effects of all functions of a program.
#[derive(Debug)]
pub(crate) struct StaticEffects<'p> {
    program: &'p Program,
    untaken: Untaken<'p>,
    /// Effects of each function, as its caller sees them.
    functions: Vec<Effects>,
    exposed_globals: FxHashSet<u32>,
    exposed_slots: FxHashSet<(FnId, SlotId)>,
    /// Functions that pointers may lead to.
    pointed_to: Vec<FnId>,
    opens_files: bool,
}

impl<'p> StaticEffects<'p> {
    pub(crate) fn new(program: &'p Program) -> StaticEffects<'p> {
        let all = || program.functions.iter().flat_map(|f| &f.code);
        let pointed_to = all().filter_map(|inst| match inst {
            Inst::AddrFn { function, .. } => Some(*function),
            _ => None,
        });
        let opens = |inst: &Inst| matches!(inst, Inst::Builtin(call) if call.builtin.opens());
        let mut effects = StaticEffects {
            program,
            untaken: Untaken::by_reaching_definitions(program),
            functions: vec![Effects::default(); program.functions.len()],
            exposed_globals: FxHashSet::default(),
            exposed_slots: FxHashSet::default(),
            pointed_to: pointed_to.collect(),
            opens_files: all().any(opens),
        };
        effects.pointed_to.sort_unstable();
        effects.pointed_to.dedup();
        effects.expose();
        effects.summarize();
        effects
    }

    /// Finds the objects whose addresses are stored, passed or returned.
    fn expose(&mut self) {
        for (i, f) in self.program.functions.iter().enumerate() {
            let id = FnId(i as u32);
            for (pc, inst) in (0..).zip(&f.code) {
                for register in escaping(inst) {
                    let objects = self.untaken.points_to(id, pc, register);
                    for base in objects.into_iter().flatten() {
                        match base {
                            Base::Global(g) => self.exposed_globals.insert(g.0),
                            Base::Slot(s) => self.exposed_slots.insert((id, s)),
                        };
                    }
                }
            }
        }
    }

    /// Computes the effects of all functions: propagates them from callees to callers until nothing changes.
    fn summarize(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for (i, f) in self.program.functions.iter().enumerate() {
                let id = FnId(i as u32);
                let mut found = Effects::default();
                let written: Vec<Pc> = as_written(f);
                for pc in written {
                    self.instruction(id, pc, &mut found);
                }
                found.registers.clear();
                found.objects.retain(|(base, _)| is_global(*base));
                if found != self.functions[i] {
                    self.functions[i] = found;
                    changed = true;
                }
            }
        }
    }

    pub(crate) fn is_exposed(&self, name: &Name) -> bool {
        match name {
            Name::Global(g) => self.exposed_globals.contains(g),
            Name::Slot(function, slot) => self.exposed_slots.contains(&(*function, *slot)),
            _ => true,
        }
    }

    /// Possible effects of the code of a function on the paths from `targets` to `meet`, as written.
    pub(crate) fn between(&self, function: FnId, targets: Vec<Pc>, meet: Option<Pc>) -> Effects {
        let f = &self.program.functions[function.index()];
        let mut inside = vec![false; f.code.len()];
        let mut todo = targets;
        let mut effects = Effects::default();
        while let Some(pc) = todo.pop() {
            if Some(pc) != meet && inside.get(pc as usize) == Some(&false) {
                inside[pc as usize] = true;
                self.instruction(function, pc, &mut effects);
                todo.extend(written_successors(f, pc));
            }
        }
        effects.registers.sort_unstable();
        effects.registers.dedup();
        effects
    }

    pub(crate) fn target(&self, function: FnId, pc: Pc) -> Target {
        if let Inst::Builtin(call) = &self.program.functions[function.index()].code[pc as usize] {
            let arguments = written_arguments(call).into_iter();
            let objects = arguments.map(|r| self.untaken.points_to(function, pc, r));
            let objects: Option<Vec<Vec<Base>>> = objects.collect();
            return objects.map_or(Target::Anywhere, |all| Target::Objects(all.concat()));
        }
        let written = self.untaken.written(function, &[pc]);
        if written.anything {
            return Target::Anywhere;
        }
        match written.places.as_slice() {
            [place] if place.offsets.as_ref().is_some_and(|o| o.len() == 1) => Target::Fixed,
            // Whole records have no offsets; they lie in the same places as their objects, or in arrays.
            places => Target::Objects(places.iter().map(|p| p.base).collect()),
        }
    }

    fn instruction(&self, function: FnId, pc: Pc, effects: &mut Effects) {
        let inst = &self.program.functions[function.index()].code[pc as usize];
        effects.registers.extend(definition(inst));
        match inst {
            Inst::Store { ty, .. } | Inst::StoreBits { ty, .. } => {
                let written = self.untaken.written(function, &[pc]);
                effects.add_written(&written, Some(u64::from(ty.size())));
            }
            Inst::Copy { .. } | Inst::Zero { .. } => {
                effects.add_written(&self.untaken.written(function, &[pc]), None);
            }
            Inst::Call(call) => match call.callee {
                Callee::Fn(callee) => effects.add_call(&self.functions[callee.index()]),
                Callee::Ptr(_) => {
                    for callee in &self.pointed_to {
                        effects.add_call(&self.functions[callee.index()]);
                    }
                }
            },
            Inst::Builtin(call) => self.builtin((function, pc), call, effects),
            _ => {}
        }
    }

    fn builtin(&self, (function, pc): (FnId, Pc), call: &BuiltinCall, effects: &mut Effects) {
        for argument in written_arguments(call) {
            effects.add_pointer(self.untaken.points_to(function, pc, argument));
        }
        let changed = changed_cells(call.builtin).iter().copied();
        for cell in changed.filter(|cell| *cell != Cell::Files || self.opens_files) {
            effects.add_cell(cell);
        }
        if let Some(errno) = self.program.errno.filter(|_| call.builtin.sets_errno()) {
            effects.objects.insert((Base::Global(errno), Extent::All));
        }
    }
}

/// Positions that can be reached when every component does what is written.
fn as_written(f: &ir::Function) -> Vec<Pc> {
    let mut seen = vec![false; f.code.len()];
    let mut todo = vec![0];
    let mut all = Vec::new();
    while let Some(pc) = todo.pop() {
        if seen.get(pc as usize) == Some(&false) {
            seen[pc as usize] = true;
            all.push(pc);
            todo.extend(written_successors(f, pc));
        }
    }
    all
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

/// Arguments through which a library function writes.
pub(crate) fn written_arguments(call: &BuiltinCall) -> Vec<Reg> {
    use Builtin as B;
    let pointers = |from: usize| -> Vec<Reg> {
        let rest = call.args.iter().skip(from);
        let rest = rest.filter(|(_, ty)| *ty == Scalar::Ptr);
        rest.map(|(r, _)| *r).collect()
    };
    match call.builtin {
        B::Scanf
        | B::Strtol
        | B::Strtoul
        | B::StrtolNarrow
        | B::StrtoulNarrow
        | B::Strtod
        | B::Strtof => pointers(1),
        B::Fscanf | B::Sscanf => pointers(2),
        B::Vscanf | B::Vfscanf | B::Vsscanf => pointers(0),
        B::Sprintf
        | B::Snprintf
        | B::Vsprintf
        | B::Vsnprintf
        | B::Asprintf
        | B::Vasprintf
        | B::Gets
        | B::Fgets
        | B::Fread
        | B::Strcpy
        | B::Strncpy
        | B::Strcat
        | B::Strncat
        | B::Memcpy
        | B::Memmove
        | B::Memset
        | B::Time => call.args.first().map(|(r, _)| *r).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Cells that a library function may change.
pub(crate) fn changed_cells(builtin: Builtin) -> &'static [Cell] {
    use Builtin as B;
    match builtin {
        B::Printf | B::Vprintf | B::Puts | B::Putchar => &[Cell::Output],
        B::Scanf | B::Vscanf | B::Getchar | B::Gets => &[Cell::Input],
        B::Fopen | B::Tmpfile | B::Fclose | B::Remove | B::Rename => &[Cell::Files],
        B::Freopen => &[Cell::Files, Cell::Input, Cell::Output],
        B::Fseek | B::Clearerr => &[Cell::Files, Cell::Input],
        B::Rand | B::Srand => &[Cell::Random],
        _ => match builtin.nature() {
            Nature::Output => &[Cell::Output, Cell::Files],
            Nature::Input => &[Cell::Input, Cell::Files],
            Nature::Exit => &[Cell::End],
            _ => &[],
        },
    }
}

/// Cells that a library function reads without changing them.
pub(crate) fn read_cells(builtin: Builtin) -> &'static [Cell] {
    match builtin {
        Builtin::Feof | Builtin::Ferror | Builtin::Ftell => &[Cell::Files, Cell::Input],
        _ => &[],
    }
}
