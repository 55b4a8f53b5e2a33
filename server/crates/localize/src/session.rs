//! A job from tests to report: run all tests, group the failing ones, search each group, certify, explain, rank.
//!
//! Results are reported while the job runs. A job that is stopped reports what it has found, with the reason.

use std::cell::RefCell;
use std::sync::Mutex;

use eval::{Image, Sym};
use explore::demand::OnDemand;
use explore::fingerprint::Fingerprints;
use explore::{Analysis, ExploreLimits, UnknownReason};
use harness::Test;
use ir::Program;
use ir::flow::{LOWERED_STEPS, uninstrumented};
use rustc_hash::FxHashMap;
use syntax::Parse;

use crate::control::{Control, Event, Sink};
use crate::engine::{EditWitnessSource, QueryContext, group};
use crate::group_search::{Job, SearchTotals};
use crate::limits::{
    MAX_UNWIND, QUERY_FORKS, QUERY_INSTRUCTIONS, QUERY_OPEN_CHECKS, QUERY_TERMS, ROUND_GROWTH,
    path_instructions,
};
use crate::options::JobOptions;
use crate::query_cache::{CacheView, QueryCache};
use crate::rank::{FACTORS, SUSPECTED};
use crate::relowered::Again;
use crate::report::{Bounds, Group, Report, Status, StopReason};
use crate::rounds::GroupEnd;
use crate::spectrum::Spectrum;
use exec::parallel::lock;
use exec::run::{PreparedTest, SHORT_RUN, TestOutcome, Verdict, prepare};
use exec::run_all::RunAll;
use fix_search::Requests;
use ir::CompSet;
use judge_context::Looking;
use progress::SearchProgress;
use repair::EditWitnesses;
use search::Strategy;
use search::weights::Weights;

mod edit_pairs;
mod edit_results;
mod edits;
mod fix_search;
mod hidden_faults;
mod joint_fixes;
mod judge_context;
mod macro_value;
mod masked_output;
mod missing_statements;
mod partial_edits;
mod pins;
mod progress;
mod ranking_inputs;
mod suspected;

/// Reason reported when every test is ignored.
pub const ALL_IGNORED: &str = "every test is ignored";

/// Error: the job ended before all tests were run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestsUnfinished;

/// A localization of one program.
pub struct Session<'a> {
    parse: &'a Parse,
    program: &'a Program,
    /// The program as tests run it. The other lowerings are for runs with relaxed components.
    plain: Program,
    tests: &'a [Test],
    options: JobOptions,
    prepared: Vec<Result<PreparedTest, String>>,
    outcomes: Vec<TestOutcome>,
    /// Suspiciousness of each component before anything is certified.
    suspicion: Vec<f64>,
    /// Whether the program is a variant with reworded outputs.
    is_behind: bool,
    /// Whether failing tests run in memory with slack.
    has_slack: bool,
    /// A correct version of the program, if there is one.
    reference: Option<&'a Program>,
    /// Results of earlier searches; `None` without a cache.
    cache: Option<QueryCache>,
}

impl<'a> Session<'a> {
    /// Prepares the tests without running them.
    pub fn new(
        parse: &'a Parse,
        program: &'a Program,
        tests: &'a [Test],
        options: JobOptions,
    ) -> Session<'a> {
        let prepared = tests
            .iter()
            .map(|t| {
                let mut prepared = prepare(program, &options.entry, t)?;
                prepared.start.leaks = options.leaks;
                Ok(prepared)
            })
            .collect();
        Session {
            parse,
            program,
            plain: uninstrumented(program),
            tests,
            options,
            prepared,
            outcomes: Vec::new(),
            suspicion: Vec::new(),
            is_behind: false,
            has_slack: false,
            reference: None,
            cache: None,
        }
    }

    /// Sets a correct program, lowered as tests run it. Fixes must agree with it on inputs near those of the tests.
    pub fn set_reference(&mut self, reference: Option<&'a Program>) {
        self.reference = reference;
    }

    /// Lets the search use and extend the results of earlier searches, for any version of the program.
    pub fn set_cache(&mut self, cache: QueryCache) {
        self.cache = Some(cache);
    }

    /// Results that the next search can use, if this session was given a cache.
    pub fn cache(&self) -> Option<&QueryCache> {
        self.cache.as_ref()
    }

    /// Runs all tests. Tests for which no time is left get the outcome "not run".
    pub fn run_tests(&mut self, control: &dyn Control) -> &[TestOutcome] {
        self.run_until(control, &|_| false);
        self.outcomes
            .resize_with(self.tests.len(), TestOutcome::not_run);
        &self.outcomes
    }

    /// Runs tests until one fails or cannot be analysed, and returns its index and outcome. Without such a test it
    /// returns the first undecided one, or `None` if all tests pass or are ignored.
    ///
    /// # Errors
    /// The job had to end before all tests were run.
    pub fn first_failing(
        &mut self,
        control: &dyn Control,
    ) -> Result<Option<(usize, &TestOutcome)>, TestsUnfinished> {
        let counts =
            |ran: &TestOutcome| !matches!(ran.verdict, Verdict::Pass | Verdict::Ignored { .. });
        let fails =
            |ran: &TestOutcome| counts(ran) && !matches!(ran.verdict, Verdict::Undecided(_));
        self.run_until(control, &fails);
        let ran = || self.outcomes.iter().enumerate();
        if let Some(found) = ran().find(|(_, ran)| fails(ran)) {
            return Ok(Some(found));
        }
        if self.outcomes.len() < self.tests.len()
            || self.outcomes.iter().any(TestOutcome::is_cut_short)
        {
            return Err(TestsUnfinished);
        }
        Ok(ran().find(|(_, ran)| counts(ran)))
    }

    fn run_until(&mut self, control: &dyn Control, enough: &dyn Fn(&TestOutcome) -> bool) {
        control.phase("run_tests");
        let all = RunAll {
            program: &self.plain,
            tests: &self.prepared,
            steps: self.options.step_limit,
            workers: self.options.workers,
            control,
        };
        all.run(&mut self.outcomes, enough);
        for (test, ran) in self.prepared.iter_mut().zip(&self.outcomes) {
            if let Ok(test) = test {
                test.asserts.clone_from(&ran.asserts);
            }
        }
    }

    /// Finds, certifies, explains and ranks the diagnoses.
    pub fn localize(&mut self, control: &dyn Control, sink: &mut Sink<'_>) -> Report {
        self.run_tests(control);
        sink(Event::Tests(&self.outcomes));
        let mut report = Report::empty();
        report.groups = group(&self.outcomes, self.options.joint, &self.parse.sources);
        if !report.groups.is_empty() {
            sink(Event::Groups(&report.groups));
        }
        control.phase("suspect");
        report.uncertified = self.suspected(&mut report.groups, control);
        if report.groups.iter().any(|group| group.context.is_some()) {
            sink(Event::Groups(&report.groups));
        }
        sink(Event::Suspected(&report.uncertified));
        if let Some(status) = self.early_status(control) {
            report.status = status;
            return report;
        }
        control.phase("search");
        let on_demand =
            (self.options.strategy == Strategy::Ofc).then(|| OnDemand::new(self.program));
        let program = on_demand.as_ref().map_or(self.program, OnDemand::program);
        let analysis = Analysis::of(program, self.options.relaxing);
        let concrete: Image<u64> = Image::new(program);
        let symbolic: Image<Sym> = Image::new(program);
        let unwind = self.options.unwind.unwrap_or_else(|| self.natural_unwind());
        let hard: CompSet = self.options.correct.iter().copied().collect();
        let cache_view = self.cache_view(program, &analysis);
        let shared = QueryContext {
            program,
            on_demand: on_demand.as_ref(),
            analysis: &analysis,
            relaxing: self.options.relaxing,
            concrete: &concrete,
            symbolic: &symbolic,
            limits: ExploreLimits {
                unwind,
                path_steps: self.path_steps(),
                total_steps: QUERY_INSTRUCTIONS,
                forks: QUERY_FORKS,
                open_checks: QUERY_OPEN_CHECKS,
                terms: QUERY_TERMS,
            },
            steps: self.replay_steps(),
            growth: 1,
            hard: &hard,
            cache: cache_view.as_ref(),
        };
        let mut progress = SearchProgress::new(report.groups.len());
        // Single suspects of all groups are searched before pairs of any group.
        let several = report.groups.len() > 1 && self.options.strategy == Strategy::Multi;
        if several && self.options.max_size > 1 {
            self.search_round(&shared, 1, &mut progress, &mut report, control, sink);
            progress.searched.reset_ends();
        }
        let size = self.options.max_size;
        self.search_round(&shared, size, &mut progress, &mut report, control, sink);
        let searched = &mut progress.searched;
        let cache_updates = std::mem::take(&mut searched.cache_updates);
        report.recalled = cache_updates.iter().filter(|u| u.is_hit()).count() as u64;
        if let Some(view) = &cache_view {
            self.cache = Some(view.updated(cache_updates));
        }
        // The steps that look beyond the program's own components take work, too.
        let goes_on = self.options.work.is_none_or(|limit| searched.work < limit);
        if !self.is_behind && !self.has_slack && goes_on {
            self.add_masked_faults(&searched.printed, &mut report, control, sink);
        }
        report.assumed.extend(self.pins());
        let pinned = report.assumed.len();
        let stopped = || control.stop_reason().is_some();
        let again = Again {
            parse: self.parse,
            program: self.program,
            options: &self.options,
            limits: shared.limits,
            replay_steps: shared.steps,
            prepared: &self.prepared,
            outcomes: &self.outcomes,
            stopped: &stopped,
            interrupt: control.interrupt(),
        };
        if goes_on {
            control.phase("insert");
            let suspiciousness = |group: &Group| self.spectrum(group).ochiai();
            self.redefine_beside(&mut report, control, |report| {
                again.insert(report, searched.work, &suspiciousness);
                again.extend(report, searched.work, &suspiciousness);
            });
        }
        let mut factors = FACTORS.to_vec();
        if !self.options.suspect.is_empty() {
            factors.push(SUSPECTED);
        }
        self.rank(&mut report, &factors);
        control.phase("refine");
        again.refine(&mut report, searched.work);
        if !self.is_behind && goes_on {
            control.phase("search");
            self.later_rounds(&shared, &mut progress, &mut report, control, sink);
            let behind = std::mem::take(&mut progress.behind);
            self.add_behind(behind, &mut report, sink);
            self.rank(&mut report, &factors);
        }
        let searched = &progress.searched;
        let mut bounds = Vec::new();
        if searched.is_bounded() {
            let most = format!("no loop runs more than {unwind} times in one call");
            bounds.push(most);
        }
        if let Some(size) = searched.limited_to() {
            let most = format!(
                "causes of more than {size} places were not looked for: there are too many"
            );
            bounds.push(most);
        }
        report.assumed.splice(pinned..pinned, bounds);
        report.status = self.final_status(&report, searched, unwind, control);
        report
    }

    /// The cache as this search sees it, if there is one. Queries about a program with closed branches are not cached.
    fn cache_view(&mut self, program: &Program, analysis: &Analysis) -> Option<CacheView> {
        if self.options.strategy == Strategy::Ofc {
            return None;
        }
        let cache = self.cache.take()?;
        let prints = Fingerprints::new(program, &analysis.reads);
        let JobOptions {
            relaxing,
            solver,
            step_limit,
            ..
        } = &self.options;
        let options = format!("{relaxing:?} {solver:?} {step_limit}");
        Some(CacheView::new(cache, prints, options))
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

    /// Searches the groups with larger and larger limits for as long as another round is worthwhile
    /// ([`crate::rounds`]). Results of these rounds are not cached, because the next search must find the same results
    /// in its first round.
    fn later_rounds(
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

    /// Searches the groups one after the other for sets of up to `max_size` components, and looks for fixes for the
    /// sets found. The first round searches all groups; later rounds search those that are worth another round.
    fn search_round(
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

    fn early_status(&self, control: &dyn Control) -> Option<Status> {
        if self.tests.is_empty() {
            return Some(Status::Unanalysable {
                reason: "no tests".into(),
                line: None,
            });
        }
        if self.outcomes.iter().any(TestOutcome::is_cut_short) {
            let reason = control.stop_reason().unwrap_or_else(|| "stopped".into());
            let why = StopReason::Ended(reason);
            return Some(Status::Stopped { why });
        }
        if self
            .outcomes
            .iter()
            .any(|r| matches!(r.verdict, Verdict::Fail(_)))
        {
            return None;
        }
        let nothing_checked = || {
            self.all_ignored().then(|| Status::Unanalysable {
                reason: ALL_IGNORED.into(),
                line: None,
            })
        };
        let open = self.unanalysable().or_else(|| self.undecided());
        Some(open.or_else(nothing_checked).unwrap_or(Status::None))
    }

    /// Whether every test is ignored.
    fn all_ignored(&self) -> bool {
        let ignored = |ran: &TestOutcome| matches!(ran.verdict, Verdict::Ignored { .. });
        self.outcomes.iter().all(ignored)
    }

    /// Status for the first undecided test.
    fn undecided(&self) -> Option<Status> {
        let mut pairs = self.outcomes.iter().zip(self.tests);
        pairs.find_map(|(ran, test)| match &ran.verdict {
            Verdict::Undecided(why) => Some(Status::Undecided {
                test: test.id.clone(),
                why: *why,
            }),
            _ => None,
        })
    }

    /// Status for the first test that could not be analysed.
    fn unanalysable(&self) -> Option<Status> {
        self.outcomes
            .iter()
            .zip(self.tests)
            .find_map(|(r, t)| match &r.verdict {
                Verdict::Unanalysable { reason, span } => Some(Status::Unanalysable {
                    reason: format!("test {}: {reason}", t.id),
                    line: span.map(|s| self.parse.sources.line_col(s).0),
                }),
                _ => None,
            })
    }

    /// Runs that ended; only these show what a run needs.
    fn ended_runs(&self) -> impl Iterator<Item = &TestOutcome> {
        self.outcomes.iter().filter(|ran| ran.ended)
    }

    /// Default loop bound: twice the busiest count of any run that ended, plus 8, at most [`MAX_UNWIND`].
    fn natural_unwind(&self) -> u32 {
        let most = self.ended_runs().map(|r| r.busiest).max().unwrap_or(0);
        most.saturating_mul(2).saturating_add(8).min(MAX_UNWIND)
    }

    /// Lowered instructions of the longest run that ended.
    fn longest_run(&self) -> u64 {
        let longest = self.ended_runs().map(|r| r.steps).max();
        longest.unwrap_or(0).saturating_mul(LOWERED_STEPS)
    }

    /// Maximum number of instructions of a run whose choices or text differ from the program as written.
    fn path_steps(&self) -> u64 {
        path_instructions(self.longest_run()).min(self.options.step_limit)
    }

    /// Maximum number of instructions of a replay, and of a test of a program that is lowered differently from the
    /// plain one.
    fn replay_steps(&self) -> u64 {
        let longer = self.longest_run().saturating_mul(10);
        longer.max(SHORT_RUN).min(self.options.step_limit)
    }

    fn final_status(
        &self,
        report: &Report,
        searched: &SearchTotals,
        unwind: u32,
        control: &dyn Control,
    ) -> Status {
        if searched.is_stopped() {
            let why = match (control.stop_reason(), self.options.work) {
                (Some(words), _) => StopReason::Ended(words),
                (None, Some(limit)) => StopReason::Work(limit),
                (None, None) => StopReason::Ended("stopped".into()),
            };
            return Status::Stopped { why };
        }
        if let Some(status) = self.unanalysable() {
            return status;
        }
        // With diagnoses there is an answer, although an incomplete one.
        let nothing = report.diagnoses.is_empty();
        if nothing && let Some(status) = self.undecided() {
            return status;
        }
        let floats = UnknownReason::FloatPathUnsolved;
        if nothing && searched.open().any(|why| *why == floats) {
            return Status::Unanalysable {
                reason: "symbolic floats: some sets could not be decided".into(),
                line: None,
            };
        }
        if !searched.is_complete() {
            let open = searched.open().next().cloned();
            let why = match (searched.shortfall(), open) {
                (Some(shortfall), None) => StopReason::Shortfall(*shortfall),
                (_, Some(why @ UnknownReason::NotModelled { .. })) if nothing => {
                    return Status::Unanalysable {
                        reason: why.to_string(),
                        line: None,
                    };
                }
                (_, open) => StopReason::Open(open),
            };
            return Status::Stopped { why };
        }
        let bounds = Bounds {
            none_up_to: nothing.then_some(self.options.max_size),
            unwind: (!nothing && searched.is_bounded()).then_some(unwind),
            up_to_size: searched.limited_to(),
        };
        Status::Complete { bounds }
    }

    /// Coverage by the given failing tests and by all passing tests.
    fn spectrum_of(&self, failing: &[usize]) -> Spectrum {
        let mut spectrum = Spectrum::new(self.program.components.len());
        let passing = self.outcomes.iter().filter(|r| r.verdict == Verdict::Pass);
        for (covered, times) in alike(passing.map(|ran| &ran.covered)) {
            spectrum.add(false, covered, times);
        }
        let failing = failing.iter().map(|t| &self.outcomes[*t].covered);
        for (covered, times) in alike(failing) {
            spectrum.add(true, covered, times);
        }
        spectrum
    }
}

/// Distinct sets with their numbers of occurrences: thousands of tests follow few paths.
fn alike<'s>(all: impl Iterator<Item = &'s CompSet>) -> Vec<(&'s CompSet, u32)> {
    let mut places: FxHashMap<&CompSet, usize> = FxHashMap::default();
    let mut sets: Vec<(&CompSet, u32)> = Vec::new();
    for set in all {
        let place = *places.entry(set).or_insert(sets.len());
        match sets.get_mut(place) {
            Some(known) => known.1 += 1,
            None => sets.push((set, 1)),
        }
    }
    sets
}
