//! Decisions other than branches: the alternative of a component, the object of a pointer, the text of an input.

use eval::{Domain, Entry, Life, Machine, State, Sym, Symbolic, Val, is_function};
use ir::Relaxing;
use ir::program::{AltKind, CompId, Inst, Pc, Relaxation, Scalar};
use term::Term;

use super::limits::{MAX_ANGELIC_POINTER_OBJECTS, MAX_ANGELIC_TEXT_BYTES};

type M<'p> = Machine<'p, Symbolic>;

/// The successor states of a decision, and whether some possibilities were left out.
pub(super) struct Successors {
    /// The successor states.
    pub(super) states: Vec<State<Sym>>,
    /// Whether some possibilities are missing.
    pub(super) bounded: bool,
}

/// The successors of a state that enters a relaxed component. `guard` is the variable of the component's guard, if it
/// has one: then the component as written is also a successor, under the guard.
pub(super) fn enter(
    m: &mut M<'_>,
    comp: CompId,
    relaxing: Relaxing,
    guard: Option<Term>,
    stream_is_free: bool,
) -> Successors {
    let Some((relaxation, pc)) = relaxation_at(m) else {
        return Successors {
            states: Vec::new(),
            bounded: true,
        };
    };
    // Narrow angelic values do not cover everything that angelic values of full range cover.
    let narrow = m.dom.narrow.is_some();
    let kind = m.program().components[comp.index()].kind;
    let mut ways: Vec<(Option<usize>, Option<AltKind>, Pc)> = relaxing
        .alternatives(kind, relaxation, narrow)
        .filter(|(_, a)| !stream_is_free || is_input_kept(relaxation, a.kind))
        .map(|(i, a)| (Some(i), Some(a.kind), a.pc))
        .collect();
    let input = stream_is_free && has_keep(relaxation);
    if (!relaxing.covers_original(kind, relaxation) && !input) || narrow {
        ways.push((None, None, pc + 1));
    }
    let mut states = Vec::with_capacity(ways.len() + 1);
    let mut before = Vec::new();
    if let Some(g) = guard {
        let mut kept = m.state.clone();
        kept.path.assume(g);
        kept.log.push(Entry::Enter {
            comp,
            alt: None,
            kind: None,
        });
        kept.calls.jump(pc + 1);
        states.push(kept);
        before.push(m.dom.terms.not(g));
    }
    let last = ways.len().saturating_sub(1);
    for (i, (alt, kind, to)) in ways.into_iter().enumerate() {
        let mut s = if i < last {
            m.state.clone()
        } else {
            m.take_state()
        };
        choose(m, &mut s, &mut before, i < last);
        s.log.push(Entry::Enter { comp, alt, kind });
        s.calls.jump(to);
        states.push(s);
    }
    Successors {
        states,
        bounded: false,
    }
}

/// Makes `s` the next of several successors: none of those in `before` is chosen, and this one is. The last one has no
/// variable of its own.
fn choose(m: &mut M<'_>, s: &mut State<Sym>, before: &mut Vec<Term>, others_follow: bool) {
    s.path.assume_all(before);
    if others_follow {
        let chosen = m.dom.terms.var(term::Sort::Bool);
        s.path.assume(chosen);
        before.push(m.dom.terms.not(chosen));
    }
}

/// Whether to follow this alternative of an input. If only relaxed components read the stream, its position does not
/// matter: then only the alternative that leaves the stream where it was is followed, because its angelic objects cover
/// the results of the others.
fn is_input_kept(relaxation: &Relaxation, kind: AltKind) -> bool {
    kind == AltKind::InputKeep || !has_keep(relaxation)
}

fn has_keep(relaxation: &Relaxation) -> bool {
    relaxation.alts.iter().any(|a| a.kind == AltKind::InputKeep)
}

fn relaxation_at<'p>(m: &M<'p>) -> Option<(&'p Relaxation, Pc)> {
    let (function, _) = m.running()?;
    match m.instruction()? {
        Inst::Enter { relaxation, .. } => {
            let relaxation = &function.relaxations[*relaxation as usize];
            Some((relaxation, m.state.calls.pc()))
        }
        _ => None,
    }
}

/// The state with each of the possibilities that a library function has at the current instruction.
pub(super) fn possibilities(m: &mut M<'_>, count: u32) -> Vec<State<Sym>> {
    let mut before = Vec::new();
    let states = (0..count).map(|possibility| {
        let mut s = m.state.clone();
        choose(m, &mut s, &mut before, possibility + 1 < count);
        s.path.choose(possibility);
        s
    });
    states.collect()
}

/// The objects that the angelic pointer at the current instruction may point into, and null.
pub(super) fn pointer(m: &mut M<'_>) -> Successors {
    let Some((dst, elem, comp)) = angelic_at(m) else {
        return Successors {
            states: Vec::new(),
            bounded: true,
        };
    };
    // Null, and the live objects that have room for an element.
    let elem = u64::from(elem.max(1));
    let mut targets = vec![(0, 1)];
    for id in 1..=m.state.memory.len() as u32 {
        let Some(o) = m.state.memory.get(id) else {
            continue;
        };
        let fits = o.life == Life::Live && !is_function(id) && o.size() >= elem;
        if fits && targets.len() <= MAX_ANGELIC_POINTER_OBJECTS {
            targets.push((id, o.size() / elem));
        }
    }
    let bounded = targets.len() > MAX_ANGELIC_POINTER_OBJECTS;
    // A successor for each of them, with an angelic offset.
    let mut states = Vec::new();
    let mut before: Vec<Term> = Vec::new();
    let last = targets.len() - 1;
    for (i, (object, count)) in targets.into_iter().enumerate() {
        let mut s = m.state.clone();
        choose(m, &mut s, &mut before, i < last);
        let offset = offset(m, &mut s, count, elem);
        let term = m.dom.bits_term(Scalar::Ptr, offset);
        s.log.push(Entry::Value {
            comp,
            ty: Scalar::Ptr,
            term,
            object,
        });
        s.calls.set_register(dst, Val::pointer(object, offset));
        s.calls.advance();
        states.push(s);
    }
    Successors { states, bounded }
}

/// An offset that is a multiple of `elem` below `count * elem`, or the end.
fn offset(m: &mut M<'_>, s: &mut State<Sym>, count: u64, elem: u64) -> Sym {
    if count <= 1 {
        return Sym::Known(0);
    }
    let index = m.dom.terms.var(term::Sort::Bv(32));
    let most = m.dom.terms.bv(32, count);
    let bound = m.dom.terms.bv_cmp(term::BvCmp::Ule, index, most);
    s.path.assume(bound);
    let wide = m.dom.terms.zext(index, 64);
    let size = m.dom.terms.bv(64, elem);
    let bytes = m.dom.terms.bv_bin(term::BvOp::Mul, wide, size);
    m.dom.of_term(Scalar::Ptr, bytes)
}

fn angelic_at(m: &M<'_>) -> Option<(u32, u32, CompId)> {
    match m.instruction()? {
        Inst::Angelic {
            dst, elem, comp, ..
        } => Some((*dst, *elem, *comp)),
        _ => None,
    }
}

/// Texts of each length that fits the buffer at the current instruction.
pub(super) fn text(m: &mut M<'_>) -> Successors {
    let mut options = Successors {
        states: Vec::new(),
        bounded: false,
    };
    let (Some((_, frame)), Some(Inst::AngelicText { addr, comp })) = (m.running(), m.instruction())
    else {
        return options;
    };
    let p = m.state.calls.registers().value(frame.index_of(*addr));
    let (Some(object), Some(at)) = (m.state.memory.get(p.object), Symbolic::known(p.bits)) else {
        options.bounded = true;
        return options;
    };
    if object.life != Life::Live || object.read_only || at >= object.size() {
        return options;
    }
    let most = object.size() - at - 1;
    options.bounded = most > MAX_ANGELIC_TEXT_BYTES;
    let last = most.min(MAX_ANGELIC_TEXT_BYTES);
    let mut before: Vec<Term> = Vec::new();
    for length in 0..=last {
        let mut s = m.state.clone();
        choose(m, &mut s, &mut before, length < last);
        let bytes: Vec<Term> = (0..length)
            .map(|_| m.dom.terms.var(term::Sort::Bv(8)))
            .collect();
        for (i, b) in bytes.iter().enumerate() {
            let zero = m.dom.terms.bv(8, 0);
            let is_zero = m.dom.terms.eq(*b, zero);
            s.path.assume(m.dom.terms.not(is_zero));
            store(m, &mut s, p.object, at + i as u64, Sym::Term(*b));
        }
        store(m, &mut s, p.object, at + length, Sym::Known(0));
        s.log.push(Entry::Text { comp: *comp, bytes });
        s.calls.advance();
        options.states.push(s);
    }
    options
}

fn store(m: &mut M<'_>, s: &mut State<Sym>, object: u32, at: u64, bits: Sym) {
    if let Some(o) = s.memory.get_mut(object) {
        o.store(&mut m.dom, at as usize, Scalar::U8, Val::scalar(bits));
    }
}
