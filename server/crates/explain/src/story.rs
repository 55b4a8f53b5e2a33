//! The abstract error trace (§4, definition 2): the few statements that matter, and what holds between them.

use std::collections::BTreeSet;
use std::rc::Rc;

use ir::{CompId, FnId, Program};
use syntax::{Sources, Span};

use crate::invariant::{Chain, Invariant};
use crate::trace::{Flow, Step, StepKind, Trace};
use crate::words::Words;

/// What a statement does in the failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The test's inputs.
    Input,
    /// It writes.
    Writes,
    /// A call passes arguments.
    Call,
    /// A call gives its result.
    Returns,
    /// A condition that goes this way.
    Decides {
        /// It holds.
        held: bool,
    },
    /// The branch not taken after this condition would have written.
    Skips,
}

/// A statement of the abstract error trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What it does.
    pub role: Role,
    /// Where it stands.
    pub span: Span,
    /// The component that it is.
    pub component: Option<CompId>,
    /// Which execution of it, from 1; 0 if that means nothing.
    pub execution: u32,
    /// The function that it runs in.
    pub function: FnId,
    /// What it writes, with values: `x = 0`. For [`Role::Skips`], what stays as it is.
    pub writes: Vec<String>,
    /// The steps of the trace.
    pub steps: Vec<usize>,
    /// What holds behind it: conjuncts in C syntax.
    pub holds: Vec<String>,
}

/// The explanation of a failing run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// What holds before the first statement.
    pub holds: Vec<String>,
    /// The statements that matter, in order.
    pub statements: Vec<Statement>,
    /// Where it fails.
    pub span: Span,
    /// Executed statements in all.
    pub executed: usize,
    /// Different invariants.
    pub invariants: usize,
}

/// Tells the story of a run.
pub fn tell(
    program: &Program,
    sources: &Sources,
    trace: &Trace,
    flow: Flow,
    chain: &Chain,
) -> Story {
    let words = Words::new(program, sources, trace, chain);
    let mut statements: Vec<Statement> = Vec::new();
    for step in chain.relevant() {
        let s = &trace.steps[step];
        if flow == Flow::Assumed && matches!(s.kind, StepKind::Frame { .. }) {
            continue;
        }
        let holds = words.invariant(step + 1, &chain.at[step + 1]);
        let writes = written(&words, trace, s, &chain.at[step + 1], step + 1);
        match statements.last_mut() {
            Some(last) if same_statement(last, s) => {
                last.steps.push(step);
                last.writes.extend(writes);
                last.holds = holds;
            }
            _ => statements.push(Statement {
                role: role(s),
                span: s.span,
                component: s.component,
                execution: s.execution,
                function: s.function,
                writes,
                steps: vec![step],
                holds,
            }),
        }
    }
    let shown: BTreeSet<usize> = chain.at.iter().map(|i| Rc::as_ptr(i) as usize).collect();
    Story {
        holds: words.invariant(0, &chain.at[0]),
        statements,
        span: trace.failure.span,
        executed: executed(trace),
        invariants: shown.len(),
    }
}

/// Executions of components, and conditions.
fn executed(trace: &Trace) -> usize {
    let real = |s: &&Step| !matches!(s.kind, StepKind::Frame { .. } | StepKind::Start);
    let all = trace.steps.iter().filter(real);
    let keys: BTreeSet<_> = all
        .map(|s| (s.component, s.execution, s.span.start))
        .collect();
    keys.len()
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

fn same_statement(last: &Statement, step: &Step) -> bool {
    last.role == role(step)
        && last.component == step.component
        && last.execution == step.execution
        && last.span == step.span
        && last.function == step.function
}

/// What a step writes that the invariant behind it speaks of.
fn written(
    words: &Words<'_>,
    trace: &Trace,
    step: &Step,
    behind: &Invariant,
    cut: usize,
) -> Vec<String> {
    let wanted = step.definitions.iter().filter(|d| behind.mentions(d.var));
    wanted
        .filter_map(|d| words.value(cut, trace, d.var))
        .collect()
}
