//! Helpers: explaining a program that is given as text.

use std::fmt::Write as _;

use exec::run::prepare;
use explain::check::{ProofCheck, Rest, check};
use explain::error_trace::{Role, Story, tell};
use explain::invariant::{Chain, InvariantBudget, find};
use explain::trace::{Flow, NoTrace, Trace, TraceLimits, record};
use harness::Test;
use testkit::CompiledProgram;

/// A failing run with its invariants.
pub(crate) struct Found {
    pub(crate) trace: Trace,
    pub(crate) chain: Chain,
    pub(crate) story: Story,
}

/// Records a test and finds the invariants.
pub(crate) fn explained(
    program: &CompiledProgram,
    test: &Test,
    flow: Flow,
) -> Result<Found, NoTrace> {
    let prepared = prepare(&program.program, "main", test).unwrap();
    let mut trace = record(&program.program, &prepared, TraceLimits::default(), &|| {
        false
    })?;
    let mut solver = smt::solver(smt::Choice::Auto);
    solver.set_limits(smt::SolverLimits {
        work: Some(100 * smt::SolverLimits::MILLISECOND),
        ..smt::SolverLimits::default()
    });
    let budget = InvariantBudget {
        checks: 100_000,
        stopped: &|| false,
        should_finish: &|| false,
    };
    let chain = find(&mut trace, flow, solver.as_mut(), &budget).unwrap();
    let story = tell(
        &program.program,
        &program.parse.sources,
        &trace,
        flow,
        &chain,
    );
    Ok(Found {
        trace,
        chain,
        story,
    })
}

/// Proves all invariants again, without simplification, and with the rest of the run outright.
pub(crate) fn checked(found: &mut Found, flow: Flow) -> ProofCheck {
    checked_as(found, flow, Rest::Outright)
}

/// Proves all invariants again.
pub(crate) fn checked_as(found: &mut Found, flow: Flow, how: Rest) -> ProofCheck {
    let mut z3 = smt::solver(smt::Choice::Z3);
    let (trace, chain) = (&mut found.trace, &found.chain);
    check(trace, flow, chain, how, z3.as_mut(), &|| false)
}

/// A story as text: relevant statements with their lines, and the invariants after them.
pub(crate) fn text(program: &CompiledProgram, story: &Story) -> String {
    let sources = &program.parse.sources;
    let mut out = String::new();
    if !story.holds.is_empty() {
        let _ = writeln!(out, "   {{{}}}", story.holds.join(", "));
    }
    for s in &story.statements {
        let role = match s.role {
            Role::Input => "input",
            Role::Writes => "writes",
            Role::Call => "call",
            Role::Returns => "returns",
            Role::Decides { held: true } => "true",
            Role::Decides { held: false } => "false",
            Role::Skips => "stays",
        };
        let line = sources.line_col(s.span).0;
        let written = if s.writes.is_empty() {
            String::new()
        } else {
            format!(" [{}]", s.writes.join(", "))
        };
        let source = match s.role {
            Role::Input => "",
            _ => sources.text(s.span),
        };
        let _ = writeln!(out, "{line} {role}: {source}{written}");
        let _ = writeln!(out, "   {{{}}}", s.holds.join(", "));
    }
    let _ = writeln!(out, "{} fails", sources.line_col(story.span).0);
    out
}
