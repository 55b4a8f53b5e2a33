//! Summary of all runs of one strategy on one set.

use std::collections::BTreeMap;

use crate::ranks::Ranks;
use crate::row::{AnswerRanks, Row};

/// Figures that the papers report, and further ones.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Summary {
    pub(crate) cases: usize,
    pub(crate) status: BTreeMap<String, usize>,
    /// Number of cases in which the same tests fail as when compiled, where C defines it, out of those for which this
    /// is known.
    pub(crate) same_tests: Part,
    pub(crate) ranks: Ranks,
    /// Number of cases with known faults in which some diagnosis has a line of some fault …
    pub(crate) covers_any: usize,
    /// … in which one diagnosis has a line of every fault …
    pub(crate) covers_all: usize,
    /// … in which all diagnoses together have.
    pub(crate) together: usize,
    /// Number of diagnoses without a certificate.
    pub(crate) unverified: usize,
    /// Number of diagnoses proved to be minimal.
    pub(crate) proved: Part,
    /// Number of queries that stayed open.
    pub(crate) unknown: Part,
    pub(crate) seconds: Spread,
    pub(crate) megabytes: Spread,
}

/// A number out of a total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Part {
    pub(crate) of: Option<u64>,
    pub(crate) count: u64,
}

/// Distribution of a figure over the cases.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    /// 95th percentile.
    pub(crate) p95: f64,
    pub(crate) max: f64,
    pub(crate) sum: f64,
}

impl Summary {
    /// Summarizes the runs of a set.
    pub(crate) fn of(rows: &[Row]) -> Summary {
        let found: Vec<&AnswerRanks> = rows.iter().filter_map(|row| row.found.as_ref()).collect();
        let mut status = BTreeMap::new();
        for row in rows {
            *status.entry(row.status.clone()).or_default() += 1;
        }
        let count =
            |holds: &dyn Fn(&AnswerRanks) -> bool| found.iter().filter(|f| holds(f)).count();
        let sum = |of: &dyn Fn(&AnswerRanks) -> usize| found.iter().map(|f| of(f)).sum::<usize>();
        let known = rows.iter().filter(|row| row.knows_tests).count();
        let questions: Option<u64> = found.iter().map(|f| f.questions).sum();
        Summary {
            cases: rows.len(),
            status,
            same_tests: Part {
                count: count(&|f| f.tests_differ == Some(0)) as u64,
                of: Some(known as u64),
            },
            ranks: rows.iter().filter_map(|row| row.rank).collect::<Ranks>(),
            covers_any: count(&|f| f.covers_any.is_some()),
            covers_all: count(&|f| f.covers_all.is_some()),
            together: count(&|f| f.together),
            unverified: sum(&|f| f.unverified),
            proved: Part {
                count: sum(&|f| f.proved) as u64,
                of: Some(sum(&|f| f.diagnoses) as u64),
            },
            unknown: Part {
                count: found.iter().map(|f| f.unknown).sum(),
                of: questions,
            },
            seconds: rows.iter().map(|row| row.seconds).collect(),
            megabytes: rows.iter().map(|row| row.megabytes).collect(),
        }
    }
}

impl FromIterator<f64> for Spread {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Spread {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let Some(last) = values.len().checked_sub(1) else {
            return Spread::default();
        };
        Spread {
            median: f64::midpoint(values[last / 2], values[last.div_ceil(2)]),
            p95: values[last * 95 / 100],
            max: values[last],
            sum: values.iter().sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads() {
        let spread = |values: &[f64]| values.iter().copied().collect::<Spread>();
        let four = spread(&[4.0, 1.0, 3.0, 2.0]);
        assert_eq!(
            (four.median, four.p95, four.max, four.sum),
            (2.5, 3.0, 4.0, 10.0)
        );
        assert_eq!(spread(&[7.0]).median, 7.0);
        assert_eq!(spread(&[]), Spread::default());
        let hundred: Spread = (0..=100).map(f64::from).collect();
        assert_eq!((hundred.median, hundred.p95), (50.0, 95.0));
    }
}
