//! Describes a run that does not end: it is watched for a while to find the loop that it repeats.

use ir::Nature;
use ir::program::{Function, Inst, Pc};
use syntax::{Sources, Span};

use super::machine::{Machine, MachineDomain};
use super::state::PausePoint;

/// The loop of a run that does not end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endless {
    /// The condition of the loop, or the loop's beginning.
    pub span: Option<Span>,
    /// Output of one repetition.
    pub output: LoopOutput,
    /// How the output differs from the expected one, if it is wrong already.
    pub difference: Option<String>,
}

/// Output of one repetition of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopOutput {
    /// Something is printed to standard output.
    Printed,
    /// No output function is called.
    Nothing,
    /// Not known: the loop may be longer than what was watched, or write elsewhere or empty texts.
    Unknown,
}

impl Endless {
    /// The description in one line, beginning with what is wrong with the output.
    pub fn text(&self, sources: &Sources) -> String {
        match &self.difference {
            Some(difference) => format!("{difference}; the program {}", self.loop_text(sources)),
            None => self.loop_text(sources),
        }
    }

    /// The description of the loop alone.
    pub fn loop_text(&self, sources: &Sources) -> String {
        let endless = "does not end";
        let printing = match self.output {
            LoopOutput::Printed => " and prints for ever",
            LoopOutput::Nothing => " and prints nothing more",
            LoopOutput::Unknown => "",
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
    /// Watches a run that repeats itself after `period` instructions, to find out what it repeats. If the period is not
    /// known, only the place of a loop that is running is found out.
    pub fn endless(&mut self, period: Option<u64>) -> Endless {
        let printed = self.printed();
        let mut loops = Loops::default();
        let mut calls_output = false;
        // Library functions take more steps the longer their texts are, so a repetition may be longer than the one before
        // it; and with too few steps left, they would not advance.
        let watched = period.map_or(LOOK, |period| period.saturating_mul(2));
        self.steps = watched.saturating_add(LOOK);
        while self.steps > LOOK {
            let before = self.state.calls.place();
            calls_output |= self.instruction().is_some_and(is_output);
            self.steps -= 1;
            if self.step_once().is_err() {
                break;
            }
            loops.step(before, self.state.calls.place());
        }
        let span = loops.found().and_then(|(head, last)| {
            let frame = self.state.calls.frames.get(head.depth - 1)?;
            let function = &self.program.functions[frame.function.index()];
            loop_span(function, head.pc, last)
        });
        let output = match period {
            _ if self.printed() > printed => LoopOutput::Printed,
            Some(_) if !calls_output => LoopOutput::Nothing,
            _ => LoopOutput::Unknown,
        };
        Endless {
            span,
            output,
            difference: None,
        }
    }
}

/// Whether the instruction calls a function that prints.
fn is_output(inst: &Inst) -> bool {
    matches!(inst, Inst::Builtin(call) if call.builtin.nature() == Nature::Output)
}

/// Number of instructions for which a run that reached the limit is watched.
const LOOK: u64 = 100_000;

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
