//! The effects that a branch not taken could have had: the variables of a frame condition.
//!
//! An explanation of a failure must also say that a variable was *not* assigned because another branch was taken (the
//! frame conditions of "Flow-sensitive Fault Localization", §5). These variables are computed from the code.

use ir::flow::{definition, written_successors};
use ir::program::{FnId, Pc, Program, Reg, Scalar};

use super::effects::Summaries;
use super::points_to::Base;
use crate::limits::MAX_WRITTEN_OFFSETS;

/// Scalars of a type in a named object that stores may write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenScalars {
    /// The object.
    pub base: Base,
    /// Type that is written; `None`: whole records.
    pub ty: Option<Scalar>,
    /// Byte offsets; `None` if they are too many or unknown.
    pub offsets: Option<Vec<u64>>,
}

/// Locations and effects of a piece of code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WriteSet {
    /// Registers of the function.
    pub registers: Vec<Reg>,
    /// Named objects.
    pub places: Vec<WrittenScalars>,
    /// Whether the code may print.
    pub prints: bool,
    /// Whether the code may write elsewhere too.
    pub anything: bool,
}

/// Program facts from which [`Untaken::between`] answers.
#[derive(Debug)]
pub struct Untaken<'p> {
    program: &'p Program,
    summaries: Summaries<'p>,
}

impl<'p> Untaken<'p> {
    /// Analyses the whole program.
    pub fn new(program: &'p Program) -> Untaken<'p> {
        Untaken {
            program,
            summaries: Summaries::new(program, false),
        }
    }

    /// Analyses the program with points-to sets from reaching definitions, which is slower and more precise.
    pub fn by_reaching_definitions(program: &'p Program) -> Untaken<'p> {
        Untaken {
            program,
            summaries: Summaries::new(program, true),
        }
    }

    /// The named objects into which a register may point before an instruction; `None`: anywhere.
    pub fn points_to(&self, function: FnId, pc: Pc, register: Reg) -> Option<Vec<Base>> {
        self.summaries.points_to(function, pc, register)
    }

    /// The possible writes of a function's code on the paths from `targets` to `meet`, with components as written.
    pub fn between(&self, function: FnId, targets: &[Pc], meet: Option<Pc>) -> WriteSet {
        let f = &self.program.functions[function.index()];
        let mut inside = vec![false; f.code.len()];
        let mut todo = targets.to_vec();
        while let Some(pc) = todo.pop() {
            if Some(pc) != meet && inside.get(pc as usize) == Some(&false) {
                inside[pc as usize] = true;
                todo.extend(written_successors(f, pc));
            }
        }
        let pcs = || (0..).zip(&inside).filter(|(_, is)| **is).map(|(pc, _)| pc);
        self.written(function, &pcs().collect::<Vec<Pc>>())
    }

    /// The possible writes of these instructions of a function.
    pub fn written(&self, function: FnId, pcs: &[Pc]) -> WriteSet {
        let f = &self.program.functions[function.index()];
        let pcs = || pcs.iter().copied();
        let effects = self.summaries.piece(function, pcs());
        let mut registers: Vec<Reg> = pcs()
            .filter_map(|pc: Pc| definition(&f.code[pc as usize]).copied())
            .collect();
        registers.sort_unstable();
        registers.dedup();
        let places = effects.writes.iter().map(|(spot, ty)| {
            let size = match spot.base {
                Base::Global(g) => self.program.globals[g.index()].size,
                Base::Slot(s) => f.slots[s.index()].size,
            };
            let width = ty.map_or(1, |ty| u64::from(ty.size()));
            WrittenScalars {
                base: spot.base,
                ty: *ty,
                offsets: spot.offsets(width, size, MAX_WRITTEN_OFFSETS),
            }
        });
        WriteSet {
            registers,
            places: places.collect(),
            prints: effects.prints,
            anything: effects.anything,
        }
    }
}
