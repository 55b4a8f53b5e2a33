//! A program that is right (`--reference`), by which repairs are judged.

use exec::run::{TestOutcome, Verdict};
use ir::Program;
use ir::flow::plain;
use ir::lower::{LowerOptions, lower};
use localize::Session;
use syntax::Severity;

use super::Job;
use super::run::Ready;

impl Job<'_> {
    /// The program that the user says is right. One that cannot be read, or fails a test, is not used, and the report says
    /// so.
    pub(super) fn reference(
        &mut self,
        ready: &Ready<'_>,
        options: &localize::Options,
    ) -> Option<Program> {
        let file = self.spec.options.reference.clone()?;
        let parse = match self.parse_file(&file, None, 0, None) {
            Ok(parse) => parse,
            Err(no_answer) => {
                self.warn_of(
                    &file,
                    format!("it cannot be used as a reference: {}", no_answer.reason),
                );
                return None;
            }
        };
        let lowered = lower(&parse, &LowerOptions::default());
        let problems = parse.problems.iter().chain(&lowered.problems);
        let mut errors = problems.filter(|p| p.severity == Severity::Error);
        if let Some(error) = errors.next() {
            let why = format!("it cannot be used as a reference: {}", error.message);
            self.warn_of(&file, why);
            return None;
        }
        let mut session = Session::new(&parse, &lowered.program, ready.tests(), options.clone());
        let outcomes = session.run_tests(&self.outside());
        let fails =
            |ran: &TestOutcome| !matches!(ran.verdict, Verdict::Pass | Verdict::Ignored { .. });
        if let Some((test, _)) = ready
            .tests()
            .iter()
            .zip(outcomes)
            .find(|(_, ran)| fails(ran))
        {
            let why = format!(
                "it is not used as a reference: it does not pass test {}",
                test.id
            );
            self.warn_of(&file, why);
            return None;
        }
        Some(plain(&lowered.program))
    }
}
