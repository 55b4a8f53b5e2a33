//! Reads of standard input that can still follow a position.
//!
//! Relaxed input may leave the stream where it was, where the call would leave it, or at its end. If no unrelaxed
//! component reads afterwards, these alternatives are indistinguishable: one of them suffices, and states that differ
//! only in the stream's position are equal. So for each position, the readers that can follow are computed
//! interprocedurally, as a bit mask.

use eval::{State, Sym};
use ir::flow::{CallGraph, successors};
use ir::program::{BuiltinCall, Callee, CompId, ComponentKind, Function, Inst, Pc, Program};
use ir::{Effect, FnId, Nature};
use syntax::Span;

/// Bit of all readers that are not components of their own (`feof`), and of readers beyond the mask.
const OTHERS: u64 = 1 << 63;

/// Reads that can still follow.
#[derive(Debug, Clone)]
pub struct Reads {
    /// Bit of each component, if it reads.
    bits: Vec<u64>,
    /// Reads that can follow, by function and position.
    after: Vec<Vec<u64>>,
}

impl Reads {
    /// Computes the reads of a program.
    pub fn new(program: &Program) -> Reads {
        let mut next = 0;
        let bits: Vec<u64> = program
            .components
            .iter()
            .map(|c| {
                if c.kind != ComponentKind::Input {
                    return 0;
                }
                next += 1;
                if next < 64 { 1 << (next - 1) } else { OTHERS }
            })
            .collect();
        let all = bits.iter().fold(OTHERS, |a, b| a | b);
        // While nothing is known about the functions, a call adds nothing.
        let unknown = vec![0; program.functions.len()];
        let own = program.functions.iter().map(|f| {
            let look = Look::new(program, f, &bits, &unknown, all);
            f.code.iter().fold(0, |mask, inst| mask | look.own(inst))
        });
        let calls = CallGraph::new(program, |f| (0..f.code.len() as Pc).collect());
        let whole = calls.propagate(own.collect(), |_, mask: &mut u64, _, more| {
            let before = std::mem::replace(mask, *mask | more);
            before != *mask
        });
        let after = program
            .functions
            .iter()
            .map(|f| positions(f, &Look::new(program, f, &bits, &whole, all)))
            .collect();
        Reads { bits, after }
    }

    /// The bit of a component.
    pub fn bit(&self, comp: CompId) -> u64 {
        self.bits[comp.index()]
    }

    /// Nothing but components in `open`, which are relaxed, can still read standard input.
    pub(super) fn stream_is_free(&self, state: &State<Sym>, open: u64) -> bool {
        let last = state.calls.depth().saturating_sub(1);
        state.calls.frames().iter().enumerate().all(|(i, frame)| {
            let running = state.calls.pc();
            let pc = if i == last { running } else { frame.pc };
            self.from(frame.function, pc) & !open == 0
        })
    }

    /// The reads that can follow a position of a function before the function returns.
    pub fn from(&self, f: FnId, pc: Pc) -> u64 {
        self.after[f.index()].get(pc as usize).copied().unwrap_or(0)
    }
}

/// Collects the reads of one function's instructions.
struct Look<'a> {
    bits: &'a [u64],
    whole: &'a [u64],
    all: u64,
    /// Whether this is the library's own text, where reads are not components.
    library: bool,
    /// Whether functions are called at the end of the program.
    at_exit: bool,
    is_main: bool,
}

impl<'a> Look<'a> {
    fn new(
        program: &Program,
        f: &Function,
        bits: &'a [u64],
        whole: &'a [u64],
        all: u64,
    ) -> Look<'a> {
        Look {
            bits,
            whole,
            all,
            library: f.span == Span::default(),
            at_exit: program.at_exit.is_some(),
            is_main: f.name == "main",
        }
    }

    fn own(&self, inst: &Inst) -> u64 {
        match inst {
            Inst::Enter { comp, .. } => self.bits[comp.index()],
            Inst::Call(c) => match c.callee {
                Callee::Fn(f) => self.whole[f.index()],
                Callee::Ptr(_) => self.all,
            },
            Inst::Builtin(c) => self.builtin(c),
            Inst::Return { .. } if self.at_exit && self.is_main => self.all,
            _ => 0,
        }
    }

    fn builtin(&self, call: &BuiltinCall) -> u64 {
        let ends = call.builtin.has(|effect| *effect == Effect::Ends);
        if ends && self.at_exit {
            return self.all;
        }
        let reads = self.library && call.builtin.nature() == Nature::Input;
        if reads || call.builtin.looks_at_stream() {
            OTHERS
        } else {
            0
        }
    }
}

fn positions(f: &Function, look: &Look<'_>) -> Vec<u64> {
    let mut after = vec![0; f.code.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for pc in (0..f.code.len()).rev() {
            let mut mask = look.own(&f.code[pc]);
            for s in successors(f, pc as Pc) {
                mask |= after[s as usize];
            }
            changed |= mask != after[pc];
            after[pc] = mask;
        }
    }
    after
}
