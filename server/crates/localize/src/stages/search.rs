//! The search for sets: all groups one after the other, with larger limits in each round.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::control::{Event, Tell};
use crate::edits::{EditContext, Requests};
use crate::engine::{EditWitnessSource, QueryContext};
use crate::group_search::Job;
use crate::ledger::Ledger;
use crate::limits::ROUND_GROWTH;
use crate::run::Run;
use repair::EditWitnesses;
use search::Strategy;
use search::weights::Weights;

/// Searches all groups, and looks for fixes beside.
pub(crate) fn search(run: &Run<'_>, query: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    run.control.phase("search");
    // Single suspects of all groups are searched before pairs of any group.
    let several = run.groups.len() > 1 && run.options.strategy == Strategy::Multi;
    if several && run.options.max_size > 1 {
        round(run, query, 1, ledger);
        ledger.searched.reset_ends();
    }
    round(run, query, run.options.max_size, ledger);
}

/// Searches the groups with larger and larger limits for as long as another round is worthwhile ([`crate::rounds`]).
/// Results of these rounds are not cached, because the next search must find the same results in its first round.
pub(crate) fn search_further(run: &Run<'_>, query: &QueryContext<'_>, ledger: &mut Ledger<'_>) {
    run.control.phase("search");
    for growing in 1..run.options.max_rounds {
        if !(0..run.groups.len()).any(|g| is_due(run, g, ledger)) {
            return;
        }
        let query = QueryContext {
            growth: ROUND_GROWTH.pow(growing),
            cache: None,
            ..*query
        };
        round(run, &query, run.options.max_size, ledger);
    }
}

/// Whether a group is worth another round. A single test needs less work than a group that may have several faults, so
/// the group is divided first.
fn is_due(run: &Run<'_>, group: usize, ledger: &Ledger<'_>) -> bool {
    let end = &ledger.searched.ends[group];
    end.is_worth_another_round() && !run.may_divide(&run.groups[group])
}

/// Searches the groups one after the other for sets of up to `max_size` components, and looks for fixes for the sets
/// found. The first round searches all groups; later rounds search those that are worth another round.
fn round(run: &Run<'_>, query: &QueryContext<'_>, max_size: usize, ledger: &mut Ledger<'_>) {
    let judging = run.judging();
    let weights: Vec<Weights> = (0..run.groups.len()).map(|g| run.weights(g)).collect();
    let no_group = Weights::default();
    let edit_sources = judging
        .of_groups()
        .map(|judges| EditWitnesses::new(run.parse, judges, run.stopped));
    let edit_sources: Vec<RefCell<EditWitnesses<'_>>> = edit_sources.map(RefCell::new).collect();
    let (singles, requests) = Requests::new(std::mem::take(&mut ledger.edited));
    let tell: &Tell<'_> = ledger.receiver();
    std::thread::scope(|scope| {
        let edits = EditContext {
            run,
            judging: &judging,
            tell,
        };
        let fixing = edits.start(scope, &requests);
        let mut job = Job {
            run,
            query,
            max_size,
            weights: &no_group,
            edit_source: None,
            ledger: &mut *ledger,
            open: Vec::new(),
            explained: FxHashMap::default(),
            needed: FxHashMap::default(),
            singles,
            waiting: Vec::new(),
        };
        for g in easiest_first(run) {
            let is_first = query.growth == 1;
            if is_first || is_due(run, g, job.ledger) {
                job.weights = &weights[g];
                job.edit_source = edit_sources
                    .get(g)
                    .map(|m| m as &RefCell<dyn EditWitnessSource>);
                job.search_group(g);
                // After a round for single components only, pairs are still to come.
                if max_size == run.options.max_size && !is_due(run, g, job.ledger) {
                    let (group, complete) = (g, job.ledger.searched.ends[g].complete);
                    tell(Event::Searched { group, complete });
                }
            }
        }
        // Dropping the job closes the channel of requests, so the search for fixes can end.
        drop(job);
        edits.finish(fixing, &requests, ledger);
    });
    ledger.report.edits += judging.tally.effort();
    ledger.report.passing.extend(judging.tally.accepted());
}

/// Indices of the groups, ordered by the instructions of their failing tests: cheap results are found first.
fn easiest_first(run: &Run<'_>) -> Vec<usize> {
    let steps = |g: &usize| -> u64 {
        let tests = run.groups[*g].tests.iter();
        let steps = tests.map(|&t| run.outcomes[t].steps);
        steps.fold(0, u64::saturating_add)
    };
    let mut order: Vec<usize> = (0..run.groups.len()).collect();
    order.sort_by_key(steps);
    order
}
