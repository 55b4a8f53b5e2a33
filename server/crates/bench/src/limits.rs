//! Limits of the measurements, in one table.

// In `samples`.

/// Repairs of a case that are judged.
pub(crate) const MAX_REPAIRS: usize = 4;
/// Memory of a process that judges a case, in kilobytes.
pub(crate) const MAX_MEMORY_KB: u64 = 8 << 20;

// In `fit`.

/// Parts of the cases for cross-validation.
pub(crate) const FOLDS: u64 = 5;
/// Steps of Newton's method, and the penalty on large weights.
pub(crate) const STEPS: usize = 12;
pub(crate) const PENALTY: f64 = 3.0;
/// Bounds of the classes in which calibration is shown.
pub(crate) const CLASSES: [f64; 6] = [0.0, 0.2, 0.5, 0.8, 0.9, 1.01];
