//! Durations of the phases of a job.

use std::collections::BTreeMap;

/// The clock of the phases.
#[derive(Debug, Clone, Default)]
pub(super) struct Phases {
    done: BTreeMap<String, f64>,
    current: Option<(String, f64)>,
}

impl Phases {
    /// Ends the previous phase and begins this one, at `now` milliseconds.
    pub(super) fn begin(&mut self, name: &str, now: f64) {
        self.close(now);
        self.current = Some((name.to_owned(), now));
    }

    fn close(&mut self, now: f64) {
        if let Some((name, began)) = self.current.take() {
            *self.done.entry(name).or_default() += now - began;
        }
    }

    /// Ends the last phase and returns the duration of each.
    pub(super) fn end(&mut self, now: f64) -> BTreeMap<String, f64> {
        self.close(now);
        std::mem::take(&mut self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_end_where_the_next_begins_and_add_up() {
        let mut phases = Phases::default();
        phases.begin("parse", 1.0);
        phases.begin("search", 3.0);
        phases.begin("parse", 7.0);
        let done = phases.end(8.0);
        assert_eq!((done["parse"], done["search"]), (3.0, 4.0));
    }
}
