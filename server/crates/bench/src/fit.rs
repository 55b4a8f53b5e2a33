//! Fits the models of `localize::likelihood`: `bench --fit`.
//!
//! Every case is localized in this process; its first repairs are judged by the reference and its first lines by the
//! known faults. A logistic model of each kind of evidence is fitted to the verdicts (maximum likelihood with a small
//! penalty on large weights, by gradient descent), and examined by cross-validation: each fifth of the cases, chosen by
//! a hash of the name, is judged by weights that were fitted to the others.

use std::fmt::Write as _;
use std::hash::{Hash as _, Hasher as _};
use std::time::Instant;

use localize::likelihood::{Evidence, Weights, logistic, of_lines, of_repairs};
use localize::report::Fix;
use localize::{JobOptions, Session};
use rustc_hash::FxHasher;

use crate::ablate::Clock;
use crate::case::{Case, Set};
use crate::cli::Cli;
use crate::generators::Judge;
use crate::limits::{CLASSES, FOLDS, MAX_REPAIRS, PENALTY, RATE, STEPS};
use crate::load::load;
use crate::markdown::{Table, percent};
use crate::{Outcome, pool};

/// A repair or line with what is known of it.
#[derive(Clone)]
struct Sample {
    fold: u64,
    evidence: Evidence,
    is_right: bool,
}

/// The weights of both models, in the form that the product reads; how good they are is told on stderr.
pub(crate) fn weights(cli: &Cli, sets: &[Set]) -> Outcome<String> {
    let cases: Vec<&Case> = sets.iter().flat_map(|set| &set.cases).collect();
    let judged = pool::map(cli.jobs, &cases, |case| {
        eprintln!("{}", case.name);
        judged(cli, case)
    })?;
    let (repairs, lines): (Vec<_>, Vec<_>) = judged.into_iter().unzip();
    let mut text = String::new();
    for (name, samples) in [("repairs", repairs.concat()), ("lines", lines.concat())] {
        let _ = writeln!(text, "[{name}]");
        for (name, weight) in fitted(&samples.iter().collect::<Vec<_>>()) {
            let _ = writeln!(text, "{weight:.3} {name}");
        }
        let table = calibration(&samples).markdown();
        eprintln!("## Calibration of {name}\n\n{table}");
    }
    Ok(text)
}

/// The first repairs and lines of a case, judged.
fn judged(cli: &Cli, case: &Case) -> Outcome<(Vec<Sample>, Vec<Sample>)> {
    let loaded = load(case)?;
    let options = JobOptions {
        workers: 2,
        ..JobOptions::default()
    };
    let clock = Clock {
        until: Instant::now() + cli.time_limit()?,
    };
    let mut session = Session::new(&loaded.parse, &loaded.program, &loaded.tests, options);
    let report = session.localize(&clock, &mut |_| ());
    let failing: usize = report.groups.iter().map(|group| group.tests.len()).sum();
    let passing = loaded.tests.len().saturating_sub(failing);
    let mut hasher = FxHasher::default();
    case.name.hash(&mut hasher);
    let fold = hasher.finish() % FOLDS;
    let sample = |evidence, is_right| Sample {
        fold,
        evidence,
        is_right,
    };
    let repairs = of_repairs(&report, passing);
    let fixes: Vec<Fix> = repairs.iter().map(|(fix, _)| fix.clone()).collect();
    let faulty: Vec<u32> = case.faults().into_iter().flatten().copied().collect();
    let lines = of_lines(&report, &fixes, &loaded.parse.sources).into_iter();
    let lines = lines.map(|(line, evidence)| sample(evidence, faulty.contains(&line.line)));
    let judge = Judge::of(case, &loaded)?;
    let mut of_case = Vec::new();
    if judge.has_reference() {
        for (fix, evidence) in repairs.into_iter().take(MAX_REPAIRS) {
            let is_right = judge.judged(&loaded.parse, &fix)?.is_right;
            of_case.push(sample(evidence, is_right));
        }
    }
    Ok((of_case, lines.collect()))
}

/// The weights that make the verdicts likeliest.
fn fitted(samples: &[&Sample]) -> Weights {
    let Some(first) = samples.first() else {
        return Weights::new();
    };
    let names = first.evidence.iter().map(|(name, _)| (*name).to_owned());
    let mut weights: Weights = names.map(|name| (name, 0.0)).collect();
    let count = samples.len() as f64;
    for _ in 0..STEPS {
        let mut slope = vec![0.0; weights.len()];
        for sample in samples {
            let sum: f64 = weights
                .iter()
                .zip(&sample.evidence)
                .map(|((_, weight), (_, value))| weight * value)
                .sum();
            let error = f64::from(u8::from(sample.is_right)) - 1.0 / (1.0 + (-sum).exp());
            for (slope, (_, value)) in slope.iter_mut().zip(&sample.evidence) {
                *slope += error * value / count;
            }
        }
        for ((_, weight), slope) in weights.iter_mut().zip(slope) {
            *weight += RATE * (slope - PENALTY * *weight);
        }
    }
    weights
}

/// How often what has a probability in a class is right, by cross-validation.
fn calibration(samples: &[Sample]) -> Table {
    let mut judged: Vec<(f64, bool)> = Vec::new();
    for fold in 0..FOLDS {
        let (own, others): (Vec<&Sample>, Vec<&Sample>) =
            samples.iter().partition(|sample| sample.fold == fold);
        let weights = fitted(&others);
        judged.extend(
            own.into_iter()
                .map(|sample| (logistic(&weights, &sample.evidence), sample.is_right)),
        );
    }
    let rows = CLASSES.windows(2).map(|bounds| {
        let of_class = judged
            .iter()
            .filter(|(p, _)| (bounds[0]..bounds[1]).contains(p));
        let (count, sum, right) = of_class
            .fold((0u64, 0.0, 0u64), |(n, sum, right), (p, is_right)| {
                (n + 1, sum + p, right + u64::from(*is_right))
            });
        let mean = sum / (count.max(1) as f64);
        vec![
            format!("{:.2} to {:.2}", bounds[0], bounds[1].min(1.0)),
            format!("{mean:.2}"),
            percent(right, count),
        ]
    });
    Table {
        head: ["probability", "mean", "right"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
