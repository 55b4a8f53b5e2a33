//! Spectrum-based suspiciousness: how strongly executing a component goes with failing.
//!
//! Ochiai's coefficient (see the comparisons in `ofc-clause-weighting-2016`) of "the test executes the component" and
//! "the test fails": `failed / sqrt(total_failed * (failed + passed))`. It is 1 when exactly the failing tests execute
//! the component and 0 when no failing test does.

/// In how many tests each component was executed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spectrum {
    /// Failing tests that execute the component, by component.
    pub failed: Vec<u32>,
    /// Passing tests that execute the component, by component.
    pub passed: Vec<u32>,
    /// Failing tests in all.
    pub total_failed: u32,
    /// Passing tests in all.
    pub total_passed: u32,
}

impl Spectrum {
    /// Of no tests.
    pub fn new(components: usize) -> Spectrum {
        Spectrum {
            failed: vec![0; components],
            passed: vec![0; components],
            ..Spectrum::default()
        }
    }

    /// Adds one test with the components that it executes; each counts once however often it is named.
    pub fn add(&mut self, fails: bool, executed: &crate::set::CompSet) {
        let (counts, total) = if fails {
            (&mut self.failed, &mut self.total_failed)
        } else {
            (&mut self.passed, &mut self.total_passed)
        };
        *total += 1;
        for c in executed.iter() {
            if let Some(count) = counts.get_mut(c.index()) {
                *count += 1;
            }
        }
    }

    /// Ochiai's coefficient of every component, in `0..=1`.
    pub fn ochiai(&self) -> Vec<f64> {
        let pairs = self.failed.iter().zip(&self.passed);
        pairs
            .map(|(&failed, &passed)| ochiai(failed, passed, self.total_failed))
            .collect()
    }
}

fn ochiai(failed: u32, passed: u32, total_failed: u32) -> f64 {
    if failed == 0 {
        return 0.0;
    }
    let (failed, executed) = (f64::from(failed), f64::from(failed) + f64::from(passed));
    failed / (f64::from(total_failed) * executed).sqrt()
}

#[cfg(test)]
mod tests {
    use ir::CompId;

    use super::*;

    #[test]
    fn ochiai_of_four_components() {
        let mut spectrum = Spectrum::new(4);
        let executed = |ids: &[u32]| ids.iter().map(|&i| CompId(i)).collect();
        spectrum.add(true, &executed(&[0, 1]));
        spectrum.add(true, &executed(&[0, 1, 3]));
        spectrum.add(false, &executed(&[0, 2]));
        spectrum.add(false, &executed(&[0, 2]));
        let rounded: Vec<f64> = spectrum
            .ochiai()
            .iter()
            .map(|s| (s * 100.0).round())
            .collect();
        // Executed by all: 2 / sqrt(2 * 4); by the failing ones only; by passing ones only; by one failing: 1 / sqrt(2).
        assert_eq!(rounded, [71.0, 100.0, 0.0, 71.0]);
        assert_eq!((spectrum.total_failed, spectrum.total_passed), (2, 2));
        assert_eq!(Spectrum::new(1).ochiai(), [0.0]);
    }
}
