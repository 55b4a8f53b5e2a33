//! Runs the candidates of a schema, failing tests first.

use exec::runner::Runner;

use super::schema::Schema;
use crate::validate::Fixer;

/// A candidate with which all tests pass in the schema.
pub(crate) struct Survivor<'s, T> {
    pub(crate) candidate: &'s T,
    /// Whether the condition was decided both ways as written, and always in the same way with the candidate.
    pub(super) is_vacuous: bool,
}

impl Fixer<'_> {
    /// The candidates with which all tests pass.
    pub(crate) fn screen<'s, T>(&mut self, schema: &'s Schema<T>) -> Vec<Survivor<'s, T>> {
        let mut runner = Runner::new(&schema.program);
        let mut survivors = Vec::new();
        let mut written = None;
        for (candidate, number) in schema.candidates.iter().zip(1..) {
            if self.exhausted() {
                break;
            }
            for choice in &schema.choices {
                runner.set_global(*choice, number);
            }
            let mut seen = 0;
            let passes = self.trials.passes_all(&mut runner, &mut |runner| {
                let notes = schema.seen.iter().filter_map(|at| runner.global(*at));
                seen |= notes.fold(0, |all, one| all | one);
            });
            if passes {
                let is_constant = seen != 0 && !is_both(seen);
                let is_vacuous =
                    is_constant && *written.get_or_insert_with(|| self.decides_as_written(schema));
                survivors.push(Survivor {
                    candidate,
                    is_vacuous,
                });
            }
        }
        survivors
    }

    /// Whether the condition as written is decided both ways.
    fn decides_as_written<T>(&self, schema: &Schema<T>) -> bool {
        let mut runner = Runner::new(&schema.program);
        let mut seen = 0;
        self.trials.run_each(&mut runner, &mut |runner| {
            let notes = schema.seen.iter().filter_map(|at| runner.global(*at));
            seen |= notes.fold(0, |all, one| all | one);
        });
        is_both(seen)
    }
}

/// Whether a condition was true and false.
fn is_both(seen: i32) -> bool {
    seen == 0b11
}
