//! The order in which users should look at diagnoses and lines.
//!
//! Diagnoses are divided into *tiers*: what the user suspects comes before everything else, wrong outcomes before
//! traps, traps before runs that do not end, and within each kind smaller sets before larger ones, where an input or
//! output counts as several statements. Nothing else moves a diagnosis across tiers: a smaller set is the simpler
//! explanation. Within a tier, every component of every diagnosis has a score, the weighted mean of the few [`Factor`]s
//! in [`FACTORS`], each between 0 and 1. The score of a diagnosis is the mean over its components; the score of a line
//! is that of the best of its components in the best tier in which the line occurs. Sets and lines of equal standing
//! are ordered by their weight, the cost model that the user chose (`CFaults` §4), and by how suspicious passing and
//! failing tests make them; ties that remain, by the suspicion before anything was certified, then by place, so that
//! ranks are never shared. Where no line explains all groups of failing tests, the lines take turns, so that each group
//! has one among the first. To measure what a factor is worth, run with its weight set to 0.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use ir::{CompId, Component, ComponentKind, InsertedStatement};
use syntax::FileId;

use crate::limits::LOWER_SCORE;
use crate::report::{
    Certificate, Diagnosis, Evidence, Group, GroupKind, LEAST_CREDIBLE, LEAST_SURE, RankedLine,
};
use crate::spectrum::Spectrum;
use ir::CompSet;

/// A ranking criterion; 1 is the strongest argument for looking here first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Factor {
    /// Share of the groups of failing tests that some diagnosis with this component explains.
    Groups,
    /// Plausibility of the best edit of the component that is a verified fix; ½ for an edit that is nearly one.
    Fix,
    /// Share of the tier's diagnoses of this group that contain the component.
    Share,
    /// Whether the component stands in the text: ½ for a missing statement whose place is behind the loop in which it
    /// may be missing, 0 for other missing statements, whose free values make them too powerful.
    Written,
    /// Whether the component is not part of a test, that is, of a function that a test calls and that contains an
    /// assertion itself. Tests are wrong less often than the code that they test, but can always be changed so that
    /// they pass.
    Tested,
}

/// Weights of the factors, each ≥ 0.
pub type Factors = [(Factor, f64)];

/// The table in use. A fix outweighs everything else. Next come the share of the diagnoses that name the component, and
/// whether it stands in the text and not in a test; the groups break ties. Each factor helps on some set of programs,
/// measured with `cargo xtask bench --ablate` ([`Factor::Tested`] on
/// programs that test themselves with assertions, of which the published sets have none). Other criteria did not help
/// beside these and are left out: evidence that deleting or flipping suffices, that a component computes something,
/// weight, and minimality.
pub const FACTORS: [(Factor, f64); 5] = [
    (Factor::Fix, 8.0),
    (Factor::Share, 1.0),
    (Factor::Tested, 1.0),
    (Factor::Written, 0.6),
    (Factor::Groups, 0.002),
];

/// Input of the ranking.
#[derive(Debug, Clone, Copy)]
pub struct RankInput<'a> {
    /// Diagnoses, in any order.
    pub diagnoses: &'a [Diagnosis],
    /// Groups that [`Diagnosis::group`] refers to.
    pub groups: &'a [Group],
    /// All components of the program.
    pub components: &'a [Component],
    /// First line of each component, 1-based.
    pub lines: &'a [(FileId, u32)],
    /// Suspiciousness of each component by group, in `0..=1`, over the failing tests of the group and all passing ones;
    /// see [`crate::spectrum`].
    pub suspiciousness: &'a [Vec<f64>],
    /// Number of failing and passing tests that execute each component, by group.
    pub spectra: &'a [Spectrum],
    /// Statements that may be missing in a loop and whose place is behind it.
    pub slipped: &'a CompSet,
    /// Components of functions that are tests.
    pub testing: &'a CompSet,
    /// Components that the user suspects.
    pub suspected: &'a CompSet,
    /// Suspicion of the program's components before anything is certified; may be empty. It breaks ties: unlike places,
    /// it does not change when functions are reordered.
    pub suspicion: &'a [f64],
    /// Weights of the factors, normally [`FACTORS`].
    pub factors: &'a Factors,
}

/// The order of diagnoses and lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Indices into [`RankInput::diagnoses`], best first.
    pub order: Vec<usize>,
    /// Ranked lines, best first; their `diagnoses` are positions in `order`, that is, indices after sorting.
    pub lines: Vec<RankedLine>,
}

/// Orders diagnoses and the lines on which their components begin.
pub fn rank(input: &RankInput<'_>) -> Ranking {
    let ranker = Ranker::new(input);
    let order = ranker.order();
    let lines = ranker.lines(&order);
    Ranking { order, lines }
}

/// Effort of a statement: the efforts of sets are counted in quarters of a statement.
const STATEMENT: usize = 4;
/// Effort of a set of several components with a likely fix: it ranks behind single statements that explain everything,
/// unless the fix leaves little doubt.
const MENDED_EFFORT: usize = 5;
/// Least effort of an input or output that explains everything by itself: it ranks behind other such statements.
const ALONE_EFFORT: usize = 6;
/// Last place, from 1, for the first of these inputs and outputs.
const IO_PLACE: usize = 5;
/// Number of statements that an input or output counts as.
const IO_EFFORT: usize = 4;
/// Number of statements that an inserted statement counts as when only the tests support it, and the plausibility from
/// which on it counts as one.
const UNLIKELY_EFFORT: usize = 2;
const LIKELY_STATEMENT: f64 = 0.3;
/// Least plausibility of a fix by several edits that lowers the effort of its set.
const LIKELY_PAIR: f64 = 0.25;
/// Number of statements that an output counts as whose words are given.
const GIVEN_EFFORT: usize = 2;

/// The main criteria of the order; smaller is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Tier {
    /// Whether the user suspects none of it.
    unsuspected: bool,
    /// Whether tests fail in several ways and no fix that leaves little doubt is one for all of them.
    partial: bool,
    /// Rank of the group's kind.
    kind: u8,
    /// Effort of the set.
    effort: usize,
}

struct Ranker<'a> {
    input: &'a RankInput<'a>,
    /// Tier of each diagnosis.
    tiers: Vec<Tier>,
    /// Number of diagnoses by group and size.
    peers: BTreeMap<(usize, usize), usize>,
    /// Number of diagnoses that contain a component, by group and size.
    with: BTreeMap<(usize, usize, CompId), usize>,
    /// Number of groups in which a component occurs.
    groups: BTreeMap<CompId, usize>,
}

/// What decides which of two diagnoses, or of two lines, comes first: one criterion after the other.
#[derive(Debug, Clone, Copy)]
struct RankKey {
    tier: Tier,
    /// Weighted mean of the factors; more is better.
    score: f64,
    /// Weight of the diagnosis; less is better.
    weight: f64,
    /// How suspicious passing and failing tests make it; more is better.
    suspicious: f64,
    /// Suspicion before anything was certified; more is better.
    suspicion: f64,
}

impl RankKey {
    /// Compares two keys; the better one is less.
    fn compare(&self, other: &RankKey) -> Ordering {
        let score = other.score.total_cmp(&self.score);
        let weight = self.weight.total_cmp(&other.weight);
        let suspicious = other.suspicious.total_cmp(&self.suspicious);
        let suspicion = other.suspicion.total_cmp(&self.suspicion);
        let by_tier = self.tier.cmp(&other.tier);
        by_tier
            .then(score)
            .then(weight)
            .then(suspicious)
            .then(suspicion)
    }
}

/// A line, the best argument for it, and the positions of its diagnoses.
type LineOf = ((FileId, u32), (Best, Vec<usize>));

/// The best argument for a line.
struct Best {
    key: RankKey,
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
        let counts = input.diagnoses.iter().map(|d| ranker.statements(d));
        let counts: Vec<usize> = counts.collect();
        let mut lightest: BTreeMap<usize, f64> = BTreeMap::new();
        for (d, &statements) in input.diagnoses.iter().zip(&counts) {
            let (size, group) = (d.suspects.len(), d.group);
            *ranker.peers.entry((group, size)).or_default() += 1;
            for s in &d.suspects {
                *ranker.with.entry((group, size, s.comp)).or_default() += 1;
            }
            if statements == size {
                let least = lightest.entry(group).or_insert(f64::INFINITY);
                *least = least.min(d.weight / size as f64);
            }
        }
        for (comp, _) in ranker.pairs() {
            *ranker.groups.entry(comp).or_default() += 1;
        }
        for (d, statements) in input.diagnoses.iter().zip(counts) {
            ranker.tiers.push(Tier {
                unsuspected: !d.suspects.iter().any(|s| input.suspected.contains(s.comp)),
                partial: input.groups.len() > 1 && !ranker.mends_all(d),
                kind: kind_rank(input.groups.get(d.group)),
                effort: effort(d, statements, lightest.get(&d.group).copied()),
            });
        }
        ranker
    }

    /// Whether its first fix leaves little doubt and is one in all groups.
    fn mends_all(&self, d: &Diagnosis) -> bool {
        let Some(fix) = d.fixes.first().filter(|_| d.plausibility() >= LEAST_SURE) else {
            return false;
        };
        (0..self.input.groups.len()).all(|group| {
            let mut of_group = self.input.diagnoses.iter().filter(|of| of.group == group);
            of_group.any(|of| of.fixes.contains(fix))
        })
    }

    /// Number of statements that the set counts as. Inputs and outputs count for more: text that may be anything explains
    /// anything, so it is an explanation only where a few statements are none. Text given by the tests is less free,
    /// and that of a verified fix is not free at all.
    fn statements(&self, d: &Diagnosis) -> usize {
        let of = |comp: CompId| {
            let component = &self.input.components[comp.index()];
            let given = || d.given.iter().any(|e| e.span.overlaps(component.span));
            match component.kind {
                ComponentKind::Input | ComponentKind::Output if d.is_likely_fixed() => 1,
                ComponentKind::Output if given() => GIVEN_EFFORT,
                ComponentKind::Input | ComponentKind::Output => IO_EFFORT,
                ComponentKind::Target | ComponentKind::Argument => IO_EFFORT,
                ComponentKind::Size if !d.is_likely_fixed() => IO_EFFORT,
                ComponentKind::Macro | ComponentKind::Type if d.plausibility() < LEAST_CREDIBLE => {
                    IO_EFFORT
                }
                ComponentKind::Insertion(one) if one.what == InsertedStatement::Print => IO_EFFORT,
                ComponentKind::Insertion(one)
                    if one.what == InsertedStatement::Statement
                        && d.plausibility() < LIKELY_STATEMENT =>
                {
                    UNLIKELY_EFFORT
                }
                _ => 1,
            }
        };
        d.suspects.iter().map(|s| of(s.comp)).sum()
    }

    /// Pairs of a component and a group in which it occurs, without duplicates.
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
        let place = |d: usize| -> Vec<_> {
            let suspects = self.input.diagnoses[d].suspects.iter();
            suspects.map(|s| (self.line(s.comp), s.comp)).collect()
        };
        let keys: Vec<RankKey> = (0..self.tiers.len()).map(|d| self.key(d)).collect();
        let mut order: Vec<usize> = (0..self.tiers.len()).collect();
        order.sort_by(|&a, &b| {
            let by_key = keys[a].compare(&keys[b]);
            by_key.then_with(|| place(a).cmp(&place(b)))
        });
        order
    }

    /// The key of a diagnosis.
    fn key(&self, diagnosis: usize) -> RankKey {
        let Diagnosis {
            group,
            suspects,
            weight,
            ..
        } = &self.input.diagnoses[diagnosis];
        let suspicions = suspects.iter().map(|s| self.suspicion(s.comp));
        RankKey {
            tier: self.tiers[diagnosis],
            score: mean(suspects.iter().map(|s| self.score(s.comp, diagnosis))),
            weight: *weight,
            suspicious: mean(suspects.iter().map(|s| self.suspiciousness(*group, s.comp))),
            suspicion: suspicions.fold(0.0, f64::max),
        }
    }

    /// The key of the line of a component, as far as this diagnosis supports it.
    fn line_key(&self, comp: CompId, diagnosis: usize) -> RankKey {
        let Diagnosis { group, weight, .. } = self.input.diagnoses[diagnosis];
        RankKey {
            // Only the suspected line itself comes first, not what would have to be changed with it.
            tier: Tier {
                unsuspected: !self.input.suspected.contains(comp),
                ..self.tiers[diagnosis]
            },
            score: self.score(comp, diagnosis),
            weight,
            suspicious: self.suspiciousness(group, comp),
            suspicion: self.suspicion(comp),
        }
    }

    fn lines(&self, order: &[usize]) -> Vec<RankedLine> {
        let mut best: BTreeMap<(FileId, u32), (Best, Vec<usize>)> = BTreeMap::new();
        for (position, &diagnosis) in order.iter().enumerate() {
            for s in &self.input.diagnoses[diagnosis].suspects {
                let new = Best {
                    key: self.line_key(s.comp, diagnosis),
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
                let is_stronger = new.key.tier == old.key.tier && new.key.score > old.key.score;
                if new.key.tier < old.key.tier || is_stronger {
                    *old = new;
                }
            }
        }
        let mut lines: Vec<LineOf> = best.into_iter().collect();
        lines.sort_by(|(_, (a, _)), (_, (b, _))| a.key.compare(&b.key));
        self.promote_first_io(&mut lines);
        let lines = self.groups_in_turn(lines);
        let mut tiers: Vec<Tier> = lines.iter().map(|(_, (best, _))| best.key.tier).collect();
        tiers.sort_unstable();
        tiers.dedup();
        let ranked = lines
            .into_iter()
            .zip(1..)
            .map(|(((file, line), (best, diagnoses)), rank)| RankedLine {
                judged: None,
                rank,
                file,
                line,
                score: spread(
                    tiers.iter().position(|&t| t == best.key.tier).unwrap_or(0),
                    best.key.score,
                ),
                certified: true,
                diagnoses,
                explains: Vec::new(),
                why: self.why(&best),
            });
        let mut ranked: Vec<RankedLine> = ranked.collect();
        // Scores decrease with the rank, also where a line was moved.
        let mut least = f64::INFINITY;
        for line in &mut ranked {
            line.score = line.score.min(LOWER_SCORE * least);
            least = line.score;
        }
        ranked
    }

    /// The lines with one of each group of tests among the first ones, unless one line explains all groups.
    fn groups_in_turn(&self, lines: Vec<LineOf>) -> Vec<LineOf> {
        let groups = |(_, (best, _)): &LineOf| {
            let of = |d: &Diagnosis| d.suspects.iter().any(|s| s.comp == best.comp);
            let found = self.input.diagnoses.iter().filter(|d| of(d));
            found.map(|d| d.group).collect::<BTreeSet<usize>>()
        };
        let all: BTreeSet<usize> = lines.iter().flat_map(groups).collect();
        if all.len() < 2 || lines.iter().any(|line| groups(line) == all) {
            return lines;
        }
        in_turn(lines, groups)
    }

    /// Moves the first input or output that explains everything by itself to a place among the first few lines: where
    /// each of many statements could have another value, the value read or printed may just as well be wrong.
    fn promote_first_io(&self, lines: &mut [LineOf]) {
        let is_alone = |(_, (best, _)): &LineOf| {
            let is_io = matches!(
                self.input.components[best.comp.index()].kind,
                ComponentKind::Input | ComponentKind::Output
            );
            is_io
                && best.key.tier.effort >= ALONE_EFFORT
                && self.input.diagnoses[best.diagnosis].only().is_some()
        };
        let first = lines.iter().position(is_alone);
        if let Some(at) = first.filter(|at| *at >= IO_PLACE) {
            lines[IO_PLACE - 1..=at].rotate_right(1);
        }
    }

    fn line(&self, comp: CompId) -> (FileId, u32) {
        self.input
            .lines
            .get(comp.index())
            .copied()
            .unwrap_or_default()
    }

    /// Weighted mean of the factors, in `0..=1`, rounded so that equal values are equal whatever they were added up
    /// from.
    fn score(&self, comp: CompId, diagnosis: usize) -> f64 {
        let factors = self.input.factors;
        let sum: f64 = factors
            .iter()
            .map(|&(f, weight)| weight * self.value(f, comp, diagnosis))
            .sum();
        let all: f64 = factors.iter().map(|&(_, weight)| weight).sum();
        if all > 0.0 { rounded(sum / all) } else { 0.0 }
    }

    fn value(&self, factor: Factor, comp: CompId, diagnosis: usize) -> f64 {
        let d = &self.input.diagnoses[diagnosis];
        let size = d.suspects.len();
        let yes = |holds: bool| f64::from(u8::from(holds));
        match factor {
            Factor::Groups => share(self.groups.get(&comp), self.input.groups.len()),
            Factor::Fix if d.is_likely_fixed() => d.plausibility(),
            Factor::Fix => 0.5 * yes(d.evidence.contains(&Evidence::Edit)),
            Factor::Share => {
                let peers = self.peers.get(&(d.group, size)).copied().unwrap_or(0);
                share(self.with.get(&(d.group, size, comp)), peers)
            }
            Factor::Written if !self.is_missing(comp) => 1.0,
            Factor::Written => 0.5 * yes(self.input.slipped.contains(comp)),
            Factor::Tested => yes(!self.input.testing.contains(comp)),
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

    /// The reason in a sentence, for users.
    fn why(&self, best: &Best) -> String {
        let d = &self.input.diagnoses[best.diagnosis];
        let size = d.suspects.len();
        // Its edits may be at several places near the line.
        let edits = d.fixes.first().map_or(1, |fix| fix.edits().count());
        let mut reasons = vec![match (size, d.certificate) {
            (1, Certificate::Edit) if edits > 1 => "a repair here is enough".to_owned(),
            (1, _) => "one change is enough".to_owned(),
            // Other values at fewer places may be enough as well.
            (_, Certificate::Edit) => format!("a repair changes {size} places"),
            (_, Certificate::Values) => format!("{size} changes together"),
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
        // A definition is not executed, so it has no spectrum.
        let component = self.input.components.get(best.comp.index());
        let is_definition = component.is_some_and(|c| {
            use ComponentKind::{Macro, Size, Type};
            matches!(c.kind, Macro | Size | Type)
        });
        if !is_definition {
            let spectrum = self.input.spectra.get(d.group);
            reasons.extend(spectrum.and_then(|spectrum| spectrum.told(best.comp)));
        }
        reasons.join("; ")
    }
}

/// Effort of a set that counts as so many statements, in quarters of one; an ordinary statement of the group weighs
/// `lightest` or more.
///
/// An input or output that explains everything by itself is only one statement. It counts as many as it outweighs: with
/// hierarchical weights it follows sets of several statements of the program's logic (`CFaults` §1), with equal weights
/// it precedes them.
fn effort(d: &Diagnosis, statements: usize, lightest: Option<f64>) -> usize {
    match d.only() {
        Some(_) if statements == IO_EFFORT => {
            let outweighed = lightest.map_or(0.0, |least| d.weight / least);
            ALONE_EFFORT.max((outweighed * STATEMENT as f64) as usize)
        }
        None if d.plausibility() >= LEAST_SURE => STATEMENT,
        None if d.plausibility() >= LIKELY_PAIR => MENDED_EFFORT,
        _ => STATEMENT * statements,
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

/// Rounded mean; 0 of nothing.
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    rounded(values.sum::<f64>() / count)
}

fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// The items in rounds: in each round every item adds something to what those before it in the round explain. Within a
/// round they keep their order. So each of several faults has an item among the first ones.
pub(crate) fn in_turn<T>(mut items: Vec<T>, explains: impl Fn(&T) -> BTreeSet<usize>) -> Vec<T> {
    let mut order = Vec::with_capacity(items.len());
    while !items.is_empty() {
        let mut explained = BTreeSet::new();
        let adds = |item: &mut T| {
            let before = explained.len();
            explained.extend(explains(item));
            explained.len() > before
        };
        let round: Vec<T> = items.extract_if(.., adds).collect();
        if round.is_empty() {
            // These explain nothing.
            order.append(&mut items);
        }
        order.extend(round);
    }
    order
}

/// Maps the scores of tier 0 to ½..1, those of tier 1 to ¼..½ and so on, so that scores decrease with the rank.
fn spread(tier: usize, score: f64) -> f64 {
    (1.0 + score) / 2f64.powi(i32::try_from(tier).unwrap_or(i32::MAX - 1) + 1)
}

#[cfg(test)]
mod tests;
