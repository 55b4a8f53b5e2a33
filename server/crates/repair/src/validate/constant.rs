//! Solves for a constant that makes all tests pass.
//!
//! The constant becomes a variable, shared by all its executions in all tests. The method is counterexample-guided: a
//! value is proposed (a natural one if there is one), the tests are run with it, the first failing one is run
//! symbolically, and its constraint on the constant is added; the next proposal satisfies all constraints so far. After
//! few tests, the constraints leave an interval or nothing.
//!
//! An index is treated differently: each value selects another element, so a run with a symbolic index would fork once
//! for each. Unless the array is large, the elements are tried one after the other.
//!
//! # References
//! A. Solar-Lezama: *Program Synthesis by Sketching*, 2008, §4 (CEGIS).

use std::sync::Arc;

use eval::{Image, Sym, Symbolic, VisitedCode, arith};
use explore::{Analysis, ExploreLimits, Explorer};
use ir::{FnId, Function, Inst, Program, Reg, Scalar};
use rustc_hash::FxHashSet;
use syntax::Span;
use term::{Pool, Satisfiability, Term};

use super::fixer::Fixer;
use super::trial::Trial;
use crate::edit::{Hole, Number, other_masks};
use crate::limits::{
    CONSTANT_CHECK, CONSTANT_EXPLORATION, CONSTANT_RUN_FACTOR, MAX_CONSTANT_ROUNDS,
    MAX_ENDLESS_PROPOSALS, MAX_INDEX_TRIALS,
};
use exec::run::PreparedTest;
use exec::runner::Runner;

/// Result of the search for a constant.
enum Agreed {
    /// All tests pass with this value.
    On(u64),
    /// No value was found.
    OnNothing,
    /// The constraint of a test could not be computed.
    Unknown,
}

/// A value for a constant with which all failing tests pass.
pub(crate) struct SolvedConstant {
    /// The value as C text.
    pub(crate) text: String,
    /// Number of passing tests that it breaks.
    pub(crate) broken: usize,
    /// Whether values further from the original one pass all tests as well.
    pub(crate) is_arbitrary: bool,
}

impl SolvedConstant {
    /// The value; `None` if it is too large.
    pub(crate) fn number(&self) -> Option<Number> {
        let whole = self.text.parse().map(Number::Int).ok();
        whole.or_else(|| {
            let real = self.text.contains('.').then(|| self.text.parse().ok());
            real.flatten().map(Number::Float)
        })
    }

    /// A value that breaks some passing tests.
    fn near(text: String, broken: usize) -> SolvedConstant {
        SolvedConstant {
            text,
            broken,
            is_arbitrary: false,
        }
    }
}

/// The only instruction that loads a numeric constant.
struct ConstantLoad {
    function: FnId,
    pc: usize,
    dst: Reg,
    ty: Scalar,
    /// Where the constant is, with its original value.
    place: Hole,
}

impl ConstantLoad {
    fn at(program: &Program, place: Hole) -> Option<ConstantLoad> {
        let (function, pc) = constant_at(program, place.span)?;
        match program.functions[function.index()].code[pc] {
            Inst::Const { dst, ty, .. } if !matches!(ty, Scalar::Ptr | Scalar::Bool) => {
                Some(ConstantLoad {
                    function,
                    pc,
                    dst,
                    ty,
                    place,
                })
            }
            _ => None,
        }
    }

    /// Whether the constant is the index of one of few elements, or of an unknown number of elements.
    fn is_short_index(&self, program: &Program) -> bool {
        let function = &program.functions[self.function.index()];
        let mut index = self.dst;
        for inst in &function.code[self.pc + 1..] {
            match inst {
                Inst::Cast { dst, a, .. } if *a == index => index = *dst,
                Inst::PtrAdd {
                    base,
                    index: i,
                    size,
                    ..
                } if *i == index => {
                    let array = array_at(program, function, self.pc, *base);
                    return array.is_none_or(|bytes| {
                        bytes / size.unsigned_abs().max(1) <= MAX_INDEX_TRIALS
                    });
                }
                Inst::Bounds {
                    index: i, limit, ..
                } if *i == index => return *limit <= MAX_INDEX_TRIALS,
                _ => return false,
            }
        }
        false
    }

    /// Makes the constant symbolic.
    fn open(&self, program: &mut Program) {
        let ConstantLoad { dst, ty, .. } = *self;
        *self.inst(program) = Inst::Hole { dst, ty };
    }

    /// Sets the constant to a value.
    fn fill(&self, program: &mut Program, bits: u64) {
        let ConstantLoad { dst, ty, .. } = *self;
        *self.inst(program) = Inst::Const { dst, ty, bits };
    }

    fn inst<'p>(&self, program: &'p mut Program) -> &'p mut Inst {
        let function = Arc::make_mut(&mut program.functions[self.function.index()]);
        &mut function.code[self.pc]
    }
}

impl Fixer<'_> {
    /// Finds a value for the constant at `place`.
    pub(crate) fn solve(
        &mut self,
        program: &mut Program,
        place: Hole,
        tolerance: usize,
    ) -> Option<SolvedConstant> {
        let loaded = ConstantLoad::at(program, place)?;
        if loaded.ty.is_float() || !self.solves {
            return self.by_trial(program, &loaded, tolerance);
        }
        let mut nearly = Vec::new();
        let agreed = if loaded.is_short_index(program) {
            self.by_elements(program, &loaded, &mut nearly)
        } else {
            self.agree(program, &loaded, &mut nearly)
        };
        if let Agreed::On(bits) = agreed {
            return Some(self.solved(program, &loaded, bits));
        }
        let near = self.nearest(program, &loaded, &nearly, tolerance);
        match agreed {
            Agreed::Unknown => near.or_else(|| self.by_trial(program, &loaded, tolerance)),
            Agreed::On(_) | Agreed::OnNothing => near,
        }
    }

    /// The first of these numbers for the constant at `place` with which all tests pass. The program is as it was then.
    pub(crate) fn fitting(
        &mut self,
        program: &mut Program,
        place: Hole,
        numbers: &[i64],
    ) -> Option<i64> {
        let loaded = ConstantLoad::at(program, place)?;
        let before = loaded.inst(program).clone();
        let mut fits = |number: &i64| {
            loaded.fill(program, whole(loaded.ty, *number)?);
            (self.count_broken(program, 0) == Some(0)).then_some(*number)
        };
        let found = numbers.iter().find_map(&mut fits);
        *loaded.inst(program) = before;
        found
    }

    /// The value of a constant with which all tests pass. Values with which all failing tests pass but some passing
    /// test breaks are added to `nearly`; the first broken test already constrains the next proposal.
    fn agree(
        &mut self,
        program: &mut Program,
        loaded: &ConstantLoad,
        nearly: &mut Vec<u64>,
    ) -> Agreed {
        let ty = loaded.ty;
        let analysis = Analysis::lazy(program);
        let mut solver = smt::solver(smt::Choice::Auto);
        solver.set_limits(CONSTANT_CHECK);
        let mut pool = Pool::new();
        let hole = pool.var(eval::sort(ty));
        let mut demands: Vec<Term> = Vec::new();
        let judges = self.trials.judges;
        let Some(mut test) = judges.failing.first().copied() else {
            return Agreed::OnNothing;
        };
        for _ in 0..MAX_CONSTANT_ROUNDS {
            loaded.open(program);
            let stopped = self.trials.stopped;
            let asked = (test, judges.steps);
            let (demand, work) = demand(
                program,
                &analysis,
                &mut pool,
                hole,
                solver.as_mut(),
                asked,
                stopped,
            );
            self.trials.left.steps = self.trials.left.steps.saturating_sub(work);
            let Some(demand) = demand else {
                return Agreed::Unknown;
            };
            // The test fails with a value that satisfies its constraint: the constraint is not exact.
            if demands.contains(&demand) {
                return Agreed::OnNothing;
            }
            demands.push(demand);
            let natural = self.natural(loaded, |bits| {
                demands.iter().all(|d| pool.eval(*d, &|_| bits) == 1)
            });
            let bits = match natural {
                Some(bits) => bits,
                None if solver.check(&pool, &demands) == Satisfiability::Yes => {
                    // Users will see the value, so it should be a simple one.
                    solver.set_plain(true);
                    let value = solver.value(&pool, hole);
                    solver.set_plain(false);
                    arith::extend(ty, value)
                }
                None => return Agreed::OnNothing,
            };
            loaded.fill(program, bits);
            test = match self.trials.trial(program, 0) {
                Trial::Passes(_) => return Agreed::On(bits),
                Trial::Breaks(passing) => {
                    nearly.push(bits);
                    passing
                }
                Trial::FailsAt(failing) => failing,
                Trial::Differs | Trial::Void => return Agreed::OnNothing,
            };
        }
        Agreed::OnNothing
    }

    /// The index with which all tests pass, among the first elements. As in [`Fixer::agree`], values with which all
    /// failing tests pass are added to `nearly`, if the passing test that they break is a new one.
    fn by_elements(
        &mut self,
        program: &mut Program,
        loaded: &ConstantLoad,
        nearly: &mut Vec<u64>,
    ) -> Agreed {
        let mut proposals = self.proposals(loaded);
        let natural: FxHashSet<u64> = proposals.iter().copied().collect();
        proposals.extend((0..MAX_INDEX_TRIALS).filter(|i| !natural.contains(i)));
        let mut breaking: Vec<&PreparedTest> = Vec::new();
        for bits in proposals {
            loaded.fill(program, bits);
            match self.trials.trial(program, 0) {
                Trial::Passes(_) => return Agreed::On(bits),
                Trial::Breaks(test) if !breaking.iter().any(|known| std::ptr::eq(*known, test)) => {
                    breaking.push(test);
                    nearly.push(bits);
                }
                Trial::Breaks(_) | Trial::FailsAt(_) | Trial::Differs => {}
                Trial::Void => break,
            }
        }
        Agreed::OnNothing
    }

    /// The solution with a value with which all tests pass.
    fn solved(
        &mut self,
        program: &mut Program,
        loaded: &ConstantLoad,
        bits: u64,
    ) -> SolvedConstant {
        SolvedConstant {
            text: literal(loaded.ty, bits),
            broken: 0,
            is_arbitrary: self.is_arbitrary(program, loaded, bits),
        }
    }

    /// Whether all tests pass as well with values twice and many times as far from the original one.
    fn is_arbitrary(&mut self, program: &mut Program, loaded: &ConstantLoad, bits: u64) -> bool {
        let Number::Int(old) = loaded.place.old else {
            return false;
        };
        let value = arith::extend(loaded.ty, bits) as i64;
        self.leaves_open(old, value, |_, further| {
            loaded.fill(program, whole(loaded.ty, further)?);
            Some(program.clone())
        })
    }

    /// Whether the tests leave a number open: they also pass with numbers further from the original one, in the
    /// programs that `with` makes. Where accesses are outside an object, any sufficient number is as good as another.
    pub(crate) fn leaves_open(
        &mut self,
        old: i64,
        value: i64,
        mut with: impl FnMut(&mut Self, i64) -> Option<Program>,
    ) -> bool {
        !self.trials.judges.are_overruns
            && further(old, value).into_iter().all(|number| {
                let program = with(self, number);
                program.is_some_and(|program| self.trials.passes_too(&program))
            })
    }

    /// The last of these values with which at most `tolerance` passing tests break.
    fn nearest(
        &mut self,
        program: &mut Program,
        loaded: &ConstantLoad,
        nearly: &[u64],
        tolerance: usize,
    ) -> Option<SolvedConstant> {
        if tolerance == 0 {
            return None;
        }
        nearly.iter().rev().find_map(|&bits| {
            loaded.fill(program, bits);
            let broken = self.count_broken(program, tolerance)?;
            Some(SolvedConstant::near(literal(loaded.ty, bits), broken))
        })
    }

    /// The most natural constant that makes all tests pass, found by running them.
    fn by_trial(
        &mut self,
        program: &mut Program,
        loaded: &ConstantLoad,
        tolerance: usize,
    ) -> Option<SolvedConstant> {
        let ty = loaded.ty;
        let mut near: Option<SolvedConstant> = None;
        for bits in self.proposals(loaded) {
            if self.exhausted() {
                break;
            }
            loaded.fill(program, bits);
            // Only values that break fewer tests than the best so far are of interest.
            let most = near.as_ref().map_or(tolerance, |near| near.broken - 1);
            match self.count_broken(program, most) {
                Some(0) => return Some(self.solved(program, loaded, bits)),
                Some(broken) => near = Some(SolvedConstant::near(literal(ty, bits), broken)),
                None => {}
            }
        }
        near
    }

    /// The most natural constant with which all failing tests pass.
    pub(crate) fn serving(&mut self, program: &mut Program, place: Hole) -> Option<u64> {
        let loaded = ConstantLoad::at(program, place)?;
        let mut endless = 0;
        for bits in self.proposals(&loaded) {
            if self.exhausted() || endless >= MAX_ENDLESS_PROPOSALS {
                break;
            }
            loaded.fill(program, bits);
            let before = self.trials.left.steps;
            if self
                .trials
                .still_failing(&mut Runner::new(program))
                .is_none()
            {
                return Some(bits);
            }
            endless += u32::from(before - self.trials.left.steps >= self.trials.judges.steps);
        }
        None
    }

    /// The most natural constant that `fits`, which is called with its bits without the sign extension.
    fn natural(&self, loaded: &ConstantLoad, fits: impl Fn(u64) -> bool) -> Option<u64> {
        let mask = u64::MAX >> (64 - loaded.ty.bits());
        let candidates = self.proposals(loaded);
        candidates.into_iter().find(|bits| fits(*bits & mask))
    }

    /// Natural constants, as they are held in registers: near the old one, round multiples of it, and other constants
    /// of the program.
    fn proposals(&self, loaded: &ConstantLoad) -> Vec<u64> {
        let ty = loaded.ty;
        let mut all: Vec<u64> = match loaded.place.old {
            Number::Int(old) => {
                let masks = other_masks(self.parse.sources.text(loaded.place.span), old);
                let numbers = masks.into_iter().flatten().chain(naturals(old));
                numbers.filter_map(|v| whole(ty, v)).collect()
            }
            Number::Float(old) => round(old).into_iter().filter_map(|v| real(ty, v)).collect(),
        };
        let elsewhere = self.constants.iter().filter_map(|c| match *c {
            Number::Int(v) if ty.is_float() => real(ty, v as f64),
            Number::Int(v) => whole(ty, v),
            Number::Float(v) if ty.is_float() => real(ty, v),
            Number::Float(_) => None,
        });
        all.extend(elsewhere);
        all
    }
}

/// Values in the same direction from the original one as a value, further away.
fn further(old: i64, value: i64) -> [i64; 2] {
    let distance = value.wrapping_sub(old);
    [2, 9].map(|times| old.wrapping_add(distance.wrapping_mul(times)))
}

fn naturals(old: i64) -> Vec<i64> {
    let mut all = [1, -1, 2, -2].map(|by| old.wrapping_add(by)).to_vec();
    all.extend([0, 1, -1, old.wrapping_neg(), old.wrapping_mul(2), old / 2]);
    all.extend([old.wrapping_mul(10), old / 10]);
    all
}

fn round(old: f64) -> Vec<f64> {
    vec![
        0.0,
        1.0,
        -1.0,
        -old,
        old * 2.0,
        old / 2.0,
        old + 1.0,
        old - 1.0,
        old * 10.0,
        old / 10.0,
    ]
}

/// An integer as it is held in a register of the type, if it fits.
fn whole(ty: Scalar, value: i64) -> Option<u64> {
    let bits = arith::extend(ty, value as u64);
    (bits as i64 == value).then_some(bits)
}

/// A floating-point number as it is held in a register of the type, if it is finite.
fn real(ty: Scalar, value: f64) -> Option<u64> {
    (ty.is_float() && value.is_finite()).then(|| arith::from_f64(ty, value))
}

/// Replaces the constant wherever it is loaded.
pub(crate) fn fill(program: &mut Program, place: Span, value: u64) {
    // Unchanged functions stay shared.
    let loading = program.functions.iter_mut();
    for f in loading.filter(|f| f.spans.contains(&place)) {
        let f = Arc::make_mut(f);
        for (inst, span) in f.code.iter_mut().zip(&f.spans) {
            if let (Inst::Const { bits, .. }, true) = (inst, *span == place) {
                *bits = value;
            }
        }
    }
}

/// Size in bytes of the variable to whose beginning a register points, if it does; found by looking back from an
/// instruction.
fn array_at(program: &Program, function: &Function, pc: usize, register: Reg) -> Option<u64> {
    let mut before = function.code[..pc].iter().rev();
    before.find_map(|inst| match *inst {
        Inst::AddrGlobal { dst, global } if dst == register => {
            Some(program.globals.get(global.index())?.size)
        }
        Inst::AddrSlot { dst, slot } if dst == register => {
            Some(function.slots.get(slot.index())?.size)
        }
        _ => None,
    })
}

/// The program with a number for the constant at `place`.
pub(crate) fn with_number(program: &Program, place: Hole, number: i64) -> Option<Program> {
    let mut program = program.clone();
    let loaded = ConstantLoad::at(&program, place)?;
    loaded.fill(&mut program, whole(loaded.ty, number)?);
    Some(program)
}

/// The only instruction that loads the constant.
fn constant_at(program: &Program, place: Span) -> Option<(FnId, usize)> {
    let mut found = None;
    for (i, f) in program.functions.iter().enumerate() {
        for (pc, span) in f.spans.iter().enumerate() {
            if *span == place && matches!(f.code[pc], Inst::Const { .. }) {
                if found.is_some() {
                    return None;
                }
                found = Some((FnId(i as u32), pc));
            }
        }
    }
    found
}

/// The constraint of a test on the hole (`None` if it could not be computed), and the work spent.
fn demand(
    program: &Program,
    analysis: &Analysis,
    pool: &mut Pool,
    hole: Term,
    solver: &mut dyn smt::Solver,
    (test, steps): (&PreparedTest, u64),
    stopped: &dyn Fn() -> bool,
) -> (Option<Term>, u64) {
    let image: Image<Sym> = Image::new(program);
    let state = image.start(&mut Symbolic::new(0), program, &test.start, false);
    let limits = ExploreLimits {
        path_steps: steps,
        total_steps: steps.saturating_mul(CONSTANT_RUN_FACTOR),
        ..CONSTANT_EXPLORATION
    };
    let mut explorer = Explorer::new(
        program,
        analysis,
        (state, VisitedCode::default()),
        test.goal.clone(),
        limits,
        std::mem::take(pool),
        solver,
        stopped,
    );
    explorer.set_hole(hole);
    let passing = explorer.passing();
    let work = explorer.work();
    *pool = explorer.finish();
    if passing.unknown.is_some() {
        return (None, work);
    }
    let paths: Vec<Term> = passing.paths.iter().map(|p| pool.and_all(p)).collect();
    (Some(pool.or_all(&paths)), work)
}

fn literal(ty: Scalar, bits: u64) -> String {
    if ty.is_float() {
        format!("{:?}", arith::to_f64(ty, bits))
    } else if ty.signed() {
        (bits as i64).to_string()
    } else {
        bits.to_string()
    }
}
