//! Points-to analysis: where the pointers of a function may point, without running it.
//!
//! Only named objects (globals, local objects) are tracked, and what a parameter pointed to when the function was
//! entered; a pointer that is loaded or returned may point anywhere. Except in straight-line code the analysis is flow-insensitive: a register may point wherever some
//! instruction of the function makes it point.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::cfg::successors;
use super::operands::definition;
use super::reaching::{Definition, ReachingDefinitions};
use crate::limits::MAX_POINTEES;
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

/// Where a pointer may point; `None`: anywhere.
type Pointees = Option<Vec<Spot>>;

/// Points-to sets by reaching definitions.
#[derive(Debug)]
struct ByDefinition {
    reaching: ReachingDefinitions,
    /// Points-to set of the result of each instruction, if it is known already.
    pointees: Vec<OnceLock<Pointees>>,
}

/// Points-to sets of a function's pointers.
#[derive(Debug)]
pub(super) struct PointsTo<'p> {
    function: &'p Function,
    /// Flow-insensitive set of each register; `None`: anywhere.
    somewhere: Vec<Pointees>,
    /// Whether a position has predecessors other than the instruction before it.
    joins: Vec<bool>,
    by_definition: OnceLock<ByDefinition>,
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
            by_definition: OnceLock::new(),
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
    pub(super) fn reaching(&self, pc: Pc, r: Reg) -> Pointees {
        let known = self.by_definition.get_or_init(|| ByDefinition {
            reaching: ReachingDefinitions::new(self.function),
            pointees: vec![OnceLock::new(); self.function.code.len()],
        });
        let definitions = known.reaching.before(pc, r);
        self.solve(known, &definitions);
        known.union(&FxHashMap::default(), r, &definitions)
    }

    /// Finds out where the results of these definitions point, and of those that they depend on, by iteration to a
    /// fixed point.
    fn solve(&self, known: &ByDefinition, wanted: &[Definition]) {
        let mut sources = FxHashMap::default();
        let mut todo = wanted.to_vec();
        while let Some(definition) = todo.pop() {
            let Definition::At(pc) = definition else {
                continue;
            };
            let is_unknown = known.pointees[pc as usize].get().is_none();
            if is_unknown && !sources.contains_key(&pc) {
                let source = pointer_source(&self.function.code[pc as usize]);
                let source = source.map(|r| (r, known.reaching.before(pc, r)));
                todo.extend(source.iter().flat_map(|(_, definitions)| definitions));
                sources.insert(pc, source);
            }
        }
        // In the order of the code, most of what an instruction depends on is known before it.
        let mut order: Vec<Pc> = sources.keys().copied().collect();
        order.sort_unstable();
        let mut values: FxHashMap<Pc, Pointees> =
            order.iter().map(|pc| (*pc, Some(Vec::new()))).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for pc in &order {
                let of_source = match &sources[pc] {
                    Some((register, definitions)) => known.union(&values, *register, definitions),
                    None => None,
                };
                let inst = &self.function.code[*pc as usize];
                let value = places(inst, &mut |_| of_source.clone());
                if values[pc] != value {
                    values.insert(*pc, value);
                    changed = true;
                }
            }
        }
        for pc in order {
            // Another thread may have found the same.
            let value = values.remove(&pc).flatten();
            let _ = known.pointees[pc as usize].set(value);
        }
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

impl ByDefinition {
    /// Where these definitions of a register make it point, by values that are not final yet or else by those that are.
    fn union(
        &self,
        values: &FxHashMap<Pc, Pointees>,
        register: Reg,
        definitions: &[Definition],
    ) -> Pointees {
        let mut all = Vec::new();
        for definition in definitions {
            let spots = match definition {
                Definition::Entry => vec![Spot::new(Base::Parameter(register))],
                Definition::At(pc) => {
                    let known = values.get(pc).or_else(|| self.pointees[*pc as usize].get());
                    known.cloned().flatten()?
                }
            };
            for spot in spots {
                if let Err(at) = all.binary_search(&spot) {
                    all.insert(at, spot);
                }
            }
        }
        (all.len() <= MAX_POINTEES).then_some(all)
    }
}

/// The register on which it depends where the result of an instruction points.
fn pointer_source(inst: &Inst) -> Option<Reg> {
    let mut source = None;
    places(inst, &mut |r| {
        source = Some(r);
        None
    });
    source
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
