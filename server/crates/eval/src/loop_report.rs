//! Describes a run that does not end: it is watched for a while to find the loop that it repeats.

use ir::program::{Function, Inst, Pc};
use syntax::{Sources, Span};

use super::machine::{Machine, MachineDomain};
use super::state::PausePoint;
use super::stop::Stop;

/// The loop of a run that does not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endless {
    /// The condition of the loop, or the loop's beginning.
    pub span: Option<Span>,
    /// Whether the run kept printing.
    pub prints: bool,
}

impl Endless {
    /// The description in one line.
    pub fn text(&self, sources: &Sources) -> String {
        let endless = "does not end";
        let printing = if self.prints {
            " and goes on printing"
        } else {
            " and prints nothing more"
        };
        match self.span {
            Some(span) => format!(
                "{endless}: it loops at line {}{printing}",
                sources.line_col(span).0
            ),
            None => format!("{endless}{printing}"),
        }
    }
}

impl<D: MachineDomain> Machine<'_, D> {
    /// Watches a run for a while to find out what it repeats.
    pub fn endless(&mut self) -> Endless {
        let printed = self.printed();
        let mut loops = Loops::default();
        for _ in 0..LOOK {
            let before = self.state.calls.place();
            self.steps = 1;
            match self.run(None) {
                Err(stop) if matches!(*stop, Stop::StepLimit) => {}
                _ => break,
            }
            loops.step(before, self.state.calls.place());
        }
        let span = loops.found().and_then(|(head, last)| {
            let frame = self.state.calls.frames.get(head.depth - 1)?;
            let function = &self.program.functions[frame.function.index()];
            loop_span(function, head.pc, last)
        });
        Endless {
            span,
            prints: self.printed() > printed,
        }
    }
}

/// Number of instructions for which a run that reached the limit is watched.
const LOOK: u32 = 100_000;

/// The backward jumps in the lowest frame to which a run returns.
#[derive(Default)]
pub(super) struct Loops {
    depth: usize,
    jumps: Option<(Pc, Pc)>,
}

impl Loops {
    /// Records one executed instruction, from one place to another.
    pub(super) fn step(&mut self, before: PausePoint, after: PausePoint) {
        if self.depth == 0 || after.depth < self.depth {
            *self = Loops {
                depth: after.depth,
                jumps: None,
            };
        }
        if before.depth == self.depth && after.depth == self.depth && after.pc <= before.pc {
            let (first, last) = self.jumps.unwrap_or((after.pc, before.pc));
            self.jumps = Some((first.min(after.pc), last.max(before.pc)));
        }
    }

    /// The first place of the widest loop found, and its last position.
    pub(super) fn found(&self) -> Option<(PausePoint, Pc)> {
        let (pc, last) = self.jumps?;
        let depth = self.depth;
        Some((PausePoint { depth, pc }, last))
    }
}

/// The condition that could leave the loop, or else the beginning of the loop.
fn loop_span(function: &Function, first: Pc, last: Pc) -> Option<Span> {
    let leaves = |pc: &Pc| match function.code.get(*pc as usize) {
        Some(Inst::Branch { then, els, .. } | Inst::BranchIf { then, els, .. }) => {
            let inside = first..=last;
            !(inside.contains(then) && inside.contains(els))
        }
        _ => false,
    };
    let known = |pc: Pc| {
        let span = function.spans.get(pc as usize).copied()?;
        (span != Span::default()).then_some(span)
    };
    (first..=last)
        .find(leaves)
        .and_then(known)
        .or_else(|| (first..=last).find_map(known))
}
