//! Executes loops.

use super::interpreter::{Flow, Interpreter, Jump, NEXT};
use super::syntax::{Arm, Block, Word};
use super::value::Status;
use super::variables::Target;
use std::ops::ControlFlow;

/// How a loop goes on after its body.
enum Turn {
    /// With the next turn.
    Next,
    /// With what follows the loop.
    End,
    /// Elsewhere.
    Leave(Jump),
}

/// How a loop goes on after its body.
fn turn(flow: Flow) -> Turn {
    match flow {
        ControlFlow::Continue(()) | ControlFlow::Break(Jump::Continue(0 | 1)) => Turn::Next,
        ControlFlow::Break(Jump::Break(0 | 1)) => Turn::End,
        ControlFlow::Break(Jump::Break(count)) => Turn::Leave(Jump::Break(count - 1)),
        ControlFlow::Break(Jump::Continue(count)) => Turn::Leave(Jump::Continue(count - 1)),
        ControlFlow::Break(jump) => Turn::Leave(jump),
    }
}

impl Interpreter<'_> {
    /// Executes `while` or `until`.
    pub(super) fn while_loop(&mut self, arm: &Arm, is_until: bool) -> Flow {
        let depth = self.shell.loop_names.len();
        let outer_input = self.shell.loop_input;
        if let Some(Target::Buffer(buffer)) = self.shell.targets.get(&0) {
            self.shell.loop_input = Some(*buffer);
        }
        let mut last = Status::Known(0);
        let flow = self.while_turns(arm, is_until, &mut last);
        self.shell.loop_names.truncate(depth);
        self.shell.loop_input = outer_input;
        self.shell.status = last;
        flow
    }

    /// Executes the turns of `while` or `until`. A condition that is not known ends them after one.
    fn while_turns(&mut self, arm: &Arm, is_until: bool, last: &mut Status) -> Flow {
        let depth = self.shell.loop_names.len();
        loop {
            if !self.budget.step() {
                return self.stop(self.shell.line, "it does too much to be followed");
            }
            self.shell.loop_names.truncate(depth);
            self.shell.loop_names.push(None);
            self.shell.conditions += 1;
            let flow = self.block(&arm.condition, None);
            self.shell.conditions -= 1;
            flow?;
            let status = self.shell.status.clone();
            let is_true = match status {
                Status::Unknown(_) => is_until,
                _ => self.ledger.decide(&status, None),
            };
            if is_true == is_until {
                return NEXT;
            }
            match turn(self.block(&arm.body, None)) {
                Turn::Next => {}
                Turn::End => return NEXT,
                Turn::Leave(jump) => return ControlFlow::Break(jump),
            }
            *last = self.shell.status.clone();
            if !matches!(status, Status::Known(_)) {
                return NEXT;
            }
        }
    }

    /// Executes `for`.
    pub(super) fn for_loop(&mut self, name: &str, words: Option<&[Word]>, body: &Block) -> Flow {
        let values = match words {
            Some(words) => self.fields(words),
            None => self.shell.args.clone(),
        };
        let depth = self.shell.loop_names.len();
        let mut result = NEXT;
        self.shell.status = Status::Known(0);
        for value in values {
            let label = self.label(&value);
            self.shell.loop_names.truncate(depth);
            self.shell.loop_names.push(label);
            self.shell.set(name, value);
            match turn(self.block(body, None)) {
                Turn::Next => {}
                Turn::End => break,
                Turn::Leave(jump) => {
                    result = ControlFlow::Break(jump);
                    break;
                }
            }
        }
        self.shell.loop_names.truncate(depth);
        result
    }

    /// Executes `for ((…))`.
    pub(super) fn counting_loop(&mut self, header: &[Word; 3], body: &Block) -> Flow {
        let [start, test, step] = header;
        self.arithmetic(start);
        while self.arithmetic(test).unwrap_or(0) != 0 || test.0.is_empty() {
            if !self.budget.step() {
                return self.stop(self.shell.line, "it does too much to be followed");
            }
            match turn(self.block(body, None)) {
                Turn::Next => {}
                Turn::End => break,
                Turn::Leave(jump) => return ControlFlow::Break(jump),
            }
            self.arithmetic(step);
        }
        NEXT
    }
}
