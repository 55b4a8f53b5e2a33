//! What a branch that was not taken could have written: the variables of a frame condition.
//!
//! An explanation of a failure has to say of a variable that it was *not* assigned because a branch went the other way
//! (the frame conditions of "Flow-sensitive Fault Localization", §5). Which variables these are is read off the code.

use super::bases::Base;
use super::effects::Summaries;
use crate::flow::{definition, written_successors};
use crate::program::{FnId, Pc, Program, Reg, Scalar};

/// Scalars of a type in a named object, where stores could put them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The object.
    pub base: Base,
    /// What is written; `None`: whole records.
    pub ty: Option<Scalar>,
    /// Byte offsets; `None` if they are many or cannot be told.
    pub offsets: Option<Vec<u64>>,
}

/// What a piece of code may write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// Registers of the function.
    pub registers: Vec<Reg>,
    /// Objects that are named.
    pub places: Vec<Place>,
    /// It may print.
    pub prints: bool,
    /// It may write elsewhere too.
    pub anything: bool,
}

/// Facts about a program from which [`Untaken::between`] answers.
#[derive(Debug)]
pub struct Untaken<'p> {
    program: &'p Program,
    summaries: Summaries<'p>,
}

/// More offsets than this are not listed.
const MOST_OFFSETS: usize = 16;

impl<'p> Untaken<'p> {
    /// Looks at the whole program.
    pub fn new(program: &'p Program) -> Untaken<'p> {
        Untaken {
            program,
            summaries: Summaries::new(program, false),
        }
    }

    /// The same with pointers followed by the definitions that reach their uses, which takes longer and knows more.
    pub fn by_reaching_definitions(program: &'p Program) -> Untaken<'p> {
        Untaken {
            program,
            summaries: Summaries::new(program, true),
        }
    }

    /// The named objects into which a register may point before an instruction; `None`: it may point anywhere.
    pub fn points_to(&self, function: FnId, pc: Pc, register: Reg) -> Option<Vec<Base>> {
        self.summaries.points_to(function, pc, register)
    }

    /// What the code of a function may write on the ways from `targets` to `meet`, with components as written.
    pub fn between(&self, function: FnId, targets: &[Pc], meet: Option<Pc>) -> Written {
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

    /// What these instructions of a function may write.
    pub fn written(&self, function: FnId, pcs: &[Pc]) -> Written {
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
            Place {
                base: spot.base,
                ty: *ty,
                offsets: spot.offsets(width, size, MOST_OFFSETS),
            }
        });
        Written {
            registers,
            places: places.collect(),
            prints: effects.prints,
            anything: effects.anything,
        }
    }
}
