//! Points-to analysis: where the pointers of a function may point, without running it.
//!
//! Only named objects (globals, local objects) are tracked, and what a parameter pointed to when the function was
//! entered; a pointer that is loaded or returned may point anywhere. Except in straight-line code the analysis is flow-insensitive: a register may point wherever some
//! instruction of the function makes it point.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use super::cfg::{explored_successors, successors};
use super::operands::definition;
use crate::limits::{MAX_POINTEES, MAX_VISITED_POSITIONS};
use crate::program::{Function, GlobalId, Inst, Pc, Reg, SlotId};

/// A named object that a pointer may point into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    /// An object with static lifetime.
    Global(GlobalId),
    /// A local object of the current activation.
    Slot(SlotId),
    /// The object that a parameter pointed to on entry: whatever the caller passed.
    Parameter(u32),
    /// The objects that the variable arguments point to.
    Rest,
}

/// The offsets `first`, `first + stride`, `first + 2 * stride`, … in an object; only `first` if `stride` is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The object.
    pub base: Base,
    first: u64,
    stride: u64,
}

impl Spot {
    /// The beginning of an object.
    pub fn new(base: Base) -> Spot {
        Spot {
            base,
            first: 0,
            stride: 0,
        }
    }

    /// The place in this object that corresponds to a place in what a parameter points to, if the parameter points here.
    pub(super) fn place(self, inner: Spot) -> Spot {
        let stride = gcd(self.stride, inner.stride);
        let first = self.first + inner.first;
        Spot {
            first,
            stride,
            ..self
        }
        .normal()
    }

    fn field(self, offset: u32) -> Spot {
        let first = self.first + u64::from(offset);
        Spot { first, ..self }.normal()
    }

    fn element(self, size: i64) -> Spot {
        let stride = gcd(self.stride, size.unsigned_abs());
        Spot { stride, ..self }.normal()
    }

    fn normal(mut self) -> Spot {
        if self.stride > 0 {
            self.first %= self.stride;
        }
        self
    }

    /// The offsets at which an access of `size` bytes fits into an object of `extent` bytes; `None` if there are more
    /// than `most`, or if they overlap.
    pub fn offsets(self, size: u64, extent: u64, most: usize) -> Option<Vec<u64>> {
        let fit = (extent + 1).saturating_sub(size);
        let step = if self.stride == 0 { fit } else { self.stride };
        let across = self.stride != 0 && self.stride < size;
        let all: Vec<u64> = (self.first..fit)
            .step_by(step.max(1) as usize)
            .take(most + 1)
            .collect();
        (!across && all.len() <= most).then_some(all)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// State of a reaching-definitions query.
struct ReachingDefinitions {
    /// Definitions on the current path.
    open: FxHashSet<(Pc, Reg)>,
    /// Number of positions that may still be visited.
    left: u32,
}

/// Points-to sets of a function's pointers.
#[derive(Debug)]
pub(super) struct PointsTo<'p> {
    function: &'p Function,
    /// Flow-insensitive set of each register; `None`: anywhere.
    somewhere: Vec<Option<Vec<Spot>>>,
    /// Whether a position has predecessors other than the instruction before it.
    joins: Vec<bool>,
    predecessors: OnceLock<Vec<Vec<Pc>>>,
}

impl<'p> PointsTo<'p> {
    pub(super) fn new(function: &'p Function) -> PointsTo<'p> {
        let mut somewhere = vec![Some(Vec::new()); function.regs as usize];
        for (parameter, pointees) in (0..).zip(&mut somewhere[..function.params.len()]) {
            *pointees = Some(vec![Spot::new(Base::Parameter(parameter))]);
        }
        let mut bases = PointsTo {
            function,
            somewhere,
            joins: joins(function),
            predecessors: OnceLock::new(),
        };
        let mut changed = true;
        while changed {
            changed = false;
            for inst in &function.code {
                let places = places(inst, &mut |r| bases.somewhere[r as usize].clone());
                if let Some(&dst) = definition(inst) {
                    changed |= bases.join(dst as usize, places);
                }
            }
        }
        bases
    }

    /// Where a register may point before the instruction at `pc`; `None`: anywhere. Registers are reused, so the
    /// preceding straight-line code is examined first.
    pub(super) fn at(&self, mut pc: Pc, r: Reg) -> Option<Vec<Spot>> {
        while pc > 0 && !self.joins[pc as usize] {
            pc -= 1;
            let inst = &self.function.code[pc as usize];
            if definition(inst) == Some(&r) {
                return places(inst, &mut |base| self.at(pc, base));
            }
        }
        self.somewhere[r as usize].clone()
    }

    /// Where a register may point before the instruction at `pc`, by all definitions that reach it: more precise where
    /// registers are reused, but more expensive.
    pub(super) fn reaching(&self, pc: Pc, r: Reg) -> Option<Vec<Spot>> {
        let predecessors = self
            .predecessors
            .get_or_init(|| predecessors(self.function));
        let mut asked = ReachingDefinitions {
            open: FxHashSet::default(),
            left: MAX_VISITED_POSITIONS,
        };
        self.reaching_along(predecessors, &mut asked, pc, r)
    }

    fn reaching_along(
        &self,
        predecessors: &[Vec<Pc>],
        asked: &mut ReachingDefinitions,
        pc: Pc,
        r: Reg,
    ) -> Option<Vec<Spot>> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut todo = vec![pc];
        while let Some(pc) = todo.pop() {
            if pc == 0 && (r as usize) < self.function.params.len() {
                found.push(Spot::new(Base::Parameter(r)));
            }
            for before in &predecessors[pc as usize] {
                asked.left = asked.left.checked_sub(1)?;
                let inst = &self.function.code[*before as usize];
                if definition(inst) != Some(&r) {
                    if seen.insert(*before) {
                        todo.push(*before);
                    }
                    continue;
                }
                // In a loop, a definition that depends on itself adds nothing.
                if !asked.open.insert((*before, r)) {
                    continue;
                }
                let spots = places(inst, &mut |base| {
                    self.reaching_along(predecessors, asked, *before, base)
                });
                asked.open.remove(&(*before, r));
                for spot in spots? {
                    if !found.contains(&spot) {
                        found.push(spot);
                    }
                }
            }
        }
        (found.len() <= MAX_POINTEES).then_some(found)
    }

    fn join(&mut self, dst: usize, places: Option<Vec<Spot>>) -> bool {
        let Some(known) = &mut self.somewhere[dst] else {
            return false;
        };
        let before = known.len();
        let Some(places) = places else {
            self.somewhere[dst] = None;
            return true;
        };
        for spot in places {
            if !known.contains(&spot) {
                known.push(spot);
            }
        }
        let grew = known.len() > before;
        if known.len() > MAX_POINTEES {
            self.somewhere[dst] = None;
        }
        grew
    }
}

/// Points-to set of an instruction's result, given those of its operands.
fn places(inst: &Inst, of: &mut dyn FnMut(Reg) -> Option<Vec<Spot>>) -> Option<Vec<Spot>> {
    let moved = |spots: Option<Vec<Spot>>, by: &dyn Fn(Spot) -> Spot| {
        spots.map(|spots| spots.into_iter().map(by).collect())
    };
    match inst {
        Inst::AddrGlobal { global, .. } => Some(vec![Spot::new(Base::Global(*global))]),
        Inst::AddrSlot { slot, .. } => Some(vec![Spot::new(Base::Slot(*slot))]),
        Inst::Move { src, .. } => of(*src),
        Inst::PtrField { base, offset, .. } => moved(of(*base), &|s| s.field(*offset)),
        Inst::PtrAdd { base, size, .. } => moved(of(*base), &|s| s.element(*size)),
        // Constants do not point to objects.
        Inst::Const { .. } | Inst::Undef { .. } => Some(Vec::new()),
        _ => None,
    }
}

fn predecessors(function: &Function) -> Vec<Vec<Pc>> {
    let mut all = vec![Vec::new(); function.code.len() + 1];
    for pc in 0..function.code.len() as Pc {
        for next in explored_successors(function, pc) {
            all[next as usize].push(pc);
        }
    }
    all
}

fn joins(function: &Function) -> Vec<bool> {
    let mut joins = vec![false; function.code.len() + 1];
    for (pc, inst) in (0..).zip(&function.code) {
        let falls_through = !matches!(
            inst,
            Inst::Jump { .. } | Inst::Return { .. } | Inst::ReturnNothing
        );
        for next in successors(function, pc) {
            joins[next as usize] |= next != pc + 1 || !falls_through;
        }
        joins[pc as usize + 1] |= !falls_through;
    }
    let resumes = function.rescues.iter().map(|r| r.resume as usize);
    resumes.for_each(|pc| joins[pc] = true);
    joins
}
