//! The concrete domain: every value is known. Angelic values come from a script or from forced choices.

use std::cell::Cell;

use ir::{AltKind, BinOp, CompId, Scalar, UnOp};
use term::{Pool, Residues, Term};

use super::arith;
use super::domain::Domain;
use super::forced_choices::ForcedRun;
use super::machine::{Machine, MachineDomain};
use super::script::{Choice, Entering, Script};
use super::state::PausePoint;
use super::stop::{Exec, Stop};
use super::value::{Layout, Val};

/// State of the concrete domain: execution counters, and the behaviour of relaxed components.
#[derive(Debug, Clone, Default)]
pub struct Concrete {
    /// Executions of each component.
    pub executions: Vec<u32>,
    /// See [`Domain::first_values_mattered`].
    pub first_values: bool,
    /// Behaviour of the relaxed components.
    pub relaxed: ChoiceSource,
    /// The addresses of objects.
    pub layout: Layout,
    /// Whether an address has become a number, or a number an address.
    uses_addresses: Cell<bool>,
    /// Choices that the run has made, if a run that follows a script records them. They differ from the script where
    /// the run deviates from it.
    pub made: Option<Script>,
}

/// Source of the choices of a concrete run.
#[derive(Debug, Clone, Default)]
pub enum ChoiceSource {
    /// Nothing is relaxed.
    #[default]
    Nothing,
    /// The choices of a witness, for the marked components.
    Script {
        /// Relaxed components.
        comps: Vec<bool>,
        /// The choices of these components, in order.
        script: Script,
    },
    /// The driver chooses, as in a symbolic run: the run stops at each marked component and at each angelic value (with
    /// [`Stop::AngelicPointer`], whatever its type). Used for brute-force enumeration.
    Ask {
        /// Relaxed components.
        comps: Vec<bool>,
    },
    /// The executions of a set of components follow forced choices.
    Forced(ForcedRun),
    /// Every execution of a marked component takes its first alternative of one of these kinds (deletion, flipping).
    Always {
        /// Relaxed components.
        comps: Vec<bool>,
        /// Kinds of alternatives, the preferred one first.
        kinds: &'static [AltKind],
    },
}

impl ChoiceSource {
    /// Whether future choices depend on nothing but the state of the run.
    pub(super) fn is_steady(&self) -> bool {
        match self {
            ChoiceSource::Nothing | ChoiceSource::Always { .. } => true,
            ChoiceSource::Script { script, .. } => script.is_empty(),
            ChoiceSource::Ask { .. } => false,
            ChoiceSource::Forced(forced) => forced.is_over(),
        }
    }
}

impl Concrete {
    /// The domain for a run of a program with this many components.
    pub fn new(components: usize, relaxed: ChoiceSource) -> Concrete {
        Concrete::with(Vec::new(), components, relaxed)
    }

    /// The domain for a run, reusing the counters of an earlier run.
    pub fn with(mut executions: Vec<u32>, components: usize, relaxed: ChoiceSource) -> Concrete {
        executions.clear();
        executions.resize(components, 0);
        Concrete {
            executions,
            first_values: false,
            relaxed,
            layout: Layout::default(),
            uses_addresses: Cell::new(false),
            made: None,
        }
    }

    /// Records a choice that the run makes.
    fn record(&mut self, choice: Choice) {
        if let Some(made) = &mut self.made {
            made.push_back(choice);
        }
    }

    /// Whether the run may depend on the addresses of objects.
    pub fn uses_addresses(&self) -> bool {
        self.uses_addresses.get()
    }

    fn mismatch<T>() -> Exec<T> {
        // The run requests a choice that the script does not contain: the witness does not describe this run.
        Err(Box::new(Stop::Dead))
    }
}

impl MachineDomain for Concrete {
    fn run(machine: &mut Machine<'_, Self>, until: Option<PausePoint>) -> Exec<()> {
        machine.run_in_domain(until)
    }
    fn step_once(machine: &mut Machine<'_, Self>) -> Exec<()> {
        machine.step_once_in_domain()
    }
}

impl Domain for Concrete {
    type Bits = u64;
    type Cond = bool;

    #[inline]
    fn constant(bits: u64) -> u64 {
        bits
    }
    #[inline]
    fn known(bits: u64) -> Option<u64> {
        Some(bits)
    }
    #[inline]
    fn verdict(value: bool) -> bool {
        value
    }
    #[inline]
    fn truth(cond: bool) -> Option<bool> {
        Some(cond)
    }
    fn cond_term(&mut self, _: bool) -> Term {
        unreachable!("known conditions are never asked for a term")
    }
    fn bits_term(&mut self, _: Scalar, _: u64) -> Term {
        unreachable!("known bits are never asked for a term")
    }
    fn of_term(&mut self, _: Scalar, _: Term) -> u64 {
        unreachable!("there are no terms in a concrete run")
    }
    fn pool(&mut self) -> Option<&mut Pool> {
        None
    }
    fn layout(&self) -> Layout {
        self.uses_addresses.set(true);
        self.layout
    }
    #[inline]
    fn bin(&mut self, op: BinOp, ty: Scalar, a: u64, b: u64) -> u64 {
        arith::bin(op, ty, a, b)
    }
    #[inline]
    fn compare(&mut self, op: BinOp, ty: Scalar, a: u64, b: u64) -> bool {
        arith::compare(op, ty, a, b)
    }
    #[inline]
    fn un(&mut self, op: UnOp, ty: Scalar, a: u64) -> u64 {
        arith::un(op, ty, a)
    }
    #[inline]
    fn cast(&mut self, from: Scalar, to: Scalar, a: u64) -> u64 {
        arith::cast(from, to, a)
    }
    fn residues(&self, bits: u64) -> Residues {
        Residues::exactly((bits as i64).into())
    }

    #[inline]
    fn nonzero(&mut self, ty: Scalar, a: u64) -> bool {
        arith::nonzero(ty, a)
    }
    #[inline]
    fn overflows(&mut self, op: BinOp, ty: Scalar, a: u64, b: u64) -> bool {
        arith::overflows(op, ty, a, b)
    }
    fn float_out_of_range(&mut self, from: Scalar, to: Scalar, a: u64) -> bool {
        arith::float_out_of_range(from, to, a)
    }
    #[inline]
    fn not(&mut self, c: bool) -> bool {
        !c
    }
    #[inline]
    fn and(&mut self, c: bool, d: bool) -> bool {
        c && d
    }
    #[inline]
    fn cond_bits(&mut self, _: Scalar, c: bool) -> u64 {
        u64::from(c)
    }
    #[inline]
    fn ite(&mut self, _: Scalar, c: bool, a: u64, b: u64) -> u64 {
        if c { a } else { b }
    }
    fn extract(&mut self, _: Scalar, a: u64, shift: u32, to: Scalar) -> u64 {
        arith::extend(to, a >> shift)
    }
    fn assemble(&mut self, ty: Scalar, bytes: &[u64]) -> Exec<u64> {
        let bits = bytes.iter().rev().fold(0, |acc, b| acc << 8 | (b & 0xff));
        Ok(arith::extend(ty, bits))
    }

    #[inline]
    fn enter(&mut self, comp: CompId) -> Entering {
        self.executions[comp.index()] += 1;
        match &mut self.relaxed {
            ChoiceSource::Nothing => Entering::Kept,
            ChoiceSource::Ask { comps } if comps[comp.index()] => Entering::Ask,
            ChoiceSource::Ask { .. } => Entering::Kept,
            ChoiceSource::Always { comps, kinds } if comps[comp.index()] => Entering::Kind(kinds),
            ChoiceSource::Always { .. } => Entering::Kept,
            ChoiceSource::Forced(forced) if forced.comps.contains(comp) => {
                let entering = forced.enter(comp);
                if matches!(entering, Entering::Ask) {
                    self.executions[comp.index()] -= 1;
                }
                entering
            }
            ChoiceSource::Forced(_) => Entering::Kept,
            ChoiceSource::Script { comps, script } => {
                if !comps[comp.index()] {
                    return Entering::Kept;
                }
                let (alt, kind) = match script.pop_front() {
                    Some(Choice::Enter { comp: c, alt, kind }) if c == comp => (alt, kind),
                    // The run deviates from the witness; the outcome of the replay will show that.
                    _ => (None, None),
                };
                self.record(Choice::Enter { comp, alt, kind });
                alt.map_or(Entering::Kept, Entering::Alternative)
            }
        }
    }

    fn angelic(&mut self, comp: CompId, wanted: Scalar) -> Exec<Val<u64>> {
        if let ChoiceSource::Forced(forced) = &mut self.relaxed {
            let value = forced.angelic(comp, wanted);
            return value.ok_or_else(|| Box::new(Stop::AngelicPointer));
        }
        if matches!(self.relaxed, ChoiceSource::Ask { .. }) {
            return Err(Box::new(Stop::AngelicPointer));
        }
        if let ChoiceSource::Script { script, .. } = &mut self.relaxed
            && let Some(Choice::Value {
                comp: c,
                ty,
                bits,
                object,
            }) = script.pop_front()
            && (c, ty) == (comp, wanted)
        {
            self.record(Choice::Value {
                comp,
                ty,
                bits,
                object,
            });
            return Ok(Val::pointer(object, bits));
        }
        Self::mismatch()
    }

    fn first_values_mattered(&mut self) {
        self.first_values = true;
    }

    fn hole(&mut self, _: Scalar) -> u64 {
        // Only symbolic runs have holes; they are filled in before a program runs concretely.
        0
    }

    fn angelic_text(&mut self, comp: CompId) -> Option<Vec<u8>> {
        // Texts cannot be forced: the run ends.
        if matches!(
            self.relaxed,
            ChoiceSource::Ask { .. } | ChoiceSource::Forced(_)
        ) {
            return None;
        }
        let mut text = Vec::new();
        if let ChoiceSource::Script { script, .. } = &mut self.relaxed
            && let Some(Choice::Text { comp: c, bytes } | Choice::Output { comp: c, bytes }) =
                script.pop_front()
            && c == comp
        {
            text = bytes;
        }
        if self.made.is_some() {
            self.record(Choice::Text {
                comp,
                bytes: text.clone(),
            });
        }
        Some(text)
    }
}

/// Runs in which some components always take an alternative of one of these kinds; `None` if a component has no such
/// alternative.
pub fn always(
    program: &ir::Program,
    relaxed: impl Iterator<Item = CompId>,
    kinds: &'static [AltKind],
) -> Option<ChoiceSource> {
    let mut comps = vec![false; program.components.len()];
    for comp in relaxed {
        let function = &program.functions[program.components[comp.index()].function.index()];
        let mut relaxations = function.relaxations.iter().filter(|r| r.comp == comp);
        let has = |r: &ir::Relaxation| r.alts.iter().any(|a| kinds.contains(&a.kind));
        if !relaxations.next().is_some_and(has) {
            return None;
        }
        comps[comp.index()] = true;
    }
    Some(ChoiceSource::Always { comps, kinds })
}
