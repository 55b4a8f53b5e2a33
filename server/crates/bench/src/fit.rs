//! Fits the models of `localize::likelihood` to judged samples: `bench --learn fit`.
//!
//! A logistic model of each kind of evidence is fitted to the verdicts (maximum likelihood with a small penalty on large
//! weights, by Newton's method), and examined by cross-validation: each fifth of the cases is judged by weights that were
//! fitted to the others.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::Outcome;
use crate::limits::{CLASSES, FOLDS, PENALTY, STEPS};
use crate::markdown::{Table, percent};
use crate::samples::{Sample, Samples, read};

/// Numbers that speak for what is right, or say nothing: a weight below 0 would be an accident of the samples.
const FOR: &[&str] = &[
    "plausibility",
    "failing-tests",
    "passing-tests",
    "nearby-inputs-are-known",
    "share-of-nearby-inputs-as-before",
    "right-runs-are-known",
    "repairs-that-do-the-same",
    "share-of-them-that-agree",
    "naturalness-gained",
    "certified",
    "rank",
    "tests-explained",
    "a-set-of-its-own",
    "ahead-of-the-next",
    "has-a-repair",
    "plausibility-of-its-repair",
    "share-of-edits-that-agree-with-its-repair",
];
/// Numbers that speak against it, or say nothing.
const AGAINST: &[&str] = &[
    "breaks-nearby-inputs",
    "share-of-right-runs-disturbed",
    "repairs-that-differ",
    "strongest-of-them",
    "further-places",
    "edits-that-pass",
    "best-that-does-not",
    "tokens-added",
    "sets-of-one-place",
    "others-have-a-repair",
    "plausibility-of-theirs",
];

/// The weights of all models, in the form that the product reads; how good they are is told on stderr.
pub(crate) fn weights(files: &[PathBuf]) -> Outcome<String> {
    let texts = files.iter().map(std::fs::read_to_string);
    let texts: Result<Vec<String>, _> = texts.collect();
    let all = read(&texts.map_err(|e| e.to_string())?.concat())?;
    for samples in &all {
        let table = table(&classes(&judged(samples))).markdown();
        eprintln!("## Calibration of {}\n\n{table}", samples.model);
    }
    Ok(all.iter().map(written).collect())
}

fn written(samples: &Samples) -> String {
    let weights = fitted(&samples.names, &samples.all.iter().collect::<Vec<_>>());
    let mut text = format!("[{}]\n", samples.model);
    for (name, weight) in samples.names.iter().zip(weights) {
        let _ = writeln!(text, "{weight:.3} {name}");
    }
    text
}

/// The weights that make the verdicts likeliest, of the numbers with these names. Those with a sign that makes no sense
/// are left out, and the others fitted again.
fn fitted(names: &[String], samples: &[&Sample]) -> Vec<f64> {
    let mut is_used = vec![true; names.len()];
    loop {
        let weights = likeliest(&is_used, samples);
        let before = is_used.clone();
        for ((name, weight), used) in names.iter().zip(&weights).zip(&mut is_used) {
            let name = name.as_str();
            *used &= !(FOR.contains(&name) && *weight < 0.0);
            *used &= !(AGAINST.contains(&name) && *weight > 0.0);
        }
        if is_used == before {
            return weights;
        }
    }
}

/// The weights that make the verdicts likeliest; of the numbers that are not used, they are 0. The first number of a
/// sample is 1, and its weight is not penalised.
fn likeliest(is_used: &[bool], samples: &[&Sample]) -> Vec<f64> {
    let size = is_used.len();
    let mut weights = vec![0.0; size];
    for _ in 0..STEPS {
        let mut slope = vec![0.0; size];
        let mut curve = vec![vec![0.0; size]; size];
        for (i, weight) in weights.iter().enumerate().skip(1) {
            slope[i] = -PENALTY * weight;
            curve[i][i] = PENALTY;
        }
        for sample in samples {
            let p = logistic(&weights, sample);
            let error = f64::from(u8::from(sample.is_right)) - p;
            let used = || {
                let values = sample.values.iter().enumerate();
                values.filter(|(i, value)| is_used[*i] && **value != 0.0)
            };
            for (i, value) in used() {
                slope[i] += error * value;
                for (j, other) in used() {
                    curve[i][j] += p * (1.0 - p) * value * other;
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solved(curve, slope)) {
            *weight += step;
        }
    }
    weights
}

/// The solution of a system of linear equations with a positive definite matrix; unknowns that none determines are 0.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for i in 0..size {
        let pivot = matrix[i][i];
        if pivot.abs() < 1e-9 {
            continue;
        }
        let (row, own) = (matrix[i].clone(), right[i]);
        for j in (0..size).filter(|j| *j != i) {
            let factor = matrix[j][i] / pivot;
            for (value, of_row) in matrix[j].iter_mut().zip(&row) {
                *value -= factor * of_row;
            }
            right[j] -= factor * own;
        }
    }
    let diagonal = matrix.iter().enumerate().map(|(i, row)| row[i]);
    let unknowns = diagonal.zip(right).map(|(pivot, right)| {
        if pivot.abs() < 1e-9 {
            0.0
        } else {
            right / pivot
        }
    });
    unknowns.collect()
}

fn logistic(weights: &[f64], sample: &Sample) -> f64 {
    let terms = weights.iter().zip(&sample.values);
    let sum: f64 = terms.map(|(weight, value)| weight * value).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The probability of each sample by weights that were fitted to the other parts, and whether it is right.
fn judged(samples: &Samples) -> Vec<(f64, bool)> {
    let parts = (0..FOLDS).map(|fold| {
        let (own, others): (Vec<&Sample>, Vec<&Sample>) =
            samples.all.iter().partition(|sample| sample.fold() == fold);
        let weights = fitted(&samples.names, &others);
        let own = own.into_iter();
        own.map(|sample| (logistic(&weights, sample), sample.is_right))
            .collect::<Vec<_>>()
    });
    parts.collect::<Vec<_>>().concat()
}

/// What has a probability in a class: how much, the mean probability, and how much of it is right.
struct Bin {
    bounds: [f64; 2],
    count: u64,
    mean: f64,
    right: u64,
}

fn classes(judged: &[(f64, bool)]) -> Vec<Bin> {
    let classes = CLASSES.windows(2).map(|bounds| {
        let own = bounds[0]..bounds[1];
        let inside: Vec<_> = judged.iter().filter(|(p, _)| own.contains(p)).collect();
        let count = inside.len() as u64;
        let sum: f64 = inside.iter().map(|(p, _)| p).sum();
        Bin {
            bounds: [bounds[0], bounds[1]],
            count,
            mean: sum / count.max(1) as f64,
            right: inside.iter().filter(|(_, is_right)| *is_right).count() as u64,
        }
    });
    classes.collect()
}

fn table(classes: &[Bin]) -> Table {
    let rows = classes.iter().map(|class| {
        let [from, to] = class.bounds;
        vec![
            format!("{from:.2} to {:.2}", to.min(1.0)),
            format!("{:.2}", class.mean),
            percent(class.right, class.count),
        ]
    });
    Table {
        head: ["probability", "mean", "right"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples of a class of which a share means something, and how far off it may be.
    const ENOUGH: u64 = 35;
    const OFF: f64 = 0.07;

    /// The product's weights come from the stored samples, and what they call likely in so many of 100 cases is right in about as many.
    #[test]
    fn the_weights_of_the_product_are_calibrated() {
        let all = read(include_str!("../samples.txt")).unwrap();
        let weights: String = all.iter().map(written).collect();
        let shipped = include_str!("../../localize/src/likelihood/weights.txt");
        assert_eq!(weights, shipped, "run `bench --learn fit`");
        for samples in &all {
            let classes = classes(&judged(samples)).into_iter();
            for class in classes.filter(|class| class.count >= ENOUGH) {
                let right = class.right as f64 / class.count as f64;
                let [from, to] = class.bounds;
                assert!(
                    (class.mean - right).abs() <= OFF,
                    "{}, {from} to {to}: {} said, {right} right of {}",
                    samples.model,
                    class.mean,
                    class.count
                );
            }
        }
    }

    /// Of samples in which a number decides with some noise, and another does nothing, the weights are recovered.
    #[test]
    fn weights_are_recovered() {
        let samples = (0..4000u64).map(|i| {
            let (x, y) = ((i % 17) as f64 / 8.0 - 1.0, (i % 5) as f64 - 2.0);
            let noise = (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11) as f64 / (1u64 << 53) as f64;
            let p = 1.0 / (1.0 + (-(0.5 + 2.0 * x)).exp());
            Sample {
                case: i.to_string(),
                is_right: noise < p,
                values: vec![1.0, x, y],
            }
        });
        let samples: Vec<Sample> = samples.collect();
        let names = ["bias", "x", "y"].map(str::to_owned);
        let weights = fitted(&names, &samples.iter().collect::<Vec<_>>());
        for (weight, wanted) in weights.iter().zip([0.5, 2.0, 0.0]) {
            assert!((weight - wanted).abs() < 0.2, "{weights:?}");
        }
    }
}
