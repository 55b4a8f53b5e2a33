//! A concrete domain that logs the bytes that each instruction touches.

use std::ops::Range;

use eval::{
    ByteAccess, Concrete, Domain, Entering, Exec, Layout, Machine, MachineDomain, PausePoint, Val,
};
use ir::{BinOp, CompId, FnId, Scalar, UnOp};
use term::{Pool, Residues, Term};

/// A conversion of `printf`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Conversion {
    /// Bytes that the conversion produced, as a range of the call's text.
    pub(crate) text: Range<usize>,
    /// Number of variable arguments used so far.
    pub(crate) arguments: usize,
    /// Length of [`LoggingDomain::touched`] after the conversion.
    pub(crate) touched: usize,
}

/// A concrete domain with a log.
#[derive(Debug, Clone, Default)]
pub(crate) struct LoggingDomain {
    /// The domain that computes the values.
    pub(crate) concrete: Concrete,
    /// Bytes touched by the current instruction.
    pub(crate) touched: Vec<ByteAccess>,
    /// Conversions by the current instruction.
    pub(crate) conversions: Vec<Conversion>,
}

impl LoggingDomain {
    pub(crate) fn new(concrete: Concrete) -> LoggingDomain {
        LoggingDomain {
            concrete,
            ..LoggingDomain::default()
        }
    }

    /// Clears the log at the beginning of an instruction.
    pub(crate) fn clear(&mut self) {
        self.touched.clear();
        self.conversions.clear();
    }
}

/// Components that were executed at least once, from the number of executions of each.
pub(crate) fn executed(executions: &[u32]) -> Vec<CompId> {
    let executed = (0..).zip(executions).filter(|(_, n)| **n > 0);
    executed.map(|(c, _)| CompId(c)).collect()
}

impl MachineDomain for LoggingDomain {
    fn run(machine: &mut Machine<'_, Self>, until: Option<PausePoint>) -> Exec<()> {
        machine.run_in_domain(until)
    }
    fn step_once(machine: &mut Machine<'_, Self>) -> Exec<()> {
        machine.step_once_in_domain()
    }
}

impl Domain for LoggingDomain {
    type Bits = u64;
    type Cond = bool;

    fn layout(&self) -> Layout {
        self.concrete.layout()
    }

    fn accessed(&mut self, touched: ByteAccess) {
        // Texts are accessed byte by byte: adjacent bytes become one entry.
        if let Some(last) = self.touched.last_mut()
            && (last.object, last.write) == (touched.object, touched.write)
            && last.at + last.size == touched.at
            && touched.size == 1
        {
            last.size += 1;
            return;
        }
        if touched.size > 0 {
            self.touched.push(touched);
        }
    }

    fn converted(&mut self, text: Range<usize>, arguments: usize) {
        if text.end == 0 {
            self.conversions.clear();
        }
        self.conversions.push(Conversion {
            text,
            arguments,
            touched: self.touched.len(),
        });
        // An empty entry separates the reads of one conversion from those of the next.
        self.touched.push(ByteAccess {
            object: 0,
            at: 0,
            size: 0,
            write: false,
        });
    }

    fn constant(bits: u64) -> u64 {
        Concrete::constant(bits)
    }
    fn known(bits: u64) -> Option<u64> {
        Concrete::known(bits)
    }
    fn verdict(value: bool) -> bool {
        Concrete::verdict(value)
    }
    fn truth(cond: bool) -> Option<bool> {
        Concrete::truth(cond)
    }
    fn cond_term(&mut self, cond: bool) -> Term {
        self.concrete.cond_term(cond)
    }
    fn bits_term(&mut self, ty: Scalar, bits: u64) -> Term {
        self.concrete.bits_term(ty, bits)
    }
    fn of_term(&mut self, ty: Scalar, term: Term) -> u64 {
        self.concrete.of_term(ty, term)
    }
    fn pool(&mut self) -> Option<&mut Pool> {
        None
    }
    fn bin(&mut self, op: BinOp, ty: Scalar, a: u64, b: u64) -> u64 {
        self.concrete.bin(op, ty, a, b)
    }
    fn compare(&mut self, op: BinOp, ty: Scalar, a: u64, b: u64) -> bool {
        self.concrete.compare(op, ty, a, b)
    }
    fn un(&mut self, op: UnOp, ty: Scalar, a: u64) -> u64 {
        self.concrete.un(op, ty, a)
    }
    fn cast(&mut self, from: Scalar, to: Scalar, a: u64) -> u64 {
        self.concrete.cast(from, to, a)
    }
    fn residues(&self, bits: u64) -> Residues {
        self.concrete.residues(bits)
    }
    fn nonzero(&mut self, ty: Scalar, a: u64) -> bool {
        self.concrete.nonzero(ty, a)
    }
    fn overflows(&mut self, op: BinOp, ty: Scalar, a: u64, b: u64) -> bool {
        self.concrete.overflows(op, ty, a, b)
    }
    fn float_out_of_range(&mut self, from: Scalar, to: Scalar, a: u64) -> bool {
        self.concrete.float_out_of_range(from, to, a)
    }
    fn not(&mut self, c: bool) -> bool {
        self.concrete.not(c)
    }
    fn and(&mut self, c: bool, d: bool) -> bool {
        self.concrete.and(c, d)
    }
    fn cond_bits(&mut self, ty: Scalar, c: bool) -> u64 {
        self.concrete.cond_bits(ty, c)
    }
    fn ite(&mut self, ty: Scalar, c: bool, a: u64, b: u64) -> u64 {
        self.concrete.ite(ty, c, a, b)
    }
    fn extract(&mut self, from: Scalar, a: u64, shift: u32, to: Scalar) -> u64 {
        self.concrete.extract(from, a, shift, to)
    }
    fn assemble(&mut self, ty: Scalar, bytes: &[u64]) -> Exec<u64> {
        self.concrete.assemble(ty, bytes)
    }
    fn enter(&mut self, comp: CompId) -> Entering {
        self.concrete.enter(comp)
    }
    fn called(&mut self, callee: FnId) {
        self.concrete.called(callee);
    }
    fn angelic(&mut self, comp: CompId, ty: Scalar) -> Exec<Val<u64>> {
        self.concrete.angelic(comp, ty)
    }
    fn first_values_mattered(&mut self) {
        self.concrete.first_values_mattered();
    }
    fn hole(&mut self, ty: Scalar) -> u64 {
        self.concrete.hole(ty)
    }
    fn angelic_text(&mut self, comp: CompId) -> Option<Vec<u8>> {
        self.concrete.angelic_text(comp)
    }
}
