//! How likely a repair is the one that was meant, and a line a faulty one.
//!
//! "All tests pass" is where evidence begins. What else is known of a repair or a line are numbers with names, its
//! *evidence*; a logistic model makes a probability of them. Its weights are data (`weights.txt`), fitted to programs
//! whose faults are known by `cargo xtask bench --learn fit`, which also tells how well they are calibrated. A repair counts
//! as right if the program with it does what the reference does on inputs near those of the tests; a line, if it is one
//! of those that were changed.
//!
//! # References
//! * F. Long, M. Rinard: *Automatic Patch Generation by Learning Correct Code*, POPL 2016 (a log-linear model over
//!   features of patches).
//! * Y. Xiong et al.: *Identifying Patch Correctness in Test-Based Program Repair*, ICSE 2018 (what a right repair leaves
//!   as it is).

mod language_model;
mod lines;
mod repairs;

use std::sync::LazyLock;

use repair::Judged;

use crate::limits::{
    LEAST_LIKELY_LINE, LEAST_LIKELY_REPAIR, LEAST_POSSIBLE_REPAIR, LEAST_SHOWN_REPAIR,
};

pub use language_model::TokenCounts;
pub(crate) use lines::of_lines;
pub(crate) use repairs::of_repairs;

pub use repair::Evidence;

/// Weights of a model, by the names of the numbers.
pub type Weights = Vec<(String, f64)>;

/// The models in `weights.txt`: lines with a name and a weight, below the name of the model in brackets.
static MODELS: LazyLock<Vec<(String, Weights)>> =
    LazyLock::new(|| read(include_str!("weights.txt")));

/// Whether a repair may be called likely right.
pub fn is_likely_right(repair: &Judged) -> bool {
    repair.probability >= LEAST_LIKELY_REPAIR
}

/// Whether a repair is to be doubted: more of those of which as much is known are wrong than right.
pub fn is_hardly_right(repair: &Judged) -> bool {
    repair.probability < LEAST_POSSIBLE_REPAIR
}

/// Whether a repair may be shown at all.
pub fn may_be_right(repair: &Judged) -> bool {
    repair.probability >= LEAST_SHOWN_REPAIR
}

/// Whether a line may be called likely. Whoever reads it looks at it, and need not trust it.
pub fn is_likely_faulty(line: &Judged) -> bool {
    line.probability >= LEAST_LIKELY_LINE
}

/// What a model makes of evidence: the probability is 0.5 if there is no such model.
pub(crate) fn judged(model: &str, evidence: Evidence) -> Judged {
    let weights = MODELS.iter().find(|(name, _)| name == model);
    let probability = weights.map_or(0.5, |(_, weights)| logistic(weights, &evidence));
    Judged {
        probability,
        evidence,
    }
}

/// The logistic function of the weighted sum.
pub fn logistic(weights: &Weights, evidence: &Evidence) -> f64 {
    let terms = weights.iter().map(|(name, weight)| {
        let values = evidence.iter().filter(|(known, _)| known == name);
        weight * values.map(|(_, value)| value).sum::<f64>()
    });
    1.0 / (1.0 + (-terms.sum::<f64>()).exp())
}

fn read(text: &str) -> Vec<(String, Weights)> {
    let mut models: Vec<(String, Weights)> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('[') {
            models.push((name.trim_end_matches(']').to_owned(), Vec::new()));
        } else if let Some((weight, name)) = line.split_once(' ')
            && let (Ok(weight), Some((_, weights))) = (weight.parse(), models.last_mut())
        {
            weights.push((name.trim().to_owned(), weight));
        }
    }
    models
}

/// The logarithm of the odds of a share, which is kept away from 0 and 1.
fn odds(share: f64) -> f64 {
    let share = share.clamp(0.02, 0.98);
    (share / (1.0 - share)).ln()
}

/// The logarithm of a number of things.
fn log(count: usize) -> f64 {
    (1.0 + count as f64).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_models_are_read() {
        let names: Vec<&str> = MODELS.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["repairs", "lines"]);
        assert!(MODELS.iter().all(|(_, weights)| weights.len() > 5));
    }

    /// More plausible repairs are likelier, and so are lines with likelier repairs; rivals speak against both.
    #[test]
    fn what_speaks_for_and_against_has_its_sign() {
        let weight = |model: &str, name: &str| {
            let (_, weights) = MODELS.iter().find(|(known, _)| known == model).unwrap();
            weights.iter().find(|(known, _)| known == name).unwrap().1
        };
        assert!(weight("repairs", "plausibility") > 0.0);
        assert!(weight("repairs", "repairs-that-differ") < 0.0);
        assert!(weight("lines", "plausibility-of-its-repair") > 0.0);
        assert!(weight("lines", "rank") > 0.0);
        let evidence =
            |plausibility: f64| vec![("bias", 1.0), ("plausibility", odds(plausibility))];
        let of = |plausibility| judged("repairs", evidence(plausibility)).probability;
        assert!(of(0.9) > of(0.3));
    }
}
