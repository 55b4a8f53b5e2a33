//! Ranges of needed values, for the first diagnoses.

use exec::Control as _;
use exec::run::prepare;
use explain::needed::Ranges;
use localize::Control as _;
use localize::report::{Diagnosis, Report};

use super::Job;
use super::run::Ready;

/// Most diagnoses that are examined, and most values of each.
const DIAGNOSES: usize = 5;
const VALUES: usize = 2;

impl Job<'_> {
    /// Adds the range of values that work as well as the certified one, if a single component needs a single number.
    pub(super) fn ranges(&self, ready: &Ready<'_>, report: &mut Report) {
        let outside = self.outside();
        let stopped = || outside.stop_reason().is_some();
        let mut asked = report
            .diagnoses
            .iter_mut()
            .filter(|d| is_single(ready, d))
            .take(DIAGNOSES)
            .peekable();
        if asked.peek().is_none() || stopped() {
            return;
        }
        self.phase("ranges");
        let mut ranges = Ranges::new(ready.program, outside.interrupt(), &stopped);
        for suspect in asked.flat_map(|d| &mut d.suspects) {
            let comp = suspect.comp;
            for value in suspect.values.iter_mut().take(VALUES) {
                let test = &ready.tests()[value.test];
                let (Some(number), false) = (&value.number, stopped()) else {
                    continue;
                };
                let Ok(prepared) = prepare(ready.program, &self.spec.options.entry, test) else {
                    continue;
                };
                value.range = ranges.around(&prepared, comp, number);
            }
        }
    }
}

/// Whether the diagnosis is one component of the program as written, which needs a number.
fn is_single(ready: &Ready<'_>, diagnosis: &Diagnosis) -> bool {
    let [only] = diagnosis.suspects.as_slice() else {
        return false;
    };
    only.comp.index() < ready.program.components.len()
        && diagnosis.given.is_empty()
        && only.values.iter().any(|value| value.number.is_some())
}
