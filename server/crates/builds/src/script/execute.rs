//! Executes statements, pipelines and branches.

use super::assume::{Mood, wish};
use super::interpreter::{Flow, Interpreter, Jump, NEXT};
use super::syntax::{Block, Command, Kind, Link, Piece, Pipeline, Simple, Statement, Word};
use super::value::{Part, Status, Value};
use super::variables::Target;
use std::ops::ControlFlow;

/// Whether a word is `$?`.
fn is_status(word: &Word) -> bool {
    matches!(word.0.as_slice(), [Piece::Parameter(parameter, _)] if parameter.name == "?")
}

/// Whether a pipeline ends the script or the function.
fn leaves(pipeline: &Pipeline) -> bool {
    let first = pipeline.commands.first().map(|command| &command.kind);
    matches!(first, Some(Kind::Simple(simple))
        if matches!(simple.words.first().and_then(Word::literal), Some("exit" | "return")))
}

/// The simple command that a pipeline consists of.
fn only_simple(pipeline: &Pipeline) -> Option<&Simple> {
    match pipeline.commands.as_slice() {
        [
            Command {
                kind: Kind::Simple(simple),
                ..
            },
        ] => Some(simple),
        _ => None,
    }
}

/// Whether a pipeline prints the exit status of what was executed before.
fn prints_status(pipeline: &Pipeline) -> bool {
    let Some(simple) = only_simple(pipeline) else {
        return false;
    };
    let is_status =
        |piece: &Piece| matches!(piece, Piece::Parameter(parameter, _) if parameter.name == "?");
    let name = simple.words.first().and_then(Word::literal);
    matches!(name, Some("echo" | "printf"))
        && simple.words.iter().any(|word| word.0.iter().any(is_status))
}

/// Whether a link makes the status 0 whatever it was, as `|| true` does.
fn forgives(link: &Link) -> bool {
    let words = only_simple(&link.pipeline).map(|simple| simple.words.as_slice());
    link.is_or && matches!(words, Some([word]) if matches!(word.literal(), Some("true" | ":")))
}

/// Whether a chain ends with an assignment, whose status is that of what it substitutes.
fn is_assignment(chain: &[Link]) -> bool {
    let last = chain.last().and_then(|link| link.pipeline.commands.last());
    matches!(last.map(|command| &command.kind), Some(Kind::Simple(simple)) if simple.words.is_empty())
}

impl Interpreter<'_> {
    /// Executes statements; the last one is wanted to succeed or to fail.
    pub(super) fn block(&mut self, block: &Block, wanted: Option<bool>) -> Flow {
        let last = block.len().saturating_sub(1);
        for (index, statement) in block.iter().enumerate() {
            self.statement(statement, wanted.filter(|_| index == last))?;
        }
        NEXT
    }

    /// Executes a statement.
    fn statement(&mut self, statement: &Statement, wanted: Option<bool>) -> Flow {
        if !self.budget.step() {
            return self.stop(self.shell.line, "it does too much to be followed");
        }
        if statement.is_background {
            let flow = self.subshell(|inner| {
                inner.shell.is_background = true;
                inner.chain(&statement.chain, None)
            });
            self.shell.status = Status::Known(0);
            return flow;
        }
        self.chain(&statement.chain, wanted)
    }

    /// Executes a chain of pipelines and looks at the status at the end.
    fn chain(&mut self, chain: &[Link], wanted: Option<bool>) -> Flow {
        let mut is_last_executed = false;
        for (index, link) in chain.iter().enumerate() {
            if index > 0 && forgives(link) {
                self.shell.status = Status::Known(0);
                continue;
            }
            if index > 0 && !(link.is_or && self.assigns_status(&link.pipeline)) {
                let status = self.shell.status.clone();
                let wanted = self.wish_before(chain, index, wanted);
                if let (Status::Run(run), None) = (&status, wanted)
                    && prints_status(&link.pipeline)
                {
                    let reason = "what is printed besides depends on its exit status";
                    self.ledger.spoil(*run, reason);
                }
                let is_true = self.ledger.decide(&status, wanted);
                if !matches!(status, Status::Known(_)) {
                    self.shell.status = Status::of(is_true);
                }
                if is_true == link.is_or {
                    continue;
                }
            }
            let is_last = index + 1 == chain.len();
            is_last_executed = is_last && !link.pipeline.is_negated;
            self.shell.conditions += usize::from(!is_last);
            let flow = self.pipeline(&link.pipeline, wanted.filter(|_| is_last));
            self.shell.conditions -= usize::from(!is_last);
            flow?;
        }
        if self.shell.conditions > 0 {
            return NEXT;
        }
        let status = self.shell.status.clone();
        if is_last_executed && self.shell.has("errexit") {
            if !self.ledger.decide(&status, Some(true)) {
                return ControlFlow::Break(Jump::Exit);
            }
        } else if matches!(status, Status::Claim(_))
            && !self.shell.is_captured
            && !is_assignment(chain)
        {
            let is_negated = chain.last().is_some_and(|link| link.pipeline.is_negated);
            let wanted = wanted.or(is_negated.then_some(true));
            self.ledger.decide(&status, wanted);
        }
        NEXT
    }

    /// Whether a pipeline stores a status that is not known, as in `./prog || status=$?`.
    fn assigns_status(&self, pipeline: &Pipeline) -> bool {
        let is_symbolic = matches!(self.shell.status, Status::Run(_) | Status::Claim(_));
        let Some(simple) = only_simple(pipeline) else {
            return false;
        };
        is_symbolic
            && simple.words.is_empty()
            && simple.assignments.iter().any(|assignment| {
                matches!(&assignment.value, super::syntax::NewValue::Single(word) if is_status(word))
            })
    }

    /// What the script wants the status before a link of a chain to be.
    fn wish_before(&self, chain: &[Link], index: usize, wanted: Option<bool>) -> Option<bool> {
        let link = chain.get(index)?;
        let mood = |link: &Link| self.mood(&link.pipeline);
        let later = chain
            .iter()
            .skip(index)
            .find(|later| later.is_or != link.is_or);
        let other = later.map_or(Mood::Neutral, mood);
        let is_or = link.is_or;
        let next = match mood(link) {
            Mood::Neutral if is_or && leaves(&link.pipeline) => Mood::Failing,
            mood => mood,
        };
        let local = if is_or {
            wish(other, next)
        } else {
            wish(next, other)
        };
        let inherited = wanted.filter(|wanted| *wanted != is_or);
        let before = index.checked_sub(1).and_then(|index| chain.get(index));
        let is_negated = before.is_some_and(|before| before.pipeline.is_negated);
        let is_run = matches!(self.shell.status, Status::Run(_)) || is_negated;
        local.or(inherited).or((is_run && !is_or).then_some(true))
    }

    /// Executes a pipeline.
    fn pipeline(&mut self, pipeline: &Pipeline, wanted: Option<bool>) -> Flow {
        let wanted = wanted.map(|wanted| wanted != pipeline.is_negated);
        self.shell.conditions += usize::from(pipeline.is_negated);
        let flow = match pipeline.commands.as_slice() {
            [command] => self.command(command, wanted),
            commands => self.pipe(commands, wanted),
        };
        self.shell.conditions -= usize::from(pipeline.is_negated);
        if pipeline.is_negated {
            self.shell.status = self.shell.status.clone().inverted();
        }
        flow
    }

    /// Executes commands of which each reads what the one before prints.
    fn pipe(&mut self, commands: &[Command], wanted: Option<bool>) -> Flow {
        let mut input = None;
        let mut statuses = Vec::new();
        for (index, command) in commands.iter().enumerate() {
            let is_last = index + 1 == commands.len();
            let output = (!is_last).then(|| self.new_buffer(Value::default()));
            self.subshell(|inner| {
                if let Some(input) = input {
                    inner.shell.targets.insert(0, Target::Buffer(input));
                }
                if let Some(output) = output {
                    inner.shell.targets.insert(1, Target::Buffer(output));
                    inner.shell.is_captured = true;
                    inner.shell.conditions += 1;
                }
                inner.command(command, wanted.filter(|_| is_last))
            })?;
            input = output;
            statuses.push(self.shell.status.clone());
        }
        if self.shell.has("pipefail") {
            let is_strict = self.shell.has("errexit") && self.shell.conditions == 0;
            for status in &statuses {
                if is_strict && matches!(status, Status::Run(_)) {
                    self.ledger.decide(status, Some(true));
                } else if !is_strict && self.shell.status == Status::Known(0) {
                    self.shell.status = status.clone();
                }
            }
        }
        let statuses = statuses.into_iter().map(|status| {
            let mut value = Value::default();
            value.push(Part::Status(status));
            value
        });
        let statuses = statuses.collect();
        self.shell.set_list("PIPESTATUS", statuses);
        NEXT
    }

    /// Executes a command with its redirections.
    pub(super) fn command(&mut self, command: &Command, wanted: Option<bool>) -> Flow {
        self.shell.line = command.line;
        if !self.budget.enter() {
            return self.stop(command.line, "it is nested too deeply");
        }
        let before = self.shell.targets.clone();
        // The words of a simple command are expanded before it is redirected.
        let flow = if let Kind::Simple(simple) = &command.kind {
            self.simple(simple, &command.redirects, wanted)
        } else {
            self.redirect(&command.redirects);
            self.kind(&command.kind, wanted)
        };
        let is_exec = match &command.kind {
            Kind::Simple(simple) => {
                matches!(simple.words.as_slice(), [word] if word.literal() == Some("exec"))
            }
            _ => false,
        };
        if !is_exec {
            self.shell.targets = before;
        }
        self.budget.leave();
        flow
    }

    /// Executes a command without its redirections.
    fn kind(&mut self, kind: &Kind, wanted: Option<bool>) -> Flow {
        match kind {
            Kind::Simple(simple) => self.simple(simple, &[], wanted),
            Kind::Group(block) => self.block(block, wanted),
            Kind::Subshell(block) => self.subshell(|inner| inner.block(block, wanted)),
            Kind::If(arms, otherwise) => self.branch(arms, otherwise, wanted),
            Kind::While { is_until, arm } => self.while_loop(arm, *is_until),
            Kind::For(name, words, body) => self.for_loop(name, words.as_deref(), body),
            Kind::Count(header, body) => self.counting_loop(header, body),
            Kind::Case(word, choices) => self.case(word, choices, wanted),
            Kind::Function(name, body) => {
                self.shell.functions.insert(name.clone(), body.clone());
                self.shell.status = Status::Known(0);
                NEXT
            }
            Kind::Condition(words) => {
                self.shell.status = self.double_bracket(words, wanted);
                NEXT
            }
            Kind::Arithmetic(word) => {
                self.shell.status = self.arithmetic_command(word);
                NEXT
            }
        }
    }

    /// Executes a condition; returns whether it holds.
    pub(super) fn holds(
        &mut self,
        condition: &Block,
        wanted: Option<bool>,
    ) -> ControlFlow<Jump, bool> {
        self.shell.conditions += 1;
        let flow = self.block(condition, wanted);
        self.shell.conditions -= 1;
        flow?;
        let status = self.shell.status.clone();
        ControlFlow::Continue(self.ledger.decide(&status, wanted))
    }

    /// Executes a condition of which nothing tells whether it is to hold: what it compares is no check.
    pub(super) fn may_hold(&mut self, condition: &Block) -> ControlFlow<Jump, bool> {
        self.shell.conditions += 1;
        let flow = self.block(condition, None);
        self.shell.conditions -= 1;
        flow?;
        ControlFlow::Continue(match &self.shell.status {
            Status::Known(number) => *number == 0,
            Status::Unknown(_) | Status::Run(_) | Status::Claim(_) => true,
        })
    }
}
