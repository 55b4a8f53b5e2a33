//! Limits of the measurements, in one table.

// In `fit`.

/// Repairs of a case that are judged.
pub(crate) const MAX_REPAIRS: usize = 4;
/// Parts of the cases for cross-validation.
pub(crate) const FOLDS: u64 = 5;
/// Steps of the descent, their size, and the penalty on large weights.
pub(crate) const STEPS: usize = 4_000;
pub(crate) const RATE: f64 = 0.3;
pub(crate) const PENALTY: f64 = 0.003;
/// Bounds of the classes in which calibration is shown.
pub(crate) const CLASSES: [f64; 6] = [0.0, 0.2, 0.5, 0.8, 0.9, 1.01];
