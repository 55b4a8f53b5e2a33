//! Where the pointers of a function may point, as far as its code tells without running it.
//!
//! Flow does not matter: a register may point wherever some instruction of the function makes it point. Only objects that
//! are named (globals, local objects) are followed; what is loaded, passed or returned may point anywhere.

use crate::program::{Function, GlobalId, Inst, Scalar, SlotId};

/// More places than this are as good as anywhere.
const MOST_PLACES: usize = 8;

/// A named object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Base {
    Global(GlobalId),
    Slot(SlotId),
}

/// The offsets `first`, `first + stride`, `first + 2 * stride`, … in an object; only `first` if `stride` is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) base: Base,
    first: u64,
    stride: u64,
}

impl Spot {
    fn new(base: Base) -> Spot {
        Spot {
            base,
            first: 0,
            stride: 0,
        }
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

    /// The offsets at which something of `size` bytes fits into an object of `extent` bytes; `None` if they are more
    /// than `most`, or lie across each other.
    pub(super) fn offsets(self, size: u64, extent: u64, most: usize) -> Option<Vec<u64>> {
        let fit = (extent + 1).saturating_sub(size);
        let step = if self.stride == 0 { fit } else { self.stride };
        let across = self.stride != 0 && self.stride < size;
        let all: Vec<u64> = (self.first..fit).step_by(step.max(1) as usize).take(most + 1).collect();
        (!across && all.len() <= most).then_some(all)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// By register: the places that it may point to; `None`: anywhere.
#[derive(Debug)]
pub(super) struct Bases(Vec<Option<Vec<Spot>>>);

impl Bases {
    pub(super) fn new(function: &Function) -> Bases {
        let mut bases = Bases(vec![Some(Vec::new()); function.regs as usize]);
        for parameter in 0..function.params.len() {
            bases.0[parameter] = None;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for inst in &function.code {
                changed |= bases.follow(inst);
            }
        }
        bases
    }

    /// Where a register may point to.
    pub(super) fn of(&self, r: u32) -> Option<&[Spot]> {
        self.0[r as usize].as_deref()
    }

    fn follow(&mut self, inst: &Inst) -> bool {
        let Some(&dst) = crate::flow::definition(inst) else {
            return false;
        };
        let moved = |r: &u32| self.0[*r as usize].clone();
        let places = match inst {
            Inst::AddrGlobal { global, .. } => Some(vec![Spot::new(Base::Global(*global))]),
            Inst::AddrSlot { slot, .. } => Some(vec![Spot::new(Base::Slot(*slot))]),
            Inst::Move { src, .. } => moved(src),
            Inst::PtrField { base, offset, .. } => {
                moved(base).map(|of| of.into_iter().map(|s| s.field(*offset)).collect())
            }
            Inst::PtrAdd { base, size, .. } => {
                moved(base).map(|of| of.into_iter().map(|s| s.element(*size)).collect())
            }
            // Constants are no objects, and nothing else that computes makes a pointer.
            Inst::Const { .. } | Inst::Undef { .. } => Some(Vec::new()),
            Inst::Cast { to, a, .. } if *to != Scalar::Ptr => moved(a),
            _ => None,
        };
        self.join(dst as usize, places)
    }

    fn join(&mut self, dst: usize, places: Option<Vec<Spot>>) -> bool {
        let Some(known) = &mut self.0[dst] else {
            return false;
        };
        let before = known.len();
        let Some(places) = places else {
            self.0[dst] = None;
            return true;
        };
        for spot in places {
            if !known.contains(&spot) {
                known.push(spot);
            }
        }
        let grew = known.len() > before;
        if known.len() > MOST_PLACES {
            self.0[dst] = None;
        }
        grew
    }
}
