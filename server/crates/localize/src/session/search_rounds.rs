//! Rounds of the search: all groups one after the other, with larger limits in each round.

use std::cell::RefCell;
use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::Session;
use super::fix_search::Requests;
use super::judge_context::Looking;
use super::progress::SearchProgress;
use crate::control::{Control, Event, Sink};
use crate::engine::{EditWitnessSource, QueryContext};
use crate::group_search::Job;
use crate::limits::ROUND_GROWTH;
use crate::report::{Group, Report};
use crate::rounds::GroupEnd;
use exec::parallel::lock;
use repair::EditWitnesses;
use search::weights::Weights;

impl Session<'_> {
    /// Searches the groups one after the other for sets of up to `max_size` components, and looks for fixes for the
    /// sets found. The first round searches all groups; later rounds search those that are worth another round.
    pub(super) fn search_round(
        &self,
        shared: &QueryContext<'_>,
        max_size: usize,
        progress: &mut SearchProgress,
        report: &mut Report,
        control: &dyn Control,
        sink: &mut Sink<'_>,
    ) {
        let groups = report.groups.clone();
        let weights: Vec<Weights> = groups.iter().map(|g| self.weights(g)).collect();
        let no_group = Weights::default();
        let stopped = || control.stop_reason().is_some();
        let judging = self.judging(&groups);
        let edit_sources = judging
            .of_groups()
            .map(|judges| EditWitnesses::new(self.parse, judges, &stopped));
        let edit_sources: Vec<RefCell<EditWitnesses<'_>>> =
            edit_sources.map(RefCell::new).collect();
        let edited = std::mem::take(&mut progress.edited);
        let (singles, requests) = Requests::new(edited);
        let sink = Mutex::new(sink);
        let tell = |event: Event<'_>| lock(&sink)(event);
        std::thread::scope(|scope| {
            let looking = Looking {
                groups: &groups,
                judging: &judging,
                control,
                tell: &tell,
            };
            let fixing = self.start_fixing(scope, &requests, looking);
            let mut job = Job {
                prepared: &self.prepared,
                outcomes: &self.outcomes,
                options: &self.options,
                shared,
                max_size,
                weights: &no_group,
                edit_source: None,
                control,
                tell: &tell,
                searched: &mut progress.searched,
                open: Vec::new(),
                explained: FxHashMap::default(),
                needed: FxHashMap::default(),
                singles,
                waiting: Vec::new(),
            };
            for g in self.easiest_first(&groups) {
                let is_first = shared.growth == 1;
                if is_first || job.searched.ends[g].is_worth_another_round() {
                    job.weights = &weights[g];
                    job.edit_source = edit_sources
                        .get(g)
                        .map(|m| m as &RefCell<dyn EditWitnessSource>);
                    job.search_group(g, report);
                    // After a round for single components only, pairs are still to come.
                    let end = &job.searched.ends[g];
                    if max_size == self.options.max_size && !end.is_worth_another_round() {
                        let (group, complete) = (g, end.complete);
                        (job.tell)(Event::Searched { group, complete });
                    }
                }
            }
            // Dropping the job closes the channel of requests, so the search for fixes can end.
            drop(job);
            self.finish_fixing(fixing, &requests, looking, (progress, report));
        });
    }

    /// Searches the groups with larger and larger limits for as long as another round is worthwhile
    /// ([`crate::rounds`]). Results of these rounds are not cached, because the next search must find the same results
    /// in its first round.
    pub(super) fn later_rounds(
        &self,
        shared: &QueryContext<'_>,
        progress: &mut SearchProgress,
        report: &mut Report,
        control: &dyn Control,
        sink: &mut Sink<'_>,
    ) {
        for round in 1..self.options.max_rounds {
            if !progress
                .searched
                .ends
                .iter()
                .any(GroupEnd::is_worth_another_round)
            {
                return;
            }
            let context = QueryContext {
                growth: ROUND_GROWTH.pow(round),
                cache: None,
                ..*shared
            };
            let size = self.options.max_size;
            self.search_round(&context, size, progress, report, control, sink);
        }
    }

    /// Indices of the groups, ordered by the instructions of their failing tests: cheap results are found first.
    fn easiest_first(&self, groups: &[Group]) -> Vec<usize> {
        let steps = |g: &usize| -> u64 {
            let tests = groups[*g].tests.iter();
            tests
                .map(|&t| self.outcomes[t].steps)
                .fold(0, u64::saturating_add)
        };
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(steps);
        order
    }
}
