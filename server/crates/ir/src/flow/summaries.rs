//! Effects of code, without running it: what the instructions of a function may do to the rest of the program.
//!
//! An instruction's own effects come from its operands and, for a library function, from the table of [`Builtin`]. The
//! effects of a call are those of the functions that it may reach: one fixpoint over the call graph. Slices, the stubs
//! of closed branches, and frame conditions all ask here.

use std::collections::BTreeSet;

use super::call_graph::CallGraph;
use super::cfg::as_written;
use super::points_to::{Base, PointsTo, Spot};
use crate::Builtin;
use crate::builtin::{Arguments, Direction, Effect, StreamSource};
use crate::program::{
    BuiltinCall, Call, Callee, FnId, FormatText, Function, Inst, Pc, Program, Reg, Scalar,
};
use crate::text::printf::may_count;

/// A part of the state of a run that is neither a register nor memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StatePart {
    /// The output so far.
    Output,
    /// The position in standard input.
    Input,
    /// The state of `rand`.
    Random,
    /// Files and the streams on them.
    Files,
    /// Whether the program has ended.
    End,
}

impl StatePart {
    /// All parts.
    pub const ALL: [StatePart; 5] = [
        StatePart::Output,
        StatePart::Input,
        StatePart::Random,
        StatePart::Files,
        StatePart::End,
    ];
}

/// A set of parts of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StateParts(u8);

impl StateParts {
    /// Adds a part.
    pub fn insert(&mut self, part: StatePart) {
        self.0 |= 1 << part as u8;
    }

    /// Adds all parts of another set.
    pub fn extend(&mut self, other: StateParts) {
        self.0 |= other.0;
    }

    /// Whether the set contains the part.
    pub fn contains(self, part: StatePart) -> bool {
        self.0 & 1 << part as u8 != 0
    }

    /// The parts, in order.
    pub fn iter(self) -> impl Iterator<Item = StatePart> {
        StatePart::ALL
            .into_iter()
            .filter(move |part| self.contains(*part))
    }
}

impl FromIterator<StatePart> for StateParts {
    fn from_iter<I: IntoIterator<Item = StatePart>>(parts: I) -> StateParts {
        let mut all = StateParts::default();
        parts.into_iter().for_each(|part| all.insert(part));
        all
    }
}

/// Number of size classes of scalars.
pub const SIZE_CLASSES: usize = 4;

/// The size class of a scalar: the binary logarithm of its size in bytes.
pub fn size_class(bytes: u64) -> usize {
    (bytes.max(1).ilog2() as usize).min(SIZE_CLASSES - 1)
}

/// Facts about a program's use of the library that its calls' effects depend on.
#[derive(Debug, Clone, Copy)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "a program has as many independent facts"
)]
pub struct LibraryUse {
    /// Whether streams other than the standard ones may be open.
    opens: bool,
    /// Whether a standard stream may be another file.
    reopens: bool,
    /// Whether the run may end with output that is not flushed, which is then lost.
    loses_output: bool,
    /// Whether a text of the program has a `%n`, so that a format that is not known may have one.
    counts: bool,
}

impl LibraryUse {
    /// Reads a program's code and texts.
    pub fn new(program: &Program) -> LibraryUse {
        let mut calls = BTreeSet::new();
        for inst in program.functions.iter().flat_map(|f| &f.code) {
            if let Inst::Builtin(call) = inst {
                calls.insert(call.builtin.name());
            }
        }
        let calls = |is_wanted: &dyn Fn(Builtin) -> bool| {
            let mut called = calls.iter().filter_map(|name| Builtin::by_name(name));
            called.any(is_wanted)
        };
        LibraryUse {
            opens: calls(&|builtin| builtin.has(|effect| *effect == Effect::Opens)),
            reopens: calls(&|builtin| builtin == Builtin::Freopen),
            loses_output: calls(&|builtin| builtin == Builtin::ExitNow),
            counts: program.globals.iter().any(|g| may_count(&g.bytes)),
        }
    }

    /// Parts of the state that a library function may change.
    pub fn changed(self, builtin: Builtin) -> StateParts {
        let mut parts = StateParts::default();
        for effect in builtin.effects() {
            match effect {
                Effect::Stream(source, direction) => {
                    self.add_stream(*source, *direction, &mut parts);
                }
                Effect::Opens | Effect::Files => parts.insert(StatePart::Files),
                Effect::Random => parts.insert(StatePart::Random),
                Effect::Ends => parts.insert(StatePart::End),
                _ => {}
            }
        }
        parts
    }

    /// Parts of the state that a library function reads without changing them.
    pub fn read(self, builtin: Builtin) -> StateParts {
        let asks = builtin.stream(|direction| direction == Direction::Asks);
        let parts = asks.map(|_| [StatePart::Files, StatePart::Input]);
        parts.into_iter().flatten().collect()
    }

    fn add_stream(self, source: StreamSource, direction: Direction, parts: &mut StateParts) {
        let itself = match direction {
            Direction::Takes | Direction::Moves => StatePart::Input,
            Direction::Prints => StatePart::Output,
            Direction::Flushes if self.loses_output => StatePart::Output,
            Direction::Flushes | Direction::Asks => return,
        };
        parts.insert(itself);
        let may_be_file = match source {
            StreamSource::Input | StreamSource::Output => self.reopens,
            StreamSource::Argument(_) | StreamSource::Descriptor(_) => self.opens,
        };
        if may_be_file {
            parts.insert(StatePart::Files);
        }
    }
}

/// The effects that code may have on the rest of the program. Registers are left to the caller.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effects {
    /// Locations in named objects that it may write: scalars of a type, or (`None`) any bytes of the object.
    pub writes: BTreeSet<(Spot, Option<Scalar>)>,
    /// Size classes of the scalars that it may write through pointers that may lead anywhere.
    pub anywhere: [bool; SIZE_CLASSES],
    /// Other parts of the state that it may change.
    pub state: StateParts,
    /// The `va_list`s through whose arguments it may write.
    lists: BTreeSet<Base>,
    /// Whether it may create or free objects.
    pub allocates: bool,
    /// Whether it may do what none of the above describes.
    pub is_unknown: bool,
}

impl Effects {
    /// Whether it may do anything but write named objects and print.
    pub fn may_do_more_than_write_and_print(&self) -> bool {
        let mut changed = self.state.iter();
        self.is_unknown
            || self.allocates
            || self.anywhere.contains(&true)
            || changed.any(|part| part != StatePart::Output)
    }

    fn add(&mut self, other: &Effects) {
        self.writes.extend(other.writes.iter().copied());
        self.lists.extend(other.lists.iter().copied());
        self.add_all_but_writes(other);
    }

    fn add_all_but_writes(&mut self, other: &Effects) {
        for (mine, others) in self.anywhere.iter_mut().zip(other.anywhere) {
            *mine |= others;
        }
        self.state.extend(other.state);
        self.allocates |= other.allocates;
        self.is_unknown |= other.is_unknown;
    }

    /// Changes whenever something is added.
    fn measure(&self) -> impl PartialEq + use<> {
        let sizes = (self.writes.len(), self.lists.len());
        (
            sizes,
            self.anywhere,
            self.state,
            self.allocates,
            self.is_unknown,
        )
    }

    /// Adds a write to where a pointer leads.
    fn add_write(&mut self, to: Option<Vec<Spot>>, ty: Option<Scalar>) {
        match (to, ty) {
            (Some(spots), _) => self.writes.extend(spots.into_iter().map(|spot| (spot, ty))),
            (None, Some(ty)) => self.anywhere[size_class(u64::from(ty.size()))] = true,
            (None, None) => self.anywhere = [true; SIZE_CLASSES],
        }
    }

    /// The effects visible after the function has returned, when its own objects are gone.
    fn outside(mut self) -> Effects {
        self.writes
            .retain(|(spot, _)| !matches!(spot.base, Base::Slot(_)));
        self
    }

    /// The effects where nothing is known about the caller: a parameter may point anywhere.
    fn for_any_caller(mut self) -> Effects {
        for (spot, ty) in std::mem::take(&mut self.writes) {
            match spot.base {
                Base::Global(_) | Base::Slot(_) => self.add_write(Some(vec![spot]), ty),
                Base::Parameter(_) | Base::Rest => self.add_write(None, ty),
            }
        }
        if !std::mem::take(&mut self.lists).is_empty() {
            self.add_write(None, None);
        }
        self
    }
}

/// The code that summaries are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All code, alternatives included. Points-to sets are quick and coarse.
    Alternatives,
    /// The code as written. Points-to sets come from reaching definitions, which is slower and more precise.
    AsWritten,
}

/// The effects of all functions of a program.
#[derive(Debug)]
pub struct Summaries<'p> {
    program: &'p Program,
    scope: Scope,
    library: LibraryUse,
    points_to: Vec<PointsTo<'p>>,
    functions: Vec<Effects>,
    pointed_to: Effects,
}

impl<'p> Summaries<'p> {
    /// Analyses the whole program.
    pub fn new(program: &'p Program, scope: Scope) -> Summaries<'p> {
        let mut summaries = Summaries {
            program,
            scope,
            library: LibraryUse::new(program),
            points_to: program.functions.iter().map(|f| PointsTo::new(f)).collect(),
            functions: vec![Effects::default(); program.functions.len()],
            pointed_to: Effects::default(),
        };
        let positions = |f: &Function| match scope {
            Scope::Alternatives => (0..f.code.len() as Pc).collect(),
            Scope::AsWritten => as_written(f),
        };
        // While the effects of all functions are empty, a call adds nothing.
        let own = (0..).zip(&program.functions).map(|(id, f)| {
            let effects = summaries.code(FnId(id), positions(f));
            effects.outside()
        });
        let own = own.collect();
        let calls = CallGraph::new(program, positions);
        summaries.functions = calls.propagate(own, |caller, effects, callee, known| {
            let before = effects.measure();
            for (pc, call) in calls.sites(program, caller, callee) {
                summaries.call(caller, pc, call, known, effects);
            }
            effects
                .writes
                .retain(|(spot, _)| !matches!(spot.base, Base::Slot(_)));
            before != effects.measure()
        });
        for id in &calls.pointed_to {
            summaries.pointed_to.add(&summaries.functions[id.index()]);
        }
        summaries
    }

    /// The program's use of the library.
    pub fn library(&self) -> LibraryUse {
        self.library
    }

    /// The named objects into which a register may point before an instruction; `None`: anywhere.
    pub fn points_to(&self, function: FnId, pc: Pc, register: Reg) -> Option<Vec<Base>> {
        let spots = self.spots(function, pc, register)?;
        let bases = spots.into_iter().map(|spot| match spot.base {
            Base::Global(_) | Base::Slot(_) => Some(spot.base),
            Base::Parameter(_) | Base::Rest => None,
        });
        bases.collect()
    }

    fn spots(&self, function: FnId, pc: Pc, register: Reg) -> Option<Vec<Spot>> {
        let pointers = &self.points_to[function.index()];
        match self.scope {
            Scope::Alternatives => pointers.at(pc, register),
            Scope::AsWritten => pointers.reaching(pc, register),
        }
    }

    /// Size in bytes of a named object.
    pub(super) fn size(&self, function: FnId, base: Base) -> u64 {
        match base {
            Base::Global(global) => self.program.globals[global.index()].size,
            Base::Slot(slot) => self.function(function).slots[slot.index()].size,
            Base::Parameter(_) | Base::Rest => u64::MAX,
        }
    }

    pub(super) fn function(&self, id: FnId) -> &'p Function {
        &self.program.functions[id.index()]
    }

    /// Effects of these instructions of a function, whoever called it.
    pub fn piece(&self, function: FnId, positions: impl IntoIterator<Item = Pc>) -> Effects {
        self.code(function, positions).for_any_caller()
    }

    /// Effects of these instructions of a function, in terms of its parameters.
    fn code(&self, function: FnId, positions: impl IntoIterator<Item = Pc>) -> Effects {
        let mut effects = Effects::default();
        for pc in positions {
            self.instruction(function, pc, &mut effects);
        }
        effects
    }

    fn instruction(&self, function: FnId, pc: Pc, effects: &mut Effects) {
        match &self.function(function).code[pc as usize] {
            Inst::Store { addr, ty, .. } | Inst::StoreBits { addr, ty, .. } => {
                effects.add_write(self.spots(function, pc, *addr), Some(*ty));
            }
            Inst::Copy { dst, .. } | Inst::Zero { dst, .. } => {
                effects.add_write(self.spots(function, pc, *dst), None);
            }
            Inst::Call(call) => {
                let known = match call.callee {
                    Callee::Fn(callee) => &self.functions[callee.index()],
                    Callee::Ptr(_) => &self.pointed_to,
                };
                self.call(function, pc, call, known, effects);
            }
            Inst::Builtin(call) => self.builtin(function, pc, call, effects),
            Inst::AngelicOutput { .. } => effects.state.insert(StatePart::Output),
            Inst::AngelicText { .. } | Inst::InputToEnd { .. } | Inst::Unsupported { .. } => {
                effects.is_unknown = true;
            }
            // Registers and control only.
            Inst::Const { .. }
            | Inst::Hole { .. }
            | Inst::Move { .. }
            | Inst::Undef { .. }
            | Inst::Bin { .. }
            | Inst::Un { .. }
            | Inst::Cast { .. }
            | Inst::PtrAdd { .. }
            | Inst::PtrDiff { .. }
            | Inst::PtrField { .. }
            | Inst::Bounds { .. }
            | Inst::Extent { .. }
            | Inst::AddrSlot { .. }
            | Inst::AddrGlobal { .. }
            | Inst::AddrArguments { .. }
            | Inst::AddrFn { .. }
            | Inst::Load { .. }
            | Inst::LoadBits { .. }
            | Inst::Angelic { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::BranchIf { .. }
            | Inst::Switch(_)
            | Inst::Return { .. }
            | Inst::ReturnNothing
            | Inst::Enter { .. }
            | Inst::Closed { .. } => {}
            // The lifetime of an object of the function itself, which each execution of its block begins anew.
            Inst::SlotLive { .. }
            | Inst::SlotKeep { .. }
            | Inst::SlotSized { .. }
            | Inst::SlotDead { .. } => {}
        }
    }

    /// Adds the effects of a callee: what its parameters point to is what is passed here.
    fn call(&self, function: FnId, pc: Pc, call: &Call, callee: &Effects, effects: &mut Effects) {
        effects.add_all_but_writes(callee);
        for (spot, ty) in &callee.writes {
            match spot.base {
                Base::Global(_) => effects.add_write(Some(vec![*spot]), *ty),
                // Objects of the callee are gone.
                Base::Slot(_) => {}
                Base::Parameter(at) => {
                    let passed = self.argument(function, pc, call, at as usize);
                    let places = passed.map(|all| all.iter().map(|to| to.place(*spot)).collect());
                    effects.add_write(places, *ty);
                }
                Base::Rest => {
                    for at in 0..call.args.len() {
                        let (_, ty) = call.args[at];
                        if ty == Scalar::Ptr {
                            effects.add_write(self.argument(function, pc, call, at), None);
                        }
                    }
                }
            }
        }
        for list in &callee.lists {
            match list {
                Base::Parameter(at) => {
                    let passed = self.argument(function, pc, call, *at as usize);
                    self.add_list(function, passed, effects);
                }
                _ => effects.add_write(None, None),
            }
        }
    }

    /// Where an argument of a call points to.
    fn argument(&self, function: FnId, pc: Pc, call: &Call, at: usize) -> Option<Vec<Spot>> {
        let (register, _) = call.args.get(at)?;
        self.spots(function, pc, *register)
    }

    /// Adds writes through the arguments in a `va_list`.
    fn add_list(&self, function: FnId, list: Option<Vec<Spot>>, effects: &mut Effects) {
        let is_variadic = self.function(function).variadic;
        for spot in list.unwrap_or_else(|| vec![Spot::new(Base::Rest)]) {
            let origins = match spot.base {
                // A list of its own goes through its own arguments.
                Base::Slot(_) if is_variadic => {
                    effects.add_write(Some(vec![Spot::new(Base::Rest)]), None);
                    continue;
                }
                // A list that was passed is a copy.
                Base::Slot(_) => self.copied_from(function, spot.base),
                base => vec![base],
            };
            for origin in origins {
                match origin {
                    Base::Parameter(_) => _ = effects.lists.insert(origin),
                    _ => effects.add_write(None, None),
                }
            }
        }
    }

    /// The objects from which a local object is copied; the object itself if it is never copied.
    fn copied_from(&self, function: FnId, object: Base) -> Vec<Base> {
        let mut origins = Vec::new();
        for (pc, inst) in (0..).zip(&self.function(function).code) {
            if let Inst::Copy { dst, src, .. } = inst
                && let Some(spots) = self.spots(function, pc, *dst)
                && spots.iter().any(|spot| spot.base == object)
            {
                match self.spots(function, pc, *src) {
                    Some(from) => origins.extend(from.into_iter().map(|spot| spot.base)),
                    None => origins.push(object),
                }
            }
        }
        if origins.is_empty() {
            origins.push(object);
        }
        origins
    }

    fn builtin(&self, function: FnId, pc: Pc, call: &BuiltinCall, effects: &mut Effects) {
        effects.state.extend(self.library.changed(call.builtin));
        for effect in self.effects(function, pc, call) {
            match effect {
                Effect::Writes(at, _) => {
                    if let Some((pointer, _)) = call.args.get(usize::from(at)) {
                        effects.add_write(self.spots(function, pc, *pointer), None);
                    }
                }
                Effect::WritesAnywhere => {
                    let list = match call.builtin.format() {
                        Some((_, Arguments::List(at))) => call.args.get(usize::from(at)),
                        _ => None,
                    };
                    let list = list.and_then(|(list, _)| self.spots(function, pc, *list));
                    self.add_list(function, list, effects);
                }
                Effect::Errno => {
                    let errno = self.program.errno.map(|id| Spot::new(Base::Global(id)));
                    effects.add_write(Some(errno.into_iter().collect()), Some(Scalar::I32));
                }
                Effect::Allocates | Effect::Frees(_) => effects.allocates = true,
                _ => {}
            }
        }
    }

    /// Effects of a call of a library function, for all formats that it may have.
    fn effects(&self, function: FnId, pc: Pc, call: &BuiltinCall) -> Vec<Effect> {
        // A relaxed component may write anything into a format, `%n` included.
        let is_countless = self.scope == Scope::AsWritten && !self.library.counts;
        let otherwise = if is_countless {
            FormatText::Countless
        } else {
            FormatText::Unknown
        };
        let spots = call
            .format_register()
            .and_then(|register| self.spots(function, pc, register))
            .unwrap_or_default();
        let texts: Option<Vec<&[u8]>> = spots.iter().map(|spot| self.literal(*spot)).collect();
        match texts {
            Some(texts) if !texts.is_empty() => texts
                .into_iter()
                .flat_map(|text| call.effects(FormatText::Known(text)))
                .collect(),
            _ => call.effects(otherwise).to_vec(),
        }
    }

    /// The text of a string literal.
    fn literal(&self, spot: Spot) -> Option<&'p [u8]> {
        let Base::Global(id) = spot.base else {
            return None;
        };
        let global = &self.program.globals[id.index()];
        let is_known = global.read_only && spot == Spot::new(spot.base);
        global.bytes.split(|b| *b == 0).next().filter(|_| is_known)
    }

    /// Arguments of a call that decide where it writes, and the objects that it may write, if these are known.
    pub fn written_arguments(
        &self,
        function: FnId,
        pc: Pc,
        call: &BuiltinCall,
    ) -> (Vec<Reg>, Option<Vec<Base>>) {
        let mut objects = Some(Vec::new());
        let mut registers = Vec::new();
        for effect in self.effects(function, pc, call) {
            let at = match (effect, call.builtin.format()) {
                (Effect::Writes(at, _), _) => at,
                (Effect::WritesAnywhere, Some((_, Arguments::List(at)))) => at,
                _ => continue,
            };
            let Some((register, _)) = call.args.get(usize::from(at)) else {
                continue;
            };
            registers.push(*register);
            let found = match effect {
                Effect::WritesAnywhere => None,
                _ => self.points_to(function, pc, *register),
            };
            objects = objects
                .zip(found)
                .map(|(known, more)| [known, more].concat());
        }
        (registers, objects)
    }
}
