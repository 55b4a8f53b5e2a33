//! Merging of two states at the same place: their differences become if-then-else terms.
//!
//! The condition is the conjunction of the assumptions of the first path since the two diverged; on the second path it
//! is false, because paths are disjoint. Places that only one of them has written are conditionally initialised in the
//! result. States with a difference that no term can express (a pointer's object, an indeterminate value in a
//! register, output positions, the assertions that were evaluated) are not merged.

use std::rc::Rc;

use eval::{Domain, Life, MaybeInit, Object, Registers, Rich, State, Sym, SymCond, Symbolic, Val};
use ir::Scalar;
use ir::program::{Program, Reg};
use term::Term;

use super::analysis::Analysis;
use super::limits::COMPARISONS_PER_INSTRUCTION;

type S = State<Sym>;

/// Merges as many of the states as possible; the result keeps the order of the first state of each merge. The cost of
/// comparisons is deducted from `steps`; when these are used up, the remaining states stay as they are.
pub(super) fn merge_all(
    dom: &mut Symbolic,
    program: &Program,
    analysis: &Analysis,
    open_reads: u64,
    states: Vec<S>,
    steps: &mut u64,
) -> Vec<S> {
    let mut merged: Vec<S> = Vec::with_capacity(states.len());
    'next: for state in states {
        let compared = state.calls.registers().len() + state.memory.len();
        for m in &mut merged {
            *steps = steps.saturating_sub(1 + (compared / COMPARISONS_PER_INSTRUCTION) as u64);
            if *steps == 0 {
                break;
            }
            if let Some(joined) = merge(dom, program, analysis, open_reads, m, &state) {
                *m = joined;
                continue 'next;
            }
        }
        merged.push(state);
    }
    merged
}

/// The merge of two states, if it can be expressed.
fn merge(
    dom: &mut Symbolic,
    program: &Program,
    analysis: &Analysis,
    open_reads: u64,
    a: &S,
    b: &S,
) -> Option<S> {
    if a.calls.pc() != b.calls.pc()
        || a.calls.frames() != b.calls.frames()
        || !same_streams(analysis, open_reads, a, b)
        || a.random != b.random
        || !a.asserted.has_same_places(&b.asserted)
        || a.result.is_some()
        || b.result.is_some()
        || a.path.has_decisions()
        || b.path.has_decisions()
    {
        return None;
    }
    if !alike(program, analysis, a, b) {
        return None;
    }
    let common = a.path.common(&b.path);
    let ca = dom.terms.and_all(&a.path.condition()[common..]);
    let cb = dom.terms.and_all(&b.path.condition()[common..]);
    let mut m = Merger { dom, cond: ca };
    let regs = m.registers(program, analysis, a, b)?;
    let objects = m.memory(a, b)?;
    let mut out = a.clone();
    out.calls.replace_registers(regs);
    *out.memory.handles() = objects;
    out.path.join(&b.path, common);
    let either = dom.terms.or(ca, cb);
    if dom.terms.as_const(either) != Some(1) {
        out.path.assume(either);
    }
    out.log = a.log.merge(ca, &b.log);
    Some(out)
}

/// Whether the two states have no difference that no term can express, as far as a cheap check tells; it rejects most
/// pairs that cannot be merged.
fn alike(program: &Program, analysis: &Analysis, a: &S, b: &S) -> bool {
    let registers = differing(program, analysis, a, b).all(|(at, _, lives)| {
        let (x, y) = (a.calls.registers().value(at), b.calls.registers().value(at));
        !lives || (x.object, x.undefined) == (y.object, y.undefined)
    });
    registers
        && (1..=a.memory.len().max(b.memory.len()) as u32).all(|id| {
            match (a.memory.get(id), b.memory.get(id)) {
                (Some(x), Some(y)) => {
                    std::ptr::eq(x, y) || (x.life == y.life && x.size() == y.size())
                }
                (Some(x), None) | (None, Some(x)) => x.life != Life::Live,
                (None, None) => true,
            }
        })
}

/// Registers in which two states with the same frames differ, with their types and whether they are live.
fn differing<'a>(
    program: &'a Program,
    analysis: &'a Analysis,
    a: &'a S,
    b: &'a S,
) -> impl Iterator<Item = (usize, Option<Scalar>, bool)> + 'a {
    let frames = a.calls.frames();
    let (ours, theirs) = (a.calls.registers(), b.calls.registers());
    let last = frames.len().saturating_sub(1);
    frames.iter().enumerate().flat_map(move |(i, frame)| {
        let pc = if i == last { a.calls.pc() } else { frame.pc };
        let facts = analysis.of_function(program, frame.function);
        let pending = frames.get(i + 1).and_then(|callee| callee.dst);
        let all = 0..program.functions[frame.function.index()].regs;
        let differ = |r: &Reg| ours.value(frame.index_of(*r)) != theirs.value(frame.index_of(*r));
        all.filter(differ).map(move |r| {
            let lives = pending != Some(r) && facts.live.live(pc, r);
            (frame.index_of(r), facts.types[r as usize], lives)
        })
    })
}

/// Whether the streams are equal, except for the position in an input that is not read any more.
fn same_streams(analysis: &Analysis, open_reads: u64, a: &S, b: &S) -> bool {
    if a.output != b.output || a.disk != b.disk {
        return false;
    }
    let reads = &analysis.reads;
    a.input == b.input
        || (reads.stream_is_free(a, open_reads) && reads.stream_is_free(b, open_reads))
}

struct Merger<'d> {
    dom: &'d mut Symbolic,
    cond: Term,
}

impl Merger<'_> {
    fn value(&mut self, ty: Option<Scalar>, a: Val<Sym>, b: Val<Sym>) -> Option<Val<Sym>> {
        if a == b {
            return Some(a);
        }
        if a.object != b.object || a.undefined != b.undefined {
            return None;
        }
        // A pointer is an offset of 64 bits, whatever its type in memory.
        let ty = if a.object == 0 { ty } else { Some(Scalar::Ptr) };
        let ty = ty
            .or_else(|| self.type_of(a.bits))
            .or_else(|| self.type_of(b.bits))?;
        let bits = self.dom.ite(ty, SymCond::Term(self.cond), a.bits, b.bits);
        Some(Val { bits, ..a })
    }

    /// A register type with the sort of the term; signedness does not matter for if-then-else terms.
    fn type_of(&self, bits: Sym) -> Option<Scalar> {
        match bits {
            Sym::Known(_) => None,
            Sym::Term(t) => Some(match self.dom.terms.sort(t) {
                term::Sort::F32 => Scalar::F32,
                term::Sort::F64 => Scalar::F64,
                term::Sort::Bv(8) | term::Sort::Bool => Scalar::U8,
                term::Sort::Bv(16) => Scalar::U16,
                term::Sort::Bv(32) => Scalar::U32,
                term::Sort::Bv(_) => Scalar::U64,
            }),
        }
    }

    fn registers(
        &mut self,
        program: &Program,
        analysis: &Analysis,
        a: &S,
        b: &S,
    ) -> Option<Registers<Sym>> {
        let mut out = a.calls.registers().clone();
        for (at, ty, lives) in differing(program, analysis, a, b) {
            let value = if lives {
                let [x, y] = [a, b].map(|state| state.calls.registers().value(at));
                self.value(ty, x, y)?
            } else {
                Val::indeterminate(Sym::Known(0))
            };
            out.set(at, value);
        }
        Some(out)
    }

    fn memory(&mut self, a: &S, b: &S) -> Option<Vec<Rc<Object<Sym>>>> {
        let (mut a, mut b) = (a.memory.clone(), b.memory.clone());
        let (a, b) = (a.handles(), b.handles());
        let mut out = Vec::with_capacity(a.len().max(b.len()));
        for i in 0..a.len().max(b.len()) {
            out.push(match (a.get(i), b.get(i)) {
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) || x == y => Rc::clone(x),
                (Some(x), Some(y)) => Rc::new(self.object(x, y)?),
                // The object was created and died on one side only.
                (Some(x), None) | (None, Some(x)) if x.life != Life::Live => Rc::clone(x),
                _ => return None,
            });
        }
        Some(out)
    }

    fn object(&mut self, a: &Object<Sym>, b: &Object<Sym>) -> Option<Object<Sym>> {
        if a.life != Life::Live && b.life != Life::Live {
            return Some(a.clone());
        }
        if a.life != b.life
            || a.size() != b.size()
            || a.storage != b.storage
            || a.read_only != b.read_only
        {
            return None;
        }
        let mut out = a.clone();
        let mut at = 0;
        let size = a.bytes.len();
        while at < size {
            let equal = shared(a, b, at);
            if equal > 0 {
                at += equal;
                continue;
            }
            let (ty, differs) = cell(a, b, at)?;
            if differs {
                self.place(&mut out, a, b, at, ty)?;
            }
            at += ty.size() as usize;
        }
        out.grain = a.grain;
        Some(out)
    }

    /// Merges the contents of a place.
    fn place(
        &mut self,
        out: &mut Object<Sym>,
        a: &Object<Sym>,
        b: &Object<Sym>,
        at: usize,
        ty: Scalar,
    ) -> Option<()> {
        let size = ty.size() as usize;
        if a.all_init(at, size) && b.all_init(at, size) {
            let x = a.load(self.dom, at, ty).ok()?;
            let y = b.load(self.dom, at, ty).ok()?;
            let v = self.value(Some(ty), x, y)?;
            out.store(self.dom, at, ty, v);
            return Some(());
        }
        let (x, y) = (
            a.maybe_initialised(self.dom, at, ty)?,
            b.maybe_initialised(self.dom, at, ty)?,
        );
        let held = MaybeInit::choice(self.dom, ty, SymCond::Term(self.cond), x, y);
        out.store_conditionally(self.dom, at, ty, held);
        Some(())
    }
}

/// Number of bytes from `at` on that are equal in both objects and not covered by entries, as far as that is known
/// without comparing bytes.
fn shared(a: &Object<Sym>, b: &Object<Sym>, at: usize) -> usize {
    let bytes = a.bytes.shared(&b.bytes, at);
    if bytes == 0 {
        return 0;
    }
    let equal = bytes.min(a.init.shared(&b.init, at));
    equal.min(a.bare(at)).min(b.bare(at))
}

/// The type in which to merge the bytes from `at` on, and whether they differ. Entries there determine the type, or
/// else the grain.
fn cell(a: &Object<Sym>, b: &Object<Sym>, at: usize) -> Option<(Scalar, bool)> {
    let (x, y) = (starting(&a.rich, at), starting(&b.rich, at));
    let mut begins = [
        x.map(|r| r.ty),
        y.map(|r| r.ty),
        a.conditional_begins(at).ok()?,
        b.conditional_begins(at).ok()?,
    ]
    .into_iter()
    .flatten();
    let whole = |size: usize| !cuts(a, at, size) && !cuts(b, at, size);
    let ty = match begins.next() {
        Some(ty) if begins.any(|other| other.size() != ty.size()) => return None,
        Some(ty) => ty,
        None => {
            let grain = usize::from(a.grain.max(b.grain).max(1));
            let fits = at.is_multiple_of(grain) && at + grain <= a.bytes.len() && whole(grain);
            unsigned(if fits { grain } else { 1 })
        }
    };
    let end = at + ty.size() as usize;
    if !whole(end - at) {
        return None;
    }
    let same = x == y
        && a.bytes.is_equal_in(&b.bytes, at..end)
        && a.init.is_equal_in(&b.init, at..end)
        && a.conditional_at(at, ty) == b.conditional_at(at, ty);
    Some((ty, !same))
}

/// Whether an entry begins in the middle of these bytes.
fn cuts(o: &Object<Sym>, at: usize, size: usize) -> bool {
    let inside = at + 1..at + size;
    let rich = o.rich.partition_point(|r| (r.offset as usize) <= at);
    let perhaps = o.conditional.partition_point(|p| (p.offset as usize) <= at);
    let next = [
        o.rich.get(rich).map(|r| r.offset),
        o.conditional.get(perhaps).map(|p| p.offset),
    ];
    next.iter()
        .flatten()
        .any(|offset| inside.contains(&(*offset as usize)))
}

fn unsigned(size: usize) -> Scalar {
    match size {
        8 => Scalar::U64,
        4 => Scalar::U32,
        2 => Scalar::U16,
        _ => Scalar::U8,
    }
}

fn starting(rich: &[Rich<Sym>], at: usize) -> Option<&Rich<Sym>> {
    let i = rich.partition_point(|r| (r.offset as usize) < at);
    rich.get(i).filter(|r| r.offset as usize == at)
}
