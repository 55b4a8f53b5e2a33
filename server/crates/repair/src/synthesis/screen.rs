//! Runs the candidates of a schema, failing tests first.

use exec::runner::Runner;

use super::schema::Schema;
use crate::validate::{Fixer, TrialRunner};

/// A candidate with which all tests pass in the schema.
pub(crate) struct Survivor<'s, T> {
    pub(crate) candidate: &'s T,
    /// Number that selects it.
    number: i32,
}

impl<'a> Fixer<'a> {
    /// The candidates with which all tests pass.
    pub(crate) fn screen<'s, T>(&mut self, schema: &'s Schema<T>) -> Vec<Survivor<'s, T>> {
        self.survivors(schema, TrialRunner::passes_all)
    }

    /// The candidates with which one of the first failing tests passes.
    pub(crate) fn promising<'s, T>(&mut self, schema: &'s Schema<T>) -> Vec<&'s T> {
        let survivors = self.survivors(schema, TrialRunner::mends_one).into_iter();
        survivors.map(|survivor| survivor.candidate).collect()
    }

    /// The candidates that pass a trial, until the budget is used up.
    fn survivors<'s, T>(
        &mut self,
        schema: &'s Schema<T>,
        passes: impl Fn(&mut TrialRunner<'a>, &mut Runner<'_>) -> bool,
    ) -> Vec<Survivor<'s, T>> {
        let mut runner = Runner::new(&schema.program);
        let mut survivors = Vec::new();
        for (candidate, number) in schema.candidates.iter().zip(1..) {
            if self.exhausted() {
                break;
            }
            schema.select(&mut runner, number);
            if passes(&mut self.trials, &mut runner) {
                survivors.push(Survivor { candidate, number });
            }
        }
        survivors
    }

    /// Whether the tests decide a condition both ways as written, and always in the same way with the candidate.
    pub(super) fn is_vacuous<T>(&self, schema: &Schema<T>, survivor: &Survivor<'_, T>) -> bool {
        let seen = self.seen(schema, survivor.number);
        seen != 0 && !is_both(seen) && is_both(self.seen(schema, 0))
    }

    /// Whether the tests decide the condition both ways with the candidate.
    pub(super) fn decides<T>(&self, schema: &Schema<T>, survivor: &Survivor<'_, T>) -> bool {
        is_both(self.seen(schema, survivor.number))
    }

    /// The truth values of the condition in all tests, with the candidate that a number selects.
    fn seen<T>(&self, schema: &Schema<T>, number: i32) -> i32 {
        let mut runner = Runner::new(&schema.program);
        schema.select(&mut runner, number);
        let mut seen = 0;
        self.trials.run_each(&mut runner, &mut |runner| {
            let notes = schema.seen.iter().filter_map(|at| runner.global(*at));
            seen |= notes.fold(0, |all, one| all | one);
        });
        seen
    }
}

/// Whether a condition was true and false.
fn is_both(seen: i32) -> bool {
    seen == 0b11
}
