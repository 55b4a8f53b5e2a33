//! The end of the run: the place of the failure, and the postcondition that is false there.

use eval::{Continuation, Domain, Ending, Stop, Sym, SymCond, Val, allows, equals};
use exec::run::PreparedTest;
use ir::{Pc, Reg};
use syntax::Span;
use term::Term;

use super::recorder::{NoTrace, Recorder};
use super::{Failure, StepKind};

impl Recorder<'_> {
    /// The failure at the current instruction; `holds` is the condition that would have to hold instead.
    pub(super) fn failed(&mut self, span: Span, holds: Term) -> Failure {
        let (function, _) = self.function();
        // If one of the instruction's own decisions had gone the other way, it might not have failed.
        let came = self.when.clone();
        let came = self.all(&came);
        let pool = &mut self.machine.dom.terms;
        let other = pool.not(came);
        let holds = pool.or(holds, other);
        let mut all = std::mem::take(&mut self.pending);
        all.push(holds);
        let holds = self.all(&all);
        Failure {
            span,
            function,
            activation: self.activation(),
            guard: self.guard(),
            holds,
        }
    }

    /// The failure of wrong output here, or of missing output; earlier output might have made it right.
    pub(super) fn said_wrong(&mut self, span: Span, holds: Term) -> Failure {
        let mut failure = self.failed(span, holds);
        if let Some(silence) = self.silence {
            let quiet = self.variables[silence.index()].term;
            let pool = &mut self.machine.dom.terms;
            let printed = pool.not(quiet);
            failure.holds = pool.or(failure.holds, printed);
        }
        failure
    }

    /// Handles a stop that no decision avoids.
    pub(super) fn ended(
        &mut self,
        stop: Stop,
        test: &PreparedTest,
    ) -> Result<Option<Failure>, NoTrace> {
        let span = self.machine.span();
        let never = self.machine.dom.terms.bool(false);
        match stop {
            Stop::Trap(trap) => Ok(Some(self.failed(trap.span, never))),
            Stop::Dead => Ok(Some(self.said_wrong(span, never))),
            Stop::Exit(ending) => {
                let matcher = self.machine.state.output.matcher();
                let complete = matcher.is_none_or(|m| m.finish(&test.goal.expected));
                if !complete {
                    return Ok(Some(self.said_wrong(span, never)));
                }
                let holds = self.outcome(&ending, test)?;
                Ok(Some(self.failed(span, holds)))
            }
            Stop::Unsupported { what, span } => Err(NoTrace {
                reason: what.to_string(),
                span: Some(span),
            }),
            _ => Err(self.refused("the run stopped in a way that cannot be explained".into())),
        }
    }

    /// The condition that the end of the program must meet: its status or result is right.
    fn outcome(&mut self, ending: &Ending, test: &PreparedTest) -> Result<Term, NoTrace> {
        let result = self.machine.state.result;
        let condition = match (ending, test.goal.exit, &test.goal.returns) {
            (Ending::Status(_), Some(wanted), _) => {
                result.map(|seen| allows(&mut self.machine.dom, wanted, seen))
            }
            (Ending::Returned, _, Some((ty, literal))) => {
                let memory = &self.machine.state.memory;
                let dom = &mut self.machine.dom;
                result.and_then(|v| equals(dom, memory, *ty, v, literal))
            }
            _ => return Err(self.refused("the test passes when it is run again".into())),
        };
        let condition = condition.unwrap_or(SymCond::Known(false));
        let holds = self.machine.dom.cond_term(condition);
        if self.holds(holds) {
            return Err(self.refused("the test passes when it is run again".into()));
        }
        Ok(holds)
    }

    /// Handles a stop of a library function, which may only mean that its output can match in several ways.
    pub(super) fn stopped_output(
        &mut self,
        pc: Pc,
        stop: Stop,
        kind: StepKind,
        written: Option<Reg>,
        test: &PreparedTest,
    ) -> Result<Option<Failure>, NoTrace> {
        let Stop::Options(ways) = stop else {
            return self.ended(stop, test);
        };
        let span = self.machine.span();
        let fits = |way: &Continuation| way.constraints.iter().all(|t| self.holds(*t));
        let Some(taken) = ways.iter().position(fits) else {
            let ways: Vec<Term> = ways.iter().map(|way| self.all(&way.constraints)).collect();
            let holds = self.machine.dom.terms.or_all(&ways);
            return Ok(Some(self.said_wrong(span, holds)));
        };
        let Some(way) = ways.into_iter().nth(taken) else {
            return Ok(None);
        };
        let length = way.text.len() as u64;
        self.machine.state.proceed(way);
        self.machine.state.path.clear_condition();
        self.machine.state.path.forget_choices();
        self.machine.state.calls.advance();
        self.spoke();
        self.step(kind, pc);
        if let Some(register) = written {
            let length = Val::scalar(Sym::Known(length));
            self.machine.state.calls.set_register(register, length);
        }
        Ok(None)
    }

    /// Notes output that matches: whatever was printed before it is settled.
    pub(super) fn spoke(&mut self) {
        self.silence = None;
        self.spoke_at = self.steps.len();
    }
}
