//! Fixes that make one edit in several places.
//!
//! Copying a line copies its fault: `n` for `m` in the heads of two loops, `abs` for `fabs` twice, `&` missing in each
//! `scanf`. Then no edit of a single place is a fix. So the small edits of all places are grouped by what they replace
//! with what, and the edits of a group are made together: first those in components with the same text, then those in
//! components of the same kind, then all; always the whole group, and for small groups also each pair.

use ir::ComponentKind;
use rustc_hash::FxHashMap;
use syntax::{Parse, Span};

use crate::edit::Edit;
use crate::generate::Candidate;
use crate::joint::Joint;
use crate::kind::EditKind;
use crate::limits::{ENOUGH_ALIKE_FIXES, MAX_ALIKE_PLACES, MAX_PAIRED_PLACES};
use crate::patch::{Fix, TextEdit};
use crate::validate::Fixer;

/// Factor for the plausibility of an edit that is made in several places.
const SEVERAL: f64 = 0.95;
/// Kinds of edits that are made in several places, most likely first.
const KINDS: [EditKind; 9] = [
    EditKind::Neighbour,
    EditKind::Statement,
    EditKind::Operator,
    EditKind::Comparisons,
    EditKind::Part,
    EditKind::Name,
    EditKind::Step,
    EditKind::Exchange,
    EditKind::Format,
];

/// An edit, and the component that contains it.
#[derive(Debug, Clone)]
struct Site {
    candidate: Candidate,
    component: usize,
}

/// Fixes that make the same edit in several of these components, which are ordered by suspicion.
pub fn alike(fixer: &mut Fixer<'_>, components: &[(Span, ComponentKind)]) -> Vec<Joint> {
    let parse = fixer.original;
    let groups = groups(fixer, components, parse);
    let mut found = Vec::new();
    for kind in KINDS {
        for level in [Level::Text, Level::Kind, Level::Any] {
            for sites in sets(&groups, kind, level, components, parse) {
                if fixer.exhausted() || found.len() >= ENOUGH_ALIKE_FIXES {
                    return found;
                }
                let edits: Vec<&Candidate> = sites.iter().map(|site| &site.candidate).collect();
                let Some(program) = fixer.edited_at(&edits) else {
                    continue;
                };
                let joint = joint(&sites, components, SEVERAL * kind.plausibility());
                found.extend(joint.and_then(|joint| fixer.accepted_joint(&program, joint)));
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// Similarity required of the components of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    /// The texts of the components are equal.
    Text,
    /// The components are of the same kind.
    Kind,
    /// No similarity.
    Any,
}

/// The edits of all components, grouped by their effect, in the order in which they are found.
fn groups(
    fixer: &mut Fixer<'_>,
    components: &[(Span, ComponentKind)],
    parse: &Parse,
) -> Vec<Vec<Site>> {
    let mut by_change: FxHashMap<(String, String, u8), usize> = FxHashMap::default();
    let mut groups: Vec<Vec<Site>> = Vec::new();
    for (component, (place, _)) in components.iter().enumerate() {
        for (position, edit) in fixer.candidates(*place) {
            let is_inner = |(other, _): &(Span, ComponentKind)| {
                *other != *place && place.encloses(*other) && other.encloses(edit.tree.span)
            };
            if edit.hole.is_some() || !KINDS.contains(&edit.kind) || components.iter().any(is_inner)
            {
                continue;
            }
            let key = change(&edit, parse);
            let at = *by_change.entry(key).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[at].push(Site {
                candidate: (position, edit),
                component,
            });
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// The effect of an edit: the texts before and after; for a deleted statement, the function that it calls. For edits of
/// calls and sums, only the part that differs counts: adding `&` to one argument or another is the same effect.
fn change(edit: &Edit, parse: &Parse) -> (String, String, u8) {
    let old = parse.sources.text(edit.span);
    if edit.kind == EditKind::Statement {
        let callee = old.trim().split('(').next().unwrap_or(old);
        return (callee.to_owned(), String::new(), edit.kind as u8);
    }
    let (old, new) = match edit.kind {
        EditKind::Neighbour | EditKind::Format | EditKind::Step | EditKind::Part => {
            difference(old, &edit.text)
        }
        _ => (old, &*edit.text),
    };
    (old.to_owned(), new.to_owned(), edit.kind as u8)
}

/// Two texts without their common prefix and suffix.
fn difference<'t>(old: &'t str, new: &'t str) -> (&'t str, &'t str) {
    let chars = old.chars().zip(new.chars());
    let same = chars.take_while(|(a, b)| a == b);
    let start: usize = same.map(|(a, _)| a.len_utf8()).sum();
    let (old, new) = (&old[start..], &new[start..]);
    let chars = old.chars().rev().zip(new.chars().rev());
    let same = chars.take_while(|(a, b)| a == b);
    let end: usize = same.map(|(a, _)| a.len_utf8()).sum();
    (&old[..old.len() - end], &new[..new.len() - end])
}

/// The sets of sites that are edited together.
fn sets(
    groups: &[Vec<Site>],
    kind: EditKind,
    level: Level,
    components: &[(Span, ComponentKind)],
    parse: &Parse,
) -> Vec<Vec<Site>> {
    let mut found = Vec::new();
    for group in groups {
        // All edits of a group are of one kind. If their components are, too, this level yields the same sets as the
        // previous one.
        let is_of_kind = group
            .first()
            .is_some_and(|site| site.candidate.1.kind == kind);
        if !is_of_kind || level == Level::Any && of_one_kind(group, components) {
            continue;
        }
        let mut parts: Vec<(String, Vec<Site>)> = Vec::new();
        for site in group {
            let (span, of) = components[site.component];
            let class = match level {
                Level::Text => parse.sources.text(span).to_owned(),
                Level::Kind => format!("{of:?}"),
                Level::Any => String::new(),
            };
            match parts.iter_mut().find(|(known, _)| *known == class) {
                Some((_, sites)) => sites.push(site.clone()),
                None => parts.push((class, vec![site.clone()])),
            }
        }
        for (_, sites) in parts {
            found.extend(chosen(sites));
        }
    }
    found
}

fn of_one_kind(group: &[Site], components: &[(Span, ComponentKind)]) -> bool {
    let mut kinds = group.iter().map(|site| components[site.component].1);
    let first = kinds.next();
    kinds.all(|kind| Some(kind) == first)
}

/// All of these sites, and each pair if they are few.
fn chosen(mut sites: Vec<Site>) -> Vec<Vec<Site>> {
    sites.sort_by_key(|site| site.candidate.0);
    sites.dedup_by_key(|site| site.candidate.0);
    let count = sites.len();
    let mut found = Vec::new();
    if (2..=MAX_ALIKE_PLACES).contains(&count) {
        found.push(sites.clone());
    }
    if (3..=MAX_PAIRED_PLACES).contains(&count) {
        for (i, first) in sites.iter().enumerate() {
            for second in &sites[i + 1..] {
                found.push(vec![first.clone(), second.clone()]);
            }
        }
    }
    let apart = |set: &Vec<Site>| {
        let spans = set.iter().map(|site| site.candidate.1.tree.span);
        let spans: Vec<Span> = spans.collect();
        let pairs = spans.iter().enumerate();
        pairs
            .into_iter()
            .all(|(i, a)| spans[i + 1..].iter().all(|b| !a.overlaps(*b)))
    };
    found.retain(apart);
    found
}

fn joint(sites: &[Site], components: &[(Span, ComponentKind)], plausibility: f64) -> Option<Joint> {
    let mut places: Vec<Span> = sites
        .iter()
        .map(|site| components[site.component].0)
        .collect();
    places.sort();
    places.dedup();
    let edits = sites.iter().map(|site| TextEdit {
        span: site.candidate.1.span,
        text: site.candidate.1.text.clone(),
    });
    let fix = Fix::of("same edit", edits.collect(), plausibility)?;
    Some(Joint { places, fix })
}
