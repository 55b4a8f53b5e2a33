//! The secant method applied to a run: which value makes a printed number right?

use crate::limits::MAX_SECANT_EVALUATIONS;

/// Proposes values, extrapolating from the last two evaluations.
pub(super) struct Secant {
    /// A value, and how far the number was off with it.
    before: Option<(f64, f64)>,
    last: (f64, f64),
    /// Whether only integers can be tried.
    whole: bool,
    left: u32,
}

impl Secant {
    /// Starts with a value and how far the number is off with it.
    pub(super) fn new(start: f64, off: f64, whole: bool) -> Secant {
        Secant {
            before: None,
            last: (start, off),
            whole,
            left: MAX_SECANT_EVALUATIONS,
        }
    }

    /// The value to try next; `None` once the method cannot make progress.
    pub(super) fn next(&mut self) -> Option<f64> {
        self.left = self.left.checked_sub(1)?;
        let (x, off) = self.last;
        let next = match self.before {
            // The printed number is often the value itself, or a sum that contains it.
            None => x - off,
            Some((x0, off0)) => x - off * (x - x0) / (off - off0),
        };
        let next = if self.whole { next.round() } else { next };
        let fits = next.is_finite() && next != x && next.abs() < 1e15;
        fits.then_some(next)
    }

    /// Records how far the number is off with the value `x`.
    pub(super) fn observe(&mut self, x: f64, off: f64) {
        if off == self.last.1 {
            // The number does not depend on the value, or no longer does.
            self.left = 0;
        }
        self.before = Some(self.last);
        self.last = (x, off);
    }
}

#[cfg(test)]
mod tests {
    use super::Secant;

    fn solve(start: f64, wanted: f64, whole: bool, f: impl Fn(f64) -> f64) -> Option<f64> {
        let mut secant = Secant::new(start, f(start) - wanted, whole);
        while let Some(x) = secant.next() {
            let off = f(x) - wanted;
            if off.abs() < 1e-6 {
                return Some(x);
            }
            secant.observe(x, off);
        }
        None
    }

    #[test]
    fn finds_what_a_function_needs() {
        assert_eq!(solve(1.0, 8.0, false, |x| x + 5.0), Some(3.0));
        assert_eq!(solve(2.0, 21.0, true, |x| (x - 1.0) * 3.0), Some(8.0));
        let root = solve(1.0, 2.0, false, |x| x * x);
        assert!(root.is_some_and(|x| (x * x - 2.0).abs() < 1e-6));
        assert_eq!(solve(1.0, 2.0, false, |_| 5.0), None);
        assert_eq!(solve(1.0, 4.0, true, |x| 3.0 * x), None);
    }
}
