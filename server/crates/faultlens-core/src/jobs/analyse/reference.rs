//! The reference: a correct program (`--reference`) by which repairs are judged.

use std::path::Path;

use exec::run::{TestOutcome, Verdict};
use ir::Program;
use ir::flow::uninstrumented;
use localize::Session;
use lower::{LowerOptions, lower};
use syntax::{Parse, Severity};

use super::run::Ready;
use super::{Job, NoAnswer};

impl Job<'_> {
    /// The program that the user declares correct. A program that cannot be read, or that fails a test, is not used,
    /// and the report says so.
    pub(super) fn reference(
        &mut self,
        ready: &Ready<'_>,
        options: &localize::JobOptions,
    ) -> Option<Program> {
        let file = self.spec.options.reference.clone()?;
        let unusable = |why: &str| format!("it cannot be used as a reference: {why}");
        let (parse, program, error) = match self.read_alone(&file, None) {
            Ok(read) => read,
            Err(no_answer) => {
                self.warn_of(&file, unusable(&no_answer.reason));
                return None;
            }
        };
        if let Some(error) = error {
            self.warn_of(&file, unusable(&error));
            return None;
        }
        let mut session = Session::new(&parse, &program, ready.tests(), options.clone());
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
        Some(uninstrumented(&program))
    }

    /// Reads a program of one file, perhaps with a text that is not on the disk, and returns the first error in its text.
    pub(super) fn read_alone(
        &mut self,
        file: &Path,
        text: Option<&String>,
    ) -> Result<(Parse, Program, Option<String>), NoAnswer> {
        let parse = self.parse_file(file, text, 0, None)?;
        let lowered = lower(&parse, &LowerOptions::default());
        let mut problems = parse.problems.iter().chain(&lowered.problems);
        let error = problems.find(|p| p.severity == Severity::Error);
        let error = error.map(|error| error.message.clone());
        Ok((parse, lowered.program, error))
    }
}
