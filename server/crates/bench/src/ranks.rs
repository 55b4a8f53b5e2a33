//! Rank statistics of the kind that the papers report.

/// Numbers of lines that people inspect before they give up.
pub(crate) const TOPS: [u32; 4] = [1, 3, 5, 10];

/// Rank of the first truly faulty line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rank {
    /// 1-based rank; `None` if the line is not in the ranking.
    pub(crate) at: Option<f64>,
    /// Number of lines of the program.
    pub(crate) loc: u32,
}

impl Rank {
    /// Rank to count: a miss counts as half of the program's lines, which a reader inspects on average.
    pub(crate) fn counted(self) -> f64 {
        self.at
            .unwrap_or_else(|| (f64::from(self.loc) / 2.0).max(1.0))
    }
}

/// Ranks of all cases with known faults.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Ranks {
    /// Number of cases.
    pub(crate) cases: usize,
    /// Number of cases in which the line is among the first [`TOPS`].
    pub(crate) top: [usize; 4],
    /// Mean rank; `None` without cases.
    pub(crate) mean: Option<f64>,
}

impl FromIterator<Rank> for Ranks {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> Ranks {
        let ranks: Vec<Rank> = ranks.into_iter().collect();
        let sum: f64 = ranks.iter().map(|r| r.counted()).sum();
        Ranks {
            cases: ranks.len(),
            top: TOPS.map(|top| {
                let reached = |r: &&Rank| r.at.is_some_and(|at| at <= f64::from(top));
                ranks.iter().filter(reached).count()
            }),
            mean: (!ranks.is_empty()).then(|| sum / ranks.len() as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_is_half_of_the_program() {
        let rank = |at| Rank { at, loc: 15 };
        let ranks: Ranks = [Some(1.0), Some(4.0), None].map(rank).into_iter().collect();
        assert_eq!((ranks.cases, ranks.top), (3, [1, 1, 2, 2]));
        assert_eq!(ranks.mean, Some((1.0 + 4.0 + 7.5) / 3.0));
        assert_eq!(Ranks::from_iter([]).mean, None);
    }
}
