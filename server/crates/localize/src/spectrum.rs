//! Spectrum-based suspiciousness: how strongly executing a component correlates with failing.
//!
//! Ochiai's coefficient (see the comparisons in `ofc-clause-weighting-2016`) of "the test executes the component" and
//! "the test fails": `failed / sqrt(total_failed * (failed + passed))`. It is 1 when exactly the failing tests execute
//! the component and 0 when no failing test does. Tarantula and D* are provided for comparison.

use std::fmt::Write as _;

/// Formula for how strongly executing a component correlates with failing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Formula {
    /// The cosine of the angle between the tests that execute the component and those that fail.
    #[default]
    Ochiai,
    /// The share of the failing tests that execute the component, divided by the sum of that share and the share of the
    /// passing tests.
    Tarantula,
    /// D* with exponent 2: `failed² / (passed + missed)`, where `missed` counts the failing tests that do not execute
    /// the component. Since D* is unbounded, a value `d` is mapped to `d / (1 + d)`, which keeps the order.
    DStar,
}

/// Number of tests that execute each component.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spectrum {
    /// Failing tests that execute the component, by component.
    pub failed: Vec<u32>,
    /// Passing tests that execute the component, by component.
    pub passed: Vec<u32>,
    /// Total number of failing tests.
    pub total_failed: u32,
    /// Total number of passing tests.
    pub total_passed: u32,
}

impl Spectrum {
    /// A spectrum of no tests.
    pub fn new(components: usize) -> Spectrum {
        Spectrum {
            failed: vec![0; components],
            passed: vec![0; components],
            ..Spectrum::default()
        }
    }

    /// Adds `tests` tests that execute these components.
    pub fn add(&mut self, fails: bool, executed: &ir::CompSet, tests: u32) {
        let (counts, total) = if fails {
            (&mut self.failed, &mut self.total_failed)
        } else {
            (&mut self.passed, &mut self.total_passed)
        };
        *total += tests;
        for c in executed.iter() {
            if let Some(count) = counts.get_mut(c.index()) {
                *count += tests;
            }
        }
    }

    /// Adds a component that is executed together with another one, or by no test if that is `None`.
    pub(crate) fn add_like(&mut self, other: Option<ir::CompId>) {
        let like = |counts: &[u32]| {
            let of = other.and_then(|c| counts.get(c.index()));
            of.copied().unwrap_or(0)
        };
        let (failed, passed) = (like(&self.failed), like(&self.passed));
        self.failed.push(failed);
        self.passed.push(passed);
    }

    /// Number of tests that run a component, in words:
    /// `both failing tests run this line, and so do 2 of 7 passing ones`.
    pub(crate) fn told(&self, comp: ir::CompId) -> Option<String> {
        let (failed, passed) = (
            self.failed.get(comp.index())?,
            self.passed.get(comp.index())?,
        );
        Some(told(
            "failing",
            (*failed as usize, self.total_failed as usize),
            (*passed as usize, self.total_passed as usize),
        ))
    }

    /// Ochiai's coefficient of every component, in `0..=1`.
    pub fn ochiai(&self) -> Vec<f64> {
        self.suspiciousness(Formula::Ochiai)
    }

    /// Suspiciousness of every component, in `0..=1`; 0 if no failing test executes it.
    pub fn suspiciousness(&self, formula: Formula) -> Vec<f64> {
        let pairs = self.failed.iter().zip(&self.passed);
        pairs
            .map(|(&failed, &passed)| match failed {
                0 => 0.0,
                _ => self.of(formula, f64::from(failed), f64::from(passed)),
            })
            .collect()
    }

    /// Suspiciousness of a component that some failing test executes.
    fn of(&self, formula: Formula, failed: f64, passed: f64) -> f64 {
        let (all_failed, all_passed) = (f64::from(self.total_failed), f64::from(self.total_passed));
        match formula {
            Formula::Ochiai => failed / (all_failed * (failed + passed)).sqrt(),
            Formula::Tarantula => {
                let (failed, passed) = (failed / all_failed, passed / all_passed.max(1.0));
                failed / (failed + passed)
            }
            Formula::DStar => {
                let square = failed * failed;
                square / (square + passed + (all_failed - failed))
            }
        }
    }
}

/// Number of failing (or `unfinished`) and passing tests that run a line, each with the total, in words.
pub(crate) fn told(how: &str, failing: (usize, usize), passing: (usize, usize)) -> String {
    let mut text = match failing {
        (1, 1) => format!("the {how} test runs this line"),
        (2, 2) => format!("both {how} tests run this line"),
        (n, all) if n == all => format!("all {all} {how} tests run this line"),
        (n, all) => format!("{n} of {all} {how} tests run this line"),
    };
    match passing {
        (_, 0) => {}
        (0, _) => text.push_str(" and no passing one does"),
        (n, all) if n == all => text.push_str(", and so do all passing ones"),
        (n, all) => {
            let _ = write!(text, ", and so do {n} of {all} passing ones");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use ir::CompId;

    use super::*;

    #[test]
    fn ochiai_of_four_components() {
        let mut spectrum = Spectrum::new(4);
        let executed = |ids: &[u32]| ids.iter().map(|&i| CompId(i)).collect();
        spectrum.add(true, &executed(&[0, 1]), 1);
        spectrum.add(true, &executed(&[0, 1, 3]), 1);
        spectrum.add(false, &executed(&[0, 2]), 1);
        spectrum.add(false, &executed(&[0, 2]), 1);
        let rounded: Vec<f64> = spectrum
            .ochiai()
            .iter()
            .map(|s| (s * 100.0).round())
            .collect();
        // Executed by all tests: 2 / sqrt(2 * 4); by the failing ones; by passing ones only; by one failing test: 1 /
        // sqrt(2).
        assert_eq!(rounded, [71.0, 100.0, 0.0, 71.0]);
        let rounded = |formula| -> Vec<f64> {
            let all = spectrum.suspiciousness(formula);
            all.iter().map(|s| (s * 100.0).round()).collect()
        };
        assert_eq!(rounded(Formula::Tarantula), [50.0, 100.0, 0.0, 100.0]);
        // d = 4 / 2, 4 / 0 and 1 / 1.
        assert_eq!(rounded(Formula::DStar), [67.0, 100.0, 0.0, 50.0]);
        assert_eq!((spectrum.total_failed, spectrum.total_passed), (2, 2));
        assert_eq!(Spectrum::new(1).ochiai(), [0.0]);
    }
}
