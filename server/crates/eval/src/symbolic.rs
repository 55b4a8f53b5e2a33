//! The symbolic domain: operations on known bits fold at once; everything else becomes a term.

use std::cell::Cell;
use std::collections::BTreeSet;

use ir::{BinOp, CompId, FnId, Scalar, UnOp};
use syntax::Span;
use term::{BvCmp, BvOp, FpCmp, FpOp, Overflow, Pool, Residues, Sort, Term};

use super::arith;
use super::domain::Domain;
use super::free_input::LeftOut;
use super::machine::{Machine, MachineDomain};
use super::script::Entering;
use super::state::PausePoint;
use super::stop::{Exec, Stop};
use super::value::{Layout, Val};

/// Bits that may be unknown. A term is never a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sym {
    /// Known.
    Known(u64),
    /// A term of the sort that corresponds to the register's type.
    Term(Term),
}

/// A truth value that may be unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymCond {
    /// Known.
    Known(bool),
    /// A Boolean term.
    Term(Term),
}

/// The driver's decision about a component before the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Guard {
    /// The component behaves as written.
    #[default]
    Kept,
    /// The component is relaxed, or its guard is a variable: the driver is asked at each execution.
    Open,
}

/// Components and functions that runs have reached.
#[derive(Debug, Clone, Default)]
pub struct VisitedCode {
    /// Whether some run entered the component, by component.
    pub components: Vec<bool>,
    /// Whether some run called the function, by function; uncalled functions at the end may be missing.
    pub functions: Vec<bool>,
}

impl VisitedCode {
    /// No component reached, in a program with this many components.
    pub fn nothing(components: usize) -> VisitedCode {
        VisitedCode {
            components: vec![false; components],
            functions: Vec::new(),
        }
    }
}

/// The symbolic domain, shared by all states of an exploration.
#[derive(Debug, Default)]
pub struct Symbolic {
    /// Whether possible traps are reported, see [`Domain::reports_traps`].
    pub reports_traps: bool,
    /// All terms.
    pub terms: Pool,
    /// Guards, by component.
    pub guards: Vec<Guard>,
    /// Components and functions that explored runs have reached.
    pub visited: VisitedCode,
    /// Number of significant bits of angelic integers (they are sign-extended from these): a range small enough for
    /// brute-force enumeration, in tests.
    pub narrow: Option<u32>,
    /// See [`Domain::first_values_mattered`].
    pub first_values: bool,
    /// The value of [`ir::Inst::Hole`], a variable of its type.
    pub hole: Option<Term>,
    /// Possibilities that runs left out: what they are, and where.
    pub left_out: BTreeSet<(Span, LeftOut)>,
    /// Whether an address has become a number, or a number an address.
    pub uses_addresses: Cell<bool>,
}

/// The sort of a register type.
pub fn sort(ty: Scalar) -> Sort {
    match ty {
        Scalar::F32 => Sort::F32,
        Scalar::F64 => Sort::F64,
        _ => Sort::Bv(ty.bits()),
    }
}

impl Symbolic {
    /// A domain for a program with this many components, none of them relaxed.
    pub fn new(components: usize) -> Symbolic {
        Symbolic {
            reports_traps: false,
            terms: Pool::new(),
            guards: vec![Guard::Kept; components],
            visited: VisitedCode::nothing(components),
            first_values: false,
            narrow: None,
            hole: None,
            left_out: BTreeSet::new(),
            uses_addresses: Cell::new(false),
        }
    }

    fn cond(&self, t: Term) -> SymCond {
        match self.terms.as_const(t) {
            Some(v) => SymCond::Known(v != 0),
            None => SymCond::Term(t),
        }
    }

    fn terms2(&mut self, ty: Scalar, a: Sym, b: Sym) -> (Term, Term) {
        (self.bits_term(ty, a), self.bits_term(ty, b))
    }
}

impl MachineDomain for Symbolic {
    fn run(machine: &mut Machine<'_, Self>, until: Option<PausePoint>) -> Exec<()> {
        machine.run_in_domain(until)
    }
    fn step_once(machine: &mut Machine<'_, Self>) -> Exec<()> {
        machine.step_once_in_domain()
    }
}

impl Domain for Symbolic {
    type Bits = Sym;
    type Cond = SymCond;

    fn layout(&self) -> Layout {
        self.uses_addresses.set(true);
        Layout::default()
    }
    fn constant(bits: u64) -> Sym {
        Sym::Known(bits)
    }
    fn known(bits: Sym) -> Option<u64> {
        match bits {
            Sym::Known(v) => Some(v),
            Sym::Term(_) => None,
        }
    }
    fn verdict(value: bool) -> SymCond {
        SymCond::Known(value)
    }
    fn truth(cond: SymCond) -> Option<bool> {
        match cond {
            SymCond::Known(v) => Some(v),
            SymCond::Term(_) => None,
        }
    }
    fn cond_term(&mut self, cond: SymCond) -> Term {
        match cond {
            SymCond::Known(v) => self.terms.bool(v),
            SymCond::Term(t) => t,
        }
    }
    fn bits_term(&mut self, ty: Scalar, bits: Sym) -> Term {
        match bits {
            Sym::Known(v) if ty.is_float() => self.terms.constant(sort(ty), v),
            Sym::Known(v) => self.terms.bv(ty.bits(), v),
            Sym::Term(t) => t,
        }
    }
    fn of_term(&mut self, ty: Scalar, term: Term) -> Sym {
        match self.terms.as_const(term) {
            Some(v) => Sym::Known(arith::extend(ty, v)),
            None => Sym::Term(term),
        }
    }
    fn pool(&mut self) -> Option<&mut Pool> {
        Some(&mut self.terms)
    }
    fn reports_traps(&self) -> bool {
        self.reports_traps
    }

    fn bin(&mut self, op: BinOp, ty: Scalar, a: Sym, b: Sym) -> Sym {
        if let (Sym::Known(x), Sym::Known(y)) = (a, b) {
            return Sym::Known(arith::bin(op, ty, x, y));
        }
        let (x, y) = self.terms2(ty, a, b);
        let t = if ty.is_float() {
            let op = match op {
                BinOp::Add => FpOp::Add,
                BinOp::Sub => FpOp::Sub,
                BinOp::Mul => FpOp::Mul,
                _ => FpOp::Div,
            };
            self.terms.fp_bin(op, x, y)
        } else {
            let signed = ty.signed();
            let op = match op {
                BinOp::Add => BvOp::Add,
                BinOp::Sub => BvOp::Sub,
                BinOp::Mul => BvOp::Mul,
                BinOp::Div if signed => BvOp::SDiv,
                BinOp::Div => BvOp::UDiv,
                BinOp::Rem if signed => BvOp::SRem,
                BinOp::Rem => BvOp::URem,
                BinOp::And => BvOp::And,
                BinOp::Or => BvOp::Or,
                BinOp::Xor => BvOp::Xor,
                BinOp::Shl => BvOp::Shl,
                BinOp::Shr if signed => BvOp::AShr,
                _ => BvOp::LShr,
            };
            self.terms.bv_bin(op, x, y)
        };
        self.of_term(ty, t)
    }

    fn compare(&mut self, op: BinOp, ty: Scalar, a: Sym, b: Sym) -> SymCond {
        if let (Sym::Known(x), Sym::Known(y)) = (a, b) {
            return SymCond::Known(arith::compare(op, ty, x, y));
        }
        let (x, y) = self.terms2(ty, a, b);
        let signed = ty.signed() || ty == Scalar::Ptr;
        let t = match op {
            BinOp::Lt if ty.is_float() => self.terms.fp_cmp(FpCmp::Lt, x, y),
            BinOp::Le if ty.is_float() => self.terms.fp_cmp(FpCmp::Le, x, y),
            BinOp::Eq | BinOp::Ne if ty.is_float() => self.terms.fp_cmp(FpCmp::Eq, x, y),
            BinOp::Lt if signed => self.terms.bv_cmp(BvCmp::Slt, x, y),
            BinOp::Lt => self.terms.bv_cmp(BvCmp::Ult, x, y),
            BinOp::Le if signed => self.terms.bv_cmp(BvCmp::Sle, x, y),
            BinOp::Le => self.terms.bv_cmp(BvCmp::Ule, x, y),
            _ => self.terms.eq(x, y),
        };
        let t = if op == BinOp::Ne {
            self.terms.not(t)
        } else {
            t
        };
        self.cond(t)
    }

    fn un(&mut self, op: UnOp, ty: Scalar, a: Sym) -> Sym {
        let t = match a {
            Sym::Known(x) => return Sym::Known(arith::un(op, ty, x)),
            Sym::Term(t) => t,
        };
        let t = match op {
            UnOp::Neg if ty.is_float() => self.terms.fp_neg(t),
            UnOp::Neg => self.terms.bv_neg(t),
            _ => self.terms.bv_not(t),
        };
        self.of_term(ty, t)
    }

    fn cast(&mut self, from: Scalar, to: Scalar, a: Sym) -> Sym {
        let t = match a {
            Sym::Known(x) => return Sym::Known(arith::cast(from, to, x)),
            Sym::Term(t) => t,
        };
        if to == Scalar::Bool {
            let c = self.nonzero(from, a);
            return self.cond_bits(to, c);
        }
        let t = match (from.is_float(), to.is_float()) {
            (true, true) => self.terms.fp_to_fp(t, sort(to)),
            (true, false) if to.signed() => self.terms.fp_to_sbv(t, to.bits()),
            (true, false) => self.terms.fp_to_ubv(t, to.bits()),
            (false, true) if from.signed() => self.terms.fp_from_sbv(t, sort(to)),
            (false, true) => self.terms.fp_from_ubv(t, sort(to)),
            (false, false) if to.bits() < from.bits() => self.terms.extract(t, to.bits() - 1, 0),
            (false, false) if to.bits() == from.bits() => t,
            (false, false) if from.signed() => self.terms.sext(t, to.bits()),
            (false, false) => self.terms.zext(t, to.bits()),
        };
        self.of_term(to, t)
    }

    fn residues(&self, bits: Sym) -> Residues {
        match bits {
            Sym::Known(v) => Residues::exactly((v as i64).into()),
            Sym::Term(t) => self.terms.residues(t),
        }
    }

    fn nonzero(&mut self, ty: Scalar, a: Sym) -> SymCond {
        self.compare(BinOp::Ne, ty, a, Sym::Known(0))
    }

    fn overflows(&mut self, op: BinOp, ty: Scalar, a: Sym, b: Sym) -> SymCond {
        if let (Sym::Known(x), Sym::Known(y)) = (a, b) {
            return SymCond::Known(arith::overflows(op, ty, x, y));
        }
        let (x, y) = self.terms2(ty, a, b);
        let op = match op {
            BinOp::Add => Overflow::SAdd,
            BinOp::Sub => Overflow::SSub,
            _ => Overflow::SMul,
        };
        let t = self.terms.overflow(op, x, y);
        self.cond(t)
    }

    fn float_out_of_range(&mut self, from: Scalar, to: Scalar, a: Sym) -> SymCond {
        let t = match a {
            Sym::Known(x) => return SymCond::Known(arith::float_out_of_range(from, to, x)),
            Sym::Term(t) => t,
        };
        // In range: low - 1 < a < high, where low - 1 may round to low; then low itself is allowed.
        let (low, high) = arith::integer_range(to);
        let below = self
            .terms
            .constant(sort(from), arith::from_f64(from, low - 1.0));
        let exact = arith::to_f64(from, arith::from_f64(from, low - 1.0)) == low - 1.0;
        let cmp = if exact { FpCmp::Lt } else { FpCmp::Le };
        let high = self.terms.constant(sort(from), arith::from_f64(from, high));
        let above_low = self.terms.fp_cmp(cmp, below, t);
        let below_high = self.terms.fp_cmp(FpCmp::Lt, t, high);
        let inside = self.terms.and(above_low, below_high);
        let outside = self.terms.not(inside);
        self.cond(outside)
    }

    fn not(&mut self, c: SymCond) -> SymCond {
        match c {
            SymCond::Known(v) => SymCond::Known(!v),
            SymCond::Term(t) => SymCond::Term(self.terms.not(t)),
        }
    }

    fn and(&mut self, c: SymCond, d: SymCond) -> SymCond {
        match (c, d) {
            (SymCond::Known(false), _) | (_, SymCond::Known(false)) => SymCond::Known(false),
            (SymCond::Known(true), x) | (x, SymCond::Known(true)) => x,
            (SymCond::Term(a), SymCond::Term(b)) => {
                let t = self.terms.and(a, b);
                self.cond(t)
            }
        }
    }

    fn cond_bits(&mut self, ty: Scalar, c: SymCond) -> Sym {
        match c {
            SymCond::Known(v) => Sym::Known(u64::from(v)),
            SymCond::Term(t) => {
                let bits = self.terms.bv_of_bool(t, ty.bits());
                self.of_term(ty, bits)
            }
        }
    }

    fn ite(&mut self, ty: Scalar, c: SymCond, a: Sym, b: Sym) -> Sym {
        match c {
            SymCond::Known(true) => a,
            SymCond::Known(false) => b,
            SymCond::Term(_) if a == b => a,
            SymCond::Term(c) => {
                let (x, y) = self.terms2(ty, a, b);
                let t = self.terms.ite(c, x, y);
                self.of_term(ty, t)
            }
        }
    }

    fn extract(&mut self, from: Scalar, a: Sym, shift: u32, to: Scalar) -> Sym {
        match a {
            Sym::Known(x) => Sym::Known(arith::extend(to, x >> shift)),
            Sym::Term(t) if from.is_float() => {
                // Only requested for whole values of the same size, by type punning; the caller reports it as not
                // modelled.
                Sym::Term(t)
            }
            Sym::Term(t) if to.bits() == from.bits() && shift == 0 => Sym::Term(t),
            Sym::Term(t) => {
                let t = self.terms.extract(t, shift + to.bits() - 1, shift);
                self.of_term(to, t)
            }
        }
    }

    fn assemble(&mut self, ty: Scalar, bytes: &[Sym]) -> Exec<Sym> {
        if ty.is_float() && bytes.iter().any(|b| matches!(b, Sym::Term(_))) {
            return Err(Box::new(Stop::Unsupported {
                what: "looking at the bytes of a symbolic floating value".into(),
                span: syntax::Span::default(),
            }));
        }
        let mut whole: Option<Term> = None;
        for b in bytes {
            let low = self.bits_term(Scalar::U8, *b);
            whole = Some(match whole {
                None => low,
                Some(w) => self.terms.concat(low, w),
            });
        }
        match whole {
            Some(t) if ty.is_float() => {
                let v = self.terms.as_const(t).unwrap_or(0);
                Ok(Sym::Known(arith::extend(ty, v)))
            }
            Some(t) => Ok(self.of_term(ty, t)),
            None => Ok(Sym::Known(0)),
        }
    }

    fn enter(&mut self, comp: CompId) -> Entering {
        self.visited.components[comp.index()] = true;
        match self.guards[comp.index()] {
            Guard::Kept => Entering::Kept,
            Guard::Open => Entering::Ask,
        }
    }

    fn called(&mut self, callee: FnId) {
        let functions = &mut self.visited.functions;
        if functions.len() <= callee.index() {
            functions.resize(callee.index() + 1, false);
        }
        functions[callee.index()] = true;
    }

    fn angelic(&mut self, _: CompId, ty: Scalar) -> Exec<Val<Sym>> {
        let bits = match ty {
            Scalar::Ptr => return Err(Box::new(Stop::AngelicPointer)),
            Scalar::Bool => {
                let c = self.terms.var(Sort::Bool);
                self.cond_bits(Scalar::Bool, SymCond::Term(c))
            }
            _ => match self
                .narrow
                .filter(|bits| !ty.is_float() && *bits < ty.bits())
            {
                Some(bits) => {
                    let few = self.terms.var(Sort::Bv(bits));
                    Sym::Term(self.terms.sext(few, ty.bits()))
                }
                None => Sym::Term(self.terms.var(sort(ty))),
            },
        };
        Ok(Val::scalar(bits))
    }

    fn first_values_mattered(&mut self) {
        self.first_values = true;
    }

    fn unknown(&mut self, ty: Scalar) -> Sym {
        Sym::Term(self.terms.var(sort(ty)))
    }

    fn left_out(&mut self, what: LeftOut, at: Span) {
        self.left_out.insert((at, what));
    }

    fn hole(&mut self, ty: Scalar) -> Sym {
        self.hole.map_or(Sym::Known(0), |t| self.of_term(ty, t))
    }

    fn angelic_text(&mut self, _: CompId) -> Option<Vec<u8>> {
        None
    }
}
