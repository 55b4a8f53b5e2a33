//! Ranked lines: those of certified sets, and behind them those that are only suspected.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Component, Diagnosis, Group, LocalizeReport};

/// One line to look at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RankedLine {
    /// 1-based rank, never shared.
    pub rank: u32,
    /// File of the line.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// Score in 0..=1, decreasing with the rank.
    pub score: f64,
    /// Whether the line is in a certified set. Otherwise it is only suspected, and `why` says what speaks against it.
    #[serde(default = "yes")]
    pub certified: bool,
    /// Indices into [`LocalizeReport::diagnoses`]; empty if the line is not certified.
    pub diagnoses: Vec<usize>,
    /// Ids of the failing tests that are known to pass with other values or an edit here, of a line that explains only
    /// some of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explains: Vec<String>,
    /// Reason for users, in one line.
    pub why: String,
    /// Whether lines of which as much is known are faulty in most cases.
    #[serde(default)]
    pub likely: bool,
    /// Probability that the line is faulty, in percent; absent for lines far down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
}

impl RankedLine {
    /// Whether it is one of the component's lines: the one on which its fix is, or the first.
    pub fn is_of(&self, component: &Component) -> bool {
        let lines = component.line..=component.end_line;
        self.file == component.file && lines.contains(&self.line)
    }
}

/// Default of `certified`, for reports from before there were suspected lines.
fn yes() -> bool {
    true
}

impl LocalizeReport {
    /// Ranked lines of certified sets.
    pub fn certified(&self) -> &[RankedLine] {
        let count = self
            .ranking
            .iter()
            .take_while(|line| line.certified)
            .count();
        &self.ranking[..count]
    }

    /// Lines with confirmed causes, each with the first cause and its place there.
    pub fn causes(&self) -> impl Iterator<Item = (&RankedLine, &Diagnosis, &Component)> {
        self.certified().iter().filter_map(|line| {
            let diagnosis = self.diagnoses.get(*line.diagnoses.first()?)?;
            let component = diagnosis.components.iter().find(|c| line.is_of(c))?;
            Some((line, diagnosis, component))
        })
    }

    /// Ranked lines that are only suspected.
    pub fn suspected(&self) -> &[RankedLine] {
        &self.ranking[self.certified().len()..]
    }

    /// Files in which there are suspects, with repetitions.
    pub fn files(&self) -> impl Iterator<Item = &String> {
        let components = self.diagnoses.iter().flat_map(|d| &d.components);
        let ranked = self.ranking.iter().map(|line| &line.file);
        components.map(|component| &component.file).chain(ranked)
    }

    /// A copy of the report for another file of the program. Places without the name of a file belong to the former one,
    /// so the copy has none.
    #[must_use]
    pub fn seen_from(&self, file: String) -> LocalizeReport {
        let mut report = LocalizeReport {
            file,
            reason_line: None,
            ..self.clone()
        };
        for group in &mut report.groups {
            group.line = None;
        }
        for test in &mut report.tests.unanalysable {
            test.line = None;
        }
        report
    }

    /// Whether nothing is certified for all failing tests of a group, but something for some of them.
    pub fn explains_some(&self) -> bool {
        self.diagnoses.is_empty() && self.ranking.iter().any(|line| !line.explains.is_empty())
    }

    /// Ranks lines that are only suspected behind those of certified sets: the best of them is the next to look at if
    /// the sets are not convincing.
    pub fn add_suspected(&mut self, suspected: &[RankedLine]) {
        let known = |ranking: &[RankedLine], line: &RankedLine| {
            ranking
                .iter()
                .any(|r| (&r.file, r.line) == (&line.file, line.line))
        };
        let certified = self.ranking.clone();
        let least = certified.last().map_or(1.0, |line| line.score);
        for line in suspected.iter().filter(|line| !known(&certified, line)) {
            self.ranking.push(RankedLine {
                rank: self.ranking.len() as u32 + 1,
                score: least * line.score,
                ..line.clone()
            });
        }
    }

    /// Inserts the lines of root causes before all lines that are only suspected.
    pub fn add_root_causes(&mut self, lines: Vec<RankedLine>) {
        let (certified, suspected) = (self.certified().to_vec(), self.suspected().to_vec());
        let suspected = suspected.into_iter().filter(|known| {
            !lines
                .iter()
                .any(|line| line.line == known.line && line.file == known.file)
        });
        let rest: Vec<RankedLine> = suspected.collect();
        self.ranking = certified.into_iter().chain(lines).chain(rest).collect();
        let count = self.ranking.len();
        for (at, line) in self.ranking.iter_mut().enumerate() {
            line.rank = at as u32 + 1;
            if !line.certified {
                line.score = 1.0 - at as f64 / count as f64;
            }
        }
    }

    /// Sets that explain every kind of failure, if there are several groups: the sets of the first group that every
    /// other group has too, since changed statements make the tests of each group pass. In the order of the ranking.
    pub fn joint(&self) -> Vec<&Diagnosis> {
        let mut groups = self.groups.iter().filter(|group| group.behind.is_none());
        let (Some(first), rest) = (groups.next(), groups.collect::<Vec<_>>()) else {
            return Vec::new();
        };
        if rest.is_empty() {
            return Vec::new();
        }
        let is_joint = |set: &&Diagnosis| {
            let ids: Vec<u32> = set.components.iter().map(|c| c.id).collect();
            let has = |group: &Group| self.diagnoses.iter().any(|d| d.is_of(group.id, &ids));
            set.group == first.id && set.given.is_empty() && rest.iter().all(|group| has(group))
        };
        let mut joint: Vec<&Diagnosis> = self.diagnoses.iter().filter(is_joint).collect();
        let rank = |set: &Diagnosis| {
            let place = |c: &Component| (c.file.clone(), c.line);
            let places: Vec<_> = set.components.iter().map(place).collect();
            let of_line = |line: &&RankedLine| places.contains(&(line.file.clone(), line.line));
            let ranked = self.ranking.iter().find(of_line);
            (
                set.components.len(),
                ranked.map_or(u32::MAX, |line| line.rank),
            )
        };
        joint.sort_by_key(|set| rank(set));
        joint
    }
}
