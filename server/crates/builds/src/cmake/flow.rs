//! The order of execution: blocks of `if` and `foreach`, and the definition of functions.
//!
//! The commands of a file are a flat list. A block is the part of the list between its
//! opening command and the closing one that belongs to it.

use super::expand::items;
use super::interpreter::{Interpreter, Procedure};
use super::words::Command;
use std::rc::Rc;

/// How to go on after a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

/// The most rounds of a `foreach` over numbers.
const MOST_ROUNDS: i64 = 10_000;

/// One branch of an `if`.
struct Branch<'a> {
    /// `None` for `else`.
    condition: Option<&'a Command>,
    body: &'a [Command],
}

impl Interpreter<'_> {
    /// Executes commands in order, one level deeper.
    pub(super) fn run(&mut self, commands: &[Command]) -> Flow {
        if !self.budget.enter() {
            return Flow::Next;
        }
        let flow = self.run_in_order(commands);
        self.budget.leave();
        flow
    }

    /// Executes commands in order.
    fn run_in_order(&mut self, commands: &[Command]) -> Flow {
        let mut rest = commands;
        while let Some((command, after)) = rest.split_first() {
            if !self.budget.step() {
                return Flow::Return;
            }
            self.place.line = command.line;
            let closing = match command.name.as_str() {
                "if" => Some("endif"),
                "foreach" => Some("endforeach"),
                "while" => Some("endwhile"),
                "function" => Some("endfunction"),
                "macro" => Some("endmacro"),
                _ => None,
            };
            let inside =
                closing.map_or(0, |closing| length_of_block(after, &command.name, closing));
            let body = after.get(..inside).unwrap_or_default();
            self.budget.spend(inside);
            rest = if closing.is_some() {
                after.get(inside + 1..).unwrap_or_default()
            } else {
                after
            };
            let flow = match command.name.as_str() {
                "if" => self.run_if(command, body),
                "foreach" => self.run_foreach(command, body),
                // What a `while` does is rarely about targets, and it may never end.
                "while" => Flow::Next,
                "function" | "macro" => self.define(command, body),
                "return" => Flow::Return,
                "break" => Flow::Break,
                "continue" => Flow::Continue,
                _ => self.run_command(command),
            };
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    /// Executes the first branch whose condition holds.
    fn run_if(&mut self, command: &Command, body: &[Command]) -> Flow {
        for branch in branches(command, body) {
            let holds = match branch.condition {
                Some(condition) => {
                    let words = self.expand_words(&condition.arguments);
                    self.holds(&words)
                }
                None => true,
            };
            if holds {
                return self.run(branch.body);
            }
        }
        Flow::Next
    }

    /// Executes the body once for each item.
    fn run_foreach(&mut self, command: &Command, body: &[Command]) -> Flow {
        let arguments = self.expand_all(&command.arguments);
        let Some((name, rest)) = arguments.split_first() else {
            return Flow::Next;
        };
        let before = self.variable(name).map(str::to_string);
        let mut flow = Flow::Next;
        for item in self.foreach_items(rest) {
            self.set(name, item);
            match self.run(body) {
                Flow::Break => break,
                Flow::Return => {
                    flow = Flow::Return;
                    break;
                }
                Flow::Next | Flow::Continue => {}
            }
            if !self.budget.step() {
                break;
            }
        }
        self.set_variable(name, before, false);
        flow
    }

    /// The items after the variable of a `foreach`.
    fn foreach_items(&mut self, arguments: &[String]) -> Vec<String> {
        match arguments.first().map(String::as_str) {
            Some("RANGE") => range(arguments.get(1..).unwrap_or_default()),
            Some("IN") => {
                let mut result = Vec::new();
                let mut are_lists = false;
                for argument in arguments.iter().skip(1) {
                    match argument.as_str() {
                        "LISTS" => are_lists = true,
                        "ITEMS" => are_lists = false,
                        _ if are_lists => {
                            let list = self.value(argument).to_string();
                            self.budget.spend(list.len());
                            result.extend(items(&list));
                        }
                        _ => result.push(argument.clone()),
                    }
                }
                result
            }
            _ => arguments.to_vec(),
        }
    }

    /// Remembers a function or macro.
    fn define(&mut self, command: &Command, body: &[Command]) -> Flow {
        let arguments = self.expand_all(&command.arguments);
        if let Some((name, parameters)) = arguments.split_first() {
            let procedure = Procedure {
                parameters: parameters.to_vec(),
                body: body.to_vec(),
                is_macro: command.name == "macro",
            };
            self.budget.spend(body.len() * 20);
            self.procedures
                .insert(name.to_ascii_lowercase(), Rc::new(procedure));
        }
        Flow::Next
    }
}

/// How many commands there are before the one that closes the block.
fn length_of_block(commands: &[Command], opening: &str, closing: &str) -> usize {
    let mut depth = 0;
    for (index, command) in commands.iter().enumerate() {
        if command.name == opening {
            depth += 1;
        } else if command.name == closing {
            if depth == 0 {
                return index;
            }
            depth -= 1;
        }
    }
    commands.len()
}

/// The branches of an `if`.
fn branches<'a>(command: &'a Command, body: &'a [Command]) -> Vec<Branch<'a>> {
    let mut branches = Vec::new();
    let mut condition = Some(command);
    let mut start = 0;
    let mut depth = 0;
    for (index, each) in body.iter().enumerate() {
        match each.name.as_str() {
            "if" => depth += 1,
            "endif" => depth -= 1,
            "elseif" | "else" if depth == 0 => {
                branches.push(Branch {
                    condition,
                    body: body.get(start..index).unwrap_or_default(),
                });
                condition = Some(each).filter(|each| each.name == "elseif");
                start = index + 1;
            }
            _ => {}
        }
    }
    branches.push(Branch {
        condition,
        body: body.get(start..).unwrap_or_default(),
    });
    branches
}

/// The numbers of `RANGE stop`, `RANGE start stop` or `RANGE start stop step`.
fn range(arguments: &[String]) -> Vec<String> {
    let numbers: Vec<i64> = arguments
        .iter()
        .filter_map(|text| text.parse().ok())
        .collect();
    let (first, last, step) = match numbers.as_slice() {
        [last] => (0, *last, 1),
        [first, last] => (*first, *last, 1),
        [first, last, step] if *step > 0 => (*first, *last, *step),
        _ => return Vec::new(),
    };
    let mut result = Vec::new();
    let mut number = first;
    for _ in 0..MOST_ROUNDS {
        if number > last {
            break;
        }
        result.push(number.to_string());
        number = number.saturating_add(step);
    }
    result
}
