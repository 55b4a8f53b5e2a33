//! A job from tests to report: run all tests, group the failing ones, search each group, certify, explain, rank.
//!
//! Results are reported while the job runs. A job that is stopped reports what it has found, with the reason.

use eval::{Image, Sym};
use explore::demand::OnDemand;
use explore::fingerprint::Fingerprints;
use explore::{Analysis, ExploreLimits};
use harness::Test;
use ir::Program;
use ir::flow::uninstrumented;
use syntax::Parse;

use crate::control::{Control, Event, Sink};
use crate::engine::{QueryContext, functions_of, group};
use crate::group_search::SearchTotals;
use crate::limits::{QUERY_FORKS, QUERY_INSTRUCTIONS, QUERY_OPEN_CHECKS, QUERY_TERMS};
use crate::options::JobOptions;
use crate::query_cache::{CacheView, QueryCache};
use crate::rank::FACTORS;
use crate::relowered::Again;
use crate::report::{Group, Report};
use exec::run::{PreparedTest, TestOutcome, Verdict, prepare};
use exec::run_all::RunAll;
use ir::CompSet;
use progress::SearchProgress;
use search::Strategy;

mod edit_pairs;
mod edit_results;
mod edits;
mod finer_groups;
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
mod run_limits;
mod search_rounds;
mod status;
mod suspected;
mod test_spectra;

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
                test.goal.asserts.clone_from(&ran.asserts);
                test.passes_by_layout = ran.depends_on_layout && ran.verdict == Verdict::Pass;
            }
        }
    }

    /// Finds, certifies, explains and ranks the diagnoses.
    pub fn localize(&mut self, control: &dyn Control, sink: &mut Sink<'_>) -> Report {
        self.run_tests(control);
        sink(Event::Tests(&self.outcomes));
        let trusted: CompSet = self.options.trusted.iter().copied().collect();
        let groups = group(
            &self.outcomes,
            self.options.joint,
            &|ran| functions_of(ran, self.program, &trusted),
            &self.parse.sources,
        );
        let report = self.localize_groups(groups, control, sink);
        self.finer(report, control, sink)
    }

    /// Finds, certifies, explains and ranks the diagnoses of the given groups.
    fn localize_groups(
        &mut self,
        groups: Vec<Group>,
        control: &dyn Control,
        sink: &mut Sink<'_>,
    ) -> Report {
        let mut report = Report::empty();
        report.groups = groups;
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
        self.rank(&mut report, &FACTORS);
        control.phase("refine");
        again.refine(&mut report, searched.work);
        if !self.is_behind && goes_on {
            control.phase("search");
            self.later_rounds(&shared, &mut progress, &mut report, control, sink);
            let behind = std::mem::take(&mut progress.behind);
            self.add_behind(behind, &mut report, sink);
            self.rank(&mut report, &FACTORS);
        }
        let searched = &progress.searched;
        let bounds = bounds_in_words(searched, unwind);
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
}

/// Limits of the search that an answer depends on, as assumptions.
fn bounds_in_words(searched: &SearchTotals, unwind: u32) -> Vec<String> {
    let unwinding = searched
        .is_bounded()
        .then(|| format!("no loop runs more than {unwind} times in one call"));
    let size = searched.limited_to().map(|size| {
        format!("causes of more than {size} places were not looked for: there are too many")
    });
    unwinding.into_iter().chain(size).collect()
}
