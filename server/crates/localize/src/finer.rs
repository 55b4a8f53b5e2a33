//! Finer groups for tests that nothing explains together.
//!
//! Tests that fail in the same manner are one group at first, because one place may be the fault. If no set explains the
//! group, its tests have several faults. Calls that demand different things of different functions are then explained
//! separately, and so are a few calls of one function, of which some may demand what no change can give. Of other tests,
//! the one with the shortest run is explained alone: it needs the least work, and what is found there is right for this
//! test. The others stay together, and are divided again if nothing explains them.

use std::collections::BTreeMap;
use std::sync::Mutex;

use harness::Action;
use ir::FnId;

use crate::control::{Event, Tell};
use crate::engine::new_group;
use crate::limits::MAX_CALLS_ALONE;
use crate::pipeline::localize;
use crate::query_cache::QueryCache;
use crate::report::{Group, Partial, Report, Status};
use crate::run::Run;
use exec::parallel::lock;

/// Repeats a search with finer groups if some group has no diagnosis. If this does not help, the groups are searched as
/// they were, as far as the limits of the job allow.
pub(crate) fn finer(
    run: &mut Run<'_>,
    report: Report,
    cache: &mut Option<QueryCache>,
    tell: &Tell<'_>,
) -> Report {
    let groups = report.groups.iter().filter(|group| group.behind.is_none());
    let parts: Vec<Vec<Group>> = groups
        .enumerate()
        .map(|(g, group)| {
            let is_explained = report.diagnoses.iter().any(|d| d.group == g);
            if run.may_divide(group) && !is_explained {
                parts(run, group)
            } else {
                vec![group.clone()]
            }
        })
        .collect();
    if parts.iter().all(|parts| parts.len() == 1) || (run.stopped)() {
        return report;
    }

    // Groups that stay as they are keep their numbers, and are not reported again.
    let mut is_known: Vec<bool> = parts.iter().map(|parts| parts.len() == 1).collect();
    let (first, others): (Vec<_>, Vec<_>) = parts
        .into_iter()
        .map(|mut parts| {
            let others = parts.split_off(1);
            (parts, others)
        })
        .unzip();
    run.groups = first.into_iter().chain(others).flatten().collect();
    // The other edits were tried for all tests.
    run.mends = 0;
    let before = is_known.len();
    is_known.resize(run.groups.len(), false);
    let ended = Mutex::new(Vec::new());
    let mut finer = localize(run, cache, &|event: Event<'_>| match event {
        Event::Diagnosis(diagnosis, _) | Event::Withdrawn(diagnosis)
            if is_known.get(diagnosis.group) == Some(&true) => {}
        Event::Searched { group, complete } => lock(&ended).push((group, complete)),
        event => tell(event),
    });
    let mut found = finer.diagnoses.iter();
    if !found.any(|d| is_known.get(d.group) == Some(&false)) {
        // A complete search would find the same again.
        if matches!(report.status, Status::Complete { .. }) || (run.stopped)() {
            tell(Event::Groups(&report.groups));
            return report;
        }
        run.divides = false;
        run.groups = report.groups;
        run.groups.retain(|group| group.behind.is_none());
        return localize(run, cache, &|event: Event<'_>| match event {
            // The end of their search has been reported before.
            Event::Searched { .. } => {}
            event => tell(event),
        });
    }
    // The end of the search of the other groups has been reported before.
    let ended = std::mem::take(&mut *lock(&ended)).into_iter();
    for (group, complete) in ended.filter(|(group, _)| *group >= before) {
        tell(Event::Searched { group, complete });
    }
    if finer.partial.is_empty() {
        finer.partial = in_groups(&finer.groups, report.partial);
    }
    finer.questions += report.questions;
    finer.solver_calls += report.solver_calls;
    finer.edits += report.edits;
    self::finer(run, finer, cache, tell)
}

/// What explains some of the tests of a group, in terms of other groups. What edits mend is one statement about all of
/// these tests.
fn in_groups(groups: &[Group], partial: Vec<Partial>) -> Vec<Partial> {
    let told = partial.into_iter().flat_map(|of| {
        let parts = groups.iter().enumerate().map(|(group, has)| {
            let own = |test: &usize| has.behind.is_none() && has.tests.contains(test);
            let tests = of.tests.iter().copied().filter(own).collect();
            Partial {
                group,
                tests,
                ..of.clone()
            }
        });
        let mut parts: Vec<Partial> = parts.filter(|part| !part.tests.is_empty()).collect();
        if !of.fixes.is_empty() {
            parts.truncate(1);
            for part in &mut parts {
                part.tests.clone_from(&of.tests);
            }
        }
        parts
    });
    told.collect()
}

/// The group in parts.
fn parts(run: &Run<'_>, group: &Group) -> Vec<Group> {
    let mut actions = group.tests.iter().map(|t| &run.tests[*t].action);
    let mut parts = if actions.all(|action| matches!(action, Action::Call { .. })) {
        by_function(run, group)
    } else {
        Vec::new()
    };
    if parts.len() < 2 {
        parts = shortest_apart(run, group);
    }
    let parts = parts.into_iter();
    let parts = parts.map(|tests| new_group(run.outcomes, tests, &run.parse.sources));
    parts.collect()
}

/// The tests by the functions that they call; a few calls of one function are taken one by one.
fn by_function(run: &Run<'_>, group: &Group) -> Vec<Vec<usize>> {
    let mut by_function: BTreeMap<FnId, Vec<usize>> = BTreeMap::new();
    for &test in &group.tests {
        if let Ok(prepared) = &run.prepared[test] {
            let of_function = by_function.entry(prepared.start.function).or_default();
            of_function.push(test);
        }
    }
    match by_function.len() {
        1 if group.tests.len() <= MAX_CALLS_ALONE => {
            group.tests.iter().map(|test| vec![*test]).collect()
        }
        _ => by_function.into_values().collect(),
    }
}

/// The test with the shortest run, and the others.
fn shortest_apart(run: &Run<'_>, group: &Group) -> Vec<Vec<usize>> {
    let shortest = group.tests.iter().min_by_key(|t| run.outcomes[**t].steps);
    let (alone, others): (Vec<usize>, Vec<usize>) =
        group.tests.iter().partition(|t| Some(*t) == shortest);
    let parts = [alone, others].into_iter();
    parts.filter(|tests| !tests.is_empty()).collect()
}
