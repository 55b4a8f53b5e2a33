//! The abstract error trace (§4, definition 2): the few statements that matter, and the invariants between them.

use std::rc::Rc;

use ir::{CompId, ComponentKind, FnId, Program};
use rustc_hash::FxHashSet;
use syntax::{Sources, Span};

use crate::invariant::{Chain, Invariant};
use crate::trace::{Flow, Step, StepKind, Trace};
use crate::words::Words;

/// The role of a statement in the failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The test's inputs.
    Input,
    /// The statement writes variables.
    Writes,
    /// A call passes arguments.
    Call,
    /// A call returns its result.
    Returns,
    /// A condition decides which branch is taken.
    Decides {
        /// Whether the condition holds.
        held: bool,
    },
    /// After this condition, the branch that was not taken would have written variables.
    Skips,
}

/// A value that an execution of a statement needs for the test to pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// The condition on the value in C syntax: `x >= 10`; `true` or `false` for a condition.
    pub holds: String,
    /// A value with which the test was run and passed.
    pub value: String,
    /// Whether no other values work at this one place.
    pub exact: bool,
}

/// Knowledge about the needed values of an execution.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum NeededValue {
    /// The execution was not examined, or a bound was met.
    #[default]
    Open,
    /// No value of this execution alone lets the test pass.
    Nothing,
    /// With this value the test passes.
    This(Needs),
}

/// A statement of the abstract error trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Role of the statement.
    pub role: Role,
    /// Place of the statement in the text.
    pub span: Span,
    /// The component of the statement.
    pub component: Option<CompId>,
    /// Number of the component's execution, from 1; 0 if there is no component.
    pub execution: u32,
    /// The function of the statement.
    pub function: FnId,
    /// The activation of that function.
    pub activation: u32,
    /// The variables that it writes, with their values: `x = 0`. For [`Role::Skips`], the variables that keep their
    /// values.
    pub writes: Vec<String>,
    /// Steps of the trace that the statement consists of.
    pub steps: Vec<usize>,
    /// The invariant after the statement: conjuncts in C syntax.
    pub holds: Vec<String>,
    /// The value that this execution alone needs; [`tell`] leaves it open.
    pub needed: NeededValue,
}

/// The explanation of a failing run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// The invariant before the first statement.
    pub holds: Vec<String>,
    /// The statements that matter, in order.
    pub statements: Vec<Statement>,
    /// Place of the failure.
    pub span: Span,
    /// Number of executions of statements in the run.
    pub executed: usize,
    /// Number of executions of statements that matter.
    pub kept: usize,
    /// Number of distinct invariants.
    pub invariants: usize,
}

/// Builds the story of a run.
pub fn tell(
    program: &Program,
    sources: &Sources,
    trace: &Trace,
    flow: Flow,
    chain: &Chain,
) -> Story {
    let words = Words::new(program, sources, trace, chain);
    let relevant: Vec<usize> = chain
        .relevant()
        .filter(|k| {
            flow == Flow::Sensitive || !matches!(trace.steps[*k].kind, StepKind::Frame { .. })
        })
        .collect();
    let mut statements: Vec<Statement> = Vec::new();
    for (i, &k) in relevant.iter().enumerate() {
        let step = &trace.steps[k];
        let goes_on = |later: &usize| same_execution(&trace.steps[*later], step);
        // The parts of an expression belong to its statement.
        if is_part(program, step) && relevant[i + 1..].iter().any(goes_on) {
            continue;
        }
        let writes = written(&words, step, &chain.at[k + 1], k + 1);
        let statement = Statement {
            role: role(step),
            span: step.span,
            component: step.component,
            execution: step.execution,
            function: step.function,
            activation: step.activation,
            writes,
            steps: vec![k],
            needed: NeededValue::Open,
            holds: words.invariant(k + 1, &chain.at[k + 1]),
        };
        add(&mut statements, statement);
    }
    let shown: FxHashSet<usize> = chain.at.iter().map(|i| Rc::as_ptr(i) as usize).collect();
    Story {
        holds: words.invariant(0, &chain.at[0]),
        statements,
        span: trace.failure.span,
        executed: executions(trace, 0..trace.steps.len()),
        kept: executions(trace, relevant.into_iter()),
        invariants: shown.len(),
    }
}

/// Adds a statement, or joins it with the previous one if that is an earlier part of the same statement.
fn add(statements: &mut Vec<Statement>, statement: Statement) {
    let joins = |last: &Statement| {
        let same = last.component == statement.component
            && last.execution == statement.execution
            && last.activation == statement.activation
            && last.span == statement.span;
        let roles = match (last.role, statement.role) {
            (Role::Writes, Role::Writes | Role::Returns) => true,
            (a, b) => a == b,
        };
        same && roles
    };
    match statements.last_mut() {
        Some(last) if joins(last) => {
            last.role = statement.role;
            last.writes.extend(statement.writes);
            last.steps.extend(statement.steps);
            last.holds = statement.holds;
        }
        _ => statements.push(statement),
    }
}

/// Number of executions of statements that the steps belong to.
fn executions(trace: &Trace, steps: impl Iterator<Item = usize>) -> usize {
    let of = |k: usize| {
        let s = &trace.steps[k];
        let counts = !matches!(s.kind, StepKind::Start | StepKind::Frame { .. });
        let key = (s.component, s.execution, s.activation);
        s.component.filter(|_| counts).map(|_| key)
    };
    steps.filter_map(of).collect::<FxHashSet<_>>().len()
}

/// Whether a step is a branch inside an expression, or an intermediate value of it.
fn is_part(program: &Program, step: &Step) -> bool {
    let kind = step.component.map(|c| program.components[c.index()].kind);
    let own = matches!(kind, Some(ComponentKind::Condition | ComponentKind::Switch));
    match step.kind {
        StepKind::Condition { .. } | StepKind::Frame { .. } => !own,
        StepKind::Assign => step.definitions.is_empty(),
        _ => false,
    }
}

fn same_execution(a: &Step, b: &Step) -> bool {
    let key = |s: &Step| (s.component, s.execution, s.activation);
    key(a) == key(b)
}

fn role(step: &Step) -> Role {
    match step.kind {
        StepKind::Start => Role::Input,
        StepKind::Assign | StepKind::Library | StepKind::Input | StepKind::Output => Role::Writes,
        StepKind::Call => Role::Call,
        StepKind::Return => Role::Returns,
        StepKind::Condition { held } => Role::Decides { held },
        StepKind::Frame { .. } => Role::Skips,
    }
}

/// Assignments of a step to names that the invariant after it mentions.
fn written(words: &Words<'_>, step: &Step, behind: &Invariant, cut: usize) -> Vec<String> {
    let wanted = step.definitions.iter().filter(|d| behind.mentions(d.var));
    wanted.filter_map(|d| words.value(cut, d.var)).collect()
}
