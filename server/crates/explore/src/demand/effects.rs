//! Effect analysis: what a piece of code may do to the rest of the program, without running it.

use std::collections::BTreeSet;

use ir::program::{BuiltinCall, Callee, FnId, Inst, Pc, Program, Reg, Scalar};
use ir::{Builtin, Nature};

use super::points_to::{Base, PointsTo, Spot};

/// The effects that code may have. Registers are left to the caller.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Effects {
    /// Locations it may write: scalars of a type, or (`None`) whole records.
    pub(super) writes: BTreeSet<(Spot, Option<Scalar>)>,
    /// Whether the code may print.
    pub(super) prints: bool,
    /// Whether the code may do anything else: write anywhere, read input, allocate, or end the program.
    pub(super) anything: bool,
}

impl Effects {
    fn add(&mut self, other: &Effects) {
        self.writes.extend(other.writes.iter().copied());
        self.prints |= other.prints;
        self.anything |= other.anything;
    }

    /// The effects visible after the function has returned, when its own objects are gone.
    fn outside(mut self) -> Effects {
        self.writes
            .retain(|(spot, _)| matches!(spot.base, Base::Global(_)));
        self
    }
}

/// The effects of all functions of a program.
#[derive(Debug)]
pub(super) struct Summaries<'p> {
    program: &'p Program,
    points_to: Vec<PointsTo<'p>>,
    of: Vec<Effects>,
    /// Whether no files other than the standard streams are ever open.
    no_files: bool,
    /// Whether points-to sets are computed from reaching definitions.
    by_reaching: bool,
}

impl<'p> Summaries<'p> {
    pub(super) fn new(program: &'p Program, by_reaching: bool) -> Summaries<'p> {
        let all = || program.functions.iter();
        let opens = |inst: &Inst| match inst {
            Inst::Builtin(call) => matches!(
                call.builtin,
                Builtin::Fopen | Builtin::Freopen | Builtin::Tmpfile
            ),
            _ => false,
        };
        let mut summaries = Summaries {
            program,
            points_to: all().map(|f| PointsTo::new(f)).collect(),
            of: vec![Effects::default(); program.functions.len()],
            by_reaching,
            no_files: !all().any(|f| f.code.iter().any(opens)),
        };
        let mut changed = true;
        while changed {
            changed = false;
            for (i, f) in program.functions.iter().enumerate() {
                let found = summaries.piece(FnId(i as u32), 0..f.code.len() as Pc);
                let found = found.outside();
                changed |= found != summaries.of[i];
                summaries.of[i] = found;
            }
        }
        summaries
    }

    /// See [`super::Untaken::points_to`].
    pub(super) fn points_to(&self, function: FnId, pc: Pc, register: Reg) -> Option<Vec<Base>> {
        let spots = self.at(&self.points_to[function.index()], pc, register)?;
        Some(spots.into_iter().map(|spot| spot.base).collect())
    }

    fn at(&self, bases: &PointsTo<'p>, pc: Pc, register: Reg) -> Option<Vec<Spot>> {
        if self.by_reaching {
            bases.reaching(pc, register)
        } else {
            bases.at(pc, register)
        }
    }

    /// Effects of these instructions of a function.
    pub(super) fn piece(&self, function: FnId, pcs: impl IntoIterator<Item = Pc>) -> Effects {
        let mut effects = Effects::default();
        let f = &self.program.functions[function.index()];
        let bases = &self.points_to[function.index()];
        for pc in pcs {
            self.instruction(bases, (pc, &f.code[pc as usize]), &mut effects);
        }
        effects
    }

    fn instruction(&self, bases: &PointsTo<'p>, (pc, inst): (Pc, &Inst), effects: &mut Effects) {
        let mut write = |addr: Reg, what: Option<Scalar>| match self.at(bases, pc, addr) {
            Some(spots) => {
                let all = spots.into_iter().map(|spot| (spot, what));
                effects.writes.extend(all);
            }
            None => effects.anything = true,
        };
        match inst {
            Inst::Store { addr, ty, .. } | Inst::StoreBits { addr, ty, .. } => {
                write(*addr, Some(*ty));
            }
            Inst::Copy { dst, .. } | Inst::Zero { dst, .. } => write(*dst, None),
            Inst::Call(call) => match call.callee {
                Callee::Fn(callee) => effects.add(&self.of[callee.index()]),
                Callee::Ptr(_) => effects.anything = true,
            },
            Inst::Builtin(call) => self.builtin(bases, pc, call, effects),
            Inst::AngelicOutput { .. } => effects.prints = true,
            Inst::AngelicText { .. } | Inst::InputToEnd { .. } | Inst::Unsupported { .. } => {
                effects.anything = true;
            }
            _ => {}
        }
    }

    fn builtin(&self, bases: &PointsTo<'p>, pc: Pc, call: &BuiltinCall, effects: &mut Effects) {
        let errno = self.program.errno.is_some() && call.builtin.sets_errno();
        match call.builtin.nature() {
            _ if errno => effects.anything = true,
            Nature::Pure | Nature::Specification => {}
            Nature::Output if self.only_prints(bases, pc, call) => effects.prints = true,
            _ => effects.anything = true,
        }
    }

    /// Whether a call writes to a standard stream and has no other effect (such as `%n`).
    fn only_prints(&self, bases: &PointsTo<'p>, pc: Pc, call: &BuiltinCall) -> bool {
        let format = match call.builtin {
            Builtin::Putchar | Builtin::Puts => return true,
            Builtin::Fputs | Builtin::Fputc | Builtin::Putc => return self.no_files,
            Builtin::Printf => call.args.first(),
            Builtin::Fprintf if self.no_files => call.args.get(1),
            _ => None,
        };
        let Some(spots) = format.and_then(|(r, _)| self.at(bases, pc, *r)) else {
            return false;
        };
        spots.iter().all(|spot| match spot.base {
            Base::Global(g) => {
                let global = &self.program.globals[g.index()];
                global.read_only && !counts_characters(&global.bytes)
            }
            Base::Slot(_) => false,
        })
    }
}

/// Whether the format has a `%n`.
fn counts_characters(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(at) = rest.iter().position(|b| *b == b'%') {
        rest = &rest[at + 1..];
        let conversion = rest
            .iter()
            .position(|b| b"diouxXeEfFgGaAcspn%".contains(b))
            .unwrap_or(rest.len());
        if rest.get(conversion) == Some(&b'n') {
            return true;
        }
        rest = rest.get(conversion + 1..).unwrap_or_default();
    }
    false
}
