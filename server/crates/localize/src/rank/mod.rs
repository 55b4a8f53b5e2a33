//! The order in which people should look at diagnoses and at lines.
//!
//! Diagnoses fall into *tiers*: those of wrong outcomes before those of traps before those of runs that do not end, and
//! within that, smaller sets before larger ones, where an input or output counts as several statements. No other
//! consideration moves a diagnosis across tiers: a smaller set is the simpler explanation. Inside a tier every component of every diagnosis has a score, the weighted mean of the
//! few [`Factor`]s in [`FACTORS`], each between 0 and 1. A diagnosis is worth the mean of its components; a line is worth
//! the best of its components in the best tier in which it occurs. What is still equal is ordered by weight, then by what
//! was suspected before anything was certified, then by place, so that ranks are never shared. To measure what a factor is worth, run with its weight set to 0.

use std::collections::BTreeMap;

use ir::{CompId, Component, ComponentKind, Inserted};
use syntax::FileId;

use crate::report::{Diagnosis, Evidence, Group, GroupKind, RankedLine};
use crate::spectrum::Spectrum;
use ir::CompSet;

/// One consideration; 1 speaks most for looking here first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Factor {
    /// Suspiciousness of the component over all passing and failing tests.
    Ochiai,
    /// An edit of the component is a verified fix: as plausible as it is; nearly one: ½.
    Fix,
    /// Share of the groups of failing tests that some diagnosis with this component explains.
    Groups,
    /// Share of the tier's diagnoses of this group that contain the component.
    Share,
    /// The component stands in the text; ½ for a statement that stands behind the loop in which it may be missing, 0 for
    /// others that may be missing: any value makes them powerful.
    Written,
    /// The component is not part of a test: of a function that a test calls and that asserts something itself. Tests are
    /// wrong more seldom than what they test, but what they do can always be changed so that they pass.
    Tested,
    /// The user suspects the component.
    Suspected,
}

/// Weights of the factors; each ≥ 0.
pub type Factors = [(Factor, f64)];

/// The table in use. A fix outweighs all; then counts how many of the diagnoses name the component, and whether it is in
/// the text and not in a test; suspiciousness decides between equals, and the groups where that is equal too. Each of them
/// helps on some set of programs, measured with `cargo xtask bench --ablate` ([`Factor::Tested`] on programs that test
/// themselves with assertions, of which the published sets have none); evidence that deleting or flipping suffices, that
/// a component computes something, weight and minimality did not help beside them, and are not here.
pub const FACTORS: [(Factor, f64); 6] = [
    (Factor::Fix, 8.0),
    (Factor::Share, 1.0),
    (Factor::Tested, 1.0),
    (Factor::Written, 0.6),
    (Factor::Ochiai, 0.02),
    (Factor::Groups, 0.002),
];

/// Added to the table when the user suspects something: more than all others together, within a tier.
pub const SUSPECTED: (Factor, f64) = (Factor::Suspected, 20.0);

/// What the ranking looks at.
#[derive(Debug, Clone, Copy)]
pub struct RankInput<'a> {
    /// In any order.
    pub diagnoses: &'a [Diagnosis],
    /// What [`Diagnosis::group`] refers to.
    pub groups: &'a [Group],
    /// All components of the program.
    pub components: &'a [Component],
    /// First line of each component, 1-based.
    pub lines: &'a [(FileId, u32)],
    /// By group, of each component, in `0..=1`, over the failing tests of the group and all passing ones; see [`crate::spectrum::Spectrum::ochiai`].
    pub suspiciousness: &'a [Vec<f64>],
    /// By group, how many failing and passing tests execute each component.
    pub spectra: &'a [Spectrum],
    /// Statements that may be missing in a loop and stand behind it.
    pub slipped: &'a CompSet,
    /// Components of functions that are tests.
    pub testing: &'a CompSet,
    /// What the user suspects.
    pub suspected: &'a CompSet,
    /// How suspicious components of the program are before anything is certified; may be empty. It decides between equals:
    /// unlike their places it does not change when functions change places.
    pub suspicion: &'a [f64],
    /// Normally [`FACTORS`].
    pub factors: &'a Factors,
}

/// The order of diagnoses and lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Indices into [`RankInput::diagnoses`], best first.
    pub order: Vec<usize>,
    /// Best first; their `diagnoses` are positions in `order`, that is, indices after sorting.
    pub lines: Vec<RankedLine>,
}

/// Orders diagnoses and the lines on which their components begin.
pub fn rank(input: &RankInput<'_>) -> Ranking {
    let ranker = Ranker::new(input);
    let order = ranker.order();
    let lines = ranker.lines(&order);
    Ranking { order, lines }
}

/// Efforts of whole sets are counted in quarters of a statement.
const STATEMENT: usize = 4;
/// The effort of a set of several with a likely fix: it comes behind single statements that explain all.
const MENDED_EFFORT: usize = 5;
/// The effort of an input or output that explains all by itself: it comes behind other statements that do, and before
/// sets of several.
const ALONE_EFFORT: usize = 6;
/// The last place, from 1, for the first of these.
const IO_PLACE: usize = 5;
/// An input or output counts as so many statements.
const IO_EFFORT: usize = 4;
/// An inserted statement for which only the tests speak counts as so many, and from which plausibility on more speaks for
/// it.
const UNLIKELY_EFFORT: usize = 2;
const LIKELY_STATEMENT: f64 = 0.3;
/// How plausible a fix by several edits is, at least, that speaks for its set.
const LIKELY_PAIR: f64 = 0.25;
/// An output of which the words are given counts as so many statements.
const GIVEN_EFFORT: usize = 2;

/// Kind of the group and effort of the set; less is better.
type Tier = (u8, usize);

struct Ranker<'a> {
    input: &'a RankInput<'a>,
    /// By diagnosis.
    tiers: Vec<Tier>,
    /// Number of diagnoses by group and size.
    peers: BTreeMap<(usize, usize), usize>,
    /// The same with a component in them.
    with: BTreeMap<(usize, usize, CompId), usize>,
    /// Number of groups that a component occurs in.
    groups: BTreeMap<CompId, usize>,
}

/// A line, the best that there is to say of it, and the positions of its diagnoses.
type LineOf = ((FileId, u32), (Best, Vec<usize>));

/// The best that there is to say of a line.
struct Best {
    tier: Tier,
    score: f64,
    comp: CompId,
    diagnosis: usize,
}

impl<'a> Ranker<'a> {
    fn new(input: &'a RankInput<'a>) -> Ranker<'a> {
        let mut ranker = Ranker {
            input,
            tiers: Vec::new(),
            peers: BTreeMap::new(),
            with: BTreeMap::new(),
            groups: BTreeMap::new(),
        };
        for d in input.diagnoses {
            let (size, group) = (d.suspects.len(), d.group);
            let tier = (kind_rank(input.groups.get(group)), ranker.effort(d));
            ranker.tiers.push(tier);
            *ranker.peers.entry((group, size)).or_default() += 1;
            for s in &d.suspects {
                *ranker.with.entry((group, size, s.comp)).or_default() += 1;
            }
        }
        for (comp, _) in ranker.pairs() {
            *ranker.groups.entry(comp).or_default() += 1;
        }
        ranker
    }

    /// Size of the set, with input and output counting for more: text that may be anything explains anything, so it is
    /// an explanation only where a few statements are none. Text that the tests give is not quite so free, and that of a
    /// verified fix not at all.
    fn effort(&self, d: &Diagnosis) -> usize {
        let of = |comp: CompId| {
            let component = &self.input.components[comp.index()];
            let given = || d.given.iter().any(|e| e.span.overlaps(component.span));
            match component.kind {
                ComponentKind::Input | ComponentKind::Output if d.is_likely_fixed() => 1,
                ComponentKind::Output if given() => GIVEN_EFFORT,
                ComponentKind::Input | ComponentKind::Output => IO_EFFORT,
                ComponentKind::Target | ComponentKind::Argument => IO_EFFORT,
                ComponentKind::Size if !d.is_likely_fixed() => IO_EFFORT,
                ComponentKind::Insertion(one) if one.what == Inserted::Print => IO_EFFORT,
                ComponentKind::Insertion(one)
                    if one.what == Inserted::Statement && d.plausibility() < LIKELY_STATEMENT =>
                {
                    UNLIKELY_EFFORT
                }
                _ => 1,
            }
        };
        let all: usize = d.suspects.iter().map(|s| of(s.comp)).sum();
        match d.only() {
            Some(_) if all == IO_EFFORT => ALONE_EFFORT,
            None if d.plausibility() >= LIKELY_PAIR => MENDED_EFFORT,
            _ => STATEMENT * all,
        }
    }

    /// Components with the groups that they occur in, each pair once.
    fn pairs(&self) -> Vec<(CompId, usize)> {
        let mut pairs: Vec<_> = self
            .with
            .keys()
            .map(|&(group, _, comp)| (comp, group))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    fn order(&self) -> Vec<usize> {
        let scores: Vec<f64> = (0..self.tiers.len())
            .map(|d| self.diagnosis_score(d))
            .collect();
        let place = |d: usize| -> Vec<_> {
            self.input.diagnoses[d]
                .suspects
                .iter()
                .map(|s| (self.line(s.comp), s.comp))
                .collect()
        };
        let weight = |d: usize| self.input.diagnoses[d].weight;
        let suspicion = |d: usize| {
            let suspects = &self.input.diagnoses[d].suspects;
            let of_each = suspects.iter().map(|s| self.suspicion(s.comp));
            of_each.fold(0.0, f64::max)
        };
        let mut order: Vec<usize> = (0..self.tiers.len()).collect();
        order.sort_by(|&a, &b| {
            let tier = self.tiers[a].cmp(&self.tiers[b]);
            tier.then(scores[b].total_cmp(&scores[a]))
                .then(weight(a).total_cmp(&weight(b)))
                .then(suspicion(b).total_cmp(&suspicion(a)))
                .then_with(|| place(a).cmp(&place(b)))
        });
        order
    }

    fn lines(&self, order: &[usize]) -> Vec<RankedLine> {
        let mut best: BTreeMap<(FileId, u32), (Best, Vec<usize>)> = BTreeMap::new();
        for (position, &diagnosis) in order.iter().enumerate() {
            let tier = self.tiers[diagnosis];
            for s in &self.input.diagnoses[diagnosis].suspects {
                let new = Best {
                    tier,
                    score: self.score(s.comp, diagnosis),
                    comp: s.comp,
                    diagnosis,
                };
                let line = self.line(s.comp);
                let Some((old, diagnoses)) = best.get_mut(&line) else {
                    best.insert(line, (new, vec![position]));
                    continue;
                };
                if diagnoses.last() != Some(&position) {
                    diagnoses.push(position);
                }
                // Diagnoses come best tier first.
                if new.tier == old.tier && new.score > old.score {
                    *old = new;
                }
            }
        }
        let mut lines: Vec<LineOf> = best.into_iter().collect();
        lines.sort_by(|(_, (a, _)), (_, (b, _))| {
            let weight = |best: &Best| self.input.diagnoses[best.diagnosis].weight;
            a.tier
                .cmp(&b.tier)
                .then(b.score.total_cmp(&a.score))
                .then(weight(a).total_cmp(&weight(b)))
                .then(self.suspicion(b.comp).total_cmp(&self.suspicion(a.comp)))
        });
        let moved = self.bring_io_forward(&mut lines);
        let mut tiers = self.tiers.clone();
        tiers.sort_unstable();
        tiers.dedup();
        let ranked = lines
            .into_iter()
            .zip(1..)
            .map(|(((file, line), (best, diagnoses)), rank)| RankedLine {
                rank,
                file,
                line,
                score: spread(
                    tiers.iter().position(|&t| t == best.tier).unwrap_or(0),
                    best.score,
                ),
                certified: true,
                diagnoses,
                why: self.why(&best),
            });
        let mut ranked: Vec<RankedLine> = ranked.collect();
        if moved {
            // Scores fall with the rank.
            let at = IO_PLACE - 1;
            ranked[at].score = f64::midpoint(ranked[at - 1].score, ranked[at + 1].score);
        }
        ranked
    }

    /// The first input or output that explains all by itself has a place among the first few lines: where all of many
    /// statements on the way could have another value, what is read or printed may as well be wrong itself. Says whether
    /// it was moved.
    fn bring_io_forward(&self, lines: &mut [LineOf]) -> bool {
        let is_alone = |(_, (best, _)): &LineOf| {
            let is_io = matches!(
                self.input.components[best.comp.index()].kind,
                ComponentKind::Input | ComponentKind::Output
            );
            is_io && best.tier.1 == ALONE_EFFORT
        };
        let first = lines.iter().position(is_alone);
        let late = first.filter(|at| *at >= IO_PLACE);
        if let Some(at) = late {
            lines[IO_PLACE - 1..=at].rotate_right(1);
        }
        late.is_some()
    }

    fn line(&self, comp: CompId) -> (FileId, u32) {
        self.input
            .lines
            .get(comp.index())
            .copied()
            .unwrap_or_default()
    }

    fn diagnosis_score(&self, diagnosis: usize) -> f64 {
        let suspects = &self.input.diagnoses[diagnosis].suspects;
        let sum: f64 = suspects.iter().map(|s| self.score(s.comp, diagnosis)).sum();
        sum / suspects.len().max(1) as f64
    }

    /// Weighted mean of the factors, in `0..=1`.
    fn score(&self, comp: CompId, diagnosis: usize) -> f64 {
        let factors = self.input.factors;
        let sum: f64 = factors
            .iter()
            .map(|&(f, weight)| weight * self.value(f, comp, diagnosis))
            .sum();
        let all: f64 = factors.iter().map(|&(_, weight)| weight).sum();
        if all > 0.0 { sum / all } else { 0.0 }
    }

    fn value(&self, factor: Factor, comp: CompId, diagnosis: usize) -> f64 {
        let d = &self.input.diagnoses[diagnosis];
        let size = d.suspects.len();
        let yes = |holds: bool| f64::from(u8::from(holds));
        match factor {
            Factor::Ochiai => self.suspiciousness(d.group, comp),
            Factor::Fix if d.is_likely_fixed() => d.plausibility(),
            Factor::Fix => 0.5 * yes(d.evidence.contains(&Evidence::Edit)),
            Factor::Groups => share(self.groups.get(&comp), self.input.groups.len()),
            Factor::Share => {
                let peers = self.peers.get(&(d.group, size)).copied().unwrap_or(0);
                share(self.with.get(&(d.group, size, comp)), peers)
            }
            Factor::Written if !self.is_missing(comp) => 1.0,
            Factor::Written => 0.5 * yes(self.input.slipped.contains(comp)),
            Factor::Tested => yes(!self.input.testing.contains(comp)),
            Factor::Suspected => yes(self.input.suspected.contains(comp)),
        }
    }

    fn is_missing(&self, comp: CompId) -> bool {
        let component = self.input.components.get(comp.index());
        component.is_some_and(|c| matches!(c.kind, ComponentKind::Insertion(_)))
    }

    fn passes_on(&self, comp: CompId) -> bool {
        self.input
            .components
            .get(comp.index())
            .is_some_and(|c| c.pass_through)
    }

    fn suspiciousness(&self, group: usize, comp: CompId) -> f64 {
        let of = self.input.suspiciousness.get(group);
        of.and_then(|s| s.get(comp.index())).copied().unwrap_or(0.0)
    }

    fn suspicion(&self, comp: CompId) -> f64 {
        self.input
            .suspicion
            .get(comp.index())
            .copied()
            .unwrap_or(0.0)
    }

    /// The reason, for people.
    fn why(&self, best: &Best) -> String {
        let d = &self.input.diagnoses[best.diagnosis];
        let size = d.suspects.len();
        let mut reasons = vec![if size == 1 {
            "one change is enough".to_owned()
        } else {
            format!("{size} changes together")
        }];
        if self.input.suspected.contains(best.comp) {
            reasons.push("suspected by you".to_owned());
        }
        if self.passes_on(best.comp) {
            reasons.push("only passes a value on".to_owned());
        }
        if d.is_likely_fixed() {
            reasons.push("a small edit is a verified fix".to_owned());
        } else if d.evidence.contains(&Evidence::Edit) {
            reasons.push("a small edit nearly is a fix".to_owned());
        }
        let has = |evidence| d.evidence.contains(&evidence);
        match (has(Evidence::Deletion), has(Evidence::Flip)) {
            (true, true) => reasons.push("deleting or flipping suffices".to_owned()),
            (true, false) => reasons.push("deleting suffices".to_owned()),
            (false, true) => reasons.push("flipping suffices".to_owned()),
            (false, false) => {}
        }
        // Nothing executes the number of a macro.
        let component = self.input.components.get(best.comp.index());
        let is_number = |kind| matches!(kind, ComponentKind::Macro | ComponentKind::Size);
        if component.is_none_or(|c| !is_number(c.kind)) {
            let spectrum = self.input.spectra.get(d.group);
            reasons.extend(spectrum.and_then(|spectrum| spectrum.told(best.comp)));
        }
        reasons.join("; ")
    }
}

fn kind_rank(group: Option<&Group>) -> u8 {
    match group.map(|g| &g.kind) {
        Some(GroupKind::WrongOutcome) | None => 0,
        Some(GroupKind::Trap) => 1,
        Some(GroupKind::NoEnd) => 2,
    }
}

fn share(part: Option<&usize>, all: usize) -> f64 {
    part.map_or(0.0, |&part| part as f64 / all.max(1) as f64)
}

/// Puts the scores of tier 0 into ½..1, those of tier 1 into ¼..½ and so on: scores fall with the rank.
fn spread(tier: usize, score: f64) -> f64 {
    (1.0 + score) / 2f64.powi(i32::try_from(tier).unwrap_or(i32::MAX - 1) + 1)
}

#[cfg(test)]
mod tests;
