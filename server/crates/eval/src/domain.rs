//! The value domain: the operations that the machine needs on values that may be unknown.
//!
//! There are two: [`super::Concrete`], in which every value is known, and [`super::Symbolic`], in which a value is
//! known until it depends on an angelic one. The machine is generic over them; nothing about C is written twice.

use std::ops::Range;

use ir::{BinOp, CompId, FnId, Scalar, UnOp};
use syntax::Span;
use term::{Residues, Term};

use super::free_input::LeftOut;
use super::script::Entering;
use super::stop::Exec;
use super::value::{Layout, ObjId, Val};

/// Bytes of an object that an instruction read or wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByteAccess {
    /// The object.
    pub object: ObjId,
    /// First byte.
    pub at: u64,
    /// Number of bytes.
    pub size: u64,
    /// Whether the bytes were written.
    pub write: bool,
}

/// A value domain.
pub trait Domain: Sized {
    /// Bits of a register.
    type Bits: Copy + PartialEq + std::fmt::Debug;
    /// A truth value.
    type Cond: Copy;

    /// Known bits.
    fn constant(bits: u64) -> Self::Bits;
    /// The bits, if known.
    fn known(bits: Self::Bits) -> Option<u64>;
    /// A known truth value.
    fn verdict(value: bool) -> Self::Cond;
    /// The truth value, if known.
    fn truth(cond: Self::Cond) -> Option<bool>;
    /// The condition as a term; only asked when [`Domain::truth`] is `None`.
    fn cond_term(&mut self, cond: Self::Cond) -> Term;
    /// The bits as a term of the sort that belongs to `ty`.
    fn bits_term(&mut self, ty: Scalar, bits: Self::Bits) -> Term;
    /// The term as bits of type `ty`.
    fn of_term(&mut self, ty: Scalar, term: Term) -> Self::Bits;
    /// The term pool; `None` where there are no terms.
    fn pool(&mut self) -> Option<&mut term::Pool>;
    /// Whether the driver wants to be told of every possible trap; see [`Stop::MayTrap`](super::Stop::MayTrap).
    fn reports_traps(&self) -> bool {
        false
    }

    /// The addresses of objects, on which the run depends from now on.
    fn layout(&self) -> Layout {
        Layout::default()
    }

    /// Arithmetic and bitwise operators, total.
    fn bin(&mut self, op: BinOp, ty: Scalar, a: Self::Bits, b: Self::Bits) -> Self::Bits;
    /// Comparisons.
    fn compare(&mut self, op: BinOp, ty: Scalar, a: Self::Bits, b: Self::Bits) -> Self::Cond;
    /// `-` and `~`.
    fn un(&mut self, op: UnOp, ty: Scalar, a: Self::Bits) -> Self::Bits;
    /// Conversion, total.
    fn cast(&mut self, from: Scalar, to: Scalar, a: Self::Bits) -> Self::Bits;
    /// A residue class that contains the bits, read as a signed number of 64 bits.
    fn residues(&self, bits: Self::Bits) -> Residues;
    /// `a != 0`
    fn nonzero(&mut self, ty: Scalar, a: Self::Bits) -> Self::Cond;
    /// Signed overflow of `+`, `-`, `*`.
    fn overflows(&mut self, op: BinOp, ty: Scalar, a: Self::Bits, b: Self::Bits) -> Self::Cond;
    /// Whether the float does not fit the integer type.
    fn float_out_of_range(&mut self, from: Scalar, to: Scalar, a: Self::Bits) -> Self::Cond;
    /// Negation.
    fn not(&mut self, c: Self::Cond) -> Self::Cond;
    /// Conjunction.
    fn and(&mut self, c: Self::Cond, d: Self::Cond) -> Self::Cond;
    /// 0 or 1 in a register of an integer type.
    fn cond_bits(&mut self, ty: Scalar, c: Self::Cond) -> Self::Bits;
    /// `c ? a : b`
    fn ite(&mut self, ty: Scalar, c: Self::Cond, a: Self::Bits, b: Self::Bits) -> Self::Bits;
    /// `count` bits from bit `shift` on, zero-extended to `to`.
    fn extract(&mut self, from: Scalar, a: Self::Bits, shift: u32, to: Scalar) -> Self::Bits;
    /// The scalar of type `ty` whose bytes, lowest first, are `bytes` (each of type `U8`).
    fn assemble(&mut self, ty: Scalar, bytes: &[Self::Bits]) -> Exec<Self::Bits>;

    /// Called when a component is entered. Returns whether it is kept, and who decides otherwise.
    fn enter(&mut self, comp: CompId) -> Entering;
    /// Called when bytes of an object are read or written. For drivers that record what an instruction touches; see
    /// also [`Machine::step_once`](super::Machine::step_once), which never takes the fast path, because that omits these calls.
    fn accessed(&mut self, _touched: ByteAccess) {}
    /// Called when a conversion of `printf` wrote these bytes of the call's text, after the first `arguments` variable
    /// arguments were used. An empty range at 0 begins a text.
    fn converted(&mut self, _text: Range<usize>, _arguments: usize) {}
    /// Called when a function is called.
    fn called(&mut self, _callee: FnId) {}
    /// The next angelic value of a relaxed component.
    fn angelic(&mut self, comp: CompId, ty: Scalar) -> Exec<Val<Self::Bits>>;
    /// Called when an indeterminate value was used, or a run ended with one: the contents of variables before their
    /// first write have mattered.
    fn first_values_mattered(&mut self);
    /// A value of which nothing is known; in a concrete run, where everything is known, 0.
    fn unknown(&mut self, _ty: Scalar) -> Self::Bits {
        Self::constant(0)
    }
    /// Called when a run leaves out possibilities.
    fn left_out(&mut self, _what: LeftOut, _at: Span) {}
    /// The value of a hole.
    fn hole(&mut self, ty: Scalar) -> Self::Bits;
    /// The next angelic text of a relaxed component; `None` if the driver has to choose.
    fn angelic_text(&mut self, comp: CompId) -> Option<Vec<u8>>;
}
