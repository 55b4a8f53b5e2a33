//! What a repair changes in runs that were right.
//!
//! A program passes a test, as a rule, because it computes the right values in its run. So a repair that somebody meant
//! changes little there: at the edited place the old and the new expression agree, or nothing depends on it (Y. Xiong
//! et al.: *Identifying Patch Correctness in Test-Based Program Repair*, ICSE 2018, compare the paths). A hash function
//! that counts only the first character passes tests that need no collision, but it computes other values in each run.
//! With the interpreter, the comparison is exact: the values computed at each place of the text, in order.

use std::sync::OnceLock;

use exec::computed::Computed;
use exec::run::PreparedTest;
use exec::runner::Runner;
use ir::Program;
use lower::lower;
use syntax::{Parse, Span};

use super::bare;
use crate::limits::{MAX_COMPARED_RUNS, MAX_COMPARED_STEPS};
use crate::patch::Fix;

/// Passing tests of a program, and what it computes in them.
pub struct RightRuns<'a> {
    original: &'a Parse,
    tests: Vec<&'a PreparedTest>,
    known: OnceLock<Vec<Option<Computed>>>,
}

/// Places at which a changed program computes something else in runs that were right.
#[derive(Debug, Clone, Default)]
pub(crate) struct Disturbance {
    /// Places in all runs.
    places: Vec<(Span, bool)>,
}

impl<'a> RightRuns<'a> {
    /// The runs of these tests of a program, which pass.
    pub fn new(original: &'a Parse, passing: impl Iterator<Item = &'a PreparedTest>) -> Self {
        RightRuns {
            original,
            tests: passing.take(MAX_COMPARED_RUNS).collect(),
            known: OnceLock::new(),
        }
    }

    /// What a changed program, which passes the tests, computes in another way.
    pub(crate) fn disturbance(&self, changed: &Program, stopped: &dyn Fn() -> bool) -> Disturbance {
        let known = self.known.get_or_init(|| {
            // As changed programs are lowered.
            let original = lower(self.original, &bare()).program;
            let mut runner = Runner::new(&original);
            let tests = self.tests.iter();
            tests
                .map(|test| runner.computed(test, MAX_COMPARED_STEPS))
                .collect()
        });
        let mut runner = Runner::new(changed);
        let mut places = Vec::new();
        for (test, before) in self.tests.iter().zip(known) {
            let Some(before) = before.as_ref().filter(|_| !stopped()) else {
                continue;
            };
            let after = runner.computed(test, 2 * MAX_COMPARED_STEPS);
            let after = after.unwrap_or_default();
            let compared = before.iter();
            places.extend(compared.map(|(span, hash)| (*span, after.get(span) != Some(hash))));
        }
        Disturbance { places }
    }
}

impl Disturbance {
    /// Share of the places outside a fix at which other values are computed; `None` without runs.
    pub(crate) fn share(&self, fix: &Fix) -> Option<f64> {
        let outside = self.places.iter().filter(|(span, _)| {
            let mut edits = fix.edits();
            edits.all(|edit| !edit.span.encloses(*span) && !span.encloses(edit.span))
        });
        let (mut all, mut changed) = (0, 0);
        for (_, differs) in outside {
            all += 1;
            changed += u32::from(*differs);
        }
        (all > 0).then(|| f64::from(changed) / f64::from(all))
    }
}
